//! Quarters, halves and months that are named without a year, which no typed value is.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{MarkKind, ValueMark, covered, mark, narrow, ordinal};
use crate::discovery::duplicates::words::{ComparedWord, LetterCase};
use crate::language::class::MONTH_LEAD;
use crate::language::classes;

/// Quarters, halves and months that no year stands with.
pub(super) fn periods(words: &[ComparedWord], found: &mut Vec<ValueMark>) {
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1);
        let period = short_period(word)
            .map(|period| (period, word.bytes.clone()))
            .or_else(|| {
                spelled_period(word, next?)
                    .map(|period| (period, word.bytes.start..next.map_or(0, |next| next.bytes.end)))
            })
            .or_else(|| {
                month(word, at.checked_sub(1).and_then(|at| words.get(at))).map(|period| (period, word.bytes.clone()))
            });
        let Some(((kind, value), bytes)) = period else { continue };
        let dated = found.iter().any(|mark| {
            mark.kind.is_date()
                && mark.kind != MarkKind::Year
                && mark.bytes.start < narrow(&bytes).end
                && narrow(&bytes).start < mark.bytes.end
        });
        if dated {
            continue;
        }
        let value = Decimal::from(value);
        found.retain(|mark| mark.kind.is_date() || !covered(std::slice::from_ref(mark), &bytes));
        found.push(mark_of(kind, value, &bytes));
    }
}

fn mark_of(kind: MarkKind, value: Decimal, bytes: &Range<usize>) -> ValueMark {
    mark(kind, value, value, bytes)
}

/// `Q3`, `3Q`, `H1`, `T2`, `Q3FY25` not.
fn short_period(word: &ComparedWord) -> Option<(MarkKind, i32)> {
    let (letter, digit) = match word.key.as_bytes() {
        [letter @ (b'q' | b'h' | b't'), digit @ b'1'..=b'4'] => (*letter, *digit),
        [digit @ b'1'..=b'4', letter @ (b'q' | b'h')] => (*letter, *digit),
        _ => return None,
    };
    let number = i32::from(digit - b'0');
    match letter {
        b'h' if number <= 2 => Some((MarkKind::Half, number)),
        b'h' => None,
        _ => Some((MarkKind::Quarter, number)),
    }
}

fn spelled_period(word: &ComparedWord, next: &ComparedWord) -> Option<(MarkKind, i32)> {
    let number = ordinal(&word.key).or_else(|| word.key.parse().ok().filter(|number| (1..=4).contains(number)))?;
    let digits = word.key.bytes().all(|byte| byte.is_ascii_digit());
    match next.key.as_str() {
        "quartal" | "quartals" | "trimestre" | "四半期" => Some((MarkKind::Quarter, number)),
        "quarter" if !digits => Some((MarkKind::Quarter, number)),
        "halbjahr" | "halbjahres" | "semestre" if number <= 2 => Some((MarkKind::Half, number)),
        "half" if !digits && number <= 2 => Some((MarkKind::Half, number)),
        _ => None,
    }
}

fn month(word: &ComparedWord, before: Option<&ComparedWord>) -> Option<(MarkKind, i32)> {
    let spelled = |names: &[&str]| names.contains(&word.key.as_str());
    let number = MONTHS.iter().position(|names| spelled(names))?;
    // "May" and "March" are verbs too.
    let clear = !matches!(word.key.as_str(), "may" | "march" | "mars")
        || before.is_some_and(|before| classes(&before.key) & MONTH_LEAD != 0) && word.case == LetterCase::Capital
        || word.key == "mars" && before.is_some_and(|before| before.key == "en");
    clear.then(|| (MarkKind::Month, i32::try_from(number + 1).unwrap_or(1)))
}

const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "janvier"],
    &["february", "februar", "février"],
    &["march", "märz", "mars"],
    &["april", "avril"],
    &["may", "mai"],
    &["june", "juni", "juin"],
    &["july", "juli", "juillet"],
    &["august", "août"],
    &["september", "septembre"],
    &["october", "oktober", "octobre"],
    &["november", "novembre"],
    &["december", "dezember", "décembre"],
];
