//! The field that a fact fills: its key, of the item that it speaks of. The text of a value does not name the item, so
//! two facts of the same words may be of two things.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::keys::NOTE_KEY;

use crate::duplicates::DuplicateGroup;
use crate::error::Result;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, Reader};

/// Returns whether two facts fill different fields: then neither says what the other does, whatever their words. A
/// statement fills none.
pub(crate) fn fill_others(one: &FactRow, other: &FactRow) -> bool {
    let is_typed = |row: &FactRow| row.key != NOTE_KEY;
    is_typed(one) && is_typed(other) && (&one.key, &one.scope) != (&other.key, &other.scope)
}

/// The fact that an entity is, if it fills a field.
pub(super) fn filling(r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<Option<FactRow>> {
    if label.kind != EntityKind::Fact {
        return Ok(None);
    }
    Ok(r.fact_by_label(discovery, label.no)?.filter(|row| row.key != NOTE_KEY))
}

/// A group without what only reads the same: one for each field that several fill. Statements stay with the first.
pub(super) fn by_field(r: &Reader, discovery: DiscoverySeq, group: DuplicateGroup) -> Result<Vec<DuplicateGroup>> {
    let mut fields: BTreeMap<(String, String), DuplicateGroup> = BTreeMap::new();
    let mut statements = Vec::new();
    let empty = DuplicateGroup { labels: Vec::new(), texts: Vec::new(), ..group.clone() };
    for (label, text) in group.labels.iter().zip(&group.texts) {
        match filling(r, discovery, *label)? {
            Some(row) => {
                let item = row.scope.item_id().unwrap_or_default().to_owned();
                let field = fields.entry((row.key, item)).or_insert_with(|| empty.clone());
                field.labels.push(*label);
                field.texts.push(text.clone());
            }
            None => statements.push((*label, text.clone())),
        }
    }
    if fields.len() < 2 {
        return Ok(vec![group]);
    }
    let mut parts: Vec<DuplicateGroup> = fields.into_values().collect();
    parts.sort_by(|a, b| a.labels.cmp(&b.labels));
    if let Some(first) = parts.first_mut() {
        let mut members: Vec<_> = first.labels.drain(..).zip(first.texts.drain(..)).chain(statements).collect();
        members.sort_by_key(|(label, _)| *label);
        (first.labels, first.texts) = members.into_iter().unzip();
    }
    parts.retain(|part| part.labels.len() > 1);
    Ok(parts)
}
