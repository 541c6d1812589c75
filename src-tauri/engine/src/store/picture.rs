//! SQL of `picture`: what the window last showed. The writer takes it out at the first commit after it.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Reader, StoreError, Writer};

impl Reader {
    /// Of what window it is, and what that showed.
    pub fn picture(&self) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT key, shown FROM picture";
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.connection().prepare_cached(sql)?.query_row([], row).optional()?)
    }
}

impl Writer<'_> {
    /// In the place of the one that was kept.
    pub fn keep_picture(&mut self, key: &str, shown: &str) -> Result<(), StoreError> {
        self.drop_picture()?;
        let sql = "INSERT INTO picture (key, shown) VALUES (?1, ?2)";
        self.connection().prepare_cached(sql)?.execute(params![key, shown])?;
        Ok(())
    }

    pub fn drop_picture(&mut self) -> Result<(), StoreError> {
        Ok(outdate(self.connection())?)
    }
}

pub(super) fn outdate(connection: &Connection) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM picture")?.execute([]).map(drop)
}
