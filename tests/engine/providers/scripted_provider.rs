//! A provider at a scripted server, and one question put to it.

use std::sync::OnceLock;
use std::time::Duration;

use factly_engine::providers::{
    Access, BaseUrl, CallContext, CallPatience, ChatRequest, HttpTransport, NoJournal, PromptMessage, Provider,
    ProviderKind, ProviderReply, ReplyEvent, ReplyOutcome, ToolCall, ToolDefinition, connect,
};
use factly_engine::secrets::Secret;
use factly_engine::task::CancelToken;
use serde_json::json;

use crate::model_server::{Scripted, Server};
use crate::world;

pub(crate) const ANTHROPIC: &str = include_str!("../../fixtures/streams/anthropic.sse");
pub(crate) const OPENAI: &str = include_str!("../../fixtures/streams/openai.sse");
pub(crate) const KEY: &str = "sk-canary-4f1b";

/// Short enough for a test that waits for it, long enough for a machine that is busy.
pub(crate) fn impatient() -> CallPatience {
    CallPatience {
        connect: Duration::from_secs(5),
        first: Duration::from_millis(1_500),
        idle: Duration::from_millis(700),
        local: Duration::ZERO,
        alive: Duration::from_millis(1_800),
        rest: Duration::from_millis(300),
        backoff: Duration::from_millis(2),
        longest_wait: Duration::from_secs(5),
        ..CallPatience::default()
    }
}

/// For what must not run out of time however slow the machine.
pub(crate) fn patient() -> CallPatience {
    CallPatience { backoff: Duration::ZERO, ..CallPatience::default() }
}

pub(crate) fn at(server: &Server, kind: ProviderKind, patience: CallPatience) -> Box<dyn Provider> {
    let base = BaseUrl::parse(&server.url()).unwrap();
    let access = Access { kind, base, key: Secret::new(KEY), model: "test-model".to_owned() };
    // One for all tests: to make one reads the system's certificates.
    static WIRE: OnceLock<HttpTransport> = OnceLock::new();
    connect(access, &WIRE.get_or_init(|| HttpTransport::new(patient(), world::fixed())).with(patience))
}

pub(crate) fn question() -> ChatRequest {
    ChatRequest {
        system: "Answer briefly.".to_owned(),
        messages: vec![PromptMessage::User("How long is the wall?".to_owned())],
        tools: vec![ToolDefinition {
            name: "add_item".to_owned(),
            description: "Adds an item.".to_owned(),
            schema: json!({ "type": "object", "properties": { "text": { "type": "string" } } }),
        }],
        temperature: Some(0.4),
        max_tokens: 256,
    }
}

/// Everything a call told and left.
#[derive(Debug)]
pub(crate) struct CallCapture {
    pub(crate) events: Vec<ReplyEvent>,
    pub(crate) reply: ProviderReply,
}

impl CallCapture {
    /// The words as they were told; the reply must hold the same.
    pub(crate) fn words(&self) -> String {
        let words: String = self
            .events
            .iter()
            .filter_map(|event| match event {
                ReplyEvent::Token(token) => Some(token.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(words, self.reply.text, "what was told is what is kept");
        words
    }

    pub(crate) fn calls(&self) -> Vec<(String, String, String)> {
        let streamed: Vec<ToolCall> = self
            .events
            .iter()
            .filter_map(|event| match event {
                ReplyEvent::ToolCall(call) => Some(call.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(streamed, self.reply.calls, "what was told is what is kept");
        streamed.into_iter().map(|call| (call.id, call.name, call.arguments)).collect()
    }

    pub(crate) fn fault(&self) -> &'static str {
        match &self.reply.end {
            ReplyOutcome::Failed(error) => error.fault.as_str(),
            other => panic!("it should have failed: {other:?}"),
        }
    }

    pub(crate) fn error(&self) -> String {
        match &self.reply.end {
            ReplyOutcome::Failed(error) => error.to_string(),
            other => panic!("it should have failed: {other:?}"),
        }
    }
}

pub(crate) fn ask(provider: &dyn Provider) -> CallCapture {
    ask_until(provider, &CancelToken::default(), |_| {})
}

pub(crate) fn ask_until(provider: &dyn Provider, stop: &CancelToken, mut also: impl FnMut(&ReplyEvent)) -> CallCapture {
    let mut events = Vec::new();
    let during = CallContext { stop, journal: &NoJournal };
    let reply = provider.chat(&question(), &during, &mut |event| {
        also(&event);
        events.push(event);
    });
    CallCapture { events, reply }
}

/// One question to a server that gives this one answer.
pub(crate) fn answered(kind: ProviderKind, scripted: Scripted) -> CallCapture {
    let server = Server::one(scripted);
    ask(&*at(&server, kind, patient()))
}
