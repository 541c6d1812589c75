//! The status of an entity: what the analyst made of it, and what became of what it rests on.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::label::{EntityKind, EntityLabel};

use crate::named;

named! {
    /// The status shown of an entity: its mark if it has one, else what the analyst made of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum EntityStatus {
        Draft = "draft",
        Validated = "validated",
        Outdated = "outdated",
        NeedsReview = "needs_review",
        NeedsRefresh = "needs_refresh",
        Unsupported = "unsupported",
        Weak = "weak",
        Risky = "risky",
    }
}

/// The fate of what an entity rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReviewMark {
    Outdated,
    NeedsReview,
    NeedsRefresh,
    Unsupported,
    Weak,
    Risky,
}

impl ReviewMark {
    /// Of a direct dependant of what changed.
    pub const fn of_change(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Output => Self::NeedsRefresh,
            _ => Self::NeedsReview,
        }
    }

    /// Of all that is downstream of what is gone.
    pub const fn of_loss(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Input => Self::NeedsReview,
            EntityKind::Fact => Self::Unsupported,
            EntityKind::Insight => Self::Weak,
            EntityKind::Recommendation => Self::Risky,
            EntityKind::Output => Self::NeedsRefresh,
        }
    }

    pub const fn status(self) -> EntityStatus {
        match self {
            Self::Outdated => EntityStatus::Outdated,
            Self::NeedsReview => EntityStatus::NeedsReview,
            Self::NeedsRefresh => EntityStatus::NeedsRefresh,
            Self::Unsupported => EntityStatus::Unsupported,
            Self::Weak => EntityStatus::Weak,
            Self::Risky => EntityStatus::Risky,
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Outdated, Self::NeedsReview, Self::NeedsRefresh, Self::Unsupported, Self::Weak, Self::Risky]
            .into_iter()
            .find(|mark| mark.status().as_str() == name)
    }

    /// A mark gives way only to one that says as much.
    pub const fn yields_to(self, other: Self) -> bool {
        self.strength() <= other.strength()
    }

    const fn strength(self) -> u8 {
        match self {
            Self::Outdated => 0,
            Self::NeedsReview | Self::NeedsRefresh => 1,
            Self::Unsupported | Self::Weak | Self::Risky => 2,
        }
    }
}

named! {
    /// The type of an Output.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum OutputType {
        Report = "report",
        Presentation = "presentation",
        ActionPlan = "action_plan",
        Brief = "brief",
    }
}

named! {
    /// The event of an entity that its dependants are marked for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum MarkEvent {
        Edited = "edited",
        Accepted = "accepted",
        Superseded = "superseded",
        Rejected = "rejected",
        Restored = "restored",
        Reviewed = "reviewed",
        Archived = "archived",
        Deleted = "deleted",
        /// Another entity says the same and stands for it.
        Merged = "merged",
        /// The message that it was read from was said otherwise, or answered again.
        SaidOtherwise = "said_otherwise",
    }
}

/// The reason an entity is marked, as it is stored beside its mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkReason {
    /// "F-12".
    pub from: Option<String>,
    pub what: MarkEvent,
    /// The words before and after, as far as a reader needs them.
    pub was: Option<String>,
    pub is: Option<String>,
    /// A model's reason, where one judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl MarkReason {
    pub fn new(from: EntityLabel, what: MarkEvent, was: Option<&str>, is: Option<&str>) -> Self {
        let abridged = |text: Option<&str>| text.map(|text| abridged(text).into_owned());
        Self { from: Some(from.to_string()), what, was: abridged(was), is: abridged(is), why: None }
    }
}

fn abridged(text: &str) -> Cow<'_, str> {
    const MAX: usize = 200;
    match text.char_indices().nth(MAX) {
        Some(_) => text.chars().take(MAX - 1).chain(['…']).collect::<String>().into(),
        None => text.into(),
    }
}
