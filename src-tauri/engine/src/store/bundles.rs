//! SQL of `turn_bundle` and `turn_bundle_section`. There is no UPDATE and no DELETE: the schema refuses both.

use factly_core::bundle::{Bundle, Section, SectionSpan, Stage};
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
    /// The Input it is a piece of, and where in it, in code points, its FREE_CHAT section begins.
    pub place: Option<(InputSeq, u32)>,
    pub part: u32,
    pub parts: u32,
    pub sha256: String,
    pub chars: u32,
    pub created_at: i64,
}

/// What a parser reads and what a quote is checked against.
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
    /// Where in the Input it begins, in code points.
    pub start: u32,
    pub part: u32,
    pub parts: u32,
    pub bundle: &'a Bundle,
}

const COLUMNS: &str =
    "b.seq, b.id, b.discovery, b.stage, b.input, b.input_start_char, b.part, b.parts, b.sha256, b.chars, b.created_at";

impl Reader {
    pub fn bundle(&self, id: Uuid) -> Result<Option<BundleRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM turn_bundle AS b JOIN discovery AS d ON d.seq = b.discovery AND d.deleted = 0
             WHERE b.id = ?1"
        );
        Ok(self.connection().prepare_cached(&sql)?.query_row([id], bundle_row).optional()?)
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

    /// In the order of the text.
    pub fn bundle_sections(&self, seq: BundleSeq) -> Result<Vec<SectionSpan>, StoreError> {
        let sql = "SELECT section, start_char, end_char FROM turn_bundle_section WHERE bundle = ?1 ORDER BY start_char";
        let rows = self.connection().prepare_cached(sql)?.query_map([seq.0], section_row)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Where the content of one section lies.
    pub fn bundle_section(&self, seq: BundleSeq, section: Section) -> Result<Option<Span>, StoreError> {
        let sql = "SELECT section, start_char, end_char FROM turn_bundle_section WHERE bundle = ?1 AND section = ?2";
        let found = self.connection().prepare_cached(sql)?.query_row(params![seq.0, section.as_str()], section_row);
        Ok(found.optional()?.map(|found| found.span))
    }
}

impl Writer<'_> {
    pub fn insert_piece(&mut self, piece: &NewPiece<'_>) -> Result<BundleSeq, StoreError> {
        let now = self.now_ms();
        let sql = "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, input,
                       input_start_char, part, parts, sha256, chars, created_at, text)
                   VALUES (?1, ?2, 'chat', json_array(?3), ?4, 'project', ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
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
            piece.bundle.text
        ])?;
        let seq = BundleSeq(self.connection().last_insert_rowid());
        let sql = "INSERT INTO turn_bundle_section (bundle, section, start_char, end_char) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = self.connection().prepare_cached(sql)?;
        for found in &piece.bundle.sections {
            insert.execute(params![seq.0, found.section.as_str(), found.span.start, found.span.end])?;
        }
        Ok(seq)
    }
}

fn bundle_row(row: &Row<'_>) -> rusqlite::Result<BundleRow> {
    let input: Option<i64> = row.get(4)?;
    let start: Option<u32> = row.get(5)?;
    Ok(BundleRow {
        seq: BundleSeq(row.get(0)?),
        id: row.get(1)?,
        discovery: DiscoverySeq(row.get(2)?),
        stage: super::columns::stage(row, 3)?,
        place: input.map(InputSeq).zip(start),
        part: row.get(6)?,
        parts: row.get(7)?,
        sha256: row.get(8)?,
        chars: row.get(9)?,
        created_at: row.get(10)?,
    })
}

fn section_row(row: &Row<'_>) -> rusqlite::Result<SectionSpan> {
    Ok(SectionSpan { section: super::columns::section(row, 0)?, span: Span::new(row.get(1)?, row.get(2)?) })
}
