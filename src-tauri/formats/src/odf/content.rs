//! The content of a text or of the sheets of a spreadsheet.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::ExtractNote;
use crate::inline::{self, Look};
use crate::odf::lists::ListStyles;
use crate::odf::looks::{OdfLook, OdfLooks};
use crate::refusal::Refusal;
use crate::table::{CellBudget, SourceRow, TableDraft};
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// Maximum number of times that a filled cell or row that says it is repeated is written.
const REPEATED: u32 = 1000;
/// Cells of a document that are written as repetitions of others: a few bytes say of millions that they are the same.
const REPEATED_CELLS: u32 = 10_000;

pub(crate) struct OdfContent<'a> {
    draft: &'a mut ExtractDraft,
    budget: &'a Budget<'a>,
    cells: CellBudget,
    /// Cells that may still be written as repetitions.
    repeats: u32,
    styles: ListStyles,
    looks: OdfLooks,
    /// The look of the words to come, by each span that is open.
    spans: Vec<OdfLook>,
    /// Of each open section whether it is hidden.
    sections: Vec<bool>,
    /// Open elements, the innermost last.
    open: Vec<OpenElement>,
    lists: Vec<OdfList>,
    /// The marker of the item that has begun.
    marker: Option<String>,
    in_spreadsheet: bool,
    tables: u32,
    notes: Vec<String>,
    comments: u64,
    pictures: u64,
}

enum OpenElement {
    Paragraph(OdfParagraph),
    Table(OdfTable),
    /// A note: its paragraphs stand at the end.
    Note(Vec<String>),
}

#[derive(Default)]
struct OdfParagraph {
    text: String,
    heading: Option<u8>,
    look: OdfLook,
    /// True if a field in it hides it.
    is_hidden: bool,
    /// Paragraphs of text boxes in it.
    boxes: Vec<String>,
}

struct OdfTable {
    table: TableDraft,
    number: u32,
    row: Vec<(u32, String)>,
    column: u32,
    rows_repeated: u32,
    cell: Option<OdfCell>,
    in_head: bool,
    is_hidden: bool,
    is_row_hidden: bool,
    /// The columns that are hidden, and how many were declared.
    hidden_columns: Vec<Range<u32>>,
    columns: u32,
    has_ground: bool,
    /// Columns that a cell of a row above reaches down into, with the rows that it still fills.
    reaching: BTreeMap<u32, u32>,
}

#[derive(Default)]
struct OdfCell {
    text: String,
    /// The value, where the text that is shown is not ISO.
    date: Option<String>,
    columns: u32,
    look: OdfLook,
    has_ground: bool,
    rows_spanned: u32,
}

struct OdfList {
    style: String,
    next: u32,
}

impl<'a> OdfContent<'a> {
    pub(crate) fn new(
        draft: &'a mut ExtractDraft,
        (styles, looks): (ListStyles, OdfLooks),
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            draft,
            budget,
            cells: CellBudget::new(budget.limits.entries),
            repeats: REPEATED_CELLS,
            styles,
            looks,
            spans: Vec::new(),
            sections: Vec::new(),
            open: Vec::new(),
            lists: Vec::new(),
            marker: None,
            in_spreadsheet: false,
            tables: 0,
            notes: Vec::new(),
            comments: 0,
            pictures: 0,
        }
    }

    pub(crate) fn finish(self) {
        if !self.notes.is_empty() {
            self.draft.close_headings(0);
        }
        for (number, note) in (1..).zip(&self.notes) {
            self.draft.paragraph(&format!("[{number}] {note}"));
        }
        self.draft.left_out("comments", self.comments);
        self.draft.left_out("pictures", self.pictures);
    }

    fn paragraph(&mut self) -> Option<&mut OdfParagraph> {
        match self.open.last_mut() {
            Some(OpenElement::Paragraph(paragraph)) => Some(paragraph),
            _ => None,
        }
    }

    fn table(&mut self) -> Option<&mut OdfTable> {
        match self.open.last_mut() {
            Some(OpenElement::Table(table)) => Some(table),
            _ => None,
        }
    }

    fn add(&mut self, text: &str) {
        let tables = || {
            self.open.iter().filter_map(|open| if let OpenElement::Table(table) = open { Some(table) } else { None })
        };
        let is_hidden = self.sections.contains(&true) || tables().any(OdfTable::is_hidden);
        let on_ground =
            tables().any(|table| table.has_ground || table.cell.as_ref().is_some_and(|cell| cell.has_ground));
        let span = self.spans.last().cloned().unwrap_or_default();
        if let Some(paragraph) = self.paragraph() {
            let looks = span.over(paragraph.look.clone()).looks(is_hidden || paragraph.is_hidden, on_ground);
            inline::add(&mut paragraph.text, &looks, text);
        }
    }

    fn begin_paragraph(&mut self, element: &XmlElement<'_>, heading: Option<u8>) {
        let own = self.looks.resolve("paragraph", element.attr("style-name").as_deref());
        let cell = self.table().and_then(|table| table.cell.as_ref()).map(|cell| cell.look.clone());
        let paragraph = OdfParagraph { heading, look: own.over(cell.unwrap_or_default()), ..OdfParagraph::default() };
        self.open.push(OpenElement::Paragraph(paragraph));
    }

    fn end_paragraph(&mut self) {
        let Some(OpenElement::Paragraph(paragraph)) =
            self.open.pop_if(|open| matches!(open, OpenElement::Paragraph(_)))
        else {
            return;
        };
        let text = paragraph.text.trim().to_owned();
        match self.open.last_mut() {
            Some(OpenElement::Paragraph(host)) => host.boxes.push(text),
            Some(OpenElement::Table(table)) => table.add(&text),
            Some(OpenElement::Note(paragraphs)) => paragraphs.push(text),
            None => self.write(&text, paragraph.heading),
        }
        paragraph.boxes.iter().for_each(|text| match self.open.last_mut() {
            Some(OpenElement::Table(table)) => table.add(text),
            Some(OpenElement::Note(paragraphs)) => paragraphs.push(text.clone()),
            Some(OpenElement::Paragraph(host)) => host.boxes.push(text.clone()),
            None => self.draft.paragraph(text),
        });
    }

    fn write(&mut self, text: &str, heading: Option<u8>) {
        match heading {
            Some(level) => self.draft.heading(level, text),
            None if !self.lists.is_empty() => {
                let marker = if text.is_empty() { None } else { self.marker.take() };
                self.draft.item(self.lists.len() - 1, marker.as_deref(), text);
            }
            None => self.draft.paragraph(text),
        }
    }

    fn begin_item(&mut self) {
        let level = self.lists.len();
        let Some(list) = self.lists.last_mut() else { return };
        list.next = list.next.saturating_add(1);
        let counters: Vec<u32> = self.lists.iter().map(|list| list.next.saturating_sub(1)).collect();
        let style = self.lists[level - 1].style.clone();
        self.marker = Some(self.styles.marker(&style, &counters));
    }

    fn begin_list(&mut self, element: &XmlElement<'_>) {
        let outer = self.lists.last().map(|list| list.style.clone());
        let style = element.attr("style-name").or(outer).unwrap_or_default();
        let next = self.styles.start(&style, self.lists.len());
        self.lists.push(OdfList { style, next });
    }

    fn begin_table(&mut self, element: &XmlElement<'_>) {
        let is_nested = !self.open.is_empty();
        self.tables += u32::from(!is_nested);
        let name = if self.in_spreadsheet { element.attr("name").unwrap_or_default() } else { self.tables.to_string() };
        if self.in_spreadsheet && !is_nested {
            let pages = self.draft.pages.unwrap_or(0) + 1;
            self.draft.pages = Some(pages);
            self.draft.heading(1, &name);
        }
        if !is_nested {
            self.draft.part();
        }
        let look = self.looks.resolve("table", element.attr("style-name").as_deref());
        self.open.push(OpenElement::Table(OdfTable {
            table: TableDraft::new(&name),
            number: 0,
            row: Vec::new(),
            column: 0,
            rows_repeated: 1,
            cell: None,
            in_head: false,
            is_hidden: look.is_undisplayed(),
            is_row_hidden: false,
            hidden_columns: Vec::new(),
            columns: 0,
            has_ground: look.has_ground(),
            reaching: BTreeMap::new(),
        }));
    }

    fn end_table(&mut self) {
        self.open.pop_if(|open| matches!(open, OpenElement::Table(_)));
    }

    fn begin_cell(&mut self, element: &XmlElement<'_>) {
        let look = self.looks.resolve("table-cell", element.attr("style-name").as_deref());
        let Some(table) = self.table() else { return };
        let date = element.attr("date-value").map(|date| date.trim_end_matches("T00:00:00").to_owned());
        table.cell = Some(OdfCell {
            text: String::new(),
            date,
            columns: element.number("number-columns-repeated").unwrap_or(1),
            has_ground: look.has_ground(),
            look,
            rows_spanned: element.number("number-rows-spanned").unwrap_or(1),
        });
    }

    fn end_row(&mut self) -> Result<(), Refusal> {
        let is_nested = self.open.len() > 1;
        let Some(table) = self.table() else { return Ok(()) };
        let row = std::mem::take(&mut table.row);
        table.column = 0;
        let repeated = table.rows_repeated;
        let first = table.number;
        table.number = first.saturating_add(repeated);
        let is_own = |column: &u32| row.iter().any(|(own, text)| own == column && !inline::is_blank(text));
        let continued: Vec<u32> = table.reaching.keys().copied().filter(|column| !is_own(column)).collect();
        table.reaching.values_mut().for_each(|rows| *rows = rows.saturating_sub(repeated));
        table.reaching.retain(|_, rows| *rows > 0);
        if row.iter().all(|(_, text)| inline::is_blank(text)) {
            return Ok(());
        }
        if is_nested {
            let line = row.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ");
            let table = self.open.pop();
            match self.open.last_mut() {
                Some(OpenElement::Table(outer)) => outer.add(&line),
                Some(OpenElement::Paragraph(host)) => host.boxes.push(line),
                Some(OpenElement::Note(paragraphs)) => paragraphs.push(line),
                None => {}
            }
            self.open.extend(table);
            return Ok(());
        }
        self.write_rows(row, &continued, first..first.saturating_add(repeated))
    }

    fn write_rows(&mut self, row: Vec<(u32, String)>, continued: &[u32], rows: Range<u32>) -> Result<(), Refusal> {
        let (first, repeated) = (rows.start, rows.end - rows.start);
        let Some(OpenElement::Table(table)) = self.open.last_mut() else { return Ok(()) };
        let width = u32::try_from(row.len()).unwrap_or(u32::MAX).max(1);
        let written = repeated.min(REPEATED).min(1 + self.repeats / width);
        self.repeats -= (written.max(1) - 1) * width;
        if repeated > written {
            self.draft.note(ExtractNote::CutShort { what: "repeated rows".to_owned(), limit: u64::from(REPEATED) });
        }
        for number in 1..=written {
            self.budget.step()?;
            let row = SourceRow {
                number: first.saturating_add(number),
                cells: row.clone(),
                is_head: table.in_head,
                continued: continued.to_vec(),
            };
            table.table.row(self.draft, &mut self.cells, row);
            if self.draft.is_full() || self.cells.are_spent() {
                break;
            }
        }
        Ok(())
    }

    fn text_element(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        match element.local {
            "h" => {
                let level = element.number("outline-level").unwrap_or(1u8).clamp(1, 9);
                self.begin_paragraph(element, Some(level));
            }
            "p" => self.begin_paragraph(element, None),
            "span" => {
                let own = self.looks.resolve("text", element.attr("style-name").as_deref());
                let outer = self.spans.last().cloned().unwrap_or_default();
                self.spans.push(own.over(outer));
            }
            "section" => self.sections.push(element.attr("display").is_some_and(|display| display != "true")),
            "hidden-paragraph" if element.attr("is-hidden").is_none_or(|value| value == "true") => {
                self.paragraph().into_iter().for_each(|paragraph| paragraph.is_hidden = true);
            }
            "s" => self.add(&" ".repeat(element.number("c").unwrap_or(1usize).min(100))),
            "tab" => self.add("\t"),
            "line-break" => self.add("\n"),
            "list" => self.begin_list(element),
            "list-item" => {
                if let (Some(start), Some(list)) = (element.number("start-value"), self.lists.last_mut()) {
                    list.next = start;
                }
                self.begin_item();
            }
            "note" => self.open.push(OpenElement::Note(Vec::new())),
            "note-citation"
            | "tracked-changes"
            | "ruby-text"
            | "sequence-decls"
            | "variable-decls"
            | "user-field-decls"
            | "index-title-template" => return ReadFlow::Skip,
            _ => {}
        }
        ReadFlow::Enter
    }

    fn end_note(&mut self) {
        let Some(OpenElement::Note(paragraphs)) = self.open.pop_if(|open| matches!(open, OpenElement::Note(_))) else {
            return;
        };
        self.notes.push(paragraphs.join("\n"));
        let mark = format!("[{}]", self.notes.len());
        self.add(&mark);
    }

    fn table_element(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        match element.local {
            "table" => self.begin_table(element),
            "table-column" => self.table().into_iter().for_each(|table| table.column_begins(element)),
            "table-header-rows" => self.table().into_iter().for_each(|table| table.in_head = true),
            "table-row" => {
                let repeated = element.number("number-rows-repeated").unwrap_or(1);
                let is_hidden = element.attr("visibility").is_some_and(|value| value != "visible");
                self.table()
                    .into_iter()
                    .for_each(|table| (table.rows_repeated, table.is_row_hidden) = (repeated, is_hidden));
            }
            "table-cell" | "covered-table-cell" => self.begin_cell(element),
            "shapes" | "tracked-changes" => return ReadFlow::Skip,
            _ => {}
        }
        ReadFlow::Enter
    }
}

impl OdfTable {
    fn column_begins(&mut self, element: &XmlElement<'_>) {
        let end = self.columns.saturating_add(element.number("number-columns-repeated").unwrap_or(1));
        if element.attr("visibility").is_some_and(|value| value != "visible") {
            self.hidden_columns.push(self.columns..end);
        }
        self.columns = end;
    }

    /// Returns whether the cell that is open is not shown.
    fn is_hidden(&self) -> bool {
        self.is_hidden || self.is_row_hidden || self.hidden_columns.iter().any(|columns| columns.contains(&self.column))
    }

    /// Adds a paragraph to the cell that is open.
    fn add(&mut self, text: &str) {
        if let Some(cell) = &mut self.cell {
            if !cell.text.is_empty() {
                cell.text.push(' ');
            }
            cell.text.push_str(text);
        }
    }

    fn end_cell(&mut self, repeats: &mut u32) {
        let Some(cell) = self.cell.take() else { return };
        let is_hidden = self.is_hidden();
        let mark = |date: String| {
            let mut text = String::new();
            inline::add(&mut text, if is_hidden { &[Look::Hidden] } else { &[] }, &date);
            text
        };
        let text = cell.date.filter(|_| !cell.text.is_empty()).map(mark).unwrap_or(cell.text);
        if !inline::is_blank(&text) && cell.rows_spanned > 1 {
            self.reaching.insert(self.column, cell.rows_spanned);
        }
        if !inline::is_blank(&text) {
            let written = cell.columns.min(REPEATED).min(1 + *repeats);
            *repeats -= written.max(1) - 1;
            let last = self.column.saturating_add(written);
            self.row.extend((self.column..last).map(|column| (column, text.clone())));
        }
        self.column = self.column.saturating_add(cell.columns);
    }
}

impl Handler for OdfContent<'_> {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.styles.take(element);
        self.looks.take(element);
        Ok(match (element.ns, element.local) {
            (Ns::Text, _) => self.text_element(element),
            (Ns::Table, _) => self.table_element(element),
            (Ns::Office, "spreadsheet") => {
                self.in_spreadsheet = true;
                ReadFlow::Enter
            }
            (Ns::Office, "annotation") => {
                self.comments += 1;
                ReadFlow::Skip
            }
            (Ns::Office, "binary-data" | "scripts" | "forms") => ReadFlow::Skip,
            (Ns::Draw, "image") => {
                self.pictures += 1;
                ReadFlow::Skip
            }
            _ => ReadFlow::Enter,
        })
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Text, "p" | "h") => self.end_paragraph(),
            (Ns::Text, "span") => drop(self.spans.pop()),
            (Ns::Text, "section") => drop(self.sections.pop()),
            (Ns::Text, "list") => drop(self.lists.pop()),
            (Ns::Text, "list-item") => self.marker = None,
            (Ns::Text, "note") => self.end_note(),
            (Ns::Table, "table-cell" | "covered-table-cell") => {
                if let Some(OpenElement::Table(table)) = self.open.last_mut() {
                    table.end_cell(&mut self.repeats);
                }
            }
            (Ns::Table, "table-row") => return self.end_row(),
            (Ns::Table, "table-header-rows") => self.table().into_iter().for_each(|table| table.in_head = false),
            (Ns::Table, "table") => self.end_table(),
            _ => {}
        }
        Ok(())
    }

    /// White space is collapsed, as the format asks.
    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        let Some(paragraph) = self.paragraph() else { return Ok(()) };
        let mut parts = text.split(|char: char| char.is_ascii_whitespace());
        let mut words = parts.next().unwrap_or_default().to_owned();
        let is_after_blank = inline::ends_blank(&paragraph.text);
        for part in parts {
            if if words.is_empty() { !is_after_blank } else { !words.ends_with(' ') } {
                words.push(' ');
            }
            words.push_str(part);
        }
        self.add(&words);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.draft.is_full() || self.in_spreadsheet && self.cells.are_spent()
    }
}
