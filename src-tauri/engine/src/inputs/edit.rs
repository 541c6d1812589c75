//! Another text for an Input: a new version with bundles of its own, parsed like any. Nothing of the old one is touched.
//!
//! A fact whose quote stands in the new text too, to the letter, is said there again, and is shown there. A fact whose
//! quote does not is left where it is and marked for review: evidence is moved exactly or not at all. Where the new text
//! has a denial or the rest of a value beside a quote, the fact is marked too. Where a quote
//! stands several times, it is the one in the unchanged text around the edit, else the nearest.

use factly_core::message::UserMessage;
use std::collections::BTreeMap;

use factly_core::discovery::status::MarkEvent;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::evidence::{Evidence, EvidenceText, Missing, support};
use factly_core::inputs::sha256_hex;
use factly_core::message;
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::evidence_at;
use crate::inputs::Inputs;
use crate::inputs::add::{CommittedInput, NewBundle, check_text, insert_pieces, length};
use crate::items::ItemMentions;
use crate::lookup::discovery_row;
use crate::marks::EditOutcome;
use crate::marks::{EntityEvent, Reach, each_once, mark_dependants, mark_one};
use crate::originals;
use crate::prepared::PreparedText;
use crate::store::discoveries::DiscoveryRow;
use crate::store::inputs::{InputOrigin, InputRow, QuoteInInput};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, Op, OpSeq, Stack, Topic, Writer};
use crate::task::{NoProgress, ProgressThrottle};

impl Inputs<'_> {
    /// Gives an Input another text, which is parsed as part of the same step.
    pub(crate) fn edit_input(&self, discovery: Uuid, label: EntityLabel, text: &str) -> Result<EditOutcome> {
        self.edit_input_as(discovery, label, text, message!("Edit {}", label))
    }

    pub(crate) fn edit_input_as(
        &self,
        discovery: Uuid,
        label: EntityLabel,
        text: &str,
        name: UserMessage,
    ) -> Result<EditOutcome> {
        let edit = match self.input_edit(discovery, label, text)? {
            Ok(edit) => edit,
            Err(unchanged) => return Ok(unchanged),
        };
        let op = Op::named(Stack::Discovery(edit.row.seq), name);
        let written = self.ctx.write(op, |w| edit.carry_out(w))?;
        let (edited, unread) = written.value;
        self.read_edited(unread, written.operation)?;
        Ok(edited)
    }

    /// Cuts a new text for an Input into its bundles: the long part, done before the step. `Err` if it is what the Input
    /// says already.
    pub(crate) fn input_edit(
        &self,
        discovery: Uuid,
        label: EntityLabel,
        text: &str,
    ) -> Result<std::result::Result<InputEdit, EditOutcome>> {
        let (row, old, old_text, spoken) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let member = crate::lookup::member(r, row.seq, label)?;
            let old = super::input_row(r, member.id)?;
            let text = r.input_text(old.seq)?;
            let spoken = ItemMentions::read(r, row.seq)?;
            Ok((row, old, text, spoken))
        })?;
        check_text(&old.title, text)?;
        if old_text == text {
            return Ok(Err(EditOutcome { label, version: old.version, marked: Vec::new(), note: None }));
        }
        let pieces = self.pieces(text, row.stage, &spoken, &ProgressThrottle::new(&NoProgress))?;
        Ok(Ok(InputEdit { row, label, old, old_text, text: text.to_owned(), pieces }))
    }

    /// Parses what an edit brought, as part of its step. A model that cannot be asked leaves it unread, as its runs say.
    pub(crate) fn read_edited(&self, unread: UnparsedInput, operation: Option<OpSeq>) -> Result<()> {
        let added = CommittedInput { operation, ..unread.added };
        self.parse_added(unread.discovery, &added, &NoProgress, &ProgressThrottle::new(&NoProgress))?;
        Ok(())
    }
}

/// A new text for an Input, ready to be stored.
pub(crate) struct InputEdit {
    row: DiscoveryRow,
    label: EntityLabel,
    old: InputRow,
    old_text: String,
    text: String,
    pieces: Vec<NewBundle>,
}

/// A text that was stored and waits to be parsed.
pub(crate) struct UnparsedInput {
    discovery: DiscoverySeq,
    added: CommittedInput,
}

impl InputEdit {
    /// Stores it within a step, and finds the evidence of the old text in it.
    pub(crate) fn carry_out(&self, w: &mut Writer<'_>) -> Result<(EditOutcome, UnparsedInput)> {
        let (row, label) = (&self.row, self.label);
        if crate::lookup::member(w, row.seq, label)?.version != self.old.version {
            return Err(
                Error::refused(message!("{} was edited meanwhile.", label)).hint("Look at it, then edit again.")
            );
        }
        let sha256 = sha256_hex(&self.text);
        let (input, id, version) = w.insert_input_version(&self.old, length(&self.text), &sha256, &self.text)?;
        let bundles = insert_pieces(w, row, row.stage, (input, id), &self.pieces, &ProgressThrottle::new(&NoProgress))?;
        let change = TextChange::between(&self.old_text, &self.text);
        originals::carry_over(w, self.old.seq, input, |at| change.border(at))?;
        let marked = move_evidence(w, row.seq, &self.old, input, &change)?;
        w.touch_discovery(row.seq)?;
        [Topic::Inputs, Topic::Runs, Topic::Facts, Topic::Pipeline].into_iter().for_each(|topic| w.topic(topic));
        let is_sample = self.old.origin == InputOrigin::Sample;
        let added = CommittedInput { input, title: self.old.title.clone(), operation: None, bundles, is_sample };
        Ok((EditOutcome { label, version, marked, note: None }, UnparsedInput { discovery: row.seq, added }))
    }
}

/// Finds the quotes of an Input's facts in its new text, and marks the facts whose quotes it does not have, with what is
/// linked by hand.
fn move_evidence(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    old: &InputRow,
    new: InputSeq,
    change: &TextChange,
) -> Result<Vec<EntityLabel>> {
    let of = EntityLabel::new(EntityKind::Input, old.label_no);
    let text = PreparedText::read(w, new)?;
    let mut by_fact: BTreeMap<i64, Vec<QuoteInInput>> = BTreeMap::new();
    for quote in w.quotes_in_input(discovery, old.label_no)? {
        by_fact.entry(quote.label_no).or_default().push(quote);
    }
    let mut marked = Vec::new();
    for (label_no, quotes) in &by_fact {
        // An older text is asked only for what the last one did not have.
        let stood = quotes.iter().any(|quote| quote.input == old.seq);
        let (mut is_anchored, mut changed) = (false, None);
        for quote in quotes.iter().filter(|quote| !stood || quote.input == old.seq) {
            if let Some((bundle, evidence, beside)) = anchor_quote(w, &text, quote, old.seq, change)? {
                w.insert_reaffirmations(None, bundle, &[(quote.fact, &evidence)])?;
                is_anchored = true;
                if !beside.is_empty() && is_news(w, quote.fact, &beside)? {
                    changed = Some(quote);
                }
            }
        }
        if let Some(quote) = changed {
            let fact = EntityLabel::new(EntityKind::Fact, *label_no);
            let event = EntityEvent { of, what: MarkEvent::Edited, was: Some(&quote.quote), is: None };
            marked.extend(mark_one(w, discovery, fact, &event)?);
        }
        if let Some(lost) = quotes.iter().find(|quote| quote.is_own).filter(|_| stood && !is_anchored) {
            let fact = EntityLabel::new(EntityKind::Fact, *label_no);
            let event = EntityEvent { of, what: MarkEvent::Edited, was: Some(&lost.quote), is: None };
            marked.extend(mark_one(w, discovery, fact, &event)?);
        }
    }
    let event = EntityEvent { of, what: MarkEvent::Edited, was: None, is: None };
    let of_evidence: Vec<EntityLabel> = by_fact.keys().map(|no| EntityLabel::new(EntityKind::Fact, *no)).collect();
    marked.extend(mark_dependants(w, discovery, &event, Reach::All, &of_evidence)?);
    Ok(each_once(marked))
}

/// Returns whether a fact does not say yet that its quote leaves this out.
fn is_news(w: &Writer<'_>, fact: FactSeq, beside: &[Missing]) -> Result<bool> {
    let listed = w.fact_at(fact)?.map(|row| crate::facts::content_of(&row).missing).unwrap_or_default();
    Ok(beside.iter().any(|one| !listed.contains(one)))
}

/// Returns the span of a quote in the new text, if it occurs, and what is beside it there and changes what it says.
fn anchor_quote(
    w: &Writer<'_>,
    text: &PreparedText,
    quote: &QuoteInInput,
    old: InputSeq,
    change: &TextChange,
) -> Result<Option<(BundleSeq, Evidence, Vec<Missing>)>> {
    let length = length(&quote.quote);
    let before = (quote.input == old).then(|| Span::new(quote.start, quote.start + length));
    let unchanged = before.and_then(|span| change.moved(span)).filter(|span| text.index.slice(*span) == quote.quote);
    let near = before.map_or(0, |span| change.near(span.start));
    let found = match unchanged {
        Some(span) => vec![span],
        None => places_of(&text.index, &quote.quote, near),
    };
    for span in found {
        if let [piece] = text.pieces_over(span)
            && piece.span_in_input().contains(span)
        {
            // The same check that every quote goes through: 5 % does not stand in 15 %.
            let bundle = w.bundle_text(piece.bundle)?;
            if let Ok(evidence) = evidence_at(&bundle, piece.to_bundle(span))
                && evidence.quote == quote.quote
            {
                let beside = support::left_out(&EvidenceText::new(&bundle.text, &bundle.sections), &evidence);
                return Ok(Some((piece.bundle, evidence, beside)));
            }
        }
    }
    Ok(None)
}

/// More places of one quote are not looked at.
const PLACES: usize = 64;

/// Returns the spans of a quote in a text, nearest to `near` first.
fn places_of(text: &CharIndex<String>, quote: &str, near: u32) -> Vec<Span> {
    let length = length(quote);
    let found = text.text().match_indices(quote).take(PLACES);
    let mut places: Vec<Span> =
        found.map(|(byte, _)| text.char_of(byte)).map(|start| Span::new(start, start + length)).collect();
    places.sort_by_key(|span| (span.start.abs_diff(near), span.start));
    places
}

/// The lengths that an edit left alone at the beginning and at the end. In code points.
struct TextChange {
    before: u32,
    after: u32,
    old_length: u32,
    new_length: u32,
}

impl TextChange {
    fn between(old: &str, new: &str) -> Self {
        let (old_length, new_length) = (length(old), length(new));
        let count = |same: usize| u32::try_from(same).unwrap_or(u32::MAX);
        let before = count(old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count());
        let rest = old_length.min(new_length) - before;
        let same_end = old.chars().rev().zip(new.chars().rev()).take(rest as usize).take_while(|(a, b)| a == b);
        Self { before, after: count(same_end.count()), old_length, new_length }
    }

    /// Returns the new span of a span of the old text, if it lies in what was left alone.
    fn moved(&self, span: Span) -> Option<Span> {
        if span.end <= self.before {
            return Some(span);
        }
        let from_end = |at: u32| self.new_length - (self.old_length - at);
        let in_the_end = span.start >= self.old_length - self.after && span.end <= self.old_length;
        in_the_end.then(|| Span::new(from_end(span.start), from_end(span.end)))
    }

    /// Returns the new position of a border in the old text, if it does not lie within what was edited.
    fn border(&self, at: u32) -> Option<u32> {
        let end = self.old_length - self.after;
        (at <= self.before).then_some(at).or_else(|| (at >= end).then(|| self.new_length - (self.old_length - at)))
    }

    /// About where something of the old text is to be looked for.
    fn near(&self, at: u32) -> u32 {
        if at <= self.before { at } else { (at + self.new_length).saturating_sub(self.old_length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_alone_is_moved_exactly() {
        let check = |old: &str, new: &str, span: (u32, u32), expected: Option<(u32, u32)>| {
            let moved = TextChange::between(old, new).moved(Span::new(span.0, span.1));
            assert_eq!(moved, expected.map(|(start, end)| Span::new(start, end)), "{span:?} of {old:?} in {new:?}");
        };
        check("one two three", "one 2 three", (0, 3), Some((0, 3)));
        check("one two three", "one 2 three", (8, 13), Some((6, 11)));
        check("one two three", "one 2 three", (4, 7), None);
        check("one two three", "one 2 three", (2, 9), None);
        check("aaa", "aa", (0, 2), Some((0, 2)));
        check("aaa", "aaaa", (2, 3), Some((2, 3)));
        check("𝒳 one", "𝒳𝒳 one", (2, 5), Some((3, 6)));
        check("", "one", (0, 0), Some((0, 0)));
    }
}
