//! Inputs, and what is told while they are read.

use factly_engine::{inputs, task::TaskStep};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::message::UserMessage;
use super::{
    count,
    originals::{InputKind, NamedRemark, Origin},
};
use crate::error::AppError;

wire_struct! {
    InputSummary = inputs::InputSummary {
        id: String,
        label: String,
        title: String,
        origin: Origin,
        file_name: Option<String>,
        /// Of the document that it was read from: "pdf", "text".
        format: String,
        pages: Option<u32>,
        kind: InputKind,
        chars: u32,
        bundles: u32,
        parsed: u32,
        failed: u32,
        facts: u32,
        /// Those of them that are accepted.
        kept: u32,
        /// Those of the accepted that the rules accepted.
        kept_by_rules: u32,
        added_at: i64,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum IngestEvent {
    Progress { title: String, done: u32, total: u32, facts: u32, file: u32, files: u32 },
}

wire_struct! {
    AddReport = inputs::AddReport {
        added: Vec<InputSummary>,
        /// Texts that Inputs have already, or nearly, of which nothing was added.
        held_back: Vec<HeldText>,
        failures: Vec<AddFailure>,
        notes: Vec<NamedRemark>,
        cancelled: bool,
        /// The reason that a text that was added, or was there, was not read.
        unread: Option<AppError>,
    }
}

wire_struct! {
    /// A text that an Input has already, or nearly.
    HeldText = inputs::HeldText as held {
        title: String,
        /// The index among the files, counted from 0.
        place: u32,
        /// The path of the file.
        path: Option<String> = held.path.map(|path| path.to_string_lossy().into_owned()),
        /// The similar Inputs, most alike first.
        like: Vec<LikeInput>,
    }
}

wire_struct! {
    /// An Input that says the same as a text, or nearly.
    LikeInput = factly_engine::duplicates::LikeInput {
        input: InputSummary,
        /// From 0 to 1, where 1 is the very same text.
        #[specta(type = i32)]
        score: f64,
        reason: UserMessage,
        /// The first sentences that only the text has, and those that only the Input has.
        only_here: Vec<String>,
        only_there: Vec<String>,
    }
}

/// A text that is pasted, or what a formatted clipboard says as HTML. Without a title its first line is that.
#[derive(Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewText {
    pub title: Option<String>,
    pub text: String,
    pub html: Option<String>,
}

wire_struct! {
    AddFailure = inputs::Failure {
        name: String,
        error: AppError,
    }
}

/// A title longer than this would be cut off on the screen anyhow; the event must stay small.
const TITLE_CHARS: usize = 200;

impl IngestEvent {
    /// A step of one of several files, counted from 1.
    pub fn of_file(step: &TaskStep, number: usize, of: usize) -> Self {
        Self::Progress {
            title: step.title.chars().take(TITLE_CHARS).collect(),
            done: count(step.done),
            total: count(step.total),
            facts: count(step.facts),
            file: count(number),
            files: count(of),
        }
    }
}
