//! Inputs and the bundles that they are cut into: what comes in by the door, and what was made of it.

mod add;
mod collection;
mod edit;
mod file;
mod folder;
mod read;
mod view;

pub(crate) use add::rfc3339;
pub(crate) use edit::{InputEdit, UnparsedInput};

pub use add::{AddReport, Failure, HeldText, InputRemark, NamedRemark, NewDocument, NewInput, Parsing};
pub use view::{BundlePage, BundleSummary, BundleView};

use crate::lookup::input_row;
use factly_core::message;
use uuid::Uuid;

use crate::context::area;
use crate::error::Result;
use crate::store::{DiscoverySeq, Op, Stack, Topic, Writer};

pub use crate::input_summary::InputSummary;
use crate::input_summary::{input_summaries, input_summary, label};

area! {
    /// Inputs and the bundles that their texts are frozen in.
    Inputs
}

impl Inputs<'_> {
    pub fn list(&self, discovery: Uuid) -> Result<Vec<InputSummary>> {
        self.ctx.read(|r| input_summaries(r, crate::lookup::discovery_row(r, discovery)?.seq))
    }

    pub fn get(&self, id: Uuid) -> Result<InputSummary> {
        self.ctx.read(|r| input_summary(r, input_row(r, id)?))
    }

    pub fn rename_input(&self, id: Uuid, title: &str) -> Result<()> {
        let title = crate::lookup::checked_title(title)?;
        let row = self.ctx.read(|r| input_row(r, id))?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Rename {}", label(&row)));
        self.ctx.write(op, |w| {
            w.rename_input(row.seq, &title)?;
            w.touch_discovery(row.discovery)?;
            w.topic(Topic::Inputs);
            Ok(())
        })?;
        Ok(())
    }
}

/// Hides every version of an Input with its facts, but for those that another Input proves. Facts of other Inputs that
/// stand again are a change for what rests on them.
pub(crate) fn hide_input(w: &mut Writer<'_>, discovery: DiscoverySeq, label_no: i64) -> Result<()> {
    crate::facts::move_elsewhere(w, discovery, label_no)?;
    for version in w.input_versions(discovery, label_no, 0)? {
        let freed = w.facts_freed_with(version.seq)?;
        w.hide_input(version.seq)?;
        for fact in freed {
            crate::facts::restored(w, fact)?;
        }
    }
    [Topic::Facts, Topic::Runs].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}
