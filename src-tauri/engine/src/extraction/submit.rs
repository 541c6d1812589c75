//! Bring your own model: the exact prompt of a bundle goes out, and an answer comes in by the same checks as any other.

use factly_core::evidence::Source;
use factly_core::extraction::ops::{self, ParsedOps};
use factly_core::ledger::RunStats;
use uuid::Uuid;

use super::PASTED;
use super::check::check_ops;
use super::outcome::{Keep, RunSummary, fault_text, malformed, run_summary};
use super::run::{Answer, carry_out, json};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::store::bundles::{BundleRow, BundleText};
use crate::store::runs::{NewRun, RunEnd, RunRecord, RunRow, RunStatus};
use crate::store::{Op, Reader, RunSeq, Stack, Topic};

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    pub run: RunSummary,
    /// The bundle was parsed before, and that run is returned; nothing was done.
    pub reused: bool,
    /// What was mended in the answer.
    pub repairs: Vec<String>,
    /// What could not be read in it.
    pub faults: Vec<String>,
}

/// Whether an answer is taken for a bundle that is parsed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    No,
    Yes,
}

impl Library {
    /// Takes an answer for a bundle. One from which nothing can be read is kept as a failed run, which stops nobody.
    pub fn run_submit(&self, bundle: Uuid, raw: &str, force: Force) -> Result<RunReport> {
        let started_at = self.world().clock.now_ms();
        let (row, text, registry, success) = self.read(|r| {
            let row = bundle_row(r, bundle)?;
            let text = r.bundle_text(row.seq)?;
            let registry = self.registry_of(r, row.discovery)?;
            let success = r.run_that_succeeded(row.seq)?;
            Ok((row, text, registry, success))
        })?;
        if let Some(run) = success.filter(|_| force == Force::No) {
            return self.reused(run);
        }
        let parsed = ops::parse(raw);
        let told = Told::of(&parsed);
        if parsed.ops.is_empty() && !parsed.faults.is_empty() {
            return self.failed(&row, raw, told, started_at);
        }
        let BundleText { text, sections } = text;
        let source = Source::new(&text, &sections);
        let answer = Answer {
            ops: &parsed.ops,
            checked: check_ops(parsed.ops.iter().map(|(_, op)| op), &source, &registry, row.stage),
            keep: Keep::Ops,
            raw,
            repairs: &told.repairs,
            malformed: malformed(&parsed.faults).collect(),
            started_at,
        };
        let op = Op::named(Stack::Discovery(row.discovery), "Take an answer");
        let written = self.write(op, |w| {
            // Somebody may have parsed the bundle while this answer was checked.
            if let Some(run) = w.run_that_succeeded(row.seq)?.filter(|_| force == Force::No) {
                return Ok((run.seq, true));
            }
            if let Some(queued) = w.run_to_do(row.seq)? {
                w.hide_run(queued.seq)?;
            }
            let forced = force == Force::Yes && w.run_that_succeeded(row.seq)?.is_some();
            let run = w.insert_run(&new_run(&row, forced))?;
            carry_out(w, &row, run, answer)?;
            Ok((run, false))
        })?;
        let (run, reused) = written.value;
        self.report(run, reused, told)
    }

    fn reused(&self, run: RunRow) -> Result<RunReport> {
        let run = self.read(|r| run_summary(r, run))?;
        Ok(RunReport { run, reused: true, repairs: Vec::new(), faults: Vec::new() })
    }

    fn failed(&self, row: &BundleRow, raw: &str, told: Told, started_at: i64) -> Result<RunReport> {
        let error = told.faults.first().cloned().unwrap_or_default();
        let written = self.write(Op::silent(), |w| {
            w.about(row.discovery);
            let run = w.insert_run(&new_run(row, false))?;
            let record = RunRecord { raw: raw.to_owned(), repairs: json(&told.repairs), outcomes: "[]".to_owned() };
            let stats = RunStats::default();
            let status = RunStatus::Failed;
            w.end_run(run, &RunEnd { status, started_at, stats: &stats, error: Some(&error), record: &record })?;
            [Topic::Runs, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
            Ok(run)
        })?;
        self.report(written.value, false, told)
    }

    fn report(&self, run: RunSeq, reused: bool, told: Told) -> Result<RunReport> {
        let run = self.read(|r| run_summary(r, r.run_at(run)?))?;
        Ok(RunReport { run, reused, repairs: told.repairs, faults: told.faults })
    }
}

/// What is told of an answer.
struct Told {
    repairs: Vec<String>,
    faults: Vec<String>,
}

impl Told {
    fn of(parsed: &ParsedOps) -> Self {
        let of_op = |index: Option<usize>, text: String| match index {
            Some(index) => format!("op {index}: {text}"),
            None => text,
        };
        Self {
            repairs: parsed.repairs.iter().map(|repair| of_op(repair.index, repair.message.clone())).collect(),
            faults: parsed.faults.iter().map(|fault| of_op(fault.index, fault_text(fault))).collect(),
        }
    }
}

const fn new_run(bundle: &BundleRow, forced: bool) -> NewRun<'static> {
    let status = RunStatus::Queued;
    NewRun { discovery: bundle.discovery, bundle: bundle.seq, model: PASTED, forced, status }
}

pub(crate) fn bundle_row(r: &Reader, id: Uuid) -> Result<BundleRow> {
    r.bundle(id)?.ok_or_else(|| Error::not_found("There is no such bundle."))
}
