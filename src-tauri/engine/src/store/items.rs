//! SQL of `item`, and of the facts that an item's merge or split touches.

use factly_core::items;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, FactSeq, ItemSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRow {
    pub seq: ItemSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub number: i64,
    pub name: String,
    pub aliases: Vec<String>,
    pub description: String,
    pub archived: bool,
    /// The number of the item that it was merged into.
    pub merged_into: Option<i64>,
    pub created_at: i64,
}

impl ItemRow {
    /// "i1"
    pub fn reference(&self) -> String {
        items::reference(self.number)
    }
}

/// The accepted fact of a key within one of several scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedItemFact {
    pub fact: FactSeq,
    pub key: String,
    pub norm: String,
}

const SELECT: &str = "SELECT i.seq, i.id, i.discovery, i.number, i.name, i.aliases, i.description, i.archived,
    o.number, i.created_at
    FROM item AS i LEFT JOIN item AS o ON o.seq = i.merged_into
    WHERE i.deleted = 0";

/// The scopes whose facts count as those of the item `?2` of the discovery `?1`: its own, that of the item that it was
/// merged into, and those of all that were merged into that one.
const SCOPES: &str = "SELECT 'i' || ?2
    UNION SELECT 'i' || s.number FROM item AS a JOIN item AS s ON s.seq = coalesce(a.merged_into, a.seq)
        WHERE a.discovery = ?1 AND a.number = ?2
    UNION SELECT 'i' || s.number FROM item AS a JOIN item AS s ON s.merged_into = coalesce(a.merged_into, a.seq)
        WHERE a.discovery = ?1 AND a.number = ?2";

impl Reader {
    pub fn item_at(&self, seq: ItemSeq) -> Result<Option<ItemRow>, StoreError> {
        let sql = format!("{SELECT} AND i.seq = ?1");
        self.select_one(&sql, [seq], item_row)
    }

    /// The items that stand, archived ones too, by number. Those that were merged into another stand no longer.
    pub fn items(&self, discovery: DiscoverySeq) -> Result<Vec<ItemRow>, StoreError> {
        self.items_where("AND i.discovery = ?1 AND i.merged_into IS NULL", discovery)
    }

    /// Returns the count of [`Self::items`].
    pub fn count_items(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM item WHERE discovery = ?1 AND merged_into IS NULL AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([discovery], |row| row.get(0))?)
    }

    /// As [`Self::items`], with those that were merged.
    pub fn items_and_merged(&self, discovery: DiscoverySeq) -> Result<Vec<ItemRow>, StoreError> {
        self.items_where("AND i.discovery = ?1", discovery)
    }

    fn items_where(&self, condition: &str, discovery: DiscoverySeq) -> Result<Vec<ItemRow>, StoreError> {
        let sql = format!("{SELECT} {condition} ORDER BY i.number");
        self.select(&sql, [discovery], item_row)
    }

    pub fn item(&self, id: Uuid) -> Result<Option<ItemRow>, StoreError> {
        let sql = format!(
            "{SELECT} AND i.id = ?1 AND EXISTS (SELECT 1 FROM discovery WHERE seq = i.discovery AND deleted = 0)"
        );
        self.select_one(&sql, [id], item_row)
    }

    /// The item that a reference means: where it was merged, the one that it was merged into.
    pub fn item_meant(&self, discovery: DiscoverySeq, reference: &str) -> Result<Option<ItemRow>, StoreError> {
        let Some(number) = items::number_of(reference) else { return Ok(None) };
        let sql = format!(
            "{SELECT} AND i.seq = (SELECT coalesce(merged_into, seq) FROM item WHERE discovery = ?1 AND number = ?2)"
        );
        self.select_one(&sql, params![discovery, number], item_row)
    }

    /// The scopes whose facts count as those of an item: its own reference, and those of what was merged into it.
    pub fn scopes_of_item(&self, discovery: DiscoverySeq, reference: &str) -> Result<Vec<String>, StoreError> {
        let Some(number) = items::number_of(reference) else { return Ok(vec![reference.to_owned()]) };
        self.select(SCOPES, params![discovery, number], |row| row.get(0))
    }

    /// Returns whether any fact that is neither superseded nor rejected speaks of an item.
    pub fn has_live_facts_of_item(&self, discovery: DiscoverySeq, number: i64) -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM fact WHERE discovery = ?1 AND item_id IN ({SCOPES})
             AND status IN ('proposed', 'accepted', 'conflict') AND deleted = 0)"
        );
        Ok(self.connection().prepare_cached(&sql)?.query_row(params![discovery, number], |row| row.get(0))?)
    }

    /// The accepted facts of registered keys of an item, oldest first.
    pub fn standing_of_item(&self, discovery: DiscoverySeq, number: i64) -> Result<Vec<AcceptedItemFact>, StoreError> {
        let sql = format!(
            "SELECT seq, key, norm FROM fact WHERE discovery = ?1 AND item_id IN ({SCOPES}) AND status = 'accepted'
             AND key <> 'note' AND deleted = 0 ORDER BY seq"
        );
        self.select(&sql, params![discovery, number], |row| {
            Ok(AcceptedItemFact { fact: row.get(0)?, key: row.get(1)?, norm: row.get(2)? })
        })
    }

    /// The accepted statements about an item, which are values of no key, oldest first.
    pub fn statements_of_item(&self, discovery: DiscoverySeq, number: i64) -> Result<Vec<FactSeq>, StoreError> {
        let sql = format!(
            "SELECT seq FROM fact WHERE discovery = ?1 AND item_id IN ({SCOPES}) AND status = 'accepted'
             AND key = 'note' AND deleted = 0 ORDER BY seq"
        );
        self.select(&sql, params![discovery, number], |row| row.get(0))
    }

    /// The facts of an item and a key that are neither superseded nor rejected, oldest first.
    pub fn live_facts_of_item(
        &self,
        discovery: DiscoverySeq,
        number: i64,
        key: &str,
    ) -> Result<Vec<FactSeq>, StoreError> {
        let sql = format!(
            "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?3 AND item_id IN ({SCOPES})
             AND status IN ('proposed', 'accepted', 'conflict') AND deleted = 0 ORDER BY seq"
        );
        self.select(&sql, params![discovery, number, key], |row| row.get(0))
    }
}

/// An item about to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewItem<'a> {
    pub discovery: DiscoverySeq,
    pub name: &'a str,
    pub aliases: &'a [String],
    pub description: &'a str,
}

impl Writer<'_> {
    /// Adds an item with the next number: also those that were undone keep theirs.
    pub fn insert_item(&mut self, item: &NewItem<'_>) -> Result<ItemSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO item (id, discovery, number, name, aliases, description, created_at)
                   VALUES (?1, ?2, (SELECT coalesce(max(number), 0) + 1 FROM item WHERE discovery = ?2), ?3, ?4, ?5, ?6)";
        let aliases = serde_json::to_string(item.aliases).unwrap_or_default();
        let row = params![id, item.discovery, item.name, aliases, item.description, now];
        Ok(ItemSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Writes what of an item can change but for what it was merged into.
    pub fn update_item(&mut self, item: &ItemRow) -> Result<(), StoreError> {
        let sql = "UPDATE item SET name = ?2, aliases = ?3, description = ?4, archived = ?5 WHERE seq = ?1";
        let aliases = serde_json::to_string(&item.aliases).unwrap_or_default();
        let row = params![item.seq, item.name, aliases, item.description, item.archived];
        self.change(sql, row)
    }

    pub fn hide_item(&mut self, item: ItemSeq) -> Result<(), StoreError> {
        self.change("UPDATE item SET deleted = 1 WHERE seq = ?1", [item])
    }

    /// Merges an item into another, with what was merged into it before.
    pub fn merge_item(&mut self, merged: ItemSeq, into: ItemSeq) -> Result<(), StoreError> {
        let sql = "UPDATE item SET merged_into = ?2 WHERE seq = ?1 OR merged_into = ?1";
        self.change(sql, [merged, into])
    }

    /// Gives a fact the further evidence of another, whose place it takes.
    pub fn copy_reaffirmations(&mut self, from: FactSeq, to: FactSeq) -> Result<(), StoreError> {
        let sql = "INSERT INTO reaffirmation (fact, run, bundle, quote, start_char, end_char, source_section)
            SELECT ?2, run, bundle, quote, start_char, end_char, source_section FROM reaffirmation
            WHERE fact = ?1 AND deleted = 0 ON CONFLICT DO NOTHING";
        self.change(sql, [from, to])
    }
}

fn item_row(row: &Row<'_>) -> rusqlite::Result<ItemRow> {
    let aliases: String = row.get(5)?;
    Ok(ItemRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        number: row.get(3)?,
        name: row.get(4)?,
        aliases: serde_json::from_str(&aliases).unwrap_or_default(),
        description: row.get(6)?,
        archived: row.get(7)?,
        merged_into: row.get(8)?,
        created_at: row.get(9)?,
    })
}
