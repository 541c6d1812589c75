//! Reading a bundle with the model that is set for it: the exact prompt, one answer, the same checks as any other.
//!
//! While it is asked, the run is `running`. Called off, it waits again; failed, it can be tried again by hand. What was
//! sent is kept with the run.

use factly_core::extraction::prompt::schema;
use factly_core::message;

use crate::error::{Code, Error, Result};
use crate::extraction::Runs;
use crate::extraction::run::{Parsed, RunOwnership};
use crate::extraction::submit::{FailedAnswer, Force, ReceivedAnswer, TargetRun, fail_run, new_run};
use crate::providers::{
    Finish, JsonRequest, Model, ProviderError, ProviderFault, ProviderReply, Purpose, ReplyOutcome, StopSignal,
};
use crate::store::bundles::BundleRow;
use crate::store::runs::RunStatus;
use crate::store::{BundleSeq, Op, RunSeq, Topic};
use crate::turn_lock::{TurnLock, is_carried_out};

/// A bundle of 8,000 characters gives a few dozen ops.
const ANSWER_TOKENS: u32 = 8_192;

/// The outcome of asking.
pub(crate) enum ModelReply {
    Read(Parsed),
    /// The run is failed, with this as its reason.
    Failed {
        error: Error,
        /// The next bundle may do better.
        goes_on: bool,
    },
    Stopped,
}

impl Runs<'_> {
    /// Reads one bundle with `model`, as part of `op`. Passes over what was read meanwhile.
    pub(crate) fn parse_with_model(
        &self,
        model: &Model<'_>,
        bundle: BundleSeq,
        op: Op,
        waiting: RunOwnership,
        stop: &dyn StopSignal,
    ) -> Result<ModelReply> {
        let started_at = self.ctx.world().clock.now_ms();
        let (row, prompt, is_read) = self.ctx.read(|r| {
            let row = r.bundle_at(bundle)?;
            let prompt = self.prompt_of(r, &row)?;
            Ok((row, prompt, r.run_that_succeeded(bundle)?.is_some()))
        })?;
        if is_read {
            return Ok(ModelReply::Read(Parsed { facts: 0, bundles: 1, operation: None }));
        }
        let name = format!("{}: {}", model.kind().as_str(), model.name());
        let (run, _live) = self.begin_run(&row, &name)?;
        let request = JsonRequest { prompt, name: "fact_ops", schema: schema(), max_tokens: ANSWER_TOKENS };
        let reply = model.answer_for(&request, Purpose { run: Some(run), ..model.purpose(None) }, stop);
        let target = match waiting {
            RunOwnership::OfThisStep => TargetRun::Same(run),
            RunOwnership::OfAnother => TargetRun::InsteadOf { waiting: run, model: &name },
        };
        let ended =
            self.take_reply(&row, &reply, ReceivedAnswer { raw: &reply.text, cut: None, started_at, target }, op);
        match ended {
            // Whatever went wrong: a run that nobody carries out any more does not stay `running`.
            Err(error) => {
                self.requeue(&row, run)?;
                Err(error)
            }
            Ok(ModelReply::Stopped) => {
                self.requeue(&row, run)?;
                Ok(ModelReply::Stopped)
            }
            Ok(ModelReply::Failed { error, goes_on }) => {
                let words = error.full_message();
                let failed = FailedAnswer { raw: &reply.text, repairs: &[], error: &words, started_at };
                self.ctx.write(Op::silent(), |w| match w.run_at(run)?.status {
                    RunStatus::Running => fail_run(w, &row, run, &failed),
                    // An answer that could not be read was kept with what is wrong with it.
                    _ => Ok(()),
                })?;
                Ok(ModelReply::Failed { error, goes_on })
            }
            Ok(read) => Ok(read),
        }
    }

    fn take_reply(
        &self,
        row: &BundleRow,
        reply: &ProviderReply,
        came: ReceivedAnswer<'_>,
        op: Op,
    ) -> Result<ModelReply> {
        let cut = match &reply.end {
            ReplyOutcome::Stopped => return Ok(ModelReply::Stopped),
            ReplyOutcome::Failed(error) => return Ok(failed(error)),
            ReplyOutcome::Done(Finish::Filtered) => {
                let error = Error::new(Code::ProviderFailed, "The provider withheld the answer.");
                return Ok(ModelReply::Failed { error, goes_on: true });
            }
            ReplyOutcome::Done(Finish::Length) => {
                Some("the answer reached its limit of tokens, and what came after is missing".to_owned())
            }
            ReplyOutcome::Done(Finish::Stop | Finish::ToolCalls) => None,
        };
        let (report, operation) = self.take_answer(row, ReceivedAnswer { cut, ..came }, Force::No, op)?;
        if report.run.status == RunStatus::Failed {
            let why = report.run.error.unwrap_or_else(|| "".into());
            let error = Error::new(Code::ProviderFailed, message!("No fact could be read from the answer: {}.", why))
                .kept("The answer is kept with its run.")
                .hint("Try again, or choose another model.");
            return Ok(ModelReply::Failed { error, goes_on: true });
        }
        let stats = report.run.stats;
        let facts = (stats.facts_added + stats.facts_updated + stats.conflicts + stats.notes) as usize;
        Ok(ModelReply::Read(Parsed { facts, bundles: 1, operation }))
    }

    /// Fails the runs that nobody carries on: a process ended before they did.
    ///
    /// Looks first, since not even for that does anybody wait for a write of another process.
    pub(crate) fn end_broken_runs(&self) -> Result<()> {
        let running = self.ctx.read(|r| Ok(r.running_runs()?))?;
        let broken: Vec<_> = running.into_iter().filter(|(_, id)| !is_carried_out(self.ctx.path(), *id)).collect();
        if broken.is_empty() {
            return Ok(());
        }
        self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Runs);
            for (run, _) in &broken {
                w.fail_interrupted_run(*run)?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// The run that waits, or a new one after a failure, as `running` for as long as what is returned with it is held.
    fn begin_run(&self, row: &BundleRow, model: &str) -> Result<(RunSeq, TurnLock)> {
        let begun = self.ctx.write(Op::silent(), |w| {
            w.about(row.discovery);
            let run = match w.run_to_do(row.seq)? {
                Some(queued) => queued.seq,
                None => w.insert_run(&new_run(row, model, false))?,
            };
            let live = TurnLock::begin(self.ctx.path(), w.run_at(run)?.id)?;
            w.begin_run(run, model)?;
            w.topic(Topic::Runs);
            Ok((run, live))
        })?;
        Ok(begun.value)
    }

    fn requeue(&self, row: &BundleRow, run: RunSeq) -> Result<()> {
        self.ctx.write(Op::silent(), |w| {
            w.about(row.discovery);
            w.topic(Topic::Runs);
            Ok(w.requeue_run(run)?)
        })?;
        Ok(())
    }
}

/// Builds a failure: what is wrong with one answer may be right with the next; what is wrong with the provider is not.
fn failed(error: &ProviderError) -> ModelReply {
    let goes_on = matches!(error.fault, ProviderFault::Cut | ProviderFault::Malformed | ProviderFault::TooLarge);
    ModelReply::Failed { error: error.clone().into(), goes_on }
}
