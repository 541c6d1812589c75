//! The text of a document as it is put together, with the places that stand in it.

use std::collections::HashSet;
use std::ops::Range;

use crate::budget::Budget;
use crate::extract::{Extract, ExtractNote, HIDDEN_WORDS, Metadata, STRUCK_WORDS, UNCERTAIN_PLACES};
use crate::format::Format;
use crate::inline::{self, Look, MarkedPiece};
use crate::location::{Place, PlacedPart};
use crate::refusal::Refusal;

/// A figure has no more characters.
const FIGURE: usize = 64;

pub(crate) struct ExtractDraft {
    text: String,
    chars: u32,
    limit: usize,
    is_full: bool,
    /// True if the last block is a list, which another item goes on.
    in_list: bool,
    places: Vec<PlacedPart>,
    /// The headings that are open: where each begins.
    headings: Vec<(u8, u32, String)>,
    notes: Vec<ExtractNote>,
    looks: DraftLooks,
    pub(crate) metadata: Metadata,
    pub(crate) pages: Option<u32>,
}

impl ExtractDraft {
    pub(crate) fn new(budget: &Budget<'_>) -> Self {
        Self {
            text: String::new(),
            chars: 0,
            limit: budget.limits.text,
            is_full: false,
            in_list: false,
            places: Vec::new(),
            headings: Vec::new(),
            notes: Vec::new(),
            looks: DraftLooks::default(),
            metadata: Metadata::default(),
            pages: None,
        }
    }

    /// Returns whether the limit of text is reached: nothing more is taken.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the position of the next character.
    pub(crate) fn at(&self) -> u32 {
        self.chars
    }

    /// Adds characters as they are, but for line ends, NULs and marks of looks: words of a look get a place.
    pub(crate) fn push(&mut self, text: &str) {
        if !inline::is_marked(text) {
            return self.push_plain(text);
        }
        let mut open: Vec<(Look, u32)> = Vec::new();
        for piece in inline::pieces(block_of(&self.text), text) {
            match piece {
                MarkedPiece::Text(text) => self.push_plain(&text),
                MarkedPiece::Begin(look) => open.push((look, self.chars)),
                MarkedPiece::End(look) => {
                    if let Some(at) = open.iter().rposition(|(begun, _)| *begun == look) {
                        let (look, start) = open.remove(at);
                        self.looks.take(look, start..self.chars);
                    }
                }
                MarkedPiece::NoteMark { text, mark } => {
                    // The figure that it is raised over is uncertain with it.
                    let figure = self.text.chars().rev().take(FIGURE).take_while(|char| !char.is_whitespace()).count();
                    let start = self.chars - u32::try_from(figure).unwrap_or_default();
                    self.push_plain(&text);
                    self.looks.marks.push((mark, start..self.chars));
                }
                MarkedPiece::NoteHead { text, mark } => {
                    self.push_plain(&text);
                    self.looks.heads.insert(mark);
                }
            }
        }
        open.into_iter().for_each(|(look, start)| self.looks.take(look, start..self.chars));
    }

    fn push_plain(&mut self, text: &str) {
        if self.is_full {
            return;
        }
        let room = self.limit - self.text.len();
        let end = text.floor_char_boundary(room);
        let from = self.text.len();
        append_clean(&mut self.text, &text[..end]);
        self.chars += u32::try_from(self.text[from..].chars().count()).unwrap_or(u32::MAX - self.chars);
        if end < text.len() {
            self.is_full = true;
            self.note(ExtractNote::CutShort { what: "bytes of text".to_owned(), limit: self.limit as u64 });
        }
    }

    /// Ends a block: what follows stands after an empty line.
    pub(crate) fn part(&mut self) {
        self.in_list = false;
        if !self.text.is_empty() {
            self.push("\n\n"[self.text.bytes().rev().take(2).take_while(|byte| *byte == b'\n').count()..].as_ref());
        }
    }

    /// Ends a line of a block.
    pub(crate) fn next_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n");
        }
    }

    /// A paragraph of its own; nothing where the text is blank.
    pub(crate) fn paragraph(&mut self, text: &str) {
        if !inline::is_blank(text) {
            self.part();
            self.push(text.trim());
        }
    }

    /// An item of a list, on a line of its own.
    pub(crate) fn item(&mut self, level: usize, marker: Option<&str>, text: &str) {
        let text = text.trim();
        if inline::is_blank(text) {
            return;
        }
        if self.in_list {
            self.next_line()
        } else {
            self.part()
        }
        self.push(&"  ".repeat(level.min(3)));
        self.push(marker.unwrap_or_default());
        self.push(if marker.is_some() { " " } else { "" });
        self.push(text);
        self.in_list = true;
    }

    /// A heading, which holds all up to the next of its level or above.
    pub(crate) fn heading(&mut self, level: u8, text: &str) {
        let text = one_line(text);
        if inline::is_blank(&text) {
            return;
        }
        self.part();
        self.open_heading(level, &inline::plain(&text));
        self.push(&text);
    }

    /// Opens a heading whose words are written by the caller.
    pub(crate) fn open_heading(&mut self, level: u8, text: &str) {
        self.close_headings(level);
        self.headings.push((level, self.chars, text.to_owned()));
    }

    /// Ends headings of this level and below.
    pub(crate) fn close_headings(&mut self, level: u8) {
        while let Some((level, start, text)) = self.headings.pop_if(|(open, ..)| *open >= level) {
            self.add_location(start, Place::Heading { level, text });
        }
    }

    /// Says how a part of the text is shown.
    pub(crate) fn look(&mut self, look: Look, chars: Range<u32>) {
        self.looks.take(look, chars);
    }

    /// Says where the text since `start` stands.
    pub(crate) fn add_location(&mut self, start: u32, place: Place) {
        if start < self.chars {
            self.places.push(PlacedPart { chars: start..self.chars, place });
        }
    }

    pub(crate) fn note(&mut self, note: ExtractNote) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Says that a part could not be read.
    pub(crate) fn damaged(&mut self, part: &str) {
        match self
            .notes
            .iter_mut()
            .find_map(|note| if let ExtractNote::Damaged { parts } = note { Some(parts) } else { None })
        {
            Some(parts) => parts.push(part.to_owned()),
            None => self.notes.push(ExtractNote::Damaged { parts: vec![part.to_owned()] }),
        }
    }

    /// Says how much of a kind is not taken over.
    pub(crate) fn left_out(&mut self, what: &str, more: u64) {
        let same = |note: &&mut ExtractNote| matches!(note, ExtractNote::LeftOut { what: noted, .. } if noted == what);
        match self.notes.iter_mut().find(same) {
            Some(ExtractNote::LeftOut { count, .. }) => *count += more,
            _ if more > 0 => self.notes.push(ExtractNote::LeftOut { what: what.to_owned(), count: more }),
            _ => {}
        }
    }

    /// Says how much of a kind was read and is never accepted by itself.
    pub(crate) fn note_to_review(&mut self, what: &str, more: u64) {
        let same = |note: &&mut ExtractNote| matches!(note, ExtractNote::ToReview { what: noted, .. } if noted == what);
        match self.notes.iter_mut().find(same) {
            Some(ExtractNote::ToReview { count, .. }) => *count += more,
            _ if more > 0 => self.notes.push(ExtractNote::ToReview { what: what.to_owned(), count: more }),
            _ => {}
        }
    }

    /// Returns the damaged parts of the document, if any.
    fn damage(&self) -> Option<String> {
        self.notes
            .iter()
            .find_map(|note| if let ExtractNote::Damaged { parts } = note { Some(parts.join(", ")) } else { None })
    }

    /// Returns the extract. Without a word of text it is a refusal, which says why there is none.
    pub(crate) fn finish(mut self, format: Format) -> Result<Extract, Refusal> {
        self.close_headings(0);
        if self.text.trim().is_empty() {
            return Err(self.damage().map_or(Refusal::NoText, |detail| Refusal::Damaged { detail }));
        }
        let end = self.text.trim_end().len();
        self.chars -= u32::try_from(self.text[end..].chars().count()).unwrap_or_default();
        self.text.truncate(end);
        Ok(self.finish_as_it_is(format))
    }

    /// Returns the extract of a text whose every character counts; it may have none.
    pub(crate) fn finish_as_it_is(mut self, format: Format) -> Extract {
        self.close_headings(0);
        let looks = std::mem::take(&mut self.looks);
        looks.finish(&mut self);
        self.places.iter_mut().for_each(|placed| placed.place.remove_marks());
        let chars = self.chars;
        self.places.iter_mut().for_each(|placed| placed.chars.end = placed.chars.end.min(chars));
        self.places.retain(|placed| placed.chars.start < placed.chars.end);
        // A row comes before its cells, also before the only one.
        let is_in_row = |location: &Place| matches!(location, Place::Cell { .. });
        self.places
            .sort_by_key(|placed| (placed.chars.start, std::cmp::Reverse(placed.chars.end), is_in_row(&placed.place)));
        Extract {
            format,
            text: self.text,
            places: self.places,
            boxes: Vec::new(),
            pages: self.pages,
            metadata: self.metadata,
            notes: self.notes,
        }
    }
}

/// The words of a text that have a look.
#[derive(Default)]
struct DraftLooks {
    parts: Vec<(Look, Range<u32>)>,
    /// Raised figures that may be marks of notes.
    marks: Vec<(String, Range<u32>)>,
    /// The marks that notes begin with.
    heads: HashSet<String>,
}

impl DraftLooks {
    fn take(&mut self, look: Look, chars: Range<u32>) {
        if !chars.is_empty() {
            self.parts.push((look, chars));
        }
    }

    /// Says how much there is of each look.
    fn finish(mut self, draft: &mut ExtractDraft) {
        let marks = self.marks.into_iter().filter(|(mark, _)| !self.heads.contains(mark));
        self.parts.extend(marks.map(|(_, chars)| (Look::Uncertain, chars)));
        for (look, chars) in &self.parts {
            let place = match look {
                Look::Hidden => Place::Hidden,
                Look::Struck => Place::Struck,
                Look::Uncertain | Look::Raised | Look::Lowered | Look::NoteLink => Place::Uncertain,
            };
            draft.places.push(PlacedPart { chars: chars.clone(), place });
        }
        for (look, what) in
            [(Look::Hidden, HIDDEN_WORDS), (Look::Struck, STRUCK_WORDS), (Look::Uncertain, UNCERTAIN_PLACES)]
        {
            let parts: Vec<&Range<u32>> =
                self.parts.iter().filter(|(of, _)| *of == look).map(|(_, chars)| chars).collect();
            let count = if look == Look::Uncertain { parts.len() as u64 } else { words_in(&draft.text, &parts) };
            draft.note_to_review(what, count);
        }
    }
}

/// Counts the words in parts of a text.
fn words_in(text: &str, parts: &[&Range<u32>]) -> u64 {
    let mut at = 0;
    let mut bytes = 0;
    let mut count = 0;
    let mut sorted = parts.to_vec();
    sorted.sort_by_key(|part| part.start);
    for part in sorted {
        let mut step = |to: u32| {
            let more = to.saturating_sub(at);
            let rest = &text[bytes..];
            bytes += rest.char_indices().nth(more as usize).map_or(rest.len(), |(end, _)| end);
            at += more;
            bytes
        };
        let (start, end) = (step(part.start), step(part.end));
        count += text[start..end].split_whitespace().count() as u64;
    }
    count
}

/// The end of a text back to where its block begins, or as much of it as tells what a raised character means.
fn block_of(text: &str) -> &str {
    let of_block = text.char_indices().rev().take(2 * FIGURE).take_while(|(_, char)| !matches!(char, '\n' | '\t'));
    &text[of_block.last().map_or(text.len(), |(at, _)| at)..]
}

/// Line ends become `\n`, and NULs are dropped.
fn append_clean(to: &mut String, text: &str) {
    let mut after_return = false;
    for char in text.chars() {
        match char {
            '\r' => to.push('\n'),
            '\n' if after_return => {}
            '\0' => {}
            char => to.push(char),
        }
        after_return = char == '\r';
    }
}

/// Text on one line: runs of white space become a space.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
