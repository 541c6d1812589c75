//! Matching of the canonical items of a file with those of this library.

use std::collections::HashMap;

use factly_core::catalogue::CanonicalItem;
use factly_core::transfer::canonical_links::CanonicalRecord;
use factly_core::values::fold;

use crate::error::Result;
use crate::store::{CanonicalSeq, Reader};

/// The items of the catalogue, and those that lines wait for, by name and unit.
pub(super) struct CanonicalIndex(HashMap<(String, String), CanonicalMatch>);

/// The row of a canonical item; one that is hidden is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CanonicalMatch {
    pub(super) seq: CanonicalSeq,
    pub(super) is_hidden: bool,
}

impl CanonicalIndex {
    pub(super) fn read(r: &Reader) -> Result<Self> {
        let called = |item: CanonicalItem| (fold(&item.name), item.unit);
        let waiting = r.waiting_canonicals()?.into_iter().map(|row| (row.seq, row.item, true));
        let there = r.canonical_items()?.into_iter().map(|row| (row.seq, row.item, false));
        // Of two that are called so, the one that is there comes last and stays.
        let known =
            waiting.chain(there).map(|(seq, item, is_hidden)| (called(item), CanonicalMatch { seq, is_hidden }));
        Ok(Self(known.collect()))
    }

    pub(super) fn find(&self, r: &Reader, record: &CanonicalRecord) -> Result<Option<CanonicalMatch>> {
        let by_id = r.any_canonical(record.uuid)?.map(|(seq, is_hidden)| CanonicalMatch { seq, is_hidden });
        let by_name = self.0.get(&(fold(&record.name), record.unit.clone())).copied();
        let is_there = |found: &CanonicalMatch| !found.is_hidden;
        Ok(by_id.filter(is_there).or(by_name.filter(is_there)).or(by_id).or(by_name))
    }
}
