//! Where sentences are: Markdown's structure aside, sentence ends in several scripts, no sentence without an end.
//!
//! Code, front matter, headings, comments and link lists hold no facts and are passed over; what is, is told to whoever
//! asks. Everything is one pass over bytes; the only thing looked up behind the pass is a word's length.

use std::ops::Range;

use super::skip::Skip;
use crate::language::sentence::{closers, ends_here, ends_sentence, trim};

/// A sentence of this many bytes is cut, so that a text without sentence ends costs no more than one with.
const MAX_SENTENCE: usize = 1_600;

/// A line shorter than this was ended on purpose; a longer one may be wrapped.
const WRAPPED_LINE: usize = 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentenceKind {
    Prose,
    ListItem,
    TableRow,
}

/// A sentence, list item or table row, by its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SentenceSpan {
    pub(super) range: Range<usize>,
    pub(super) kind: SentenceKind,
    /// It opens a paragraph.
    pub(super) opens: bool,
    /// The sentence that introduces the list that it opens an item of.
    pub(super) lead: Option<Range<usize>>,
}

/// What a text consists of.
pub(super) enum TextSegment {
    Read(SentenceSpan),
    /// Passed over; white space may stand at its ends.
    Skipped(Range<usize>, Skip),
}

/// Calls `each` with the sentences of `text[range]` and with what is none, in order.
pub(super) fn parts(text: &str, range: Range<usize>, mut each: impl FnMut(TextSegment)) {
    let mut blocks = Blocks { text, end: range.end, at: range.start, first: range.start, table_head: false };
    if opens_in_code(&text[range]) {
        let code = blocks.skip_until(is_fence);
        each(TextSegment::Skipped(code, Skip::Code));
    }
    let mut last = LastBlock::default();
    while let Some((block, kind)) = blocks.next_block(&mut each) {
        let mut lead = last.leads_to(text, &block).filter(|_| kind == SentenceKind::ListItem);
        last = LastBlock { end: block.end, lead: lead.clone() };
        match kind {
            SentenceKind::TableRow if block.len() > MAX_SENTENCE => each(TextSegment::Skipped(block, Skip::LongRow)),
            SentenceKind::TableRow => each(TextSegment::Read(SentenceSpan { range: block, kind, opens: false, lead })),
            SentenceKind::Prose | SentenceKind::ListItem => {
                let mut opens = true;
                let mut at = block.start;
                while at < block.end {
                    let end = sentence_end(text, at, block.end);
                    let range = trim(text, at..end);
                    if !range.is_empty() {
                        if kind == SentenceKind::Prose {
                            last.lead = text[range.clone()].ends_with([':', '：']).then(|| range.clone());
                        }
                        each(TextSegment::Read(SentenceSpan { range, kind, opens, lead: lead.take() }));
                        opens = false;
                    }
                    at = end;
                }
            }
        }
    }
}

/// The block before a list item: what introduces a list does so for each of its items.
#[derive(Default)]
struct LastBlock {
    end: usize,
    lead: Option<Range<usize>>,
}

impl LastBlock {
    /// What introduces a block, if only an item's marker stands between.
    fn leads_to(&self, text: &str, block: &Range<usize>) -> Option<Range<usize>> {
        let between = || text[self.end..block.start].trim();
        self.lead.clone().filter(|_| between().is_empty() || item_marker(&format!("{} ", between())).is_some())
    }
}

/// The sentences of a text, by their bytes, without what holds none.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    parts(text, 0..text.len(), |part| {
        if let TextSegment::Read(sentence) = part {
            found.push(sentence.range);
        }
    });
    found
}

/// The sentence that `bytes` stand in, within its paragraph, whose lines may be wrapped; none where they span several.
pub fn sentence_at(text: &str, bytes: &Range<usize>, within: &Range<usize>) -> Option<Range<usize>> {
    let start = text[within.start..bytes.start].rfind("\n\n").map_or(within.start, |at| within.start + at + 2);
    let end = text[bytes.end..within.end].find("\n\n").map_or(within.end, |at| bytes.end + at);
    let mut found = None;
    parts(text, start..end, |part| {
        if let TextSegment::Read(SentenceSpan { range, .. }) = part
            && range.start <= bytes.start
            && bytes.end <= range.end
        {
            found = Some(range);
        }
    });
    found
}

/// Whether a long text was cut within a code block: its first fence opens nothing, and either the next one opens a
/// block or there is none that it could close.
fn opens_in_code(text: &str) -> bool {
    let mut fences = text.match_indices("```").filter(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n');
    let mut bare = || fences.next().map(|(at, _)| text[at + 3..].starts_with('\n') || at + 3 == text.len());
    bare() == Some(true) && bare() != Some(true)
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

struct Blocks<'a> {
    text: &'a str,
    end: usize,
    at: usize,
    first: usize,
    /// The rows read so far were no table's body.
    table_head: bool,
}

impl Blocks<'_> {
    /// The next block that is read; `each` hears of what is passed over on the way.
    fn next_block(&mut self, each: &mut impl FnMut(TextSegment)) -> Option<(Range<usize>, SentenceKind)> {
        let mut open: Option<(Range<usize>, SentenceKind)> = None;
        while self.at < self.end {
            let line = self.line();
            let content = trim(self.text, line.clone());
            let shape = shape(&self.text[content.clone()]);
            if open.is_some() && !matches!(shape, LineShape::Text) {
                // Left for the next call, but for the blank line that only ends this block.
                if matches!(shape, LineShape::Blank) {
                    self.at = line.end;
                }
                return open;
            }
            self.at = line.end;
            match shape {
                LineShape::Text => {
                    let start = open.as_ref().map_or(content.start, |(block, _)| block.start);
                    let kind = open.as_ref().map_or(SentenceKind::Prose, |(_, kind)| *kind);
                    open = Some((start..content.end, kind));
                }
                LineShape::Item(marker) => open = Some((content.start + marker..content.end, SentenceKind::ListItem)),
                LineShape::Quoted(marker) => return Some((content.start + marker..content.end, SentenceKind::Prose)),
                LineShape::Row => match self.row(content.clone()) {
                    Some(row) => return Some((row, SentenceKind::TableRow)),
                    None => each(TextSegment::Skipped(content, Skip::TableHead)),
                },
                LineShape::Fence => {
                    let code = self.skip_until(is_fence);
                    each(TextSegment::Skipped(content.start..code.end, Skip::Code));
                }
                LineShape::Rule if line.start == self.first => {
                    let matter = self.skip_until(|text| text == "---" || text == "...");
                    each(TextSegment::Skipped(content.start..matter.end, Skip::FrontMatter));
                }
                LineShape::Comment => {
                    let goes_on = !self.text[content.clone()].contains("-->");
                    let end = if goes_on { self.skip_until(|text| text.contains("-->")).end } else { content.end };
                    each(TextSegment::Skipped(content.start..end, Skip::Comment));
                }
                LineShape::Aside(why) => each(TextSegment::Skipped(content, why)),
                LineShape::Rule | LineShape::Blank => {}
            }
        }
        open
    }

    fn line(&self) -> Range<usize> {
        let rest = &self.text.as_bytes()[self.at..self.end];
        self.at..memchr::memchr(b'\n', rest).map_or(self.end, |newline| self.at + newline + 1)
    }

    /// What was gone over, with the line that ends it.
    fn skip_until(&mut self, ends: impl Fn(&str) -> bool) -> Range<usize> {
        let start = self.at;
        while self.at < self.end {
            let line = self.line();
            self.at = line.end;
            if ends(self.text[line].trim()) {
                break;
            }
        }
        start..self.at
    }

    /// A row of a table's body: the head says what the cells mean, not what is so.
    fn row(&mut self, content: Range<usize>) -> Option<Range<usize>> {
        let is_rule = |text: &str| text.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
        let next = trim(self.text, self.line());
        let row = &self.text[content.clone()];
        if is_rule(row) {
            self.table_head = false;
            return None;
        }
        if self.text[next.clone()].starts_with('|') && is_rule(&self.text[next]) {
            self.table_head = true;
            return None;
        }
        let inner = row.trim_matches(['|', ' ']);
        let start = content.start + (row.len() - row.trim_start_matches(['|', ' ']).len());
        Some(start..start + inner.len())
    }
}

enum LineShape {
    Blank,
    Text,
    /// The length of the marker.
    Item(usize),
    Quoted(usize),
    Row,
    /// A heading, a line of code, a link: nothing is stated there.
    Aside(Skip),
    Fence,
    Rule,
    Comment,
}

fn shape(line: &str) -> LineShape {
    let bytes = line.as_bytes();
    match bytes {
        [] => LineShape::Blank,
        [b'#', ..] if line.trim_start_matches('#').starts_with(' ') => LineShape::Aside(Skip::Heading),
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => LineShape::Fence,
        [b'<', b'!', b'-', b'-', ..] => LineShape::Comment,
        [b'|', ..] => LineShape::Row,
        [b'>', ..] => LineShape::Quoted(line.len() - line.trim_start_matches(['>', ' ']).len()),
        [b'[', ..] if line.contains("]: ") => LineShape::Aside(Skip::Link),
        [b'/', b'/' | b'*', ..] | [.., b'{'] => LineShape::Aside(Skip::Code),
        [.., b';'] if item_marker(line).is_none() => LineShape::Aside(Skip::Code),
        _ if leads_away(line) => LineShape::Aside(Skip::Link),
        _ if speaker(line) => LineShape::Aside(Skip::Speaker),
        [b'-' | b'=' | b'*' | b'_', ..]
            if bytes.iter().all(|byte| matches!(byte, b'-' | b'=' | b'*' | b'_' | b' ')) =>
        {
            LineShape::Rule
        }
        _ => item_marker(line).map_or(LineShape::Text, LineShape::Item),
    }
}

/// A line of a table of contents: dots lead from what it names to a page.
fn leads_away(line: &str) -> bool {
    [". . . .", "....."].iter().any(|dots| line.contains(dots))
}

/// A line that only says who speaks next: "Jack Breen  0:33".
pub(in crate::extraction) fn speaker(line: &str) -> bool {
    let mut names = 0;
    line.len() <= 48
        && line.split_whitespace().all(|word| {
            let clock = word.contains(':')
                && word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'[' | b']' | b'(' | b')'));
            let name = word.starts_with(char::is_uppercase)
                && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '.' | ':'));
            names += usize::from(name && !word.ends_with('.'));
            clock || name && !word.ends_with('.') || word.len() == 2 && name
        })
        && (2..=4).contains(&names)
}

fn item_marker(line: &str) -> Option<usize> {
    let bullet = ["- ", "* ", "+ ", "• ", "– "].iter().find(|bullet| line.starts_with(**bullet));
    let marker = bullet.map(|bullet| bullet.len()).or_else(|| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = (1..=3).contains(&digits) && matches!(line.as_bytes().get(digits), Some(b'.' | b')'));
        (numbered && line.as_bytes().get(digits + 1) == Some(&b' ')).then_some(digits + 2)
    })?;
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().any(|state| line[marker..].starts_with(state));
    Some(if boxed { marker + 4 } else { marker })
}

/// Behind the sentence that starts at `at`: its marks and closing quotes with it.
fn sentence_end(text: &str, at: usize, end: usize) -> usize {
    let cap = text.floor_char_boundary(end.min(at + MAX_SENTENCE));
    let (mut from, mut line_start) = (at, at);
    let ends = |(_, c): &(usize, char)| *c == '\n' || ends_sentence(*c) && *c != '…';
    while let Some((mark, c)) = text[from..cap].char_indices().find(ends) {
        let mark = from + mark;
        let behind = if c == '\n' { mark + 1 } else { closers(text, mark + c.len_utf8(), end) };
        let is_end = match c {
            '\n' => mark - line_start < WRAPPED_LINE && !continues(&text[behind..end]),
            _ => !c.is_ascii() || ends_here(text, at, mark, behind, end),
        };
        if is_end {
            return behind;
        }
        if c == '\n' {
            line_start = behind;
        }
        from = behind.min(cap);
    }
    if cap == end { end } else { cut(text, at, cap) }
}

/// Whether the next line goes on with the sentence: it starts in lower case.
fn continues(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).chars().next().is_some_and(char::is_lowercase)
}

/// A place to cut a text that has no sentence end: behind the last white space, else anywhere.
fn cut(text: &str, at: usize, cap: usize) -> usize {
    text[at..cap].rfind(char::is_whitespace).map_or(cap, |space| text.ceil_char_boundary(at + space + 1))
}
