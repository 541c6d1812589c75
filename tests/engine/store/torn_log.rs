//! The file system's view of a power cut: whatever became of the bytes that were not yet synced, what was synced stays.

use factly_core::message;
use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::chance::Chance;
use super::fill;
use super::library::{Library, dump, fleeting_folder, open};
use super::soak::strikes;
use crate::store::{Op, Stack, Store};

const COMMITS: usize = 16;
const PAGE: usize = 4096;
const SECTOR: usize = 512;

/// The bytes on the disk at each sync, and the library's content by then.
struct History {
    file: Vec<u8>,
    log: Vec<u8>,
    /// The end of each commit in the log, and the content then.
    commits: Vec<(usize, Vec<String>)>,
    /// The file once the whole log was brought into it.
    checkpointed: Vec<u8>,
}

fn history() -> History {
    let library = Library::new();
    let file = fs::read(library.path()).unwrap();
    let log = || fs::read(log_of(&library)).unwrap();
    fill::ground(&library.store).unwrap();
    let mut commits = vec![(log().len(), contents(&library.store))];
    for at in 0..COMMITS {
        commit(&library.store, at);
        commits.push((log().len(), contents(&library.store)));
    }
    let log = log();
    assert_eq!(fs::read(library.path()).unwrap(), file, "nothing was checkpointed so far");
    let path = library.path();
    let _folder = library.close();
    History { file, log, commits, checkpointed: fs::read(path).unwrap() }
}

fn log_of(library: &Library) -> PathBuf {
    library.folder.path().join("library.factly-wal")
}

fn commit(store: &Store, at: usize) {
    let ground = fill::ground(store).unwrap();
    let op = Op::named(Stack::Discovery(ground.0), message!("Run {}", at));
    store.write(op, |writer| fill::whole_run(writer, ground, 1 + at % 5)).unwrap();
}

fn contents(store: &Store) -> Vec<String> {
    store.read(|reader| Ok(dump(reader.connection())?)).unwrap()
}

/// The damage to the bytes that were under way.
#[derive(Clone, Copy, Debug)]
enum Tear {
    CutOff,
    Zeroed,
    Garbled,
    SectorsMissing,
    GarbledAndLonger,
}

impl Tear {
    const ALL: [Self; 5] = [Self::CutOff, Self::Zeroed, Self::Garbled, Self::SectorsMissing, Self::GarbledAndLonger];

    /// Harms `log` from `synced` on.
    fn tear(self, log: &mut Vec<u8>, synced: usize, chance: &mut Chance) {
        let from = synced + chance.below(log.len() - synced + 1);
        match self {
            Self::CutOff => log.truncate(from),
            Self::Zeroed => log[from..].fill(0),
            Self::Garbled => garble(&mut log[from..], chance),
            Self::SectorsMissing => {
                log[synced..].chunks_mut(SECTOR).filter(|_| chance.below(3) == 0).for_each(|sector| sector.fill(0));
            }
            Self::GarbledAndLonger => {
                garble(&mut log[from..], chance);
                log.extend((0..chance.below(3 * PAGE)).map(|_| chance.draw() as u8).collect::<Vec<_>>());
            }
        }
    }
}

fn garble(bytes: &mut [u8], chance: &mut Chance) {
    bytes.iter_mut().for_each(|byte| *byte = chance.draw() as u8);
}

#[test]
fn a_torn_log_loses_nothing_that_was_synced() {
    let history = history();
    for case in 0..strikes(100) {
        let mut chance = Chance::new(case as u64);
        let tear = Tear::ALL[case % Tear::ALL.len()];
        let at = chance.below(COMMITS);
        let ((synced, before), (under_way, after)) = (&history.commits[at], &history.commits[at + 1]);
        let mut log = history.log[..*under_way].to_vec();
        tear.tear(&mut log, *synced, &mut chance);
        let (_folder, store) = open_after_cut(&history.file, &log);
        let now = contents(&store);
        assert!(now == *before || now == *after, "case {case}: {tear:?} after commit {at}");
    }
}

#[test]
fn a_checkpoint_cut_off_halfway_loses_nothing() {
    let history = history();
    let (_, all) = history.commits.last().unwrap();
    for case in 0..strikes(100) / 4 {
        let mut chance = Chance::new(case as u64);
        let mut file = history.checkpointed.clone();
        file.truncate(
            (chance.below(file.len() - history.file.len() + 1) + history.file.len()).next_multiple_of(SECTOR),
        );
        for (at, old) in history.file.chunks(SECTOR).enumerate() {
            if chance.below(2) == 0 {
                file[at * SECTOR..at * SECTOR + old.len()].copy_from_slice(old);
            }
        }
        let (_folder, store) = open_after_cut(&file, &history.log);
        assert!(contents(&store) == *all, "case {case}: the log still holds what the file only half has");
    }
}

/// Starts on what a power cut left.
fn open_after_cut(file: &[u8], log: &[u8]) -> (TempDir, Store) {
    let folder = fleeting_folder();
    let path = folder.path().join("library.factly");
    fs::write(&path, file).unwrap();
    fs::write(folder.path().join("library.factly-wal"), log).unwrap();
    let store = open(&path);
    (folder, store)
}

#[test]
fn a_library_works_on_after_a_power_cut() {
    let history = history();
    let (synced, before) = &history.commits[5];
    let (_folder, store) = open_after_cut(&history.file, &history.log[..synced + 700]);
    assert_eq!(&contents(&store), before);
    commit(&store, 5);
    assert!(contents(&store).len() > before.len());
    let path = store.path().to_owned();
    let now = contents(&store);
    drop(store);
    assert_eq!(contents(&open(&path)), now);
}
