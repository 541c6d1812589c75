//! Bring your own model: the exact prompt of a bundle goes out, and an answer comes in by the same checks as any other.

use std::borrow::Cow;

use factly_core::message;
use factly_core::message::UserMessage;

use crate::facts::NearDuplicateIndex;
use crate::lookup::bundle_row;
use crate::originals::{PlaceCache, blocks_of_bundle};
use factly_core::evidence::EvidenceText;
use factly_core::extraction::blocks::TextStructure;
use factly_core::extraction::ops::{self, ParsedOps};
use factly_core::extraction::salience::RankedText;
use factly_core::facts::{Candidate, Route, RunStats};
use uuid::Uuid;

use crate::error::Result;
use crate::extraction::PASTED;
use crate::extraction::Runs;
use crate::extraction::check::check_ops;
use crate::extraction::outcome::{OutcomeDetail, ParseRunSummary, fault_text, malformed, run_summary};
use crate::extraction::run::{OpsToKeep, background, carry_out, json};
use crate::facts::Facts;
use crate::items::ItemMentions;
use crate::store::bundles::{BundleRow, BundleText};
use crate::store::runs::{NewRun, RunAnswer, RunEnd, RunRow, RunStatus};
use crate::store::{Op, OpSeq, RunSeq, Stack, Topic, Writer};
use crate::task::Cancelled;

/// The outcome of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    pub run: ParseRunSummary,
    /// The bundle was parsed before, and that run is returned; nothing was done.
    pub reused: bool,
    /// The parts mended in the answer.
    pub repairs: Vec<String>,
    /// The parts that could not be read.
    pub faults: Vec<String>,
}

/// Tells whether an answer is taken for a bundle that is parsed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    No,
    Yes,
}

impl Runs<'_> {
    /// Takes an answer for a bundle. One from which nothing can be read is kept as a failed run, which stops nobody.
    pub fn run_submit(&self, bundle: Uuid, raw: &str, force: Force) -> Result<RunReport> {
        let started_at = self.ctx.world().clock.now_ms();
        let row = self.ctx.read(|r| bundle_row(r, bundle))?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Take an answer"));
        let came = ReceivedAnswer { raw, cut: None, started_at, target: TargetRun::New { model: PASTED } };
        Ok(self.take_answer(&row, came, force, op)?.0)
    }

    /// Takes an answer as part of `op`, whoever gave it; also returns the step of undo that it was.
    pub(super) fn take_answer(
        &self,
        row: &BundleRow,
        came: ReceivedAnswer<'_>,
        force: Force,
        op: Op,
    ) -> Result<(RunReport, Option<OpSeq>)> {
        let ReceivedAnswer { raw, cut, started_at, target } = came;
        let (text, placed, registry, spoken, background, success) = self.ctx.read(|r| {
            let text = r.bundle_text(row.seq)?;
            let placed = blocks_of_bundle(r, &self.ctx.cache::<PlaceCache>(), row, &text)?;
            let registry = Facts::new(self.ctx).registry_of(r, row.discovery)?;
            let spoken = ItemMentions::read(r, row.discovery)?;
            Ok((text, placed, registry, spoken, background(r, row)?, r.run_that_succeeded(row.seq)?))
        })?;
        if let Some(run) = success.filter(|_| force == Force::No) {
            return Ok((self.reused(run)?, None));
        }
        let parsed = ops::parse(raw);
        let mut summary = SubmitReport::from_parsed(&parsed);
        summary.faults.extend(cut);
        if parsed.ops.is_empty() && !summary.faults.is_empty() {
            return Ok((self.failed(row, raw, summary, started_at, &target)?, None));
        }
        let BundleText { text, sections } = text;
        let source = EvidenceText::new(&text, &sections).written(self.ctx.number_format()?);
        let items = spoken.of_bundle(row, &text);
        let structure = TextStructure::of_bundle(&text, &sections, placed, &background);
        let scene = RankedText::with_structure(&text, &sections, Cow::Borrowed(&structure), &background);
        let read = (&scene, &structure);
        let answer = OpsToKeep {
            ops: &parsed.ops,
            checked: check_ops(parsed.ops.iter().map(|(_, op)| op), &source, &registry, &items, row, read),
            keep: OutcomeDetail::Ops,
            raw,
            repairs: &summary.repairs,
            malformed: malformed(&parsed.faults).collect(),
            started_at,
        };
        let is_believed = |candidate: &Candidate| candidate.route == Route::Statement && candidate.doubt.is_none();
        if answer.checked.candidates.iter().any(is_believed) {
            self.ctx.read(|r| Ok(self.ctx.cache::<NearDuplicateIndex>().read_on(r, row.discovery)?))?;
        }
        let written = self.ctx.write(op, |w| {
            // Somebody may have parsed the bundle while this answer was checked.
            if let Some(run) = w.run_that_succeeded(row.seq)?.filter(|_| force == Force::No) {
                return Ok((run.seq, true));
            }
            let forced = force == Force::Yes && w.run_that_succeeded(row.seq)?.is_some();
            let run = target.open(w, row, forced)?;
            carry_out(w, &self.ctx.cache::<NearDuplicateIndex>(), row, run, answer)?;
            Ok((run, false))
        })?;
        let (run, reused) = written.value;
        Ok((self.report(run, reused, summary)?, written.operation))
    }

    fn reused(&self, run: RunRow) -> Result<RunReport> {
        let run = self.ctx.read(|r| run_summary(r, run))?;
        Ok(RunReport { run, reused: true, repairs: Vec::new(), faults: Vec::new() })
    }

    fn failed(
        &self,
        row: &BundleRow,
        raw: &str,
        summary: SubmitReport,
        started_at: i64,
        target: &TargetRun<'_>,
    ) -> Result<RunReport> {
        let error = UserMessage::new(summary.faults.first().cloned().unwrap_or_default(), Vec::new());
        let written = self.ctx.write(Op::silent(), |w| {
            let run = target.failed(w, row)?;
            fail_run(w, row, run, &FailedAnswer { raw, repairs: &summary.repairs, error: &error, started_at })?;
            Ok(run)
        })?;
        self.report(written.value, false, summary)
    }

    fn report(&self, run: RunSeq, reused: bool, summary: SubmitReport) -> Result<RunReport> {
        let run = self.ctx.read(|r| run_summary(r, r.run_at(run)?))?;
        Ok(RunReport { run, reused, repairs: summary.repairs, faults: summary.faults })
    }
}

/// The report on an answer.
struct SubmitReport {
    repairs: Vec<String>,
    faults: Vec<String>,
}

impl SubmitReport {
    fn from_parsed(parsed: &ParsedOps) -> Self {
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

/// An answer, and where it is to be kept.
pub(super) struct ReceivedAnswer<'a> {
    pub(super) raw: &'a str,
    /// The reason more of it is missing than it says itself.
    pub(super) cut: Option<String>,
    pub(super) started_at: i64,
    pub(super) target: TargetRun<'a>,
}

/// The run that an answer belongs to.
pub(super) enum TargetRun<'a> {
    /// A new one, in the place of one that waits.
    New { model: &'a str },
    /// The one that asked for it, which was made by the same step of undo.
    Same(RunSeq),
    /// A new one in the place of the one that asked, which undo brings back as it waited.
    InsteadOf { waiting: RunSeq, model: &'a str },
}

impl TargetRun<'_> {
    fn open(&self, w: &mut Writer<'_>, row: &BundleRow, forced: bool) -> Result<RunSeq> {
        match *self {
            Self::New { model } => {
                if let Some(queued) = w.run_to_do(row.seq)? {
                    w.hide_run(queued.seq)?;
                }
                Ok(w.insert_run(&new_run(row, model, forced))?)
            }
            // What it was to read is no longer said.
            Self::Same(run) if !w.run_stands(run)? => Err(Cancelled.into()),
            Self::Same(run) => {
                w.hide_filled_in(row.seq)?;
                Ok(run)
            }
            Self::InsteadOf { waiting, model } => {
                w.requeue_run(waiting)?;
                w.hide_run(waiting)?;
                w.hide_filled_in(row.seq)?;
                Ok(w.insert_run(&new_run(row, model, forced))?)
            }
        }
    }

    /// A failure is written into the run that asked.
    fn failed(&self, w: &mut Writer<'_>, row: &BundleRow) -> Result<RunSeq> {
        match *self {
            Self::New { model } => Ok(w.insert_run(&new_run(row, model, false))?),
            Self::Same(run) | Self::InsteadOf { waiting: run, .. } => Ok(run),
        }
    }
}

/// The stored part of a run that failed.
pub(super) struct FailedAnswer<'a> {
    pub(super) raw: &'a str,
    pub(super) repairs: &'a [String],
    pub(super) error: &'a UserMessage,
    pub(super) started_at: i64,
}

pub(super) fn fail_run(w: &mut Writer<'_>, row: &BundleRow, run: RunSeq, failed: &FailedAnswer<'_>) -> Result<()> {
    w.about(row.discovery);
    let record = RunAnswer { raw: failed.raw.to_owned(), repairs: json(failed.repairs), outcomes: "[]".to_owned() };
    let end = RunEnd {
        status: RunStatus::Failed,
        started_at: failed.started_at,
        stats: &RunStats::default(),
        error: Some(&failed.error.stored()),
        record: &record,
    };
    w.end_run(run, &end)?;
    [Topic::Runs, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}

pub(super) const fn new_run<'a>(bundle: &BundleRow, model: &'a str, forced: bool) -> NewRun<'a> {
    NewRun { discovery: bundle.discovery, bundle: bundle.seq, model, forced, status: RunStatus::Queued }
}
