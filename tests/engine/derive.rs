//! From facts to an Output: what is asked, what an answer becomes, and how an Output is traced back to the words.

use crate::answers;
use answers::{BundleFixture, about, op};
use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_engine::discovery::{Derivation, Derived, NewEntity, TraceNode, TraceQuote};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use serde_json::json;

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap()
}

fn two_facts() -> BundleFixture {
    let (high, wide) = ("The wall is *high*.", "The river is wide.");
    let fixture = about(&format!("Well. {high} {wide} So it is."));
    fixture.submit(json!([op("note", high, high, 0.9), op("note", wide, wide, 0.9)]));
    fixture
}

fn from(to: EntityKind, labels: &[&str]) -> Derivation {
    Derivation { to, output_type: None, from: labels.iter().map(|name| label(name)).collect() }
}

fn submit(fixture: &BundleFixture, to: EntityKind, labels: &[&str], answer: &str) -> Derived {
    fixture.at.library.pipeline().derivation_submit(fixture.discovery, &from(to, labels), answer, "pasted").unwrap()
}

fn one(text: &str, names: &[&str]) -> String {
    json!({"suggestions": [{"text": text, "from": names}]}).to_string()
}

fn links(fixture: &BundleFixture, name: &str) -> String {
    let entity = fixture.at.library.pipeline().entity(fixture.discovery, label(name)).unwrap();
    entity.up.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn waiting(fixture: &BundleFixture) -> usize {
    fixture.at.library.pipeline().suggestions(fixture.discovery).unwrap().len()
}

#[test]
fn a_suggestion_is_linked_to_what_it_names_and_was_given() {
    let fixture = two_facts();
    let derived = submit(&fixture, EntityKind::Insight, &["F-1", "F-2"], &one("It holds.", &["F-2"]));
    assert_eq!(derived.suggestions[0].links, [label("F-2")], "not to all that was selected");
    let id = derived.suggestions[0].id;
    assert!(
        fixture.at.library.pipeline().entity(fixture.discovery, label("N-1")).is_err(),
        "it is no entity before it is accepted"
    );
    let added = fixture
        .at
        .library
        .pipeline()
        .accept_suggestion(fixture.discovery, id, None, DuplicatePolicy::Hold)
        .unwrap()
        .added;
    assert_eq!(added, Some(label("N-1")));
    assert_eq!(links(&fixture, "N-1"), "F-2");
    let derived = submit(&fixture, EntityKind::Insight, &["F-1"], &one("More.", &["F-1", "F-2"]));
    assert_eq!(derived.suggestions[0].links, [label("F-1")], "F-2 stands, but was not given");
    assert!(derived.problems[0].to_string().contains("“F-2”"), "{:?}", derived.problems);
}

#[test]
fn what_names_nothing_is_refused_and_changes_nothing() {
    let fixture = two_facts();
    let undo = fixture.at.library.undo().undo_state(Some(fixture.discovery)).unwrap();
    let derived = submit(&fixture, EntityKind::Insight, &["F-1"], &one("It holds.", &[]));
    assert_eq!((derived.suggestions.len(), waiting(&fixture)), (0, 0), "it could never be traced");
    assert!(derived.problems[0].to_string().contains("“It holds.”"), "its words are told: {:?}", derived.problems);
    assert_eq!(
        fixture.at.library.undo().undo_state(Some(fixture.discovery)).unwrap(),
        undo,
        "nothing was done, so nothing is undone"
    );
}

#[test]
fn each_decision_is_one_step() {
    let fixture = two_facts();
    let answer = json!([{"text": "A", "from": ["F-1"]}, {"text": "B", "from": ["F-2"]}]).to_string();
    let ids: Vec<_> =
        submit(&fixture, EntityKind::Insight, &["F-1", "F-2"], &answer).suggestions.iter().map(|s| s.id).collect();
    let library = &fixture.at.library;
    library
        .pipeline()
        .accept_suggestion(fixture.discovery, ids[0], Some("A, said better"), DuplicatePolicy::Hold)
        .unwrap();
    library.pipeline().reject_suggestion(fixture.discovery, ids[1]).unwrap();
    assert_eq!(waiting(&fixture), 0);
    assert_eq!(library.pipeline().entity(fixture.discovery, label("N-1")).unwrap().text, "A, said better");
    let again =
        library.pipeline().accept_suggestion(fixture.discovery, ids[0], None, DuplicatePolicy::Hold).unwrap_err();
    assert_eq!(again.code, Code::NotFound, "what was decided does not wait any more");
    let mut undone = Vec::new();
    for left in [1, 2, 0] {
        undone.extend(library.undo().undo(Some(fixture.discovery)).unwrap().done);
        assert_eq!(waiting(&fixture), left, "after {undone:?}");
    }
    assert_eq!(undone, ["Reject a suggested insight", "Accept N-1", "Take 2 suggested insights"]);
}

#[test]
fn what_the_column_says_already_is_told_before_it_is_added() {
    let fixture = two_facts();
    let library = &fixture.at.library;
    let entity = NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It holds.") };
    library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Hold).unwrap();
    let derived = submit(&fixture, EntityKind::Insight, &["F-2"], &one("It holds.", &["F-2"]));
    let known =
        |duplicates: &[factly_engine::duplicates::Duplicate]| duplicates.iter().map(|d| d.label).collect::<Vec<_>>();
    assert_eq!(known(&derived.suggestions[0].duplicates), [label("N-1")], "told beside the suggestion");
    let id = derived.suggestions[0].id;
    let refused = library.pipeline().accept_suggestion(fixture.discovery, id, None, DuplicatePolicy::Hold).unwrap();
    assert_eq!((known(&refused.duplicates), refused.added), (vec![label("N-1")], None));
    assert_eq!(waiting(&fixture), 1, "it still waits");
    let added = library.pipeline().accept_suggestion(fixture.discovery, id, None, DuplicatePolicy::Allow).unwrap();
    assert_eq!(added.added, Some(label("N-2")), "wanted anyway");
}

#[test]
fn what_it_rests_on_may_go_before_it_is_accepted() {
    let fixture = two_facts();
    let library = &fixture.at.library;
    let id =
        submit(&fixture, EntityKind::Insight, &["F-1", "F-2"], &one("It holds.", &["F-1", "F-2"])).suggestions[0].id;
    library.pipeline().delete_entities(fixture.discovery, &[label("F-1")]).unwrap();
    library.pipeline().delete_entities(fixture.discovery, &[label("F-2")]).unwrap();
    let refused = library.pipeline().accept_suggestion(fixture.discovery, id, None, DuplicatePolicy::Hold).unwrap_err();
    assert_eq!(refused.code, Code::Refused, "nothing is left that it rests on");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    library.pipeline().accept_suggestion(fixture.discovery, id, None, DuplicatePolicy::Hold).unwrap();
    assert_eq!(links(&fixture, "N-1"), "F-2", "to what is left");
}

#[test]
fn only_the_next_column_is_derived() {
    let fixture = two_facts();
    let check = |derivation: Derivation, code: Code| {
        let error = fixture.at.library.pipeline().derivation_prompt(fixture.discovery, &derivation).unwrap_err();
        assert_eq!(error.code, code, "{derivation:?}: {error}");
    };
    check(from(EntityKind::Fact, &["I-1"]), Code::Refused);
    check(from(EntityKind::Recommendation, &["F-1"]), Code::Refused);
    check(from(EntityKind::Insight, &["F-1", "I-1"]), Code::Refused);
    check(from(EntityKind::Insight, &[]), Code::Empty);
    check(from(EntityKind::Insight, &["F-9"]), Code::NotFound);
    check(Derivation { output_type: Some(OutputType::Brief), ..from(EntityKind::Insight, &["F-1"]) }, Code::Invalid);
    let prompt = fixture
        .at
        .library
        .pipeline()
        .derivation_prompt(fixture.discovery, &from(EntityKind::Insight, &["F-2", "F-1"]))
        .unwrap();
    assert!(prompt.contains(r#"{"label":"F-1","text":"The wall is *high*."}"#), "{prompt}");
    let again = fixture
        .at
        .library
        .pipeline()
        .derivation_prompt(fixture.discovery, &from(EntityKind::Insight, &["F-1", "F-2"]))
        .unwrap();
    assert_eq!(again, prompt, "the same entities give the same prompt, however they are named");
}

/// Two Insights that share a fact, and a report on top.
fn whole_chain() -> BundleFixture {
    let fixture = two_facts();
    let add = |kind, text: &str, from: &[&str]| {
        let from = from.iter().map(|name| label(name)).collect();
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        fixture.at.library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    };
    add(EntityKind::Insight, "High and wide.", &["F-1", "F-2"]);
    add(EntityKind::Insight, "Only high.", &["F-1"]);
    add(EntityKind::Recommendation, "Build [on].", &["N-1", "N-2"]);
    let derivation = Derivation { output_type: Some(OutputType::Brief), ..from(EntityKind::Output, &["R-1"]) };
    let answer = one("# Brief\n\nBuild on it.", &["R-1"]);
    let derived =
        fixture.at.library.pipeline().derivation_submit(fixture.discovery, &derivation, &answer, "pasted").unwrap();
    fixture
        .at
        .library
        .pipeline()
        .accept_suggestion(fixture.discovery, derived.suggestions[0].id, None, DuplicatePolicy::Hold)
        .unwrap();
    assert_eq!(
        fixture.at.library.pipeline().entity(fixture.discovery, label("O-1")).unwrap().output_type,
        Some(OutputType::Brief),
        "an accepted Output is of the type that was asked for"
    );
    fixture
}

#[test]
fn a_sentence_of_a_report_is_traced_to_the_words_in_the_source() {
    let fixture = whole_chain();
    let report = fixture.at.library.pipeline().trace_report(fixture.discovery, label("O-1")).unwrap();
    assert_eq!(
        outline(&report.root, 0),
        [
            "O-1",
            " R-1",
            "  N-1",
            "   F-1 “The wall is *high*.” of I-1 after “Well. ”",
            "    I-1",
            "   F-2 “The river is wide.” of I-1 after “Well. The wall is *high*. ”",
            "    I-1 again",
            "  N-2",
            "   F-1 again",
        ],
        "what is shared is told once"
    );
    let none = fixture.at.library.pipeline().trace_report(fixture.discovery, label("O-7")).unwrap_err();
    assert_eq!(none.code, Code::NotFound);
}

fn outline(node: &TraceNode, depth: usize) -> Vec<String> {
    let quote = |quote: &TraceQuote| {
        let input = quote.input.as_ref().map(|(label, _)| label.to_string()).unwrap();
        format!(" “{}” of {input} after “{}”", quote.text, quote.before)
    };
    let quotes: String = node.quotes().map(quote).collect();
    let again = if node.repeated { " again" } else { "" };
    let mut lines = vec![format!("{}{}{quotes}{again}", " ".repeat(depth), node.label)];
    lines.extend(node.children.iter().flat_map(|child| outline(child, depth + 1)));
    lines
}

#[test]
fn a_trace_reads_as_markdown_and_no_text_breaks_it() {
    let fixture = whole_chain();
    let markdown = fixture.at.library.pipeline().trace_report(fixture.discovery, label("O-1")).unwrap().markdown;
    let lines: Vec<&str> = markdown.lines().collect();
    let expected = [
        "# Trace of O-1",
        "",
        "> \\# Brief  ",
        "> Build on it.  ",
        "",
        "draft",
        "",
        "- [R-1] Build \\[on\\]. *(draft)*",
        "  - [N-1] High and wide. *(draft)*",
        "    - [F-1] The wall is \\*high\\*. *(accepted)*",
        "",
        "      > Well. **The wall is \\*high\\*.** The river is wide. So it is.  ",
        "      > — [I-1] Well. The wall is \\*high\\*. The river is, what was said",
        "",
        "    - [F-2] The river is wide. *(accepted)*",
        "",
        "      > Well. The wall is \\*high\\*. **The river is wide.** So it is.  ",
        "      > — [I-1] Well. The wall is \\*high\\*. The river is, what was said",
        "",
        "  - [N-2] Only high. *(draft)*",
        "    - [F-1] (above)",
    ];
    assert_eq!(lines, expected, "{markdown}");
}

#[test]
fn every_place_that_says_a_fact_is_quoted_in_its_trace() {
    let fixture = two_facts();
    let high = "The wall is *high*.";
    for text in ["Again: The wall is *high*.", "The wall is *high*. So they say. The wall is *high*."] {
        let bundle = answers::bundle_of(&fixture.at, fixture.discovery, text);
        let ops = json!({"ops": [op("note", high, high, 0.9)]}).to_string();
        fixture.submit_to(bundle, &ops, Force::No);
    }
    let report = fixture.at.library.pipeline().trace_report(fixture.discovery, label("F-1")).unwrap();
    assert_eq!(
        outline(&report.root, 0),
        [
            "F-1 “The wall is *high*.” of I-1 after “Well. ” “The wall is *high*.” of I-2 after “Again: ” \
             “The wall is *high*.” of I-3 after “”",
            " I-1",
            " I-2",
            " I-3",
        ],
        "its own evidence first, then what was found later"
    );
    let sources: Vec<&str> = report.markdown.lines().filter(|line| line.starts_with("> — ")).collect();
    assert_eq!(sources.len(), 3, "each with its source: {}", report.markdown);
    assert!(!report.markdown.contains("- [I-"), "an Input that is named with its words is not named again");
}

#[test]
fn a_trace_is_saved_whole_or_not_at_all() {
    let fixture = two_facts();
    let report = fixture.at.library.pipeline().trace_report(fixture.discovery, label("F-1")).unwrap();
    let path = fixture.at.folder.path().join("trace.md");
    fixture.at.library.pipeline().save_trace(fixture.discovery, label("F-1"), &path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), report.markdown);
    let nowhere = fixture.at.folder.path().join("no such folder").join("trace.md");
    assert_eq!(
        fixture.at.library.pipeline().save_trace(fixture.discovery, label("F-1"), &nowhere).unwrap_err().code,
        Code::Io
    );
    let missing = fixture.at.library.pipeline().save_trace(fixture.discovery, label("F-9"), &path).unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), report.markdown, "a failure leaves what was there");
}

#[test]
fn a_detail_tells_no_more_links_than_were_asked_for() {
    let fixture = two_facts();
    let detail =
        |most: usize| fixture.at.library.pipeline().entity_detail_of(fixture.discovery, label("I-1"), most).unwrap();
    assert_eq!((detail(1).down.len(), detail(2).down.len(), detail(9).down.len()), (1, 2, 2));
    assert_eq!(
        fixture.at.library.pipeline().entity_detail(fixture.discovery, label("I-1")).unwrap().down.len(),
        2,
        "else all"
    );
}
