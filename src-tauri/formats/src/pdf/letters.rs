//! Characters as a reader means them: ligatures resolved, strings of the document decoded, directions told.

use unicode_normalization::UnicodeNormalization;

pub(super) const UNREADABLE: char = '\u{fffd}';

pub(super) fn is_blank(char: char) -> bool {
    char.is_whitespace()
}

/// The characters that a glyph stands for: ligatures and presentation forms as letters, what shows nothing left out,
/// and what is read from right to left turned as it is seen.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\t' | '\n' | '\r' => plain.push(' '),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {}
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => plain.push(UNREADABLE),
            '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' => plain.extend(char.nfkc()),
            _ => plain.push(char),
        }
    }
    if plain.chars().nth(1).is_some() && is_right_to_left(&plain) { plain.chars().rev().collect() } else { plain }
}

pub(super) fn is_right_to_left(text: &str) -> bool {
    text.chars().any(reads_leftwards)
}

pub(super) const fn reads_leftwards(char: char) -> bool {
    matches!(char, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && !matches!(char, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

/// Characters of scripts that part no words by blanks.
pub(super) const fn is_ideographic(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{303f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// A text string of a document: UTF-16 or UTF-8 with its mark, or PDFDocEncoding.
pub(super) fn decode(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|char| char.unwrap_or(UNREADABLE)).collect::<String>()
    };
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| document_char(*byte)).collect(),
    };
    // Language codes stand between escapes.
    text.split('\u{1b}').step_by(2).collect::<String>().replace('\0', "")
}

fn document_char(byte: u8) -> char {
    const LOW: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const HIGH: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł',
        'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
    ];
    match byte {
        0x18..=0x1f => LOW[usize::from(byte - 0x18)],
        0x80..=0xa0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
