//! The use of a call, and the wallet's part in it: where it pays for all calls, the worst case is reserved before one
//! is sent, and its real use debited after. Long documents book theirs themselves, by job and attempt.

use factly_core::long_documents::tokens;
use factly_core::long_documents::wallet::{CallRefusal, Micro, TokenRate};
use factly_core::message;

use crate::context::Context;
use crate::error::Result;
use crate::providers::choose::ProviderEndpoint;
use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::reply::{ProviderReply, ReplyOutcome, Usage};
use crate::providers::request::{ChatRequest, JsonRequest, PromptMessage};
use crate::providers::settings::Task;
use crate::providers::{NamedModel, Providers};
use crate::store::wallet::{CallUse, WorstCost};
use crate::wallet::{Wallets, in_words};

/// The use of an answer, and who counted it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenUse {
    pub(crate) input: u64,
    pub(crate) output: u64,
    pub(crate) counted: &'static str,
    pub(crate) cost: Micro,
}

impl TokenUse {
    /// By what the provider says, else as we count it.
    pub(crate) fn from_reply(reply: &ProviderReply, rate: TokenRate, counted_input: u64) -> Self {
        let Usage { input_tokens, output_tokens, .. } = reply.usage;
        let (input, output, counted) = match (input_tokens, output_tokens) {
            (Some(input), Some(output)) => (input, output, "provider"),
            // Refused before it was read: nothing was used.
            _ if reply.text.is_empty() && matches!(reply.end, ReplyOutcome::Failed(_)) => (0, 0, "nobody"),
            (input, output) => {
                let calls = reply.calls.iter().flat_map(|call| [call.name.as_str(), call.arguments.as_str()]);
                let counted_output = tokens::count_all(calls.chain([reply.text.as_str()]));
                (input.unwrap_or(counted_input), output.unwrap_or(counted_output), "estimate")
            }
        };
        Self { input, output, counted, cost: rate.cost(input, output) }
    }

    pub(crate) const fn booked<'n>(&self, note: &'n str) -> CallUse<'n> {
        let Self { input, output, counted, cost } = *self;
        CallUse { cost, input_tokens: input, output_tokens: output, counted, note }
    }
}

impl ChatRequest {
    /// Counts what goes in, with a margin.
    pub(crate) fn tokens(&self) -> u64 {
        let texts = self.messages.iter().flat_map(|message| match message {
            PromptMessage::User(text) | PromptMessage::ToolResult { content: text, .. } => vec![text.as_str()],
            PromptMessage::Assistant { text, calls } => {
                let calls = calls.iter().flat_map(|call| [call.name.as_str(), call.arguments.as_str()]);
                calls.chain([text.as_str()]).collect()
            }
        });
        let schemas: Vec<String> = self.tools.iter().map(|tool| tool.schema.to_string()).collect();
        let tools = self.tools.iter().flat_map(|tool| [tool.name.as_str(), tool.description.as_str()]);
        let around = [self.system.as_str()].into_iter().chain(tools).chain(schemas.iter().map(String::as_str));
        tokens::with_margin(tokens::count_all(texts.chain(around)))
    }
}

impl JsonRequest {
    /// Counts what goes in, with a margin.
    pub(crate) fn tokens(&self) -> u64 {
        tokens::with_margin(tokens::count(&self.prompt) + tokens::count(&self.schema.to_string()))
    }
}

/// By what the wallet pays for a model's calls.
pub(super) struct TokenPayment {
    rate: TokenRate,
    unit: String,
}

impl Providers<'_> {
    /// None where the wallet pays for long documents alone. Where nobody knows what the model costs, an error if the analyst
    /// wants it to pay for all, and none otherwise.
    pub(super) fn paying(&self, to: &ProviderEndpoint, model: &str) -> Result<Option<TokenPayment>> {
        let wallet = Wallets::new(self.ctx).show()?;
        if !wallet.pays_all {
            return Ok(None);
        }
        let named: NamedModel = self.priced_model(to, model)?;
        match named.rate(&wallet.unit) {
            Ok((rate, _)) => Ok(Some(TokenPayment { rate, unit: wallet.unit })),
            Err(_) if !wallet.is_set => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl TokenPayment {
    /// Makes a call for a task by a model, with so much input and at most so much output, that the wallet pays for.
    pub(super) fn pay(
        &self,
        ctx: &Context,
        (task, model): (Task, &str),
        (input, most_output): (u64, u32),
        ask: impl FnOnce() -> ProviderReply,
    ) -> ProviderReply {
        let Self { rate, unit } = self;
        let cost = rate.cost(input, u64::from(most_output));
        let worst = WorstCost { cost, input_tokens: input, input_cost: rate.cost(input, 0) };
        let reserved = match Wallets::new(ctx).reserve_call(task.as_str(), (unit, model), worst) {
            Ok(Ok(reserved)) => reserved,
            Ok(Err(refusal)) => return ProviderReply::failed(unpaid(refusal, unit)),
            Err(error) => return ProviderReply::failed(ProviderError::new(ProviderFault::NotRecorded, error.message)),
        };
        let reply = ask();
        let note = match &reply.end {
            ReplyOutcome::Done(_) => "",
            ReplyOutcome::Stopped => "stopped",
            ReplyOutcome::Failed(error) => error.fault.as_str(),
        };
        // An answer is not lost because it could not be booked: the reservation is settled later, as an abandoned one.
        let _ = reserved.settle(TokenUse::from_reply(&reply, *rate, input).booked(note));
        reply
    }
}

fn unpaid(refusal: CallRefusal, unit: &str) -> ProviderError {
    let (needed, left) = refusal.figures();
    let message = message!(
        "The call may cost {}, and the wallet has {}. Nothing was sent.",
        in_words(needed, unit),
        in_words(left, unit)
    );
    ProviderError::new(ProviderFault::Wallet, message)
}
