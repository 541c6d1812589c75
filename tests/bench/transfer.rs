//! Export and import, beside plain serde_json on the same file, and the most memory that each takes.
//!
//! Rates are by the processor's time, on one core. `FACTLY_BENCH_MB` says how large the export is to be, about; each step runs in a process of its own, so that its
//! memory is its own.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark that cannot go on has failed")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use factly_engine::Library;
use factly_engine::bundle::{NewInput, Parsing};
use factly_engine::store::inputs::Origin;
use factly_engine::task::Unwatched;
use factly_engine::transfer::{How, Repairs};
use factly_engine::world::World;

const MB: f64 = 1_000_000.0;
/// An export is about seven times its texts.
const TEXT_SHARE: usize = 7;
const INPUT_BYTES: usize = 400_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [step, file, library, ..] = arguments.as_slice()
        && step.starts_with("step-")
    {
        return run_step(step, Path::new(file), Path::new(library));
    }
    let megabytes = std::env::var("FACTLY_BENCH_MB").ok().and_then(|mb| mb.parse().ok()).unwrap_or(40);
    let folder = tempfile::tempdir().unwrap();
    let (file, first) = (folder.path().join("out.json"), folder.path().join("first.factly"));
    let second = folder.path().join("second.factly");
    fill(&first, megabytes * 1_000_000 / TEXT_SHARE);

    let out = step("step-export", &file, &first);
    let bytes = fs::metadata(&file).unwrap().len() as f64;
    let floor_out = step("step-serde-out", &file, &folder.path().join("floor.json"));
    let look = step("step-preview", &file, &second);
    let import = step("step-import", &file, &second);
    let again = folder.path().join("again.json");
    step("step-export", &again, &second);
    let floor_in = step("step-serde-in", &file, &second);
    assert!(fs::read(&file).unwrap() == fs::read(&again).unwrap(), "export, import, export is the same bytes");

    println!("an export of {:.0} MB", bytes / MB);
    let line = |what: &str, taken: &Taken, floor: &Taken| {
        println!(
            "{what:<10} {:>6.1} MB/s   {:>5.2} of serde_json ({:.0} MB/s)   at most {:>4.0} MB of memory",
            bytes / MB / taken.seconds,
            floor.seconds / taken.seconds,
            bytes / MB / floor.seconds,
            taken.memory_mb
        );
    };
    line("export", &out, &floor_out);
    line("preview", &look, &floor_in);
    line("import", &import, &floor_in);
}

struct Taken {
    seconds: f64,
    memory_mb: f64,
}

fn step(name: &str, file: &Path, library: &Path) -> Taken {
    let child = Command::new(std::env::current_exe().unwrap()).arg(name).arg(file).arg(library).output().unwrap();
    let said = String::from_utf8(child.stdout).unwrap();
    assert!(child.status.success(), "{name}: {}", String::from_utf8_lossy(&child.stderr));
    let mut numbers = said.split_whitespace().map(|number| number.parse().unwrap());
    Taken { seconds: numbers.next().unwrap(), memory_mb: numbers.next().unwrap() }
}

fn run_step(step: &str, file: &Path, library: &Path) {
    let open = || Library::open(library, World::system()).unwrap();
    let seconds = match step {
        "step-export" => {
            let library = open();
            let id = library.discoveries(None, false).unwrap()[0].id;
            timed(|| _ = library.export_to_file(&[id], file, &Unwatched).unwrap())
        }
        "step-preview" => {
            let library = open();
            timed(|| assert!(library.import_preview(file, How::Add, &Unwatched).unwrap().can_apply))
        }
        "step-import" => {
            let library = open();
            timed(|| drop(library.import_apply(file, How::Add, &Repairs::default(), &Unwatched).unwrap()))
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
    println!("{seconds} {}", most_memory_mb());
}

fn read_plainly(file: &Path) -> serde_json::Value {
    serde_json::from_reader(BufReader::new(File::open(file).unwrap())).unwrap()
}

/// The processor's time, since other programs may want it too; where the system does not tell it, the clock's.
fn timed(work: impl FnOnce()) -> f64 {
    let (begun, spent) = (Instant::now(), processor_seconds());
    work();
    match (spent, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64(),
    }
}

/// Linux counts in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Where the system tells it; else nothing.
fn most_memory_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() / 1_000.0
}

fn fill(path: &Path, text_bytes: usize) {
    let library = Library::open(path, World::system()).unwrap();
    let id = library.create_discovery("Walls", "").unwrap().id;
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
        let input = NewInput { title: Some(format!("Report {input}")), origin: Origin::Paste, file_name: None, text };
        library.add_input(id, input, Parsing::Now, &Unwatched).unwrap();
    }
}
