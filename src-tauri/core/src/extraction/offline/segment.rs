//! Where sentences are: Markdown's structure aside, sentence ends in several scripts, no sentence without an end.
//!
//! Code, front matter, headings, comments and link lists hold no facts and are passed over; what is, is told to whoever
//! asks. Everything is one pass over bytes; the only thing looked up behind the pass is a word's length.

use std::ops::Range;

use super::skipped::Skip;

/// A sentence of this many bytes is cut, so that a text without sentence ends costs no more than one with.
const MAX_SENTENCE: usize = 1_600;

/// A line shorter than this was ended on purpose; a longer one may be wrapped.
const WRAPPED_LINE: usize = 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Prose,
    ListItem,
    TableRow,
}

/// A sentence, list item or table row, by its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    /// It opens a paragraph.
    pub(super) opens: bool,
}

/// What a text consists of.
pub(super) enum Part {
    Read(Sentence),
    /// Passed over; white space may stand at its ends.
    Skipped(Range<usize>, Skip),
}

/// Calls `each` with the sentences of `text[range]` and with what is none, in order.
pub(super) fn parts(text: &str, range: Range<usize>, mut each: impl FnMut(Part)) {
    let mut blocks = Blocks { text, end: range.end, at: range.start, first: range.start, table_head: false };
    if opens_in_code(&text[range]) {
        let code = blocks.skip_until(is_fence);
        each(Part::Skipped(code, Skip::Code));
    }
    while let Some((block, kind)) = blocks.next_block(&mut each) {
        match kind {
            Kind::TableRow if block.len() > MAX_SENTENCE => each(Part::Skipped(block, Skip::LongRow)),
            Kind::TableRow => each(Part::Read(Sentence { range: block, kind, opens: false })),
            Kind::Prose | Kind::ListItem => {
                let mut opens = true;
                let mut at = block.start;
                while at < block.end {
                    let end = sentence_end(text, at, block.end);
                    let range = trim(text, at..end);
                    if !range.is_empty() {
                        each(Part::Read(Sentence { range, kind, opens }));
                        opens = false;
                    }
                    at = end;
                }
            }
        }
    }
}

/// The sentences of a text, by their bytes, without what holds none.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    parts(text, 0..text.len(), |part| {
        if let Part::Read(sentence) = part {
            found.push(sentence.range);
        }
    });
    found
}

/// The range without white space at its ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
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
    fn next_block(&mut self, each: &mut impl FnMut(Part)) -> Option<(Range<usize>, Kind)> {
        let mut open: Option<(Range<usize>, Kind)> = None;
        while self.at < self.end {
            let line = self.line();
            let content = trim(self.text, line.clone());
            let shape = shape(&self.text[content.clone()]);
            if open.is_some() && !matches!(shape, Shape::Text) {
                // Left for the next call, but for the blank line that only ends this block.
                if matches!(shape, Shape::Blank) {
                    self.at = line.end;
                }
                return open;
            }
            self.at = line.end;
            match shape {
                Shape::Text => {
                    let start = open.as_ref().map_or(content.start, |(block, _)| block.start);
                    let kind = open.as_ref().map_or(Kind::Prose, |(_, kind)| *kind);
                    open = Some((start..content.end, kind));
                }
                Shape::Item(marker) => open = Some((content.start + marker..content.end, Kind::ListItem)),
                Shape::Quoted(marker) => return Some((content.start + marker..content.end, Kind::Prose)),
                Shape::Row => match self.row(content.clone()) {
                    Some(row) => return Some((row, Kind::TableRow)),
                    None => each(Part::Skipped(content, Skip::TableHead)),
                },
                Shape::Fence => {
                    let code = self.skip_until(is_fence);
                    each(Part::Skipped(content.start..code.end, Skip::Code));
                }
                Shape::Rule if line.start == self.first => {
                    let matter = self.skip_until(|text| text == "---" || text == "...");
                    each(Part::Skipped(content.start..matter.end, Skip::FrontMatter));
                }
                Shape::Comment => {
                    let goes_on = !self.text[content.clone()].contains("-->");
                    let end = if goes_on { self.skip_until(|text| text.contains("-->")).end } else { content.end };
                    each(Part::Skipped(content.start..end, Skip::Comment));
                }
                Shape::Aside(why) => each(Part::Skipped(content, why)),
                Shape::Rule | Shape::Blank => {}
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

enum Shape {
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

fn shape(line: &str) -> Shape {
    let bytes = line.as_bytes();
    match bytes {
        [] => Shape::Blank,
        [b'#', ..] if line.trim_start_matches('#').starts_with(' ') => Shape::Aside(Skip::Heading),
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => Shape::Fence,
        [b'<', b'!', b'-', b'-', ..] => Shape::Comment,
        [b'|', ..] => Shape::Row,
        [b'>', ..] => Shape::Quoted(line.len() - line.trim_start_matches(['>', ' ']).len()),
        [b'[', ..] if line.contains("]: ") => Shape::Aside(Skip::Link),
        [b'/', b'/' | b'*', ..] | [.., b'{' | b';'] => Shape::Aside(Skip::Code),
        _ if speaker(line) => Shape::Aside(Skip::Speaker),
        [b'-' | b'=' | b'*' | b'_', ..]
            if bytes.iter().all(|byte| matches!(byte, b'-' | b'=' | b'*' | b'_' | b' ')) =>
        {
            Shape::Rule
        }
        _ => item_marker(line).map_or(Shape::Text, Shape::Item),
    }
}

/// A line that only says who speaks next: "Jack Breen  0:33".
fn speaker(line: &str) -> bool {
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
    let bytes = text.as_bytes();
    let mut i = at;
    let mut line_start = at;
    let cap = (at + MAX_SENTENCE).min(end);
    while i < cap {
        let mark = match bytes[i] {
            b'.' | b'!' | b'?' => 1,
            b'\n' => {
                if i - line_start < WRAPPED_LINE && !continues(&text[i + 1..end]) {
                    return i + 1;
                }
                line_start = i + 1;
                0
            }
            // 。 ！ ？ ． …, and the Arabic, Urdu and Hindi marks: by their UTF-8 bytes.
            0xE3 if bytes[i..].starts_with("。".as_bytes()) => 3,
            0xEF if ["！", "？", "｡"].iter().any(|mark| bytes[i..].starts_with(mark.as_bytes())) => 3,
            0xD8 if bytes[i..].starts_with("؟".as_bytes()) => 2,
            0xDB if bytes[i..].starts_with("۔".as_bytes()) => 2,
            0xE0 if bytes[i..].starts_with("।".as_bytes()) => 3,
            _ => 0,
        };
        if mark == 0 {
            i += 1;
            continue;
        }
        let behind = closers(text, i + mark, end);
        if mark > 1 || ends_here(text, at, i, behind, end) {
            return behind;
        }
        i = behind.max(i + 1);
    }
    if cap == end { end } else { cut(text, at, cap) }
}

/// Whether the next line goes on with the sentence: it starts in lower case.
fn continues(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).chars().next().is_some_and(char::is_lowercase)
}

/// Behind the run of marks, quotes and brackets that close a sentence.
fn closers(text: &str, at: usize, end: usize) -> usize {
    let run = text[at..end].chars().take_while(|c| {
        matches!(
            c,
            '.' | '!' | '?' | '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '*' | '_' | '」' | '』' | '。' | '！' | '？'
        )
    });
    at + run.map(char::len_utf8).sum::<usize>()
}

/// Whether an ASCII mark at `mark` ends the sentence.
fn ends_here(text: &str, start: usize, mark: usize, behind: usize, end: usize) -> bool {
    let mut after = text[behind..end].chars();
    match after.next() {
        None => return true,
        Some(c) if !c.is_whitespace() => return false,
        Some(_) => {}
    }
    let next = text[behind..end].trim_start_matches([' ', '\n', '\t']).chars().next();
    if text.as_bytes()[mark] != b'.' {
        return !next.is_some_and(char::is_lowercase);
    }
    let word = text[start..mark].rsplit([' ', '\n', '(', '\u{a0}']).next().unwrap_or_default();
    let initial = word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase() && word != "I";
    if initial || abbreviation(word) {
        return false;
    }
    // "am 3. März": an ordinal before a month.
    if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty() {
        return !german_month(text[behind..end].trim_start());
    }
    !next.is_some_and(char::is_lowercase)
}

fn abbreviation(word: &str) -> bool {
    const KNOWN: [&str; 34] = [
        "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Sr", "Jr", "No", "no", "Nr", "vs", "etc", "e.g", "i.e", "ca", "approx",
        "Inc", "Ltd", "Co", "Corp", "z.B", "d.h", "bzw", "usw", "Fig", "fig", "al", "cf", "resp", "incl", "Art", "max",
        "min",
    ];
    KNOWN.contains(&word)
}

fn german_month(text: &str) -> bool {
    const MONTHS: [&str; 13] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
        "Jahrhundert",
    ];
    MONTHS.iter().any(|month| text.starts_with(month))
}

/// A place to cut a text that has no sentence end: behind the last white space, else anywhere.
fn cut(text: &str, at: usize, cap: usize) -> usize {
    let mut cap = cap;
    while !text.is_char_boundary(cap) {
        cap -= 1;
    }
    text[at..cap].rfind(char::is_whitespace).map_or(cap, |space| {
        let space = at + space;
        space + text[space..].chars().next().map_or(1, char::len_utf8)
    })
}
