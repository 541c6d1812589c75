//! Tables as text: a row is a line, a tab parts cells, and each filled cell knows the heads of its row and column.

use std::collections::BTreeMap;

use crate::draft::{ExtractDraft, one_line};
use crate::extract::ExtractNote;
use crate::inline;
use crate::location::Place;

/// Empty cells between two filled ones that are still written as tabs.
const GAP: u32 = 32;
/// Cells of one document that get a place, as a multiple of [`crate::Limits::entries`].
const CELLS: usize = 30;
/// Characters of a head.
const HEAD: usize = 160;
/// Rows among which the heads of columns are looked for: titles may stand above them.
const HEAD_ROWS: u32 = 10;

/// The cells of a document that may still be placed.
pub(crate) struct CellBudget {
    left: usize,
    limit: usize,
    are_spent: bool,
}

impl CellBudget {
    pub(crate) fn new(entries: usize) -> Self {
        let limit = entries.saturating_mul(CELLS);
        Self { left: limit, limit, are_spent: false }
    }

    /// Returns whether the limit was passed: a spreadsheet is read no further.
    pub(crate) fn are_spent(&self) -> bool {
        self.are_spent
    }

    fn take(&mut self, draft: &mut ExtractDraft) -> bool {
        if self.left == 0 {
            self.are_spent = true;
            draft.note(ExtractNote::CutShort { what: "cells".to_owned(), limit: self.limit as u64 });
            return false;
        }
        self.left -= 1;
        true
    }
}

/// A row as a reader hands it over.
#[derive(Default)]
pub(crate) struct SourceRow {
    /// Counts from 1.
    pub(crate) number: u32,
    /// Columns count from 0.
    pub(crate) cells: Vec<(u32, String)>,
    /// True if the document says that these are heads.
    pub(crate) is_head: bool,
    /// Columns in which a merged cell reaches down from a row above.
    pub(crate) continued: Vec<u32>,
}

/// One table while it is written, row by row.
pub(crate) struct TableDraft {
    sheet: String,
    rows: u32,
    /// The heads of columns, by column.
    heads: Option<Vec<(u32, String)>>,
    /// The text of the cells above, by column: merged, they are heads of each row that they span.
    above: BTreeMap<u32, String>,
}

impl TableDraft {
    pub(crate) fn new(sheet: &str) -> Self {
        Self { sheet: sheet.to_owned(), rows: 0, heads: None, above: BTreeMap::new() }
    }

    /// Writes a row; nothing where it has no words.
    pub(crate) fn row(&mut self, draft: &mut ExtractDraft, cells: &mut CellBudget, mut row: SourceRow) {
        row.cells.iter_mut().for_each(|(_, text)| *text = one_line(text));
        row.cells.retain(|(_, text)| !text.is_empty());
        let merged = self.reaching(&row);
        if row.cells.is_empty() {
            return;
        }
        self.rows += 1;
        draft.next_line();
        let is_head = self.takes_heads(&row);
        let lead = if is_head { None } else { leads(&row, merged) };
        let (mut at, mut row_start) = (0, None);
        for (column, text) in row.cells {
            draft.push(&"\t".repeat(column.saturating_sub(at).min(GAP) as usize));
            at = column;
            let start = draft.at();
            row_start.get_or_insert(start);
            draft.push(&text);
            if cells.take(draft) {
                let head = if is_head { None } else { self.head_of(column) };
                let lead = lead.clone().filter(|lead| *lead != text);
                let (lead, head) =
                    (lead.and_then(|lead| named(&lead, &text)), head.and_then(|head| named(&head, &text)));
                let cell = name(column, row.number);
                draft.add_location(start, Place::Cell { sheet: self.sheet.clone(), cell, row: lead, column: head });
            }
        }
        if let Some(start) = row_start {
            draft.add_location(start, Place::Row { is_head });
        }
    }

    /// Returns whether the row is the one with the columns' heads: words in two cells or more, and no figure but a
    /// year.
    fn takes_heads(&mut self, row: &SourceRow) -> bool {
        let may = self.heads.is_none() && self.rows <= HEAD_ROWS && row.cells.len() > 1;
        let is_word = |(_, text): &(u32, String)| !is_figure(text);
        let looks_so =
            || row.cells.iter().all(|cell| is_word(cell) || is_year(&cell.1)) && row.cells.iter().any(is_word);
        let takes = self.heads.is_none() && row.is_head || may && looks_so();
        let repeats = || row.cells.len() > 1 && self.heads.as_ref().is_some_and(|heads| *heads == clipped_cells(row));
        if !takes && repeats() {
            return true;
        }
        if takes {
            self.heads = Some(clipped_cells(row));
        }
        takes || row.is_head
    }

    /// The cells that reach down to a row, in the order of their columns.
    fn reaching(&mut self, row: &SourceRow) -> Vec<String> {
        self.above.retain(|column, _| row.continued.contains(column));
        let headed = |(column, text): (&u32, &String)| match self.head_of(*column) {
            Some(head) if head != *text => format!("{}: {text}", head.trim_end_matches(':')),
            _ => text.clone(),
        };
        let reaching = self.above.iter().map(headed).collect();
        self.above.extend(row.cells.iter().map(|(column, text)| (*column, clipped(text))));
        reaching
    }

    fn head_of(&self, column: u32) -> Option<String> {
        let heads = self.heads.as_ref()?;
        let found = heads.binary_search_by_key(&column, |(head, _)| *head).ok()?;
        Some(heads[found].1.clone())
    }
}

fn clipped_cells(row: &SourceRow) -> Vec<(u32, String)> {
    row.cells.iter().map(|(column, text)| (*column, clipped(text))).collect()
}

/// Returns the subject of a row: the merged cells that reach down to it, or else its first cell that is not a figure.
fn leads(row: &SourceRow, merged: Vec<String>) -> Option<String> {
    if !merged.is_empty() {
        return Some(clipped(&merged.join("; ")));
    }
    let lead = row.cells.iter().find(|(_, text)| !is_figure(text) || is_year(text));
    lead.map(|(_, text)| clipped(text))
}

/// A head as each cell of its row or column repeats it: no longer than a line.
fn clipped(text: &str) -> String {
    text.chars().take(HEAD).collect()
}

/// A head as the name of a cell: what nobody sees names only what nobody sees either.
fn named(head: &str, cell: &str) -> Option<String> {
    let name = if inline::is_hidden(cell) { inline::all_words(head) } else { inline::plain(head) };
    Some(name).filter(|name| !name.is_empty())
}

/// `B7`.
pub(crate) fn name(column: u32, row: u32) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        letters.push(char::from(b'A' + u8::try_from((left - 1) % 26).unwrap_or_default()));
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().chain(row.to_string().chars()).collect()
}

/// A number, with or without a sign, a unit of money or percent; a date or a time is none.
fn is_figure(text: &str) -> bool {
    if text.matches(['-', '/', ':']).count() > 1 {
        return false;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|char| char.is_alphabetic()).count();
    digits > 0 && letters <= 3 && digits > letters
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.parse::<u32>().is_ok_and(|year| (1800..2200).contains(&year))
}
