//! SQL of `discovery_key`: the keys that the analyst added to the packs.

use rusqlite::params;

use super::{DiscoverySeq, Reader, StoreError, Writer};

impl Reader {
    /// The definitions, as JSON, in the order they were added.
    pub fn discovery_keys(&self, discovery: DiscoverySeq) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT definition FROM discovery_key WHERE discovery = ?1 AND deleted = 0 ORDER BY seq";
        self.select(sql, [discovery.0], |row| row.get(0))
    }

    /// The keys that facts of a discovery have, rejected ones too.
    pub fn keys_of_facts(&self, discovery: DiscoverySeq) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT key FROM fact WHERE discovery = ?1 AND deleted = 0 ORDER BY key";
        self.select(sql, [discovery.0], |row| row.get(0))
    }

    pub fn has_discovery_key(&self, discovery: DiscoverySeq, path: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM discovery_key WHERE discovery = ?1 AND path = ?2 AND deleted = 0)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, path], |row| row.get(0))?)
    }
}

impl Writer<'_> {
    pub fn insert_discovery_key(
        &mut self,
        discovery: DiscoverySeq,
        path: &str,
        definition: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO discovery_key (discovery, path, definition) VALUES (?1, ?2, ?3)";
        self.change(sql, params![discovery.0, path, definition])
    }
}
