//! The functions of SQL that the schema needs: `row_sum`, `current_operation`, those of [`stands`] and, for the check,
//! `text_sum`.
//!
//! `row_sum` is the first eight bytes of a SHA-256 over the arguments, each with its type and length. It guards against
//! what disks do, not against an adversary, who could compute it as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

use super::stands;

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
    stands::install(connection)?;
    let current = current.clone();
    connection.create_scalar_function("current_operation", 0, safe, move |_| Ok(current.get()))
}

fn row_sum(row: &Context<'_>) -> i64 {
    let mut hash = Buffered { hash: Sha256::new(), waiting: [0; 512], length: 0 };
    for column in 0..row.len() {
        absorb(&mut hash, row.get_raw(column));
    }
    hash.flush();
    let digest = hash.hash.finalize();
    i64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

/// Gathers what a row's many short columns are hashed by: each part by itself would cost more than its hashing.
struct Buffered {
    hash: Sha256,
    waiting: [u8; 512],
    length: usize,
}

impl Buffered {
    fn update(&mut self, bytes: &[u8]) {
        if bytes.len() > self.waiting.len() - self.length {
            self.flush();
        }
        match self.waiting.get_mut(self.length..self.length + bytes.len()) {
            Some(free) => {
                free.copy_from_slice(bytes);
                self.length += bytes.len();
            }
            None => self.hash.update(bytes),
        }
    }

    fn flush(&mut self) {
        self.hash.update(&self.waiting[..self.length]);
        self.length = 0;
    }
}

fn absorb(hash: &mut Buffered, value: ValueRef<'_>) {
    match value {
        ValueRef::Null => hash.update(&[0]),
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

fn absorb_part(hash: &mut Buffered, kind: u8, head: [u8; 8], bytes: &[u8]) {
    let mut prefix = [kind; 9];
    prefix[1..].copy_from_slice(&head);
    hash.update(&prefix);
    hash.update(bytes);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use rusqlite::types::Value;
    use rusqlite::{Connection, params_from_iter};
    use sha2::{Digest, Sha256};

    use super::{CurrentOperation, install};

    /// What libraries are full of: another sum would call every one of them damaged.
    fn as_it_always_was(row: &[Value]) -> i64 {
        let part = |kind: u8, head: [u8; 8], bytes: &[u8]| [&[kind], head.as_slice(), bytes].concat();
        let bytes: Vec<u8> = row
            .iter()
            .flat_map(|value| match value {
                Value::Null => vec![0],
                Value::Integer(number) => part(1, number.to_be_bytes(), &[]),
                Value::Real(number) => part(2, number.to_bits().to_be_bytes(), &[]),
                Value::Text(text) => part(3, (text.len() as u64).to_be_bytes(), text.as_bytes()),
                Value::Blob(bytes) => part(4, (bytes.len() as u64).to_be_bytes(), bytes),
            })
            .collect();
        let digest = Sha256::digest(bytes);
        i64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
    }

    #[test]
    fn a_sum_does_not_depend_on_how_its_columns_are_gathered() {
        let connection = Connection::open_in_memory().unwrap();
        install(&connection, &CurrentOperation::default()).unwrap();
        let text = |length: usize| Value::Text("x".repeat(length));
        let mut rows = vec![
            vec![],
            vec![Value::Null, Value::Integer(-7), Value::Real(0.25), Value::Blob(vec![0, 255])],
            vec![text(300), text(300), Value::Null, text(2_000), Value::Integer(1), text(1)],
        ];
        rows.extend((490..530).map(|length| vec![text(length), Value::Integer(1)]));
        rows.extend((480..520).map(|length| vec![Value::Null, text(length), text(3), Value::Blob(vec![1; length])]));
        for row in rows {
            let sql = format!("SELECT row_sum({})", vec!["?"; row.len()].join(", "));
            let sum: i64 = connection.query_row(&sql, params_from_iter(&row), |row| row.get(0)).unwrap();
            assert_eq!(sum, as_it_always_was(&row), "{row:?}");
        }
    }
}
