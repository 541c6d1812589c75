//! The reasons a line may mean a canonical item, and what speaks against it.

use serde::{Deserialize, Serialize};

/// One reason; what is compared is quoted, the line's words first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum MatchReason {
    /// The line says the item's own name.
    Name,
    /// It says another name of it.
    Synonym {
        language: String,
        text: String,
    },
    /// The same words in another order.
    WordOrder,
    /// A plural, or another form of the word.
    Form {
        line: String,
        name: String,
    },
    Spelling {
        line: String,
        name: String,
    },
    /// One word here, two there.
    Compound {
        line: String,
        name: String,
    },
    /// One letter differs.
    Letter {
        line: String,
        name: String,
    },
    /// It counts in the item's unit.
    Unit {
        unit: String,
    },
    /// The same measure, another amount: it speaks against.
    Amount {
        line: String,
        name: String,
    },
    /// The line says this as well.
    LineSaysMore {
        words: String,
    },
    /// The name says this as well.
    NameSaysMore {
        words: String,
    },
}

impl MatchReason {
    /// In English, for the command line and for what is kept.
    pub fn describe(&self) -> String {
        match self {
            Self::Name => "it is the name".to_owned(),
            Self::Synonym { language, text } => format!("“{text}” is a synonym ({language})"),
            Self::WordOrder => "the words are in another order".to_owned(),
            Self::Form { line, name } => format!("“{line}” is a form of “{name}”"),
            Self::Spelling { line, name } => format!("“{line}” is a spelling of “{name}”"),
            Self::Compound { line, name } => format!("“{line}” is “{name}” written otherwise"),
            Self::Letter { line, name } => format!("“{line}” differs from “{name}” in one letter"),
            Self::Unit { unit } => format!("it counts in {unit}"),
            Self::Amount { line, name } => format!("it says {line}, the name {name}"),
            Self::LineSaysMore { words } => format!("the line also says “{words}”"),
            Self::NameSaysMore { words } => format!("the name also says “{words}”"),
        }
    }

    /// All of them as one sentence without its full stop.
    pub fn joined(reasons: &[Self]) -> String {
        reasons.iter().map(Self::describe).collect::<Vec<_>>().join("; ")
    }
}
