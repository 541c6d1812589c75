//! Every way in which a turn ends: once, stored before it is told, with the words that it had.

use std::cell::Cell;
use std::sync::mpsc::channel;
use std::thread;

use factly_core::chat::MessageState::{Done, Failed, Stopped};
use factly_engine::chat::{MAX_QUESTION_CHARS, TurnEvent};
use factly_engine::error::Code;
use factly_engine::providers::{ProviderKind, StopSignal};
use factly_engine::task::CancelToken;
use rstest::rstest;
use serde_json::json;
use uuid::Uuid;

use crate::chat::scripted_chat::{
    TurnEvents, anthropic, ask, at, ended, offline, open, openai, tokens, without_consent,
};
use crate::model_server::{Scripted, Server, Step};

/// Stops as soon as anything was said.
struct AtTheFirstWord<'a>(&'a Cell<bool>);

impl StopSignal for AtTheFirstWord<'_> {
    fn is_stopped(&self) -> bool {
        self.0.get()
    }
}

#[rstest]
#[case::anthropic(ProviderKind::Anthropic)]
#[case::openai(ProviderKind::OpenAi)]
#[case::compatible(ProviderKind::OpenAiCompatible)]
fn fs_send_message(#[case] kind: ProviderKind) {
    let words = "The wall is **840 m** long [F-1].";
    let server = Server::one(if kind == ProviderKind::Anthropic { anthropic(words, &[]) } else { openai(words, &[]) });
    let chat = at(&server, kind);
    let (answer, events) = chat.send("  How long is the wall?\r\n");
    assert_eq!(ended(&answer), (Done, words));
    assert_eq!(
        events,
        TurnEvents { begun: 1, words: words.to_owned(), cards: Vec::new() },
        "what was told is what is stored"
    );
    assert_eq!((answer.provider.as_deref(), answer.model.as_deref()), (Some(kind.as_str()), Some("test-model")));
    assert_eq!(answer.requests, 1, "what was sent for it can be looked at");
    assert_eq!(chat.transcript(), ["user done: How long is the wall?", &format!("assistant done: {words}")]);
    let sent = &server.requests()[0].body;
    assert!(sent["tools"].as_array().is_some_and(|tools| tools.len() == 3), "it is offered the three tools");
}

#[test]
fn fs_streaming_response() {
    let server = Server::one(openai("One two three four five six seven.", &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    let mut tokens = Vec::new();
    let (mut begun, mut stored) = (None, None);
    let answer = chat.library.chat().send(
        chat.discovery,
        None,
        &ask("Count."),
        &CancelToken::default(),
        &mut |event| match event {
            TurnEvent::Begun { assistant, .. } => {
                begun = Some(assistant);
                stored = Some(chat.library.chat().message(assistant).unwrap().state.as_str());
            }
            TurnEvent::Token(text) => tokens.push(text.to_owned()),
            _ => {}
        },
    );
    let answer = answer.unwrap();
    assert!(tokens.len() >= 3, "words are told as they come: {tokens:?}");
    assert_eq!((tokens.concat(), begun), (answer.text, Some(answer.id)));
    assert_eq!(stored, Some("streaming"), "the answer is in the library before its first word");
}

#[test]
fn fs_chat_error_display() {
    let check = |script: Scripted, code: Code, partial: &str| {
        let server = Server::one(script);
        let chat = at(&server, ProviderKind::OpenAi);
        let (answer, events) = chat.send("How long?");
        let error = answer.error.clone().expect("a failed answer says why");
        assert_eq!((answer.state, error.code, answer.text.as_str()), (Failed, code, partial), "{error:?}");
        assert!(!error.message.to_string().is_empty() && error.hint.is_some(), "and what to do: {error:?}");
        assert_eq!(events.words, partial);
        assert_eq!(chat.library.chat().message(answer.id).unwrap(), answer, "it is stored as it was told");
        assert_eq!(chat.transcript().len(), 2, "the question is kept");
    };
    check(Scripted::json(500, &json!({ "error": { "message": "down" } })), Code::ProviderFailed, "");
    check(Scripted::json(401, &json!({ "error": { "message": "bad key" } })), Code::KeyNeeded, "");
    check(Scripted::json(429, &json!({ "error": { "message": "slow down" } })), Code::RateLimited, "");
    check(Scripted::stream(tokens("The wall is")).then(Step::Cut), Code::ProviderFailed, "The wall is");
    check(Scripted::stream(tokens("The wall is")).then(Step::Hang), Code::ProviderFailed, "The wall is");
    let error = "data: {\"error\":{\"message\":\"overloaded\"}}\n\n";
    check(Scripted::stream(tokens("The wall") + error), Code::ProviderFailed, "The wall");
    check(openai("", &[]), Code::ProviderFailed, "");
}

#[test]
fn fs_chat_streaming_interruption() {
    let server = Server::one(Scripted::stream(tokens("The wall is 840 m long, and")).then(Step::Hang));
    let chat = at(&server, ProviderKind::OpenAi);
    let heard = Cell::new(false);
    let mut events = TurnEvents::default();
    let stop = AtTheFirstWord(&heard);
    let answer = chat.library.chat().send(chat.discovery, None, &ask("How long?"), &stop, &mut |event| {
        heard.set(matches!(event, TurnEvent::Token(_)) || heard.get());
        events.record(event);
    });
    let answer = answer.unwrap();
    assert_eq!((answer.state, answer.error.as_ref()), (Stopped, None));
    assert!(!events.words.is_empty() && "The wall is 840 m long, and".starts_with(&events.words));
    assert_eq!(answer.text, events.words, "what came until then is kept, and marked as stopped");
    let again = open(&chat.folder).chat().message(answer.id).unwrap();
    assert_eq!((again.state, again.text), (Stopped, answer.text), "also at the next start");
}

#[test]
fn an_answer_cut_at_its_limit_says_so_and_keeps_its_words() {
    let stream =
        tokens("The wall") + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";
    let server = Server::one(Scripted::stream(stream));
    let (answer, _) = at(&server, ProviderKind::OpenAi).send("How long?");
    assert_eq!(ended(&answer), (Stopped, "The wall"));
    assert!(answer.error.unwrap().message.to_string().contains("4096 tokens"));
}

/// The end of the stream is there, and the reason for it is not.
#[test]
fn an_answer_that_ends_without_a_reason_has_failed_and_keeps_its_words() {
    let server = Server::one(Scripted::stream(tokens("The wall is 840") + "data: [DONE]\n\n"));
    let (answer, _) = at(&server, ProviderKind::OpenAi).send("How long?");
    assert_eq!(ended(&answer), (Failed, "The wall is 840"));
    assert_eq!(answer.error.unwrap().code, Code::ProviderFailed);
}

#[test]
fn what_cannot_be_asked_leaves_nothing_behind() {
    let server = Server::one(openai("Never.", &[]));
    let chat = without_consent(&server, ProviderKind::OpenAi);
    let fails = |text: &str| chat.send_until(text, &CancelToken::default()).unwrap_err().code;
    assert_eq!(fails("How long?"), Code::ConsentNeeded, "the analyst has not seen to whom it goes");
    assert_eq!(fails(" \n\0 "), Code::Empty);
    assert_eq!(fails(&"x".repeat(MAX_QUESTION_CHARS + 1)), Code::TooLarge);
    let nowhere = chat.library.chat().send(Uuid::nil(), None, &ask("Hello?"), &CancelToken::default(), &mut |_| {});
    assert_eq!(nowhere.unwrap_err().code, Code::NotFound);
    let other = chat.library.discoveries().create("Bridge", "").unwrap().id;
    let elsewhere = chat.library.chat().conversations(other).unwrap()[0].id;
    let strange =
        chat.library.chat().send(chat.discovery, Some(elsewhere), &ask("Hello?"), &CancelToken::default(), &mut |_| {});
    assert_eq!(strange.unwrap_err().code, Code::NotFound, "a conversation belongs to its discovery");
    assert_eq!((server.connections(), chat.transcript()), (0, Vec::<String>::new()), "nothing was sent or stored");
}

#[test]
fn one_turn_at_a_time_in_a_conversation() {
    let server = Server::start(vec![
        Scripted::stream(tokens("First")).then(Step::Hang),
        openai("Second.", &[]),
        openai("Third.", &[]),
    ]);
    let chat = at(&server, ProviderKind::OpenAi);
    let conversation = chat.default();
    let other = chat.library.chat().create_conversation(chat.discovery, Some("Costs")).unwrap().id;
    let (begun, has_begun) = channel();
    let cancel = CancelToken::default();
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            let mut hear = |event: TurnEvent<'_>| {
                if matches!(event, TurnEvent::Token(_)) {
                    begun.send(()).unwrap();
                }
            };
            chat.library.chat().send(chat.discovery, Some(conversation), &ask("One?"), &cancel, &mut hear)
        });
        has_begun.recv().unwrap();
        let busy = chat.send_until("Two?", &CancelToken::default()).unwrap_err();
        assert_eq!(busy.code, Code::Busy);
        let second = open(&chat.folder);
        let busy = second.chat().delete_conversation(conversation).unwrap_err();
        assert_eq!(busy.code, Code::Busy, "a second process sees it too, and has not taken it for broken");
        let elsewhere =
            chat.library.chat().send(chat.discovery, Some(other), &ask("Two?"), &CancelToken::default(), &mut |_| {});
        assert_eq!(elsewhere.unwrap().text, "Second.", "another conversation goes on meanwhile");
        cancel.cancel();
        assert_eq!(first.join().unwrap().unwrap().state, Stopped);
    });
    assert_eq!(chat.send("Two?").0.text, "Third.", "and then this one does");
}

#[test]
fn what_is_built_in_answers_without_a_model() {
    let chat = offline();
    chat.fact("The wall is 840 m long.");
    let (answer, events) = chat.send("Summarize this discovery");
    assert_eq!((answer.state, answer.provider.as_deref(), answer.requests), (Done, None, 0));
    assert!(!answer.text.is_empty() && answer.text == events.words, "{answer:?}");
}
