//! A library whose chat is answered by a scripted server, and what one turn told and left.

use std::time::Duration;

use factly_core::chat::MessageState;
use factly_core::discovery::{EntityKind as Column, EntityLabel};
use factly_engine::Library;
use factly_engine::chat::{MessageView, TurnEvent, TurnRequest};
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Result;
use factly_engine::providers::{
    CallPatience, HttpTransport, ModelChoice, ProviderContext, ProviderKind, Settings, StopSignal, Task,
};
use factly_engine::secrets::Secret;
use factly_engine::store::entities::EntityOrigin;
use factly_engine::task::CancelToken;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::model_server::{Scripted, Server};
use crate::world;

/// Short enough for a test that waits for it, long enough for a machine that is busy.
fn impatient() -> CallPatience {
    CallPatience {
        connect: Duration::from_secs(5),
        first: Duration::from_millis(1_500),
        idle: Duration::from_millis(1_500),
        local: Duration::ZERO,
        alive: Duration::from_millis(1_500),
        rest: Duration::from_millis(300),
        backoff: Duration::ZERO,
        longest_wait: Duration::from_secs(5),
        ..CallPatience::default()
    }
}

pub(crate) struct Chat {
    pub(crate) library: Library,
    pub(crate) discovery: Uuid,
    pub(crate) folder: TempDir,
}

/// With no model: what is built in answers.
pub(crate) fn offline() -> Chat {
    with_settings(&Settings::default(), None)
}

/// Answered by `server`, in the wire format of `kind`, with consent.
pub(crate) fn at(server: &Server, kind: ProviderKind) -> Chat {
    let chat = without_consent(server, kind);
    chat.library.providers().allow_sending(chat.discovery, Task::Chat).unwrap();
    chat
}

pub(crate) fn without_consent(server: &Server, kind: ProviderKind) -> Chat {
    let choice = ModelChoice { kind, base_url: Some(server.url()), model: Some("test-model".to_owned()) };
    with_settings(&Settings { chat: choice.clone(), ..Settings::default() }, Some(&choice))
}

fn with_settings(settings: &Settings, keyed: Option<&ModelChoice>) -> Chat {
    let folder = tempfile::tempdir().unwrap();
    let library = open(&folder);
    library.providers().set_providers(settings).unwrap();
    if let Some(choice) = keyed {
        library.providers().keep_key(choice, Secret::new("sk-canary-9d20").unwrap()).unwrap();
    }
    let packs = ["production", "research"].map(str::to_owned);
    let discovery = library.discoveries().create_with("Flood wall", "Keep the town dry", Some(&packs)).unwrap().id;
    Chat { library, discovery, folder }
}

pub(crate) fn open(folder: &TempDir) -> Library {
    let world = world::fixed();
    let wire = HttpTransport::new(impatient(), world.clone());
    let outside =
        ProviderContext { wire, ..ProviderContext::nothing(world.clone()) }.logging_to(folder.path().join("logs"));
    Library::connected(&folder.path().join("library.factly"), world, outside).unwrap()
}

/// The events of a turn while it ran.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TurnEvents {
    pub(crate) begun: usize,
    pub(crate) words: String,
    pub(crate) cards: Vec<Uuid>,
}

impl TurnEvents {
    pub(crate) fn record(&mut self, event: TurnEvent<'_>) {
        match event {
            TurnEvent::Begun { .. } => self.begun += 1,
            TurnEvent::Token(text) => self.words.push_str(text),
            TurnEvent::ToolCall(card) => self.cards.push(card.id),
            TurnEvent::Suggestion(_) | TurnEvent::Usage(_) => {}
        }
    }
}

pub(crate) fn ask(text: &str) -> TurnRequest {
    TurnRequest { text: text.to_owned(), ..TurnRequest::default() }
}

impl Chat {
    pub(crate) fn send(&self, text: &str) -> (MessageView, TurnEvents) {
        self.send_until(text, &CancelToken::default()).unwrap()
    }

    pub(crate) fn send_until(&self, text: &str, stop: &dyn StopSignal) -> Result<(MessageView, TurnEvents)> {
        let mut events = TurnEvents::default();
        let answer =
            self.library.chat().send(self.discovery, None, &ask(text), stop, &mut |event| events.record(event))?;
        Ok((answer, events))
    }

    pub(crate) fn default(&self) -> Uuid {
        self.library.chat().conversations(self.discovery).unwrap()[0].id
    }

    /// Each message as "user done: text".
    pub(crate) fn transcript(&self) -> Vec<String> {
        let page = self.library.chat().messages(self.default(), None, 200).unwrap();
        let line =
            |message: &MessageView| format!("{} {}: {}", message.role.as_str(), message.state.as_str(), message.text);
        page.messages.iter().map(line).collect()
    }

    pub(crate) fn fact(&self, text: &str) -> EntityLabel {
        self.entity(Column::Fact, text, &[])
    }

    pub(crate) fn entity(&self, kind: Column, text: &str, from: &[EntityLabel]) -> EntityLabel {
        let entity = NewEntity {
            kind,
            text: text.to_owned(),
            from: from.to_vec(),
            output_type: None,
            origin: EntityOrigin::Manual,
        };
        self.library.pipeline().add_entity(self.discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap()
    }
}

pub(crate) fn ended(answer: &MessageView) -> (MessageState, &str) {
    (answer.state, answer.text.as_str())
}

/// An answer of words and calls, as Chat Completions streams it.
pub(crate) fn openai(text: &str, calls: &[(&str, Value)]) -> Scripted {
    Scripted::stream(openai_stream(text, calls))
}

pub(crate) fn openai_stream(text: &str, calls: &[(&str, Value)]) -> String {
    let mut stream = tokens(text);
    for (index, (name, arguments)) in calls.iter().enumerate() {
        let arguments = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
        let call = json!({
            "index": index, "id": format!("call_{index}"), "type": "function",
            "function": { "name": name, "arguments": arguments },
        });
        stream.push_str(&event(&json!({ "choices": [{ "delta": { "tool_calls": [call] } }] })));
    }
    let reason = if calls.is_empty() { "stop" } else { "tool_calls" };
    stream.push_str(&event(&json!({ "choices": [{ "delta": {}, "finish_reason": reason }] })));
    stream + "data: [DONE]\n\n"
}

/// The words alone, a few in each event, with no end.
pub(crate) fn tokens(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let piece =
        |piece: &[char]| event(&json!({ "choices": [{ "delta": { "content": piece.iter().collect::<String>() } }] }));
    letters.chunks(7).map(piece).collect()
}

fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

/// As [`openai`], as the Messages API streams it.
pub(crate) fn anthropic(text: &str, calls: &[(&str, Value)]) -> Scripted {
    let named = |name: &str, mut value: Value| {
        value["type"] = json!(name);
        format!("event: {name}\ndata: {value}\n\n")
    };
    let start =
        json!({ "message": { "id": "m", "role": "assistant", "model": "test-model", "usage": { "input_tokens": 9 } } });
    let mut stream = named("message_start", start);
    let mut index = 0;
    let mut block = |begun: Value, delta: Value| {
        stream.push_str(&named("content_block_start", json!({ "index": index, "content_block": begun })));
        stream.push_str(&named("content_block_delta", json!({ "index": index, "delta": delta })));
        stream.push_str(&named("content_block_stop", json!({ "index": index })));
        index += 1;
    };
    if !text.is_empty() {
        block(json!({ "type": "text", "text": "" }), json!({ "type": "text_delta", "text": text }));
    }
    for (number, (name, arguments)) in calls.iter().enumerate() {
        let id = format!("toolu_{number}");
        let arguments = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
        block(
            json!({ "type": "tool_use", "id": id, "name": name, "input": {} }),
            json!({ "type": "input_json_delta", "partial_json": arguments }),
        );
    }
    let reason = if calls.is_empty() { "end_turn" } else { "tool_use" };
    stream.push_str(&named(
        "message_delta",
        json!({ "delta": { "stop_reason": reason }, "usage": { "output_tokens": 5 } }),
    ));
    stream.push_str(&named("message_stop", json!({})));
    Scripted::stream(stream)
}

pub(crate) fn add_fact(text: &str) -> (&'static str, Value) {
    ("add_item", json!({ "entity_type": "fact", "text": text }))
}

pub(crate) fn delete_fact(label: &str) -> (&'static str, Value) {
    ("delete_item", json!({ "entity_type": "fact", "item_id": label }))
}
