//! Blocks of a document, and where they go: into the text, or into the notes that stand at its end.

use std::collections::HashMap;

use crate::draft::{ExtractDraft, one_line};
use crate::table::{CellBudget, SourceRow, TableDraft};
use crate::xml::{ReadFlow, XmlElement};

/// A cell with so many paragraphs is text that was laid out by a table.
const PARAGRAPHS_OF_PROSE: usize = 4;

pub(crate) enum DocxBlock {
    Heading { level: u8, text: String },
    Item { level: usize, marker: Option<String>, text: String },
    Text(String),
    Row(SourceRow),
}

impl DocxBlock {
    /// A row as one, or as the text in it where a table only lays text out.
    pub(crate) fn of_row(cells: Vec<(u32, Vec<Self>)>, mut row: SourceRow, is_nested: bool) -> Vec<Self> {
        let filled = cells.iter().filter(|(_, blocks)| !blocks.is_empty());
        let longest = filled.clone().map(|(_, blocks)| blocks.len()).max().unwrap_or(0);
        if longest >= PARAGRAPHS_OF_PROSE || filled.count() == 1 && longest > 1 {
            return cells.into_iter().flat_map(|(_, blocks)| blocks).collect();
        }
        let line = |blocks: Vec<Self>| blocks.iter().map(Self::line).collect::<Vec<_>>().join(" ");
        row.cells = cells.into_iter().map(|(column, blocks)| (column, line(blocks))).collect();
        if is_nested {
            let texts: Vec<String> = row.cells.into_iter().map(|(_, text)| text).collect();
            return vec![Self::Text(texts.join("\t"))];
        }
        vec![Self::Row(row)]
    }

    fn line(&self) -> String {
        match self {
            Self::Heading { text, .. } | Self::Text(text) => one_line(text),
            Self::Item { marker: Some(marker), text, .. } => one_line(&format!("{marker} {text}")),
            Self::Item { text, .. } => one_line(text),
            Self::Row(row) => row.cells.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The target of blocks.
pub(crate) struct BlockSink<'a> {
    /// Text of a paragraph whose end is deleted: it goes on in the next one.
    pub(crate) carried_text: String,
    to: SinkTarget<'a>,
}

enum SinkTarget<'a> {
    Document(DocumentSink<'a>),
    Notes(Notes),
}

struct DocumentSink<'a> {
    draft: &'a mut ExtractDraft,
    cells: CellBudget,
    table: Option<TableDraft>,
    tables: usize,
}

#[derive(Default)]
struct Notes {
    /// The note that is open.
    id: Option<String>,
    texts: HashMap<String, String>,
}

impl<'a> BlockSink<'a> {
    pub(crate) fn document(draft: &'a mut ExtractDraft, entries: usize) -> Self {
        let document = DocumentSink { draft, cells: CellBudget::new(entries), table: None, tables: 0 };
        Self { carried_text: String::new(), to: SinkTarget::Document(document) }
    }

    pub(crate) fn notes() -> Self {
        Self { carried_text: String::new(), to: SinkTarget::Notes(Notes::default()) }
    }

    pub(crate) fn take(&mut self, block: DocxBlock) {
        match &mut self.to {
            SinkTarget::Document(document) => document.take(block),
            SinkTarget::Notes(notes) => notes.take(&block),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        matches!(&self.to, SinkTarget::Document(document) if document.draft.is_full())
    }

    pub(crate) fn is_of_notes(&self) -> bool {
        matches!(self.to, SinkTarget::Notes(_))
    }

    pub(crate) fn end_table(&mut self) {
        if let SinkTarget::Document(document) = &mut self.to {
            document.table = None;
        }
    }

    /// The lines that part notes from the text are notes of a type of their own.
    pub(crate) fn begin_note(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        let is_line = element.attr("type").is_some_and(|kind| kind != "normal");
        match &mut self.to {
            SinkTarget::Notes(notes) if !is_line => {
                notes.id = element.attr("id");
                ReadFlow::Enter
            }
            _ => ReadFlow::Skip,
        }
    }

    pub(crate) fn end_note(&mut self) {
        let carried_text = std::mem::take(&mut self.carried_text);
        if !carried_text.trim().is_empty() {
            self.take(DocxBlock::Text(carried_text));
        }
    }

    /// The text left over at the end, and the notes by their ids.
    pub(crate) fn finish(mut self) -> HashMap<String, String> {
        self.end_note();
        match self.to {
            SinkTarget::Notes(notes) => notes.texts,
            SinkTarget::Document(_) => HashMap::new(),
        }
    }
}

impl DocumentSink<'_> {
    fn take(&mut self, block: DocxBlock) {
        let draft = &mut *self.draft;
        match block {
            DocxBlock::Heading { level, text } => draft.heading(level, &text),
            DocxBlock::Text(text) => draft.paragraph(&text),
            DocxBlock::Item { level, marker, text } => draft.item(level, marker.as_deref(), &text),
            DocxBlock::Row(row) => {
                let table = self.table.get_or_insert_with(|| {
                    self.tables += 1;
                    draft.part();
                    TableDraft::new(&self.tables.to_string())
                });
                table.row(draft, &mut self.cells, row);
            }
        }
    }
}

impl Notes {
    fn take(&mut self, block: &DocxBlock) {
        let Some(id) = &self.id else { return };
        let text = self.texts.entry(id.clone()).or_default();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&block.line());
    }
}
