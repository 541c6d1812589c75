//! Verify finds what somebody changed behind the store's back, and names it.

use crate::{library, raw_connection, world};
use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use library::empty;
use raw_connection::{open_unmanaged, open_without_triggers};

const TEXT: &str = "The wall is 840 metres long. It costs 12.4 million euros. The gauge passed 4.20 metres at night.";

#[test]
fn every_kind_of_damage_is_named() {
    for (what, sql, expected) in [
        ("a bundle's text", "UPDATE turn_bundle SET text = replace(text, '840', '841')", "bundle"),
        ("a bundle's hash", "UPDATE turn_bundle SET sha256 = replace(sha256, substr(sha256, 1, 4), '0000')", "bundle"),
        ("a border", "UPDATE turn_bundle_section SET end_char = end_char - 60 WHERE section = 'FREE_CHAT'", "fact"),
        ("an Input's text", "UPDATE input SET text = replace(text, 'night', 'noon')", "input"),
        ("a piece's place", "UPDATE turn_bundle SET input_start_char = 3", "bundle"),
        ("a quote", "UPDATE fact SET quote = replace(quote, '840', '841') WHERE quote LIKE '%840%'", "fact"),
        ("an offset", "UPDATE fact SET start_char = start_char + 1, end_char = end_char + 1", "fact"),
        (
            "a quote in Factly's own words",
            "UPDATE fact SET quote = 'stage=ideation', start_char = 57, end_char = 71",
            "fact",
        ),
        ("a chain that bites its tail", "UPDATE fact SET supersedes = seq", "fact"),
        ("two values of one key", "UPDATE fact SET key = 'project.budget.total', status = 'accepted'", "discovery"),
    ] {
        let at = empty();
        let id = at.discovery("Flood wall");
        assert!(at.add(id, TEXT, Parsing::Now).added[0].facts >= 2);
        assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, [], "{what}: all is well before");
        let path = at.library.path().to_owned();
        assert!(open_without_triggers(&path).execute(sql, []).unwrap() > 0, "{what}: the change found something");
        let report = at.library.sources().verify(Some(id), &NoProgress).unwrap();
        assert!(report.problems.iter().any(|problem| problem.what == expected), "{what}: {:?}", report.problems);
        let whole = at.library.sources().verify(None, &NoProgress).unwrap();
        assert!(whole.problems.len() > report.problems.len(), "{what}: the file itself tells as well");
    }
}

#[test]
fn what_refers_to_nothing_is_named() {
    for (table, expected) in [
        ("turn_bundle", "fact 1 refers to no turn_bundle"),
        ("input", "turn_bundle 1 refers to no input"),
        ("parse_run", "fact 1 refers to no parse_run"),
    ] {
        let at = empty();
        let id = at.discovery("Flood wall");
        at.add(id, TEXT, Parsing::Now);
        let path = at.library.path().to_owned();
        let connection = open_without_triggers(&path);
        connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; DELETE FROM {table}")).unwrap();
        let problems = at.library.sources().verify(None, &NoProgress).unwrap().problems;
        assert!(problems.iter().any(|problem| problem.message.contains(expected)), "{table}: {problems:?}");
        let schema: Vec<usize> =
            (0..problems.len()).filter(|at| problems[*at].message.starts_with("schema: ")).collect();
        assert_eq!(schema, [problems.len() - 1], "that every rule is gone is one line, and the last: {problems:?}");
    }
}

#[test]
fn a_fact_whose_bundle_is_gone_is_named_and_its_ledger_says_so() {
    let at = empty();
    let id = at.discovery("Flood wall");
    at.add(id, TEXT, Parsing::Now);
    let path = at.library.path().to_owned();
    open_without_triggers(&path).execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM turn_bundle").unwrap();
    for which in [Some(id), None] {
        let report = at.library.sources().verify(which, &NoProgress).unwrap();
        let named = |label: &str| {
            let message = format!("{label} refers to a bundle that is not there.");
            report.problems.iter().any(|problem| (problem.what, problem.message.as_str()) == ("fact", message.as_str()))
        };
        assert!(named("F-1") && named("F-2"), "{which:?}: {:?}", report.problems);
    }
    let error = at.library.facts().facts(id, &FactFilter::default(), None, 10).unwrap_err();
    assert_eq!(error.code, Code::LibraryDamaged);
    assert_eq!(error.message, "A row cannot be read: F-1 refers to a bundle that is not there.");
    assert!(error.hint.unwrap().to_string().contains("factly verify"));
}

#[test]
fn a_few_rules_that_are_gone_are_named_one_by_one() {
    let at = empty();
    open_unmanaged(at.library.path())
        .execute_batch("DROP TRIGGER turn_bundle_is_kept; DROP TRIGGER fact_is_kept")
        .unwrap();
    let problems = at.library.sources().verify(None, &NoProgress).unwrap().problems;
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        ["schema: fact_is_kept is not what Factly made", "schema: turn_bundle_is_kept is not what Factly made"]
    );
}

#[test]
fn what_was_undone_is_verified_too() {
    let at = empty();
    let id = at.discovery("Flood wall");
    at.add(id, TEXT, Parsing::Now);
    at.library.undo().undo(Some(id)).unwrap();
    let report = at.library.sources().verify(None, &NoProgress).unwrap();
    assert!(report.facts >= 2, "undo can bring them back");
    assert_eq!(report.problems, []);
}

#[test]
fn runs_that_an_end_cut_off_are_failed_and_can_be_read() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = at.add(id, TEXT, Parsing::Later).added[0].id;
    let path = at.library.path().to_owned();
    open_without_triggers(&path).execute("UPDATE parse_run SET status = 'running'", []).unwrap();
    let again = Library::open(&path, world::fixed()).unwrap();
    assert_eq!((again.inputs().get(input).unwrap().failed, again.inputs().get(input).unwrap().parsed), (1, 0));
    let run = again.inputs().bundles_of_input(input).unwrap()[0].run.clone().unwrap();
    assert_eq!(
        run.error.as_ref().map(ToString::to_string).as_deref(),
        Some("The application ended while this was running.")
    );
    again.inputs().retry_failed(id, &NoProgress).unwrap();
    assert_eq!((again.inputs().get(input).unwrap().failed, again.inputs().get(input).unwrap().parsed), (0, 1));
}
