//! What was acknowledged is there after the process was killed, and nothing is half there.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use super::chance::{Chance, cases};
use super::elsewhere::{Elsewhere, Role};
use super::library::check;
use crate::store::Store;
use crate::world::World;

/// Kills of one library, after which a new one is begun: so that making one is killed too, and the checks stay quick.
const KILLS_OF_ONE: usize = 10;

#[test]
fn killed_at_any_point_every_acknowledged_run_is_whole() {
    let kills = cases(300);
    let acknowledged = thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || kill_often(half, kills / 2)));
        halves.map(|half| half.join().unwrap()).iter().sum::<usize>()
    });
    assert!(acknowledged > kills, "the processes came to write something before they were killed: {acknowledged}");
}

fn kill_often(half: u64, kills: usize) -> usize {
    let mut chance = Chance::new(half);
    let mut acknowledged = 0;
    for _ in 0..kills.div_ceil(KILLS_OF_ONE) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.factly");
        let mut runs = BTreeMap::new();
        for _ in 0..KILLS_OF_ONE {
            runs.extend(work_and_be_killed(&path, &mut chance));
            verify(&path, &runs);
        }
        acknowledged += runs.len();
    }
    acknowledged
}

/// The runs that the process acknowledged, and how many facts each has.
fn work_and_be_killed(path: &Path, chance: &mut Chance) -> BTreeMap<i64, i64> {
    let mut process = Elsewhere::start(Role::Work, path, chance.draw());
    let mut said = Vec::new();
    // Half of them in the thick of it, half perhaps while the library is being made or opened.
    if chance.below(2) == 0 {
        said.extend(process.next());
    }
    thread::sleep(Duration::from_micros(chance.below(40_000) as u64));
    said.extend(process.kill());
    said.iter().map(|line| parse_run(line).unwrap_or_else(|| panic!("it failed: {line}"))).collect()
}

pub(super) fn parse_run(line: &str) -> Option<(i64, i64)> {
    let (run, facts) = line.strip_prefix("run ")?.split_once(' ')?;
    Some((run.parse().ok()?, facts.parse().ok()?))
}

fn verify(path: &Path, acknowledged: &BTreeMap<i64, i64>) {
    if !path.exists() {
        assert!(acknowledged.is_empty(), "a library that was written to has its file");
        return;
    }
    let store = Store::open(path, World::system()).unwrap();
    assert_eq!(check(&store).findings, [], "{:?}", fs::read_dir(path.parent().unwrap()));
    let whole = whole_runs(&store);
    for (run, facts) in acknowledged {
        assert_eq!(whole.get(run), Some(facts), "run {run} was acknowledged");
    }
}

/// Every run and how many facts it has; a run without all of them is an error.
pub(super) fn whole_runs(store: &Store) -> BTreeMap<i64, i64> {
    let sql = "SELECT r.seq, r.attempts, count(f.seq) FROM parse_run AS r LEFT JOIN fact AS f ON f.run = r.seq GROUP BY r.seq";
    let runs = store.read(|reader| {
        let mut select = reader.connection().prepare(sql)?;
        let runs = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(runs.collect::<rusqlite::Result<Vec<(i64, i64, i64)>>>()?)
    });
    let whole = |(run, said, found)| {
        assert_eq!(said, found, "run {run} is whole or not there");
        (run, found)
    };
    runs.unwrap().into_iter().map(whole).collect()
}
