//! The parser that needs no model: finds statements and typed values by rules, with spans that are exact by construction.
//!
//! It never invents. A statement is a stretch of the source as it reads, behind what introduces its list where it needs
//! that, or a question that was answered by yes or no, with that answer; what cannot be typed is a statement or nothing.
//! Its rules know English; in other languages it finds sentences. Time is linear in the text.

mod clause;
mod contradict;
mod courtesy;
mod judge;
mod key_answer;
mod rows;
mod segment;
mod shape;
mod skip_kind;
mod skipped;
mod speaker;
mod typed;
mod vocabulary;
mod whole_sentence;
mod word;

use std::ops::Range;

use crate::evidence::MAX_QUOTE_CHARS;
use crate::inputs::{BundleSection, SectionSpan, Stage};
use crate::items::Items;
use crate::items::Scope;
use crate::keys::{KeyDef, NOTE_KEY, Registry, ValueType};
use crate::message::UserMessage;
use crate::questions::QuestionName;
use crate::text::{CharIndex, Span};
use crate::values::{NumberFormat, Value};

use super::answers::{self, AnswerLine};
use super::blocks::TextStructure;
use super::op::{FactOp, OpEvidence, OpKind};
use super::salience::Background;
use super::wording::{introduced, plain};
use crate::language::class::{Classes, FILLER, FIRST_PERSON, FUNCTION, SECOND_PERSON};
use crate::language::sentence::trim;
pub use contradict::contradict;
pub(in crate::extraction) use judge::ROW;
use judge::{ClauseContext, StatementJudgement};
pub(super) use rows::ValuedParts;
pub use rows::{cell_words, row_words};
pub(in crate::extraction) use segment::sentences_of;
pub(super) use segment::speaker as lines_of_speakers;
use segment::{SentenceKind, SentenceSpan, TextSegment};
pub(super) use segment::{is_fence, item_marker};
pub use segment::{sentence_at, sentences};
pub(super) use shape::{OutlineSentence, WordShape, outline};
pub use skip_kind::SkipKind;
pub(super) use skipped::skipped_in;
pub use skipped::{Skipped, skipped};
use typed::TypedValue;
use vocabulary::Keys;
pub use whole_sentence::is_whole;
use word::{ClauseWord, Figure};

/// Number of sentences that are looked at together to tell a report from a talk.
const WINDOW: usize = 64;

/// A longer clause is cut; what stands at its ends may make it a little longer.
const MAX_PIECE: usize = MAX_QUOTE_CHARS - 10;

/// Most bytes of a list's introduction that is repeated with each of its items.
const MAX_LEAD: usize = 240;

/// Fewer words than this are a remark, however they are put.
const MIN_TALK: usize = 60;

/// Confidence of a typed value right at its key's name.
const TYPED: f64 = 0.9;

/// Confidence of a value at its property's name without a verb, in at most so many words.
const TYPED_ALONE: f64 = 0.7;
const VALUE_WORDS: usize = 10;

/// A report has at least this many sentences with figures: among fewer, one without is not known to be a frame.
const MIN_FIGURES: usize = 4;

/// The parser for the keys of one discovery, made once and used for all its bundles.
pub struct Parser<'r> {
    keys: Keys<'r>,
    registry: &'r Registry,
    /// Of whoever uses Factly: where a text does not tell how it writes numbers.
    format: NumberFormat,
}

impl<'r> Parser<'r> {
    pub fn new(registry: &'r Registry, stage: Stage) -> Self {
        Self { keys: Keys::new(registry, stage), registry, format: NumberFormat::UNKNOWN }
    }

    /// The same for somebody who writes numbers so: answers and texts that do not tell are read that way.
    #[must_use]
    pub fn written(self, format: NumberFormat) -> Self {
        Self { format, ..self }
    }

    /// Returns the facts found in a bundle of which no reader said anything.
    pub fn parse(&self, text: &str, sections: &[SectionSpan], items: &Items<'_>) -> Vec<FactOp> {
        let structure = TextStructure::of_bundle(text, sections, Vec::new(), &Background::default());
        self.parse_in(&structure, text, sections, items)
    }

    /// Returns the facts found in a bundle, in the order of its text. `items` are those that the bundle may speak of.
    pub fn parse_in(
        &self,
        structure: &TextStructure,
        text: &str,
        sections: &[SectionSpan],
        items: &Items<'_>,
    ) -> Vec<FactOp> {
        self.parse_while(structure, text, sections, items, &|| true).unwrap_or_default()
    }

    /// As [`Self::parse_in`], as long as it `is_wanted`, which each sentence asks: none of what was found counts once it is
    /// not.
    pub fn parse_while(
        &self,
        structure: &TextStructure,
        text: &str,
        sections: &[SectionSpan],
        items: &Items<'_>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Vec<FactOp>> {
        let mut reader = BundleReader { is_wanted, ..BundleReader::new(self, items, structure, (text, sections)) };
        for part in sections {
            let range = reader.index.bytes_of(part.span);
            reader.section = part.section;
            match part.section {
                BundleSection::FreeChat | BundleSection::AgentOutput => reader.prose(range),
                BundleSection::UserAnswers => reader.answers(range),
                BundleSection::TurnMeta | BundleSection::StructuredQuestions => {}
            }
        }
        is_wanted().then_some(reader.ops)
    }

    /// Only what is answered by yes or no to a question that asks for just that: nobody needs to understand it.
    pub fn parse_quick(&self, text: &str, sections: &[SectionSpan]) -> Vec<FactOp> {
        let (items, structure) = (Items::default(), TextStructure::default());
        let mut reader = BundleReader::new(self, &items, &structure, (text, sections));
        reader.section = BundleSection::UserAnswers;
        for part in sections.iter().filter(|part| part.section == BundleSection::UserAnswers) {
            for answer in answers::answers(text, reader.index.bytes_of(part.span)) {
                match reader.key_of_question(&answer) {
                    Some((key, scope)) => drop(reader.quick_answer(&answer, key, scope)),
                    None => reader.own_quick_answer(&answer),
                }
            }
        }
        reader.ops
    }
}

/// Reads one bundle.
struct BundleReader<'a> {
    parser: &'a Parser<'a>,
    items: &'a Items<'a>,
    structure: &'a TextStructure,
    text: &'a str,
    index: CharIndex<&'a str>,
    /// The questions of the turn, by bytes.
    questions: Range<usize>,
    section: BundleSection,
    /// Number format of the section's writer.
    format: NumberFormat,
    is_wanted: &'a dyn Fn() -> bool,
    ops: Vec<FactOp>,
}

impl<'a> BundleReader<'a> {
    fn new(
        parser: &'a Parser<'a>,
        items: &'a Items<'a>,
        structure: &'a TextStructure,
        (text, sections): (&'a str, &[SectionSpan]),
    ) -> Self {
        let index = CharIndex::new(text);
        let questions = sections.iter().find(|part| part.section == BundleSection::StructuredQuestions);
        let questions = questions.map_or(0..0, |part| index.bytes_of(part.span));
        Self {
            parser,
            items,
            structure,
            text,
            index,
            questions,
            section: BundleSection::FreeChat,
            format: parser.format,
            is_wanted: &|| true,
            ops: Vec::new(),
        }
    }

    fn prose(&mut self, range: Range<usize>) {
        let text = self.text;
        self.format = NumberFormat::detect(&text[range.clone()]).or(self.parser.format);
        let mut window = SentenceWindow::default();
        segment::parts_while(text, range, self.structure, self.is_wanted, |part| {
            let TextSegment::Read(sentence) = part else { return };
            window.push(text, sentence);
            if window.sentences.len() == WINDOW {
                self.judge(&mut window);
            }
        });
        self.judge(&mut window);
    }

    fn answers(&mut self, range: Range<usize>) {
        for answer in answers::answers(self.text, range) {
            if !(self.is_wanted)() {
                return;
            }
            if answer.quick(self.text).is_some_and(|quick| !quick.answers()) {
                self.remark(&answer);
                continue;
            }
            self.own_quick_answer(&answer);
            let before = self.ops.len();
            if self.keyed_answer(&answer) == AnswerCoverage::All {
                continue;
            }
            for stretch in answers::unescaped(self.text, answer.text.clone()) {
                self.prose(stretch);
            }
            if self.ops.len() == before {
                self.remark(&answer);
            }
        }
    }

    /// Somebody was asked and said this: short as it is, it is worth a look, and nothing more is known of it.
    fn remark(&mut self, answer: &AnswerLine) {
        let range = trim(self.text, answer.text.clone());
        if !range.is_empty() && !self.text[range.clone()].contains('\\') {
            self.add(range, None, StatementJudgement::doubtful(0.7, ""));
        }
    }

    /// An answer to a question that has the name of a key.
    fn keyed_answer(&mut self, answer: &AnswerLine) -> AnswerCoverage {
        let Some((key, scope)) = self.key_of_question(answer) else { return AnswerCoverage::Partial };
        if self.quick_answer(answer, key, scope.clone()) {
            return AnswerCoverage::Partial;
        }
        let reply = answers::unescape(&self.text[answer.text.clone()]);
        let format = NumberFormat::detect(&reply).or(self.parser.format);
        let Some(given) = key_answer::read_value(key, &reply, format) else { return AnswerCoverage::Partial };
        let before = self.ops.len();
        self.add_value(answer.text.clone(), key, &given.value, scope, !given.whole || given.unclear.is_some());
        self.give_reason(before, given.unclear.as_ref());
        if given.whole && self.ops.len() > before { AnswerCoverage::All } else { AnswerCoverage::Partial }
    }

    /// The key that a question asks for, and of what.
    fn key_of_question(&self, answer: &AnswerLine) -> Option<(&'a KeyDef, Scope)> {
        let name = QuestionName::parse(&self.text[answer.question.clone()])?;
        let key = self.parser.registry.get(name.path()?)?;
        let scope = name.item().map_or(Scope::Project, |id| Scope::Item { item_id: id.to_owned() });
        (key.is_of_an_item() == name.item().is_some()).then_some((key, scope))
    }

    fn quick_answer(&mut self, answer: &AnswerLine, key: &KeyDef, scope: Scope) -> bool {
        let quick = answer.quick.clone().filter(|_| key.value_type == ValueType::Boolean);
        let Some(value) = quick.and_then(|quick| Value::from_text(&self.text[quick], &key.expect()).ok()) else {
            return false;
        };
        self.add_value(answer.head(), key, &value, scope, false);
        true
    }

    /// Yes or no to a question without a key states its words. They are whoever asked's, so the analyst is to look.
    fn own_quick_answer(&mut self, answer: &AnswerLine) {
        let name = &self.text[answer.question.clone()];
        let quick = answer.quick(self.text).filter(|quick| quick.answers());
        let (Some(QuestionName::Own(_)), Some(quick)) = (QuestionName::parse(name), quick) else { return };
        let Some(question_text) = answers::question(self.text, self.questions.clone(), name) else { return };
        let value = format!("{} — {}", plain(question_text), quick.as_str().to_lowercase()).into();
        let content = OpContent { key: NOTE_KEY, value_type: ValueType::Note, value, scope: Scope::Project };
        self.propose(answer.head(), content, StatementJudgement::doubtful(TYPED, "the words are the question's"));
    }

    fn judge(&mut self, window: &mut SentenceWindow) {
        let tone = window.tone();
        let talk = speaker::is_talk(window.sentences.iter().map(|(_, range)| &window.words[range.clone()]));
        let mut clauses = Vec::new();
        for (at, (sentence, range)) in window.sentences.iter().enumerate() {
            let words = &window.words[range.clone()];
            if skipped::states_nothing(&self.text[sentence.range.clone()]).is_some() {
                continue;
            }
            let typed = typed::find(words, self.text, self.format, &self.parser.keys, self.items);
            if typed.iter().any(|typed| typed.whole) {
                for typed in &typed {
                    self.add_typed(sentence.range.clone(), typed);
                }
                continue;
            }
            clauses.clear();
            let body =
                if sentence.kind == SentenceKind::TableRow { 0 } else { speaker::body(words, talk, tone.english) };
            if tone.english && sentence.kind == SentenceKind::Prose && body < words.len() {
                clause::split(&words[body..], self.text, &mut clauses);
            } else {
                clauses.push(0..words.len() - body);
            }
            let (kind, opens) = (sentence.kind, sentence.opens && window.goes_on(at));
            let led = sentence.lead.is_some();
            let in_turn = self.structure.turn_of(&sentence.range).is_some_and(|turn| turn.speaker.is_some());
            let setting = ClauseContext { tone, kind, opens, led, spoken: talk || in_turn || tone.talk };
            let clauses = clauses.iter().map(|clause| body + clause.start..body + clause.end);
            let valued = self.values_of_clauses(words, clauses.clone(), sentence, &typed);
            for clause in clauses.filter(|clause| !valued.iter().any(|valued| overlap(clause, valued))) {
                self.clause(words, clause, sentence, setting);
            }
        }
        window.words.clear();
        window.sentences.clear();
    }

    /// Adds what a clause states, in pieces that a quote can hold.
    fn clause(&mut self, words: &[ClauseWord], clause: Range<usize>, sentence: &SentenceSpan, setting: ClauseContext) {
        let lead_in = |start: usize| match setting.tone.english {
            true => clause::lead_in(&words[start..clause.end], self.text),
            false => 0,
        };
        let first = clause.start + lead_in(clause.start);
        let mut start = first;
        while start < clause.end {
            let fits = |end: &usize| self.chars(words, start, *end) <= MAX_PIECE;
            let mut end = clause.end;
            if !fits(&end) {
                let furthest = (start + 1..clause.end).take_while(fits).last().unwrap_or(start + 1);
                end = clause::pause(words, start, furthest);
                // "1372–1373" is cut nowhere.
                let is_glued = |at: usize| {
                    !self.text[words[at - 1].end as usize..words[at].start as usize].contains(char::is_whitespace)
                };
                while end > start + 1 && is_glued(end) {
                    end -= 1;
                }
            }
            let is_part = end < clause.end || start > first;
            let verdict = judge::judge(&words[start..end], self.text, setting);
            let verdict = verdict.or_else(|| self.judge_value(&words[start..end], setting));
            if let Some(verdict) = verdict.filter(|_| !is_part || clause::opens_with_subject(&words[start..end])) {
                let why = if is_part { "it is a part of a longer sentence" } else { verdict.why };
                let verdict = StatementJudgement { needs_review: verdict.needs_review || is_part, why, ..verdict };
                self.add(extent(self.text, words, start..end, sentence), sentence.lead.as_ref(), verdict);
            }
            start = end + if end < clause.end { lead_in(end) } else { 0 };
        }
    }

    /// "Lieferzeit 8 Wochen" states nothing by its grammar, and has a value of a property.
    fn judge_value(&self, words: &[ClauseWord], setting: ClauseContext) -> Option<StatementJudgement> {
        let (first, last) = (words.first()?, words.last()?);
        let range = first.start as usize..last.end as usize;
        let is_question = self.text[range.end..].starts_with('?');
        let is_short = words.len() <= VALUE_WORDS && !setting.tone.talk && !setting.spoken && !is_question;
        let has_value = is_short && self.structure.valued(self.text).is_within(&range);
        has_value.then_some(StatementJudgement::doubtful(TYPED_ALONE, "it is not a whole sentence"))
    }

    /// Returns the length of the words together.
    fn chars(&self, words: &[ClauseWord], start: usize, end: usize) -> usize {
        let (from, to) = (words[start].start as usize, words[end - 1].end as usize);
        // Counting is for what is near the limit: a character has at most four bytes.
        let near = MAX_PIECE..=4 * MAX_PIECE;
        if near.contains(&(to - from)) { self.text[from..to].chars().count() } else { to - from }
    }

    /// Adds the values of a sentence, each with the clause that says it, or all of the sentence. Returns the words that
    /// are said by them: they are no statements of their own.
    fn values_of_clauses(
        &mut self,
        words: &[ClauseWord],
        clauses: impl Iterator<Item = Range<usize>> + Clone,
        sentence: &SentenceSpan,
        typed: &[TypedValue<'_>],
    ) -> Vec<Range<usize>> {
        let mut valued = Vec::new();
        for typed in typed {
            let says = |clause: &Range<usize>| clause.start <= typed.words.start && typed.words.end <= clause.end;
            let clause = clauses.clone().find(says).filter(|_| clauses.clone().nth(1).is_some());
            let quoted = clause.unwrap_or(0..words.len());
            if self.add_typed(extent(self.text, words, quoted.clone(), sentence), typed) {
                valued.push(quoted);
            }
        }
        valued
    }

    /// Adds a value, if the words that say it are short enough for a quote.
    fn add_typed(&mut self, range: Range<usize>, typed: &TypedValue<'_>) -> bool {
        let before = self.ops.len();
        self.add_value(range, typed.key, &typed.value, typed.scope.clone(), typed.unclear.is_some());
        self.give_reason(before, typed.unclear.as_ref());
        self.ops.len() > before
    }

    /// Says why the analyst should look at the ops from `before` on.
    fn give_reason(&mut self, before: usize, unclear: Option<&UserMessage>) {
        for op in &mut self.ops[before..] {
            op.reason = unclear.cloned().unwrap_or_default();
        }
    }

    fn add_value(&mut self, range: Range<usize>, key: &KeyDef, value: &Value, scope: Scope, needs_review: bool) {
        let content = OpContent { key: &key.path, value_type: key.value_type, value: value.to_json(), scope };
        self.propose(range, content, StatementJudgement { needs_review, ..StatementJudgement::sure(TYPED) });
    }

    /// Adds a statement; what introduces the list that it is an item of stands before it, unless it stands alone.
    fn add(&mut self, range: Range<usize>, lead: Option<&Range<usize>>, verdict: StatementJudgement) {
        let words = trim(self.text, range.clone());
        let statement = plain(&self.text[words.clone()]);
        let lead = lead.filter(|lead| lead.len() <= MAX_LEAD && !is_whole(&statement, &statement));
        let (value, verdict) = match lead {
            Some(lead) => (introduced(&plain(&self.text[lead.clone()]), &statement), verdict.leaning()),
            None => (statement, verdict),
        };
        let value = self.row_words(&words).unwrap_or(value).into();
        let content = OpContent { key: NOTE_KEY, value_type: ValueType::Note, value, scope: Scope::Project };
        self.propose(range, content, verdict);
    }

    /// The words of a row with its heads, where the statement is all of one, or of one of its cells with a value.
    fn row_words(&self, words: &Range<usize>) -> Option<String> {
        let (row, cells) = self.structure.row_around(words)?;
        if row != words {
            return cell_words(self.text, cells, words).filter(|_| self.structure.valued(self.text).is_cell(words));
        }
        let is_table = cells.cells.len() > 1 || cells.cells.iter().any(|cell| cell.row.is_some());
        (is_table && !row.is_empty()).then(|| row_words(self.text, cells))
    }

    fn propose(&mut self, range: Range<usize>, content: OpContent<'_>, verdict: StatementJudgement) {
        let range = trim(self.text, range);
        let quote = &self.text[range.clone()];
        let span = Span::new(self.index.char_of(range.start), self.index.char_of(range.end));
        if span.is_empty() || span.len() as usize > MAX_QUOTE_CHARS {
            return;
        }
        self.ops.push(FactOp {
            op: OpKind::Add,
            scope: content.scope,
            key: content.key.to_owned(),
            value_type: Some(content.value_type),
            value: content.value,
            evidence: Some(OpEvidence {
                quote: quote.to_owned(),
                start_char: Some(span.start.into()),
                end_char: Some(span.end.into()),
                source_section: Some(self.section.as_str().to_owned()),
            }),
            confidence: (verdict.confidence * 100.0).round() / 100.0,
            needs_review: verdict.needs_review || self.section == BundleSection::AgentOutput,
            reason: verdict.why.into(),
        });
    }
}

/// Tells whether a typed value says all that an answer does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerCoverage {
    All,
    Partial,
}

/// The sentences of `text[range]`, by their bytes.
pub(super) fn sentences_in(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let structure = TextStructure::of_part(text, &range);
    outline(text, range, &structure).into_iter().map(|one| one.range)
}

/// The content of an op, apart from its location.
struct OpContent<'a> {
    key: &'a str,
    value_type: ValueType,
    value: serde_json::Value,
    scope: Scope,
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// The bytes of a statement: with the signs at its ends, and to the sentence's own ends where it reaches them.
fn extent(text: &str, words: &[ClauseWord], part: Range<usize>, sentence: &SentenceSpan) -> Range<usize> {
    let start = words[part.start].start as usize;
    let start = if part.start == 0 { sentence.range.start } else { opening(text, start, sentence.range.start) };
    let end = words[part.end - 1].end as usize;
    let end = if part.end == words.len() { sentence.range.end } else { closing(text, end, sentence.range.end) };
    start..end
}

/// Returns the end of a statement that ends with the word before `at`: a unit's sign or a bracket behind it belongs to
/// it.
fn closing(text: &str, at: usize, ceiling: usize) -> usize {
    let signs = ['%', '‰', '°', '€', '$', '£', '"', '”', ')', ']', '²', '³', '+', '*', '_'];
    let run = text[at..ceiling].chars().take_while(|c| signs.contains(c));
    at + run.map(char::len_utf8).sum::<usize>()
}

/// Returns the start of a statement that starts with the word at `at`: a currency sign or a bracket before it belongs
/// to it.
fn opening(text: &str, at: usize, floor: usize) -> usize {
    let signs = ['$', '€', '£', '"', '“', '(', '+', '~', '@', '#', '*', '_'];
    let mut start = at;
    while let Some(c) = text[floor..start].chars().next_back().filter(|c| signs.contains(c)) {
        start -= c.len_utf8();
    }
    start
}

/// Sentences that are judged together.
#[derive(Default)]
struct SentenceWindow {
    words: Vec<ClauseWord>,
    sentences: Vec<(SentenceSpan, Range<usize>)>,
}

impl SentenceWindow {
    fn push(&mut self, text: &str, sentence: SentenceSpan) {
        let from = self.words.len();
        word::split(text, sentence.range.start, sentence.range.end, &mut self.words);
        self.sentences.push((sentence, from..self.words.len()));
    }

    /// Returns whether another sentence of its paragraph follows the one at `at`.
    fn goes_on(&self, at: usize) -> bool {
        self.sentences.get(at + 1).is_some_and(|(next, _)| next.kind == SentenceKind::Prose && !next.opens)
    }

    /// Returns the kind of text that this is.
    fn tone(&self) -> Tone {
        let among = |class: Classes| self.words.iter().filter(|word| word.is(class)).count();
        let prose = self.sentences.iter().filter(|(sentence, _)| sentence.kind == SentenceKind::Prose);
        let tells = |word: &ClauseWord| matches!(word.figure, Figure::Amount | Figure::Year);
        let with_figures = prose.clone().filter(|(_, range)| self.words[range.clone()].iter().any(tells)).count();
        Tone {
            english: among(FUNCTION) * 6 > self.words.len(),
            figures: with_figures >= MIN_FIGURES && with_figures * 2 > prose.count(),
            talk: self.words.len() >= MIN_TALK && among(FIRST_PERSON | SECOND_PERSON | FILLER) * 12 > self.words.len(),
        }
    }
}

/// The kind of text that some sentences are.
#[derive(Clone, Copy, Debug)]
struct Tone {
    english: bool,
    /// Most sentences give figures, so that one without frames the others.
    figures: bool,
    /// People talk: much is said that states nothing.
    talk: bool,
}
