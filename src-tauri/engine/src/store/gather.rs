//! Functions of SQL that gather many rows into one value. For the hundred thousands of a history, to be handed each row by
//! itself, and each column of it, costs more than all that SQLite does to find it.
//!
//! What cannot be read is handed on as such: whoever takes the value apart says of what fact it is.

use factly_core::audit::timeline::{Bits, Event, State};
use factly_core::items::number_of;
use factly_core::ledger::Status;
use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ToSql};
use serde_json::Value;

use super::past::FactOfKey;
use super::{Reader, StoreError};

pub(super) fn install(connection: &Connection) -> rusqlite::Result<()> {
    // The schema may not call them.
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_aggregate_function("gather_events", 4, flags, Gather(gather_event))?;
    connection.create_aggregate_function("gather_numbers", 1, flags, Gather(gather_number))?;
    connection.create_aggregate_function("gather_items", 2, flags, Gather(gather_item))
}

/// How one row is written behind the others.
struct Gather(fn(&mut Gathered, &Context<'_>));

#[derive(Default)]
struct Gathered {
    bytes: Vec<u8>,
    /// What was read of late: a step turns many facts alike, and to read the same words again costs the most.
    known: Vec<(Vec<u8>, Bits)>,
}

impl Aggregate<Gathered, Vec<u8>> for Gather {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Gathered> {
        Ok(Gathered::default())
    }

    fn step(&self, row: &mut Context<'_>, gathered: &mut Gathered) -> rusqlite::Result<()> {
        (self.0)(gathered, row);
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, gathered: Option<Gathered>) -> rusqlite::Result<Vec<u8>> {
        Ok(gathered.unwrap_or_default().bytes)
    }
}

impl Gathered {
    const MOST_KNOWN: usize = 8;

    fn bits(&mut self, json: &[u8]) -> Bits {
        for (known, bits) in &self.known {
            if known == json {
                return *bits;
            }
        }
        let bits = written(json).map_or(UNREADABLE, Bits::of);
        self.known.truncate(Self::MOST_KNOWN - 1);
        self.known.insert(0, (json.to_vec(), bits));
        bits
    }
}

/// `(operation, row, before, after)` of changes.
fn gather_event(gathered: &mut Gathered, row: &Context<'_>) {
    let (before, after) = match (row.get_raw(2), row.get_raw(3)) {
        (ValueRef::Text(before), ValueRef::Text(after)) => (gathered.bits(before), gathered.bits(after)),
        _ => (ADDED.before, ADDED.after),
    };
    let mut event = [0; EVENT];
    event[..8].copy_from_slice(&number(row, 0).to_le_bytes());
    event[8..16].copy_from_slice(&number(row, 1).to_le_bytes());
    (event[16], event[17]) = (before.0, after.0);
    gathered.bytes.extend_from_slice(&event);
}

/// `(seq)` of facts.
fn gather_number(gathered: &mut Gathered, row: &Context<'_>) {
    gathered.bytes.extend_from_slice(&number(row, 0).to_le_bytes());
}

/// `(seq, item_id)` of facts.
fn gather_item(gathered: &mut Gathered, row: &Context<'_>) {
    let item = row.get_raw(1).as_str().ok().and_then(number_of).unwrap_or_default();
    let mut of_key = [0; ITEM];
    of_key[..8].copy_from_slice(&number(row, 0).to_le_bytes());
    of_key[8..].copy_from_slice(&item.to_le_bytes());
    gathered.bytes.extend_from_slice(&of_key);
}

fn number(row: &Context<'_>, column: usize) -> i64 {
    match row.get_raw(column) {
        ValueRef::Integer(number) => number,
        _ => 0,
    }
}

/// Of the columns that the trigger writes down those that the past of a fact is made of.
fn written(json: &[u8]) -> Option<State> {
    let written: Value = serde_json::from_str(std::str::from_utf8(json).ok()?).ok()?;
    let is_set = |column: &str| Some(written.get(column)?.as_i64()? != 0);
    Some(State {
        status: Status::parse(written.get("status")?.as_str()?)?,
        needs_review: is_set("needs_review")?,
        is_hidden: is_set("deleted")?,
    })
}

impl Reader {
    /// What `gather_events` gives, of the steps that `is_wanted`; many of one come in a row.
    pub(super) fn gathered_events(
        &self,
        sql: &str,
        of: &[&dyn ToSql],
        is_wanted: &dyn Fn(i64) -> bool,
    ) -> Result<Vec<Event>, StoreError> {
        let mut events = Ok(Vec::new());
        self.gathered(sql, of, &mut |rows| events = events_in(rows, is_wanted))?;
        events
    }

    /// What `gather_numbers` gives.
    pub(super) fn gathered_numbers(&self, sql: &str, of: &[&dyn ToSql]) -> Result<Vec<i64>, StoreError> {
        let mut numbers = Vec::new();
        self.gathered(sql, of, &mut |rows| numbers.extend(rows.chunks_exact(NUMBER).map(|row| number_at(row, 0))))?;
        Ok(numbers)
    }

    /// What `gather_items` gives.
    pub(super) fn gathered_items(&self, sql: &str, of: &[&dyn ToSql]) -> Result<Vec<FactOfKey>, StoreError> {
        let mut items = Vec::new();
        let of_key = |row: &[u8]| FactOfKey { fact: number_at(row, 0), item: number_at(row, 8) };
        self.gathered(sql, of, &mut |rows| items.extend(rows.chunks_exact(ITEM).map(of_key)))?;
        Ok(items)
    }

    fn gathered(&self, sql: &str, of: &[&dyn ToSql], take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        let mut select = self.connection().prepare_cached(sql)?;
        select.query_row(of, |row| {
            take(row.get_ref(0)?.as_blob()?);
            Ok(())
        })?;
        Ok(())
    }
}

fn events_in(rows: &[u8], is_wanted: &dyn Fn(i64) -> bool) -> Result<Vec<Event>, StoreError> {
    let mut events = Vec::with_capacity(rows.len() / EVENT);
    let (mut of, mut wanted) = (None, false);
    for row in rows.chunks_exact(EVENT) {
        let (step, fact) = (number_at(row, 0), number_at(row, 8));
        if of != Some(step) {
            (of, wanted) = (Some(step), is_wanted(step));
        }
        if wanted {
            events.push(Event { step, fact, before: bits_at(row, 16, fact)?, after: bits_at(row, 17, fact)? });
        }
    }
    Ok(events)
}

const EVENT: usize = 18;
const NUMBER: usize = 8;
const ITEM: usize = 16;
const ADDED: Event = Event::added(0, 0);

/// No state has these bits.
const UNREADABLE: Bits = Bits(u8::MAX);

fn number_at(row: &[u8], at: usize) -> i64 {
    let bytes = row.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, i64::from_le_bytes)
}

fn bits_at(row: &[u8], at: usize, fact: i64) -> Result<Bits, StoreError> {
    let bits = row.get(at).map(|bits| Bits(*bits)).filter(|bits| *bits != UNREADABLE);
    bits.ok_or_else(|| StoreError::Unreadable(format!("where the fact {fact} stands")))
}

#[cfg(test)]
mod tests {
    use factly_core::audit::timeline::{Bits, State};
    use factly_core::ledger::Status;
    use rusqlite::Connection;

    use super::{Event, install};
    use crate::store::past::FactOfKey;
    use crate::store::{Reader, StoreError};

    fn reader() -> Reader {
        let connection = Connection::open_in_memory().unwrap();
        install(&connection).unwrap();
        Reader::new(connection)
    }

    fn json(status: &str, needs_review: u8) -> String {
        format!(r#"'{{"status":"{status}","needs_review":{needs_review},"mark":"","deleted":0}}'"#)
    }

    fn read(rows: &str) -> Result<Vec<Event>, StoreError> {
        let sql = format!("SELECT gather_events(column1, column2, column3, column4) FROM (VALUES {rows})");
        reader().gathered_events(&sql, &[], &|step| step != 8)
    }

    #[test]
    fn what_was_gathered_is_what_the_rows_say() {
        let (proposed, accepted) = (json("proposed", 1), json("accepted", 0));
        let events =
            read(&format!("(7, 30, NULL, NULL), (8, 31, NULL, NULL), (9, 32, {proposed}, {accepted})")).unwrap();
        let told: Vec<_> = events.iter().map(|event| (event.step, event.fact, event.before, event.after)).collect();
        let state = |status, needs_review| Bits::of(State { status, needs_review, is_hidden: false });
        assert_eq!(
            told,
            [(7, 30, Bits::HIDDEN, Bits(0)), (9, 32, state(Status::Proposed, true), state(Status::Accepted, false))],
            "the rows of the steps that are wanted, in their order"
        );
        let numbers = |rows: &str| {
            let sql = format!("SELECT gather_numbers(column1) FROM (VALUES {rows}) WHERE column1 <> ?1");
            reader().gathered_numbers(&sql, &[&6]).unwrap()
        };
        assert_eq!(numbers("(5), (6), (-1), (1099511627776)"), [5, -1, 1 << 40]);
        assert!(numbers("(6)").is_empty(), "of no rows nothing");
        let sql = "SELECT gather_items(column1, column2) FROM (VALUES (5, ''), (6, 'i12'))";
        let of_keys = reader().gathered_items(sql, &[]).unwrap();
        assert_eq!(of_keys, [FactOfKey { fact: 5, item: 0 }, FactOfKey { fact: 6, item: 12 }]);
    }

    #[test]
    fn a_state_that_cannot_be_read_is_an_error_and_names_its_fact() {
        let (good, strange) = (json("accepted", 0), json("forgotten", 0));
        for rows in [format!("(7, 30, {good}, {strange})"), format!("(7, 30, '[', {good})")] {
            let error = read(&rows).unwrap_err().to_string();
            assert!(error.contains("30"), "{rows}: {error}");
        }
    }
}
