//! Cost of the five columns in memory, each figure beside a floor measured in the same run.
//!
//! `cargo bench -p factly-engine --bench pipeline [-- FACTS]`: 100,000 facts if left out, with an Insight on every five,
//! a Recommendation on every three of those, and Outputs on them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::collections::HashSet;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::discovery::duplicates::prepare;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::evidence::Evidence;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{FactContent, Scope, SourceKind, Status};
use factly_core::inputs::BundleSection;
use factly_core::keys::ValueType;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use factly_engine::Library;
use factly_engine::discovery::board::{ColumnQuery, Sort};
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::entities::{EntityOrigin, NewEntityRow};
use factly_engine::store::facts::FactToInsert;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::store::{DiscoverySeq, Op, Store, Writer};
use factly_engine::task::{NoProgress, Progress, TaskStep};
use factly_engine::world::World;
use limits::Limits;
use rusqlite::Connection;
use serde_json::json;
use uuid::Uuid;

const QUOTE: usize = 30;
/// Number of Recommendations that the first Output rests on: with their Insights, facts and Inputs just over 10,000
/// entities.
const RECOMMENDATIONS_TRACED: i64 = 1_000;

const A_TRACE: Duration = Duration::from_millis(50);
/// Time that a question of the chat waits for.
const A_GRAPH: Duration = Duration::from_millis(100);
/// A frame of a window.
const A_KEY: Duration = Duration::from_millis(16);

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let facts = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(100_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let discovery = fill(&path, facts);
    println!("{:<58} {:>10} {:>10} {:>7}  limit", format!("pipeline, {facts} facts"), "median", "floor", "ratio");
    build(&path, discovery);
    let library = Library::open(&path, World::system()).unwrap();
    let queries = EntityKind::ALL.map(ColumnQuery::all);
    let page = library.pipeline().pipeline_cards(discovery, &queries[1], 0, 100).unwrap();
    let texts = texts(&path);
    pages(&library, discovery, &page.cards.iter().map(|card| card.text.as_str()).collect::<Vec<_>>());
    orders(&library, discovery, &texts);
    traces(&library, discovery, &queries, &mut limits);
    chat(&library, discovery, &texts, &mut limits);
    edits(&library, discovery, &queries);
    scan(&library, discovery, &texts);
    sources(&library);
    limits.end()
}

/// The whole column for what says the same, from nothing, and how long it takes to be called off.
fn scan(library: &Library, discovery: Uuid, texts: &[String]) {
    let floor = median(3, || texts.iter().for_each(|text| drop(black_box(prepare(text)))));
    let first = timed(|| library.duplicates().scan_duplicates(discovery, EntityKind::Fact, &NoProgress).unwrap());
    row("scan the column for duplicates (floor: read its texts)", first, floor, "watched");
    let again = timed(|| library.duplicates().scan_duplicates(discovery, EntityKind::Fact, &NoProgress).unwrap());
    row("the same with the column at hand (floor: the same)", again, floor, "watched");
    let fresh = Library::open(library.path(), World::system()).unwrap();
    let hasty = CancelAfterHalfSecond(Instant::now());
    let off = timed(|| fresh.duplicates().scan_duplicates(discovery, EntityKind::Fact, &hasty).unwrap_err());
    println!("{:<58} {:>8.2} ms  500 ms of them before", "called off after 500 ms", ms(off));
}

/// Calls off half a second after it began.
struct CancelAfterHalfSecond(Instant);

impl Progress for CancelAfterHalfSecond {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        self.0.elapsed() > Duration::from_millis(500)
    }
}

/// Words in the texts behind the cards: 40 MB of Inputs.
fn sources(library: &Library) {
    let discovery = library.discoveries().create("Sources", "").unwrap().id;
    let mut all = String::new();
    for no in 0..100 {
        let text = format!("Report {no}. {}", "The council of Größe met by the quay and said little. ".repeat(7_500));
        let input = NewInput { title: Some(format!("Report {no}")), origin: InputOrigin::Paste, file_name: None, text };
        all.push_str(&input.text);
        library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    }
    let floor = median(5, || all.matches("Absence").count());
    for (words, name) in
        [("absence of", "a word that none has"), ("report", "a word of each"), ("straße", "a word with ß")]
    {
        let mut no = 0;
        let found = median(5, || {
            // Another each time, so that none is answered from what was kept.
            no += 1;
            let search = format!("{words} {}", " ".repeat(no));
            library
                .pipeline()
                .pipeline_cards(discovery, &ColumnQuery { search, ..ColumnQuery::all(EntityKind::Input) }, 0, 100)
                .unwrap()
        });
        let title = format!("search in {} MB of sources, {name}", all.len() / 1_000_000);
        row(&title, found, floor, "");
    }
}

/// Measures the wait of a question of the chat before it is answered, and of a key that is typed after "@".
fn chat(library: &Library, discovery: Uuid, texts: &[String], limits: &mut Limits) {
    let near = [EntityLabel::new(EntityKind::Output, 1)];
    let floor = median(20, || texts.to_vec());
    let graph = median(20, || library.chat().chat_graph(discovery, &near, 50).unwrap());
    within(limits, "graph for one question (floor: copy the facts' texts)", graph, floor, A_GRAPH);
    let whole = library.chat().chat_graph(discovery, &near, 50).unwrap();
    let prompt = median(20, || factly_core::chat::prompt::system(&whole, &near, 50));
    row("system prompt, summarised (floor: the same)", prompt, floor, "");
    let all: String = texts.concat();
    let floor = median(20, || all.matches("7 wall").count());
    let label = median(20, || library.chat().chat_mentions(discovery, "F-99").unwrap());
    within(limits, "mentions by label (floor: scan one text)", label, floor, A_KEY);
    let words = median(20, || library.chat().chat_mentions(discovery, "nothing says so").unwrap());
    within(limits, "mentions by words that nothing has (floor: the same)", words, floor, A_KEY);
}

fn build(path: &Path, discovery: Uuid) {
    let floor = median(5, || {
        let connection = Connection::open(path).unwrap();
        let mut bytes = 0;
        for sql in [
            "SELECT label_no, id, text, status, bundle FROM fact",
            "SELECT label_no, id, text, state, mark FROM entity",
        ] {
            let mut statement = connection.prepare(sql).unwrap();
            let mut rows = statement.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                bytes += row.get::<_, String>(2).unwrap().len();
            }
        }
        bytes
    });
    let built = median(5, || {
        let library = Library::open(path, World::system()).unwrap();
        library.pipeline().pipeline_columns(discovery, &[]).unwrap()
    });
    row("open and build (floor: read the same texts)", built, floor, "a few 100 ms");
}

fn pages(library: &Library, discovery: Uuid, texts: &[&str]) {
    let query = ColumnQuery::all(EntityKind::Fact);
    let floor = median(200, || texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    let mut at = 0;
    let page = median(200, || {
        at += 397;
        library.pipeline().pipeline_cards(discovery, &query, at, 100).unwrap()
    });
    row("page of 100 cards (floor: copy their texts)", page, floor, "");
}

/// Each is asked for with another word or set of statuses, so that none is answered from what was kept.
fn orders(library: &Library, discovery: Uuid, texts: &[String]) {
    let statuses: Vec<u8> = (0..texts.len()).map(|at| u8::try_from(at % 8).unwrap()).collect();
    let floor = median(50, || statuses.iter().filter(|status| **status == 3).count());
    let one = |query: &ColumnQuery| library.pipeline().pipeline_cards(discovery, query, 0, 100).unwrap();
    let mut sets = subsets();
    let filter =
        median(20, || one(&ColumnQuery { statuses: sets.next().unwrap(), ..ColumnQuery::all(EntityKind::Fact) }));
    row("filter by status, first page (floor: compare a byte each)", filter, floor, "");
    let sort = median(20, || {
        let statuses = sets.next().unwrap();
        one(&ColumnQuery { sort: Sort::Status, statuses, ..ColumnQuery::all(EntityKind::Fact) })
    });
    row("filter and sort by status (floor: the same)", sort, floor, "");
    let all: String = texts.concat();
    let mut at = 0;
    let floor = median(20, || {
        at += 1;
        all.matches(&format!("number {at}7")).count()
    });
    let mut at = 0;
    let search = median(20, || {
        at += 1;
        one(&ColumnQuery { search: format!("number {at}7"), ..ColumnQuery::all(EntityKind::Fact) })
    });
    row("search in full texts, first page (floor: scan one text)", search, floor, "");
}

fn subsets() -> impl Iterator<Item = Vec<EntityStatus>> {
    (1_usize..256)
        .map(|bits| EntityStatus::ALL.into_iter().filter(|status| bits >> (*status as usize) & 1 == 1).collect())
}

fn traces(library: &Library, discovery: Uuid, queries: &[ColumnQuery], limits: &mut Limits) {
    let output = EntityLabel::new(EntityKind::Output, 1);
    let linked = library.pipeline().pipeline_trace(discovery, output, queries).unwrap().labels;
    let floor = median(50, || linked.iter().copied().collect::<HashSet<_>>());
    let trace = median(50, || library.pipeline().pipeline_trace(discovery, output, queries).unwrap());
    within(limits, &format!("trace over {} linked (floor: put them in a set)", linked.len()), trace, floor, A_TRACE);
    let input = EntityLabel::new(EntityKind::Input, 1);
    let linked = library.pipeline().pipeline_trace(discovery, input, queries).unwrap().labels;
    let floor = median(5, || linked.iter().copied().collect::<HashSet<_>>());
    let trace = median(5, || library.pipeline().pipeline_trace(discovery, input, queries).unwrap());
    row(&format!("trace over {} linked (floor: the same)", linked.len()), trace, floor, "");
    let report = median(5, || library.pipeline().trace_report(discovery, output).unwrap());
    println!("{:<58} {:>8.2} ms", "report of the first, with the words of the sources", ms(report));
}

/// Measures the wait of a window when it looks again after an edit: the edit itself is not in it.
fn edits(library: &Library, discovery: Uuid, queries: &[ColumnQuery]) {
    let look = || library.pipeline().pipeline_columns(discovery, queries).unwrap();
    look();
    let floor = median(50, look);
    let mut no = 0;
    let after_an_edit = median_of(20, || {
        no += 1;
        let label = EntityLabel::new(EntityKind::Insight, no);
        library.pipeline().edit_entity(discovery, label, &format!("Another text, number {no}."), None).unwrap();
        timed(look)
    });
    row("look at all columns after an edit (floor: with none)", after_an_edit, floor, "no rebuild");
    let mut no = 0;
    let after_a_fact = median_of(20, || {
        no += 7;
        library.pipeline().archive_entities(discovery, &[EntityLabel::new(EntityKind::Fact, no)], true).unwrap();
        timed(look)
    });
    row("the same after a fact was put aside", after_a_fact, floor, "no rebuild");
    let mut back = false;
    let after_undo = median_of(20, || {
        back = !back;
        if back {
            library.undo().undo(Some(discovery)).unwrap()
        } else {
            library.undo().redo(Some(discovery)).unwrap()
        };
        timed(look)
    });
    row("the same after a step back", after_undo, floor, "no rebuild");
}

fn within(limits: &mut Limits, name: &str, ours: Duration, floor: Duration, limit: Duration) {
    let over = limits.mark(name, ours <= limit);
    row(name, ours, floor, &format!("{limit:?}{over}"));
}

fn row(name: &str, ours: Duration, floor: Duration, limit: &str) {
    let ratio = ours.as_secs_f64() / floor.as_secs_f64();
    println!("{name:<58} {:>7.2} ms {:>7.3} ms {ratio:>7.1}  {limit}", ms(ours), ms(floor));
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    median_of(times, || timed(&mut work))
}

fn timed<T>(mut work: impl FnMut() -> T) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

fn median_of(times: usize, mut time: impl FnMut() -> Duration) -> Duration {
    let mut all: Vec<Duration> = (0..times).map(|_| time()).collect();
    all.sort();
    all[all.len() / 2]
}

fn texts(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare("SELECT text FROM fact").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Puts everything in as the engine does, without parsing a text for each fact.
fn fill(path: &Path, facts: usize) -> Uuid {
    let library = Library::open(path, World::system()).unwrap();
    let discovery = library.discoveries().create("Bench", "").unwrap().id;
    let words: String = (0..1_400).map(|at| format!("w{at} ")).collect();
    let input = NewInput { title: Some("Bench".to_owned()), origin: InputOrigin::Paste, file_name: None, text: words };
    let added = library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    let bundle = library.inputs().bundle(library.inputs().bundles_of_input(added.added[0].id).unwrap()[0].id).unwrap();
    let chat = bundle.sections.iter().find(|found| found.section == BundleSection::FreeChat).unwrap().span;
    let text: Vec<char> = bundle.text.chars().collect();
    let store = Store::open(path, World::system()).unwrap();
    store
        .write(Op::silent(), |w| {
            let row = w.discovery(discovery)?.unwrap();
            let stored = w.bundle(bundle.summary.id)?.unwrap();
            for at in 0..facts {
                let start = chat.start + u32::try_from(at % (chat.len() as usize - QUOTE)).unwrap();
                let span = Span::new(start, start + u32::try_from(QUOTE).unwrap());
                let content = content(at, text[span.start as usize..span.end as usize].iter().collect(), span);
                w.insert_fact(&FactToInsert {
                    discovery: row.seq,
                    label_no: i64::try_from(at).unwrap() + 1,
                    version: 1,
                    content: &content,
                    bundle: Some(stored.seq),
                    run: None,
                    supersedes: None,
                    conflicts_with: None,
                    hint: None,
                    status: if at % 3 == 0 { Status::Proposed } else { Status::Accepted },
                    needs_review: at % 9 == 0,
                    accepted_by: None,
                })?;
            }
            below(w, row.seq, i64::try_from(facts).unwrap())
        })
        .unwrap();
    discovery
}

fn below(w: &mut Writer<'_>, discovery: DiscoverySeq, facts: i64) -> Result<(), factly_engine::store::StoreError> {
    let (insights, recommendations) = (facts / 5, facts / 15);
    for no in 1..=insights {
        entity(w, discovery, EntityKind::Insight, no, (no * 2 - 1..=no * 2).collect())?;
    }
    for no in 1..=recommendations {
        entity(w, discovery, EntityKind::Recommendation, no, (no * 3 - 2..=(no * 3).min(insights)).collect())?;
    }
    entity(w, discovery, EntityKind::Output, 1, (1..=RECOMMENDATIONS_TRACED.min(recommendations)).collect())?;
    (2..=10).try_for_each(|no| entity(w, discovery, EntityKind::Output, no, vec![no]))
}

fn entity(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    kind: EntityKind,
    no: i64,
    from: Vec<i64>,
) -> Result<(), factly_engine::store::StoreError> {
    let label = EntityLabel::new(kind, no);
    let text = format!("What the council has to know about the wall and the river, number {no} of many.");
    let output_type = (kind == EntityKind::Output).then_some(OutputType::Report);
    w.insert_entity(&NewEntityRow { discovery, label, text: &text, output_type, origin: EntityOrigin::Manual })?;
    for up in from {
        w.insert_link(discovery, EntityLabel::new(kind.above().unwrap(), up), label)?;
    }
    Ok(())
}

fn content(at: usize, quote: String, span: Span) -> FactContent {
    let statement = format!("The council expects that the wall holds the river back in a year as wet as number {at}.");
    FactContent {
        scope: Scope::Project,
        key: "note".to_owned(),
        value_type: ValueType::Note,
        value: json!(statement).to_string(),
        norm: factly_core::values::note_norm(&statement),
        text: statement,
        confidence: 0.9,
        source_kind: SourceKind::User,
        evidence: Some(Evidence { quote, span, section: BundleSection::FreeChat }),
        missing: Vec::new(),
        reason: UserMessage::default(),
        salience: Salience::default(),
    }
}
