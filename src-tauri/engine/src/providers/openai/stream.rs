//! A Chat Completions stream, read in whatever way a server writes it.
//!
//! Known ways: no `choices`; `delta: null`; `finish_reason` empty or of its own invention; `usage: {}` or in every chunk;
//! a tool call without index or id, with its arguments as an object, or several under one index; content as a list of
//! parts; an error in a chunk; `stop` though tools were called; no `[DONE]`, or two.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::lenient_json::{SurrogateJoiner, is_null, number, parse, text};
use crate::providers::openai::drop_unsupported_parameters::drop_unsupported_parameters;
use crate::providers::reply::{Finish, ReplyCollector, Usage};
use crate::providers::wire::{EventOutcome, JsonAnswer, ReplySink, WireFormat, error_in, last};

#[derive(Debug, Default)]
pub(in crate::providers) struct OpenAiStream {
    halves: SurrogateJoiner,
    /// The index under which each call is written on; none where the server gives none.
    places: Vec<Option<u64>>,
}

/// A chunk as nearly all are: some words and nothing else. Read in one pass; whatever does not fit is read with care.
#[derive(Deserialize)]
struct PlainChunk<'a> {
    #[serde(borrow)]
    choices: [PlainChoice<'a>; 1],
    #[serde(default)]
    usage: Option<IgnoredAny>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct PlainChoice<'a> {
    #[serde(default)]
    index: u64,
    #[serde(borrow)]
    delta: PlainDelta<'a>,
    #[serde(default)]
    finish_reason: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct PlainDelta<'a> {
    /// Borrowed, so with nothing escaped in it.
    content: &'a str,
    #[serde(default)]
    refusal: Option<IgnoredAny>,
    #[serde(default)]
    tool_calls: Option<IgnoredAny>,
}

impl<'a> PlainChunk<'a> {
    fn words(data: &'a str) -> Option<&'a str> {
        let Self { choices: [PlainChoice { index: 0, delta, finish_reason: None }], usage: None, error: None } =
            serde_json::from_str(data).ok()?
        else {
            return None;
        };
        (delta.refusal.is_none() && delta.tool_calls.is_none()).then_some(delta.content)
    }
}

#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow, default)]
    model: Option<&'a RawValue>,
    #[serde(borrow, default)]
    choices: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct StreamChoice<'a> {
    #[serde(borrow, default)]
    index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
    /// In an answer that came whole.
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    finish_reason: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    refusal: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_calls: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct DeltaPart<'a> {
    #[serde(borrow, default)]
    r#type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct CallPart<'a> {
    #[serde(borrow, default)]
    index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    function: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Function<'a> {
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct OpenAiUsage<'a> {
    #[serde(borrow, default)]
    prompt_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    completion_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cost: Option<&'a RawValue>,
}

impl WireFormat for OpenAiStream {
    fn read(
        &mut self,
        name: &str,
        data: &str,
        into: &mut ReplyCollector,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<EventOutcome> {
        let data = data.trim();
        if data == "[DONE]" {
            into.token(self.halves.rest(), hear);
            return last(into);
        }
        if data.is_empty() {
            return Ok(EventOutcome::Nothing);
        }
        if name == "error" {
            let error: Value = serde_json::from_str(data).unwrap_or_else(|_| Value::from(data));
            return Err(error_in(error.get("error").unwrap_or(&error)));
        }
        // The model's name, half a character and a chunk without words are matters of the careful way.
        if into.model.is_some()
            && self.halves.is_empty()
            && let Some(words) = PlainChunk::words(data).filter(|words| !words.is_empty())
        {
            into.token(words, hear);
            return Ok(EventOutcome::More);
        }
        match serde_json::from_str::<Chunk<'_>>(data) {
            Ok(chunk) => self.chunk(&chunk, into, hear),
            // What Factly does not know, it does not have to understand.
            Err(_) if !matches!(name, "" | "message") && !data.starts_with('{') => Ok(EventOutcome::Nothing),
            // A field that stands there twice: read as JSON, the last one counts.
            Err(_) => {
                let value: Value = serde_json::from_str(data).map_err(|_| not_json())?;
                let data = value.to_string();
                self.chunk(&serde_json::from_str(&data).map_err(|_| not_json())?, into, hear)
            }
        }
    }

    fn read_whole(&mut self, body: &str, into: &mut ReplyCollector, hear: ReplySink<'_>) -> JsonAnswer<()> {
        self.read("", body, into, hear)?;
        into.token(self.halves.rest(), hear);
        if !into.has_begun() && into.finish.is_none() {
            // An error of some shape, though HTTP says that all is well.
            return Err(error_in(&serde_json::from_str(body).unwrap_or_default()));
        }
        // JSON that is whole was not cut on its way.
        into.finish.get_or_insert(Finish::Stop);
        Ok(())
    }

    fn drop_unsupported_parameters(body: &Value, error: &ProviderError) -> Option<Value> {
        drop_unsupported_parameters(body, error)
    }
}

impl OpenAiStream {
    fn chunk(&mut self, chunk: &Chunk<'_>, into: &mut ReplyCollector, hear: ReplySink<'_>) -> JsonAnswer<EventOutcome> {
        if let Some(error) = chunk.error.filter(|error| !is_null(error)) {
            return Err(error_in(&parse(Some(error)).unwrap_or_default()));
        }
        if into.model.is_none() {
            into.model = text(chunk.model).filter(|model| !model.is_empty()).map(Into::into);
        }
        if let Some(counts) = parse::<OpenAiUsage<'_>>(chunk.usage) {
            into.usage(usage(&counts), hear);
        }
        let mut heard = EventOutcome::Nothing;
        for raw in parse::<Vec<&RawValue>>(chunk.choices).unwrap_or_default() {
            let Some(choice) = parse::<StreamChoice<'_>>(Some(raw)) else { continue };
            // Only one answer was asked for.
            if number(choice.index).unwrap_or(0) == 0 {
                if says_something(&choice, into) {
                    heard = EventOutcome::More;
                }
                self.choice(&choice, into, hear)?;
            }
        }
        Ok(heard)
    }

    fn choice(&mut self, choice: &StreamChoice<'_>, into: &mut ReplyCollector, hear: ReplySink<'_>) -> JsonAnswer<()> {
        if let Some(delta) = parse::<Delta<'_>>(choice.delta).or_else(|| parse(choice.message)) {
            self.words(&delta, into, hear);
            for raw in parse::<Vec<&RawValue>>(delta.tool_calls).unwrap_or_default() {
                if let Some(part) = parse::<CallPart<'_>>(Some(raw)) {
                    self.call(&part, into);
                }
            }
        }
        let Some(reason) = text(choice.finish_reason).filter(|reason| !reason.is_empty()) else { return Ok(()) };
        into.token(self.halves.rest(), hear);
        if reason == "error" {
            return Err(ProviderError::new(ProviderFault::Failed, "The server broke off with an error."));
        }
        // Some servers repeat the reason: the first one counts.
        into.finish.get_or_insert(finish(&reason));
        Ok(())
    }

    fn words(&mut self, delta: &Delta<'_>, into: &mut ReplyCollector, hear: ReplySink<'_>) {
        if let Some(token) = self.halves.text(delta.content) {
            into.token(&token, hear);
        } else {
            for part in parse::<Vec<DeltaPart<'_>>>(delta.content).unwrap_or_default() {
                if text(part.r#type).is_none_or(|kind| kind == "text")
                    && let Some(token) = self.halves.text(part.text)
                {
                    into.token(&token, hear);
                }
            }
        }
        if let Some(refusal) = text(delta.refusal) {
            into.token(&refusal, hear);
        }
    }

    fn call(&mut self, part: &CallPart<'_>, into: &mut ReplyCollector) {
        let index = number(part.index);
        let id = text(part.id).unwrap_or_default();
        let function = parse::<Function<'_>>(part.function);
        let name = function.as_ref().and_then(|function| text(function.name)).unwrap_or_default();
        let position = match self.continued(index, &id, &name, into) {
            Some(position) => position,
            None => {
                into.begin_call(&id, &name);
                self.places.push(index);
                into.calls.len() - 1
            }
        };
        let call = &mut into.calls[position];
        if call.name.is_empty() {
            call.name.push_str(&name);
        }
        if let Some(arguments) = function.and_then(|function| function.arguments).filter(|raw| !is_null(raw)) {
            match text(Some(arguments)) {
                Some(piece) => call.arguments.push_str(&piece),
                // An object is whole.
                None => arguments.get().clone_into(&mut call.arguments),
            }
        }
    }

    /// Returns the call that a part goes on with. Under its index, unless another id comes with a name; without an
    /// index the one of its id, else the newest, unless a name says that another begins.
    fn continued(&self, index: Option<u64>, id: &str, name: &str, into: &ReplyCollector) -> Option<usize> {
        if index.is_some() {
            let position = self.places.iter().rposition(|known| *known == index)?;
            let is_same = id.is_empty() || name.is_empty() || into.calls[position].id == id;
            return is_same.then_some(position);
        }
        let of_id = into.calls.iter().rposition(|call| !id.is_empty() && call.id == id);
        of_id.or_else(|| name.is_empty().then(|| into.calls.len().checked_sub(1)).flatten())
    }
}

/// Returns whether there is anything in a choice but the role: what a model thinks comes in fields of many names, and a
/// server that holds it back sends empty ones.
fn says_something(choice: &StreamChoice<'_>, into: &ReplyCollector) -> bool {
    let is_something = |raw: &RawValue| !matches!(raw.get(), "null" | "\"\"" | "[]" | "{}");
    if into.finish.is_none() && choice.finish_reason.is_some_and(is_something) {
        return true;
    }
    let fields = parse::<BTreeMap<String, &RawValue>>(choice.delta.or(choice.message));
    fields.is_some_and(|fields| fields.iter().any(|(name, value)| name != "role" && is_something(value)))
}

fn usage(counts: &OpenAiUsage<'_>) -> Usage {
    let cost = parse::<f64>(counts.cost).filter(|cost| *cost >= 0.0);
    Usage {
        input_tokens: number(counts.prompt_tokens),
        output_tokens: number(counts.completion_tokens),
        cost_nano_usd: cost.map(|dollars| (dollars * 1e9).round() as u64),
    }
}

fn finish(reason: &str) -> Finish {
    match reason {
        "length" | "max_tokens" | "model_length" => Finish::Length,
        "tool_calls" | "function_call" => Finish::ToolCalls,
        "content_filter" | "safety" => Finish::Filtered,
        _ => Finish::Stop,
    }
}

fn not_json() -> ProviderError {
    ProviderError::new(ProviderFault::Malformed, "The server sent an event that is not JSON.")
}
