//! The text of a document as it is put together, with the places that stand in it.

use std::ops::Range;

use crate::budget::Budget;
use crate::extract::{Extract, ExtractNote, Metadata};
use crate::format::Format;
use crate::place::{Place, PlacedPart};
use crate::refusal::Refusal;

pub(crate) struct Draft {
    text: String,
    chars: u32,
    limit: usize,
    is_full: bool,
    /// Whether the last block is a list, which another item goes on.
    in_list: bool,
    places: Vec<PlacedPart>,
    /// The headings that are open: where each begins.
    headings: Vec<(u8, u32, String)>,
    notes: Vec<ExtractNote>,
    pub(crate) metadata: Metadata,
    pub(crate) pages: Option<u32>,
}

impl Draft {
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
            metadata: Metadata::default(),
            pages: None,
        }
    }

    /// Whether the limit of text is reached: nothing more is taken.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Where the next character will stand.
    pub(crate) fn at(&self) -> u32 {
        self.chars
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Adds characters as they are, but for line ends and NULs.
    pub(crate) fn push(&mut self, text: &str) {
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
        if !text.trim().is_empty() {
            self.part();
            self.push(text.trim());
        }
    }

    /// An item of a list, on a line of its own.
    pub(crate) fn item(&mut self, level: usize, marker: Option<&str>, text: &str) {
        let text = text.trim();
        if text.is_empty() {
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
        if text.is_empty() {
            return;
        }
        self.part();
        self.open_heading(level, &text);
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
            self.place(start, Place::Heading { level, text });
        }
    }

    /// Says where the text since `start` stands.
    pub(crate) fn place(&mut self, start: u32, place: Place) {
        if start < self.chars {
            self.places.push(PlacedPart { chars: start..self.chars, place });
        }
    }

    /// Says what parts of the text are, which are given by their bytes, in order.
    pub(crate) fn place_bytes(&mut self, parts: impl IntoIterator<Item = (Range<usize>, Place)>) {
        let (mut byte, mut chars) = (0, 0);
        for (range, place) in parts {
            let Some(before) = self.text.get(byte..range.start) else { continue };
            let Some(within) = self.text.get(range.clone()) else { continue };
            let length = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            chars += length(before);
            byte = range.start;
            self.places.push(PlacedPart { chars: chars..chars + length(within), place });
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
        let same = |note: &&mut ExtractNote| matches!(note, ExtractNote::LeftOut { what: said, .. } if said == what);
        match self.notes.iter_mut().find(same) {
            Some(ExtractNote::LeftOut { count, .. }) => *count += more,
            _ if more > 0 => self.notes.push(ExtractNote::LeftOut { what: what.to_owned(), count: more }),
            _ => {}
        }
    }

    /// How much of the document is damaged, if any is.
    fn damage(&self) -> Option<String> {
        self.notes
            .iter()
            .find_map(|note| if let ExtractNote::Damaged { parts } = note { Some(parts.join(", ")) } else { None })
    }

    /// What was read. Without a word of text it is a refusal, which says why there is none.
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

    /// What was read of a text whose every character counts; it may have none.
    pub(crate) fn finish_as_it_is(mut self, format: Format) -> Extract {
        self.close_headings(0);
        let chars = self.chars;
        self.places.iter_mut().for_each(|placed| placed.chars.end = placed.chars.end.min(chars));
        self.places.retain(|placed| placed.chars.start < placed.chars.end);
        // A row comes before its cells, also before the only one.
        let is_in_row = |place: &Place| matches!(place, Place::Cell { .. });
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
