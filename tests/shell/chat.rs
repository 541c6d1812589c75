//! A turn as the window sees it, without a window: what its channel hears, and what the call returns.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use factly_engine::{Library, chat::TurnRequest, world::World};
use factly_shell::{
    chat_events::MOST_BYTES,
    commands::chat::turn,
    error::{AppResult, ErrorCode},
    library_handle::{LibraryHandle, LibraryLocation},
    tasks::Tasks,
    wire::chat::ChatMessage,
};
use serde_json::{Value, json};
use tauri::ipc::{Channel, InvokeResponseBody};
use uuid::Uuid;

use crate::take_token;

/// Says `text` to what is built in; what was heard meanwhile, and the reply.
fn run_turn(
    library: &Path,
    discovery: impl FnOnce(&LibraryHandle) -> Uuid,
    text: &str,
) -> (Vec<Value>, AppResult<ChatMessage>) {
    let handle =
        LibraryHandle::new(LibraryLocation { path: library.to_owned(), own_folder: false, logs: None }, |_| {});
    handle.open_in_background(|_| {});
    let discovery = discovery(&handle);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let events = Channel::new({
        let heard = Arc::clone(&heard);
        move |body| {
            let InvokeResponseBody::Json(event) = body else { panic!("an event is JSON") };
            assert!(event.len() < MOST_BYTES, "{} bytes", event.len());
            heard.lock().unwrap().push(serde_json::from_str(&event).unwrap());
            Ok(())
        }
    });
    let ask = TurnRequest { text: text.to_owned(), ..TurnRequest::default() };
    let reply = turn(&handle, &Tasks::default(), "task".into(), events, move |library, stop, hear| {
        library.chat().send(discovery, None, &ask, stop, hear)
    });
    let heard = heard.lock().unwrap().clone();
    (heard, reply)
}

#[test]
fn a_turn_is_heard_as_it_goes_and_returned_as_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let create = |handle: &LibraryHandle| {
        let created = handle.call("create", |library| Ok(library.discoveries().create("River", "Why?")?.id));
        created.unwrap()
    };
    let text = "add fact: The northern wall is 600 cm high.";
    let library_path = folder.path().join("library.factly");
    let (heard, reply) = run_turn(&library_path, create, text);
    let reply = serde_json::to_value(reply.unwrap()).unwrap();
    let kinds: Vec<_> = heard.iter().map(|event| event["type"].as_str().unwrap()).collect();
    let [first, between @ .., last] = kinds.as_slice() else { panic!("{kinds:?}") };
    assert_eq!((*first, *last), ("begun", "done"), "{kinds:?}");
    assert!(between.iter().all(|kind| ["token", "tool_call"].contains(kind)), "{kinds:?}");
    assert_eq!(heard[0]["user"]["text"], json!(text), "the question is shown as it is stored");
    assert_eq!(heard[0]["assistant"], reply["id"], "the answer is known before its first word");
    assert_eq!(heard.last().unwrap()["messageId"], reply["id"]);
    let tokens = || heard.iter().filter(|event| event["type"] == "token");
    let mut blocks = Vec::new();
    for event in tokens() {
        take_token(&mut blocks, event);
    }
    let library = Library::open(&library_path, World::system()).unwrap();
    let stored = library.chat().message(Uuid::parse_str(reply["id"].as_str().unwrap()).unwrap()).unwrap();
    assert_eq!(
        json!(blocks),
        json!(ChatMessage::from(stored).blocks),
        "what was drawn meanwhile is what is drawn later"
    );
    assert_eq!((&reply["blocks"], &reply["text"]), (&json!([]), &json!("")), "and is not said again");
    let cards: Vec<_> = heard.iter().filter(|event| event["type"] == "tool_call").map(|event| &event["card"]).collect();
    assert_eq!(json!(cards), reply["cards"], "a card is heard once, as it is stored");
    assert_eq!(cards.len(), 1, "{text} is one change");
    assert_eq!(reply["state"], "done");
}

#[test]
fn a_turn_that_is_refused_is_heard_by_nobody_and_returned_as_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (heard, reply) = run_turn(&folder.path().join("library.factly"), |_| Uuid::now_v7(), "Why?");
    assert_eq!(reply.unwrap_err().code, ErrorCode::NotFound);
    assert!(heard.is_empty(), "{heard:?}");
}
