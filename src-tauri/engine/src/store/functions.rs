//! The functions of SQL that the schema needs: `current_operation`, those of [`quote_functions`], for the check
//! `text_sum`, and `row_sum`, which older formats name.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use super::quote_functions;

/// The operation that the writer's open transaction belongs to; zero when none.
#[derive(Clone, Debug, Default)]
pub(super) struct CurrentOperation(Arc<AtomicI64>);

impl CurrentOperation {
    pub(super) fn set(&self, operation: Option<i64>) {
        self.0.store(operation.unwrap_or(0), Ordering::Relaxed);
    }

    fn get(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&operation| operation != 0)
    }
}

pub(super) fn install(connection: &Connection, current: &CurrentOperation) -> rusqlite::Result<()> {
    // Innocuous: with `trusted_schema` off, the schema may call no other function of ours.
    let safe = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_INNOCUOUS;
    let pure = safe | FunctionFlags::SQLITE_DETERMINISTIC;
    // Migrations before 0014 gave every table a column of it: any number will do until that takes them away.
    connection.create_scalar_function("row_sum", -1, pure, |_| Ok(0))?;
    connection.create_scalar_function("text_sum", 1, pure, |row| {
        Ok(factly_core::inputs::sha256_hex(row.get_raw(0).as_str().unwrap_or_default()))
    })?;
    quote_functions::install(connection)?;
    let current = current.clone();
    connection.create_scalar_function("current_operation", 0, safe, move |_| Ok(current.get()))
}
