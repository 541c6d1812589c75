//! Cost of a report of ten thousand sections: to open, to change, and one edit by a tool beside a bare commit of the
//! same words, both in the same run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::reports::Operation;
use factly_engine::Library;
use factly_engine::reports::{Beginning, DocxOptions, ReportFormat};
use factly_engine::world::World;
use limits::Limits;
use rusqlite::Connection;
use serde_json::json;
use uuid::Uuid;

const SECTIONS: usize = 10_000;
/// Time for the requests of a window when a report is opened.
const OPEN: Duration = Duration::from_millis(300);
/// A change, and what the window asks for after it.
const CHANGE: Duration = Duration::from_millis(50);
const MOST_TIMES_A_COMMIT: f64 = 2.0;
const RUNS: usize = 100;
const OUT: Duration = Duration::from_millis(200);
const BACK: Duration = Duration::from_millis(400);

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
    let discovery = library.discoveries().create("Bench", "").unwrap().id;
    let made = library.reports().create(discovery, None, Beginning::Markdown(&text(SECTIONS, 1))).unwrap();
    let ids: Vec<Uuid> = made.report.outline().iter().map(|line| line.section.id).collect();
    measure_opening(&library, (discovery, made.id, ids[0]), &mut limits);
    measure_changes(&library, (discovery, made.id), &ids, &mut limits);
    measure_edits(&library, made.id, &ids, folder.path(), &mut limits);
    measure_exchange(&library, discovery, folder.path(), &mut limits);
    limits.end()
}

fn measure_opening(library: &Library, (discovery, report, section): (Uuid, Uuid, Uuid), limits: &mut Limits) {
    let reports = library.reports();
    let spent = median(RUNS / 10, || {
        assert_eq!(reports.list(discovery).unwrap().len(), 1);
        assert_eq!(reports.outline(report).unwrap().lines.len(), SECTIONS);
        reports.section(report, section).unwrap();
        reports.support(report, section).unwrap();
        reports.suggestions(report).unwrap();
    });
    say(limits, "open 10,000 sections", spent, OPEN);
}

fn measure_changes(library: &Library, (discovery, report): (Uuid, Uuid), ids: &[Uuid], limits: &mut Limits) {
    let reports = library.reports();
    let mut spent: Vec<Duration> = (0..RUNS)
        .map(|run| {
            let section = ids[run * 97 % ids.len()];
            let body = format!("\nWords of run {run}.\n\n");
            let begun = Instant::now();
            reports.edit(report, &Operation::set_body(section, body)).unwrap();
            reports.list(discovery).unwrap();
            reports.outline(report).unwrap();
            reports.section(report, section).unwrap();
            reports.support(report, section).unwrap();
            begun.elapsed()
        })
        .collect();
    spent.sort_unstable();
    say(limits, "a change, and what a window asks for then, p95", spent[RUNS * 95 / 100], CHANGE);
    let mut places = ids.iter().step_by(10).skip(1);
    let moved = median(RUNS / 10, || {
        let given = json!({ "section": ids[ids.len() / 2], "before": places.next() });
        reports.call(report, "move_section", &given.to_string()).unwrap();
    });
    println!("a section moved by a tool: {:.1} ms", moved.as_secs_f64() * 1e3);
}

/// In turn, so that both meet the same moments of the machine.
fn measure_edits(library: &Library, report: Uuid, ids: &[Uuid], folder: &Path, limits: &mut Limits) {
    let bare = bare(&folder.join("bare.db"), ids.len());
    let (mut tool, mut commit) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        let section = ids[run * 89 % ids.len()];
        let body = format!("\nOther words of run {run}.\n\n");
        let given = json!({ "section": section, "body_md": body }).to_string();
        let begun = Instant::now();
        library.reports().call(report, "set_section_body", &given).unwrap();
        tool.push(begun.elapsed());
        let row = i64::try_from(run * 89 % ids.len()).unwrap();
        let begun = Instant::now();
        bare.execute("UPDATE section SET body = ?2 WHERE seq = ?1", (row, &body)).unwrap();
        commit.push(begun.elapsed());
    }
    tool.sort_unstable();
    commit.sort_unstable();
    let (tool, commit) = (tool[RUNS / 2].as_secs_f64() * 1e3, commit[RUNS / 2].as_secs_f64() * 1e3);
    let times = tool / commit;
    let over = limits.mark("one edit by a tool beside a bare commit", times <= MOST_TIMES_A_COMMIT);
    println!(
        "one edit by a tool: {tool:.2} ms, {times:.2} times a bare commit ({commit:.2} ms), at most \
         {MOST_TIMES_A_COMMIT}{over}"
    );
}

/// 600 sections and 1.5 MB, as a document of Word and back.
fn measure_exchange(library: &Library, discovery: Uuid, folder: &Path, limits: &mut Limits) {
    let reports = library.reports();
    let made = reports.create(discovery, None, Beginning::Markdown(&text(600, 40))).unwrap();
    let path = folder.join("out.docx");
    let out = median(5, || {
        reports.export(made.id, ReportFormat::Docx, DocxOptions::default(), &path).unwrap();
    });
    say(limits, "DOCX of 600 sections out", out, OUT);
    let back = median(5, || assert!(reports.import_file(made.id, &path).unwrap().suggestions.is_empty()));
    say(limits, "and back", back, BACK);
}

fn bare(path: &Path, rows: usize) -> Connection {
    let bare = Connection::open(path).unwrap();
    bare.pragma_update(None, "journal_mode", "wal").unwrap();
    bare.pragma_update(None, "synchronous", "full").unwrap();
    bare.execute("CREATE TABLE section (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT", ()).unwrap();
    let all = bare.unchecked_transaction().unwrap();
    for row in 0..i64::try_from(rows).unwrap() {
        all.execute("INSERT INTO section VALUES (?1, ?2)", (row, "The wall costs two million.")).unwrap();
    }
    all.commit().unwrap();
    bare
}

/// Ten sections under each of the first level; each body has so many paragraphs.
fn text(sections: usize, paragraphs: usize) -> String {
    let mut text = String::new();
    for at in 0..sections {
        let level = if at % 10 == 0 { "##" } else { "###" };
        writeln!(text, "{level} Part {at}\n").unwrap();
        for paragraph in 0..paragraphs {
            writeln!(text, "The wall of part {at} costs {paragraph} million, as [F-{}] says.\n", at % 50 + 1).unwrap();
        }
    }
    text
}

fn median(runs: usize, mut work: impl FnMut()) -> Duration {
    let mut spent: Vec<Duration> = (0..runs)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .collect();
    spent.sort_unstable();
    spent[runs / 2]
}

fn say(limits: &mut Limits, what: &str, spent: Duration, most: Duration) {
    let over = limits.mark(what, spent <= most);
    println!("{what}: {:.1} ms, at most {most:?}{over}", spent.as_secs_f64() * 1e3);
}
