//! A discovery's index in memory: which Inputs it has, where their passages are, and the index itself.

use std::collections::{BTreeMap, BTreeSet};

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::language::stem::Stems;
use factly_core::retrieval::snapshot::{SnapshotReader, SnapshotWriter};
use factly_core::retrieval::{
    ContextKind, Hit, Index, Passage, PassageContext, PassageExtent, PassageFields, PassageId, PassageRef, context_in,
    extents,
};
use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::{FoundPassage, IndexStatus};
use crate::error::Result;
use crate::originals::{Place, PlaceMap, PlacedPart};
use crate::store::search_texts::SearchedInput;
use crate::store::{DiscoverySeq, InputSeq, Reader};
use crate::task::{ProgressThrottle, TaskStep};

#[derive(Default, Debug, PartialEq)]
pub(super) struct DiscoveryIndex {
    pub(super) index: Index,
    /// By the numbers of their rows, which are the numbers of the index's documents.
    inputs: BTreeMap<i64, IndexedInput>,
    /// Number of passages that came or went since this was last stored.
    pub(super) changed: usize,
}

#[derive(Debug, PartialEq)]
struct IndexedInput {
    row: SearchedInput,
    context: Vec<PassageContext>,
    passages: Vec<PassageExtent>,
}

impl DiscoveryIndex {
    /// Brings the index up to what the library has, Input by Input; called off, it goes on from there the next time.
    pub(super) fn refresh(
        &mut self,
        r: &Reader,
        discovery: DiscoverySeq,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<()> {
        let rows = r.searched_inputs(discovery)?;
        let now: BTreeMap<i64, &SearchedInput> = rows.iter().map(|row| (row.seq.0, row)).collect();
        let goes = |seq: &i64, input: &IndexedInput| now.get(seq).is_none_or(|row| **row != input.row);
        let removed: FxHashSet<i64> =
            self.inputs.iter().filter(|(seq, input)| goes(seq, input)).map(|(seq, _)| *seq).collect();
        if !removed.is_empty() {
            let passages = removed.iter().filter_map(|seq| self.inputs.get(seq)).map(|input| input.passages.len());
            self.changed += passages.sum::<usize>();
            self.index.remove(&removed);
            self.inputs.retain(|seq, _| !removed.contains(seq));
        }
        let total = rows.len();
        let mut adder = self.index.adder();
        for row in rows {
            if self.inputs.contains_key(&row.seq.0) {
                continue;
            }
            let done = self.inputs.len();
            throttle.at(|| TaskStep { title: row.title.clone(), done, total, facts: 0 })?;
            let text = r.input_text(row.seq)?;
            let places = PlaceMap::read(r, row.seq)?;
            let input = IndexedInput::new(row, &text, &places.places);
            let stems = Stems::for_text(&text);
            for (number, extent) in (1..).zip(&input.passages) {
                let text = &text[extent.bytes.start as usize..extent.bytes.end as usize];
                let [heading, speaker] = ContextKind::ALL.map(|kind| input.context_text(kind, extent));
                let fields = PassageFields { title: &input.row.title, heading: &heading, speaker: &speaker, text };
                adder.add(PassageRef { document: input.row.seq.0, number }, stems, &fields);
            }
            self.changed += input.passages.len();
            self.inputs.insert(input.row.seq.0, input);
        }
        Ok(())
    }

    /// Returns all of it as bytes.
    pub(super) fn snapshot(&self) -> Vec<u8> {
        let mut snapshot = SnapshotWriter::default();
        snapshot.index(&self.index);
        snapshot.count(self.inputs.len());
        self.inputs.values().for_each(|input| input.keep(&mut snapshot));
        snapshot.finish()
    }

    /// Reads what [`Self::snapshot`] gave; none where that is damaged or of another version.
    pub(super) fn restored(bytes: &[u8]) -> Option<Self> {
        let mut restored = SnapshotReader::open(bytes)?;
        let index = restored.index()?;
        let inputs = restored.list(IndexedInput::restored)?;
        let inputs = inputs.into_iter().map(|input| (input.row.seq.0, input)).collect();
        Some(Self { index, inputs, changed: 0 })
    }

    pub(super) fn status(&self) -> IndexStatus {
        IndexStatus { inputs: self.inputs.len(), passages: self.index.len(), terms: self.index.terms() }
    }

    /// Returns the Inputs that are searched, each with its title.
    pub(super) fn documents(&self) -> impl Iterator<Item = (i64, &str)> {
        self.inputs.iter().map(|(document, input)| (*document, input.row.title.as_str()))
    }

    /// Returns the passages of an Input, in its order.
    pub(super) fn passages(&self, r: &Reader, document: i64) -> impl Iterator<Item = Passage> {
        let count = self.inputs.get(&document).map_or(0, |input| input.passages.len());
        let numbers = 1..=u32::try_from(count).unwrap_or(u32::MAX);
        numbers.filter_map(move |number| self.passage(r, PassageRef { document, number }))
    }

    /// Returns where a passage is that is named.
    pub(super) fn reference(&self, id: PassageId) -> Option<PassageRef> {
        let (document, _) = self.inputs.iter().find(|(_, input)| input.row.label_no == id.input_label)?;
        Some(PassageRef { document: *document, number: id.number })
    }

    pub(super) fn has(&self, document: i64) -> bool {
        self.inputs.contains_key(&document)
    }

    pub(super) fn has_label(&self, document: i64, labels: &[i64]) -> bool {
        self.inputs.get(&document).is_some_and(|input| labels.contains(&input.row.label_no))
    }

    pub(super) fn documents_labelled(&self, labels: &BTreeSet<i64>) -> FxHashSet<i64> {
        self.inputs.iter().filter(|(_, input)| labels.contains(&input.row.label_no)).map(|(seq, _)| *seq).collect()
    }

    /// Returns a passage with its text; none where the library has it no more.
    pub(super) fn passage(&self, r: &Reader, at: PassageRef) -> Option<Passage> {
        let input = self.inputs.get(&at.document)?;
        let extent = input.passages.get(usize::try_from(at.number).ok()?.checked_sub(1)?)?;
        let text = r.input_piece(InputSeq(at.document), extent.bytes.clone()).ok()?;
        let texts = |kind| context_in(&input.context, kind, &extent.chars).map(ToOwned::to_owned).collect();
        Some(Passage {
            id: PassageId { input_label: input.row.label_no, number: at.number },
            title: input.row.title.clone(),
            headings: texts(ContextKind::Heading),
            speakers: texts(ContextKind::Speaker),
            chars: extent.chars.clone(),
            text,
        })
    }

    pub(super) fn found(&self, r: &Reader, hit: &Hit) -> Option<FoundPassage> {
        let passage = self.passage(r, hit.passage)?;
        let input = self.inputs.get(&hit.passage.document)?;
        let start = passage.chars.start..passage.chars.start;
        let first = |kind| context_in(&input.context, kind, &start).next().map(ToOwned::to_owned);
        Some(FoundPassage {
            id: passage.id,
            input: input.row.id,
            label: EntityLabel::new(EntityKind::Input, input.row.label_no).to_string(),
            title: passage.title,
            heading: first(ContextKind::Heading),
            speaker: first(ContextKind::Speaker),
            text: passage.text,
            start_char: passage.chars.start,
            end_char: passage.chars.end,
            location: None,
            score: hit.score,
            similarity: hit.similarity,
        })
    }
}

impl IndexedInput {
    fn new(row: SearchedInput, text: &str, places: &[PlacedPart]) -> Self {
        let context: Vec<PassageContext> = places.iter().filter_map(context_of).collect();
        Self { passages: extents(text, &context), context, row }
    }

    fn keep(&self, snapshot: &mut SnapshotWriter) {
        let SearchedInput { seq, id, label_no, title } = &self.row;
        snapshot.long(seq.0);
        snapshot.bytes(id.as_bytes());
        snapshot.long(*label_no);
        snapshot.text(title);
        snapshot.count(self.context.len());
        for PassageContext { chars, kind, text } in &self.context {
            [chars.start, chars.end, u32::from(*kind == ContextKind::Speaker)]
                .into_iter()
                .for_each(|value| snapshot.int(value));
            snapshot.text(text);
        }
        snapshot.count(self.passages.len());
        for PassageExtent { bytes, chars } in &self.passages {
            [bytes.start, bytes.end, chars.start, chars.end].into_iter().for_each(|value| snapshot.int(value));
        }
    }

    fn restored(from: &mut SnapshotReader<'_>) -> Option<Self> {
        let row = SearchedInput {
            seq: InputSeq(from.long()?),
            id: Uuid::from_slice(from.bytes()?).ok()?,
            label_no: from.long()?,
            title: from.text()?.to_owned(),
        };
        let context = from.list(|it| {
            let (chars, is_speaker) = (it.int()?..it.int()?, it.int()? == 1);
            let kind = if is_speaker { ContextKind::Speaker } else { ContextKind::Heading };
            Some(PassageContext { chars, kind, text: it.text()?.to_owned() })
        })?;
        let passages =
            from.list(|it| Some(PassageExtent { bytes: it.int()?..it.int()?, chars: it.int()?..it.int()? }))?;
        Some(Self { row, context, passages })
    }

    /// Returns what a passage's words do not say of themselves: all that it stands under where it begins.
    fn context_text(&self, kind: ContextKind, extent: &PassageExtent) -> String {
        let start = extent.chars.start..extent.chars.start;
        context_in(&self.context, kind, &start).collect::<Vec<_>>().join(" ")
    }
}

/// Returns what a place tells of all that is said there: a heading, or who says it.
fn context_of(placed: &PlacedPart) -> Option<PassageContext> {
    let (kind, text) = match &placed.place {
        Place::Heading { text, .. } => (ContextKind::Heading, text),
        Place::Speaker { name } => (ContextKind::Speaker, name),
        _ => return None,
    };
    Some(PassageContext { chars: placed.chars.clone(), kind, text: text.clone() })
}
