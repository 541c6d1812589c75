//! Typed values: what they are, how they are written, and when two are the same (DESIGN §4.5).
//!
//! Numbers are exact decimals and money is whole minor units: nothing here is a binary fraction, so that what is equal
//! on paper is equal here. Reading never guesses: what cannot be read whole is an error that says what was wrong.
//! Not part of it: rates per unit (`€/m²`), times of day as a type of their own, and calendars but the Gregorian.

mod date;
mod display;
mod error;
mod extract;
mod json;
mod money;
pub mod scan;
mod unit;
mod value_type;
mod words;

pub use crate::language::{fold, fold_note};
pub use date::PartialDate;
pub use display::prices_in;
pub use error::ValueError;
pub use extract::{Bound, ExtractedValue, Rate, Tax, extract};
pub use json::{EnumChoice, Expect};
pub use money::{Currency, Money, codes as currency_codes};
pub use scan::{Convention, NumberFormat, Scanned, ValueForm, scan, scan_into, scan_with};
pub use unit::{Measure, Quantity, Unit, symbols as unit_symbols};
pub use value_type::ValueType;

use rust_decimal::Decimal;

/// A value of one of the ledger's types.
#[derive(Clone, Debug)]
pub enum Value {
    Boolean(bool),
    /// One of the choices of its key.
    Enum(String),
    Number(Decimal),
    Dimension(Quantity),
    Currency(Money),
    Date(PartialDate),
    String(String),
    /// A statement.
    Note(String),
}

impl Value {
    pub const fn value_type(&self) -> ValueType {
        match self {
            Self::Boolean(_) => ValueType::Boolean,
            Self::Enum(_) => ValueType::Enum,
            Self::Number(_) => ValueType::Number,
            Self::Dimension(_) => ValueType::Dimension,
            Self::Currency(_) => ValueType::Currency,
            Self::Date(_) => ValueType::Date,
            Self::String(_) => ValueType::String,
            Self::Note(_) => ValueType::Note,
        }
    }

    /// The spelling that all spellings of this value share: two values are the same if and only if these are equal.
    pub fn norm(&self) -> String {
        match self {
            Self::Boolean(value) => format!("b {value}"),
            Self::Enum(name) => format!("e {}", fold(name)),
            Self::Number(number) => format!("n {}", unit::plain(*number)),
            Self::Dimension(quantity) => format!("q {} {}", quantity.base(), quantity.unit.measure().as_str()),
            Self::Currency(money) => format!("m {} {}", money.minor, money.currency),
            Self::Date(date) => format!("d {date}"),
            Self::String(text) => format!("s {}", fold(text)),
            Self::Note(text) => note_norm(text),
        }
    }

    /// Returns it in the unit that it is compared in, where it is given in another. Nobody reads days in seconds.
    pub fn normal(&self) -> Option<Self> {
        match self {
            Self::Dimension(quantity) if quantity.unit.measure() != Measure::Duration => {
                quantity.normal().map(Self::Dimension)
            }
            _ => None,
        }
    }

    /// Returns whether `self`, found in a text, says what `claimed` says: the same, or more exactly.
    ///
    /// A year may be found as a bare number and a count without its noun; a day tells its month and its year.
    pub fn carries(&self, claimed: &Self) -> bool {
        match (self, claimed) {
            (Self::Date(found), Self::Date(claimed)) => found.tells(*claimed),
            (Self::Number(number), Self::Date(PartialDate::Year { year }))
            | (Self::Date(PartialDate::Year { year }), Self::Number(number)) => *number == Decimal::from(*year),
            (Self::Number(number), Self::Dimension(count)) | (Self::Dimension(count), Self::Number(number)) => {
                count.unit.measure().is_count() && count.amount == *number
            }
            _ => same(self, claimed),
        }
    }

    /// As a reader writes it: `600 cm`, `€1,200.00`, `1 March 2026`, `yes`.
    pub fn reading(&self) -> String {
        match self {
            Self::Boolean(true) => "yes".to_owned(),
            Self::Boolean(false) => "no".to_owned(),
            Self::Number(number) => Quantity::grouped(unit::plain(*number)),
            Self::Dimension(quantity) => quantity.to_string(),
            Self::Currency(money) => money.to_string(),
            Self::Date(date) => date.reading(),
            Self::Enum(text) | Self::String(text) | Self::Note(text) => text.clone(),
        }
    }
}

impl PartialEq for Value {
    /// See [`same`].
    fn eq(&self, other: &Self) -> bool {
        same(self, other)
    }
}

/// Returns whether two values are the same, however they are written.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Dimension(a), Value::Dimension(b)) => a == b,
        (Value::Currency(a), Value::Currency(b)) => a == b,
        (Value::Date(a), Value::Date(b)) => a == b,
        (Value::Enum(a), Value::Enum(b)) | (Value::String(a), Value::String(b)) => a == b || fold(a) == fold(b),
        (Value::Note(a), Value::Note(b)) => a == b || fold_note(a) == fold_note(b),
        _ => false,
    }
}

/// [`Value::norm`] of a note that says `text`.
pub fn note_norm(text: &str) -> String {
    format!("t {}", fold_note(text))
}
