//! The reply: events while it comes, and in the end everything that was received and how it ended.
//!
//! [`ReplyCollector`] is what both wire formats write into. A call that returns a [`ProviderReply`] has ended
//! exactly once, by its type.

use crate::providers::fault::ProviderError;
use crate::providers::request::ToolCall;
use factly_core::extraction::ChannelReader;
use factly_core::named;

/// Told while an answer comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyEvent {
    Token(String),
    /// A call that is complete.
    ToolCall(ToolCall),
    /// As far as it is known; each replaces the one before.
    Usage(Usage),
}

/// An answer, whole or not: what was received stays, however it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderReply {
    pub text: String,
    pub calls: Vec<ToolCall>,
    pub usage: Usage,
    /// The model that answered, as the server names it.
    pub model: Option<String>,
    pub end: ReplyOutcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyOutcome {
    Done(Finish),
    /// The analyst stopped it.
    Stopped,
    Failed(ProviderError),
}

impl ProviderReply {
    pub(super) fn failed(error: ProviderError) -> Self {
        Self {
            text: String::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            model: None,
            end: ReplyOutcome::Failed(error),
        }
    }
}

named! {
    /// The reason the model stopped.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Finish {
        Stop = "stop",
        /// The limit of tokens was reached: what came is cut.
        Length = "length",
        ToolCalls = "tool_calls",
        /// The provider withheld it.
        Filtered = "filtered",
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Including what was read from a cache.
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    /// Cost as the server itself states it, in thousand-millionths of a US dollar.
    pub cost_nano_usd: Option<u64>,
}

impl Usage {
    /// Merges newer figures: they hold, and what they leave open stays.
    pub(super) fn merge(&mut self, newer: Self) {
        self.input_tokens = newer.input_tokens.or(self.input_tokens);
        self.output_tokens = newer.output_tokens.or(self.output_tokens);
        self.cost_nano_usd = newer.cost_nano_usd.or(self.cost_nano_usd);
    }
}

/// The reply received so far.
#[derive(Debug, Default)]
pub(super) struct ReplyCollector {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    pub(super) usage: Usage,
    pub(super) model: Option<String>,
    pub(super) finish: Option<Finish>,
    /// Number of `calls` that were told.
    emitted: usize,
    channels: ChannelReader,
}

impl ReplyCollector {
    pub(super) fn token(&mut self, text: &str, hear: &mut dyn FnMut(ReplyEvent)) {
        let text = self.channels.read(text);
        if !text.is_empty() {
            self.text.push_str(&text);
            hear(ReplyEvent::Token(text));
        }
    }

    pub(super) fn begin_call(&mut self, id: &str, name: &str) {
        let is_taken = id.is_empty() || self.calls.iter().any(|call| call.id == id);
        let id = if is_taken { format!("call_{}", self.calls.len() + 1) } else { id.to_owned() };
        self.calls.push(ToolCall { id, name: name.to_owned(), arguments: String::new() });
    }

    /// Tells every call that was not told yet: no more of them will come.
    pub(super) fn end_calls(&mut self, hear: &mut dyn FnMut(ReplyEvent)) {
        for call in &mut self.calls[self.emitted..] {
            if call.arguments.trim().is_empty() {
                call.arguments = "{}".to_owned();
            }
            hear(ReplyEvent::ToolCall(call.clone()));
        }
        self.emitted = self.calls.len();
    }

    pub(super) fn usage(&mut self, newer: Usage, hear: &mut dyn FnMut(ReplyEvent)) {
        let before = self.usage;
        self.usage.merge(newer);
        if self.usage != before {
            hear(ReplyEvent::Usage(self.usage));
        }
    }

    /// Returns whether something came that must not come twice.
    pub(super) fn has_begun(&self) -> bool {
        !self.text.is_empty() || !self.calls.is_empty()
    }

    /// Bytes that an answer holds, for the limit.
    pub(super) fn size(&self) -> usize {
        let of_call = |call: &ToolCall| call.id.len() + call.name.len() + call.arguments.len() + size_of::<ToolCall>();
        self.text.len() + self.calls.iter().map(of_call).sum::<usize>()
    }

    pub(super) fn into_reply(mut self, end: ReplyOutcome) -> ProviderReply {
        // A call that was cut is no call.
        if !matches!(end, ReplyOutcome::Done(_)) {
            self.calls.truncate(self.emitted);
        }
        self.text.push_str(&self.channels.rest());
        ProviderReply { text: self.text, calls: self.calls, usage: self.usage, model: self.model, end }
    }
}
