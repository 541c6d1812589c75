//! The negations of a text.
//!
//! Counted, not understood: two texts that deny a different number of times do not say the same. A negation that takes
//! two words (`ne … pas`, `no … nada`) counts once. Words are those of the lexicons, in which other languages have their
//! commonest; Chinese and Japanese are read by their characters.

use std::ops::Range;

use super::class::{AFFIRMED_NEGATION, Classes, NEGATION, NEGATION_OPENING, NEGATION_SECOND};
use super::lexicon::classes;
use super::token::{Token, parts};

/// Most words between the two halves of a negation.
const REACH: usize = 5;

/// Returns where `text` denies, in its order.
pub fn negations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut last_opening = None;
    let mut words = parts(text).filter(Token::is_word).enumerate().peekable();
    while let Some((at, word)) = words.next() {
        let norm = word.norm();
        let class = class(&norm);
        if class == 0 || is_affirmed(&norm, words.peek().map(|(_, next)| next), &text[word.end()..]) {
            continue;
        }
        let half_of_last = last_opening.is_some_and(|opening| at - opening <= REACH);
        if class == NEGATION_SECOND && half_of_last {
            continue;
        }
        if class == NEGATION_OPENING {
            last_opening = Some(at);
        }
        found.push(word.bytes());
    }
    let by_words = found.len();
    found.extend(by_character(text));
    if found.len() > by_words {
        found.sort_by_key(|range| range.start);
    }
    found
}

/// Returns whether this one word denies.
pub fn is_negation(word: &str) -> bool {
    class(word) != 0 || by_character(word).next().is_some()
}

/// Returns whether one of two words is the other denied: `approved` and `unapproved`.
pub fn is_opposite(a: &str, b: &str) -> bool {
    const PREFIXES: [&str; 12] = ["un", "in", "im", "ir", "il", "dis", "non", "mis", "nicht", "miss", "anti", "des"];
    let denies = |long: &str, short: &str| {
        short.chars().count() >= 4
            && long.strip_suffix(short).is_some_and(|prefix| PREFIXES.contains(&prefix.trim_end_matches('-')))
    };
    denies(a, b) || denies(b, a)
}

/// Returns the one class by which a word in its normal form denies.
fn class(norm: &str) -> Classes {
    let own = classes(norm);
    match () {
        () if own & NEGATION != 0 || norm.ends_with("n't") => NEGATION,
        () if own & NEGATION_OPENING != 0 || norm.starts_with("n'") => NEGATION_OPENING,
        () if own & NEGATION_SECOND != 0 => NEGATION_SECOND,
        () if !norm.is_ascii() && ["않", "없", "아니"].iter().any(|stem| norm.contains(stem)) => NEGATION,
        () => 0,
    }
}

/// Returns whether `not only` affirms here, or `No. 5` counts.
fn is_affirmed(norm: &str, next: Option<&Token<'_>>, rest: &str) -> bool {
    let Some(next) = next else { return false };
    classes(&format!("{norm}_{}", next.norm())) & AFFIRMED_NEGATION != 0
        || norm == "no" && rest.starts_with('.') && next.is_number()
}

/// Returns where Chinese and Japanese deny, which write no spaces.
fn by_character(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    const ENDINGS: [&str; 4] = ["ない", "なかった", "なく", "ません"];
    const NOT_DENYING: [&str; 8] = ["非常", "未来", "未來", "不過", "不过", "不断", "不斷", "無料"];
    let denying = |c: char| matches!(c, '不' | '没' | '沒' | '未' | '無' | '无' | '非' | '別' | '勿');
    // Nearly no text has any, and its bytes tell that quickly.
    let text = if text.bytes().any(|byte| byte >= 0xE3) { text } else { "" };
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
