//! Discoveries, as the side bar and the header show them.

use factly_core::bundle;
use factly_engine::{discovery as domain, store};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{count, input::InputSummary, mirror::wire_enum};

wire_enum! {
    Stage = bundle::Stage { Ideation, Planning, Solutioning }
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
    /// Tells the step that undo would take back from others of its name.
    pub newest: Option<i64>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoReport {
    pub done: Option<String>,
    /// How many answers that were taken back are not drafts again, since newer ones stand in their place.
    pub kept_drafts: u32,
    /// How many steps stand on the one that was asked for, so that it was not undone.
    pub later: u32,
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

impl From<domain::Discovery> for Discovery {
    fn from(found: domain::Discovery) -> Self {
        Self {
            id: found.id.to_string(),
            title: found.title,
            goal: found.goal,
            stage: found.stage.into(),
            archived: found.archived,
            created_at: found.created_at,
            updated_at: found.updated_at,
            inputs: found.inputs,
            facts: found.facts,
            waiting: found.waiting,
        }
    }
}

impl From<domain::DiscoveryDetail> for DiscoveryDetail {
    fn from(found: domain::DiscoveryDetail) -> Self {
        Self {
            discovery: found.discovery.into(),
            inputs: found.inputs.into_iter().map(Into::into).collect(),
            undo: found.undo.into(),
        }
    }
}

impl From<store::UndoState> for UndoState {
    fn from(state: store::UndoState) -> Self {
        Self { undo: state.undo, redo: state.redo, newest: state.newest }
    }
}

impl From<domain::Turned> for UndoReport {
    fn from(turned: domain::Turned) -> Self {
        Self {
            done: turned.done,
            kept_drafts: count(turned.kept_drafts),
            later: turned.later,
            state: turned.state.into(),
        }
    }
}

impl From<DiscoveryChange> for domain::DiscoveryChange {
    fn from(change: DiscoveryChange) -> Self {
        Self { title: change.title, goal: change.goal, stage: change.stage.map(Into::into) }
    }
}
