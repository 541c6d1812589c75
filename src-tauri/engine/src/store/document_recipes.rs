//! SQL of `document_recipe`: the analyst's own recipes, as JSON.

use rusqlite::{Row, params};

use super::{DiscoverySeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeRow {
    pub seq: i64,
    pub discovery: DiscoverySeq,
    pub recipe: String,
}

impl Reader {
    /// Those of all discoveries that are there, the newest first.
    pub fn document_recipes(&self) -> Result<Vec<RecipeRow>, StoreError> {
        let sql = "SELECT r.seq, r.discovery, r.recipe FROM document_recipe AS r
            JOIN discovery AS d ON d.seq = r.discovery AND d.deleted = 0 WHERE r.deleted = 0 ORDER BY r.seq DESC";
        self.select(sql, [], recipe_row)
    }
}

impl Writer<'_> {
    pub fn insert_document_recipe(&mut self, discovery: DiscoverySeq, recipe: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO document_recipe (id, discovery, recipe) VALUES (?1, ?2, ?3)";
        self.change(sql, params![self.next_id(), discovery, recipe])
    }

    pub fn set_document_recipe(&mut self, seq: i64, recipe: &str) -> Result<(), StoreError> {
        let sql = "UPDATE document_recipe SET recipe = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, recipe])
    }

    pub fn hide_document_recipe(&mut self, seq: i64) -> Result<(), StoreError> {
        self.change("UPDATE document_recipe SET deleted = 1 WHERE seq = ?1", [seq])
    }
}

fn recipe_row(row: &Row<'_>) -> rusqlite::Result<RecipeRow> {
    Ok(RecipeRow { seq: row.get(0)?, discovery: row.get(1)?, recipe: row.get(2)? })
}
