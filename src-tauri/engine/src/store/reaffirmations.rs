//! SQL of `reaffirmation`: where a fact is said again.

use factly_core::evidence::Evidence;
use factly_core::text::Span;
use rusqlite::{ToSql, params};

use super::facts::{FactRow, SELECT_AGAIN, fact_row};
use super::many_rows::{batches, bind, rows_of};
use super::{BundleSeq, DiscoverySeq, FactSeq, Reader, RunSeq, StoreError, Writer};

impl Reader {
    /// The places where a fact is said again, each as a fact with that for its evidence.
    pub fn reaffirmations(&self, fact: FactSeq, limit: u32) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT_AGAIN} FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact
             JOIN turn_bundle AS b ON b.seq = a.bundle LEFT JOIN input AS i ON i.seq = b.input
             WHERE a.fact = ?1 AND a.deleted = 0 ORDER BY a.seq LIMIT ?2"
        );
        self.select(&sql, params![fact, limit], fact_row)
    }

    pub fn reaffirmation_count(&self, fact: FactSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM reaffirmation WHERE fact = ?1 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([fact], |row| row.get(0))?)
    }
}

/// The newest version of a fact whose quote stands in an Input, and where another Input or a message says it too.
#[derive(Clone, Debug)]
pub struct EvidenceElsewhere {
    pub fact: FactSeq,
    /// The fact, with that place as its evidence and the run that found it there.
    pub there: FactRow,
}

impl Reader {
    /// The facts whose own quotes stand in an Input, whichever version of it, and that are said elsewhere: of several
    /// places the first, before those in texts that were put aside.
    pub fn evidence_elsewhere(
        &self,
        discovery: DiscoverySeq,
        label_no: i64,
    ) -> Result<Vec<EvidenceElsewhere>, StoreError> {
        let sql = "SELECT f.seq, a.seq, a.run
            FROM input AS own JOIN turn_bundle AS ob ON ob.input = own.seq
            JOIN fact AS f ON f.bundle = ob.seq AND f.deleted = 0
            JOIN reaffirmation AS a ON a.fact = f.seq AND a.deleted = 0
            JOIN turn_bundle AS b ON b.seq = a.bundle LEFT JOIN input AS i ON i.seq = b.input
            WHERE own.discovery = ?1 AND own.label_no = ?2 AND own.deleted = 0
                AND (b.input IS NULL OR i.deleted = 0 AND i.label_no <> ?2)
                AND NOT EXISTS (SELECT 1 FROM fact AS n WHERE n.discovery = f.discovery AND n.label_no = f.label_no
                    AND n.version > f.version AND n.deleted = 0)
            ORDER BY f.seq, i.superseded, i.archived, a.seq";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query(params![discovery, label_no])?;
        let mut found: Vec<EvidenceElsewhere> = Vec::new();
        while let Some(row) = rows.next()? {
            let (fact, again): (FactSeq, i64) = (row.get(0)?, row.get(1)?);
            if found.last().is_none_or(|last| last.fact != fact) {
                found.push(EvidenceElsewhere { fact, there: self.said_again_at(again, row.get(2)?)? });
            }
        }
        Ok(found)
    }

    /// A fact with one place where it is said again for its evidence, and the run that found it there.
    pub(super) fn said_again_at(&self, again: i64, run: Option<RunSeq>) -> Result<FactRow, StoreError> {
        let by_seq = format!(
            "{SELECT_AGAIN} FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact
             JOIN turn_bundle AS b ON b.seq = a.bundle LEFT JOIN input AS i ON i.seq = b.input WHERE a.seq = ?1"
        );
        Ok(FactRow { run, ..self.connection().prepare_cached(&by_seq)?.query_row([again], fact_row)? })
    }
}

impl Writer<'_> {
    /// Gives a fact the further evidence of another from one place.
    pub fn copy_reaffirmation(
        &mut self,
        from: FactSeq,
        to: FactSeq,
        bundle: BundleSeq,
        span: Span,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO reaffirmation (fact, run, bundle, quote, start_char, end_char, source_section)
            SELECT ?2, run, bundle, quote, start_char, end_char, source_section FROM reaffirmation
            WHERE fact = ?1 AND bundle = ?3 AND start_char = ?4 AND end_char = ?5 AND deleted = 0
            ON CONFLICT DO NOTHING";
        self.change(sql, params![from, to, bundle, span.start, span.end])
    }

    /// Makes the evidence of one fact, and all that reaffirms it, reaffirm another.
    pub fn move_evidence(&mut self, from: FactSeq, to: FactSeq) -> Result<(), StoreError> {
        let sql = "INSERT INTO reaffirmation (fact, run, bundle, quote, start_char, end_char, source_section)
            SELECT ?2, run, bundle, quote, start_char, end_char, source_section FROM fact
                WHERE seq = ?1 AND bundle IS NOT NULL
            UNION ALL SELECT ?2, run, bundle, quote, start_char, end_char, source_section FROM reaffirmation
                WHERE fact = ?1 AND deleted = 0
            ON CONFLICT DO NOTHING";
        self.change(sql, [from, to])
    }

    /// Adds what says facts again in one bundle. The same words reaffirm a fact once.
    pub fn insert_reaffirmations(
        &mut self,
        run: Option<RunSeq>,
        bundle: BundleSeq,
        again: &[(FactSeq, &Evidence)],
    ) -> Result<(), StoreError> {
        const COLUMNS: &str = "fact, run, bundle, quote, start_char, end_char, source_section";
        for rows in batches(again) {
            let values = rows_of(rows.len(), COLUMNS);
            let sql = format!("INSERT INTO reaffirmation ({COLUMNS}) VALUES {values} ON CONFLICT DO NOTHING");
            let mut statement = self.connection().prepare_cached(&sql)?;
            let mut parameter = 0;
            for (fact, found) in rows {
                let (start, end) = (found.span.start, found.span.end);
                let section = found.section.as_str();
                let columns: [&dyn ToSql; 7] = [fact, &run, &bundle, &found.quote, &start, &end, &section];
                bind(&mut statement, &mut parameter, &columns)?;
            }
            statement.raw_execute()?;
        }
        Ok(())
    }
}
