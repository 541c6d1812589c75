//! Suggestions of a report: kept, decided by any part, undone, exported, and stale where the text was edited meanwhile.

use factly_core::reports::tool::{ReportCall, ToolContext, read_call};
use factly_core::reports::{Operation, markdown};
use factly_engine::Library;
use factly_engine::reports::{Beginning, Choice, ReportView, ReviewSuggestion, Standing};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::json;
use uuid::Uuid;

use crate::library::{Fixture, empty};
use crate::transfer::fixture::export;
use crate::world;

const TEXT: &str = "# Flood\n\n## Costs\n\nThe wall costs two million.\n\n## Risks\n\nNone.\n";

struct SuggestionFixture {
    at: Fixture,
    discovery: Uuid,
    report: ReportView,
}

fn made() -> SuggestionFixture {
    let at = empty();
    let discovery = at.discovery("Flood");
    let report = at.library.reports().create(discovery, None, Beginning::Markdown(TEXT)).unwrap();
    SuggestionFixture { at, discovery, report }
}

impl SuggestionFixture {
    fn id(&self, at: usize) -> Uuid {
        self.report.report.sections[at].id
    }

    fn suggest(&self, operations: &[Operation]) -> Vec<ReviewSuggestion> {
        let made = self.at.library.reports().suggest(self.report.id, "test-model", operations).unwrap();
        assert_eq!(made.refused, [""; 0]);
        made.suggestions
    }

    fn waiting(&self) -> Vec<(&'static str, Standing)> {
        let all = self.at.library.reports().suggestions(self.report.id).unwrap();
        all.iter().map(|one| (one.kind, one.standing)).collect()
    }

    fn text(&self) -> String {
        self.at.library.reports().markdown(self.report.id).unwrap()
    }

    fn undo(&self) -> String {
        self.at.library.undo().undo(Some(self.discovery)).unwrap().done.unwrap().to_string()
    }
}

#[test]
fn what_is_suggested_waits_and_is_kept_over_a_restart() {
    let made = made();
    let suggested = made.suggest(&[
        Operation::set_body(made.id(0), "\nThe wall costs three million.\n\n"),
        Operation::rename(made.id(1), "Dangers"),
    ]);
    assert_eq!(made.text(), TEXT, "nothing is changed");
    assert_eq!((suggested[0].author.as_str(), suggested[0].number.as_str()), ("test-model", "1"));
    let Fixture { library, folder } = made.at;
    drop(library);
    let library = Library::open(&folder.path().join("library.factly"), world::fixed()).unwrap();
    let stored = library.reports().suggestions(made.report.id).unwrap();
    assert_eq!(stored, suggested);
    assert_eq!((stored[0].hunks[0].hunk.before.as_str(), stored[0].hunks[0].hunk.after.as_str()), ("two", "three"));
    assert_eq!((stored[1].before.as_str(), stored[1].after.as_str()), ("Risks", "Dangers"));
    assert_eq!(library.reports().show(made.report.id).unwrap().waiting, 2);
}

#[test]
fn all_that_one_turn_suggests_is_one_step() {
    let made = made();
    made.suggest(&[Operation::rename(made.id(0), "Money"), Operation::Delete { id: made.id(1) }]);
    assert_eq!(made.undo(), "Suggest changes of O-1");
    assert_eq!(made.waiting(), []);
}

#[test]
fn hunks_are_accepted_one_by_one_and_undo_takes_each_back() {
    let made = made();
    let reports = made.at.library.reports();
    let edit = made.suggest(&[Operation::set_body(made.id(0), "\nOur wall costs three million.\n\n")]).remove(0);
    assert_eq!(edit.hunks.len(), 2);
    reports.accept(made.report.id, &Choice::Hunks(edit.id, vec![1])).unwrap();
    assert_eq!(reports.show(made.report.id).unwrap().report.sections[0].body_md, "\nThe wall costs three million.\n\n");
    let left = reports.suggestions(made.report.id).unwrap();
    assert_eq!((left[0].hunks.len(), left[0].hunks[0].number), (1, 0));
    assert_eq!(left[0].after, "\nOur wall costs three million.\n\n");
    reports.reject(made.report.id, &Choice::Hunks(edit.id, vec![0])).unwrap();
    assert_eq!(made.waiting(), []);
    made.undo();
    made.undo();
    assert_eq!((made.text().as_str(), made.waiting()), (TEXT, vec![("edit", Standing::Pending)]));
    assert_eq!(reports.suggestions(made.report.id).unwrap()[0], edit);
}

#[test]
fn a_choice_is_by_section_by_turn_or_of_all_and_accepting_rebases_the_rest() {
    let made = made();
    let reports = made.at.library.reports();
    let first = made.suggest(&[
        Operation::rename(made.id(0), "Money"),
        Operation::set_body(made.id(0), "\nThe wall costs three million.\n\n"),
        Operation::rename(made.id(1), "Dangers"),
    ]);
    let second = made.suggest(&[Operation::set_body(made.id(0), "\nOur wall costs two million.\n\n")]);
    reports.accept(made.report.id, &Choice::Section(made.id(1))).unwrap();
    assert!(made.text().contains("## Dangers"));
    reports.accept(made.report.id, &Choice::Turn(second[0].turn.unwrap())).unwrap();
    assert!(made.text().contains("Our wall costs two"));
    reports.accept(made.report.id, &Choice::All).unwrap();
    assert!(made.text().contains("## Money\n\nOur wall costs three million."), "{}", made.text());
    assert_eq!(made.waiting(), []);
    reports.accept(made.report.id, &Choice::Ids(vec![first[0].id])).unwrap_err();
}

#[test]
fn what_was_edited_meanwhile_is_stale_and_applies_again_when_that_is_undone() {
    let made = made();
    let reports = made.at.library.reports();
    made.suggest(&[Operation::set_body(made.id(0), "\nThe wall costs three million.\n\n")]);
    let edit = Operation::set_body(made.id(0), "\nThe wall costs nothing.\n\n");
    let edited = reports.apply(made.report.id, &edit).unwrap();
    assert_eq!(made.waiting(), [("edit", Standing::Stale)]);
    reports.accept(made.report.id, &Choice::All).unwrap_err();
    assert_eq!(reports.show(made.report.id).unwrap().report, edited.report);
    made.undo();
    assert_eq!(made.waiting(), [("edit", Standing::Pending)]);
    reports.reject(made.report.id, &Choice::All).unwrap();
    assert_eq!((made.waiting(), made.text().as_str()), (vec![], TEXT));
}

#[test]
fn a_suggestion_is_worded_otherwise_before_it_is_accepted() {
    let made = made();
    let reports = made.at.library.reports();
    let edit = made.suggest(&[Operation::set_body(made.id(0), "\nThe wall costs three million.\n\n")]).remove(0);
    reports.reword(made.report.id, edit.id, "It is so [F-9].").unwrap_err();
    reports.reword(made.report.id, edit.id, "\nThe wall costs four million.\n\n").unwrap();
    reports.accept(made.report.id, &Choice::Ids(vec![edit.id])).unwrap();
    assert_eq!(reports.show(made.report.id).unwrap().report.sections[0].body_md, "\nThe wall costs four million.\n\n");
}

#[test]
fn what_does_not_exist_is_never_cited_and_the_rest_of_the_turn_stands() {
    let made = made();
    let suggesting = made
        .at
        .library
        .reports()
        .suggest(
            made.report.id,
            "DOCX",
            &[
                Operation::set_body(made.id(0), "It is so [F-9]."),
                Operation::Delete { id: Uuid::nil() },
                Operation::rename(made.id(1), "Dangers"),
            ],
        )
        .unwrap();
    assert_eq!((suggesting.suggestions.len(), suggesting.refused.len()), (1, 2));
    assert!(suggesting.refused[0].contains("F-9"), "{:?}", suggesting.refused);
}

#[test]
fn suggestions_and_the_setting_go_out_and_come_in() {
    let made = made();
    let reports = made.at.library.reports();
    made.suggest(&[Operation::set_body(made.id(0), "\nThe wall costs three million.\n\n")]);
    reports.set_apply_at_once(made.report.id, true).unwrap();
    let other = empty();
    let imported = other.import(&export(&made.at.library, &[made.discovery])).unwrap()[0].id;
    let report = other.library.reports().list(imported).unwrap().remove(0);
    assert!(other.library.reports().show(report.id).unwrap().apply_at_once);
    other.library.reports().accept(report.id, &Choice::All).unwrap();
    let text = markdown::write(&other.library.reports().show(report.id).unwrap().report);
    assert!(text.contains("three million"), "{text}");
}

#[test]
fn the_title_and_the_opening_are_suggested_and_taken_back_too() {
    let made = made();
    let reports = made.at.library.reports();
    let now = reports.show(made.report.id).unwrap().report;
    let arguments = r#"{"section":"report","title":"High water","body_md":"It rises."}"#;
    let mut reading = ToolContext { report: &now, new_id: &mut Uuid::nil, exists: &|_| true };
    let Ok(ReportCall::Change(operation)) = read_call("update_section", arguments, &mut reading) else {
        panic!("a report has a title and an opening");
    };
    let suggested = made.suggest(&[operation]);
    let summaries: Vec<_> = suggested.iter().map(|one| (one.kind, one.title.as_str(), one.after.as_str())).collect();
    assert_eq!(summaries, [("rename", "Flood", "High water"), ("edit", "Flood", "It rises.")]);
    assert_eq!(reports.show(made.report.id).unwrap().title, "Flood", "nothing is changed yet");
    reports.accept(made.report.id, &Choice::All).unwrap();
    assert_eq!(reports.show(made.report.id).unwrap().title, "High water");
    let text = TEXT.replacen("# Flood\n\n", "# High water\n\nIt rises.\n\n", 1);
    assert_eq!(made.text(), text);
    made.undo();
    assert_eq!(made.text(), TEXT);
    assert_eq!(reports.show(made.report.id).unwrap().title, "Flood");
}

#[test]
fn the_images_of_a_report_go_out_and_come_in() {
    let made = made();
    let reports = made.at.library.reports();
    let pixel = include_bytes!("../fixtures/pixel.png");
    let named = reports.keep_image(made.report.id, "plan.png", pixel).unwrap();
    let name = named.trim_start_matches("[IMAGE:").trim_end_matches(']').to_owned();
    let without = export(&made.at.library, &[made.discovery]);
    assert!(!without.contains("\"images\""), "nothing names it yet");
    reports.edit(made.report.id, &Operation::set_body(made.id(0), format!("\n{named}\n\n"))).unwrap();
    let file = export(&made.at.library, &[made.discovery]);
    let other = empty();
    let imported = other.import(&file).unwrap()[0].id;
    assert_eq!(other.library.reports().image(&name).unwrap(), pixel);
    assert_eq!(export(&other.library, &[imported]), file, "what came in goes out the same");
    let forged = file.replacen("\"bytes\":\"iVBOR", "\"bytes\":\"iVBOS", 1);
    let third = empty();
    assert!(third.import(&forged).is_err(), "it is not the one that was hashed");
    assert_eq!(third.library.reports().image(&name), None);
}

/// A call of a tool, valid or not, on a section by its number.
fn call() -> impl Strategy<Value = (&'static str, String)> {
    let section = || (0..5_u8).prop_map(|number| if number == 4 { "1.1".to_owned() } else { number.to_string() });
    let title = || "[a-c]{1,3}";
    prop_oneof![
        2 => (section(), "[a-c]{0,3}\n?").prop_map(|(of, to)| ("rename_section", json!({ "section": of, "title": to }))),
        4 => (section(), "[a-c \n]{0,9}")
            .prop_map(|(of, to)| ("set_section_body", json!({ "section": of, "body_md": to }))),
        2 => (section(), section()).prop_map(|(of, to)| ("move_section", json!({ "section": of, "before": to }))),
        2 => (section(), section()).prop_map(|(of, to)| ("move_section", json!({ "section": of, "parent": to }))),
        1 => section().prop_map(|of| ("delete_section", json!({ "section": of }))),
        2 => (title(), section())
            .prop_map(|(title, to)| ("insert_section_after", json!({ "title": title, "after": to }))),
        1 => title().prop_map(|title| ("add_section", json!({ "title": title }))),
        2 => ("[a-c]", "[d-f]").prop_map(|(find, to)| ("replace_text", json!({ "find": find, "replace": to }))),
        1 => section().prop_map(|of| ("update_section", json!({ "section": of }))),
    ]
    .prop_map(|(tool, arguments)| (tool, arguments.to_string()))
}

/// A thousand calls; every other is suggested and then accepted or rejected.
#[test]
fn a_thousand_random_edits_undone_to_the_start_give_the_same_bytes() {
    let mut runner = TestRunner::deterministic();
    let made = made();
    let reports = made.at.library.reports();
    let mut done = 0;
    for number in 0..1_000 {
        let (tool, arguments) = call().new_tree(&mut runner).unwrap().current();
        let before = reports.show(made.report.id).unwrap().report;
        if number % 2 == 0 {
            let Ok(_) = reports.call(made.report.id, tool, &arguments) else { continue };
            let after = reports.show(made.report.id).unwrap();
            done += usize::from(after.report != before);
            continue;
        }
        let mut next = || Uuid::from_u128(1_000 + number);
        let mut reading = ToolContext { report: &before, new_id: &mut next, exists: &|_| false };
        let Ok(ReportCall::Change(operation)) = read_call(tool, &arguments, &mut reading) else { continue };
        let suggesting = reports.suggest(made.report.id, "test-model", &[operation]).unwrap();
        if suggesting.suggestions.is_empty() {
            continue;
        }
        let decided = if number % 4 == 1 {
            reports.accept(made.report.id, &Choice::All)
        } else {
            reports.reject(made.report.id, &Choice::All)
        };
        decided.unwrap();
        done += 2;
    }
    assert!(done > 500, "only {done} edits did something");
    for _ in 0..done {
        made.undo();
    }
    assert_eq!((made.text().as_str(), made.waiting()), (TEXT, vec![]));
}
