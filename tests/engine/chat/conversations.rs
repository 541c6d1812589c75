//! Conversations: listed, paged, searched, kept; a turn said again or answered again.

use factly_core::chat::MessageState::Done;
use factly_engine::chat::MessagePage;
use factly_engine::error::Code;
use factly_engine::providers::ProviderKind;
use factly_engine::task::CancelToken;

use crate::chat::scripted_chat::{Chat, add_fact, ask, at, offline, open, openai};
use crate::model_server::{Scripted, Server};

fn texts(page: &MessagePage) -> Vec<&str> {
    page.messages.iter().map(|message| message.text.as_str()).collect()
}

fn answering(answers: &[&str]) -> (Server, Chat) {
    let server = Server::start(answers.iter().map(|text| openai(text, &[])).collect());
    let chat = at(&server, ProviderKind::OpenAi);
    (server, chat)
}

#[test]
fn fs_chat_history_persisted() {
    let (_server, chat) = answering(&["It is 840 m long.", "Yes."]);
    chat.send("How long?");
    chat.send("Really?");
    let transcript = chat.transcript();
    let again = Chat { library: open(&chat.folder), ..chat };
    assert_eq!(again.transcript(), transcript);
    assert_eq!(transcript.len(), 4);
}

#[test]
fn fs_chat_history_cleared_on_new_discovery() {
    let (_server, chat) = answering(&["It is."]);
    chat.send("How long?");
    let other = chat.library.discoveries().create("Bridge", "").unwrap().id;
    let conversations = chat.library.chat().conversations(other).unwrap();
    assert_eq!((conversations.len(), conversations[0].messages, conversations[0].is_default), (1, 0, true));
    assert_eq!(chat.transcript().len(), 2, "the other discovery keeps its own");
}

#[test]
fn pages_come_from_the_end_and_each_message_once() {
    let chat = offline();
    for at in 0..12 {
        chat.send(&format!("Question {at}"));
    }
    let conversation = chat.default();
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = chat.library.chat().messages(conversation, before, 5).unwrap();
        assert_eq!(page.total, 24);
        before = page.messages.first().map(|message| message.id);
        let more = page.more;
        seen.splice(0..0, page.messages);
        if !more {
            break;
        }
    }
    let questions: Vec<_> = seen.iter().step_by(2).map(|message| message.text.clone()).collect();
    assert_eq!(questions, (0..12).map(|at| format!("Question {at}")).collect::<Vec<_>>());
    assert_eq!(seen.len(), 24);
}

#[test]
fn conversations_are_named_found_and_taken_away() {
    let (_server, chat) = answering(&["It costs €1,200.", "The WALL is high.", "Nothing."]);
    let library = &chat.library;
    let costs = library.chat().create_conversation(chat.discovery, None).unwrap();
    assert_eq!(costs.title, "");
    library
        .chat()
        .send(chat.discovery, Some(costs.id), &ask("What does it\ncost?"), &CancelToken::default(), &mut |_| {})
        .unwrap();
    chat.send("How high?");
    let listed = |library: &factly_engine::Library| -> Vec<(String, u32)> {
        let all = library.chat().conversations(chat.discovery).unwrap();
        all.into_iter().map(|conversation| (conversation.title, conversation.messages)).collect()
    };
    let named = |name: &str| (name.to_owned(), 2);
    assert_eq!(listed(library), [named("How high?"), named("What does it cost?")], "the default one first");

    let found = library.chat().search_conversations(chat.discovery, " wall  IS ").unwrap();
    assert_eq!(found.iter().map(|found| found.snippet.as_str()).collect::<Vec<_>>(), ["The WALL is high."]);
    assert_eq!(library.chat().search_conversations(chat.discovery, "tower").unwrap(), []);

    library.chat().rename_conversation(costs.id, "Costs").unwrap();
    library.undo().undo(Some(chat.discovery)).unwrap();
    assert_eq!(listed(library)[1], named("What does it cost?"), "a name is a step that can be undone");
    library.undo().redo(Some(chat.discovery)).unwrap();
    library.chat().delete_conversation(costs.id).unwrap();
    assert_eq!(
        (listed(library).len(), library.chat().search_conversations(chat.discovery, "cost").unwrap()),
        (1, vec![])
    );
    assert_eq!(library.chat().messages(costs.id, None, 10).unwrap_err().code, Code::NotFound);
    library.undo().undo(Some(chat.discovery)).unwrap();
    assert_eq!(listed(library)[1], named("Costs"));

    library.chat().delete_conversation(chat.default()).unwrap();
    assert_eq!(listed(library)[0], (String::new(), 0), "the default one is emptied: there is always one");
    library.undo().undo(Some(chat.discovery)).unwrap();
    assert_eq!(listed(library)[0], named("How high?"));
}

#[test]
fn an_answer_again_takes_the_place_of_the_old_one() {
    let server = Server::start(vec![
        Scripted::json(500, &serde_json::json!({ "error": "down" })),
        Scripted::json(500, &serde_json::json!({ "error": "down" })),
        Scripted::json(500, &serde_json::json!({ "error": "down" })),
        openai("It is 840 m long.", &[]),
    ]);
    let chat = at(&server, ProviderKind::OpenAi);
    let (failed, _) = chat.send("How long?");
    let answer = chat.library.chat().retry(failed.id, &CancelToken::default(), &mut |_| {}).unwrap();
    assert_eq!((answer.state, answer.text.as_str()), (Done, "It is 840 m long."));
    assert_eq!(chat.transcript(), ["user done: How long?", "assistant done: It is 840 m long."]);
    assert_eq!(chat.library.undo().undo(Some(chat.discovery)).unwrap().done.unwrap(), "Chat: answer again");
    assert_eq!(chat.transcript(), ["user done: How long?", "assistant failed: "], "one undo brings the old one back");
    let refused = chat.library.chat().retry(
        chat.library.chat().messages(chat.default(), None, 1).unwrap().messages[0].id,
        &CancelToken::default(),
        &mut |_| {},
    );
    assert!(refused.is_ok(), "and that can be tried again");
}

#[test]
fn what_is_said_again_hides_what_followed() {
    let (server, chat) = answering(&["A.", "B.", "C."]);
    chat.send("One?");
    chat.send("Two?");
    let before = chat.transcript();
    let first = chat.library.chat().messages(chat.default(), None, 10).unwrap().messages[0].id;
    let answer = chat.library.chat().resend(first, &ask("Uno?"), &CancelToken::default(), &mut |_| {}).unwrap();
    assert_eq!((answer.text.as_str(), chat.transcript().len()), ("C.", 2));
    assert_eq!(chat.transcript()[0], "user done: Uno?");
    let sent = server.requests().last().unwrap().body["messages"].as_array().unwrap().len();
    assert_eq!(sent, 2, "what was hidden does not go along: the system's words and the question");
    chat.library.undo().undo(Some(chat.discovery)).unwrap();
    assert_eq!(chat.transcript(), before, "one undo brings all of it back, and takes the new turn away");
    chat.library.undo().redo(Some(chat.discovery)).unwrap();
    assert_eq!(chat.transcript()[0], "user done: Uno?");
    let not_mine = chat.library.chat().resend(answer.id, &ask("x"), &CancelToken::default(), &mut |_| {});
    assert_eq!(not_mine.unwrap_err().code, Code::Invalid, "only the analyst's own words can be said again");
    assert_eq!(texts(&chat.library.chat().messages(chat.default(), None, 10).unwrap()), ["Uno?", "C."]);
}

#[test]
fn one_undo_takes_back_all_that_a_turn_did() {
    let server = Server::one(openai("Two.", &[add_fact("The wall is 6 m high."), add_fact("The gate is open.")]));
    let chat = at(&server, ProviderKind::OpenAi);
    let (answer, _) = chat.send("Add both.");
    assert!(!answer.undoable, "nothing was done yet");
    let facts = || chat.library.discoveries().get(chat.discovery).unwrap().discovery.facts;
    for card in &answer.cards {
        chat.library
            .chat()
            .confirm_card(card.id, &card.fingerprint, None, factly_engine::duplicates::DuplicatePolicy::Hold)
            .unwrap();
    }
    assert_eq!((facts(), chat.library.chat().message(answer.id).unwrap().undoable), (2, true));
    chat.fact("It rains.");
    let refused = chat.library.chat().undo_turn(answer.id).unwrap_err();
    assert!(
        refused.code == Code::Refused && refused.message.to_string().contains("Add F-3"),
        "it names what stands above: {refused}"
    );
    assert!(!chat.library.chat().message(answer.id).unwrap().undoable);
    chat.library.undo().undo(Some(chat.discovery)).unwrap();
    chat.library.chat().undo_turn(answer.id).unwrap();
    assert_eq!(facts(), 0);
    let cards = chat.library.chat().message(answer.id).unwrap().cards;
    assert!(cards.iter().all(|card| card.status.as_str() == "pending"), "its cards wait again: {cards:?}");
    assert_eq!(
        chat.library.chat().undo_turn(answer.id).unwrap_err().code,
        Code::Refused,
        "there is nothing left to undo"
    );
}
