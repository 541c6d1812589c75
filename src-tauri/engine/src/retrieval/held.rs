//! A discovery's index in memory: which Inputs it has, where their passages are, and the index itself.

use std::collections::{BTreeMap, BTreeSet};

use factly_core::discovery::{EntityLabel, Kind};
use factly_core::language::stem::Stems;
use factly_core::retrieval::{
    Context, ContextKind, Extent, Fields, Hit, Index, Passage, PassageId, PassageRef, extents, said_of,
};
use rustc_hash::FxHashSet;

use super::{FoundPassage, IndexStatus};
use crate::error::Result;
use crate::store::searched::SearchedInput;
use crate::store::{DiscoverySeq, InputSeq, Reader};

#[derive(Default, Debug, PartialEq)]
pub(super) struct Held {
    pub(super) index: Index,
    /// By the numbers of their rows, which are the numbers of the index's documents.
    inputs: BTreeMap<i64, HeldInput>,
}

#[derive(Debug, PartialEq)]
struct HeldInput {
    row: SearchedInput,
    context: Vec<Context>,
    passages: Vec<Extent>,
}

impl Held {
    /// Brings the index up to what the library has.
    pub(super) fn refresh(&mut self, r: &Reader, discovery: DiscoverySeq) -> Result<()> {
        let rows = r.searched_inputs(discovery)?;
        let now: BTreeMap<i64, &SearchedInput> = rows.iter().map(|row| (row.seq.0, row)).collect();
        let goes = |seq: &i64, input: &HeldInput| now.get(seq).is_none_or(|row| **row != input.row);
        let gone: FxHashSet<i64> =
            self.inputs.iter().filter(|(seq, input)| goes(seq, input)).map(|(seq, _)| *seq).collect();
        if !gone.is_empty() {
            self.index.remove(&gone);
            self.inputs.retain(|seq, _| !gone.contains(seq));
        }
        let mut adder = self.index.adder();
        for row in rows {
            if self.inputs.contains_key(&row.seq.0) {
                continue;
            }
            let text = r.input_text(row.seq)?;
            let input = HeldInput::of(row, &text);
            let stems = Stems::of(&text);
            for (number, place) in (1..).zip(&input.passages) {
                let text = &text[place.bytes.start as usize..place.bytes.end as usize];
                adder.add(PassageRef { document: input.row.seq.0, number }, stems, &input.fields(place, text));
            }
            self.inputs.insert(input.row.seq.0, input);
        }
        Ok(())
    }

    pub(super) fn status(&self) -> IndexStatus {
        IndexStatus { inputs: self.inputs.len(), passages: self.index.len(), terms: self.index.terms() }
    }

    pub(super) fn documents_labelled(&self, labels: &BTreeSet<i64>) -> FxHashSet<i64> {
        self.inputs.iter().filter(|(_, input)| labels.contains(&input.row.label_no)).map(|(seq, _)| *seq).collect()
    }

    /// Returns a passage with its text; none where the library has it no more.
    pub(super) fn passage(&self, r: &Reader, at: PassageRef) -> Option<Passage> {
        let input = self.inputs.get(&at.document)?;
        let place = input.passages.get(usize::try_from(at.number).ok()?.checked_sub(1)?)?;
        let text = r.input_piece(InputSeq(at.document), place.bytes.clone()).ok()?;
        let fields = input.fields(place, "");
        let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Some(Passage {
            id: PassageId { input_label: input.row.label_no, number: at.number },
            title: input.row.title.clone(),
            heading: named(fields.heading),
            speaker: named(fields.speaker),
            chars: place.chars.clone(),
            text,
        })
    }

    pub(super) fn found(&self, r: &Reader, hit: &Hit) -> Option<FoundPassage> {
        let passage = self.passage(r, hit.passage)?;
        let input = self.inputs.get(&hit.passage.document)?;
        Some(FoundPassage {
            id: passage.id,
            input: input.row.id,
            label: EntityLabel::new(Kind::Input, input.row.label_no).to_string(),
            title: passage.title,
            heading: passage.heading,
            speaker: passage.speaker,
            text: passage.text,
            start_char: passage.chars.start,
            end_char: passage.chars.end,
            score: hit.score,
            similarity: hit.similarity,
        })
    }
}

impl HeldInput {
    fn of(row: SearchedInput, text: &str) -> Self {
        let context = Vec::new();
        Self { passages: extents(text, &context), context, row }
    }

    fn fields<'t>(&'t self, place: &Extent, text: &'t str) -> Fields<'t> {
        let of = |kind| said_of(&self.context, kind, place.chars.start).unwrap_or_default();
        Fields { title: &self.row.title, heading: of(ContextKind::Heading), speaker: of(ContextKind::Speaker), text }
    }
}
