//! A change that fails halfway: all of it is rolled back, the card says why, and it can be tried again.

use factly_core::chat::CardStatus;
use serde_json::json;

use super::card_chat::{CardChat, Propose, talk};
use crate::duplicates::DuplicatePolicy;
use crate::error::Code;
use crate::facts::NewStatement;

/// Each refuses a row that is written in the middle of the change.
const OBSTACLES: [(Propose, &str, &str); 4] = [
    (CardChat::proposed_addition, "INSERT ON link", "after the entity was added, before it is linked"),
    (CardChat::proposed_deletion, "UPDATE OF mark ON entity", "after the fact was hidden, while others are marked"),
    (CardChat::proposed_edit, "INSERT ON fact", "after the old version was superseded"),
    (CardChat::proposed_edit, "UPDATE OF status ON chat_card WHEN NEW.status = 'applied'", "at the very end"),
];

#[test]
fn fs_chat_action_error_rollback() {
    for (propose, refused, when) in OBSTACLES {
        let talk = talk();
        let card = propose(&talk);
        let before = talk.columns();
        talk.tamper(&format!(
            "CREATE TRIGGER obstacle BEFORE {refused} BEGIN SELECT RAISE(ABORT, 'the disk of the test is full'); END"
        ));
        let error = talk.confirm(&card).unwrap_err();
        assert_eq!(
            (error.code, error.message.to_string().as_str()),
            (Code::Refused, "The disk of the test is full."),
            "{when}"
        );
        assert_eq!(talk.columns(), before, "{when}: everything is as it was");
        let failed = talk.look(card.id);
        assert_eq!(
            (failed.status, failed.error.as_ref()),
            (CardStatus::Error, Some(&error)),
            "{when}: the card says why"
        );
        assert_eq!(failed.fingerprint, card.fingerprint, "{when}: its buttons are as they were");
        assert_eq!(talk.at.library.chat().chat_cards(talk.discovery, Some(CardStatus::Error)).unwrap(), [failed]);
        assert_ne!(talk.at.library.undo().undo_state(Some(talk.discovery)).unwrap().undo.unwrap(), "Chat", "{when}");

        talk.tamper("DROP TRIGGER obstacle");
        let again = talk.confirm(&card).unwrap();
        assert_eq!(
            (again.card.status, again.card.error),
            (CardStatus::Applied, None),
            "{when}: tried again, it is done"
        );
        talk.undo();
        assert_eq!((talk.columns(), talk.look(card.id)), (before, card), "{when}: undone, it waits and has not failed");
    }
}

#[test]
fn a_card_that_failed_can_be_cancelled() {
    let talk = talk();
    let card = talk.proposed_addition();
    talk.tamper("CREATE TRIGGER obstacle BEFORE INSERT ON link BEGIN SELECT RAISE(ABORT, 'no'); END");
    talk.confirm(&card).unwrap_err();
    let cancelled = talk.at.library.chat().cancel_card(card.id).unwrap();
    assert_eq!((cancelled.status, cancelled.error), (CardStatus::Cancelled, None));
}

#[test]
fn a_failure_between_undo_and_redo_leaves_the_card_its_step() {
    let talk = talk();
    let card = talk.proposed_addition();
    talk.confirm(&card).unwrap();
    let row = || talk.at.library.context().read(|r| Ok(r.chat_card(card.id)?.unwrap())).unwrap();
    let step = row().operation;
    talk.undo();
    talk.tamper("CREATE TRIGGER obstacle BEFORE INSERT ON link BEGIN SELECT RAISE(ABORT, 'no'); END");
    talk.confirm(&card).unwrap_err();
    talk.redo();
    assert_eq!(
        (row().status, row().operation),
        (CardStatus::Applied, step),
        "a turn is undone by the steps of its cards"
    );
    assert_eq!(talk.look(card.id).error, None, "what is applied has not failed");
}

#[test]
fn a_value_that_a_typed_fact_cannot_have_is_said_on_the_card() {
    let talk = talk();
    let visitors =
        NewStatement { text: None, key: Some("project.summary.expectedVisitors".into()), value: Some("800".into()) };
    talk.at.library.facts().add_fact_without_evidence(talk.discovery, &visitors, DuplicatePolicy::Allow).unwrap();
    let params = json!({"entity_type": "fact", "item_id": "F-3", "new_text": "Expected visitors: nobody at all"});
    let card = talk.card("edit_item", params);
    let error = talk.confirm(&card).unwrap_err();
    assert_eq!(error.code, Code::Refused, "{error}");
    let failed = talk.look(card.id);
    assert_eq!((failed.status, failed.error), (CardStatus::Error, Some(error)));
}
