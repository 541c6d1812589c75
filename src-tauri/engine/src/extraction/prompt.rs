//! The exact prompt of a bundle, for any model that the analyst runs.

use factly_core::extraction::prompt::{AcceptedValue, BundlePrompt, LedgerSnapshot, extraction};
use uuid::Uuid;

use crate::error::Result;
use crate::extraction::Runs;
use crate::facts::Facts;
use crate::items::ItemMentions;
use crate::lookup::bundle_row;
use crate::store::Reader;
use crate::store::bundles::BundleRow;

/// More accepted facts than this would crowd out the text.
const SNAPSHOT_FACTS: u32 = 200;

impl Runs<'_> {
    pub fn run_prompt(&self, bundle: Uuid) -> Result<String> {
        self.ctx.read(|r| self.prompt_of(r, &bundle_row(r, bundle)?))
    }

    pub(super) fn prompt_of(&self, r: &Reader, row: &BundleRow) -> Result<String> {
        let text = r.bundle_text(row.seq)?.text;
        let registry = Facts::new(self.ctx).registry_of(r, row.discovery)?;
        let facts = r.accepted_typed_facts(row.discovery, SNAPSHOT_FACTS)?;
        let accepted: Vec<AcceptedValue<'_>> = facts
            .iter()
            .map(|fact| AcceptedValue {
                scope: fact.scope.clone(),
                key: &fact.key,
                value: serde_json::from_str(&fact.value).unwrap_or_default(),
            })
            .collect();
        let id = row.id.to_string();
        let bundle = BundlePrompt { bundle_id: &id, sha256: &row.sha256, text: &text, stage: row.stage };
        let items = ItemMentions::read(r, row.discovery)?.for_prompt(&text, &row.selected);
        Ok(extraction(&bundle, &LedgerSnapshot { items: &items, accepted: &accepted }, &registry))
    }
}
