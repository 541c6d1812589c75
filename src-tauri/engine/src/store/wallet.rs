//! SQL of `wallet_entry`: a ledger whose last row says what there is. A reservation and what settles it are found by
//! what they pay for, so that either is booked once.

use factly_core::long_documents::wallet::{CallRefusal, Spending, Wallet};
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
    /// The task that it pays for: `documents`, or the task of another call; nothing of a deposit.
    pub task: String,
    pub model: String,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub counted: String,
    pub shortfall: i64,
    pub note: String,
    pub made_at: i64,
}

/// The actual use of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallUse<'a> {
    pub cost: i64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub counted: &'a str,
    pub note: &'a str,
}

/// The purpose of a reservation and its settlement.
#[derive(Clone, Copy)]
pub enum ReservationPurpose<'a> {
    /// The attempt under way of a job.
    Job(&'a DocumentJobRow),
    /// Any other call, by an id of its own and its task.
    Call(Uuid, &'a str),
}

/// The worst-case cost of a call, and the cost of its request alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorstCost {
    pub cost: i64,
    pub input_tokens: u64,
    pub input_cost: i64,
}

/// A reservation that nothing settled yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReservation {
    pub amount: i64,
    pub unit: String,
    pub model: String,
    pub call: Option<Uuid>,
    pub task: String,
    pub input_tokens: u64,
    pub input_cost: i64,
}

/// A booking that is to be made.
struct Booking<'a> {
    kind: &'a str,
    unit: &'a str,
    amount: i64,
    after: Wallet,
    of: Option<ReservationPurpose<'a>>,
    model: &'a str,
    used: CallUse<'a>,
    input_cost: i64,
    shortfall: i64,
}

/// Of a booking that is of no use.
const UNUSED: CallUse<'static> = CallUse { cost: 0, input_tokens: 0, output_tokens: 0, counted: "nobody", note: "" };

impl ReservationPurpose<'_> {
    /// Job, attempt and call, of which either the first two are or the last.
    const fn key(&self) -> (Option<DocumentJobSeq>, Option<i64>, Option<Uuid>) {
        match self {
            Self::Job(job) => (Some(job.seq), Some(job.attempts), None),
            Self::Call(call, _) => (None, None, Some(*call)),
        }
    }

    const fn task(&self) -> &str {
        match self {
            Self::Job(_) => "documents",
            Self::Call(_, task) => task,
        }
    }

    const fn run(&self) -> Option<DocumentRunSeq> {
        match self {
            Self::Job(job) => Some(job.run),
            Self::Call(..) => None,
        }
    }
}

impl Reader {
    /// Reads the balance, and its unit; none before anything was booked.
    pub fn wallet(&self) -> Result<(Wallet, Option<String>), StoreError> {
        let sql = "SELECT balance, reserved, unit FROM wallet_entry ORDER BY seq DESC LIMIT 1";
        let last = |row: &Row<'_>| Ok((Wallet { balance: row.get(0)?, reserved: row.get(1)? }, Some(row.get(2)?)));
        let found = self.connection().prepare_cached(sql)?.query_row([], last).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Reads the spent and reserved amounts of a run.
    pub fn document_spending(&self, run: DocumentRunSeq) -> Result<Spending, StoreError> {
        let sql = "SELECT r.cap,
                coalesce(sum(e.amount) FILTER (WHERE e.kind = 'debit'), 0),
                coalesce(sum(e.amount) FILTER (WHERE e.kind = 'reservation' AND NOT EXISTS (
                    SELECT 1 FROM wallet_entry AS s
                    WHERE s.job = e.job AND s.attempt = e.attempt AND s.job IS NOT NULL
                        AND s.kind IN ('debit', 'release'))), 0)
            FROM document_run AS r LEFT JOIN wallet_entry AS e ON e.run = r.seq WHERE r.seq = ?1";
        let spending = |row: &Row<'_>| Ok(Spending { cap: row.get(0)?, spent: row.get(1)?, reserved: row.get(2)? });
        Ok(self.connection().prepare_cached(sql)?.query_row([run], spending)?)
    }

    /// Reads the debits of each job, over all its attempts.
    pub fn document_job_costs(&self, run: DocumentRunSeq) -> Result<Vec<(DocumentJobSeq, i64)>, StoreError> {
        let sql = "SELECT job, sum(amount) FROM wallet_entry WHERE run = ?1 AND kind = 'debit' GROUP BY job";
        self.select(sql, [run], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The reservation that nothing settled yet.
    pub fn open_reservation(&self, of: ReservationPurpose<'_>) -> Result<Option<OpenReservation>, StoreError> {
        let (job, attempt, call) = of.key();
        let is_it = "(job = ?1 AND attempt = ?2 AND job IS NOT NULL OR call = ?3 AND call IS NOT NULL)";
        let sql = format!("{OPEN} AND {is_it}");
        self.select_one(&sql, params![job, attempt, call], open_row)
    }

    /// The reservations of calls outside of long documents that nothing settled yet.
    pub fn open_calls(&self) -> Result<Vec<OpenReservation>, StoreError> {
        self.select(&format!("{OPEN} AND call IS NOT NULL"), [], open_row)
    }

    fn spending(&self, of: ReservationPurpose<'_>) -> Result<Spending, StoreError> {
        of.run().map_or(Ok(Spending::default()), |run| self.document_spending(run))
    }

    /// The rows of the ledger, the oldest first; of one run where it is named.
    pub fn wallet_entries(&self, run: Option<DocumentRunSeq>, limit: u32) -> Result<Vec<WalletEntryRow>, StoreError> {
        let sql = "SELECT * FROM (
                SELECT e.seq, e.id, e.kind, e.unit, e.amount, e.balance, e.reserved, r.id, j.id, e.attempt, e.task, e.model,
                    e.input_tokens, e.output_tokens, e.counted, e.shortfall, e.note, e.made_at
                FROM wallet_entry AS e LEFT JOIN document_run AS r ON r.seq = e.run
                LEFT JOIN document_job AS j ON j.seq = e.job
                WHERE ?1 IS NULL OR e.run = ?1 ORDER BY e.seq DESC LIMIT ?2
            ) ORDER BY seq";
        self.select(sql, params![run, limit], entry_row)
    }
}

impl Writer<'_> {
    pub fn deposit(&mut self, unit: &str, amount: i64, after: Wallet) -> Result<(), StoreError> {
        let (of, model, used) = (None, "", UNUSED);
        self.book(&Booking { kind: "deposit", unit, amount, after, of, model, used, input_cost: 0, shortfall: 0 })
    }

    /// Reserves the worst case of a call. The inner error is a refusal, which books nothing.
    pub fn reserve(
        &mut self,
        of: ReservationPurpose<'_>,
        (unit, model): (&str, &str),
        worst: WorstCost,
    ) -> Result<Result<(), CallRefusal>, StoreError> {
        let after = match self.wallet()?.0.reserve(worst.cost, self.spending(of)?) {
            Ok(after) => after,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let used = CallUse { input_tokens: worst.input_tokens, ..UNUSED };
        self.book(&Booking {
            kind: "reservation",
            unit,
            amount: worst.cost,
            after,
            of: Some(of),
            model,
            used,
            input_cost: worst.input_cost,
            shortfall: 0,
        })
        .map(Ok)
    }

    /// Settles a reservation by what was used. Done twice, it is done once.
    pub fn settle(&mut self, of: ReservationPurpose<'_>, used: CallUse<'_>) -> Result<(), StoreError> {
        let Some(open) = self.open_reservation(of)? else { return Ok(()) };
        let settled = self.wallet()?.0.settle(open.amount, used.cost, self.spending(of)?);
        self.book(&Booking {
            kind: if used.input_tokens + used.output_tokens > 0 || settled.debit > 0 { "debit" } else { "release" },
            unit: &open.unit,
            amount: settled.debit,
            after: settled.wallet,
            of: Some(of),
            model: &open.model,
            used,
            input_cost: 0,
            shortfall: settled.shortfall,
        })
    }

    fn book(&mut self, booking: &Booking<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO wallet_entry (id, kind, unit, amount, balance, reserved, run, job, attempt, call, task,
                model, input_tokens, output_tokens, counted, input_cost, shortfall, note, made_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";
        let (id, now) = (self.next_id(), self.now_ms());
        let Booking { kind, unit, amount, after, of, model, used, input_cost, shortfall } = booking;
        let (job, attempt, call) = of.map_or((None, None, None), |of| of.key());
        let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        self.change(
            sql,
            params![
                id,
                kind,
                unit,
                amount,
                after.balance,
                after.reserved,
                of.and_then(|of| of.run()),
                job,
                attempt,
                call,
                of.as_ref().map_or("", ReservationPurpose::task),
                model,
                count(used.input_tokens),
                count(used.output_tokens),
                used.counted,
                input_cost,
                shortfall,
                used.note,
                now
            ],
        )
    }
}

/// A reservation, and that nothing settled it.
const OPEN: &str = "SELECT amount, unit, model, call, task, input_tokens, input_cost FROM wallet_entry AS e
    WHERE kind = 'reservation' AND NOT EXISTS (SELECT 1 FROM wallet_entry AS s
        WHERE s.job = e.job AND s.attempt = e.attempt AND s.kind IN ('debit', 'release') AND s.job IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM wallet_entry AS s
        WHERE s.call = e.call AND s.kind IN ('debit', 'release') AND s.call IS NOT NULL)";

fn open_row(row: &Row<'_>) -> rusqlite::Result<OpenReservation> {
    Ok(OpenReservation {
        amount: row.get(0)?,
        unit: row.get(1)?,
        model: row.get(2)?,
        call: row.get(3)?,
        task: row.get(4)?,
        input_tokens: row.get::<_, i64>(5)?.unsigned_abs(),
        input_cost: row.get(6)?,
    })
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
        task: row.get(10)?,
        model: row.get(11)?,
        input_tokens: row.get(12)?,
        output_tokens: row.get(13)?,
        counted: row.get(14)?,
        shortfall: row.get(15)?,
        note: row.get(16)?,
        made_at: row.get(17)?,
    })
}
