//! Anthropic's Messages API.

mod request;
mod stream;

pub(super) use stream::AnthropicStream;

use serde_json::Value;

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::origin::BaseUrl;
use crate::providers::reply::{Finish, ProviderReply, ReplyOutcome};
use crate::providers::request::{ChatRequest, JsonRequest};
use crate::providers::wire::{Auth, Call, CallContext, HttpTransport, ReplySink};
use crate::providers::{ModelInfo, Provider, Vectors};
use crate::secrets::Secret;

const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");

/// A model behind the Messages API.
pub(super) struct Anthropic {
    pub(super) wire: HttpTransport,
    pub(super) base: BaseUrl,
    pub(super) key: Option<Secret>,
    pub(super) model: String,
}

impl Provider for Anthropic {
    fn chat(&self, ask: &ChatRequest, during: &CallContext<'_>, hear: ReplySink<'_>) -> ProviderReply {
        let body = request::chat(ask, &self.model);
        self.wire.stream::<AnthropicStream>(self.call("/v1/messages", Some(body)), during, hear)
    }

    /// A tool that the model must call has the schema, and its arguments are the answer.
    fn answer(&self, ask: &JsonRequest, during: &CallContext<'_>) -> ProviderReply {
        let body = request::answer(ask, &self.model);
        let mut reply = self.wire.stream::<AnthropicStream>(self.call("/v1/messages", Some(body)), during, &mut |_| {});
        if let Some(call) = reply.calls.pop() {
            reply.calls.clear();
            reply.text = call.arguments;
            if reply.end == ReplyOutcome::Done(Finish::ToolCalls) {
                reply.end = ReplyOutcome::Done(Finish::Stop);
            }
        }
        reply
    }

    fn embed(&self, _: &[&str], _: &CallContext<'_>) -> Result<Vectors, ProviderError> {
        Err(ProviderError::new(ProviderFault::Unsupported, "Anthropic's API makes no embeddings."))
    }

    fn models(&self, during: &CallContext<'_>) -> Result<Vec<ModelInfo>, ProviderError> {
        let mut call = self.call("/v1/models", None);
        call.url.set_query(Some("limit=1000"));
        let answer = self.wire.fetch(&call, during)?;
        let list = answer.get("data").and_then(Value::as_array);
        let list = list
            .ok_or_else(|| ProviderError::new(ProviderFault::Malformed, "The server's answer is no list of models."))?;
        let text = |model: &Value, name: &str| model.get(name)?.as_str().map(str::to_owned);
        let model = |found: &Value| Some(ModelInfo { id: text(found, "id")?, title: text(found, "display_name") });
        Ok(list.iter().filter_map(model).collect())
    }
}

impl Anthropic {
    fn call(&self, path: &str, body: Option<Value>) -> Call {
        let auth = self.key.clone().map_or(Auth::None, Auth::XApiKey);
        Call { url: self.base.join(path), auth, headers: vec![VERSION], body }
    }
}
