//! Inputs that are nearly the same: asked about before one is added, found by a scan, and read once for it.

use crate::{library, world};
use std::fmt::Write;
use std::time::Instant;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::Library;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::inputs::{AddReport, HeldText, Parsing};
use factly_engine::task::{NoProgress, Progress, TaskStep};
use library::{Fixture, empty, pasted};
use uuid::Uuid;

/// A report of ten sentences, of which no other report of another number has any.
fn report(no: usize) -> String {
    let mut text = String::new();
    for at in 1..=10 {
        let _ = write!(text, "In house {no} of lane {at} there live {} people with {} boats. ", no * 7 + at, no + at);
    }
    text
}

/// As many sentences, in words that no other text has.
fn of_own_words(no: usize) -> String {
    let word = |at: usize| format!("{}{no}of{at}", ["Mill", "quay", "crane", "boat"][at % 4]);
    (0..10).map(|at| (0..8).map(|of| word(at * 8 + of)).collect::<Vec<_>>().join(" ") + ". ").collect()
}

/// A report with another figure in its first sentence.
fn changed(no: usize) -> String {
    report(no).replacen("there live", "there lived in 1950", 1)
}

struct DiscoveryFixture {
    at: Fixture,
    discovery: Uuid,
}

fn about(texts: &[&str]) -> DiscoveryFixture {
    let at = empty();
    let discovery = at.discovery("Torvig");
    let fixture = DiscoveryFixture { at, discovery };
    for text in texts {
        fixture.add(text, DuplicatePolicy::Hold);
    }
    fixture
}

impl DiscoveryFixture {
    fn library(&self) -> &Library {
        &self.at.library
    }

    fn add(&self, text: &str, anyway: DuplicatePolicy) -> AddReport {
        self.library()
            .inputs()
            .add_input_checked(self.discovery, pasted(text), Parsing::Later, anyway, &NoProgress)
            .unwrap()
    }

    /// Returns the Inputs similar to a text that is not added.
    fn similar_to(&self, text: &str) -> Vec<String> {
        let report = self.add(text, DuplicatePolicy::Hold);
        let labels = |held: HeldText| held.like.into_iter().map(|like| like.input.label);
        assert!(report.held_back.is_empty() || report.added.is_empty(), "nothing is added before it is asked");
        report.held_back.into_iter().flat_map(labels).collect()
    }

    fn groups(&self) -> Vec<String> {
        let groups = self.library().duplicates().duplicate_groups(self.discovery, EntityKind::Input).unwrap();
        groups
            .into_iter()
            .map(|group| group.labels.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect()
    }

    fn undo(&self) -> String {
        self.library().undo().undo(Some(self.discovery)).unwrap().done.unwrap().to_string()
    }

    fn edit(&self, of: &str, text: &str) {
        let label = EntityLabel::parse(of).unwrap();
        self.library().pipeline().edit_entity(self.discovery, label, text, None).unwrap();
    }
}

#[test]
fn what_is_nearly_an_input_is_asked_about_with_what_differs() {
    let fixture = about(&[&report(1), &report(2)]);
    let report = fixture.add(&changed(2), DuplicatePolicy::Hold);
    assert!(report.added.is_empty(), "nothing is added before it is asked");
    let like = &report.held_back[0].like;
    assert_eq!((like.len(), like[0].input.label.as_str()), (1, "I-2"));
    assert!((0.8..1.0).contains(&like[0].score), "{}", like[0].score);
    let reason = "I-2 has 9 of the 10 sentences of this text; only in this text: 1, only in I-2: 1.";
    assert_eq!(like[0].reason, reason);
    assert_eq!(like[0].only_here, ["In house 2 of lane 1 there lived in 1950 15 people with 3 boats."]);
    assert_eq!(like[0].only_there, ["In house 2 of lane 1 there live 15 people with 3 boats."]);

    let found =
        fixture.library().duplicates().duplicates_of(fixture.discovery, EntityKind::Input, &changed(2)).unwrap();
    assert_eq!(
        (found[0].label.to_string().as_str(), found[0].reason.to_string().as_str()),
        ("I-2", reason),
        "where it is only asked"
    );
    let entity = NewEntity::by_hand(EntityKind::Input, changed(2));
    let added = fixture.library().pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Hold).unwrap();
    assert_eq!((added.added, added.duplicates.len()), (None, 1), "and where it is added as a card");
}

#[test]
fn what_was_added_anyway_is_not_asked_about_again() {
    let fixture = about(&[&report(1)]);
    assert_eq!(fixture.similar_to(&changed(1)), ["I-1"]);
    assert_eq!(fixture.add(&changed(1), DuplicatePolicy::Allow).added[0].label, "I-2");
    assert_eq!(fixture.groups(), Vec::<String>::new());
    assert_eq!(fixture.similar_to(&changed(1)), ["I-2", "I-1"], "the very text comes first");
    fixture.add(&changed(1), DuplicatePolicy::Allow);
    assert_eq!(fixture.groups(), Vec::<String>::new(), "it was kept beside both");

    assert_eq!(fixture.undo(), "Add I-3");
    assert_eq!(fixture.undo(), "Add I-2");
    assert_eq!(fixture.similar_to(&report(1)), ["I-1"], "what was undone is not there");
    fixture.add(&report(9), DuplicatePolicy::Hold);
    fixture.edit("I-4", &changed(1));
    assert_eq!(fixture.groups(), ["I-1 I-4"], "the answer went with its step");
}

#[test]
fn where_nobody_can_be_asked_a_text_is_added_and_told_and_no_answer_is_noted() {
    let fixture = about(&[&report(1)]);
    let report = fixture.add(&changed(1), DuplicatePolicy::Report);
    assert_eq!((report.added[0].label.as_str(), report.held_back.len()), ("I-2", 0));
    let labels: Vec<_> = report.alike.iter().map(|entry| (entry.place, entry.like[0].input.label.as_str())).collect();
    assert_eq!(labels, [(0, "I-1")]);
    assert_eq!(fixture.groups(), ["I-1 I-2"]);
    assert_eq!(fixture.add("The lock is open.", DuplicatePolicy::Report).alike, [], "what is like none");
}

#[test]
fn a_scan_finds_what_edits_made_alike_and_an_answer_holds_while_both_have_their_words() {
    let fixture = about(&[&report(1), &report(2), &report(3), &report(4)]);
    assert_eq!(fixture.groups(), Vec::<String>::new());
    fixture.edit("I-3", &changed(1));
    fixture.edit("I-4", &report(1));
    let group =
        fixture.library().duplicates().duplicate_groups(fixture.discovery, EntityKind::Input).unwrap().remove(0);
    assert_eq!(group.labels.iter().map(ToString::to_string).collect::<Vec<_>>(), ["I-1", "I-3", "I-4"]);
    assert_eq!(
        group.reason, "I-1 has 9 of the 10 sentences of I-3; only in I-3: 1, only in I-1: 1.",
        "of the pair that is least alike"
    );
    assert_eq!(group.texts[0], "In house 1 of lane 1 there live", "an Input is shown by its title");

    fixture.library().duplicates().keep_variants(fixture.discovery, &group.labels).unwrap();
    assert_eq!(fixture.groups(), Vec::<String>::new());
    fixture.edit("I-4", &format!("{} All of them fish.", report(1)));
    assert_eq!(fixture.groups(), ["I-1 I-3 I-4"], "of other words nothing is said, and I-4 is like both");
    fixture.undo();
    assert_eq!(fixture.groups(), Vec::<String>::new());
    fixture.undo();
    assert_eq!(fixture.groups(), ["I-1 I-3 I-4"]);
}

#[test]
fn only_what_stands_is_asked_about() {
    let fixture = about(&[&report(1)]);
    fixture.edit("I-1", &report(2));
    assert_eq!(fixture.similar_to(&report(2)), ["I-1"]);
    assert_eq!(
        fixture.add(&report(1), DuplicatePolicy::Hold).added[0].label,
        "I-2",
        "what an Input said before is no Input"
    );
    assert_eq!(fixture.groups(), Vec::<String>::new(), "nor is its older text like another");
    let input = fixture.library().inputs().list(fixture.discovery).unwrap()[0].id;
    fixture.library().pipeline().delete_input(input).unwrap();
    assert_eq!(fixture.add(&changed(2), DuplicatePolicy::Hold).added[0].label, "I-3");
    fixture.undo();
    fixture.undo();
    assert_eq!(fixture.similar_to(&changed(2)), ["I-1"], "and again when it is brought back");

    let other = fixture.at.discovery("Halden");
    let elsewhere = |text: &str| {
        fixture
            .library()
            .inputs()
            .add_input_checked(other, pasted(text), Parsing::Later, DuplicatePolicy::Hold, &NoProgress)
            .unwrap()
    };
    assert_eq!(elsewhere(&report(2)).added.len(), 1, "another discovery is another matter");
    assert_eq!(fixture.similar_to(&changed(2)), ["I-1"], "and comes not between");
}

#[test]
fn of_files_dropped_together_the_second_of_two_alike_is_held_back() {
    let fixture = about(&[&report(1)]);
    let file = |name: &str, text: &str| {
        let path = fixture.at.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let paths = [file("a.txt", &changed(1)), file("b.txt", &report(5)), file("c.txt", &changed(5))];
    let how = (Parsing::Later, DuplicatePolicy::Hold);
    let report =
        fixture.library().inputs().add_files_checked(fixture.discovery, &paths, None, how, &NoProgress).unwrap();
    assert_eq!(report.added.iter().map(|input| input.title.as_str()).collect::<Vec<_>>(), ["b"]);
    let held: Vec<_> = report.held_back.iter().map(|held| (held.place, held.like[0].input.label.as_str())).collect();
    assert_eq!(held, [(0, "I-1"), (2, "I-2")]);
}

/// A thousand Inputs are read once by a process, and then asked without their texts.
#[test]
fn among_a_thousand_inputs_one_is_found_without_reading_them_again() {
    let fixture = about(&[]);
    for no in 1..=1_000 {
        assert_eq!(fixture.add(&of_own_words(no), DuplicatePolicy::Hold).added.len(), 1, "text {no} is like no other");
    }
    let opened = Library::open(&fixture.at.folder.path().join("library.factly"), world::fixed()).unwrap();
    let ask = |no: usize| {
        let begun = Instant::now();
        let text = of_own_words(no).replacen(". ", " now. ", 1);
        let found = opened.duplicates().duplicates_of(fixture.discovery, EntityKind::Input, &text).unwrap();
        assert_eq!(found.iter().map(|found| found.label.to_string()).collect::<Vec<_>>(), [format!("I-{no}")]);
        begun.elapsed()
    };
    let first = ask(700);
    let then = (1..=5).map(|at| ask(100 * at)).min().unwrap();
    assert!(then * 3 < first, "{first:?} for the first question, {then:?} for one after it");

    struct AlwaysCancelled;
    impl Progress for AlwaysCancelled {
        fn show(&self, _: &TaskStep) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    assert_eq!(opened.duplicates().duplicate_groups(fixture.discovery, EntityKind::Input).unwrap(), []);
    let called_off =
        opened.duplicates().scan_duplicates(fixture.discovery, EntityKind::Input, &AlwaysCancelled).unwrap_err();
    assert_eq!(called_off.code, Code::Cancelled);
}
