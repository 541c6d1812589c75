//! The name of an entity: the letter of its column, and a number that a discovery gives once.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::named;

named! {
    /// A column, in the order of the pipeline.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum EntityKind {
        Input = "input",
        Fact = "fact",
        Insight = "insight",
        Recommendation = "recommendation",
        Output = "output",
    }
}

impl EntityKind {
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Input => "I",
            Self::Fact => "F",
            Self::Insight => "N",
            Self::Recommendation => "R",
            Self::Output => "O",
        }
    }

    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The column that this one is drawn from.
    pub const fn above(self) -> Option<Self> {
        match self {
            Self::Input => None,
            Self::Fact => Some(Self::Input),
            Self::Insight => Some(Self::Fact),
            Self::Recommendation => Some(Self::Insight),
            Self::Output => Some(Self::Recommendation),
        }
    }

    /// The column that is drawn from this one.
    pub const fn below(self) -> Option<Self> {
        match self {
            Self::Input => Some(Self::Fact),
            Self::Fact => Some(Self::Insight),
            Self::Insight => Some(Self::Recommendation),
            Self::Recommendation => Some(Self::Output),
            Self::Output => None,
        }
    }
}

/// "F-12". Written and read alike, without regard to case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityLabel {
    pub kind: EntityKind,
    pub no: i64,
}

impl EntityLabel {
    pub const fn new(kind: EntityKind, no: i64) -> Self {
        Self { kind, no }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (letter, no) = text.trim().split_once('-')?;
        let is_number = !no.is_empty() && no.bytes().all(|byte| byte.is_ascii_digit()) && !no.starts_with('0');
        let no = no.parse().ok().filter(|_| is_number)?;
        Some(Self { kind: EntityKind::of_letter(&letter.to_ascii_uppercase())?, no })
    }
}

impl fmt::Display for EntityLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.kind.letter(), self.no)
    }
}

/// The error that a text is not a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a label is a letter of I, F, N, R and O, and a number: F-12")]
pub struct LabelError;

impl FromStr for EntityLabel {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Self, LabelError> {
        Self::parse(text).ok_or(LabelError)
    }
}

impl Serialize for EntityLabel {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EntityLabel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
