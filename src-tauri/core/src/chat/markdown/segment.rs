//! Segments: pieces of a text, each read for itself, that end where a top-level block ends.
//!
//! A segment that grows over its limit is cut within its block, at the last item, line or word, and the next one knows
//! what it goes on with: a code block, a table, a list, or the line itself.

use super::cut::unit;
use super::line::{Fence, indent, is_blank, is_heading, is_under_head, marker, without_indent};
use super::read::read;
use super::{Inline, MAX_WEIGHT, MarkdownBlock, weight};

/// A block of fewer bytes is never too heavy.
const SMALLEST: usize = 64;

#[derive(Clone, Debug, Default)]
pub(super) struct MarkdownSegment {
    text: String,
    context: SegmentContext,
    /// End of its code, if the fence that closes it has come.
    code_end: Option<usize>,
}

/// The state that a segment goes on with.
#[derive(Clone, Debug, Default)]
enum SegmentContext {
    #[default]
    Nothing,
    /// The line before, in its middle.
    Line,
    Code {
        language: Option<String>,
        indent: usize,
    },
    /// With the head of the table.
    Table(String),
    List,
    /// The inside of an item, which stands this far in.
    Item(usize),
}

/// Takes a text unit by unit, and tells the segments that have ended.
#[derive(Debug)]
pub(super) struct Segmenter {
    limit: usize,
    open: MarkdownSegment,
    /// The state that the segment after the open one goes on with, if that ends by itself.
    next: SegmentContext,
    /// True if the next unit begins a line.
    at_line: bool,
    after_blank: bool,
    /// True if the open segment ends before the next line that is not blank.
    ends: bool,
    in_list: bool,
    in_indented: bool,
    fence: Option<Fence>,
    /// Start of the last item of the outermost list.
    item: usize,
    /// Start of the last line.
    line: usize,
    head: Option<String>,
}

impl Segmenter {
    pub(super) fn new(limit: usize) -> Self {
        Self::with_context(SegmentContext::Nothing, limit)
    }

    fn with_context(context: SegmentContext, limit: usize) -> Self {
        let at_line = !matches!(context, SegmentContext::Line);
        let mut new = Self {
            limit,
            open: MarkdownSegment::default(),
            next: SegmentContext::Nothing,
            at_line,
            after_blank: false,
            ends: false,
            in_list: false,
            in_indented: false,
            fence: None,
            item: 0,
            line: 0,
            head: None,
        };
        new.begin(context);
        new
    }

    /// The longest unit that it takes.
    pub(super) fn longest_unit(&self) -> usize {
        self.limit / 2
    }

    pub(super) fn take(&mut self, unit: &str, out: &mut Vec<MarkdownSegment>) {
        let begins_line = std::mem::replace(&mut self.at_line, unit.ends_with('\n'));
        if begins_line {
            self.leave_fence(unit);
            if self.is_border(unit) {
                let next = std::mem::take(&mut self.next);
                self.close(next, out);
            }
            if self.open.text.is_empty() && is_blank(unit) && self.fence.is_none() {
                return;
            }
        }
        if !self.open.text.is_empty() && self.open.text.len() + unit.len() > self.limit {
            self.cut(unit, begins_line, out);
        }
        self.add(unit, begins_line);
    }

    /// The last segment, with what no unit was made of.
    pub(super) fn end(&self, rest: &str) -> Option<MarkdownSegment> {
        let mut last = self.open.clone();
        last.text.push_str(rest);
        (!last.text.is_empty()).then_some(last)
    }

    fn add(&mut self, unit: &str, begins_line: bool) {
        if begins_line {
            self.note(unit);
            self.line = self.open.text.len();
        }
        self.open.text.push_str(unit);
    }

    /// An item's code ends with the item.
    fn leave_fence(&mut self, line: &str) {
        let is_left = |fence: &Fence| fence.indent >= 2 && indent(line) < 2 && !is_blank(line);
        if self.in_list && self.fence.as_ref().is_some_and(is_left) {
            self.fence = None;
        }
    }

    /// Returns whether a new segment begins with this line.
    fn is_border(&self, line: &str) -> bool {
        if self.open.text.is_empty() || self.fence.is_some() || is_blank(line) {
            return false;
        }
        let stands_alone = is_heading(line) || line.starts_with("```") || line.starts_with("~~~");
        let goes_on = self.in_list && (indent(line) >= 2 || marker(line.trim_ascii_start()).is_some())
            || self.in_indented && indent(line) >= 4;
        self.ends || stands_alone || self.after_blank && !goes_on
    }

    /// Remembers what the line begins or ends.
    fn note(&mut self, line: &str) {
        if let Some(fence) = &self.fence {
            if fence.is_closed_by(line) {
                self.end_code();
            }
            return;
        }
        self.after_blank = is_blank(line);
        if self.after_blank {
            return;
        }
        self.in_indented = indent(line) >= 4;
        self.ends = is_heading(line);
        if indent(line) < 2 && marker(line.trim_ascii_start()).is_some() {
            self.in_list = true;
            self.item = self.open.text.len();
        }
        self.fence = Fence::opened(line);
        if is_under_head(line) && self.open.text[self.line..].contains('|') {
            let head = format!("{}{line}", &self.open.text[self.line..]);
            self.head = Some(head).filter(|head| head.len() <= self.limit / 4);
        }
    }

    fn end_code(&mut self) {
        let Some(fence) = self.fence.take() else { return };
        self.after_blank = false;
        if matches!(self.open.context, SegmentContext::Code { .. }) {
            self.open.code_end = Some(self.open.text.len());
            self.ends = true;
            self.next = if self.in_list { SegmentContext::Item(fence.indent) } else { SegmentContext::Nothing };
        } else {
            self.ends = !self.in_list;
        }
    }

    /// The block goes on, and the segment ends.
    fn cut(&mut self, unit: &str, begins_line: bool, out: &mut Vec<MarkdownSegment>) {
        if let Some(fence) = self.fence.clone() {
            let in_list = self.in_list;
            self.close(SegmentContext::Code { language: fence.language.clone(), indent: fence.indent }, out);
            (self.fence, self.in_list) = (Some(fence), in_list);
        } else if !begins_line {
            self.close(SegmentContext::Line, out);
        } else if self.in_list && self.item > 0 {
            let rest = self.open.text.split_off(self.item);
            self.close(SegmentContext::List, out);
            for line in rest.split_inclusive('\n') {
                self.add(line, true);
            }
            if self.open.text.len() + unit.len() > self.limit {
                self.close(SegmentContext::Item(indent(unit)), out);
            }
        } else if self.in_list {
            self.close(SegmentContext::Item(indent(unit)), out);
        } else if let Some(head) = self.head.take().filter(|_| !self.after_blank) {
            self.close(SegmentContext::Table(head), out);
        } else {
            self.close(SegmentContext::Nothing, out);
        }
    }

    fn close(&mut self, context: SegmentContext, out: &mut Vec<MarkdownSegment>) {
        let closed = std::mem::take(&mut self.open);
        self.begin(context);
        out.push(closed);
    }

    fn begin(&mut self, context: SegmentContext) {
        self.in_list = matches!(context, SegmentContext::List | SegmentContext::Item(_));
        self.head = if let SegmentContext::Table(head) = &context { Some(head.clone()) } else { None };
        self.open.context = context;
        (self.after_blank, self.ends, self.in_indented, self.fence) = (false, false, false, None);
        (self.item, self.line) = (0, 0);
    }
}

impl MarkdownSegment {
    /// Its blocks. Where one is too heavy, the segment is cut again, finer.
    pub(super) fn blocks(self, limit: usize) -> Vec<MarkdownBlock> {
        let blocks = self.read();
        if limit <= SMALLEST || blocks.iter().all(|block| weight(block) <= MAX_WEIGHT) {
            return blocks;
        }
        let mut segmenter = Segmenter::with_context(self.context, limit / 2);
        let mut parts = Vec::new();
        let mut rest = self.text.as_str();
        while let Some(length) = unit(rest, segmenter.longest_unit()) {
            segmenter.take(&rest[..length], &mut parts);
            rest = &rest[length..];
        }
        if !rest.is_empty() {
            segmenter.take(rest, &mut parts);
        }
        parts.extend(segmenter.end(""));
        parts.into_iter().flat_map(|part| part.blocks(limit / 2)).collect()
    }

    fn read(&self) -> Vec<MarkdownBlock> {
        match &self.context {
            SegmentContext::Nothing => read(&self.text),
            SegmentContext::Line => after_a_space(&self.text),
            SegmentContext::Code { language, indent } => {
                let code = &self.text[..self.code_end.unwrap_or(self.text.len())];
                let text = super::read::seen(&dedented(code, *indent));
                vec![MarkdownBlock::Code { language: language.clone(), text, continues: true }]
            }
            SegmentContext::Table(head) => {
                let blocks = read(&format!("{head}{}", self.text));
                // What looked like a head was none.
                if matches!(blocks.first(), Some(MarkdownBlock::Table(_))) {
                    going_on(blocks)
                } else {
                    read(&self.text)
                }
            }
            SegmentContext::List => going_on(read(&self.text)),
            SegmentContext::Item(indent) => read(&dedented(&self.text, *indent)),
        }
    }
}

fn going_on(mut blocks: Vec<MarkdownBlock>) -> Vec<MarkdownBlock> {
    match blocks.first_mut() {
        Some(MarkdownBlock::List { continues, .. }) => *continues = true,
        Some(MarkdownBlock::Table(table)) => table.continues = true,
        _ => {}
    }
    blocks
}

fn dedented(text: &str, columns: usize) -> String {
    text.split_inclusive('\n').map(|line| without_indent(line, columns)).collect()
}

/// Reads the middle of a line, which begins no list and no heading. The space that sees to it is taken out again.
fn after_a_space(text: &str) -> Vec<MarkdownBlock> {
    const SPACE: char = '\u{a0}';
    let mut blocks = read(&format!("{SPACE}{text}"));
    if let Some(MarkdownBlock::Paragraph(content)) = blocks.first_mut() {
        if let Some(Inline::Text(first)) = content.first_mut() {
            *first = first.trim_start_matches(SPACE).to_owned();
            if first.is_empty() {
                content.remove(0);
            }
        }
        if content.is_empty() {
            blocks.remove(0);
        }
    }
    blocks
}
