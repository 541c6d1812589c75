//! The characters of bytes: by their mark, as UTF-8, by what they declare, or as the detector takes them to be.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::extract::ExtractNote;
use crate::refusal::Refusal;

const LOOKED_AT: usize = 64 << 10;

/// Characters, and what the analyst should know of how they were found.
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) notes: Vec<ExtractNote>,
}

/// Bytes as text; `declared` is the encoding that the document names itself.
pub(crate) fn decode(bytes: &[u8], declared: Option<&str>) -> Result<Decoded, Refusal> {
    if let Some(text) = utf_32(bytes) {
        return Ok(Decoded { text, notes: Vec::new() });
    }
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok(decoded(encoding, &bytes[mark..], false));
    }
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return Ok(decoded(encoding, bytes, true));
    }
    if looks_binary(bytes) {
        return Err(Refusal::Unknown { looks_like: "binary".to_owned() });
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return Ok(Decoded { text: text.to_owned(), notes: Vec::new() });
    }
    // A byte that is no character says more than a declaration of UTF-8 does.
    match declared.and_then(|label| Encoding::for_label(label.trim().as_bytes())) {
        Some(encoding) if encoding != UTF_8 && encoding != UTF_16LE && encoding != UTF_16BE => {
            Ok(decoded(encoding, bytes, false))
        }
        _ => Ok(decoded(guessed(bytes), bytes, true)),
    }
}

/// The first bytes of a text, as many as are read of one; they end with a character.
pub(crate) fn clipped(bytes: &[u8], limit: usize) -> &[u8] {
    if bytes.len() <= limit {
        return bytes;
    }
    let has_wide_mark = Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding != UTF_8);
    if has_wide_mark || bytes[..LOOKED_AT.min(limit)].contains(&0) {
        return &bytes[..limit - limit % 4];
    }
    // A character of UTF-8 has at most three bytes behind its first.
    let end = (limit.saturating_sub(3)..=limit).rev().find(|at| bytes[*at] & 0xc0 != 0x80).unwrap_or(limit);
    &bytes[..end]
}

fn decoded(encoding: &'static Encoding, bytes: &[u8], is_assumed: bool) -> Decoded {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let mut notes = Vec::new();
    if is_assumed {
        notes.push(ExtractNote::EncodingAssumed { encoding: encoding.name().to_owned() });
    }
    if has_errors {
        let characters = text.chars().filter(|char| *char == char::REPLACEMENT_CHARACTER).count() as u64;
        notes.push(ExtractNote::Unreadable { characters });
    }
    Decoded { text: text.into_owned(), notes }
}

/// The detector's guess. Text that is UTF-8 but for a few bytes is UTF-8 that was damaged.
fn guessed(bytes: &[u8]) -> &'static Encoding {
    let (good, bad) = bytes[..bytes.len().min(LOOKED_AT)].utf8_chunks().fold((0, 0), |(good, bad), chunk| {
        let wide = chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        (good + wide, bad + usize::from(!chunk.invalid().is_empty()))
    });
    if good > bad * 20 {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    if guess.is_single_byte() && is_mac_roman(bytes, guess) { MACINTOSH } else { guess }
}

/// Returns whether bytes are of old Macs, which the detector does not know: by their line ends, and by letters that no
/// word has in the encoding that was guessed.
fn is_mac_roman(bytes: &[u8], guess: &'static Encoding) -> bool {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let has_mac_lines = head.contains(&b'\r') && !head.contains(&b'\n');
    let strange = |encoding: &'static Encoding| strange_letters(&encoding.decode_without_bom_handling(head).0);
    let (as_mac, as_guess) = (strange(MACINTOSH), strange(guess));
    let has_western_words = guess == WINDOWS_1252 || as_guess > 0;
    has_western_words && if has_mac_lines { as_mac <= as_guess } else { as_mac == 0 && as_guess > 1 }
}

/// Counts the characters in places where no word has them: capitals and signs within small letters, and those that are
/// no characters.
fn strange_letters(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let is_strange = |three: &[char]| {
        let [before, char, after] = three else { return false };
        let is_sign = !char.is_alphanumeric() && !matches!(char, '’' | '‘' | '\u{ad}' | '·' | '–' | '—' | '‑');
        let is_within = before.is_lowercase() && (after.is_lowercase() || after.is_whitespace());
        !char.is_ascii() && (char.is_control() || is_within && (char.is_uppercase() || is_sign && after.is_lowercase()))
    };
    chars.windows(3).filter(|three| is_strange(three)).count()
}

/// Returns whether a beginning is full of bytes that no text has. A few NULs or form feeds are no reason. In a short
/// text a few are a larger share of it, and still none of the half that they are of UTF-16.
fn looks_binary(bytes: &[u8]) -> bool {
    const FEW: usize = 8;
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let controls = head.iter().filter(|byte| is_control(u16::from(**byte))).count();
    controls * if controls <= FEW { 5 } else { 20 } > head.len()
}

/// No text has it. Escape is one, but for the encodings that shift by it.
fn is_control(unit: u16) -> bool {
    matches!(unit, 0..=8 | 14..=26 | 28..=31 | 127)
}

/// UTF-16 shows in Latin text by its NULs, all on one side; the rest must be characters that texts have.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let pairs = head.chunks_exact(2);
    let (high, low) = pairs
        .clone()
        .fold((0, 0), |(high, low), pair| (high + usize::from(pair[0] == 0), low + usize::from(pair[1] == 0)));
    let count = head.len() / 2;
    let few = count / 20;
    let many = count.div_ceil(3);
    let (encoding, unit): (_, fn([u8; 2]) -> u16) = match (high, low) {
        (high, low) if count >= 4 && low >= many && high <= few => (UTF_16LE, u16::from_le_bytes),
        (high, low) if count >= 4 && high >= many && low <= few => (UTF_16BE, u16::from_be_bytes),
        _ => return None,
    };
    let strange = pairs.filter(|pair| is_control(unit([pair[0], pair[1]]))).count();
    (bytes.len().is_multiple_of(2) && strange <= few).then_some(encoding)
}

fn utf_32(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 4]) -> u32 = match bytes {
        [0xff, 0xfe, 0, 0, ..] => u32::from_le_bytes,
        [0, 0, 0xfe, 0xff, ..] => u32::from_be_bytes,
        _ => return None,
    };
    let char = |four: &[u8]| char::from_u32(unit([four[0], four[1], four[2], four[3]]));
    bytes[4..].chunks_exact(4).map(char).collect()
}
