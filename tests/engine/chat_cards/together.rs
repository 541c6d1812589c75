//! "Apply all": the cards of one answer as one step, all of it or nothing.

use factly_core::chat::CardStatus;
use factly_core::discovery::EntityKind;
use serde_json::json;
use uuid::Uuid;

use super::card_chat::{CardChat, Turn, label, labels, talk};
use crate::error::Code;

fn batch(talk: &CardChat) -> Turn {
    talk.turn(&[
        ("add_item", json!({"entity_type": "insight", "text": "The town can pay.", "related_ids": ["F-1"]})),
        ("edit_item", json!({"entity_type": "fact", "item_id": "F-1", "new_text": "Revenue grew by 16 % in Q3."})),
        ("delete_item", json!({"entity_type": "recommendation", "item_id": "R-2"})),
    ])
}

/// The cards of a turn as they are shown.
fn shown(talk: &CardChat, turn: &Turn) -> Vec<(Uuid, String)> {
    turn.cards.iter().map(|card| (*card, talk.look(*card).fingerprint)).collect()
}

fn statuses(talk: &CardChat, turn: &Turn) -> Vec<CardStatus> {
    turn.cards.iter().map(|card| talk.look(*card).status).collect()
}

#[test]
fn several_cards_are_one_step() {
    let talk = talk();
    let before = talk.columns();
    let turn = batch(&talk);
    let cards = talk.at.library.chat().confirm_cards(turn.message, &shown(&talk, &turn)).unwrap().cards;
    assert!(
        cards.iter().all(|card| card.status == CardStatus::Applied),
        "one card changes what another shows: {cards:?}"
    );
    assert_eq!(cards[0].became, Some(label("N-2")));
    assert_eq!(talk.text("F-1"), "Revenue grew by 16 % in Q3.");
    assert_eq!((talk.entity("N-2").unwrap().up, talk.entity("R-2")), (labels(&["F-1"]), None));
    let after = talk.columns();
    assert_eq!(talk.undo().as_deref(), Some("Chat: 3 changes"));
    assert_eq!((talk.columns(), statuses(&talk, &turn)), (before, vec![CardStatus::Pending; 3]), "one undo for all");
    talk.redo();
    assert_eq!((talk.columns(), statuses(&talk, &turn)), (after, vec![CardStatus::Applied; 3]));
}

#[test]
fn one_undo_takes_back_all_that_the_cards_of_a_turn_did() {
    let talk = talk();
    let before = talk.columns();
    let turn = batch(&talk);
    assert!(talk.at.library.chat().undo_turn(turn.message).is_err(), "nothing was done yet");
    talk.confirm(&talk.look(turn.cards[0])).unwrap();
    talk.at.library.chat().cancel_card(turn.cards[2]).unwrap();
    talk.confirm(&talk.look(turn.cards[1])).unwrap();
    talk.at.library.chat().undo_turn(turn.message).unwrap();
    assert_eq!(
        (talk.columns(), statuses(&talk, &turn)),
        (before, vec![CardStatus::Pending; 3]),
        "the cancelled one too"
    );
    talk.at.library.chat().cancel_card(turn.cards[2]).unwrap();
    assert!(talk.at.library.chat().undo_turn(turn.message).is_err(), "a card that was only cancelled did nothing");
}

/// Undone steps stay in the history until something else is done, however many they are.
#[test]
fn however_much_was_undone_after_a_turn_only_its_own_is_taken_back() {
    // 200 steps are looked at: with the turn's three they are all of the window, or more than it.
    for undone in [197, 210] {
        let talk = talk();
        let before = talk.columns();
        let turn = batch(&talk);
        for card in &turn.cards {
            talk.confirm(&talk.look(*card)).unwrap();
        }
        let newest = talk.at.library.undo().history(Some(talk.discovery), None, 1).unwrap().steps[0].seq;
        for house in 0..undone {
            talk.add(EntityKind::Fact, &format!("House {house} is dry."), &[]);
        }
        talk.at.library.undo().go_to(Some(talk.discovery), Some(newest)).unwrap();
        talk.at.library.chat().undo_turn(turn.message).unwrap();
        assert_eq!(talk.columns(), before, "what was there before the turn stays, after {undone} undone steps");
    }
}

#[test]
fn a_turn_of_more_steps_than_are_looked_at_is_not_half_undone() {
    let talk = talk();
    let before = talk.columns();
    let calls: Vec<_> = (0..201)
        .map(|at| ("add_item", json!({"entity_type": "fact", "text": format!("The house {at} is dry.")})))
        .collect();
    let turn = talk.turn(&calls);
    for card in &turn.cards {
        talk.confirm(&talk.look(*card)).unwrap();
    }
    let after = talk.columns();
    let refused = talk.at.library.chat().undo_turn(turn.message).unwrap_err();
    assert_eq!((refused.code, talk.columns()), (Code::Refused, after), "{refused}");
    talk.undo();
    talk.at.library.chat().undo_turn(turn.message).unwrap();
    assert_eq!(talk.columns(), before, "200 are taken back together, and nothing else");
}

#[test]
fn one_that_fails_takes_all_back_and_says_which() {
    let talk = talk();
    let before = talk.columns();
    let turn = batch(&talk);
    talk.tamper("CREATE TRIGGER obstacle BEFORE UPDATE OF deleted ON entity BEGIN SELECT RAISE(ABORT, 'no'); END");
    let error = talk.at.library.chat().confirm_cards(turn.message, &shown(&talk, &turn)).unwrap_err();
    assert_eq!(error.message, "No.");
    let expected = [CardStatus::Pending, CardStatus::Pending, CardStatus::Error];
    assert_eq!((talk.columns(), statuses(&talk, &turn)), (before, expected.to_vec()), "only the third failed");
    talk.tamper("DROP TRIGGER obstacle");
    talk.at.library.chat().confirm_cards(turn.message, &shown(&talk, &turn)).unwrap();
}

#[test]
fn one_that_changed_since_it_was_shown_keeps_all_from_being_done() {
    let talk = talk();
    let turn = batch(&talk);
    let seen = shown(&talk, &turn);
    talk.at.library.pipeline().edit_entity(talk.discovery, label("R-2"), "Raise nothing.", None).unwrap();
    let before = talk.columns();
    assert_eq!(talk.at.library.chat().confirm_cards(turn.message, &seen).unwrap_err().code, Code::CardChanged);
    assert_eq!((talk.columns(), statuses(&talk, &turn)), (before, vec![CardStatus::Pending; 3]));
}

#[test]
fn what_says_the_same_is_decided_alone() {
    let talk = talk();
    let before = talk.columns();
    let add_fact = |text: &str| ("add_item", json!({"entity_type": "fact", "text": text}));
    let turn = talk.turn(&[add_fact("The town has a mayor."), add_fact("The wall is 600 cm high.")]);
    let error = talk.at.library.chat().confirm_cards(turn.message, &shown(&talk, &turn)).unwrap_err();
    assert_eq!(error.message, "F-2 says the same already.");
    assert_eq!(statuses(&talk, &turn), [CardStatus::Pending, CardStatus::Error]);

    let twice = talk.turn(&[add_fact("The river is 90 m wide."), add_fact("The river is 90 metres wide.")]);
    let error = talk.at.library.chat().confirm_cards(twice.message, &shown(&talk, &twice)).unwrap_err();
    assert_eq!(error.message, "Another card of this answer says the same.", "which no column could know");
    assert_eq!((statuses(&talk, &twice), talk.columns()), (vec![CardStatus::Pending, CardStatus::Error], before));
}

#[test]
fn only_cards_of_the_answer_are_confirmed_with_it() {
    let talk = talk();
    let (one, other) = (batch(&talk), batch(&talk));
    let mut mixed = shown(&talk, &one);
    mixed.extend(shown(&talk, &other));
    let twice = vec![mixed[0].clone(), mixed[0].clone()];
    for wrong in [mixed, twice] {
        let error = talk.at.library.chat().confirm_cards(one.message, &wrong).unwrap_err();
        assert_eq!(error.code, Code::Invalid, "{wrong:?}");
    }
    assert_eq!(talk.at.library.chat().confirm_cards(one.message, &[]).unwrap().cards, []);
}

#[test]
fn one_of_several_that_takes_away_what_another_changes_fails_in_words() {
    let talk = talk();
    let before = talk.columns();
    let turn = talk.turn(&[
        ("delete_item", json!({"entity_type": "fact", "item_id": "F-1"})),
        ("edit_item", json!({"entity_type": "fact", "item_id": "F-1", "new_text": "Revenue fell."})),
    ]);
    let error = talk.at.library.chat().confirm_cards(turn.message, &shown(&talk, &turn)).unwrap_err();
    assert_eq!(error.message, "There is no F-1 in this discovery.");
    assert_eq!((talk.columns(), statuses(&talk, &turn)), (before, vec![CardStatus::Pending, CardStatus::Error]));
}
