//! The parts of a spelling that do not count: case, white space, composition, and for some the marks of letters.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::Lexicon;

/// Returns a text whose case, white space and composition do not count.
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

/// As [`fold`], and typographic quotes and a final full stop do not count either: what makes two notes one.
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

/// Returns a word in lower case, whose typesetting does not count: apostrophes, hyphens, ligatures, composition.
pub fn normal(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        let lower = !word.bytes().any(|byte| byte.is_ascii_uppercase());
        return if lower { word.into() } else { word.to_ascii_lowercase().into() };
    }
    if is_nfc_quick(word.chars()) == IsNormalized::Yes && !word.chars().any(is_typeset) {
        return word.to_lowercase().into();
    }
    let plain: String = word.nfc().flat_map(reads_as).collect();
    plain.to_lowercase().into()
}

/// Returns a word without the marks of its letters: "Aufzüge" are more than one "Aufzug".
pub fn without_marks(word: &str) -> String {
    if word.is_ascii() { word.to_owned() } else { word.chars().map(without_mark).collect() }
}

/// Returns a letter of the Latin script without its mark.
pub const fn without_mark(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        c => c,
    }
}

/// Returns one spelling for the American and the British one.
pub fn spelled(word: &str) -> Cow<'_, str> {
    static PAIRS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| Lexicon::all().pairs("spelling").collect());
    const NOT_OUR: [&str; 9] = ["four", "hour", "tour", "your", "pour", "sour", "flour", "detour", "contour"];
    if word.len() < 4 || !word.is_ascii() {
        return Cow::Borrowed(word);
    }
    if let Some(own) = PAIRS.get(word) {
        return Cow::Borrowed(own);
    }
    let mut out = Cow::Borrowed(word);
    if let Some(at) = word.find("our")
        && at >= 2
        && !NOT_OUR.iter().any(|not| word.starts_with(not))
        && !word.starts_with("course")
        && !word.starts_with("court")
        && !word.starts_with("source")
        && !word.starts_with("resource")
        && !word.starts_with("journ")
        && !word.starts_with("tourn")
    {
        out = Cow::Owned(format!("{}or{}", &word[..at], &word[at + 3..]));
    }
    for (from, to) in [("iz", "is"), ("yz", "ys")] {
        if let Some(at) = out.find(from)
            && at >= 3
            && matches!(out.as_bytes().get(at + 2), Some(b'e' | b'i' | b'a'))
        {
            out = Cow::Owned(format!("{}{to}{}", &out[..at], &out[at + 2..]));
        }
    }
    for (from, to) in
        [("centre", "center"), ("metre", "meter"), ("litre", "liter"), ("theatre", "theater"), ("fibre", "fiber")]
    {
        if out.contains(from) {
            out = Cow::Owned(out.replace(from, to));
        }
    }
    out
}

const fn is_typeset(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{201f}' | '\u{2032}' | '\u{2bc}' | '\u{2212}' | '\u{fb00}'..='\u{fb06}')
        || is_invisible(c)
}

const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn reads_as(c: char) -> impl Iterator<Item = char> {
    let (plain, own) = match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2bc}' => ("'", None),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => ("-", None),
        '\u{fb00}' => ("ff", None),
        '\u{fb01}' => ("fi", None),
        '\u{fb02}' => ("fl", None),
        '\u{fb03}' => ("ffi", None),
        '\u{fb04}' => ("ffl", None),
        '\u{fb05}' | '\u{fb06}' => ("st", None),
        c if is_invisible(c) => ("", None),
        c => ("", Some(c)),
    };
    plain.chars().chain(own)
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
