//! The chat in a file: the default conversation as the web Factly has it, the rest under `factly`, and no card with power.

use factly_core::chat::CardStatus;
use factly_engine::Library;
use factly_engine::chat::{MessageView, TurnRequest};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::task::CancelToken;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};
use uuid::Uuid;

use super::fixture::{export, rich};
use super::library::{Fixture, empty};
use super::round::assert_round;

fn say(library: &Library, discovery: Uuid, conversation: Option<Uuid>, text: &str) -> MessageView {
    let mentions = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    let ask = TurnRequest { text: text.to_owned(), mentions, ..TurnRequest::default() };
    library
        .chat()
        .send(discovery, conversation, &ask, &CancelToken::default(), &mut |_| {})
        .expect("what is built in answers")
}

/// Two conversations, with cards in every state and a turn that fed the ledger.
fn with_chats() -> (Fixture, Uuid) {
    let (at, discovery) = rich();
    let library = &at.library;
    let added = say(library, discovery, None, "Add fact: The gate weighs 12 tonnes.");
    library
        .chat()
        .confirm_card(added.cards[0].id, &added.cards[0].fingerprint, None, DuplicatePolicy::Allow)
        .expect("it is confirmed");
    let cancelled = say(library, discovery, None, "Delete F-1");
    library.chat().cancel_card(cancelled.cards[0].id).expect("it is cancelled");
    say(library, discovery, None, "Delete F-1");
    let fed = say(library, discovery, None, "What about N-1 now? The pumps were replaced in 2019.");
    library.chat().feed_turn(fed.id, &CancelToken::default()).expect("it is read");
    let costs = library.chat().create_conversation(discovery, Some("Costs")).expect("one more").id;
    say(library, discovery, Some(costs), "Add insight: The wall is cheap.");
    (at, discovery)
}

fn messages(library: &Library, discovery: Uuid) -> Vec<MessageView> {
    let conversation = library.chat().conversations(discovery).expect("its conversations")[0].id;
    library.chat().messages(conversation, None, 200).expect("a page").messages
}

#[test]
fn fs_chat_history_saved_with_discovery() {
    let (at, discovery) = with_chats();
    let exported = export(&at.library, &[discovery]);
    assert_round(&exported);
    let value: Value = serde_json::from_str(&exported).unwrap();
    let history = value["chat_history"].as_array().unwrap();
    assert_eq!(history.len(), 8);
    let roles: Vec<&str> = history.iter().filter_map(|message| message["role"].as_str()).collect();
    assert_eq!(roles[..2], ["user", "assistant"]);
    let call = &history[1]["tool_calls"][0];
    assert_eq!((&call["tool"], &call["status"]), (&json!("add_item"), &json!("applied")));
    assert_eq!(history[3]["tool_calls"][0]["status"], "cancelled");
    assert_eq!(history[5]["tool_calls"][0]["status"], "pending");
    assert_eq!(history[4]["references"], json!(["F-1"]));
    assert!(history.iter().all(|message| message["id"].is_string() && message["created_at"].is_string()));
    assert_eq!(value["factly"]["conversations"].as_array().unwrap().len(), 2, "others stand under our own key");

    let other = empty();
    let id = other.import(&exported).expect("what was exported")[0].id;
    let again = messages(&other.library, id);
    let before = messages(&at.library, discovery);
    let plain =
        |message: &MessageView| (message.id, message.text.clone(), message.references.clone(), message.created_at);
    assert_eq!(again.iter().map(plain).collect::<Vec<_>>(), before.iter().map(plain).collect::<Vec<_>>());
    assert_eq!(other.library.chat().conversations(id).unwrap()[1].title, "Costs");
    let card = &again[5].cards[0];
    assert_eq!((card.status, &card.shown), (CardStatus::Pending, &before[5].cards[0].shown));
    let last = again.last().unwrap().id;
    assert_eq!(
        other.library.chat().feed_turn(last, &CancelToken::default()).unwrap().facts,
        0,
        "what was read is not read again"
    );
}

#[test]
fn a_file_without_a_chat_has_an_empty_one_whoever_looked_at_it() {
    let at = empty();
    let discovery = at.discovery("Empty");
    let before = export(&at.library, &[discovery]);
    at.library.chat().conversations(discovery).unwrap();
    assert_eq!(export(&at.library, &[discovery]), before, "that somebody looked is nothing to write down");
    let without = before.replace(",\n\"chat_history\":[]", "").replace(",\n\"conversations\":[]", "");
    let other = empty();
    let id = other.import(&without).expect("a missing chat is an empty one")[0].id;
    assert!(messages(&other.library, id).is_empty());
}

#[test]
fn a_card_of_a_file_does_nothing_but_what_it_shows() {
    let (at, discovery) = with_chats();
    let exported = export(&at.library, &[discovery]);
    let mut value: Value = serde_json::from_str(&exported).unwrap();
    value["chat_history"][5]["tool_calls"][0]["params"]["item_id"] = json!("F-2");
    let other = empty();
    let id = other.import(&value.to_string()).expect("a file that somebody changed")[0].id;
    let card = messages(&other.library, id)[5].cards[0].clone();
    assert!(format!("{:?}", card.shown).contains("no: 2"), "it shows what it would do: {:?}", card.shown);
    let original = messages(&at.library, discovery)[5].cards[0].fingerprint.clone();
    let refused = other.library.chat().confirm_card(card.id, &original, None, DuplicatePolicy::Hold).unwrap_err();
    assert_eq!(refused.code, factly_engine::error::Code::CardChanged, "a button that was made elsewhere does nothing");
}

const WEB: &str = r#"{"discovery_id": "d", "title": "Dams", "facts": [{"fact_id": "F-1", "text": "It stands."}], "chat_history": [
  {"id": "1", "role": "user", "content": "Delete it [F-1]", "created_at": "2024-04-07T01:00:00+01:00", "references": ["F-1"], "x": [1.50]},
  {"id": "2", "role": "assistant", "content": "", "created_at": "2024-04-07T00:00:01Z",
    "tool_calls": [{"tool": "delete_item", "params": {"entity_type": "fact", "item_id": "F-1"}, "status": "pending"}]},
  {"id": "3", "role": "assistant", "content": "Or so.", "created_at": "soon",
    "tool_calls": [{"tool": "shout", "params": {}, "status": "confirmed", "y": 2}], "references": [7]}
]}"#;

#[test]
fn a_chat_of_the_web_factly_is_a_conversation_here_and_comes_out_as_it_was() {
    let at = empty();
    let id = at.import(WEB).expect("a file of the web Factly")[0].id;
    let imported = messages(&at.library, id);
    assert_eq!(
        imported.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(),
        ["Delete it [F-1]", "", "Or so."]
    );
    assert_eq!((imported[1].cards.len(), imported[1].cards[0].status), (1, CardStatus::Pending));
    assert_eq!(imported[2].cards, [], "a call that we do not know is no card");
    let exported = export(&at.library, &[id]);
    let (file, again): (Value, Value) = (serde_json::from_str(WEB).unwrap(), serde_json::from_str(&exported).unwrap());
    assert_eq!(again["chat_history"], file["chat_history"]);
    assert!(exported.contains("\"x\":[1.50]"), "to the letter");
    assert_round(&exported);
    let card = &imported[1].cards[0];
    at.library
        .chat()
        .confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Hold)
        .expect("it is confirmed here");
    let again: Value = serde_json::from_str(&export(&at.library, &[id])).unwrap();
    assert_eq!(again["chat_history"][1]["tool_calls"][0]["status"], "applied");
}

#[test]
fn a_message_that_nobody_said_can_be_left_out() {
    let at = empty();
    let file = WEB.replace("\"role\": \"user\"", "\"role\": \"system\"");
    assert!(at.import(&file).is_err(), "it says so first");
    let repairs = Repairs::all();
    let id = at.import_as(&file, ImportMode::Add, &repairs).expect("and goes on without it")[0].id;
    assert_eq!(messages(&at.library, id).len(), 2);
}

#[test]
fn a_copy_has_a_chat_of_its_own_and_a_merge_leaves_the_one_that_is_here() {
    let (at, discovery) = with_chats();
    let exported = export(&at.library, &[discovery]);
    let copy = at.import_as(&exported, ImportMode::Copy, &Repairs::default()).expect("beside the first")[0].id;
    let (first, second) = (messages(&at.library, discovery), messages(&at.library, copy));
    assert_eq!(first.len(), second.len());
    assert!(first.iter().zip(&second).all(|(first, second)| first.id != second.id && first.text == second.text));
    at.import_as(&exported, ImportMode::Merge, &Repairs::default()).expect("into itself");
    assert_eq!(export(&at.library, &[discovery]), exported);
}
