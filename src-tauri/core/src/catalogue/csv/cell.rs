//! The value of a cell, read as the rest of its file writes numbers and dates.

use rust_decimal::Decimal;

use crate::keys::ValueType;
use crate::message;
use crate::message::UserMessage;
use crate::values::{Convention, Currency, Expect, Money, NumberFormat, PartialDate, Scanned, Value, scan_with};

/// The conventions of a file for what can be written in several ways; `None` where nothing in it tells, or it
/// contradicts itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CsvConventions {
    numbers: Option<Convention>,
    /// The cells of the file tell how its numbers are written.
    by_cells: bool,
    dates: Option<DateOrder>,
}

/// The part that comes first in `03/04/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DateOrder {
    Day,
    Month,
}

impl CsvConventions {
    /// Judged by the cells that can be read in one way only.
    pub(super) fn detect<'c>(numbers: impl Iterator<Item = &'c str>, dates: impl Iterator<Item = &'c str>) -> Self {
        let numbers = agreed(numbers.filter_map(evident));
        let dates = agreed(dates.filter_map(|cell| NumericDate::parse(cell)?.evident()));
        // Who sets decimals off with a comma writes the day first.
        let dates = dates.or(match numbers {
            Some(Convention::Comma) => Some(DateOrder::Day),
            _ => None,
        });
        Self { numbers, by_cells: numbers.is_some(), dates }
    }

    /// Of a single cell, as somebody types it who writes numbers so.
    pub(super) const fn typed(format: NumberFormat) -> Self {
        Self { numbers: format.convention(), by_cells: false, dates: None }
    }

    pub(super) fn number(self, cell: &str) -> Result<Decimal, UserMessage> {
        let cell = without_gaps(cell);
        let marked = cell.contains(['.', ',']);
        let convention = match evident(&cell).or(self.numbers) {
            Some(convention) => convention,
            None if marked => {
                return Err(message!(
                    "“{}” can be read with a thousand or with decimals: write 1234.00 or 1.234",
                    cell
                ));
            }
            None => Convention::Point,
        };
        let unreadable = || message!("“{}” is not a number", cell);
        let found = scan_with(&cell, convention);
        let [Scanned { bytes, value, .. }] = found.as_slice() else { return Err(unreadable()) };
        if *bytes != (0..cell.len()) {
            return Err(unreadable());
        }
        match value {
            Value::Number(number) => Ok(*number),
            Value::Date(PartialDate::Year { year }) => Ok(Decimal::from(*year)),
            _ => Err(unreadable()),
        }
    }

    /// An amount with its currency in the cell or beside it.
    pub(super) fn money(self, cell: &str, beside: &str) -> Result<Money, UserMessage> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+');
        let (Some(start), Some(end)) = (cell.find(is_part), cell.rfind(|c: char| c.is_ascii_digit())) else {
            return Err(message!("“{}” is not a price", cell));
        };
        let around = format!("{}{}", &cell[..start], &cell[end + 1..]);
        // The dash of no cents: "2 500,– €".
        let around = around.trim().trim_start_matches([',', '.', '-', '–', '—']).trim();
        let named = [around, beside.trim()].into_iter().filter(|name| !name.is_empty());
        let mut currency = None;
        for name in named {
            let found = Currency::parse(name).ok_or_else(|| message!("“{}” is not a currency Factly knows", name))?;
            if currency.is_some_and(|held| held != found) {
                return Err(message!("“{}” is not in {}", cell, found));
            }
            currency = Some(found);
        }
        let currency = currency.ok_or(message!("there is no currency"))?;
        let amount = self.amount(&cell[start..=end], currency)?;
        if amount.is_sign_negative() && !amount.is_zero() {
            return Err(message!("a price is not below zero"));
        }
        Money::from_amount(amount, currency).map_err(|error| error.message())
    }

    /// Nobody writes money with three decimals, but of dinars: one mark before three digits sets off thousands, unless
    /// the other cells of the file are written otherwise.
    fn amount(self, digits: &str, currency: Currency) -> Result<Decimal, UserMessage> {
        let is_told = self.by_cells || evident(digits).is_some() || currency.minor_digits() >= 3;
        let convention = match digits.chars().find(|c| matches!(c, '.' | ',')).filter(|_| !is_told) {
            Some('.') => Some(Convention::Comma),
            Some(_) => Some(Convention::Point),
            None => self.numbers,
        };
        Self { numbers: convention, ..self }.number(digits)
    }

    pub(super) fn date(self, cell: &str) -> Result<PartialDate, UserMessage> {
        let impossible = || message!("“{}” is not a date of the calendar", cell);
        if let Some(date) = PartialDate::parse_iso(cell) {
            return date.map_err(|error| error.message());
        }
        let Some(numeric) = NumericDate::parse(cell) else {
            return match Value::from_text(cell, &Expect::for_type(ValueType::Date)) {
                Ok(Value::Date(date)) => Ok(date),
                _ => Err(message!("“{}” is not a date", cell)),
            };
        };
        let order = numeric.evident().or(self.dates);
        let order = order.ok_or_else(|| {
            message!("“{}” can be read with the day or the month first: write the year first, as 2026-03-01", cell)
        })?;
        numeric.date(order).ok_or_else(impossible)
    }
}

/// Returns what all agree on, if any says anything.
fn agreed<T: PartialEq + Copy>(mut votes: impl Iterator<Item = T>) -> Option<T> {
    let first = votes.next()?;
    votes.all(|vote| vote == first).then_some(first)
}

/// Returns the convention of a number that can be written in one way only: two kinds of marks, one that comes twice, or
/// one without three digits behind it.
fn evident(cell: &str) -> Option<Convention> {
    let digits = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let (last_at, last) = digits.char_indices().rfind(|(_, c)| matches!(c, '.' | ','))?;
    let other = if last == '.' { ',' } else { '.' };
    let decimal = |mark| if mark == '.' { Convention::Point } else { Convention::Comma };
    let behind = digits.len() - last_at - 1;
    let repeated = digits.matches(last).count() > 1;
    let small = digits.starts_with('0') && digits.find(last) == Some(1);
    match () {
        () if digits.contains(other) => (!repeated).then_some(decimal(last)),
        () if repeated => Some(decimal(other)),
        () if behind != 3 || small => Some(decimal(last)),
        () => None,
    }
}

/// `1 234,50` without the spaces that only group digits.
fn without_gaps(cell: &str) -> String {
    let gap = |c: char| c.is_whitespace() || matches!(c, '\'' | '’');
    let groups: Vec<&str> = cell.trim().split(gap).collect();
    let grouped = groups.len() > 1
        && groups.first().is_some_and(|first| (1..=3).contains(&first.trim_start_matches('-').len()))
        && groups.iter().skip(1).all(|group| group.bytes().take_while(u8::is_ascii_digit).count() == 3);
    if grouped { groups.concat() } else { cell.trim().to_owned() }
}

/// A date in digits with the year last: `01.03.2026`, `3/4/26`.
struct NumericDate {
    first: i8,
    second: i8,
    year: i16,
    mark: char,
}

impl NumericDate {
    fn parse(cell: &str) -> Option<Self> {
        let mark = cell.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '.' | '/' | '-'))?;
        let mut parts = cell.split(mark).map(str::trim);
        let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
        let small = |part: &str| matches!(part.len(), 1 | 2).then(|| part.parse().ok()).flatten();
        let year = match year.len() {
            4 => year.parse().ok()?,
            2 => year.parse::<i16>().ok().map(|year| if year < 70 { 2000 + year } else { 1900 + year })?,
            _ => return None,
        };
        parts.next().is_none().then_some(())?;
        Some(Self { first: small(first)?, second: small(second)?, year, mark })
    }

    fn evident(&self) -> Option<DateOrder> {
        match () {
            // Nobody writes the month first with points.
            () if self.mark == '.' || self.first > 12 => Some(DateOrder::Day),
            () if self.second > 12 => Some(DateOrder::Month),
            () => None,
        }
    }

    fn date(&self, order: DateOrder) -> Option<PartialDate> {
        let (day, month) = if order == DateOrder::Day { (self.first, self.second) } else { (self.second, self.first) };
        PartialDate::day(self.year, month, day)
    }
}
