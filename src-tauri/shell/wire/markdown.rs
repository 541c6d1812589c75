//! An answer's Markdown as the window draws it. There is no HTML in it, and nothing that leads anywhere but a link.

use factly_core::chat::markdown as domain;
use serde::Serialize;
use specta::Type;

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Block {
    Paragraph {
        content: Vec<Inline>,
    },
    Heading {
        level: u8,
        content: Vec<Inline>,
    },
    /// One that continues goes on with the block before it, as do a list and a table.
    Code {
        /// Empty where none is named.
        language: String,
        text: String,
        continues: bool,
    },
    List {
        ordered: bool,
        /// Of one that is ordered, its first number.
        start: u32,
        items: Vec<Vec<Block>>,
        continues: bool,
    },
    Quote {
        blocks: Vec<Block>,
    },
    Table {
        align: Vec<Align>,
        head: Vec<Vec<Inline>>,
        /// A row may have fewer cells than the head.
        rows: Vec<Vec<Vec<Inline>>>,
        continues: bool,
    },
    Rule,
}

wire_enum! {
    Align = domain::ColumnAlign { None, Left, Center, Right }
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Inline {
    Text {
        text: String,
    },
    Strong {
        content: Vec<Inline>,
    },
    Emphasis {
        content: Vec<Inline>,
    },
    Strike {
        content: Vec<Inline>,
    },
    Code {
        text: String,
    },
    /// The window shows `url` before it asks for it to be opened.
    Link {
        url: String,
        content: Vec<Inline>,
    },
    Label {
        label: String,
    },
    /// A passage that is cited; `place` counts the answer's citations.
    Citation {
        id: String,
        place: u32,
    },
    /// Behind a sentence that its sources do not carry; `place` counts them.
    Mark {
        place: u32,
    },
    Break,
    Task {
        done: bool,
    },
}

impl From<&domain::MarkdownBlock> for Block {
    fn from(block: &domain::MarkdownBlock) -> Self {
        match block {
            domain::MarkdownBlock::Paragraph(content) => Self::Paragraph { content: inlines(content) },
            domain::MarkdownBlock::Heading { level, content } => {
                Self::Heading { level: *level, content: inlines(content) }
            }
            domain::MarkdownBlock::Code { language, text, continues } => {
                Self::Code { language: language.clone().unwrap_or_default(), text: text.clone(), continues: *continues }
            }
            domain::MarkdownBlock::List { start, items, continues } => Self::List {
                ordered: start.is_some(),
                start: start.unwrap_or(1),
                items: items.iter().map(|item| blocks(item)).collect(),
                continues: *continues,
            },
            domain::MarkdownBlock::Quote(inner) => Self::Quote { blocks: blocks(inner) },
            domain::MarkdownBlock::Table(table) => Self::Table {
                align: table.align.iter().map(|align| (*align).into()).collect(),
                head: row(&table.head),
                rows: table.rows.iter().map(|cells| row(cells)).collect(),
                continues: table.continues,
            },
            domain::MarkdownBlock::Rule => Self::Rule,
        }
    }
}

impl From<&domain::Inline> for Inline {
    fn from(inline: &domain::Inline) -> Self {
        match inline {
            domain::Inline::Text(text) => Self::Text { text: text.clone() },
            domain::Inline::Strong(content) => Self::Strong { content: inlines(content) },
            domain::Inline::Emphasis(content) => Self::Emphasis { content: inlines(content) },
            domain::Inline::Strike(content) => Self::Strike { content: inlines(content) },
            domain::Inline::Code(text) => Self::Code { text: text.clone() },
            domain::Inline::Link { url, content } => Self::Link { url: url.clone(), content: inlines(content) },
            domain::Inline::Label(label) => Self::Label { label: label.to_string() },
            domain::Inline::Citation { id, index } => Self::Citation { id: id.clone(), place: *index },
            domain::Inline::Mark(index) => Self::Mark { place: *index },
            domain::Inline::Break => Self::Break,
            domain::Inline::Task { done } => Self::Task { done: *done },
        }
    }
}

pub fn blocks(blocks: &[domain::MarkdownBlock]) -> Vec<Block> {
    blocks.iter().map(Into::into).collect()
}

fn inlines(content: &[domain::Inline]) -> Vec<Inline> {
    content.iter().map(Into::into).collect()
}

fn row(cells: &[Vec<domain::Inline>]) -> Vec<Vec<Inline>> {
    cells.iter().map(|cell| inlines(cell)).collect()
}
