//! Cost of looking back over 100,000 facts with a long history, beside a pass over as many rows of bare SQLite: at the
//! ledger, at the blocks of the project and of an item, at the items and their fields.
//!
//! The first look reads the history; each further one, to any point, is a pass over what is kept of it in memory, and one
//! after a write reads what is new. What the last turn changed is told by what was done since. The limit is 100 ms for
//! each.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

#[path = "limits.rs"]
mod limits;

use std::collections::HashMap;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::evidence::Evidence;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{FactContent, Scope, SourceKind, Status};
use factly_core::inputs::{BundleSection, BundleTurn, Stage, build};
use factly_core::keys::ValueType;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use factly_engine::Library;
use factly_engine::audit::{PastFilter, Point};
use factly_engine::extraction::Force;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::{self, Parsing};
use factly_engine::store::bundles::NewPiece;
use factly_engine::store::facts::FactToInsert;
use factly_engine::store::inputs::{InputOrigin, InputToInsert};
use factly_engine::store::items::NewItem;
use factly_engine::store::{DiscoverySeq, FactSeq, LabelKind, Op, Stack, Store};
use factly_engine::task::NoProgress;
use factly_engine::world::World;
use limits::Limits;
use rusqlite::Connection;
use serde_json::json;
use uuid::Uuid;

const FACTS: usize = 100_000;
const A_RUN: usize = 500;
/// The first gives way to those of the project.
const KEYS: [&str; 4] =
    ["item.dimensions.width", "item.dimensions.height", "item.dimensions.depth", "item.dimensions.length"];
/// Half of the facts are values, so each of the 7,500 is said five times over.
const ITEMS: usize = 2_500;
/// Every fourth value that is said is of the project: the same few keys, again and again.
const OF_PROJECT: [&str; 3] =
    ["project.constraints.maxHeight", "project.logistics.doorWidth", "project.logistics.doorHeight"];
const INBOX_PAGE: usize = 200;

const A_LOOK: Duration = Duration::from_millis(100);
const AN_INBOX: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let discovery = fill(&Store::open(&path, World::system()).unwrap());
    let library = Library::open(&path, World::system()).unwrap();
    let bare = Connection::open(&path).unwrap();
    let floor = median(9, |_| {
        let mut select =
            bare.prepare_cached("SELECT operation, row, before, after FROM change WHERE tbl = 'fact'").unwrap();
        let rows = select.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))).unwrap();
        black_box(rows.map(Result::unwrap).map(|(one, other)| one ^ other).fold(0, |all, one| all ^ one));
    });
    let history = library.undo().history(Some(discovery), None, 1_000).unwrap().steps;
    let look = |library: &Library, step: i64, filter: &FactFilter| {
        library.audit().facts_as_of(discovery, Point::Step(step), filter, PastFilter::All, None, 500).unwrap()
    };
    let all = FactFilter::default();
    let first = median(5, |_| {
        let library = Library::open(&path, World::system()).unwrap();
        let start = Instant::now();
        black_box(look(&library, history[history.len() / 2].seq, &all));
        SelfTimed(start.elapsed())
    });
    print(&mut limits, "the first look, half way back", first, floor);
    for (at, name) in
        [(0, "now"), (history.len() / 2, "half way back"), (history.len() - 1, "just after the first step")]
    {
        let ours = median(15, |_| black_box(look(&library, history[at].seq, &all)));
        print(&mut limits, &format!("a page of 500, {name}"), ours, floor);
    }
    inbox(&path, discovery, &mut limits);
    let conflicts = FactFilter { statuses: Some(vec![Status::Superseded]), ..FactFilter::default() };
    let ours = median(15, |_| black_box(look(&library, history[history.len() / 3].seq, &conflicts)));
    print(&mut limits, "only what was superseded, a third back", ours, floor);
    knowledge(&path, discovery, floor, &mut limits);
    after_a_write(&path, discovery, floor, &mut limits);
    last_turn(&path, discovery, floor, &mut limits);
    limits.end()
}

/// Measures the changes of the last turn, as the work screen asks after each turn: by a library that was just opened,
/// once more, and after a decision.
fn last_turn(path: &Path, discovery: Uuid, floor: Duration, limits: &mut Limits) {
    let text = "The door is 700 cm wide, and the hall 640 cm high.".to_owned();
    let input = inputs::NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text };
    let library = Library::open(path, World::system()).unwrap();
    let added = library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap().added;
    let bundle = library.inputs().bundles_of_input(added[0].id).unwrap()[0].id;
    let op = json!({
        "op": "UPDATE", "scope": {"type": "project"}, "key": OF_PROJECT[1], "value": "700 cm", "confidence": 0.95,
        "evidence": {"quote": "The door is 700 cm wide"}, "needsReview": false, "reason": "said",
    });
    let stats = library.runs().run_submit(bundle, &json!({ "ops": [op] }).to_string(), Force::No).unwrap().run.stats;
    assert_eq!(stats.conflicts + stats.facts_updated, 1, "it says something else than what stands: {stats:?}");
    let item = format!("i{}", ITEMS / 10);
    for (of, name) in [(None, "the project"), (Some(item.as_str()), "an item")] {
        let cold = median(5, |_| {
            let library = Library::open(path, World::system()).unwrap();
            let start = Instant::now();
            consume(library.audit().last_turn(discovery, of).unwrap().len());
            SelfTimed(start.elapsed())
        });
        print(limits, &format!("the last turn, {name}, first look"), cold, floor);
        let again = median(9, |_| consume(library.audit().last_turn(discovery, of).unwrap().len()));
        print(limits, &format!("the last turn, {name}, once more"), again, floor);
    }
    assert_eq!(
        library.audit().last_turn(discovery, None).unwrap().len(),
        1,
        "the turn changed, or contradicted, a value"
    );
    let filter = FactFilter { statuses: Some(vec![Status::Proposed]), ..FactFilter::default() };
    let open = library.facts().facts(discovery, &filter, None, 100).unwrap().facts;
    let decided = median(9, |at| {
        library.facts().accept(&[open[at].id]).unwrap();
        let start = Instant::now();
        consume(library.audit().last_turn(discovery, None).unwrap().len());
        SelfTimed(start.elapsed())
    });
    print(limits, "the last turn, after a decision", decided, floor);
}

/// Blocks, items and fields at any point, each first by a library that was just opened.
fn knowledge(path: &Path, discovery: Uuid, floor: Duration, limits: &mut Limits) {
    let library = Library::open(path, World::system()).unwrap();
    let history = library.undo().history(Some(discovery), None, 1_000).unwrap().steps;
    let item = format!("i{}", ITEMS / 10);
    let blocks = |library: &Library, item: Option<&str>, point| {
        let then = library.audit().blocks_as_of(discovery, item, point).unwrap();
        then.blocks.iter().map(|block| block.lines.len()).sum::<usize>()
    };
    let cold = median(5, |_| {
        let library = Library::open(path, World::system()).unwrap();
        let start = Instant::now();
        black_box(blocks(&library, None, Point::Step(history[history.len() / 2].seq)));
        SelfTimed(start.elapsed())
    });
    print(limits, "blocks of the project, the first look", cold, floor);
    for (at, name) in [(0, "now"), (history.len() / 2, "half way back"), (history.len() - 1, "after the first step")] {
        let point = Point::Step(history[at].seq);
        let ours = median(9, |_| consume(blocks(&library, None, point)));
        print(limits, &format!("blocks of the project, {name}"), ours, floor);
        let items = library.audit().items_as_of(discovery, point).unwrap().items.len();
        let ours = median(9, |_| drop(black_box(library.audit().items_as_of(discovery, point).unwrap())));
        print(limits, &format!("{items} items, {name}"), ours, floor);
        let there = library.audit().items_as_of(discovery, point).unwrap().items.last().unwrap().item.reference();
        let of = if items > ITEMS / 10 { &item } else { &there };
        let lines = blocks(&library, Some(of), point);
        assert!(lines > 0 || name == "after the first step", "the item held something then");
        let ours = median(9, |_| consume(blocks(&library, Some(of), point)));
        print(limits, &format!("blocks of an item ({lines} lines), {name}"), ours, floor);
        let ours = median(9, |_| drop(black_box(library.audit().fields_then(discovery, of, point).unwrap())));
        print(limits, &format!("fields of an item, {name}"), ours, floor);
    }
    assert!(blocks(&library, None, Point::Step(history[history.len() / 2].seq)) > 0, "the project held something");
}

/// Each look is the first after a decision, or after undo took it back.
fn after_a_write(path: &Path, discovery: Uuid, floor: Duration, limits: &mut Limits) {
    let library = Library::open(path, World::system()).unwrap();
    let history = library.undo().history(Some(discovery), None, 1_000).unwrap().steps;
    let point = Point::Step(history[history.len() / 2].seq);
    let filter = FactFilter { statuses: Some(vec![Status::Proposed]), ..FactFilter::default() };
    let open = library.facts().facts(discovery, &filter, None, 100).unwrap().facts;
    let looks: [(&str, &dyn Fn()); 3] = [
        ("ledger", &|| {
            let all = FactFilter::default();
            drop(black_box(library.audit().facts_as_of(discovery, point, &all, PastFilter::All, None, 500).unwrap()));
        }),
        ("blocks", &|| drop(black_box(library.audit().blocks_as_of(discovery, None, point).unwrap()))),
        ("items", &|| drop(black_box(library.audit().items_as_of(discovery, point).unwrap()))),
    ];
    looks[0].1();
    for (name, look) in looks {
        let decided = median(9, |at| {
            library.facts().accept(&[open[at].id]).unwrap();
            let start = Instant::now();
            look();
            SelfTimed(start.elapsed())
        });
        print(limits, &format!("{name}, the first look after a decision"), decided, floor);
        let undone = median(9, |_| {
            library.undo().undo(Some(discovery)).unwrap();
            let start = Instant::now();
            look();
            SelfTimed(start.elapsed())
        });
        print(limits, &format!("{name}, the first look after undo"), undone, floor);
    }
}

/// Measures the facts that wait for the analyst: a tenth of the facts in conflict, and as many others. The floor counts
/// them in bare SQLite.
fn inbox(path: &Path, discovery: Uuid, limits: &mut Limits) {
    let bare = Connection::open(path).unwrap();
    let floor = median(9, |_| {
        let sql = "SELECT count(*) FROM fact WHERE status IN ('proposed', 'conflict') OR needs_review = 1";
        black_box(bare.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap());
    });
    let cold = median(5, |_| {
        let library = Library::open(path, World::system()).unwrap();
        let start = Instant::now();
        let order = library.facts().waiting(discovery).unwrap();
        let first: Vec<Uuid> = order.iter().take(INBOX_PAGE).map(|one| one.id).collect();
        black_box(library.facts().waiting_lines(discovery, &first).unwrap());
        SelfTimed(start.elapsed())
    });
    within(limits, "the inbox, first look", cold, floor, AN_INBOX);
    let library = Library::open(path, World::system()).unwrap();
    println!("  {} wait", library.facts().waiting(discovery).unwrap().len());
    let again = median(15, |_| {
        let start = Instant::now();
        black_box(library.facts().waiting(discovery).unwrap());
        SelfTimed(start.elapsed())
    });
    within(limits, "what waits, after a decision", again, floor, AN_INBOX);
}

/// 200 runs of 500 facts with the items that they speak of, each followed by the acceptance of half of them, in the place
/// of what stood: about as many changes as facts.
fn fill(store: &Store) -> Uuid {
    let text = "The dam is 149 m long, and the budget is €1,200. ".repeat(160);
    let turn = BundleTurn { free_chat: text.clone(), ..BundleTurn::default() };
    let bundle = build(&turn);
    let section = bundle.sections.iter().find(|found| found.section == BundleSection::FreeChat).unwrap().span;
    let chars: Vec<char> = bundle.text.chars().collect();
    let (discovery, input) = store
        .write(Op::silent(), |w| {
            let discovery = w.insert_discovery("Dam", "", "[]")?;
            let input = w.insert_input(&InputToInsert {
                id: w.next_id(),
                discovery,
                label_no: w.take_labels(discovery, LabelKind::Input, 1)?,
                title: "Report",
                origin: InputOrigin::Paste,
                file_name: None,
                chars: u32::try_from(text.chars().count()).unwrap(),
                sha256: &factly_core::inputs::sha256_hex(&text),
                text: &text,
            })?;
            Ok((discovery, input))
        })
        .unwrap()
        .value;
    let op = |name: &'static str| Op::named(Stack::Discovery(discovery), name);
    let mut standing: HashMap<(String, String), i64> = HashMap::new();
    let mut items = 0;
    for run in 0..FACTS / A_RUN {
        store
            .write(op("Add I-1"), |w| {
                let spoken_of = (run + 1) * A_RUN / 2 / KEYS.len() + 1;
                for item in items..spoken_of.min(ITEMS) {
                    let name = format!("Thing {:04}", item + 1_000);
                    w.insert_item(&NewItem { discovery, name: &name, aliases: &[], description: "" })?;
                }
                items = items.max(spoken_of.min(ITEMS));
                let piece = NewPiece {
                    id: w.next_id(),
                    discovery,
                    stage: Stage::Ideation,
                    input,
                    input_id: w.next_id(),
                    start: 0,
                    part: 1,
                    parts: 1,
                    selected: &[],
                    bundle: &bundle,
                };
                let seq = w.insert_piece(&piece)?;
                let label = w.take_labels(discovery, LabelKind::Fact, A_RUN as i64)?;
                let contents: Vec<FactContent> =
                    (0..A_RUN).map(|at| content(&chars, section, run * A_RUN + at)).collect();
                let first = w.next_fact()?;
                let facts: Vec<FactToInsert<'_>> = contents
                    .iter()
                    .enumerate()
                    .map(|(at, content)| FactToInsert {
                        discovery,
                        label_no: label + at as i64,
                        version: 1,
                        content,
                        bundle: Some(seq),
                        run: None,
                        supersedes: None,
                        conflicts_with: is_rival(at).then_some(FactSeq(first.0 + at as i64 - 1)),
                        hint: None,
                        status: if is_rival(at) { Status::Conflict } else { Status::Proposed },
                        needs_review: at.is_multiple_of(3),
                        accepted_by: None,
                    })
                    .collect();
                w.insert_facts(first, &facts)
            })
            .unwrap();
        accept(store, discovery, run * A_RUN, &mut standing);
    }
    store.read(|r| Ok(r.discovery_at(discovery)?.unwrap().id)).unwrap()
}

/// Accepts every other one, in the place of what stood.
fn accept(store: &Store, discovery: DiscoverySeq, from: usize, standing: &mut HashMap<(String, String), i64>) {
    let op = Op::named(Stack::Discovery(discovery), "Accept");
    store
        .write(op, |w| {
            for at in (from..from + A_RUN).step_by(2) {
                let fact = at as i64 + 1;
                let (item, key) = field_at(at);
                if let Some(before) = standing.insert((item, key.to_owned()), fact) {
                    w.set_fact_status(FactSeq(before), Status::Superseded, false)?;
                }
                w.set_fact_status(FactSeq(fact), Status::Accepted, false)?;
            }
            Ok(())
        })
        .unwrap();
}

/// Returns the scope of the even ones: the item, empty for the project, and the key.
fn field_at(at: usize) -> (String, &'static str) {
    let slot = at / 2;
    match slot.is_multiple_of(4) {
        true => (String::new(), OF_PROJECT[slot / 4 % OF_PROJECT.len()]),
        false => (format!("i{}", slot / KEYS.len() % ITEMS + 1), KEYS[slot % KEYS.len()]),
    }
}

/// Those that are accepted are the even ones, and a rival is of what the one before it is of.
const fn is_rival(at: usize) -> bool {
    at % 10 == 1
}

/// A value of an item or the project, or a statement.
fn content(chars: &[char], section: Span, at: usize) -> FactContent {
    let start = section.start + (at as u32 * 7) % (section.len() - 30);
    let span = Span::new(start, start + 24);
    let quote: String = chars[span.start as usize..span.end as usize].iter().collect();
    let is_value = at.is_multiple_of(2) || is_rival(at);
    let (item_id, key) = if is_value { field_at(at / 2 * 2) } else { (String::new(), "note") };
    FactContent {
        scope: if item_id.is_empty() { Scope::Project } else { Scope::Item { item_id } },
        key: key.to_owned(),
        value_type: if is_value { ValueType::Dimension } else { ValueType::Note },
        value: if is_value { format!("{{\"value\":{at},\"unit\":\"cm\"}}") } else { format!("\"{quote}\"") },
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

fn consume(lines: usize) {
    black_box(lines);
}

/// A time that the work measured itself.
struct SelfTimed(Duration);

trait Measured {
    fn took(self, wall: Duration) -> Duration;
}

impl Measured for SelfTimed {
    fn took(self, _: Duration) -> Duration {
        self.0
    }
}

impl Measured for () {
    fn took(self, wall: Duration) -> Duration {
        wall
    }
}

impl Measured for factly_engine::audit::LedgerThen {
    fn took(self, wall: Duration) -> Duration {
        wall
    }
}

fn median<M: Measured>(count: usize, mut work: impl FnMut(usize) -> M) -> Duration {
    let mut times: Vec<Duration> = (0..count)
        .map(|at| {
            let start = Instant::now();
            let done = work(at);
            done.took(start.elapsed())
        })
        .collect();
    times.sort();
    times[count / 2]
}

fn print(limits: &mut Limits, what: &str, ours: Duration, floor: Duration) {
    within(limits, what, ours, floor, A_LOOK);
}

fn within(limits: &mut Limits, what: &str, ours: Duration, floor: Duration, limit: Duration) {
    let ratio = ours.as_secs_f64() / floor.as_secs_f64();
    let over = limits.mark(what, ours <= limit);
    println!("{what:<45} {ours:>12.2?}   floor {floor:>12.2?}   ratio {ratio:>6.2}   at most {limit:?}{over}");
}
