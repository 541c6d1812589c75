//! A page as text: blocks, headings, lists with their marks, and tables with their heads.

use std::collections::BTreeMap;

use html5ever::tokenizer::Tag;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::html::survey::is_block;
use crate::html::tokens::{self, Piece, attr, is_void};
use crate::inline;
use crate::location::Place;
use crate::refusal::Refusal;
use crate::table::{CellBudget, SourceRow, TableDraft};

/// Columns whose cells may reach down into further rows.
const COLUMNS: u32 = 1000;
/// Columns or rows that one cell may span.
const SPAN: u32 = 100;

/// Writes a page. `layouts` says of each table whether it only lays out.
pub(crate) fn write(
    html: &str,
    layouts: &[bool],
    draft: &mut ExtractDraft,
    cells: &mut CellBudget,
    budget: &Budget<'_>,
) -> Result<(), Refusal> {
    let mut renderer = Renderer::new(layouts, draft, cells);
    tokens::walk(html, budget, |piece| renderer.take(piece))?;
    renderer.flush();
    while !renderer.quoted.is_empty() {
        renderer.end_quotation();
    }
    Ok(())
}

struct Renderer<'a> {
    draft: &'a mut ExtractDraft,
    cells: &'a mut CellBudget,
    layouts: std::slice::Iter<'a, bool>,
    line: String,
    /// The element whose content is not read, and how many of its name are open in it.
    skipped: Option<(String, usize)>,
    heading: Option<u8>,
    lists: Vec<HtmlList>,
    /// The marker before the item that has just begun.
    marker: Option<String>,
    in_item: bool,
    pre: usize,
    /// The starts of the open quotations.
    quoted: Vec<u32>,
    /// The tables that are open; `None` for one that only lays out.
    tables: Vec<Option<HtmlTable>>,
    numbered: usize,
}

struct HtmlList {
    next: Option<u32>,
}

struct HtmlTable {
    table: TableDraft,
    row: SourceRow,
    column: u32,
    cell: Option<HtmlCell>,
    /// Columns that a cell of a row above reaches down into, with the rows that it still fills.
    reaching: BTreeMap<u32, u32>,
    in_head: bool,
    heads: usize,
}

#[derive(Default)]
struct HtmlCell {
    text: String,
    columns: u32,
    rows: u32,
}

impl<'a> Renderer<'a> {
    fn new(layouts: &'a [bool], draft: &'a mut ExtractDraft, cells: &'a mut CellBudget) -> Self {
        Self {
            draft,
            cells,
            layouts: layouts.iter(),
            line: String::new(),
            skipped: None,
            heading: None,
            lists: Vec::new(),
            marker: None,
            in_item: false,
            pre: 0,
            quoted: Vec::new(),
            tables: Vec::new(),
            numbered: 0,
        }
    }

    fn take(&mut self, piece: Piece<'_>) {
        if self.draft.is_full() || self.is_skipped(&piece) {
            return;
        }
        match piece {
            Piece::Open(tag) => self.open(tag),
            Piece::Close(name) => self.close(name),
            Piece::Text(text) => self.text(text),
        }
    }

    fn is_skipped(&mut self, piece: &Piece<'_>) -> bool {
        let Some((name, depth)) = &mut self.skipped else { return false };
        if matches!(piece, Piece::Open(tag) if &*tag.name == "table") {
            self.layouts.next();
        }
        match piece {
            Piece::Open(tag) if *tag.name == **name => *depth += 1,
            Piece::Close(closed) if closed == name => *depth -= 1,
            _ => {}
        }
        if *depth == 0 {
            self.skipped = None;
        }
        true
    }

    fn open(&mut self, tag: &Tag) {
        let name = &*tag.name;
        if is_unread(tag) {
            self.skipped = Some((name.to_owned(), 1));
            return;
        }
        if is_block(name) {
            self.flush();
        }
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading = name[1..].parse().ok(),
            "br" => self.line.push('\n'),
            "pre" => self.pre += 1,
            "blockquote" if self.table().is_none() => {
                self.draft.part();
                self.quoted.push(self.draft.at());
            }
            "ul" => self.lists.push(HtmlList { next: None }),
            "ol" => {
                self.lists.push(HtmlList { next: Some(attr(tag, "start").and_then(|n| n.parse().ok()).unwrap_or(1)) })
            }
            "li" => self.begin_item(tag),
            "table" => self.begin_table(),
            "thead" | "tr" | "td" | "th" => self.table_tag(tag),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if is_block(name) {
            self.flush();
        }
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading = None,
            "pre" => self.pre = self.pre.saturating_sub(1),
            "blockquote" if self.table().is_none() => self.end_quotation(),
            "ul" | "ol" => {
                self.lists.pop();
                self.in_item = !self.lists.is_empty();
            }
            "li" => self.in_item = false,
            "table" => self.end_table(),
            "td" | "th" => self.end_cell(),
            "tr" => self.end_row(),
            "thead" => {
                self.end_row();
                self.table().into_iter().for_each(|table| table.in_head = false);
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.pre > 0 {
            self.line.push_str(text);
            return;
        }
        let is_space = |char: char| char.is_ascii_whitespace();
        let mut parts = text.split(is_space);
        self.line.push_str(parts.next().unwrap_or_default());
        for part in parts {
            if !inline::ends_blank(&self.line) {
                self.line.push(' ');
            }
            self.line.push_str(part);
        }
    }

    /// Ends a block and writes it where it belongs.
    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        if inline::is_blank(&line) {
            return;
        }
        if let Some(cell) = self.table().and_then(|table| table.cell.as_mut()) {
            cell.text.push(' ');
            cell.text.push_str(&line);
            return;
        }
        let line = if self.pre > 0 { line } else { line.replace(" \n", "\n") };
        match self.heading {
            Some(level) => self.draft.heading(level, &line),
            None if self.in_item => {
                let marker = self.marker.take();
                self.draft.item(self.lists.len().saturating_sub(1), marker.as_deref(), &line);
            }
            None => self.draft.paragraph(&line),
        }
    }

    /// Ends a quotation; the line before it names the author of its words.
    fn end_quotation(&mut self) {
        if let Some(start) = self.quoted.pop() {
            self.draft.add_location(start, Place::Quoted { by: None, date: None });
        }
    }

    fn begin_item(&mut self, tag: &Tag) {
        self.in_item = true;
        let number = match self.lists.last_mut() {
            Some(HtmlList { next: Some(next) }) => {
                let number = attr(tag, "value").and_then(|value| value.parse().ok()).unwrap_or(*next);
                *next = number.saturating_add(1);
                Some(number)
            }
            _ => None,
        };
        self.marker = Some(number.map_or_else(|| "-".to_owned(), |number: u32| format!("{number}.")));
    }

    fn table(&mut self) -> Option<&mut HtmlTable> {
        self.tables.last_mut()?.as_mut()
    }

    fn begin_table(&mut self) {
        let is_layout = self.layouts.next().copied().unwrap_or(true);
        if is_layout || self.table().is_some() {
            self.tables.push(None);
            return;
        }
        self.numbered += 1;
        self.draft.part();
        self.tables.push(Some(HtmlTable {
            table: TableDraft::new(&self.numbered.to_string()),
            row: SourceRow::default(),
            column: 0,
            cell: None,
            reaching: BTreeMap::new(),
            in_head: false,
            heads: 0,
        }));
    }

    fn end_table(&mut self) {
        self.end_row();
        self.tables.pop();
        self.draft.part();
    }

    fn table_tag(&mut self, tag: &Tag) {
        match &*tag.name {
            "thead" => self.table().into_iter().for_each(|table| table.in_head = true),
            "tr" => self.end_row(),
            name => {
                self.end_cell();
                let Some(table) = self.table() else { return };
                let span = |name| attr(tag, name).and_then(|n| n.trim().parse().ok()).unwrap_or(1u32).clamp(1, SPAN);
                table.heads += usize::from(name == "th");
                table.cell = Some(HtmlCell { text: String::new(), columns: span("colspan"), rows: span("rowspan") });
            }
        }
    }

    fn end_cell(&mut self) {
        self.flush();
        let Some(table) = self.table() else { return };
        let Some(cell) = table.cell.take() else { return };
        while table.reaching.contains_key(&table.column) {
            table.column += 1;
        }
        let first = table.column;
        table.column += cell.columns;
        if cell.rows > 1 && first < COLUMNS {
            table.reaching.extend((first..table.column).map(|column| (column, cell.rows)));
        }
        table.row.cells.push((first, cell.text));
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(Some(table)) = self.tables.last_mut() else { return };
        if table.row.cells.is_empty() {
            return;
        }
        let mut row = std::mem::take(&mut table.row);
        row.number += 1;
        row.is_head = table.in_head || table.heads == row.cells.len();
        let is_own = |column: &u32| row.cells.iter().any(|(own, _)| own == column);
        row.continued = table.reaching.keys().copied().filter(|column| !is_own(column)).collect();
        table.row.number = row.number;
        table.column = 0;
        table.heads = 0;
        table.reaching.values_mut().for_each(|rows| *rows -= 1);
        table.reaching.retain(|_, rows| *rows > 0);
        table.table.row(self.draft, self.cells, row);
    }
}

/// Returns whether the content of an element is nothing that a reader of the page sees.
fn is_unread(tag: &Tag) -> bool {
    let name = &*tag.name;
    if is_void(name) || tag.self_closing {
        return false;
    }
    matches!(
        name,
        "script"
            | "style"
            | "noscript"
            | "template"
            | "svg"
            | "title"
            | "textarea"
            | "select"
            | "datalist"
            | "button"
            | "iframe"
            | "object"
            | "audio"
            | "video"
            | "canvas"
            | "rt"
            | "rp"
            | "annotation"
            | "noframes"
            | "noembed"
    )
}
