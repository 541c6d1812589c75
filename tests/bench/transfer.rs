//! Export and import, beside plain serde_json on the same file, and the most memory that each takes. Exits 1 where a limit
//! is broken.
//!
//! `FACTLY_BENCH_MB=40` makes the export smaller than the 500 MB that the limits are set for. Each step runs in a process
//! of its own, so that its memory is its own. Rates are by the clock and by the processor's time; the limits are held
//! against the latter, which is that of one core, since other programs may want the machine too.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark that cannot go on has failed")]

#[path = "limits.rs"]
mod limits;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use factly_engine::Library;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use factly_engine::world::World;
use limits::Limits;

const MB: f64 = 1_000_000.0;
const MEGABYTES: usize = 500;
const LEAST_OUT: f64 = 30.0;
const LEAST_IN: f64 = 10.0;
const MOST_MEMORY_MB: f64 = 400.0;
/// An export is about seven times its texts.
const TEXT_SHARE: usize = 7;
const INPUT_BYTES: usize = 400_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [step, file, library, ..] = arguments.as_slice()
        && step.starts_with("step-")
    {
        run_step(step, Path::new(file), Path::new(library));
        return ExitCode::SUCCESS;
    }
    let megabytes = std::env::var("FACTLY_BENCH_MB").ok().and_then(|mb| mb.parse().ok()).unwrap_or(MEGABYTES);
    let folder = tempfile::tempdir().unwrap();
    let (file, first) = (folder.path().join("out.json"), folder.path().join("first.factly"));
    let second = folder.path().join("second.factly");
    fill(&first, megabytes * 1_000_000 / TEXT_SHARE);

    let out = step("step-export", &file, &first);
    let floor_out = step("step-serde-out", &file, &folder.path().join("floor.json"));
    let look = step("step-preview", &file, &second);
    let import = step("step-import", &file, &second);
    let again = folder.path().join("again.json");
    step("step-export", &again, &second);
    let floor_in = step("step-serde-in", &file, &second);
    assert!(are_same(&file, &again), "export, import, export is the same bytes");

    let megabytes = fs::metadata(&file).unwrap().len() as f64 / MB;
    println!(
        "an export of {megabytes:.0} MB; MB/s by the processor's time and by the clock, each as a share of serde_json"
    );
    let lines = [
        ("export", &out, &floor_out, Some(LEAST_OUT)),
        ("preview", &look, &floor_in, None),
        ("import", &import, &floor_in, Some(LEAST_IN)),
    ];
    let mut limits = Limits::default();
    for (what, taken, floor, least) in lines {
        tell(what, megabytes, taken, floor, least, &mut limits);
    }
    limits.end()
}

fn tell(what: &str, megabytes: f64, taken: &StepCost, floor: &StepCost, least: Option<f64>, limits: &mut Limits) {
    let rate = megabytes / taken.processor;
    let is_quick = least.is_none_or(|least| rate >= least);
    let is_small = taken.memory_mb < MOST_MEMORY_MB;
    let limit = least.map_or_else(String::new, |least| format!(" (at least {least:.0})"));
    println!(
        "{what:<8} {rate:>6.1} MB/s{limit}, {:.2} of {:.0}   clock {:>6.1}, {:.2} of {:.0}   memory {:>4.0} MB (under {MOST_MEMORY_MB:.0}){}",
        floor.processor / taken.processor,
        megabytes / floor.processor,
        megabytes / taken.clock,
        floor.clock / taken.clock,
        megabytes / floor.clock,
        taken.memory_mb,
        limits.mark(what, is_quick && is_small),
    );
}

/// Compared a piece at a time: the files may be larger than what is free.
fn are_same(one: &Path, other: &Path) -> bool {
    let open = |path: &Path| BufReader::with_capacity(1 << 20, File::open(path).unwrap());
    let (mut one, mut other) = (open(one), open(other));
    loop {
        let (left, right) = (one.fill_buf().unwrap(), other.fill_buf().unwrap());
        let count = left.len().min(right.len());
        if left[..count] != right[..count] || left.is_empty() != right.is_empty() {
            return false;
        }
        if count == 0 {
            return true;
        }
        one.consume(count);
        other.consume(count);
    }
}

struct StepCost {
    processor: f64,
    clock: f64,
    memory_mb: f64,
}

fn step(name: &str, file: &Path, library: &Path) -> StepCost {
    let child = Command::new(std::env::current_exe().unwrap()).arg(name).arg(file).arg(library).output().unwrap();
    let text = String::from_utf8(child.stdout).unwrap();
    assert!(child.status.success(), "{name}: {}", String::from_utf8_lossy(&child.stderr));
    let mut numbers = text.split_whitespace().map(|number| number.parse().unwrap());
    let mut next = || numbers.next().unwrap();
    StepCost { processor: next(), clock: next(), memory_mb: next() }
}

fn run_step(step: &str, file: &Path, library: &Path) {
    let open = || Library::open(library, World::system()).unwrap();
    let (processor, clock) = match step {
        "step-export" => {
            let library = open();
            let id = library.discoveries().list(None, false).unwrap()[0].id;
            timed(|| _ = library.transfer().export_to_file(&[id], file, &NoProgress).unwrap())
        }
        "step-preview" => {
            let library = open();
            timed(|| assert!(library.transfer().import_preview(file, ImportMode::Add, &NoProgress).unwrap().can_apply))
        }
        "step-import" => {
            let library = open();
            timed(|| {
                drop(library.transfer().import_apply(file, ImportMode::Add, &Repairs::default(), &NoProgress).unwrap())
            })
        }
        "step-serde-in" => timed(|| drop(read_plainly(file))),
        _ => {
            let value = read_plainly(file);
            timed(|| {
                let mut out = BufWriter::new(File::create(library).unwrap());
                serde_json::to_writer(&mut out, &value).unwrap();
                out.flush().unwrap();
                out.get_ref().sync_all().unwrap();
            })
        }
    };
    println!("{processor} {clock} {}", most_memory_mb());
}

fn read_plainly(file: &Path) -> serde_json::Value {
    serde_json::from_reader(BufReader::new(File::open(file).unwrap())).unwrap()
}

/// The processor's time and the clock's; where the system does not tell the first, the clock's twice.
fn timed(work: impl FnOnce()) -> (f64, f64) {
    let (begun, spent) = (Instant::now(), processor_seconds());
    work();
    let clock = begun.elapsed().as_secs_f64();
    match (spent, processor_seconds()) {
        (Some(before), Some(after)) => (after - before, clock),
        _ => (clock, clock),
    }
}

/// Linux counts in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Reads the peak memory if the system tells it; else nothing.
fn most_memory_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() / 1_000.0
}

fn fill(path: &Path, text_bytes: usize) {
    let library = Library::open(path, World::system()).unwrap();
    let id = library.discoveries().create("Walls", "").unwrap().id;
    let mut n = 0;
    for input in 0..text_bytes.div_ceil(INPUT_BYTES) {
        let mut text = String::new();
        while text.len() < INPUT_BYTES {
            n += 1;
            let _ =
                write!(text, "Wall {n} on the north bank is {} m long and cost €{},000 to build. ", n % 977, n % 89);
            let _ = write!(
                text,
                "The engineers of “Ashfield” wrote that it stands since {} and does not leak.\n\n",
                1900 + n % 120
            );
        }
        let input =
            NewInput { title: Some(format!("Report {input}")), origin: InputOrigin::Paste, file_name: None, text };
        library.inputs().add_input(id, input, Parsing::Now, &NoProgress).unwrap();
    }
}
