//! The look of words within a paragraph: raised, lowered, hidden or struck. Readers set marks around such words, and
//! the draft takes them off: raised or lowered words are written so that no figure takes in another one, and hidden,
//! struck or uncertain ones have a place of their own.
//!
//! The marks are characters that stand for nothing and that no text may exchange (U+FDD0 to U+FDDF).

mod pieces;
mod scripts;

pub(crate) use pieces::{MarkedPiece, pieces, plain};
pub(crate) use scripts::{ScriptPosition, write};

/// A way in which words are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Look {
    Raised,
    Lowered,
    /// A link to a note, or the mark of one.
    NoteLink,
    Hidden,
    Struck,
    /// Written so that a figure may not be what the document means.
    Uncertain,
}

/// Returns whether a colour, written `ffffff` or `#fff`, is white or nearly so.
pub(crate) fn is_white(colour: &str) -> bool {
    let digits = colour.trim().trim_start_matches('#');
    let digit = |at: usize| digits.get(at..=at).and_then(|digit| u8::from_str_radix(digit, 16).ok());
    match digits.len() {
        3 => (0..3).all(|at| digit(at) == Some(15)),
        6 => (0..3).all(|at| digit(2 * at) == Some(15) && digit(2 * at + 1) >= Some(10)),
        _ => colour.eq_ignore_ascii_case("white"),
    }
}

const FIRST: u32 = 0xfdd0;

impl Look {
    const ALL: [Self; 6] = [Self::Raised, Self::Lowered, Self::NoteLink, Self::Hidden, Self::Struck, Self::Uncertain];

    fn sign(self, is_end: bool) -> char {
        char::from_u32(FIRST + 2 * self as u32 + u32::from(is_end)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The look that a mark begins or ends.
    fn from_mark(mark: char) -> Option<(Self, bool)> {
        let at = u32::from(mark).checked_sub(FIRST)?;
        Some((*Self::ALL.get(usize::try_from(at / 2).ok()?)?, at % 2 == 1))
    }
}

fn is_mark(char: char) -> bool {
    matches!(char, '\u{fdd0}'..='\u{fddf}')
}

/// Returns whether a text has marks.
pub(crate) fn is_marked(text: &str) -> bool {
    text.contains(is_mark)
}

/// Returns whether a text holds nothing but marks and white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|char| char.is_whitespace() || is_mark(char))
}

/// Returns whether a text is empty or ends with white space, but for marks.
pub(crate) fn ends_blank(text: &str) -> bool {
    let text = text.trim_end_matches(is_mark);
    text.is_empty() || text.ends_with([' ', '\n'])
}

/// Returns whether a text begins with words that are hidden.
pub(crate) fn is_hidden(text: &str) -> bool {
    text.starts_with(Look::Hidden.sign(false))
}

/// A text without its marks, with the words that nobody sees.
pub(crate) fn all_words(text: &str) -> String {
    plain(&text.replace([Look::Hidden.sign(false), Look::Hidden.sign(true)], ""))
}

/// Counts the hidden words of a text.
pub(crate) fn hidden_words(text: &str) -> u64 {
    let (begin, end) = (Look::Hidden.sign(false), Look::Hidden.sign(true));
    let parts = text.split(begin).skip(1).map(|part| part.split(end).next().unwrap_or_default());
    parts.map(|part| part.split_whitespace().count() as u64).sum()
}

/// Begins words of a look.
pub(crate) fn begin(text: &mut String, look: Look) {
    // Words that go on with the same look are one piece: digits of one exponent may stand in two runs.
    if text.ends_with(look.sign(true)) {
        text.pop();
    } else {
        text.push(look.sign(false));
    }
}

/// Ends words of a look.
pub(crate) fn end(text: &mut String, look: Look) {
    if text.ends_with(look.sign(false)) {
        text.pop();
    } else {
        text.push(look.sign(true));
    }
}

/// A text all of which has a look.
pub(crate) fn marked(look: Look, text: &str) -> String {
    if is_blank(text) { text.to_owned() } else { format!("{}{text}{}", look.sign(false), look.sign(true)) }
}

/// Adds words of these looks.
pub(crate) fn add(text: &mut String, looks: &[Look], words: &str) {
    if words.is_empty() {
        return;
    }
    looks.iter().for_each(|look| begin(text, *look));
    // Marks in the words themselves are no marks of ours.
    text.extend(words.chars().filter(|char| !is_mark(*char)));
    looks.iter().rev().for_each(|look| end(text, *look));
}
