//! A card that edits asks the model that is set whom the edit touches, as the same edit by hand does.

use factly_core::chat::CardStatus;
use factly_core::discovery::{EntityKind as Column, EntityLabel};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::providers::{ModelChoice, ProviderKind, Settings, Task};
use serde_json::json;

use crate::chat::scripted_chat::{Chat, at, openai};
use crate::model_server::Server;

/// A chat whose server judges edits too.
fn judging(server: &Server) -> Chat {
    let chat = at(server, ProviderKind::OpenAiCompatible);
    let choice = ModelChoice {
        kind: ProviderKind::OpenAiCompatible,
        base_url: Some(server.url()),
        model: Some("test-model".to_owned()),
    };
    let settings = Settings { chat: choice.clone(), derivation: choice, ..Settings::default() };
    chat.library.providers().set_providers(&settings).unwrap();
    chat.library.providers().allow_sending(chat.discovery, Task::Derivation).unwrap();
    chat
}

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
        let chat = judging(&server);
        let fact = chat.fact("The wall is 6 m high.");
        let rests = |text| chat.entity(Column::Insight, text, &[fact]);
        let resting = [rests("A wall of 6 m keeps the flood out."), rests("A wall of 6 m pleases the neighbours.")];

        let (message, _) = chat.send("Say that it is 9 m.");
        let [card] = &message.cards[..] else { panic!("one card: {:?}", message.cards) };
        assert_eq!(server.requests().len(), 1, "a card that waits asks nobody");
        let confirmed =
            chat.library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Hold).unwrap();
        assert_eq!(confirmed.card.status, CardStatus::Applied, "{answer}: it is done, whatever came");
        let is_marked = |label| chat.library.pipeline().entity(chat.discovery, label).unwrap().because.is_some();
        assert_eq!(resting.map(is_marked), expected, "{answer}");
        assert_eq!(confirmed.note.is_some(), note.is_some(), "{:?}", confirmed.note);
        assert!(confirmed.note.is_none_or(|actual| actual.to_string().ends_with(note.unwrap_or_default())));
        assert_eq!(server.requests().len(), 2, "one call about the edit");
        assert!(server.requests()[1].text.contains("9 m high"), "it is told what the card would write");
    }
}

#[test]
fn what_the_cards_of_an_answer_add_is_no_change_that_a_model_is_asked_about() {
    for (edits, note) in [(5, None), (6, Some("A model is asked about 5 changes at once; the built-in check decided."))]
    {
        let add =
            |n| ("add_item", json!({ "entity_type": "insight", "text": format!("Idea {n} of quite another kind.") }));
        let edit = |n| {
            let text = format!("Wall {n} is {n}9 m high.");
            ("edit_item", json!({ "entity_type": "fact", "item_id": format!("F-{n}"), "new_text": text }))
        };
        // Of one that nothing rests on nobody is asked, and it does not count either.
        let alone = edit(7);
        let calls: Vec<_> = (1..4).map(add).chain((1..=edits).map(edit)).chain([alone]).collect();
        let judge = |n| {
            let judgements = json!([{ "label": format!("N-{n}"), "touched": n == 2, "reason": "I say so." }]);
            openai(&json!({ "judgements": judgements }).to_string(), &[])
        };
        let mut script = vec![openai("I propose these:", &calls)];
        script.extend((1..=5).map(judge));
        let server = Server::start(script);
        let chat = judging(&server);
        for n in 1..=7 {
            let fact = chat.fact(&format!("Wall {n} is {n} m high."));
            if n < 7 {
                chat.entity(Column::Insight, &format!("Gate {n} pleases the people of quarter {n}."), &[fact]);
            }
        }
        let (message, _) = chat.send("Say so.");
        assert_eq!(message.cards.len(), calls.len(), "{edits}");
        let cards: Vec<_> = message.cards.iter().map(|card| (card.id, card.fingerprint.clone())).collect();
        let confirmed = chat.library.chat().confirm_cards(message.id, &cards).unwrap();
        assert!(confirmed.cards.iter().all(|card| card.status == CardStatus::Applied), "{edits}");
        assert_eq!(
            confirmed.note.map(|note| note.to_string()).as_deref(),
            note,
            "{edits} changes that touch something"
        );
        assert_eq!(server.requests().len(), if edits == 5 { 6 } else { 1 }, "{edits}: a call for each, or none");
        let label = |n| EntityLabel::new(Column::Insight, n);
        let why = |n| {
            chat.library.pipeline().entity(chat.discovery, label(n)).unwrap().because.and_then(|because| because.why)
        };
        let expected = (edits == 5).then_some("I say so.");
        assert_eq!((why(1).as_deref(), why(2).as_deref()), (None, expected), "{edits}: as the model says");
    }
}

#[test]
fn what_a_card_would_add_is_compared_by_the_model_as_by_hand() {
    let add = ("add_item", json!({ "entity_type": "fact", "text": "The height of the wall is 6 m." }));
    let judged = |same| json!({ "judgements": [{ "label": "F-1", "same": same, "reason": "I say so." }] }).to_string();
    for (answer, is_same, note) in [
        (judged(true), true, None),
        (judged(false), false, None),
        ("No.".to_owned(), true, Some("comparison decided.")),
    ] {
        let server = Server::start(vec![openai("I propose this:", std::slice::from_ref(&add)), openai(&answer, &[])]);
        let chat = judging(&server);
        chat.fact("The wall is 6 m high.");
        let (message, _) = chat.send("Add it.");
        let card = &message.cards[0];
        let confirmed =
            chat.library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Hold).unwrap();
        assert_eq!(server.requests().len(), 2, "{answer}: one call about what says the same");
        let expected = if is_same { CardStatus::Pending } else { CardStatus::Applied };
        assert_eq!((confirmed.card.status, confirmed.duplicates.len()), (expected, usize::from(is_same)), "{answer}");
        assert_eq!(confirmed.note.is_some(), note.is_some(), "{:?}", confirmed.note);
        assert!(confirmed.note.is_none_or(|actual| actual.to_string().ends_with(note.unwrap_or_default())));
        if is_same {
            chat.library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Allow).unwrap();
            assert_eq!(server.requests().len(), 2, "who adds it anyway asks nobody");
        }
    }
}

#[test]
fn of_many_additions_at_once_no_model_is_asked_and_that_is_said() {
    for (count, note) in [(5, None), (6, Some("A model is asked about 5 at once; the built-in comparison decided."))] {
        let subjects = ["gate", "bridge", "school", "harbour", "church", "station"];
        let add = |subject: &&str| {
            let text = format!("Twenty years ago the {subject} was painted by Marta.");
            ("add_item", json!({ "entity_type": "fact", "text": text }))
        };
        let calls: Vec<_> = subjects.iter().take(count).map(add).collect();
        let differs = json!({ "judgements": [{ "label": "F-1", "same": false, "reason": "Another." }] }).to_string();
        let mut script = vec![openai("I propose these:", &calls)];
        script.extend((0..count).map(|_| openai(&differs, &[])));
        let server = Server::start(script);
        let chat = judging(&server);
        chat.fact("Twenty years ago the tower was painted by Marta.");
        let (message, _) = chat.send("Add them.");
        let cards: Vec<_> = message.cards.iter().map(|card| (card.id, card.fingerprint.clone())).collect();
        let confirmed = chat.library.chat().confirm_cards(message.id, &cards).unwrap();
        assert_eq!(
            (confirmed.cards.len(), confirmed.note.map(|note| note.to_string()).as_deref()),
            (count, note),
            "{count}"
        );
        assert_eq!(server.requests().len(), if count == 5 { 6 } else { 1 }, "{count}: a call for each, or none");
    }
}
