//! SQL of `report_suggestion`.

use factly_core::reports::suggestion::{SectionSuggestion, SuggestionState};
use rusqlite::types::Type;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::reports::ReportRow;
use super::{OpSeq, Reader, ReportSeq, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSuggestionRow {
    pub id: Uuid,
    pub suggested: SectionSuggestion,
    pub author: String,
    /// The answer, or the import, that it came with.
    pub turn: Option<Uuid>,
    pub made_at: i64,
    pub state: SuggestionState,
}

const SELECT: &str =
    "SELECT id, section, author, turn, made_at, state, change FROM report_suggestion WHERE deleted = 0";

impl Reader {
    /// Reads the suggestions that wait for the analyst, in the order of creation.
    pub fn waiting_report_suggestions(&self, report: ReportSeq) -> Result<Vec<ReportSuggestionRow>, StoreError> {
        let sql = format!("{SELECT} AND report = ?1 AND state = 'pending' ORDER BY seq");
        self.select(&sql, [report], suggestion_row)
    }

    pub fn count_waiting_report_suggestions(&self, report: ReportSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM report_suggestion WHERE report = ?1 AND state = 'pending' AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([report], |row| row.get(0))?)
    }

    /// Whatever became of them, in the order of their making.
    pub fn report_suggestions_of_turn(&self, turn: Uuid) -> Result<Vec<ReportSuggestionRow>, StoreError> {
        let sql = format!("{SELECT} AND turn = ?1 ORDER BY seq");
        self.select(&sql, [turn.to_string()], suggestion_row)
    }

    /// The steps in which the suggestions of a turn were made and decided.
    pub fn steps_of_report_turn(&self, turn: Uuid) -> Result<Vec<OpSeq>, StoreError> {
        let sql = "SELECT DISTINCT c.operation FROM report_suggestion AS s
            JOIN change AS c ON c.row = s.seq AND c.tbl = 'report_suggestion' WHERE s.turn = ?1";
        self.select(sql, [turn.to_string()], |row| row.get(0))
    }
}

impl Writer<'_> {
    pub fn insert_report_suggestion(
        &mut self,
        report: &ReportRow,
        (author, turn): (&str, Option<Uuid>),
        suggested: &SectionSuggestion,
    ) -> Result<ReportSuggestionRow, StoreError> {
        let (id, made_at) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO report_suggestion (id, discovery, report, section, kind, author, turn, made_at, change)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let (section, kind) = (suggested.section.to_string(), suggested.change.kind());
        let of_turn = turn.map(|turn| turn.to_string()).unwrap_or_default();
        let change = json(suggested)?;
        let row = params![id, report.discovery, report.seq, section, kind, author, of_turn, made_at, change];
        self.connection().prepare_cached(sql)?.execute(row)?;
        let (suggested, author, state) = (suggested.clone(), author.to_owned(), SuggestionState::Pending);
        Ok(ReportSuggestionRow { id, suggested, author, turn, made_at, state })
    }

    /// Stores what became of a suggestion, and what of it is left.
    pub fn set_report_suggestion(
        &mut self,
        id: Uuid,
        suggested: &SectionSuggestion,
        state: SuggestionState,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE report_suggestion SET state = ?2, change = ?3 WHERE id = ?1";
        self.change(sql, params![id, state.as_str(), json(suggested)?])
    }

    pub fn hide_report_suggestion(&mut self, id: Uuid) -> Result<(), StoreError> {
        self.change("UPDATE report_suggestion SET deleted = 1 WHERE id = ?1", [id])
    }
}

fn json(suggested: &SectionSuggestion) -> Result<String, StoreError> {
    serde_json::to_string(&suggested.change).map_err(|error| StoreError::Unreadable(error.to_string()))
}

fn suggestion_row(row: &Row<'_>) -> rusqlite::Result<ReportSuggestionRow> {
    let section: String = row.get(1)?;
    let turn: String = row.get(3)?;
    let change: String = row.get(6)?;
    Ok(ReportSuggestionRow {
        id: row.get(0)?,
        suggested: SectionSuggestion {
            section: read(1, section.parse::<Uuid>())?,
            change: read(6, serde_json::from_str(&change))?,
        },
        author: row.get(2)?,
        turn: turn.parse().ok(),
        made_at: row.get(4)?,
        state: super::columns::word(row, 5, SuggestionState::parse)?,
    })
}

fn read<T, E: std::error::Error + Send + Sync + 'static>(at: usize, read: Result<T, E>) -> rusqlite::Result<T> {
    read.map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, Type::Text, Box::new(error)))
}
