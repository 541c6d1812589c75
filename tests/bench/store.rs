//! Cost of the store's promises, beside the same work on bare rusqlite in the same run.
//!
//! A commit beside `BEGIN IMMEDIATE; INSERT; COMMIT` with the same syncing; 1,000 facts with evidence, through the
//! triggers, into ledgers of growing size, beside the same rows into a table without any rule; a page of the ledger; a look
//! through the file beside one that reads each row and sums none.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::evidence::Evidence;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{FactContent, Scope, SourceKind, Status};
use factly_core::inputs::{Bundle, BundleSection, BundleTurn, Stage, build};
use factly_core::keys::ValueType;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use factly_engine::store::bundles::NewPiece;
use factly_engine::store::facts::{FactToInsert, LedgerStanding};
use factly_engine::store::inputs::{InputOrigin, InputToInsert};
use factly_engine::store::{
    BundleSeq, CheckScope, DiscoverySeq, FactSeq, InputSeq, LabelKind, Op, Stack, Store, Writer,
};
use factly_engine::task::CancelToken;
use factly_engine::world::World;
use limits::Limits;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

const RUN: usize = 1_000;

/// A run into a ledger of 100,000.
const A_RUN: Duration = Duration::from_millis(20);
/// One into a ledger of 1,000,000, beside that.
const MOST_TIMES_AS_SLOW: f64 = 2.0;
const A_PAGE: Duration = Duration::from_millis(1);
/// A look through a library of so many facts, beside one without the sums of its rows.
const LOOKED_THROUGH: usize = 20_000;
const MOST_TIMES_WITHOUT_SUMS: f64 = 2.0;

/// Those that the facts here have.
const STANDINGS: [LedgerStanding; 2] = [(Status::Proposed, true), (Status::Accepted, false)];

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let folder = tempfile::tempdir().unwrap();
    let bare = bare(&folder.path().join("bare.sqlite"));
    let store = Store::open(&folder.path().join("library.factly"), World::system()).unwrap();
    commits(&store, &bare);
    ledger(&store, &bare, &mut limits);
    opening(store);
    checking(&folder.path().join("checked.factly"), &mut limits);
    limits.end()
}

fn bare(path: &Path) -> Connection {
    let bare = Connection::open(path).unwrap();
    bare.pragma_update(None, "journal_mode", "wal").unwrap();
    bare.pragma_update(None, "synchronous", "full").unwrap();
    bare.pragma_update(None, "cache_size", -32_768).unwrap();
    bare.execute_batch(
        "CREATE TABLE one (name TEXT PRIMARY KEY, value TEXT);
         CREATE TABLE fact (seq INTEGER PRIMARY KEY, id BLOB, key TEXT, value TEXT, norm TEXT, text TEXT, quote TEXT,
             start_char INTEGER, end_char INTEGER, status TEXT);",
    )
    .unwrap();
    bare
}

/// `FACTLY_BENCH_FACTS` of them, for those in a hurry.
fn most() -> usize {
    std::env::var("FACTLY_BENCH_FACTS").ok().and_then(|most| most.parse().ok()).unwrap_or(1_000_000)
}

fn commits(store: &Store, bare: &Connection) {
    let wall = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let bare_commit = |at: usize| {
        let sql = "INSERT INTO one VALUES ('theme', ?1) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        bare.execute_batch("BEGIN IMMEDIATE").unwrap();
        bare.prepare_cached(sql).unwrap().execute([at.to_string()]).unwrap();
        bare.execute_batch("COMMIT").unwrap();
    };
    let our_commit = |at: usize| {
        store.write(Op::silent(), |writer| writer.set_preference("theme", &at.to_string())).unwrap();
    };
    // In turns, since the disk too has others to serve.
    let (mut ours, mut floor) = (Vec::new(), Vec::new());
    for at in 0..300 {
        floor.push(wall(&mut || bare_commit(at)));
        ours.push(wall(&mut || our_commit(at)));
    }
    let (ours, floor) = (percentile(50, ours), percentile(50, floor));
    print("commit of one row", ours, floor, "");
}

fn ledger(store: &Store, bare: &Connection, limits: &mut Limits) {
    let ground = BundleSource::create(store);
    let floor = median(9, |_| bare_run(bare));
    let mut at_100_000 = Duration::ZERO;
    for size in [0, 100_000, 1_000_000].into_iter().filter(|size| *size <= most()) {
        while ground.count(store) < size {
            ground.run(store, 10 * RUN);
        }
        let ours = median(9, |_| ground.run(store, RUN));
        let name = format!("1,000 facts into {size}");
        match size {
            100_000 => {
                at_100_000 = ours;
                let over = limits.mark(&name, ours <= A_RUN);
                print(&name, ours, floor, &format!("at most {A_RUN:?}{over}"));
            }
            1_000_000 => {
                print(&name, ours, floor, "");
                let slower = ours.as_secs_f64() / at_100_000.as_secs_f64();
                let over = limits.mark("1,000 facts into 1,000,000 beside 100,000", slower <= MOST_TIMES_AS_SLOW);
                print("  beside 100,000", ours, at_100_000, &format!("at most {MOST_TIMES_AS_SLOW} times{over}"));
            }
            _ => print(&name, ours, floor, ""),
        }
    }
    pages(store, bare, ground.discovery, limits);
}

fn bare_run(bare: &Connection) {
    bare.execute_batch("BEGIN IMMEDIATE").unwrap();
    let sql = "INSERT INTO fact (id, key, value, norm, text, quote, start_char, end_char, status)
               VALUES (?1, ?2, ?3, ?3, ?4, ?4, ?5, ?6, 'proposed')";
    let mut insert = bare.prepare_cached(sql).unwrap();
    for at in 0..RUN {
        let (key, text) = (format!("key.{}", at % 300), format!("The dam is {at} m long."));
        insert.execute(params![uuid::Uuid::now_v7(), key, at.to_string(), text, at as i64, at as i64 + 20]).unwrap();
    }
    bare.execute_batch("COMMIT").unwrap();
}

/// The 99th percentile of pages from random places of the ledger, beside reading one row by its key.
fn pages(store: &Store, bare: &Connection, discovery: DiscoverySeq, limits: &mut Limits) {
    let page = |at: usize| {
        let after = FactSeq((at * 7_919 % most()) as i64);
        let page = store.read(|reader| reader.facts_after(discovery, &STANDINGS, after, 50)).unwrap();
        assert_eq!(black_box(page).len(), 50);
    };
    let bare_page = |at: usize| {
        let mut select = bare.prepare_cached("SELECT * FROM fact WHERE seq > ?1 ORDER BY seq LIMIT 50").unwrap();
        let rows = select.query_map([at as i64 % 8_000], |row| row.get::<_, String>(5)).unwrap();
        black_box(rows.collect::<Result<Vec<_>, _>>().unwrap());
    };
    let (ours, floor) = (percentile(99, times(2_000, page)), percentile(99, times(2_000, bare_page)));
    let name = "page of 50 facts, p99";
    let over = limits.mark(name, ours <= A_PAGE);
    print(name, ours, floor, &format!("at most {A_PAGE:?}{over}"));
}

/// Opening is part of the start of the application, so it must not grow with the library.
fn opening(store: Store) {
    let path = store.path().to_owned();
    drop(store);
    let ours = median(9, |_| drop(Store::open(&path, World::system()).unwrap()));
    let floor = median(9, |_| {
        let connection = Connection::open(&path).unwrap();
        connection.query_row("SELECT count(*) FROM library", [], |row| row.get::<_, i64>(0)).unwrap();
    });
    print("opening the library", ours, floor, "");
}

/// Prints what a check of the file costs beside one without sums: SQLite's own checks, and each value read once.
fn checking(path: &Path, limits: &mut Limits) {
    let store = Store::open(path, World::system()).unwrap();
    let ground = BundleSource::create(&store);
    (0..LOOKED_THROUGH / RUN).for_each(|_| ground.run(&store, RUN));
    let bare = Connection::open(path).unwrap();
    let mut looks: Vec<(Duration, Duration)> = (0..9).map(|_| look_through(&store, &bare)).collect();
    looks.sort_by(|a, b| ratio(a.0, a.1).total_cmp(&ratio(b.0, b.1)));
    let (ours, floor) = looks[looks.len() / 2];
    let name = "verify of 20,000 facts, beside without sums";
    let over = limits.mark(name, ratio(ours, floor) <= MOST_TIMES_WITHOUT_SUMS);
    print(name, ours, floor, &format!("at most {MOST_TIMES_WITHOUT_SUMS} times{over}"));
}

/// The time of a check of the file, and of one that sums no row and only reads them.
fn look_through(store: &Store, bare: &Connection) -> (Duration, Duration) {
    let (mut summing, mut sums) = (None, Duration::ZERO);
    let start = WorkTimer::now();
    let report = store.check(CheckScope::File, &CancelToken::default(), |at| {
        sums += summing.take().map_or(Duration::ZERO, |begun: WorkTimer| begun.elapsed());
        summing = (at.step == "rows").then(WorkTimer::now);
    });
    let ours = start.elapsed();
    assert_eq!(report.unwrap().findings, []);
    assert!(sums > Duration::ZERO);
    let start = WorkTimer::now();
    black_box(bytes_of_rows(bare));
    (ours, ours - sums + start.elapsed())
}

/// The bytes of all values of the tables, each read once.
fn bytes_of_rows(bare: &Connection) -> usize {
    let mut tables = bare
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND rootpage > 0")
        .unwrap();
    let names = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let bytes = names.map(|name| {
        let mut select = bare.prepare(&format!("SELECT * FROM \"{}\"", name.unwrap())).unwrap();
        let columns = select.column_count();
        let mut rows = select.query([]).unwrap();
        let mut bytes = 0;
        while let Some(row) = rows.next().unwrap() {
            bytes += (0..columns).map(|at| row.get_ref(at).unwrap()).map(size).sum::<usize>();
        }
        bytes
    });
    bytes.sum()
}

fn size(value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Null => 0,
        ValueRef::Integer(_) | ValueRef::Real(_) => 8,
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len(),
    }
}

fn ratio(ours: Duration, floor: Duration) -> f64 {
    ours.as_secs_f64() / floor.as_secs_f64()
}

/// A discovery with an Input, of which every run reads a bundle of its own.
struct BundleSource {
    discovery: DiscoverySeq,
    input: InputSeq,
    turn: BundleTurn,
}

impl BundleSource {
    fn create(store: &Store) -> Self {
        let text = "The dam is 149 m long, and the budget is €1,200. ".repeat(160);
        let laid = store.write(Op::silent(), |writer| {
            let discovery = writer.insert_discovery("Dam", "", "[]")?;
            let input = writer.insert_input(&InputToInsert {
                id: writer.next_id(),
                discovery,
                label_no: writer.take_labels(discovery, LabelKind::Input, 1)?,
                title: "Report",
                origin: InputOrigin::Paste,
                file_name: None,
                chars: text.chars().count() as u32,
                sha256: &factly_core::inputs::sha256_hex(&text),
                text: &text,
            })?;
            Ok((discovery, input))
        });
        let (discovery, input) = laid.unwrap().value;
        Self { discovery, input, turn: BundleTurn { free_chat: text, ..BundleTurn::default() } }
    }

    fn count(&self, store: &Store) -> usize {
        store.read(|reader| reader.fact_counts(self.discovery)).unwrap().of_all(&STANDINGS) as usize
    }

    /// One transaction: a bundle and its facts.
    fn run(&self, store: &Store, facts: usize) {
        let bundle = build(&self.turn);
        let op = Op::named(Stack::Discovery(self.discovery), "Add I-1");
        store
            .write(op, |writer| {
                let seq = writer.insert_piece(&self.piece(writer, &bundle))?;
                let label = writer.take_labels(self.discovery, LabelKind::Fact, facts as i64)?;
                let section =
                    bundle.sections.iter().find(|found| found.section == BundleSection::FreeChat).unwrap().span;
                let chars: Vec<char> = bundle.text.chars().collect();
                for at in 0..facts {
                    let content = content(&chars, section, at);
                    writer.insert_fact(&self.fact(seq, label + at as i64, &content, at))?;
                }
                Ok(())
            })
            .unwrap();
    }

    fn piece<'b>(&self, writer: &Writer<'_>, bundle: &'b Bundle) -> NewPiece<'b> {
        NewPiece {
            id: writer.next_id(),
            discovery: self.discovery,
            stage: Stage::Ideation,
            input: self.input,
            input_id: writer.next_id(),
            start: 0,
            selected: &[],
            part: 1,
            parts: 1,
            bundle,
        }
    }

    fn fact<'c>(&self, bundle: BundleSeq, label_no: i64, content: &'c FactContent, at: usize) -> FactToInsert<'c> {
        FactToInsert {
            discovery: self.discovery,
            label_no,
            version: 1,
            content,
            bundle: Some(bundle),
            run: None,
            supersedes: None,
            conflicts_with: None,
            hint: None,
            status: if at.is_multiple_of(3) { Status::Proposed } else { Status::Accepted },
            needs_review: at.is_multiple_of(3),
            accepted_by: None,
        }
    }
}

fn content(chars: &[char], section: Span, at: usize) -> FactContent {
    let start = section.start + (at as u32 * 7) % (section.len() - 30);
    let span = Span::new(start, start + 24);
    let quote: String = chars[span.start as usize..span.end as usize].iter().collect();
    FactContent {
        scope: Scope::Project,
        key: format!("key.{}", at % 300),
        value_type: ValueType::String,
        value: format!("\"{quote}\""),
        norm: format!("{quote} {at}"),
        text: quote.clone(),
        confidence: 0.75,
        source_kind: SourceKind::User,
        evidence: Some(Evidence { quote, span, section: BundleSection::FreeChat }),
        missing: Vec::new(),
        reason: UserMessage::default(),
        salience: Salience::default(),
    }
}

fn times(count: usize, mut work: impl FnMut(usize)) -> Vec<Duration> {
    let one = |at| {
        let start = WorkTimer::now();
        work(at);
        start.elapsed()
    };
    (0..count).map(one).collect()
}

/// A point in the time that this thread spent at work, where the system tells it (Linux): on a machine that others use
/// too, the time on the wall says more about them. Waiting for the disk is not in it, so commits are timed by the wall.
struct WorkTimer {
    wall: Instant,
    at_work: Option<Duration>,
}

impl WorkTimer {
    fn now() -> Self {
        Self { wall: Instant::now(), at_work: Self::at_work() }
    }

    fn elapsed(&self) -> Duration {
        let at_work = Self::at_work().zip(self.at_work).map(|(now, then)| now - then);
        at_work.unwrap_or_else(|| self.wall.elapsed())
    }

    fn at_work() -> Option<Duration> {
        let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        schedstat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

fn median(count: usize, work: impl FnMut(usize)) -> Duration {
    percentile(50, times(count, work))
}

fn percentile(percent: usize, mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

fn print(what: &str, ours: Duration, floor: Duration, limit: &str) {
    let ratio = ratio(ours, floor);
    println!("{what:<45} {ours:>12.2?}   floor {floor:>12.2?}   ratio {ratio:>6.2}   {limit}");
}
