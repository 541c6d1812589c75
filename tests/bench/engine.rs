//! Cost of the drivers, each figure beside a floor measured in the same run.
//!
//! `cargo bench -p factly-engine --bench engine [-- LARGE]`: LARGE is the number of facts of the large ledger, a million
//! if left out.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::evidence::{Evidence, EvidenceClaim, EvidenceText, support};
use factly_core::extraction::offline::Parser;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{FactContent, Scope, SourceKind, Status};
use factly_core::inputs::{BundleSection, Stage};
use factly_core::items::Items;
use factly_core::keys::{Registry, ValueType};
use factly_core::message::UserMessage;
use factly_core::text::Span;
use factly_engine::Library;
use factly_engine::extraction::Force;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::facts::FactToInsert;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::store::{Op, Store};
use factly_engine::task::NoProgress;
use factly_engine::world::World;
use limits::Limits;
use rusqlite::Connection;
use serde_json::json;
use uuid::Uuid;

/// In MB of text a second.
const LEAST_INGESTED: f64 = 2.0;
const SMALL: usize = 100_000;
/// 1,000 ops into the small ledger.
const A_RUN: Duration = Duration::from_millis(20);
/// So many that the least of them is of a moment when the machine did nothing else.
const RUNS: usize = 50;
/// 1,000 ops into the large one, beside the small one.
const MOST_TIMES_AS_SLOW: f64 = 2.0;
const A_PAGE: Duration = Duration::from_millis(1);

fn main() -> ExitCode {
    let large = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(1_000_000);
    let mut limits = Limits::default();
    ingest(&mut limits);
    let small = ledger(SMALL, &mut limits);
    let over = limits.mark(&format!("reconcile 1,000 into {SMALL}"), small <= A_RUN);
    println!("  {:.1} ms, at most {A_RUN:?}{over}", small.as_secs_f64() * 1e3);
    let big = ledger(large, &mut limits);
    let slower = big.as_secs_f64() / small.as_secs_f64();
    let over = limits.mark("the large ledger beside the small one", slower <= MOST_TIMES_AS_SLOW);
    println!("the large ledger is {slower:.2} times as slow as the small one, at most {MOST_TIMES_AS_SLOW}{over}");
    limits.end()
}

fn ingest(limits: &mut Limits) {
    let text = report(4_000_000);
    let folder = tempfile::tempdir().unwrap();
    let floor = insert_the_same_bytes(&folder.path().join("floor.db"), &text);
    let (library, discovery) = fresh(folder.path());
    let begun = Instant::now();
    let report = library.inputs().add_input(discovery, input(&text), Parsing::Now, &NoProgress).unwrap();
    let spent = begun.elapsed();
    let megabytes = text.len() as f64 / 1e6;
    let (facts, bundles) = (report.added[0].facts, report.added[0].bundles);
    let rate = megabytes / spent.as_secs_f64();
    println!(
        "ingest: {rate:.2} MB/s (at least {LEAST_INGESTED}), {facts} facts in {bundles} bundles, {:.1} times the floor \
         of inserting the bytes{}",
        spent.as_secs_f64() / floor.as_secs_f64(),
        limits.mark("ingest", rate >= LEAST_INGESTED)
    );
    stages(&library, report.added[0].id, megabytes);
}

/// Measures the part of the time that needs no store.
fn stages(library: &Library, input: Uuid, megabytes: f64) {
    let registry = Registry::from_packs(&["production", "research"], Vec::new()).unwrap();
    let parser = Parser::new(&registry, Stage::Ideation);
    let mut spent: BTreeMap<&str, Duration> = BTreeMap::new();
    for bundle in library.inputs().bundles_of_input(input).unwrap() {
        let view = library.inputs().bundle(bundle.id).unwrap();
        let mut timed = |name, begun: Instant| *spent.entry(name).or_default() += begun.elapsed();
        let begun = Instant::now();
        let ops = parser.parse(&view.text, &view.sections, &Items::default());
        timed("1 parse", begun);
        let begun = Instant::now();
        let source = EvidenceText::new(&view.text, &view.sections);
        let quotes = ops.iter().filter_map(|op| op.evidence.as_ref());
        let claims: Vec<EvidenceClaim<'_>> = quotes
            .map(|quote| EvidenceClaim {
                quote: &quote.quote,
                start: quote.start_char,
                end: quote.end_char,
                section: Some(BundleSection::FreeChat),
            })
            .collect();
        let located = source.locate_all(&claims);
        timed("2 locate", begun);
        let begun = Instant::now();
        for found in &located {
            if let factly_core::evidence::Located::Found { evidence, .. } = found {
                std::hint::black_box(support::left_out(&source, evidence));
            }
        }
        timed("3 support", begun);
    }
    for (stage, spent) in spent {
        println!("  {stage}: {:.1} ms a MB", spent.as_secs_f64() * 1e3 / megabytes);
    }
}

/// The floor: pieces of the same size, each a transaction as durable as ours.
fn insert_the_same_bytes(path: &Path, text: &str) -> Duration {
    let connection = durable(path);
    connection.execute_batch("CREATE TABLE piece (seq INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT").unwrap();
    let begun = Instant::now();
    for piece in text.as_bytes().chunks(8_000) {
        connection.execute("INSERT INTO piece (text) VALUES (?1)", [std::str::from_utf8(piece).unwrap()]).unwrap();
    }
    begun.elapsed()
}

fn durable(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").unwrap();
    connection
}

/// Fills a ledger with `count` facts, then measures a run of 1,000 ops and pages; returns the run's least time.
fn ledger(count: usize, limits: &mut Limits) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let (library, discovery) = fresh(folder.path());
    fill(folder.path(), &library, discovery, count);
    let floor = insert_thousand_rows(&folder.path().join("floor.db"));
    // What the facts say is read once, before the first of them is written, and kept.
    let first = reconcile_thousand(&library, discovery, 0);
    let mut runs: Vec<Duration> = (1..=RUNS).map(|round| reconcile_thousand(&library, discovery, round)).collect();
    runs.sort();
    let (run, usual) = (runs[0], runs[runs.len() / 2]);
    println!(
        "reconcile 1,000 into {count}: least {:.1} ms, median {:.1} ms, {:.1} times the floor of inserting 1,000 bare rows",
        run.as_secs_f64() * 1e3,
        usual.as_secs_f64() * 1e3,
        run.as_secs_f64() / floor.as_secs_f64()
    );
    println!("  the first run of a session reads what the facts say: {:.0} ms", first.as_secs_f64() * 1e3);
    pages(&library, discovery, count, limits);
    run
}

fn reconcile_thousand(library: &Library, discovery: Uuid, round: usize) -> Duration {
    let mut text = String::new();
    let mut ops = Vec::new();
    for at in 0..1_000 {
        // Half of it is new; the other half says what the ledger holds.
        let value = if at % 2 == 0 { format!("n{round}x{at}") } else { format!("w{}", at * 7) };
        ops.push(json!({"op": "ADD", "scope": {"type": "project"}, "key": "note", "value": value, "confidence": 0.9,
            "evidence": {"quote": value, "startChar": 0, "endChar": 1}}));
        let _ = write!(text, "{value} ");
    }
    // One bundle holds at most 8,000 characters.
    let added = library.inputs().add_input(discovery, input(&text), Parsing::Later, &NoProgress).unwrap();
    let bundle = library.inputs().bundles_of_input(added.added[0].id).unwrap()[0].id;
    let answer = json!(ops).to_string();
    let begun = Instant::now();
    library.runs().run_submit(bundle, &answer, Force::No).unwrap();
    begun.elapsed()
}

fn insert_thousand_rows(path: &Path) -> Duration {
    let mut connection = durable(path);
    connection.execute_batch("CREATE TABLE row (seq INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT").unwrap();
    let begun = Instant::now();
    let transaction = connection.transaction().unwrap();
    for at in 0..1_000 {
        let mut insert = transaction.prepare_cached("INSERT INTO row (text) VALUES (?1)").unwrap();
        insert.execute([format!("a statement of a usual length, number {at}")]).unwrap();
    }
    transaction.commit().unwrap();
    begun.elapsed()
}

/// Pages of 100 from 500 places all over the ledger, each read five times: what the slowest places cost, not what else the
/// machine did meanwhile.
fn pages(library: &Library, discovery: Uuid, count: usize, limits: &mut Limits) {
    let filters = [
        ("all", FactFilter::default()),
        ("accepted", FactFilter { statuses: Some(vec![Status::Accepted]), ..FactFilter::default() }),
    ];
    for (name, filter) in filters {
        let page = |at: usize| {
            let after = (at * (count / 500)).to_string();
            let begun = Instant::now();
            let page = library.facts().facts(discovery, &filter, Some(&after), 100).unwrap();
            let spent = begun.elapsed();
            assert_eq!(page.facts.len(), 100);
            spent
        };
        let mut all: Vec<Duration> = Vec::new();
        let mut places: Vec<Duration> = (0..500)
            .map(|at| {
                let times = [(); 5].map(|()| page(at));
                all.extend(times);
                times.into_iter().min().unwrap()
            })
            .collect();
        all.sort();
        places.sort();
        let at = |times: &[Duration], percent: usize| times[times.len() * percent / 100];
        let page = format!("page of 100 of {count} ({name})");
        println!(
            "{page}: median {:.2?}, p99 of places {:.2?} (at most {A_PAGE:?}), p99 of all reads {:.2?}{}",
            at(&all, 50),
            at(&places, 99),
            at(&all, 99),
            limits.mark(&page, at(&places, 99) <= A_PAGE)
        );
    }
}

/// Puts facts in as the engine does, without parsing a text for each.
fn fill(folder: &Path, library: &Library, discovery: Uuid, count: usize) {
    let words: String = (0..1_400).map(|at| format!("w{at} ")).collect();
    let added = library.inputs().add_input(discovery, input(&words), Parsing::Later, &NoProgress).unwrap();
    let bundle = library.inputs().bundle(library.inputs().bundles_of_input(added.added[0].id).unwrap()[0].id).unwrap();
    let chat = bundle.sections.iter().find(|found| found.section == BundleSection::FreeChat).unwrap().span;
    let text: Vec<char> = bundle.text.chars().collect();
    let store = Store::open(&folder.join("library.factly"), World::system()).unwrap();
    for batch in 0..count.div_ceil(10_000) {
        store
            .write(Op::silent(), |w| {
                let row = w.discovery(discovery)?.unwrap();
                let bundle = w.bundle(bundle.summary.id)?.unwrap();
                for at in batch * 10_000..count.min((batch + 1) * 10_000) {
                    let start = chat.start + u32::try_from(at % (chat.len() as usize - 40)).unwrap();
                    let span = Span::new(start, start + 30);
                    let quote: String = text[span.start as usize..span.end as usize].iter().collect();
                    let content = content(at, quote, span);
                    w.insert_fact(&FactToInsert {
                        discovery: row.seq,
                        label_no: i64::try_from(at).unwrap() + 1_000_000_000,
                        version: 1,
                        content: &content,
                        bundle: Some(bundle.seq),
                        run: None,
                        supersedes: None,
                        conflicts_with: None,
                        hint: None,
                        status: if at % 3 == 0 { Status::Proposed } else { Status::Accepted },
                        needs_review: at % 3 == 0,
                        accepted_by: None,
                    })?;
                }
                Ok(())
            })
            .unwrap();
    }
}

fn content(at: usize, quote: String, span: Span) -> FactContent {
    let word = format!("w{at}");
    FactContent {
        scope: Scope::Project,
        key: "note".to_owned(),
        value_type: ValueType::Note,
        value: json!(word).to_string(),
        norm: factly_core::values::note_norm(&word),
        text: word,
        confidence: 0.9,
        source_kind: SourceKind::User,
        evidence: Some(Evidence { quote, span, section: BundleSection::FreeChat }),
        missing: Vec::new(),
        reason: UserMessage::default(),
        salience: Salience::default(),
    }
}

fn fresh(folder: &Path) -> (Library, Uuid) {
    let library = Library::open(&folder.join("library.factly"), World::system()).unwrap();
    let discovery = library.discoveries().create("Bench", "").unwrap().id;
    (library, discovery)
}

fn input(text: &str) -> NewInput {
    NewInput { title: Some("Bench".to_owned()), origin: InputOrigin::Paste, file_name: None, text: text.to_owned() }
}

/// A report of plain sentences, some with figures: about one fact in a hundred and fifty characters.
fn report(bytes: usize) -> String {
    let subjects =
        ["council", "river board", "planning office", "fire service", "residents of Tanner Street", "engineer"];
    let verbs = ["measured", "reported", "discussed", "described", "expected", "wanted to see"];
    let objects =
        ["the wall by the promenade", "the barriers at the slipway", "a new gauge upstream", "the old bridge"];
    let mut text = String::with_capacity(bytes + 1_000);
    let mut at = 0_usize;
    while text.len() < bytes {
        let (subject, verb, object) = (subjects[at % 6], verbs[at / 5 % 6], objects[at / 7 % 4]);
        let _ = match at % 3 {
            0 => {
                write!(text, "In {} the {subject} {verb} {object}, which is {} metres long. ", 1950 + at % 77, at % 997)
            }
            1 => write!(text, "Well, you know, the {subject} {verb} {object} again and again, as one does. "),
            _ => write!(text, "The {subject} {verb} {object} because the water had come over it in the night. "),
        };
        at += 1;
        if at.is_multiple_of(6) {
            text.push_str("\n\n");
        }
    }
    text
}
