//! Discoveries, as the side bar and the header show them.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::input::InputSummary;

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Ideation,
    Planning,
    Solutioning,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    pub id: String,
    pub title: String,
    pub goal: String,
    pub stage: Stage,
    pub archived: bool,
    pub created_at: i64,
    pub updated_at: i64,
    pub inputs: u32,
    pub facts: u32,
    /// Proposed, in conflict, or to be reviewed.
    pub waiting: u32,
}

/// What the next undo and redo would do, as in "Accept F-12".
#[derive(Clone, Debug, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoState {
    pub undo: Option<String>,
    pub redo: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoReport {
    pub done: Option<String>,
    pub state: UndoState,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveryDetail {
    pub discovery: Discovery,
    pub inputs: Vec<InputSummary>,
    pub undo: UndoState,
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveryChange {
    pub title: Option<String>,
    pub goal: Option<String>,
    pub stage: Option<Stage>,
}
