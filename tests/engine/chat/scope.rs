//! A message sent while items are looked at is about them, whenever it is read.

use factly_core::facts::Status;
use factly_core::inputs::ItemRef;
use factly_engine::chat::{MessageView, TurnRequest};
use factly_engine::error::{Code, Result};
use factly_engine::facts::FactFilter;
use factly_engine::providers::ProviderKind;
use factly_engine::task::CancelToken;
use serde_json::json;

use crate::chat::scripted_chat::{Chat, at, offline, open, openai};
use crate::model_server::{Scripted, Server};

const SAID: &str = "It is 6 m wide.";

/// Two items: i1 and i2.
fn two_items() -> Chat {
    with_items(offline())
}

fn with_items(chat: Chat) -> Chat {
    for name in ["Backdrop", "Floor"] {
        chat.library.items().item_add(chat.discovery, name, &[]).unwrap();
    }
    chat
}

fn about(text: &str, items: &[&str]) -> TurnRequest {
    TurnRequest { items: Some(items.iter().map(ToString::to_string).collect()), ..at_that(text) }
}

/// Nobody says what it is about.
fn at_that(text: &str) -> TurnRequest {
    TurnRequest { text: text.to_owned(), ..TurnRequest::default() }
}

fn say(chat: &Chat, ask: &TurnRequest) -> Result<MessageView> {
    chat.library.chat().send(chat.discovery, None, ask, &CancelToken::default(), &mut |_| {})
}

/// Returns the scope in the bundle of a turn.
fn read(chat: &Chat, answer: &MessageView) -> (String, String) {
    let fed = chat.library.chat().feed_turn(answer.id, &CancelToken::default()).unwrap();
    let text = chat.library.inputs().bundle_text(fed.bundle.unwrap()).unwrap();
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
    (line("scope="), line("selectedItemIds="))
}

/// Every fact with a key, as "scope key status".
fn ledger(chat: &Chat) -> Vec<String> {
    let facts = chat.library.facts().facts(chat.discovery, &FactFilter::default(), None, 100).unwrap().facts;
    let typed = facts.iter().filter(|fact| fact.key != "note");
    typed
        .map(|fact| format!("{} {} {}", fact.scope.item_id().unwrap_or("project"), fact.key, fact.status.as_str()))
        .collect()
}

fn scope(scope: &str, items: &str) -> (String, String) {
    (scope.to_owned(), items.to_owned())
}

#[test]
fn what_is_said_while_an_item_is_looked_at_is_a_fact_of_that_item() {
    let chat = two_items();
    let answer = say(&chat, &about(SAID, &["i1", "i1"])).unwrap();
    assert_eq!(read(&chat, &answer), scope("item", r#"["i1"]"#));
    assert_eq!(ledger(&chat), [format!("i1 item.dimensions.width {}", Status::Accepted.as_str())]);
    let question = &chat.library.chat().messages(chat.default(), None, 10).unwrap().messages[0];
    assert_eq!(question.items, [ItemRef { id: "i1".to_owned(), name: "Backdrop".to_owned() }]);
    assert!(question.references.is_empty(), "no item is a label");
}

#[test]
fn the_scope_follows_what_is_looked_at() {
    let check = |items: &[&str], expected: (String, String)| {
        let chat = two_items();
        let answer = say(&chat, &about(SAID, items)).unwrap();
        assert_eq!(read(&chat, &answer), expected, "{items:?}");
    };
    check(&[], scope("project", "[]"));
    check(&["i2"], scope("item", r#"["i2"]"#));
    check(&["i1", "i2"], scope("multiItem", r#"["i1","i2"]"#));
}

#[test]
fn it_is_frozen_with_the_turn() {
    let chat = two_items();
    let answer = say(&chat, &about(SAID, &["i1"])).unwrap();
    say(&chat, &about("What do we know?", &["i2"])).unwrap();
    let again = Chat { library: open(&chat.folder), ..chat };
    assert_eq!(read(&again, &answer), scope("item", r#"["i1"]"#), "read after the next start, and after another scope");
}

#[test]
fn an_answer_that_is_tried_again_is_about_the_same() {
    // What failed has no bundle, so that the one of the second try has all that was said.
    let server = Server::start(vec![Scripted::json(400, &json!({ "error": "no" })), openai("Noted.", &[])]);
    let chat = with_items(at(&server, ProviderKind::OpenAi));
    let answer = say(&chat, &about(SAID, &["i2"])).unwrap();
    let again = chat.library.chat().retry(answer.id, &CancelToken::default(), &mut |_| {}).unwrap();
    assert_eq!(read(&chat, &again), scope("item", r#"["i2"]"#));
}

#[test]
fn said_otherwise_it_is_about_the_same_unless_something_else_is_looked_at() {
    let check = |ask: &TurnRequest, expected: (String, String)| {
        let chat = two_items();
        say(&chat, &about("It is 5 m wide.", &["i1"])).unwrap();
        let first = chat.library.chat().messages(chat.default(), None, 10).unwrap().messages[0].id;
        let answer = chat.library.chat().resend(first, ask, &CancelToken::default(), &mut |_| {}).unwrap();
        assert_eq!(read(&chat, &answer), expected, "{ask:?}");
    };
    check(&at_that(SAID), scope("item", r#"["i1"]"#));
    check(&about(SAID, &["i2"]), scope("item", r#"["i2"]"#));
    check(&about(SAID, &[]), scope("project", "[]"));
}

#[test]
fn an_item_that_is_not_there_is_refused_and_nothing_is_said() {
    let chat = two_items();
    for item in ["i9", "Backdrop", "I-1"] {
        assert_eq!(say(&chat, &about(SAID, &[item])).unwrap_err().code, Code::NotFound, "{item}");
    }
    assert_eq!(chat.library.chat().messages(chat.default(), None, 10).unwrap().total, 0);
}
