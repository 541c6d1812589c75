//! Looking at text as bytes. Every place handed out is a character border.

/// The class of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteClass {
    Other,
    Digit,
    /// A Latin, Greek, Cyrillic, Hebrew or Arabic letter. Letters of three bytes and more are written without spaces
    /// or have no words here, so they may touch a number.
    Letter,
    /// Perhaps a currency sign or a vulgar fraction.
    Sign,
}

pub(super) const CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => ByteClass::Digit,
            b'a'..=b'z' | b'A'..=b'Z' | 0xc3..=0xdf => ByteClass::Letter,
            b'$' | 0xc2 | 0xe0 | 0xe2 | 0xef => ByteClass::Sign,
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

pub(super) fn is_digit(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_digit)
}

/// Counts the digits at `at`.
pub(super) fn run(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Behind the one space that stands at `at`, of whatever kind, or `at` itself.
pub(super) fn gap(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b' ' | b'\n' | b'\t') => at + 1,
        Some(0xc2) if bytes.get(at + 1) == Some(&0xa0) => at + 2,
        Some(0xe2) if matches!(bytes.get(at + 1..at + 3), Some([0x80, 0x87 | 0x89 | 0xaf])) => at + 3,
        _ => at,
    }
}

/// Behind the few spaces that stand at `at`: a line may break and be indented within a phrase.
pub(super) fn gaps(bytes: &[u8], at: usize) -> usize {
    (0..4).fold(at, |at, _| gap(bytes, at))
}

/// Behind the letters that stand at `at`.
pub(super) fn letters(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'a'..=b'z' | b'A'..=b'Z' => 1,
            // Not × and ÷, which are signs.
            0xc3 if matches!(bytes.get(at + 1), Some(0x97 | 0xb7)) => return at,
            0xc3..=0xdf => 2,
            // The micro sign.
            0xc2 if bytes.get(at + 1) == Some(&0xb5) => 2,
            _ => return at,
        };
    }
    at
}

/// Behind the letters and digits that stand at `at`, with the points and hyphens between digits: an identifier.
pub(super) fn identifier(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let end = letters(bytes, at);
        let end = end + run(bytes, end);
        if end > at {
            at = end;
        } else if matches!(bytes.get(at), Some(b'.' | b'-' | b'_')) && is_digit(bytes, at + 1) {
            at += 1;
        } else {
            return at;
        }
    }
}

/// Behind the number that a word like "Tel." or "IBAN" at `at` leads to: groups of digits and of few capital letters. A
/// shorter number counts something.
pub(super) fn registration(bytes: &[u8], at: usize) -> Option<usize> {
    const MIN_DIGITS: usize = 5;
    const MAX_LEN: usize = 48;
    let (mut end, mut digits, mut next) = (at, 0, at);
    while let Some(byte) = bytes.get(next).filter(|_| next - at < MAX_LEN) {
        match byte {
            b'0'..=b'9' => {
                digits += 1;
                end = next + 1;
            }
            b'A'..=b'Z' if letters(bytes, next) - next > 4 => break,
            b'A'..=b'Z' | b' ' | b'.' | b':' | b'/' | b'-' | b'(' | b')' | b'+' => {}
            _ => break,
        }
        next += 1;
    }
    (digits >= MIN_DIGITS).then_some(end)
}

/// The word that ends at `at`, without what stands between.
pub(super) fn word_before(text: &str, at: usize) -> &str {
    let bytes = text.as_bytes();
    let mut end = at;
    while end > 0 && matches!(bytes[end - 1], b' ' | b'(' | b'\n' | b'-' | b'\'' | b'"') && at - end < 3 {
        end -= 1;
    }
    let mut start = end;
    while start > 0 && end - start < 16 && (bytes[start - 1].is_ascii_alphabetic() || bytes[start - 1] >= 0x80) {
        start -= 1;
    }
    text.get(start..end).unwrap_or("")
}
