//! A discovery with a chain of entities, and answers that propose changes to it.

use factly_core::chat::Mode;
use factly_core::chat::card::{AddShown, CardContent, DeleteShown, EditShown};
use factly_core::chat::proposal::read_call;
use factly_core::chat::{CardStatus, MessageState};
use factly_core::discovery::{EntityKind, EntityLabel};
use serde_json::{Value, json};
use uuid::Uuid;

use super::library::{Fixture, empty};
use crate::chat::cards::{CardEdit, CardView, Confirmed, insert_card};
use crate::discovery::{Entity, NewEntity};
use crate::duplicates::DuplicatePolicy;
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::store::chat_messages::{AnswerEnd, NewAnswer, NewQuestion};
use crate::store::{MessageSeq, Op};

/// F-1 and F-2 to N-1, N-1 to to O-1; and I-1, which nobody parsed.
pub(super) struct CardChat {
    pub(super) at: Fixture,
    pub(super) discovery: Uuid,
}

/// Makes a card of one kind.
pub(super) type Propose = fn(&CardChat) -> CardView;

/// An answer with cards.
pub(super) struct Turn {
    pub(super) message: Uuid,
    pub(super) seq: MessageSeq,
    pub(super) cards: Vec<Uuid>,
}

pub(super) fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

pub(super) fn labels(texts: &[&str]) -> Vec<EntityLabel> {
    texts.iter().map(|text| label(text)).collect()
}

pub(super) fn names(labels: &[EntityLabel]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}

pub(super) const INTERVIEW: &str = "The mayor said that the wall is too low. The town has 800 houses.";

pub(super) fn talk() -> CardChat {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    let talk = CardChat { at, discovery };
    talk.at.add(discovery, INTERVIEW, crate::inputs::Parsing::Later);
    talk.add(EntityKind::Fact, "Revenue grew by 15 % in Q3.", &[]);
    talk.add(EntityKind::Fact, "The wall is 6 m high.", &[]);
    talk.add(EntityKind::Insight, "Revenue growth of 15 % pays for a wall of 6 m.", &["F-1", "F-2"]);
    talk.add(EntityKind::Recommendation, "Build the wall of 6 m from revenue.", &["N-1"]);
    talk.add(EntityKind::Recommendation, "Raise the dividend with revenue growth of 15 %.", &["N-1"]);
    talk.add(EntityKind::Output, "A brief on the wall of 6 m.", &["R-1"]);
    talk
}

impl CardChat {
    pub(super) fn add(&self, kind: EntityKind, text: &str, from: &[&str]) -> EntityLabel {
        let entity = NewEntity { from: labels(from), ..NewEntity::by_hand(kind, text) };
        self.at
            .library
            .pipeline()
            .add_entity(self.discovery, &entity, DuplicatePolicy::Allow)
            .expect("added")
            .added
            .expect("added anyway")
    }

    /// A turn whose answer makes these calls, stored as a turn stores it.
    pub(super) fn turn(&self, calls: &[(&str, Value)]) -> Turn {
        let graph = self.at.library.chat().chat_graph(self.discovery, &[], 1_000).expect("a picture");
        let proposals: Vec<_> = calls
            .iter()
            .map(|(name, arguments)| read_call(name, &arguments.to_string(), &graph).expect("a valid call"))
            .collect();
        let id = self.at.library.context().world().ids.next();
        let stored = self.at.library.context().write(Op::silent(), |w| {
            let discovery = discovery_row(w, self.discovery)?.seq;
            let conversation = match w.default_conversation(discovery, Mode::Discovery)? {
                Some(found) => found.seq,
                None => w.insert_conversation(discovery, Mode::Discovery, "", true)?,
            };
            let answers = w.insert_question(&NewQuestion { discovery, conversation, text: "Do it.", labels: "[]" })?;
            let answer = NewAnswer { id, discovery, conversation, answers, provider: None, model: None };
            let seq = w.insert_answer(&answer)?;
            let cards =
                (0..).zip(&proposals).map(|(position, proposal)| insert_card(w, discovery, seq, position, proposal));
            let cards = cards.collect::<Result<Vec<_>>>()?;
            let end = AnswerEnd {
                state: MessageState::Done,
                text: "Done.",
                calls: "[]",
                error: None,
                sources: "[]",
                verification: None,
            };
            w.end_answer(seq, &end)?;
            Ok((seq, cards))
        });
        let (seq, cards) = stored.expect("a turn is stored").value;
        Turn { message: id, seq, cards }
    }

    /// The card of one call.
    pub(super) fn card(&self, name: &str, arguments: Value) -> CardView {
        let turn = self.turn(&[(name, arguments)]);
        self.look(turn.cards[0])
    }

    pub(super) fn proposed_addition(&self) -> CardView {
        self.card("add_item", json!({"entity_type": "insight", "text": "The town can pay.", "related_ids": ["F-1"]}))
    }

    pub(super) fn proposed_deletion(&self) -> CardView {
        self.card("delete_item", json!({"entity_type": "fact", "item_id": "F-1"}))
    }

    pub(super) fn proposed_edit(&self) -> CardView {
        self.card("edit_item", json!({"entity_type": "fact", "item_id": "F-2", "new_text": "The wall is 9 m high."}))
    }

    pub(super) fn look(&self, card: Uuid) -> CardView {
        self.at.library.chat().chat_card(card).expect("the card is there")
    }

    /// Presses the button of a card as it was shown.
    pub(super) fn confirm(&self, card: &CardView) -> Result<Confirmed> {
        self.at.library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Hold)
    }

    pub(super) fn confirm_as(&self, card: &CardView, edit: &CardEdit) -> Result<Confirmed> {
        self.at.library.chat().confirm_card(card.id, &card.fingerprint, Some(edit), DuplicatePolicy::Hold)
    }

    pub(super) fn entity(&self, of: &str) -> Option<Entity> {
        self.at.library.pipeline().entity(self.discovery, label(of)).ok()
    }

    pub(super) fn text(&self, of: &str) -> String {
        self.at.library.pipeline().entity_detail(self.discovery, label(of)).expect("it stands").text
    }

    pub(super) fn undo(&self) -> Option<String> {
        self.at.library.undo().undo(Some(self.discovery)).expect("undo").done.map(|name| name.to_string())
    }

    pub(super) fn redo(&self) -> Option<String> {
        self.at.library.undo().redo(Some(self.discovery)).expect("redo").done.map(|name| name.to_string())
    }

    /// Every entity as "N-1 v1 needs_review F-1,F-2: text".
    pub(super) fn columns(&self) -> Vec<String> {
        let entities = self.at.library.pipeline().entities(self.discovery, None).expect("they can be listed");
        let line = |entity: &Entity| {
            let up = names(&entity.up).join(",");
            format!("{} v{} {} {up}: {}", entity.label, entity.version, entity.status.as_str(), entity.text)
        };
        entities.iter().map(line).collect()
    }

    pub(super) fn statuses(&self, of: &[&str]) -> Vec<&'static str> {
        of.iter().map(|label| self.entity(label).map_or("gone", |entity| entity.status.as_str())).collect()
    }

    pub(super) fn status(&self, card: &CardView) -> CardStatus {
        self.look(card.id).status
    }

    /// As another program writes into the library's file, past all rules.
    pub(super) fn tamper(&self, sql: &str) {
        let tool = rusqlite::Connection::open(self.at.library.path()).expect("the file");
        let flags =
            rusqlite::functions::FunctionFlags::SQLITE_UTF8 | rusqlite::functions::FunctionFlags::SQLITE_DETERMINISTIC;
        tool.create_scalar_function("current_operation", 0, flags, |_| Ok(None::<i64>)).expect("a function");
        tool.execute_batch(sql).expect("it is written");
    }
}

pub(super) fn as_addition(card: &CardView) -> &AddShown {
    match &card.shown {
        CardContent::Add(shown) => shown,
        other => panic!("not an addition: {other:?}"),
    }
}

pub(super) fn as_deletion(card: &CardView) -> &DeleteShown {
    match &card.shown {
        CardContent::Delete(shown) => shown,
        other => panic!("not a deletion: {other:?}"),
    }
}

pub(super) fn as_edit(card: &CardView) -> &EditShown {
    match &card.shown {
        CardContent::Edit(shown) => shown,
        other => panic!("not an edit: {other:?}"),
    }
}
