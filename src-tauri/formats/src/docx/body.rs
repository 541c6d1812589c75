//! The body of a document, or its notes, as a stream of blocks.
//!
//! The text is what stands when all changes are accepted: insertions are in, deletions and what was moved away are out.
//! Of fields the results are read, of ruby text the base.

use crate::docx::blocks::{BlockSink, DocxBlock};
use crate::docx::numbering::Numbering;
use crate::docx::styles::{DocxStyles, RunLook, is_ground};
use crate::docx::symbols;
use crate::inline::{self, Look};
use crate::refusal::Refusal;
use crate::table::SourceRow;
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// A heading is no longer than this: an outline level on running text makes no heading of it.
const HEADING: usize = 400;

pub(crate) struct DocxBody<'a> {
    styles: &'a DocxStyles,
    numbering: &'a mut Numbering,
    pub(crate) sink: BlockSink<'a>,
    /// Open blocks, the innermost last.
    open: Vec<OpenDocxBlock>,
    /// Of each open field whether its instruction is being read, which is no text.
    fields: Vec<bool>,
    /// The field of a form that is open.
    form: Option<FormField>,
    /// True if a text element is open.
    in_text: bool,
    in_paragraph_properties: bool,
    in_row_properties: bool,
    in_run_properties: bool,
    /// The look of the run, by its own properties and by its style.
    run: RunLook,
    /// The starts of those parts of a formula that are written with signs.
    formulas: Vec<usize>,
    /// Notes that are referred to, in order.
    pub(crate) references: Vec<(&'static str, String)>,
    pub(crate) comments: u64,
    pub(crate) pictures: u64,
    pub(crate) embedded: u64,
}

enum FormField {
    Box(bool),
    List { chosen: usize, entries: Vec<String> },
}

enum OpenDocxBlock {
    Paragraph(DocxParagraph),
    Table(DocxTable),
}

#[derive(Default)]
struct DocxParagraph {
    text: String,
    style: Option<String>,
    list: Option<String>,
    level: Option<usize>,
    outline: Option<u8>,
    is_shaded: bool,
    /// True if its end is deleted, so that it goes on in the next one.
    goes_on: bool,
    /// The text boxes of the paragraph.
    boxes: Vec<DocxBlock>,
}

#[derive(Default)]
struct DocxTable {
    rows: u32,
    column: u32,
    span: u32,
    cells: Vec<(u32, Vec<DocxBlock>)>,
    cell: Vec<DocxBlock>,
    is_head: bool,
    is_deleted: bool,
    /// True if the table, or the cell that is open, may have a ground that is not white.
    is_shaded: bool,
    is_cell_shaded: bool,
    /// The columns of merged cells that go on here.
    continued: Vec<u32>,
    /// Text of a paragraph whose end is deleted.
    carried_text: String,
}

impl<'a> DocxBody<'a> {
    pub(crate) fn new(styles: &'a DocxStyles, numbering: &'a mut Numbering, sink: BlockSink<'a>) -> Self {
        Self {
            styles,
            numbering,
            sink,
            open: Vec::new(),
            fields: Vec::new(),
            form: None,
            in_text: false,
            in_paragraph_properties: false,
            in_row_properties: false,
            in_run_properties: false,
            run: RunLook::default(),
            formulas: Vec::new(),
            references: Vec::new(),
            comments: 0,
            pictures: 0,
            embedded: 0,
        }
    }

    fn paragraph(&mut self) -> Option<&mut DocxParagraph> {
        match self.open.last_mut() {
            Some(OpenDocxBlock::Paragraph(paragraph)) => Some(paragraph),
            _ => None,
        }
    }

    fn table(&mut self) -> Option<&mut DocxTable> {
        match self.open.last_mut() {
            Some(OpenDocxBlock::Table(table)) => Some(table),
            _ => None,
        }
    }

    fn add(&mut self, text: &str) {
        if self.fields.contains(&true) {
            return;
        }
        let run = self.run;
        // The ground of a box is not known.
        let on_ground = self.open.len() > 1 && !matches!(self.open[self.open.len() - 2], OpenDocxBlock::Table(_))
            || self.tables().any(|table| table.is_shaded || table.is_cell_shaded);
        let styles = self.styles;
        if let Some(paragraph) = self.paragraph() {
            let style = paragraph.style.as_deref();
            let look = if style.is_none() { run } else { run.over(styles.look(style)) };
            let looks = look.looks(on_ground || paragraph.is_shaded);
            inline::add(&mut paragraph.text, &looks, text);
        }
    }

    fn tables(&self) -> impl Iterator<Item = &DocxTable> {
        self.open.iter().filter_map(|open| if let OpenDocxBlock::Table(table) = open { Some(table) } else { None })
    }

    fn emit(&mut self, block: DocxBlock) {
        match self.open.last_mut() {
            Some(OpenDocxBlock::Paragraph(host)) => host.boxes.push(block),
            Some(OpenDocxBlock::Table(table)) => table.cell.push(block),
            None => self.sink.take(block),
        }
    }

    fn begin_paragraph(&mut self) {
        let text = match self.open.last_mut() {
            Some(OpenDocxBlock::Table(table)) => std::mem::take(&mut table.carried_text),
            Some(OpenDocxBlock::Paragraph(_)) => String::new(),
            None => std::mem::take(&mut self.sink.carried_text),
        };
        self.open.push(OpenDocxBlock::Paragraph(DocxParagraph { text, ..DocxParagraph::default() }));
    }

    fn end_paragraph(&mut self) {
        let Some(OpenDocxBlock::Paragraph(mut paragraph)) =
            self.open.pop_if(|open| matches!(open, OpenDocxBlock::Paragraph(_)))
        else {
            return;
        };
        // An instruction that has not ended here never does.
        self.fields.fill(false);
        self.run = RunLook::default();
        let boxes = std::mem::take(&mut paragraph.boxes);
        if paragraph.goes_on {
            match self.open.last_mut() {
                Some(OpenDocxBlock::Table(table)) => table.carried_text = paragraph.text,
                Some(OpenDocxBlock::Paragraph(host)) => host.text.push_str(&paragraph.text),
                None => self.sink.carried_text = paragraph.text,
            }
        } else if !inline::is_blank(&paragraph.text) {
            let block = self.block(paragraph);
            self.emit(block);
        }
        boxes.into_iter().for_each(|block| self.emit(block));
    }

    /// The paragraph as what it is: a heading, an item of a list, or text.
    fn block(&mut self, paragraph: DocxParagraph) -> DocxBlock {
        let style = paragraph.style.as_deref();
        let by_style = self.styles.numbered(style);
        let is_own = paragraph.list.is_some();
        let list = paragraph.list.or(by_style.list).filter(|list| list != "0");
        let of_style = |list: &str| if is_own { None } else { self.numbering.level_of(list, style) };
        let level = paragraph.level.or(by_style.level).or_else(|| of_style(list.as_deref()?)).unwrap_or(0);
        let marker = list.as_ref().and_then(|list| self.numbering.marker(list, level));
        let outline = match paragraph.outline {
            Some(level) => (level < 9).then_some(level + 1),
            None => self.styles.heading(style),
        };
        match outline.filter(|_| paragraph.text.chars().count() <= HEADING) {
            // A heading's number is counted, as lists may go on after it, and is no part of its name.
            Some(level) => DocxBlock::Heading { level, text: paragraph.text },
            None if list.is_some() => DocxBlock::Item { level, marker, text: paragraph.text },
            None => DocxBlock::Text(paragraph.text),
        }
    }

    fn end_cell(&mut self) {
        let Some(table) = self.table() else { return };
        let carried_text = std::mem::take(&mut table.carried_text);
        if !carried_text.trim().is_empty() {
            table.cell.push(DocxBlock::Text(carried_text));
        }
        let cell = std::mem::take(&mut table.cell);
        table.cells.push((table.column, cell));
        table.column += table.span.clamp(1, 64);
    }

    fn end_row(&mut self) {
        let is_nested = self.open.len() > 1 || self.sink.is_of_notes();
        let Some(table) = self.table() else { return };
        let cells = std::mem::take(&mut table.cells);
        if table.is_deleted {
            return;
        }
        table.rows += 1;
        let row = SourceRow {
            number: table.rows,
            cells: Vec::new(),
            is_head: table.is_head,
            continued: std::mem::take(&mut table.continued),
        };
        for block in DocxBlock::of_row(cells, row, is_nested) {
            match self.open.len() {
                // The rows of a table in a cell or a box are text there.
                2.. => {
                    let table = self.open.pop();
                    self.emit(block);
                    self.open.extend(table);
                }
                _ => self.sink.take(block),
            }
        }
    }

    fn end_table(&mut self) {
        self.open.pop_if(|open| matches!(open, OpenDocxBlock::Table(_)));
        if self.open.is_empty() {
            self.sink.end_table();
        }
    }

    fn begin_row(&mut self) {
        if let Some(table) = self.table() {
            table.cells.clear();
            table.column = 0;
            table.is_head = false;
            table.is_deleted = false;
            table.continued.clear();
        }
    }

    fn properties(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        let is_deletion = matches!(element.local, "del" | "moveFrom");
        if self.in_row_properties {
            if let Some(table) = self.table() {
                match element.local {
                    "tblHeader" => table.is_head = element.is_on(),
                    "gridBefore" => table.column = element.number("val").unwrap_or(0u32).min(64),
                    _ => table.is_deleted |= is_deletion,
                }
            }
        } else if let Some(paragraph) = self.paragraph() {
            match element.local {
                "pStyle" => paragraph.style = element.attr("val"),
                "outlineLvl" => paragraph.outline = element.number("val"),
                "numId" => paragraph.list = element.attr("val"),
                "ilvl" => paragraph.level = element.number("val"),
                "shd" => paragraph.is_shaded |= is_ground(element),
                _ => paragraph.goes_on |= is_deletion,
            }
        }
        if matches!(element.local, "pPrChange" | "rPrChange" | "tabs" | "sectPr") {
            ReadFlow::Skip
        } else {
            ReadFlow::Enter
        }
    }

    fn cell_property(&mut self, element: &XmlElement<'_>) {
        let Some(table) = self.table() else { return };
        match element.local {
            "gridSpan" => table.span = element.number("val").unwrap_or(1),
            _ if element.attr("val").is_none_or(|value| value == "continue") => table.continued.push(table.column),
            _ => {}
        }
    }

    fn field(&mut self, element: &XmlElement<'_>) {
        match element.attr("fldCharType").as_deref() {
            Some("begin") => {
                self.fields.push(true);
                self.form = None;
            }
            Some("separate") => self.fields.last_mut().into_iter().for_each(|field| *field = false),
            Some("end") => {
                self.fields.pop();
                self.end_form();
            }
            _ => {}
        }
    }

    /// A property of a field of a form: whether its box is checked, or which entry is chosen.
    fn form(&mut self, element: &XmlElement<'_>) -> bool {
        match (element.local, &mut self.form) {
            ("checkBox", form) => *form = Some(FormField::Box(false)),
            ("ddList", form) => *form = Some(FormField::List { chosen: 0, entries: Vec::new() }),
            ("default" | "checked", Some(FormField::Box(is_checked))) => *is_checked = element.is_on(),
            ("result", Some(FormField::List { chosen, .. })) => *chosen = element.number("val").unwrap_or(0),
            ("listEntry", Some(FormField::List { entries, .. })) => entries.extend(element.attr("val")),
            _ => return false,
        }
        true
    }

    /// Writes what a field of a form shows, which stands in no run.
    fn end_form(&mut self) {
        match self.form.take() {
            Some(FormField::Box(is_checked)) => self.add(if is_checked { "☒" } else { "☐" }),
            Some(FormField::List { chosen, entries }) => {
                if let Some(entry) = entries.get(chosen) {
                    self.add(entry);
                }
            }
            None => {}
        }
    }

    fn reference(&mut self, kind: &'static str, element: &XmlElement<'_>) {
        if self.fields.contains(&true) {
            return;
        }
        self.references.push((kind, element.attr("id").unwrap_or_default()));
        let mark = format!("[{}]", self.references.len());
        // It is raised, whether its style says so or not.
        self.run.raise();
        self.add(&mark);
    }

    /// A part of a formula: exponents are raised, and the parts of a fraction are told apart.
    fn formula(&mut self, local: &str) {
        let Some(OpenDocxBlock::Paragraph(paragraph)) = self.open.last_mut() else { return };
        match local {
            "t" => self.in_text = true,
            "sup" => inline::begin(&mut paragraph.text, Look::Raised),
            "sub" => inline::begin(&mut paragraph.text, Look::Lowered),
            "f" if paragraph.text.ends_with(|char: char| char.is_ascii_digit()) => paragraph.text.push(' '),
            "num" | "den" => self.formulas.push(paragraph.text.len()),
            _ => {}
        }
    }

    fn end_formula(&mut self, local: &str) {
        let Some(OpenDocxBlock::Paragraph(paragraph)) = self.open.last_mut() else { return };
        match local {
            "sup" => inline::end(&mut paragraph.text, Look::Raised),
            "sub" => inline::end(&mut paragraph.text, Look::Lowered),
            "num" | "den" => {
                let start = self.formulas.pop().unwrap_or_default().min(paragraph.text.len());
                let is_single =
                    |text: &str| text.chars().all(|char| char.is_alphanumeric() || matches!(char, '.' | ','));
                if paragraph.text.get(start..).is_some_and(|part| !is_single(part)) {
                    paragraph.text.insert(start, '(');
                    paragraph.text.push(')');
                }
                paragraph.text.push_str(if local == "num" { "/" } else { "" });
            }
            _ => {}
        }
    }

    fn word(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        match element.local {
            "p" => self.begin_paragraph(),
            "tbl" => self.open.push(OpenDocxBlock::Table(DocxTable::default())),
            "tr" => self.begin_row(),
            "tc" => self.table().into_iter().for_each(|table| (table.span, table.is_cell_shaded) = (1, false)),
            "pPr" => self.in_paragraph_properties = true,
            "trPr" => self.in_row_properties = true,
            "gridSpan" | "vMerge" => self.cell_property(element),
            "r" => self.run = RunLook::default(),
            "rPr" => self.in_run_properties = true,
            _ if self.fields.last() == Some(&true) && self.form(element) => {}
            "rStyle" if self.in_run_properties => {
                let style = self.styles.run_look(&element.attr("val").unwrap_or_default());
                self.run = self.run.over(style);
            }
            _ if self.in_run_properties => self.run.take(element),
            "shd" => self.table().into_iter().for_each(|table| table.is_cell_shaded |= is_ground(element)),
            "tblStyle" => self.table().into_iter().for_each(|table| table.is_shaded = true),
            "t" => self.in_text = true,
            "tab" | "ptab" => self.add("\t"),
            "br" | "cr" => self.add("\n"),
            "noBreakHyphen" => self.add("\u{2011}"),
            "sym" => self.add(symbols::read(element).encode_utf8(&mut [0; 4])),
            "fldChar" => self.field(element),
            "footnoteReference" => self.reference("footnotes", element),
            "endnoteReference" => self.reference("endnotes", element),
            "commentReference" => self.comments += 1,
            "altChunk" => self.embedded += 1,
            "footnote" | "endnote" => return self.sink.begin_note(element),
            "del" | "moveFrom" | "instrText" | "delText" | "sdtPr" | "rt" | "sectPr" | "tblPrChange" | "trPrChange"
            | "tcPrChange" | "rPrChange" | "tblPrExChange" => return ReadFlow::Skip,
            _ => {}
        }
        ReadFlow::Enter
    }
}

impl Handler for DocxBody<'_> {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match (element.ns, element.local) {
            // Hiding the mark of a paragraph hides none of its words, so these are other properties than a run's.
            (Ns::Word, _) if self.in_paragraph_properties || self.in_row_properties => {
                return Ok(self.properties(element));
            }
            (Ns::Word, _) => return Ok(self.word(element)),
            (Ns::Math, _) => self.formula(element.local),
            (Ns::Other, "pic" | "imagedata") => self.pictures += 1,
            (Ns::Other, "OLEObject") => self.embedded += 1,
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Word | Ns::Math, "t") => self.in_text = false,
            (Ns::Math, _) => self.end_formula(local),
            (Ns::Word, "rPr") => self.in_run_properties = false,
            (Ns::Word, "pPr") => self.in_paragraph_properties = false,
            (Ns::Word, "trPr") => self.in_row_properties = false,
            (Ns::Word, "p") => self.end_paragraph(),
            (Ns::Word, "tc") => self.end_cell(),
            (Ns::Word, "tr") => self.end_row(),
            (Ns::Word, "tbl") => self.end_table(),
            (Ns::Word, "footnote" | "endnote") => self.sink.end_note(),
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.in_text {
            self.add(text);
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
