//! The reason something is not a value of the type that was requested.

use crate::said;
use crate::said::{Said, escaped};
use crate::values::ValueType;
use crate::values::{Currency, Measure};

/// Each says what was wrong in words that a reason for the analyst can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.said())]
pub enum ValueError {
    Absent,
    WrongType {
        expected: ValueType,
        found: &'static str,
    },
    Unreadable {
        expected: ValueType,
        text: String,
    },
    Trailing {
        expected: ValueType,
        text: String,
    },
    NotAChoice(String),
    /// The text does not tell how its writer sets off thousands.
    TwoReadings {
        text: String,
        one: String,
        other: String,
    },
    OutOfRange,
    UnknownUnit(String),
    NoUnit,
    WrongMeasure {
        expected: Measure,
        found: Measure,
    },
    UnknownCurrency(String),
    NoCurrency,
    TooFine(Currency),
    NoSuchDate(String),
}

impl ValueError {
    pub fn said(&self) -> Said {
        match self {
            Self::Absent => said!("there is no value"),
            Self::WrongType { expected, found } => {
                said!("{} was expected, not {}", Said::from(noun(*expected)), Said::from(*found))
            }
            Self::Unreadable { expected, text } => {
                said!("\"{}\" cannot be read as {}", escaped(text), Said::from(noun(*expected)))
            }
            Self::Trailing { expected, text } => {
                said!("\"{}\" is more than {}", escaped(text), Said::from(noun(*expected)))
            }
            Self::NotAChoice(text) => said!("\"{}\" is not one of the choices", escaped(text)),
            Self::TwoReadings { text, one, other } => said!("“{}” can be read as {} or as {}", text, one, other),
            Self::OutOfRange => said!("the number is too large or has too many digits"),
            Self::UnknownUnit(text) => said!("\"{}\" is not a unit Factly knows", escaped(text)),
            Self::NoUnit => said!("the number has no unit"),
            Self::WrongMeasure { expected, found } => {
                said!("{} was expected, not {}", Said::from(expected.as_str()), Said::from(found.as_str()))
            }
            Self::UnknownCurrency(text) => said!("\"{}\" is not a currency Factly knows", escaped(text)),
            Self::NoCurrency => said!("the amount has no currency"),
            Self::TooFine(currency) => said!("the amount is finer than the smallest coin of {}", currency),
            Self::NoSuchDate(text) => said!("\"{}\" is not a date of the calendar", escaped(text)),
        }
    }
}

/// Returns the analyst's noun for a value of the type.
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
