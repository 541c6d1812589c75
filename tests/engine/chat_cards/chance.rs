//! Cards by chance: confirmed, cancelled, undone and redone in any order among changes by hand, a card is applied exactly
//! while what it did stands.

use std::collections::BTreeMap;

use factly_core::chat::CardStatus;
use factly_core::discovery::{EntityKind, EntityLabel};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::card_chat::{CardChat, talk};
use super::soak::sized;
use crate::chat::cards::CardView;
use crate::duplicates::DuplicatePolicy;
use crate::error::Code;
use crate::task::NoProgress;

/// An event. Numbers pick from what is there.
#[derive(Clone, Debug)]
enum Event {
    Propose {
        calls: Vec<Call>,
    },
    Confirm {
        at: usize,
    },
    ConfirmAll {
        at: usize,
    },
    /// With a fingerprint of another moment.
    ConfirmBlindly {
        at: usize,
    },
    Cancel {
        at: usize,
    },
    EditByHand {
        at: usize,
        words: usize,
    },
    DeleteByHand {
        at: usize,
    },
    Undo,
    Redo,
}

#[derive(Clone, Debug)]
enum Call {
    Add { kind: usize, words: usize, from: usize },
    Edit { at: usize, words: usize },
    Delete { at: usize, count: usize },
}

const WORDS: [&str; 6] = [
    "Visitors pay €12 each.",
    "The dam of 1954 leaks.",
    "Half of the council is for it.",
    "The river rose by 2 m in March.",
    "A pump costs 40,000 euros.",
    "Nobody insured the mill.",
];

fn any_call() -> impl Strategy<Value = Call> {
    let at = || 0..64_usize;
    prop_oneof![
        3 => (1..5_usize, 0..WORDS.len(), at()).prop_map(|(kind, words, from)| Call::Add { kind, words, from }),
        2 => (at(), 0..WORDS.len()).prop_map(|(at, words)| Call::Edit { at, words }),
        1 => (at(), 1..3_usize).prop_map(|(at, count)| Call::Delete { at, count }),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    let at = || 0..64_usize;
    prop_oneof![
        4 => prop::collection::vec(any_call(), 1..4).prop_map(|calls| Event::Propose { calls }),
        5 => at().prop_map(|at| Event::Confirm { at }),
        2 => at().prop_map(|at| Event::ConfirmAll { at }),
        1 => at().prop_map(|at| Event::ConfirmBlindly { at }),
        1 => at().prop_map(|at| Event::Cancel { at }),
        2 => (at(), 0..WORDS.len()).prop_map(|(at, words)| Event::EditByHand { at, words }),
        1 => at().prop_map(|at| Event::DeleteByHand { at }),
        4 => Just(Event::Undo),
        3 => Just(Event::Redo),
    ]
}

/// The columns, and what became of each card.
type CardState = (Vec<String>, BTreeMap<Uuid, (CardStatus, Option<EntityLabel>)>);

struct CardsFixture {
    talk: CardChat,
}

impl CardsFixture {
    fn pick(&self, kinds: &[EntityKind], at: usize) -> Option<EntityLabel> {
        let entities = self.talk.at.library.pipeline().entities(self.talk.discovery, None).unwrap();
        let all: Vec<_> =
            entities.iter().map(|entity| entity.label).filter(|label| kinds.contains(&label.kind)).collect();
        all.get(at % all.len().max(1)).copied()
    }

    fn cards(&self) -> Vec<CardView> {
        self.talk.at.library.chat().chat_cards(self.talk.discovery, None).unwrap()
    }

    fn card(&self, at: usize) -> Option<CardView> {
        let cards = self.cards();
        cards.get(at % cards.len().max(1)).cloned()
    }

    fn call(&self, call: &Call) -> Option<(&'static str, Value)> {
        match *call {
            Call::Add { kind, words, from } => {
                let kind = EntityKind::ALL[kind];
                let from = self.pick(&[kind.above()?], from);
                let output_type = (kind == EntityKind::Output).then_some("brief");
                let related: Vec<String> = from.iter().map(ToString::to_string).collect();
                let params = json!({
                    "entity_type": kind.as_str(), "text": WORDS[words], "related_ids": related,
                    "output_type": output_type,
                });
                Some(("add_item", params))
            }
            Call::Edit { at, words } => {
                let label = self.pick(&EntityKind::ALL[1..], at)?;
                let of = self.talk.entity(&label.to_string())?;
                let params = json!({
                    "entity_type": label.kind.as_str(), "item_id": label.to_string(), "new_text": WORDS[words],
                });
                (of.text != WORDS[words]).then_some(("edit_item", params))
            }
            Call::Delete { at, count } => {
                let first = self.pick(&EntityKind::ALL[1..], at)?;
                let several = (0..count).filter_map(|step| self.pick(&[first.kind], at + step));
                let labels: Vec<String> = several.map(|label| label.to_string()).collect();
                Some(("delete_item", json!({"entity_type": first.kind.as_str(), "item_ids": labels})))
            }
        }
    }

    /// Returns whether it was carried out; an event that makes no sense is refused, and that is no matter here.
    fn happens(&self, event: &Event) -> bool {
        let (library, discovery) = (&self.talk.at.library, self.talk.discovery);
        match event {
            Event::Propose { calls } => {
                let calls: Vec<_> = calls.iter().filter_map(|call| self.call(call)).collect();
                self.talk.turn(&calls);
                true
            }
            Event::Confirm { at } => self.card(*at).is_some_and(|card| {
                library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Allow).is_ok()
            }),
            Event::ConfirmAll { at } => self.card(*at).is_some_and(|card| {
                let of = library.chat().cards_of_message(card.message).unwrap();
                let of: Vec<_> = of.into_iter().map(|card| (card.id, card.fingerprint)).collect();
                library.chat().confirm_cards(card.message, &of).is_ok()
            }),
            Event::ConfirmBlindly { at } => self.card(*at).is_some_and(|card| {
                let done = library.chat().confirm_card(card.id, "another", None, DuplicatePolicy::Allow);
                assert!(done.is_err_and(|error| matches!(error.code, Code::CardChanged | Code::Refused)));
                false
            }),
            Event::Cancel { at } => self.card(*at).is_some_and(|card| library.chat().cancel_card(card.id).is_ok()),
            Event::EditByHand { at, words } => self
                .pick(&EntityKind::ALL[1..], *at)
                .is_some_and(|label| library.pipeline().edit_entity(discovery, label, WORDS[*words], None).is_ok()),
            Event::DeleteByHand { at } => self
                .pick(&EntityKind::ALL[1..], *at)
                .is_some_and(|label| library.pipeline().delete_entities(discovery, &[label]).is_ok()),
            Event::Undo => self.talk.undo().is_some(),
            Event::Redo => self.talk.redo().is_some(),
        }
    }

    fn newest_step(&self) -> Option<i64> {
        let steps = self.talk.at.library.undo().history(Some(self.talk.discovery), None, 1_000).unwrap().steps;
        steps.iter().find(|step| step.done).map(|step| step.seq)
    }

    fn seen(&self) -> CardState {
        // That a card failed once is no part of what a step did.
        let waits = |status| if status == CardStatus::Error { CardStatus::Pending } else { status };
        let cards = self.cards().into_iter().map(|card| (card.id, (waits(card.status), card.became)));
        (self.talk.columns(), cards.collect())
    }

    /// A card is decided exactly while its step is done, and what waits can be looked at.
    fn cards_are_as_their_steps(&self) -> Result<(), TestCaseError> {
        let library = &self.talk.at.library;
        let done: Vec<i64> = library
            .undo()
            .history(Some(self.talk.discovery), None, 1_000)
            .unwrap()
            .steps
            .into_iter()
            .filter(|step| step.done)
            .map(|step| step.seq)
            .collect();
        for card in self.cards() {
            let row = library.context().read(|r| Ok(r.chat_card(card.id)?.unwrap())).unwrap();
            let is_applied = row.operation.is_some_and(|operation| done.contains(&operation.0));
            let decided = matches!(card.status, CardStatus::Applied | CardStatus::Cancelled);
            prop_assert_eq!(decided, is_applied, "{:?}", card);
            prop_assert!(decided || card.became.is_none(), "what waits became nothing: {:?}", card);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: sized(4, 24), max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_card_is_applied_exactly_while_what_it_did_stands(events in prop::collection::vec(any_event(), 1..32)) {
        let bench = CardsFixture { talk: talk() };
        let mut at_step = BTreeMap::from([(bench.newest_step(), bench.seen().0)]);
        for event in &events {
            let before = bench.seen();
            let happened = bench.happens(event);
            let after = bench.seen();
            if !happened {
                prop_assert_eq!(&before, &after, "refused, and nothing changed: {:?}", event);
            }
            if matches!(event, Event::Propose { .. }) {
                prop_assert_eq!(&before.0, &after.0, "a proposal changes nothing");
            }
            bench.cards_are_as_their_steps()?;
            let known = at_step.entry(bench.newest_step()).or_insert_with(|| after.0.clone());
            prop_assert_eq!(&*known, &after.0, "the columns are what the newest step left: {:?} of {:?}", event, events);
        }
        while bench.happens(&Event::Undo) {
            bench.cards_are_as_their_steps()?;
        }
        prop_assert!(bench.cards().iter().all(|card| !matches!(card.status, CardStatus::Applied | CardStatus::Cancelled)));
        while bench.happens(&Event::Redo) {
            bench.cards_are_as_their_steps()?;
        }
        prop_assert_eq!(bench.talk.at.library.sources().verify(None, &NoProgress).unwrap().problems, vec![]);
    }
}
