//! Variants stored beside texts that say the same: not asked about again while both have their words, in no way and no
//! place.

use crate::{answers, library};
use answers::{BundleFixture, about, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::discovery::{Derivation, NewEntity};
use factly_engine::duplicates::{Duplicate, DuplicatePolicy};
use factly_engine::error::Code;
use factly_engine::facts::NewStatement;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::json;

const GREW: &str = "Revenue grew by 15 % in Q3.";
const ROSE: &str = "In Q3 revenue rose by 15 percent.";

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

fn labels(texts: &[&str]) -> Vec<EntityLabel> {
    texts.iter().map(|text| label(text)).collect()
}

fn found(duplicates: &[Duplicate]) -> Vec<EntityLabel> {
    duplicates.iter().map(|duplicate| duplicate.label).collect()
}

impl BundleFixture {
    fn insight(&self, text: &str, anyway: DuplicatePolicy) -> Vec<EntityLabel> {
        let entity = NewEntity::by_hand(EntityKind::Insight, text);
        found(&self.at.library.pipeline().add_entity(self.discovery, &entity, anyway).unwrap().duplicates)
    }

    fn groups(&self, kind: EntityKind) -> Vec<Vec<EntityLabel>> {
        let groups = self.at.library.duplicates().duplicate_groups(self.discovery, kind).unwrap();
        groups.into_iter().map(|group| group.labels).collect()
    }

    fn edit(&self, of: &str, text: &str) {
        self.at.library.pipeline().edit_entity(self.discovery, label(of), text, None).unwrap();
    }

    fn undo(&self) -> String {
        self.at.library.undo().undo(Some(self.discovery)).unwrap().done.unwrap().to_string()
    }

    fn export(&self) -> String {
        let mut out = Vec::new();
        self.at.library.transfer().export(&[self.discovery], &mut out, &NoProgress).unwrap();
        String::from_utf8(out).unwrap()
    }
}

#[test]
fn what_was_added_as_a_variant_is_in_no_group_until_its_words_change() {
    let fixture = about("The wall is high.");
    fixture.insight(GREW, DuplicatePolicy::Hold);
    assert_eq!(fixture.insight(ROSE, DuplicatePolicy::Hold), labels(&["N-1"]), "it is asked about once");
    fixture.insight(ROSE, DuplicatePolicy::Allow);
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new());

    let third = "Revenue rose by 15 % in Q3, we are told.";
    fixture.edit("N-2", third);
    assert_eq!(fixture.groups(EntityKind::Insight), [labels(&["N-1", "N-2"])], "other words are another question");
    fixture.at.library.pipeline().restore_entity_version(fixture.discovery, label("N-2"), 1).unwrap();
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new(), "the words are those of the answer again");

    fixture.insight(third, DuplicatePolicy::Allow);
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new(), "beside both");
    fixture.insight("Something else entirely.", DuplicatePolicy::Hold);
    fixture.edit("N-4", "In the third quarter revenue rose by 15 percent.");
    assert_eq!(
        fixture.groups(EntityKind::Insight),
        [labels(&["N-1", "N-2", "N-3", "N-4"])],
        "of the new one nothing is said"
    );
}

#[test]
fn undo_takes_the_answer_back_with_what_it_was_given_for() {
    let fixture = about("The wall is high.");
    fixture.insight(GREW, DuplicatePolicy::Hold);
    fixture.insight("Something else entirely.", DuplicatePolicy::Hold);
    fixture.edit("N-2", ROSE);
    let library = &fixture.at.library;
    library.duplicates().keep_variants(fixture.discovery, &labels(&["N-2", "N-1"])).unwrap();
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    assert_eq!(fixture.undo(), "Keep N-1 and N-2 as variants");
    assert_eq!(fixture.groups(EntityKind::Insight), [labels(&["N-1", "N-2"])]);
    library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    library.duplicates().keep_variants(fixture.discovery, &labels(&["N-1", "N-2"])).unwrap();
    assert_eq!(fixture.undo(), "Keep N-1 and N-2 as variants", "what is said already is no step");
    assert_eq!(fixture.undo(), "Edit N-2");
}

#[test]
fn only_several_of_one_column_are_variants() {
    let fixture = about("The wall is high.");
    fixture.insight(GREW, DuplicatePolicy::Hold);
    let keep =
        |of: &[&str]| fixture.at.library.duplicates().keep_variants(fixture.discovery, &labels(of)).unwrap_err().code;
    assert_eq!(keep(&["N-1", "N-1"]), Code::Invalid);
    assert_eq!(keep(&["N-1", "I-1"]), Code::Refused);
    assert_eq!(keep(&["N-1", "N-9"]), Code::NotFound);
    let many: Vec<String> = (1..=201).map(|no| format!("N-{no}")).collect();
    assert_eq!(keep(&many.iter().map(String::as_str).collect::<Vec<_>>()), Code::Refused);
}

#[test]
fn as_many_as_anybody_looks_through_are_kept_at_once() {
    let fixture = about("The wall is high.");
    let all: Vec<EntityLabel> = (1..=200).map(|no| EntityLabel::new(EntityKind::Insight, no)).collect();
    for _ in &all {
        fixture.insight("Something else entirely.", DuplicatePolicy::Hold);
        fixture.edit(
            &format!(
                "N-{}",
                fixture.at.library.pipeline().entities(fixture.discovery, Some(EntityKind::Insight)).unwrap().len()
            ),
            GREW,
        );
    }
    assert_eq!(fixture.groups(EntityKind::Insight), std::slice::from_ref(&all));
    fixture.at.library.duplicates().keep_variants(fixture.discovery, &all).unwrap();
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    assert_eq!(fixture.undo(), "Keep 200 as variants");
}

#[test]
fn a_text_that_an_input_has_is_asked_about_and_kept_beside_it() {
    let fixture = about("The wall is high.");
    let library = &fixture.at.library;
    let paste = |text: &str, anyway| {
        library
            .inputs()
            .add_input_checked(fixture.discovery, library::pasted(text), Parsing::Now, anyway, &NoProgress)
            .unwrap()
    };
    let held = paste("The wall\r\nis high.", DuplicatePolicy::Hold);
    assert_eq!((held.added.len(), held.held_back.len()), (1, 0), "a line end is another text");
    assert_eq!(fixture.undo(), "Add I-2");
    let held = paste("The wall is high.", DuplicatePolicy::Hold);
    assert_eq!((held.added.len(), held.held_back[0].like[0].input.label.as_str()), (0, "I-1"));
    assert_eq!(library.inputs().list(fixture.discovery).unwrap().len(), 1, "nothing is added before it is asked");

    assert_eq!(paste("The wall is high.", DuplicatePolicy::Allow).added[0].label, "I-3");
    assert_eq!(fixture.groups(EntityKind::Input), Vec::<Vec<_>>::new());
    let entity = NewEntity::by_hand(EntityKind::Input, "The wall is high.");
    library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    assert_eq!(fixture.groups(EntityKind::Input), Vec::<Vec<_>>::new(), "beside both");

    assert_eq!(fixture.undo(), "Add I-4");
    fixture.at.add(fixture.discovery, "The gate is wide.", Parsing::Later);
    fixture.edit("I-5", "The wall is high.");
    assert_eq!(fixture.groups(EntityKind::Input), [labels(&["I-1", "I-3", "I-5"])], "the answer went with its step");
}

#[test]
fn of_many_files_those_whose_text_is_here_are_told_together() {
    let fixture = about("The wall is high.");
    let library = &fixture.at.library;
    let file = |name: &str, text: &str| {
        let path = fixture.at.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let paths = [
        file("a.txt", "The wall is high."),
        file("b.txt", "The gate is wide."),
        file("c.txt", "The gate is wide."),
        file("d.txt", "The roof is flat."),
    ];
    let add = |paths: &[std::path::PathBuf], anyway| {
        library
            .inputs()
            .add_files_checked(fixture.discovery, paths, None, (Parsing::Later, anyway), &NoProgress)
            .unwrap()
    };
    let report = add(&paths, DuplicatePolicy::Hold);
    let titles: Vec<&str> = report.added.iter().map(|input| input.title.as_str()).collect();
    assert_eq!(titles, ["b", "d"]);
    let held: Vec<_> = report.held_back.iter().map(|held| (held.place, held.like[0].input.label.as_str())).collect();
    assert_eq!(held, [(0, "I-1"), (2, "I-2")], "by their places, with what has their text");
    let again: Vec<_> = report.held_back.iter().map(|held| paths[held.place].clone()).collect();
    assert_eq!(add(&again, DuplicatePolicy::Allow).added.len(), 2);
    assert_eq!(fixture.groups(EntityKind::Input), Vec::<Vec<_>>::new());
}

#[test]
fn a_fact_accepted_as_a_variant_is_not_held_back_again() {
    let fixture = about(&format!("{GREW} {ROSE}"));
    fixture.submit(json!([op("note", GREW, GREW, 0.9), op("note", ROSE, ROSE, 0.4)]));
    let library = &fixture.at.library;
    let ids: Vec<_> = fixture.facts().iter().map(|fact| fact.id).collect();
    let held = |report: factly_engine::facts::AcceptReport| report.held_back.len();
    assert_eq!(held(library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap()), 1);
    library.facts().accept_checked(&ids[1..], DuplicatePolicy::Allow).unwrap();
    assert_eq!(fixture.groups(EntityKind::Fact), Vec::<Vec<_>>::new());
    library.facts().reject(&ids[1..]).unwrap();
    let again = library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap();
    assert_eq!((again.accepted.len(), again.held_back.len()), (1, 0), "it was decided of these two");

    fixture.undo();
    fixture.undo();
    assert_eq!(fixture.undo(), "Accept F-2");
    assert_eq!(
        held(library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap()),
        1,
        "the answer went with its step"
    );
}

#[test]
fn a_statement_said_anyway_is_kept_beside_what_says_it() {
    let fixture = about("The wall is high.");
    let say = |text: &str, anyway| {
        let statement = NewStatement { text: Some(text.to_owned()), ..NewStatement::default() };
        fixture.at.library.facts().add_fact_without_evidence(fixture.discovery, &statement, anyway).unwrap()
    };
    say(GREW, DuplicatePolicy::Hold);
    assert_eq!(found(&say(ROSE, DuplicatePolicy::Hold).duplicates), labels(&["F-1"]));
    say(ROSE, DuplicatePolicy::Allow);
    assert_eq!(fixture.groups(EntityKind::Fact), Vec::<Vec<_>>::new());
}

#[test]
fn beside_a_suggestion_stands_only_what_was_not_answered() {
    let fixture = about("The wall is high.");
    let library = &fixture.at.library;
    library
        .pipeline()
        .add_entity(
            fixture.discovery,
            &NewEntity::by_hand(EntityKind::Fact, "The wall is high."),
            DuplicatePolicy::Hold,
        )
        .unwrap();
    fixture.insight(GREW, DuplicatePolicy::Hold);
    let derivation = Derivation { to: EntityKind::Insight, from: labels(&["F-1"]), output_type: None };
    let answer = json!([{ "text": ROSE, "from": ["F-1"] }]).to_string();
    let derived = library.pipeline().derivation_submit(fixture.discovery, &derivation, &answer, "pasted").unwrap();
    let suggestion = derived.suggestions[0].id;
    assert_eq!(found(&derived.suggestions[0].duplicates), labels(&["N-1"]));
    library.pipeline().accept_suggestion(fixture.discovery, suggestion, None, DuplicatePolicy::Allow).unwrap();
    assert_eq!(fixture.groups(EntityKind::Insight), Vec::<Vec<_>>::new());

    let again = library.pipeline().derivation_submit(fixture.discovery, &derivation, &answer, "pasted").unwrap();
    let known: Vec<_> = again.suggestions.iter().flat_map(|one| found(&one.duplicates)).collect();
    assert_eq!(known, labels(&["N-2"]), "the same words again are N-2's, of which N-1 is known to be another");
}

#[test]
fn an_answer_goes_out_with_the_file_and_comes_in_again() {
    let fixture = about("The wall is high.");
    fixture.insight(GREW, DuplicatePolicy::Hold);
    fixture.insight(ROSE, DuplicatePolicy::Allow);
    fixture.insight("Revenue rose by 15 % in Q3.", DuplicatePolicy::Allow);
    let file = fixture.export();
    assert_eq!(file.matches("one_sha256").count(), 3, "{file}");
    let other = library::empty();
    let path = other.folder.path().join("file.json");
    let import = |json: &str, how| {
        std::fs::write(&path, json).unwrap();
        other.library.transfer().import_apply(&path, how, &Repairs::default(), &NoProgress)
    };
    let discovery = import(&file, ImportMode::Add).unwrap()[0].id;
    assert_eq!(other.library.duplicates().duplicate_groups(discovery, EntityKind::Insight).unwrap(), []);
    let exported = || {
        let mut out = Vec::new();
        other.library.transfer().export(&[discovery], &mut out, &NoProgress).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(exported(), file, "to the byte");
    import(&file, ImportMode::Merge).unwrap();
    assert_eq!(exported(), file, "and nothing of it twice");

    fixture.at.library.pipeline().delete_entities(fixture.discovery, &labels(&["N-3"])).unwrap();
    assert_eq!(fixture.export().matches("one_sha256").count(), 1, "of what is gone nothing is said");
    let strange = [
        ("\"one\":\"N-1\"", "\"one\":\"N-8\"", "an entity that is not there"),
        ("\"one\":\"N-1\"", "\"one\":\"F-1\"", "two columns"),
        ("\"one_sha256\":\"", "\"one_sha256\":\"x", "no hash"),
    ];
    for (from, to, what) in strange {
        let spoilt = file.replacen(from, to, 1);
        assert_ne!(spoilt, file, "{what}");
        assert!(import(&spoilt, ImportMode::Copy).is_err(), "{what}");
    }
}
