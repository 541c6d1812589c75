//! What is said of an entity: what the analyst made of it, and what became of what it rests on.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::label::{EntityKind, EntityLabel};

/// What is shown of an entity: its mark if it has one, else what the analyst made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityStatus {
    Draft,
    Validated,
    Outdated,
    NeedsReview,
    NeedsRefresh,
    Unsupported,
    Weak,
    Risky,
}

impl EntityStatus {
    pub const ALL: [Self; 8] = [
        Self::Draft,
        Self::Validated,
        Self::Outdated,
        Self::NeedsReview,
        Self::NeedsRefresh,
        Self::Unsupported,
        Self::Weak,
        Self::Risky,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Validated => "validated",
            Self::Outdated => "outdated",
            Self::NeedsReview => "needs_review",
            Self::NeedsRefresh => "needs_refresh",
            Self::Unsupported => "unsupported",
            Self::Weak => "weak",
            Self::Risky => "risky",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// What became of what an entity rests on.
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

/// What an Output is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputType {
    Report,
    Presentation,
    ActionPlan,
    Brief,
}

impl OutputType {
    pub const ALL: [Self; 4] = [Self::Report, Self::Presentation, Self::ActionPlan, Self::Brief];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Presentation => "presentation",
            Self::ActionPlan => "action_plan",
            Self::Brief => "brief",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What happened to an entity, that its dependants are marked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    Edited,
    Accepted,
    Superseded,
    Rejected,
    Restored,
    Reviewed,
    Archived,
    Deleted,
    /// Another entity says the same and stands for it.
    Merged,
    /// The message that it was read from was said otherwise, or answered again.
    SaidOtherwise,
}

impl Happened {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Edited => "edited",
            Self::Accepted => "accepted",
            Self::Superseded => "superseded",
            Self::Rejected => "rejected",
            Self::Restored => "restored",
            Self::Reviewed => "reviewed",
            Self::Archived => "archived",
            Self::Deleted => "deleted",
            Self::Merged => "merged",
            Self::SaidOtherwise => "said_otherwise",
        }
    }
}

/// Why an entity is marked, as it is stored beside its mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Because {
    /// "F-12".
    pub from: Option<String>,
    pub what: Happened,
    /// The words before and after, as far as a reader needs them.
    pub was: Option<String>,
    pub is: Option<String>,
    /// What a model said of it, where one judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Because {
    pub fn new(from: EntityLabel, what: Happened, was: Option<&str>, is: Option<&str>) -> Self {
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
