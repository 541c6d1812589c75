//! Since when somebody asks what changed: "since yesterday", "seit Montag", "in the last 3 days", "since 12 May 2026".
//!
//! Days are those of UTC, as everywhere in Factly, and it is a beginning that is told: nothing that happened is left out
//! because somebody said it loosely. A time that is not understood is said to be none, and never taken for another.

use jiff::Span;
use jiff::civil::Date;

use super::question::ReadQuestion;
use super::words::one_of;
use crate::values::{PartialDate, Value, scan};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StartTime {
    /// Nobody says since when.
    Ever,
    /// Milliseconds since 1970.
    Time(i64),
    /// Somebody does, and it is not understood.
    Unclear,
}

impl StartTime {
    pub(super) fn from_question(question: &ReadQuestion<'_>, now_ms: i64) -> Self {
        let words: Vec<&str> = question.tokens.iter().map(|token| token.word.as_str()).collect();
        let since = words.iter().position(|word| one_of("since seit", word));
        let time_words = &words[since.map_or(0, |at| at + 1)..];
        if let Some(time) = relative(time_words, now_ms) {
            return Self::Time(time);
        }
        let Some(since) = since else { return Self::Ever };
        let rest = &question.text[question.tokens[since].bytes.end..];
        let date = scan(rest).into_iter().find_map(|found| match found.value {
            Value::Date(date) => Some(date),
            _ => None,
        });
        date.and_then(|date| first_day(date, now_ms)).map_or(Self::Unclear, |day| Self::Time(day * DAY))
    }
}

/// As an answer names it: the day, and the time where it is not the day's beginning.
pub(super) fn named(ms: i64) -> String {
    let day = date_of(ms.div_euclid(DAY)).map_or_else(String::new, |date| date.to_string());
    let minutes = ms.rem_euclid(DAY) / 60_000;
    match minutes {
        0 => format!("{day} (UTC)"),
        _ => format!("{day} {:02}:{:02} (UTC)", minutes / 60, minutes % 60),
    }
}

/// Reads a date given relative to today.
fn relative(words: &[&str], now_ms: i64) -> Option<i64> {
    let today = now_ms.div_euclid(DAY);
    // 1 January 1970 was a Thursday; a week begins on Monday.
    let weekday = (today + 3).rem_euclid(7);
    words.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let is_last =
            one_of("last past previous letzte letzten letzter letztem letztes vorige vorigen voriger", before);
        let is_this = one_of("this diese diesen dieser diesem dieses", before);
        let day = match *word {
            "today" | "heute" => today,
            "yesterday" | "gestern" => today - 1,
            "vorgestern" => today - 2,
            "week" | "woche" if is_this => today - weekday,
            "week" | "woche" if is_last => today - weekday - 7,
            "month" | "monat" if is_this || is_last => first_of_month(today, is_last)?,
            word => match weekday_of(word) {
                Some(wanted) => {
                    let back = (weekday - wanted).rem_euclid(7);
                    today - if back == 0 && is_last { 7 } else { back }
                }
                None => return span(word, before, is_last).map(|span| back(now_ms, span)),
            },
        };
        Some(day * DAY)
    })
}

/// So long before now; days are counted from their beginning.
fn back(now_ms: i64, span: i64) -> i64 {
    let then = now_ms - span;
    if span < DAY { then } else { then - then.rem_euclid(DAY) }
}

/// "3 days", "zwei Stunden", "the last hour".
fn span(unit: &str, before: &str, is_last: bool) -> Option<i64> {
    let unit = match unit {
        "minute" | "minutes" | "minuten" => 60_000,
        "hour" | "hours" | "stunde" | "stunden" => HOUR,
        "day" | "days" | "tag" | "tage" | "tagen" => DAY,
        "week" | "weeks" | "woche" | "wochen" => 7 * DAY,
        _ => return None,
    };
    let number = if is_last { Some(1) } else { number(before) }?;
    Some(number * unit)
}

/// No further back than a discovery can be.
fn number(word: &str) -> Option<i64> {
    const WORDS: [&str; 10] = [
        "a an one ein eine einen einem einer",
        "two zwei",
        "three drei",
        "four vier",
        "five fünf",
        "six sechs",
        "seven sieben",
        "eight acht",
        "nine neun",
        "ten zehn",
    ];
    let spelled = || WORDS.iter().zip(1..).find(|(words, _)| one_of(words, word)).map(|(_, number)| number);
    word.parse().ok().filter(|number| (1..=10_000).contains(number)).or_else(spelled)
}

fn weekday_of(word: &str) -> Option<i64> {
    const DAYS: [&str; 7] = [
        "monday montag",
        "tuesday dienstag",
        "wednesday mittwoch",
        "thursday donnerstag",
        "friday freitag",
        "saturday samstag sonnabend",
        "sunday sonntag",
    ];
    DAYS.iter().zip(0..).find(|(words, _)| one_of(words, word)).map(|(_, day)| day)
}

fn first_of_month(today: i64, is_last: bool) -> Option<i64> {
    let first = date_of(today)?.first_of_month();
    day_of(if is_last { first.yesterday().ok()?.first_of_month() } else { first })
}

/// A day without its year is the last such day.
fn first_day(date: PartialDate, now_ms: i64) -> Option<i64> {
    let of = |year, month, day| day_of(Date::new(year, month, day).ok()?);
    match date {
        PartialDate::Day { year, month, day } => of(year, month, day),
        PartialDate::Month { year, month } => of(year, month, 1),
        PartialDate::Quarter { year, quarter } => of(year, quarter * 3 - 2, 1),
        PartialDate::Half { year, half } => of(year, half * 6 - 5, 1),
        PartialDate::Year { year } | PartialDate::Decade { year } => of(year, 1, 1),
        PartialDate::DayOfYear { month, day } => {
            let today = now_ms.div_euclid(DAY);
            let year = date_of(today)?.year();
            of(year, month, day).filter(|found| *found <= today).or_else(|| of(year - 1, month, day))
        }
    }
}

const EPOCH: Date = Date::constant(1970, 1, 1);

fn date_of(day: i64) -> Option<Date> {
    EPOCH.checked_add(Span::new().try_days(day).ok()?).ok()
}

fn day_of(date: Date) -> Option<i64> {
    EPOCH.until(date).ok().map(|span| i64::from(span.get_days()))
}

#[cfg(test)]
mod tests {
    use super::{StartTime, named};
    use crate::chat::Graph;
    use crate::chat::assistant::question::ReadQuestion;

    /// Monday, 23 November 2026, 14:05 UTC.
    const NOW: i64 = 1_795_442_700_000;

    #[test]
    fn since_when_is_read_as_it_is_said() {
        let check = |text: &str, expected: &str| {
            let found = match StartTime::from_question(&ReadQuestion::read(text, &[], &Graph::default()), NOW) {
                StartTime::Ever => "ever".to_owned(),
                StartTime::Unclear => "unclear".to_owned(),
                StartTime::Time(ms) => named(ms).replace(" (UTC)", ""),
            };
            assert_eq!(found, expected, "{text}");
        };
        check("What changed?", "ever");
        check("What did I do last?", "ever");
        check("What changed today?", "2026-11-23");
        check("What has changed since yesterday?", "2026-11-22");
        check("Was hat sich seit vorgestern geändert?", "2026-11-21");
        check("What changed since Monday?", "2026-11-23");
        check("What changed since last Monday?", "2026-11-16");
        check("Was hat sich seit Freitag geändert?", "2026-11-20");
        check("What changed this week?", "2026-11-23");
        check("What changed since last week?", "2026-11-16");
        check("What changed since last month?", "2026-10-01");
        check("Was hat sich diesen Monat geändert?", "2026-11-01");
        check("What changed in the last 3 days?", "2026-11-20");
        check("Was wurde in den letzten zwei Tagen gemacht?", "2026-11-21");
        check("What happened in the last hour?", "2026-11-23 13:05");
        check("What happened two hours ago?", "2026-11-23 12:05");
        check("Was ist vor einer Woche passiert?", "2026-11-16");
        check("What changed since 2026-11-02?", "2026-11-02");
        check("What changed since 12 May 2026?", "2026-05-12");
        check("Was hat sich seit dem 12. Mai 2026 geändert?", "2026-05-12");
        check("What changed since 24 December?", "2025-12-24");
        check("What changed since March 2026?", "2026-03-01");
        check("What changed since the meeting?", "unclear");
        check("What changed since 14:30?", "unclear");
    }
}
