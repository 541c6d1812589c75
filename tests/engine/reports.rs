//! Reports: made, changed, undone, versioned, and stale when what they cite changed.

use crate::soak::sized;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::reports::{Operation, Report, markdown};
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::extraction::Force;
use factly_engine::facts::FactEdit;
use factly_engine::reports::{Beginning, BodyPlace, DocxOptions, ReportFile, ReportFormat, ReportView, Reports, Stale};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use uuid::Uuid;

use crate::answers::{BundleFixture, about, bundle_of, op};
use crate::library::{Fixture, empty};

const TEXT: &str = "# Flood risk\n\nAn opening.\n\n## Costs\n\nThe wall costs €2 m.\n\n### Culvert\n\n* kept as it is\n\n## Risks\n\nNone.\n";

struct ReportFixture {
    at: Fixture,
    discovery: Uuid,
}

fn made() -> ReportFixture {
    let at = empty();
    let discovery = at.discovery("Flood");
    ReportFixture { at, discovery }
}

impl ReportFixture {
    fn report(&self) -> ReportView {
        self.at.library.reports().create(self.discovery, None, Beginning::Markdown(TEXT)).unwrap()
    }

    fn add(&self, kind: EntityKind, text: &str, from: &[EntityLabel]) -> EntityLabel {
        let entity = NewEntity { from: from.to_vec(), ..NewEntity::by_hand(kind, text) };
        let added = self.at.library.pipeline().add_entity(self.discovery, &entity, DuplicatePolicy::Allow).unwrap();
        added.added.unwrap()
    }

    fn markdown(&self, report: &ReportView) -> String {
        self.at.library.reports().markdown(report.id).unwrap()
    }

    fn undo(&self) -> String {
        self.at.library.undo().undo(Some(self.discovery)).unwrap().done.unwrap().to_string()
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

#[rstest]
#[case::several_titles("# A\n\nx\n\n# B\n\ny\n")]
#[case::no_title_first("## A\n\nx\n")]
#[case::underlined("A\n===\n\nx\n\nB\n===\n")]
#[case::tags_first("<div align=\"center\">\n\n# A\n\n</div>\n")]
#[case::no_heading("Only words.")]
#[case::empty_lines_first("\n\n# A\nx\n")]
#[case::line_ends_of_windows("# A\r\n\r\nx\r\n\r\n## B\r\n")]
#[case::metadata_of_windows("---\r\ntitle: T\r\n---\r\n\r\n# A\r\n\r\nx\r\n\r\n# B\r\n")]
#[case::lone_returns("# A\r\rx\r")]
#[case::mixed_line_ends("# A\r\n\nx\r\n## B\n\ny\r")]
#[case::mark_of_the_encoding("\u{feff}# A\n\nx\n\n# B")]
#[case::no_line_end("# A\n\n# B")]
fn what_nobody_edited_goes_out_as_it_came(#[case] md: &str) {
    let made = made();
    let reports = made.at.library.reports();
    let report = reports.create(made.discovery, None, Beginning::Markdown(md)).unwrap();
    assert_eq!(made.markdown(&report), md);
    let file = ReportFile { name: "r.md", bytes: md.as_bytes(), folder: None };
    assert_eq!(reports.import(report.id, file).unwrap().suggestions, [], "what went out says nothing new");
    let version = reports.save_version(report.id, "First").unwrap();
    reports.apply(report.id, &Operation::set_body(Report::ITSELF, "Hello.\n")).unwrap();
    let edited = made.markdown(&report);
    assert!(edited.contains("Hello.") && edited != md, "{edited:?}");
    assert_eq!(made.markdown(&reports.restore(report.id, version.id).unwrap()), md);
}

#[test]
fn a_long_title_is_cut_in_the_list_and_nowhere_else() {
    let made = made();
    let reports = made.at.library.reports();
    let title = format!("[A crate](https://example.org/{})", "long/".repeat(60));
    let md = format!("# {title}\n\n## A\n\nx\n");
    let report = reports.create(made.discovery, None, Beginning::Markdown(&md)).unwrap();
    assert!(report.title.chars().count() == 200 && report.title.ends_with('…'), "{}", report.title);
    assert_eq!(made.markdown(&report), md);
    let file = ReportFile { name: "r.md", bytes: md.as_bytes(), folder: None };
    assert_eq!(reports.import(report.id, file).unwrap().suggestions, []);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.docx");
    reports.export(report.id, ReportFormat::Docx, DocxOptions::default(), &path).unwrap();
    let file = ReportFile { name: "r.docx", bytes: &std::fs::read(&path).unwrap(), folder: None };
    assert_eq!(reports.import(report.id, file).unwrap().suggestions, []);
    let again = reports.create(made.discovery, None, Beginning::File(file)).unwrap();
    assert_eq!(again.title, report.title, "the same title of a Word document");
    assert!(reports.create(made.discovery, Some(&title), Beginning::Empty).is_err(), "one that is given is refused");
}

#[test]
fn each_change_is_a_step_that_undo_takes_back() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    reports.call(report.id, "move_section", r#"{"section":"2","before":"1"}"#).unwrap();
    let moved = reports.show(report.id).unwrap();
    assert_eq!(outline(&moved), ["1 Risks", "2 Costs", "2.1 Culvert"]);
    reports.call(report.id, "delete_section", r#"{"section":"Costs"}"#).unwrap();
    assert_eq!(outline(&reports.show(report.id).unwrap()), ["1 Risks"]);
    assert_eq!(made.undo(), "Edit O-1");
    assert_eq!(reports.show(report.id).unwrap().report, moved.report);
    made.undo();
    assert_eq!(made.markdown(&report), TEXT);
    made.undo();
    assert!(reports.list(made.discovery).unwrap().is_empty(), "the report itself was undone");
}

#[test]
fn a_window_asks_for_the_outline_and_one_body_at_a_time() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let body = "Ein Wall [F-1], [F-1] und noch ein Wall [F-9].\n";
    let risks = report.report.sections[1].id;
    reports.edit(report.id, &Operation::set_body(risks, body)).unwrap();
    let outline = reports.outline(report.id).unwrap();
    let lines: Vec<_> =
        outline.lines.iter().map(|line| (line.number.as_str(), line.depth, line.title.as_str(), line.stale)).collect();
    assert_eq!(lines, [("1", 1, "Costs", 0), ("1.1", 2, "Culvert", 0), ("2", 1, "Risks", 1)]);
    assert_eq!((outline.summary.stale, outline.summary.sections), (1, 3));
    let first = outline.summary.first_stale.map(|(label, why)| (label.to_string(), why));
    assert_eq!(first, Some(("F-9".to_owned(), Stale::Gone)));
    let section = reports.section(report.id, risks).unwrap();
    assert_eq!(section.body_md, body);
    let cited: Vec<_> = section.citations.iter().map(|(label, why)| (label.to_string(), *why)).collect();
    assert_eq!(cited, [("F-1".to_owned(), None), ("F-9".to_owned(), Some(Stale::Gone))]);
    let places = |places: Vec<BodyPlace>| -> Vec<_> {
        places.into_iter().map(|span| (span.section, span.from, span.to, span.words)).collect()
    };
    let wall = |at: usize| (risks, at, at + 4, "Wall".to_owned());
    assert_eq!(places(reports.find(report.id, "WALL", false).unwrap()).last(), Some(&wall(35)));
    assert_eq!(places(reports.find(report.id, "Wall", true).unwrap()), [wall(4), wall(35)]);
    assert_eq!(places(reports.stale_places(report.id).unwrap()), [(risks, 40, 45, "[F-9]".to_owned())]);
    reports.section(report.id, Uuid::max()).unwrap_err();
}

#[test]
fn what_a_tool_cites_by_its_label_is_stale_once_another_version_took_its_place() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let fact = made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    reports.edit(report.id, &Operation::set_body(report.report.sections[1].id, "By hand [F-1].\n")).unwrap();
    let given = r#"{"section":"1","body_md":"It says `[F-1]`, and it is so [F-1]."}"#;
    reports.call(report.id, "set_section_body", given).unwrap();
    reports.call(report.id, "replace_text", r#"{"find":"By hand","replace":"So"}"#).unwrap();
    let text = made.markdown(&report);
    assert!(text.contains("It says `[F-1]`, and it is so [F-1](factly://fact/"), "{text}");
    assert!(text.contains("So [F-1]."), "what was typed stays: {text}");
    made.at.library.pipeline().edit_entity(made.discovery, fact, "The wall costs €3 m.", None).unwrap();
    let stale = reports.show(report.id).unwrap().stale;
    assert_eq!(stale.iter().map(|one| one.why).collect::<Vec<_>>(), [Stale::Superseded; 2]);
}

#[test]
fn what_is_typed_or_comes_by_its_label_alone_is_stale_once_another_version_took_its_place() {
    let made = made();
    let reports = made.at.library.reports();
    let fact = made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let text = "# Flood\n\nIn short [F-1].\n\n## Costs\n\nIt is so [F-1], not `[F-1]`.\n\n## Risks\n\nNone [F-9].\n";
    let report = reports.create(made.discovery, None, Beginning::Markdown(text)).unwrap();
    let [costs, risks] = [0, 1].map(|at| report.report.sections[at].id);
    let whys = || {
        let stale = reports.show(report.id).unwrap().stale;
        stale.into_iter().map(|one| (one.section, one.label.to_string(), one.why)).collect::<Vec<_>>()
    };
    let unknown = (risks, "F-9".to_owned(), Stale::Gone);
    assert_eq!(whys(), vec![unknown.clone()]);
    reports.save_version(report.id, "First").unwrap();
    made.at.library.pipeline().edit_entity(made.discovery, fact, "The wall costs €3 m.", None).unwrap();
    let superseded = |section| (section, "F-1".to_owned(), Stale::Superseded);
    assert_eq!(whys(), [superseded(Report::ITSELF), superseded(costs), unknown.clone()]);
    assert_eq!(made.markdown(&report).split_once("---\n\n").unwrap().1, text, "the text stays to the byte");

    // Other words leave it what it was; what is cited anew is cited as it is now.
    reports.edit(report.id, &Operation::set_body(costs, "\nIt is so [F-1] again.\n")).unwrap();
    assert_eq!(whys(), [superseded(Report::ITSELF), superseded(costs), unknown.clone()]);
    reports.edit(report.id, &Operation::set_body(costs, "\nNothing.\n")).unwrap();
    reports.edit(report.id, &Operation::set_body(costs, "\nIt is so [F-1].\n")).unwrap();
    reports.edit(report.id, &Operation::set_body(Report::ITSELF, "\nNothing.\n")).unwrap();
    assert_eq!(whys(), vec![unknown.clone()]);
    made.undo();
    assert_eq!(whys(), [superseded(Report::ITSELF), unknown.clone()]);
    let first = reports.versions(report.id).unwrap()[0].id;
    reports.restore(report.id, first).unwrap();
    assert_eq!(whys(), [superseded(Report::ITSELF), superseded(costs), unknown]);
}

#[test]
fn what_stands_before_the_first_section_is_read_and_written_as_a_section_is() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let preface = || reports.section(report.id, Report::ITSELF).unwrap();
    assert_eq!(preface().body_md, "\nAn opening.\n\n");
    let body = "\nThe wall costs €2 m [F-1] and €3 m [F-9].\n\n";
    reports.edit(report.id, &Operation::set_body(Report::ITSELF, body)).unwrap();
    assert_eq!(made.markdown(&report).split_once("---\n\n").unwrap().1, TEXT.replace("\nAn opening.\n\n", body));
    let cited: Vec<_> = preface().citations.iter().map(|(label, why)| (label.to_string(), *why)).collect();
    assert_eq!(cited, [("F-1".to_owned(), None), ("F-9".to_owned(), Some(Stale::Gone))]);
    let outline = reports.outline(report.id).unwrap();
    assert_eq!((outline.preface_stale, outline.summary.stale), (1, 1));
    let places = |places: Vec<BodyPlace>| places.into_iter().map(|span| (span.section, span.words)).collect::<Vec<_>>();
    assert_eq!(places(reports.stale_places(report.id).unwrap()), [(Report::ITSELF, "[F-9]".to_owned())]);
    let walls = places(reports.find(report.id, "wall", false).unwrap());
    assert_eq!(walls, [(Report::ITSELF, "wall".to_owned()), (report.report.sections[0].id, "wall".to_owned())]);
    let support = reports.support(report.id, Report::ITSELF).unwrap();
    assert_eq!(support.cited[0].text.as_deref(), Some("The wall costs €2 m."));
    reports.call(report.id, "replace_text", r#"{"find":"wall","replace":"dam"}"#).unwrap();
    assert_eq!(preface().body_md, body.replace("wall", "dam"));
    made.undo();
    made.undo();
    assert_eq!(made.markdown(&report), TEXT);
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
    let added = reports.call(report.id, "add_section", r#"{"title":"New","before":"1"}"#).unwrap();
    let edited = reports.show(report.id).unwrap();
    assert_eq!(added, Some(edited.report.sections[0].id));
    let restored = reports.restore(report.id, version.id).unwrap();
    assert_eq!(restored.report, report.report);
    made.undo();
    assert_eq!(reports.show(report.id).unwrap().report, edited.report);
}

#[test]
fn a_draft_of_the_graph_cites_and_becomes_stale() {
    let made = made();
    let fact = made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let insight = made.add(EntityKind::Insight, "The wall is affordable.", &[fact]);
    made.add(EntityKind::Recommendation, "Build the wall.", &[insight]);
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
fn an_output_that_rests_on_recommendations_becomes_a_report_of_them() {
    let made = made();
    let fact = made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let insight = made.add(EntityKind::Insight, "The wall is affordable.", &[fact]);
    let build = made.add(EntityKind::Recommendation, "Build the wall.", &[insight]);
    made.add(EntityKind::Recommendation, "Paint the wall.", &[insight]);
    let output = made.add(EntityKind::Output, "Report for the council", &[build]);
    let report = made.at.library.reports().of_output(made.discovery, output).unwrap();
    assert_eq!((report.label, outline(&report)), (output, vec!["1 Build the wall".to_owned()]));
    made.undo();
    assert_eq!(made.at.library.reports().list(made.discovery).unwrap(), [], "one step takes it back");
}

#[test]
fn an_output_with_plain_text_becomes_a_report_once() {
    let made = made();
    let output = made.add(EntityKind::Output, "A brief for the council.", &[]);
    let reports = made.at.library.reports();
    let report = reports.of_output(made.discovery, output).unwrap();
    assert_eq!(outline(&report), ["1 A brief for the council."]);
    assert_eq!(reports.of_output(made.discovery, output).unwrap().id, report.id);
    let insight = made.add(EntityKind::Insight, "No Output.", &[]);
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
    let fact = made.add(EntityKind::Fact, "The wall costs €2 m.", &[]);
    let insight = made.add(EntityKind::Insight, "The wall is affordable.", &[fact]);
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

const PIXEL: &[u8] = include_bytes!("../fixtures/pixel.png");

#[test]
fn an_image_is_kept_by_its_bytes_and_goes_along_in_a_folder_and_back() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let named = reports.keep_image(report.id, "plan.png", PIXEL).unwrap();
    assert_eq!(reports.keep_image(report.id, "again.png", PIXEL).unwrap(), named, "once for each hash");
    let name = named.strip_prefix("[IMAGE:").and_then(|rest| rest.strip_suffix(']')).unwrap();
    assert_eq!(reports.image(name).as_deref(), Some(PIXEL));

    let id = report.report.sections[0].id;
    let body = format!("\nThe wall costs €2 m.\n\n[IMAGE:{name} The wall *at last*]\n\n{named}\n\n");
    reports.apply(report.id, &Operation::set_body(id, body)).unwrap();
    let out = tempfile::tempdir().unwrap();
    let folder = out.path();
    reports.export(report.id, ReportFormat::Markdown, DocxOptions::default(), folder).unwrap();
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(text.contains(&format!("![The wall *at last*](images/{name}.png)")), "{text}");
    let back = reports.import_file(report.id, folder).unwrap();
    assert_eq!((back.suggestions, back.left_out), (Vec::new(), Vec::new()), "nothing was changed");

    std::fs::write(folder.join("report.md"), text.replace("at last", "at night")).unwrap();
    let back = reports.import_file(report.id, folder).unwrap();
    let [one] = &back.suggestions[..] else { panic!("{back:?}") };
    assert!(one.after.contains(&format!("[IMAGE:{name} The wall *at night*]")), "{}", one.after);
    made.undo();
    assert_eq!(made.undo(), "Edit O-1", "that an image is kept is no step");
}

#[test]
fn what_is_no_image_or_too_large_is_refused_and_says_why() {
    let made = made();
    let report = made.report();
    let reports = made.at.library.reports();
    let refused = |bytes: &[u8]| reports.keep_image(report.id, "x.svg", bytes).unwrap_err().message;
    assert_eq!(refused(b"<svg onload=alert(1)>"), "“x.svg” is no image that a report can hold.");
    assert_eq!(refused(&vec![0; Reports::MAX_IMAGE_BYTES + 1]), "“x.svg” is larger than 20 MB.");
    assert!(reports.image("0123456789abcdef").is_none());
}

/// A report of F-1, which Interview I-1 says, beside I-2 and I-3, each with a fact that waits; F-1 is worded anew.
fn of_interviews() -> (BundleFixture, ReportView) {
    let fixture = about("The wall costs 2 million.");
    let note = |words: &str| json!([op("note", words, words, 0.5)]);
    fixture.submit(note("The wall costs 2 million"));
    for words in ["The farms are in the way", "The culvert is old"] {
        let bundle = bundle_of(&fixture.at, fixture.discovery, &format!("{words}."));
        fixture.submit_to(bundle, &json!({ "ops": note(words) }).to_string(), Force::No);
    }
    let library = &fixture.at.library;
    let text = Some("The wall is dear.".to_owned());
    library.facts().edit_fact(fixture.facts()[0].id, &FactEdit { text, ..FactEdit::default() }).unwrap();
    let add = |kind, text: &str, from: &str| {
        let from = vec![EntityLabel::parse(from).unwrap()];
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    };
    add(EntityKind::Insight, "It is dear.", "F-1");
    add(EntityKind::Recommendation, "Do not build.", "N-1");
    let report = library.reports().create(fixture.discovery, None, Beginning::Graph).unwrap();
    (fixture, report)
}

#[test]
fn a_fact_that_was_worded_anew_keeps_its_quote() {
    let (fixture, report) = of_interviews();
    let support = fixture.at.library.reports().support(report.id, report.report.sections[0].id).unwrap();
    for card in &support.cited {
        let quotes: Vec<&str> = card.quotes.iter().map(|quote| quote.text.as_str()).collect();
        assert_eq!(quotes, ["The wall costs 2 million"], "{}", card.label);
    }
}

#[test]
fn what_stands_before_the_sections_and_the_list_of_sources_state_nothing() {
    let (fixture, report) = of_interviews();
    for section in [Report::ITSELF, report.report.sections[1].id] {
        assert_eq!(fixture.at.library.reports().support(report.id, section).unwrap().sentences, []);
    }
}

#[test]
fn the_list_of_sources_follows_what_is_cited_until_it_is_edited() {
    let (fixture, report) = of_interviews();
    let reports = fixture.at.library.reports();
    let [text, list] = [0, 1].map(|at| report.report.sections[at].id);
    let inputs: Vec<String> = fixture
        .at
        .library
        .pipeline()
        .entities(fixture.discovery, Some(EntityKind::Input))
        .unwrap()
        .iter()
        .map(|input| format!("- {} {}\n", input.label, input.text))
        .collect();
    let body = || reports.section(report.id, list).unwrap().body_md;
    assert_eq!(body(), inputs[0], "nobody decided on a fact of the others");
    let cite = |words: &str| reports.edit(report.id, &Operation::set_body(text, words)).unwrap();
    cite("It is dear [F-1]. The farms are in the way [F-2].");
    assert_eq!(body(), format!("{}{}", inputs[0], inputs[1]));
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(body(), inputs[0], "it is one step");
    let fact = |at: usize| fixture.facts()[at].id;
    fixture.at.library.facts().reject(&[fact(2)]).unwrap();
    cite("The farms are in the way [F-2].");
    assert_eq!(body(), format!("{}\nAlso read:\n\n{}{}", inputs[1], inputs[0], inputs[2]));
    reports.edit(report.id, &Operation::set_body(list, "Ask the office.")).unwrap();
    cite("It is dear [F-1].");
    assert_eq!(body(), "Ask the office.");
}

#[test]
fn a_list_of_sources_goes_out_as_it_is_true_then() {
    let (fixture, report) = of_interviews();
    fixture.at.library.facts().accept(&[fixture.facts()[1].id]).unwrap();
    let written = fixture.at.library.reports().markdown(report.id).unwrap();
    assert!(written.contains("\nAlso read:\n\n- I-2 "), "{written}");
}

#[test]
fn a_footnote_that_says_what_its_sentence_says_names_the_source_alone() {
    let (fixture, report) = of_interviews();
    let reports = fixture.at.library.reports();
    let text = report.report.sections[0].id;
    let folder = tempfile::tempdir().unwrap();
    let footnotes = |body: &str| {
        reports.edit(report.id, &Operation::set_body(text, body)).unwrap();
        let path = folder.path().join("r.html");
        reports.export(report.id, ReportFormat::Html, DocxOptions::default(), &path).unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    let same = footnotes("The wall costs 2 million [F-1]. Do not build [R-1].");
    assert!(same.contains("F-1: I-1 ") && same.contains("R-1: I-1 "), "{same}");
    let other = footnotes("The wall is dear [F-1].");
    assert!(other.contains("F-1: “The wall costs 2 million” — I-1 "), "{other}");
}
