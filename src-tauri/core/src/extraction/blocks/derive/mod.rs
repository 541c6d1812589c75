//! Blocks that a text shows by its own letters, where no reader placed any: rows, quotations, and figures of uncertain meaning.
//!
//! This is the only place that tells structure from letters: what comes after it knows blocks, and neither tabs nor `>`.

pub(super) mod attribution;
mod notes;
mod quotations;
mod rows;

use std::ops::Range;

use super::{BlockKind, StructureBlock, TextStructure};
use crate::extraction::offline::is_fence;

/// A line of a text, by its bytes without the line end.
#[derive(Clone, Debug)]
struct TextLine<'t> {
    range: Range<usize>,
    text: &'t str,
}

impl TextLine<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The blocks of what `placed` leaves open in a part of a text.
pub(super) fn blocks(text: &str, range: &Range<usize>, placed: &TextStructure) -> Vec<StructureBlock> {
    let lines = lines(text, range);
    let mut found = rows::rows(&open_lines(&lines, placed));
    found.extend(quotations::quotations(text, &lines, placed));
    found.extend(notes::marked_figures(text, range));
    found.extend(notes::reordered(text, range));
    found
}

/// The quotations of what `placed` leaves open in a text. Whoever wants no other blocks waits for none.
pub(super) fn quotations(text: &str, placed: &TextStructure) -> Vec<StructureBlock> {
    quotations::quotations(text, &lines(text, &(0..text.len())), placed)
}

/// Quotations that a reader placed, with the writer that the line before each names.
pub(super) fn attribute(text: &str, placed: &mut [StructureBlock]) {
    for block in placed {
        if let BlockKind::Quotation { by, date } = &mut block.kind
            && by.is_none()
        {
            let before = text[..block.range.start].trim_end();
            let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
            (*by, *date) = attribution::attribution(line).unwrap_or((None, date.take()));
        }
    }
}

fn lines<'t>(text: &'t str, range: &Range<usize>) -> Vec<TextLine<'t>> {
    let mut start = range.start;
    text[range.clone()]
        .split('\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end + 1;
            TextLine { range, text: line }
        })
        .collect()
}

/// The runs of lines that are neither code nor within what a reader placed as a row.
fn open_lines<'l, 't>(lines: &'l [TextLine<'t>], placed: &TextStructure) -> Vec<&'l [TextLine<'t>]> {
    let placed: Vec<&Range<usize>> = placed
        .blocks()
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Row(_)))
        .map(|block| &block.range)
        .collect();
    let is_placed = |line: &TextLine<'_>| {
        let next = placed.partition_point(|row| row.end <= line.range.start);
        placed.get(next).is_some_and(|row| row.start < line.range.end.max(line.range.start + 1))
    };
    let mut runs = Vec::new();
    let (mut from, mut in_code) = (0, false);
    for (at, line) in lines.iter().enumerate() {
        let is_fence = is_fence(line.text.trim());
        in_code ^= is_fence;
        if in_code || is_fence || line.is_blank() || is_placed(line) {
            runs.push(&lines[from..at]);
            from = at + 1;
        }
    }
    runs.push(&lines[from..]);
    runs.retain(|run| !run.is_empty());
    runs
}
