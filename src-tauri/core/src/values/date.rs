//! Dates as exact as they were said: a day, a month, a quarter, a half, a year, a decade, or a day of no year.

use std::cmp::Ordering;
use std::fmt;

use super::ValueError;

/// A date of the proleptic Gregorian calendar, years 1 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartialDate {
    Day {
        year: i16,
        month: i8,
        day: i8,
    },
    Month {
        year: i16,
        month: i8,
    },
    Quarter {
        year: i16,
        quarter: i8,
    },
    Half {
        year: i16,
        half: i8,
    },
    Year {
        year: i16,
    },
    /// "The 1990s".
    Decade {
        year: i16,
    },
    /// "14 March", where the text leaves the year to the reader.
    DayOfYear {
        month: i8,
        day: i8,
    },
}

impl PartialDate {
    pub fn day(year: i16, month: i8, day: i8) -> Option<Self> {
        (year >= 1 && jiff::civil::Date::new(year, month, day).is_ok()).then_some(Self::Day { year, month, day })
    }

    pub fn month(year: i16, month: i8) -> Option<Self> {
        ((1..=9999).contains(&year) && (1..=12).contains(&month)).then_some(Self::Month { year, month })
    }

    pub fn quarter(year: i16, quarter: i8) -> Option<Self> {
        ((1..=9999).contains(&year) && (1..=4).contains(&quarter)).then_some(Self::Quarter { year, quarter })
    }

    pub fn half(year: i16, half: i8) -> Option<Self> {
        ((1..=9999).contains(&year) && (1..=2).contains(&half)).then_some(Self::Half { year, half })
    }

    pub fn year(year: i16) -> Option<Self> {
        (1..=9999).contains(&year).then_some(Self::Year { year })
    }

    pub fn decade(year: i16) -> Option<Self> {
        ((10..=9999).contains(&year) && year % 10 == 0).then_some(Self::Decade { year })
    }

    /// 29 February is a day of some years, so it is one.
    pub fn day_of_year(month: i8, day: i8) -> Option<Self> {
        jiff::civil::Date::new(2000, month, day).is_ok().then_some(Self::DayOfYear { month, day })
    }

    /// Reads the form that [`fmt::Display`] writes, and a time of day behind a full date, which is let go.
    ///
    /// # Errors
    /// When it has that form and no calendar has the date; `None` when it has another form.
    pub fn parse_iso(text: &str) -> Option<Result<Self, ValueError>> {
        let text = text.trim();
        let date = match text.as_bytes().get(10) {
            Some(b'T' | b't' | b' ') => text.get(..10)?,
            _ => text,
        };
        let made = Self::from_parts(date)?;
        Some(made.ok_or_else(|| ValueError::NoSuchDate(text.to_owned())))
    }

    /// The outer option says whether it has the form, the inner one whether it is a date.
    fn from_parts(text: &str) -> Option<Option<Self>> {
        if let Some(rest) = text.strip_prefix("--") {
            let (month, day) = rest.split_once('-')?;
            return Some(Self::day_of_year(digits(month, 2)?, digits(day, 2)?));
        }
        let year: i16 = digits(text.get(..4)?, 4)?;
        let rest = text.get(4..)?;
        match rest.as_bytes() {
            [] => Some(Self::year(year)),
            [b's'] => Some(Self::decade(year)),
            [b'-', b'Q' | b'q', n] => Some(Self::quarter(year, digit(*n)?)),
            [b'-', b'H' | b'h', n] => Some(Self::half(year, digit(*n)?)),
            [b'-', _, _] => Some(Self::month(year, digits(rest.get(1..)?, 2)?)),
            [b'-', _, _, b'-', _, _] => Some(Self::day(year, digits(rest.get(1..3)?, 2)?, digits(rest.get(4..)?, 2)?)),
            _ => None,
        }
    }

    /// Returns whether `self` tells at least what `other` does: 1 March 2026 tells March 2026, not the reverse.
    pub fn tells(self, other: Self) -> bool {
        if self == other {
            return true;
        }
        let (year, month) = (self.year_number(), self.month_number());
        match other {
            Self::Day { .. } => false,
            Self::DayOfYear { month, day } => {
                matches!(self, Self::Day { month: m, day: d, .. } if (m, d) == (month, day))
            }
            Self::Month { year: y, month: m } => year == Some(y) && month == Some(m),
            Self::Quarter { year: y, quarter } => year == Some(y) && month.is_some_and(|m| (m - 1) / 3 + 1 == quarter),
            Self::Half { year: y, half } => {
                let own = match self {
                    Self::Quarter { quarter, .. } => Some((quarter - 1) / 2 + 1),
                    _ => month.map(|m| (m - 1) / 6 + 1),
                };
                year == Some(y) && own == Some(half)
            }
            Self::Year { year: y } => year == Some(y),
            Self::Decade { year: y } => year.is_some_and(|own| own - own % 10 == y),
        }
    }

    /// By the first day, and from there the longer first: 2026, its first quarter, January, and 1 January. What has no
    /// year comes last.
    const fn sort_key(self) -> (bool, i16, i8, i8, i8) {
        match self {
            Self::Decade { year } => (false, year, 1, 1, 0),
            Self::Year { year } => (false, year, 1, 1, 1),
            Self::Half { year, half } => (false, year, half * 6 - 5, 1, 2),
            Self::Quarter { year, quarter } => (false, year, quarter * 3 - 2, 1, 3),
            Self::Month { year, month } => (false, year, month, 1, 4),
            Self::Day { year, month, day } => (false, year, month, day, 5),
            Self::DayOfYear { month, day } => (true, 0, month, day, 5),
        }
    }

    const fn year_number(self) -> Option<i16> {
        match self {
            Self::Day { year, .. }
            | Self::Month { year, .. }
            | Self::Quarter { year, .. }
            | Self::Half { year, .. }
            | Self::Year { year } => Some(year),
            Self::Decade { .. } | Self::DayOfYear { .. } => None,
        }
    }

    const fn month_number(self) -> Option<i8> {
        match self {
            Self::Day { month, .. } | Self::Month { month, .. } => Some(month),
            _ => None,
        }
    }

    /// As a reader writes it: "1 March 2026".
    pub fn reading(self) -> String {
        match self {
            Self::Day { year, month, day } => format!("{day} {} {year}", month_name(month)),
            Self::Month { year, month } => format!("{} {year}", month_name(month)),
            Self::Quarter { year, quarter } => format!("Q{quarter} {year}"),
            Self::Half { year, half } => format!("H{half} {year}"),
            Self::Year { year } => year.to_string(),
            Self::Decade { year } => format!("{year}s"),
            Self::DayOfYear { month, day } => format!("{day} {}", month_name(month)),
        }
    }
}

impl Ord for PartialDate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl PartialOrd for PartialDate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for PartialDate {
    /// ISO 8601 where it has a form: `2026-03-01`, `2026-03`, `2026`, `--03-14`; else `2026-Q3`, `2026-H1`, `1990s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day { year, month, day } => write!(f, "{year:04}-{month:02}-{day:02}"),
            Self::Month { year, month } => write!(f, "{year:04}-{month:02}"),
            Self::Quarter { year, quarter } => write!(f, "{year:04}-Q{quarter}"),
            Self::Half { year, half } => write!(f, "{year:04}-H{half}"),
            Self::Year { year } => write!(f, "{year:04}"),
            Self::Decade { year } => write!(f, "{year:04}s"),
            Self::DayOfYear { month, day } => write!(f, "--{month:02}-{day:02}"),
        }
    }
}

fn month_name(month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    usize::try_from(month - 1).ok().and_then(|at| NAMES.get(at)).unwrap_or(&"")
}

fn digits<T: std::str::FromStr>(text: &str, count: usize) -> Option<T> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn digit(byte: u8) -> Option<i8> {
    byte.is_ascii_digit().then(|| i8::try_from(byte - b'0').ok()).flatten()
}
