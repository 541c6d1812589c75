//! Inputs and the bundles that they are cut into: what comes in by the door, and what was made of it.

mod add;
mod alike;
mod edit;
mod file;
mod read;
mod view;

pub(crate) use add::rfc3339;
pub(crate) use alike::Texts;
pub(crate) use edit::{InputEdit, Unread};

pub use add::{AddReport, Failure, HeldText, NewInput, Parsing};
pub use alike::LikeInput;
pub use file::{MAX_INPUT_BYTES, decode, read_file};
pub use view::{BundlePage, BundleSummary, BundleView};

use factly_core::discovery::{EntityLabel, Kind};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::library::Library;
use crate::store::inputs::{InputRow, Origin};
use crate::store::{DiscoverySeq, Op, Reader, Stack, Topic, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSummary {
    pub id: Uuid,
    /// "I-3".
    pub label: String,
    pub title: String,
    pub origin: Origin,
    pub file_name: Option<String>,
    pub chars: u32,
    pub bundles: u32,
    /// Bundles that a run has parsed.
    pub parsed: u32,
    /// Bundles whose last run failed.
    pub failed: u32,
    /// Facts that are neither superseded nor rejected.
    pub facts: u32,
    pub added_at: i64,
}

impl Library {
    pub fn inputs(&self, discovery: Uuid) -> Result<Vec<InputSummary>> {
        self.read(|r| input_summaries(r, crate::discovery::discovery_row(r, discovery)?.seq))
    }

    pub fn input(&self, id: Uuid) -> Result<InputSummary> {
        self.read(|r| input_summary(r, input_row(r, id)?))
    }

    pub fn rename_input(&self, id: Uuid, title: &str) -> Result<()> {
        let title = crate::discovery::checked_title(title)?;
        let row = self.read(|r| input_row(r, id))?;
        let op = Op::named(Stack::Discovery(row.discovery), format!("Rename {}", label(&row)));
        self.write(op, |w| {
            w.rename_input(row.seq, &title)?;
            w.touch_discovery(row.discovery)?;
            w.topic(Topic::Inputs);
            Ok(())
        })?;
        Ok(())
    }

    /// Hides the Input and the facts that only it proves, and marks what rested on them.
    pub fn delete_input(&self, id: Uuid) -> Result<()> {
        let (discovery, label) = self.read(|r| {
            let row = input_row(r, id)?;
            let discovery =
                r.discovery_at(row.discovery)?.ok_or_else(|| Error::not_found("There is no such discovery."))?;
            Ok((discovery.id, EntityLabel::new(Kind::Input, row.label_no)))
        })?;
        self.delete_entities(discovery, &[label])?;
        Ok(())
    }
}

/// Hides every version of an Input with its facts, but for those that another Input proves. Facts of other Inputs that
/// stand again are a change for what rests on them.
pub(crate) fn hide_input(w: &mut Writer<'_>, discovery: DiscoverySeq, label_no: i64) -> Result<()> {
    crate::ledger::move_elsewhere(w, discovery, label_no)?;
    for version in w.input_versions(discovery, label_no, 0)? {
        let freed = w.facts_freed_with(version.seq)?;
        w.hide_input(version.seq)?;
        for fact in freed {
            crate::ledger::restored(w, fact)?;
        }
    }
    [Topic::Facts, Topic::Runs].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}

pub(crate) fn input_row(r: &Reader, id: Uuid) -> Result<InputRow> {
    r.input(id)?.ok_or_else(|| {
        Error::not_found("There is no such Input.").hint("It may have been deleted: undo brings it back.")
    })
}

pub(crate) fn input_summaries(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<InputSummary>> {
    r.inputs(discovery)?.into_iter().map(|row| input_summary(r, row)).collect()
}

fn input_summary(r: &Reader, row: InputRow) -> Result<InputSummary> {
    let counts = r.input_counts(row.seq)?;
    Ok(InputSummary {
        id: row.id,
        label: label(&row),
        title: row.title,
        origin: row.origin,
        file_name: row.file_name,
        chars: row.chars,
        bundles: counts.bundles,
        parsed: counts.parsed,
        failed: counts.failed,
        facts: counts.facts,
        added_at: row.added_at,
    })
}

fn label(row: &InputRow) -> String {
    format!("I-{}", row.label_no)
}
