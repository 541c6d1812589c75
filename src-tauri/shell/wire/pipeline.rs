//! The five columns: queries, cards, traces, and what becomes of entities.

use factly_core::discovery::{self as rules, status};
use factly_engine::discovery::{self as domain, board};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    fact::{FactStatus, HeldBack},
    mirror::wire_enum,
};
use crate::error::{AppError, Reply};

wire_enum! {
    /// A column.
    Kind = rules::Kind { Input, Fact, Insight, Recommendation, Output }
}

wire_enum! {
    EntityStatus = rules::EntityStatus {
        Draft,
        Validated,
        Outdated,
        NeedsReview,
        NeedsRefresh,
        Unsupported,
        Weak,
        Risky,
    }
}

wire_enum! {
    OutputType = rules::OutputType { Report, Presentation, ActionPlan, Brief }
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

/// What becomes of a text that its column may hold already.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityAdded {
    pub added: Option<Card>,
    /// What says the same: nothing was added then, unless it was wanted anyway.
    pub duplicates: Vec<Duplicate>,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Duplicate {
    pub label: String,
    pub text: String,
    /// From 0 to 1. As a bare `f64` it would be exported as one that may be null.
    #[specta(type = i32)]
    pub score: f64,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateGroups {
    pub groups: Vec<DuplicateGroup>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateGroup {
    pub labels: Vec<String>,
    pub texts: Vec<String>,
    #[specta(type = i32)]
    pub score: f64,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityEdited {
    pub card: Card,
    pub marked: Vec<String>,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityMerged {
    pub card: Card,
}

/// The entities that are to be looked at again because of what was done.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Marked {
    pub marked: Vec<String>,
}

/// What a change of statuses left.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StateSet {
    pub marked: Vec<String>,
    /// Facts that were not accepted, unless they were wanted anyway.
    pub held_back: Vec<HeldBack>,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EntityState {
    Draft,
    Validated,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityDetail {
    pub card: Card,
    pub text: String,
    pub because: Option<Because>,
    pub up: Vec<LinkEnd>,
    pub down: Vec<LinkEnd>,
    /// Newest first.
    pub versions: Vec<EntityVersion>,
    pub created_at: i64,
}

/// Why an entity is marked.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Because {
    pub from: Option<String>,
    pub what: String,
    pub was: Option<String>,
    pub is: Option<String>,
    /// What a model said of it.
    pub why: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LinkEnd {
    pub label: String,
    pub text: String,
    pub status: EntityStatus,
    /// The fact's evidence makes the link, which cannot be removed.
    pub evidence: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityVersion {
    pub version: u32,
    pub text: String,
    pub made_at: i64,
    pub restores: Option<u32>,
}

/// What a model proposed, which waits for the analyst.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub id: String,
    pub kind: Kind,
    pub text: String,
    pub output_type: Option<OutputType>,
    pub links: Vec<String>,
    pub model: String,
    pub duplicates: Vec<Duplicate>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Derived {
    pub suggestions: Vec<Suggestion>,
    /// What was mended, left out or refused in the answer.
    pub problems: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TraceReport {
    pub markdown: String,
    pub root: TraceNode,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TraceNode {
    pub label: String,
    pub kind: Kind,
    pub text: String,
    pub status: EntityStatus,
    pub quote: Option<TraceQuote>,
    /// Where else the sources say it.
    pub again: Vec<TraceQuote>,
    /// It came before, and what it rests on was told there.
    pub repeated: bool,
    pub children: Vec<TraceNode>,
}

/// The words that prove a fact, and what stands around them.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TraceQuote {
    pub text: String,
    pub before: String,
    pub after: String,
    pub section: String,
    pub fact_id: String,
    pub bundle_id: String,
    /// Code points in the bundle: to tell two quotes apart, never for slicing here.
    pub start_char: u32,
    pub input: Option<String>,
    pub input_title: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// Newest first.
    pub steps: Vec<HistoryStep>,
    pub more: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryStep {
    pub seq: i64,
    pub name: String,
    pub at: i64,
    pub done: bool,
}

/// Two entities of neighbouring columns, whichever is named first.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub up: String,
    pub down: String,
}

pub fn pairs(links: &[Link]) -> Reply<Vec<(rules::EntityLabel, rules::EntityLabel)>> {
    links.iter().map(|link| Ok((label(&link.up)?, label(&link.down)?))).collect()
}

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

impl From<EntityState> for rules::EntityStatus {
    fn from(state: EntityState) -> Self {
        match state {
            EntityState::Draft => Self::Draft,
            EntityState::Validated => Self::Validated,
        }
    }
}

impl EntityAdded {
    pub fn new(found: domain::Added, card: Option<board::Card>) -> Self {
        let duplicates = found.duplicates.into_iter().map(Into::into).collect();
        Self { added: card.map(Into::into), duplicates, note: found.note }
    }
}

impl EntityEdited {
    pub fn new(card: board::Card, edited: domain::Edited) -> Self {
        Self { card: card.into(), marked: names(&edited.marked), note: edited.note }
    }
}

impl From<domain::Duplicate> for Duplicate {
    fn from(found: domain::Duplicate) -> Self {
        Self { label: found.label.to_string(), text: found.text, score: found.score, reason: found.reason }
    }
}

impl From<Vec<domain::DuplicateGroup>> for DuplicateGroups {
    fn from(groups: Vec<domain::DuplicateGroup>) -> Self {
        let group = |group: domain::DuplicateGroup| DuplicateGroup {
            labels: names(&group.labels),
            texts: group.texts,
            score: group.score,
            reason: group.reason,
        };
        Self { groups: groups.into_iter().map(group).collect() }
    }
}

impl From<Vec<rules::EntityLabel>> for Marked {
    fn from(marked: Vec<rules::EntityLabel>) -> Self {
        Self { marked: names(&marked) }
    }
}

impl From<domain::StateSet> for StateSet {
    fn from(set: domain::StateSet) -> Self {
        let held_back = set.held_back.into_iter().map(Into::into).collect();
        Self { marked: names(&set.marked), held_back, note: set.note }
    }
}

impl EntityDetail {
    pub fn new(found: domain::EntityDetail, card: board::Card) -> Self {
        Self {
            card: card.into(),
            text: found.text,
            because: found.entity.because.map(Into::into),
            up: found.up.into_iter().map(Into::into).collect(),
            down: found.down.into_iter().map(Into::into).collect(),
            versions: found.versions.into_iter().map(Into::into).collect(),
            created_at: found.entity.created_at,
        }
    }
}

impl From<status::Because> for Because {
    fn from(because: status::Because) -> Self {
        let what = because.what.as_str().to_owned();
        Self { from: because.from, what, was: because.was, is: because.is, why: because.why }
    }
}

impl From<domain::LinkEnd> for LinkEnd {
    fn from(end: domain::LinkEnd) -> Self {
        Self { label: end.label.to_string(), text: end.text, status: end.status.into(), evidence: end.evidence }
    }
}

impl From<domain::EntityVersion> for EntityVersion {
    fn from(found: domain::EntityVersion) -> Self {
        Self { version: found.version, text: found.text, made_at: found.made_at, restores: found.restores }
    }
}

impl From<domain::Suggestion> for Suggestion {
    fn from(found: domain::Suggestion) -> Self {
        Self {
            id: found.id.to_string(),
            kind: found.kind.into(),
            text: found.text,
            output_type: found.output_type.map(Into::into),
            links: names(&found.links),
            model: found.model,
            duplicates: found.duplicates.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::Derived> for Derived {
    fn from(derived: domain::Derived) -> Self {
        Self { suggestions: derived.suggestions.into_iter().map(Into::into).collect(), problems: derived.problems }
    }
}

impl From<domain::TraceReport> for TraceReport {
    fn from(report: domain::TraceReport) -> Self {
        Self { markdown: report.markdown, root: report.root.into() }
    }
}

impl From<domain::TraceNode> for TraceNode {
    fn from(node: domain::TraceNode) -> Self {
        Self {
            label: node.label.to_string(),
            kind: node.label.kind.into(),
            text: node.text,
            status: node.status.into(),
            quote: node.quote.map(Into::into),
            again: node.again.into_iter().map(Into::into).collect(),
            repeated: node.repeated,
            children: node.children.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::TraceQuote> for TraceQuote {
    fn from(quote: domain::TraceQuote) -> Self {
        let (input, input_title) = quote.input.map(|(label, title)| (label.to_string(), title)).unzip();
        Self {
            text: quote.text,
            before: quote.before,
            after: quote.after,
            section: quote.section.as_str().to_owned(),
            fact_id: quote.fact.to_string(),
            bundle_id: quote.bundle.to_string(),
            start_char: quote.start_char,
            input,
            input_title,
        }
    }
}

impl From<domain::History> for History {
    fn from(history: domain::History) -> Self {
        let step = |step: domain::Step| HistoryStep { seq: step.seq, name: step.name, at: step.at, done: step.done };
        Self { steps: history.steps.into_iter().map(step).collect(), more: history.more }
    }
}
