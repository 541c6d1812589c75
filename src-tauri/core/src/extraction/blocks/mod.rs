//! The blocks of a text: what a part of it is (a row, a turn, a quotation, words that are hidden), over its own letters.
//!
//! A reader hands on what its format says; what no reader placed is told from the letters, in [`derive`] and nowhere
//! else. [`review`] is the one rule over blocks: what may be proposed, whose words they are, and what is never accepted
//! by itself. Nothing here changes a text: a block is a range of its bytes.

mod address;
mod derive;
mod ends;
mod interview;
mod paragraphs;
pub mod review;
mod turns;

use std::ops::Range;
use std::sync::OnceLock;

pub use address::addresses_machine;
pub use interview::{InterviewQuestion, asked_questions};
pub(in crate::extraction) use turns::SpeakerTurn;
pub use turns::{asking_turns, is_interview};

use self::ends::BlockEnds;
use self::paragraphs::ParagraphSpan;
use crate::extraction::offline::ValuedParts;
use crate::extraction::salience::Background;
use crate::inputs::{BundleSection, SectionSpan};
use crate::propositions::{TableCell, TableRow};
use crate::text::CharIndex;

/// A part of a text, by its bytes, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureBlock {
    pub range: Range<usize>,
    pub kind: BlockKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Heading,
    /// A line that is a row of a table.
    Row(RowCells),
    /// The words of one speaker without a break.
    Turn {
        speaker: String,
    },
    /// A message of a mailbox or a conversation.
    Message,
    /// Words of another that are repeated: in a reply, as a forwarded original, as a citation.
    Quotation {
        by: Option<String>,
        date: Option<String>,
    },
    /// A note apart from the running text.
    Note,
    /// Words that nobody sees who opens the document.
    Hidden,
    Struck,
    /// Characters that may be meant otherwise than they stand here.
    Uncertain,
}

/// The cells of a row, in the order of its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowCells {
    /// It names the columns, and states nothing.
    pub is_head: bool,
    pub cells: Vec<RowCell>,
}

/// A cell, and the heads that give its value a meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowCell {
    pub range: Range<usize>,
    pub row: Option<String>,
    pub column: Option<String>,
}

/// The blocks of a text in the order of their starts; a block that holds others comes before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextStructure {
    blocks: Vec<StructureBlock>,
    ends: BlockEnds,
    turns: Vec<SpeakerTurn>,
    /// The parts of the text that it is of.
    parts: Vec<Range<usize>>,
    valued: OnceLock<ValuedParts>,
    paragraphs: OnceLock<Vec<ParagraphSpan>>,
}

/// The kinds of lines that part a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::extraction) enum LineKind {
    Row,
    Heading,
    /// Says who speaks next.
    Speaker,
}

/// Positions where no sentence goes on, in the order of the text.
#[derive(Debug, Default)]
pub(in crate::extraction) struct Borders {
    pub(in crate::extraction) lines: Vec<(Range<usize>, LineKind)>,
    pub(in crate::extraction) at: Vec<usize>,
}

impl TextStructure {
    /// The blocks that a reader placed in a bundle, and those that the rest of it shows by its letters.
    pub fn of_bundle(
        text: &str,
        sections: &[SectionSpan],
        placed: Vec<StructureBlock>,
        background: &Background,
    ) -> Self {
        let index = CharIndex::new(text);
        let is_prose =
            |part: &&SectionSpan| matches!(part.section, BundleSection::FreeChat | BundleSection::AgentOutput);
        let ranges = sections.iter().filter(is_prose).map(|part| index.bytes_of(part.span));
        Self::within(text, &ranges.collect::<Vec<_>>(), placed, background)
    }

    /// The blocks that a reader placed in a text, and those that the rest of it shows by its letters.
    pub fn new(text: &str, placed: Vec<StructureBlock>) -> Self {
        Self::within(text, std::slice::from_ref(&(0..text.len())), placed, &Background::default())
    }

    /// The blocks that a text shows by its letters.
    pub fn of_text(text: &str) -> Self {
        Self::new(text, Vec::new())
    }

    /// The rows and quotations that a part of a text shows by its letters; who speaks is told of a whole text only.
    pub(in crate::extraction) fn of_part(text: &str, range: &Range<usize>) -> Self {
        Self::of_blocks(text, std::slice::from_ref(range), Vec::new())
    }

    fn within(text: &str, ranges: &[Range<usize>], placed: Vec<StructureBlock>, background: &Background) -> Self {
        let mut structure = Self::of_blocks(text, ranges, placed);
        structure.turns =
            ranges.iter().flat_map(|range| turns::turns(text, range.clone(), &structure, background)).collect();
        structure
    }

    fn of_placed(text: &str, ranges: &[Range<usize>], mut placed: Vec<StructureBlock>) -> Self {
        derive::attribute(text, &mut placed);
        let mut structure = Self { blocks: placed, parts: ranges.to_vec(), ..Self::default() };
        structure.sort();
        structure
    }

    fn of_blocks(text: &str, ranges: &[Range<usize>], placed: Vec<StructureBlock>) -> Self {
        let mut structure = Self::of_placed(text, ranges, placed);
        let derived: Vec<StructureBlock> =
            ranges.iter().flat_map(|range| derive::blocks(text, range, &structure)).collect();
        structure.blocks.extend(derived);
        structure.sort();
        structure
    }

    /// The quotations that a whole text has, with who wrote them: those that its reader placed and those that its letters
    /// show. They are kept beside an Input, since a bundle may begin within one.
    pub fn quotations(text: &str, placed: Vec<StructureBlock>) -> Vec<StructureBlock> {
        let mut structure = Self::of_placed(text, std::slice::from_ref(&(0..text.len())), placed);
        let derived = derive::quotations(text, &structure);
        structure.blocks.extend(derived);
        structure.sort();
        let is_quotation = |block: &StructureBlock| matches!(block.kind, BlockKind::Quotation { .. });
        structure.blocks.into_iter().filter(is_quotation).collect()
    }

    fn sort(&mut self) {
        self.blocks.sort_by_key(|block| (block.range.start, usize::MAX - block.range.end));
        self.ends = BlockEnds::new(self.blocks.iter().map(|block| block.range.end));
    }

    pub fn blocks(&self) -> &[StructureBlock] {
        &self.blocks
    }

    pub(in crate::extraction) fn turns(&self) -> &[SpeakerTurn] {
        &self.turns
    }

    /// The blocks that have a byte of `range`, in order.
    pub fn over(&self, range: &Range<usize>) -> impl Iterator<Item = &StructureBlock> {
        let (start, count) = (range.start, self.blocks.partition_point(|block| block.range.start < range.end));
        let next = move |from| self.ends.next_behind(from, start).filter(|at| *at < count);
        std::iter::successors(next(0), move |at| next(at + 1)).map(|at| &self.blocks[at])
    }

    /// The rows of the tables of a part of its text, by the bytes of that part, as propositions are read from them.
    pub(in crate::extraction) fn table_rows(&self, part: &Range<usize>) -> Vec<TableRow> {
        let within = |of: &Range<usize>| of.start - part.start..of.end - part.start;
        let is_within = |of: &Range<usize>| part.start <= of.start && of.end <= part.end;
        let row = |block: &StructureBlock| {
            let BlockKind::Row(row) = &block.kind else { return None };
            let head = row.cells.iter().find_map(|cell| cell.row.clone());
            let is_table = row.is_head || row.cells.len() > 1 || head.is_some();
            let cells = row.cells.iter().filter(|_| !row.is_head);
            let cells = cells.map(|cell| TableCell { range: within(&cell.range), column: cell.column.clone() });
            is_table.then(|| TableRow { range: within(&block.range), head, cells: cells.collect() })
        };
        self.blocks.iter().filter(|block| is_within(&block.range)).filter_map(row).collect()
    }

    /// Returns what in the text that this is the structure of has a value of a property.
    pub(in crate::extraction) fn valued(&self, text: &str) -> &ValuedParts {
        let part = self.parts.first().map_or(0, |first| first.start)..self.parts.last().map_or(0, |last| last.end);
        self.valued.get_or_init(|| ValuedParts::read(text, &part, self))
    }

    /// The row that `range` lies in.
    pub fn row_around(&self, range: &Range<usize>) -> Option<(&Range<usize>, &RowCells)> {
        // Rows hold no other blocks but marks and lie in few.
        let end = self.blocks.partition_point(|block| block.range.start <= range.start);
        self.blocks[..end].iter().rev().take(NEAR).find_map(|block| match &block.kind {
            BlockKind::Row(cells) if range.end <= block.range.end => Some((&block.range, cells)),
            _ => None,
        })
    }

    pub(in crate::extraction) fn turn_of(&self, range: &Range<usize>) -> Option<&SpeakerTurn> {
        let next = self.turns.partition_point(|turn| turn.range.start <= range.start);
        let turn = self.turns.get(next.checked_sub(1)?)?;
        (range.start < turn.range.end).then_some(turn)
    }

    /// Returns where no sentence of `range` goes on.
    pub(in crate::extraction) fn borders(&self, range: &Range<usize>) -> Borders {
        let mut borders = Borders::default();
        for block in self.over(range) {
            let clipped = block.range.start.max(range.start)..block.range.end.min(range.end);
            match block.kind {
                BlockKind::Row(_) => borders.lines.push((clipped, LineKind::Row)),
                BlockKind::Heading => borders.lines.push((clipped, LineKind::Heading)),
                BlockKind::Quotation { .. } | BlockKind::Note | BlockKind::Message => {
                    borders.at.extend([clipped.start, clipped.end]);
                }
                BlockKind::Turn { .. } | BlockKind::Hidden | BlockKind::Struck | BlockKind::Uncertain => {}
            }
        }
        for turn in self.turns.iter().filter(|turn| range.start < turn.range.end && turn.range.start < range.end) {
            borders.at.extend([turn.range.start, turn.range.end]);
            if let Some(label) = &turn.label {
                borders.lines.push((label.clone(), LineKind::Speaker));
            }
        }
        borders.lines.sort_by_key(|(line, _)| line.start);
        borders.lines.dedup_by(|next, last| next.0.start < last.0.end);
        borders.at.sort_unstable();
        borders.at.dedup();
        borders
    }
}

/// The rows of the tables of a part of a text, by the bytes of that part.
pub fn table_rows(text: &str, range: &Range<usize>, placed: Vec<StructureBlock>) -> Vec<TableRow> {
    TextStructure::of_blocks(text, std::slice::from_ref(range), placed).table_rows(range)
}

/// So many blocks begin between a row's start and any of its words, at most.
const NEAR: usize = 64;
