//! One call: the reservation, the answer, and the chunk with its debit.
//!
//! The order is reserve → send → keep the raw answer with its use → store the chunk, debit and settle, with the attempt in
//! all of them; each arrow but the first is a transaction. So whoever comes after a kill finds an attempt that was never
//! sent, one whose answer is there and is gone on from, or one whose use is settled by what is known of it.

use factly_core::long_documents::continuation::{self, Continuation};
use factly_core::long_documents::job::{JobChange, JobKind, JobState};
use factly_core::long_documents::recipe::RecipeWriter as By;
use factly_core::long_documents::wallet::CallRefusal;
use factly_core::message;
use factly_core::message::UserMessage;

use super::call_texts::assembled;
use super::planning::{fail, turn, wake_parent};
use super::prepare::{PreparedCall, TokenCountCache, summarize_first};
use super::worker::{RunStop, WorkEvent};
use super::{LongDocuments, Payload, Reason, Run, RunModel, parsed, to_json};
use crate::error::{Code, Error, Result};
use crate::providers::{
    ChatRequest, Finish, NamedModel, ProviderError, ProviderFault, ProviderReply, Providers, ReplyEvent, ReplyOutcome,
    TokenUse, Usage,
};
use crate::store::document_chunks::NewChunk;
use crate::store::document_jobs::{DocumentJobRow, NewDocumentJob};
use crate::store::requests::RequestRow;
use crate::store::wallet::{CallUse, ReservationPurpose, WorstCost};
use crate::store::{Op, Reader, Topic, Writer};
use crate::wallet::{Wallets, in_words};

impl LongDocuments<'_> {
    /// Carries out a job that writes.
    pub(super) fn carry_out_call(
        &self,
        run: &Run,
        job: &DocumentJobRow,
        stop: &RunStop<'_>,
        hear: &dyn Fn(WorkEvent),
    ) -> Result<()> {
        let Some(model) = run.model(job.model) else { return self.write_without_model(run, job) };
        match self.ctx.read(|r| self.ctx.cache::<TokenCountCache>().prepare(r, run, job, model))? {
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
        let worst = WorstCost { cost, input_tokens: input, input_cost: model.rate.cost(input, 0) };
        let unit = Wallets::new(self.ctx).show()?.unit;
        let reserved = self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Documents);
            Ok(w.reserve(ReservationPurpose::Job(job), (&unit, &model.model), worst)?)
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
        let used = TokenUse::from_reply(&reply, model.rate, input);
        self.change(run, |w| match &reply.end {
            ReplyOutcome::Done(finish) => self.book_answer(w, run, job, (&reply, *finish), (seen, &used)),
            ReplyOutcome::Stopped => {
                w.settle(ReservationPurpose::Job(job), used.booked("stopped"))?;
                turn(w, job, JobChange::Ready)
            }
            ReplyOutcome::Failed(error) => {
                w.settle(ReservationPurpose::Job(job), used.booked(error.fault.as_str()))?;
                self.after_failure(w, run, job, error)
            }
        })
    }

    /// Makes of an answer what there is to make, and debits what it took.
    fn book_answer(
        &self,
        w: &mut Writer<'_>,
        run: &Run,
        job: &DocumentJobRow,
        (reply, finish): (&ProviderReply, Finish),
        (seen, used): (&str, &TokenUse),
    ) -> Result<()> {
        match finish == Finish::Length && reply.text.trim().is_empty() {
            true => self.after_failure(w, run, job, &nothing_written())?,
            false => store_answer(w, run, job, (reply, finish), (seen, used))?,
        }
        if let Some(attempt) = job.attempt {
            w.drop_document_answer(attempt)?;
        }
        Ok(w.settle(ReservationPurpose::Job(job), used.booked(""))?)
    }

    fn after_failure(&self, w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, error: &ProviderError) -> Result<()> {
        let failure: Error = error.clone().into();
        if matches!(error.fault, ProviderFault::KeyMissing | ProviderFault::KeyRefused) {
            let reason = Reason { why: "key".to_owned(), message: failure.full_message(), refusal: None };
            turn(w, job, JobChange::Pause)?;
            w.change_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(&reason)?))?;
            return Ok(());
        }
        let tried = u32::try_from(job.tries).unwrap_or(u32::MAX);
        let Some(pause) = Providers::new(self.ctx).pause_after(tried, error) else {
            return fail(w, run, job, &failure);
        };
        let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
        let not_before = self.ctx.world().clock.now_ms().saturating_add(pause);
        Ok(w.put_off_document_job(job, &failure.stored(), not_before)?)
    }

    /// Writes what needs no model: a section of the graph's draft, or documents one after the other.
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
            w.change_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(reason)?))?;
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
        self.pause_with(run, job, &Reason { why: why.to_owned(), message: error.full_message(), refusal: None })
    }

    pub(super) fn change(&self, run: &Run, change: impl FnOnce(&mut Writer<'_>) -> Result<()>) -> Result<()> {
        self.ctx.write(Op::silent(), |w| {
            w.about(run.row.discovery);
            w.topic(Topic::Documents);
            change(w)
        })?;
        Ok(())
    }

    /// Goes on from the attempt of a job whose worker is gone: from its answer where one came. Where none did, it is
    /// settled and the job is ready: by what the provider said, by our own count of what went out and may have been read,
    /// and by nothing where nothing was sent or nobody took it.
    pub(super) fn recover(&self, run: &Run, job: &DocumentJobRow) -> Result<()> {
        self.change(run, |w| {
            if let (Some(attempt), Some(model)) = (job.attempt, run.model(job.model)) {
                let requests = w.requests_of_message(attempt)?;
                let (sent, seen) = self.sent(w, run, job, model)?;
                let answered =
                    w.stored_document_answer(attempt)?.and_then(|stored| answer_of(stored, requests.last()?));
                if let Some((reply, finish)) = answered {
                    let used = TokenUse::from_reply(&reply, model.rate, sent);
                    return self.book_answer(w, run, job, (&reply, finish), (&seen, &used));
                }
                w.settle(ReservationPurpose::Job(job), used_by(&requests, sent, model))?;
            }
            turn(w, job, JobChange::Ready)
        })
    }

    /// Returns the number of tokens of a job's call, and the texts that it sees.
    fn sent(&self, r: &Reader, run: &Run, job: &DocumentJobRow, model: &RunModel) -> Result<(u64, String)> {
        Ok(match self.ctx.cache::<TokenCountCache>().prepare(r, run, job, model)? {
            PreparedCall::Call(request, seen) => (request.tokens(), seen),
            _ => (0, "[]".to_owned()),
        })
    }
}

/// An answer that was kept, as it came.
fn answer_of((finish, text): (String, String), request: &RequestRow) -> Option<(ProviderReply, Finish)> {
    let finish = Finish::parse(&finish)?;
    let count = |tokens: Option<i64>| tokens.map(i64::unsigned_abs);
    let (input_tokens, output_tokens) = (count(request.input_tokens), count(request.output_tokens));
    let usage = Usage { input_tokens, output_tokens, cost_nano_usd: count(request.cost_nano_usd) };
    let model = request.answered_by.clone();
    Some((ProviderReply { text, calls: Vec::new(), usage, model, end: ReplyOutcome::Done(finish) }, finish))
}

/// Returns the use of an attempt without an answer.
fn used_by(requests: &[RequestRow], sent: u64, model: &RunModel) -> CallUse<'static> {
    let sum = |of: fn(&RequestRow) -> Option<i64>| requests.iter().filter_map(of).map(i64::unsigned_abs).sum::<u64>();
    let (input, output) = (sum(|request| request.input_tokens), sum(|request| request.output_tokens));
    // What has no outcome is still on its way, as far as anybody knows; what began to be answered was read.
    let may_be_read = |request: &RequestRow| request.outcome.is_empty() || request.status == Some(200);
    let (input_tokens, counted) = match input + output > 0 {
        true => (input, "provider"),
        false if requests.iter().any(may_be_read) => (sent, "estimate"),
        false => (0, "nobody"),
    };
    let cost = model.rate.cost(input_tokens, output);
    CallUse { cost, input_tokens, output_tokens: output, counted, note: "interrupted" }
}

/// The whole of an answer was thought and none of it written.
fn nothing_written() -> ProviderError {
    ProviderError {
        fault: ProviderFault::Empty,
        message: message!("The model used up all the tokens of its answer and wrote nothing."),
        status: None,
        retry_after: None,
    }
}

/// The settings say another model than the run began with: whoever is asked about it goes on at that one's price.
fn changed(was: &RunModel, now: &NamedModel) -> Reason {
    let message = message!(
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
    (reply, finish): (&ProviderReply, Finish),
    (seen, used): (&str, &TokenUse),
) -> Result<()> {
    let is_open = w.document_job(job.seq)?.state == JobState::Processing;
    if job.kind == JobKind::Summarize {
        return store_summary(w, run, job, (reply, is_open));
    }
    if finish == Finish::Filtered || reply.text.trim().is_empty() {
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
    let next = continuation::next(job.turn_index, is_cut, run.limits.most_continuations);
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

fn store_summary(
    w: &mut Writer<'_>,
    run: &Run,
    job: &DocumentJobRow,
    (reply, is_open): (&ProviderReply, bool),
) -> Result<()> {
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

fn composed(r: &Reader, run: &Run, payload: &Payload) -> Result<String> {
    let mut parts = Vec::new();
    for read in &payload.reads {
        if let Some(job) = r.document_job_of(run.row.seq, *read)? {
            parts.push(assembled(r, job.seq)?.text.trim().to_owned());
        }
    }
    Ok(format!("{}\n", parts.join("\n\n")))
}

fn refused_in_words(refusal: &CallRefusal, unit: &str) -> (&'static str, UserMessage) {
    match refusal {
        CallRefusal::Cap { needed, left } => (
            "cap",
            message!(
                "The next call may cost {}, and the cap of the run leaves {}. Raise the cap to go on.",
                in_words(*needed, unit),
                in_words(*left, unit)
            ),
        ),
        CallRefusal::NotAffordable { needed, available } => (
            "wallet",
            message!(
                "The next call may cost {}, and the wallet has {}. Add to the wallet, then resume.",
                in_words(*needed, unit),
                in_words(*available, unit)
            ),
        ),
        CallRefusal::TooDear { needed, balance } => (
            "too_dear",
            message!(
                "Compressing and calling may cost {}, more than 20 % of the {} in the wallet. Resume to allow it.",
                in_words(*needed, unit),
                in_words(*balance, unit)
            ),
        ),
    }
}
