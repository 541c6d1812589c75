//! Inputs, and what is told while they are read.

use factly_engine::{bundle, store::inputs, task::Step};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{count, mirror::wire_enum};
use crate::error::AppError;

wire_enum! {
    Origin = inputs::Origin { Paste, File, Stdin, Sample, Imported }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct InputSummary {
    pub id: String,
    pub label: String,
    pub title: String,
    pub origin: Origin,
    pub file_name: Option<String>,
    pub chars: u32,
    pub bundles: u32,
    pub parsed: u32,
    pub failed: u32,
    pub facts: u32,
    pub added_at: i64,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum IngestEvent {
    Progress { title: String, done: u32, total: u32, facts: u32 },
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AddReport {
    pub added: Vec<InputSummary>,
    /// Texts that Inputs have already, or nearly, of which nothing was added.
    pub held_back: Vec<HeldText>,
    pub failures: Vec<AddFailure>,
    pub notes: Vec<String>,
    pub cancelled: bool,
    /// Why what was added, or was there, was not read.
    pub unread: Option<AppError>,
}

/// A text that an Input has already, or nearly.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HeldText {
    pub title: String,
    /// Which of the files it is, counted from 0.
    pub place: u32,
    /// What it is like, most alike first.
    pub like: Vec<LikeInput>,
}

/// An Input that says the same as a text, or nearly.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LikeInput {
    pub input: InputSummary,
    /// From 0 to 1, where 1 is the very same text.
    #[specta(type = i32)]
    pub score: f64,
    pub reason: String,
    /// The first sentences that only the text has, and those that only the Input has.
    pub only_here: Vec<String>,
    pub only_there: Vec<String>,
}

/// A text that is pasted. Without a title its first line is that.
#[derive(Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewText {
    pub title: Option<String>,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AddFailure {
    pub name: String,
    pub error: AppError,
}

impl From<bundle::InputSummary> for InputSummary {
    fn from(input: bundle::InputSummary) -> Self {
        Self {
            id: input.id.to_string(),
            label: input.label,
            title: input.title,
            origin: input.origin.into(),
            file_name: input.file_name,
            chars: input.chars,
            bundles: input.bundles,
            parsed: input.parsed,
            failed: input.failed,
            facts: input.facts,
            added_at: input.added_at,
        }
    }
}

impl From<bundle::AddReport> for AddReport {
    fn from(report: bundle::AddReport) -> Self {
        Self {
            added: report.added.into_iter().map(Into::into).collect(),
            held_back: report.held_back.into_iter().map(Into::into).collect(),
            failures: report.failures.into_iter().map(Into::into).collect(),
            notes: report.notes,
            cancelled: report.cancelled,
            unread: report.unread.map(Into::into),
        }
    }
}

impl From<bundle::LikeInput> for LikeInput {
    fn from(like: bundle::LikeInput) -> Self {
        Self {
            input: like.input.into(),
            score: like.score,
            reason: like.reason,
            only_here: like.only_here,
            only_there: like.only_there,
        }
    }
}

impl From<bundle::HeldText> for HeldText {
    fn from(held: bundle::HeldText) -> Self {
        Self { title: held.title, place: count(held.place), like: held.like.into_iter().map(Into::into).collect() }
    }
}

impl From<bundle::Failure> for AddFailure {
    fn from(failure: bundle::Failure) -> Self {
        Self { name: failure.name, error: failure.error.into() }
    }
}

/// A title longer than this would be cut off on the screen anyhow; the event must stay small.
const TITLE_CHARS: usize = 200;

impl From<&Step> for IngestEvent {
    fn from(step: &Step) -> Self {
        Self::Progress {
            title: step.title.chars().take(TITLE_CHARS).collect(),
            done: count(step.done),
            total: count(step.total),
            facts: count(step.facts),
        }
    }
}
