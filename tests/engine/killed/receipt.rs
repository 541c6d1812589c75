//! The state of a library, so that it can be told whether all of it is still there.

use std::collections::BTreeMap;
use std::path::Path;

use factly_core::inputs::sha256_hex;
use factly_engine::Library;
use factly_engine::task::NoProgress;
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};

/// Tables whose rows are hidden at most, and never taken away.
const KEPT: [&str; 23] = [
    "discovery",
    "input",
    "turn_bundle",
    "parse_run",
    "fact",
    "reaffirmation",
    "operation",
    "change",
    "entity",
    "entity_version",
    "link",
    "suggestion",
    "chat_conversation",
    "chat_message",
    "chat_card",
    "item",
    "item_override",
    "block_addition",
    "question_round",
    "question",
    "canonical_item",
    "canonical_link",
    "variant",
];

/// The state at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Receipt {
    /// Count of rows of each table, and the number of the last.
    rows: BTreeMap<String, (i64, i64)>,
    /// The steps of undo, and where each stands.
    steps: BTreeMap<i64, String>,
    /// Count of the facts that each run found.
    runs: BTreeMap<i64, i64>,
    /// The hash of everything, as it is exported.
    export: String,
}

impl Receipt {
    /// By another connection than the library's own: what it sees was committed.
    pub(crate) fn from_library(path: &Path, library: &Library) -> Self {
        let db = open_database(path);
        let rows = |table: &&str| {
            let sql = format!("SELECT count(*), coalesce(max(rowid), 0) FROM {table}");
            (String::from(*table), db.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap())
        };
        let steps = "SELECT seq, state FROM operation";
        let discoveries: Vec<_> = [false, true]
            .into_iter()
            .flat_map(|archived| library.discoveries().list(None, archived).unwrap())
            .map(|discovery| discovery.id)
            .collect();
        let mut out = Vec::new();
        // Killed before its first discovery, a library has nothing to export.
        if !discoveries.is_empty() {
            library.transfer().export(&discoveries, &mut out, &NoProgress).unwrap();
        }
        Self {
            rows: KEPT.iter().map(rows).collect(),
            steps: pairs(&db, steps).into_iter().collect(),
            runs: run_sizes(path).into_iter().map(|(run, size)| (run, size.facts)).collect(),
            export: sha256_hex(&String::from_utf8(out).unwrap()),
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        serde_json::from_str(text).expect("it says what was told")
    }

    /// This, and then `later`.
    pub(crate) fn and(self, later: Self) -> Self {
        if !self.is_empty() {
            self.assert_retained(&later, "nothing that was killed");
        }
        later
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Nothing of this is missing from `now`, which `begun` was under way to.
    pub(crate) fn assert_retained(&self, now: &Self, begun: &str) {
        for (table, (count, last)) in &self.rows {
            let (has, up_to) = now.rows.get(table).expect("each is of all tables");
            assert!(has >= count && up_to >= last, "rows of {table} are gone, killed in {begun}");
        }
        for (run, facts) in &self.runs {
            assert_eq!(now.runs.get(run), Some(facts), "run {run} was acknowledged, killed in {begun}");
        }
        for (step, state) in &self.steps {
            let found = now.steps.get(step).unwrap_or_else(|| panic!("step {step} is gone, killed in {begun}"));
            // A step that was taken back gives way to a new one; what was done is only taken back by an undo.
            let may_turn = state != "done" || begun.contains("Undo") || begun == "nothing that was killed";
            assert!(found == state || may_turn, "step {step} was {state} and is {found}, killed in {begun}");
        }
    }

    /// Returns whether `expected` has nothing that was not reported: then it says the same, to the byte.
    pub(crate) fn matches(&self, expected: &Self) -> bool {
        let same = self.rows == expected.rows && self.steps == expected.steps;
        assert!(!same || self.export == expected.export, "nothing was written, and something else is there");
        same
    }
}

/// Count of facts of a run, and the count in its own record.
#[derive(Debug)]
pub(crate) struct RunSize {
    facts: i64,
    /// At least and at most, where it is done; what cannot be proven is a fact only if it is new.
    reported: Option<(i64, i64)>,
}

impl RunSize {
    pub(crate) const fn is_whole(&self) -> bool {
        match self.reported {
            Some((least, most)) => least <= self.facts && self.facts <= most,
            None => self.facts == 0,
        }
    }
}

/// Every run, undone or not; an edit of a fact is no part of the run that found it.
pub(crate) fn run_sizes(path: &Path) -> BTreeMap<i64, RunSize> {
    let sql = "SELECT r.seq, count(f.seq), r.status, r.stats ->> 'factsAdded' + r.stats ->> 'factsUpdated'
            + r.stats ->> 'conflicts' + r.stats ->> 'notes', r.stats ->> 'rejected'
        FROM parse_run AS r LEFT JOIN fact AS f ON f.run = r.seq AND f.version = 1 GROUP BY r.seq";
    let db = open_database(path);
    let mut select = db.prepare(sql).unwrap();
    let sizes = select.query_map([], |row| {
        let reported: Option<(i64, i64)> = match row.get::<_, String>(2)?.as_str() {
            "succeeded" => Some((row.get(3)?, row.get::<_, i64>(3)? + row.get::<_, i64>(4)?)),
            _ => None,
        };
        Ok((row.get(0)?, RunSize { facts: row.get(1)?, reported }))
    });
    sizes.unwrap().map(Result::unwrap).collect()
}

/// Answers that ended without the bundle of their turn, though the analyst stated something: none, since both are one
/// transaction.
pub(crate) fn turns_without_bundle(path: &Path) -> i64 {
    let sql = "SELECT count(*) FROM chat_message AS a JOIN chat_message AS q ON q.seq = a.answers
        WHERE a.state = 'done' AND a.bundle IS NULL AND q.text NOT LIKE '%?'";
    open_database(path).query_row(sql, [], |row| row.get(0)).unwrap()
}

fn open_database(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

fn pairs(db: &Connection, sql: &str) -> Vec<(i64, String)> {
    let mut select = db.prepare(sql).unwrap();
    let pairs = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    pairs.unwrap().map(Result::unwrap).collect()
}
