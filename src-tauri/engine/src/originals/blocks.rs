//! The places of an Input as the blocks of one of its bundles.

use std::ops::Range;

use factly_core::extraction::blocks::{BlockKind, RowCell, RowCells, StructureBlock, TextStructure};
use factly_core::text::{CharIndex, Span};
use factly_formats::{Place, PlacedPart};

use crate::originals::place_map::PlaceMap;

impl PlaceMap {
    /// Returns the readers' blocks for the text of a bundle: `chars` of the Input are in it from `at` on, in code
    /// points.
    pub(crate) fn blocks(&self, chars: Range<u32>, index: &CharIndex<&str>, at: u32) -> Vec<StructureBlock> {
        let bytes = |of: &Range<u32>| {
            let clipped = of.start.max(chars.start)..of.end.min(chars.end);
            let moved = |char: u32| char - chars.start + at;
            (clipped.start < clipped.end).then(|| index.bytes_of(Span::new(moved(clipped.start), moved(clipped.end))))
        };
        let mut blocks: Vec<StructureBlock> = Vec::new();
        for placed in self.blocks_over(&chars) {
            let Some(range) = bytes(&placed.chars) else { continue };
            let begins = placed.chars.start >= chars.start;
            if let Place::Cell { row, column, .. } = &placed.place {
                add_cell(&mut blocks, RowCell { range, row: row.clone(), column: column.clone() });
            } else if let Some(kind) = kind(&placed.place, begins) {
                blocks.push(StructureBlock { range: of_kind(range, &kind, index), kind });
            }
        }
        blocks
    }
}

/// The places of a text with all quotations in it, those that only its letters show among them, and who wrote them.
pub(crate) fn with_quotations(text: &str, places: &[PlacedPart]) -> Vec<PlacedPart> {
    let index = CharIndex::new(text);
    let placed = PlaceMap::new(places.to_vec()).blocks(0..index.len(), &index, 0);
    let quoted = TextStructure::quotations(text, placed).into_iter().filter_map(|block| match block.kind {
        BlockKind::Quotation { by, date } => {
            let chars = index.char_of(block.range.start)..index.char_of(block.range.end);
            Some(PlacedPart { chars, place: Place::Quoted { by, date } })
        }
        _ => None,
    });
    let others = places.iter().filter(|one| !matches!(one.place, Place::Quoted { .. })).cloned();
    others.chain(quoted).collect()
}

/// A cell stands in the row that was placed before it.
fn add_cell(blocks: &mut [StructureBlock], cell: RowCell) {
    let row = blocks.iter_mut().rev().find(|block| matches!(block.kind, BlockKind::Row(_)));
    if let Some(StructureBlock { range, kind: BlockKind::Row(cells) }) = row
        && cell.range.start < range.end
    {
        cells.cells.push(cell);
    }
}

/// None of a place that says only where words stand. A heading's place holds all that stands under it: its own words
/// are its first line, where it begins in the bundle.
fn kind(location: &Place, begins: bool) -> Option<BlockKind> {
    Some(match location {
        Place::Heading { .. } if begins => BlockKind::Heading,
        Place::Row { is_head } => BlockKind::Row(RowCells { is_head: *is_head, cells: Vec::new() }),
        Place::Speaker { name } => BlockKind::Turn { speaker: name.clone() },
        Place::Quoted { by, date } => BlockKind::Quotation { by: by.clone(), date: date.clone() },
        Place::Message { .. } => BlockKind::Message,
        Place::Note => BlockKind::Note,
        Place::Hidden => BlockKind::Hidden,
        Place::Struck => BlockKind::Struck,
        Place::Uncertain => BlockKind::Uncertain,
        Place::Heading { .. } | Place::Page { .. } | Place::Slide { .. } | Place::Cell { .. } | Place::Time { .. } => {
            return None;
        }
    })
}

fn of_kind(range: Range<usize>, kind: &BlockKind, index: &CharIndex<&str>) -> Range<usize> {
    if *kind != BlockKind::Heading {
        return range;
    }
    let words = &index.text()[range.clone()];
    range.start..range.start + words.find('\n').unwrap_or(words.len())
}
