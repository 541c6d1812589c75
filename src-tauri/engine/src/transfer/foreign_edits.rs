//! Words that another application gave a fact in its column, while the ledger of the file stayed as it was: a new version
//! of the fact, by the rules of an edit.

use factly_core::discovery::EntityLabel;

use crate::context::Context;
use crate::error::{Code, Result};
use crate::facts::edited_elsewhere;
use crate::lookup::standing_fact;
use crate::store::{DiscoverySeq, Writer};
use crate::transfer::index::RecordedFact;

pub(super) struct ForeignEdit {
    pub(super) discovery: DiscoverySeq,
    /// As it is called here.
    pub(super) fact: EntityLabel,
    /// The words before the edit.
    pub(super) recorded: RecordedFact,
    pub(super) words: String,
}

impl ForeignEdit {
    /// A fact that has got other words here meanwhile, or is gone, stays as it is.
    pub(super) fn apply(&self, ctx: &Context, w: &mut Writer<'_>) -> Result<()> {
        match standing_fact(w, self.discovery, self.fact) {
            Ok(row) if self.recorded.says(&row.text) => edited_elsewhere(ctx, w, &row, &self.words),
            Ok(_) => Ok(()),
            Err(error) if error.code == Code::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}
