//! The blocks of a text: what a part of it is (a row, a turn, a quotation, words that are hidden), over its own letters.
//!
//! A reader hands on what its format says; what no reader placed is told from the letters, in [`derive`] and nowhere
//! else. [`review`] is the one rule over blocks: what may be proposed, whose words they are, and what is never accepted
//! by itself. Nothing here changes a text: a block is a range of its bytes.

mod address;
mod derive;
pub mod review;

use std::ops::Range;

pub use address::addresses_machine;

/// A part of a text, by its bytes, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub range: Range<usize>,
    pub kind: BlockKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Heading,
    /// A line that is a row of a table.
    Row(RowCells),
    /// What one speaker says without a break.
    Turn {
        speaker: String,
    },
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
    blocks: Vec<Block>,
}

impl TextStructure {
    /// The blocks that a reader placed, and those that the rest of the text shows by its letters.
    pub fn new(text: &str, placed: Vec<Block>) -> Self {
        let mut structure = Self { blocks: placed };
        structure.sort();
        let derived = derive::blocks(text, &structure);
        structure.blocks.extend(derived);
        structure.sort();
        structure
    }

    /// The blocks that a text shows by its letters.
    pub fn of_text(text: &str) -> Self {
        Self::new(text, Vec::new())
    }

    fn sort(&mut self) {
        self.blocks.sort_by_key(|block| (block.range.start, usize::MAX - block.range.end));
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks that have a byte of `range`, in order.
    pub fn over(&self, range: &Range<usize>) -> impl Iterator<Item = &Block> {
        let end = self.blocks.partition_point(|block| block.range.start < range.end);
        self.blocks[..end].iter().filter(move |block| range.start < block.range.end)
    }

    /// The row that `range` lies in.
    pub fn row_around(&self, range: &Range<usize>) -> Option<(&Range<usize>, &RowCells)> {
        self.over(range).find_map(|block| match &block.kind {
            BlockKind::Row(cells) if block.range.start <= range.start && range.end <= block.range.end => {
                Some((&block.range, cells))
            }
            _ => None,
        })
    }
}
