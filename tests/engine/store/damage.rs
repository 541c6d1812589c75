//! A damaged library is found out, or every row of it reads as it was written: nothing silently says something else.

use std::path::Path;
use std::{fs, thread};

use rstest::rstest;
use tempfile::TempDir;

use super::chance::Chance;
use super::fill::{self, Fact};
use super::library::{Library, check, dump, fleeting_folder, names, rows};
use super::soak::{sized, strikes};
use super::world;
use crate::store::{BackupInfo, Backups, DiscoverySeq, Op, Stack, Store, StoreError};

const PAGE: usize = 4096;

/// Of fewer cases it is chance how many are detected.
const ENOUGH_TO_COUNT: usize = 100;

/// The harm that a file comes to.
#[derive(Clone, Copy, Debug)]
enum Harm {
    FlippedBit,
    FlippedBitInUsedBytes,
    ZeroedPage,
    ZeroedSector,
    SwappedPages,
    Truncated,
}

impl Harm {
    const FLIPS: [Self; 2] = [Self::FlippedBit, Self::FlippedBitInUsedBytes];
    const OF_PAGES: [Self; 4] = [Self::ZeroedPage, Self::ZeroedSector, Self::SwappedPages, Self::Truncated];

    fn strike(self, bytes: &mut Vec<u8>, chance: &mut Chance) {
        let pages = bytes.len() / PAGE;
        match self {
            Self::FlippedBit => {
                let at = chance.below(bytes.len());
                bytes[at] ^= 1 << chance.below(8);
            }
            Self::FlippedBitInUsedBytes => {
                let used = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect::<Vec<_>>();
                bytes[used[chance.below(used.len())]] ^= 1 << chance.below(8);
            }
            Self::ZeroedPage => fill_with_zeros(bytes, chance.below(pages) * PAGE, PAGE),
            Self::ZeroedSector => {
                let sectors = bytes.len() / 512;
                fill_with_zeros(bytes, chance.below(sectors) * 512, 512);
            }
            Self::SwappedPages => {
                let (one, other) = (chance.below(pages), chance.below(pages));
                (0..PAGE).for_each(|at| bytes.swap(one * PAGE + at, other * PAGE + at));
            }
            Self::Truncated => bytes.truncate(chance.below(bytes.len())),
        }
    }
}

fn fill_with_zeros(bytes: &mut [u8], from: usize, length: usize) {
    bytes[from..from + length].fill(0);
}

/// Returns the rows that a check covers: every row but the derived ones, and the mark of the last commit.
fn proven(store: &Store) -> Result<Vec<String>, StoreError> {
    let rows = store.read(|reader| Ok(dump(reader.connection())?))?;
    let is_other = |row: &String| ["knowledge_", "commit_mark"].iter().any(|table| row.starts_with(table));
    Ok(rows.into_iter().filter(|row| !is_other(row)).collect())
}

/// A library with rows in every table, closed, and what is proven in it.
fn original() -> (Vec<u8>, Vec<String>) {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 60);
    fill::every_table(&library.store, discovery);
    let held = proven(&library.store).unwrap();
    let path = library.path();
    let folder = library.close();
    let bytes = fs::read(&path).unwrap();
    drop(folder);
    (bytes, held)
}

/// The fate of a library that came to harm.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    Detected,
    /// All that is proven is as it was.
    Identical,
    SilentlyOther,
}

fn fate(path: &Path, held: &[String]) -> Fate {
    let Ok(store) = Store::open(path, world::fixed()) else { return Fate::Detected };
    if !check(&store).is_sound() {
        return Fate::Detected;
    }
    match proven(&store) {
        Ok(now) if now == held => Fate::Identical,
        _ => Fate::SilentlyOther,
    }
}

/// Harms a library `count` times, each time anew, by kinds in turn; says how often that was seen.
fn strike_often(kinds: &[Harm], count: usize, first_seed: u64) -> usize {
    let (bytes, held) = original();
    let folder = fleeting_folder();
    let path = folder.path().join("library.factly");
    let mut detected = 0;
    for case in 0..count {
        let mut chance = Chance::new(first_seed + case as u64);
        let harm = kinds[case % kinds.len()];
        let mut harmed = bytes.clone();
        harm.strike(&mut harmed, &mut chance);
        fs::write(&path, &harmed).unwrap();
        let fate = fate(&path, &held);
        assert_ne!(fate, Fate::SilentlyOther, "case {case}: {harm:?}");
        if fate == Fate::Detected {
            detected += 1;
            assert!(fs::read(&path).unwrap() == harmed, "case {case}: {harm:?}: what is damaged is left as it is");
        }
        for name in names(folder.path()) {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
    detected
}

/// In halves, of which each has its own library and chance.
fn strike_in_halves(kinds: &'static [Harm], count: usize) -> usize {
    let half = move |first_seed| thread::spawn(move || strike_often(kinds, count / 2, first_seed));
    [0, 1_000_000].map(half).into_iter().map(|half| half.join().unwrap()).sum()
}

#[test]
fn a_flipped_bit_is_detected_or_changes_no_text_and_no_evidence() {
    let cases = strikes(24);
    let detected = strike_in_halves(&Harm::FLIPS, cases);
    assert!(detected > cases / 3 || cases < ENOUGH_TO_COUNT, "many flips matter, and were seen: {detected} of {cases}");
}

#[test]
fn zeroed_swapped_and_missing_pages_are_detected_or_change_no_text_and_no_evidence() {
    let cases = strikes(24);
    let detected = strike_in_halves(&Harm::OF_PAGES, cases);
    assert!(detected > cases / 2 || cases < ENOUGH_TO_COUNT, "most harm matters, and was seen: {detected} of {cases}");
}

/// A library with two copies: a good one, and a newer one that has come to the same kind of harm.
struct Copied {
    folder: TempDir,
    library: Vec<u8>,
    good: BackupInfo,
    newer: BackupInfo,
    newer_bytes: Vec<u8>,
    /// The content of the good one.
    held: Vec<String>,
}

fn copied() -> Copied {
    let library = Library::new();
    let path = library.path();
    let (discovery, _) = fill::facts(&library.store, 60);
    fill::every_table(&library.store, discovery);
    let good = library.store.back_up().unwrap();
    let held = proven(&library.store).unwrap();
    rename(&library.store, discovery, "Later");
    let newer = library.store.back_up().unwrap();
    let folder = library.close();
    let newer_bytes = fs::read(folder.path().join("backups").join(&newer.id)).unwrap();
    Copied { library: fs::read(&path).unwrap(), folder, good, newer, newer_bytes, held }
}

#[rstest]
fn whatever_the_harm_the_newest_good_copy_is_offered_and_the_file_kept(
    #[values(
        Harm::FlippedBit,
        Harm::FlippedBitInUsedBytes,
        Harm::ZeroedPage,
        Harm::ZeroedSector,
        Harm::SwappedPages,
        Harm::Truncated
    )]
    harm: Harm,
) {
    let copied = copied();
    let path = copied.folder.path().join("library.factly");
    let copy = copied.folder.path().join("backups").join(&copied.newer.id);
    // What changes nothing that is proven is no damage that a check finds: another place is struck.
    let strike = |bytes: &[u8], at: &Path, chance: &mut Chance| loop {
        let mut harmed = bytes.to_vec();
        harm.strike(&mut harmed, chance);
        fs::write(at, &harmed).unwrap();
        if fate(at, &copied.held) == Fate::Detected {
            return harmed;
        }
    };
    for seed in 0..sized(1, 6) {
        let mut chance = Chance::new(seed);
        strike(&copied.newer_bytes, &copy, &mut chance);
        let damaged = strike(&copied.library, &path, &mut chance);
        let backups = Backups::for_library(&path);
        let offered = backups.newest_good().unwrap();
        assert_eq!(offered.as_ref(), Some(&copied.good), "seed {seed}: the newer copy is damaged too");
        let refused = backups.restore(&copied.newer.id, &world::fixed()).unwrap_err().code();
        // A copy whose first page is struck does not even look like a library.
        assert!(["backup_damaged", "library_not_a_library"].contains(&refused), "seed {seed}: {refused}");
        assert!(fs::read(&path).unwrap() == damaged, "seed {seed}: what was refused changed nothing");
        let set_aside = backups.restore(&copied.good.id, &world::fixed()).unwrap().expect("there was a file");
        assert!(fs::read(&set_aside).unwrap() == damaged, "seed {seed}: the damaged file is kept to the byte");
        assert_eq!(fate(&path, &copied.held), Fate::Identical, "seed {seed}: and what was copied is back");
        fs::remove_file(set_aside).unwrap();
    }
}

#[test]
fn a_text_in_which_a_word_turned_into_another_is_found() {
    let (bytes, _) = original();
    let (word, other) = (b"149 m long", b"159 m long");
    let at = find(&bytes, word).expect("the word stands in the file");
    let mut harmed = bytes;
    harmed[at..at + other.len()].copy_from_slice(other);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    fs::write(&path, harmed).unwrap();
    let report = check(&Store::open(&path, world::fixed()).unwrap());
    assert!(!report.is_sound(), "its hash is another");
}

#[test]
fn a_fact_that_stands_otherwise_than_its_index_says_is_found() {
    const FACTS: usize = 10;
    let library = Library::new();
    fill::facts(&library.store, FACTS);
    let path = library.path();
    let closed = library.close();
    let bytes = fs::read(&path).unwrap();
    drop(closed);
    let (word, other) = (b"proposed", b"accepted");
    let folder = fleeting_folder();
    let path = folder.path().join("library.factly");
    let statuses =
        |store: &Store| store.read(|reader| Ok(rows(reader.connection(), "SELECT seq, status FROM fact NOT INDEXED")?));
    fs::write(&path, &bytes).unwrap();
    let before = statuses(&Store::open(&path, world::fixed()).unwrap()).unwrap();
    let mut detected = 0;
    for at in (0..bytes.len()).filter(|&at| bytes[at..].starts_with(word)) {
        let mut harmed = bytes.clone();
        harmed[at..at + other.len()].copy_from_slice(other);
        fs::write(&path, &harmed).unwrap();
        // Where the schema itself has the word it may not even open.
        let Ok(store) = Store::open(&path, world::fixed()) else { continue };
        if statuses(&store).is_ok_and(|now| now != before) {
            assert!(!check(&store).is_sound(), "the word at {at}");
            detected += 1;
        }
    }
    assert_eq!(detected, FACTS, "each was struck by itself");
}

#[test]
fn a_trigger_that_was_taken_out_is_found() {
    let library = Library::new();
    let path = library.path();
    let _folder = library.close();
    let tool = rusqlite::Connection::open(&path).unwrap();
    tool.execute_batch("DROP TRIGGER fact_is_kept").unwrap();
    drop(tool);
    let findings = check(&Store::open(&path, world::fixed()).unwrap()).findings;
    let findings = findings.iter().map(|finding| (finding.step, finding.detail.as_str())).collect::<Vec<_>>();
    assert_eq!(findings, [("schema", "fact_is_kept is not what Factly made")]);
}

#[test]
fn a_damaged_library_is_kept_aside_and_the_newest_good_copy_restored() {
    let library = Library::new();
    let path = library.path();
    let (discovery, _) = fill::facts(&library.store, 5);
    let good = library.store.back_up().unwrap();
    rename(&library.store, discovery, "Later");
    let rotten = library.store.back_up().unwrap();
    let folder = library.close();
    let copy = folder.path().join("backups").join(&rotten.id);
    let harm = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let at = find(&bytes, fill::TEXT.as_bytes()).unwrap();
        bytes[at] ^= 1;
        fs::write(path, &bytes).unwrap();
        bytes
    };
    harm(&copy);
    let damaged = harm(&path);

    let backups = Backups::for_library(&path);
    assert_eq!(backups.list().unwrap().len(), 2);
    let offered = backups.newest_good().unwrap().unwrap();
    assert_eq!(offered, good, "the newest copy is damaged too, so the one before it is offered");
    assert_eq!(backups.restore(&rotten.id, &world::fixed()).unwrap_err().code(), "backup_damaged");
    let set_aside = backups.restore(&offered.id, &world::fixed()).unwrap().unwrap();
    assert_eq!(fs::read(set_aside).unwrap(), damaged, "the damaged file is kept to the byte");
    let store = Store::open(&path, world::fixed()).unwrap();
    assert!(check(&store).is_sound());
    let facts = store.read(|reader| {
        Ok(reader.connection().query_row("SELECT count(*) FROM fact", [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(facts.unwrap(), good.facts);
}

fn rename(store: &Store, discovery: DiscoverySeq, title: &str) {
    let op = Op::named(Stack::Library, "Rename");
    let sql = "UPDATE discovery SET title = ?2 WHERE seq = ?1";
    store.write(op, |writer| Ok(writer.connection().execute(sql, rusqlite::params![discovery, title])?)).unwrap();
}

/// The last place: the first pages are the schema's, and what a page that was split left behind is nobody's.
fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).rposition(|window| window == word)
}

#[test]
fn a_flipped_bit_far_inside_a_long_text_is_found() {
    let library = Library::new();
    // Long enough to lie on pages of its own.
    let text = "The dam is 149 m long. ".repeat(3_000);
    library
        .store
        .write(Op::silent(), |writer| {
            let discovery = fill::discovery(writer, "Dam")?;
            let bundle = fill::bundle(writer, discovery, &text)?;
            fill::fact(writer, Fact::quoting(discovery, bundle, "149 m", 11))
        })
        .unwrap();
    let path = library.path();
    let _folder = library.close();
    let mut bytes = fs::read(&path).unwrap();
    let sentence = b"149 m long. The dam is 149 m long.";
    let at = bytes.windows(sentence.len()).rposition(|window| window == sentence).unwrap();
    bytes[at + 2] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let findings = check(&Store::open(&path, world::fixed()).unwrap()).findings;
    assert!(findings.iter().any(|finding| finding.step == "texts"), "{findings:?}");
}
