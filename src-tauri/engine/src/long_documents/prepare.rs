//! The make-up of a call: everything in full, and as long as it is too many, the text of lowest value as its summary.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use factly_core::long_documents::compression::{CompressionCandidate, PromptPart, candidates, similarity};
use factly_core::long_documents::continuation::CONTINUE;
use factly_core::long_documents::job::{JobChange, JobKind, Wake, wake};
use factly_core::long_documents::prompt::Resource;
use factly_core::long_documents::tokens;
use factly_core::long_documents::wallet::{CallRefusal, Compression};
use factly_core::message;

use super::call_texts::{CallTexts, pieces};
use super::planning::{children_failed, turn};
use super::{Payload, Run, RunModel, parsed, to_json};
use crate::context::Cache;
use crate::error::{Code, Error, Result};
use crate::providers::{ChatRequest, PromptMessage};
use crate::store::document_jobs::{DocumentJobRow, NewDocumentJob};
use crate::store::{Reader, Writer};

/// A summary has at most so many tokens, or an eighth of the room.
const MOST_SUMMARY: u64 = 512;
const SUMMARY_SYSTEM: &str = "You sum up a text so that a long document can be written from it. Keep every name, number, \
    date and citation of the form [F-12] exactly as it stands. Add nothing. Answer with the summary alone.";
/// So many documents are written at once, far more than there are.
const MOST_KNOWN: usize = 64;

/// The call to make, or why there is none now.
pub(super) enum PreparedCall {
    Call(Box<ChatRequest>, String),
    /// These texts need a summary first.
    Summarize(Vec<(String, String)>),
    /// Compressing and calling would cost more than may be spent without asking.
    Refused(CallRefusal),
    Failed(Error),
}

/// The reckoned figures of the texts of documents that are being written, so that each is reckoned once and not before
/// every call. A text that a call reads never changes.
#[derive(Default)]
pub(super) struct TokenCountCache(Mutex<HashMap<i64, TokenCounts>>);

#[derive(Default)]
struct TokenCounts {
    /// Tokens of the system instruction and the seed prompt, and of each chunk.
    seed: Option<u64>,
    chunks: Vec<u64>,
    /// Likeness of each text that is read to the prompt.
    similarities: Vec<f64>,
    /// By the text, and what a call that sums up has room for.
    summaries: HashMap<(PromptPart, u64), String>,
}

impl Cache for TokenCountCache {}

impl TokenCountCache {
    /// Makes a call ready.
    pub(super) fn prepare(
        &self,
        r: &Reader,
        run: &Run,
        job: &DocumentJobRow,
        model: &RunModel,
    ) -> Result<PreparedCall> {
        let root = job.document().0;
        let mut known = self.known().remove(&root).unwrap_or_default();
        let prepared = prepare(r, &mut known, run, job, model);
        let mut all = self.known();
        if all.len() >= MOST_KNOWN {
            all.clear();
        }
        all.insert(root, known);
        prepared
    }

    fn known(&self) -> MutexGuard<'_, HashMap<i64, TokenCounts>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of tokens of a call.
struct CallTokens {
    /// Of the system instruction and the seed prompt.
    seed: u64,
    /// Of each chunk, with the request to go on after it.
    chunks: Vec<u64>,
}

impl CallTokens {
    fn count(texts: &CallTexts, known: &mut TokenCounts) -> Self {
        let seed = *known.seed.get_or_insert_with(|| texts.seed_tokens());
        let counted = &mut known.chunks;
        counted.extend(texts.chunks.iter().skip(counted.len()).map(|chunk| chunk_tokens(&chunk.text)));
        Self { seed, chunks: counted.iter().take(texts.chunks.len()).copied().collect() }
    }

    fn sum(&self) -> u64 {
        tokens::with_margin(self.seed + self.chunks.iter().sum::<u64>())
    }

    /// Counts a text anew that gave way to its summary.
    fn renew(&mut self, texts: &CallTexts, part: PromptPart) {
        match part {
            PromptPart::Document(_) => self.seed = texts.seed_tokens(),
            PromptPart::Chunk(at) => self.chunks[at] = chunk_tokens(&texts.chunks[at].text),
        }
    }
}

fn chunk_tokens(text: &str) -> u64 {
    tokens::count_all([text, CONTINUE])
}

fn prepare(
    r: &Reader,
    known: &mut TokenCounts,
    run: &Run,
    job: &DocumentJobRow,
    model: &RunModel,
) -> Result<PreparedCall> {
    let output = run.limits.most_output;
    if job.kind == JobKind::Summarize {
        return Ok(PreparedCall::Call(Box::new(summary_request(&parsed(&job.payload)?, run, model)), "[]".to_owned()));
    }
    if let Wake::Fail(count) = wake(r.document_children(job.seq)?.iter().map(|child| child.state)) {
        return Ok(PreparedCall::Failed(children_failed(count)));
    }
    let mut texts = CallTexts::for_job(r, run, job)?;
    let room = model.context.saturating_sub(output);
    let mut counted = CallTokens::count(&texts, known);
    let initial = counted.sum();
    if initial > room && known.similarities.len() < texts.documents.len() {
        let like = |document: &Resource| similarity(&texts.prompt, &document.text);
        known.similarities = texts.documents.iter().map(like).collect();
    }
    for CompressionCandidate { part, .. } in candidates(texts.chunks.len(), &known.similarities) {
        if counted.sum() <= room {
            break;
        }
        let of = (part, summary_room(model, run));
        let summary = match known.summaries.entry(of) {
            Entry::Occupied(occupied) => occupied.into_mut(),
            Entry::Vacant(vacant) => {
                let (summary, missing) = summary_of(r, run, texts.text(part), of.1)?;
                if !missing.is_empty() {
                    let (wallet, _) = r.wallet()?;
                    let check = Compression { initial_tokens: initial, max_tokens: room };
                    return Ok(match check.check(model.rate, wallet.available()) {
                        Err(refusal @ CallRefusal::TooDear { .. }) if !job.allowed => PreparedCall::Refused(refusal),
                        Err(refusal @ CallRefusal::NotAffordable { .. }) => PreparedCall::Refused(refusal),
                        _ => PreparedCall::Summarize(missing),
                    });
                }
                vacant.insert(summary)
            }
        };
        texts.put_summary(part, summary);
        counted.renew(&texts, part);
    }
    Ok(match counted.sum() {
        sum if sum > room => PreparedCall::Failed(too_long(sum, room, model)),
        _ => PreparedCall::Call(Box::new(texts.request(output)), texts.seen()),
    })
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

/// Returns the room of a call that makes a summary.
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
        messages: vec![PromptMessage::User(format!("Sum up this text in at most {words} words:\n\n{}", payload.text))],
        max_tokens: u32::try_from(most).unwrap_or(u32::MAX),
        ..ChatRequest::default()
    }
}

/// Lets the job wait for the summaries that its call needs.
pub(super) fn summarize_first(
    w: &mut Writer<'_>,
    run: &Run,
    job: &DocumentJobRow,
    texts: &[(String, String)],
) -> Result<()> {
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
    turn(w, job, JobChange::Plan)
}

fn too_long(tokens: u64, room: u64, model: &RunModel) -> Error {
    let message = message!(
        "ContextWindowError: the call has about {} tokens, {} takes {} beside its answer, and nothing is left that could give way to a summary.",
        tokens,
        model.model,
        room
    );
    Error::new(Code::TooLarge, message)
        .kept("What was written so far.")
        .hint("Take a model with a larger context, shorten the prompt, or start with a smaller --max-tokens.")
}
