//! Rows of tables in plain letters: lines between pipes, lines with tabs, and lines that one delimiter parts alike.

use std::ops::Range;

use super::super::{BlockKind, RowCell, RowCells, StructureBlock};
use super::TextLine;
use crate::extraction::offline::item_marker;

/// A head is no longer than this, in bytes.
const HEAD: usize = 160;
/// So many lines in a row that commas part alike are a table; of commas alone, since sentences have them too.
const COMMA_LINES: usize = 3;

pub(super) fn rows(runs: &[&[TextLine<'_>]]) -> Vec<StructureBlock> {
    let mut found = Vec::new();
    for run in runs {
        let mut at = 0;
        while at < run.len() {
            let table = table_at(&run[at..]);
            at += table.len().max(1);
            blocks(table, &mut found);
        }
    }
    found
}

/// A line as a row, and whether it is a rule between a head and its body.
struct DraftRow {
    range: Range<usize>,
    cells: Vec<(Range<usize>, String)>,
    is_rule: bool,
}

/// The rows of the table that begins at the first of the lines; none where none does.
fn table_at(lines: &[TextLine<'_>]) -> Vec<DraftRow> {
    let piped: Vec<DraftRow> = lines.iter().map_while(piped).collect();
    if !piped.is_empty() {
        return piped;
    }
    let tabbed: Vec<DraftRow> = lines.iter().map_while(|line| parted(line, '\t').filter(|_| !is_item(line))).collect();
    if !tabbed.is_empty() {
        return tabbed;
    }
    if is_ruled(lines) {
        return lines.iter().map_while(|line| parted(line, '|')).collect();
    }
    let delimited = [';', '|', ','].into_iter().map(|delimiter| delimited(lines, delimiter));
    delimited.max_by_key(Vec::len).unwrap_or_default()
}

/// A table of Markdown whose rows neither open nor close with a pipe: its second line is a rule.
fn is_ruled(lines: &[TextLine<'_>]) -> bool {
    lines.len() > 1 && lines[0].text.contains('|') && lines[1].text.contains('|') && is_rule(lines[1].text)
}

fn is_rule(line: &str) -> bool {
    line.contains('-') && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// A line between pipes.
fn piped(line: &TextLine<'_>) -> Option<DraftRow> {
    let trimmed = line.text.trim();
    let inner = trimmed.strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let start = line.range.start + (line.text.len() - line.text.trim_start().len()) + 1;
    let mut row = parts(inner, start, '|');
    row.is_rule = is_rule(trimmed);
    Some(row)
}

/// A line with the delimiter between words.
fn parted(line: &TextLine<'_>, delimiter: char) -> Option<DraftRow> {
    let mut row = parts(line.text, line.range.start, delimiter);
    row.is_rule = delimiter == '|' && is_rule(line.text);
    (row.cells.iter().filter(|(_, text)| !text.is_empty()).count() > 1 || row.is_rule).then_some(row)
}

/// A tab behind the mark of a list parts no cells.
fn is_item(line: &TextLine<'_>) -> bool {
    let text = line.text.trim_start();
    let Some((mark, rest)) = text.split_once('\t') else { return false };
    !rest.contains('\t') && (item_marker(&format!("{mark} ")).is_some() || is_outline_number(mark))
}

/// "1.2", "3.", "§ 4".
fn is_outline_number(mark: &str) -> bool {
    let mark = mark.trim().trim_start_matches(['§', ' ']);
    mark.len() <= 8
        && !mark.is_empty()
        && mark.chars().all(|c| c.is_ascii_digit() || c == '.')
        && (mark.contains('.') || mark.len() < 2)
        && !mark.starts_with('.')
}

/// So many lines tell whether lines are a table: what is none is looked at again from its next line on.
const TELLING_LINES: usize = 24;

/// Lines that the delimiter parts into the same number of cells, and that are no sentences.
fn delimited(lines: &[TextLine<'_>], delimiter: char) -> Vec<DraftRow> {
    // Lines of figures and of prose with commas are many, and the first of them tells that they are no table.
    let is_prose = |row: DraftRow| has_commas_of_prose(&[row]);
    if delimiter == ',' && lines.first().and_then(|line| parted(line, delimiter)).is_none_or(is_prose) {
        return Vec::new();
    }
    let (first, rest) = lines.split_at(lines.len().min(TELLING_LINES));
    // Columns of figures are no table either, and each of their lines would be parted again for all those before it.
    if !first.iter().any(|line| line.text.contains(char::is_alphabetic)) {
        return Vec::new();
    }
    let mut rows = alike(first, delimiter, None);
    let has_words = rows.iter().flat_map(|row| &row.cells).any(|(_, text)| text.contains(char::is_alphabetic));
    let is_table =
        if delimiter == ',' { rows.len() >= COMMA_LINES && !has_commas_of_prose(&rows) } else { rows.len() > 1 };
    if !is_table || !has_words || rows.iter().any(is_blank) {
        rows.clear();
    } else if rows.len() == first.len() {
        let width = rows[0].cells.len();
        rows.extend(alike(rest, delimiter, Some(width)).into_iter().take_while(|row| !is_blank(row)));
    }
    rows
}

/// The lines up to the first that the delimiter parts into another number of cells, which is that of the first line where
/// none is given.
fn alike(lines: &[TextLine<'_>], delimiter: char, mut width: Option<usize>) -> Vec<DraftRow> {
    let is_open = |line: &&TextLine<'_>| !line.text.trim_end().ends_with(['.', '!', '?', ':', '{', '}']);
    let rows = lines.iter().take_while(is_open).map_while(|line| parted(line, delimiter));
    rows.take_while(|row| *width.get_or_insert(row.cells.len()) == row.cells.len()).collect()
}

fn is_blank(row: &DraftRow) -> bool {
    row.cells.iter().all(|(_, text)| text.is_empty())
}

/// Returns whether commas may be those of figures and sentences: no head of words is above them, or a space follows
/// one.
fn has_commas_of_prose(rows: &[DraftRow]) -> bool {
    let has_head = rows.first().is_some_and(|row| row.cells.iter().all(|(_, text)| !has_digit(text)));
    let is_spaced = |row: &DraftRow| row.cells.windows(2).any(|pair| pair[1].0.start > pair[0].0.end + 1);
    !has_head || rows.iter().any(is_spaced)
}

/// A text in cells; a delimiter in quotes, or behind a backslash, parts nothing.
fn parts(text: &str, start: usize, delimiter: char) -> DraftRow {
    let mut cells = Vec::new();
    let (mut from, mut is_quoted, mut is_escaped) = (0, false, false);
    let mut close = |from: usize, to: usize| {
        let cell = &text[from..to];
        let lead = cell.len() - cell.trim_start().len();
        let trimmed = cell.trim();
        let at = start + from + lead;
        cells.push((at..at + trimmed.len(), unquoted(trimmed)));
    };
    for (at, c) in text.char_indices() {
        let opens = c == '"' && (is_quoted || text[from..at].trim().is_empty());
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if delimiter == '|' => is_escaped = true,
            '"' if opens && text[at + 1..].contains('"') | is_quoted => is_quoted = !is_quoted,
            c if c == delimiter && !is_quoted => {
                close(from, at);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    close(from, text.len());
    let filled = || cells.iter().filter(|(_, text)| !text.is_empty());
    let range = match (filled().next(), filled().next_back()) {
        (Some(first), Some(last)) => first.0.start..last.0.end,
        _ => start..start + text.len(),
    };
    DraftRow { range, cells, is_rule: false }
}

fn unquoted(cell: &str) -> String {
    let inner = cell.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    inner.map_or_else(|| cell.to_owned(), |inner| inner.replace("\"\"", "\""))
}

/// The rows of a table as blocks: its head is the row above a rule, or else a first row of words alone.
fn blocks(table: Vec<DraftRow>, found: &mut Vec<StructureBlock>) {
    let rule = table.iter().position(|row| row.is_rule);
    let is_words = |row: &DraftRow| {
        row.cells.iter().filter(|(_, text)| !text.is_empty()).count() > 1
            && row.cells.iter().all(|(_, text)| !has_digit(text) || is_year(text))
            && row.cells.iter().any(|(_, text)| !has_digit(text) && !text.is_empty())
            && !row.cells.iter().any(|(_, text)| is_sentence(text))
    };
    let head = match rule {
        Some(rule) => rule.checked_sub(1),
        None => Some(0).filter(|_| table.len() > 1 && is_words(&table[0])),
    };
    let heads: Vec<String> =
        head.map(|at| table[at].cells.iter().map(|(_, text)| text.clone()).collect()).unwrap_or_default();
    for (at, row) in table.into_iter().enumerate() {
        let repeats = !heads.is_empty()
            && row.cells.len() == heads.len()
            && row.cells.iter().zip(&heads).all(|((_, text), head)| text == head);
        let is_head = row.is_rule || Some(at) == head || repeats;
        // In a row of another width nobody knows which cell stands under which head.
        let heads = if row.cells.len() == heads.len() { heads.as_slice() } else { &[] };
        found.push(StructureBlock { range: row.range.clone(), kind: BlockKind::Row(cells(row, is_head, heads)) });
    }
}

fn cells(row: DraftRow, is_head: bool, heads: &[String]) -> RowCells {
    let label = row.cells.iter().find(|(_, text)| !text.is_empty() && !is_figure(text)).map(|(_, text)| text.clone());
    let column = |at: usize| heads.get(at).filter(|head| !is_head && !head.is_empty() && head.len() <= HEAD).cloned();
    let cell = |(at, (range, text)): (usize, (Range<usize>, String))| RowCell {
        range,
        row: label.clone().filter(|label| !is_head && *label != text),
        column: column(at),
    };
    let filled = row.cells.into_iter().enumerate().filter(|(_, (_, text))| !text.is_empty());
    RowCells { is_head, cells: if row.is_rule { Vec::new() } else { filled.map(cell).collect() } }
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.parse::<u32>().is_ok_and(|year| (1800..2200).contains(&year))
}

/// More digits than letters.
fn is_figure(text: &str) -> bool {
    let count = |is: fn(char) -> bool| text.chars().filter(|c| is(*c)).count();
    has_digit(text) && count(|c| c.is_ascii_digit()) > count(char::is_alphabetic)
}

fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?']) && text.split_whitespace().nth(3).is_some()
}
