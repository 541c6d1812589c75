//! Whether a quote's own words make up a statement: all of them, in their order, and no others.
//!
//! Strict on purpose: what is left out may turn a statement round ("half of", "was asked to", "and Bob"), and whether it
//! does nobody can tell without grammar; the analyst is to see it. So nothing with content may be left out of the sentences
//! that a statement is taken from, and no word may be added or inflected. Free are only articles and what leads from one
//! sentence to the next; whole sentences before and behind may be left out. What values say is not compared here but as
//! values; they only have to come in the quote's order.

use std::ops::Range;

use memchr::memmem;

use super::support::{is_one, is_word_for_one};
use super::words::{Word, whole_words};
use super::{Missing, MissingKind};
use crate::values::{self, Scanned, Value};

/// How many sentences of a quote a statement may be looked for from.
const STARTS: usize = 12;

/// What of the wording of `statement` is not in `quote`; `listed` is told of already.
pub(super) fn check(statement: &str, quote: &str, listed: &[Missing]) -> Vec<Missing> {
    if statement.split_whitespace().eq(quote.split_whitespace()) {
        return Vec::new();
    }
    let (stated, quoted) = (values::scan(statement), values::scan(quote));
    let (said, source) = (tokens(statement, &stated), tokens(quote, &quoted));
    let from_start = compare((statement, &said), (quote, &source), 0, listed);
    // One that says far more than its quote is taken from none of its sentences: looking for each would take long.
    if from_start.is_empty() || said.len() > 2 * source.len() {
        return from_start;
    }
    // Several sentences may begin alike.
    let starts = (1..source.len()).filter(|at| parts(quote, &source[at - 1], &source[*at])).take(STARTS);
    let mut others = starts.map(|from| compare((statement, &said), (quote, &source), from, listed));
    if others.any(|missing| missing.is_empty()) { Vec::new() } else { from_start }
}

/// What lacks and what is left out where a statement is taken from its quote from the token `from` on.
fn compare(
    (statement, said): (&str, &[Token<'_>]),
    (quote, source): (&str, &[Token<'_>]),
    from: usize,
    listed: &[Missing],
) -> Vec<Missing> {
    let mut found: Vec<usize> = Vec::new();
    let mut next = from;
    // What lacks side by side is told as one.
    let mut lacking: Vec<(MissingKind, Range<usize>)> = Vec::new();
    let mut goes_on = false;
    // Behind how many words that were found something else stands than in the quote.
    let mut replaced: Vec<usize> = Vec::new();
    for token in said {
        let is_it = |other: &Token<'_>| token.is_said_by(other);
        let free = source[next..].iter().take_while(|other| other.is_free()).count();
        let further = if token.is_free() { next + free } else { source.len() };
        if let Some(behind) = source[next..further].iter().position(is_it) {
            next += behind + 1;
            found.push(next - 1);
            goes_on = false;
            continue;
        }
        if token.is_free() && !(token.is_german() && source[next..further].iter().any(Token::is_german)) {
            continue;
        }
        replaced.push(found.len());
        let is_elsewhere = !token.is_free() && source.iter().any(is_it);
        if !is_elsewhere && listed.iter().any(|one| one.text == token.text) {
            goes_on = false;
            continue;
        }
        let kind = if is_elsewhere { MissingKind::Order } else { MissingKind::Word };
        match lacking.last_mut().filter(|last| goes_on && last.0 == kind) {
            Some((_, bytes)) => bytes.end = token.bytes.end,
            None => lacking.push((kind, token.bytes.clone())),
        }
        goes_on = true;
    }
    let turned = lacking.iter().any(|(kind, _)| *kind == MissingKind::Order);
    let lacks = !lacking.is_empty() || !replaced.is_empty();
    let mut missing: Vec<Missing> =
        lacking.into_iter().map(|(kind, bytes)| Missing { kind, text: statement[bytes].to_owned() }).collect();
    let Some(taken) = taken(quote, source, &found, lacks) else { return missing };
    let is_led = |at: usize| source[taken.start..at].iter().all(|token| token.is_free() || token.leads());
    let leads_to = found.iter().copied().find(|at| !source[*at].is_free()).filter(|at| is_led(*at));
    let is_told = |at: usize| {
        let token = &source[at];
        let behind = found.partition_point(|found| *found < at);
        token.is_free()
            || leads_to.is_some_and(|first| at < first)
            || listed.iter().any(|one| one.text == token.text)
            || turned && said.iter().any(|said| token.is_said_by(said))
            || !token.hedges() && replaced.contains(&behind)
    };
    let mut last = None;
    for at in taken.clone().filter(|at| found.binary_search(at).is_err() && !is_told(*at)) {
        let is_next = last.is_some_and(|last: usize| (last + 1..at).all(|at| found.binary_search(&at).is_err()));
        let start = if is_next { missing.pop().map(|one| one.text.len()) } else { None };
        let start = start.zip(last).map_or(source[at].bytes.start, |(len, last)| source[last].bytes.end - len);
        let text = quote[start..source[at].bytes.end].to_owned();
        missing.push(Missing { kind: MissingKind::Certainty, text });
        last = Some(at);
    }
    let end = source.get(taken.end).map_or(quote.len(), |next| next.bytes.start);
    let asks = |text: &str| text.contains(['?', '？', '؟']);
    if source.get(taken.start).is_some_and(|first| asks(&quote[first.bytes.start..end])) && !asks(statement) {
        missing.push(Missing { kind: MissingKind::Certainty, text: "?".to_owned() });
    }
    missing
}

/// The sentences of a quote that a statement is taken from.
fn taken(quote: &str, source: &[Token<'_>], found: &[usize], lacks: bool) -> Option<Range<usize>> {
    let mut content = found.iter().copied().filter(|at| !source[*at].is_free());
    let Some(first) = content.next() else { return (!lacks).then_some(0..source.len()) };
    let last = content.next_back().unwrap_or(first);
    let start = (1..=first).rev().find(|at| parts(quote, &source[at - 1], &source[*at])).unwrap_or(0);
    let end = (last + 1..source.len()).find(|at| parts(quote, &source[at - 1], &source[*at]));
    Some(start..end.unwrap_or(source.len()))
}

/// Whether a sentence ends between two tokens that stand side by side. Where it is not certain, it is no: a full stop
/// may be that of an abbreviation.
fn parts(quote: &str, before: &Token<'_>, behind: &Token<'_>) -> bool {
    let Some(between) = quote.get(before.bytes.end..behind.bytes.start) else { return false };
    if between.contains("\n\n") || between.contains(['。', '！', '？', '।', '؟', '۔']) {
        return true;
    }
    let is_short = || {
        let letters = before.text.chars().count();
        let is_title = letters <= 3 && !before.text.starts_with(char::is_lowercase) || letters == 1;
        is_title || before.value.is_none() && (before.text.contains('.') || is_abbreviated(&before.folded))
    };
    let stop = between.trim_end_matches(char::is_whitespace).len() < between.len() && between.contains(['.', '!', '?']);
    stop && !behind.text.starts_with(char::is_lowercase) && (between.contains(['!', '?']) || !is_short())
}

/// Whether a word that a full stop stands behind is shortened by it.
pub(super) fn is_abbreviated(folded: &str) -> bool {
    is_among(folded, " ca nr vs prof approx circa bzw inkl exkl evtl vgl resp incl excl mind höchst ")
}

/// A word, a sign that says how far a value holds, or a value of one or several words.
struct Token<'t> {
    text: &'t str,
    bytes: Range<usize>,
    folded: String,
    value: Option<&'t Value>,
}

impl Token<'_> {
    fn is_said_by(&self, other: &Self) -> bool {
        match (self.value, other.value) {
            (Some(claimed), Some(found)) => found.carries(claimed),
            (Some(claimed), None) => is_one(claimed) && is_word_for_one(&other.folded),
            (None, None) => self.folded == other.folded,
            (None, Some(_)) => false,
        }
    }

    fn is(&self, words: &str) -> bool {
        self.value.is_none() && is_among(&self.folded, words)
    }

    /// Articles: they may be where the other has none.
    fn is_free(&self) -> bool {
        self.is(ARTICLES) || self.is_german()
    }

    /// In German they tell who did it to whom, so none may stand for another.
    fn is_german(&self) -> bool {
        self.is(" der die das den dem des ein eine einen einem einer eines ")
    }

    /// Whether it leads over from the sentence before.
    fn leads(&self) -> bool {
        self.is(LEADING)
    }

    fn hedges(&self) -> bool {
        self.value.is_none() && is_hedge(&self.folded)
    }
}

fn tokens<'t>(text: &'t str, values: &'t [Scanned]) -> Vec<Token<'t>> {
    let mut tokens: Vec<Token<'t>> = values
        .iter()
        .map(|value| Token {
            text: &text[value.bytes.clone()],
            bytes: value.bytes.clone(),
            folded: String::new(),
            value: Some(&value.value),
        })
        .collect();
    let in_value = |word: &Word<'_>| values.iter().any(|at| word.start < at.bytes.end && at.bytes.start < word.end());
    for word in whole_words(text).filter(|word| (word.is_word() || bounds(text, word)) && !in_value(word)) {
        let (bare, denies) = bare(&word);
        for folded in std::iter::once(bare).chain(denies.then(|| "not".to_owned())) {
            tokens.push(Token { text: word.text, bytes: word.start..word.end(), folded, value: None });
        }
    }
    tokens.sort_by_key(|token| token.bytes.start);
    tokens
}

/// Whether a sign says of the number beside it that it is not just that: "~600", "< 800", "800+".
pub(super) fn bounds(text: &str, word: &Word<'_>) -> bool {
    matches!(word.text, "~" | "≈" | "<" | ">" | "≤" | "≥" | "±" | "+")
        && (text[word.end()..].trim_start().starts_with(|c: char| c.is_numeric() || matches!(c, '€' | '$' | '£' | '='))
            || text[..word.start].ends_with(char::is_numeric))
}

/// Without case and an elided article, and whether a shortened `not` belongs to it.
fn bare(word: &Word<'_>) -> (String, bool) {
    let folded = word.folded();
    match &*folded {
        "can't" | "cannot" => return ("can".to_owned(), true),
        "won't" => return ("will".to_owned(), true),
        _ => {}
    }
    if let Some(verb) = folded.strip_suffix("n't") {
        return (verb.to_owned(), true);
    }
    match folded.split_once('\'') {
        Some(("l" | "d" | "n", rest)) if !rest.is_empty() => (rest.to_owned(), false),
        _ => (folded.trim_end_matches('\'').to_owned(), false),
    }
}

/// French "ne" too, whose other half tells.
const ARTICLES: &str = " a an the le la les l d un une du el los las unos unas ne ";
const LEADING: &str = " in addition additionally also and but besides furthermore however likewise moreover ok okay so \
    well yes außerdem zudem ferner weiterhin darüber hinaus und aber ja nun auch de plus en outre et mais oui aussi ";

/// What makes a sentence less than certain, or an opinion.
pub(super) fn is_hedge(word: &str) -> bool {
    const WORDS: &str = " may might could would should will shall must can perhaps maybe probably possibly likely \
        unlikely if unless whether provided expect expects expected planned plans intends hope hopes hoped propose proposes \
        proposed suggest suggests suggested supposed allegedly alleged claim claims claimed think thinks thought believe \
        believes believed guess doubt doubts refuse refused refuses fail failed fails deny denies denied almost nearly \
        about around roughly approximately least most hardly barely partly sometimes rarely vielleicht \
        wahrscheinlich möglicherweise könnte könnten würde würden sollte sollten soll sollen dürfte will wollen muss müssen \
        kann können wenn falls sofern ob etwa ungefähr circa ca rund fast beinahe mindestens höchstens glaube glaubt \
        glauben denke denken hofft hoffen plant planen geplant angeblich kaum teilweise manchmal selten peut peuvent \
        pourrait pourraient devrait devraient doit peut-être probablement si environ presque pense croit espère refuse \
        refusé prévu doute quizás quizá probablemente podría podrían debería puede pueden aproximadamente casi \
        cree piensa espera niega ";
    is_among(word, WORDS)
}

/// What is planned is what a plan says.
pub(super) const PLANNED: &str = " will shall must can should plan plans planned intends expect expects expected propose will wollen soll \
    sollen sollte sollten muss müssen kann können plant planen geplant doit peut peuvent devrait devraient prévu debe puede \
    pueden debería ";
/// Of these, what says that something is to be done, or may be.
pub(super) const DEMANDS: &str = " will shall must can wollen muss müssen kann können doit peut peuvent puede pueden ";

/// Whether a word is one of `words`, which spaces part.
#[inline(never)]
pub(super) fn is_among(word: &str, words: &str) -> bool {
    let words = words.as_bytes();
    let parts = |byte: Option<&u8>| byte.is_none_or(|byte| *byte == b' ');
    let stands = |at: usize| parts(words[..at].last()) && parts(words.get(at + word.len()));
    !word.is_empty() && !word.contains(' ') && memmem::find_iter(words, word).any(stands)
}
