//! A check whether the sentences of an answer are carried by what they cite, and which words carry them.
//!
//! A figure, a date, a name or a negation that no cited passage carries makes a sentence "not in the source"; so does a
//! sentence that speaks of other things than the passage it cites. A sentence that cites nothing has "no source", unless
//! the sentence after it in the same paragraph cites what carries it. Titles, headings and speakers are evidence too.
//! Nothing is removed: the reader judges.

use std::ops::Range;

use super::citation::{REMOVED, citations_in};
use super::terms::{coverage, terms};
use super::{SourcePassage, prompt};
use crate::discovery::EntityLabel;
use crate::evidence::{Missing, MissingKind, support};
use crate::language::negation::{is_opposite, negations};
use crate::language::sentence::{ends_clause, trim};
use crate::language::{Language, Token, detect, sentences, tokens};

/// A sentence with fewer words is no claim.
const WORDS: usize = 2;
/// A sentence of which a passage says less speaks of something else.
const LITTLE: f32 = 0.3;
/// Share that another passage must say more for that to be certain.
const MORE: f32 = 0.3;
/// Share that one sentence of a source must say, beside the one that says most, to be what is meant.
const NEARLY: f32 = 0.75;

/// The verdict on an answer's sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceVerdict {
    Supported,
    /// With what no cited passage carries; nothing where the passage speaks of something else.
    NotInSource(Vec<Missing>),
    NoSource,
}

/// A sentence of an answer, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSentence {
    /// Of the answer, citations among them.
    pub bytes: Range<usize>,
    /// Without citations and Markdown.
    pub text: String,
    pub verdict: SentenceVerdict,
    pub citations: Vec<CitedPassage>,
}

/// A citation, with the words of its passage that carry the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPassage {
    pub id: String,
    pub quote: String,
    /// Code points of the Input.
    pub start: u32,
    pub end: u32,
}

/// Checks an answer whose citations were validated.
pub fn verify(answer: &str, passages: &[SourcePassage]) -> Vec<CheckedSentence> {
    let mut claims = Vec::new();
    let mut in_code = false;
    let mut at = 0;
    for line in answer.split_inclusive('\n') {
        let body = line.trim_end();
        if body.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !is_no_claim(body) {
            claims.extend(check_line(body, at, passages));
        }
        at += line.len();
    }
    claims
}

/// Returns the sentence of a passage that says most of a claim.
pub fn quote(claim: &str, passage: &SourcePassage) -> CitedPassage {
    let wanted = terms(claim);
    let best = sentences(&passage.text).into_iter().map(|bytes| {
        let sentence = &passage.text[bytes.clone()];
        let typed = support::check(claim, sentence).len() as f32;
        (coverage(&wanted, &terms(sentence)) - 0.1 * typed, bytes)
    });
    let bytes = best.reduce(|best, next| if next.0 > best.0 { next } else { best }).map_or(0..0, |(_, bytes)| bytes);
    cited(passage, bytes)
}

/// Returns a citation of these bytes of a passage.
pub(super) fn cited(passage: &SourcePassage, bytes: Range<usize>) -> CitedPassage {
    let chars = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let start = passage.start_char + chars(&passage.text[..bytes.start]);
    let quote = passage.text[bytes].to_owned();
    CitedPassage { id: passage.id.clone(), end: start + chars(&quote), quote, start }
}

/// Headings, rules and what Factly wrote.
fn is_no_claim(line: &str) -> bool {
    let text = line.trim_start();
    let is_drawn = text.chars().all(|c| "|-:*_= ".contains(c));
    is_drawn || text.starts_with('#') || text == REMOVED || text.starts_with("Sources: ") || prompt::is_guard(text)
}

fn check_line(line: &str, offset: usize, passages: &[SourcePassage]) -> Vec<CheckedSentence> {
    let start = line.len() - without_marker(line).len();
    let mut plain = blanked(line);
    plain.replace_range(..start, &" ".repeat(start));
    let tags = citations_in(line);
    let all: Vec<Range<usize>> =
        sentences(&plain).into_iter().filter(|bytes| is_claim(&plain[bytes.clone()])).collect();
    let mut claims: Vec<CheckedSentence> = Vec::new();
    for (index, bytes) in all.iter().enumerate() {
        let until = all.get(index + 1).map_or(line.len(), |next| next.start);
        let from = if index == 0 { 0 } else { bytes.start };
        let own: Vec<_> = tags.iter().filter(|(tag, _)| from <= tag.start && tag.start < until).collect();
        let end = own.iter().map(|(tag, _)| tag.end).fold(bytes.end, usize::max);
        let text = plain[bytes.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        // The citation stood before the full stop.
        let text = match text.strip_suffix(" .") {
            Some(sentence) => format!("{sentence}."),
            None => text,
        };
        let ids: Vec<&str> = own.iter().map(|(_, id)| *id).collect();
        let cited: Vec<&SourcePassage> =
            ids.iter().filter_map(|id| passages.iter().find(|passage| passage.id == **id)).collect();
        let citations = cited.iter().map(|passage| quote(&text, passage)).collect();
        let verdict = verdict(&text, &cited, passages);
        claims.push(CheckedSentence { bytes: offset + bytes.start..offset + end, text, verdict, citations });
    }
    inherit(&mut claims, passages);
    claims
}

/// A sentence that cites nothing rests on what the next one cites, if that carries it.
fn inherit(claims: &mut [CheckedSentence], passages: &[SourcePassage]) {
    for index in (1..claims.len()).rev() {
        let (before, after) = claims.split_at_mut(index);
        let (Some(claim), Some(next)) = (before.last_mut(), after.first()) else { continue };
        if claim.verdict != SentenceVerdict::NoSource || next.citations.is_empty() {
            continue;
        }
        let of_next = |passage: &&SourcePassage| next.citations.iter().any(|cited| cited.id == passage.id);
        let cited: Vec<&SourcePassage> = passages.iter().filter(of_next).collect();
        if verdict(&claim.text, &cited, passages) == SentenceVerdict::Supported
            && cited_coverage(&claim.text, &cited) > 0.5
        {
            claim.verdict = SentenceVerdict::Supported;
            claim.citations = cited.iter().map(|passage| quote(&claim.text, passage)).collect();
        }
    }
}

fn verdict(claim: &str, cited: &[&SourcePassage], passages: &[SourcePassage]) -> SentenceVerdict {
    if cited.is_empty() {
        return SentenceVerdict::NoSource;
    }
    let missing = missing(claim, cited);
    if !missing.is_empty() || concerns_other_source(claim, cited, passages) {
        return SentenceVerdict::NotInSource(missing);
    }
    SentenceVerdict::Supported
}

/// Returns what no cited passage carries, by typed comparison.
fn missing(claim: &str, cited: &[&SourcePassage]) -> Vec<Missing> {
    let whole: Vec<String> = cited.iter().map(|passage| whole(passage)).collect();
    let (whole, claim) = (signed(&whole.join("\n")), &*signed(claim));
    let listed = support::check(claim, &whole);
    let mut missing: Vec<Missing> = listed.into_iter().filter(|one| is_reportable(one, claim, &whole)).collect();
    missing.extend(denied(claim, cited));
    missing
}

fn whole(passage: &SourcePassage) -> String {
    [&passage.title, &passage.heading, &passage.speaker, &passage.text].map(String::as_str).join("\n")
}

/// Returns whether what is missing is a figure, a date or a name. A negation is looked for where it belongs.
fn is_reportable(missing: &Missing, claim: &str, whole: &str) -> bool {
    match missing.kind {
        MissingKind::Number | MissingKind::Unit | MissingKind::Money | MissingKind::Date => {
            !occurs_in(whole, &missing.text)
        }
        MissingKind::Name => is_name(&missing.text, claim, whole),
        _ => false,
    }
}

/// "Minus 10" as it is written in figures.
fn signed(text: &str) -> String {
    let mut out = text.to_owned();
    for (at, _) in text.match_indices("minus ").collect::<Vec<_>>().into_iter().rev() {
        let end = at + "minus ".len();
        if text[end..].starts_with(|c: char| c.is_ascii_digit()) {
            out.replace_range(at..end, "-");
        }
    }
    out
}

/// Returns whether the very letters occur there as a word of their own: "17" of "17-B".
fn occurs_in(whole: &str, text: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
    whole.match_indices(text).any(|(at, _)| {
        let after = whole[at + text.len()..].trim_start_matches(['.', ',']);
        !whole[..at].ends_with(is_inner) && !after.starts_with(char::is_alphanumeric)
    })
}

/// Returns whether a capital word is a name, and not the first of its sentence, a noun of German or an entity's label.
fn is_name(word: &str, claim: &str, whole: &str) -> bool {
    if EntityLabel::parse(word).is_some() {
        return false;
    }
    let coded = word.chars().any(char::is_numeric) || word.chars().filter(|c| c.is_uppercase()).count() > 1;
    if coded {
        return true;
    }
    let all: Vec<Token<'_>> = tokens(claim).collect();
    let Some(index) = all.iter().position(|token| token.text == word) else { return true };
    let is_capital = |at: Option<&Token<'_>>| at.is_some_and(|token| token.is_word() && token.is_capital());
    let follows = index.checked_sub(1).and_then(|before| all.get(before));
    if detect(claim) == Some(Language::German) {
        // A noun has an article or an adjective before it; a name has a title or another name.
        return is_capital(follows) && !follows.is_some_and(|before| before.opens && !is_title(before));
    }
    let words = terms(whole);
    let is_known_small = || words.iter().any(|known| super::terms::likeness(&word.to_lowercase(), known) > 0.0);
    if all[index].opens {
        return is_capital(all.get(index + 1)) && !is_known_small();
    }
    true
}

/// "Frau", "Dr": what stands before a name.
fn is_title(token: &Token<'_>) -> bool {
    matches!(token.text, "Frau" | "Herr" | "Herrn" | "Dr" | "Prof")
}

/// A negation that the claim has, or has not, against every sentence of the passages that says the same.
fn denied(claim: &str, cited: &[&SourcePassage]) -> Option<Missing> {
    let wanted = terms(claim);
    let parts: Vec<&str> = cited.iter().flat_map(|passage| parts(&passage.text)).collect();
    let scored: Vec<(f32, &str)> = parts.into_iter().map(|part| (coverage(&wanted, &terms(part)), part)).collect();
    let most = scored.iter().map(|(score, _)| *score).fold(0.0, f32::max);
    if most < LITTLE {
        return None;
    }
    let near = scored.iter().filter(|(score, _)| *score >= most * NEARLY);
    let negation = |part: &str| {
        let differs = support::check(claim, part).into_iter().find(|one| one.kind == MissingKind::Negation);
        differs.filter(|_| !is_denied_otherwise(claim, part))
    };
    let mut found = None;
    for (_, part) in near {
        found = Some(negation(part)?);
    }
    found
}

/// "Unbesetzt" denies what "nicht besetzt" denies.
fn is_denied_otherwise(claim: &str, part: &str) -> bool {
    let words = |text: &str| -> Vec<String> { tokens(text).map(|word| word.norm().into_owned()).collect() };
    let (stated, quoted) = (words(claim), words(part));
    let is_pair = stated.iter().any(|word| quoted.iter().any(|other| is_opposite(word, other)));
    is_pair && negations(claim).len().abs_diff(negations(part).len()) == 1
}

/// The sentences of a text, each two that follow one another, and the clauses of each.
fn parts(text: &str) -> Vec<&str> {
    let all = sentences(text);
    let mut parts: Vec<&str> = all.iter().map(|bytes| &text[bytes.clone()]).collect();
    parts.extend(all.windows(2).map(|pair| &text[pair[0].start..pair[1].end]));
    for bytes in &all {
        let mut at = bytes.start;
        for (sign, _) in text[bytes.clone()].match_indices(|c| ends_clause(c) && c != '.' && c != ',') {
            parts.push(&text[trim(text, at..bytes.start + sign)]);
            at = bytes.start + sign + text[bytes.start + sign..].chars().next().map_or(1, char::len_utf8);
        }
        for clause in text[bytes.clone()].split(", ") {
            parts.push(clause);
        }
    }
    parts
}

/// Returns whether a claim speaks of what another passage says, or of nothing that the cited ones say.
fn concerns_other_source(claim: &str, cited: &[&SourcePassage], passages: &[SourcePassage]) -> bool {
    let share = cited_coverage(claim, cited);
    let is_other = |passage: &&SourcePassage| !cited.iter().any(|one| one.id == passage.id);
    let other = passages.iter().filter(is_other).map(|other| cited_coverage(claim, &[other])).fold(0.0, f32::max);
    terms(claim).len() > 2 && (share < LITTLE / 2.0 || share < LITTLE && other > share + MORE)
        || other > share + 0.4 && share < 0.5
}

fn cited_coverage(claim: &str, cited: &[&SourcePassage]) -> f32 {
    let words: Vec<String> = cited.iter().flat_map(|passage| terms(&whole(passage))).collect();
    coverage(&terms(claim), &words)
}

fn is_claim(sentence: &str) -> bool {
    let is_asked = sentence.trim_end().ends_with(['?', '？']);
    let leads_in = sentence.trim_end().ends_with(':');
    !is_asked && !leads_in && tokens(sentence).filter(Token::is_word).nth(WORDS - 1).is_some()
}

/// A line with its citations and its emphasis blank, byte for byte.
fn blanked(line: &str) -> String {
    let mut plain = line.to_owned();
    for (tag, _) in citations_in(line) {
        plain.replace_range(tag.clone(), &" ".repeat(tag.len()));
    }
    plain.replace("**", "  ").replace(['`', '|'], " ")
}

/// A line without what makes it an item or a quote.
fn without_marker(line: &str) -> &str {
    let text = line.trim_start_matches([' ', '\t', '>']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = text[digits..].strip_prefix(['.', ')']).filter(|_| (1..=3).contains(&digits));
    let rest = text.strip_prefix(['-', '*', '+', '•']).or(numbered);
    rest.and_then(|rest| rest.strip_prefix(' ')).unwrap_or(text)
}
