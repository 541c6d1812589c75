//! The reason something is not a value of the type that was requested.

use crate::message;
use crate::message::{UserMessage, escaped};
use crate::values::ValueType;
use crate::values::{Currency, Measure};

/// Each says what was wrong in words that a reason for the analyst can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
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
    pub fn message(&self) -> UserMessage {
        match self {
            Self::Absent => message!("there is no value"),
            Self::WrongType { expected, found } => {
                message!("{} was expected, not {}", UserMessage::from(noun(*expected)), UserMessage::from(*found))
            }
            Self::Unreadable { expected, text } => {
                message!("\"{}\" cannot be read as {}", escaped(text), UserMessage::from(noun(*expected)))
            }
            Self::Trailing { expected, text } => {
                message!("\"{}\" is more than {}", escaped(text), UserMessage::from(noun(*expected)))
            }
            Self::NotAChoice(text) => message!("\"{}\" is not one of the choices", escaped(text)),
            Self::TwoReadings { text, one, other } => message!("“{}” can be read as {} or as {}", text, one, other),
            Self::OutOfRange => message!("the number is too large or has too many digits"),
            Self::UnknownUnit(text) => message!("\"{}\" is not a unit Factly knows", escaped(text)),
            Self::NoUnit => message!("the number has no unit"),
            Self::WrongMeasure { expected, found } => {
                message!(
                    "{} was expected, not {}",
                    UserMessage::from(expected.as_str()),
                    UserMessage::from(found.as_str())
                )
            }
            Self::UnknownCurrency(text) => message!("\"{}\" is not a currency Factly knows", escaped(text)),
            Self::NoCurrency => message!("the amount has no currency"),
            Self::TooFine(currency) => message!("the amount is finer than the smallest coin of {}", currency),
            Self::NoSuchDate(text) => message!("\"{}\" is not a date of the calendar", escaped(text)),
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
