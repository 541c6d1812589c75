//! SQL of `consent`: who may see the text of a discovery.

use rusqlite::params;

use super::{DiscoverySeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsentRow {
    pub provider: String,
    pub origin: String,
    pub given_at: i64,
}

impl Reader {
    pub fn has_consent(&self, discovery: DiscoverySeq, provider: &str, origin: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM consent
                   WHERE discovery = ?1 AND provider = ?2 AND origin = ?3 AND withdrawn = 0)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, provider, origin], |row| row.get(0))?)
    }

    pub fn consents(&self, discovery: DiscoverySeq) -> Result<Vec<ConsentRow>, StoreError> {
        let sql = "SELECT provider, origin, given_at FROM consent WHERE discovery = ?1 AND withdrawn = 0 ORDER BY seq";
        self.select(sql, [discovery], |row| {
            Ok(ConsentRow { provider: row.get(0)?, origin: row.get(1)?, given_at: row.get(2)? })
        })
    }
}

impl Writer<'_> {
    pub fn give_consent(&mut self, discovery: DiscoverySeq, provider: &str, origin: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO consent (discovery, provider, origin, given_at) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (discovery, provider, origin) DO UPDATE SET withdrawn = 0, given_at = excluded.given_at";
        self.change(sql, params![discovery, provider, origin, self.now_ms()])
    }

    pub fn withdraw_consents(&mut self, discovery: DiscoverySeq) -> Result<usize, StoreError> {
        let sql = "UPDATE consent SET withdrawn = 1 WHERE discovery = ?1 AND withdrawn = 0";
        Ok(self.connection().prepare_cached(sql)?.execute([discovery])?)
    }
}
