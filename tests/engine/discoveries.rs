//! Discoveries and their Inputs: made, found, named, archived, deleted, and all of it undone.

use crate::library;
use std::cell::RefCell;

use factly_core::discovery::DiscoveryKind;
use factly_core::inputs::Stage;
use factly_engine::discovery::DiscoveryChange;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::facts::NewStatement;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{NoProgress, Progress, TaskStep};
use library::{Fixture, empty, pasted};

fn titles(at: &Fixture, query: Option<&str>, archived: bool) -> Vec<String> {
    at.library.discoveries().list(query, archived).unwrap().into_iter().map(|discovery| discovery.title).collect()
}

#[test]
fn a_discovery_is_found_by_title_and_goal_and_put_aside() {
    let at = empty();
    let flood = at.library.discoveries().create("  Flood \n wall ", "Keep Ärmel dry").unwrap();
    assert_eq!(flood.title, "Flood wall", "a title is one line");
    at.discovery("Market study");
    let check = |query: Option<&str>, archived: bool, expected: &[&str]| {
        assert_eq!(titles(&at, query, archived), expected, "{query:?} among archived = {archived}");
    };
    check(None, false, &["Market study", "Flood wall"]);
    check(Some("WALL"), false, &["Flood wall"]);
    check(Some("ärmel"), false, &["Flood wall"]);
    check(Some("nothing"), false, &[]);
    at.library.discoveries().archive(flood.id, true).unwrap();
    check(None, false, &["Market study"]);
    check(None, true, &["Flood wall"]);
    at.library.undo().undo(None).unwrap();
    check(None, true, &[]);
}

#[test]
fn titles_are_checked() {
    let at = empty();
    let check = |title: &str, code: Code| {
        assert_eq!(at.library.discoveries().create(title, "").unwrap_err().code, code, "{title:?}");
    };
    check("", Code::Empty);
    check(" \n ", Code::Empty);
    check(&"x".repeat(201), Code::Invalid);
    assert_eq!(titles(&at, None, false), Vec::<String>::new(), "what is refused leaves nothing behind");
}

#[test]
fn changes_are_steps_of_the_discovery_and_deletion_of_the_library() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let change = DiscoveryChange { stage: Some(Stage::Planning), ..DiscoveryChange::default() };
    assert_eq!(at.library.discoveries().update(id, change).unwrap().stage, Stage::Planning);
    let change = DiscoveryChange { title: Some("Sea wall".into()), ..DiscoveryChange::default() };
    at.library.discoveries().update(id, change).unwrap();
    let undone = at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(undone.done.unwrap(), "Rename to “Sea wall”");
    assert_eq!(undone.state.undo.unwrap(), "Move to planning");
    assert_eq!(at.library.discoveries().get(id).unwrap().discovery.title, "Flood wall");
    assert_eq!(at.library.undo().redo(Some(id)).unwrap().done.unwrap(), "Rename to “Sea wall”");

    at.library.discoveries().delete(id).unwrap();
    assert_eq!(at.library.discoveries().get(id).unwrap_err().code, Code::NotFound);
    assert_eq!(at.library.undo().undo(None).unwrap().done.unwrap(), "Delete “Sea wall”");
    assert_eq!(at.library.discoveries().get(id).unwrap().discovery.title, "Sea wall");
}

#[test]
fn a_discovery_has_the_packs_that_fit_its_goal_or_those_that_were_chosen() {
    let at = empty();
    let discoveries = at.library.discoveries();
    let packs = |goal: &str, named: Option<&[&str]>| {
        let named: Option<Vec<String>> = named.map(|packs| packs.iter().map(|pack| (*pack).to_owned()).collect());
        discoveries.create_with("Any", goal, named.as_deref()).map(|made| made.packs)
    };
    assert_eq!(packs("A stand for the spring fair", None).unwrap(), ["production"]);
    assert_eq!(packs("Keep dry", None).unwrap(), [] as [&str; 0], "none is known to fit, and nothing is asked");
    assert_eq!(packs("A stand for the spring fair", Some(&["interviews"])).unwrap(), ["interviews"]);
    assert!(packs("A stand for the spring fair", Some(&[])).unwrap().is_empty(), "none is a choice");
    assert_eq!(packs("Any", Some(&["cooking"])).unwrap_err().code, Code::Invalid);
    let sample = at.library.sample().create_sample(&NoProgress).unwrap();
    assert!(sample.packs.is_empty(), "the sample asks its own questions");
}

#[test]
fn a_discovery_of_which_nothing_was_said_is_asked_what_its_first_text_tells() {
    const INTERVIEW: &str = "Dana Reed: Who steers the boats here? And how often do they go?\n\n\
        Tom Ash: I steer the morning boat myself, and we go six times a day when the water is calm.\n\n\
        Dana Reed: What do you miss most?\n\n\
        Tom Ash: I need a radar on each boat, because we turn back in fog about once a week.\n";
    const REPORT: &str = "# The boats\n\nThe morning boat goes six times a day. Each boat needs a radar.\n";
    let at = empty();
    let packs = |id| at.library.discoveries().get(id).unwrap().discovery.packs;
    let first = |goal: &str, texts: &[&str]| {
        let id = at.library.discoveries().create("Boats", goal).unwrap().id;
        texts.iter().for_each(|text| drop(at.add(id, text, Parsing::Later)));
        id
    };
    let general = ["production", "research"];
    let id = first("", &[INTERVIEW]);
    assert_eq!(packs(id), ["interviews"]);
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(packs(id), general, "one step of undo takes both");
    at.add(id, INTERVIEW, Parsing::Later);
    assert_eq!(packs(id), ["interviews"], "it is the first again");
    assert_eq!(packs(first("", &[REPORT, INTERVIEW])), general, "the first text tells");
    assert_eq!(packs(first("Keep dry", &[INTERVIEW])), ["interviews"], "no pack is known to fit what was said");
    assert_eq!(packs(first("Keep dry", &[REPORT])), [] as [&str; 0]);
    assert_eq!(
        packs(first("A stand for the spring fair", &[INTERVIEW])),
        ["production"],
        "it was said what it is about"
    );
    let chosen = at.library.discoveries().create_with("Boats", "", Some(&["research".to_owned()])).unwrap().id;
    at.add(chosen, INTERVIEW, Parsing::Later);
    assert_eq!(packs(chosen), ["research"], "and it was chosen");
}

#[test]
fn packs_are_changed_later_and_keys_that_facts_have_stay() {
    let at = empty();
    let discoveries = at.library.discoveries();
    let id = discoveries.create_with("Stand", "", Some(&["production".to_owned()])).unwrap().id;
    let add = NewStatement {
        key: Some("project.budget.total".into()),
        value: Some("€12,000".into()),
        ..NewStatement::default()
    };
    at.library.facts().add_fact_without_evidence(id, &add, DuplicatePolicy::Hold).unwrap();
    let paths = || -> Vec<String> { at.library.keys().list(id).unwrap().into_iter().map(|key| key.path).collect() };
    let before = paths();
    let change = DiscoveryChange { packs: Some(vec!["interviews".into()]), ..DiscoveryChange::default() };
    assert_eq!(discoveries.update(id, change).unwrap().packs, ["interviews"]);
    let after = paths();
    assert!(after.contains(&"person.need".to_owned()) && !after.contains(&"project.budget.cap".to_owned()));
    assert_eq!(after.last().map(String::as_str), Some("project.budget.total"), "a fact has it");
    let facts = at.library.facts().facts(id, &Default::default(), None, 10).unwrap().facts;
    assert_eq!(facts[0].key_label, "Total budget", "and it is called as before");
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Change the packs of keys");
    assert_eq!(paths(), before);
}

#[test]
fn a_kind_is_suggested_chosen_and_given_back() {
    let at = empty();
    let discoveries = at.library.discoveries();
    let id = discoveries.create_with("Stand", "", Some(&["production".to_owned()])).unwrap().id;
    let kinds = || {
        let detail = discoveries.get(id).unwrap();
        (detail.discovery.kind, detail.suggested_kind)
    };
    let choose = |kind| discoveries.update(id, DiscoveryChange { kind: Some(kind), ..DiscoveryChange::default() });
    assert_eq!(kinds(), (None, DiscoveryKind::Plan));
    assert_eq!(choose(Some(DiscoveryKind::Study)).unwrap().kind, Some(DiscoveryKind::Study));
    assert_eq!(kinds(), (Some(DiscoveryKind::Study), DiscoveryKind::Plan), "what is suggested is still known");
    let title = DiscoveryChange { title: Some("Stands".into()), ..DiscoveryChange::default() };
    assert_eq!(discoveries.update(id, title).unwrap().kind, Some(DiscoveryKind::Study), "what is not named stays");
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Change the kind of the discovery");
    assert_eq!(kinds().0, None);
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(kinds().0, Some(DiscoveryKind::Study));
    choose(None).unwrap();
    assert_eq!(kinds().0, None);
}

#[test]
fn a_discovery_without_packs_is_of_documents_while_all_of_it_came_as_files() {
    let at = empty();
    let id = at.library.discoveries().create_with("Wall", "", Some(&[])).unwrap().id;
    let suggested = || at.library.discoveries().get(id).unwrap().suggested_kind;
    assert_eq!(suggested(), DiscoveryKind::Everything);
    let file = NewInput { origin: InputOrigin::File, ..pasted("The wall is 3 m high.") };
    at.library.inputs().add_input(id, file, Parsing::Later, &NoProgress).unwrap();
    assert_eq!(suggested(), DiscoveryKind::Documents);
    at.add(id, "The gate is 2 m wide.", Parsing::Later);
    assert_eq!(suggested(), DiscoveryKind::Everything, "what was pasted may be anything");
}

#[test]
fn a_text_is_cut_bundled_and_queued_as_a_whole() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let paragraph = "The river rose by 40 cm in one night. ".repeat(30);
    let text = vec![paragraph.trim_end(); 30].join("\r\n\r\n");
    let report = at.add(id, &text, Parsing::Later);
    let input = &report.added[0];
    assert_eq!((input.label.as_str(), input.title.as_str()), ("I-1", "The river rose by 40 cm in one"));
    assert_eq!(input.bundles, 5, "34,000 characters are five pieces of at most 8,000");
    assert_eq!(input.parsed, 0);
    assert!(report.notes.is_empty(), "line ends are no news");

    let again = at.add(id, &text, Parsing::Later);
    assert_eq!(again.added[0].label, "I-2");

    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Add I-2");
    assert_eq!(at.library.inputs().list(id).unwrap().len(), 1);
    assert_eq!(at.add(id, "one\0two", Parsing::Later).added[0].label, "I-3", "a label is never given twice");
}

#[test]
fn what_is_not_a_text_is_refused_whole() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let folder = at.folder.path();
    let file = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).unwrap();
        folder.join(name)
    };
    let nothing = folder.join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    let good = file("good.md", "\u{feff}# Good\n\nThe wall is 6 m high.".as_bytes());
    let paths = [
        file("empty.txt", b" \n"),
        file("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01"),
        good,
        folder.join("absent.txt"),
        nothing.clone(),
    ];
    let report = at.library.inputs().add_files(id, &paths, None, Parsing::Later, &NoProgress).unwrap();
    let failures: Vec<(&str, Code)> = report.failures.iter().map(|f| (f.name.as_str(), f.error.code)).collect();
    let folder_name = nothing.file_name().unwrap().to_string_lossy();
    assert_eq!(
        failures,
        [
            ("empty.txt", Code::Empty),
            ("picture.png", Code::NotUtf8),
            ("absent.txt", Code::NotFound),
            (&*folder_name, Code::Empty),
        ]
    );
    assert!(report.failures.iter().all(|f| f.error.message.to_string().contains(&f.name) || f.name == "empty.txt"));
    let titles: Vec<String> = report.added.into_iter().map(|input| input.title).collect();
    assert_eq!(titles, ["good"], "a file's failure takes no other with it");
    assert_eq!(at.library.inputs().list(id).unwrap()[0].label, "I-1", "a refused file takes no label");
}

struct CancelledAtOnce(RefCell<usize>);

impl Progress for CancelledAtOnce {
    fn show(&self, _: &TaskStep) {
        *self.0.borrow_mut() += 1;
    }

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn cancelled_before_the_commit_nothing_is_added() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let watcher = CancelledAtOnce(RefCell::default());
    let report = at.library.inputs().add_input(id, pasted("The wall is 6 m high."), Parsing::Now, &watcher).unwrap();
    assert!(report.cancelled);
    assert!(at.library.inputs().list(id).unwrap().is_empty(), "nothing is half added");
    assert_eq!(at.library.undo().undo_state(Some(id)).unwrap().undo, None);
}

#[test]
fn an_input_is_renamed_and_deleted_with_undo() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = at.add(id, "The wall is 6 m high.", Parsing::Later).added[0].id;
    at.library.inputs().rename_input(input, "Interview").unwrap();
    assert_eq!(at.library.inputs().get(input).unwrap().title, "Interview");
    at.library.pipeline().delete_input(input).unwrap();
    assert_eq!(at.library.inputs().get(input).unwrap_err().code, Code::NotFound);
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Delete I-1");
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Rename I-1");
    assert_eq!(at.library.inputs().get(input).unwrap().title, "The wall is 6 m high.");
}

#[test]
fn names_are_ids_labels_or_titles_and_never_guesses() {
    let at = empty();
    let flood = at.discovery("Flood wall");
    let market = at.discovery("Market study");
    assert_eq!(at.library.names().find_discovery("Flood wall").unwrap(), flood);
    assert_eq!(at.library.names().find_discovery(&market.to_string()).unwrap(), market);
    assert_eq!(
        at.library.names().find_discovery("Flood").unwrap_err().code,
        Code::NotFound,
        "a title is whole or it is none"
    );
    let prefix = at.library.names().find_discovery("01900000").unwrap_err();
    assert_eq!(prefix.code, Code::Invalid, "both ids begin so");
    assert!(prefix.message.to_string().contains(&flood.to_string()), "the candidates are listed");

    let one = at.add(flood, "The wall is 6 m high.", Parsing::Later).added[0].id;
    assert_eq!(at.library.names().find_input("i-1", None).unwrap(), one);
    let two = at.add(market, "Sales rose by 4 %.", Parsing::Later).added[0].id;
    assert_eq!(at.library.names().find_input("I-1", None).unwrap_err().code, Code::Invalid);
    assert_eq!(at.library.names().find_input("I-1", Some(market)).unwrap(), two);
    assert_eq!(at.library.names().find_input("Flood wall:I-1", None).unwrap(), one);
    at.library.names().find_bundle("Market study:I-1", None).unwrap();
    at.library.names().find_bundle("Market study:I-1/1", None).unwrap();
    for (name, why) in [
        ("I-0", "labels begin at 1"),
        ("I-9", "there is none"),
        ("I-x", "a label has a number"),
        ("Market study:I-1/2", "it has one part"),
        ("Market study:I-1/0", "parts begin at 1"),
    ] {
        assert_eq!(at.library.names().find_bundle(name, None).unwrap_err().code, Code::NotFound, "{name}: {why}");
    }
}
