//! Where a text denies something.
//!
//! Counted, not understood: two texts that deny a different number of times do not say the same. A negation that
//! takes two words (`ne … pas`, `no … nada`) counts once. English, German, French, Spanish and the commonest words of
//! other languages; Chinese and Japanese by their characters.

use std::ops::Range;

use super::words::{Word, words};

/// How many words further on the second half of a negation may stand.
const REACH: usize = 5;

/// Where `text` denies, in its order.
pub(crate) fn negations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut last_opening = None;
    let mut words = words(text).filter(Word::is_word).enumerate().peekable();
    while let Some((at, word)) = words.next() {
        if !may_deny(word.text) {
            continue;
        }
        let folded = word.folded();
        let Some(kind) = kind(&folded) else { continue };
        let next = words.peek().map(|(_, next)| next);
        if is_idiom(&folded, next, &text[word.end()..]) {
            continue;
        }
        let half_of_last = last_opening.is_some_and(|opening| at - opening <= REACH);
        if kind == Kind::Second && half_of_last {
            continue;
        }
        if kind == Kind::Opening {
            last_opening = Some(at);
        }
        found.push(word.start..word.end());
    }
    found.extend(by_character(text));
    found.sort_by_key(|range| range.start);
    found
}

/// Whether this one word denies.
pub(super) fn is_negation(word: &str) -> bool {
    kind(word).is_some() || by_character(word).next().is_some()
}

/// Whether one of two words is the other denied: `approved` and `unapproved`.
pub(crate) fn is_opposite(a: &str, b: &str) -> bool {
    const PREFIXES: [&str; 12] = ["un", "in", "im", "ir", "il", "dis", "non", "mis", "nicht", "miss", "anti", "des"];
    let denies = |long: &str, short: &str| {
        short.chars().count() >= 4
            && long.strip_suffix(short).is_some_and(|prefix| PREFIXES.contains(&prefix.trim_end_matches('-')))
    };
    denies(a, b) || denies(b, a)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// A second word of the same negation may follow.
    Opening,
    /// Counts only where no other opened it.
    Second,
}

const PLAIN: &[&str] = &[
    // English, and as machines that listen write it
    "not",
    "never",
    "none",
    "nobody",
    "nothing",
    "neither",
    "nor",
    "cannot",
    "without",
    "nowhere",
    "dont",
    "doesnt",
    "didnt",
    "cant",
    "wont",
    "isnt",
    "wasnt",
    "arent",
    "werent",
    "hasnt",
    "havent",
    "hadnt",
    "couldnt",
    "shouldnt",
    "wouldnt",
    // German
    "nicht",
    "nichts",
    "nie",
    "niemals",
    "niemand",
    "kein",
    "keine",
    "keinen",
    "keinem",
    "keiner",
    "keines",
    "weder",
    "ohne",
    "nein",
    "nirgends",
    // French, Spanish, Portuguese, Italian
    "non",
    "sans",
    "sin",
    "não",
    "sem",
    "senza",
    "nessuno",
    // Dutch, the Nordic languages, Turkish, Russian, Ukrainian
    "niet",
    "geen",
    "nooit",
    "inte",
    "ikke",
    "ingen",
    "değil",
    "не",
    "нет",
    "никогда",
    "без",
    "ні",
    "немає",
    // Arabic, Hebrew, Hindi
    "لا",
    "لم",
    "لن",
    "ليس",
    "ليست",
    "غير",
    "بدون",
    "לא",
    "אין",
    "בלי",
    "नहीं",
    "न",
    "मत",
    "बिना",
    // Korean
    "안",
    "못",
];
const OPENING: &[&str] = &["ne", "no", "tampoco", "ningún"];
const SECOND: &[&str] =
    &["pas", "jamais", "rien", "aucun", "aucune", "nada", "nunca", "nadie", "jamás", "ninguno", "ninguna", "ni"];

/// By its first letter in lower case, how long a word of the lists may be: a bit for each length.
const LENGTHS: [u32; 256] = {
    let mut lengths = [0; 256];
    let lists = [PLAIN, OPENING, SECOND];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        if at == lists[list].len() {
            (list, at) = (list + 1, 0);
            continue;
        }
        let word = lists[list][at].as_bytes();
        lengths[word[0] as usize] |= 1 << word.len();
        at += 1;
    }
    lengths
};

/// Whether [`kind`] is worth asking: nearly no word of a text is like one that denies.
fn may_deny(word: &str) -> bool {
    let bytes = word.as_bytes();
    let [first, ..] = bytes else { return false };
    let like = |first: &u8| LENGTHS[usize::from(first.to_ascii_lowercase())] & (1 << bytes.len().min(31)) != 0;
    !word.is_ascii() || bytes.contains(&b'\'') || like(first)
}

fn kind(folded: &str) -> Option<Kind> {
    if PLAIN.contains(&folded) || folded.ends_with("n't") {
        return Some(Kind::Plain);
    }
    if OPENING.contains(&folded) || folded.starts_with("n'") {
        return Some(Kind::Opening);
    }
    if SECOND.contains(&folded) {
        return Some(Kind::Second);
    }
    let korean = ["않", "없", "아니"].iter().any(|stem| folded.contains(stem));
    korean.then_some(Kind::Plain)
}

/// `not only` affirms, and `No. 5` counts.
fn is_idiom(folded: &str, next: Option<&Word<'_>>, rest: &str) -> bool {
    let next_is = |words: &[&str]| next.is_some_and(|next| words.contains(&&*next.folded()));
    match folded {
        "not" => next_is(&["only", "just", "least"]),
        "nicht" => next_is(&["nur", "zuletzt"]),
        "no" => next_is(&["sólo", "solo", "doubt"]) || rest.starts_with('.') && next.is_some_and(Word::is_number),
        _ => false,
    }
}

/// Chinese and Japanese, which write no spaces.
fn by_character(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    const ENDINGS: [&str; 4] = ["ない", "なかった", "なく", "ません"];
    const NOT_DENYING: [&str; 8] = ["非常", "未来", "未來", "不過", "不过", "不断", "不斷", "無料"];
    let denying = |c: char| matches!(c, '不' | '没' | '沒' | '未' | '無' | '无' | '非' | '別' | '勿');
    text.char_indices().filter_map(move |(at, c)| {
        if c < '\u{3000}' {
            return None;
        }
        let rest = &text[at..];
        if denying(c) && !NOT_DENYING.iter().any(|word| rest.starts_with(word)) {
            return Some(at..at + c.len_utf8());
        }
        let ending = ENDINGS.iter().rev().find(|ending| rest.starts_with(**ending))?;
        Some(at..at + ending.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_counted_once_each() {
        let check = |text: &str, expected: &[&str]| {
            let got: Vec<&str> = negations(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(got, expected, "{text}");
        };
        check("We did approve the plan.", &[]);
        check("We did not approve it, nor did they.", &["not", "nor"]);
        check("They didn\u{2019}t and can't; we cannot.", &["didn\u{2019}t", "can't", "cannot"]);
        check("Not only fast but cheap, see No. 5", &[]);
        check("Wir haben nicht zugestimmt, es gibt keinen Plan.", &["nicht", "keinen"]);
        check("Das ist noch offen.", &[]);
        check("Le comité n'a pas approuvé ; il ne veut rien.", &["n'a", "ne"]);
        check("Pas encore.", &["Pas"]);
        check("No hay nada. Nunca.", &["No"]);
        check("委員会は承認しなかった。", &["なかった"]);
        check("我们不同意，非常好。", &["不"]);
        check("我们没有预算", &["没"]);
        check("समिति ने मंज़ूरी नहीं दी", &["नहीं"]);
        check("لم توافق اللجنة", &["لم"]);
        check("승인하지 않았다", &["않았다"]);
        check("Комитет не одобрил", &["не"]);
    }

    #[test]
    fn a_prefix_denies_a_word() {
        for (a, b) in [("approved", "unapproved"), ("possible", "impossible"), ("non-profit", "profit")] {
            assert!(is_opposite(a, b) && is_opposite(b, a), "{a} {b}");
        }
        for (a, b) in [("approved", "approved"), ("der", "under"), ("plan", "plane"), ("reapproved", "approved")] {
            assert!(!is_opposite(a, b), "{a} {b}");
        }
    }
}
