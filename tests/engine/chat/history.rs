//! The history that goes along with a question: earlier turns, each call with its result, in both wire formats.

use factly_core::discovery::EntityLabel;
use factly_engine::chat::TurnRequest;
use factly_engine::providers::ProviderKind;
use factly_engine::task::CancelToken;
use rstest::rstest;
use serde_json::{Value, json};

use crate::chat::scripted_chat::{add_fact, anthropic, at, openai, tokens};
use crate::model_server::{Scripted, Server, Step};

fn roles(body: &Value) -> Vec<&str> {
    body["messages"].as_array().unwrap().iter().filter_map(|message| message["role"].as_str()).collect()
}

/// The server objects to a call without its result, and to turns out of order: that it does not is the test.
#[rstest]
#[case(ProviderKind::Anthropic)]
#[case(ProviderKind::OpenAi)]
fn calls_and_results_of_earlier_turns_are_sent_in_pairs(#[case] kind: ProviderKind) {
    let answer = |text: &str, calls: &[(&str, Value)]| {
        if kind == ProviderKind::Anthropic { anthropic(text, calls) } else { openai(text, calls) }
    };
    let bad = ("edit_item", json!({ "entity_type": "fact", "item_id": "F-9", "new_text": "x" }));
    let server = Server::start(vec![
        answer("", &[add_fact("The wall is 6 m high."), add_fact("The gate is open.")]),
        answer("Let me see.", &[bad, add_fact("It rains.")]),
        answer("I was wrong.", &[]),
        answer("Of nothing else.", &[]),
    ]);
    let chat = at(&server, kind);
    let cards = chat.send("Add two.").0.cards;
    chat.library.chat().cancel_card(cards[1].id).unwrap();
    chat.send("Now edit.");
    chat.send("What were we speaking of?");
    let body = server.requests().last().unwrap().body.clone();
    let text = body.to_string();
    for (words, why) in [
        ("Add two.", "the analyst's words"),
        ("The wall is 6 m high.", "the arguments of a call"),
        ("has not decided yet", "what became of a card"),
        ("The analyst declined", "as it stands now"),
        ("There is no F-9", "what was wrong with a bad call"),
        ("2 changes are ready", "what Factly said in the model's place"),
        ("I was wrong.", "the model's words"),
    ] {
        assert!(text.contains(words), "{why} goes along: {text}");
    }
    assert_eq!(roles(&body).last(), Some(&"user"));
}

#[test]
fn turns_that_failed_or_were_stopped_go_along_as_they_ended() {
    let server = Server::start(vec![
        Scripted::json(400, &json!({ "error": { "message": "no" } })),
        Scripted::stream(tokens("The wall is")).then(Step::Cut),
        openai("It is 840 m long.", &[]),
    ]);
    let chat = at(&server, ProviderKind::OpenAi);
    for question in ["One?", "Two?", "Three?"] {
        chat.send(question);
    }
    let body = server.requests().last().unwrap().body.clone();
    assert_eq!(roles(&body), ["system", "user", "assistant", "user", "assistant", "user"]);
    assert_eq!(body["messages"][4]["content"], "The wall is", "with the words that it had");
}

#[test]
fn a_long_conversation_goes_along_as_far_as_the_window_lets_it() {
    let long = "word ".repeat(2_000);
    let server = Server::one(openai(&long, &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    for at in 1..=5 {
        chat.send(&format!("Question {at}?"));
    }
    let body = server.requests().last().unwrap().body.clone();
    assert_eq!(roles(&body).len(), 1 + 2 * 2 + 1, "whole turns, the newest first");
    let first = body["messages"][1]["content"].as_str().unwrap();
    assert!(
        first.starts_with("(2 earlier turns") && first.contains("\"Question 2?\"") && first.ends_with("Question 3?")
    );
}

#[test]
fn fs_chat_at_mention_context() {
    let server = Server::one(openai("It is.", &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    chat.library
        .providers()
        .set_providers(&factly_engine::providers::Settings {
            context_threshold: 0,
            ..chat.library.providers().stored_settings().unwrap()
        })
        .unwrap();
    let text = format!("The wall is 840 m long{}.", ", and longer".repeat(40));
    chat.fact(&text);
    let request = TurnRequest {
        text: "What of it?".to_owned(),
        mentions: vec![EntityLabel::parse("F-1").unwrap()],
        ..TurnRequest::default()
    };
    let answer =
        chat.library.chat().send(chat.discovery, None, &request, &CancelToken::default(), &mut |_| {}).unwrap();
    let system = server.requests()[0].body["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(system.contains(&text), "what is mentioned goes along in full, however large the discovery");
    let page = chat.library.chat().messages(answer.conversation, None, 10).unwrap();
    assert_eq!(page.messages[0].references, request.mentions, "and is kept with the question");
}
