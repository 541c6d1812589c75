//! A body as a flat sequence of blocks: what a word processor knows of Markdown, each with the bytes that it was read from.
//!
//! Containers become properties of what stands in them: how deep in lists, and whether in a quote.

use std::ops::Range;

use super::link::may_lead;

/// A paragraph, an item, a code block, a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportBlock {
    pub shape: Shape,
    /// Number of lists that it is nested in.
    pub lists: u8,
    pub quote: bool,
    pub runs: Vec<TextRun>,
    /// Whole lines of the Markdown, markers included.
    pub source: Range<usize>,
    /// The words alone.
    pub content: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    /// A heading inside a body, 1 to 6: no section begins there.
    Heading(u8),
    Bullet,
    /// An item of a numbered list: its number, and whether the list begins with it.
    Number {
        number: u64,
        begins: bool,
    },
    Code {
        language: String,
    },
    /// Markup that is carried as it is.
    Html,
    Rule,
    Table {
        rows: Vec<Vec<Vec<TextRun>>>,
        aligns: Vec<TableAlign>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableAlign {
    #[default]
    None,
    Left,
    Center,
    Right,
}

/// A stretch of a block that looks the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    pub content: RunContent,
    pub style: Style,
    pub link: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunContent {
    Text(String),
    Break,
    /// `![alt](target)`, and `[IMAGE:name]` where it is named.
    Image {
        target: String,
        alt: String,
        named: bool,
    },
    /// `[^1]`, which a paragraph that begins so explains.
    Note(String),
    /// "F-12", with the address of its link if it has one.
    Citation {
        label: String,
        target: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub bold: bool,
    pub italic: bool,
    pub strike: bool,
    pub code: bool,
}

impl TextRun {
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: RunContent::Text(text.into()), style: Style::default(), link: None }
    }
}

impl ReportBlock {
    pub(crate) fn new(shape: Shape, runs: Vec<TextRun>) -> Self {
        Self { shape, lists: 0, quote: false, runs, source: 0..0, content: 0..0 }
    }

    /// Returns the block as it comes back from a word processor: what such a file cannot say is left out.
    #[must_use]
    pub(crate) fn flattened(&self) -> Self {
        let mut flat = Self { source: 0..0, content: 0..0, ..self.clone() };
        match &mut flat.shape {
            Shape::Text => {
                flat.lists = flat.lists.min(DEEPEST_TEXT);
                flat.quote &= flat.lists == 0;
            }
            Shape::Bullet => (flat.lists, flat.quote) = (flat.lists.clamp(1, DEEPEST), false),
            Shape::Number { number, begins } => {
                (*number, *begins) = (0, false);
                (flat.lists, flat.quote) = (flat.lists.clamp(1, DEEPEST), false);
            }
            Shape::Code { language } => {
                language.clear();
                (flat.lists, flat.quote) = (0, false);
            }
            Shape::Table { rows, aligns } => {
                aligns.clear();
                rows.iter_mut().flatten().for_each(|cell| *cell = plain(std::mem::take(cell)));
                (flat.lists, flat.quote) = (0, false);
            }
            Shape::Heading(_) | Shape::Html | Shape::Rule => (flat.lists, flat.quote) = (0, false),
        }
        let is_literal = matches!(flat.shape, Shape::Code { .. } | Shape::Html);
        if !is_literal {
            flat.runs = plain(std::mem::take(&mut flat.runs));
        }
        flat
    }

    pub(crate) const fn is_item(&self) -> bool {
        matches!(self.shape, Shape::Bullet | Shape::Number { .. })
    }

    /// Returns whether a word processor shows nothing of it: such a paragraph is none.
    pub(crate) fn is_blank(&self) -> bool {
        !matches!(self.shape, Shape::Table { .. } | Shape::Rule)
            && self.runs.iter().all(|run| match &run.content {
                RunContent::Text(text) => text.trim().is_empty(),
                content => *content == RunContent::Break,
            })
    }

    /// Returns whether it is the same kind of paragraph in the same place, whatever it says.
    #[must_use]
    pub(crate) fn is_shaped_like(&self, other: &Self) -> bool {
        let (one, two) = (self.flattened(), other.flattened());
        let same_shape = match (&one.shape, &two.shape) {
            (Shape::Table { .. }, Shape::Table { .. }) => true,
            (one, two) => one == two,
        };
        same_shape && one.lists == two.lists && one.quote == two.quote
    }
}

/// Word has nine levels of a list.
pub(crate) const DEEPEST: u8 = 9;
/// So deep a paragraph of an item is set in.
pub(crate) const DEEPEST_TEXT: u8 = 6;

/// Runs without what no reader sees: how citations are linked and addresses are spelled, and spaces at the ends of lines.
fn plain(runs: Vec<TextRun>) -> Vec<TextRun> {
    trimmed(joined(runs.into_iter().map(unlinked)))
}

/// Runs without spaces where lines begin and end, and without breaks at the end.
pub(crate) fn trimmed(mut runs: Vec<TextRun>) -> Vec<TextRun> {
    for at in 0..runs.len() {
        let begins = at == 0 || runs[at - 1].content == RunContent::Break;
        let ends = runs.get(at + 1).is_none_or(|next| next.content == RunContent::Break);
        if let RunContent::Text(text) = &mut runs[at].content {
            let rest = if begins { text.trim_start() } else { text.as_str() };
            *text = if ends { rest.trim_end() } else { rest }.to_owned();
        }
    }
    runs.retain(|run| !matches!(&run.content, RunContent::Text(text) if text.is_empty()));
    while runs.last().is_some_and(|run| run.content == RunContent::Break) {
        runs.pop();
    }
    runs
}

fn unlinked(mut run: TextRun) -> TextRun {
    match &mut run.content {
        RunContent::Citation { target, .. } => {
            *target = None;
            run.style = Style::default();
            run.link = None;
        }
        RunContent::Image { .. } | RunContent::Break | RunContent::Note(_) => {
            run.style = Style::default();
            run.link = None;
        }
        RunContent::Text(text) if text.trim().is_empty() => run.style = Style::default(),
        RunContent::Text(_) => {}
    }
    run.link = run.link.as_deref().filter(|link| may_lead(link)).map(address);
    // An image that is not at hand is shown by its words, or else by its address.
    if let RunContent::Image { target, alt, .. } = &mut run.content
        && alt == target
    {
        alt.clear();
    }
    run
}

/// An address as it may stand in a relationship of a document.
pub(crate) fn address(target: &str) -> String {
    let allowed = |byte: u8| byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte);
    target
        .bytes()
        .map(|byte| if allowed(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Joins neighbours that look the same.
pub(crate) fn joined(runs: impl IntoIterator<Item = TextRun>) -> Vec<TextRun> {
    let mut out: Vec<TextRun> = Vec::new();
    for run in runs {
        match (&run.content, out.last_mut()) {
            (RunContent::Text(text), Some(TextRun { content: RunContent::Text(last), style, link }))
                if *style == run.style && *link == run.link =>
            {
                last.push_str(text);
            }
            _ => out.push(run),
        }
    }
    out
}

/// The words of some runs.
pub(crate) fn words(runs: &[TextRun]) -> String {
    let of = |run: &TextRun| match &run.content {
        RunContent::Text(text) => text.clone(),
        RunContent::Break => "\n".to_owned(),
        RunContent::Image { alt, .. } => alt.clone(),
        RunContent::Note(mark) => format!("[^{mark}]"),
        RunContent::Citation { label, .. } => format!("[{label}]"),
    };
    runs.iter().map(of).collect()
}
