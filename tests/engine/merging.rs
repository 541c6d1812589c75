//! Statements that are the same and those that only read the same, and the fate of the words that prove a fact.

use crate::answers;
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_engine::discovery::{KeptFact, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::{Fact, FactEdit};
use factly_engine::task::NoProgress;
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

impl BundleFixture {
    /// Another Input of the discovery, with what a model made of it.
    fn add_input(&self, text: &str, ops: Value) {
        let bundle = bundle_of(&self.at, self.discovery, text);
        self.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    }

    fn fact(&self, name: &str) -> Fact {
        let entity = self.at.library.pipeline().entity(self.discovery, label(name)).unwrap();
        self.at.library.facts().fact(entity.id).unwrap()
    }

    /// The words that say a fact again.
    fn repeated_quotes(&self, name: &str) -> Vec<String> {
        let detail = self.at.library.facts().fact_detail(self.fact(name).id).unwrap();
        detail.again.into_iter().map(|again| again.evidence.quote).collect()
    }

    fn up(&self, name: &str) -> Vec<String> {
        let entity = self.at.library.pipeline().entity(self.discovery, label(name)).unwrap();
        entity.up.iter().map(ToString::to_string).collect()
    }

    fn insight_from(&self, text: &str, from: &str) {
        let entity = NewEntity { from: vec![label(from)], ..NewEntity::by_hand(EntityKind::Insight, text) };
        self.at.library.pipeline().add_entity(self.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    }

    fn status(&self, name: &str) -> &'static str {
        self.at.library.pipeline().entity(self.discovery, label(name)).unwrap().status.as_str()
    }

    fn exported(&self) -> String {
        let mut out = Vec::new();
        self.at.library.transfer().export(&[self.discovery], &mut out, &NoProgress).unwrap();
        let mut file: Value = serde_json::from_slice(&out).unwrap();
        take_times(&mut file);
        file.to_string()
    }

    fn edit_fact(&self, name: &str, edit: FactEdit) {
        self.at.library.facts().edit_fact(self.fact(name).id, &edit).unwrap();
    }

    fn step_back(&self) {
        self.at.library.undo().undo(Some(self.discovery)).unwrap();
    }

    fn is_sound(&self) {
        assert_eq!(self.at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
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
    let fixture = about("The backdrop is 6 m wide. The floor is 6 m wide.");
    let library = &fixture.at.library;
    for name in ["Backdrop", "Floor"] {
        library.items().item_add(fixture.discovery, name, &[]).unwrap();
    }
    fixture
        .submit(json!([of_item("The backdrop is 6 m wide", "i1", 0.95), of_item("The floor is 6 m wide", "i2", 0.4)]));
    let (one, other) = (fixture.fact("F-1"), fixture.fact("F-2"));
    assert_eq!(
        (one.text.as_str(), one.status, other.status),
        (other.text.as_str(), Status::Accepted, Status::Proposed)
    );
    assert_eq!(library.duplicates().duplicate_groups(fixture.discovery, EntityKind::Fact).unwrap(), []);
    let refused = library.pipeline().merge_entities(fixture.discovery, label("F-1"), label("F-2")).unwrap_err();
    assert_eq!(refused.code, Code::Refused, "the quote of one is no evidence of the other");
    let report = library.facts().accept_checked(&[other.id], DuplicatePolicy::Hold).unwrap();
    assert_eq!((report.held_back, report.accepted), (Vec::new(), vec![label("F-2")]));
    assert_eq!((fixture.fact("F-1").status, fixture.fact("F-2").status), (Status::Accepted, Status::Accepted));
}

#[test]
fn a_fact_that_another_input_proves_outlives_its_own() {
    let sentence = "The wall is 6 m high.";
    let fixture = about(&format!("{sentence} Nobody came."));
    fixture.submit(json!([op("note", sentence, sentence, 0.9), op("note", "Nobody came.", "Nobody came.", 0.9)]));
    fixture.add_input(&format!("We looked again. {sentence}"), json!([op("note", sentence, sentence, 0.9)]));
    fixture.add_input(&format!("And a third time: {sentence}"), json!([op("note", sentence, sentence, 0.9)]));
    fixture.insight_from("6 m are enough.", "F-1");
    fixture.insight_from("Nobody is interested.", "F-2");
    assert_eq!((fixture.up("F-1").join(" "), fixture.repeated_quotes("F-1").len()), ("I-1 I-2 I-3".to_owned(), 2));
    let (before, was) = (fixture.exported(), fixture.fact("F-1"));
    let library = &fixture.at.library;

    let marked = library.pipeline().delete_entities(fixture.discovery, &[label("I-1")]).unwrap();
    assert_eq!(marked, [label("N-2")], "nothing changed for what rests on F-1");
    let now = fixture.fact("F-1");
    assert_eq!((now.status, now.text.as_str(), now.version), (was.status, sentence, was.version + 1));
    let evidence = now.evidence.unwrap();
    assert_eq!((evidence.input.unwrap().label.as_str(), evidence.quote.as_str()), ("I-2", sentence));
    assert_eq!((fixture.up("F-1").join(" "), fixture.repeated_quotes("F-1").len()), ("I-2 I-3".to_owned(), 1));
    assert_eq!((fixture.status("F-1"), fixture.status("N-1")), ("validated", "draft"));
    assert!(library.pipeline().entity(fixture.discovery, label("F-2")).is_err(), "no other Input says it");
    fixture.is_sound();
    fixture.step_back();
    assert_eq!(fixture.exported(), before);
    library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!((fixture.up("F-1").join(" "), fixture.repeated_quotes("F-1").len()), ("I-2 I-3".to_owned(), 1));

    // The last of them takes it along.
    library.pipeline().delete_entities(fixture.discovery, &[label("I-2")]).unwrap();
    assert_eq!(fixture.up("F-1"), ["I-3"]);
    library.pipeline().delete_entities(fixture.discovery, &[label("I-3")]).unwrap();
    assert!(library.pipeline().entity(fixture.discovery, label("F-1")).is_err());
    fixture.is_sound();
    for _ in 0..3 {
        fixture.step_back();
    }
    assert_eq!(fixture.exported(), before);
}

#[test]
fn a_value_that_another_input_proves_keeps_its_key_and_its_conflicts() {
    let visitors = "project.summary.expectedVisitors";
    let fixture = about("We expect 700 visitors.");
    fixture.submit(json!([op(visitors, "700 people", "We expect 700 visitors", 0.95)]));
    fixture.at.library.facts().accept(&[fixture.fact("F-1").id]).ok();
    fixture.add_input("We expect 800 visitors.", json!([op(visitors, "800 people", "We expect 800 visitors", 0.4)]));
    fixture.at.library.facts().accept(&[fixture.fact("F-2").id]).unwrap();
    fixture
        .add_input("They expect 800 visitors.", json!([op(visitors, "800 people", "They expect 800 visitors", 0.9)]));
    let before = (fixture.ledger(), fixture.exported());
    assert_eq!(fixture.up("F-2"), ["I-2", "I-3"]);
    fixture.at.library.pipeline().delete_entities(fixture.discovery, &[label("I-2")]).unwrap();
    let standing: Vec<String> = fixture.ledger().into_iter().filter(|line| line.contains(" accepted ")).collect();
    assert_eq!(standing, [format!("F-2 accepted {visitors}: 800 people")], "700 does not come back");
    fixture.is_sound();
    fixture.step_back();
    assert_eq!((fixture.ledger(), fixture.exported()), before);
}

#[test]
fn an_edit_keeps_the_further_evidence_that_still_says_it() {
    let fixture = about("The wall is 6 m high.");
    fixture.submit(json!([op("note", "The wall is 6 m high.", "The wall is 6 m high.", 0.9)]));
    let again = "The wall has a height of 6 m.";
    fixture.add_input(again, json!([op("note", again, again, 0.4)]));
    fixture.at.library.pipeline().merge_entities(fixture.discovery, label("F-1"), label("F-2")).unwrap();
    fixture.insight_from("6 m are enough.", "F-1");
    assert_eq!(
        (fixture.repeated_quotes("F-1").concat().as_str(), fixture.up("F-1").join(" ")),
        (again, "I-1 I-2".to_owned())
    );

    let words = |text: &str| FactEdit { text: Some(text.to_owned()), ..FactEdit::default() };
    let trace = || fixture.at.library.pipeline().trace_report(fixture.discovery, label("N-1")).unwrap().markdown;
    fixture.edit_fact("F-1", words("The wall is 6 m high!"));
    assert_eq!(
        (fixture.repeated_quotes("F-1").concat().as_str(), fixture.up("F-1").join(" ")),
        (again, "I-1 I-2".to_owned())
    );
    assert!(trace().contains(again), "{}", trace());

    fixture.edit_fact("F-1", words("The wall is 7 m high!"));
    assert_eq!(
        (fixture.repeated_quotes("F-1").len(), fixture.up("F-1").join(" ")),
        (0, "I-1".to_owned()),
        "I-2 does not say 7 m"
    );
    assert!(!trace().contains(again), "{}", trace());

    fixture.edit_fact("F-1", words("The wall is 6 m high."));
    assert_eq!(
        (fixture.repeated_quotes("F-1").concat().as_str(), fixture.up("F-1").join(" ")),
        (again, "I-1 I-2".to_owned())
    );
    fixture.step_back();
    assert_eq!((fixture.repeated_quotes("F-1").len(), fixture.up("F-1").join(" ")), (0, "I-1".to_owned()));
    fixture.is_sound();
}

#[test]
fn a_denial_put_beside_a_quote_marks_the_fact() {
    let fixture = about("We will approve the plan. The wall is 6 m high.");
    fixture.submit(json!([
        op("note", "approve the plan", "approve the plan", 0.9),
        op("note", "The wall is 6 m high.", "The wall is 6 m high.", 0.9)
    ]));
    let marked = |text: &str| {
        fixture.at.library.pipeline().edit_entity(fixture.discovery, label("I-1"), text, None).unwrap().marked
    };
    assert_eq!(marked("We will approve the plan. The wall is 6 m high. Yes."), [], "nothing beside it changed");
    // What was read of the sentence since has lost it.
    let denied = marked("We will not approve the plan. The wall is 6 m high. Yes.");
    assert!(denied.contains(&label("F-1")) && !denied.contains(&label("F-2")), "{denied:?}");
    assert_eq!((fixture.status("F-1"), fixture.status("F-2")), ("needs_review", "validated"));
}

#[test]
fn what_was_to_be_accepted_is_accepted_as_the_one_that_is_kept() {
    let (one, other) = ("Revenue grew by 15 % in Q3.", "In Q3 revenue rose by 15 percent.");
    let fixture = about(&format!("{one} {other}"));
    fixture.submit(json!([op("note", one, one, 0.4), op("note", other, other, 0.4)]));
    let library = &fixture.at.library;
    let dropped = fixture.fact("F-2");
    let merge = |retained: KeptFact| {
        library.pipeline().merge_keeping(fixture.discovery, label("F-1"), &[label("F-2")], retained).unwrap();
    };
    merge(KeptFact::AsDropped);
    assert_eq!(fixture.fact("F-1").status, Status::Proposed, "two that wait are one that waits");
    fixture.step_back();
    merge(KeptFact::Accepted);
    assert_eq!(fixture.fact("F-1").status, Status::Accepted);
    assert_eq!(library.facts().fact(dropped.id).unwrap().status, Status::Rejected);
    fixture.step_back();
    assert_eq!(
        (fixture.fact("F-1").status, fixture.fact("F-2").status),
        (Status::Proposed, Status::Proposed),
        "one step"
    );
}
