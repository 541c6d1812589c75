//! SQL of `reaffirmation`: where a fact is said again.

use factly_core::evidence::Evidence;
use rusqlite::{ToSql, params};

use super::facts::{FactRow, SELECT_AGAIN, fact_row};
use super::many_rows::{batches, bind, rows_of};
use super::{BundleSeq, FactSeq, Reader, RunSeq, StoreError, Writer};

impl Reader {
    /// The places where a fact is said again, each as a fact with that for its evidence.
    pub fn reaffirmations(&self, fact: FactSeq, limit: u32) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT_AGAIN} FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact
             JOIN turn_bundle AS b ON b.seq = a.bundle LEFT JOIN input AS i ON i.seq = b.input
             WHERE a.fact = ?1 AND a.deleted = 0 ORDER BY a.seq LIMIT ?2"
        );
        let mut statement = self.connection().prepare_cached(&sql)?;
        let rows = statement.query_map(params![fact, limit], fact_row)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    pub fn reaffirmation_count(&self, fact: FactSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM reaffirmation WHERE fact = ?1 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([fact], |row| row.get(0))?)
    }
}

impl Writer<'_> {
    /// Makes the evidence of one fact, and all that reaffirms it, reaffirm another.
    pub fn move_evidence(&mut self, from: FactSeq, to: FactSeq) -> Result<(), StoreError> {
        let sql = "INSERT INTO reaffirmation (fact, run, bundle, quote, start_char, end_char, source_section)
            SELECT ?2, run, bundle, quote, start_char, end_char, source_section FROM fact
                WHERE seq = ?1 AND bundle IS NOT NULL
            UNION ALL SELECT ?2, a.run, a.bundle, a.quote, a.start_char, a.end_char, a.source_section
                FROM fact AS f JOIN fact AS s ON s.discovery = f.discovery AND s.label_no = f.label_no AND s.deleted = 0
                JOIN reaffirmation AS a ON a.fact = s.seq AND a.deleted = 0
                WHERE f.seq = ?1
            ON CONFLICT DO NOTHING";
        self.connection().prepare_cached(sql)?.execute([from, to])?;
        Ok(())
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
