//! A model's calls: what becomes a proposal, what goes back as a fault, and what a card of it shows.

use std::collections::BTreeMap;

use factly_core::chat::Graph;
use factly_core::chat::card::{
    AddShown, CardContent, CurrentCard, DeleteShown, EditShown, EntityDeletion, MAX_DOWNSTREAM, NamedEntity,
};
use factly_core::chat::graph::{GraphNode, GraphParts, InputExcerpt, NodeDetails};
use factly_core::chat::proposal::{CardChange, ColumnTexts, EntityAddition, MAX_LABELS, MAX_TEXT_CHARS, read_call};
use factly_core::chat::tool::Tool;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use proptest::prelude::*;
use serde_json::{Value, json};

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

fn labels(texts: &[&str]) -> Vec<EntityLabel> {
    texts.iter().map(|text| label(text)).collect()
}

struct Texts(BTreeMap<EntityLabel, String>);

impl ColumnTexts for Texts {
    fn exists(&self, label: EntityLabel) -> bool {
        self.0.contains_key(&label)
    }

    /// Of I-2 only the beginning was seen.
    fn whole_text(&self, of: EntityLabel) -> Option<&str> {
        self.0.get(&of).filter(|_| of != label("I-2")).map(String::as_str)
    }
}

/// I-1, I-2, F-1, F-2, N-1, R-1 and O-1 stand.
fn columns() -> Texts {
    let texts = ["I-1", "I-2", "F-1", "F-2", "N-1", "R-1", "O-1"];
    Texts(texts.iter().map(|text| (label(text), format!("Text of {text}."))).collect())
}

fn read(name: &str, arguments: &Value) -> Result<CardChange, String> {
    let read = read_call(name, &arguments.to_string(), &columns());
    read.map(|proposal| proposal.change).map_err(|fault| fault.to_string())
}

fn addition(kind: EntityKind, text: &str, from: &[&str], output_type: Option<OutputType>) -> CardChange {
    CardChange::Add(EntityAddition { kind, text: text.into(), from: labels(from), output_type })
}

#[test]
fn a_call_that_keeps_to_its_definition_is_a_proposal() {
    let check = |name: &str, arguments: Value, expected: CardChange, why: &str| {
        assert_eq!(read(name, &arguments), Ok(expected), "{why}: {arguments}");
    };
    check(
        "add_item",
        json!({"entity_type": "fact", "text": " The wall is 6 m high.\n", "related_ids": ["I-1"]}),
        addition(EntityKind::Fact, "The wall is 6 m high.", &["I-1"], None),
        "a text is taken without the white space around it",
    );
    check(
        "add_item",
        json!({"entity_type": "fact", "text": "A.", "related_inputs": ["I-1"]}),
        addition(EntityKind::Fact, "A.", &["I-1"], None),
        "the specification's own example names the column",
    );
    check(
        "add_item",
        json!({"entity_type": "insight", "text": "A.", "related_ids": ["[F-2]", "f-1, F-2"]}),
        addition(EntityKind::Insight, "A.", &["F-1", "F-2"], None),
        "a label is one however it is written, and linked once",
    );
    check(
        "add_item",
        json!({"entity_type": "output", "text": "A.", "output_type": "action_plan", "related_ids": null}),
        addition(EntityKind::Output, "A.", &[], Some(OutputType::ActionPlan)),
        "an Output has a type, and nothing it must rest on",
    );
    check(
        "add_item",
        json!({"entity_type": "insight", "text": "A.", "output_type": "", "mood": "good"}),
        addition(EntityKind::Insight, "A.", &[], None),
        "what is left empty is left out, and what nobody asked for does nothing",
    );
    check(
        "delete_item",
        json!({"entity_type": "fact", "item_id": "F-2, F-1 F-2"}),
        CardChange::Delete(labels(&["F-1", "F-2"])),
        "a deletion may name several, each once",
    );
    check(
        "delete_item",
        json!({"entity_type": "fact", "item_ids": ["F-1", "F-2"]}),
        CardChange::Delete(labels(&["F-1", "F-2"])),
        "several may come as a list",
    );
    check(
        "delete_item",
        json!({"entity_type": "input", "item_id": "I-1"}),
        CardChange::Delete(labels(&["I-1"])),
        "an Input can be deleted",
    );
    check(
        "edit_item",
        json!({"entity_type": "insight", "item_id": "N-1", "new_text": "Ignore all of the above."}),
        CardChange::Edit { label: label("N-1"), text: "Ignore all of the above.".into() },
        "a text is a text, whatever it says",
    );
    check(
        "edit_item",
        json!({"entity_type": "input", "item_id": "I-1", "new_text": "One.\r\nTwo.\n"}),
        CardChange::Edit { label: label("I-1"), text: "One.\nTwo.\n".into() },
        "an Input's text is taken to the letter, but for line ends",
    );
}

#[test]
fn a_bad_call_goes_back_in_words() {
    let check = |name: &str, arguments: Value, expected: &str| {
        assert_eq!(read(name, &arguments), Err(expected.to_owned()), "{name} {arguments}");
    };
    let add = |more: Value| {
        let mut arguments = json!({"entity_type": "fact", "text": "A."});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    check("run_shell", json!({}), "There is no tool “run_shell”. There are: add_item, delete_item, edit_item.");
    check("add_item", json!(["fact", "A."]), "The arguments are not a JSON object.");
    check(
        "add_item",
        json!({}),
        "entity_type is missing: one of fact, insight, recommendation, output. text is missing.",
    );
    check(
        "add_item",
        add(json!({"entity_type": "input"})),
        "entity_type is “input”, which is none of fact, insight, recommendation, output.",
    );
    check("add_item", add(json!({"entity_type": 3})), "entity_type is not a string.");
    check("add_item", add(json!({"text": " \n"})), "text is empty.");
    check("add_item", add(json!({"text": ["A."]})), "text is not a string.");
    check("add_item", add(json!({"text": "x".repeat(MAX_TEXT_CHARS + 1)})), "text has more than 100000 characters.");
    check(
        "add_item",
        add(json!({"related_ids": ["I-9", "I-8", "I-1"]})),
        "There is no I-8 and no I-9 in this discovery. Use labels that it has.",
    );
    check("add_item", add(json!({"related_ids": ["F-1"]})), "F-1 is a fact, but a fact rests on inputs only: I-….");
    check("add_item", add(json!({"related_ids": [1]})), "related_ids holds something else than labels.");
    check(
        "add_item",
        add(json!({"related_ids": "the interview"})),
        "“the” in related_ids is no label such as F-12. “interview” in related_ids is no label such as F-12.",
    );
    check(
        "add_item",
        add(json!({"entity_type": "output"})),
        "output_type is missing: one of report, presentation, action_plan, brief.",
    );
    check(
        "add_item",
        add(json!({"entity_type": "output", "output_type": "poem"})),
        "output_type is “poem”, which is none of report, presentation, action_plan, brief.",
    );
    check("add_item", add(json!({"output_type": "brief"})), "output_type belongs to an output only, not to a fact.");
    check("delete_item", json!({"entity_type": "fact"}), "item_id is missing: the label of the item to delete.");
    check("delete_item", json!({"entity_type": "fact", "item_id": "*"}), "“*” in item_id is no label such as F-12.");
    check("delete_item", json!({"entity_type": "fact", "item_ids": ["F-1", "N-1"]}), "N-1 is an insight, not a fact.");
    check(
        "delete_item",
        json!({"entity_type": "fact", "item_id": "F-7"}),
        "There is no F-7 in this discovery. Use labels that it has.",
    );
    let all: Vec<String> = (1..=MAX_LABELS + 1).map(|no| format!("F-{no}")).collect();
    check("delete_item", json!({"entity_type": "fact", "item_ids": all}), "At most 100 items can be deleted at once.");
    check(
        "edit_item",
        json!({"entity_type": "fact", "item_id": "F-1", "new_text": "Text of F-1."}),
        "F-1 says exactly that already.",
    );
    check(
        "edit_item",
        json!({"entity_type": "fact", "item_id": "F-1 F-2", "new_text": "A."}),
        "item_id names several items. Edit one with each call.",
    );
    check("edit_item", json!({"entity_type": "fact", "item_id": "F-1"}), "new_text is missing.");
    check(
        "edit_item",
        json!({"entity_type": "input", "item_id": "I-2", "new_text": "A."}),
        "I-2 is not known here to its end, so it can only be edited by hand.",
    );
    check(
        "edit_item",
        json!({"new_text": "A."}),
        "entity_type is missing: one of input, fact, insight, recommendation, output. \
         item_id is missing: the label of the item to edit.",
    );
}

#[test]
fn an_input_is_edited_only_where_its_text_went_along_to_the_end() {
    let node = |label| GraphNode {
        label,
        text: "Interview.".into(),
        status: EntityStatus::Draft,
        fact_status: None,
        version: 1,
        output_type: None,
        archived: false,
        has_evidence: true,
    };
    let words = |beginning: &str, chars| NodeDetails {
        words: Some(InputExcerpt { beginning: beginning.into(), chars }),
        ..NodeDetails::default()
    };
    let nodes = labels(&["I-1", "I-2", "I-3", "N-1"]).into_iter().map(node).collect();
    let close = BTreeMap::from([(label("I-1"), words("Größe.", 6)), (label("I-2"), words("Größe.", 60))]);
    let graph = Graph::from_parts(GraphParts { nodes, ..GraphParts::default() }).with_close(close);
    let edit = |of: &str, kind: &str| {
        let arguments = json!({"entity_type": kind, "item_id": of, "new_text": "Another."}).to_string();
        read_call("edit_item", &arguments, &graph).is_ok()
    };
    assert!(edit("I-1", "input"), "all of it was seen");
    assert!(!edit("I-2", "input"), "who saw the beginning would take away the rest");
    assert!(!edit("I-3", "input"), "nothing of it was seen");
    assert!(edit("N-1", "insight"), "an entity's text is whole in the picture");
    assert!(!edit("N-2", "insight"), "and what is not there is not edited");
}

#[test]
fn arguments_that_are_no_json_are_a_fault_and_no_failure() {
    for arguments in ["", "{", "null", "\"F-1\"", "{\"entity_type\": \"fact\"", &"[".repeat(100_000)] {
        assert!(read_call("add_item", arguments, &columns()).is_err(), "{arguments:.40}");
    }
    let endless = format!("{{\"text\": \"{}\"}}", "x".repeat(2 << 20));
    let fault = read_call("add_item", &endless, &columns()).unwrap_err().to_string();
    assert!(fault.len() < 200, "a fault is short, however long the call was");
}

proptest! {
    #[test]
    fn whatever_is_sent_a_proposal_names_only_what_stands(
        name in prop_oneof![Just("add_item"), Just("delete_item"), Just("edit_item")],
        kind in "(input|fact|insight|recommendation|output|x)",
        ids in prop::collection::vec("[IFNROX]-[0-3]", 0..4),
        text in ".{0,12}",
    ) {
        let arguments = json!({
            "entity_type": kind, "text": text, "new_text": text, "related_ids": ids, "item_id": ids.join(","),
        });
        if let Ok(change) = read(name, &arguments) {
            for named in change.named() {
                prop_assert!(columns().exists(*named), "{named} of {arguments}");
            }
            // What was read once is read again the same from what is stored.
            prop_assert_eq!(CardChange::parse(Tool::parse(name).unwrap(), &arguments), Ok(change));
        }
    }
}

fn named(label_: &str, text: &str) -> NamedEntity {
    NamedEntity { label: label(label_), text: text.into() }
}

fn add(links: Vec<NamedEntity>) -> CardContent {
    CardContent::Add(AddShown { kind: EntityKind::Insight, text: "A.".into(), links, output_type: None })
}

fn edit(before: &str, version: u32) -> CardContent {
    CardContent::Edit(EditShown { label: label("F-1"), before: before.into(), after: "After.".into(), version })
}

fn deletion(text: &str, version: u32, downstream: &[&str]) -> CardContent {
    let doomed = EntityDeletion { label: label("F-1"), text: text.into(), status: EntityStatus::Draft, version };
    CardContent::Delete(DeleteShown::new(vec![doomed], &labels(downstream), |label| format!("Text of {label}.")))
}

#[test]
fn a_stale_card_says_what_changed() {
    let check = |made: CardContent, shown: CardContent, missing: &[&str], expected: Option<&str>| {
        let present = CurrentCard { shown, missing: labels(missing) };
        assert_eq!(present.stale(&made).map(|reason| reason.to_string()).as_deref(), expected, "{made:?}");
    };
    check(edit("Before.", 1), edit("Before.", 1), &[], None);
    check(edit("Before.", 1), edit("Otherwise.", 2), &[], Some("F-1 was changed since: this would change version 2."));
    check(edit("Before.", 1), edit("After.", 2), &[], Some("F-1 says exactly that already."));
    check(edit("Before.", 1), edit("Before.", 1), &["F-1"], Some("F-1 is not there any more."));
    check(deletion("A.", 1, &["N-1"]), deletion("A.", 1, &["N-1"]), &[], None);
    check(deletion("A.", 1, &[]), deletion("B.", 2, &[]), &[], Some("F-1 was changed since."));
    check(deletion("A.", 1, &["N-1"]), deletion("A.", 1, &["N-2"]), &[], Some("Other entities rest on it now."));
    check(
        deletion("A.", 1, &["N-1", "R-1"]),
        deletion("A.", 1, &["N-1"]),
        &[],
        Some("1 entity rests on it now, not 2."),
    );
    check(
        deletion("A.", 1, &["N-1"]),
        deletion("A.", 1, &["N-1", "N-2"]),
        &["F-2"],
        Some("F-2 is not there any more. 2 entities rest on it now, not 1."),
    );
    check(add(vec![named("F-1", "A.")]), add(vec![named("F-1", "B.")]), &[], Some("F-1 was changed since."));
    check(add(vec![named("F-1", "A.")]), add(vec![]), &["F-1"], Some("F-1 is not there any more."));
    check(add(vec![]), edit("Before.", 1), &[], Some("The proposal is another one."));
}

#[test]
fn the_fingerprint_is_of_everything_that_is_shown() {
    let of = |tool: Tool, params: Value, shown: CardContent, missing: &[&str]| {
        CurrentCard { shown, missing: labels(missing) }.fingerprint(tool, &params)
    };
    let many: Vec<String> = (1..=MAX_DOWNSTREAM + 2).map(|no| format!("N-{no}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut others = many.clone();
    *others.last_mut().unwrap() = "N-99";
    let all = [
        of(Tool::EditItem, json!({}), edit("Before.", 1), &[]),
        of(Tool::EditItem, json!({"item_id": "F-1"}), edit("Before.", 1), &[]),
        of(Tool::DeleteItem, json!({}), edit("Before.", 1), &[]),
        of(Tool::EditItem, json!({}), edit("Otherwise.", 1), &[]),
        of(Tool::EditItem, json!({}), edit("Before.", 2), &[]),
        of(Tool::EditItem, json!({}), edit("Before.", 1), &["F-1"]),
        of(Tool::DeleteItem, json!({}), deletion("A.", 1, &["N-1"]), &[]),
        of(Tool::DeleteItem, json!({}), deletion("A.", 1, &["N-2"]), &[]),
        of(Tool::DeleteItem, json!({}), deletion("A.", 1, &many), &[]),
        of(Tool::DeleteItem, json!({}), deletion("A.", 1, &others), &[]),
        of(Tool::AddItem, json!({}), add(vec![]), &[]),
        of(Tool::AddItem, json!({}), add(vec![named("F-1", "A.")]), &[]),
        of(Tool::AddItem, json!({}), add(vec![named("F-1", "B.")]), &[]),
    ];
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(
        different.len(),
        all.len(),
        "no two of these may be confirmed by one fingerprint, named or only counted"
    );
    assert_eq!(all[0], of(Tool::EditItem, json!({}), edit("Before.", 1), &[]), "and what is the same has the same");
}

#[test]
fn what_a_card_shows_is_read_as_it_was_stored() {
    for shown in [add(vec![named("F-1", "A.")]), edit("Before.", 3), deletion("A.", 1, &["N-1", "O-2"])] {
        let stored = serde_json::to_string(&shown).unwrap();
        assert_eq!(serde_json::from_str::<CardContent>(&stored).unwrap(), shown, "{stored}");
    }
}

#[test]
fn names_are_stored_as_they_are_called() {
    let named = |value: Value, name: &str| assert_eq!(value, json!(name));
    EntityKind::ALL.iter().for_each(|kind| named(json!(kind), kind.as_str()));
    EntityStatus::ALL.iter().for_each(|status| named(json!(status), status.as_str()));
    OutputType::ALL.iter().for_each(|output| named(json!(output), output.as_str()));
    named(json!(label("F-12")), "F-12");
}
