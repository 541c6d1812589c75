//! The SSE decoder of an answer: bytes in, events out, without the line that they come over.
//!
//! Pieces may end anywhere. No memory grows with what a server sends, but for the answer itself, which has a limit.

use std::num::NonZeroUsize;

use serde_json::Value;
use sse_core::{SseDecoder, SseEvent};

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::reply::{Finish, ProviderReply, ReplyCollector, ReplyOutcome};
use crate::providers::wire::{JsonAnswer, ReplySink, StopSignal};

/// An event of a stream: the longest honest one is a tool call that comes whole.
const MAX_EVENT: NonZeroUsize = NonZeroUsize::new(4 << 20).unwrap();
/// All of an answer.
pub(super) const MAX_ANSWER: usize = 32 << 20;
/// Each is held against those before it, so that many would take long to read. Nobody looks through so many.
const MAX_CALLS: usize = 1_000;

/// The state of waiting after an event of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::providers) enum EventOutcome {
    More,
    /// As [`EventOutcome::More`], of an event that said nothing: a ping, an empty one, one of no known kind.
    Nothing,
    /// Nothing that comes after it counts.
    Last,
}

/// A provider's wire format. A new one for each try.
pub(in crate::providers) trait WireFormat: Default {
    /// Reads one event of a stream.
    fn read(
        &mut self,
        name: &str,
        data: &str,
        into: &mut ReplyCollector,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<EventOutcome>;

    /// Reads an answer that came whole, though a stream was asked for.
    fn read_whole(&mut self, body: &str, into: &mut ReplyCollector, hear: ReplySink<'_>) -> JsonAnswer<()>;

    /// The body without what the server would not take, if its words name that.
    fn drop_unsupported_parameters(body: &Value, error: &ProviderError) -> Option<Value>;
}

/// The state of waiting after a piece of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceOutcome {
    More,
    Last,
    Stopped,
}

/// An answer under way.
pub(in crate::providers) struct AnswerReader<F> {
    events: SseDecoder,
    format: F,
    pub(super) collect: ReplyCollector,
    /// Number of events that said something.
    pub(super) event_count: usize,
}

impl<F: WireFormat> Default for AnswerReader<F> {
    fn default() -> Self {
        Self {
            events: SseDecoder::with_limit(MAX_EVENT),
            format: F::default(),
            collect: ReplyCollector::default(),
            event_count: 0,
        }
    }
}

impl<F: WireFormat> AnswerReader<F> {
    /// Reads a piece. Once it is stopped, not even what came with it is told.
    pub(super) fn take(
        &mut self,
        mut piece: &[u8],
        stop: &dyn StopSignal,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<PieceOutcome> {
        while let Some(event) = self.events.next(&mut piece) {
            if stop.is_stopped() {
                return Ok(PieceOutcome::Stopped);
            }
            let SseEvent::Message(message) = event.map_err(|_| too_large())? else { continue };
            match self.format.read(&message.event, &message.data, &mut self.collect, hear)? {
                EventOutcome::Last => return Ok(PieceOutcome::Last),
                EventOutcome::More => self.event_count += 1,
                EventOutcome::Nothing => {}
            }
            if self.collect.calls.len() > MAX_CALLS || self.collect.size() > MAX_ANSWER {
                return Err(too_large());
            }
        }
        Ok(PieceOutcome::More)
    }

    /// The stream has ended. Some servers leave out the empty line after the last event; half an event is none.
    pub(super) fn take_end(&mut self, stop: &dyn StopSignal, hear: ReplySink<'_>) -> JsonAnswer<PieceOutcome> {
        self.take(b"\n\n", stop, hear).map_err(|error| match error.fault {
            ProviderFault::Malformed => cut(),
            _ => error,
        })
    }

    pub(super) fn take_whole(&mut self, body: &str, hear: ReplySink<'_>) -> JsonAnswer<()> {
        self.format.read_whole(body, &mut self.collect, hear)
    }

    /// The end of an answer that has its reason; one without a reason was cut.
    pub(super) fn done(&mut self, hear: ReplySink<'_>) -> JsonAnswer<ReplyOutcome> {
        let Some(finish) = self.collect.finish else { return Err(cut()) };
        self.collect.end_calls(hear);
        let calls = &self.collect.calls;
        Ok(ReplyOutcome::Done(match finish {
            // Some servers say that a tool is called though the limit cut its arguments,
            _ if calls.iter().any(|call| ends_too_soon(&call.arguments)) => Finish::Length,
            // and some that they stopped though they called one.
            Finish::Stop if !calls.is_empty() => Finish::ToolCalls,
            other => other,
        }))
    }

    pub(super) fn into_reply(self, end: ReplyOutcome) -> ProviderReply {
        self.collect.into_reply(end)
    }
}

/// Reads a recorded stream as if a server had sent it in these pieces.
pub(in crate::providers) fn replay<'p, F: WireFormat>(
    pieces: impl IntoIterator<Item = &'p [u8]>,
    hear: ReplySink<'_>,
) -> ProviderReply {
    let mut reading = AnswerReader::<F>::default();
    let end = all(&mut reading, pieces, hear).unwrap_or_else(ReplyOutcome::Failed);
    reading.into_reply(end)
}

fn all<'p, F: WireFormat>(
    reading: &mut AnswerReader<F>,
    pieces: impl IntoIterator<Item = &'p [u8]>,
    hear: ReplySink<'_>,
) -> JsonAnswer<ReplyOutcome> {
    for piece in pieces {
        if reading.take(piece, &NeverStopped, hear)? == PieceOutcome::Last {
            return reading.done(hear);
        }
    }
    reading.take_end(&NeverStopped, hear)?;
    reading.done(hear)
}

struct NeverStopped;

impl StopSignal for NeverStopped {
    fn is_stopped(&self) -> bool {
        false
    }
}

fn ends_too_soon(arguments: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(arguments).is_err_and(|error| error.is_eof())
}

/// The end of a stream, as the server says it. One that comes without the reason for it is that of an answer that was cut.
pub(in crate::providers) fn last(collect: &ReplyCollector) -> JsonAnswer<EventOutcome> {
    collect.finish.map(|_| EventOutcome::Last).ok_or_else(|| {
        ProviderError::new(ProviderFault::Cut, "The server ended its answer without a reason, so it counts as cut.")
    })
}

pub(super) fn cut() -> ProviderError {
    ProviderError::new(ProviderFault::Cut, "The connection ended before the answer did.")
}

pub(super) fn too_large() -> ProviderError {
    ProviderError::new(ProviderFault::TooLarge, "The server sent more than any answer holds.")
}
