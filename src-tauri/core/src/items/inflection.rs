//! When two words are one word with other endings, by rules of suffixes alone.
//!
//! An ending that would make another word in a language that a text is not in is not looked for there: "Bilder" is the
//! plural of "Bild", and "printer" none of "print".

/// The endings of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Endings {
    german: bool,
}

impl Endings {
    /// By the words of a text, in lower case.
    pub(super) fn from_words<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut german = false;
        for word in words {
            german |= is_german(word);
        }
        Self { german }
    }
}

/// Words that no text in another language has, and letters.
fn is_german(word: &str) -> bool {
    const WORDS: [&str; 30] = [
        "der", "das", "und", "ist", "sind", "mit", "für", "dem", "des", "den", "ein", "eine", "einen", "einem",
        "einer", "auf", "nicht", "von", "wird", "werden", "haben", "hat", "zur", "zum", "bei", "soll", "sollen", "pro",
        "stück", "je",
    ];
    word.contains(['ä', 'ö', 'ü', 'ß']) || WORDS.contains(&word)
}

/// Endings that make the plural or a case of a noun, whatever the language: none makes another word of it in the others.
const ANY: [&str; 3] = ["s", "es", "x"];
const GERMAN: [&str; 8] = ["e", "en", "er", "ern", "n", "nen", "se", "sen"];
/// Of an adjective before its noun.
const ADJECTIVE: [&str; 5] = ["e", "en", "er", "es", "em"];

/// Returns whether two words, in lower case, are one. `inside` is one that others of its name follow: an adjective may
/// be.
pub(super) fn same_word(a: &str, b: &str, endings: Endings, inside: bool) -> bool {
    if a == b {
        return true;
    }
    // A number has no endings, and what is too short is all ending.
    let too_short = |word: &str| word.chars().count() < 2 || word.ends_with(|c: char| c.is_ascii_digit());
    if too_short(a) || too_short(b) {
        return false;
    }
    is_form(a, b, endings) || is_form(b, a, endings) || inside && endings.german && is_adjective(a, b)
}

/// Returns whether `form` is `base` with an ending.
fn is_form(base: &str, form: &str, endings: Endings) -> bool {
    let with = |stem: &str, ending: &str| form.strip_prefix(stem) == Some(ending);
    let swapped = |from: &str, to: &str| base.strip_suffix(from).is_some_and(|stem| with(stem, to));
    if ANY.iter().any(|ending| with(base, ending)) {
        return true;
    }
    // "body, bodies", "cheval, chevaux", "luz, luces", "telón, telones"
    if swapped("y", "ies") || swapped("al", "aux") || swapped("z", "ces") || swapped("ón", "ones") {
        return true;
    }
    if endings.german && base.chars().count() > 2 && GERMAN.iter().any(|ending| with(base, ending)) {
        return true;
    }
    umlauted(base).is_some_and(|base| {
        let with = |ending: &&str| form.strip_prefix(base.as_str()) == Some(ending);
        // "Boden, Böden": without an ending only where the word has one that takes none.
        base == form && base.ends_with(['n', 'r', 'l']) && base.chars().rev().nth(1) == Some('e')
            || GERMAN.iter().any(with)
    })
}

/// "Wand" as in "Wände": with the last vowel that can have one turned into an umlaut.
fn umlauted(base: &str) -> Option<String> {
    let (at, c) = base.char_indices().rev().find(|(_, c)| matches!(c, 'a' | 'o' | 'u'))?;
    // "Haus, Häuser"
    let (at, c) = match base[..at].chars().next_back() {
        Some('a') if c == 'u' => (at - 1, 'a'),
        _ => (at, c),
    };
    let umlaut = match c {
        'a' => 'ä',
        'o' => 'ö',
        _ => 'ü',
    };
    Some(format!("{}{umlaut}{}", &base[..at], &base[at + 1..]))
}

/// "Rote Wand", "der roten Wand"
fn is_adjective(a: &str, b: &str) -> bool {
    let stem = |word: &str, ending: &str| {
        word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 3).map(str::to_owned)
    };
    let stems = |word: &str| {
        let mut stems: Vec<String> = ADJECTIVE.iter().filter_map(|ending| stem(word, ending)).collect();
        stems.push(word.to_owned());
        stems
    };
    let of_b = stems(b);
    stems(a).iter().any(|stem| of_b.contains(stem))
}
