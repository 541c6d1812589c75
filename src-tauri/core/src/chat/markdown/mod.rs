//! An answer's Markdown as blocks: what a window draws, with no HTML anywhere, so that there is nothing to sanitise.
//!
//! CommonMark with tables, strikethrough and task lists. Of an address only what leads to a page or a mailbox becomes a
//! link, written as it leads; an image becomes a link to it; raw HTML is text; an entity's label is a label. Nothing is
//! hidden: characters that reorder or control a line are left out, and a link definition stands where it was written.
//!
//! Whole or as a [`Stream`], in whatever pieces, a text gives the same blocks. A text is cut into segments of about
//! [`SEGMENT`] bytes, each read for itself, and so the work for one more word does not grow with the answer. A block
//! that goes on with the one before says so. No block is deeper than [`MAX_DEPTH`] or heavier than [`MAX_WEIGHT`].

mod address;
mod citations;
mod cut;
mod line;
mod links;
mod read;
mod segment;
mod stream;
mod weight;
mod words;

pub use address::address;
pub use citations::{MARK, number_citations};
pub use links::without_links;
pub use stream::{MarkdownUpdate, Stream};
pub use weight::weight;

use crate::discovery::EntityLabel;

/// A segment is at most this many bytes, so that reading it again is cheap.
pub const SEGMENT: usize = 2_048;
/// Maximum depth of quotes and lists in each other; what is deeper is put at this depth.
pub const MAX_DEPTH: usize = 12;
/// Maximum weight of a block: about its bytes as JSON, never less.
pub const MAX_WEIGHT: usize = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkdownBlock {
    Paragraph(Vec<Inline>),
    Heading {
        level: u8,
        content: Vec<Inline>,
    },
    Code {
        language: Option<String>,
        /// As written, with its last line end.
        text: String,
        continues: bool,
    },
    List {
        /// The first number of one that counts.
        start: Option<u32>,
        items: Vec<Vec<MarkdownBlock>>,
        continues: bool,
    },
    Quote(Vec<MarkdownBlock>),
    Table(MarkdownTable),
    Rule,
}

/// A row may have fewer cells than the head, and none has more. A table that goes on repeats its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownTable {
    pub align: Vec<ColumnAlign>,
    pub head: Vec<Vec<Inline>>,
    pub rows: Vec<Vec<Vec<Inline>>>,
    pub continues: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnAlign {
    None,
    Left,
    Center,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// A line end in it is one as written, which is drawn as a space.
    Text(String),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Strike(Vec<Inline>),
    Code(String),
    /// `url` is where it leads, in the form of [`address`].
    Link {
        url: String,
        content: Vec<Inline>,
    },
    Label(EntityLabel),
    /// `[source: id]`, which is the so-manieth of its text.
    Citation {
        id: String,
        index: u32,
    },
    /// Stands behind a sentence that its sources do not carry, which is the so-manieth of them.
    Mark(u32),
    Break,
    Task {
        done: bool,
    },
}

/// The blocks of a whole text.
pub fn blocks(text: &str) -> Vec<MarkdownBlock> {
    let mut stream = Stream::default();
    stream.push(text);
    stream.finish();
    stream.update().blocks
}
