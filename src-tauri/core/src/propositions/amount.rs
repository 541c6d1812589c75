//! Amounts as they are held against each other: of a kind, and as exact as they were written.

use rust_decimal::Decimal;

use crate::language::Language;
use crate::values::{Bound, Currency, ExtractedValue, Measure, Money, PartialDate, Value, ValueForm};

/// A set of kinds of values.
pub(super) type Kinds = u64;

const MONEY: Kinds = 1;
const NUMBER: Kinds = 1 << 1;
const DATE: Kinds = 1 << 2;
const CLOCK: Kinds = 1 << 3;
const OTHER: Kinds = 1 << 4;

/// People, which need no noun beside them.
pub(super) const PEOPLE: Kinds = 1 << (16 + 5);

const MEASURES: [(&str, &[Measure]); 20] = [
    ("length", &[Measure::Length]),
    ("area", &[Measure::Area]),
    ("volume", &[Measure::Volume]),
    ("mass", &[Measure::Mass]),
    ("duration", &[Measure::Duration, Measure::CalendarTime]),
    ("power", &[Measure::Power]),
    ("voltage", &[Measure::Voltage]),
    ("current", &[Measure::Current]),
    ("frequency", &[Measure::Frequency]),
    ("temperature", &[Measure::Temperature]),
    ("light", &[Measure::Light, Measure::Illuminance]),
    ("speed", &[Measure::Speed]),
    ("flow", &[Measure::Flow]),
    ("pressure", &[Measure::Pressure]),
    ("surface_weight", &[Measure::SurfaceWeight]),
    ("share", &[Measure::Share]),
    ("people", &[Measure::People]),
    ("pieces", &[Measure::Pieces]),
    ("data", &[Measure::Data]),
    ("points", &[Measure::SharePoints]),
];

/// Returns the kind of this name.
pub(super) fn kind_named(name: &str) -> Option<Kinds> {
    match name {
        "money" => Some(MONEY),
        "number" => Some(NUMBER),
        "date" => Some(DATE),
        "clock" => Some(CLOCK),
        _ => MEASURES.iter().position(|(known, _)| *known == name).map(|at| 1 << (at + 5)),
    }
}

/// The dimension that an amount is counted in: two are comparable within one only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    Money(Currency),
    Measure(Measure),
    Number,
    /// Minutes since midnight.
    Clock,
    Date,
}

/// A value with the bounds that its words give it.
#[derive(Clone, Debug)]
pub struct Amount {
    /// Of a range the lower end, of a size its first side.
    pub value: Value,
    upper: Option<Value>,
    sides: Vec<Value>,
    pub(super) dimension: Dimension,
    interval: Interval,
    is_exact: bool,
}

#[derive(Clone, Copy, Debug)]
enum Interval {
    /// Either end may be open; what lies within `tolerance` of an end is the same.
    Numbers {
        low: Option<Decimal>,
        high: Option<Decimal>,
        tolerance: Decimal,
    },
    Date {
        date: PartialDate,
        bound: Bound,
    },
}

impl Amount {
    /// Reads a value as it stands in `text`; none where it cannot be told which of two it is.
    pub(super) fn from_value(found: &ExtractedValue, text: &str) -> Option<Self> {
        if matches!(found.form, ValueForm::Ordinal | ValueForm::Unclear) || found.other.is_some() {
            return None;
        }
        let value = found.value.clone();
        if let Value::Date(date) = value {
            // What begins from a day on begins on it.
            let bound = if found.bound == Bound::AtLeast { Bound::Exact } else { found.bound };
            let (upper, sides) = (found.upper.clone(), Vec::new());
            return Some(Self {
                value,
                upper,
                sides,
                dimension: Dimension::Date,
                interval: Interval::Date { date, bound },
                is_exact: found.bound == Bound::Exact,
            });
        }
        let (dimension, number) = measured(&value, found.form)?;
        let tolerance = match found.bound {
            Bound::About => number.abs() / Decimal::TEN,
            _ => {
                let own = own_number(&value).unwrap_or(number);
                let factor = number.checked_div(own).unwrap_or(Decimal::ONE);
                rounding(own, text.get(found.bytes.clone()).unwrap_or_default()) * factor
            }
        };
        let upper = found.upper.as_ref().and_then(|upper| measured(upper, found.form)).map(|(_, upper)| upper);
        let low = Some(number).filter(|_| !matches!(found.bound, Bound::AtMost | Bound::LessThan));
        let high = upper.or(Some(number)).filter(|_| !matches!(found.bound, Bound::AtLeast | Bound::MoreThan));
        let (upper, sides) = (found.upper.clone(), found.sides.clone());
        let is_exact = found.bound == Bound::Exact;
        Some(Self { value, upper, sides, dimension, interval: Interval::Numbers { low, high, tolerance }, is_exact })
    }

    /// Returns an amount that is exactly a value; none of a value that is no amount.
    pub fn exact(value: Value) -> Option<Self> {
        let (dimension, interval) = match &value {
            Value::Date(date) => (Dimension::Date, Interval::Date { date: *date, bound: Bound::Exact }),
            value => {
                let (dimension, number) = measured(value, ValueForm::Words)?;
                let (low, high) = (Some(number), Some(number));
                (dimension, Interval::Numbers { low, high, tolerance: Decimal::ZERO })
            }
        };
        Some(Self { value, upper: None, sides: Vec::new(), dimension, interval, is_exact: true })
    }

    /// The same without its sign.
    pub(super) fn unsigned(self) -> Self {
        let Interval::Numbers { low, high, tolerance } = self.interval else { return self };
        let value = match self.value {
            Value::Currency(money) => Value::Currency(Money { minor: money.minor.abs(), ..money }),
            other => other,
        };
        let (low, high) = (low.map(|low| low.abs()), high.map(|high| high.abs()));
        Self { value, interval: Interval::Numbers { low, high, tolerance }, ..self }
    }

    /// Returns how it is shown: "10–12 weeks", "2.5 m × 3 m".
    pub fn reading(&self) -> String {
        self.reading_in(Language::English)
    }

    /// Returns how it is shown to a reader of `language`: "10 – 12 Wochen", "2,5 m × 3 m".
    pub fn reading_in(&self, language: Language) -> String {
        let shown = |value: &Value| match value {
            Value::Dimension(time) if self.dimension == Dimension::Clock => clock(time.base()),
            other => other.reading_in(language),
        };
        let value = shown(&self.value);
        match &self.upper {
            Some(upper) => format!("{value} – {}", shown(upper)),
            None => self.sides.iter().fold(value, |all, side| format!("{all} × {}", side.reading_in(language))),
        }
    }

    /// Returns whether it is one value: no range, and no size of several sides.
    pub const fn is_single(&self) -> bool {
        self.upper.is_none() && self.sides.is_empty()
    }

    /// Returns whether it is one value and nothing around it: neither "about", "at least" nor a range.
    pub const fn is_exact(&self) -> bool {
        self.is_exact && self.is_single()
    }

    /// The same without its bound: a deadline is one whatever word stands before its day.
    pub(super) fn exactly(self) -> Self {
        match self.interval {
            Interval::Date { date, .. } => Self { interval: Interval::Date { date, bound: Bound::Exact }, ..self },
            Interval::Numbers { .. } => self,
        }
    }

    /// Returns whether it is a number of what a noun after it names.
    pub(super) fn is_count(&self) -> bool {
        match self.dimension {
            Dimension::Number => true,
            Dimension::Measure(measure) => measure.is_count(),
            _ => false,
        }
    }

    pub(super) const fn is_money(&self) -> bool {
        matches!(self.dimension, Dimension::Money(_))
    }

    pub(super) fn is_date(&self) -> bool {
        matches!(self.dimension, Dimension::Date | Dimension::Clock)
    }

    pub(super) fn kinds(&self) -> Kinds {
        match self.dimension {
            Dimension::Money(_) => MONEY,
            Dimension::Number => NUMBER,
            Dimension::Date => DATE,
            Dimension::Clock => CLOCK,
            Dimension::Measure(measure) => {
                MEASURES.iter().position(|(_, measures)| measures.contains(&measure)).map_or(OTHER, |at| 1 << (at + 5))
            }
        }
    }

    /// Returns whether two amounts are of one kind, so that they can be held against each other.
    pub fn is_comparable(&self, other: &Self) -> bool {
        let count = self.is_count() && other.is_count();
        count || self.dimension == other.dimension
    }

    /// Returns whether two comparable amounts cannot both be true.
    pub fn excludes(&self, other: &Self) -> bool {
        match (self.interval, other.interval) {
            (Interval::Date { date, bound }, Interval::Date { date: other, bound: of_other }) => {
                let is_late = |by: PartialDate, on: PartialDate, bounds: (Bound, Bound)| {
                    bounds == (Bound::AtMost, Bound::Exact) && date_excludes(by, on) && on > by
                };
                bound == of_other && date_excludes(date, other)
                    || is_late(date, other, (bound, of_other))
                    || is_late(other, date, (of_other, bound))
            }
            (
                Interval::Numbers { low, high, tolerance },
                Interval::Numbers { low: other_low, high: other_high, tolerance: other_tolerance },
            ) => {
                let slack = tolerance.max(other_tolerance);
                let above = |low: Option<Decimal>, high: Option<Decimal>| {
                    low.zip(high).is_some_and(|(low, high)| low - high > slack)
                };
                // Of two limits one is wrong: "at most 350 kg" and "at most 500 kg".
                let limits = low.is_none() && other_low.is_none();
                let differ = limits && high.zip(other_high).is_some_and(|(one, other)| (one - other).abs() > slack);
                above(low, other_high) || above(other_low, high) || differ
            }
            _ => false,
        }
    }

    /// Returns how many times one amount is the other.
    pub(super) fn ratio(&self, other: &Self) -> Option<Decimal> {
        match (self.interval, other.interval) {
            (Interval::Numbers { low: Some(a), .. }, Interval::Numbers { low: Some(b), .. }) => {
                a.max(b).checked_div(a.min(b))
            }
            _ => None,
        }
    }
}

/// Returns a time of day: "19:30".
fn clock(seconds: Decimal) -> String {
    let minutes = (seconds / Decimal::from(60)).trunc();
    let hour = Decimal::from(60);
    format!("{:02}:{:02}", (minutes / hour).trunc(), minutes % hour)
}

/// Returns the number of a quantity in its own unit: how exactly it was written shows there, and not in a base unit.
fn own_number(value: &Value) -> Option<Decimal> {
    let Value::Dimension(quantity) = value else { return None };
    Some(quantity.amount)
}

/// Returns what a value is measured in, and how much of it there is.
fn measured(value: &Value, form: ValueForm) -> Option<(Dimension, Decimal)> {
    match value {
        Value::Dimension(quantity) if form == ValueForm::Clock => Some((Dimension::Clock, quantity.base())),
        Value::Dimension(quantity) => Some((Dimension::Measure(quantity.unit.measure()), quantity.base())),
        Value::Currency(money) => Some((Dimension::Money(money.currency), money.amount())),
        Value::Number(number) => Some((Dimension::Number, *number)),
        _ => None,
    }
}

/// Returns whether two dates cannot be one: neither tells the other, nor may.
pub(super) fn date_excludes(one: PartialDate, other: PartialDate) -> bool {
    let day_of = |date: PartialDate| match date {
        PartialDate::Day { month, day, .. } | PartialDate::DayOfYear { month, day } => Some((month, day)),
        _ => None,
    };
    if let (PartialDate::DayOfYear { .. }, _) | (_, PartialDate::DayOfYear { .. }) = (one, other) {
        return day_of(one).zip(day_of(other)).is_some_and(|(one, other)| one != other);
    }
    !one.tells(other) && !other.tells(one)
}

/// Returns how far off a number may be that was written in so many digits: half of its last place, where it was written
/// with decimals or in millions.
fn rounding(number: Decimal, written: &str) -> Decimal {
    let digits = written.bytes().filter(u8::is_ascii_digit).count();
    let significant = number.normalize().mantissa().unsigned_abs();
    let length = significant.checked_ilog10().map_or(0, |log| log as usize + 1);
    let has_mark = written.trim_end_matches(['.', ',']).contains(['.', ',']);
    let is_scaled = digits > 0 && !number.is_zero() && digits < integral_digits(number);
    if !has_mark && !is_scaled {
        return Decimal::ZERO;
    }
    // Zeros at the end of what was written are exact: 4.20 m.
    let zeros = u32::try_from(digits.saturating_sub(length)).unwrap_or_default().min(8);
    let normal = number.normalize();
    let trailing = trailing_zeros(normal);
    let last_place = match trailing.checked_sub(zeros) {
        Some(up) if trailing > 0 => Decimal::from(10_u64.saturating_pow(up.min(18))),
        _ => Decimal::new(1, (normal.scale() + zeros.saturating_sub(trailing)).min(20)),
    };
    last_place / Decimal::TWO
}

fn integral_digits(number: Decimal) -> usize {
    number.trunc().mantissa().unsigned_abs().checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns how many zeros an integer ends in.
fn trailing_zeros(number: Decimal) -> u32 {
    if number.scale() > 0 || number.is_zero() {
        return 0;
    }
    let mut mantissa = number.mantissa().unsigned_abs();
    let mut zeros = 0;
    while mantissa.is_multiple_of(10) {
        mantissa /= 10;
        zeros += 1;
    }
    zeros
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{NumberFormat, extract};

    fn amount(text: &str) -> Amount {
        let found = extract(text, NumberFormat::detect(text));
        let read = found.first().and_then(|found| Amount::from_value(found, text));
        read.unwrap_or_else(|| unreachable!("{text} is an amount"))
    }

    #[test]
    fn what_cannot_both_be_true_excludes() {
        let check = |one: &str, other: &str, expected: bool| {
            let (a, b) = (amount(one), amount(other));
            assert!(a.is_comparable(&b), "{one} and {other} are of one kind");
            assert_eq!((a.excludes(&b), b.excludes(&a)), (expected, expected), "{one}, {other}");
        };
        check("410 m", "380 m", true);
        check("4.2 m", "420 cm", false);
        check("4.2 m", "4.24 m", false);
        check("4.20 m", "4.24 m", true);
        check("1.2 million euros", "1.4 million euros", true);
        check("1.2 million euros", "1,234,500 euros", false);
        check("about 300 households", "312 households", false);
        check("300 households", "312 households", true);
        check("at least 400 kg", "450 kg", false);
        check("at least 400 kg", "350 kg", true);
        check("up to 1,000 kg", "750 kg", false);
        check("10 to 12 weeks", "11 weeks", false);
        check("10 to 12 weeks", "14 weeks", true);
        check("3 May 2027", "10 June 2027", true);
        check("May 2027", "10 May 2027", false);
    }

    #[test]
    fn what_is_of_another_kind_is_not_compared() {
        let check = |one: &str, other: &str| assert!(!amount(one).is_comparable(&amount(other)), "{one} {other}");
        check("410 m", "380 kg");
        check("410 euros", "380 dollars");
        check("410 m", "3 May 2027");
    }
}
