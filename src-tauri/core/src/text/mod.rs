//! Text as Factly counts it: offsets are Unicode code points, half-open, unless a name says otherwise.

pub mod blocks;
pub mod find;
mod index;
pub mod normalize;

pub use index::{CharIndex, Utf16Span};

use serde::{Deserialize, Serialize};

/// A half-open range of code points in some text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Length in code points.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The same span `by` code points further on.
    pub const fn shift(self, by: u32) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}
