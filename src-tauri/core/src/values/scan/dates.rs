//! Dates and times of day in running text.
//!
//! `03/04/2026` is a day of March to some and of April to others. It is a date only if one of the two cannot be a
//! month or the text is not in English; else its digits stay numbers, and the analyst decides.

use super::Convention;
use super::bytes::{gap, is_digit, letters, run, word_before};
use super::tail;
use crate::values::PartialDate;
use crate::values::words::{self, MAX_WORD, Month, Period};

pub(super) type DateMatch = Option<(PartialDate, usize)>;

/// A date that begins with the digits at `at`.
pub(super) fn at_digits(text: &str, at: usize, convention: &mut dyn FnMut() -> Option<Convention>) -> DateMatch {
    let bytes = text.as_bytes();
    match run(bytes, at) {
        4 => year_first(text, at).or_else(|| decade(text, at)).or_else(|| counted_year(bytes, at)),
        1 | 2 => day_first(bytes, at, convention)
            .or_else(|| day_and_month(text, at))
            .or_else(|| day_and_word(text, at))
            .or_else(|| {
                counted_day(bytes, at).and_then(|(month, day, end)| Some((PartialDate::day_of_year(month, day)?, end)))
            })
            .or_else(|| number_and_period(text, at)),
        _ => None,
    }
}

/// A date that begins with a month's name which ends at `end`.
pub(super) fn at_month(text: &str, start: usize, end: usize, month: Month) -> DateMatch {
    let bytes = text.as_bytes();
    let end = if bytes.get(end) == Some(&b'.') { end + 1 } else { end };
    let next = gap(bytes, end);
    let next = after_word(text, next, &["of", "de", "del"]).unwrap_or(next);
    if next == end {
        return None;
    }
    if let Some((year, end)) = year4(bytes, next) {
        return Some((PartialDate::month(year, month.number)?, end));
    }
    let (day, after) = day_number(bytes, next)?;
    let after = tail::ordinal(text, after).unwrap_or(after);
    let comma = if bytes.get(after) == Some(&b',') { after + 1 } else { after };
    let year_at = gap(bytes, comma);
    if year_at > after
        && let Some((year, end)) = year4(bytes, year_at)
    {
        return Some((PartialDate::day(year, month.number, day)?, end));
    }
    let whole = !continues_number(bytes, after);
    let capital = !bytes[start].is_ascii_lowercase();
    (capital && whole && letters(bytes, after) == after)
        .then(|| PartialDate::day_of_year(month.number, day))?
        .map(|date| (date, after))
}

/// `Q3 2023`, `H1/2024`, `T3 2023` (French and Spanish): `at` is the letter, a digit follows.
pub(super) fn at_period(text: &str, at: usize) -> DateMatch {
    let bytes = text.as_bytes();
    if run(bytes, at + 1) != 1 {
        return None;
    }
    let number = i8::try_from(bytes[at + 1] - b'0').ok()?;
    let mut next = at + 2;
    next = match bytes.get(next) {
        Some(b'/' | b'-') => next + 1,
        _ => gap(bytes, next),
    };
    next = after_word(text, next, &["of", "de", "del", "FY"]).unwrap_or(next);
    let (year, end) = year4(bytes, next)?;
    period(letter(bytes[at])?, year, number).map(|date| (date, end))
}

/// `tercer trimestre de 2026`, `im dritten Quartal 2026`, `first half of 2026`, `Quartal 3 2026`: `at` to `end` is the
/// word for the part of the year. Also gives where it begins.
pub(super) fn counted_period(text: &str, at: usize, end: usize, of: Period) -> Option<(usize, PartialDate, usize)> {
    let bytes = text.as_bytes();
    let next = gap(bytes, end);
    if next == end {
        return None;
    }
    if let Some((number, len @ 1)) = short(bytes, next) {
        let behind = next + len;
        let year_at = if bytes.get(behind) == Some(&b'/') { behind + 1 } else { gap(bytes, behind) };
        let (year, end) = year4(bytes, after_of(text, year_at)).filter(|_| year_at > behind)?;
        return Some((at, period(of, year, number)?, end));
    }
    let (year, end) = year4(bytes, after_of(text, next))?;
    let before = text.get(..at)?.strip_suffix([' ', '\n', '\u{a0}'])?;
    // "IV." and "3.er" have a point of their own.
    let before = before.strip_suffix('.').unwrap_or(before);
    let start = before
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let mut buffer = [0; MAX_WORD];
    let number = words::ordinal(words::fold_into(&before[start..], &mut buffer)?)?;
    Some((start, period(of, year, number)?, end))
}

/// `3T 2026`, `1H 2026`, `4Q2026`.
fn number_and_period(text: &str, at: usize) -> DateMatch {
    let bytes = text.as_bytes();
    let (number, 1) = short(bytes, at)? else { return None };
    let of = letter(*bytes.get(at + 1)?)?;
    let (year, end) = year4(bytes, gap(bytes, at + 2))?;
    period(of, year, number).map(|date| (date, end))
}

/// Behind the words between a part of a year and the year.
fn after_of(text: &str, at: usize) -> usize {
    const OF: &[&str] = &["of", "de", "del", "del año", "des Jahres", "de l'année", "de l’année"];
    let longest = OF.iter().rev().find_map(|of| after_word(text, at, &[of]));
    longest.unwrap_or(at)
}

/// Minutes since midnight, or seconds if they are told, and the end: `14:30`, `00:12:45`, `2:30 pm`, `3pm`, `15h30`.
pub(super) fn clock(text: &str, at: usize) -> Option<(ClockTime, usize)> {
    let bytes = text.as_bytes();
    let hour_end = at + run(bytes, at);
    let hour = two_digits(bytes, at, hour_end)?;
    if let Some((minute, end)) = spaced_minutes(text, hour_end) {
        return (hour < 24).then_some((ClockTime::Minutes(hour * 60 + minute), end));
    }
    if let Some(clock) = whole_hour(text, hour, hour_end) {
        return Some(clock);
    }
    let colon = matches!(bytes.get(hour_end), Some(b':'))
        || bytes.get(hour_end) == Some(&b'h') && is_digit(bytes, hour_end + 1);
    if !colon {
        let (pm, end) = half_day(text, hour_end)?;
        return (1..=12).contains(&hour).then_some((ClockTime::Minutes(twelve_hours(hour, pm) * 60), end));
    }
    let minute_end = hour_end + 1 + run(bytes, hour_end + 1);
    if minute_end != hour_end + 3 {
        return None;
    }
    let minute = two_digits(bytes, hour_end + 1, minute_end).filter(|minute| *minute < 60)?;
    if bytes.get(minute_end) == Some(&b':') && run(bytes, minute_end + 1) == 2 {
        let second = two_digits(bytes, minute_end + 1, minute_end + 3).filter(|second| *second < 60)?;
        let end = minute_end + 3;
        let fraction = match bytes.get(end) {
            Some(b'.' | b',') => run(bytes, end + 1),
            _ => 0,
        };
        let end = if fraction == 3 { end + 4 } else { end };
        return Some((ClockTime::Seconds(hour * 3600 + minute * 60 + second), end));
    }
    let (hour, end) = match half_day(text, minute_end) {
        Some((pm, end)) if (1..=12).contains(&hour) => (twelve_hours(hour, pm), end),
        _ => (hour, minute_end),
    };
    // What no day has is the minutes and seconds of a recording.
    let clock =
        if hour <= 24 { ClockTime::Minutes(hour * 60 + minute) } else { ClockTime::Seconds(hour * 60 + minute) };
    (hour < 60 && letters(bytes, end) == end).then_some((clock, end))
}

/// "10 Uhr", "10 Uhr 30", "9 o'clock".
fn whole_hour(text: &str, hour: i64, hour_end: usize) -> Option<(ClockTime, usize)> {
    let bytes = text.as_bytes();
    let start = gap(bytes, hour_end);
    let word = ["Uhr", "o'clock", "o’clock"].iter().find(|word| bytes[start..].starts_with(word.as_bytes()))?;
    let end = start + word.len();
    if start == hour_end || hour > 24 || letters(bytes, end) > end {
        return None;
    }
    let minutes = gap(bytes, end);
    let minutes_end = minutes + run(bytes, minutes);
    let minute = two_digits(bytes, minutes, minutes_end).filter(|minute| {
        let whole = *minute < 60 && minutes_end == minutes + 2 && minutes > end;
        whole && !continues_number(bytes, minutes_end) && !tail::is_counted(text, minutes_end)
    });
    Some((ClockTime::Minutes(hour * 60 + minute.unwrap_or(0)), if minute.is_some() { minutes_end } else { end }))
}

/// The minutes of `14 h 30` and `14.30 Uhr`, and the end. `1 h 30 min` is two amounts.
fn spaced_minutes(text: &str, hour_end: usize) -> Option<(i64, usize)> {
    let bytes = text.as_bytes();
    let german = bytes.get(hour_end) == Some(&b'.');
    let start = if german {
        hour_end + 1
    } else {
        let hour = gap(bytes, hour_end);
        let start = gap(bytes, hour + 1);
        (bytes.get(hour) == Some(&b'h') && start > hour + 1).then_some(start)?
    };
    let end = start + run(bytes, start);
    let minute = two_digits(bytes, start, end).filter(|minute| *minute < 60 && end == start + 2)?;
    if german {
        let uhr = gap(bytes, end);
        return (uhr > end && bytes[uhr..].starts_with(b"Uhr") && letters(bytes, uhr) == uhr + 3)
            .then_some((minute, uhr + 3));
    }
    (!continues_number(bytes, end) && !tail::is_counted(text, end)).then_some((minute, end))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockTime {
    Minutes(i64),
    Seconds(i64),
}

const fn twelve_hours(hour: i64, pm: bool) -> i64 {
    hour % 12 + if pm { 12 } else { 0 }
}

fn half_day(text: &str, end: usize) -> Option<(bool, usize)> {
    let rest = &text.as_bytes()[gap(text.as_bytes(), end)..];
    let offset = text.len() - rest.len();
    for (form, pm) in [("p.m.", true), ("a.m.", false), ("pm", true), ("am", false), ("PM", true), ("AM", false)] {
        if rest.starts_with(form.as_bytes()) && letters(rest, form.len()) == form.len() && !is_digit(rest, form.len()) {
            // "am 5 am Rhein": German has a word "am", which follows its number only after a space.
            return (form != "am" || offset == end || !german_am(rest)).then_some((pm, offset + form.len()));
        }
    }
    None
}

fn german_am(rest: &[u8]) -> bool {
    rest.get(2) == Some(&b' ') && rest.get(3).is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn two_digits(bytes: &[u8], start: usize, end: usize) -> Option<i64> {
    let digits = bytes.get(start..end).filter(|digits| matches!(digits.len(), 1 | 2))?;
    Some(digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
}

fn year_first(text: &str, at: usize) -> DateMatch {
    let bytes = text.as_bytes();
    let year = i16::try_from(digits(bytes, at, 4)?).ok()?;
    let mark = *bytes.get(at + 4)?;
    let next = match mark {
        b'-' | b'/' | b'.' => at + 5,
        _ => gap(bytes, at + 4),
    };
    if matches!(bytes.get(next), Some(b'Q' | b'H' | b'T')) && run(bytes, next + 1) == 1 && next > at + 4 {
        let end = next + 2;
        let date = period(letter(bytes[next])?, year, i8::try_from(bytes[next + 1] - b'0').ok()?)?;
        return (letters(bytes, end) == end).then_some((date, end));
    }
    if !matches!(mark, b'-' | b'/' | b'.') {
        return None;
    }
    let month_len = run(bytes, next);
    let month = i8::try_from(digits(bytes, next, month_len)?).ok()?;
    let end = next + month_len;
    if bytes.get(end) == Some(&mark) && matches!(run(bytes, end + 1), 1 | 2) {
        let len = run(bytes, end + 1);
        let day = i8::try_from(digits(bytes, end + 1, len)?).ok()?;
        return PartialDate::day(year, month, day).map(|date| (date, end + 1 + len));
    }
    if mark != b'-' || month_len != 2 || !(1000..3000).contains(&year) || continues_number(bytes, end) {
        return None;
    }
    PartialDate::month(year, month).map(|date| (date, end))
}

fn decade(text: &str, at: usize) -> DateMatch {
    let bytes = text.as_bytes();
    let year = i16::try_from(digits(bytes, at, 4)?).ok()?;
    let end = letters(bytes, at + 4);
    let suffix = text.get(at + 4..end)?;
    let (suffix, end) = match bytes.get(at + 4..at + 6) {
        Some(b"'s") => ("s", at + 6),
        _ => (suffix, end),
    };
    let is_decade = matches!(suffix, "s" | "er" | "ern") && (1500..2200).contains(&year);
    is_decade.then(|| PartialDate::decade(year))?.map(|date| (date, end))
}

/// `01.03.2026`, `1/3/26`, `1-3-2026`.
fn day_first(bytes: &[u8], at: usize, convention: &mut dyn FnMut() -> Option<Convention>) -> DateMatch {
    let (first, first_len) = short(bytes, at)?;
    let mark = *bytes.get(at + first_len).filter(|mark| matches!(mark, b'.' | b'/' | b'-'))?;
    let skip = |at: usize| if mark == b'.' { gap(bytes, at) } else { at };
    let second_at = skip(at + first_len + 1);
    let (second, second_len) = short(bytes, second_at)?;
    if bytes.get(second_at + second_len) != Some(&mark) {
        return None;
    }
    let year_at = skip(second_at + second_len + 1);
    let year_len = run(bytes, year_at);
    let year = match year_len {
        4 => i16::try_from(digits(bytes, year_at, 4)?).ok()?,
        // Two digits make a year only where day and month have two each: 1.2.34 is a version.
        2 if first_len == 2 && second_len == 2 && mark != b'-' => {
            let short = i16::try_from(digits(bytes, year_at, 2)?).ok()?;
            if short < 70 { 2000 + short } else { 1900 + short }
        }
        _ => return None,
    };
    let end = year_at + year_len;
    if year < 1000 || continues_number(bytes, end) || bytes.get(end) == Some(&mark) && is_digit(bytes, end + 1) {
        return None;
    }
    let (day, month) = match mark {
        b'.' => (first, second),
        _ if first > 12 || first == second => (first, second),
        _ if second > 12 => (second, first),
        _ if convention() == Some(Convention::Comma) => (first, second),
        _ => return None,
    };
    PartialDate::day(year, month, day).map(|date| (date, end))
}

/// `am 12.05.`, `vom 3.6. bis …`: a day without its year, where a preposition stands before it or a full date behind.
fn day_and_month(text: &str, at: usize) -> DateMatch {
    const BEFORE: &[&str] = &["am", "vom", "bis", "zum", "ab", "den", "dem", "seit", "spätestens"];
    let bytes = text.as_bytes();
    let (day, len) = short(bytes, at)?;
    let month_at = gap(bytes, at + len + 1);
    let (month, month_len) = short(bytes, month_at).filter(|_| bytes.get(at + len) == Some(&b'.'))?;
    let end = month_at + month_len + 1;
    let dotted = bytes.get(end - 1) == Some(&b'.') && !is_digit(bytes, end);
    let before = word_before(text, at);
    let led = BEFORE.iter().any(|word| word.eq_ignore_ascii_case(before));
    (dotted && led).then(|| PartialDate::day_of_year(month, day))?.map(|date| (date, end))
}

/// `1 March 2026`, `1. März`, `1er mars 2026`, `1st of March`, `1 de marzo de 2026`, `3. Quartal 2023`.
fn day_and_word(text: &str, at: usize) -> DateMatch {
    let bytes = text.as_bytes();
    let (day, len) = short(bytes, at)?;
    let plain = at + len;
    let dot = if bytes.get(plain) == Some(&b'.') { plain + 1 } else { plain };
    let end = tail::ordinal(text, dot).unwrap_or(dot);
    let mut word = gap(bytes, end);
    word = after_word(text, word, &["of", "de", "day of"]).unwrap_or(word);
    if word == end {
        return None;
    }
    let word_end = letters(bytes, word);
    let mut buffer = [0; MAX_WORD];
    let folded = words::fold_into(text.get(word..word_end)?, &mut buffer)?;
    let opening = words::opening(folded)?;
    if let Some(of) = opening.period {
        let (year, end) = year4(bytes, after_of(text, gap(bytes, word_end))).filter(|_| end > plain)?;
        return period(of, year, day).map(|date| (date, end));
    }
    let month = opening.month?;
    let word_end = if bytes.get(word_end) == Some(&b'.') && (word_end - word) < 5 { word_end + 1 } else { word_end };
    let comma = if bytes.get(word_end) == Some(&b',') { word_end + 1 } else { word_end };
    let next = gap(bytes, comma);
    let year_at = after_word(text, next, &["of", "de", "del"]).unwrap_or(next);
    if year_at > word_end
        && let Some((year, end)) = year4(bytes, year_at)
    {
        return PartialDate::day(year, month.number, day).map(|date| (date, end));
    }
    if month.shy && bytes[word].is_ascii_lowercase() {
        return None;
    }
    let word_end = word + letters(&bytes[word..], 0);
    PartialDate::day_of_year(month.number, day).map(|date| (date, word_end))
}

/// `2016年8月31日`, `2016년 8월`, as far as it goes.
fn counted_year(bytes: &[u8], at: usize) -> DateMatch {
    let year = i16::try_from(digits(bytes, at, 4)?).ok()?;
    let end = counter(bytes, at + 4, &["年", "년"])?;
    let next = gap(bytes, end);
    if let Some((month, day, end)) = counted_day(bytes, next) {
        return Some((PartialDate::day(year, month, day)?, end));
    }
    let month = short(bytes, next).and_then(|(month, len)| Some((month, counter(bytes, next + len, &["月", "월"])?)));
    match month {
        Some((month, end)) => Some((PartialDate::month(year, month)?, end)),
        None => Some((PartialDate::year(year)?, end)),
    }
}

/// The month, the day and the end of `8月31日`.
fn counted_day(bytes: &[u8], at: usize) -> Option<(i8, i8, usize)> {
    let (month, len) = short(bytes, at)?;
    let next = gap(bytes, counter(bytes, at + len, &["月", "월"])?);
    let (day, len) = short(bytes, next)?;
    Some((month, day, counter(bytes, next + len, &["日", "일"])?))
}

fn counter(bytes: &[u8], at: usize, counters: &[&str]) -> Option<usize> {
    let rest = bytes.get(at..)?;
    counters.iter().find(|counter| rest.starts_with(counter.as_bytes())).map(|counter| at + counter.len())
}

const fn letter(letter: u8) -> Option<Period> {
    match letter {
        b'Q' | b'T' => Some(Period::Quarter),
        b'H' => Some(Period::Half),
        _ => None,
    }
}

fn period(of: Period, year: i16, number: i8) -> Option<PartialDate> {
    match of {
        Period::Quarter => PartialDate::quarter(year, number),
        Period::Half => PartialDate::half(year, number),
    }
}

/// Four digits that may be a year, and nothing behind them that would make them a part of something else.
pub(super) fn year4(bytes: &[u8], at: usize) -> Option<(i16, usize)> {
    let end = at + 4;
    if run(bytes, at) != 4 || continues_number(bytes, end) {
        return None;
    }
    let year = i16::try_from(digits(bytes, at, 4)?).ok()?;
    (1000..3000).contains(&year).then_some((year, end))
}

fn day_number(bytes: &[u8], at: usize) -> Option<(i8, usize)> {
    let (day, len) = short(bytes, at)?;
    (1..=31).contains(&day).then_some((day, at + len))
}

fn continues_number(bytes: &[u8], end: usize) -> bool {
    is_digit(bytes, end) || matches!(bytes.get(end), Some(b'.' | b',' | b':')) && is_digit(bytes, end + 1)
}

fn short(bytes: &[u8], at: usize) -> Option<(i8, usize)> {
    let len = run(bytes, at);
    matches!(len, 1 | 2).then(|| Some((i8::try_from(digits(bytes, at, len)?).ok()?, len)))?
}

fn digits(bytes: &[u8], at: usize, len: usize) -> Option<u32> {
    let digits = bytes.get(at..at + len).filter(|digits| (1..=4).contains(&digits.len()))?;
    Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Behind one of `words` and its space, if it stands at `at`.
fn after_word(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let bytes = text.as_bytes();
    words.iter().find_map(|word| {
        let end = at + word.len();
        let next = gap(bytes, end);
        (bytes.get(at..end) == Some(word.as_bytes()) && next > end).then_some(next)
    })
}
