//! SQL that finds what a person names: by the beginning of an id, or by a label.

use rusqlite::params;
use uuid::Uuid;

use super::{DiscoverySeq, Reader, StoreError};

/// A table whose ids a person may type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdTable {
    Discovery,
    Input,
    Bundle,
    Run,
    Fact,
    Card,
    Report,
    DocumentRun,
}

impl IdTable {
    /// The rows of it that are there to be found.
    const fn live(self) -> &'static str {
        match self {
            Self::Discovery => "discovery AS x WHERE x.deleted = 0",
            Self::Input => {
                "input AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE x.deleted = 0"
            }
            Self::Bundle => "turn_bundle AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE 1",
            Self::Run => {
                "parse_run AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE x.deleted = 0"
            }
            Self::Card => {
                "chat_card AS x JOIN chat_message AS m ON m.seq = x.message AND m.deleted = 0
                 JOIN chat_conversation AS c ON c.seq = m.conversation AND c.deleted = 0
                 JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE x.deleted = 0"
            }
            Self::Report => {
                "report AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE x.deleted = 0"
            }
            Self::DocumentRun => {
                "document_run AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE 1"
            }
            Self::Fact => "fact AS x JOIN discovery AS d ON d.seq = x.discovery AND d.deleted = 0 WHERE x.deleted = 0",
        }
    }
}

impl Reader {
    /// The ids from `low` to `high`, of which `limit` are enough to know that there are several.
    pub fn ids_between(&self, named: IdTable, low: Uuid, high: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!("SELECT x.id FROM {} AND x.id BETWEEN ?1 AND ?2 ORDER BY x.id LIMIT ?3", named.live());
        self.select(&sql, params![low, high, limit], |row| row.get(0))
    }

    /// The ids that end in these digits, of which `limit` are enough.
    pub fn ids_ending(&self, named: IdTable, digits: &str, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!(
            "SELECT x.id FROM {} AND substr(lower(hex(x.id)), -length(?1)) = ?1 ORDER BY x.id LIMIT ?2",
            named.live()
        );
        self.select(&sql, params![digits.to_lowercase(), limit], |row| row.get(0))
    }

    /// The bundles of the Input with this label, in its order.
    pub fn bundle_ids_of_label(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Vec<Uuid>, StoreError> {
        let sql = "SELECT b.id FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq
                   WHERE i.discovery = ?1 AND i.label_no = ?2 AND i.deleted = 0 AND i.superseded = 0 ORDER BY b.part";
        self.select(sql, params![discovery, label_no], |row| row.get(0))
    }

    pub fn input_id_of_label(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Vec<Uuid>, StoreError> {
        let sql = "SELECT id FROM input WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0 AND superseded = 0";
        self.select(sql, params![discovery, label_no], |row| row.get(0))
    }
}
