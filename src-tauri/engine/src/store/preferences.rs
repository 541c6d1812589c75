//! SQL of `preference`: small settings of the application, as text.

use rusqlite::params;

use super::{Reader, StoreError, Writer};

impl Reader {
    pub fn preference(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM preference WHERE name = ?1";
        self.select_one(sql, [name], |row| row.get(0))
    }
}

impl Writer<'_> {
    pub fn set_preference(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO preference (name, value) VALUES (?1, ?2)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.change(sql, params![name, value])
    }
}
