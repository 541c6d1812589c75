//! Filters of the ledger that are kept under a name, as steps of the discovery that can be undone.

use factly_core::facts::{AcceptedBy, Status};
use factly_core::message;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::audit::Audit;
use crate::error::{Error, Result};
use crate::facts::FactFilter;
use crate::lookup::discovery_row;
use crate::store::saved_views::SavedViewRow;
use crate::store::{DiscoverySeq, Op, Reader, Stack};

/// The longest name that a row of buttons can show.
const MAX_NAME_CHARS: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    pub id: Uuid,
    pub name: String,
    pub filter: FactFilter,
}

/// A filter as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFilter {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    statuses: Option<Vec<Status>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    needs_review: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accepted_by: Option<AcceptedBy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Audit<'_> {
    /// In the order in which they were saved.
    pub fn saved_views(&self, discovery: Uuid) -> Result<Vec<SavedView>> {
        self.ctx.read(|r| Ok(r.saved_views(discovery_row(r, discovery)?.seq)?.into_iter().map(view_from).collect()))
    }

    /// Keeps a filter under a name; one of that name is kept with this filter instead.
    pub fn save_view(&self, discovery: Uuid, name: &str, filter: &FactFilter) -> Result<SavedView> {
        let name = name_of_view(name)?;
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let op = Op::named(Stack::Discovery(row.seq), message!("Save the view {}", name));
        let saved = self.ctx.write(op, |w| {
            let filter = stored(filter);
            match named(w, row.seq, &name)? {
                Some(known) => {
                    w.set_saved_view(known.seq, &known.name, &filter)?;
                    Ok(known.id)
                }
                None => Ok(w.insert_saved_view(row.seq, &name, &filter)?),
            }
        })?;
        self.ctx.read(|r| Ok(view_from(view_row(r, saved.value)?)))
    }

    pub fn rename_view(&self, view: Uuid, name: &str) -> Result<()> {
        let name = name_of_view(name)?;
        let row = self.ctx.read(|r| view_row(r, view))?;
        self.ctx.write(Op::named(Stack::Discovery(row.discovery), message!("Rename the view {}", row.name)), |w| {
            if named(w, row.discovery, &name)?.is_some_and(|other| other.id != view) {
                return Err(
                    Error::refused(message!("There is a view “{}” already.", name)).hint("Choose another name.")
                );
            }
            Ok(w.set_saved_view(row.seq, &name, &row.filter)?)
        })?;
        Ok(())
    }

    pub fn delete_view(&self, view: Uuid) -> Result<()> {
        let row = self.ctx.read(|r| view_row(r, view))?;
        self.ctx.write(Op::named(Stack::Discovery(row.discovery), message!("Delete the view {}", row.name)), |w| {
            Ok(w.hide_saved_view(row.seq)?)
        })?;
        Ok(())
    }
}

/// Returns whether this is a filter as it is stored.
pub(crate) fn is_filter(json: &str) -> bool {
    serde_json::from_str::<StoredFilter>(json).is_ok()
}

/// A name as it is kept.
pub(crate) fn name_of_view(name: &str) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        0 => Err(Error::invalid("A view needs a name.")),
        1..=MAX_NAME_CHARS => Ok(name),
        _ => Err(Error::invalid(message!("The name of a view has at most {} characters.", MAX_NAME_CHARS))),
    }
}

fn named(r: &Reader, discovery: DiscoverySeq, name: &str) -> Result<Option<SavedViewRow>> {
    let name = name.to_lowercase();
    Ok(r.saved_views(discovery)?.into_iter().find(|view| view.name.to_lowercase() == name))
}

fn view_row(r: &Reader, view: Uuid) -> Result<SavedViewRow> {
    r.saved_view(view)?.ok_or_else(|| {
        Error::not_found("There is no such view.").hint("It may have been deleted: undo brings it back.")
    })
}

fn stored(filter: &FactFilter) -> String {
    let FactFilter { statuses, needs_review, accepted_by, input, text } = filter.clone();
    let stored = StoredFilter { statuses, needs_review, accepted_by, input, text };
    serde_json::to_string(&stored).unwrap_or_else(|_| "{}".to_owned())
}

/// A filter that cannot be read shows everything.
fn view_from(row: SavedViewRow) -> SavedView {
    let filter = serde_json::from_str(&row.filter)
        .map(|StoredFilter { statuses, needs_review, accepted_by, input, text }| FactFilter {
            statuses,
            needs_review,
            accepted_by,
            input,
            text,
        })
        .unwrap_or_default();
    SavedView { id: row.id, name: row.name, filter }
}
