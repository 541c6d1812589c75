//! Why something is not a value of the type that was asked for.

use crate::values::ValueType;
use crate::values::{Currency, Measure};

/// Each says what was wrong in words that a reason for the analyst can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    #[error("there is no value")]
    Absent,
    #[error("{} was expected, not {found}", noun(*.expected))]
    WrongType { expected: ValueType, found: &'static str },
    #[error("{text:?} cannot be read as {}", noun(*.expected))]
    Unreadable { expected: ValueType, text: String },
    #[error("{text:?} is more than {}", noun(*.expected))]
    Trailing { expected: ValueType, text: String },
    #[error("{0:?} is not one of the choices")]
    NotAChoice(String),
    #[error("the number is too large or has too many digits")]
    OutOfRange,
    #[error("{0:?} is not a unit Factly knows")]
    UnknownUnit(String),
    #[error("the number has no unit")]
    NoUnit,
    #[error("{} was expected, not {}", .expected.as_str(), .found.as_str())]
    WrongMeasure { expected: Measure, found: Measure },
    #[error("{0:?} is not a currency Factly knows")]
    UnknownCurrency(String),
    #[error("the amount has no currency")]
    NoCurrency,
    #[error("the amount is finer than the smallest coin of {0}")]
    TooFine(Currency),
    #[error("{0:?} is not a date of the calendar")]
    NoSuchDate(String),
}

/// What the analyst calls a value of the type.
pub(super) const fn noun(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::Boolean => "a yes or no",
        ValueType::Enum => "a choice",
        ValueType::Number => "a number",
        ValueType::Dimension => "a number with a unit",
        ValueType::Currency => "an amount of money",
        ValueType::Date => "a date",
        ValueType::String => "a text",
        ValueType::Note => "a note",
    }
}
