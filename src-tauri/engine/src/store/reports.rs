//! SQL of `report`, `report_section` and `report_version`.

use factly_core::text::normalize::normalize;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, Reader, ReportSeq, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    pub seq: ReportSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    /// The label of its Output.
    pub output: String,
    pub front_md: String,
    /// The same as it is stored, where it came with line ends other than `\n`.
    pub front_came: Option<String>,
    /// The ids of what that cites by its label alone, as JSON.
    pub cited: Option<String>,
    /// Changes by a model are applied without asking.
    pub apply_at_once: bool,
}

/// A section in its place of the reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionRow {
    pub id: Uuid,
    pub rank: i64,
    /// 1 for the first level.
    pub depth: u32,
    pub title: String,
    pub body_md: String,
    /// The ids of what the body cites by its label alone, as JSON.
    pub cited: Option<String>,
    pub appendix: bool,
    /// As JSON.
    pub heading: Option<String>,
}

/// The body of a section.
#[derive(Clone, Debug)]
pub struct BodyRow<'r> {
    pub section: Uuid,
    pub body_md: &'r str,
    /// The ids of what it cites by its label alone, as JSON.
    pub cited: Option<String>,
}

/// A report as it was when it was given a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportVersionRow {
    pub id: Uuid,
    pub name: String,
    pub made_at: i64,
    /// As JSON.
    pub body: String,
}

const REPORT: &str = "SELECT r.seq, r.id, r.discovery, r.output, r.front_md, r.cited, r.apply_at_once
    FROM report AS r JOIN discovery AS d ON d.seq = r.discovery AND d.deleted = 0 WHERE r.deleted = 0";

impl Reader {
    pub fn report(&self, id: Uuid) -> Result<Option<ReportRow>, StoreError> {
        let sql = format!("{REPORT} AND r.id = ?1");
        self.select_one(&sql, [id], report_row)
    }

    pub fn report_of(&self, discovery: DiscoverySeq, output: &str) -> Result<Option<ReportRow>, StoreError> {
        let sql = format!("{REPORT} AND r.discovery = ?1 AND r.output = ?2");
        self.select_one(&sql, params![discovery, output], report_row)
    }

    pub fn report_at(&self, seq: ReportSeq) -> Result<Option<ReportRow>, StoreError> {
        let sql = format!("{REPORT} AND r.seq = ?1");
        self.select_one(&sql, [seq], report_row)
    }

    /// In the order of their making.
    pub fn reports(&self, discovery: DiscoverySeq) -> Result<Vec<ReportRow>, StoreError> {
        self.select(&format!("{REPORT} AND r.discovery = ?1 ORDER BY r.seq"), [discovery], report_row)
    }

    /// In reading order.
    pub fn report_sections(&self, report: ReportSeq) -> Result<Vec<SectionRow>, StoreError> {
        let sql = "SELECT id, rank, depth, title, body_md, cited, appendix, heading FROM report_section
            WHERE report = ?1 AND deleted = 0 ORDER BY rank, seq";
        self.select(sql, [report], section_row)
    }

    /// As [`Self::report_sections`], without what makes them long: bodies, and the headings that they were read from.
    pub fn report_lines(&self, report: ReportSeq) -> Result<Vec<SectionRow>, StoreError> {
        let sql = "SELECT id, rank, depth, title, '', NULL, appendix, NULL FROM report_section
            WHERE report = ?1 AND deleted = 0 ORDER BY rank, seq";
        self.select(sql, [report], section_row)
    }

    pub fn report_section(&self, report: ReportSeq, id: Uuid) -> Result<Option<SectionRow>, StoreError> {
        let sql = "SELECT id, rank, depth, title, body_md, cited, appendix, heading FROM report_section
            WHERE id = ?2 AND report = ?1 AND deleted = 0";
        self.select_one(sql, params![report, id], section_row)
    }

    /// Lets `hear` have each body in reading order, for as long as it says to go on.
    pub fn each_report_body<E: From<StoreError>>(
        &self,
        report: ReportSeq,
        hear: &mut dyn FnMut(BodyRow<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let sql = "SELECT id, body_md, cited FROM report_section WHERE report = ?1 AND deleted = 0 ORDER BY rank, seq";
        let store = |error| E::from(StoreError::from(error));
        let mut select = self.connection().prepare_cached(sql).map_err(store)?;
        let mut rows = select.query([report]).map_err(store)?;
        while let Some(row) = rows.next().map_err(store)? {
            let body = row.get_ref(1).map_err(store)?;
            let body_md = body.as_str().map_err(|error| E::from(StoreError::Unreadable(error.to_string())))?;
            let (section, cited) = (row.get(0).map_err(store)?, row.get(2).map_err(store)?);
            if !hear(BodyRow { section, body_md, cited })? {
                break;
            }
        }
        Ok(())
    }

    /// All that may name an image, one by one: bodies, openings, versions and suggestions of the reports that stand.
    pub fn report_texts_with_images(&self, discovery: DiscoverySeq) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT body_md FROM report_section WHERE discovery = ?1 AND deleted = 0 AND instr(body_md, '[IMAGE:')
            UNION ALL SELECT front_md FROM report WHERE discovery = ?1 AND deleted = 0 AND instr(front_md, '[IMAGE:')
            UNION ALL SELECT body FROM report_version WHERE discovery = ?1 AND deleted = 0 AND instr(body, '[IMAGE:')
            UNION ALL SELECT change FROM report_suggestion
                WHERE discovery = ?1 AND deleted = 0 AND instr(change, '[IMAGE:')";
        self.select(sql, [discovery], |row| row.get(0))
    }

    /// The newest first.
    pub fn report_versions(&self, report: ReportSeq) -> Result<Vec<ReportVersionRow>, StoreError> {
        let sql = "SELECT id, name, made_at, body FROM report_version WHERE report = ?1 AND deleted = 0
            ORDER BY seq DESC";
        let mut select = self.connection().prepare_cached(sql)?;
        let version = |row: &Row<'_>| {
            Ok(ReportVersionRow { id: row.get(0)?, name: row.get(1)?, made_at: row.get(2)?, body: row.get(3)? })
        };
        let rows = select.query_map([report], version)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }
}

impl Writer<'_> {
    pub fn insert_report(
        &mut self,
        discovery: DiscoverySeq,
        output: &str,
        front_md: &str,
    ) -> Result<ReportRow, StoreError> {
        let id = self.next_id();
        let sql = "INSERT INTO report (id, discovery, output, front_md) VALUES (?1, ?2, ?3, ?4)";
        let row = params![id, discovery, output, front_md];
        let seq = ReportSeq(self.connection().prepare_cached(sql)?.insert(row)?);
        let (output, (front_md, front_came)) = (output.to_owned(), front(front_md.to_owned()));
        Ok(ReportRow { seq, id, discovery, output, front_md, front_came, cited: None, apply_at_once: false })
    }

    pub fn set_report_apply_at_once(&mut self, report: ReportSeq, apply_at_once: bool) -> Result<(), StoreError> {
        let sql = "UPDATE report SET apply_at_once = ?2 WHERE seq = ?1";
        self.change(sql, params![report, apply_at_once])
    }

    pub fn set_report_front(
        &mut self,
        report: ReportSeq,
        front_md: &str,
        cited: Option<&str>,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE report SET front_md = ?2, cited = ?3
            WHERE seq = ?1 AND (front_md IS NOT ?2 OR cited IS NOT ?3)";
        self.change(sql, params![report, front_md, cited])
    }

    /// Stores a section as it is now, whether the report had it, has it hidden, or never had it.
    pub fn put_report_section(&mut self, report: &ReportRow, row: &SectionRow) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO report_section (id, discovery, report, rank, depth, title, body_md, appendix, heading, cited)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT (id) DO UPDATE
            SET rank = ?4, depth = ?5, title = ?6, body_md = ?7, appendix = ?8, cited = ?10, deleted = 0
            WHERE report = ?3";
        let SectionRow { id, rank, depth, title, body_md, cited, appendix, heading } = row;
        let values = params![id, report.discovery, report.seq, rank, depth, title, body_md, appendix, heading, cited];
        self.change(sql, values)
    }

    /// Stores where a section stands now and how it is titled, and leaves its body.
    pub fn place_report_section(&mut self, report: ReportSeq, row: &SectionRow) -> Result<(), StoreError> {
        let sql = "UPDATE report_section SET rank = ?3, depth = ?4, title = ?5, appendix = ?6
            WHERE report = ?1 AND id = ?2";
        let SectionRow { id, rank, depth, title, appendix, .. } = row;
        self.change(sql, params![report, id, rank, depth, title, appendix])
    }

    pub fn hide_report_section(&mut self, report: ReportSeq, id: Uuid) -> Result<(), StoreError> {
        let sql = "UPDATE report_section SET deleted = 1 WHERE report = ?1 AND id = ?2";
        self.change(sql, params![report, id])
    }

    pub fn insert_report_version(&mut self, report: &ReportRow, name: &str, body: &str) -> Result<Uuid, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO report_version (id, discovery, report, name, made_at, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let values = params![id, report.discovery, report.seq, name, now, body];
        self.connection().prepare_cached(sql)?.execute(values)?;
        Ok(id)
    }
}

fn report_row(row: &Row<'_>) -> rusqlite::Result<ReportRow> {
    let (front_md, front_came) = front(row.get(4)?);
    Ok(ReportRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        output: row.get(3)?,
        front_md,
        front_came,
        cited: row.get(5)?,
        apply_at_once: row.get(6)?,
    })
}

/// Returns the text before the first section as it is read, and as it came where that is not the same.
fn front(came: String) -> (String, Option<String>) {
    match came.contains('\r') {
        true => (normalize(&came).text, Some(came)),
        false => (came, None),
    }
}

fn section_row(row: &Row<'_>) -> rusqlite::Result<SectionRow> {
    Ok(SectionRow {
        id: row.get(0)?,
        rank: row.get(1)?,
        depth: row.get(2)?,
        title: row.get(3)?,
        body_md: row.get(4)?,
        cited: row.get(5)?,
        appendix: row.get(6)?,
        heading: row.get(7)?,
    })
}
