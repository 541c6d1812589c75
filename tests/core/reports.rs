//! Reports: Markdown that comes back as it was, numbers, operations with their inverse, hunks, calls and plain phrases.

use factly_core::discovery::EntityLabel;
use factly_core::language::Language;
use factly_core::reports::compare::{SectionEdit, compare};
use factly_core::reports::draft::{Argument, CitedEntity, SourceList, draft, opening};
use factly_core::reports::hunk::{hunks, rebase, take};
use factly_core::reports::markdown::{parse, write};
use factly_core::reports::quote::{is_same_wording, shown_quote};
use factly_core::reports::support::stated;
use factly_core::reports::tool::{ReportCall, ToolContext, definitions, read_call, rule_gate};
use factly_core::reports::words::ReportWords;
use factly_core::reports::{Operation, OperationFault, Report, Section, citations, phrase};
use factly_core::values::PartialDate;
use proptest::prelude::*;
use rstest::rstest;
use uuid::Uuid;

const SAMPLE: &str = "---\ntitle: Flood\n---\n# Flood risk\n\nAn opening.\n\n## Costs\n\nThe wall costs €2 m [F-1].\n\n\
    ### Culvert\n\n```\n# no heading\n```\n\n> ## quoted\n\nSetext\n------\n\n- # in a list\n";

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn read(md: &str) -> (Option<String>, Report) {
    let mut next = 0;
    parse(md, &mut || {
        next += 1;
        id(next)
    })
}

fn outline(report: &Report) -> Vec<String> {
    report.outline().iter().map(|line| format!("{} {}", line.number, line.section.title)).collect()
}

#[test]
fn a_text_becomes_a_tree_and_comes_back_to_the_byte() {
    let (title, report) = read(SAMPLE);
    assert_eq!(title.as_deref(), Some("Flood risk"));
    assert_eq!(outline(&report), ["1 Costs", "1.1 Culvert", "2 Setext"]);
    assert_eq!(report.sections[0].body_md, "\nThe wall costs €2 m [F-1].\n\n");
    assert_eq!(write(&report), SAMPLE);
}

#[rstest]
#[case::no_heading("Only words.")]
#[case::nothing("")]
#[case::two_titles("# A\nx\n# B\ny")]
#[case::indented("   # A   ##\r\nx\r\n")]
#[case::a_level_left_out("# A\n### B\n## C\n#### D\n")]
#[case::title_at_the_end("x\n\n# A")]
#[case::link_in_it("# A [b](c) `d`\n\n[b]: e\n")]
#[case::empty_heading("#\n\n##\n\nx\n")]
#[case::line_ends_of_windows("---\r\ntitle: T\r\n---\r\n\r\nOpening.\r\n\r\nA\r\n=\r\n\r\nx\r\n")]
#[case::lone_returns("# A\r\rx\r## B\ry")]
#[case::mixed_line_ends("Opening.\n\r\n# A\r\n\nx\r\ny\n## B\n\rz")]
#[case::mark_of_the_encoding("\u{feff}# A\r\n\r\nx")]
#[case::only_an_empty_line("\r\n")]
fn any_text_comes_back_to_the_byte(#[case] md: &str) {
    assert_eq!(write(&read(md).1), md);
}

#[test]
fn what_is_edited_is_written_and_nothing_else() {
    let (_, mut report) = read("# A\n\nx\n\nB\n=\n\ny\n");
    report.apply(&Operation::set_body(id(1), "new")).expect("it is there");
    report.apply(&Operation::rename(id(2), "C")).expect("it is there");
    assert_eq!(write(&report), "# A\nnew\n\n# C\n\ny\n");
    let (_, mut report) = read("# Title\n\n## A\n");
    report.apply(&Operation::rename(id(1), "B")).expect("it is there");
    assert_eq!(write(&report), "# Title\n\n## B\n", "at the level that it was read at");
}

#[test]
fn what_is_edited_has_the_line_ends_of_the_text() {
    let (title, mut report) = read("\u{feff}# Title\r\n\r\nx\r\n\r\n## A\r\n\r\ny\r\n");
    assert_eq!(title.as_deref(), Some("Title"), "the mark of the encoding is no part of the line");
    assert_eq!(report.sections[0].body_md, "\ny\n", "inside there is one kind of line end");
    let new = Operation::Add { parent: None, index: 9, section: Box::new(Section::new(id(9), "B", "z\n")) };
    for operation in [Operation::set_body(id(1), "\nnew\n"), Operation::set_body(Report::ITSELF, "Hello.\n\n"), new] {
        report.apply(&operation).expect("it is there");
    }
    let expected = "\u{feff}# Title\r\n\r\nHello.\r\n\r\n## A\r\n\r\nnew\r\n\r\n## B\r\n\r\nz\r\n";
    assert_eq!(write(&report), expected);
}

#[test]
fn appendices_are_counted_by_letters() {
    let (_, mut report) = read("# A\n# B\n## C\n# D\n");
    let appendix = Operation::Update { id: id(2), title: None, body_md: None, appendix: Some(true) };
    report.apply(&appendix).expect("it is there");
    assert_eq!(outline(&report), ["1 A", "A B", "A.1 C", "2 D"]);
}

#[test]
fn what_does_not_apply_leaves_the_report_as_it_was() {
    let (_, mut report) = read("# A\n## B\n# C\n");
    let before = report.clone();
    let doomed = |last| Operation::Batch {
        operations: vec![Operation::rename(id(1), "Z"), Operation::Delete { id: id(3) }, last],
    };
    let under_itself = Operation::Move { id: id(1), parent: Some(id(2)), index: 0 };
    assert_eq!(report.apply(&doomed(under_itself)), Err(OperationFault::UnderItself));
    assert_eq!(report.apply(&doomed(Operation::Delete { id: id(9) })), Err(OperationFault::Unknown));
    assert_eq!(report.apply(&doomed(Operation::rename(id(2), "two\nlines"))), Err(OperationFault::Title));
    let twice = Operation::Add { parent: None, index: 0, section: Box::new(Section::new(id(2), "", "")) };
    assert_eq!(report.apply(&doomed(twice)), Err(OperationFault::Twice));
    assert_eq!(report, before);
}

fn operation() -> impl Strategy<Value = Operation> {
    let section = || (1..12_u128).prop_map(id);
    let parent = || prop::option::of(section());
    prop_oneof![
        (parent(), 0..5_usize, 12..40_u128).prop_map(|(parent, index, new)| Operation::Add {
            parent,
            index,
            section: Box::new(Section::new(id(new), "New", "text")),
        }),
        (section(), prop::option::of("[a-z ]{0,9}"), prop::option::of("[a-z\n]{0,9}"), prop::option::of(any::<bool>()))
            .prop_map(|(id, title, body_md, appendix)| Operation::Update { id, title, body_md, appendix }),
        (section(), parent(), 0..5_usize).prop_map(|(id, parent, index)| Operation::Move { id, parent, index }),
        section().prop_map(|id| Operation::Delete { id }),
    ]
}

fn words() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "a", "wall", " ", "  ", "\n", "\n\n", "\r\n", "\r", "[F-1]", "840", ".", "`x y`", "über", "# ",
    ]);
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn undone_to_the_start_a_report_is_as_it_was(operations in prop::collection::vec(operation(), 0..40)) {
        let (_, start) = read("# A\n## B\n### C\n## D\n# E\n## F\n# G\nbody\n## H\n## I\n# J\n### K\n");
        let mut report = start.clone();
        let back: Vec<Operation> = operations.iter().filter_map(|operation| report.apply(operation).ok()).collect();
        for operation in back.iter().rev() {
            report.apply(operation).expect("an inverse applies");
        }
        prop_assert_eq!(report, start);
    }

    #[test]
    fn an_operation_changes_no_section_that_it_does_not_name(operation in operation()) {
        let (_, start) = read("# A\n## B\n### C\n## D\n# E\n## F\n# G\nbody\n## H\n## I\n# J\n### K\n");
        let mut report = start.clone();
        prop_assume!(report.apply(&operation).is_ok());
        let named = operation.sections();
        for line in start.outline().iter().filter(|line| !named.iter().any(|of| start.is_within(line.section.id, *of))) {
            let now = report.find(line.section.id).expect("it stands");
            prop_assert_eq!((&now.title, &now.body_md), (&line.section.title, &line.section.body_md));
        }
    }

    #[test]
    fn any_subset_of_hunks_gives_the_text_in_between(before in words(), after in words(), chosen in any::<u64>()) {
        let all = hunks(&before, &after);
        prop_assert_eq!(take(&before, &all, |_| true), after.clone());
        prop_assert_eq!(take(&before, &all, |_| false), before.clone());
        // What is taken now and what is taken after the rest was moved to it come to the same.
        let is_chosen = |index: usize| chosen >> (index % 64) & 1 == 1;
        let some = take(&before, &all, is_chosen);
        let rest: Vec<_> = all.iter().enumerate().filter(|(index, _)| !is_chosen(*index)).map(|(_, hunk)| hunk.clone()).collect();
        let moved: Vec<_> = all
            .iter()
            .enumerate()
            .filter(|(index, _)| !is_chosen(*index))
            .map(|(index, hunk)| {
                let shift: isize = all[..index]
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| is_chosen(*at))
                    .map(|(_, hunk)| hunk.after.len() as isize - hunk.before.len() as isize)
                    .sum();
                factly_core::reports::Hunk { at: hunk.at.checked_add_signed(shift).expect("a place"), ..hunk.clone() }
            })
            .collect();
        prop_assert_eq!(rest.len(), moved.len());
        prop_assert_eq!(take(&some, &moved, |_| true), after);
    }

    #[test]
    fn any_markdown_comes_back_to_the_byte(md in words()) {
        prop_assert_eq!(write(&read(&md).1), md);
    }
}

#[test]
fn a_hunk_is_stale_where_its_words_were_edited_and_moves_where_others_were() {
    let base = "The wall is 840 m long. It costs money.";
    let pending = hunks(base, "The wall is 842 m long. It costs a lot.");
    assert_eq!(pending.len(), 2);
    let moved = rebase(&pending, base, "Note: the wall is 840 m long. It costs nothing.");
    assert_eq!(moved[0].as_ref().map(|hunk| (hunk.at, hunk.after.as_str())), Some((18, "842")));
    assert_eq!(moved[1], None);
}

#[test]
fn citations_are_found_but_not_in_code() {
    let body = "It costs €2 m [F-12](factly://fact/00000000-0000-0000-0000-000000000007), see [N-3] and `[F-9]`; [x-1] is none.";
    let found = citations(body);
    let labels: Vec<String> = found.iter().map(|citation| citation.label.to_string()).collect();
    assert_eq!(labels, ["F-12", "N-3"]);
    assert_eq!((found[0].id, &body[found[1].span.clone()]), (Some(id(7)), "[N-3]"));
}

fn called(report: &Report, name: &str, arguments: &str) -> Result<ReportCall, String> {
    let exists = |label: EntityLabel| label.no < 10;
    let mut reading = ToolContext { report, new_id: &mut || id(99), exists: &exists };
    read_call(name, arguments, &mut reading).map_err(|fault| fault.0)
}

#[test]
fn a_call_names_a_section_by_number_or_title_and_is_refused_where_it_is_unclear() {
    let (_, report) = read("# Costs\n## Wall\n## Wall of earth\n# Risks\n");
    let renamed = called(&report, "rename_section", r#"{"section":"1.1","title":"Dam"}"#);
    assert_eq!(renamed, Ok(ReportCall::Change(Operation::rename(id(2), "Dam"))));
    assert!(called(&report, "delete_section", r#"{"section":"Risks"}"#).is_ok());
    let unclear = called(&report, "delete_section", r#"{"section":"wa"}"#).expect_err("two walls");
    assert!(unclear.contains("1.1 Wall") && unclear.contains("1.2 Wall of earth"), "{unclear}");
    for (name, arguments) in [
        ("delete_section", r#"{"section":"7"}"#),
        ("rename_section", r#"{"section":"1"}"#),
        ("rename_section", "nothing"),
        ("set_section_body", r#"{"section":"1","body_md":"so it is [F-10]"}"#),
        ("replace_text", r#"{"find":"absent","replace":"x"}"#),
        ("move_section", r#"{"section":"1","parent":"1.1"}"#),
        ("drop_table", "{}"),
    ] {
        assert!(called(&report, name, arguments).is_err(), "{name} {arguments}");
    }
}

#[rstest]
#[case::slices("get_report_slices", r#"{"sections":["1"]}"#, r#"{"section_ids":["1"]}"#)]
#[case::rename("rename_section", r#"{"section":"1","title":"X"}"#, r#"{"section_id":"1","new_title":"X"}"#)]
#[case::body("set_section_body", r#"{"section":"1","body_md":"x"}"#, r#"{"section_id":"1","bodyMd":"x"}"#)]
#[case::update(
    "update_section",
    r#"{"section":"1","title":"X","body_md":"x"}"#,
    r#"{"sectionId":"1","newTitle":"X","bodyMd":"x"}"#
)]
#[case::add(
    "add_section",
    r#"{"title":"X","body_md":"x","parent":"1"}"#,
    r#"{"title":"X","bodyMd":"x","parent_id":"1"}"#
)]
#[case::insert("insert_section_after", r#"{"after":"1","title":"X"}"#, r#"{"section_id":"1","title":"X"}"#)]
#[case::move_under("move_section", r#"{"section":"2","parent":"1"}"#, r#"{"section_id":"2","parent_id":"1"}"#)]
#[case::move_after("move_section", r#"{"section":"1","after":"2"}"#, r#"{"sectionId":"1","afterId":"2"}"#)]
#[case::delete("delete_section", r#"{"section":"2"}"#, r#"{"section_id":"2"}"#)]
#[case::replace(
    "replace_text",
    r#"{"section":"1","find":"a","replace":"b"}"#,
    r#"{"section_id":"1","find":"a","replace":"b"}"#
)]
#[case::batch(
    "batch_update_sections",
    r#"{"updates":[{"section":"1","title":"X"}]}"#,
    r#"{"sections":[{"section_id":"1","new_title":"X"}]}"#
)]
fn the_names_that_models_know_from_elsewhere_are_taken(#[case] tool: &str, #[case] ours: &str, #[case] theirs: &str) {
    let (_, report) = read("# Costs\na\n# Risks\n");
    let expected = called(&report, tool, ours);
    assert!(expected.is_ok(), "{expected:?}");
    assert_eq!(called(&report, tool, theirs), expected);
}

#[rstest]
#[case("move 1.2 before 1", "2 Costs")]
#[case("Verschiebe 2 vor 1", "1 Risks")]
#[case("rename section 2 to Dangers", "2 Dangers")]
#[case("Benenne Abschnitt 2 in Gefahren um.", "2 Gefahren")]
#[case("add a section \"Next steps\" after 1", "2 Next steps")]
#[case("Füge einen Abschnitt Ausblick nach 2 ein", "3 Ausblick")]
#[case("add a section Summary", "3 Summary")]
#[case("move 1.1 under Risks", "2.1 Wall")]
#[case("Déplace 2 avant 1", "1 Risks")]
#[case("Renomme la section 2 en Dangers.", "2 Dangers")]
#[case("Ajoute une section Suites après 1", "2 Suites")]
#[case("Mueve 2 antes de 1", "1 Risks")]
#[case("Renombra la sección 2 como Peligros", "2 Peligros")]
#[case("Añade una sección Resumen después de 2", "3 Resumen")]
fn plain_phrases_do_the_structure(#[case] instruction: &str, #[case] expected: &str) {
    let (_, mut report) = read("# Costs\n## Wall\n## Earth\n# Risks\n");
    let (name, arguments) = phrase::call(instruction).expect("it is understood");
    let call = called(&report, name, &arguments.to_string()).expect("it can be done");
    let ReportCall::Change(operation) = call else { panic!("{call:?} changes nothing") };
    report.apply(&operation).expect("it applies");
    assert!(outline(&report).contains(&expected.to_owned()), "{:?}", outline(&report));
}

#[test]
fn what_is_no_phrase_is_not_guessed() {
    for instruction in ["What does the wall cost?", "move on", "please rename", "delete", "make it shorter"] {
        assert_eq!(phrase::call(instruction), None, "{instruction}");
    }
    assert_eq!(phrase::call("replace wall by dam in 3").map(|(name, _)| name), Some("replace_text"));
    assert_eq!(phrase::call("Nummeriere neu").map(|(name, _)| name), Some("renumber_sections"));
}

#[test]
fn the_search_of_specifications_waits_for_a_message_that_needs_it() {
    assert!(
        rule_gate("Does it meet the fire code?") && rule_gate("Welche Norm gilt?") && rule_gate("Quelles exigences ?")
    );
    assert!(rule_gate("¿Qué requisitos hay?") && !rule_gate("Make the summary shorter."));
    assert_eq!(definitions("Make it shorter.").len() + 1, definitions("Add the requirements.").len());
    assert_eq!(definitions("Add the requirements.").len(), 15);
}

#[test]
fn a_silent_model_is_spoken_for() {
    let updated = [("2.1".to_owned(), "Costs".to_owned()), ("3".to_owned(), "Risks".to_owned())];
    let summary = |message: &str| ReportWords::for_message(message).confirmation(&updated).unwrap();
    assert_eq!(summary("Make it bolder."), "Updated 2 sections: 2.1 Costs, 3 Risks.");
    assert_eq!(summary("Schreibe die Kosten und die Risiken neu."), "2 Abschnitte geändert: 2.1 Costs, 3 Risks.");
    assert_eq!(summary("Réécris les coûts et les risques."), "2 sections modifiées : 2.1 Costs, 3 Risks.");
    assert_eq!(summary("Escribe los costes y los riesgos de nuevo."), "2 secciones cambiadas: 2.1 Costs, 3 Risks.");
    assert_eq!(ReportWords::for_message("").confirmation(&[]), None);
}

#[test]
fn a_draft_cites_what_each_recommendation_rests_on() {
    let cited = |label: &str, text: &str| CitedEntity {
        label: label.parse().expect("a label"),
        id: id(5),
        text: text.to_owned(),
    };
    let argument = Argument {
        recommendation: cited("R-1", "Build the wall. It is cheap."),
        insights: vec![(cited("N-1", "The wall is cheap."), vec![cited("F-1", "It costs €2 m.")])],
    };
    let sources = SourceList { cited: vec!["I-1 Interview".to_owned()], also_read: vec!["I-2 Letter".to_owned()] };
    let report = draft(&[argument], &sources, Language::English, &mut || id(1));
    assert_eq!(outline(&report), ["1 Build the wall", "A Sources"]);
    assert_eq!(report.sections[1].body_md, "- I-1 Interview\n\nAlso read:\n\n- I-2 Letter\n");
    let labels: Vec<String> =
        citations(&report.sections[0].body_md).iter().map(|citation| citation.label.to_string()).collect();
    assert_eq!(labels, ["R-1", "N-1", "F-1"]);
}

#[rstest]
#[case::as_drafted("- I-1 Interview\n\nAlso read:\n\n- I-2 Letter\n", true)]
#[case::of_another_time("- I-2 Letter\n- I-1 Interview\n", true)]
#[case::german("- I-1 Interview\n\nAußerdem gelesen:\n\n- I-2 Letter\n", true)]
#[case::more_words("- I-1 Interview of May\n", false)]
#[case::a_sentence("- I-1 Interview\n\nAll of them are kept.\n", false)]
#[case::taken_out("- I-2 Letter\n", false)]
fn a_list_of_sources_is_as_drafted_until_its_words_are_others(#[case] body: &str, #[case] expected: bool) {
    let known = ["I-1 Interview".to_owned(), "I-2 Letter".to_owned()];
    let sources = SourceList { cited: vec![known[0].clone()], also_read: Vec::new() };
    assert_eq!(sources.is_unedited(body, &known), expected, "{body:?}");
}

#[rstest]
#[case::two_turns("to make mistakes.\n\nInterviewee: You see them.", Some("Ada"), "to make mistakes. You see them.")]
#[case::by_name("Ada: You see them.", Some("Ada"), "You see them.")]
#[case::one_line("He said: no.", Some("Ada"), "He said: no.")]
#[case::fillers("Yeah, yeah. I got it.", Some("Ada"), "Yeah, yeah. I got it.")]
#[case::written("Participant: ACME\nWidth: 6 m", None, "Participant: ACME Width: 6 m")]
fn a_quote_is_shown_without_the_marks_of_who_speaks(
    #[case] quote: &str,
    #[case] speaker: Option<&str>,
    #[case] expected: &str,
) {
    assert_eq!(shown_quote(quote, speaker), expected);
}

#[test]
fn the_same_wording_is_the_same_words_in_the_same_order() {
    assert!(is_same_wording("The wall costs €2 m.", "“the wall  costs €2 m”"));
    assert!(!is_same_wording("The wall costs €2 m.", "The wall costs €3 m."));
    assert!(!is_same_wording("The wall is dear.", "Is the wall dear?"));
}

#[test]
fn a_new_section_comes_before_the_appendix() {
    let sections = vec![Section::new(id(1), "Costs", ""), Section::new(id(2), "Sources", "")];
    let mut report = Report { sections, ..Report::default() };
    report.sections[1].appendix = true;
    let before = report.clone();
    let mut at = ToolContext { report: &before, new_id: &mut || id(9), exists: &|_| true };
    let Ok(ReportCall::Change(added)) = read_call("add_section", r#"{"title": "Risks"}"#, &mut at) else {
        panic!("it is a change");
    };
    report.apply(&added).expect("it applies");
    assert_eq!(outline(&report), ["1 Costs", "2 Risks", "A Sources"]);
}

#[rstest]
#[case("Build the wall.", "Build the wall")]
#[case("Meet Dr. Brandt on 3 May. He knows the dam.", "Meet Dr. Brandt on 3 May")]
#[case(
    "Raise the wall at the lower gate by half a metre; the flood of 1998 would then not pass it, nor that of 2013.",
    "Raise the wall at the lower gate by half a metre"
)]
#[case(
    "Do not raise the wall at the lower gate, which is what the district asks for, but widen the culvert below it.",
    "Recommendation 4"
)]
#[case(
    "Raise the wall at the lower gate by half a metre so that the flood of 1998 would not pass it again here",
    "Recommendation 4"
)]
fn a_drafted_title_is_a_whole_clause_or_the_number(#[case] text: &str, #[case] expected: &str) {
    let recommendation = CitedEntity { label: "R-4".parse().expect("a label"), id: id(5), text: text.to_owned() };
    let argument = Argument { recommendation, insights: Vec::new() };
    let report = draft(&[argument], &SourceList::default(), Language::English, &mut || id(1));
    assert_eq!(report.sections[0].title, expected);
}

#[test]
fn a_draft_opens_with_the_goal_and_the_day_in_the_language_of_its_reader() {
    let day = PartialDate::Day { year: 2027, month: 5, day: 15 };
    assert_eq!(opening("Which wall\nholds?", day, Language::English), "Goal: Which wall holds?\n\n15 May 2027\n");
    assert_eq!(opening("Welche Mauer?", day, Language::German), "Ziel: Welche Mauer?\n\n15\\. Mai 2027\n");
    assert_eq!(opening(" ", day, Language::German), "15\\. Mai 2027\n");
}

/// Each sentence as "words | what it cites | what that does not say".
fn stated_lines(body: &str) -> Vec<String> {
    let fact_text = |label: EntityLabel| match label.to_string().as_str() {
        "F-1" => "The wall costs €2 m.".to_owned(),
        _ => "The culvert is 300 cm wide, and was built in 1998.".to_owned(),
    };
    let joined = |all: Vec<String>| all.join(", ");
    let line = |of: &factly_core::reports::support::BodySentence| {
        let cites = joined(of.cites.iter().map(ToString::to_string).collect());
        let missing = joined(of.missing.iter().map(|one| one.text.clone()).collect());
        format!("{} | {cites} | {missing}", of.text)
    };
    stated(body, &fact_text).iter().map(line).collect()
}

#[rstest]
#[case::message("The wall costs **€2 m** [F-1](factly://fact/1).", &["The wall costs €2 m. | F-1 | "])]
#[case::other_figure("The wall costs €3 m [F-1].", &["The wall costs €3 m. | F-1 | €3 m"])]
#[case::other_unit("The culvert is 3 m wide [F-2].", &["The culvert is 3 m wide. | F-2 | "])]
#[case::both_say_it("It costs €2 m, and is 3 m wide [F-1][F-2].", &["It costs €2 m, and is 3 m wide. | F-1, F-2 | "])]
#[case::behind_the_stop("It costs €2 m. [F-1] Nobody asked.", &["It costs €2 m. | F-1 | ", "Nobody asked. |  | "])]
#[case::over_two_lines("It costs\n€2 m [F-1].", &["It costs €2 m. | F-1 | "])]
#[case::items("- It costs €9 [F-1]\n- No one knows\n", &["It costs €9 | F-1 | €9", "No one knows |  | "])]
#[case::states_nothing("# It costs €9\n\n```\nIt costs €9.\n```\n\nWhat does it cost?\n\nThat:\n", &[])]
fn a_sentence_is_carried_by_what_it_cites(#[case] body: &str, #[case] expected: &[&str]) {
    assert_eq!(stated_lines(body), expected);
}

proptest! {
    #[test]
    fn any_body_has_sentences_at_its_own_places(body in "[a-zß€0-9 .\\n\\[\\]()*_`#|>F-]{0,80}") {
        let mut end = 0;
        for sentence in stated(&body, &|_| String::new()) {
            prop_assert!(sentence.bytes.start >= end && body.get(sentence.bytes.clone()).is_some(), "{body:?}");
            end = sentence.bytes.start;
        }
    }
}

#[test]
fn two_states_differ_in_what_was_done_between_them() {
    let (_, old) = read("# A\n\nOne two.\n\n# B\n\n# C\n\n# D\n\nGone.\n");
    let mut new = old.clone();
    let ids: Vec<Uuid> = old.sections.iter().map(|section| section.id).collect();
    let change = |new: &mut Report, operation| drop(new.apply(&operation).unwrap());
    change(&mut new, Operation::set_body(ids[0], "\nOne three.\n\n"));
    change(&mut new, Operation::Move { id: ids[2], parent: Some(ids[0]), index: 0 });
    change(&mut new, Operation::rename(ids[1], "Bee"));
    change(&mut new, Operation::Delete { id: ids[3] });
    change(&mut new, Operation::Add { parent: None, index: 9, section: Box::new(Section::new(id(99), "E", "New.")) });
    let found: Vec<_> = compare(&old, &new)
        .into_iter()
        .map(|one| (one.number, one.title, one.change, one.moved, one.hunks.len()))
        .collect();
    assert_eq!(
        found,
        [
            ("1".to_owned(), "A".to_owned(), SectionEdit::Changed, false, 1),
            ("1.1".to_owned(), "C".to_owned(), SectionEdit::Changed, true, 0),
            ("2".to_owned(), "Bee".to_owned(), SectionEdit::Changed, false, 0),
            ("3".to_owned(), "E".to_owned(), SectionEdit::Added, false, 1),
            ("4".to_owned(), "D".to_owned(), SectionEdit::Deleted, false, 1),
        ]
    );
    assert_eq!(compare(&old, &old), []);
}

#[test]
fn another_title_or_preface_is_a_difference_of_the_report_itself() {
    let (_, old) = read("# Flood\n\nOne two.\n\n## A\n");
    let mut new = old.clone();
    let update = Operation::Update {
        id: Report::ITSELF,
        title: Some("Dam".into()),
        body_md: Some("One.\n".into()),
        appendix: None,
    };
    new.apply(&update).unwrap();
    let found = compare(&old, &new);
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.section, one.title.as_str(), one.old_title.as_deref()), (Report::ITSELF, "Dam", Some("Flood")));
    assert_eq!(one.hunks.len(), 1);
    let untitled = Report { title: String::new(), ..old.clone() };
    assert_eq!(compare(&untitled, &old), [], "a version that was kept before titles were knows none");
}
