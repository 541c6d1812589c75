//! Lines to paragraphs: one text of all pages, with the place of each word.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::letters;
use super::lines::PdfLine;
use super::words::PdfWord;
use crate::extract::{ExtractNote, HIDDEN_WORDS, UNCERTAIN_PLACES};
use crate::location::{Boxed, Place, PlacedPart, Rect};

/// The way a line goes on from the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineJoin {
    /// A new paragraph, after a blank line.
    Paragraph,
    /// A new line.
    Line,
    Blank,
    /// At once: a compound that was broken at its hyphen, or a script without blanks.
    Touching,
    /// At once, and the hyphen at the line's end goes.
    Hyphen,
}

/// The data needed of the line before.
struct PreviousLine {
    start: f64,
    end: f64,
    base: f64,
    size: f64,
    has_cells: bool,
    is_hidden: bool,
    /// It begins a paragraph.
    is_first: bool,
    page: u32,
}

/// A short paragraph, that may be a heading by its size.
#[derive(Clone, Debug)]
pub(super) struct ShortParagraph {
    pub(super) chars: Range<u32>,
    pub(super) size: f64,
}

/// A page as it is shown.
pub(super) struct FlowPage {
    pub(super) number: u32,
    pub(super) label: Option<String>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The text as it grows.
#[derive(Default)]
pub(super) struct TextFlow {
    pub(super) text: String,
    pub(super) chars: u32,
    pub(super) boxes: Vec<Boxed>,
    pub(super) places: Vec<PlacedPart>,
    pub(super) unreadable: u64,
    pub(super) shorts: Vec<ShortParagraph>,
    /// Counts of characters by size, in tenths.
    pub(super) sizes: BTreeMap<i64, u64>,
    pub(super) looks: FlowLooks,
    before: Option<PreviousLine>,
    /// The distance of lines within paragraphs, in sizes.
    leading: Option<f64>,
    paragraph: Option<ShortParagraph>,
}

/// A heading has at most so many characters.
const SHORT: u32 = 160;

impl TextFlow {
    /// Adds the lines of a page.
    pub(super) fn page(&mut self, sheet: FlowPage, lines: &[PdfLine]) {
        let mut first = None;
        self.leading = None;
        for line in lines {
            let start = self.line(&sheet, line);
            first.get_or_insert(start);
        }
        if let Some(start) = first {
            let place = Place::Page { number: sheet.number, label: sheet.label };
            self.places.push(PlacedPart { chars: start..self.chars, place });
        }
    }

    /// Ends the last paragraph.
    pub(super) fn end(&mut self) {
        self.end_paragraph();
    }

    fn line(&mut self, sheet: &FlowPage, line: &PdfLine) -> u32 {
        let words = line.read();
        let join = self.join(sheet, line, &words);
        self.set(join);
        let start = self.chars;
        let has_cells = words.iter().any(|(cell, ..)| *cell);
        let last = words.len().saturating_sub(1);
        for (at, (cell, word, text)) in words.iter().enumerate() {
            if at > 0 {
                self.part(*cell, text, words[at - 1].1, word);
            }
            self.word(sheet, word, text, at == last);
        }
        *self.sizes.entry((line.size * 10.0).round() as i64).or_default() += u64::from(self.chars - start);
        self.remember(sheet, line, has_cells, join);
        start
    }

    fn remember(&mut self, sheet: &FlowPage, line: &PdfLine, has_cells: bool, join: LineJoin) {
        let is_first = matches!(join, LineJoin::Paragraph | LineJoin::Line);
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.chars.end = self.chars;
        }
        let (start, end) = (line.start(), line.end());
        self.before = Some(PreviousLine {
            start,
            end,
            base: line.base,
            size: line.size,
            has_cells,
            is_hidden: is_hidden(line),
            is_first,
            page: sheet.number,
        });
    }

    /// Sets what parts a line from the one before, and begins a paragraph with it.
    fn set(&mut self, join: LineJoin) {
        match join {
            LineJoin::Paragraph => self.push("\n\n"),
            LineJoin::Line => self.push("\n"),
            LineJoin::Blank => self.push(" "),
            LineJoin::Touching => {}
            LineJoin::Hyphen => self.drop_hyphen(),
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.chars += text.chars().count() as u32;
    }

    fn drop_hyphen(&mut self) {
        self.text.pop();
        self.chars -= 1;
        if let Some(last) = self.boxes.last_mut() {
            last.end = last.end.min(self.chars);
        }
        if let Some(part) = self.places.last_mut() {
            part.chars.end = part.chars.end.min(self.chars);
        }
    }

    /// Parts two words of a line.
    fn part(&mut self, cell: bool, text: &str, before: &PdfWord, word: &PdfWord) {
        let ideographs = self.text.chars().next_back().zip(text.chars().next());
        let is_dense =
            ideographs.is_some_and(|(one, two)| letters::is_ideographic(one) && letters::is_ideographic(two));
        if cell {
            self.push("\t");
        } else if !is_dense || word.start - before.end > 0.5 * word.size {
            self.push(" ");
        }
    }

    fn word(&mut self, sheet: &FlowPage, word: &PdfWord, text: &str, ends_line: bool) {
        let start = self.chars;
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            // Within a line it is shown, and so it is a hyphen.
            let is_last = ends_line && chars.peek().is_none();
            self.text.push(if char == SOFT_HYPHEN && !is_last { '-' } else { char });
            self.chars += 1;
            self.unreadable += u64::from(char == letters::UNREADABLE);
        }
        self.looks.word(start..self.chars, word);
        if self.chars > start {
            self.boxes.push(Boxed { start, end: self.chars, page: sheet.number, rect: share(word.rect(), sheet) });
        }
    }

    fn end_paragraph(&mut self) {
        if let Some(paragraph) = self.paragraph.take()
            && paragraph.chars.len() as u32 <= SHORT
            && !paragraph.chars.is_empty()
        {
            self.shorts.push(paragraph);
        }
    }

    fn join(&mut self, sheet: &FlowPage, line: &PdfLine, words: &[(bool, &PdfWord, String)]) -> LineJoin {
        let Some(before) = &self.before else {
            self.paragraph = Some(ShortParagraph { chars: self.chars..self.chars, size: line.size });
            self.leading = None;
            return LineJoin::Touching;
        };
        let next = NextLine { line, words, has_cells: words.iter().any(|(cell, ..)| *cell) };
        let is_below = before.page == sheet.number && line.base > before.base - 0.3 * line.size;
        // Nobody reads on from what is seen to what is not.
        let is_apart = before.is_hidden != is_hidden(line);
        let join = if is_apart {
            LineJoin::Paragraph
        } else if is_below {
            self.below(before, &next)
        } else {
            self.beyond(before, &next)
        };
        let join = if join == LineJoin::Blank { self.smooth(&next) } else { join };
        self.note_join(join, line, is_below);
        join
    }

    fn note_join(&mut self, join: LineJoin, line: &PdfLine, is_below: bool) {
        if matches!(join, LineJoin::Paragraph | LineJoin::Line) {
            self.end_paragraph();
            let start = self.chars + if join == LineJoin::Paragraph { 2 } else { 1 };
            self.paragraph = Some(ShortParagraph { chars: start..start, size: line.size });
        } else if let Some(before) = self.before.as_ref().filter(|_| is_below) {
            self.leading = Some((line.base - before.base) / line.size);
        }
    }

    /// A line under another one, in one column.
    fn below(&self, before: &PreviousLine, next: &NextLine<'_>) -> LineJoin {
        let gap = next.line.base - before.base;
        let size = before.size.max(next.line.size);
        if self.is_broken(next) && next.is_small() && !next.has_cells && gap < 2.5 * size {
            return LineJoin::Blank;
        }
        let is_far = gap > size * self.leading.map_or(1.9, |leading| (1.3 * leading).max(1.3));
        if is_far || (before.size - next.line.size).abs() > 0.1 * size {
            return if before.has_cells && next.has_cells && gap < 2.6 * size {
                LineJoin::Line
            } else {
                LineJoin::Paragraph
            };
        }
        if before.has_cells || next.has_cells || next.is_item() && self.is_ended() {
            return LineJoin::Line;
        }
        if next.line.start() > before.start + 0.9 * size
            && (!before.is_first || self.is_ended())
            && !next.is_leftwards()
        {
            return LineJoin::Paragraph;
        }
        let room = next.room(before);
        if room > next.first_width() + 0.35 * size && !self.is_broken(next) {
            let goes_on = next.is_small() && !self.is_ended() && room < 0.5 * (next.line.column.1 - next.line.column.0);
            return if goes_on { LineJoin::Blank } else { LineJoin::Line };
        }
        if next.is_item() { LineJoin::Line } else { LineJoin::Blank }
    }

    /// A line in another column or on another page.
    fn beyond(&self, before: &PreviousLine, next: &NextLine<'_>) -> LineJoin {
        let alike = (before.size - next.line.size).abs() < 0.1 * before.size;
        let goes_on = alike && !before.has_cells && !next.has_cells && next.is_small() && !self.is_ended();
        if goes_on { LineJoin::Blank } else { LineJoin::Paragraph }
    }

    /// Returns whether a word or a compound is broken at the end of the text so far.
    fn is_broken(&self, next: &NextLine<'_>) -> bool {
        self.text.ends_with(['-', '\u{2010}', SOFT_HYPHEN]) && next.first_char().is_some_and(char::is_alphanumeric)
    }

    /// Returns whether the text so far ends a sentence.
    fn is_ended(&self) -> bool {
        let closing = |char: char| matches!(char, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '“');
        self.text.trim_end_matches(closing).ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '：'])
    }

    /// Returns the way a paragraph goes on over a line's end: hyphens go or join, scripts without blanks have none.
    fn smooth(&self, next: &NextLine<'_>) -> LineJoin {
        let mut back = self.text.chars().rev();
        let (Some(last), before, Some(first)) = (back.next(), back.next(), next.first_char()) else {
            return LineJoin::Blank;
        };
        let after_letter = before.is_some_and(char::is_alphanumeric);
        match last {
            SOFT_HYPHEN => LineJoin::Hyphen,
            '-' | '\u{2010}' if after_letter && first.is_lowercase() && before.is_some_and(char::is_alphabetic) => {
                LineJoin::Hyphen
            }
            '-' | '\u{2010}' | '\u{2011}' if after_letter && first.is_alphanumeric() => LineJoin::Touching,
            _ if letters::is_ideographic(last) && letters::is_ideographic(first) => LineJoin::Touching,
            _ => LineJoin::Blank,
        }
    }
}

/// Returns whether nobody sees any word of a line.
fn is_hidden(line: &PdfLine) -> bool {
    line.words.iter().all(|word| word.is_hidden)
}

/// Words that nobody sees, and raised figures that may be meant otherwise.
#[derive(Default)]
pub(super) struct FlowLooks {
    hidden: Vec<Range<u32>>,
    hidden_words: u64,
    marks: Vec<(String, Range<u32>)>,
    heads: HashSet<String>,
}

impl FlowLooks {
    fn word(&mut self, chars: Range<u32>, word: &PdfWord) {
        if word.is_hidden {
            self.hidden_words += 1;
            match self.hidden.last_mut().filter(|last| chars.start <= last.end + 2) {
                Some(last) => last.end = chars.end,
                None => self.hidden.push(chars.clone()),
            }
        }
        self.marks.extend(word.note.uncertain.clone().map(|mark| (mark, chars)));
        self.heads.extend(word.note.head.clone());
    }
}

impl TextFlow {
    /// Places what nobody sees, and figures whose note is nowhere.
    pub(super) fn place_looks(&mut self) {
        let heads = &self.looks.heads;
        self.looks.marks.retain(|(mark, _)| !heads.contains(mark));
        let hidden = self.looks.hidden.drain(..).map(|chars| PlacedPart { chars, place: Place::Hidden });
        self.places.extend(hidden);
        let uncertain =
            |(_, chars): &(String, Range<u32>)| PlacedPart { chars: chars.clone(), place: Place::Uncertain };
        self.places.extend(self.looks.marks.iter().map(uncertain));
    }

    /// Returns a note with the count of either.
    pub(super) fn look_notes(&self) -> Vec<ExtractNote> {
        let counts = [(HIDDEN_WORDS, self.looks.hidden_words), (UNCERTAIN_PLACES, self.looks.marks.len() as u64)];
        let nonzero = counts.into_iter().filter(|(_, count)| *count > 0);
        nonzero.map(|(what, count)| ExtractNote::ToReview { what: what.to_owned(), count }).collect()
    }
}

const SOFT_HYPHEN: char = '\u{ad}';

/// The line that comes.
struct NextLine<'l> {
    line: &'l PdfLine,
    words: &'l [(bool, &'l PdfWord, String)],
    has_cells: bool,
}

impl NextLine<'_> {
    fn first_char(&self) -> Option<char> {
        self.words.first().and_then(|(_, _, text)| text.chars().next())
    }

    fn first_width(&self) -> f64 {
        self.words.first().map_or(0.0, |(_, word, text)| {
            let ideographic = text.chars().any(letters::is_ideographic);
            if ideographic { word.size } else { word.end - word.start }
        })
    }

    fn is_leftwards(&self) -> bool {
        self.first_char().is_some_and(letters::reads_leftwards)
    }

    fn is_small(&self) -> bool {
        self.first_char().is_some_and(char::is_lowercase)
    }

    /// The room that was left at the end of the line before.
    fn room(&self, before: &PreviousLine) -> f64 {
        let (left, right) = self.line.column;
        if self.is_leftwards() { before.start - left } else { right - before.end }
    }

    /// Returns whether the line begins an item of a list.
    fn is_item(&self) -> bool {
        let Some((_, _, first)) = self.words.first() else { return false };
        let bullet = matches!(
            first.as_str(),
            "•" | "◦" | "▪" | "■" | "●" | "‣" | "–" | "—" | "-" | "*" | "·" | "○" | "\u{f0b7}"
        );
        let number = first.strip_suffix(['.', ')']).map(|number| number.trim_start_matches('('));
        let counted =
            |number: &str| number.len() <= 2 && number.chars().all(|char| char.is_ascii_digit()) || number.len() == 1;
        bullet || number.is_some_and(|number| !number.is_empty() && counted(number))
    }
}

/// A rectangle in points as shares of its page.
fn share([left, top, right, bottom]: [f64; 4], sheet: &FlowPage) -> Rect {
    let part = |at: f64, whole: f64| (at / whole).clamp(0.0, 1.0) as f32;
    let (left, right) = (part(left, sheet.width), part(right, sheet.width));
    let (top, bottom) = (part(top, sheet.height), part(bottom, sheet.height));
    Rect { left, top, width: right - left, height: bottom - top }
}
