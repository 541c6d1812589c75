//! Text for a terminal. What a model, a server or a text says is shown as letters and drives nothing: not the cursor, not
//! the title of the window, not the clipboard.

use std::io::{self, Write};

/// Writes control characters as signs that only look like them, but for line ends and tabs, and by their numbers those
/// that make a line show other words than it says.
pub(crate) struct PlainWriter<W> {
    to: W,
    /// The first bytes of a character whose last says whether it is one of these.
    held: Vec<u8>,
}

const FIRST_OF_TWO: u8 = 0xC2;
const FIRST_OF_THREE: u8 = 0xE2;

impl<W: Write> PlainWriter<W> {
    pub(crate) fn new(to: W) -> Self {
        Self { to, held: Vec::new() }
    }
}

/// Writes to the terminal beside the result.
pub(crate) fn to_stderr(text: &str) {
    // Whether anybody reads it or not.
    let _ = PlainWriter::new(io::stderr().lock()).write_all(text.as_bytes());
}

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut shown = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            self.held.push(byte);
            match *self.held.as_slice() {
                [FIRST_OF_TWO] | [FIRST_OF_THREE] | [FIRST_OF_THREE, 0x80 | 0x81] => continue,
                [FIRST_OF_TWO, 0x80..=0x9F] => shown.extend_from_slice("\u{FFFD}".as_bytes()),
                [FIRST_OF_THREE, 0x80, last @ 0xAA..=0xAE] => push_number(0x2000 + u32::from(last - 0x80), &mut shown),
                [FIRST_OF_THREE, 0x81, last @ 0xA6..=0xA9] => push_number(0x2040 + u32::from(last - 0x80), &mut shown),
                [b'\n' | b'\t'] => shown.push(byte),
                [0x00..=0x1F] => push(char::from_u32(0x2400 + u32::from(byte)), &mut shown),
                [0x7F] => push(Some('\u{2421}'), &mut shown),
                _ => shown.extend_from_slice(&self.held),
            }
            self.held.clear();
        }
        self.to.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn push(sign: Option<char>, shown: &mut Vec<u8>) {
    let mut bytes = [0; 4];
    shown.extend_from_slice(sign.unwrap_or('\u{FFFD}').encode_utf8(&mut bytes).as_bytes());
}

/// A character by its number: U+202E.
fn push_number(number: u32, shown: &mut Vec<u8>) {
    shown.extend_from_slice(format!("<U+{number:04X}>").as_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::PlainWriter;

    fn shown(text: &str, at_once: usize) -> String {
        let mut bytes = Vec::new();
        let mut plain = PlainWriter::new(&mut bytes);
        for piece in text.as_bytes().chunks(at_once) {
            assert!(plain.write_all(piece).is_ok(), "memory takes all");
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn nothing_that_is_shown_drives_the_terminal() {
        for (text, expected) in [
            ("\u{1b}]52;c;ZXZpbA==\u{7}", "␛]52;c;ZXZpbA==␇"),
            ("\u{1b}[2Jall is well\r", "␛[2Jall is well␍"),
            ("\u{9b}31m \u{85}\u{7f}", "\u{FFFD}31m \u{FFFD}␡"),
            ("pay \u{202e}001\u{202c} \u{2067}x\u{2069}", "pay <U+202E>001<U+202C> <U+2067>x<U+2069>"),
            ("a\u{200f}\u{2014}\u{2070}…", "a\u{200f}\u{2014}\u{2070}…"),
            ("Größe: 6 ½ m\t£ 3 🌊\nƛ €", "Größe: 6 ½ m\t£ 3 🌊\nƛ €"),
        ] {
            for at_once in [1, 2, 3, 1_000] {
                assert_eq!(shown(text, at_once), expected, "in pieces of {at_once}");
            }
        }
    }
}
