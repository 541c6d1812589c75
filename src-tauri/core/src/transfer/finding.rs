//! The faults of a file, their locations in it, and what can be done about them.

use crate::message;
use crate::message::UserMessage;
use std::fmt;

/// A place in a file: what a person finds it by, and what a program does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileLocation {
    /// A JSON pointer: `/facts/3/text`.
    pub pointer: String,
    /// From 1.
    pub line: u64,
    /// From 1, in bytes.
    pub column: u64,
}

impl FileLocation {
    pub fn describe(&self) -> UserMessage {
        let Self { pointer, line, column } = self;
        match pointer.as_str() {
            "" => message!("line {}, column {}", line, column),
            pointer => message!("line {}, column {} ({})", line, column, pointer),
        }
    }
}

impl fmt::Display for FileLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe().fmt(out)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFinding {
    pub code: FindingCode,
    /// A sentence for the analyst.
    pub message: UserMessage,
    pub location: FileLocation,
}

impl FileFinding {
    pub fn new(code: FindingCode, message: impl Into<UserMessage>, location: FileLocation) -> Self {
        Self { code, message: message.into(), location }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident $name:literal $choice:expr),* $(,)?) => {
        /// The kind of fault; the analyst answers for all of a kind at once.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FindingCode {
            $($(#[$doc])* $code),*
        }

        impl FindingCode {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$code),*];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $name),*
                }
            }

            /// Returns what is done instead, if the analyst wants it imported all the same. `None`: it cannot be.
            pub const fn choice(self) -> Option<&'static str> {
                match self {
                    $(Self::$code => $choice),*
                }
            }
        }
    };
}

codes! {
    /// It is not JSON.
    Syntax "syntax" None,
    /// It is JSON of another thing.
    NotADiscovery "not_a_discovery" None,
    WrongType "wrong_type" None,
    MissingField "missing_field" None,
    DuplicateKey "duplicate_key" None,
    TooDeep "too_deep" None,
    TooLarge "too_large" None,
    /// Made by a later Factly.
    NewerFormat "newer_format" None,
    DuplicateId "duplicate_id" Some("The second gets a new label; links go to the first."),
    /// Two records of one row.
    DuplicateRecord "duplicate_record" Some("The second is left out."),
    DeadLink "dead_link" Some("The link is left out."),
    UnknownStatus "unknown_status" Some("It is imported as a draft."),
    UnknownType "unknown_type" Some("It is imported as a report."),
    UnknownPack "unknown_pack" Some("The pack of keys is left out."),
    BadDate "bad_date" Some("The date is kept as it stands, and counts as today's."),
    /// A text is not the one that was hashed.
    BadHash "bad_hash" None,
    BadSection "bad_section" None,
    BadEvidence "bad_evidence" Some("It is imported without evidence, to be reviewed."),
    /// A fact rests on itself, or on what came after it.
    Cycle "cycle" Some("The link to the other fact is left out."),
    /// Two values of one key that are both accepted.
    Rivals "rivals" Some("The later one becomes a conflict to be settled."),
    /// The columns and the ledger do not say the same.
    Differs "differs" Some("What the ledger says is imported."),
    /// Another application changed the words of a fact, and its ledger is as it was.
    EditedText "edited_text" Some("The new words become a version of the fact, to be reviewed. The earlier ones are kept."),
    /// A record whose text stands nowhere.
    NoText "no_text" Some("It is left out."),
}

impl FindingCode {
    /// Another thing that can be done instead: what it is called, and what it does.
    pub const fn other_choice(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::EditedText => Some(("ledger", "The new words are left out. What the ledger says is imported.")),
            _ => None,
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == name)
    }
}
