//! The functions of SQL that the schema needs: `row_sum`, `current_operation` and, for the check, `text_sum`.
//!
//! `row_sum` is the first eight bytes of a SHA-256 over the arguments, each with its type and length. It guards against
//! what disks do, not against an adversary, who could compute it as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

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
    connection.create_scalar_function("row_sum", -1, pure, |row| Ok(row_sum(row)))?;
    connection.create_scalar_function("text_sum", 1, pure, |row| {
        Ok(factly_core::bundle::sha256_hex(row.get_raw(0).as_str().unwrap_or_default()))
    })?;
    let current = current.clone();
    connection.create_scalar_function("current_operation", 0, safe, move |_| Ok(current.get()))
}

fn row_sum(row: &Context<'_>) -> i64 {
    let mut hash = Sha256::new();
    for column in 0..row.len() {
        absorb(&mut hash, row.get_raw(column));
    }
    let digest = hash.finalize();
    i64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

fn absorb(hash: &mut Sha256, value: ValueRef<'_>) {
    match value {
        ValueRef::Null => hash.update([0]),
        ValueRef::Integer(number) => absorb_part(hash, 1, number.to_be_bytes(), &[]),
        // SQLite keeps 1.0 as 1 in the file and may hand over either.
        ValueRef::Real(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            absorb(hash, ValueRef::Integer(number as i64));
        }
        ValueRef::Real(number) => absorb_part(hash, 2, number.to_bits().to_be_bytes(), &[]),
        ValueRef::Text(bytes) => absorb_part(hash, 3, (bytes.len() as u64).to_be_bytes(), bytes),
        ValueRef::Blob(bytes) => absorb_part(hash, 4, (bytes.len() as u64).to_be_bytes(), bytes),
    }
}

fn absorb_part(hash: &mut Sha256, kind: u8, head: [u8; 8], bytes: &[u8]) {
    let mut prefix = [kind; 9];
    prefix[1..].copy_from_slice(&head);
    hash.update(prefix);
    hash.update(bytes);
}
