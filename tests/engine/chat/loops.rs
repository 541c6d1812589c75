//! The loop of calls: valid ones become cards, bad ones go back, and no turn ends without words.

use factly_core::chat::CardStatus;
use factly_core::chat::MessageState::{Done, Failed};
use factly_engine::providers::ProviderKind;
use rstest::rstest;
use serde_json::{Value, json};

use crate::chat::scripted_chat::{add_fact, anthropic, at, delete_fact, ended, openai};
use crate::model_server::{Scripted, Server};

/// An answer in the wire format of `kind`.
fn answer(kind: ProviderKind, text: &str, calls: &[(&str, Value)]) -> Scripted {
    if kind == ProviderKind::Anthropic { anthropic(text, calls) } else { openai(text, calls) }
}

/// Returns the results of the model's calls, in the last request.
fn results(server: &Server) -> Vec<String> {
    let body = server.requests().last().unwrap().body.clone();
    let messages = body["messages"].as_array().unwrap().clone();
    let texts = messages.iter().flat_map(|message| match message["role"].as_str() {
        Some("tool") => vec![message["content"].clone()],
        _ => message["content"]
            .as_array()
            .map(|blocks| {
                let results = blocks.iter().filter(|block| block["type"] == "tool_result");
                results.map(|block| block["content"].clone()).collect()
            })
            .unwrap_or_default(),
    });
    texts.map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[rstest]
#[case(ProviderKind::Anthropic)]
#[case(ProviderKind::OpenAi)]
fn fs_chat_add_item_is_a_card_that_waits(#[case] kind: ProviderKind) {
    let server = Server::one(answer(kind, "I propose this:", &[add_fact("The wall is 6 m high.")]));
    let chat = at(&server, kind);
    let (message, events) = chat.send("Add that the wall is 6 m high.");
    assert_eq!(ended(&message), (Done, "I propose this:"));
    assert_eq!(server.requests().len(), 1, "a valid call ends the turn");
    let [card] = &message.cards[..] else { panic!("one card: {:?}", message.cards) };
    assert_eq!((card.status, events.cards), (CardStatus::Pending, vec![card.id]));
    assert_eq!(card.params["text"], "The wall is 6 m high.");
    assert_eq!(
        chat.library.discoveries().get(chat.discovery).unwrap().discovery.facts,
        0,
        "nothing is changed before a click"
    );
}

#[test]
fn a_model_that_says_nothing_is_spoken_for() {
    let check = |calls: &[(&str, Value)], text: &str| {
        let server = Server::one(openai("", calls));
        let (message, events) = at(&server, ProviderKind::OpenAi).send("Add them.");
        assert_eq!((ended(&message), events.words.as_str()), ((Done, text), text));
        assert_eq!(message.cards.len(), calls.len());
    };
    check(&[add_fact("The wall is 6 m high.")], "1 change is ready for you to confirm.");
    check(
        &[add_fact("The wall is 6 m high."), add_fact("The gate is open.")],
        "2 changes are ready for you to confirm.",
    );
}

#[rstest]
#[case(ProviderKind::Anthropic)]
#[case(ProviderKind::OpenAi)]
fn a_bad_call_goes_back_in_words_and_is_mended(#[case] kind: ProviderKind) {
    let bad = ("add_item", json!({ "entity_type": "opinion", "text": "" }));
    let server = Server::start(vec![
        answer(kind, "Let me add it.", &[bad]),
        answer(kind, "Now it is right.", &[add_fact("The wall is 6 m high.")]),
    ]);
    let chat = at(&server, kind);
    let (message, events) = chat.send("Add it.");
    assert_eq!(ended(&message), (Done, "Let me add it.\n\nNow it is right."), "the rounds stand apart");
    assert_eq!((events.words.as_str(), message.cards.len()), (message.text.as_str(), 1));
    assert_eq!((server.requests().len(), message.requests), (2, 2));
    let tool_results = results(&server);
    assert!(
        tool_results.len() == 1 && tool_results[0].contains("entity_type"),
        "it is told what was wrong: {tool_results:?}"
    );
}

#[test]
fn arguments_that_are_no_json_go_back_too() {
    let server = Server::start(vec![
        openai("", &[("add_item", json!("{\"entity_type\": \"fact\", \"text\": "))]),
        openai("I cannot.", &[]),
    ]);
    let (message, _) = at(&server, ProviderKind::OpenAi).send("Add it.");
    assert_eq!(ended(&message), (Done, "I cannot."));
    let sent = &server.requests()[1].body["messages"][2]["tool_calls"][0]["function"]["arguments"];
    assert_eq!(sent, "{}", "servers that read the arguments again can");
}

#[test]
fn what_is_wrong_goes_back_three_times_and_is_shown_then() {
    let server = Server::one(openai("", &[("delete_item", json!({ "entity_type": "fact", "item_id": "F-9" }))]));
    let (message, _) = at(&server, ProviderKind::OpenAi).send("Delete it.");
    assert_eq!((message.state, server.requests().len()), (Failed, 4), "three times it is told what is wrong");
    let error = message.error.unwrap();
    assert!(error.message.to_string().contains("F-9") && error.kept.is_some(), "{error:?}");
    assert_eq!(message.cards, []);

    let bad = || openai("", &[("add_item", json!({ "entity_type": "fact" }))]);
    let server = Server::start(vec![bad(), bad(), bad(), openai("", &[add_fact("The wall is 6 m high.")])]);
    let (message, _) = at(&server, ProviderKind::OpenAi).send("Add it.");
    assert_eq!((message.state, message.cards.len()), (Done, 1), "who does better the third time is heard");
}

#[test]
fn of_a_mixed_round_the_valid_call_is_a_card_and_the_bad_one_goes_back() {
    let both = [delete_fact("F-1"), delete_fact("F-9")];
    let server = Server::start(vec![openai("", &both), openai("Only F-1 is there.", &[delete_fact("F-1")])]);
    let chat = at(&server, ProviderKind::OpenAi);
    chat.fact("The wall is 840 m long.");
    let (message, events) = chat.send("Delete both.");
    assert_eq!(ended(&message), (Done, "Only F-1 is there."));
    assert_eq!((message.cards.len(), events.cards.len()), (1, 1), "the same call again is the same card");
    let tool_results = results(&server);
    assert!(
        tool_results[0].contains("card") && tool_results[1].contains("F-9"),
        "each call has its result: {tool_results:?}"
    );
}
