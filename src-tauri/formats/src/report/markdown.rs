//! Blocks out of Markdown.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::block::{ReportBlock, RunContent, Shape, Style, TableAlign, TextRun, joined};
use super::write_markdown::inline;

/// The same as reports are shown with.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

/// Reads a body as blocks in their order. Metadata at the front is none.
#[must_use]
pub(crate) fn blocks(md: &str) -> Vec<ReportBlock> {
    let mut reading = MarkdownReading { md, ..MarkdownReading::default() };
    for (event, span) in Parser::new_ext(md, options()).into_offset_iter() {
        reading.take(event, span);
    }
    reading.close(md.len());
    reading.blocks
}

#[derive(Default)]
struct MarkdownReading<'m> {
    md: &'m str,
    blocks: Vec<ReportBlock>,
    open: Option<OpenReportBlock>,
    lists: Vec<Option<(u64, bool)>>,
    quotes: usize,
    style: Style,
    link: Option<String>,
    image: Option<(String, String)>,
    table: Option<ParsedTable>,
    /// The start of the item whose first paragraph is still to come.
    item: Option<usize>,
    is_metadata: bool,
}

struct OpenReportBlock {
    shape: Shape,
    runs: Vec<TextRun>,
    start: usize,
    content: Option<Range<usize>>,
}

#[derive(Default)]
struct ParsedTable {
    rows: Vec<Vec<Vec<TextRun>>>,
    aligns: Vec<TableAlign>,
}

impl<'m> MarkdownReading<'m> {
    fn take(&mut self, event: Event<'m>, span: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(text) if self.is_metadata => drop(text),
            Event::Text(text) => self.text(&text, self.style, span),
            Event::Code(text) => self.text(&text, Style { code: true, ..self.style }, span),
            Event::Html(text) | Event::InlineHtml(text) => self.text(&text, self.style, span),
            Event::SoftBreak => self.text(" ", self.style, span),
            Event::HardBreak => self.push(RunContent::Break, self.style, span),
            Event::Rule => {
                self.begin(Shape::Rule, span.start);
                self.close(span.end);
            }
            Event::TaskListMarker(done) => {
                let mark = if done { "☑ " } else { "☐ " };
                self.push(RunContent::Text(mark.to_owned()), Style::default(), span);
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'m>, span: Range<usize>) {
        match tag {
            Tag::Paragraph => self.begin(Shape::Text, span.start),
            Tag::Heading { level, .. } => self.begin(Shape::Heading(level_of(level)), span.start),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.begin(Shape::Code { language }, span.start);
            }
            Tag::HtmlBlock => self.begin(Shape::Html, span.start),
            Tag::List(first) => {
                self.close(span.start);
                self.finish_item(span.start);
                self.lists.push(first.map(|first| (first, true)));
            }
            Tag::Item => {
                self.close(span.start);
                self.finish_item(span.start);
                self.item = Some(span.start);
            }
            Tag::BlockQuote(_) => {
                self.finish_item(span.start);
                self.quotes += 1;
            }
            Tag::Table(aligns) => {
                self.begin(Shape::Text, span.start);
                let aligns = aligns.into_iter().map(align_of).collect();
                self.table = Some(ParsedTable { aligns, ..ParsedTable::default() });
            }
            Tag::TableHead | Tag::TableRow => self.table.iter_mut().for_each(|table| table.rows.push(Vec::new())),
            Tag::Emphasis => self.style.italic = true,
            Tag::Strong => self.style.bold = true,
            Tag::Strikethrough => self.style.strike = true,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()),
            Tag::Image { dest_url, .. } => self.image = Some((dest_url.into_string(), String::new())),
            Tag::MetadataBlock(_) => self.is_metadata = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::HtmlBlock => self.close(span.end),
            TagEnd::Item => {
                self.close(span.end);
                self.finish_item(span.end);
            }
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::TableCell => self.end_cell(),
            TagEnd::Table => {
                if let (Some(table), Some(open)) = (self.table.take(), self.open.as_mut()) {
                    open.shape = Shape::Table { rows: table.rows, aligns: table.aligns };
                }
                self.close(span.end);
            }
            TagEnd::Emphasis => self.style.italic = false,
            TagEnd::Strong => self.style.bold = false,
            TagEnd::Strikethrough => self.style.strike = false,
            TagEnd::Link => self.link = None,
            TagEnd::Image => {
                if let Some((target, alt)) = self.image.take() {
                    self.push(RunContent::Image { target, alt, named: false }, Style::default(), span);
                }
            }
            TagEnd::MetadataBlock(_) => self.is_metadata = false,
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        let runs = self.open.as_mut().map(|open| std::mem::take(&mut open.runs)).unwrap_or_default();
        if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
            row.push(finished(runs));
        }
    }

    /// Begins a block; the first paragraph of an item is the item.
    fn begin(&mut self, shape: Shape, start: usize) {
        self.close(start);
        let is_text = matches!(shape, Shape::Text);
        let (shape, start) = match self.item {
            Some(at) if is_text => {
                self.item = None;
                (self.item_shape(), at)
            }
            _ => {
                self.finish_item(start);
                (shape, start)
            }
        };
        self.open = Some(OpenReportBlock { shape, runs: Vec::new(), start, content: None });
    }

    fn item_shape(&mut self) -> Shape {
        match self.lists.last_mut() {
            Some(Some((number, begins))) => {
                let shape = Shape::Number { number: *number, begins: *begins };
                *number += 1;
                *begins = false;
                shape
            }
            _ => Shape::Bullet,
        }
    }

    /// An item that begins with something else than a paragraph is one without words.
    fn finish_item(&mut self, end: usize) {
        if let Some(start) = self.item.take() {
            let shape = self.item_shape();
            self.open = Some(OpenReportBlock { shape, runs: Vec::new(), start, content: None });
            self.close(end.max(start));
        }
    }

    fn text(&mut self, text: &str, style: Style, span: Range<usize>) {
        match &mut self.image {
            Some((_, alt)) => alt.push_str(text),
            None => self.push(RunContent::Text(text.to_owned()), style, span),
        }
    }

    fn push(&mut self, content: RunContent, style: Style, span: Range<usize>) {
        if self.open.is_none() {
            // The words of a tight item come without a paragraph.
            let start = span.start;
            self.begin(Shape::Text, start);
        }
        let link = self.link.clone();
        if let Some(open) = &mut self.open {
            let content_so_far = open.content.take().unwrap_or(span.clone());
            open.content = Some(content_so_far.start.min(span.start)..content_so_far.end.max(span.end));
            open.runs.push(TextRun { content, style, link });
        }
    }

    fn close(&mut self, end: usize) {
        let Some(open) = self.open.take() else { return };
        let is_literal = matches!(open.shape, Shape::Code { .. } | Shape::Html);
        let runs = if is_literal { literal(open.runs) } else { finished(open.runs) };
        let whole = open.start..end.max(open.start);
        let source = lines(self.md, whole.clone());
        let content = open.content.map_or(whole.start..whole.start, |content| widened(self.md, content, &whole));
        let lists = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
        self.blocks.push(ReportBlock { shape: open.shape, lists, quote: self.quotes > 0, runs, source, content });
    }
}

/// The words with the signs around them, such as those of emphasis: to the ends of the block without its markers.
fn widened(md: &str, content: Range<usize>, whole: &Range<usize>) -> Range<usize> {
    let before = &md[whole.start..content.start];
    let opening = before.len() - before.trim_end_matches(['*', '_', '~', '`', '[', '!', '<', '\\']).len();
    let after = &md[content.end..whole.end];
    let closing = after.trim_end().len();
    content.start - opening..content.end + closing
}

/// Whole lines, without the line end of the last.
fn lines(md: &str, span: Range<usize>) -> Range<usize> {
    let start = md[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let start = if md[start..span.start].trim_matches([' ', '\t', '>']).is_empty() { start } else { span.start };
    let trimmed = md[span.clone()].trim_end_matches(['\n', '\r', ' ', '\t']).len();
    start..span.start + trimmed
}

fn literal(runs: Vec<TextRun>) -> Vec<TextRun> {
    let text: String =
        runs.iter().map(|run| if let RunContent::Text(text) = &run.content { text.as_str() } else { "" }).collect();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let mut out = Vec::new();
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push(TextRun { content: RunContent::Break, style: Style::default(), link: None });
        }
        if !line.is_empty() {
            out.push(TextRun::text(line));
        }
    }
    out
}

/// Neighbours joined, and citations and named images told from words.
pub(crate) fn finished(runs: Vec<TextRun>) -> Vec<TextRun> {
    let runs = joined(bracketed(runs));
    let mut out = Vec::with_capacity(runs.len());
    runs.into_iter().for_each(|run| split_names(run, &mut out));
    out
}

/// A link of Factly's is a citation.
fn bracketed(runs: Vec<TextRun>) -> impl Iterator<Item = TextRun> {
    runs.into_iter().map(|run| match (&run.content, &run.link) {
        (RunContent::Text(text), Some(link)) if link.starts_with("factly://") && is_label(text) => TextRun {
            content: RunContent::Citation { label: text.clone(), target: Some(link.clone()) },
            style: Style::default(),
            link: None,
        },
        _ => run,
    })
}

/// "F-12".
#[must_use]
pub(crate) fn is_label(text: &str) -> bool {
    let Some((letter, number)) = text.split_once('-') else { return false };
    matches!(letter, "I" | "F" | "N" | "R" | "O")
        && !number.is_empty()
        && !number.starts_with('0')
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// `[F-12]` and `[IMAGE:x]` in running text.
fn split_names(run: TextRun, out: &mut Vec<TextRun>) {
    let RunContent::Text(text) = &run.content else { return out.push(run) };
    if run.style.code || run.link.is_some() {
        return out.push(run);
    }
    let piece = |text: &str| TextRun { content: RunContent::Text(text.to_owned()), ..run.clone() };
    let mut rest = text.as_str();
    let mut at = 0;
    while let Some(open) = rest[at..].find('[').map(|found| at + found) {
        let Some(close) = rest[open..].find(']').map(|found| open + found) else { break };
        match named(&rest[open + 1..close]) {
            Some(content) => {
                if open > 0 {
                    out.push(piece(&rest[..open]));
                }
                out.push(TextRun { content, style: Style::default(), link: None });
                rest = &rest[close + 1..];
                at = 0;
            }
            None => at = open + 1,
        }
    }
    if !rest.is_empty() {
        out.push(piece(rest));
    }
}

fn named(text: &str) -> Option<RunContent> {
    if is_label(text) {
        return Some(RunContent::Citation { label: text.to_owned(), target: None });
    }
    if let Some(mark) = text.strip_prefix('^').filter(|mark| !mark.is_empty() && !mark.contains(char::is_whitespace)) {
        return Some(RunContent::Note(mark.to_owned()));
    }
    let (name, caption) = named_image(text)?;
    Some(RunContent::Image { target: name.to_owned(), alt: caption.to_owned(), named: true })
}

/// The name and the caption in `[IMAGE:name caption]`, without the brackets.
#[must_use]
pub fn named_image(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("IMAGE:")?;
    let (name, caption) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((name, caption.trim()))
}

/// `![caption](target)`.
pub struct LinkedImage {
    pub span: Range<usize>,
    pub target: String,
    /// As it is written.
    pub caption: String,
}

/// The images that a Markdown links, in their order.
#[must_use]
pub fn linked_images(md: &str) -> Vec<LinkedImage> {
    let linked = |(event, span): (Event<'_>, Range<usize>)| {
        let Event::Start(Tag::Image { link_type: LinkType::Inline, dest_url, .. }) = event else { return None };
        let caption = md[span.clone()].strip_prefix("![")?.rsplit_once("](")?.0.to_owned();
        Some(LinkedImage { span, target: dest_url.into_string(), caption })
    };
    Parser::new_ext(md, options()).into_offset_iter().filter_map(linked).collect()
}

const fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}

const fn align_of(align: Alignment) -> TableAlign {
    match align {
        Alignment::None => TableAlign::None,
        Alignment::Left => TableAlign::Left,
        Alignment::Center => TableAlign::Center,
        Alignment::Right => TableAlign::Right,
    }
}

/// Reads a title, which is one line of Markdown.
#[must_use]
pub(crate) fn title_runs(title: &str) -> Vec<TextRun> {
    match blocks(title).as_slice() {
        [ReportBlock { shape: Shape::Text, runs, lists: 0, quote: false, .. }] => runs.clone(),
        _ => vec![TextRun::text(title)],
    }
}

/// Returns a title as it comes back from a word processor.
#[must_use]
pub fn canonical_title(title: &str) -> String {
    inline(&title_runs(title)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether two bodies differ in their spelling only.
#[must_use]
pub fn means_the_same(one: &str, two: &str) -> bool {
    let unplaced = |md| {
        let blocks = blocks(md).into_iter().map(|block| ReportBlock { source: 0..0, content: 0..0, ..block });
        blocks.collect::<Vec<ReportBlock>>()
    };
    one == two || unplaced(one) == unplaced(two)
}
