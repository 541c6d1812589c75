//! The facts that a merge found to say what one here says already.

use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::discovery::{EntityKind, EntityLabel};
use rusqlite::{OptionalExtension, params};

use crate::store::{DiscoverySeq, FactSeq, Reader, StoreError};

impl Reader {
    /// The fact that stands for a label whose value was found to be said here already, and that fact's row with the value.
    /// Only one with the very value: a reason may have come with another library's labels.
    pub fn equivalent_fact(
        &self,
        discovery: DiscoverySeq,
        label_no: i64,
    ) -> Result<Option<(i64, FactSeq)>, StoreError> {
        let newest =
            "SELECT because, key, item_id, norm FROM (SELECT * FROM fact WHERE discovery = ?1 AND label_no = ?2
                AND deleted = 0 ORDER BY version DESC LIMIT 1) WHERE status = 'superseded'";
        let mut newest = self.connection().prepare_cached(newest)?;
        type SupersededRow = (Option<String>, String, String, String);
        let latest = newest.query_row(params![discovery, label_no], |row| {
            Ok::<SupersededRow, _>((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        });
        let Some((Some(because), key, item, norm)) = latest.optional()? else { return Ok(None) };
        let because: Option<MarkReason> = serde_json::from_str(&because).ok();
        let into = because
            .filter(|because| because.what == MarkEvent::Merged)
            .and_then(|because| EntityLabel::parse(because.from.as_deref()?))
            .filter(|into| into.kind == EntityKind::Fact && into.no != label_no);
        let Some(into) = into else { return Ok(None) };
        let same = "SELECT seq FROM fact WHERE discovery = ?1 AND label_no = ?2 AND key = ?3 AND norm = ?4
                AND item_id = ?5 AND deleted = 0 ORDER BY version DESC LIMIT 1";
        let mut same = self.connection().prepare_cached(same)?;
        for scope in self.scopes(discovery, &item)? {
            let found = same.query_row(params![discovery, into.no, key, norm, scope], |row| row.get(0)).optional()?;
            if let Some(seq) = found {
                return Ok(Some((into.no, seq)));
            }
        }
        Ok(None)
    }
}
