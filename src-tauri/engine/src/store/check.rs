//! Looks through the whole library for damage, in the background: on a reader, with progress, cancelled at any time.
//!
//! It finds: pages, indexes and references that contradict one another (SQLite's own check), a row that is not the
//! one that was written, a text that is not the one that was hashed, evidence that does not stand, a schema that is not
//! the one that the migrations make.
//!
//! It cannot find a file that as a whole is an older state of itself.

use rusqlite::{Connection, Row};

use super::attachments;
use super::error::StoreError;
use super::migration::{self, Migration};
use super::row_checks::RowChecks;
use crate::task::CancelToken;

/// The findings of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    pub findings: Vec<CheckFinding>,
}

impl CheckReport {
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns whether every row is as it was written, and only indexes, which are made of them, are not.
    pub fn is_of_indexes(&self) -> bool {
        !self.is_sound() && self.findings.iter().all(|finding| finding.is_of_index)
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFinding {
    /// The one of the [`STEPS`] that found it.
    pub step: &'static str,
    /// The finding, by table and row.
    pub detail: String,
    /// True if an index is wrong, which can be made anew.
    pub is_of_index: bool,
}

/// Progress of a check: step `done` of `of` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    pub step: &'static str,
    pub done: usize,
    pub of: usize,
}

/// As many findings of one step are enough to know.
const MOST: usize = 50;

type CheckStep = fn(&Connection, &[Migration]) -> Result<Vec<String>, StoreError>;

/// The steps of a check, in order.
const STEPS: [(&str, CheckStep); 8] = [
    ("schema", |connection, migrations| migration::differing(connection, migrations)),
    ("pages", |connection, _| pages(connection)),
    ("references", |connection, _| references(connection)),
    ("name", |connection, _| name(connection)),
    ("rows", |connection, _| RowChecks::read(connection)?.differing(connection, MOST)),
    ("originals", |connection, _| originals(connection)),
    ("texts", |connection, _| texts(connection)),
    ("evidence", |connection, _| evidence(connection)),
];

/// As much of a check as is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckScope {
    Whole,
    /// Without the texts and the evidence, for who looks at those by other means.
    File,
}

impl CheckScope {
    const fn steps(self) -> usize {
        match self {
            Self::Whole => STEPS.len(),
            Self::File => STEPS.len() - 2,
        }
    }
}

/// Looks at all that is wanted. Damage is a finding, even where SQLite stops reading because of it.
pub(super) fn check(
    connection: &Connection,
    migrations: &[Migration],
    scope: CheckScope,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(CheckProgress),
) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport::default();
    let of = scope.steps();
    for (done, (step, look)) in STEPS.into_iter().take(of).enumerate() {
        if cancel.is_cancelled() {
            return Err(StoreError::Stopped);
        }
        progress(CheckProgress { step, done, of });
        match look(connection, migrations) {
            Ok(details) => report.findings.extend(details.into_iter().map(|detail| {
                let is_of_index = step == "pages" && is_of_index(connection, &detail);
                CheckFinding { step, detail, is_of_index }
            })),
            Err(error) => report.findings.push(damage(step, error)?),
        }
    }
    Ok(report)
}

/// That SQLite stops reading because of damage is what a check is to find; anything else is an error.
pub(super) fn damage(step: &'static str, error: StoreError) -> Result<CheckFinding, StoreError> {
    match error {
        // A schema that is damaged makes SQL fail in ways that say nothing of damage.
        StoreError::Damaged(_) | StoreError::Unreadable(_) | StoreError::Io(_) | StoreError::Sqlite(_) => {
            Ok(CheckFinding { step, detail: error.to_string(), is_of_index: false })
        }
        other => Err(other),
    }
}

fn pages(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut lines = collect(connection, "PRAGMA integrity_check(50)", |row| row.get(0))?;
    lines.retain(|line: &String| line != "ok");
    Ok(lines)
}

/// Returns whether a line of SQLite's check is about an index: one that it names, or one whose tree it names by its
/// root.
fn is_of_index(connection: &Connection, line: &str) -> bool {
    if let Some(rest) = line.strip_prefix("Tree ") {
        let root = rest.split(' ').next().and_then(|root| root.parse::<i64>().ok());
        let sql = "SELECT type = 'index' FROM sqlite_schema WHERE rootpage = ?1";
        return connection.query_row(sql, [root], |row| row.get(0)).unwrap_or(false);
    }
    let named = line.rsplit_once(" index ").map(|(_, name)| name);
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = ?1";
    named.is_some_and(|name| connection.query_row(sql, [name], |row| row.get::<_, i64>(0)).is_ok_and(|found| found > 0))
}

fn references(connection: &Connection) -> Result<Vec<String>, StoreError> {
    collect(connection, "PRAGMA foreign_key_check", |row| {
        let (table, row, parent): (String, Option<i64>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(format!("{table} {} refers to no {parent}", row.unwrap_or_default()))
    })
}

/// Every library has one row that names it; the table is the only one without an index to be checked against.
fn name(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let rows: i64 = connection.query_row("SELECT count(*) FROM library", [], |row| row.get(0))?;
    Ok(if rows == 1 { Vec::new() } else { vec!["library: the row that names it is not there".into()] })
}

fn texts(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut findings = Vec::new();
    for table in ["input", "turn_bundle"] {
        let sql = format!(
            "SELECT seq FROM {table} WHERE sha256 IS NOT text_sum(text) OR chars IS NOT length(text) LIMIT {MOST}"
        );
        findings.extend(collect(connection, &sql, |row| {
            Ok(format!("{table} {}: the text is not the one that was hashed", row.get::<_, i64>(0)?))
        })?);
    }
    Ok(findings)
}

/// An original is hashed as it is read, since it may be as large as all else.
fn originals(connection: &Connection) -> Result<Vec<String>, StoreError> {
    // A library of before documents has none.
    if !connection.table_exists(None, "attachment")? {
        return Ok(Vec::new());
    }
    let stored =
        collect(connection, "SELECT seq, sha256 FROM attachment", |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    let mut findings = Vec::new();
    for (seq, sha256) in stored {
        if attachments::hash_of(connection, seq)? != sha256 {
            findings.push(format!("attachment {}: the original is not the one that was hashed", seq.0));
        }
    }
    Ok(findings)
}

fn evidence(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut findings = Vec::new();
    for table in ["fact", "reaffirmation"] {
        let sql = format!(
            "SELECT f.seq FROM {table} AS f WHERE f.bundle IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM turn_bundle AS b
                JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = f.source_section
                WHERE b.seq = f.bundle AND s.start_char <= f.start_char AND f.end_char <= s.end_char
                    AND substr(b.text, f.start_char + 1, f.end_char - f.start_char) = f.quote
            ) LIMIT {MOST}"
        );
        findings.extend(collect(connection, &sql, |row| {
            Ok(format!("{table} {}: the quote does not stand in its bundle", row.get::<_, i64>(0)?))
        })?);
    }
    Ok(findings)
}

fn collect<T>(
    connection: &Connection,
    sql: &str,
    each: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    Ok(connection.prepare(sql)?.query_map([], each)?.take(100_000).collect::<rusqlite::Result<_>>()?)
}
