//! The proposals of a text: the best of its candidates, each with the words that it needs to be understood.
//!
//! The rest are mentions: they stay in the text, where coverage shows them, and make no row in the ledger.

use std::ops::Range;

use super::ranked_text::RankedText;
use crate::evidence::MAX_QUOTE_CHARS;
use crate::extraction::offline::ROW;
use crate::extraction::op::{FactOp, OpEvidence, OpKind};
use crate::extraction::passages::RankedPassage;
use crate::extraction::wording::plain;
use crate::inputs::BundleSection;
use crate::items::Scope;
use crate::keys::{NOTE_KEY, ValueType};
use crate::message::UserMessage;

/// Least score of a proposal, not a mention: less than two in five of what scores less would be kept.
const BAR: u8 = 40;
/// Least score of written text, which is meant: less of it is said in passing.
const BAR_WRITTEN: u8 = 30;
/// Of a thousand words of talk no more are proposed, the best of them, save what is surely worth it; of little talk still
/// so many.
const MOST: usize = 12;
const OF_LITTLE: usize = 17;
const SURE: u8 = 50;
/// Least worth of a proposed passage, as the log of the odds; and the least and most passages proposed of a thousand words.
/// Researchers code 5.5 in a thousand words.
const PASSAGE_BAR: f64 = -0.4;
const FEWEST_PASSAGES: usize = 4;
const MOST_PASSAGES: usize = 10;
/// Passages proposed of a short talk, whatever they are worth: its structure tells little.
const OF_SHORT: usize = 8;
/// Loss of a passage without a sentence that can be understood by itself, in the log of the odds.
const BROKEN: f64 = 1.0;
/// Confidence that a passage says what its statement does.
const OF_PASSAGE: f64 = 0.6;

impl RankedText<'_> {
    /// Leaves of what a parser found in this text what is worth a look. Typed values, answers and rows of tables are always.
    pub fn propose(&self, ops: Vec<FactOp>) -> Vec<FactOp> {
        self.best_of(self.candidates(ops))
    }

    /// As [`Self::propose`], of its candidates. Where people talk at length the passages of their words take the place of
    /// its statements.
    pub fn best_of(&self, candidates: Vec<FactOp>) -> Vec<FactOp> {
        if !self.talk().passages.is_empty() {
            return self.with_passages(candidates);
        }
        let scores: Vec<Option<u8>> = candidates.iter().map(|op| self.score(op)).collect();
        let bar = if self.is_talk() { self.bar_of_talk(scores.iter().flatten().copied()) } else { BAR_WRITTEN };
        let proposed = candidates.into_iter().zip(scores).filter(|(_, score)| score.is_none_or(|score| score >= bar));
        proposed.map(|(op, _)| op).collect()
    }

    /// Leaves of the candidates all but the statements of speakers, and of these those with a value of their own; adds the
    /// passages.
    fn with_passages(&self, candidates: Vec<FactOp>) -> Vec<FactOp> {
        let chosen = self.best_passages();
        let is_of_passages = |op: &FactOp| {
            let bytes = self.bytes(op).filter(|_| op.key == NOTE_KEY && !is_answer(op) && op.reason != ROW);
            bytes.is_some_and(|bytes| self.turn_of(&bytes).is_some_and(|turn| turn.speaker.is_some()))
        };
        let (statements, others): (Vec<FactOp>, Vec<FactOp>) =
            candidates.into_iter().partition(|op| is_of_passages(op));
        // A value is compared with other facts. Those of a chosen passage are read from its quote.
        let valued = statements.into_iter().filter(|op| {
            let Some(bytes) = self.bytes(op) else { return false };
            let is_chosen = chosen.iter().any(|one| one.range.start <= bytes.start && bytes.end <= one.range.end);
            !is_chosen && self.structure.valued(self.text).is_within(&bytes)
        });
        let mut all: Vec<FactOp> = others.into_iter().chain(valued).collect();
        all.extend(chosen.iter().map(|passage| self.op_of(passage)));
        all.sort_by_key(|op| self.bytes(op).map_or(0, |bytes| bytes.start));
        all
    }

    /// Returns the passages that are worth a decision, the best first.
    fn best_passages(&self) -> Vec<&RankedPassage> {
        let words = self.words();
        let broken = |one: &RankedPassage| if self.has_statement(one) { 0.0 } else { BROKEN };
        let rank = |one: &RankedPassage| one.logit + one.learned - broken(one);
        let mut ranked: Vec<(f64, &RankedPassage)> = self.talk().passages.iter().map(|one| (rank(one), one)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let of_length = FEWEST_PASSAGES * words / 1_000;
        let least = if self.is_long() { of_length } else { of_length.max(OF_SHORT) };
        let most = (MOST_PASSAGES * words / 1_000).max(OF_LITTLE);
        // Decisions tell which passages are proposed, and the talk how many.
        let above = ranked.iter().filter(|(_, one)| one.logit >= PASSAGE_BAR).count();
        ranked.into_iter().take(above.clamp(least, most)).map(|(_, one)| one).collect()
    }

    fn op_of(&self, passage: &RankedPassage) -> FactOp {
        let (quote, span) = (self.words_of(&passage.range).to_owned(), self.span(&passage.range));
        FactOp {
            op: OpKind::Add,
            scope: Scope::Project,
            key: NOTE_KEY.to_owned(),
            value_type: Some(ValueType::Note),
            value: self.statement(passage).into(),
            evidence: Some(OpEvidence {
                quote,
                start_char: Some(span.start.into()),
                end_char: Some(span.end.into()),
                source_section: Some(BundleSection::FreeChat.as_str().to_owned()),
            }),
            confidence: OF_PASSAGE,
            needs_review: true,
            reason: UserMessage::default(),
        }
    }

    fn bar_of_talk(&self, scores: impl Iterator<Item = u8>) -> u8 {
        let most = (MOST * self.words() / 1_000).max(OF_LITTLE);
        let mut scores: Vec<u8> = scores.collect();
        scores.sort_unstable_by(|one, other| other.cmp(one));
        scores.get(most).map_or(BAR, |too_many| (too_many + 1).clamp(BAR, SURE))
    }

    /// Leaves what the interviewer does not say, each with the words that it needs.
    pub fn candidates(&self, ops: Vec<FactOp>) -> Vec<FactOp> {
        self.widened(ops.into_iter().filter(|op| !self.bytes(op).is_some_and(|bytes| self.asks(bytes))).collect())
    }

    /// None of what is proposed whatever it scores: typed values, answers, rows of tables.
    fn score(&self, op: &FactOp) -> Option<u8> {
        let bytes = self.bytes(op).filter(|_| op.key == NOTE_KEY && !is_answer(op) && op.reason != ROW)?;
        Some(self.rate(self.span(&bytes)).score)
    }

    /// A statement that leans on the one before it is offered with its words. The quote stays the words of the source.
    fn widened(&self, ops: Vec<FactOp>) -> Vec<FactOp> {
        let mut retained: Vec<FactOp> = Vec::with_capacity(ops.len());
        for mut op in ops {
            let wider =
                self.bytes(&op).filter(|_| op.key == NOTE_KEY && !is_answer(&op)).and_then(|bytes| self.wider(&bytes));
            if let Some(wider) = wider {
                let within = |one: &FactOp| {
                    one.key == NOTE_KEY
                        && self.bytes(one).is_some_and(|own| wider.start <= own.start && own.end <= wider.end)
                };
                while retained.last().is_some_and(within) {
                    retained.pop();
                }
                self.move_to(&mut op, wider);
            }
            retained.push(op);
        }
        retained
    }

    fn move_to(&self, op: &mut FactOp, bytes: Range<usize>) {
        let (quote, span) = (self.words_of(&bytes).to_owned(), self.span(&bytes));
        op.value = plain(&quote).into();
        op.needs_review = true;
        if let Some(evidence) = &mut op.evidence {
            evidence.quote = quote;
            evidence.start_char = Some(span.start.into());
            evidence.end_char = Some(span.end.into());
        }
    }

    /// The words with the sentence before them, where they lean on it and both are short enough for a quote.
    fn wider(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let before = self.leans_on(bytes)?;
        let wider = before.start..bytes.end;
        (self.span(&wider).len() as usize <= MAX_QUOTE_CHARS).then_some(wider)
    }

    pub(super) fn bytes(&self, op: &FactOp) -> Option<Range<usize>> {
        op.span().map(|span| self.bytes_of(span.start..span.end))
    }
}

fn is_answer(op: &FactOp) -> bool {
    op.evidence.as_ref().and_then(|evidence| evidence.source_section.as_deref())
        == Some(BundleSection::UserAnswers.as_str())
}
