//! Rows of the board of a discovery, whole or one entity at a time, and the changes since it was built.
//!
//! Reads only. The board asks for rows in the order of labels; of a label that has several live versions, the newest
//! comes last.

use std::collections::BTreeSet;

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType, ReviewMark};
use factly_core::facts::{AcceptedBy, SourceKind, Status};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Params, Row, params};
use uuid::Uuid;

use super::facts::SAID;
use super::{BundleSeq, DiscoverySeq, Reader, StoreError};

/// An entity as a card shows it. The text is SQLite's own, until the next row.
#[derive(Clone, Debug)]
pub struct BoardCardRow<'r> {
    pub label: EntityLabel,
    pub id: Uuid,
    pub version: u32,
    /// An Input's is its title.
    pub text: &'r str,
    pub status: EntityStatus,
    pub fact_status: Option<Status>,
    pub accepted_by: Option<AcceptedBy>,
    pub output_type: Option<OutputType>,
    pub rank: Option<i64>,
    pub archived: bool,
    pub from_assistant: bool,
    pub has_evidence: bool,
    /// The bundle that a fact's quote stands in.
    pub bundle: Option<BundleSeq>,
}

/// An entity of one discovery, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardScope {
    All,
    One(EntityLabel),
}

/// The point up to which a board has read: it lacks everything later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadUpTo {
    change: i64,
    /// The last row of each of [`TABLES`]: a silent write leaves no change behind, and its rows are found by this.
    rows: [i64; TABLES.len()],
    stacks: [StackState; 2],
}

/// The steps of an undo stack that are done. A turned step changes rows without recording changes again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StackState {
    last_done: i64,
    undone: BTreeSet<i64>,
}

/// Rows that may differ from what was read before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardChanges {
    /// Entities whose own rows may differ.
    pub entities: BTreeSet<EntityLabel>,
    /// The lower ends of links that came or went.
    pub linked: BTreeSet<EntityLabel>,
    /// Rows of Inputs that were not there before.
    pub new_inputs: BTreeSet<EntityLabel>,
}

/// The tables whose rows make a board.
const TABLES: [&str; 5] = ["input", "fact", "reaffirmation", "entity", "link"];

/// More rows than this are not told one by one.
const MOST_ROWS: usize = 5_000;

impl Reader {
    /// Calls `each` for every Input, fact and entity that stands in a column.
    pub fn each_card(
        &self,
        discovery: DiscoverySeq,
        which: BoardScope,
        mut each: impl FnMut(&BoardCardRow<'_>),
    ) -> Result<(), StoreError> {
        match which {
            BoardScope::All => {
                self.cards(&inputs_sql(""), params![discovery], input_card, &mut each)?;
                self.cards(&facts_sql(""), params![discovery], fact_card, &mut each)?;
                self.cards(&entities_sql(""), params![discovery], entity_card, &mut each)
            }
            BoardScope::One(EntityLabel { kind, no }) => {
                let one = "AND label_no = ?2";
                let params = params![discovery, no];
                match kind {
                    EntityKind::Input => self.cards(&inputs_sql(one), params, input_card, &mut each),
                    EntityKind::Fact => self.cards(&facts_sql(one), params, fact_card, &mut each),
                    EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => {
                        let params = params![discovery, no, kind.letter()];
                        self.cards(&entities_sql("AND label_no = ?2 AND kind = ?3"), params, entity_card, &mut each)
                    }
                }
            }
        }
    }

    fn cards(
        &self,
        sql: &str,
        params: impl Params,
        read: impl for<'r> Fn(&'r Row<'_>) -> rusqlite::Result<BoardCardRow<'r>>,
        each: &mut impl FnMut(&BoardCardRow<'_>),
    ) -> Result<(), StoreError> {
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            each(&read(row)?);
        }
        Ok(())
    }

    /// Reads the Input of each bundle of a discovery, by the number of the Input's label. Reads indexes only.
    pub fn inputs_of_bundles(&self, discovery: DiscoverySeq) -> Result<Vec<(BundleSeq, i64)>, StoreError> {
        let sql = "SELECT b.seq, i.label_no FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq
                   WHERE i.discovery = ?1 AND i.deleted = 0";
        self.pairs(sql, params![discovery])
    }

    /// The bundles in which the facts of a discovery are said again as they stand, by their labels' numbers.
    pub fn reaffirmed_in(&self, discovery: DiscoverySeq) -> Result<Vec<(i64, BundleSeq)>, StoreError> {
        let sql =
            "SELECT f.label_no, r.bundle FROM fact AS f JOIN reaffirmation AS r ON r.fact = f.seq AND r.deleted = 0
            WHERE f.discovery = ?1 AND f.deleted = 0 AND f.status IN ('proposed', 'accepted', 'conflict')";
        self.pairs(sql, params![discovery])
    }

    /// The links that were made by hand or imported, by the column that they come from.
    pub fn links_made(&self, discovery: DiscoverySeq) -> Result<Vec<(EntityKind, i64, i64)>, StoreError> {
        let sql = "SELECT up_kind, up_no, down_no FROM link WHERE discovery = ?1 AND deleted = 0";
        self.select(sql, [discovery], |row| Ok((kind(row, 0)?, row.get(1)?, row.get(2)?)))
    }

    fn pairs<A, B>(&self, sql: &str, params: impl Params) -> Result<Vec<(A, B)>, StoreError>
    where
        A: rusqlite::types::FromSql,
        B: rusqlite::types::FromSql,
    {
        let mut statement = self.connection().prepare_cached(sql)?;
        Ok(statement.query_map(params, |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
    }
}

impl Reader {
    pub fn read_up_to(&self, discovery: DiscoverySeq) -> Result<ReadUpTo, StoreError> {
        let mut rows = [0; TABLES.len()];
        for (last, table) in rows.iter_mut().zip(TABLES) {
            *last = self.last_of(table)?;
        }
        let stacks = [self.stack_state(Some(discovery))?, self.stack_state(None)?];
        Ok(ReadUpTo { change: self.last_of("change")?, rows, stacks })
    }

    /// Reads the rows that may differ from those read up to `since`; `None` if they are too many to list.
    pub fn touched_since(&self, discovery: DiscoverySeq, since: &ReadUpTo) -> Result<Option<BoardChanges>, StoreError> {
        let mut rows = BTreeSet::new();
        let fits = self.changed_rows("seq > ?1", since.change, &mut rows)?
            && self.toggled_rows(Some(discovery), &since.stacks[0], &mut rows)?
            && self.toggled_rows(None, &since.stacks[1], &mut rows)?
            && self.new_rows(since, &mut rows)?;
        if !fits {
            return Ok(None);
        }
        let mut touched = BoardChanges::default();
        for (table, row) in &rows {
            self.touch(discovery, since, table, *row, &mut touched)?;
        }
        Ok(Some(touched))
    }

    fn last_of(&self, table: &str) -> Result<i64, StoreError> {
        let sql = format!("SELECT coalesce(max(seq), 0) FROM {table}");
        Ok(self.connection().prepare_cached(&sql)?.query_row([], |row| row.get(0))?)
    }

    fn stack_state(&self, stack: Option<DiscoverySeq>) -> Result<StackState, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM operation WHERE discovery IS ?1 AND state = 'done'";
        let last_done = self.connection().prepare_cached(sql)?.query_row([stack], |row| row.get(0))?;
        let sql = "SELECT seq FROM operation WHERE discovery IS ?1 AND state = 'undone'";
        let mut statement = self.connection().prepare_cached(sql)?;
        let undone = statement.query_map([stack], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(StackState { last_done, undone })
    }

    /// The rows of the steps that are undone and were not, or the other way round, or undone and then dropped.
    fn toggled_rows(
        &self,
        stack: Option<DiscoverySeq>,
        before: &StackState,
        rows: &mut BTreeSet<(String, i64)>,
    ) -> Result<bool, StoreError> {
        let now = self.stack_state(stack)?;
        let mut toggled = BTreeSet::from_iter(now.undone.symmetric_difference(&before.undone).copied());
        // What was done then and is dropped now lies above the last that is still done.
        let sql = "SELECT seq FROM operation WHERE discovery IS ?1 AND state = 'dropped' AND seq <= ?2 AND seq > (
                SELECT coalesce(max(seq), 0) FROM operation WHERE discovery IS ?1 AND state = 'done' AND seq <= ?2)";
        let mut statement = self.connection().prepare_cached(sql)?;
        for seq in statement.query_map(params![stack, before.last_done], |row| row.get(0))? {
            toggled.insert(seq?);
        }
        for step in toggled {
            let of_step = "operation = ?1 AND seq BETWEEN
                (SELECT first_change FROM operation WHERE seq = ?1) AND (SELECT last_change FROM operation WHERE seq = ?1)";
            if !self.changed_rows(of_step, step, rows)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// False if there are too many.
    fn changed_rows(&self, condition: &str, of: i64, rows: &mut BTreeSet<(String, i64)>) -> Result<bool, StoreError> {
        let sql = format!("SELECT tbl, row FROM change WHERE {condition}");
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut found = statement.query([of])?;
        while let Some(row) = found.next()? {
            let table: String = row.get(0)?;
            if TABLES.contains(&table.as_str()) {
                rows.insert((table, row.get(1)?));
            }
            if rows.len() > MOST_ROWS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn new_rows(&self, since: &ReadUpTo, rows: &mut BTreeSet<(String, i64)>) -> Result<bool, StoreError> {
        for (table, last) in TABLES.into_iter().zip(since.rows) {
            let sql = format!("SELECT seq FROM {table} WHERE seq > ?1");
            let mut statement = self.connection().prepare_cached(&sql)?;
            let mut found = statement.query([last])?;
            while let Some(row) = found.next()? {
                rows.insert((table.to_owned(), row.get(0)?));
                if rows.len() > MOST_ROWS {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Says which entity of the discovery a row is of; rows of others are passed over.
    fn touch(
        &self,
        discovery: DiscoverySeq,
        since: &ReadUpTo,
        table: &str,
        row: i64,
        touched: &mut BoardChanges,
    ) -> Result<(), StoreError> {
        let sql = match table {
            "input" => "SELECT 'I', label_no FROM input WHERE seq = ?1 AND discovery = ?2",
            "fact" => "SELECT 'F', label_no FROM fact WHERE seq = ?1 AND discovery = ?2",
            "reaffirmation" => {
                "SELECT 'F', f.label_no FROM reaffirmation AS r JOIN fact AS f ON f.seq = r.fact
                 WHERE r.seq = ?1 AND f.discovery = ?2"
            }
            "entity" => "SELECT kind, label_no FROM entity WHERE seq = ?1 AND discovery = ?2",
            _ => "SELECT down_kind, down_no FROM link WHERE seq = ?1 AND discovery = ?2",
        };
        let mut statement = self.connection().prepare_cached(sql)?;
        let label = statement
            .query_row(params![row, discovery], |row| Ok(EntityLabel::new(kind(row, 0)?, row.get(1)?)))
            .optional()?;
        let Some(label) = label else { return Ok(()) };
        if table == "link" {
            touched.linked.insert(label);
        } else {
            touched.entities.insert(label);
        }
        if table == "input" && row > since.rows[0] {
            touched.new_inputs.insert(label);
        }
        Ok(())
    }
}

fn inputs_sql(one: &str) -> String {
    format!(
        "SELECT label_no, id, version, title, archived, rank, state, mark FROM input
         WHERE discovery = ?1 AND deleted = 0 AND superseded = 0 {one} ORDER BY label_no, version"
    )
}

fn facts_sql(one: &str) -> String {
    format!(
        "SELECT label_no, id, version, {SAID}, archived, rank, status, mark, needs_review, bundle, source_kind,
                accepted_by
         FROM fact WHERE discovery = ?1 AND deleted = 0 AND status IN ('proposed', 'accepted', 'conflict') {one}
         ORDER BY label_no, version"
    )
}

fn entities_sql(one: &str) -> String {
    format!(
        "SELECT label_no, id, version, text, archived, rank, state, mark, kind, output_type, origin FROM entity
         WHERE discovery = ?1 AND deleted = 0 {one} ORDER BY kind, label_no"
    )
}

/// The columns that the three have in common.
fn card<'r>(row: &'r Row<'_>, kind: EntityKind) -> rusqlite::Result<BoardCardRow<'r>> {
    Ok(BoardCardRow {
        label: EntityLabel::new(kind, row.get(0)?),
        id: row.get(1)?,
        version: row.get(2)?,
        text: row.get_ref(3)?.as_str()?,
        archived: row.get(4)?,
        rank: row.get(5)?,
        status: EntityStatus::Draft,
        fact_status: None,
        accepted_by: None,
        output_type: None,
        from_assistant: false,
        has_evidence: true,
        bundle: None,
    })
}

fn input_card<'r>(row: &'r Row<'_>) -> rusqlite::Result<BoardCardRow<'r>> {
    Ok(BoardCardRow { status: own_status(row)?, ..card(row, EntityKind::Input)? })
}

fn entity_card<'r>(row: &'r Row<'_>) -> rusqlite::Result<BoardCardRow<'r>> {
    let output_type = row.get_ref(9)?.as_str_or_null()?;
    Ok(BoardCardRow {
        status: own_status(row)?,
        output_type: output_type.map(|name| known(9, name, OutputType::parse)).transpose()?,
        from_assistant: ["derived", "chat"].contains(&row.get_ref(10)?.as_str()?),
        ..card(row, kind(row, 8)?)?
    })
}

fn fact_card<'r>(row: &'r Row<'_>) -> rusqlite::Result<BoardCardRow<'r>> {
    let status = super::columns::word(row, 6, Status::parse)?;
    let bundle: Option<BundleSeq> = row.get(9)?;
    Ok(BoardCardRow {
        status: match (mark(row, 7)?, status, row.get(8)?) {
            (Some(mark), ..) => mark.status(),
            (None, Status::Conflict, _) | (None, _, true) => EntityStatus::NeedsReview,
            (None, Status::Accepted, false) => EntityStatus::Validated,
            (None, ..) => EntityStatus::Draft,
        },
        fact_status: Some(status),
        accepted_by: super::columns::word_or_none(row, 11, AcceptedBy::parse)?.filter(|_| status == Status::Accepted),
        from_assistant: super::columns::word(row, 10, SourceKind::parse)? == SourceKind::Agent,
        has_evidence: bundle.is_some(),
        bundle,
        ..card(row, EntityKind::Fact)?
    })
}

/// Reads the analyst's own status, unless a mark overrides it.
fn own_status(row: &Row<'_>) -> rusqlite::Result<EntityStatus> {
    match mark(row, 7)? {
        Some(mark) => Ok(mark.status()),
        None => known(6, row.get_ref(6)?.as_str()?, EntityStatus::parse),
    }
}

fn mark(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<ReviewMark>> {
    match row.get_ref(index)?.as_str()? {
        "" => Ok(None),
        name => known(index, name, ReviewMark::parse).map(Some),
    }
}

fn kind(row: &Row<'_>, index: usize) -> rusqlite::Result<EntityKind> {
    known(index, row.get_ref(index)?.as_str()?, EntityKind::of_letter)
}

fn known<T>(index: usize, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> rusqlite::Result<T> {
    parse(name).ok_or_else(|| {
        let what = FromSqlError::Other(format!("an unknown word in the library: {name:?}").into());
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(what))
    })
}
