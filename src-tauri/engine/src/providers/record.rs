//! The record of what was sent, to the letter, and what became of it: to be looked at afterwards.

use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::lookup::discovery_row;
use crate::providers::ProviderKind;
use crate::providers::Providers;
use crate::providers::price::{Cost, cost};
use crate::providers::settings::Task;
use crate::providers::wire::{Journal, Received, Sent};
use crate::store::requests::{NewRequest, RequestEnd, RequestRow};
use crate::store::{DiscoverySeq, Op, RunSeq, Topic};

/// The purpose of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purpose {
    pub(crate) discovery: DiscoverySeq,
    pub(crate) task: Task,
    pub(crate) run: Option<RunSeq>,
    pub(crate) message: Option<Uuid>,
}

/// Writes requests down as they go out.
pub(super) struct RequestRecorder<'a> {
    pub(super) ctx: &'a Context,
    pub(super) purpose: Purpose,
    pub(super) kind: ProviderKind,
    pub(super) model: &'a str,
    /// True if a whole answer is stored with its use, for who comes after a kill.
    pub(super) keeps_answers: bool,
}

impl Journal for RequestRecorder<'_> {
    fn sending(&self, sent: &Sent) -> Result<i64> {
        let Purpose { discovery, task, run, message } = self.purpose;
        let row = NewRequest {
            discovery,
            task: task.as_str(),
            run,
            message,
            provider: self.kind.as_str(),
            model: self.model,
            url: &sent.url,
            headers: &sent.headers,
            body: &sent.body,
        };
        Ok(self.ctx.write(Op::silent(), |w| Ok(w.insert_request(&row)?))?.value)
    }

    /// An answer is not lost because its end could not be written down: the row then has no outcome.
    fn received(&self, number: i64, received: &Received, words: &str) {
        let signed = |count: Option<u64>| count.and_then(|count| i64::try_from(count).ok());
        let end = RequestEnd {
            outcome: received.outcome,
            status: received.status,
            answered_by: received.model.as_deref(),
            input_tokens: signed(received.usage.input_tokens),
            output_tokens: signed(received.usage.output_tokens),
            cost_nano_usd: signed(received.usage.cost_nano_usd),
            error: received.error.as_deref(),
        };
        let attempt_to_store = self.purpose.message.filter(|_| self.keeps_answers && received.error.is_none());
        let _ = self.ctx.write(Op::silent(), |w| {
            if let Some(attempt) = attempt_to_store {
                w.topic(Topic::Documents);
                w.save_document_answer(self.purpose.discovery, attempt, (received.outcome, words))?;
            }
            Ok(w.end_request(number, &end)?)
        });
    }
}

/// A request without its body, and what it cost where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub row: RequestRow,
    pub cost: Option<Cost>,
}

/// A request as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentRequest {
    pub exchange: Exchange,
    pub body: String,
}

impl Providers<'_> {
    /// Returns the requests sent of a discovery, the newest first, before `before` where it is given.
    pub fn sent_requests(&self, discovery: Uuid, before: Option<i64>, limit: u32) -> Result<Vec<Exchange>> {
        self.priced(
            self.ctx.read(|r| Ok(r.sent_requests(discovery_row(r, discovery)?.seq, before, limit.min(1_000))?))?,
        )
    }

    /// The requests that a message of a conversation took, in order.
    pub fn requests_of_message(&self, message: Uuid) -> Result<Vec<Exchange>> {
        self.priced(self.ctx.read(|r| Ok(r.requests_of_message(message)?))?)
    }

    pub fn sent_request(&self, id: Uuid) -> Result<SentRequest> {
        let found = self.ctx.read(|r| Ok(r.sent_request(id)?))?;
        let (row, body) = found.ok_or_else(|| Error::not_found("There is no such request."))?;
        let exchange = Exchange { cost: cost(&row, &self.stored_settings()?.prices), row };
        Ok(SentRequest { exchange, body })
    }

    fn priced(&self, rows: Vec<RequestRow>) -> Result<Vec<Exchange>> {
        let prices = self.stored_settings()?.prices;
        Ok(rows.into_iter().map(|row| Exchange { cost: cost(&row, &prices), row }).collect())
    }
}
