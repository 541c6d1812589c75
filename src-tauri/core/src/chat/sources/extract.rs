//! An answer of the sources' own words: the typed facts that answer first, then the sentences that answer best.
//!
//! Nothing is worded and nothing is guessed. What kind of thing a question asks for weighs dates, names, amounts, places
//! and reasons; what it is about must stand in the sentence, or in what stands around it.

use std::ops::Range;

use super::choice::{BAR, CHANCES, SHORTLIST, SIGNALS, chance, first_score, score};
use super::focus_score::{focus_score, names};
use super::requested_value::RequestedValue;
use super::retrieve::query;
use super::terms::{best_likeness, coverage, terms};
use super::verify::cited;
use super::{SentenceLikeness, SourcePassage};
use crate::discovery::EntityLabel;
use crate::extraction::offline::sentences;
use crate::language::question::{QuestionFocus, focus_of};
use crate::language::stem::Stems;
use crate::language::{Language, detect};
use crate::retrieval::background::background_idf;
use crate::values::ValueType;

/// Sentences of an answer.
const MOST: usize = 4;
/// Sentences that are shown where none answers.
const NEAREST: usize = 2;
/// Least likeness in meaning, at most 1, of a sentence that has anything to do with a question.
const NEAR: f32 = 0.3;
/// Sentences that are fitted to.
const CANDIDATES: usize = 50;
/// A further sentence is not worse than the best by more.
const BEHIND: f32 = 1.5;
const FEWEST: usize = 2;
/// A sentence that says less of a question does not answer it.
const ENOUGH: f32 = 0.25;
/// Least weight of a further sentence, beside the best one.
const NEARLY: f32 = 0.6;
/// Weight of a term right before a sentence or above it, and of one elsewhere in its passage.
const BEFORE: f32 = 0.5;
const AROUND: f32 = 0.3;
/// As much less, where the sentence gives a reason or the heading above it says the question.
const APART: f32 = 0.75;
/// Weight of all words of the question before it together, beside the question's own.
const EARLIER: f32 = 0.8;
/// As much of it a question of the text's own says of each sentence that follows it.
const FADES: f32 = 0.8;
/// A word that no passage has tells so much less.
const UNSEEN: f32 = 0.4;
/// Similarity of a question to a library of which one sentence answers all of it.
const CERTAIN: f32 = 0.6;
/// Weight of the kind of thing that is asked for.
const KIND: f32 = 0.45;
/// Weight of the rank of its passage.
const RANK: f32 = 0.12;

/// A typed fact that may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedFact {
    pub label: EntityLabel,
    /// The name of its key, and the item that it is said of.
    pub name: String,
    /// Other names of its key, and the question that asks for it.
    pub names: Vec<String>,
    pub question: String,
    /// As a reader writes it: "€1,900,000".
    pub value: String,
    pub value_type: ValueType,
    /// Facts of one place say the same thing of one item.
    pub slot: String,
    /// The passage that has its quote.
    pub passage: Option<String>,
}

/// An answer of the sources' own words, as Markdown with citations.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceAnswer {
    Answered(String),
    /// The sources do not say: the nearest of their words, if any are near.
    Nearest(String),
}

/// Returns what the sources say to a question; none where nothing of them bears on it. Where meaning is known it decides
/// together with the words, else the words alone do.
pub fn answer_or_nearest(
    question: &str,
    before: Option<&str>,
    passages: &[SourcePassage],
    facts: &[TypedFact],
) -> Option<SourceAnswer> {
    if passages.iter().all(|passage| passage.likeness.is_empty()) {
        return answer(question, before, passages, facts).map(SourceAnswer::Answered);
    }
    let about = QuestionTerms::from_question(question, before);
    let ranked = ranked(&about, passages);
    let stated: Vec<String> = answering(&about, facts).into_iter().map(fact_line).collect();
    let is_answered = ranked.chance(&about) >= BAR;
    let sentences = ranked.chosen(if is_answered { MOST } else { NEAREST });
    if !is_answered && stated.is_empty() {
        let near = sentences.iter().filter(|sentence| sentence.signals[0].max(sentence.signals[1]) >= NEAR);
        let lines: Vec<String> = near.map(|sentence| format!("> {}", sentence.quoted())).collect();
        return Some(SourceAnswer::Nearest(lines.join("\n>\n")));
    }
    let lines: Vec<String> = sentences.iter().map(|sentence| sentence.answer_line(&about.wanted)).collect();
    let blocks = [stated.join("\n"), if is_answered { lines.join("\n") } else { String::new() }];
    let blocks: Vec<String> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
    (!blocks.is_empty()).then(|| SourceAnswer::Answered(blocks.join("\n\n")))
}

/// Returns the likeliest sentences, which are worth a closer look: each the id of its passage, and which sentence it is.
pub fn shortlist(question: &str, before: Option<&str>, passages: &[SourcePassage]) -> Vec<(String, usize)> {
    let about = QuestionTerms::from_question(question, before);
    let mut sentences = ranked(&about, passages).sentences;
    sentences.sort_by(|a, b| first_score(&b.signals).total_cmp(&first_score(&a.signals)));
    sentences.iter().take(SHORTLIST).map(|one| (one.passage.id.clone(), one.position)).collect()
}

/// A sentence as it may answer, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateSentence {
    pub passage: String,
    pub position: usize,
    pub text: String,
    pub signals: [f32; SIGNALS],
    /// Measures of what its passage says of the question, and misses.
    pub missing: [f32; 3],
}

/// Returns the sentences that may answer a question, the best first, and what is known of the best: what the weights of
/// [`super::choice`] are fitted to.
pub fn candidates(question: &str, passages: &[SourcePassage]) -> (Vec<CandidateSentence>, [f32; CHANCES]) {
    let about = QuestionTerms::from_question(question, None);
    let ranked = ranked(&about, passages);
    let candidate = |sentence: &WeighedSentence<'_>| CandidateSentence {
        passage: sentence.passage.id.clone(),
        position: sentence.position,
        text: sentence.text().to_owned(),
        signals: sentence.signals,
        missing: sentence.missing(&about),
    };
    (ranked.sentences.iter().take(CANDIDATES).map(candidate).collect(), ranked.chances(&about))
}

/// Returns an answer as Markdown with citations, by words alone; none where nothing answers.
pub fn answer(question: &str, before: Option<&str>, passages: &[SourcePassage], facts: &[TypedFact]) -> Option<String> {
    let about = QuestionTerms::from_question(question, before);
    if about.terms.is_empty() {
        return None;
    }
    let mut blocks: Vec<String> = answering(&about, facts).into_iter().map(fact_line).collect();
    if !blocks.is_empty() {
        blocks = vec![blocks.join("\n")];
    }
    let sentences = best(&about, passages, if blocks.is_empty() { FEWEST } else { 1 });
    if !sentences.is_empty() {
        let lines: Vec<String> = sentences.iter().map(WeighedSentence::line).collect();
        blocks.push(lines.join("\n"));
    }
    (!blocks.is_empty()).then(|| blocks.join("\n\n"))
}

/// Returns how similar a question is to passages of which one sentence says all that it is about and tells what it asks
/// for; nothing where none does. Retrieval knows no words that mean the same.
pub fn similarity(question: &str, before: Option<&str>, passages: &[SourcePassage]) -> f32 {
    let about = QuestionTerms::from_question(question, before);
    let answers = |sentence: &WeighedSentence<'_>| {
        let itself = coverage(&about.terms[..about.own], &terms(sentence.text()));
        let is_told = about.focus.is_none_or(|focus| focus_score(focus, sentence.with_next()) >= 0.5);
        sentence.own >= 0.66 && itself >= 0.5 && is_told
    };
    let top = top_score(passages);
    let rarity = rarity(&about, passages);
    let mut all = passages.iter().flat_map(|passage| weighed(&about, &rarity, passage, passage.score / top));
    if about.own > 0 && all.any(|sentence| answers(&sentence)) { CERTAIN } else { 0.0 }
}

/// Returns whether a question has words of its own and no passage has any of them: what was found is about the question
/// before it.
pub fn is_missed(question: &str, passages: &[SourcePassage]) -> bool {
    let own = terms(question);
    let has_some = |passage: &SourcePassage| coverage(&own, &terms(&passage.text)) > 0.0;
    !own.is_empty() && !passages.iter().any(has_some)
}

/// The subject of a question and what it asks for.
struct QuestionTerms {
    /// Its own first, then those of the question before it, where it goes on with that.
    terms: Vec<String>,
    own: usize,
    focus: Option<QuestionFocus>,
    wanted: RequestedValue,
    names: Vec<String>,
}

impl QuestionTerms {
    fn from_question(question: &str, before: Option<&str>) -> Self {
        let mut all = terms(question);
        let own = all.len();
        let earlier = terms(&query(question, before));
        all.extend(earlier.into_iter().filter(|term| !terms(question).contains(term)));
        Self {
            terms: all,
            own,
            focus: focus_of(question),
            wanted: RequestedValue::from_question(question),
            names: names(question),
        }
    }
}

fn fact_line(fact: &TypedFact) -> String {
    let citation = fact.passage.as_ref().map(|id| format!(" [source: {id}]")).unwrap_or_default();
    format!("- {}: {} · {}{citation}", escaped(&fact.name), escaped(&fact.value), fact.label)
}

/// The facts of the key that a question asks for, all sides of it.
fn answering<'f>(about: &QuestionTerms, facts: &'f [TypedFact]) -> Vec<&'f TypedFact> {
    let weighed = facts.iter().map(|fact| (asks_for(about, fact), fact)).filter(|(weight, _)| *weight > 0.0);
    let Some((_, best)) = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best }) else {
        return Vec::new();
    };
    facts.iter().filter(|fact| fact.slot == best.slot).collect()
}

/// Returns how surely a question asks for a fact: all of its words must be the key's, and its kind the value's.
fn asks_for(about: &QuestionTerms, fact: &TypedFact) -> f32 {
    let fits = match about.focus {
        Some(QuestionFocus::Time) => fact.value_type == ValueType::Date,
        Some(QuestionFocus::Money) => fact.value_type == ValueType::Currency,
        Some(QuestionFocus::Amount) => {
            matches!(fact.value_type, ValueType::Number | ValueType::Dimension | ValueType::Currency)
        }
        Some(QuestionFocus::Place | QuestionFocus::Reason | QuestionFocus::Person) => {
            matches!(fact.value_type, ValueType::String | ValueType::Enum)
        }
        None => true,
    };
    if !fits {
        return 0.0;
    }
    let mut words = terms(&fact.name);
    fact.names.iter().for_each(|name| words.extend(terms(name)));
    let narrow = coverage(&about.terms, &words);
    words.extend(terms(&fact.question));
    let wide = coverage(&about.terms, &words);
    let back = fact.names.iter().chain([&fact.name]).map(|name| coverage(&terms(name), &about.terms));
    let back = back.fold(0.0, f32::max);
    if wide > 0.75 && back > 0.45 { narrow + back } else { 0.0 }
}

/// A sentence of a passage, as it weighs.
struct WeighedSentence<'p> {
    passage: &'p SourcePassage,
    /// Index of the sentence in its passage.
    position: usize,
    bytes: Range<usize>,
    weight: f32,
    /// Share of the question that it says, with the text around it.
    share: f32,
    /// As much of the question's own words, each weighing the same.
    own: f32,
    /// End of the sentence after it.
    next: usize,
    /// Share of the question's words that its whole passage says, with what it stands under: 0 to 1.
    around: f32,
    signals: [f32; SIGNALS],
    /// Another fact stands in the place of the one that it tells.
    is_replaced: bool,
}

impl WeighedSentence<'_> {
    fn text(&self) -> &str {
        &self.passage.text[self.bytes.clone()]
    }

    /// With the sentence after it, which may say why.
    fn with_next(&self) -> &str {
        &self.passage.text[self.bytes.start..self.next]
    }

    fn line(&self) -> String {
        format!("- {}", self.quoted())
    }

    /// With the value that is asked for before it.
    fn answer_line(&self, wanted: &RequestedValue) -> String {
        match wanted.find(self.text()) {
            Some(value) => format!("- **{}**: {}", escaped(&self.text()[value]), self.quoted()),
            None => self.line(),
        }
    }

    fn quoted(&self) -> String {
        let words = self.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let marks = if detect(&self.passage.text) == Some(Language::German) { ['„', '“'] } else { ['“', '”'] };
        let id = cited(self.passage, self.bytes.clone()).id;
        format!("{}{}{} [source: {id}]", marks[0], escaped(shown(&words)), marks[1])
    }

    fn score(&self) -> f32 {
        score(&self.signals)
    }

    /// Returns what its passage says of a question: the share of its words; the share of its names that it misses; and
    /// how rare the rarest word is that it misses, beside the rarest.
    fn missing(&self, about: &QuestionTerms) -> [f32; 3] {
        let text = [&self.passage.title, &self.passage.heading, &self.passage.text].map(|part| terms(part)).concat();
        let misses = |name: &&String| best_likeness(name, &text) == 0.0;
        let stems = [Stems::for_text(&self.passage.text)];
        let idf = |term: &String| background_idf(&stems, term);
        let names = about.names.iter().filter(misses).count() as f32 / about.names.len().max(1) as f32;
        let missing = about.terms.iter().filter(misses).map(idf).fold(0.0, f32::max);
        let rarest = about.terms.iter().map(idf).fold(f32::MIN_POSITIVE, f32::max);
        [self.around, names, missing / rarest]
    }
}

/// Sentences by how well they answer, the best first.
struct RankedSentences<'p> {
    sentences: Vec<WeighedSentence<'p>>,
    /// Nearness of the question to the library by its words, 0 to 1.
    similarity: f32,
}

fn ranked<'p>(about: &QuestionTerms, passages: &'p [SourcePassage]) -> RankedSentences<'p> {
    let rarity = rarity(about, passages);
    let top = top_score(passages);
    let mut sentences: Vec<WeighedSentence<'_>> = Vec::new();
    for passage in passages {
        sentences.extend(weighed(about, &rarity, passage, passage.score / top));
    }
    let is_looked_at =
        |one: &WeighedSentence<'_>| one.passage.likeness.get(one.position).is_some_and(|it| it.words.is_some());
    if sentences.iter().any(is_looked_at) {
        sentences.retain(is_looked_at);
    }
    sentences.sort_by(|a, b| b.score().total_cmp(&a.score()));
    let best = |is_wanted: &dyn Fn(&WeighedSentence<'_>) -> bool| {
        sentences.iter().filter(|one| is_wanted(one)).map(WeighedSentence::score).fold(f32::NEG_INFINITY, f32::max)
    };
    if best(&|one| !one.is_replaced) >= best(&|_| true) - BEHIND {
        sentences.retain(|one| !one.is_replaced);
    }
    let similarity = passages.iter().map(|passage| passage.similarity).fold(0.0, f32::max);
    RankedSentences { sentences, similarity }
}

impl<'p> RankedSentences<'p> {
    /// The best, and what is nearly as good; none twice.
    fn chosen(&self, most: usize) -> Vec<&WeighedSentence<'p>> {
        let mut chosen: Vec<&WeighedSentence<'_>> = Vec::new();
        let best = self.sentences.first().map_or(0.0, WeighedSentence::score);
        for sentence in self.sentences.iter().take_while(|sentence| sentence.score() >= best - BEHIND) {
            if chosen.len() < most && !chosen.iter().any(|other| other.text() == sentence.text()) {
                chosen.push(sentence);
            }
        }
        chosen
    }

    fn chance(&self, about: &QuestionTerms) -> f32 {
        if self.sentences.is_empty() { 0.0 } else { chance(&self.chances(about)) }
    }

    /// Returns the signals of the best sentence, in the order of [`super::choice`].
    fn chances(&self, about: &QuestionTerms) -> [f32; CHANCES] {
        let Some(best) = self.sentences.first() else { return [0.0; CHANCES] };
        let next = self.sentences.get(1).map_or(0.0, WeighedSentence::score);
        let most = |signal: usize| self.sentences.iter().map(|one| one.signals[signal]).fold(0.0, f32::max);
        let mut known = [0.0; CHANCES];
        let (scores, rest) = known.split_at_mut(2);
        let (signals, others) = rest.split_at_mut(SIGNALS);
        scores.copy_from_slice(&[best.score(), best.score() - next]);
        signals.copy_from_slice(&best.signals);
        let [around, missing_names, missing_words] = best.missing(about);
        let length = (about.terms.len() as f32).ln_1p();
        others.copy_from_slice(&[most(0).max(most(1)), around, missing_names, missing_words, self.similarity, length]);
        known
    }
}

/// The sentences that answer best by their words, the best first.
fn best<'p>(about: &QuestionTerms, passages: &'p [SourcePassage], fewest: usize) -> Vec<WeighedSentence<'p>> {
    let rarity = rarity(about, passages);
    let top = top_score(passages);
    let mut all: Vec<WeighedSentence<'_>> = Vec::new();
    for passage in passages {
        all.extend(weighed(about, &rarity, passage, passage.score / top));
    }
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let standing = all.iter().find(|one| !one.is_replaced).map_or(0.0, |one| one.weight);
    if all.first().is_some_and(|first| standing >= first.weight * NEARLY) {
        all.retain(|one| !one.is_replaced);
    }
    let Some(most) = all.first().map(|first| first.weight) else { return Vec::new() };
    let mut chosen: Vec<WeighedSentence<'_>> = Vec::new();
    for sentence in all {
        let is_near = sentence.weight >= most * if chosen.len() < fewest { NEARLY * 0.7 } else { NEARLY };
        let is_new = !chosen.iter().any(|other| other.text() == sentence.text());
        let is_of_it = sentence.share >= ENOUGH && (about.own == 0 || sentence.own > 0.0);
        if is_of_it && is_near && is_new && chosen.len() < MOST {
            chosen.push(sentence);
        }
    }
    chosen
}

fn top_score(passages: &[SourcePassage]) -> f32 {
    passages.iter().map(|passage| passage.score).fold(f32::MIN_POSITIVE, f32::max)
}

/// Returns the weight of each term: one that every passage says tells little, and one that is common in the language.
fn rarity(about: &QuestionTerms, passages: &[SourcePassage]) -> Vec<f32> {
    let stems = passages.first().map_or(Stems::NONE, |passage| Stems::for_text(&passage.text));
    let words: Vec<Vec<String>> = passages.iter().map(|passage| terms(&passage.text)).collect();
    let count = |term: &String| words.iter().filter(|words| best_likeness(term, words) > 0.0).count() as f32;
    let weight = |term: &String| {
        let count = count(term);
        let rarity = (1.0 + (passages.len() as f32 + 1.0) / (count + 0.5)).ln();
        rarity * background_idf(&[stems], term) * if count > 0.0 { 1.0 } else { UNSEEN }
    };
    let mut all: Vec<f32> = about.terms.iter().map(weight).collect();
    let (own, earlier) = all.split_at_mut(about.own);
    let share = EARLIER * own.iter().sum::<f32>() / earlier.iter().sum::<f32>();
    if share > 0.0 && share < 1.0 {
        earlier.iter_mut().for_each(|weight| *weight *= share);
    }
    all
}

fn weighed<'p>(
    about: &QuestionTerms,
    rarity: &[f32],
    passage: &'p SourcePassage,
    rank: f32,
) -> Vec<WeighedSentence<'p>> {
    let all = sentences(&passage.text);
    let about_all = [&passage.title, &passage.speaker].map(|part| terms(part)).concat();
    let mut section = terms(&passage.heading);
    let words: Vec<Vec<String>> = all.iter().map(|bytes| terms(&passage.text[bytes.clone()])).collect();
    let whole = words.concat();
    let total: f32 = rarity.iter().sum();
    let mut weighed = Vec::new();
    let likeness = |index: usize| passage.likeness.get(index).copied().unwrap_or_default();
    let nearest = passage.likeness.iter().map(|one| one.alone.max(one.behind)).fold(0.0, f32::max);
    let around = coverage(&about.terms, &[whole.clone(), about_all.clone(), section.clone()].concat());
    // How near the last question is that the text itself asks, and less so with each sentence behind it.
    let mut question = 0.0_f32;
    for (position, bytes) in all.iter().enumerate() {
        question *= FADES;
        let text = &passage.text[bytes.clone()];
        let above = position.checked_sub(1).map_or(0, |last| all[last].end);
        // The sentences of a table may overlap: one has its row, another a cell of it.
        let between = passage.text.get(above..bytes.start).unwrap_or_default();
        if let Some(heading) = between.lines().rfind(|line| line.starts_with('#')) {
            section = terms(heading);
        }
        if is_asked(text) {
            question = likeness(position).alone;
        }
        // The label that names the speaker is no part of the words.
        let shared = |turn: &Range<usize>| turn.end.min(bytes.end).saturating_sub(turn.start.max(bytes.start));
        let is_of_asker = passage.interviewer.iter().map(shared).sum::<usize>() * 2 > bytes.len();
        if is_asked(text) || is_of_asker || is_link(text) || words[position].is_empty() {
            continue;
        }
        let last = position.checked_sub(1).map(|last| words[last].clone()).unwrap_or_default();
        let near = [about_all.clone(), section.clone(), last].concat();
        let kind = about.focus.map_or(0.0, |focus| focus_score(focus, text));
        // A reason is given in a sentence of its own, and what a heading asks is told beneath it.
        let is_reason = about.focus == Some(QuestionFocus::Reason) && kind > 0.0;
        let before = if is_reason || coverage(&about.terms[..about.own], &section) > 0.75 { APART } else { BEFORE };
        let term_said = |term: &String| {
            best_likeness(term, &words[position])
                .max(before * best_likeness(term, &near))
                .max(AROUND * best_likeness(term, &whole))
        };
        let own = about.terms[..about.own].iter().map(term_said).sum::<f32>() / about.own.max(1) as f32;
        let all_said: f32 = about.terms.iter().zip(rarity).map(|(term, rarity)| rarity * term_said(term)).sum();
        let itself = coverage(&about.terms, &words[position]);
        let all_said = all_said / total;
        let is_bare = itself == 0.0;
        let length = (words[position].len() as f32 / 6.0).min(1.0);
        let next = all.get(position + 1).map_or(bytes.end, |next| next.end.max(bytes.end));
        let weight = if is_bare && before == BEFORE { 0.3 } else { 1.0 }
            * (all_said + KIND * kind * all_said.min(0.8) + RANK * rank)
            * (0.7 + 0.3 * length);
        let itself_said =
            about.terms.iter().zip(rarity).map(|(term, rarity)| rarity * best_likeness(term, &words[position]));
        let itself_said = itself_said.sum::<f32>() / total;
        let SentenceLikeness { alone, behind, words: matched } = likeness(position);
        let matched = matched.unwrap_or_default();
        let wanted = about.wanted.is_typed();
        let has_value = wanted && about.wanted.find(text).is_some();
        let is_kind = about.focus.is_some() && !wanted;
        let new_names = names(text).iter().filter(|name| !about.names.contains(name)).count() as f32;
        let new_names = new_names.min(3.0) / 3.0;
        let mark = |is_so: bool| f32::from(u8::from(is_so));
        let signals = [
            alone,
            behind,
            nearest,
            question,
            all_said,
            itself_said,
            mark(has_value),
            mark(wanted && !has_value),
            if is_kind { kind } else { 0.0 },
            mark(is_kind && kind == 0.0),
            if is_kind { new_names } else { 0.0 },
            if about.focus.is_none() { new_names } else { 0.0 },
            rank,
            (words[position].len() as f32).ln_1p(),
            mark(is_bare),
            weight,
            matched.mean,
            matched.least,
            matched.missed,
        ];
        let tells = |quote: &Range<usize>| quote.start < bytes.end && bytes.start < quote.end;
        weighed.push(WeighedSentence {
            passage,
            position,
            bytes: bytes.clone(),
            weight,
            share: all_said,
            own,
            next,
            around,
            signals,
            is_replaced: passage.replaced.iter().any(tells),
        });
    }
    weighed
}

/// Returns whether a line only leads elsewhere, as those of a table of contents do.
fn is_link(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(')') && line.matches("](").count() == 1
}

fn is_asked(text: &str) -> bool {
    text.trim_end().trim_end_matches(['"', '”', '’', '*', '_']).ends_with(['?', '？'])
}

/// A sentence without the marks of a list or a table around it.
fn shown(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['-', '*', '+', '#', '>', '|', ' ']);
    text.trim_end_matches(['|', ' '])
}

/// Words that are no Markdown.
fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~') {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}
