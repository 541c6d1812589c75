//! SQL of `suggestion`: what a model proposed, one row each. What it said is never rewritten; what became of it is.

use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, Reader, StoreError, SuggestionSeq, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestionRow {
    pub seq: SuggestionSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub kind: EntityKind,
    pub text: String,
    pub output_type: Option<OutputType>,
    /// The entities that it names and is linked to.
    pub links: Vec<EntityLabel>,
    pub model: String,
    pub made_at: i64,
}

/// A suggestion about to be stored.
pub struct NewSuggestion<'a> {
    pub discovery: DiscoverySeq,
    pub kind: EntityKind,
    pub text: &'a str,
    pub output_type: Option<OutputType>,
    pub links: &'a [EntityLabel],
    pub model: &'a str,
}

const WAITING: &str = "SELECT seq, id, discovery, kind, text, output_type, links, model, made_at FROM suggestion
    WHERE status = 'pending' AND deleted = 0";

impl Reader {
    /// Reads the suggestions that wait for the analyst, oldest first.
    pub fn suggestions(&self, discovery: DiscoverySeq) -> Result<Vec<SuggestionRow>, StoreError> {
        let sql = format!("{WAITING} AND discovery = ?1 ORDER BY seq");
        self.select(&sql, [discovery], suggestion_row)
    }

    /// A suggestion that waits for the analyst.
    pub fn suggestion(&self, discovery: DiscoverySeq, id: Uuid) -> Result<Option<SuggestionRow>, StoreError> {
        let sql = format!("{WAITING} AND discovery = ?1 AND id = ?2");
        self.select_one(&sql, params![discovery, id], suggestion_row)
    }
}

impl Writer<'_> {
    pub fn insert_suggestion(&mut self, suggestion: &NewSuggestion<'_>) -> Result<Uuid, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let links: Vec<String> = suggestion.links.iter().map(ToString::to_string).collect();
        let sql = "INSERT INTO suggestion (id, discovery, kind, text, output_type, links, model, made_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            suggestion.discovery,
            suggestion.kind.letter(),
            suggestion.text,
            suggestion.output_type.map(OutputType::as_str),
            serde_json::to_string(&links).unwrap_or_default(),
            suggestion.model,
            now
        ])?;
        Ok(id)
    }

    /// Says which entity a suggestion became.
    pub fn accept_suggestion(&mut self, seq: SuggestionSeq, became: EntityLabel) -> Result<(), StoreError> {
        let sql = "UPDATE suggestion SET status = 'accepted', became = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, became.to_string()])
    }

    pub fn reject_suggestion(&mut self, seq: SuggestionSeq) -> Result<(), StoreError> {
        let sql = "UPDATE suggestion SET status = 'rejected' WHERE seq = ?1";
        self.change(sql, [seq])
    }
}

fn suggestion_row(row: &Row<'_>) -> rusqlite::Result<SuggestionRow> {
    let links: String = row.get(6)?;
    let links: Vec<String> = serde_json::from_str(&links).unwrap_or_default();
    Ok(SuggestionRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        kind: super::columns::word(row, 3, EntityKind::of_letter)?,
        text: row.get(4)?,
        output_type: super::columns::output_type(row, 5)?,
        links: links.iter().filter_map(|label| EntityLabel::parse(label)).collect(),
        model: row.get(7)?,
        made_at: row.get(8)?,
    })
}
