//! Whatever an import accepts, every view, export and check can read: a value of a wrong type, out of range or too long is
//! refused where it stands, or harms nothing.

use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::facts::FactFilter;
use factly_engine::reports::Beginning;
use factly_engine::task::NoProgress;
use factly_engine::transfer::ImportMode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::fixture::{export, rich};
use super::library::{Fixture, empty};
use crate::soak::sized;

const MARKDOWN: &str = "# The wall\n\nAn opening.\n\n## Length\n\nIt is long [F-1].\n\n### Part\n\nWords.\n";

/// One of everything, with a report that has a version.
fn whole() -> Value {
    let (at, discovery) = rich();
    let reports = at.library.reports();
    let report = reports.create(discovery, None, Beginning::Markdown(MARKDOWN)).expect("a report").id;
    reports.save_version(report, "First").expect("a version");
    serde_json::from_str(&export(&at.library, &[discovery])).expect("an export is JSON")
}

/// Every place in a value that is no container, and every container.
fn pointers(value: &Value, pointer: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| pointers(value, &format!("{pointer}/{key}"), out))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, value)| pointers(value, &format!("{pointer}/{at}"), out));
        }
        _ => {}
    }
    out.push(pointer.to_owned());
}

/// Reads all that the window and the command line show of a discovery.
fn read_everything(library: &Library, discovery: Uuid) -> Result<()> {
    library.discoveries().get(discovery)?;
    library.facts().facts(discovery, &FactFilter::default(), None, 1_000)?;
    library.inputs().list(discovery)?;
    library.items().list(discovery)?;
    library.knowledge().blocks(discovery, None)?;
    library.knowledge().field_table(discovery)?;
    library.audit().saved_views(discovery)?;
    library.long_documents().recipes(Some(discovery))?;
    for conversation in library.chat().conversations(discovery)? {
        library.chat().conversation(conversation.id)?;
    }
    for report in library.reports().list(discovery)? {
        library.reports().show(report.id)?;
        library.reports().markdown(report.id)?;
        library.reports().suggestions(report.id)?;
        for version in library.reports().versions(report.id)? {
            library.reports().compare(report.id, Some(version.id), None)?;
        }
    }
    library.transfer().export(&[discovery], &mut std::io::sink(), &NoProgress)?;
    Ok(())
}

fn wrong_values() -> Vec<Value> {
    let deep = (0..40).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!(-7.5),
        json!(i64::MAX),
        json!(-1),
        json!(""),
        json!("?"),
        json!("x".repeat(2_000)),
        json!("a\u{0}b"),
        json!({"?": []}),
        json!({"level": -1, "md": 3}),
        deep,
        json!(true),
        json!(null),
    ]
}

#[test]
fn whatever_is_accepted_is_read_by_everything() {
    let whole = whole();
    let mut all = Vec::new();
    pointers(&whole, "", &mut all);
    // Reports are small and read by parts of their own: all of theirs are tried, of the rest each in its turn.
    let (of_reports, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|pointer| pointer.starts_with("/factly/report"));
    let (of_reports_every, others_every, values_every) = sized((23, 499, 11), (1, 1, 1));
    let pointers = of_reports.iter().step_by(of_reports_every).chain(others.iter().step_by(others_every));
    let (mut tried, mut refused) = (0, 0);
    let mut library = empty();
    for (at, pointer) in pointers.enumerate() {
        let wrong = wrong_values();
        for (turn, value) in wrong.iter().enumerate().filter(|(turn, _)| (turn + at).is_multiple_of(values_every)) {
            let mut file = whole.clone();
            let Some(slot) = file.pointer_mut(pointer) else { continue };
            *slot = value.clone();
            tried += 1;
            if tried % IN_ONE_LIBRARY == 0 {
                library = empty();
            }
            refused += usize::from(!accepted(&library, &file.to_string(), &format!("{pointer} = value {turn}")));
        }
    }
    assert!(refused > tried / 3, "{refused} of {tried}: wrong values are refused, not all passed over");
}

/// A library takes time to be made, and to be read when it is full.
const IN_ONE_LIBRARY: usize = 50;

/// Returns whether it was imported; then everything can be read.
fn accepted(at: &Fixture, file: &str, what: &str) -> bool {
    let preview = at.preview(file, ImportMode::Add);
    let Ok(imported) = at.import(file) else { return false };
    assert_eq!(preview.findings_total, 0, "{what}: a finding was shown, and imported all the same");
    for discovery in &imported {
        read_everything(&at.library, discovery.id).unwrap_or_else(|error| panic!("{what}: {error}"));
    }
    for discovery in &imported {
        let report = at.library.sources().verify(Some(discovery.id), &NoProgress).expect("a library is verified");
        assert_eq!(report.problems, [], "{what}");
    }
    true
}

/// As the commands have it.
#[test]
fn a_title_has_an_end() {
    let mut file = whole();
    file["title"] = json!("x".repeat(201));
    let preview = empty().preview(&file.to_string(), ImportMode::Add);
    assert_eq!(preview.findings[0].location.pointer, "/title");
    let foreign = json!({ "title": "y".repeat(100_000), "inputs": [], "facts": [] });
    let at = empty();
    let imported = at.import(&foreign.to_string()).expect("a file of another application is taken");
    let title = at.library.discoveries().get(imported[0].id).unwrap().discovery.title;
    assert!(title.chars().count() <= 200, "its title is cut");
}

#[test]
fn a_heading_of_a_wrong_type_is_refused_by_its_pointer() {
    let mut file = whole();
    file["factly"]["reportSections"][0]["heading"] = json!({ "level": -1, "md": "#", "title": "", "depth": 1 });
    let preview = empty().preview(&file.to_string(), ImportMode::Add);
    assert_eq!(preview.findings[0].location.pointer, "/factly/reportSections/0/heading");
}
