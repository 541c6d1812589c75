//! SQL of `wallet_entry`: a ledger whose last row says what there is. A reservation and what settles it are found by
//! their job and attempt, so that either is booked once.

use factly_core::generation::wallet::{Refusal, Spending, Wallet};
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::document_jobs::DocumentJobRow;
use super::{DocumentJobSeq, DocumentRunSeq, Reader, StoreError, Writer};

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletEntryRow {
    pub seq: i64,
    pub id: Uuid,
    pub kind: String,
    pub unit: String,
    pub amount: i64,
    pub balance: i64,
    pub reserved: i64,
    pub run: Option<Uuid>,
    pub job: Option<Uuid>,
    pub attempt: Option<i64>,
    pub model: String,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub counted: String,
    pub shortfall: i64,
    pub note: String,
    pub made_at: i64,
}

/// What a call really took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallUse<'a> {
    pub cost: i64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub counted: &'a str,
    pub note: &'a str,
}

/// A booking that is to be made.
struct Booking<'a> {
    kind: &'a str,
    unit: &'a str,
    amount: i64,
    after: Wallet,
    job: Option<&'a DocumentJobRow>,
    model: &'a str,
    used: Option<CallUse<'a>>,
    shortfall: i64,
}

impl Reader {
    /// What there is, and in what unit; none before anything was booked.
    pub fn wallet(&self) -> Result<(Wallet, Option<String>), StoreError> {
        let sql = "SELECT balance, reserved, unit FROM wallet_entry ORDER BY seq DESC LIMIT 1";
        let last = |row: &Row<'_>| Ok((Wallet { balance: row.get(0)?, reserved: row.get(1)? }, Some(row.get(2)?)));
        let found = self.connection().prepare_cached(sql)?.query_row([], last).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// What a run has spent and reserved.
    pub fn document_spending(&self, run: DocumentRunSeq) -> Result<Spending, StoreError> {
        let sql = "SELECT r.cap,
                coalesce(sum(e.amount) FILTER (WHERE e.kind = 'debit'), 0),
                coalesce(sum(e.amount) FILTER (WHERE e.kind = 'reservation' AND NOT EXISTS (
                    SELECT 1 FROM wallet_entry AS s
                    WHERE s.job = e.job AND s.attempt = e.attempt AND s.kind IN ('debit', 'release'))), 0)
            FROM document_run AS r LEFT JOIN wallet_entry AS e ON e.run = r.seq WHERE r.seq = ?1";
        let spending = |row: &Row<'_>| Ok(Spending { cap: row.get(0)?, spent: row.get(1)?, reserved: row.get(2)? });
        Ok(self.connection().prepare_cached(sql)?.query_row([run], spending)?)
    }

    /// What a job was debited, over all its attempts.
    pub fn document_job_costs(&self, run: DocumentRunSeq) -> Result<Vec<(DocumentJobSeq, i64)>, StoreError> {
        let sql = "SELECT job, sum(amount) FROM wallet_entry WHERE run = ?1 AND kind = 'debit' GROUP BY job";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The reservation of an attempt that nothing settled yet.
    pub fn open_reservation(&self, job: DocumentJobSeq, attempt: i64) -> Result<Option<(i64, String)>, StoreError> {
        let sql = "SELECT amount, unit FROM wallet_entry AS e WHERE job = ?1 AND attempt = ?2 AND kind = 'reservation'
            AND NOT EXISTS (SELECT 1 FROM wallet_entry AS s
                WHERE s.job = e.job AND s.attempt = e.attempt AND s.kind IN ('debit', 'release'))";
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(params![job, attempt], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// The rows of the ledger, the oldest first; of one run where it is named.
    pub fn wallet_entries(&self, run: Option<DocumentRunSeq>, limit: u32) -> Result<Vec<WalletEntryRow>, StoreError> {
        let sql = "SELECT * FROM (
                SELECT e.seq, e.id, e.kind, e.unit, e.amount, e.balance, e.reserved, r.id, j.id, e.attempt, e.model,
                    e.input_tokens, e.output_tokens, e.counted, e.shortfall, e.note, e.made_at
                FROM wallet_entry AS e LEFT JOIN document_run AS r ON r.seq = e.run
                LEFT JOIN document_job AS j ON j.seq = e.job
                WHERE ?1 IS NULL OR e.run = ?1 ORDER BY e.seq DESC LIMIT ?2
            ) ORDER BY seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map(params![run, limit], entry_row)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }
}

impl Writer<'_> {
    pub fn deposit(&mut self, unit: &str, amount: i64, after: Wallet) -> Result<(), StoreError> {
        self.book(&Booking { kind: "deposit", unit, amount, after, job: None, model: "", used: None, shortfall: 0 })
    }

    /// Reserves the worst case of the attempt under way. The inner error is a refusal, which books nothing.
    pub fn reserve(
        &mut self,
        job: &DocumentJobRow,
        (unit, model): (&str, &str),
        amount: i64,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let after = match self.wallet()?.0.reserve(amount, self.document_spending(job.run)?) {
            Ok(after) => after,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let booking =
            Booking { kind: "reservation", unit, amount, after, job: Some(job), model, used: None, shortfall: 0 };
        self.book(&booking).map(Ok)
    }

    /// Settles the reservation of the attempt by what was used. Done twice, it is done once.
    pub fn settle(&mut self, job: &DocumentJobRow, model: &str, used: CallUse<'_>) -> Result<(), StoreError> {
        let Some((reserved, unit)) = self.open_reservation(job.seq, job.attempts)? else { return Ok(()) };
        let settled = self.wallet()?.0.settle(reserved, used.cost, self.document_spending(job.run)?);
        self.book(&Booking {
            kind: if used.input_tokens + used.output_tokens > 0 || settled.debit > 0 { "debit" } else { "release" },
            unit: &unit,
            amount: settled.debit,
            after: settled.wallet,
            job: Some(job),
            model,
            used: Some(used),
            shortfall: settled.shortfall,
        })
    }

    fn book(&mut self, booking: &Booking<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO wallet_entry (id, kind, unit, amount, balance, reserved, run, job, attempt, model,
                input_tokens, output_tokens, counted, shortfall, note, made_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        let (id, now) = (self.next_id(), self.now_ms());
        let Booking { kind, unit, amount, after, job, model, used, shortfall } = booking;
        let nothing = CallUse { cost: 0, input_tokens: 0, output_tokens: 0, counted: "nobody", note: "" };
        let used = used.unwrap_or(nothing);
        let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            kind,
            unit,
            amount,
            after.balance,
            after.reserved,
            job.map(|job| job.run),
            job.map(|job| job.seq),
            job.map(|job| job.attempts),
            model,
            count(used.input_tokens),
            count(used.output_tokens),
            used.counted,
            shortfall,
            used.note,
            now
        ])?;
        Ok(())
    }
}

fn entry_row(row: &Row<'_>) -> rusqlite::Result<WalletEntryRow> {
    Ok(WalletEntryRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        kind: row.get(2)?,
        unit: row.get(3)?,
        amount: row.get(4)?,
        balance: row.get(5)?,
        reserved: row.get(6)?,
        run: row.get(7)?,
        job: row.get(8)?,
        attempt: row.get(9)?,
        model: row.get(10)?,
        input_tokens: row.get(11)?,
        output_tokens: row.get(12)?,
        counted: row.get(13)?,
        shortfall: row.get(14)?,
        note: row.get(15)?,
        made_at: row.get(16)?,
    })
}
