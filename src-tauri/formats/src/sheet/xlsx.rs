//! XLSX, read as a stream: a sheet with cells far apart costs no more than its cells.

use std::ops::Range;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::inline::{self, Look};
use crate::ooxml;
use crate::package::Package;
use crate::refusal::Refusal;
use crate::sheet::merged::MergedCells;
use crate::sheet::numbers::{NumberLocale, iso};
use crate::sheet::strings::{RichText, Strings, unescaped};
use crate::sheet::styles::CellStyles;
use crate::table::{CellBudget, SourceRow, TableDraft};
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let main = ooxml::main_part(&mut package, "xl/workbook.xml", budget)?;
    let parts = ooxml::relations(&mut package, &main, budget)?;
    let mut draft = ExtractDraft::new(budget);
    draft.metadata = ooxml::metadata(&mut package, budget)?;
    let mut book = Workbook::default();
    xml::read(package.small(&main)?.as_slice(), budget, &mut book)?;
    let target = |kind: &str| parts.iter().find(|part| part.kind == kind).map(|part| part.target.clone());
    if let Some(source) = package.part(&target("styles").unwrap_or_default())? {
        xml::read(source, budget, &mut book.styles)?;
    }
    let mut strings = Strings::default();
    if let Some(source) = package.part(&target("sharedStrings").unwrap_or_default())? {
        xml::read(source, budget, &mut strings)?;
    }
    book.locale = book.locale.of_texts(strings.texts.iter().map(|text| &**text));
    draft.pages = u32::try_from(book.sheets.len()).ok();
    let mut cells = CellBudget::new(budget.limits.entries);
    for (number, WorkbookSheet { name, id, is_hidden }) in (1..).zip(std::mem::take(&mut book.sheets)) {
        budget.go_on()?;
        if cells.are_spent() {
            break;
        }
        if number > budget.limits.pages {
            draft.note(ExtractNote::CutShort { what: "sheets".to_owned(), limit: u64::from(budget.limits.pages) });
            break;
        }
        let Some(part) = parts.iter().find(|part| part.id == id) else { continue };
        draft.heading(1, &name);
        draft.part();
        let table = TableDraft::new(&name);
        let merged = MergedCells::of_sheet(&mut package, &part.target)?;
        let Some(source) = package.part(&part.target)? else {
            draft.damaged(&name);
            continue;
        };
        let mut sheet = Worksheet {
            book: &book,
            strings: &strings.texts,
            merged,
            draft: &mut draft,
            cells: &mut cells,
            table,
            row: SourceRow::default(),
            cell: SheetCell::default(),
            next: 0,
            in_value: false,
            is_sheet_hidden: is_hidden,
            is_row_hidden: false,
            hidden_columns: Vec::new(),
            own_text: RichText::default(),
        };
        if xml::read(source, budget, &mut sheet)?.is_some() {
            draft.damaged(&name);
        }
    }
    leave_out(&package, &mut draft);
    draft.finish(Format::Spreadsheet)
}

fn leave_out(package: &Package<'_>, draft: &mut ExtractDraft) {
    let count = |is_one: fn(&str) -> bool| package.names().iter().filter(|name| is_one(name)).count() as u64;
    draft.left_out("macros", count(|name| name.ends_with("vbaProject.bin")));
    draft.left_out("charts", count(|name| name.starts_with("xl/charts/chart")));
    draft.left_out("pictures", count(|name| name.starts_with("xl/media/")));
    draft.left_out("comments", count(|name| name.starts_with("xl/comments")));
}

/// The workbook's data on its sheets and dates.
#[derive(Default)]
struct Workbook {
    sheets: Vec<WorkbookSheet>,
    locale: NumberLocale,
    styles: CellStyles,
}

struct WorkbookSheet {
    name: String,
    id: String,
    is_hidden: bool,
}

impl Handler for Workbook {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match (element.ns, element.local) {
            (Ns::Sheet, "sheet") => {
                let id = element.attr_in(Ns::Relation, "id").unwrap_or_default();
                let is_hidden = element.attr("state").is_some_and(|state| state != "visible");
                self.sheets.push(WorkbookSheet { name: element.attr("name").unwrap_or_default(), id, is_hidden });
            }
            (Ns::Sheet, "workbookPr") => {
                self.locale.starts_1904 = element.attr("date1904").is_some_and(|value| value == "1" || value == "true");
            }
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}

struct Worksheet<'a> {
    book: &'a Workbook,
    strings: &'a [Box<str>],
    merged: MergedCells,
    draft: &'a mut ExtractDraft,
    cells: &'a mut CellBudget,
    table: TableDraft,
    row: SourceRow,
    cell: SheetCell,
    /// The column after the last cell, where a cell does not say its own.
    next: u32,
    in_value: bool,
    is_sheet_hidden: bool,
    is_row_hidden: bool,
    hidden_columns: Vec<Range<u32>>,
    /// The text of the cell, where it stands in the cell itself.
    own_text: RichText,
}

#[derive(Default)]
struct SheetCell {
    column: u32,
    kind: String,
    style: usize,
    text: String,
}

impl Worksheet<'_> {
    fn begin_cell(&mut self, element: &XmlElement<'_>) {
        let column = element.attr("r").and_then(|name| column(&name)).unwrap_or(self.next);
        self.next = column.saturating_add(1);
        self.own_text = RichText::default();
        self.cell = SheetCell {
            column,
            kind: element.attr("t").unwrap_or_default(),
            style: element.number("s").unwrap_or(0),
            text: String::new(),
        };
    }

    fn end_cell(&mut self) {
        let cell = std::mem::take(&mut self.cell);
        let text = match cell.kind.as_str() {
            "s" => cell
                .text
                .trim()
                .parse()
                .ok()
                .and_then(|at: usize| self.strings.get(at))
                .map_or("", |text| text)
                .to_owned(),
            "b" => if cell.text.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
            "inlineStr" => self.own_text.take(),
            "str" => unescaped(&cell.text),
            "d" => iso(&cell.text, self.book.styles.shown(cell.style).as_ref()),
            "e" => cell.text,
            _ => match cell.text.trim().parse::<f64>() {
                Ok(value) => self.book.styles.write(cell.style, value, self.book.locale),
                Err(_) => cell.text,
            },
        };
        let text = self.look(cell.column, cell.style, text);
        self.row.cells.push((cell.column, text));
    }

    /// Marks the words of a cell that is not shown, or whose style says how it is.
    fn look(&self, column: u32, style: usize, text: String) -> String {
        let is_column_hidden = self.hidden_columns.iter().any(|columns| columns.contains(&column));
        let is_hidden = self.is_sheet_hidden || self.is_row_hidden || is_column_hidden;
        let looks = if is_hidden { vec![Look::Hidden] } else { self.book.styles.looks(style) };
        looks.into_iter().fold(text, |text, look| inline::marked(look, &text))
    }

    /// Columns of no width are hidden too.
    fn columns(&mut self, element: &XmlElement<'_>) {
        let has_no_width = element.attr("width").is_some_and(|width| width.parse() == Ok(0.0f32));
        if is_true(element, "hidden") || has_no_width {
            let first = element.number("min").unwrap_or(1u32).saturating_sub(1);
            self.hidden_columns.push(first..element.number("max").unwrap_or(0));
        }
    }
}

fn is_true(element: &XmlElement<'_>, name: &str) -> bool {
    element.attr(name).is_some_and(|value| value == "1" || value == "true")
}

/// The column of `B7`, from 0.
pub(super) fn column(name: &str) -> Option<u32> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.fold(0u32, |number, letter| {
        number.saturating_mul(26).saturating_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
    });
    number.checked_sub(1).filter(|column| *column < 16_384)
}

impl Handler for Worksheet<'_> {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.ns != Ns::Sheet {
            return Ok(ReadFlow::Enter);
        }
        match element.local {
            "row" => {
                let number = element.number("r").unwrap_or(self.row.number.saturating_add(1));
                self.row = SourceRow { number, ..SourceRow::default() };
                self.next = 0;
                let has_no_height = element.attr("ht").is_some_and(|height| height.parse() == Ok(0.0f32));
                self.is_row_hidden = is_true(element, "hidden") || has_no_height;
            }
            "col" => self.columns(element),
            "c" => self.begin_cell(element),
            "v" => self.in_value = true,
            "rPh" | "f" | "dataValidations" | "conditionalFormatting" | "extLst" => return Ok(ReadFlow::Skip),
            "oddHeader" | "oddFooter" => return Ok(ReadFlow::Skip),
            _ => self.own_text.begin(element),
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Sheet, "v") => self.in_value = false,
            (Ns::Sheet, "t" | "r" | "rPr") => self.own_text.end(local),
            (Ns::Sheet, "c") => self.end_cell(),
            (Ns::Sheet, "row") => {
                let number = self.row.number;
                let mut row = std::mem::take(&mut self.row);
                row.cells.sort_by_key(|(column, _)| *column);
                self.merged.mark(&mut row);
                self.table.row(self.draft, self.cells, row);
                self.row.number = number;
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.in_value {
            self.cell.text.push_str(text);
        }
        self.own_text.push(text);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.draft.is_full() || self.cells.are_spent()
    }
}
