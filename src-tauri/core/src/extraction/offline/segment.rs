//! The sentences within the blocks of a text: sentence ends in several scripts, no sentence without an end.
//!
//! A row, a heading and a speaker's label are lines of their own, and no sentence goes on over a border of blocks.
//! Code, front matter, headings, comments and link lists hold no facts and are passed over; what is, is told to whoever
//! asks. Everything is one pass over bytes; the only thing looked up behind the pass is a word's length.

use std::collections::VecDeque;
use std::ops::Range;

use super::rows::row_parts;
use super::skip_kind::SkipKind;
use crate::evidence::MAX_QUOTE_CHARS;
use crate::extraction::blocks::{LineKind, TextStructure};
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

/// The segments of a text.
pub(super) enum TextSegment {
    Read(SentenceSpan),
    /// Passed over; white space may stand at its ends.
    Skipped(Range<usize>, SkipKind),
}

/// Calls `each` with the sentences of `text[range]` and with what is none, in order.
pub(super) fn parts(text: &str, range: Range<usize>, structure: &TextStructure, each: impl FnMut(TextSegment)) {
    parts_while(text, range, structure, &|| true, each);
}

/// As [`parts`], as long as it `is_wanted`, which each sentence asks.
pub(super) fn parts_while(
    text: &str,
    range: Range<usize>,
    structure: &TextStructure,
    is_wanted: &dyn Fn() -> bool,
    mut each: impl FnMut(TextSegment),
) {
    let mut blocks = BlockCursor::new(text, &range, structure);
    if opens_in_code(&text[range]) {
        let code = blocks.skip_until(is_fence);
        each(TextSegment::Skipped(code, SkipKind::Code));
    }
    let mut last = LastBlock::default();
    while let Some((block, kind)) = blocks.next_block(&mut each) {
        let mut lead = last.leads_to(text, &block).filter(|_| kind == SentenceKind::ListItem);
        last = LastBlock { end: block.end, lead: lead.clone() };
        match kind {
            SentenceKind::TableRow if is_long(&text[block.clone()]) => {
                each(TextSegment::Skipped(block, SkipKind::LongRow))
            }
            SentenceKind::TableRow if is_wanted() => {
                each(TextSegment::Read(SentenceSpan { range: block, kind, opens: false, lead }));
            }
            SentenceKind::TableRow => return,
            SentenceKind::Prose | SentenceKind::ListItem => {
                let mut opens = true;
                let mut at = block.start;
                while at < block.end {
                    if !is_wanted() {
                        return;
                    }
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

/// Returns whether no quote could hold a row.
fn is_long(row: &str) -> bool {
    row.len() > MAX_QUOTE_CHARS && row.chars().count() > MAX_QUOTE_CHARS
}

/// The block before a list item: what introduces a list does so for each of its items.
#[derive(Default)]
struct LastBlock {
    end: usize,
    lead: Option<Range<usize>>,
}

impl LastBlock {
    /// Returns the introduction of a block, if only an item's marker is between.
    fn leads_to(&self, text: &str, block: &Range<usize>) -> Option<Range<usize>> {
        let between = || text[self.end..block.start].trim();
        self.lead.clone().filter(|_| between().is_empty() || item_marker(&format!("{} ", between())).is_some())
    }
}

/// The sentences of a text, by their bytes, without what holds none.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    sentences_of(text, 0..text.len())
}

/// The sentences of a part of a text, as if it stood alone.
pub(in crate::extraction) fn sentences_of(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let structure = TextStructure::of_part(text, &part);
    parts(text, part, &structure, |part| {
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
    let mut sentences = sentences_of(text, start..end).into_iter().rev();
    sentences.find(|sentence| sentence.start <= bytes.start && bytes.end <= sentence.end)
}

/// Returns whether a long text was cut within a code block: its first fence opens nothing, and either the next one
/// opens a block or there is none that it could close.
fn opens_in_code(text: &str) -> bool {
    let mut fences = text.match_indices("```").filter(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n');
    let mut bare = || fences.next().map(|(at, _)| text[at + 3..].starts_with('\n') || at + 3 == text.len());
    bare() == Some(true) && bare() != Some(true)
}

pub(in crate::extraction) fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

struct BlockCursor<'a> {
    text: &'a str,
    structure: &'a TextStructure,
    end: usize,
    at: usize,
    first: usize,
    /// Lines that blocks have for themselves, whole, and the border that no sentence goes over; how many are behind.
    lines: Vec<(Range<usize>, LineKind)>,
    borders: Vec<usize>,
    lines_done: usize,
    borders_done: usize,
    /// The readings of a row.
    pending: VecDeque<(Range<usize>, SentenceKind)>,
}

impl<'a> BlockCursor<'a> {
    fn new(text: &'a str, range: &Range<usize>, structure: &'a TextStructure) -> Self {
        let borders = structure.borders(range);
        let whole = |(line, kind): (Range<usize>, LineKind)| match kind {
            LineKind::Speaker => (line, kind),
            LineKind::Row | LineKind::Heading => (whole_line(text, &line, range), kind),
        };
        Self {
            text,
            structure,
            end: range.end,
            at: range.start,
            first: range.start,
            lines: borders.lines.into_iter().map(whole).collect(),
            borders: borders.at,
            lines_done: 0,
            borders_done: 0,
            pending: VecDeque::new(),
        }
    }

    /// The next block that is read; `each` hears of what is passed over on the way.
    fn next_block(&mut self, each: &mut impl FnMut(TextSegment)) -> Option<(Range<usize>, SentenceKind)> {
        let mut open: Option<(Range<usize>, SentenceKind)> = None;
        while self.at < self.end {
            if let Some(part) = self.pending.pop_front() {
                return Some(part);
            }
            if open.is_some() && self.is_at_border() {
                return open;
            }
            if self.take_own_line(each) {
                continue;
            }
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
                LineShape::Fence => {
                    let code = self.skip_until(is_fence);
                    each(TextSegment::Skipped(content.start..code.end, SkipKind::Code));
                }
                LineShape::Rule if line.start == self.first => {
                    let matter = self.skip_until(|text| text == "---" || text == "...");
                    each(TextSegment::Skipped(content.start..matter.end, SkipKind::FrontMatter));
                }
                LineShape::Comment => {
                    let goes_on = !self.text[content.clone()].contains("-->");
                    let end = if goes_on { self.skip_until(|text| text.contains("-->")).end } else { content.end };
                    each(TextSegment::Skipped(content.start..end, SkipKind::Comment));
                }
                LineShape::Aside(why) => each(TextSegment::Skipped(content, why)),
                LineShape::Rule | LineShape::Blank => {}
            }
        }
        open.or_else(|| self.pending.pop_front())
    }

    /// Returns whether a block begins or ends here.
    fn is_at_border(&mut self) -> bool {
        self.borders_done += self.borders[self.borders_done..].iter().take_while(|border| **border < self.at).count();
        self.borders.get(self.borders_done) == Some(&self.at) || self.own_line().is_some()
    }

    /// The row, heading or label that the text goes on with.
    fn own_line(&mut self) -> Option<(Range<usize>, LineKind)> {
        self.lines_done += self.lines[self.lines_done..].iter().take_while(|(line, _)| line.end <= self.at).count();
        self.lines.get(self.lines_done).filter(|(line, _)| line.start <= self.at).cloned()
    }

    /// Takes a row, a heading or a label, if the text goes on with one.
    fn take_own_line(&mut self, each: &mut impl FnMut(TextSegment)) -> bool {
        let Some((line, kind)) = self.own_line() else { return false };
        let content = trim(self.text, self.at..line.end);
        self.at = line.end;
        match kind {
            LineKind::Heading => each(TextSegment::Skipped(content, SkipKind::Heading)),
            LineKind::Speaker => each(TextSegment::Skipped(content, SkipKind::Speaker)),
            LineKind::Row => match row_parts(self.text, self.structure, &line) {
                Some(parts) => self.pending.extend(parts),
                None => each(TextSegment::Skipped(content, SkipKind::TableHead)),
            },
        }
        true
    }

    /// The rest of the line, as far as no block begins or ends in it.
    fn line(&mut self) -> Range<usize> {
        let rest = &self.text.as_bytes()[self.at..self.end];
        let end = memchr::memchr(b'\n', rest).map_or(self.end, |newline| self.at + newline + 1);
        let own = self.lines.get(self.lines_done).map(|(line, _)| line.start);
        self.borders_done += self.borders[self.borders_done..].iter().take_while(|border| **border <= self.at).count();
        let border = self.borders.get(self.borders_done).copied();
        self.at..[own, border].into_iter().flatten().filter(|next| *next > self.at).fold(end, usize::min)
    }

    /// Skips lines, and returns them with the line that ends them.
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
}

/// All of a line, but for its end.
fn whole_line(text: &str, part: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    let start = text[within.start..part.start].rfind('\n').map_or(within.start, |at| within.start + at + 1);
    let end = text[part.end..within.end].find('\n').map_or(within.end, |at| part.end + at);
    start..end
}

enum LineShape {
    Blank,
    Text,
    /// The length of the marker.
    Item(usize),
    Quoted(usize),
    /// A heading, a line of code, a link: nothing is stated there.
    Aside(SkipKind),
    Fence,
    Rule,
    Comment,
}

fn shape(line: &str) -> LineShape {
    let bytes = line.as_bytes();
    match bytes {
        [] => LineShape::Blank,
        [b'#', ..] if line.trim_start_matches('#').starts_with(' ') => LineShape::Aside(SkipKind::Heading),
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => LineShape::Fence,
        [b'<', b'!', b'-', b'-', ..] => LineShape::Comment,
        [b'>', ..] => LineShape::Quoted(line.len() - line.trim_start_matches(['>', ' ']).len()),
        [b'[', ..] if line.contains("]: ") => LineShape::Aside(SkipKind::Link),
        [b'/', b'/' | b'*', ..] | [.., b'{'] => LineShape::Aside(SkipKind::Code),
        [.., b';'] if item_marker(line).is_none() => LineShape::Aside(SkipKind::Code),
        _ if leads_away(line) => LineShape::Aside(SkipKind::Link),
        _ if speaker(line) && line.contains(|c: char| c.is_ascii_digit()) => LineShape::Aside(SkipKind::Speaker),
        _ if speaker(line) => LineShape::Aside(SkipKind::Heading),
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

pub(in crate::extraction) fn item_marker(line: &str) -> Option<usize> {
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
            '\n' => {
                let rest = &text[behind..end];
                mark - line_start < WRAPPED_LINE && !continues(rest) || is_labelled(rest)
            }
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

/// Returns whether the next line opens with a label: "Width: 2.10 m".
fn is_labelled(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    line.split_once(": ").is_some_and(|(label, value)| {
        label.len() < WRAPPED_LINE
            && label.starts_with(char::is_uppercase)
            && !label.contains(['.', ',', ';', '"', '“', '„'])
            && value.contains(|c: char| c.is_ascii_digit())
    })
}

/// Returns whether the next line goes on with the sentence: it starts in lower case.
fn continues(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).chars().next().is_some_and(char::is_lowercase)
}

/// A place to cut a text that has no sentence end: behind the last white space, else anywhere.
fn cut(text: &str, at: usize, cap: usize) -> usize {
    text[at..cap].rfind(char::is_whitespace).map_or(cap, |space| text.ceil_char_boundary(at + space + 1))
}
