//! Selection and order of questions, their names in a bundle, and the results of their answers.

use factly_core::extraction::offline::Parser;
use factly_core::inputs::{BundleAnswer, BundleQuestion, BundleTurn, ItemRef, Quick, Stage, build};
use factly_core::items::Items;
use factly_core::keys::{KeyDef, KeyPack, PACKS, Registry};
use factly_core::questions::{KeyState, MAX_PROPOSED, QuestionContext, QuestionName, RoundScope, choose, proposed};
use serde_json::{Value, json};

fn key(path: &str, more: &Value) -> KeyDef {
    let block = if path.starts_with("item.") { "item.summary" } else { "project.summary" };
    let mut definition = json!({"path": path, "label": path, "valueType": "string", "block": block, "question": "Q?"});
    definition.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(definition).expect("a key")
}

fn small() -> Registry {
    let keys = vec![
        key("a.first", &json!({})),
        key("a.basis", &json!({})),
        key("a.later", &json!({"requires": ["a.basis"], "stages": ["planning"]})),
        key("a.last", &json!({"requires": ["a.later"]})),
        key("a.risky", &json!({"highRisk": true})),
        key("item.colour", &json!({"requires": ["a.basis"]})),
        key("item.risky", &json!({"highRisk": true})),
    ];
    Registry::from_packs(&[], keys).expect("a registry")
}

/// A rule, the stage, what is known, and what is asked.
type Row<'a> = (&'a str, Stage, &'a [(&'a str, KeyState)], &'a [&'a str]);

fn chosen_names(stage: Stage, about: RoundScope<'_>, known: &[(&str, KeyState)]) -> Vec<String> {
    let standing = |path: &str, item: &str| {
        let name = QuestionName::for_key(path, item).to_string();
        known.iter().find(|(known, _)| *known == name).map_or(KeyState::Lacking, |(_, standing)| *standing)
    };
    let registry = small();
    choose(&registry, stage, about, standing)
        .iter()
        .map(|question| QuestionName::for_key(&question.key.path, &question.item).to_string())
        .collect()
}

#[test]
fn the_most_valuable_question_comes_first() {
    let project = |stage, known: &[(&str, KeyState)]| chosen_names(stage, RoundScope::Project, known);
    let rows: &[Row<'_>] = &[
        (
            "high risk, then what others wait for, then the registry's order",
            Stage::Planning,
            &[],
            &["a.risky", "a.basis", "a.later", "a.first", "a.last"],
        ),
        ("a key of another stage is not asked for", Stage::Ideation, &[], &["a.risky", "a.basis", "a.first", "a.last"]),
        (
            "what is filled is not asked for, and nothing waits behind it any more",
            Stage::Planning,
            &[("a.later", KeyState::Filled), ("item.colour", KeyState::Filled), ("a.risky", KeyState::Filled)],
            &["a.basis", "a.first", "a.last"],
        ),
        (
            "what waits for the analyst or was closed is not asked for",
            Stage::Planning,
            &[("a.risky", KeyState::Waiting), ("a.first", KeyState::Closed)],
            &["a.basis", "a.later", "a.last"],
        ),
        (
            "what the analyst asks again is asked before all others",
            Stage::Planning,
            &[("a.last", KeyState::AskedAgain), ("a.later", KeyState::AskedAgain)],
            &["a.later", "a.last", "a.risky", "a.basis", "a.first"],
        ),
        (
            "what was tried is asked after all others, high risk or not",
            Stage::Planning,
            &[("a.risky", KeyState::Tried), ("a.basis", KeyState::Tried)],
            &["a.later", "a.first", "a.last", "a.risky", "a.basis"],
        ),
    ];
    for (rule, stage, known, expected) in rows {
        assert_eq!(project(*stage, known), *expected, "{rule}");
    }
}

#[test]
fn an_items_keys_are_asked_for_each_item_chosen_and_for_no_other() {
    let items = ["i2".to_owned(), "i1".to_owned()];
    let expected = ["item.risky@i2", "item.risky@i1", "item.colour@i2"];
    let known = [("item.colour@i1", KeyState::Filled)];
    assert_eq!(
        chosen_names(Stage::Ideation, RoundScope::Items(&items), &known),
        expected,
        "in the analyst's order of items"
    );
    assert!(chosen_names(Stage::Ideation, RoundScope::Items(&[]), &[]).is_empty(), "no item, no question");
}

#[test]
fn keys_that_wait_for_each_other_end_nothing() {
    let keys = vec![key("a.one", &json!({"requires": ["a.two"]})), key("a.two", &json!({"requires": ["a.one"]}))];
    let registry = Registry::from_packs(&[], keys).expect("a registry");
    let chosen = choose(&registry, Stage::Ideation, RoundScope::Project, |_, _| KeyState::Lacking);
    let blocks: Vec<usize> = chosen.iter().map(|question| question.blocks).collect();
    assert_eq!(blocks, [1, 1], "each waits for the other, and neither for itself");
}

#[test]
fn what_a_shipped_key_requires_is_there() {
    let registry = Registry::from_packs(&["production", "research"], vec![]).expect("the packs");
    for (name, json) in PACKS {
        for key in KeyPack::parse(json).expect(name).keys {
            for required in &key.requires {
                assert!(registry.get(required).is_some(), "{} requires {required}, which is no key", key.path);
                assert_ne!(*required, key.path, "no key waits for itself");
            }
        }
    }
}

#[test]
fn a_name_is_read_as_it_was_written_and_nothing_else_is() {
    for name in [
        QuestionName::for_key("project.budget.total", ""),
        QuestionName::for_key("item.dimensions.width", "i12"),
        QuestionName::Own(7),
    ] {
        assert_eq!(QuestionName::parse(&name.to_string()), Some(name));
    }
    for stranger in ["", "q", "q-1", "width", "a.b@", "a.b@i1@i2", "a b.c", "a.b\n", "q99999999999999999999"] {
        let known = QuestionName::parse(stranger).filter(|name| name.to_string() != stranger);
        assert_eq!(known, None, "{stranger:?} names no question by another name");
    }
    assert_eq!(QuestionName::parse("a.b@"), None);
    assert_eq!(QuestionName::parse("width"), None);
}

/// Returns the parser's result for one answer, as `key@item=value`, with a "?" where a person is to look.
fn answer_readings(name: &str, quick: Option<Quick>, text: &str) -> Vec<String> {
    let turn = BundleTurn {
        bundle_id: "b1".into(),
        item_refs: vec![ItemRef { id: "i1".into(), name: "Backdrop".into() }],
        questions: vec![BundleQuestion { id: name.into(), text: "asked".into() }],
        answers: vec![BundleAnswer { question_id: name.into(), quick, text: text.into() }],
        ..BundleTurn::default()
    };
    let bundle = build(&turn);
    let registry = Registry::from_packs(&["production", "research"], vec![]).expect("the packs");
    let ops = Parser::new(&registry, Stage::Ideation).parse(&bundle.text, &bundle.sections, &Items::default());
    let reading = |op: &factly_core::extraction::op::FactOp| {
        let evidence = op.evidence.as_ref().expect("every op has its words");
        let start = usize::try_from(evidence.start_char.unwrap()).unwrap();
        let slice: String = bundle.text.chars().skip(start).take(evidence.quote.chars().count()).collect();
        assert_eq!(slice, evidence.quote, "an answer's words stand in its bundle");
        let name = QuestionName::for_key(&op.key, op.scope.item_id().unwrap_or_default());
        let value = match &op.value {
            Value::Object(fields) => fields.values().map(Value::to_string).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        };
        format!("{name}={value}{}", if op.needs_review { "?" } else { "" })
    };
    ops.iter().map(reading).collect()
}

#[test]
fn an_answer_is_read_for_the_key_that_was_asked_for() {
    let drilling = "project.constraints.drillingAllowed";
    let rows: &[(&str, Option<Quick>, &str, &[&str])] = &[
        ("item.dimensions.width@i1", None, "600 cm", &["item.dimensions.width@i1=600 \"cm\""]),
        ("item.dimensions.width@i1", None, "600", &["item.dimensions.width@i1=600 \"cm\""]),
        ("item.dimensions.width@i1", None, "It is 6 m wide.", &["item.dimensions.width@i1=6 \"m\""]),
        ("item.dimensions.width@i2", None, "6 m", &["item.dimensions.width@i2=6 \"m\""]),
        (
            "project.summary.expectedVisitors",
            None,
            "two hundred people",
            &["project.summary.expectedVisitors=200 \"people\""],
        ),
        ("project.budget.total", None, "€12,000", &["project.budget.total=1200000 \"EUR\""]),
        ("project.timeline.opening", None, "3 May 2027", &["project.timeline.opening=\"2027-05-03\""]),
        ("project.constraints.fireClass", None, "B1.", &["project.constraints.fireClass=\"B1\""]),
        (
            "project.summary.client",
            None,
            "Museum of \"Craft\"",
            &["project.summary.client=\"Museum of \\\"Craft\\\"\""],
        ),
        (drilling, Some(Quick::No), "", &["project.constraints.drillingAllowed=false"]),
        (drilling, Some(Quick::Yes), "", &["project.constraints.drillingAllowed=true"]),
        (drilling, None, "no", &["project.constraints.drillingAllowed=false"]),
        ("q7", Some(Quick::Yes), "", &["note=\"asked — yes\"?"]),
        ("q7", Some(Quick::No), "Not yet", &["note=\"asked — no\"?", "note=\"Not yet\"?"]),
        ("q7", Some(Quick::Idk), "", &[]),
        (drilling, Some(Quick::Idk), "", &[]),
        (drilling, Some(Quick::Irrelevant), "", &[]),
    ];
    for (name, quick, text, expected) in rows {
        assert_eq!(answer_readings(name, *quick, text), *expected, "{name}: {quick:?} {text:?}");
    }
}

#[test]
fn beside_i_do_not_know_and_irrelevant_no_words_are_a_value() {
    let rows = [
        ("project.summary.client", Quick::Irrelevant, "It is our own project"),
        ("project.summary.client", Quick::Idk, "Ask Maria on Monday"),
        ("project.summary.expectedVisitors", Quick::Idk, "200"),
        ("item.dimensions.width@i1", Quick::Idk, "600 cm"),
        ("item.dimensions.width@i1", Quick::Irrelevant, "It is 6 m wide whatever we do."),
        ("item.dimensions.width@i1", Quick::Idk, "The backdrop is 3 m high, but nobody measured how wide it is."),
        ("project.budget.total", Quick::Irrelevant, "The budget is €12,000 and the city pays it."),
        ("project.timeline.opening", Quick::Idk, "3 May 2027"),
        ("project.constraints.fireClass", Quick::Irrelevant, "B1"),
        ("project.constraints.drillingAllowed", Quick::Idk, "no"),
        ("q7", Quick::Irrelevant, "The museum was founded in 1912 and has 40 rooms."),
    ];
    for (name, quick, text) in rows {
        assert_eq!(answer_readings(name, Some(quick), text), [format!("note=\"{text}\"?")], "{name}: {quick:?}");
    }
    let escaped = answer_readings("project.summary.client", Some(Quick::Irrelevant), "\"Ours\"");
    assert_eq!(escaped, [""; 0], "what the bundle escapes stands nowhere to the letter; the question keeps the reason");
}

#[test]
fn what_cannot_be_typed_is_a_note_and_never_a_value() {
    let rows = [
        ("item.dimensions.width@i1", "maybe 6 m"),
        ("item.dimensions.width@i1", "6 m or 8 m"),
        ("item.dimensions.width@i1", "not 6 m"),
        ("item.dimensions.width@i1", "6 kg"),
        ("item.dimensions.width@i1", "about 6 m"),
        ("item.dimensions.width", "6 m"),
        ("project.budget.total@i1", "6 EUR"),
        ("project.summary.client", "I do not know the name"),
        ("project.summary.client", "perhaps the museum"),
        ("project.constraints.drillingAllowed", "no idea yet"),
        ("q7", "black vinyl"),
    ];
    for (name, text) in rows {
        let ops = answer_readings(name, None, text);
        assert!(ops.iter().all(|op| op.starts_with("note=")), "{name}: {text:?} gave {ops:?}");
    }
    let more = answer_readings("item.dimensions.width@i1", None, "600 cm with its frame");
    assert!(more.contains(&"item.dimensions.width@i1=600 \"cm\"?".to_owned()), "what says more is looked at: {more:?}");
    let denied = answer_readings("project.constraints.drillingAllowed", None, "No, the monument office forbids it.");
    assert!(denied.contains(&"project.constraints.drillingAllowed=false?".to_owned()), "{denied:?}");
}

#[test]
fn of_what_a_model_proposes_only_questions_are_taken() {
    let items = [ItemRef { id: "i1".into(), name: "Backdrop".into() }];
    let existing = ["How wide is it?".to_owned()];
    let known = QuestionContext {
        title: "T",
        goal: "G",
        stage: Stage::Ideation,
        items: &items,
        facts: &[],
        existing: &existing,
    };
    let question = |text: &str, item: Value| json!({"text": text, "itemId": item, "why": "it matters"});
    let rows = [
        (question("Who holds the keys?", Value::Null), Ok("")),
        (question("Who  paints\nit?", json!("i1")), Ok("i1")),
        (question("It is 6 m wide.", Value::Null), Err("it is no short question")),
        (question("HOW WIDE IS IT?", Value::Null), Err("it is asked already")),
        (question("Who hangs it?", json!("i9")), Err("there is no such item")),
        (question(&format!("{}?", "long ".repeat(60)), Value::Null), Err("it is no short question")),
        (json!("Who?"), Err("it is no question with a text")),
    ];
    for (row, expected) in rows {
        let (taken, refused) = proposed(&json!({"questions": [row.clone()]}), &known);
        match expected {
            Ok(item) => assert_eq!((taken.len(), taken[0].item.as_str()), (1, item), "{row}"),
            Err(why) => assert_eq!((taken.len(), refused[0].why), (0, why), "{row}"),
        }
    }
    let many: Vec<Value> = (0..20).map(|n| question(&format!("What is the {n}th?"), Value::Null)).collect();
    let (taken, refused) = proposed(&json!({ "questions": many }), &known);
    assert_eq!((taken.len(), refused.len()), (MAX_PROPOSED, 20 - MAX_PROPOSED), "a list that is too long is cut");
    assert_eq!(proposed(&json!({"answer": 6}), &known).1.len(), 1, "what is no list of questions is refused whole");
}
