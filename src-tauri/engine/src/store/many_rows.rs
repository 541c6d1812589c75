//! Many rows in one statement.

use rusqlite::{Statement, ToSql};

use super::StoreError;

/// Rows that go into one statement: each statement on a table with a trigger that may refuse opens a journal of its own,
/// which costs more than a row. By powers of two, so that few statements serve any number.
pub(super) fn batches<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    const MOST: usize = 64;
    std::iter::from_fn(move || {
        let length = 1 << rows.len().checked_ilog2()?;
        let (batch, rest) = rows.split_at(length.min(MOST));
        rows = rest;
        Some(batch)
    })
}

/// Parameters for so many rows of `columns`.
pub(super) fn rows_of(rows: usize, columns: &str) -> String {
    let row = format!("(?{})", ", ?".repeat(columns.matches(',').count()));
    vec![row; rows].join(", ")
}

/// Binds `values` to the parameters after `parameter`.
pub(super) fn bind(
    statement: &mut Statement<'_>,
    parameter: &mut usize,
    values: &[&dyn ToSql],
) -> Result<(), StoreError> {
    for value in values {
        *parameter += 1;
        statement.raw_bind_parameter(*parameter, value)?;
    }
    Ok(())
}
