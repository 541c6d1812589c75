//! Reports: made, changed, undone, versioned, and stale when what they cite changed.

use crate::soak::sized;
use factly_core::discovery::{EntityLabel, Kind};
use factly_core::report::{Operation, Report, markdown};
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::Anyway;
use factly_engine::report::{Beginning, ReportView, Stale};
use proptest::prelude::*;
use uuid::Uuid;

use crate::library::{Fixture, empty};

const TEXT: &str = "# Flood risk\n\nAn opening.\n\n## Costs\n\nThe wall costs €2 m.\n\n### Culvert\n\n* kept as it is\n\n## Risks\n\nNone.\n";

struct Made {
    at: Fixture,
    discovery: Uuid,
}

fn made() -> Made {
    let at = empty();
    let discovery = at.discovery("Flood");
    Made { at, discovery }
}

impl Made {
    fn report(&self) -> ReportView {
        self.at.library.reports().create(self.discovery, None, Beginning::Markdown(TEXT)).unwrap()
    }

    fn add(&self, kind: Kind, text: &str, from: &[EntityLabel]) -> EntityLabel {
        let entity = NewEntity { from: from.to_vec(), ..NewEntity::by_hand(kind, text) };
        let added = self.at.library.pipeline().add_entity(self.discovery, &entity, Anyway::Yes).unwrap();
        added.added.unwrap()
    }

    fn markdown(&self, report: &ReportView) -> String {
        self.at.library.reports().markdown(report.id).unwrap()
    }

    fn undo(&self) -> String {
        self.at.library.undo().undo(Some(self.discovery)).unwrap().done.unwrap()
    }
}

fn outline(view: &ReportView) -> Vec<String> {
    view.report.outline().iter().map(|line| format!("{} {}", line.number, line.section.title)).collect()
}

#[test]
fn a_text_becomes_a_report_that_comes_back_to_the_byte() {
    let made = made();
    let report = made.report();
    assert_eq!((report.title.as_str(), report.label.to_string().as_str()), ("Flood risk", "O-1"));
    assert_eq!(outline(&report), ["1 Costs", "1.1 Culvert", "2 Risks"]);
    assert_eq!(made.markdown(&report), TEXT);
    let listed = made.at.library.reports().list(made.discovery).unwrap();
    assert_eq!((listed.len(), listed[0].sections, listed[0].stale), (1, 3, 0));
}

#[test]
fn each_change_is_a_step_that_undo_takes_back() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let moved = reports.call(report.id, "move_section", r#"{"section":"2","before":"1"}"#).unwrap();
    assert_eq!(outline(&moved), ["1 Risks", "2 Costs", "2.1 Culvert"]);
    let deleted = reports.call(report.id, "delete_section", r#"{"section":"Costs"}"#).unwrap();
    assert_eq!(outline(&deleted), ["1 Risks"]);
    assert_eq!(made.undo(), "Edit O-1");
    assert_eq!(reports.show(report.id).unwrap().report, moved.report);
    made.undo();
    assert_eq!(made.markdown(&report), TEXT);
    made.undo();
    assert!(reports.list(made.discovery).unwrap().is_empty(), "the report itself was undone");
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    for (tool, arguments) in [
        ("set_section_body", r#"{"section":"1","body_md":"It is so [F-9]."}"#),
        ("delete_section", r#"{"section":"7"}"#),
        ("move_section", r#"{"section":"1","parent":"1.1"}"#),
    ] {
        reports.call(report.id, tool, arguments).unwrap_err();
    }
    assert_eq!(made.markdown(&report), TEXT);
}

#[test]
fn a_version_is_restored_and_undo_takes_even_that_back() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let version = reports.save_version(report.id, "First draft").unwrap();
    reports.call(report.id, "delete_section", r#"{"section":"1"}"#).unwrap();
    let edited = reports.call(report.id, "add_section", r#"{"title":"New","before":"1"}"#).unwrap();
    let restored = reports.restore(report.id, version.id).unwrap();
    assert_eq!(restored.report, report.report);
    made.undo();
    assert_eq!(reports.show(report.id).unwrap().report, edited.report);
}

#[test]
fn a_draft_of_the_graph_cites_and_becomes_stale() {
    let made = made();
    let fact = made.add(Kind::Fact, "The wall costs €2 m.", &[]);
    let insight = made.add(Kind::Insight, "The wall is affordable.", &[fact]);
    made.add(Kind::Recommendation, "Build the wall.", &[insight]);
    let reports = made.at.library.reports();
    let report = reports.create(made.discovery, Some("Decision"), Beginning::Graph).unwrap();
    assert_eq!(outline(&report), ["1 Build the wall"]);
    assert_eq!(report.stale, []);
    made.at.library.pipeline().edit_entity(made.discovery, fact, "The wall costs €3 m.", None).unwrap();
    let stale = reports.show(report.id).unwrap().stale;
    let of_fact: Vec<Stale> = stale.iter().filter(|stale| stale.label == fact).map(|stale| stale.why).collect();
    assert_eq!(of_fact, [Stale::Superseded]);
    made.at.library.pipeline().delete_entities(made.discovery, &[fact]).unwrap();
    let stale = reports.show(report.id).unwrap().stale;
    assert!(stale.iter().any(|stale| stale.label == fact && stale.why == Stale::Gone), "{stale:?}");
}

#[test]
fn an_output_with_plain_text_becomes_a_report_once() {
    let made = made();
    let output = made.add(Kind::Output, "A brief for the council.", &[]);
    let reports = made.at.library.reports();
    let report = reports.of_output(made.discovery, output).unwrap();
    assert_eq!(outline(&report), ["1 A brief for the council."]);
    assert_eq!(reports.of_output(made.discovery, output).unwrap().id, report.id);
    let insight = made.add(Kind::Insight, "No Output.", &[]);
    reports.of_output(made.discovery, insight).unwrap_err();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(6, 24), ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_the_rows_are_the_tree_and_undone_the_text_is_as_it_was(
        edits in prop::collection::vec((0..6_usize, 0..6_usize, 0..4_usize, 0..4_usize), 1..14),
    ) {
        let made = made();
        let report = made.report();
        let reports = made.at.library.reports();
        let mut expected = report.report.clone();
        let mut done = 0;
        for (at, other, index, what) in edits {
            let ids: Vec<Uuid> = expected.outline().iter().map(|line| line.section.id).collect();
            let (Some(id), under) = (ids.get(at % ids.len().max(1)).copied(), ids.get(other).copied()) else { break };
            let operation = match what {
                0 => Operation::Move { id, parent: under, index },
                1 => Operation::rename(id, format!("Title {other}")),
                2 => Operation::set_body(id, format!("Body {index}\n")),
                _ => Operation::Delete { id },
            };
            let before = expected.clone();
            if expected.apply(&operation).is_ok() {
                prop_assert_eq!(&reports.apply(report.id, &operation).unwrap().report, &expected);
                done += usize::from(before != expected);
            } else {
                prop_assert!(reports.apply(report.id, &operation).is_err());
            }
        }
        for _ in 0..done {
            made.undo();
        }
        let start: Report = reports.show(report.id).unwrap().report;
        prop_assert_eq!(markdown::write(&start), TEXT);
    }
}

#[test]
fn a_sentence_leads_to_what_it_cites_and_to_what_that_rests_on() {
    let made = made();
    let fact = made.add(Kind::Fact, "The wall costs €2 m.", &[]);
    let insight = made.add(Kind::Insight, "The wall is affordable.", &[fact]);
    let reports = made.at.library.reports();
    let text = format!("# Flood\n\n## Costs\n\nIt costs €2 m [{insight}]. It costs €3 m [{fact}]. Nobody asked.\n");
    let report = reports.create(made.discovery, None, Beginning::Markdown(&text)).unwrap();
    let support = reports.support(report.id, report.report.sections[0].id).unwrap();
    let sentences: Vec<_> = support
        .sentences
        .iter()
        .map(|one| (one.cites.clone(), one.missing.iter().map(|missing| missing.text.as_str()).collect::<Vec<_>>()))
        .collect();
    assert_eq!(sentences, [(vec![insight], vec![]), (vec![fact], vec!["€3 m"]), (vec![], vec![])]);
    assert_eq!(support.cited[0].text.as_deref(), Some("The wall is affordable."));
    made.at.library.pipeline().delete_entities(made.discovery, &[fact]).unwrap();
    let support = reports.support(report.id, report.report.sections[0].id).unwrap();
    assert_eq!((support.cited[1].text.clone(), support.cited[1].stale), (None, Some(Stale::Gone)));
}

#[test]
fn versions_are_compared_with_each_other_and_with_what_is_there() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let first = reports.save_version(report.id, "First").unwrap();
    let costs = report.report.sections[0].id;
    reports.apply(report.id, &Operation::rename(costs, "Prices")).unwrap();
    let second = reports.save_version(report.id, "Second").unwrap();
    let old_titles = |old, new| -> Vec<Option<String>> {
        reports.compare(report.id, old, new).unwrap().into_iter().map(|one| one.old_title).collect()
    };
    assert_eq!(old_titles(Some(first.id), None), [Some("Costs".to_owned())]);
    assert_eq!(old_titles(Some(second.id), Some(first.id)), [Some("Prices".to_owned())]);
    assert_eq!(old_titles(Some(second.id), None), []);
}
