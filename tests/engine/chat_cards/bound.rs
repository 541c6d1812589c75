//! The action of a button is bound to what the card shows: changed behind its back, nothing is done.

use factly_core::chat::CardStatus;
use factly_core::discovery::EntityKind;
use serde_json::json;

use super::card_chat::{CardChat, Propose, as_addition, as_deletion, as_edit, label, labels, talk};
use super::library::Fixture;
use crate::chat::cards::CardView;
use crate::error::Code;
use crate::library::Library;

/// Confirming what was shown is refused, nothing is done, and the card as it is now can be confirmed.
fn refused(talk: &CardChat, card: &CardView, why: &str) -> CardView {
    let before = talk.columns();
    let error = talk.confirm(card).unwrap_err();
    assert_eq!(error.code, Code::CardChanged, "{why}");
    assert_eq!(talk.columns(), before, "{why}: nothing was done");
    let now = talk.look(card.id);
    assert_eq!(now.status, CardStatus::Pending, "{why}: the card waits as before");
    assert_ne!(now.fingerprint, card.fingerprint, "{why}: and is shown anew");
    now
}

const UNLOCK: &str = "DROP TRIGGER chat_card_is_immutable;";

#[test]
fn arguments_that_were_changed_after_display_are_refused() {
    let addition = json!({"entity_type": "insight", "text": "Sell the town.", "related_ids": ["F-1"]});
    let other_links = json!({"entity_type": "insight", "text": "The town can pay.", "related_ids": ["F-2"]});
    let deletion = json!({"entity_type": "fact", "item_ids": ["F-1", "F-2"]});
    let edit = json!({"entity_type": "fact", "item_id": "F-1", "new_text": "The wall is 9 m high."});
    let unseen = json!({"entity_type": "fact", "item_id": "F-2", "new_text": "The wall is 9 m high.", "more": 1});
    let rows: [(Propose, String, &str); 6] = [
        (CardChat::proposed_addition, format!("params = '{addition}'"), "another text"),
        (CardChat::proposed_addition, format!("params = '{other_links}'"), "other links"),
        (CardChat::proposed_deletion, format!("params = '{deletion}'"), "one more to delete"),
        (CardChat::proposed_deletion, format!("tool = 'edit_item', params = '{edit}'"), "another tool"),
        (CardChat::proposed_edit, format!("params = '{edit}'"), "another entity"),
        (CardChat::proposed_edit, format!("params = '{unseen}'"), "a field that no card shows"),
    ];
    for (propose, change, why) in rows {
        let talk = talk();
        let card = propose(&talk);
        talk.tamper(&format!("{UNLOCK} UPDATE chat_card SET {change};"));
        refused(&talk, &card, why);
    }
}

#[test]
fn arguments_that_cannot_be_read_any_more_do_nothing() {
    let talk = talk();
    let card = talk.proposed_deletion();
    let before = talk.columns();
    talk.tamper(&format!("{UNLOCK} UPDATE chat_card SET params = '{{\"item_id\": \"*\"}}';"));
    assert_eq!(talk.confirm(&card).unwrap_err().code, Code::LibraryDamaged);
    assert_eq!(talk.columns(), before);
}

#[test]
fn the_database_itself_keeps_what_was_proposed() {
    let talk = talk();
    talk.proposed_deletion();
    let tool = rusqlite::Connection::open(talk.at.library.path()).unwrap();
    for column in ["params", "shown", "tool", "message", "place"] {
        let sql = format!("UPDATE chat_card SET {column} = {column}");
        assert!(tool.execute(&sql, []).is_err(), "{column} is not rewritten");
    }
    assert!(tool.execute("DELETE FROM chat_card", []).is_err());
}

#[test]
fn a_card_whose_entity_changed_says_so_and_shows_the_new_diff() {
    let talk = talk();
    let card = talk.proposed_edit();
    talk.at.library.pipeline().edit_entity(talk.discovery, label("F-2"), "The wall is 7 m high.", None).unwrap();
    let now = refused(&talk, &card, "another text to change");
    assert_eq!(
        now.stale.as_ref().map(ToString::to_string).as_deref(),
        Some("F-2 was changed since: this would change version 2.")
    );
    assert_eq!((as_edit(&now).before.as_str(), as_edit(&now).version), ("The wall is 7 m high.", 2));
    let confirmed = talk.confirm(&now).unwrap();
    assert_eq!(as_edit(&confirmed.card).before, "The wall is 7 m high.", "what was shown is what was done");
    assert_eq!(confirmed.card.stale, None, "decided, nothing is stale");
    talk.undo();
    assert_eq!(talk.look(card.id).stale, now.stale, "undone, it is stale as it was");
}

#[test]
fn a_deletion_is_bound_to_everything_that_it_would_mark() {
    let talk = talk();
    let card = talk.proposed_deletion();
    talk.add(EntityKind::Insight, "The town is rich.", &["F-1"]);
    let now = refused(&talk, &card, "one more rests on it");
    assert_eq!(now.stale.as_ref().map(ToString::to_string).as_deref(), Some("5 entities rest on it now, not 4."));
    assert_eq!(as_deletion(&now).downstream_total, 5);

    talk.at.library.pipeline().unlink_entities(talk.discovery, label("F-1"), label("N-1")).unwrap();
    let last = refused(&talk, &now, "others rest on it");
    assert_eq!(last.stale.as_ref().map(ToString::to_string).as_deref(), Some("1 entity rests on it now, not 4."));
    talk.at.library.pipeline().edit_entity(talk.discovery, label("F-1"), "Revenue fell.", None).unwrap();
    let edited = refused(&talk, &last, "another text to delete");
    assert_eq!(as_deletion(&edited).entities[0].text, "Revenue fell.");
    talk.confirm(&edited).unwrap();
}

#[test]
fn an_addition_is_bound_to_the_texts_that_it_would_rest_on() {
    let talk = talk();
    let card = talk.proposed_addition();
    talk.at.library.pipeline().edit_entity(talk.discovery, label("F-1"), "Revenue fell by 15 % in Q3.", None).unwrap();
    let now = refused(&talk, &card, "what it rests on says something else");
    assert_eq!(now.stale.as_ref().map(ToString::to_string).as_deref(), Some("F-1 was changed since."));
    talk.at.library.pipeline().delete_entities(talk.discovery, &labels(&["F-1"])).unwrap();
    let alone = refused(&talk, &now, "what it rests on is gone");
    assert_eq!(alone.stale.as_ref().map(ToString::to_string).as_deref(), Some("F-1 is not there any more."));
    assert!(as_addition(&alone).links.is_empty());
    talk.confirm(&alone).unwrap();
    assert_eq!(talk.entity("N-2").unwrap().up, [], "it rests on nothing then, as the card showed");
}

#[test]
fn a_card_waits_over_the_end_of_the_application() {
    let talk = talk();
    let card = talk.proposed_edit();
    let CardChat { at, discovery } = talk;
    let Fixture { library, folder } = at;
    drop(library);
    let library =
        Library::open(&folder.path().join("library.factly"), super::world::at(super::world::NEW_YEAR + 1_000));
    let talk = CardChat { at: Fixture { library: library.unwrap(), folder }, discovery };
    assert_eq!(talk.look(card.id), card, "it is what it was");
    talk.tamper("UPDATE fact SET deleted = 1 WHERE label_no = 2;");
    assert!(talk.look(card.id).stale.is_some(), "unless what it names was changed meanwhile");
}

#[test]
fn what_is_gone_cannot_be_edited_or_deleted() {
    let rows: [(Propose, &str); 2] = [(CardChat::proposed_edit, "F-2"), (CardChat::proposed_deletion, "F-1")];
    for (propose, of) in rows {
        let talk = talk();
        let card = propose(&talk);
        talk.at.library.pipeline().delete_entities(talk.discovery, &labels(&[of])).unwrap();
        let now = refused(&talk, &card, "it is gone");
        assert!(
            now.stale
                .as_ref()
                .map(ToString::to_string)
                .as_deref()
                .unwrap()
                .starts_with(&format!("{of} is not there any more.")),
            "{now:?}"
        );
        let error = talk.confirm(&now).unwrap_err();
        assert_eq!(error.code, Code::Refused, "there is nothing left to do");
        talk.undo();
        assert_eq!(talk.look(card.id), card, "brought back, the card is what it was");
        talk.confirm(&card).unwrap();
    }
}

#[test]
fn what_is_gone_of_several_is_left_out() {
    let talk = talk();
    let card = talk.card("delete_item", json!({"entity_type": "recommendation", "item_ids": ["R-1", "R-2"]}));
    talk.at.library.pipeline().delete_entities(talk.discovery, &labels(&["R-2"])).unwrap();
    let now = refused(&talk, &card, "one is gone");
    talk.confirm(&now).unwrap();
    assert_eq!(talk.statuses(&["R-1", "R-2"]), ["gone", "gone"]);
}

#[test]
fn an_edit_that_was_made_by_hand_meanwhile_changes_nothing() {
    let talk = talk();
    let card = talk.proposed_edit();
    talk.at.library.pipeline().edit_entity(talk.discovery, label("F-2"), "The wall is 9 m high.", None).unwrap();
    let now = refused(&talk, &card, "it says that already");
    assert_eq!(now.stale.as_ref().map(ToString::to_string).as_deref(), Some("F-2 says exactly that already."));
    talk.confirm(&now).unwrap();
    assert_eq!(talk.entity("F-2").unwrap().version, 2, "no version is made of the same words");
}

#[test]
fn a_card_of_an_answer_that_was_taken_back_is_not_there() {
    let talk = talk();
    let card = talk.proposed_edit();
    talk.tamper("UPDATE chat_message SET deleted = 1;");
    assert_eq!(talk.confirm(&card).unwrap_err().code, Code::NotFound);
}
