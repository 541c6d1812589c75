//! A row of a table as it is read: all of it is one statement, and what a cell says in sentences is read by itself.

use std::ops::Range;

use super::segment::SentenceKind;
use crate::extraction::blocks::{BlockKind, RowCells, TextStructure};
use crate::extraction::wording::plain;
use crate::propositions::{PropositionContext, TableRow, is_thing, read};

/// A cell with fewer words is a name or a value, however it ends.
const SENTENCE_WORDS: usize = 4;

/// Returns the parts read of the row in a line; none of a head, which says what the cells below it mean.
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
    let valued = structure.valued(text);
    let own: Vec<&Range<usize>> = ranges.iter().copied().filter(|range| valued.is_cell(range)).collect();
    if !own.is_empty() {
        parts.extend(own.into_iter().map(|range| (range.clone(), SentenceKind::TableRow)));
    } else if prose.is_empty() || values > 0 {
        parts.push((row, SentenceKind::TableRow));
    }
    parts.extend(prose.into_iter().map(|range| (range.clone(), SentenceKind::Prose)));
    Some(parts)
}

fn is_sentence(cell: &str) -> bool {
    cell.trim_end().ends_with(['.', '!', '?', '…']) && cell.split_whitespace().nth(SENTENCE_WORDS - 1).is_some()
}

/// A row has no more values that are facts of their own: a wider table is one of figures.
const CELLS: usize = 8;

/// The parts of a text that have a value of a property that it names, by bytes in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::extraction) struct ValuedParts {
    values: Vec<Range<usize>>,
    /// The cells of rows that say several things, each a fact of its own.
    cells: Vec<Range<usize>>,
}

impl ValuedParts {
    pub(in crate::extraction) fn read(text: &str, part: &Range<usize>, structure: &TextStructure) -> Self {
        let rows = structure.table_rows(part);
        let propositions =
            read(&text[part.clone()], &PropositionContext { rows: &rows, ..PropositionContext::default() });
        let placed = |range: Range<usize>| part.start + range.start..part.start + range.end;
        let named = propositions.iter().filter(|one| one.value.is_some() && one.property.named.is_some());
        let mut values: Vec<Range<usize>> = named.map(|one| placed(one.value_bytes.clone())).collect();
        values.sort_by_key(|range| range.start);
        let mut cells: Vec<Range<usize>> = propositions.into_iter().filter_map(|one| one.cell).map(placed).collect();
        cells.dedup();
        let within = |row: &TableRow| {
            let row = placed(row.range.clone());
            let first = cells.partition_point(|cell| cell.start < row.start);
            let last = cells.partition_point(|cell| cell.start < row.end);
            Some(&cells[first..last]).filter(|cells| (2..=CELLS).contains(&cells.len()))
        };
        let cells = rows.iter().filter_map(within).flatten().cloned().collect();
        Self { values, cells }
    }

    pub(super) fn is_cell(&self, range: &Range<usize>) -> bool {
        self.cells.binary_search_by_key(&range.start, |cell| cell.start).is_ok_and(|at| self.cells[at] == *range)
    }

    /// Returns whether some words hold a value.
    pub(in crate::extraction) fn is_within(&self, words: &Range<usize>) -> bool {
        let next = self.values.partition_point(|value| value.start < words.start);
        self.values.get(next).is_some_and(|value| value.end <= words.end)
    }
}

/// A cell as a statement says it: with what its row is about, and the head of its column.
pub fn cell_words(text: &str, row: &RowCells, cell: &Range<usize>) -> Option<String> {
    let own = row.cells.iter().find(|one| one.range == *cell)?;
    let words = plain(&text[cell.clone()]);
    let thing = row.cells.iter().find(|one| is_thing(&text[one.range.clone()]));
    let thing = thing.filter(|one| one.range != *cell).map(|one| plain(&text[one.range.clone()]));
    let thing = thing.or_else(|| own.row.clone().filter(|head| *head != words));
    let labelled = match &own.column {
        Some(head) => format!("{}: {words}", head.trim_end_matches(':')),
        None => words,
    };
    Some(thing.into_iter().chain([labelled]).collect::<Vec<_>>().join("; "))
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
    let occurs = |label: &str| row.cells.iter().any(|one| cell(&one.range) == label);
    let label = row.cells.iter().find_map(|one| one.row.as_deref()).filter(|label| !occurs(label));
    label.into_iter().map(str::to_owned).chain(words).collect::<Vec<_>>().join("; ")
}
