//! Facts read from a message go with it when the analyst says it otherwise, or has it answered again.

use std::sync::{Arc, OnceLock};

use factly_core::discovery::status::EntityStatus;
use factly_core::discovery::{EntityKind as Column, EntityLabel};
use factly_core::facts::Status;
use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::providers::{ModelChoice, ProviderKind, Settings, Task};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};
use serde_json::json;
use uuid::Uuid;

use crate::chat::scripted_chat::{Chat, ask, at, offline, openai};
use crate::model_server::{Scripted, Server};

const SAID: &str = "The budget is €1,500.";
const MEANT: &str = "The budget is €1,600.";

/// Answered and read by `server`.
fn read_at(server: &Server) -> Chat {
    let chat = at(server, ProviderKind::OpenAi);
    let settings = chat.library.providers().stored_settings().unwrap();
    chat.library.providers().set_providers(&Settings { extraction: settings.chat.clone(), ..settings }).unwrap();
    chat.library.providers().allow_sending(chat.discovery, Task::Extraction).unwrap();
    chat
}

fn visitors(op: &str, value: &str) -> String {
    let quote = format!("{value} visitors");
    let op = json!({
        "op": op, "scope": { "type": "project" }, "key": "project.summary.expectedVisitors",
        "value": format!("{value} people"), "confidence": 0.95,
        "evidence": { "quote": quote, "startChar": 0, "endChar": quote.len(), "sourceSection": "FREE_CHAT" },
    });
    json!({ "ops": [op] }).to_string()
}

fn facts(chat: &Chat) -> Vec<Fact> {
    chat.library.facts().facts(chat.discovery, &FactFilter::default(), None, 100).unwrap().facts
}

/// Each fact that has not been replaced as "status value", in its order.
fn ledger(chat: &Chat) -> Vec<String> {
    let standing = facts(chat).into_iter().filter(|fact| fact.status != Status::Superseded);
    standing.map(|fact| format!("{} {}", fact.status.as_str(), fact.text)).collect()
}

/// Says something and has it read. Returns the answer.
fn say(chat: &Chat, text: &str) -> Uuid {
    let answer = chat.send(text).0.id;
    chat.library.chat().feed_turn(answer, &CancelToken::default()).unwrap();
    answer
}

/// Says something in the place of the message `back` from the last one of the analyst, and has it read.
fn replace_message(chat: &Chat, back: usize, text: &str) {
    let messages = chat.library.chat().messages(chat.default(), None, 20).unwrap().messages;
    let mine: Vec<_> = messages.iter().filter(|message| message.role.as_str() == "user").collect();
    let question = mine[mine.len() - 1 - back].id;
    let answer = chat.library.chat().resend(question, &ask(text), &CancelToken::default(), &mut |_| {}).unwrap();
    chat.library.chat().feed_turn(answer.id, &CancelToken::default()).unwrap();
}

#[test]
fn the_facts_of_what_is_said_otherwise_go_with_it_in_the_same_step() {
    let chat = offline();
    say(&chat, SAID);
    let before = ledger(&chat);
    assert_eq!(before.len(), 1, "{before:?}");
    replace_message(&chat, 0, MEANT);
    let after = ledger(&chat);
    assert!(after.len() == 1 && after[0].contains("1,600"), "no conflict with what was not meant: {after:?}");
    let undo = || chat.library.undo().undo(Some(chat.discovery)).unwrap().done;
    assert_eq!(undo().unwrap(), "Chat: read what was said");
    assert_eq!(undo().unwrap(), "Chat: say it otherwise");
    assert_eq!((ledger(&chat), chat.transcript()[0].as_str()), (before, "user done: The budget is €1,500."));
    chat.library.undo().redo(Some(chat.discovery)).unwrap();
    chat.library.undo().redo(Some(chat.discovery)).unwrap();
    assert_eq!(ledger(&chat), after);
}

#[test]
fn what_followed_goes_too_and_what_was_in_conflict_with_it_is_none() {
    let chat = offline();
    say(&chat, SAID);
    chat.library.facts().accept(&[facts(&chat)[0].id]).unwrap();
    let before = ledger(&chat);
    say(&chat, MEANT);
    say(&chat, "We expect 800 visitors.");
    assert!(ledger(&chat).iter().any(|fact| fact.starts_with("conflict")), "{:?}", ledger(&chat));
    replace_message(&chat, 1, "What do we know?");
    assert_eq!(ledger(&chat), before);
}

#[test]
fn a_value_whose_place_it_had_taken_stands_again() {
    let server = Server::answering(|_, request| match request.text.contains("json_schema") {
        true if !request.text.contains("We expect") => openai(r#"{"ops":[]}"#, &[]),
        true => {
            let (op, value) = if request.text.contains("950 visitors") { ("UPDATE", "950") } else { ("ADD", "800") };
            openai(&visitors(op, value), &[])
        }
        false => openai("Noted.", &[]),
    });
    let chat = read_at(&server);
    say(&chat, "We expect 800 visitors.");
    let before = ledger(&chat);
    assert!(before.len() == 1 && before[0].starts_with("accepted"), "{before:?}");
    say(&chat, "We expect 950 visitors.");
    assert!(ledger(&chat).len() == 1 && ledger(&chat) != before, "{:?}", ledger(&chat));
    replace_message(&chat, 0, "What do we know?");
    assert_eq!(ledger(&chat), before);
    assert_eq!(chat.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn what_the_analyst_decided_or_built_on_stays_and_is_marked() {
    let check = |act: &dyn Fn(&Chat, &Fact), why: &str| {
        let chat = offline();
        say(&chat, "Marta called and she was in a hurry to leave for the coast.");
        let fact = facts(&chat).remove(0);
        let label = EntityLabel::new(Column::Fact, 1);
        act(&chat, &fact);
        let before = ledger(&chat);
        replace_message(&chat, 0, "Never mind.");
        let after = ledger(&chat);
        assert_eq!(after[..before.len()], before, "{why}");
        let entity = chat.library.pipeline().entity(chat.discovery, label).unwrap();
        let because = entity.because.unwrap();
        assert_eq!(entity.status, EntityStatus::NeedsReview, "{why}");
        assert_eq!(because.what.as_str(), "said_otherwise", "{why}");
    };
    check(&|chat, fact| chat.library.facts().accept(&[fact.id]).unwrap(), "it was accepted");
    check(
        &|chat, _| {
            chat.entity(Column::Insight, "There is a hurry.", &[EntityLabel::new(Column::Fact, 1)]);
        },
        "an insight rests on it",
    );
}

#[test]
fn what_an_input_says_too_rests_on_that() {
    let chat = offline();
    say(&chat, SAID);
    let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: SAID.to_owned() };
    chat.library.inputs().add_input(chat.discovery, input, Parsing::Now, &NoProgress).unwrap();
    let before = ledger(&chat);
    replace_message(&chat, 0, "What do we know?");
    assert_eq!(ledger(&chat), before);
    let fact = facts(&chat).into_iter().find(|fact| fact.status != Status::Superseded).unwrap();
    assert!(fact.evidence.unwrap().input.is_some(), "its words are the Input's now");
    assert_eq!(chat.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn answered_again_only_what_the_answer_said_goes() {
    let answers = ["The gate weighs 12 tonnes.", "The gate weighs 14 tonnes."];
    let server = Server::start(answers.map(|text| openai(text, &[])).to_vec());
    let chat = at(&server, ProviderKind::OpenAi);
    let answer = say(&chat, SAID);
    let of = |word: &str| ledger(&chat).iter().filter(|fact| fact.contains(word)).count();
    assert_eq!((of("1,500"), of("12")), (1, 1), "{:?}", ledger(&chat));
    let again = chat.library.chat().retry(answer, &CancelToken::default(), &mut |_| {}).unwrap();
    chat.library.chat().feed_turn(again.id, &CancelToken::default()).unwrap();
    assert_eq!((of("1,500"), of("12"), of("14")), (1, 0, 1), "{:?}", ledger(&chat));
    replace_message(&chat, 0, "What do we know?");
    assert_eq!(of("1,500"), 0, "what was said is found with the answer that was first: {:?}", ledger(&chat));
}

#[test]
fn what_was_not_read_yet_is_not_read_any_more() {
    let server = Server::answering(|_, request| match request.text.contains("json_schema") {
        true => Scripted::json(400, &json!({ "error": "no" })),
        false => openai("Noted.", &[]),
    });
    let chat = read_at(&server);
    chat.send(SAID);
    replace_message(&chat, 0, "What do we know?");
    let built_in = Settings { extraction: ModelChoice::OFFLINE, ..chat.library.providers().stored_settings().unwrap() };
    chat.library.providers().set_providers(&built_in).unwrap();
    chat.library.inputs().retry_failed(chat.discovery, &NoProgress).unwrap();
    assert!(!ledger(&chat).iter().any(|fact| fact.contains("1,500")), "{:?}", ledger(&chat));
}

#[test]
fn what_is_being_read_when_it_is_said_otherwise_leaves_nothing() {
    let meanwhile = Arc::new(OnceLock::<(Library, Uuid)>::new());
    let to_replace = Arc::clone(&meanwhile);
    let server = Server::answering(move |_, request| {
        if !request.text.contains("json_schema") {
            return openai("Noted.", &[]);
        }
        if let Some((library, question)) = to_replace.get() {
            library.chat().resend(*question, &ask("What do we know?"), &CancelToken::default(), &mut |_| {}).unwrap();
        }
        openai(&visitors("ADD", "800"), &[])
    });
    let chat = read_at(&server);
    let answer = chat.send("We expect 800 visitors.").0.id;
    // Said otherwise to what is built in, which answers at once.
    let settings = chat.library.providers().stored_settings().unwrap();
    chat.library.providers().set_providers(&Settings { chat: ModelChoice::OFFLINE, ..settings }).unwrap();
    let question = chat.library.chat().messages(chat.default(), None, 10).unwrap().messages[0].id;
    assert!(meanwhile.set((chat.library.clone(), question)).is_ok());
    let read = chat.library.chat().feed_turn(answer, &CancelToken::default());
    assert_eq!(read.unwrap_err().code, Code::Cancelled);
    assert_eq!((chat.transcript()[0].as_str(), ledger(&chat)), ("user done: What do we know?", Vec::new()));
}
