//! A damaged library is found out or reads as it was written: never does it silently say something else.

use std::fs;
use std::path::Path;

use rstest::rstest;

use super::chance::{Chance, cases};
use super::fill::{self, Fact};
use super::library::{Library, check, dump, fleeting_folder, names};
use super::world;
use crate::store::{Backups, DiscoverySeq, Op, Stack, Store};

const PAGE: usize = 4096;

/// How a file comes to harm.
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
    const ALL: [Self; 6] = [
        Self::FlippedBit,
        Self::FlippedBitInUsedBytes,
        Self::ZeroedPage,
        Self::ZeroedSector,
        Self::SwappedPages,
        Self::Truncated,
    ];

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

/// A library with rows in every table, closed, and what it holds.
fn original() -> (Vec<u8>, Vec<String>) {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 60);
    fill::every_table(&library.store, discovery);
    let held = library.store.read(|reader| Ok(dump(reader.connection())?)).unwrap();
    let path = library.path();
    let folder = library.close();
    let bytes = fs::read(&path).unwrap();
    drop(folder);
    (bytes, held)
}

/// What became of a library that came to harm.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    Detected,
    Identical,
    SilentlyOther,
}

fn fate(path: &Path, held: &[String]) -> Fate {
    let Ok(store) = Store::open(path, world::fixed()) else { return Fate::Detected };
    if !check(&store).is_sound() {
        return Fate::Detected;
    }
    match store.read(|reader| Ok(dump(reader.connection())?)) {
        Ok(now) if now == held => Fate::Identical,
        _ => Fate::SilentlyOther,
    }
}

#[test]
fn harm_is_detected_or_changes_nothing() {
    let (bytes, held) = original();
    let folder = fleeting_folder();
    let path = folder.path().join("library.factly");
    let mut detected = 0;
    let cases = cases(2_000);
    for case in 0..cases {
        let mut chance = Chance::new(case as u64);
        let harm = Harm::ALL[case % Harm::ALL.len()];
        let mut harmed = bytes.clone();
        harm.strike(&mut harmed, &mut chance);
        fs::write(&path, &harmed).unwrap();
        let fate = fate(&path, &held);
        assert_ne!(fate, Fate::SilentlyOther, "case {case}: {harm:?}");
        detected += usize::from(fate == Fate::Detected);
        for name in names(folder.path()) {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
    assert!(detected > cases / 2, "most harm matters, and was seen: {detected} of {cases}");
}

#[rstest]
#[case::a_value("149 m long", "159 m long")]
#[case::a_title("Dam", "Ham")]
#[case::a_status("proposed", "accepted")]
#[case::a_name_of_an_operation("Fill", "Kill")]
fn a_word_that_turned_into_another_is_found(#[case] word: &str, #[case] other: &str) {
    let (bytes, _) = original();
    let at = find(&bytes, word.as_bytes()).expect("the word stands in the file");
    let mut harmed = bytes;
    harmed[at..at + other.len()].copy_from_slice(other.as_bytes());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    fs::write(&path, harmed).unwrap();
    let report = check(&Store::open(&path, world::fixed()).unwrap());
    assert!(!report.is_sound(), "{word} became {other}, which SQLite's own check does not see");
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
        let at = find(&bytes, b"Later").unwrap();
        bytes[at] ^= 1;
        fs::write(path, &bytes).unwrap();
        bytes
    };
    harm(&copy);
    let damaged = harm(&path);

    let backups = Backups::of(&path);
    assert_eq!(backups.list().unwrap().len(), 2);
    let offered = backups.newest_good().unwrap().unwrap();
    assert_eq!(offered, good, "the newest copy is damaged too, so the one before it is offered");
    assert_eq!(backups.restore(&rotten.id, &world::fixed()).unwrap_err().code(), "backup_damaged");
    let kept = backups.restore(&offered.id, &world::fixed()).unwrap().unwrap();
    assert_eq!(fs::read(kept).unwrap(), damaged, "the damaged file is kept to the byte");
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
