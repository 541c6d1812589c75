//! OpenAI's Chat Completions, and the many servers that speak it: Ollama, llama.cpp, LM Studio, vLLM, OpenRouter, Groq.

mod drop_unsupported_parameters;
mod request;
mod stream;

pub(super) use request::rounded;
pub(super) use stream::OpenAiStream;

use factly_core::message;
use factly_core::message::UserMessage;
use serde_json::{Value, json};

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::origin::BaseUrl;
use crate::providers::reply::{ProviderReply, Usage};
use crate::providers::request::{ChatRequest, JsonRequest};
use crate::providers::wire::{Auth, Call, CallContext, HttpTransport, ReplySink};
use crate::providers::{ModelInfo, Provider, ProviderKind, Vectors};
use crate::secrets::Secret;

/// A model on a server that speaks Chat Completions.
pub(super) struct OpenAi {
    pub(super) wire: HttpTransport,
    pub(super) kind: ProviderKind,
    pub(super) base: BaseUrl,
    pub(super) key: Option<Secret>,
    pub(super) model: String,
}

impl Provider for OpenAi {
    fn chat(&self, ask: &ChatRequest, during: &CallContext<'_>, hear: ReplySink<'_>) -> ProviderReply {
        let body = request::chat(ask, &self.model, self.kind);
        self.wire.stream::<OpenAiStream>(self.call("/chat/completions", Some(body)), during, hear)
    }

    fn answer(&self, ask: &JsonRequest, during: &CallContext<'_>) -> ProviderReply {
        let body = request::answer(ask, &self.model, self.kind);
        self.wire.stream::<OpenAiStream>(self.call("/chat/completions", Some(body)), during, &mut |_| {})
    }

    fn embed(&self, texts: &[&str], during: &CallContext<'_>) -> Result<Vectors, ProviderError> {
        let body = json!({ "model": self.model, "input": texts, "encoding_format": "float" });
        let answer = self.wire.fetch_counted(&self.call("/embeddings", Some(body)), during, used)?;
        vectors(&answer, texts.len())
    }

    fn models(&self, during: &CallContext<'_>) -> Result<Vec<ModelInfo>, ProviderError> {
        let answer = self.wire.fetch(&self.call("/models", None), during)?;
        models(&answer)
    }
}

impl OpenAi {
    fn call(&self, path: &str, body: Option<Value>) -> Call {
        let path = if self.base.is_bare() { format!("/v1{path}") } else { path.to_owned() };
        let auth = self.key.clone().map_or(Auth::None, Auth::Bearer);
        Call { url: self.base.join(&path), auth, headers: Vec::new(), body }
    }
}

fn models(answer: &Value) -> Result<Vec<ModelInfo>, ProviderError> {
    let list = answer.get("data").or_else(|| answer.get("models")).unwrap_or(answer);
    let list = list.as_array().ok_or_else(|| unread(answer, "a list of models"))?;
    let name =
        |model: &Value| ["id", "model", "name"].iter().find_map(|field| Some(model.get(field)?.as_str()?.to_owned()));
    Ok(list.iter().filter_map(|model| Some(ModelInfo { id: name(model)?, title: None })).collect())
}

fn vectors(answer: &Value, expected: usize) -> Result<Vectors, ProviderError> {
    let list = answer.get("data").and_then(Value::as_array).ok_or_else(|| unread(answer, "vectors"))?;
    let mut found: Vec<Option<Vec<f32>>> = vec![None; expected];
    for (position, entry) in list.iter().enumerate() {
        let index = entry.get("index").and_then(Value::as_u64).map_or(position, |index| index as usize);
        let numbers = entry.get("embedding").and_then(Value::as_array);
        let vector = numbers.and_then(|all| all.iter().map(|number| number.as_f64().map(|n| n as f32)).collect());
        if let Some(slot) = found.get_mut(index) {
            *slot = vector;
        }
    }
    let vectors =
        found.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| unread(answer, "a vector for each text"))?;
    let even = vectors.windows(2).all(|pair| pair[0].len() == pair[1].len());
    let input_tokens = used(answer).input_tokens;
    if even { Ok(Vectors { vectors, input_tokens }) } else { Err(unread(answer, "vectors of one length")) }
}

/// Returns the use of vectors, where the server says it: nothing comes out that is counted.
fn used(answer: &Value) -> Usage {
    let input_tokens = answer.pointer("/usage/prompt_tokens").and_then(Value::as_u64);
    Usage { input_tokens, output_tokens: input_tokens.map(|_| 0), cost_nano_usd: None }
}

/// The answer is JSON, and not what was asked for: maybe an error that came with HTTP 200.
fn unread(answer: &Value, expected: &'static str) -> ProviderError {
    match answer.get("error").filter(|error| !error.is_null()) {
        Some(error) => super::wire::error_in(error),
        None => ProviderError::new(
            ProviderFault::Malformed,
            message!("The server's answer is not {}.", UserMessage::from(expected)),
        ),
    }
}
