//! The parser that needs no model: finds statements and typed values by rules, with spans that are exact by construction.
//!
//! It never invents. A statement is a stretch of the source with its white space folded; what cannot be typed is a
//! statement or nothing. Its rules know English; in other languages it finds sentences. Time is linear in the text.

mod clause;
mod judge;
mod lexicon;
mod segment;
mod word;

use std::ops::Range;

use crate::bundle::{Section, SectionSpan};
use crate::evidence::MAX_QUOTE_CHARS;
use crate::keys::{NOTE_KEY, ValueType};
use crate::ledger::Scope;
use crate::text::CharIndex;

use super::op::{FactOp, OpEvidence, OpKind};
use judge::{Setting, Verdict};
use segment::{Kind, Sentence};
use word::{Figure, Word};

/// How many sentences are looked at together to tell a report from a talk.
const WINDOW: usize = 64;

/// A report has at least this many sentences with figures: among fewer, one without is not known to be a frame.
const MIN_FIGURES: usize = 4;

/// What the parser finds in a bundle, in the order of the text.
pub fn parse(text: &str, sections: &[SectionSpan]) -> Vec<FactOp> {
    let mut reader = Reader { text, index: CharIndex::new(text), ops: Vec::new() };
    for part in sections {
        let range = reader.index.bytes_of(part.span);
        match part.section {
            Section::FreeChat | Section::AgentOutput => reader.statements(range, part.section),
            Section::UserAnswers | Section::TurnMeta | Section::StructuredQuestions => {}
        }
    }
    reader.ops
}

struct Reader<'a> {
    text: &'a str,
    index: CharIndex<&'a str>,
    ops: Vec<FactOp>,
}

impl Reader<'_> {
    fn statements(&mut self, range: Range<usize>, section: Section) {
        let text = self.text;
        let mut window = Window::default();
        segment::sentences(text, range, |sentence| {
            window.push(text, sentence);
            if window.sentences.len() == WINDOW {
                self.judge(&mut window, section);
            }
        });
        self.judge(&mut window, section);
    }

    fn judge(&mut self, window: &mut Window, section: Section) {
        let text = self.text;
        let tone = window.tone();
        let mut clauses = Vec::new();
        for (sentence, range) in &window.sentences {
            let words = &window.words[range.clone()];
            let setting = Setting {
                english: tone.english,
                figures: tone.figures,
                talk: tone.talk,
                kind: sentence.kind,
                opens: sentence.opens,
                asks: states_nothing(&text[sentence.range.clone()]),
            };
            clauses.clear();
            if tone.english && sentence.kind == Kind::Prose {
                clause::split(words, text, &mut clauses);
            } else {
                clauses.push(0..words.len());
            }
            for part in &clauses {
                let last = part.end == words.len();
                let skip = if tone.english { clause::lead_in(&words[part.clone()], text) } else { 0 };
                let words = &words[part.start + skip..part.end];
                if let Some(verdict) = judge::judge(words, text, setting) {
                    let whole = part.start + skip == 0;
                    let start = if whole {
                        sentence.range.start
                    } else {
                        opening(text, words[0].start as usize, sentence.range.start)
                    };
                    let end = if last { sentence.range.end } else { words[words.len() - 1].end as usize };
                    self.add(start..end, verdict, section);
                }
            }
        }
        window.words.clear();
        window.sentences.clear();
    }

    fn add(&mut self, range: Range<usize>, verdict: Verdict, section: Section) {
        let range = segment::trim(self.text, range);
        let quote = &self.text[range.clone()];
        let (start, end) = (self.index.char_of(range.start), self.index.char_of(range.end));
        if end - start > MAX_QUOTE_CHARS as u32 {
            return;
        }
        self.ops.push(FactOp {
            op: OpKind::Add,
            scope: Scope::Project,
            key: NOTE_KEY.to_owned(),
            value_type: Some(ValueType::Note),
            value: fold(quote).into(),
            evidence: Some(OpEvidence {
                quote: quote.to_owned(),
                start_char: Some(start.into()),
                end_char: Some(end.into()),
                source_section: Some(section.as_str().to_owned()),
            }),
            confidence: (verdict.confidence * 100.0).round() / 100.0,
            needs_review: verdict.needs_review || section == Section::AgentOutput,
            reason: String::new(),
        });
    }
}

/// A question, what announces a list, a link alone.
fn states_nothing(sentence: &str) -> bool {
    let link = sentence.starts_with('[') && sentence.ends_with(')') && sentence.matches("](").count() == 1;
    sentence.ends_with(['?', '？', '؟', ':', '：']) || link
}

/// Where a statement opens that starts with the word at `at`: a currency sign or a bracket before it belongs to it.
fn opening(text: &str, at: usize, floor: usize) -> usize {
    let signs = ['$', '€', '£', '"', '“', '(', '+', '~', '@', '#'];
    let mut start = at;
    while let Some(c) = text[floor..start].chars().next_back().filter(|c| signs.contains(c)) {
        start -= c.len_utf8();
    }
    start
}

fn fold(quote: &str) -> String {
    if !quote.contains(['\n', '\t', '\u{a0}']) && !quote.contains("  ") {
        return quote.to_owned();
    }
    quote.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sentences that are judged together.
#[derive(Default)]
struct Window {
    words: Vec<Word>,
    sentences: Vec<(Sentence, Range<usize>)>,
}

impl Window {
    fn push(&mut self, text: &str, sentence: Sentence) {
        let from = self.words.len();
        word::split(text, sentence.range.start, sentence.range.end, &mut self.words);
        self.sentences.push((sentence, from..self.words.len()));
    }

    /// What kind of text this is.
    fn tone(&self) -> Tone {
        let among = |class: lexicon::Class| self.words.iter().filter(|word| word.is(class)).count();
        let prose = self.sentences.iter().filter(|(sentence, _)| sentence.kind == Kind::Prose);
        let tells = |word: &Word| matches!(word.figure, Figure::Amount | Figure::Year);
        let with_figures = prose.clone().filter(|(_, range)| self.words[range.clone()].iter().any(tells)).count();
        Tone {
            english: among(lexicon::FUNCTION) * 6 > self.words.len(),
            figures: with_figures >= MIN_FIGURES && with_figures * 2 > prose.count(),
            talk: among(lexicon::FIRST | lexicon::SECOND | lexicon::FILLER) * 12 > self.words.len(),
        }
    }
}

#[derive(Clone, Copy)]
struct Tone {
    english: bool,
    figures: bool,
    talk: bool,
}
