//! The five columns: queries, cards, traces, and what becomes of entities.

use factly_core::discovery as rules;
use factly_engine::discovery::board;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{fact::FactStatus, mirror::both_ways};
use crate::error::{AppError, Reply};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Input,
    Fact,
    Insight,
    Recommendation,
    Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum OutputType {
    Report,
    Presentation,
    ActionPlan,
    Brief,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ColumnSort {
    Manual,
    Label,
    Status,
    Newest,
}

/// What is wanted of a column.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnQuery {
    pub kind: Kind,
    /// All if empty.
    pub statuses: Vec<EntityStatus>,
    /// Words that all stand in the text, or a label.
    pub search: String,
    pub sort: ColumnSort,
    /// Those put aside, instead of those in use.
    pub archived: bool,
    /// Only those that rest on nothing, or, of Inputs, that nothing rests on.
    pub orphans: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PipelineColumns {
    /// Another state of the discovery has another.
    pub revision: i64,
    pub columns: Vec<ColumnSummary>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnSummary {
    pub kind: Kind,
    /// Of the column, archived or not as was asked.
    pub total: u32,
    /// Of the query.
    pub shown: u32,
    /// Of `total`.
    pub by_status: Vec<StatusCount>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StatusCount {
    pub status: EntityStatus,
    pub count: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PipelineCards {
    pub revision: i64,
    pub shown: u32,
    pub cards: Vec<Card>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    pub label: String,
    /// Of the version that stands: what the commands about facts and Inputs take.
    pub id: String,
    /// One line, abridged.
    pub text: String,
    pub status: EntityStatus,
    pub version: u32,
    /// How many it rests on, and how many rest on it.
    pub up: u32,
    pub down: u32,
    /// The first of what it rests on.
    pub up_labels: Vec<String>,
    pub orphan: bool,
    pub archived: bool,
    pub from_assistant: bool,
    pub has_evidence: bool,
    pub output_type: Option<OutputType>,
    pub fact_status: Option<FactStatus>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PipelineTrace {
    /// All up- and downstream, and the entity itself.
    pub labels: Vec<String>,
    pub counts: Vec<KindCount>,
    /// The first row that is traced in each column, under its query.
    pub first: Vec<KindRow>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KindCount {
    pub kind: Kind,
    pub count: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KindRow {
    pub kind: Kind,
    pub index: u32,
}

both_ways!(Kind, rules::Kind { Input, Fact, Insight, Recommendation, Output });
both_ways!(
    EntityStatus,
    rules::EntityStatus { Draft, Validated, Outdated, NeedsReview, NeedsRefresh, Unsupported, Weak, Risky }
);
both_ways!(OutputType, rules::OutputType { Report, Presentation, ActionPlan, Brief });

/// Reads a label of the window's.
pub fn label(text: &str) -> Reply<rules::EntityLabel> {
    rules::EntityLabel::parse(text)
        .ok_or_else(|| AppError::from(factly_engine::error::Error::invalid(format!("“{text}” is no label."))))
}

pub fn labels(texts: &[String]) -> Reply<Vec<rules::EntityLabel>> {
    texts.iter().map(|text| label(text)).collect()
}

pub fn names(labels: &[rules::EntityLabel]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}

impl From<ColumnSort> for board::Sort {
    fn from(sort: ColumnSort) -> Self {
        match sort {
            ColumnSort::Manual => Self::Manual,
            ColumnSort::Label => Self::Label,
            ColumnSort::Status => Self::Status,
            ColumnSort::Newest => Self::Newest,
        }
    }
}

impl From<ColumnQuery> for board::ColumnQuery {
    fn from(query: ColumnQuery) -> Self {
        Self {
            kind: query.kind.into(),
            statuses: query.statuses.into_iter().map(Into::into).collect(),
            search: query.search,
            sort: query.sort.into(),
            archived: query.archived,
            orphans: query.orphans,
        }
    }
}

/// A revision counts the boards that this process made, so it fits.
fn revision(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}

impl From<board::Columns> for PipelineColumns {
    fn from(found: board::Columns) -> Self {
        Self { revision: revision(found.revision), columns: found.columns.into_iter().map(Into::into).collect() }
    }
}

impl From<board::ColumnSummary> for ColumnSummary {
    fn from(found: board::ColumnSummary) -> Self {
        let by_status = found.by_status.into_iter();
        Self {
            kind: found.kind.into(),
            total: found.total,
            shown: found.shown,
            by_status: by_status.map(|(status, count)| StatusCount { status: status.into(), count }).collect(),
        }
    }
}

impl From<board::CardPage> for PipelineCards {
    fn from(page: board::CardPage) -> Self {
        Self {
            revision: revision(page.revision),
            shown: page.shown,
            cards: page.cards.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<board::Card> for Card {
    fn from(card: board::Card) -> Self {
        Self {
            label: card.label.to_string(),
            id: card.id.to_string(),
            text: card.text,
            status: card.status.into(),
            version: card.version,
            up: card.up,
            down: card.down,
            up_labels: names(&card.up_labels),
            orphan: card.orphan,
            archived: card.archived,
            from_assistant: card.from_assistant,
            has_evidence: card.has_evidence,
            output_type: card.output_type.map(Into::into),
            fact_status: card.fact_status.map(Into::into),
        }
    }
}

impl From<board::Trace> for PipelineTrace {
    fn from(trace: board::Trace) -> Self {
        let counts = trace.counts.into_iter();
        let first = trace.first.into_iter();
        Self {
            labels: names(&trace.labels),
            counts: counts.map(|(kind, count)| KindCount { kind: kind.into(), count }).collect(),
            first: first.map(|(kind, index)| KindRow { kind: kind.into(), index }).collect(),
        }
    }
}
