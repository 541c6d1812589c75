//! Discoveries, as the side bar and the header show them.

use super::message::UserMessage;
use factly_core::{discovery as core, inputs};
use factly_engine::{discovery as domain, store};
use serde::Deserialize;
use specta::Type;

use super::inputs::InputSummary;

wire_enum! {
    Stage = inputs::Stage { Ideation, Planning, Solutioning }
}

wire_enum! {
    /// The purpose of a discovery: it says what the window shows of it at first.
    DiscoveryKind = core::DiscoveryKind { Study, Plan, Documents, Everything }
}

wire_struct! {
    Discovery = domain::Discovery {
        id: String,
        title: String,
        goal: String,
        stage: Stage,
        /// The packs of keys that it has.
        packs: Vec<String>,
        /// As it was chosen; none where it is suggested.
        kind: Option<DiscoveryKind>,
        archived: bool,
        created_at: i64,
        updated_at: i64,
        inputs: u32,
        facts: u32,
        accepted: u32,
        /// Those of the accepted that the rules accepted.
        accepted_by_rules: u32,
        /// Proposed, in conflict, or to be reviewed.
        waiting: u32,
    }
}

wire_struct! {
    /// A pack of keys that a discovery may have.
    PackOffer = factly_engine::keys::PackOffer as offer {
        name: String = offer.name.to_owned(),
        keys: u32 = u32::try_from(offer.keys).unwrap_or(u32::MAX),
        /// The words of the goal that it fits by; none where it does not.
        fits: Vec<String> = offer.fits,
    }
}

wire_struct! {
    /// The effects of the next undo and redo, as in "Accept F-12".
    #[derive(Default)]
    UndoState = store::UndoState {
        undo: Option<UserMessage>,
        redo: Option<UserMessage>,
        /// Tells the step that undo would take back from others of its name.
        newest: Option<i64>,
    }
}

wire_struct! {
    UndoReport = factly_engine::undo::UndoResult {
        done: Option<UserMessage>,
        /// Count of the answers that were taken back and are not drafts again, since newer ones stand in their place.
        kept_drafts: u32,
        /// Count of the steps that rest on the requested one, so that it was not undone.
        later: u32,
        state: UndoState,
    }
}

wire_struct! {
    DiscoveryDetail = domain::DiscoveryDetail {
        discovery: Discovery,
        suggested_kind: DiscoveryKind,
        items: u32,
        /// Count of the lines of which it was decided what of the catalogue they mean.
        priced_lines: u32,
        inputs: Vec<InputSummary>,
        undo: UndoState,
    }
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveryChange {
    pub title: Option<String>,
    pub goal: Option<String>,
    pub stage: Option<Stage>,
    pub packs: Option<Vec<String>>,
    pub kind: Option<KindChoice>,
}

/// The kind that is chosen for a discovery, or the suggested one again.
#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum KindChoice {
    Suggested,
    Study,
    Plan,
    Documents,
    Everything,
}

impl From<KindChoice> for Option<core::DiscoveryKind> {
    fn from(choice: KindChoice) -> Self {
        match choice {
            KindChoice::Suggested => None,
            KindChoice::Study => Some(core::DiscoveryKind::Study),
            KindChoice::Plan => Some(core::DiscoveryKind::Plan),
            KindChoice::Documents => Some(core::DiscoveryKind::Documents),
            KindChoice::Everything => Some(core::DiscoveryKind::Everything),
        }
    }
}

impl From<DiscoveryChange> for domain::DiscoveryChange {
    fn from(change: DiscoveryChange) -> Self {
        Self {
            title: change.title,
            goal: change.goal,
            stage: change.stage.map(Into::into),
            packs: change.packs,
            kind: change.kind.map(Into::into),
        }
    }
}
