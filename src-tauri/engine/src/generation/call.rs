//! One call: its texts, what gives way to a summary, the reservation, the answer, and the chunk with its debit.
//!
//! The order is reserve → send → store the chunk with its raw answer → debit → settle, with the attempt in all of them;
//! what follows the answer is one transaction. So whoever comes after a kill finds an attempt that was never sent, or
//! one whose use is settled by what is known of it.

use factly_core::generation::compression::{Candidate, Part, candidates, similarity};
use factly_core::generation::continuation::{self, Next};
use factly_core::generation::job::{Change, JobKind, JobState, Wake, wake};
use factly_core::generation::recipe::Writer as By;
use factly_core::generation::tokens;
use factly_core::generation::wallet::{Compression, Refusal};

use super::planning::{children_failed, fail, turn, wake_parent};
use super::texts::{Texts, assembled, pieces};
use super::worker::{RunStop, WorkEvent};
use super::{Generation, Payload, Reason, Run, RunModel, parsed, to_json};
use crate::error::{Code, Error, Result};
use crate::providers::{ChatRequest, End, Event, Fault, Finish, Message, ProviderError, Providers, Reply, Usage};
use crate::store::document_chunks::NewChunk;
use crate::store::document_jobs::{DocumentJobRow, NewDocumentJob};
use crate::store::wallet::CallUse;
use crate::store::{Op, Reader, Topic, Writer};
use crate::wallet::{Wallets, in_words};

/// A call that fails in passing is tried so often, beside the provider's own tries.
const MOST_TRIES: i64 = 3;
/// A summary has at most so many tokens, or an eighth of the room.
const MOST_SUMMARY: u64 = 512;
const SUMMARY_SYSTEM: &str = "You sum up a text so that a long document can be written from it. Keep every name, number, \
    date and citation of the form [F-12](factly://fact/…) exactly as it stands. Add nothing. Answer with the summary alone.";

/// What a call is to be, or why there is none now.
enum Prepared {
    Call(Box<ChatRequest>, String),
    /// These texts need a summary first.
    Summarize(Vec<(String, String)>),
    /// Compressing and calling would cost more than may be spent without asking.
    Refused(Refusal),
    Failed(Error),
}

/// What an answer took, and who counted it.
#[derive(Clone, Copy)]
struct Used {
    input: u64,
    output: u64,
    counted: &'static str,
    cost: i64,
}

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
        match self.ctx.read(|r| prepare(r, run, job, model))? {
            Prepared::Failed(error) => self.change(run, |w| fail(w, run, job, &error)),
            Prepared::Summarize(texts) => self.change(run, |w| summarize_first(w, run, job, &texts)),
            Prepared::Refused(refusal) => self.pause_for(run, job, &refusal),
            Prepared::Call(request, seen) => self.call(run, job, model, (&request, &seen), stop, hear),
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
        let connected = match Providers::new(self.ctx).model_named(run.row.discovery, model.named.as_deref(), stop) {
            Ok(connected) => connected,
            Err(error) => return self.connect_failed(run, job, &error),
        };
        let input = counted_input(request);
        let worst = model.rate.cost(input, u64::from(request.max_tokens));
        let unit = Wallets::new(self.ctx).show()?.unit;
        let reserved = self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Documents);
            Ok(w.reserve(job, (&unit, &model.model), worst)?)
        })?;
        if let Err(refusal) = reserved.value {
            return self.pause_for(run, job, &refusal);
        }
        let mut words = String::new();
        let reply = connected.chat(request, job.attempt, stop, &mut |event| {
            if let Event::Token(token) = event {
                words.push_str(&token);
                hear(WorkEvent::Token { job: job.id, token });
            }
        });
        let used = used(&reply, model, input);
        self.change(run, |w| {
            let settled = CallUse {
                cost: used.cost,
                input_tokens: used.input,
                output_tokens: used.output,
                counted: used.counted,
                note: "",
            };
            match &reply.end {
                End::Done(finish) => {
                    store_answer(w, run, job, (&reply, *finish), (seen, &used))?;
                    Ok(w.settle(job, &model.model, settled)?)
                }
                End::Stopped => {
                    w.settle(job, &model.model, CallUse { note: "stopped", ..settled })?;
                    turn(w, job, Change::Ready)
                }
                End::Failed(error) => {
                    w.settle(job, &model.model, CallUse { note: error.fault.as_str(), ..settled })?;
                    after_failure(w, run, job, error)
                }
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
            turn(w, job, Change::Finish)?;
            wake_parent(w, run, job)
        })
    }

    /// Pauses the run for money; nothing fails.
    fn pause_for(&self, run: &Run, job: &DocumentJobRow, refusal: &Refusal) -> Result<()> {
        let unit = Wallets::new(self.ctx).show()?.unit;
        let (why, message) = refused_in_words(refusal, &unit);
        let reason = Reason { why: why.to_owned(), message, refusal: Some(*refusal) };
        self.pause_with(run, job, &reason)
    }

    fn pause_with(&self, run: &Run, job: &DocumentJobRow, reason: &Reason) -> Result<()> {
        self.change(run, |w| {
            turn(w, job, Change::Pause)?;
            w.turn_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(reason)?))?;
            Ok(())
        })
    }

    /// A key or a consent is for the analyst to give: the run waits for it.
    fn connect_failed(&self, run: &Run, job: &DocumentJobRow, error: &Error) -> Result<()> {
        let why = match error.code {
            Code::KeyNeeded => "key",
            Code::ConsentNeeded => "consent",
            Code::Cancelled => return self.change(run, |w| turn(w, job, Change::Ready)),
            _ => "provider",
        };
        self.pause_with(run, job, &Reason { why: why.to_owned(), message: error.to_string(), refusal: None })
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
                let sent = u64::from(!requests.is_empty()) * sent_tokens(w, run, job, model)?;
                let (input, by) = match (told, sent) {
                    (true, _) => (input, "provider"),
                    (false, 0) => (0, "nobody"),
                    (false, sent) => (sent, "estimate"),
                };
                let cost = model.rate.cost(input, output);
                let used =
                    CallUse { cost, input_tokens: input, output_tokens: output, counted: by, note: "interrupted" };
                w.settle(job, &model.model, used)?;
            }
            turn(w, job, Change::Ready)
        })
    }
}

fn sent_tokens(r: &Reader, run: &Run, job: &DocumentJobRow, model: &RunModel) -> Result<u64> {
    Ok(match prepare(r, run, job, model)? {
        Prepared::Call(request, _) => counted_input(&request),
        _ => 0,
    })
}

fn counted_input(request: &ChatRequest) -> u64 {
    let texts = request.messages.iter().map(|message| match message {
        Message::User(text) | Message::Assistant { text, .. } => text.as_str(),
        Message::ToolResult { content, .. } => content.as_str(),
    });
    tokens::with_margin(tokens::count_all(texts.chain([request.system.as_str()])))
}

fn used(reply: &Reply, model: &RunModel, counted_input: u64) -> Used {
    let Usage { input_tokens, output_tokens, .. } = reply.usage;
    match (input_tokens, output_tokens) {
        (Some(input), Some(output)) => {
            Used { input, output, counted: "provider", cost: model.rate.cost(input, output) }
        }
        // Refused before it was read: nothing was used.
        _ if reply.text.is_empty() && matches!(reply.end, End::Failed(_)) => {
            Used { input: 0, output: 0, counted: "nobody", cost: 0 }
        }
        (input, output) => {
            let input = input.unwrap_or(counted_input);
            let output = output.unwrap_or_else(|| tokens::count(&reply.text));
            Used { input, output, counted: "estimate", cost: model.rate.cost(input, output) }
        }
    }
}

/// Makes a call ready: everything in full, and as long as it is too many, the text of lowest value as its summary.
fn prepare(r: &Reader, run: &Run, job: &DocumentJobRow, model: &RunModel) -> Result<Prepared> {
    let output = run.limits.most_output;
    if job.kind == JobKind::Summarize {
        return Ok(Prepared::Call(Box::new(summary_request(&parsed(&job.payload)?, run, model)), "[]".to_owned()));
    }
    if let Wake::Fail(count) = wake(r.document_children(job.seq)?.iter().map(|child| child.state)) {
        return Ok(Prepared::Failed(children_failed(count)));
    }
    let mut texts = Texts::of(r, run, job)?;
    let room = model.context.saturating_sub(output);
    let initial = texts.tokens();
    let similarities: Vec<f64> = if initial <= room {
        Vec::new()
    } else {
        texts.documents.iter().map(|document| similarity(&texts.prompt, &document.text)).collect()
    };
    while texts.tokens() > room {
        let is_summarized = |part| match part {
            Part::Document(at) => texts.documents[at].is_summary,
            Part::Chunk(at) => texts.summarized[at],
        };
        let Some(Candidate { part, .. }) =
            candidates(texts.chunks.len(), &similarities, is_summarized).first().copied()
        else {
            return Ok(Prepared::Failed(too_long(texts.tokens(), room, model)));
        };
        let text = match part {
            Part::Document(at) => &texts.documents[at].text,
            Part::Chunk(at) => &texts.chunks[at].text,
        };
        let (summary, missing) = summary_of(r, run, text, summary_room(model, run))?;
        if !missing.is_empty() {
            let (wallet, _) = r.wallet()?;
            let check = Compression { initial_tokens: initial, max_tokens: room }.check(model.rate, wallet.available());
            return Ok(match check {
                Err(refusal @ Refusal::TooDear { .. }) if !job.allowed => Prepared::Refused(refusal),
                Err(refusal @ Refusal::NotAffordable { .. }) => Prepared::Refused(refusal),
                _ => Prepared::Summarize(missing),
            });
        }
        match part {
            Part::Document(at) => {
                texts.documents[at].text = summary;
                texts.documents[at].is_summary = true;
            }
            Part::Chunk(at) => {
                texts.chunks[at].text = summary;
                texts.summarized[at] = true;
            }
        }
    }
    Ok(Prepared::Call(Box::new(texts.request(output)), texts.seen()))
}

/// The summary of a text, and the pieces of it that have none yet.
fn summary_of(r: &Reader, run: &Run, text: &str, room: u64) -> Result<(String, Vec<(String, String)>)> {
    let (mut summaries, mut missing) = (Vec::new(), Vec::new());
    for (sha256, piece) in pieces(text, room) {
        match r.document_summary(run.row.discovery, &sha256)? {
            Some(summary) => summaries.push(summary),
            None => missing.push((sha256, piece)),
        }
    }
    Ok((summaries.join("\n\n"), missing))
}

/// What a call that makes a summary has room for.
fn summary_room(model: &RunModel, run: &Run) -> u64 {
    let around = tokens::count(SUMMARY_SYSTEM) + 64 + summary_tokens(model, run);
    (model.context.saturating_sub(around) * 10 / 12).max(32)
}

fn summary_tokens(model: &RunModel, run: &Run) -> u64 {
    MOST_SUMMARY.min(model.context / 8).min(run.limits.most_output).max(1)
}

fn summary_request(payload: &Payload, run: &Run, model: &RunModel) -> ChatRequest {
    let most = summary_tokens(model, run);
    let words = most * 6 / 10;
    ChatRequest {
        system: SUMMARY_SYSTEM.to_owned(),
        messages: vec![Message::User(format!("Sum up this text in at most {words} words:\n\n{}", payload.text))],
        max_tokens: u32::try_from(most).unwrap_or(u32::MAX),
        ..ChatRequest::default()
    }
}

/// Lets the job wait for the summaries that its call needs.
fn summarize_first(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, texts: &[(String, String)]) -> Result<()> {
    for (sha256, text) in texts {
        let payload = Payload { text: text.clone(), sha256: sha256.clone(), ..Payload::default() };
        w.insert_document_job(&NewDocumentJob {
            discovery: run.row.discovery,
            run: run.row.seq,
            parent: Some(job.seq),
            kind: JobKind::Summarize,
            stage: job.stage.and_then(|stage| usize::try_from(stage).ok()),
            step: &job.step,
            model: job.model,
            root: None,
            turn_index: 0,
            payload: &to_json(&payload)?,
        })?;
    }
    turn(w, job, Change::Plan)
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
    let ended = if next == Next::Limit { "continuation_limit" } else { finish.as_str() };
    w.set_document_job_result(job.seq, &serde_json::json!({ "finish": ended }).to_string())?;
    if let (Next::Continue { turn_index }, true) = (next, is_open) {
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
    turn(w, job, Change::Finish)?;
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
    turn(w, job, Change::Finish)?;
    wake_parent(w, run, job)
}

fn after_failure(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, error: &ProviderError) -> Result<()> {
    let told: Error = error.clone().into();
    if matches!(error.fault, Fault::KeyMissing | Fault::KeyRefused) {
        let reason = Reason { why: "key".to_owned(), message: told.to_string(), refusal: None };
        turn(w, job, Change::Pause)?;
        w.turn_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(&reason)?))?;
        return Ok(());
    }
    if error.fault.passes() && job.tries < MOST_TRIES {
        w.turn_document_job(job, Change::TryAgain, Some(&told.stored()))?;
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

fn too_long(tokens: u64, room: u64, model: &RunModel) -> Error {
    let message = format!(
        "ContextWindowError: the call has about {tokens} tokens, {} takes {room} beside its answer, and nothing is left that could give way to a summary.",
        model.model
    );
    Error::new(Code::TooLarge, message)
        .kept("What was written so far.")
        .hint("Take a model with a larger context, shorten the prompt, or start with a smaller --max-tokens.")
}

fn refused_in_words(refusal: &Refusal, unit: &str) -> (&'static str, String) {
    match refusal {
        Refusal::Cap { needed, left } => (
            "cap",
            format!(
                "The next call may cost {}, and the cap of the run leaves {}. Raise the cap to go on.",
                in_words(*needed, unit),
                in_words(*left, unit)
            ),
        ),
        Refusal::NotAffordable { needed, available } => (
            "wallet",
            format!(
                "The next call may cost {}, and the wallet has {}. Add to the wallet, then resume.",
                in_words(*needed, unit),
                in_words(*available, unit)
            ),
        ),
        Refusal::TooDear { needed, balance } => (
            "too_dear",
            format!(
                "Compressing and calling may cost {}, more than 20 % of the {} in the wallet. Resume to allow it.",
                in_words(*needed, unit),
                in_words(*balance, unit)
            ),
        ),
    }
}
