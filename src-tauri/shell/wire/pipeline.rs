//! The five columns: queries, cards, traces, and what becomes of entities.

use factly_core::discovery::{self as rules, status};
use factly_core::message;
use factly_engine::discovery::{self as domain, board};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::duplicates::Duplicate;
use super::facts::{AcceptedBy, DuplicateHold, FactStatus};
use super::message::UserMessage;
use crate::error::{AppError, AppResult};

wire_enum! {
    /// A column.
    Kind = rules::EntityKind { Input, Fact, Insight, Recommendation, Output }
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

wire_enum! {
    ColumnSort = board::Sort { Manual, Label, Status, Newest }
}

/// The query of a column.
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
    /// Without those that wait for a decision, unless something rests on them.
    pub hides_undecided: bool,
    /// Without those that the rules accepted, unless something rests on them or they are few.
    pub folds_by_rules: bool,
}

wire_struct! {
    PipelineColumns = board::BoardColumns {
        /// Another state of the discovery has another.
        revision: i64,
        columns: Vec<ColumnSummary>,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnSummary {
    pub kind: Kind,
    /// Of the column, archived or not as was asked.
    pub total: u32,
    /// Of the query.
    pub shown: u32,
    /// Undecided ones that the query hides.
    pub undecided: u32,
    /// Those that the rules accepted and that the query folds.
    pub by_rules: u32,
    /// Of `total`.
    pub by_status: Vec<StatusCount>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StatusCount {
    pub status: EntityStatus,
    pub count: u32,
}

wire_struct! {
    PipelineCards = board::CardPage {
        revision: i64,
        shown: u32,
        cards: Vec<Card>,
    }
}

wire_struct! {
    Card = board::Card {
        label: String,
        /// Of the version that stands: what the commands about facts and Inputs take.
        id: String,
        /// Of an Input or a fact one line, abridged; of a conclusion all of it.
        text: String,
        status: EntityStatus,
        version: u32,
        /// Number of entities that it rests on, and of those that rest on it.
        up: u32,
        down: u32,
        /// The first of what it rests on.
        up_labels: Vec<String>,
        orphan: bool,
        archived: bool,
        from_assistant: bool,
        has_evidence: bool,
        output_type: Option<OutputType>,
        fact_status: Option<FactStatus>,
        accepted_by: Option<AcceptedBy>,
    }
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

/// The outcome of a text that its column may hold already.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityAdded {
    pub added: Option<Card>,
    /// The duplicates: nothing was added then, unless it was wanted anyway.
    pub duplicates: Vec<Duplicate>,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<UserMessage>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityEdited {
    pub card: Card,
    pub marked: Vec<String>,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<UserMessage>,
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

wire_struct! {
    /// The result of a change of statuses.
    StateSet = domain::StateSet {
        marked: Vec<String>,
        /// Facts that were not accepted, unless they were wanted anyway.
        held_back: Vec<DuplicateHold>,
        /// A sentence, where a model was to judge and what is built in did.
        note: Option<UserMessage>,
    }
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

wire_struct! {
    /// The reason that an entity is marked.
    Because = status::MarkReason as because {
        from: Option<String>,
        what: String = because.what.as_str().to_owned(),
        was: Option<String>,
        is: Option<String>,
        /// A model's reason for it.
        why: Option<String>,
    }
}

wire_struct! {
    LinkEnd = domain::LinkEnd {
        label: String,
        text: String,
        status: EntityStatus,
        /// The fact's evidence makes the link, which cannot be removed.
        evidence: bool,
    }
}

wire_struct! {
    EntityVersion = domain::EntityVersion {
        version: u32,
        text: String,
        made_at: i64,
        restores: Option<u32>,
    }
}

wire_struct! {
    /// A model's proposal, which waits for the analyst.
    Suggestion = domain::DerivedSuggestion {
        id: String,
        kind: Kind,
        text: String,
        output_type: Option<OutputType>,
        links: Vec<String>,
        model: String,
        duplicates: Vec<Duplicate>,
    }
}

wire_struct! {
    Derived = domain::Derived {
        suggestions: Vec<Suggestion>,
        /// The problems that were repaired, left out or refused in the answer.
        problems: Vec<UserMessage>,
    }
}

wire_struct! {
    TraceReport = domain::TraceReport {
        markdown: String,
        root: TraceNode,
    }
}

wire_struct! {
    TraceNode = domain::TraceNode as node {
        label: String,
        kind: Kind = node.label.kind.into(),
        text: String,
        status: EntityStatus,
        quote: Option<TraceQuote>,
        /// The other places in the sources that say it.
        again: Vec<TraceQuote>,
        /// It came before, and what it rests on was told there.
        repeated: bool,
        children: Vec<TraceNode>,
    }
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

wire_struct! {
    History = factly_engine::undo::StepHistory {
        /// Newest first.
        steps: Vec<HistoryStep>,
        more: bool,
    }
}

wire_struct! {
    HistoryStep = factly_engine::undo::UndoStep {
        seq: i64,
        name: UserMessage,
        at: i64,
        done: bool,
    }
}

/// Two entities of neighbouring columns, whichever is named first.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub up: String,
    pub down: String,
}

pub fn pairs(links: &[Link]) -> AppResult<Vec<(rules::EntityLabel, rules::EntityLabel)>> {
    links.iter().map(|link| Ok((label(&link.up)?, label(&link.down)?))).collect()
}

/// Reads a label of the window's.
pub fn label(text: &str) -> AppResult<rules::EntityLabel> {
    rules::EntityLabel::parse(text)
        .ok_or_else(|| AppError::from(factly_engine::error::Error::invalid(message!("“{}” is no label.", text))))
}

pub fn labels(texts: &[String]) -> AppResult<Vec<rules::EntityLabel>> {
    texts.iter().map(|text| label(text)).collect()
}

pub fn names(labels: &[rules::EntityLabel]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
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
            hides_undecided: query.hides_undecided,
            folds_by_rules: query.folds_by_rules,
        }
    }
}

impl From<board::ColumnSummary> for ColumnSummary {
    fn from(found: board::ColumnSummary) -> Self {
        let by_status = found.by_status.into_iter();
        Self {
            kind: found.kind.into(),
            total: found.total,
            shown: found.shown,
            undecided: found.undecided,
            by_rules: found.by_rules,
            by_status: by_status.map(|(status, count)| StatusCount { status: status.into(), count }).collect(),
        }
    }
}
wire_from!(ColumnSummary = board::ColumnSummary);

impl From<board::EntityReach> for PipelineTrace {
    fn from(trace: board::EntityReach) -> Self {
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
    pub fn new(found: domain::AddOutcome, card: Option<board::Card>) -> Self {
        let duplicates = found.duplicates.into_iter().map(Into::into).collect();
        Self { added: card.map(Into::into), duplicates, note: found.note.map(Into::into) }
    }
}

impl EntityEdited {
    pub fn new(card: board::Card, edited: factly_engine::marks::EditOutcome) -> Self {
        Self { card: card.into(), marked: names(&edited.marked), note: edited.note.map(Into::into) }
    }
}

impl From<Vec<rules::EntityLabel>> for Marked {
    fn from(marked: Vec<rules::EntityLabel>) -> Self {
        Self { marked: names(&marked) }
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
wire_from!(TraceQuote = domain::TraceQuote);
