//! Statements that are the same and those that only read the same, and the fate of the words that prove a fact.

use crate::answers;
use answers::{Asked, about, bundle_of, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::ledger::Status;
use factly_engine::discovery::{KeptFact, NewEntity};
use factly_engine::duplicates::Anyway;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::ledger::{Fact, FactEdit};
use factly_engine::task::Unwatched;
use serde_json::{Value, json};

const WIDTH: &str = "item.dimensions.width";

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

fn of_item(quote: &str, item: &str, confidence: f64) -> Value {
    let mut op = op(WIDTH, "6 m", quote, confidence);
    op["scope"] = json!({"type": "item", "itemId": item});
    op
}

impl Asked {
    /// Another Input of the discovery, with what a model made of it.
    fn also(&self, text: &str, ops: Value) {
        let bundle = bundle_of(&self.at, self.discovery, text);
        self.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    }

    fn fact(&self, name: &str) -> Fact {
        let entity = self.at.library.pipeline().entity(self.discovery, label(name)).unwrap();
        self.at.library.ledger().fact(entity.id).unwrap()
    }

    /// The words that say a fact again.
    fn again(&self, name: &str) -> Vec<String> {
        let detail = self.at.library.ledger().fact_detail(self.fact(name).id).unwrap();
        detail.again.into_iter().map(|again| again.evidence.quote).collect()
    }

    fn up(&self, name: &str) -> Vec<String> {
        let entity = self.at.library.pipeline().entity(self.discovery, label(name)).unwrap();
        entity.up.iter().map(ToString::to_string).collect()
    }

    fn insight_from(&self, text: &str, from: &str) {
        let entity = NewEntity { from: vec![label(from)], ..NewEntity::by_hand(EntityKind::Insight, text) };
        self.at.library.pipeline().add_entity(self.discovery, &entity, Anyway::Yes).unwrap();
    }

    fn status(&self, name: &str) -> &'static str {
        self.at.library.pipeline().entity(self.discovery, label(name)).unwrap().status.as_str()
    }

    fn exported(&self) -> String {
        let mut out = Vec::new();
        self.at.library.transfer().export(&[self.discovery], &mut out, &Unwatched).unwrap();
        let mut file: Value = serde_json::from_slice(&out).unwrap();
        take_times(&mut file);
        file.to_string()
    }

    fn edit_fact(&self, name: &str, edit: FactEdit) {
        self.at.library.ledger().edit_fact(self.fact(name).id, &edit).unwrap();
    }

    fn step_back(&self) {
        self.at.library.undo().undo(Some(self.discovery)).unwrap();
    }

    fn is_sound(&self) {
        assert_eq!(self.at.library.sources().verify(None, &Unwatched).unwrap().problems, []);
    }
}

/// When a discovery was changed last says nothing of what stands in it.
fn take_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields
                .retain(|name, _| !matches!(name.as_str(), "updatedAt" | "updated_at" | "exportedAt" | "exported_at"));
            fields.values_mut().for_each(take_times);
        }
        Value::Array(values) => values.iter_mut().for_each(take_times),
        _ => {}
    }
}

#[test]
fn the_same_value_of_two_items_is_said_of_two_things() {
    let asked = about("The backdrop is 6 m wide. The floor is 6 m wide.");
    let library = &asked.at.library;
    for name in ["Backdrop", "Floor"] {
        library.items().item_add(asked.discovery, name, &[]).unwrap();
    }
    asked.submit(json!([of_item("The backdrop is 6 m wide", "i1", 0.95), of_item("The floor is 6 m wide", "i2", 0.4)]));
    let (one, other) = (asked.fact("F-1"), asked.fact("F-2"));
    assert_eq!(
        (one.text.as_str(), one.status, other.status),
        (other.text.as_str(), Status::Accepted, Status::Proposed)
    );
    assert_eq!(library.duplicates().duplicate_groups(asked.discovery, EntityKind::Fact).unwrap(), []);
    let refused = library.pipeline().merge_entities(asked.discovery, label("F-1"), label("F-2")).unwrap_err();
    assert_eq!(refused.code, Code::Refused, "the quote of one is no evidence of the other");
    let report = library.ledger().accept_checked(&[other.id], Anyway::No).unwrap();
    assert_eq!((report.held_back, report.accepted), (Vec::new(), vec![label("F-2")]));
    assert_eq!((asked.fact("F-1").status, asked.fact("F-2").status), (Status::Accepted, Status::Accepted));
}

#[test]
fn a_fact_that_another_input_proves_outlives_its_own() {
    let said = "The wall is 6 m high.";
    let asked = about(&format!("{said} Nobody came."));
    asked.submit(json!([op("note", said, said, 0.9), op("note", "Nobody came.", "Nobody came.", 0.9)]));
    asked.also(&format!("We looked again. {said}"), json!([op("note", said, said, 0.9)]));
    asked.also(&format!("And a third time: {said}"), json!([op("note", said, said, 0.9)]));
    asked.insight_from("6 m are enough.", "F-1");
    asked.insight_from("Nobody is interested.", "F-2");
    assert_eq!((asked.up("F-1").join(" "), asked.again("F-1").len()), ("I-1 I-2 I-3".to_owned(), 2));
    let (before, was) = (asked.exported(), asked.fact("F-1"));
    let library = &asked.at.library;

    let marked = library.pipeline().delete_entities(asked.discovery, &[label("I-1")]).unwrap();
    assert_eq!(marked, [label("N-2")], "nothing changed for what rests on F-1");
    let now = asked.fact("F-1");
    assert_eq!((now.status, now.text.as_str(), now.version), (was.status, said, was.version + 1));
    let evidence = now.evidence.unwrap();
    assert_eq!((evidence.input.unwrap().label.as_str(), evidence.quote.as_str()), ("I-2", said));
    assert_eq!((asked.up("F-1").join(" "), asked.again("F-1").len()), ("I-2 I-3".to_owned(), 1));
    assert_eq!((asked.status("F-1"), asked.status("N-1")), ("validated", "draft"));
    assert!(library.pipeline().entity(asked.discovery, label("F-2")).is_err(), "no other Input says it");
    asked.is_sound();
    asked.step_back();
    assert_eq!(asked.exported(), before);
    library.undo().redo(Some(asked.discovery)).unwrap();
    assert_eq!((asked.up("F-1").join(" "), asked.again("F-1").len()), ("I-2 I-3".to_owned(), 1));

    // The last of them takes it along.
    library.pipeline().delete_entities(asked.discovery, &[label("I-2")]).unwrap();
    assert_eq!(asked.up("F-1"), ["I-3"]);
    library.pipeline().delete_entities(asked.discovery, &[label("I-3")]).unwrap();
    assert!(library.pipeline().entity(asked.discovery, label("F-1")).is_err());
    asked.is_sound();
    for _ in 0..3 {
        asked.step_back();
    }
    assert_eq!(asked.exported(), before);
}

#[test]
fn a_value_that_another_input_proves_keeps_its_key_and_its_conflicts() {
    let visitors = "project.summary.expectedVisitors";
    let asked = about("We expect 700 visitors.");
    asked.submit(json!([op(visitors, "700 people", "We expect 700 visitors", 0.95)]));
    asked.at.library.ledger().accept(&[asked.fact("F-1").id]).ok();
    asked.also("We expect 800 visitors.", json!([op(visitors, "800 people", "We expect 800 visitors", 0.4)]));
    asked.at.library.ledger().accept(&[asked.fact("F-2").id]).unwrap();
    asked.also("They expect 800 visitors.", json!([op(visitors, "800 people", "They expect 800 visitors", 0.9)]));
    let before = (asked.ledger(), asked.exported());
    assert_eq!(asked.up("F-2"), ["I-2", "I-3"]);
    asked.at.library.pipeline().delete_entities(asked.discovery, &[label("I-2")]).unwrap();
    let standing: Vec<String> = asked.ledger().into_iter().filter(|line| line.contains(" accepted ")).collect();
    assert_eq!(standing, [format!("F-2 accepted {visitors}: 800 people")], "700 does not come back");
    asked.is_sound();
    asked.step_back();
    assert_eq!((asked.ledger(), asked.exported()), before);
}

#[test]
fn an_edit_keeps_the_further_evidence_that_still_says_it() {
    let asked = about("The wall is 6 m high.");
    asked.submit(json!([op("note", "The wall is 6 m high.", "The wall is 6 m high.", 0.9)]));
    let again = "The wall has a height of 6 m.";
    asked.also(again, json!([op("note", again, again, 0.4)]));
    asked.at.library.pipeline().merge_entities(asked.discovery, label("F-1"), label("F-2")).unwrap();
    asked.insight_from("6 m are enough.", "F-1");
    assert_eq!((asked.again("F-1").concat().as_str(), asked.up("F-1").join(" ")), (again, "I-1 I-2".to_owned()));

    let words = |text: &str| FactEdit { text: Some(text.to_owned()), ..FactEdit::default() };
    let trace = || asked.at.library.pipeline().trace_report(asked.discovery, label("N-1")).unwrap().markdown;
    asked.edit_fact("F-1", words("The wall is 6 m high!"));
    assert_eq!((asked.again("F-1").concat().as_str(), asked.up("F-1").join(" ")), (again, "I-1 I-2".to_owned()));
    assert!(trace().contains(again), "{}", trace());

    asked.edit_fact("F-1", words("The wall is 7 m high!"));
    assert_eq!((asked.again("F-1").len(), asked.up("F-1").join(" ")), (0, "I-1".to_owned()), "I-2 does not say 7 m");
    assert!(!trace().contains(again), "{}", trace());

    asked.edit_fact("F-1", words("The wall is 6 m high."));
    assert_eq!((asked.again("F-1").concat().as_str(), asked.up("F-1").join(" ")), (again, "I-1 I-2".to_owned()));
    asked.step_back();
    assert_eq!((asked.again("F-1").len(), asked.up("F-1").join(" ")), (0, "I-1".to_owned()));
    asked.is_sound();
}

#[test]
fn a_denial_put_beside_a_quote_marks_the_fact() {
    let asked = about("We will approve the plan. The wall is 6 m high.");
    asked.submit(json!([
        op("note", "approve the plan", "approve the plan", 0.9),
        op("note", "The wall is 6 m high.", "The wall is 6 m high.", 0.9)
    ]));
    let marked =
        |text: &str| asked.at.library.pipeline().edit_entity(asked.discovery, label("I-1"), text, None).unwrap().marked;
    assert_eq!(marked("We will approve the plan. The wall is 6 m high. Yes."), [], "nothing beside it changed");
    // What was read of the sentence since has lost it.
    let denied = marked("We will not approve the plan. The wall is 6 m high. Yes.");
    assert!(denied.contains(&label("F-1")) && !denied.contains(&label("F-2")), "{denied:?}");
    assert_eq!((asked.status("F-1"), asked.status("F-2")), ("needs_review", "validated"));
}

#[test]
fn what_was_to_be_accepted_is_accepted_as_the_one_that_is_kept() {
    let (one, other) = ("Revenue grew by 15 % in Q3.", "In Q3 revenue rose by 15 percent.");
    let asked = about(&format!("{one} {other}"));
    asked.submit(json!([op("note", one, one, 0.4), op("note", other, other, 0.4)]));
    let library = &asked.at.library;
    let dropped = asked.fact("F-2");
    let merge = |kept: KeptFact| {
        library.pipeline().merge_keeping(asked.discovery, label("F-1"), &[label("F-2")], kept).unwrap();
    };
    merge(KeptFact::AsDropped);
    assert_eq!(asked.fact("F-1").status, Status::Proposed, "two that wait are one that waits");
    asked.step_back();
    merge(KeptFact::Accepted);
    assert_eq!(asked.fact("F-1").status, Status::Accepted);
    assert_eq!(library.ledger().fact(dropped.id).unwrap().status, Status::Rejected);
    asked.step_back();
    assert_eq!((asked.fact("F-1").status, asked.fact("F-2").status), (Status::Proposed, Status::Proposed), "one step");
}
