//! Discoveries: making, finding, naming, archiving and deleting them, and taking steps back and forth; and the five
//! columns of one, in a file for each thing that is done to them.

pub(crate) mod add;
pub(crate) mod archive;
pub mod board;
mod derivation;
mod edit;
pub(crate) mod entity;
pub(crate) mod links;
mod merge;
mod order;
mod trace;

pub use add::{AddOutcome, NewEntity};
pub use derivation::{Derivation, Derived, DerivedSuggestion};
pub use edit::StateSet;
pub use entity::{Entity, EntityDetail, EntityVersion, LinkEnd};
pub use merge::KeptFact;
pub use trace::{TraceNode, TraceQuote, TraceReport};

use crate::facts::LIVE;
use crate::facts::WAITING;
use crate::facts::counts::CountCache;
use crate::keys::{change_packs, packs_for};
use crate::lookup::checked_title;
use crate::lookup::discovery_row;
use crate::lookup::discovery_row_at;
use factly_core::discovery::{DiscoveryKind, KindSigns};
use factly_core::facts::Status;
use factly_core::inputs::Stage;
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::context::area;
use crate::error::Result;
use crate::input_summary::{InputSummary, input_summaries};
use crate::store::discoveries::DiscoveryRow;
use crate::store::documents::InputKind;
use crate::store::inputs::InputOrigin;
use crate::store::{Op, Stack, Topic, UndoState};

area! {
    /// The five columns: what they hold, and what is done to it.
    Pipeline
}

area! {
    /// The discoveries of a library: made, found, renamed, archived and deleted.
    Discoveries
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    pub id: Uuid,
    pub title: String,
    pub goal: String,
    pub stage: Stage,
    /// The packs of keys that it has.
    pub packs: Vec<String>,
    /// As it was chosen; none where it is suggested.
    pub kind: Option<DiscoveryKind>,
    pub archived: bool,
    pub created_at: i64,
    pub updated_at: i64,
    pub inputs: u32,
    /// Facts that are neither superseded nor rejected.
    pub facts: u32,
    /// Those of them that are accepted.
    pub accepted: u32,
    /// Those of the accepted that the rules accepted.
    pub accepted_by_rules: u32,
    /// Number that waits for the analyst.
    pub waiting: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryDetail {
    pub discovery: Discovery,
    pub suggested_kind: DiscoveryKind,
    pub items: u32,
    /// Lines of which it was decided what of the catalogue they mean.
    pub priced_lines: u32,
    pub inputs: Vec<InputSummary>,
    pub undo: UndoState,
}

/// The changes; `None` leaves it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiscoveryChange {
    pub title: Option<String>,
    pub goal: Option<String>,
    pub stage: Option<Stage>,
    pub packs: Option<Vec<String>>,
    /// `Some(None)` is the suggested one again.
    pub kind: Option<Option<DiscoveryKind>>,
}

impl Discoveries<'_> {
    /// Newest first. `query` looks in titles and goals, without regard to case.
    pub fn list(&self, query: Option<&str>, archived: bool) -> Result<Vec<Discovery>> {
        let wanted = query.unwrap_or_default().trim().to_lowercase();
        let matches = |row: &DiscoveryRow| {
            row.archived == archived
                && (row.title.to_lowercase().contains(&wanted) || row.goal.to_lowercase().contains(&wanted))
        };
        let rows = self.ctx.read(|r| Ok(r.discoveries()?))?;
        rows.into_iter().filter(matches).map(|row| self.counted(row)).collect()
    }

    /// With the packs of keys that fit its goal.
    pub fn create(&self, title: &str, goal: &str) -> Result<Discovery> {
        self.create_with(title, goal, None)
    }

    /// With the packs named, which may be none.
    pub fn create_with(&self, title: &str, goal: &str, packs: Option<&[String]>) -> Result<Discovery> {
        let title = checked_title(title)?;
        let packs = packs_for(goal, packs)?;
        let op = Op::named(Stack::Library, message!("Create “{}”", title));
        let seq = self.ctx.write(op, |w| {
            w.topic(Topic::Library);
            Ok(w.insert_discovery(&title, goal.trim(), &packs)?)
        })?;
        let row = self.ctx.read(|r| r.discovery_at(seq.value)?.ok_or_else(crate::lookup::discovery_not_found))?;
        self.counted(row)
    }

    pub fn get(&self, id: Uuid) -> Result<DiscoveryDetail> {
        let (row, inputs, items, priced_lines) = self.ctx.read(|r| {
            let row = discovery_row(r, id)?;
            let inputs = input_summaries(r, row.seq)?;
            let (items, priced_lines) = (r.count_items(row.seq)?, r.count_canonical_links(row.seq)?);
            Ok((row, inputs, items, priced_lines))
        })?;
        let undo = self.ctx.store().undo_state(Stack::Discovery(row.seq))?;
        let discovery = self.counted(row)?;
        Ok(DiscoveryDetail {
            suggested_kind: suggested_kind(&discovery.packs, &inputs),
            items,
            priced_lines,
            discovery,
            inputs,
            undo,
        })
    }

    pub fn update(&self, id: Uuid, change: DiscoveryChange) -> Result<Discovery> {
        let title = change.title.as_deref().map(checked_title).transpose()?;
        let row = self.ctx.read(|r| discovery_row(r, id))?;
        let name = match (&title, &change.goal, change.stage, &change.packs, change.kind) {
            (Some(title), ..) => message!("Rename to “{}”", title),
            (None, None, Some(stage), ..) => message!("Move to {}", UserMessage::from(stage.as_str())),
            (None, None, None, Some(_), _) => message!("Change the packs of keys"),
            (None, None, None, None, Some(_)) => message!("Change the kind of the discovery"),
            _ => message!("Change the goal"),
        };
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            // What another process changed since is kept.
            let row = discovery_row_at(w, row.seq)?;
            let title = title.as_deref().unwrap_or(&row.title);
            let goal = change.goal.as_deref().map_or(row.goal.as_str(), str::trim);
            w.update_discovery(row.seq, title, goal, change.stage.unwrap_or(row.stage))?;
            if let Some(packs) = &change.packs {
                change_packs(w, &row, packs)?;
            }
            if let Some(kind) = change.kind {
                w.set_discovery_kind(row.seq, kind)?;
            }
            w.topic(Topic::Library);
            w.topic(Topic::Discovery);
            Ok(())
        })?;
        Ok(self.get(id)?.discovery)
    }

    pub fn archive(&self, id: Uuid, archived: bool) -> Result<Discovery> {
        let row = self.ctx.read(|r| discovery_row(r, id))?;
        let name =
            if archived { message!("Archive “{}”", row.title) } else { message!("Bring back “{}”", row.title) };
        let op = Op::named(Stack::Library, name);
        self.ctx.write(op, |w| {
            w.set_discovery_archived(row.seq, archived)?;
            w.topic(Topic::Library);
            Ok(())
        })?;
        Ok(self.get(id)?.discovery)
    }

    /// Hides the discovery with all that is in it; undo on the library's own stack brings it back.
    pub fn delete(&self, id: Uuid) -> Result<()> {
        let row = self.ctx.read(|r| discovery_row(r, id))?;
        let op = Op::named(Stack::Library, message!("Delete “{}”", row.title));
        self.ctx.write(op, |w| {
            w.hide_discovery(row.seq)?;
            w.topic(Topic::Library);
            Ok(())
        })?;
        Ok(())
    }

    fn counted(&self, row: DiscoveryRow) -> Result<Discovery> {
        let counts = self.ctx.cache::<CountCache>().load(self.ctx.store(), &row)?;
        Ok(Discovery {
            inputs: self.ctx.read(|r| Ok(r.input_count(row.seq)?))?,
            facts: counts.of_all(&LIVE),
            accepted: counts.of_all(&[(Status::Accepted, false), (Status::Accepted, true)]),
            accepted_by_rules: counts.accepted_by_rules(),
            waiting: counts.of_all(&WAITING),
            id: row.id,
            title: row.title,
            goal: row.goal,
            stage: row.stage,
            packs: serde_json::from_str(&row.packs).unwrap_or_default(),
            kind: row.kind,
            archived: row.archived,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// An Input that came as a file is a written document, unless the analyst says that it is a talk.
fn suggested_kind(packs: &[String], inputs: &[InputSummary]) -> DiscoveryKind {
    let is_document = |input: &&InputSummary| input.origin == InputOrigin::File && input.kind != InputKind::Interview;
    let documents = inputs.iter().filter(is_document).count();
    DiscoveryKind::suggested(KindSigns { packs, inputs: inputs.len(), documents })
}
