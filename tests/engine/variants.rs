//! Variants stored beside texts that say the same: not asked about again while both have their words, in no way and no
//! place.

use crate::{answers, library};
use answers::{Asked, about, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::bundle::Parsing;
use factly_engine::discovery::{Derivation, NewEntity};
use factly_engine::duplicates::{Anyway, Duplicate};
use factly_engine::error::Code;
use factly_engine::ledger::Statement;
use factly_engine::task::Unwatched;
use factly_engine::transfer::{How, Repairs};
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

impl Asked {
    fn insight(&self, text: &str, anyway: Anyway) -> Vec<EntityLabel> {
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
        self.at.library.transfer().export(&[self.discovery], &mut out, &Unwatched).unwrap();
        String::from_utf8(out).unwrap()
    }
}

#[test]
fn what_was_added_as_a_variant_is_in_no_group_until_its_words_change() {
    let asked = about("The wall is high.");
    asked.insight(GREW, Anyway::No);
    assert_eq!(asked.insight(ROSE, Anyway::No), labels(&["N-1"]), "it is asked about once");
    asked.insight(ROSE, Anyway::Yes);
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new());

    let third = "Revenue rose by 15 % in Q3, we are told.";
    asked.edit("N-2", third);
    assert_eq!(asked.groups(EntityKind::Insight), [labels(&["N-1", "N-2"])], "other words are another question");
    asked.at.library.pipeline().restore_entity_version(asked.discovery, label("N-2"), 1).unwrap();
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new(), "the words are those of the answer again");

    asked.insight(third, Anyway::Yes);
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new(), "beside both");
    asked.insight("Something else entirely.", Anyway::No);
    asked.edit("N-4", "In the third quarter revenue rose by 15 percent.");
    assert_eq!(
        asked.groups(EntityKind::Insight),
        [labels(&["N-1", "N-2", "N-3", "N-4"])],
        "of the new one nothing is said"
    );
}

#[test]
fn undo_takes_the_answer_back_with_what_it_was_given_for() {
    let asked = about("The wall is high.");
    asked.insight(GREW, Anyway::No);
    asked.insight("Something else entirely.", Anyway::No);
    asked.edit("N-2", ROSE);
    let library = &asked.at.library;
    library.duplicates().keep_variants(asked.discovery, &labels(&["N-2", "N-1"])).unwrap();
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    assert_eq!(asked.undo(), "Keep N-1 and N-2 as variants");
    assert_eq!(asked.groups(EntityKind::Insight), [labels(&["N-1", "N-2"])]);
    library.undo().redo(Some(asked.discovery)).unwrap();
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    library.duplicates().keep_variants(asked.discovery, &labels(&["N-1", "N-2"])).unwrap();
    assert_eq!(asked.undo(), "Keep N-1 and N-2 as variants", "what is said already is no step");
    assert_eq!(asked.undo(), "Edit N-2");
}

#[test]
fn only_several_of_one_column_are_variants() {
    let asked = about("The wall is high.");
    asked.insight(GREW, Anyway::No);
    let keep =
        |of: &[&str]| asked.at.library.duplicates().keep_variants(asked.discovery, &labels(of)).unwrap_err().code;
    assert_eq!(keep(&["N-1", "N-1"]), Code::Invalid);
    assert_eq!(keep(&["N-1", "I-1"]), Code::Refused);
    assert_eq!(keep(&["N-1", "N-9"]), Code::NotFound);
    let many: Vec<String> = (1..=201).map(|no| format!("N-{no}")).collect();
    assert_eq!(keep(&many.iter().map(String::as_str).collect::<Vec<_>>()), Code::Refused);
}

#[test]
fn as_many_as_anybody_looks_through_are_kept_at_once() {
    let asked = about("The wall is high.");
    let all: Vec<EntityLabel> = (1..=200).map(|no| EntityLabel::new(EntityKind::Insight, no)).collect();
    for _ in &all {
        asked.insight("Something else entirely.", Anyway::No);
        asked.edit(
            &format!(
                "N-{}",
                asked.at.library.pipeline().entities(asked.discovery, Some(EntityKind::Insight)).unwrap().len()
            ),
            GREW,
        );
    }
    assert_eq!(asked.groups(EntityKind::Insight), std::slice::from_ref(&all));
    asked.at.library.duplicates().keep_variants(asked.discovery, &all).unwrap();
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new());
    assert_eq!(asked.undo(), "Keep 200 as variants");
}

#[test]
fn a_text_that_an_input_has_is_asked_about_and_kept_beside_it() {
    let asked = about("The wall is high.");
    let library = &asked.at.library;
    let paste = |text: &str, anyway| {
        library
            .inputs()
            .add_input_checked(asked.discovery, library::pasted(text), Parsing::Now, anyway, &Unwatched)
            .unwrap()
    };
    let held = paste("The wall\r\nis high.", Anyway::No);
    assert_eq!((held.added.len(), held.held_back.len()), (1, 0), "a line end is another text");
    assert_eq!(asked.undo(), "Add I-2");
    let held = paste("The wall is high.", Anyway::No);
    assert_eq!((held.added.len(), held.held_back[0].like[0].input.label.as_str()), (0, "I-1"));
    assert_eq!(library.inputs().list(asked.discovery).unwrap().len(), 1, "nothing is added before it is asked");

    assert_eq!(paste("The wall is high.", Anyway::Yes).added[0].label, "I-3");
    assert_eq!(asked.groups(EntityKind::Input), Vec::<Vec<_>>::new());
    let entity = NewEntity::by_hand(EntityKind::Input, "The wall is high.");
    library.pipeline().add_entity(asked.discovery, &entity, Anyway::Yes).unwrap();
    assert_eq!(asked.groups(EntityKind::Input), Vec::<Vec<_>>::new(), "beside both");

    assert_eq!(asked.undo(), "Add I-4");
    asked.at.add(asked.discovery, "The gate is wide.", Parsing::Later);
    asked.edit("I-5", "The wall is high.");
    assert_eq!(asked.groups(EntityKind::Input), [labels(&["I-1", "I-3", "I-5"])], "the answer went with its step");
}

#[test]
fn of_many_files_those_whose_text_is_here_are_told_together() {
    let asked = about("The wall is high.");
    let library = &asked.at.library;
    let file = |name: &str, text: &str| {
        let path = asked.at.folder.path().join(name);
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
        library.inputs().add_files_checked(asked.discovery, paths, None, (Parsing::Later, anyway), &Unwatched).unwrap()
    };
    let report = add(&paths, Anyway::No);
    let titles: Vec<&str> = report.added.iter().map(|input| input.title.as_str()).collect();
    assert_eq!(titles, ["b", "d"]);
    let held: Vec<_> = report.held_back.iter().map(|held| (held.place, held.like[0].input.label.as_str())).collect();
    assert_eq!(held, [(0, "I-1"), (2, "I-2")], "by their places, with what has their text");
    let again: Vec<_> = report.held_back.iter().map(|held| paths[held.place].clone()).collect();
    assert_eq!(add(&again, Anyway::Yes).added.len(), 2);
    assert_eq!(asked.groups(EntityKind::Input), Vec::<Vec<_>>::new());
}

#[test]
fn a_fact_accepted_as_a_variant_is_not_held_back_again() {
    let asked = about(&format!("{GREW} {ROSE}"));
    asked.submit(json!([op("note", GREW, GREW, 0.9), op("note", ROSE, ROSE, 0.4)]));
    let library = &asked.at.library;
    let ids: Vec<_> = asked.facts().iter().map(|fact| fact.id).collect();
    let held = |report: factly_engine::ledger::AcceptReport| report.held_back.len();
    assert_eq!(held(library.ledger().accept_checked(&ids[1..], Anyway::No).unwrap()), 1);
    library.ledger().accept_checked(&ids[1..], Anyway::Yes).unwrap();
    assert_eq!(asked.groups(EntityKind::Fact), Vec::<Vec<_>>::new());
    library.ledger().reject(&ids[1..]).unwrap();
    let again = library.ledger().accept_checked(&ids[1..], Anyway::No).unwrap();
    assert_eq!((again.accepted.len(), again.held_back.len()), (1, 0), "it was decided of these two");

    asked.undo();
    asked.undo();
    assert_eq!(asked.undo(), "Accept F-2");
    assert_eq!(
        held(library.ledger().accept_checked(&ids[1..], Anyway::No).unwrap()),
        1,
        "the answer went with its step"
    );
}

#[test]
fn a_statement_said_anyway_is_kept_beside_what_says_it() {
    let asked = about("The wall is high.");
    let say = |text: &str, anyway| {
        let said = Statement { text: Some(text.to_owned()), ..Statement::default() };
        asked.at.library.ledger().add_fact_without_evidence(asked.discovery, &said, anyway).unwrap()
    };
    say(GREW, Anyway::No);
    assert_eq!(found(&say(ROSE, Anyway::No).duplicates), labels(&["F-1"]));
    say(ROSE, Anyway::Yes);
    assert_eq!(asked.groups(EntityKind::Fact), Vec::<Vec<_>>::new());
}

#[test]
fn beside_a_suggestion_stands_only_what_was_not_answered() {
    let asked = about("The wall is high.");
    let library = &asked.at.library;
    library
        .pipeline()
        .add_entity(asked.discovery, &NewEntity::by_hand(EntityKind::Fact, "The wall is high."), Anyway::No)
        .unwrap();
    asked.insight(GREW, Anyway::No);
    let derivation = Derivation { to: EntityKind::Insight, from: labels(&["F-1"]), output_type: None };
    let answer = json!([{ "text": ROSE, "from": ["F-1"] }]).to_string();
    let derived = library.pipeline().derivation_submit(asked.discovery, &derivation, &answer, "pasted").unwrap();
    let suggestion = derived.suggestions[0].id;
    assert_eq!(found(&derived.suggestions[0].duplicates), labels(&["N-1"]));
    library.pipeline().accept_suggestion(asked.discovery, suggestion, None, Anyway::Yes).unwrap();
    assert_eq!(asked.groups(EntityKind::Insight), Vec::<Vec<_>>::new());

    let again = library.pipeline().derivation_submit(asked.discovery, &derivation, &answer, "pasted").unwrap();
    let known: Vec<_> = again.suggestions.iter().flat_map(|one| found(&one.duplicates)).collect();
    assert_eq!(known, labels(&["N-2"]), "the same words again are N-2's, of which N-1 is known to be another");
}

#[test]
fn an_answer_goes_out_with_the_file_and_comes_in_again() {
    let asked = about("The wall is high.");
    asked.insight(GREW, Anyway::No);
    asked.insight(ROSE, Anyway::Yes);
    asked.insight("Revenue rose by 15 % in Q3.", Anyway::Yes);
    let file = asked.export();
    assert_eq!(file.matches("one_sha256").count(), 3, "{file}");
    let other = library::empty();
    let path = other.folder.path().join("file.json");
    let import = |json: &str, how| {
        std::fs::write(&path, json).unwrap();
        other.library.transfer().import_apply(&path, how, &Repairs::default(), &Unwatched)
    };
    let discovery = import(&file, How::Add).unwrap()[0].id;
    assert_eq!(other.library.duplicates().duplicate_groups(discovery, EntityKind::Insight).unwrap(), []);
    let exported = || {
        let mut out = Vec::new();
        other.library.transfer().export(&[discovery], &mut out, &Unwatched).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(exported(), file, "to the byte");
    import(&file, How::Merge).unwrap();
    assert_eq!(exported(), file, "and nothing of it twice");

    asked.at.library.pipeline().delete_entities(asked.discovery, &labels(&["N-3"])).unwrap();
    assert_eq!(asked.export().matches("one_sha256").count(), 1, "of what is gone nothing is said");
    let strange = [
        ("\"one\":\"N-1\"", "\"one\":\"N-8\"", "an entity that is not there"),
        ("\"one\":\"N-1\"", "\"one\":\"F-1\"", "two columns"),
        ("\"one_sha256\":\"", "\"one_sha256\":\"x", "no hash"),
    ];
    for (from, to, what) in strange {
        let spoilt = file.replacen(from, to, 1);
        assert_ne!(spoilt, file, "{what}");
        assert!(import(&spoilt, How::Copy).is_err(), "{what}");
    }
}
