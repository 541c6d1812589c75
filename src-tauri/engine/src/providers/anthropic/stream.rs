//! A Messages stream: blocks that begin, grow and end, several at a time if the server likes.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::lenient_json::{SurrogateJoiner, is_null, number, parse, text};
use crate::providers::reply::{Finish, ReplyCollector, Usage};
use crate::providers::wire::{EventOutcome, JsonAnswer, ReplySink, WireFormat, error_in, last};

#[derive(Debug, Default)]
pub(in crate::providers) struct AnthropicStream {
    halves: SurrogateJoiner,
    /// The blocks that are tool calls: their index, their place among the calls, and what they began with.
    calls: Vec<ToolCallBlock>,
}

#[derive(Debug)]
struct ToolCallBlock {
    index: Option<u64>,
    position: usize,
    /// Arguments that came with the beginning; what comes in pieces takes their place.
    whole: Option<String>,
}

#[derive(Deserialize)]
struct StreamMessage<'a> {
    #[serde(borrow, default)]
    r#type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content_block: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// A block or a delta: of each, only some fields are there.
#[derive(Deserialize)]
struct ContentPart<'a> {
    #[serde(borrow, default)]
    r#type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(borrow, default)]
    partial_json: Option<&'a RawValue>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
    #[serde(borrow, default)]
    stop_reason: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct WholeMessage<'a> {
    #[serde(borrow, default)]
    model: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    stop_reason: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct AnthropicUsage<'a> {
    #[serde(borrow, default)]
    input_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cache_creation_input_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cache_read_input_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    output_tokens: Option<&'a RawValue>,
}

impl WireFormat for AnthropicStream {
    fn read(
        &mut self,
        name: &str,
        data: &str,
        into: &mut ReplyCollector,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<EventOutcome> {
        let data = data.trim();
        if data.is_empty() || data == "[DONE]" {
            return Ok(EventOutcome::Nothing);
        }
        let message: StreamMessage<'_> = match serde_json::from_str(data) {
            Ok(message) => message,
            // What Factly does not know, it does not have to understand.
            Err(_) if !KNOWN.contains(&name) => return Ok(EventOutcome::Nothing),
            Err(_) => {
                return Err(ProviderError::new(ProviderFault::Malformed, "The server sent an event that is not JSON."));
            }
        };
        let kind = text(message.r#type).unwrap_or_else(|| name.into());
        match &*kind {
            "message_start" => self.begin(parse(message.message), into, hear),
            "content_block_start" => self.begin_block(number(message.index), parse(message.content_block), into, hear),
            "content_block_delta" => return Ok(self.grow(number(message.index), parse(message.delta), into, hear)),
            "content_block_stop" => self.end_block(number(message.index), into, hear),
            "message_delta" => {
                counted(message.usage, into, hear);
                if let Some(delta) = parse::<ContentPart<'_>>(message.delta) {
                    stopped(delta.stop_reason, into);
                }
            }
            "message_stop" => {
                let last = last(into)?;
                self.end_all(into, hear);
                return Ok(last);
            }
            "error" => return Err(broken(message.error, data)),
            _ if message.error.is_some_and(|error| !is_null(error)) => return Err(broken(message.error, data)),
            // "ping" too.
            _ => return Ok(EventOutcome::Nothing),
        }
        Ok(EventOutcome::More)
    }

    fn read_whole(&mut self, body: &str, into: &mut ReplyCollector, hear: ReplySink<'_>) -> JsonAnswer<()> {
        let whole: Option<WholeMessage<'_>> = serde_json::from_str(body).ok();
        let blocks = whole.as_ref().and_then(|whole| parse::<Vec<&RawValue>>(whole.content));
        let (Some(whole), Some(blocks)) = (whole, blocks) else {
            let error: Value = serde_json::from_str(body).unwrap_or_default();
            return Err(error_in(error.get("error").unwrap_or(&error)));
        };
        into.model = text(whole.model).map(Into::into);
        counted(whole.usage, into, hear);
        for (index, block) in blocks.into_iter().enumerate() {
            self.begin_block(Some(index as u64), parse(Some(block)), into, hear);
        }
        self.end_all(into, hear);
        stopped(whole.stop_reason, into);
        // JSON that is whole was not cut on its way.
        into.finish.get_or_insert(Finish::Stop);
        Ok(())
    }

    /// Newer models take no temperature.
    fn drop_unsupported_parameters(body: &Value, error: &ProviderError) -> Option<Value> {
        if error.fault != ProviderFault::Rejected || !error.message.to_string().contains("temperature") {
            return None;
        }
        let mut less = body.clone();
        less.as_object_mut()?.shift_remove("temperature")?;
        Some(less)
    }
}

const KNOWN: [&str; 7] = [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "error",
];

impl AnthropicStream {
    fn begin(&mut self, message: Option<WholeMessage<'_>>, into: &mut ReplyCollector, hear: ReplySink<'_>) {
        let Some(message) = message else { return };
        into.model = text(message.model).map(Into::into);
        counted(message.usage, into, hear);
    }

    fn begin_block(
        &mut self,
        index: Option<u64>,
        block: Option<ContentPart<'_>>,
        into: &mut ReplyCollector,
        hear: ReplySink<'_>,
    ) {
        let Some(block) = block else { return };
        match text(block.r#type).as_deref() {
            Some("text") => {
                let words = self.halves.text(block.text).unwrap_or_default();
                into.token(&words, hear);
            }
            // Tools that the server runs itself are none of ours.
            Some("tool_use") => {
                into.begin_call(&text(block.id).unwrap_or_default(), &text(block.name).unwrap_or_default());
                let whole = block.input.map(RawValue::get).filter(|input| !matches!(*input, "{}" | "null" | "\"\""));
                let position = into.calls.len() - 1;
                self.calls.push(ToolCallBlock { index, position, whole: whole.map(str::to_owned) });
            }
            _ => {}
        }
    }

    fn grow(
        &mut self,
        index: Option<u64>,
        delta: Option<ContentPart<'_>>,
        into: &mut ReplyCollector,
        hear: ReplySink<'_>,
    ) -> EventOutcome {
        let Some(delta) = delta else { return EventOutcome::Nothing };
        match text(delta.r#type).as_deref() {
            Some("text_delta") => {
                let words = self.halves.text(delta.text).unwrap_or_default();
                into.token(&words, hear);
                if words.is_empty() && self.halves.is_empty() {
                    return EventOutcome::Nothing;
                }
            }
            Some("input_json_delta") => {
                // Of a tool that the server runs itself, no call was begun.
                if let Some(block) = self.calls.iter().rfind(|block| block.index == index)
                    && let Some(piece) = text(delta.partial_json)
                {
                    into.calls[block.position].arguments.push_str(&piece);
                    if piece.is_empty() {
                        return EventOutcome::Nothing;
                    }
                }
            }
            // What a model thinks is not shown, but it is not silent.
            _ => {}
        }
        EventOutcome::More
    }

    fn end_block(&mut self, index: Option<u64>, into: &mut ReplyCollector, hear: ReplySink<'_>) {
        into.token(self.halves.rest(), hear);
        let Some(at) = self.calls.iter().rposition(|block| block.index == index) else { return };
        let block = self.calls.remove(at);
        fill(block, into);
        // Calls are told in the order in which they began.
        if self.calls.is_empty() {
            into.end_calls(hear);
        }
    }

    fn end_all(&mut self, into: &mut ReplyCollector, hear: ReplySink<'_>) {
        into.token(self.halves.rest(), hear);
        for block in self.calls.drain(..) {
            fill(block, into);
        }
        into.end_calls(hear);
    }
}

fn fill(block: ToolCallBlock, into: &mut ReplyCollector) {
    let arguments = &mut into.calls[block.position].arguments;
    if arguments.trim().is_empty()
        && let Some(whole) = block.whole
    {
        *arguments = whole;
    }
}

fn counted(raw: Option<&RawValue>, into: &mut ReplyCollector, hear: ReplySink<'_>) {
    let Some(counts) = parse::<AnthropicUsage<'_>>(raw) else { return };
    let parts = [counts.input_tokens, counts.cache_creation_input_tokens, counts.cache_read_input_tokens];
    let input = parts.into_iter().filter_map(number).reduce(|sum, part| sum.saturating_add(part));
    // The end repeats the input without its cached part, or as nought.
    let input_tokens = input.max(into.usage.input_tokens);
    into.usage(Usage { input_tokens, output_tokens: number(counts.output_tokens), cost_nano_usd: None }, hear);
}

fn stopped(reason: Option<&RawValue>, into: &mut ReplyCollector) {
    let finish = match text(reason).as_deref() {
        None | Some("") => return,
        Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
        Some("tool_use") => Finish::ToolCalls,
        Some("refusal") => Finish::Filtered,
        Some(_) => Finish::Stop,
    };
    into.finish.get_or_insert(finish);
}

fn broken(error: Option<&RawValue>, data: &str) -> ProviderError {
    match parse::<Value>(error) {
        Some(error) => error_in(&error),
        None => error_in(&serde_json::from_str(data).unwrap_or_default()),
    }
}
