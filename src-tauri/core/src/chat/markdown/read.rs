//! The blocks of one segment: the parser's events, taken as they are meant.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd};

use super::address::{address, reorders};
use super::line::language;
use super::words::{push_inlines, push_text};
use super::{ColumnAlign, Inline, MAX_DEPTH, MarkdownBlock, MarkdownTable};

pub(super) fn read(source: &str) -> Vec<MarkdownBlock> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_ext(source, options);
    let mut defined: Vec<_> = parser.reference_definitions().iter().map(|(_, found)| found.span.clone()).collect();
    defined.sort_by_key(|span| span.start);
    let mut reading = MarkdownReader { source, events: parser.into_offset_iter(), depth: 0, in_link: false };
    let mut blocks = reading.blocks();
    // The parser leaves them out, and what is left out is hidden.
    for span in defined {
        let mut content = Vec::new();
        push_inlines(&seen(source[span].trim_ascii()), &mut content);
        blocks.push(MarkdownBlock::Paragraph(content));
    }
    blocks
}

struct MarkdownReader<'s> {
    source: &'s str,
    events: OffsetIter<'s>,
    /// Of quotes and lists, and of emphasis and the like in them.
    depth: usize,
    in_link: bool,
}

impl MarkdownReader<'_> {
    /// Up to the end of what was begun, or of the text.
    fn blocks(&mut self) -> Vec<MarkdownBlock> {
        let mut blocks = Vec::new();
        // The words of an item that has no paragraphs.
        let mut loose = Vec::new();
        let mut flattened = 0;
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(tag) if is_block(&tag) => {
                    self.flush(&mut loose, &mut blocks);
                    if self.depth >= MAX_DEPTH && is_container(&tag) {
                        flattened += 1;
                    } else {
                        blocks.push(self.block(tag));
                    }
                }
                Event::End(end) if is_end_of_block(end) => {
                    self.flush(&mut loose, &mut blocks);
                    if flattened == 0 {
                        return blocks;
                    }
                    flattened -= 1;
                }
                Event::Rule => {
                    self.flush(&mut loose, &mut blocks);
                    blocks.push(MarkdownBlock::Rule);
                }
                event => self.inline(event, range.start, &mut loose),
            }
        }
        self.flush(&mut loose, &mut blocks);
        blocks
    }

    fn flush(&self, loose: &mut Vec<Inline>, blocks: &mut Vec<MarkdownBlock>) {
        if !loose.is_empty() {
            blocks.push(MarkdownBlock::Paragraph(self.dressed(std::mem::take(loose))));
        }
    }

    fn block(&mut self, tag: Tag<'_>) -> MarkdownBlock {
        match tag {
            Tag::Heading { level, .. } => MarkdownBlock::Heading { level: level as u8, content: self.content() },
            Tag::BlockQuote(_) => MarkdownBlock::Quote(self.deeper(Self::blocks)),
            Tag::CodeBlock(kind) => self.code(&kind),
            Tag::List(start) => {
                let start = start.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
                MarkdownBlock::List { start, items: self.deeper(Self::items), continues: false }
            }
            Tag::Table(align) => MarkdownBlock::Table(self.table(&align)),
            Tag::HtmlBlock => MarkdownBlock::Paragraph(trimmed(self.content())),
            _ => MarkdownBlock::Paragraph(self.content()),
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn items(&mut self) -> Vec<Vec<MarkdownBlock>> {
        let mut items = Vec::new();
        while let Some((Event::Start(_), _)) = self.events.next() {
            items.push(self.blocks());
        }
        items
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>) -> MarkdownBlock {
        let language = match kind {
            CodeBlockKind::Fenced(info) => language(info),
            CodeBlockKind::Indented => None,
        };
        MarkdownBlock::Code { language, text: seen(&self.plain()), continues: false }
    }

    fn table(&mut self, align: &[Alignment]) -> MarkdownTable {
        let align = align.iter().map(|one| match one {
            Alignment::None => ColumnAlign::None,
            Alignment::Left => ColumnAlign::Left,
            Alignment::Center => ColumnAlign::Center,
            Alignment::Right => ColumnAlign::Right,
        });
        let mut table = MarkdownTable { align: align.collect(), head: Vec::new(), rows: Vec::new(), continues: false };
        while let Some((Event::Start(tag), _)) = self.events.next() {
            let cells = self.cells();
            match tag {
                Tag::TableHead => table.head = cells,
                _ => table.rows.push(cells),
            }
        }
        table
    }

    /// Of one row. The parser fills short rows up, by which a small text could become a large table.
    fn cells(&mut self) -> Vec<Vec<Inline>> {
        let mut cells = Vec::new();
        while let Some((Event::Start(_), _)) = self.events.next() {
            cells.push(self.content());
        }
        while cells.last().is_some_and(Vec::is_empty) {
            cells.pop();
        }
        cells
    }

    /// Running text up to the end of what was begun.
    fn content(&mut self) -> Vec<Inline> {
        let mut content = Vec::new();
        let mut flattened = 0;
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(_) if flattened == 0 => break,
                Event::End(_) => flattened -= 1,
                Event::Start(_) if self.depth >= MAX_DEPTH * 2 => flattened += 1,
                event => self.inline(event, range.start, &mut content),
            }
        }
        self.dressed(content)
    }

    fn dressed(&self, content: Vec<Inline>) -> Vec<Inline> {
        if self.in_link {
            return content;
        }
        let mut dressed = Vec::with_capacity(content.len());
        for inline in content {
            match inline {
                Inline::Text(text) => push_inlines(&text, &mut dressed),
                other => dressed.push(other),
            }
        }
        dressed
    }

    fn inline(&mut self, event: Event<'_>, at: usize, out: &mut Vec<Inline>) {
        match event {
            Event::Start(tag) => self.span(tag, at, out),
            Event::InlineHtml(html) if is_line_break(&html) => out.push(Inline::Break),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => push_text(out, &seen(&text)),
            Event::Code(text) => out.push(Inline::Code(seen(&text))),
            Event::SoftBreak => push_text(out, "\n"),
            Event::HardBreak => out.push(Inline::Break),
            Event::TaskListMarker(done) => out.push(Inline::Task { done }),
            _ => {}
        }
    }

    fn span(&mut self, tag: Tag<'_>, at: usize, out: &mut Vec<Inline>) {
        match tag {
            Tag::Strong => out.push(Inline::Strong(self.deeper(Self::content))),
            Tag::Emphasis => out.push(Inline::Emphasis(self.deeper(Self::content))),
            Tag::Strikethrough => {
                let content = self.deeper(Self::content);
                if self.source[at..].starts_with("~~") {
                    out.push(Inline::Strike(content));
                } else {
                    // In "5~10 m and 20~30 m" nothing is struck out.
                    push_text(out, "~");
                    append(out, content);
                    push_text(out, "~");
                }
            }
            Tag::Link { link_type, dest_url, .. } => {
                let mail = if matches!(link_type, LinkType::Email) { "mailto:" } else { "" };
                self.link(&format!("{mail}{dest_url}"), out);
            }
            Tag::Image { dest_url, .. } => {
                let words = seen(&self.plain());
                let words = if words.trim().is_empty() { seen(&dest_url) } else { words };
                match address(&dest_url).filter(|_| !self.in_link) {
                    Some(url) => out.push(Inline::Link { url, content: vec![Inline::Text(words)] }),
                    None => push_text(out, &words),
                }
            }
            _ => append(out, self.deeper(Self::content)),
        }
    }

    fn link(&mut self, to: &str, out: &mut Vec<Inline>) {
        let url = address(to).filter(|_| !self.in_link);
        let was_in_link = self.in_link;
        self.in_link |= url.is_some();
        let content = self.deeper(Self::content);
        self.in_link = was_in_link;
        match url {
            Some(url) if content.is_empty() => out.push(Inline::Link { content: vec![Inline::Text(url.clone())], url }),
            Some(url) => out.push(Inline::Link { url, content }),
            None => append(out, content),
        }
    }

    /// The words alone, up to the end of what was begun.
    fn plain(&mut self) -> String {
        let mut words = String::new();
        let mut open = 0;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => break,
                Event::End(_) => open -= 1,
                Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                    words.push_str(&text);
                }
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                _ => {}
            }
        }
        words
    }
}

/// Without the characters that control or reorder what is shown.
pub(super) fn seen(text: &str) -> String {
    text.chars().filter(|c| !(reorders(*c) || c.is_control() && !matches!(c, '\n' | '\t'))).collect()
}

fn append(out: &mut Vec<Inline>, content: Vec<Inline>) {
    for inline in content {
        match inline {
            Inline::Text(text) => push_text(out, &text),
            other => out.push(other),
        }
    }
}

fn trimmed(mut content: Vec<Inline>) -> Vec<Inline> {
    if let Some(Inline::Text(last)) = content.last_mut() {
        last.truncate(last.trim_ascii_end().len());
    }
    content
}

/// Models write it in tables, where there is no other way.
fn is_line_break(html: &str) -> bool {
    ["<br>", "<br/>", "<br />"].iter().any(|tag| html.eq_ignore_ascii_case(tag))
}

fn is_container(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::BlockQuote(_) | Tag::List(_) | Tag::Item)
}

fn is_block(tag: &Tag<'_>) -> bool {
    is_container(tag)
        || matches!(tag, Tag::Paragraph | Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Table(_))
}

fn is_end_of_block(end: TagEnd) -> bool {
    matches!(end, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item)
}
