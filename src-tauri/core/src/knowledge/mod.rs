//! Knowledge blocks and fields: what a scope's standing facts come to (`docs/contracts/knowledge.md`).
//!
//! Everything here follows from [`ScopeContents`], what a scope holds at one moment; whether that is now or a year ago
//! is no matter. A block is patched key by key with the smallest change, and patched in any order it is the block that
//! [`build`] makes at once: what is derived can be thrown away and made again to the same bytes.
//!
//! Not part of it: which facts stand, and where blocks are kept.

mod block;
mod changes;
pub mod enrich;
mod line;
mod markdown;
mod projection;
mod scope_contents;
mod sheet;

pub use block::{
    Constraint, Constraints, DecisionEntry, DecisionsBlock, OpenQuestion, OpenQuestions, Severity, TypedBlock,
    UnreadableBlock,
};
pub use changes::{BlockComparison, LineOutcome, compare};
pub use line::{KnowledgeLine, LineRole};
pub use markdown::markdown;
pub use projection::{FieldSource, HeldValue, ItemField, field, held};
pub use scope_contents::{
    AcceptedFact, AdditionKind, AnalystQuestion, BlockAddition, CanonicalDecision, ConditionalValue, FactTrace,
    KeyRemark, Override, ScopeContents, build, is_addition,
};
pub use sheet::{BlockNote, FieldSheet, Slot};

use crate::keys::BLOCKS;

/// One of the sixteen blocks, in the order of [`BLOCKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockKey(u8);

impl BlockKey {
    pub fn parse(name: &str) -> Option<Self> {
        let at = BLOCKS.iter().position(|block| *block == name)?;
        u8::try_from(at).ok().map(Self)
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..).take(BLOCKS.len()).map(Self)
    }

    /// Those of an item, or those of the project.
    pub fn in_scope(scope: ScopeKind) -> impl Iterator<Item = Self> {
        Self::all().filter(move |block| block.scope() == scope)
    }

    pub fn open_questions(scope: ScopeKind) -> Option<Self> {
        Self::in_scope(scope).find(|block| block.topic() == "openQuestions")
    }

    pub fn decisions(scope: ScopeKind) -> Option<Self> {
        Self::in_scope(scope).find(|block| block.topic() == "decisions")
    }

    pub fn as_str(self) -> &'static str {
        BLOCKS.get(usize::from(self.0)).copied().unwrap_or(BLOCKS[0])
    }

    pub fn scope(self) -> ScopeKind {
        if self.as_str().starts_with("item.") { ScopeKind::Item } else { ScopeKind::Project }
    }

    /// "dimensions" of `item.dimensions`.
    pub fn topic(self) -> &'static str {
        self.as_str().split_once('.').map_or("", |(_, topic)| topic)
    }

    /// Returns its name for a reader.
    pub fn title(self) -> &'static str {
        match self.topic() {
            "constraints" => "Constraints",
            "logistics" => "Logistics",
            "timeline" => "Timeline",
            "budget" => "Budget",
            "decisions" => "Decisions",
            "openQuestions" => "Open questions",
            "dimensions" => "Dimensions",
            "materials" => "Materials",
            "production" => "Production",
            "installation" => "Installation",
            _ => "Summary",
        }
    }
}

/// The kind of a scope: the project or one of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScopeKind {
    Project,
    Item,
}

impl ScopeKind {
    /// Of an item's reference, which is empty for the project.
    pub const fn for_item(item: &str) -> Self {
        if item.is_empty() { Self::Project } else { Self::Item }
    }
}

#[cfg(test)]
mod tests;
