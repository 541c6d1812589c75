//! Evidence: whether a quote stands in a source, and whether it carries what is claimed for it (DESIGN §4.3).
//!
//! Nothing here fails: what is not found is an answer too.

mod attachment;
mod border;
mod condition;
mod locate;
mod nearest;
mod reach;
mod reading;
mod search;
mod source;
pub mod support;
mod typeset;
mod wording;

pub use condition::conditions_in;
pub use nearest::{compare, nearest};
pub use source::EvidenceText;

use serde::{Deserialize, Serialize};

use crate::inputs::BundleSection;
use crate::text::Span;

/// A quote is at most this many code points, so that nobody can claim a whole bundle.
pub const MAX_QUOTE_CHARS: usize = 250;

/// A parser's claim about its evidence. Offsets are a hint: a model cannot count characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceClaim<'a> {
    pub quote: &'a str,
    /// As claimed: may be negative, overflowing, swapped or missing.
    pub start: Option<i64>,
    pub end: Option<i64>,
    pub section: Option<BundleSection>,
}

/// Evidence that was checked: `quote` is the source's own text at `span`, within one section that bears evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub quote: String,
    pub span: Span,
    pub section: BundleSection,
}

/// The way a quote was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alignment {
    /// Exactly at the offsets claimed.
    Exact,
    /// Exactly, elsewhere.
    Moved,
    /// Differing in typesetting only; the source's own words became the quote.
    Typeset,
}

/// The outcome of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Located {
    Found { evidence: Evidence, alignment: Alignment },
    Unverified { reason: Unverified },
}

/// The reason a quote is not evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unverified {
    Empty,
    TooLong,
    NotInSource,
    /// It stands there only as part of a longer word or number: `5 %` in `15 %`.
    CutsWord,
    /// It lies over a border, or where Factly itself wrote.
    OutsideSections,
}

/// The passage most like a quote that is not in the source: a hint to look at, never evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearest {
    pub passage: String,
    pub span: Span,
    /// The two texts word by word, in reading order.
    pub diff: Vec<DiffWord>,
    /// Kinds of difference, most telling first; empty if nothing is near.
    pub differs: Vec<QuoteDifference>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffWord {
    pub side: DiffSide,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffSide {
    Both,
    /// In the source only.
    Source,
    /// In the quote only.
    Quote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuoteDifference {
    Digits,
    Unit,
    Currency,
    Negation,
    Name,
    Wording,
}

/// Something a value or a statement says that its quote does not, or, left out of it, does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    pub kind: MissingKind,
    /// As the value or the statement writes it; what was left out, as the quote does.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingKind {
    Number,
    Unit,
    Money,
    Date,
    Name,
    Negation,
    Value,
    /// Words of a statement that are not the quote's.
    Word,
    /// They are the quote's, in another order: who did it to whom may have changed.
    Order,
    /// A word that makes the quote less than certain, and the statement left out.
    Certainty,
}
