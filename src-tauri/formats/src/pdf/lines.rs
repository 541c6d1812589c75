//! Words to lines: what stands on one baseline, from left to right as it is seen.

use super::letters;
use super::scripts::{self, WordJoin};
use super::words::{PdfWord, TOUCHING};

/// The words on one baseline.
#[derive(Debug)]
pub(super) struct PdfLine {
    pub(super) words: Vec<PdfWord>,
    pub(super) base: f64,
    pub(super) size: f64,
    /// The edges of the column that it stands in.
    pub(super) column: (f64, f64),
}

impl PdfLine {
    pub(super) fn start(&self) -> f64 {
        self.words.first().map_or(0.0, |word| word.start)
    }

    pub(super) fn end(&self) -> f64 {
        self.words.iter().map(|word| word.end).fold(f64::MIN, f64::max)
    }

    fn is_right_to_left(&self) -> bool {
        let chars = || self.words.iter().flat_map(|word| word.text.chars()).filter(|char| char.is_alphabetic());
        let leftwards = chars().filter(|char| letters::reads_leftwards(*char)).count();
        leftwards * 2 > chars().count()
    }

    /// The words as they are read, each with whether a cell begins with it.
    pub(super) fn read(&self) -> Vec<(bool, &PdfWord, String)> {
        let cells = self.words.iter().enumerate().map(|(at, word)| at > 0 && self.is_cell(at, word));
        let mut read: Vec<_> = cells.zip(&self.words).map(|(cell, word)| (cell, word, logical(&word.text))).collect();
        if self.is_right_to_left() {
            turn_around(&mut read);
        }
        read
    }

    fn is_cell(&self, at: usize, word: &PdfWord) -> bool {
        word.start - self.words[at - 1].end > CELL * self.size
    }
}

/// A gap of this many sizes parts cells.
pub(super) const CELL: f64 = 1.5;

/// Puts a line that is read from right to left in the order of its reading; runs of other words keep theirs.
fn turn_around(words: &mut [(bool, &PdfWord, String)]) {
    let cells: Vec<bool> = words.iter().map(|(cell, ..)| *cell).collect();
    words.reverse();
    // A cell begins after its gap, and the gap is now on the other side.
    for (at, word) in words.iter_mut().enumerate() {
        word.0 = at > 0 && cells[cells.len() - at];
    }
    let mut at = 0;
    while at < words.len() {
        let run = words[at..].iter().take_while(|(_, word, _)| !letters::is_right_to_left(&word.text)).count();
        let marks: Vec<bool> = words[at..at + run].iter().map(|(cell, ..)| *cell).collect();
        words[at..at + run].reverse();
        for (word, cell) in words[at..at + run].iter_mut().zip(marks) {
            word.0 = cell;
        }
        at += run.max(1);
    }
}

/// The text of a word as it is read; it is kept as it is seen.
fn logical(seen: &str) -> String {
    if !letters::is_right_to_left(seen) {
        return seen.to_owned();
    }
    let mut read: Vec<char> = seen.chars().rev().collect();
    let mut at = 0;
    while at < read.len() {
        let number = read[at..].iter().take_while(|char| char.is_ascii_alphanumeric() || char.is_numeric()).count();
        read[at..at + number].reverse();
        at += number.max(1);
    }
    read.into_iter().collect()
}

/// Lines of words of one reading direction, from top to bottom.
pub(super) fn lines(mut words: Vec<PdfWord>) -> Vec<PdfLine> {
    words.sort_by(|one, other| one.base.total_cmp(&other.base));
    let mut lines: Vec<PdfLine> = Vec::new();
    for word in words {
        let near = lines.iter_mut().rev().take(3).find(|line| is_level(line, &word));
        match near {
            Some(line) => line.take(word),
            None => lines.push(PdfLine { base: word.base, size: word.size, words: vec![word], column: (0.0, 0.0) }),
        }
    }
    for line in &mut lines {
        line.words.sort_by(|one, other| one.start.total_cmp(&other.start));
        scripts::write(&mut line.words);
        line.words = joined(std::mem::take(&mut line.words));
    }
    let left = lines.iter().map(PdfLine::start).fold(f64::MAX, f64::min);
    let right = lines.iter().map(PdfLine::end).fold(f64::MIN, f64::max);
    lines.iter_mut().for_each(|line| line.column = (left, right));
    lines
}

impl PdfLine {
    fn take(&mut self, word: PdfWord) {
        if word.size > self.size {
            (self.size, self.base) = (word.size, word.base);
        }
        self.words.push(word);
    }
}

/// Returns whether a word is on a line: on its baseline, or raised or lowered beside larger ones.
fn is_level(line: &PdfLine, word: &PdfWord) -> bool {
    let (small, large) = (line.size.min(word.size), line.size.max(word.size));
    let reach = if small > 0.85 * large { 0.3 * large } else { 0.45 * large };
    (line.base - word.base).abs() < reach
}

/// Joins what touches: one word may be shown in parts, and letters may be set wide.
fn joined(words: Vec<PdfWord>) -> Vec<PdfWord> {
    let wide = spread(&words);
    let mut joined: Vec<PdfWord> = Vec::with_capacity(words.len());
    for (word, wide) in words.into_iter().zip(wide) {
        match joined.last_mut() {
            Some(last) if is_same(last, &word) && last.joint == word.joint => {}
            Some(last) if touches(last, &word, wide) => {
                last.text.push_str(&word.text);
                last.end = last.end.max(word.end);
                last.up = last.up.max(word.up);
                last.down = last.down.max(word.down);
                last.size = last.size.max(word.size);
                last.furniture &= word.furniture;
                last.note.uncertain = last.note.uncertain.take().or(word.note.uncertain);
                last.note.head = last.note.head.take().or(word.note.head);
                last.is_written |= word.is_written;
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Shown twice at one place, for boldness or a shadow.
fn is_same(one: &PdfWord, other: &PdfWord) -> bool {
    one.text == other.text
        && (one.start - other.start).abs() < 0.2 * one.size
        && (one.base - other.base).abs() < 0.2 * one.size
}

/// Returns whether a word goes on with another one. A blank that was shown between them parts them where there is room
/// for it.
fn touches(one: &PdfWord, other: &PdfWord, wide: Option<f64>) -> bool {
    match other.joint {
        Some(WordJoin::Glued) => return true,
        Some(WordJoin::Apart) => return false,
        None if one.is_hidden != other.is_hidden => return false,
        None => {}
    }
    let gap = other.start - one.end;
    let reach = wide.unwrap_or(TOUCHING * one.size.min(other.size));
    let parted = other.spaced && gap > 0.03 * one.size;
    gap < reach && gap > -one.size && !parted
}

/// Of each word, the gap that letters set wide have before it: where letters stand alone, at even gaps.
fn spread(words: &[PdfWord]) -> Vec<Option<f64>> {
    let mut wide = vec![None; words.len()];
    let mut first = 0;
    for run in words.chunk_by(is_spread) {
        if run.len() >= SPREAD {
            let least = run.windows(2).map(|pair| pair[1].start - pair[0].end).fold(f64::MAX, f64::min);
            wide[first + 1..first + run.len()].fill(Some(1.3 * least).filter(|_| least > TOUCHING * run[0].size));
        }
        first += run.len();
    }
    wide
}

/// So many letters that stand alone are one word.
const SPREAD: usize = 3;

/// Returns whether two letters that stand alone are set wide.
fn is_spread(one: &PdfWord, other: &PdfWord) -> bool {
    let is_letter = |word: &PdfWord| word.text.chars().nth(1).is_none() && word.text.chars().all(char::is_alphanumeric);
    is_letter(one) && is_letter(other) && !other.spaced && other.start - one.end < 0.4 * one.size
}
