//! Derived data is brought up to date within the write that changed its source, undo and redo included.
//!
//! SQLite itself tells which rows a transaction inserted or changed, so no statement can forget to. What is made of them
//! is not the store's to know: whoever opened it says so once, by [`super::Store::derive_with`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::hooks::Action;

use super::row_checks::TouchedNumbers;
use super::tables::{DerivedFrom, declared};

/// The rows that a transaction inserted or changed, by table, of those that something is derived from.
#[derive(Clone, Debug, Default)]
pub struct TouchedRows(BTreeMap<&'static str, BTreeSet<i64>>);

impl TouchedRows {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rows of a table, by number.
    pub fn in_table(&self, table: &str) -> impl Iterator<Item = i64> {
        self.0.get(table).into_iter().flatten().copied()
    }

    /// The rows of a table as runs of numbers that follow one another: what is inserted together is one of them.
    pub fn runs_of(&self, table: &str) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for row in self.in_table(table) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == row => *last = row,
                _ => runs.push((row, row)),
            }
        }
        runs
    }
}

/// Hears of every row that the writer's connection changes.
#[derive(Clone, Debug, Default)]
pub(super) struct RowListener {
    derived_from: Arc<Mutex<TouchedRows>>,
    touched: TouchedNumbers,
}

impl RowListener {
    pub(super) fn listen(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let (heard, touched) = (Arc::clone(&self.derived_from), self.touched.clone());
        connection.update_hook(Some(move |_: Action, _: &str, table: &str, row: i64| {
            touched.add(table, row);
            if let Some(table) = declared(table).filter(|table| table.knowledge != DerivedFrom::Nothing) {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard.0.entry(table.name).or_default().insert(row);
            }
        }))
    }

    /// Takes the rows reported since the last call.
    pub(super) fn take(&self) -> TouchedRows {
        std::mem::take(&mut *self.derived_from.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rows of all tables that were touched.
    pub(super) const fn touched(&self) -> &TouchedNumbers {
        &self.touched
    }
}
