//! A card that edits asks the model that is set whom the edit touches, as the same edit by hand does.

use factly_core::chat::CardStatus;
use factly_core::discovery::Kind as Column;
use factly_engine::discovery::Anyway;
use factly_engine::providers::{Choice, Kind, Settings, Task};
use serde_json::json;

use crate::asked::{at, openai};
use crate::model_server::Server;

#[test]
fn an_edit_by_a_card_is_judged_before_it_is_written() {
    let edit = ("edit_item", json!({ "entity_type": "fact", "item_id": "F-1", "new_text": "The wall is 9 m high." }));
    let judgement = |label: &str, touched: bool| json!({ "label": label, "touched": touched, "reason": "I say so." });
    let judged = json!({ "judgements": [judgement("N-1", false), judgement("N-2", true)] });
    for (answer, expected, note) in [
        (judged.to_string(), [false, true], None),
        ("I cannot help with that.".to_owned(), [true, true], Some("The built-in check decided.")),
    ] {
        let server = Server::start(vec![openai("I propose this:", std::slice::from_ref(&edit)), openai(&answer, &[])]);
        let chat = at(&server, Kind::OpenAiCompatible);
        let choice =
            Choice { kind: Kind::OpenAiCompatible, base_url: Some(server.url()), model: Some("test-model".to_owned()) };
        let settings = Settings { chat: choice.clone(), derivation: choice, ..Settings::default() };
        chat.library.set_providers(&settings).unwrap();
        chat.library.allow_sending(chat.discovery, Task::Derivation).unwrap();
        let fact = chat.fact("The wall is 6 m high.");
        let rests = |text| chat.entity(Column::Insight, text, &[fact]);
        let resting = [rests("A wall of 6 m keeps the flood out."), rests("A wall of 6 m pleases the neighbours.")];

        let (message, _) = chat.send("Say that it is 9 m.");
        let [card] = &message.cards[..] else { panic!("one card: {:?}", message.cards) };
        assert_eq!(server.requests().len(), 1, "a card that waits asks nobody");
        let confirmed = chat.library.confirm_card(card.id, &card.fingerprint, None, Anyway::No).unwrap();
        assert_eq!(confirmed.card.status, CardStatus::Applied, "{answer}: it is done, whatever came");
        let is_marked = |label| chat.library.entity(chat.discovery, label).unwrap().because.is_some();
        assert_eq!(resting.map(is_marked), expected, "{answer}");
        assert_eq!(confirmed.note.is_some(), note.is_some(), "{:?}", confirmed.note);
        assert!(confirmed.note.is_none_or(|told| told.ends_with(note.unwrap_or_default())));
        assert_eq!(server.requests().len(), 2, "one call about the edit");
        assert!(server.requests()[1].text.contains("9 m high"), "it is told what the card would write");
    }
}
