//! Killed in the middle of what an analyst does: what was acknowledged is whole, and nothing is half there.
//!
//! Another process works in a library by the calls that the shells make, and says of each what it left, once it is done.
//! It is killed at a point that nobody chose, and the library is opened as the application opens it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../../support/acts.rs"]
mod acts;
#[path = "../../support/answers.rs"]
mod answers;
#[path = "../store/chance.rs"]
mod chance;
mod elsewhere;
#[path = "../../support/library.rs"]
mod library;
mod receipt;
#[path = "../../support/soak.rs"]
mod soak;
mod work;
#[path = "../../support/world.rs"]
mod world;

use std::path::Path;
use std::thread;
use std::time::Duration;

use chance::Chance;
use elsewhere::{WorkProgress, WorkerProcess};
use factly_engine::Library;
use factly_engine::task::NoProgress;
use factly_engine::world::World;
use receipt::{Receipt, run_sizes, turns_without_bundle};
use soak::strikes;

/// Kills of one library, after which a new one is begun: so that making one is killed too, and the checks stay quick.
const KILLS_OF_ONE: usize = 10;

/// Of so many kills one comes while the library is being made or opened. The others wait until some steps were
/// acknowledged, so that it does not matter how busy the machine is.
const OPENING: usize = 6;
const MOST_STEPS: usize = 4;

/// Of fewer kills it is chance what they met.
const ENOUGH_TO_COUNT: usize = 100;

#[test]
fn killed_at_any_point_every_acknowledged_run_is_whole() {
    let kills = strikes(20);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.json");
    work::write_small_file(&file);
    let halves = [0, 1].map(|half| {
        let file = file.clone();
        thread::spawn(move || kill_often(half, kills / 2, &file))
    });
    let ends = halves.map(|half| half.join().unwrap()).into_iter().reduce(Ends::and).unwrap();
    if kills < ENOUGH_TO_COUNT {
        return;
    }
    assert!(ends.acknowledged > kills, "the processes came to do something before they were killed: {ends:?}");
    assert!(ends.under_way > kills / 10, "many were killed in the middle of a step: {ends:?}");
    assert!(ends.as_told > 0 && ends.further > 0, "before a commit, and between two: {ends:?}");
}

/// Counts of the states that the kills met.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    acknowledged: usize,
    /// A step was begun and not acknowledged.
    under_way: usize,
    /// The library was left as it was told last, to the byte of its export.
    as_told: usize,
    /// Something was committed that was not acknowledged any more.
    further: usize,
}

impl Ends {
    fn and(self, other: Self) -> Self {
        Self {
            acknowledged: self.acknowledged + other.acknowledged,
            under_way: self.under_way + other.under_way,
            as_told: self.as_told + other.as_told,
            further: self.further + other.further,
        }
    }
}

fn kill_often(half: u64, kills: usize, file: &Path) -> Ends {
    let mut chance = Chance::new(half);
    let mut ends = Ends::default();
    for _ in 0..kills.div_ceil(KILLS_OF_ONE) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.factly");
        let mut expected = Receipt::default();
        for _ in 0..KILLS_OF_ONE {
            let progress = work_and_be_killed(&path, file, &mut chance);
            ends = ends.and(examine(&path, &mut expected, progress));
        }
    }
    ends
}

fn work_and_be_killed(path: &Path, file: &Path, chance: &mut Chance) -> WorkProgress {
    let mut process = WorkerProcess::start(path, file, chance.draw());
    if chance.below(OPENING) != 0 {
        process.wait_for_steps(1 + chance.below(MOST_STEPS));
    }
    thread::sleep(Duration::from_micros(chance.below(20_000) as u64));
    process.kill()
}

/// Looks at what a kill left; `expected` is what was acknowledged before, and becomes what is acknowledged now.
fn examine(path: &Path, expected: &mut Receipt, progress: WorkProgress) -> Ends {
    let mut ends = Ends {
        acknowledged: progress.steps.len(),
        under_way: usize::from(progress.begun.is_some()),
        ..Ends::default()
    };
    if let Some(newest) = progress.steps.into_iter().reduce(Receipt::and) {
        *expected = std::mem::take(expected).and(newest);
    }
    if !path.exists() {
        assert!(expected.is_empty(), "a library that was written to has its file");
        return ends;
    }
    let library = Library::open(path, World::system()).unwrap();
    let begun = progress.begun.unwrap_or_default();
    let problems = library.sources().verify(None, &NoProgress).unwrap().problems;
    assert_eq!(problems, [], "killed in {begun}");
    let now = Receipt::from_library(path, &library);
    expected.assert_retained(&now, &begun);
    for (run, size) in run_sizes(path) {
        assert!(size.is_whole(), "run {run} is whole or not there, killed in {begun}: {size:?}");
    }
    match now.matches(expected) {
        true => ends.as_told += 1,
        false => ends.further += 1,
    }
    assert_eq!(turns_without_bundle(path), 0, "turns that ended and are never read, killed in {begun}");
    // Opening a library ends what was under way, and what this saw next begins from there.
    *expected = now;
    ends
}
