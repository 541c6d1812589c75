//! A turn of 200 ops into a discovery of 100,000 facts: reconciled, stored, its blocks and fields brought up to date, in
//! one transaction. Each op takes the place of a value that stands, so each patches a block and a field.
//!
//! The floor is the same turn into one of 1,000 facts, where as much is said of the same items: the cost grows with the
//! turn, not the ledger.
//!
//! Beside it what a rebuild of the whole discovery costs, which is what a turn would cost without patches.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

#[path = "limits.rs"]
mod limits;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::extraction::salience::Salience;
use factly_core::facts::{FactContent, Scope, SourceKind, Status};
use factly_core::keys::ValueType;
use factly_engine::Library;
use factly_engine::extraction::Force;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::facts::FactToInsert;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::store::items::NewItem;
use factly_engine::store::{DiscoverySeq, LabelKind, Op, Store, Writer};
use factly_engine::task::NoProgress;
use factly_engine::world::World;
use limits::Limits;
use serde_json::json;
use uuid::Uuid;

const OPS: usize = 200;
const KEYS: [(&str, &str); 5] = [
    ("item.dimensions.width", "wide"),
    ("item.dimensions.height", "high"),
    ("item.dimensions.depth", "deep"),
    ("item.dimensions.length", "long"),
    ("item.dimensions.thickness", "thick"),
];
/// As many in both, so that only the ledger is larger.
const ITEMS: usize = 2_000;
/// The items that the turns speak of: all their values stand in both.
const SPOKEN_OF: usize = ROUNDS * 7 + OPS / KEYS.len();
const ROUNDS: usize = 11;
/// Of the other facts one in so many stands as a value of another item; the rest are statements and what was superseded.
const STANDING_EVERY: usize = 11;

const A_TURN: Duration = Duration::from_millis(100);
/// The same turn into a hundred times as many facts: it would be up to a hundred if the cost grew with the ledger.
const MOST_TIMES_AS_SLOW: f64 = 2.0;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let folder = tempfile::tempdir().unwrap();
    let small = BenchLibrary::create(&folder.path().join("small.factly"), 1_000);
    let large = BenchLibrary::create(&folder.path().join("large.factly"), 100_000);
    // In turns, since the machine has others to serve.
    let (mut ours, mut floor) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        floor.push(small.turn(round));
        ours.push(large.turn(round));
    }
    let (ours, floor) = (median(ours), median(floor));
    let name = "turn of 200 ops into 100,000 facts";
    let over = limits.mark(name, ours <= A_TURN);
    print(name, ours, floor, &format!("at most {A_TURN:?}{over}"));
    let slower = ours.as_secs_f64() / floor.as_secs_f64();
    let over = limits.mark("the same turn beside one into 1,000", slower <= MOST_TIMES_AS_SLOW);
    println!("{:<45} {floor:>12.2?}   at most {MOST_TIMES_AS_SLOW} times as slow{over}", "  the same turn into 1,000");
    let start = Instant::now();
    let rebuilt = large.library.knowledge().check_knowledge(Some(large.discovery)).unwrap();
    assert!(rebuilt[0].differences.is_empty(), "the cache equals a rebuild");
    print("  beside a rebuild of all blocks and fields", ours, start.elapsed(), "");
    limits.end()
}

struct BenchLibrary {
    library: Library,
    discovery: Uuid,
}

impl BenchLibrary {
    fn create(path: &Path, facts: usize) -> Self {
        let store = Store::open(path, World::system()).unwrap();
        store
            .write(Op::silent(), |w| {
                let discovery = w.insert_discovery("Stand", "", r#"["production","research"]"#)?;
                for item in 0..ITEMS {
                    let name = name_of(item);
                    w.insert_item(&NewItem { discovery, name: &name, aliases: &[], description: "" })?;
                }
                fill(w, discovery, facts)
            })
            .unwrap();
        drop(store);
        let library = Library::open(path, World::system()).unwrap();
        let discovery = library.discoveries().list(None, false).unwrap()[0].id;
        Self { library, discovery }
    }

    /// A turn that says another value of every key of a few items. Only the answer is timed.
    fn turn(&self, round: usize) -> Duration {
        let statements: Vec<(usize, usize, String)> = (0..OPS)
            .map(|at| {
                let (item, key) = (at / KEYS.len() + round * 7, at % KEYS.len());
                // No value of an earlier turn, nor any that stood before.
                let value = 1_000 + at + round * OPS;
                (item, key, format!("{} is {value} cm {}.", name_of(item), KEYS[key].1))
            })
            .collect();
        let text = statements.iter().map(|(.., text)| text.as_str()).collect::<Vec<_>>().join(" ");
        let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text };
        let added = self.library.inputs().add_input(self.discovery, input, Parsing::Later, &NoProgress).unwrap().added;
        let bundle = self.library.inputs().bundles_of_input(added[0].id).unwrap()[0].id;
        let ops: Vec<_> = statements
            .iter()
            .map(|(item, key, text)| {
                let value = text.split_whitespace().nth(3).unwrap();
                json!({
                    "op": "UPDATE", "scope": {"type": "item", "itemId": format!("i{}", item + 1)},
                    "key": KEYS[*key].0, "value": format!("{value} cm"), "confidence": 0.95,
                    "evidence": {"quote": text.trim_end_matches('.')}, "needsReview": false, "reason": "said",
                })
            })
            .collect();
        let answer = json!({ "ops": ops }).to_string();
        let before = self.revision(statements[0].0);
        let start = Instant::now();
        let report = self.library.runs().run_submit(bundle, &answer, Force::No).unwrap();
        let took = start.elapsed();
        let stats = report.run.stats;
        assert_eq!(
            (stats.ops_in, stats.facts_updated),
            (OPS as u32, OPS as u32),
            "each takes a value's place: {stats:?}"
        );
        assert!(self.revision(statements[0].0) > before, "the block was patched within it");
        let last = statements.last().unwrap();
        let reads = self.library.knowledge().field(self.discovery, Some(&reference(last.0)), KEYS[last.1].0).unwrap();
        let reading = reads.value.unwrap().reading().replace(',', "");
        assert!(last.2.contains(&reading), "and the field: {reading}");
        took
    }

    fn revision(&self, item: usize) -> i64 {
        let blocks = self.library.knowledge().blocks(self.discovery, Some(&reference(item))).unwrap();
        blocks.iter().find(|block| block.key.as_str() == "item.dimensions").unwrap().revision
    }
}

/// Of one length, so that none stands within another.
fn name_of(item: usize) -> String {
    format!("Thing {:04}", item + 1_000)
}

fn reference(item: usize) -> String {
    format!("i{}", item + 1)
}

fn fill(w: &mut Writer<'_>, discovery: DiscoverySeq, facts: usize) -> Result<(), factly_engine::store::StoreError> {
    let first_label = w.take_labels(discovery, LabelKind::Fact, facts as i64)?;
    let contents: Vec<(FactContent, Status)> = (0..facts).map(content).collect();
    for (at, rows) in contents.chunks(10_000).enumerate() {
        let first = w.next_fact()?;
        let rows: Vec<FactToInsert<'_>> = (first_label + (at * 10_000) as i64..)
            .zip(rows)
            .map(|(label_no, (content, status))| FactToInsert {
                discovery,
                label_no,
                version: 1,
                content,
                bundle: None,
                run: None,
                supersedes: None,
                conflicts_with: None,
                hint: None,
                status: *status,
                needs_review: false,
                accepted_by: None,
            })
            .collect();
        w.insert_facts(first, &rows)?;
    }
    Ok(())
}

fn content(at: usize) -> (FactContent, Status) {
    let mentioned = SPOKEN_OF * KEYS.len();
    match at.checked_sub(mentioned) {
        None => (fact_content(at, FactKind::Value(at)), Status::Accepted),
        Some(rest) if rest.is_multiple_of(STANDING_EVERY) => {
            (fact_content(at, FactKind::Value(mentioned + rest / STANDING_EVERY)), Status::Accepted)
        }
        Some(rest) if rest % STANDING_EVERY > 4 => (fact_content(at, FactKind::Note), Status::Accepted),
        // Values that were: of the items that are spoken of too.
        Some(rest) => (fact_content(at, FactKind::Value(rest)), Status::Superseded),
    }
}

enum FactKind {
    Note,
    /// Of an item and a key, by its place among all of them.
    Value(usize),
}

fn fact_content(at: usize, what: FactKind) -> FactContent {
    let value = 100 + at % 700;
    let (scope, key, value_type, value) = match what {
        FactKind::Note => (Scope::Project, "note", ValueType::Note, format!("\"Said {at}.\"")),
        FactKind::Value(index) => {
            let (item, key) = (index / KEYS.len() % ITEMS, index % KEYS.len());
            let value = format!("{{\"value\":{value},\"unit\":\"cm\"}}");
            (Scope::Item { item_id: reference(item) }, KEYS[key].0, ValueType::Dimension, value)
        }
    };
    FactContent {
        scope,
        key: key.into(),
        value_type,
        value,
        norm: format!("n {at}"),
        text: format!("Said {at}."),
        confidence: 1.0,
        // No run takes the place of what was set by hand.
        source_kind: SourceKind::Imported,
        evidence: None,
        missing: Vec::new(),
        reason: factly_core::message::UserMessage::default(),
        salience: Salience::default(),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn print(what: &str, ours: Duration, floor: Duration, limit: &str) {
    let ratio = ours.as_secs_f64() / floor.as_secs_f64();
    println!("{what:<45} {ours:>12.2?}   floor {floor:>12.2?}   ratio {ratio:>6.2}   {limit}");
}
