//! Hostile documents given to the command line, one after the other: how each ends, how long it takes, and the memory that
//! it needs at most.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, out, target};
use generator::{HostileFile, hostile};

#[path = "../../../tests/support/hostile.rs"]
mod generator;

/// Number of documents that are tried, seed of the first, seconds at most, and bytes of each at most.
const COUNT: (&str, u64) = ("FACTLY_HOSTILE", 20_000);
const FIRST: (&str, u64) = ("FACTLY_HOSTILE_FIRST", 0);
const SECONDS: (&str, u64) = ("FACTLY_HOSTILE_SECONDS", u64::MAX);
const SIZE: (&str, u64) = ("FACTLY_HOSTILE_SIZE", 200_000);

/// A command line that was built before; without one it is built.
const CLI: &str = "FACTLY_CLI";

/// None takes longer, or more memory.
const LONGEST: Duration = Duration::from_secs(10);
const MOST_KILOBYTES: u64 = 500 * 1024;
/// Memory that a process may reserve, in kilobytes: beyond it an allocation fails, and with it the process.
const RESERVED: u64 = 4 << 20;

/// Time after which a process is ended that only waits.
const MOST_WAITING: Duration = Duration::from_secs(600);
/// Linux counts processor time in these, whatever its clock does.
const TICKS_A_SECOND: f64 = 100.0;

/// Result of reading one document.
struct HostileRun {
    name: String,
    /// Processor time of all its threads, since the machine does other things beside it.
    time: Duration,
    kilobytes: u64,
    /// None where a signal ended it.
    code: Option<i32>,
}

impl HostileRun {
    /// Read or refused, by an exit of its own, in time and within the memory.
    fn is_sound(&self) -> bool {
        matches!(self.code, Some(0..=9)) && self.time <= LONGEST && self.kilobytes <= MOST_KILOBYTES
    }

    fn line(&self) -> String {
        let end = self.code.map_or("a signal".to_owned(), |code| format!("exit {code}"));
        format!("{}: {end}, {:.1} s, {} MB", self.name, self.time.as_secs_f64(), self.kilobytes / 1024)
    }
}

pub(super) fn run() -> Result<()> {
    if !cfg!(target_os = "linux") {
        out("The memory of a process is read from /proc, which is only on Linux.");
        return Ok(());
    }
    let cli = match std::env::var_os(CLI) {
        Some(cli) => cli.into(),
        None => {
            cargo(&["build", "--profile", "soak", "--package", "factly-cli"]).run()?;
            target().join("soak/factly")
        }
    };
    let folder = target().join("hostile");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tried = Trial::new(cli, folder)?.all()?;
    report(&tried)
}

fn setting((name, usual): (&str, u64)) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Folder where documents are tried, and the library that each is added to a copy of.
struct Trial {
    cli: PathBuf,
    folder: PathBuf,
    library: PathBuf,
    discovery: String,
}

impl Trial {
    fn new(cli: PathBuf, folder: PathBuf) -> Result<Self> {
        let library = folder.join("library.factly");
        let made = Command::new(&cli)
            .arg("--library")
            .arg(&library)
            .args(["--json", "discovery", "create", "--title", "Hostile"])
            .output()?;
        let answer = String::from_utf8_lossy(&made.stdout).into_owned();
        let id = answer.split_once("\"id\":").and_then(|(_, rest)| rest.split('"').nth(1));
        let discovery = id.with_context(|| format!("no discovery was made: {answer}"))?.to_owned();
        Ok(Self { cli, folder, library, discovery })
    }

    fn all(&self) -> Result<Vec<HostileRun>> {
        let (next, last) = (AtomicU64::new(setting(FIRST)), setting(FIRST).saturating_add(setting(COUNT)));
        let begun = Instant::now();
        let tried = Mutex::new(Ok(Vec::new()));
        let work = || {
            while begun.elapsed().as_secs() < setting(SECONDS) {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= last {
                    return;
                }
                let run = self.one(&hostile(seed, setting(SIZE) as usize), seed);
                let Ok(mut tried) = tried.lock() else { return };
                match (&mut *tried, run) {
                    (Ok(runs), Ok(run)) => runs.push(run),
                    (failed, Err(error)) => *failed = Err(error),
                    (Err(_), _) => return,
                }
            }
        };
        thread::scope(|scope| {
            let workers = thread::available_parallelism().map_or(1, usize::from);
            (0..workers).for_each(|_| drop(scope.spawn(work)));
        });
        tried.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Adds one document. Its file stays where something was wrong with it.
    fn one(&self, file: &HostileFile, seed: u64) -> Result<HostileRun> {
        let (document, library) = (self.folder.join(&file.name), self.folder.join(format!("{seed}.factly")));
        fs::write(&document, &file.bytes)?;
        fs::copy(&self.library, &library)?;
        let mut command = Command::new("sh");
        let limited = format!("ulimit -v {RESERVED}; exec \"$@\"");
        command.args(["-c", &limited, "sh"]).arg(&self.cli).arg("--library").arg(&library);
        command.args(["input", "add", &self.discovery]).arg(&document);
        let run = watched(command, file.name.clone())?;
        for ending in ["", "-wal", "-shm", "-lock"] {
            let _ = fs::remove_file(self.folder.join(format!("{seed}.factly{ending}")));
        }
        if run.is_sound() {
            fs::remove_file(&document)?;
        } else {
            out(&run.line());
        }
        Ok(run)
    }
}

/// Runs a command to its end, or to several times the longest that one may take.
fn watched(mut command: Command, name: String) -> Result<HostileRun> {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let process = Path::new("/proc").join(child.id().to_string());
    let (mut kilobytes, mut time) = (0, Duration::ZERO);
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        kilobytes = kilobytes.max(peak(&process).unwrap_or(0));
        time = time.max(processor_time(&process).unwrap_or_default());
        if time > 2 * LONGEST || begun.elapsed() > MOST_WAITING {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(5));
    };
    Ok(HostileRun { name, time, kilobytes, code: ended.code() })
}

/// Returns the time that the threads of a process have used a processor.
fn processor_time(process: &Path) -> Option<Duration> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    // The name of the program stands in brackets, and may have spaces.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some(Duration::from_secs_f64((ticks()? + ticks()?) / TICKS_A_SECOND))
}

/// Returns the most memory that a process has had, in kilobytes.
fn peak(process: &Path) -> Option<u64> {
    let status = fs::read_to_string(process.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn report(tried: &[HostileRun]) -> Result<()> {
    let faults = tried.iter().filter(|run| !run.is_sound()).count();
    let read = tried.iter().filter(|run| run.code == Some(0)).count();
    out(&format!("{} documents: {read} read, {} refused, {faults} at fault", tried.len(), tried.len() - read - faults));
    if let Some(slowest) = tried.iter().max_by_key(|run| run.time) {
        out(&format!("slowest: {}", slowest.line()));
    }
    if let Some(largest) = tried.iter().max_by_key(|run| run.kilobytes) {
        out(&format!("largest: {}", largest.line()));
    }
    if faults > 0 {
        bail!("{faults} documents ended by themselves, took longer than {} s or more than 500 MB", LONGEST.as_secs());
    }
    Ok(())
}
