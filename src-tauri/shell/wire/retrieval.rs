//! The search of the whole library: what is looked for, and what was found.

use factly_engine::retrieval as domain;
use serde::Deserialize;
use specta::Type;

use super::{count, location::PlaceLabel};
use crate::error::AppError;

wire_enum! {
    SearchGroup = domain::Group { Inputs, Facts, Conclusions, Chats, Reports }
}

/// The searched text, and the scope of the search.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryQuery {
    /// As it was typed.
    pub typed: String,
    /// All if empty.
    pub groups: Vec<SearchGroup>,
    /// All if null.
    pub discovery: Option<uuid::Uuid>,
    /// At most so many of each group.
    pub limit: u32,
}

impl From<LibraryQuery> for domain::LibraryQuery {
    fn from(query: LibraryQuery) -> Self {
        let LibraryQuery { typed, groups, discovery, limit } = query;
        Self { typed, groups: groups.into_iter().map(Into::into).collect(), discovery, limit: limit as usize }
    }
}

wire_struct! {
    /// The hits of a group, best first.
    GroupHits = domain::GroupHits as found {
        group: SearchGroup,
        hits: Vec<LibraryHit>,
        /// There are more than were asked for.
        more: bool,
        /// Number of hits in all.
        total: u32 = count(found.total),
    }
}

wire_struct! {
    LibraryHit = domain::LibraryHit as hit {
        discovery: String,
        discovery_title: String,
        /// Empty for a message.
        label: String,
        /// Of an Input, of a conversation or of a section.
        title: String,
        /// Location of the words in the document.
        place: Option<PlaceLabel>,
        excerpt: String,
        /// Words that were looked for, in UTF-16 units of the excerpt.
        marks: Vec<MarkedWords> = hit.marks.iter().map(|mark| MarkedWords { start: mark.start, end: mark.end }).collect(),
        target: HitTarget,
    }
}

#[derive(Clone, Debug, serde::Serialize, Type)]
pub struct MarkedWords {
    pub start: u32,
    pub end: u32,
}

/// The target of a hit.
#[derive(Clone, Debug, serde::Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum HitTarget {
    /// In UTF-16 units of the Input's text.
    Input {
        input: String,
        block: u32,
        start: u32,
        end: u32,
    },
    Fact {
        fact: String,
        has_evidence: bool,
    },
    Entity {
        label: String,
    },
    Message {
        conversation: String,
    },
    Report {
        report: String,
    },
}

impl From<domain::HitTarget> for HitTarget {
    fn from(target: domain::HitTarget) -> Self {
        match target {
            domain::HitTarget::Input { input, block, words } => {
                Self::Input { input: input.to_string(), block, start: words.start, end: words.end }
            }
            domain::HitTarget::Fact { fact, has_evidence } => Self::Fact { fact: fact.to_string(), has_evidence },
            domain::HitTarget::Entity { label } => Self::Entity { label },
            domain::HitTarget::Report { report } => Self::Report { report: report.to_string() },
            domain::HitTarget::Message { conversation } => Self::Message { conversation: conversation.to_string() },
        }
    }
}

wire_from!(HitTarget = domain::HitTarget);

wire_struct! {
    /// Number of passages of a discovery that have vectors.
    EmbeddingStatus = domain::EmbeddingStatus as status {
        passages: u32 = count(status.passages),
        /// None: no model is set for it.
        vectors: Option<u32> = status.vectors.map(count),
        /// The reason that the last of them could not be made.
        trouble: Option<AppError>,
    }
}
