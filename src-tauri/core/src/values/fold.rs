//! When two texts say the same: what counts as spelling and what as wording.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Case, white space and Unicode composition are spelling.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return squeeze(text.chars().map(|c| c.to_ascii_lowercase()), text.len());
    }
    // Upper case first makes ß and SS, ς and σ one; composition comes last, since marks may be left over by either.
    let mut lower: String = text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    // Left over by the capital ẞ alone, which has no other upper case than itself.
    if lower.contains('ß') {
        lower = lower.replace('ß', "ss");
    }
    match is_nfc_quick(lower.chars()) {
        IsNormalized::Yes => squeeze(lower.chars(), lower.len()),
        _ => squeeze(lower.nfc(), lower.len()),
    }
}

/// As [`fold`], and typographic quotes and a final full stop are spelling too: what makes two notes one.
pub fn fold_note(text: &str) -> String {
    let mut folded = fold(text);
    if folded.chars().any(|c| plain_quote(c) != c) {
        folded = folded.chars().map(plain_quote).collect();
    }
    while folded.ends_with(['.', ' ']) {
        folded.pop();
    }
    folded
}

const fn plain_quote(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '«' | '»' => '"',
        other => other,
    }
}

fn squeeze(chars: impl Iterator<Item = char>, capacity: usize) -> String {
    let mut out = String::with_capacity(capacity);
    let mut gap = false;
    for c in chars {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        out.push(c);
    }
    out
}
