//! A row of a table as it is read: all of it is one statement, and what a cell says in sentences is read by itself.

use std::ops::Range;

use super::segment::SentenceKind;
use crate::extraction::blocks::{BlockKind, RowCells, TextStructure};
use crate::extraction::wording::plain;

/// A cell with fewer words is a name or a value, however it ends.
const SENTENCE_WORDS: usize = 4;

/// What is read of the row in a line; none of a head, which says what the cells below it mean.
pub(super) fn row_parts(
    text: &str,
    structure: &TextStructure,
    line: &Range<usize>,
) -> Option<Vec<(Range<usize>, SentenceKind)>> {
    let (row, cells) = structure.over(line).find_map(|block| match &block.kind {
        BlockKind::Row(cells) => Some((block.range.clone(), cells)),
        _ => None,
    })?;
    if cells.is_head {
        return None;
    }
    let is_headed = cells.cells.iter().any(|cell| cell.row.is_some());
    if cells.cells.len() < 2 && !is_headed {
        return Some(vec![(row, SentenceKind::Prose)]);
    }
    let is_prose = |range: &&Range<usize>| is_sentence(&text[(*range).clone()]);
    let ranges: Vec<&Range<usize>> = cells.cells.iter().map(|cell| &cell.range).collect();
    let prose: Vec<&Range<usize>> = ranges.iter().copied().filter(is_prose).collect();
    let has_value = |range: &&&Range<usize>| text[(**range).clone()].contains(|c: char| c.is_ascii_digit());
    let values = ranges.iter().filter(|range| !is_prose(range)).filter(has_value).count();
    let mut parts = Vec::new();
    if prose.is_empty() || values > 0 {
        parts.push((row, SentenceKind::TableRow));
    }
    parts.extend(prose.into_iter().map(|range| (range.clone(), SentenceKind::Prose)));
    Some(parts)
}

fn is_sentence(cell: &str) -> bool {
    cell.trim_end().ends_with(['.', '!', '?', '…']) && cell.split_whitespace().nth(SENTENCE_WORDS - 1).is_some()
}

/// A row as a statement says it, each value with the head of its column; a head that reaches down to it from a row above
/// leads in to it.
pub fn row_words(text: &str, row: &RowCells) -> String {
    let cell = |range: &Range<usize>| plain(&text[range.clone()]);
    let words = row.cells.iter().map(|one| match &one.column {
        Some(head) => format!("{}: {}", head.trim_end_matches(':'), cell(&one.range)),
        None => cell(&one.range),
    });
    let words: Vec<String> = words.collect();
    let stands = |label: &str| row.cells.iter().any(|one| cell(&one.range) == label);
    let label = row.cells.iter().find_map(|one| one.row.as_deref()).filter(|label| !stands(label));
    label.into_iter().map(str::to_owned).chain(words).collect::<Vec<_>>().join("; ")
}
