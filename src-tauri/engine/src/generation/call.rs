//! One call: the reservation, the answer, and the chunk with its debit.
//!
//! The order is reserve → send → store the chunk with its raw answer → debit → settle, with the attempt in all of them;
//! what follows the answer is one transaction. So whoever comes after a kill finds an attempt that was never sent, or
//! one whose use is settled by what is known of it.

use factly_core::generation::continuation::{self, Continuation};
use factly_core::generation::job::{JobChange, JobKind, JobState};
use factly_core::generation::recipe::RecipeWriter as By;
use factly_core::generation::wallet::CallRefusal;
use factly_core::said;
use factly_core::said::Said;

use super::planning::{fail, turn, wake_parent};
use super::prepare::{PreparedCall, ReckonedTexts, summarize_first};
use super::texts::assembled;
use super::worker::{RunStop, WorkEvent};
use super::{Generation, Payload, Reason, Run, RunModel, parsed, to_json};
use crate::error::{Code, Error, Result};
use crate::providers::{
    ChatRequest, End, Finish, NamedModel, ProviderError, ProviderFault, Providers, Reply, ReplyEvent, Used,
};
use crate::store::document_chunks::NewChunk;
use crate::store::document_jobs::{DocumentJobRow, NewDocumentJob};
use crate::store::wallet::{CallUse, PaidFor, Worst};
use crate::store::{Op, Reader, Topic, Writer};
use crate::wallet::{Wallets, in_words};

/// A call that fails in passing is tried so often, beside the provider's own tries.
const MOST_TRIES: i64 = 3;

impl Generation<'_> {
    /// Carries out a job that writes.
    pub(super) fn carry_out_call(
        &self,
        run: &Run,
        job: &DocumentJobRow,
        stop: &RunStop<'_>,
        hear: &dyn Fn(WorkEvent),
    ) -> Result<()> {
        let Some(model) = run.model(job.model) else { return self.write_without_model(run, job) };
        match self.ctx.read(|r| self.ctx.cache::<ReckonedTexts>().prepare(r, run, job, model))? {
            PreparedCall::Failed(error) => self.change(run, |w| fail(w, run, job, &error)),
            PreparedCall::Summarize(texts) => self.change(run, |w| summarize_first(w, run, job, &texts)),
            PreparedCall::Refused(refusal) => self.pause_for(run, job, &refusal),
            PreparedCall::Call(request, seen) => self.call(run, job, model, (&request, &seen), stop, hear),
        }
    }

    fn call(
        &self,
        run: &Run,
        job: &DocumentJobRow,
        model: &RunModel,
        (request, seen): (&ChatRequest, &str),
        stop: &RunStop<'_>,
        hear: &dyn Fn(WorkEvent),
    ) -> Result<()> {
        if let Ok(now) = Providers::new(self.ctx).named_model(model.named.as_deref())
            && !model.is_of(&now)
        {
            return self.pause_with(run, job, &changed(model, &now));
        }
        let connected = match Providers::new(self.ctx).model_named(run.row.discovery, model.named.as_deref(), stop) {
            Ok(connected) => connected,
            Err(error) => return self.connect_failed(run, job, &error),
        };
        let input = request.tokens();
        let cost = model.rate.cost(input, u64::from(request.max_tokens));
        let worst = Worst { cost, input_tokens: input, input_cost: model.rate.cost(input, 0) };
        let unit = Wallets::new(self.ctx).show()?.unit;
        let reserved = self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Documents);
            Ok(w.reserve(PaidFor::Job(job), (&unit, &model.model), worst)?)
        })?;
        if let Err(refusal) = reserved.value {
            return self.pause_for(run, job, &refusal);
        }
        let mut words = String::new();
        let reply = connected.chat(request, job.attempt, stop, &mut |event| {
            if let ReplyEvent::Token(token) = event {
                words.push_str(&token);
                hear(WorkEvent::Token { job: job.id, token });
            }
        });
        let used = Used::of(&reply, model.rate, input);
        self.change(run, |w| match &reply.end {
            End::Done(finish) => {
                store_answer(w, run, job, (&reply, *finish), (seen, &used))?;
                Ok(w.settle(PaidFor::Job(job), used.booked(""))?)
            }
            End::Stopped => {
                w.settle(PaidFor::Job(job), used.booked("stopped"))?;
                turn(w, job, JobChange::Ready)
            }
            End::Failed(error) => {
                w.settle(PaidFor::Job(job), used.booked(error.fault.as_str()))?;
                after_failure(w, run, job, error)
            }
        })
    }

    /// What needs no model: a section of the graph's draft, or documents one after the other.
    fn write_without_model(&self, run: &Run, job: &DocumentJobRow) -> Result<()> {
        self.change(run, |w| {
            let payload: Payload = parsed(&job.payload)?;
            let by = run.recipe.steps().find(|(_, step)| step.name == job.step).map(|(_, step)| step.writer);
            let text = match (by, payload.item) {
                (Some(By::Graph), Some(item)) => run.material.sections.get(item).cloned().unwrap_or_default(),
                _ => composed(w, run, &payload)?,
            };
            if w.document_job(job.seq)?.state != JobState::Processing {
                return Ok(());
            }
            let chunk = NewChunk {
                finish: Finish::Stop.as_str(),
                input_tokens: 0,
                output_tokens: 0,
                counted: "nobody",
                seen: "[]",
                raw: &to_json(&serde_json::json!({ "text": text }))?,
                text: &text,
            };
            w.insert_chunk(run.row.discovery, job, &chunk)?;
            w.set_document_job_result(job.seq, "{\"finish\":\"stop\"}")?;
            turn(w, job, JobChange::Finish)?;
            wake_parent(w, run, job)
        })
    }

    /// Pauses the run for money; nothing fails.
    fn pause_for(&self, run: &Run, job: &DocumentJobRow, refusal: &CallRefusal) -> Result<()> {
        let unit = Wallets::new(self.ctx).show()?.unit;
        let (why, message) = refused_in_words(refusal, &unit);
        let reason = Reason { why: why.to_owned(), message, refusal: Some(*refusal) };
        self.pause_with(run, job, &reason)
    }

    fn pause_with(&self, run: &Run, job: &DocumentJobRow, reason: &Reason) -> Result<()> {
        self.change(run, |w| {
            turn(w, job, JobChange::Pause)?;
            w.turn_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(reason)?))?;
            Ok(())
        })
    }

    /// A key or a consent is for the analyst to give: the run waits for it.
    fn connect_failed(&self, run: &Run, job: &DocumentJobRow, error: &Error) -> Result<()> {
        let why = match error.code {
            Code::KeyNeeded => "key",
            Code::ConsentNeeded => "consent",
            Code::Cancelled => return self.change(run, |w| turn(w, job, JobChange::Ready)),
            _ => "provider",
        };
        self.pause_with(run, job, &Reason { why: why.to_owned(), message: error.said(), refusal: None })
    }

    pub(super) fn change(&self, run: &Run, change: impl FnOnce(&mut Writer<'_>) -> Result<()>) -> Result<()> {
        self.ctx.write(Op::silent(), |w| {
            w.about(run.row.discovery);
            w.topic(Topic::Documents);
            change(w)
        })?;
        Ok(())
    }

    /// Settles the attempt of a job whose worker is gone, and makes it ready: by what the provider said of it where an
    /// answer came, by our own count of what went out where none did, and by nothing where nothing was sent.
    pub(super) fn recover(&self, run: &Run, job: &DocumentJobRow) -> Result<()> {
        self.change(run, |w| {
            if let (Some(attempt), Some(model)) = (job.attempt, run.model(job.model)) {
                let requests = w.requests_of_message(attempt)?;
                let counted = |tokens: Option<i64>| tokens.map(i64::unsigned_abs).unwrap_or_default();
                let (input, output) = requests.iter().fold((0, 0), |(input, output), request| {
                    (input + counted(request.input_tokens), output + counted(request.output_tokens))
                });
                let told = input + output > 0;
                let sent = u64::from(!requests.is_empty()) * self.sent_tokens(w, run, job, model)?;
                let (input, by) = match (told, sent) {
                    (true, _) => (input, "provider"),
                    (false, 0) => (0, "nobody"),
                    (false, sent) => (sent, "estimate"),
                };
                let cost = model.rate.cost(input, output);
                let used =
                    CallUse { cost, input_tokens: input, output_tokens: output, counted: by, note: "interrupted" };
                w.settle(PaidFor::Job(job), used)?;
            }
            turn(w, job, JobChange::Ready)
        })
    }

    fn sent_tokens(&self, r: &Reader, run: &Run, job: &DocumentJobRow, model: &RunModel) -> Result<u64> {
        Ok(match self.ctx.cache::<ReckonedTexts>().prepare(r, run, job, model)? {
            PreparedCall::Call(request, _) => request.tokens(),
            _ => 0,
        })
    }
}

/// The settings say another model than the run began with: whoever is asked about it goes on at that one's price.
fn changed(was: &RunModel, now: &NamedModel) -> Reason {
    let message = said!(
        "The run was begun with {} at {}; {} at {} is set now. Set it back, or resume with what is set.",
        was.model,
        was.origin,
        now.model,
        now.origin
    );
    Reason { why: "changed".to_owned(), message, refusal: None }
}

/// Stores an answer, ends its job, and makes the one that goes on.
fn store_answer(
    w: &mut Writer<'_>,
    run: &Run,
    job: &DocumentJobRow,
    (reply, finish): (&Reply, Finish),
    (seen, used): (&str, &Used),
) -> Result<()> {
    let is_open = w.document_job(job.seq)?.state == JobState::Processing;
    if job.kind == JobKind::Summarize {
        return store_summary(w, run, job, (reply, is_open));
    }
    if finish == Finish::Filtered || (reply.text.trim().is_empty() && finish != Finish::Length) {
        let error = Error::new(Code::ProviderFailed, "The provider gave no text.").hint("Try another model.");
        return fail(w, run, job, &error);
    }
    if w.has_chunk(job.seq)? {
        return Ok(());
    }
    let raw = serde_json::json!({
        "text": reply.text,
        "finish": finish.as_str(),
        "model": reply.model,
        "input_tokens": reply.usage.input_tokens,
        "output_tokens": reply.usage.output_tokens,
    });
    let chunk = NewChunk {
        finish: finish.as_str(),
        input_tokens: used.input,
        output_tokens: used.output,
        counted: used.counted,
        seen,
        raw: &raw.to_string(),
        text: &reply.text,
    };
    w.insert_chunk(run.row.discovery, job, &chunk)?;
    let is_cut = finish == Finish::Length;
    let next = continuation::next(job.turn_index, is_cut, reply.text.trim().is_empty(), run.limits.most_continuations);
    let ended = if next == Continuation::Limit { "continuation_limit" } else { finish.as_str() };
    w.set_document_job_result(job.seq, &serde_json::json!({ "finish": ended }).to_string())?;
    if let (Continuation::Continue { turn_index }, true) = (next, is_open) {
        w.insert_document_job(&NewDocumentJob {
            discovery: run.row.discovery,
            run: run.row.seq,
            parent: job.parent,
            kind: JobKind::Continue,
            stage: job.stage.and_then(|stage| usize::try_from(stage).ok()),
            step: &job.step,
            model: job.model,
            root: Some(job.document()),
            turn_index,
            payload: "{}",
        })?;
    }
    turn(w, job, JobChange::Finish)?;
    wake_parent(w, run, job)
}

fn store_summary(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, (reply, is_open): (&Reply, bool)) -> Result<()> {
    if !is_open {
        return Ok(());
    }
    let payload: Payload = parsed(&job.payload)?;
    let summary = reply.text.trim();
    if summary.is_empty() {
        return fail(w, run, job, &Error::new(Code::ProviderFailed, "The provider gave no summary."));
    }
    w.insert_document_summary(run.row.discovery, job.seq, (&payload.sha256, summary))?;
    turn(w, job, JobChange::Finish)?;
    wake_parent(w, run, job)
}

fn after_failure(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, error: &ProviderError) -> Result<()> {
    let told: Error = error.clone().into();
    if matches!(error.fault, ProviderFault::KeyMissing | ProviderFault::KeyRefused) {
        let reason = Reason { why: "key".to_owned(), message: told.said(), refusal: None };
        turn(w, job, JobChange::Pause)?;
        w.turn_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(&reason)?))?;
        return Ok(());
    }
    if error.fault.passes() && job.tries < MOST_TRIES {
        w.turn_document_job(job, JobChange::TryAgain, Some(&told.stored()))?;
        return Ok(());
    }
    fail(w, run, job, &told)
}

fn composed(r: &Reader, run: &Run, payload: &Payload) -> Result<String> {
    let mut parts = Vec::new();
    for read in &payload.reads {
        if let Some(job) = r.document_job_of(run.row.seq, *read)? {
            parts.push(assembled(r, job.seq)?.text.trim().to_owned());
        }
    }
    Ok(format!("{}\n", parts.join("\n\n")))
}

fn refused_in_words(refusal: &CallRefusal, unit: &str) -> (&'static str, Said) {
    match refusal {
        CallRefusal::Cap { needed, left } => (
            "cap",
            said!(
                "The next call may cost {}, and the cap of the run leaves {}. Raise the cap to go on.",
                in_words(*needed, unit),
                in_words(*left, unit)
            ),
        ),
        CallRefusal::NotAffordable { needed, available } => (
            "wallet",
            said!(
                "The next call may cost {}, and the wallet has {}. Add to the wallet, then resume.",
                in_words(*needed, unit),
                in_words(*available, unit)
            ),
        ),
        CallRefusal::TooDear { needed, balance } => (
            "too_dear",
            said!(
                "Compressing and calling may cost {}, more than 20 % of the {} in the wallet. Resume to allow it.",
                in_words(*needed, unit),
                in_words(*balance, unit)
            ),
        ),
    }
}
