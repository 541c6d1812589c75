//! The three kinds of card, and each button: what is shown, what is done, and that nothing is done before.

use factly_core::chat::CardStatus;
use factly_core::discovery::{EntityKind, EntityStatus, OutputType};
use factly_core::facts::Status;
use serde_json::json;

use super::answers::op;
use super::card_chat::{CardChat, as_addition, as_deletion, as_edit, label, labels, names, talk};
use crate::chat::cards::{CardEdit, OnDuplicate};
use crate::duplicates::DuplicatePolicy;
use crate::error::Code;
use crate::extraction::Force;
use crate::facts::NewStatement;
use crate::inputs::Parsing;
use crate::store::Op;
use crate::store::entities::EntityOrigin;
use crate::task::NoProgress;

fn edit(text: &str, related: &[&str]) -> CardEdit {
    CardEdit { text: text.into(), related_ids: labels(related), output_type: None }
}

/// Checks that the library is sound, to the last row.
fn assert_sound(talk: &CardChat) {
    assert_eq!(talk.at.library.sources().verify(None, &NoProgress).unwrap().problems, vec![]);
}

#[test]
fn fs_chat_add_item() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_addition();
    assert_eq!(card.status, CardStatus::Pending, "a card waits");
    assert_eq!(card.stale, None);
    let shown = as_addition(&card);
    assert_eq!((shown.kind, shown.text.as_str()), (EntityKind::Insight, "The town can pay."));
    let links: Vec<_> = shown.links.iter().map(|link| (link.label, link.text.as_str())).collect();
    assert_eq!(links, [(label("F-1"), "Revenue grew by 15 % in Q3.")], "with the text of what it will rest on");
    assert_eq!(talk.columns(), before, "and nothing is added before it is confirmed");
    assert_eq!(talk.undo().as_deref(), Some("Add O-1"), "a card that waits is no step");
}

#[test]
fn fs_chat_add_item_confirm() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_addition();
    let confirmed = talk.confirm(&card).unwrap();
    assert_eq!((confirmed.card.status, confirmed.card.became), (CardStatus::Applied, Some(label("N-2"))));
    let added = talk.entity("N-2").unwrap();
    assert_eq!((added.text.as_str(), added.up.clone()), ("The town can pay.", labels(&["F-1"])));
    assert_eq!(added.origin, Some(EntityOrigin::Chat), "it is known where it came from");
    assert_eq!(added.state, EntityStatus::Draft, "what chat adds is a draft");
    let refused = talk.confirm(&confirmed.card).unwrap_err();
    assert_eq!(refused.message, "This card is applied already.", "a second press does nothing");

    assert_eq!(talk.undo().as_deref(), Some("Chat: add N-2"));
    assert_eq!((talk.columns(), talk.status(&card)), (before, CardStatus::Pending), "undone, the card waits again");
    assert_eq!(talk.look(card.id).became, None);
    assert_eq!(talk.redo().as_deref(), Some("Chat: add N-2"));
    assert_eq!((talk.status(&card), talk.look(card.id).became), (CardStatus::Applied, Some(label("N-2"))));
    talk.undo();
    let again = talk.confirm(&talk.look(card.id)).unwrap();
    assert_eq!(again.card.became, Some(label("N-3")), "confirmed again it is another one: no label is given twice");
    assert_sound(&talk);
}

#[test]
fn a_fact_of_the_chat_rests_on_inputs_by_hand_and_is_a_draft() {
    let talk = talk();
    let params = json!({"entity_type": "fact", "text": "The mayor wants a wall.", "related_ids": ["I-1"]});
    let card = talk.card("add_item", params);
    talk.confirm(&card).unwrap();
    let fact = talk.entity("F-3").unwrap();
    assert_eq!(fact.up, labels(&["I-1"]));
    assert_eq!((fact.status, fact.fact_status), (EntityStatus::Draft, Some(Status::Proposed)));
    assert!(!fact.has_evidence, "nobody said it in a text, and it says so");
    talk.at.library.facts().accept(&[fact.id]).unwrap();
    assert_eq!(talk.statuses(&["F-3"]), ["validated"], "the analyst can vouch for it");
    assert_sound(&talk);
}

#[test]
fn an_output_of_the_chat_is_what_it_was_said_to_be() {
    let talk = talk();
    let params = json!({
        "entity_type": "output", "text": "What to do now.", "output_type": "action_plan", "related_ids": ["R-2"],
    });
    let card = talk.card("add_item", params);
    assert_eq!(as_addition(&card).output_type, Some(OutputType::ActionPlan));
    talk.confirm(&card).unwrap();
    let output = talk.entity("O-2").unwrap();
    assert_eq!((output.output_type, output.up), (Some(OutputType::ActionPlan), labels(&["R-2"])));
}

#[test]
fn fs_chat_add_item_edit() {
    let talk = talk();
    let card = talk.proposed_addition();
    let confirmed = talk.confirm_as(&card, &edit("  The town can pay for it. ", &["F-1", "F-2"])).unwrap();
    let added = talk.entity("N-2").unwrap();
    assert_eq!((added.text.as_str(), added.up), ("The town can pay for it.", labels(&["F-1", "F-2"])));
    let shown = as_addition(&confirmed.card);
    assert_eq!(shown.text, "The town can pay for it.", "the card shows what was added, not what was proposed");
    assert_eq!(shown.links.len(), 2);
    talk.undo();
    assert_eq!(as_addition(&talk.look(card.id)).text, "The town can pay.", "undone, it is the proposal again");

    for (wrong, why) in [
        (edit(" ", &[]), "text is empty."),
        (edit("A.", &["N-1"]), "N-1 is an insight, but an insight rests on facts only: F-…."),
    ] {
        let refused = talk.confirm_as(&card, &wrong).unwrap_err();
        assert_eq!((refused.code, refused.message.to_string().as_str()), (Code::Invalid, why));
        assert_eq!(talk.status(&card), CardStatus::Pending, "what was typed wrong is no failure of the card");
    }
    let error = talk.confirm_as(&card, &edit("A.", &["F-9"])).unwrap_err();
    assert_eq!(error.message, "There is no F-9 in this discovery.");
    assert_eq!(talk.entity("N-3"), None, "nothing of it was added");
}

#[test]
fn fs_chat_add_item_cancel() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_addition();
    let cancelled = talk.at.library.chat().cancel_card(card.id).unwrap();
    assert_eq!((cancelled.status, talk.columns()), (CardStatus::Cancelled, before));
    assert_eq!(talk.confirm(&card).unwrap_err().message, "This card was cancelled.");
    assert!(talk.at.library.chat().cancel_card(card.id).is_err());
    assert_eq!(talk.undo().as_deref(), Some("Chat: cancel a proposal"));
    assert_eq!(talk.status(&card), CardStatus::Pending, "a slip can be taken back");
}

#[test]
fn what_the_column_says_already_is_not_added_without_a_word() {
    let talk = talk();
    let before = talk.columns();
    let params = json!({"entity_type": "fact", "text": "The wall is 600 cm high.", "related_ids": ["I-1"]});
    let card = talk.card("add_item", params);
    let outcome = talk.confirm(&card).unwrap();
    assert_eq!(names(&outcome.duplicates.iter().map(|found| found.label).collect::<Vec<_>>()), ["F-2"]);
    assert_eq!((outcome.card.status, talk.columns()), (CardStatus::Pending, before), "nothing was done");

    let library = &talk.at.library;
    let wrong =
        library.chat().confirm_card(card.id, &card.fingerprint, None, OnDuplicate::Same(label("N-1"))).unwrap_err();
    assert_eq!(wrong.message, "N-1 is no fact.");
    let same = library.chat().confirm_card(card.id, &card.fingerprint, None, OnDuplicate::Same(label("F-2"))).unwrap();
    assert_eq!((same.card.became, talk.entity("F-3")), (Some(label("F-2")), None), "the card became the one there is");
    assert_eq!(talk.entity("F-2").unwrap().up, labels(&["I-1"]), "and its links were added");
    assert_eq!(talk.undo().as_deref(), Some("Chat: take for F-2"));
    let added = library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Allow).unwrap();
    assert_eq!(added.card.became, Some(label("F-3")), "or it is added anyway");
    assert_sound(&talk);
}

#[test]
fn a_fact_that_the_same_turn_was_read_to_say_is_taken_with_its_quote() {
    let rows = [(0.5, Status::Proposed, "Chat: accept F-3"), (0.9, Status::Accepted, "Chat: take for F-3")];
    for (confidence, before, step) in rows {
        let talk = talk();
        let params = json!({"entity_type": "fact", "text": "The town has 800 houses.", "related_ids": ["I-1"]});
        let turn = talk.turn(&[("add_item", params)]);
        // What the analyst said, as the turn's bundle: here an Input's.
        let input = talk.at.add(talk.discovery, "The town has 800 houses.", Parsing::Later).added[0].id;
        let bundle = talk.at.library.inputs().bundles_of_input(input).unwrap()[0].id;
        let ops = json!({"ops": [op("note", "The town has 800 houses.", "The town has 800 houses", confidence)]});
        talk.at.library.runs().run_submit(bundle, &ops.to_string(), Force::No).unwrap();
        assert_eq!(talk.entity("F-3").unwrap().fact_status, Some(before));
        let outcome = talk.confirm(&talk.look(turn.cards[0])).unwrap();
        assert_eq!(outcome.duplicates.len(), 1, "of another text it would be a duplicate like any");

        let set = talk.at.library.context().write(Op::silent(), |w| {
            let bundle = w.bundle(bundle)?.unwrap().seq;
            Ok(w.set_message_bundle(turn.seq, bundle)?)
        });
        set.unwrap();
        let confirmed = talk.confirm(&talk.look(turn.cards[0])).unwrap();
        assert_eq!((confirmed.duplicates.len(), confirmed.card.became), (0, Some(label("F-3"))));
        let fact = talk.entity("F-3").unwrap();
        assert_eq!(
            (fact.fact_status, fact.has_evidence),
            (Some(Status::Accepted), true),
            "with the analyst's own words"
        );
        assert_eq!(fact.up, labels(&["I-1", "I-2"]), "and the links of the card");
        assert_eq!(talk.entity("F-4"), None, "no second fact says the same");
        assert_eq!(talk.undo().as_deref(), Some(step));
        assert_eq!(talk.entity("F-3").unwrap().fact_status, Some(before));
        assert_sound(&talk);
    }
}

#[test]
fn what_would_take_the_place_of_a_fact_is_not_accepted_unseen() {
    let talk = talk();
    let key = "project.summary.expectedVisitors";
    let params = json!({"entity_type": "fact", "text": "Expected visitors: 900 people"});
    let turn = talk.turn(&[("add_item", params)]);
    let input = talk.at.add(talk.discovery, "We expect 900 people.", Parsing::Later).added[0].id;
    let bundle = talk.at.library.inputs().bundles_of_input(input).unwrap()[0].id;
    let ops = json!({"ops": [op(key, "900 people", "900 people", 0.5)]});
    talk.at.library.runs().run_submit(bundle, &ops.to_string(), Force::No).unwrap();
    let set = talk.at.library.context().write(Op::silent(), |w| {
        let bundle = w.bundle(bundle)?.unwrap().seq;
        Ok(w.set_message_bundle(turn.seq, bundle)?)
    });
    set.unwrap();
    let visitors = NewStatement { text: None, key: Some(key.into()), value: Some("800".into()) };
    talk.at.library.facts().add_fact_without_evidence(talk.discovery, &visitors, DuplicatePolicy::Allow).unwrap();
    assert_eq!(talk.entity("F-3").unwrap().fact_status, Some(Status::Proposed));
    let outcome = talk.confirm(&talk.look(turn.cards[0])).unwrap();
    assert_eq!(outcome.duplicates.iter().map(|found| found.label).collect::<Vec<_>>(), labels(&["F-3"]));
    assert_eq!(talk.entity("F-4").unwrap().fact_status, Some(Status::Accepted), "no card showed that it would go");
}

#[test]
fn fs_chat_delete_item() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_deletion();
    let shown = as_deletion(&card);
    let doomed: Vec<_> = shown.entities.iter().map(|doomed| (doomed.label, doomed.text.as_str())).collect();
    assert_eq!(doomed, [(label("F-1"), "Revenue grew by 15 % in Q3.")]);
    let downstream: Vec<_> = shown.downstream.iter().map(|named| named.label).collect();
    assert_eq!(downstream, labels(&["N-1", "R-1", "R-2", "O-1"]), "everything that it would mark, nearest first");
    assert_eq!((shown.downstream_total, talk.columns()), (4, before));
    assert_eq!(shown.downstream[0].text, "Revenue growth of 15 % pays for a wall of 6 m.");
}

#[test]
fn fs_chat_delete_item_confirm() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_deletion();
    let confirmed = talk.confirm(&card).unwrap();
    assert_eq!(names(&confirmed.marked), ["N-1", "R-1", "R-2", "O-1"], "as a deletion by hand marks them");
    assert_eq!(talk.statuses(&["F-1", "N-1", "R-1", "O-1"]), ["gone", "weak", "risky", "needs_refresh"]);
    assert_eq!((confirmed.card.status, confirmed.card.became), (CardStatus::Applied, None));
    assert_eq!(as_deletion(&confirmed.card).downstream_total, 4, "it still shows what it did");
    assert_eq!(talk.undo().as_deref(), Some("Chat: delete F-1"));
    assert_eq!((talk.columns(), talk.status(&card)), (before, CardStatus::Pending));
    assert_sound(&talk);
}

#[test]
fn fs_chat_delete_item_cancel() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_deletion();
    talk.at.library.chat().cancel_card(card.id).unwrap();
    assert_eq!((talk.columns(), talk.status(&card)), (before, CardStatus::Cancelled));
    let edited = talk.confirm_as(&talk.proposed_deletion(), &edit("A.", &[])).unwrap_err();
    assert_eq!(edited.message, "A deletion is confirmed or cancelled as it is.");
}

#[test]
fn a_deletion_may_name_several_and_an_input() {
    let talk = talk();
    let card = talk.card("delete_item", json!({"entity_type": "recommendation", "item_id": "R-1, R-2"}));
    assert_eq!(as_deletion(&card).downstream_total, 1, "what rests on both is counted once");
    talk.confirm(&card).unwrap();
    assert_eq!(talk.statuses(&["R-1", "R-2", "O-1"]), ["gone", "gone", "needs_refresh"]);
    assert_eq!(talk.undo().as_deref(), Some("Chat: delete 2 entities"), "and it is one step");

    let input = talk.card("delete_item", json!({"entity_type": "input", "item_id": "I-1"}));
    talk.confirm(&input).unwrap();
    assert_eq!(talk.entity("I-1"), None);
    talk.undo();
    assert!(talk.entity("I-1").is_some());
    assert_sound(&talk);
}

#[test]
fn fs_chat_edit_item() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_edit();
    let shown = as_edit(&card);
    assert_eq!((shown.before.as_str(), shown.after.as_str()), ("The wall is 6 m high.", "The wall is 9 m high."));
    assert_eq!((shown.label, shown.version), (label("F-2"), 1));
    assert_eq!(talk.columns(), before, "nothing is changed before it is applied");
}

#[test]
fn fs_chat_edit_item_apply() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_edit();
    let confirmed = talk.confirm(&card).unwrap();
    assert_eq!(names(&confirmed.marked), ["N-1"], "what uses the changed words is to be looked at, as by hand");
    let fact = talk.entity("F-2").unwrap();
    assert_eq!((fact.text.as_str(), fact.version), ("The wall is 9 m high.", 2), "an edit is a new version");
    assert_eq!(confirmed.card.became, Some(label("F-2")));
    assert_eq!(talk.undo().as_deref(), Some("Chat: edit F-2"));
    assert_eq!((talk.columns(), talk.status(&card)), (before, CardStatus::Pending));
    assert_sound(&talk);
}

#[test]
fn fs_chat_edit_item_modify() {
    let talk = talk();
    let card = talk.proposed_edit();
    let confirmed = talk.confirm_as(&card, &edit("The wall is 8 m high.", &[])).unwrap();
    assert_eq!(talk.text("F-2"), "The wall is 8 m high.", "the analyst's words, not the model's");
    assert_eq!(as_edit(&confirmed.card).after, "The wall is 8 m high.");
    talk.undo();
    assert_eq!(as_edit(&talk.look(card.id)).after, "The wall is 9 m high.");
    let linked = talk.confirm_as(&card, &edit("A.", &["I-1"])).unwrap_err();
    assert_eq!(linked.message, "An edit changes the text only.");
}

#[test]
fn fs_chat_edit_item_cancel() {
    let talk = talk();
    let before = talk.columns();
    let card = talk.proposed_edit();
    talk.at.library.chat().cancel_card(card.id).unwrap();
    assert_eq!((talk.columns(), talk.status(&card)), (before, CardStatus::Cancelled));
}

#[test]
fn an_input_is_edited_as_by_hand_and_read_again_in_the_same_step() {
    let talk = talk();
    let params = json!({"entity_type": "input", "item_id": "I-1", "new_text": "The wall is 7 m high."});
    let card = talk.card("edit_item", params);
    assert_eq!(as_edit(&card).before, super::card_chat::INTERVIEW, "before is the whole text");
    talk.confirm(&card).unwrap();
    assert_eq!(talk.text("I-1"), "The wall is 7 m high.");
    assert_eq!(talk.entity("I-1").unwrap().version, 2);
    let bundles = talk.at.library.inputs().list(talk.discovery).unwrap();
    assert_eq!((bundles[0].bundles, bundles[0].parsed), (1, 1), "its new text was parsed");
    assert!(talk.entity("F-3").is_some_and(|fact| fact.has_evidence), "and a fact was found in it");
    assert_eq!(talk.undo().as_deref(), Some("Chat: edit I-1"));
    assert_eq!(
        (talk.text("I-1"), talk.entity("F-3")),
        (super::card_chat::INTERVIEW.to_owned(), None),
        "all of it is one step"
    );
    assert_eq!(talk.status(&card), CardStatus::Pending);
    assert_sound(&talk);
}

#[test]
fn cards_are_found_by_their_status() {
    let talk = talk();
    let (addition, deletion, _) = (talk.proposed_addition(), talk.proposed_deletion(), talk.proposed_edit());
    talk.confirm(&addition).unwrap();
    talk.at.library.chat().cancel_card(deletion.id).unwrap();
    let count = |status| talk.at.library.chat().chat_cards(talk.discovery, status).unwrap().len();
    assert_eq!(
        [None, Some(CardStatus::Pending), Some(CardStatus::Applied), Some(CardStatus::Error)].map(count),
        [3, 1, 1, 0]
    );
    assert_eq!(talk.at.library.chat().cards_of_message(addition.message).unwrap(), [talk.look(addition.id)]);
}
