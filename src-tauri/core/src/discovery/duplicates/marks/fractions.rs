//! Fractions in words, which are shares: "half", "two thirds", "six out of ten".

use std::ops::Range;

use rust_decimal::Decimal;

use super::{MarkBound, MarkKind, ValueMark, mark, ordinal, replace};
use crate::discovery::duplicates::words::ComparedWord;
use crate::values::{Scanned, Value};

/// "Half", "two thirds", "a quarter of", "six out of ten", "one in four".
pub(super) fn fractions(text: &str, scanned: &[Scanned], words: &[ComparedWord], found: &mut Vec<ValueMark>) {
    for (at, word) in words.iter().enumerate() {
        let next = |ahead: usize| words.get(at + ahead).map_or("", |word| word.key.as_str());
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        if let Some(many) = small(word, scanned)
            && let Some((of, end)) = out_of(words, at, scanned)
            && many < of
        {
            let share = many / of;
            replace(found, share_mark(share, &(word.bytes.start..end), MarkBound::Exact));
        }
        if let Some((every, of)) = before.zip(every(&word.key)).filter(|(before, _)| is_every(&before.key)) {
            let share = Decimal::ONE / Decimal::from(of);
            replace(found, share_mark(share, &(every.bytes.start..word.bytes.end), MarkBound::Exact));
            continue;
        }
        let Some((numerator, denominator)) = fraction_word(word, next(1), before, text) else { continue };
        let (many, start) = match before {
            Some(before) if denominator > 2 => match before.key.as_str() {
                "two" | "zwei" | "deux" => (2, before.bytes.start),
                "three" | "drei" | "trois" => (3, before.bytes.start),
                "a" | "one" | "ein" | "un" | "eine" => (1, before.bytes.start),
                _ => continue,
            },
            _ => (numerator, word.bytes.start),
        };
        let share = Decimal::from(many) / Decimal::from(denominator);
        // A third has no last digit.
        let bound = if denominator == 3 { MarkBound::About } else { MarkBound::Exact };
        replace(found, share_mark(share, &(start..word.bytes.end), bound));
    }
}

fn is_every(key: &str) -> bool {
    matches!(key, "every" | "jeder" | "jede" | "jedes" | "jeden" | "jedem")
}

/// "Every fifth", "jeder Fünfte".
fn every(key: &str) -> Option<i64> {
    Some(match key.trim_end_matches(['r', 'n', 's']) {
        "second" | "zweite" => 2,
        "third" | "dritte" => 3,
        "fourth" | "vierte" => 4,
        "fifth" | "fünfte" => 5,
        "tenth" | "zehnte" => 10,
        _ => return None,
    })
}

fn share_mark(share: Decimal, bytes: &Range<usize>, bound: MarkBound) -> ValueMark {
    let share = share.round_dp(4).normalize();
    ValueMark { bound, ..mark(MarkKind::Share, share, share * Decimal::ONE_HUNDRED, bytes) }
}

fn small(word: &ComparedWord, scanned: &[Scanned]) -> Option<Decimal> {
    match word.key.as_str() {
        "one" => return Some(Decimal::ONE),
        // The scanner passes by what is often no number.
        "ten" | "dix" => return Some(Decimal::TEN),
        "hundred" | "cent" | "hundert" => return Some(Decimal::ONE_HUNDRED),
        _ => {}
    }
    let value = scanned.iter().find(|value| value.bytes.start == word.bytes.start)?;
    match &value.value {
        Value::Number(number) if *number <= Decimal::from(1000) && number.scale() == 0 => Some(*number),
        _ => None,
    }
}

/// The number behind "out of" or "in", and its end.
fn out_of(words: &[ComparedWord], at: usize, scanned: &[Scanned]) -> Option<(Decimal, usize)> {
    let key = |ahead: usize| words.get(at + ahead).map_or("", |word| word.key.as_str());
    let index = match (key(1), key(2)) {
        ("out", "of") => at + 3,
        ("in" | "sur" | "von", _) => at + 2,
        _ => return None,
    };
    let word = words.get(index)?;
    let of = small(word, scanned).filter(|of| *of > Decimal::ONE && *of <= Decimal::from(100))?;
    let end = word.bytes.end;
    Some((of, end))
}

fn fraction_word(word: &ComparedWord, next: &str, before: Option<&ComparedWord>, text: &str) -> Option<(i64, i64)> {
    let ordinal = before.is_some_and(|before| ordinal(&before.key).is_some());
    Some(match word.key.as_str() {
        "half" | "hälfte" | "moitié"
            if !ordinal && !matches!(next, "year" | "hour" | "day") && !text[..word.bytes.start].ends_with('-') =>
        {
            (1, 2)
        }
        "third" | "thirds" | "drittel" | "tiers" if next != "quarter" && next != "party" => (1, 3),
        "quarter" | "quarters" | "viertel" | "quart" | "quarts"
            if !ordinal && matches!(next, "of" | "der" | "des" | "de") =>
        {
            (1, 4)
        }
        "fifth" | "fifths" | "fünftel" if next != "quarter" => (1, 5),
        _ => return None,
    })
}
