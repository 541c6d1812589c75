//! Columns: where lines of prose stand side by side, the left ones are read before the right ones.

use super::lines::{CELL, PdfLine, lines};
use super::words::PdfWord;

/// A gutter is this many sizes wide at least.
const GUTTER: f64 = 0.7;
/// Columns that stand beside columns, and bands under bands.
const DEEP: u8 = 24;
/// A page of more lines is read without a search for columns.
const MANY: usize = 600;

/// Lines that stand side by side: those of `rows`, parted at `at`.
struct Band {
    rows: std::ops::Range<usize>,
    at: f64,
}

/// The lines of a page in the order of their reading.
pub(super) fn in_order(words: Vec<PdfWord>) -> Vec<PdfLine> {
    let mut read = Vec::new();
    part(words, DEEP, &mut read);
    read
}

fn part(words: Vec<PdfWord>, deep: u8, read: &mut Vec<PdfLine>) {
    let mut rows = lines(words);
    let band = if deep == 0 || rows.len() > MANY { None } else { widest(&rows, GUTTER * common_size(&rows)) };
    let Some(Band { rows: band, at }) = band else {
        read.append(&mut rows);
        return;
    };
    let below = rows.split_off(band.end);
    let beside = rows.split_off(band.start);
    let (left, right) = words_of(beside).into_iter().partition(|word: &PdfWord| (word.start + word.end) / 2.0 < at);
    for part_of in [words_of(rows), left, right, words_of(below)] {
        if !part_of.is_empty() {
            part(part_of, deep - 1, read);
        }
    }
}

fn words_of(rows: Vec<PdfLine>) -> Vec<PdfWord> {
    rows.into_iter().flat_map(|row| row.words).collect()
}

/// The median size of lines.
fn common_size(rows: &[PdfLine]) -> f64 {
    let mut sizes: Vec<f64> = rows.iter().map(|row| row.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

/// The band of columns with the most rows, that a gutter so wide at least parts.
fn widest(rows: &[PdfLine], gutter: f64) -> Option<Band> {
    let mut best: Option<(usize, Band)> = None;
    for first in 0..rows.len() {
        for gap in candidates(rows, first, gutter) {
            let (end, gap) = stretch(rows, first, gap, gutter);
            let at = (gap.0 + gap.1) / 2.0;
            let band = first..trimmed(rows, first..end, at);
            if best.as_ref().is_none_or(|(most, _)| band.len() > *most) && are_columns(&rows[band.clone()], at) {
                best = Some((band.len(), Band { rows: band, at }));
            }
        }
    }
    best.map(|(_, band)| band)
}

type ColumnGap = (f64, f64);

/// Gaps that a gutter may run through, from a row on: within it, and between it and the next where they stand beside
/// each other.
fn candidates(rows: &[PdfLine], first: usize, gutter: f64) -> Vec<ColumnGap> {
    let row = &rows[first];
    let mut gaps: Vec<ColumnGap> = row.words.windows(2).map(|pair| (pair[0].end, pair[1].start)).collect();
    if let Some(next) = rows.get(first + 1) {
        gaps.extend([(row.end(), next.start()), (next.end(), row.start())]);
    }
    gaps.retain(|gap| gap.1 - gap.0 > gutter);
    gaps
}

/// Returns the end of a gap further down, and the part of it that stays.
fn stretch(rows: &[PdfLine], first: usize, mut gap: ColumnGap, gutter: f64) -> (usize, ColumnGap) {
    for (at, row) in rows.iter().enumerate().skip(first) {
        match narrowed(row, gap).filter(|narrow| narrow.1 - narrow.0 > gutter) {
            Some(narrow) => gap = narrow,
            None => return (at, gap),
        }
    }
    (rows.len(), gap)
}

/// The widest part of a gap that no word of a row stands in.
fn narrowed(row: &PdfLine, gap: ColumnGap) -> Option<ColumnGap> {
    let ends = std::iter::once(f64::MIN).chain(row.words.iter().map(|word| word.end));
    let starts = row.words.iter().map(|word| word.start).chain(std::iter::once(f64::MAX));
    ends.zip(starts)
        .map(|(end, start)| (gap.0.max(end), gap.1.min(start)))
        .max_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)))
}

/// Returns the end of a band: rows on the left alone that stand far under the rest belong to what follows.
fn trimmed(rows: &[PdfLine], band: std::ops::Range<usize>, at: f64) -> usize {
    let last_right = band.clone().rev().find(|row| rows[*row].end() > at).map_or(band.start, |row| row + 1);
    let far = (last_right.max(1)..band.end).find(|row| rows[*row].base - rows[row - 1].base > 2.2 * rows[*row].size);
    far.unwrap_or(band.end)
}

/// Returns whether rows hold two columns of prose, and not a table, a list or a form: lines on both sides that are
/// filled, of several words, over one height, and that no cells part again.
fn are_columns(rows: &[PdfLine], at: f64) -> bool {
    let edges = [(f64::MIN, at), (at, f64::MAX)];
    let [Some(left), Some(right)] = edges.map(|edges| ColumnSide::from_rows(rows, edges)) else { return false };
    let shared = left.bottom.min(right.bottom) - left.top.max(right.top);
    let is_level = shared > 0.5 * (left.bottom - left.top).min(right.bottom - right.top);
    is_level && left.is_prose() && right.is_prose() && !edges.iter().any(|edges| is_tabular(rows, *edges))
}

/// Returns whether most rows of a side have a gap as cells have it, and what it parts is no prose on both sides.
fn is_tabular(rows: &[PdfLine], (from, to): (f64, f64)) -> bool {
    let within: Vec<Vec<&PdfWord>> = rows
        .iter()
        .map(|row| words_within(row, (from, to)).collect())
        .filter(|words: &Vec<_>| !words.is_empty())
        .collect();
    let mut gaps: Vec<f64> = within.iter().filter_map(|words| cell_gap(words)).collect();
    if gaps.len() * 2 < within.len() || gaps.is_empty() {
        return false;
    }
    gaps.sort_by(f64::total_cmp);
    let at = gaps[gaps.len() / 2];
    ![(from, at), (at, to)].iter().all(|edges| ColumnSide::from_rows(rows, *edges).is_some_and(|side| side.is_prose()))
}

/// The middle of the widest gap between words, where it is as wide as between cells.
fn cell_gap(words: &[&PdfWord]) -> Option<f64> {
    let gap = |pair: &[&PdfWord]| pair[1].start - pair[0].end;
    let widest = words.windows(2).max_by(|one, other| gap(one).total_cmp(&gap(other)))?;
    (gap(widest) > CELL * widest[0].size).then(|| (widest[0].end + widest[1].start) / 2.0)
}

/// The words on one side of a gutter.
struct ColumnSide {
    rows: usize,
    words: usize,
    /// The share of the column's width that its rows fill.
    filled: f64,
    top: f64,
    bottom: f64,
}

impl ColumnSide {
    fn from_rows(rows: &[PdfLine], edges: (f64, f64)) -> Option<Self> {
        let spans: Vec<(f64, usize, f64, f64)> = rows.iter().filter_map(|row| span(row, edges)).collect();
        let (top, bottom) = (spans.first()?.0, spans.last()?.0);
        let left_edge = spans.iter().map(|span| span.2).fold(f64::MAX, f64::min);
        let right_edge = spans.iter().map(|span| span.3).fold(f64::MIN, f64::max);
        let full: f64 = spans.iter().map(|span| span.3 - span.2).sum();
        let filled = full / ((right_edge - left_edge) * spans.len() as f64);
        Some(Self { rows: spans.len(), words: spans.iter().map(|span| span.1).sum(), filled, top, bottom })
    }

    fn is_prose(&self) -> bool {
        self.rows >= 3 && self.words as f64 >= 2.5 * self.rows as f64 && self.filled > 0.55
    }
}

/// The words of a row whose middle lies between two edges.
fn words_within(row: &PdfLine, (from, to): (f64, f64)) -> impl Iterator<Item = &PdfWord> {
    row.words.iter().filter(move |word| {
        let middle = (word.start + word.end) / 2.0;
        from <= middle && middle < to
    })
}

/// The base, count and edges of a row's words between two edges.
fn span(row: &PdfLine, edges: (f64, f64)) -> Option<(f64, usize, f64, f64)> {
    let start = words_within(row, edges).map(|word| word.start).reduce(f64::min)?;
    let end = words_within(row, edges).map(|word| word.end).reduce(f64::max)?;
    let words = words_within(row, edges).map(|word| weight(&word.text)).sum();
    Some((row.base, words, start, end))
}

/// Returns the number of words that a piece counts for: scripts without blanks have about two letters in one.
fn weight(text: &str) -> usize {
    let ideographs = text.chars().filter(|char| super::letters::is_ideographic(*char)).count();
    1.max(ideographs / 2)
}
