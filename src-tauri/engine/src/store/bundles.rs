//! SQL of `turn_bundle` and `turn_bundle_section`. There is no UPDATE and no DELETE: the schema refuses both.

use std::ops::Range;

use factly_core::inputs::{Bundle, BundleSection, ScopeType, SectionSpan, Stage};
use factly_core::named;
use factly_core::text::Span;
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::{BundleSeq, DiscoverySeq, InputSeq, Reader, StoreError, Writer};

/// A bundle without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleRow {
    pub seq: BundleSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub stage: Stage,
    /// References of the items that it is said to speak of.
    pub selected: Vec<String>,
    /// The Input it is a piece of, and where in it, in code points, its FREE_CHAT section begins.
    pub location: Option<(InputSeq, u32)>,
    pub source: TurnSource,
    pub part: u32,
    pub parts: u32,
    pub sha256: String,
    pub chars: u32,
    pub created_at: i64,
}

/// The text that a parser reads and a quote is checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleText {
    pub text: String,
    pub sections: Vec<SectionSpan>,
}

/// A piece of an Input, as it is stored.
pub struct NewPiece<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub stage: Stage,
    pub input: InputSeq,
    pub input_id: Uuid,
    /// Its start in the Input, in code points.
    pub start: u32,
    pub part: u32,
    pub parts: u32,
    /// References of items.
    pub selected: &'a [String],
    pub bundle: &'a Bundle,
}

/// The bundle of a turn of the chat, or of a round of questions.
pub struct NewTurn<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub source: TurnSource,
    pub stage: Stage,
    pub scope: ScopeType,
    /// The items chosen, as JSON.
    pub item_ids: &'a str,
    /// The messages or questions that it is made of, as JSON.
    pub source_ids: &'a str,
    pub bundle: &'a Bundle,
}

named! {
    /// The source of a turn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TurnSource {
        StructuredQuestions = "structuredQuestions",
        Chat = "chat",
        Mixed = "mixed",
    }
}

impl TurnSource {
    fn from_stored(stored: &str) -> Self {
        match stored {
            "structuredQuestions" => Self::StructuredQuestions,
            "mixed" => Self::Mixed,
            _ => Self::Chat,
        }
    }
}

const COLUMNS: &str =
    "b.seq, b.id, b.discovery, b.stage, b.input, b.input_start_char, b.part, b.parts, b.sha256, b.chars, b.created_at,
     b.item_ids, b.source_type";

impl Reader {
    pub fn bundle(&self, id: Uuid) -> Result<Option<BundleRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM turn_bundle AS b JOIN discovery AS d ON d.seq = b.discovery AND d.deleted = 0
             WHERE b.id = ?1"
        );
        self.select_one(&sql, [id], bundle_row)
    }

    pub fn bundle_at(&self, seq: BundleSeq) -> Result<BundleRow, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM turn_bundle AS b WHERE b.seq = ?1");
        Ok(self.connection().prepare_cached(&sql)?.query_row([seq.0], bundle_row)?)
    }

    /// The pieces of an Input, in its order.
    pub fn bundles_of_input(&self, input: InputSeq) -> Result<Vec<BundleRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM turn_bundle AS b WHERE b.input = ?1 ORDER BY b.part");
        Ok(self.connection().prepare_cached(&sql)?.query_map([input.0], bundle_row)?.collect::<Result<_, _>>()?)
    }

    /// The newest first, from before `before`; not those of a deleted Input.
    pub fn bundle_page(
        &self,
        discovery: DiscoverySeq,
        before: BundleSeq,
        limit: u32,
    ) -> Result<Vec<BundleRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM turn_bundle AS b LEFT JOIN input AS i ON i.seq = b.input
             WHERE b.discovery = ?1 AND b.seq < ?2 AND coalesce(i.deleted, 0) = 0 ORDER BY b.seq DESC LIMIT ?3"
        );
        let params = params![discovery.0, before.0, limit];
        Ok(self.connection().prepare_cached(&sql)?.query_map(params, bundle_row)?.collect::<Result<_, _>>()?)
    }

    pub fn bundle_count(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM turn_bundle AS b LEFT JOIN input AS i ON i.seq = b.input
                   WHERE b.discovery = ?1 AND coalesce(i.deleted, 0) = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([discovery.0], |row| row.get(0))?)
    }

    pub fn bundle_text(&self, seq: BundleSeq) -> Result<BundleText, StoreError> {
        let sql = "SELECT text FROM turn_bundle WHERE seq = ?1";
        let text = self.connection().prepare_cached(sql)?.query_row([seq.0], |row| row.get(0))?;
        Ok(BundleText { text, sections: self.bundle_sections(seq)? })
    }

    /// The words of some pieces of an Input, one behind the other.
    pub fn pieces(&self, input: InputSeq, parts: Range<u32>) -> Result<String, StoreError> {
        let sql = "SELECT substr(b.text, s.start_char + 1, s.end_char - s.start_char) FROM turn_bundle AS b
            JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = 'FREE_CHAT'
            WHERE b.input = ?1 AND b.part >= ?2 AND b.part < ?3 ORDER BY b.part";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map(params![input, parts.start, parts.end], |row| row.get::<_, String>(0))?;
        Ok(rows.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// In the order of the text.
    pub fn bundle_sections(&self, seq: BundleSeq) -> Result<Vec<SectionSpan>, StoreError> {
        let sql = "SELECT section, start_char, end_char FROM turn_bundle_section WHERE bundle = ?1 ORDER BY start_char";
        let rows = self.connection().prepare_cached(sql)?.query_map([seq.0], section_row)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Reads the span of the content of one section.
    pub fn bundle_section(&self, seq: BundleSeq, section: BundleSection) -> Result<Option<Span>, StoreError> {
        let sql = "SELECT section, start_char, end_char FROM turn_bundle_section WHERE bundle = ?1 AND section = ?2";
        let found = self.connection().prepare_cached(sql)?.query_row(params![seq.0, section.as_str()], section_row);
        Ok(found.optional()?.map(|found| found.span))
    }
}

impl Writer<'_> {
    pub fn insert_piece(&mut self, piece: &NewPiece<'_>) -> Result<BundleSeq, StoreError> {
        let now = self.now_ms();
        let sql = "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, item_ids, input,
                       input_start_char, part, parts, sha256, chars, created_at, text)
                   VALUES (?1, ?2, 'chat', json_array(?3), ?4, ?13, ?14, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let chars = piece.bundle.text.chars().count();
        self.connection().prepare_cached(sql)?.execute(params![
            piece.id,
            piece.discovery.0,
            piece.input_id.to_string(),
            piece.stage.as_str(),
            piece.input.0,
            piece.start,
            piece.part,
            piece.parts,
            piece.bundle.sha256,
            i64::try_from(chars).unwrap_or(i64::MAX),
            now,
            piece.bundle.text,
            ScopeType::for_item_count(piece.selected.len()).as_str(),
            json_list(piece.selected)
        ])?;
        let seq = BundleSeq(self.connection().last_insert_rowid());
        self.insert_sections(seq, &piece.bundle.sections)?;
        Ok(seq)
    }

    pub fn insert_turn(&mut self, turn: &NewTurn<'_>) -> Result<BundleSeq, StoreError> {
        let now = self.now_ms();
        let sql =
            "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, item_ids, sha256, chars,
                       created_at, text)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        let chars = turn.bundle.text.chars().count();
        let seq = self.connection().prepare_cached(sql)?.insert(params![
            turn.id,
            turn.discovery,
            turn.source.as_str(),
            turn.source_ids,
            turn.stage.as_str(),
            turn.scope.as_str(),
            turn.item_ids,
            turn.bundle.sha256,
            i64::try_from(chars).unwrap_or(i64::MAX),
            now,
            turn.bundle.text
        ])?;
        self.insert_sections(BundleSeq(seq), &turn.bundle.sections)?;
        Ok(BundleSeq(seq))
    }
}

fn json_list(items: &[String]) -> String {
    serde_json::to_string(items).unwrap_or_else(|_| "[]".to_owned())
}

fn bundle_row(row: &Row<'_>) -> rusqlite::Result<BundleRow> {
    let input: Option<i64> = row.get(4)?;
    let start: Option<u32> = row.get(5)?;
    Ok(BundleRow {
        seq: BundleSeq(row.get(0)?),
        id: row.get(1)?,
        discovery: DiscoverySeq(row.get(2)?),
        stage: super::columns::word(row, 3, Stage::parse)?,
        selected: serde_json::from_str(&row.get::<_, String>(11)?).unwrap_or_default(),
        location: input.map(InputSeq).zip(start),
        source: TurnSource::from_stored(&row.get::<_, String>(12)?),
        part: row.get(6)?,
        parts: row.get(7)?,
        sha256: row.get(8)?,
        chars: row.get(9)?,
        created_at: row.get(10)?,
    })
}

fn section_row(row: &Row<'_>) -> rusqlite::Result<SectionSpan> {
    Ok(SectionSpan {
        section: super::columns::word(row, 0, BundleSection::parse)?,
        span: Span::new(row.get(1)?, row.get(2)?),
    })
}
