//! Evidence packs: made, checked with nothing but the file, and changed in every way that a file can be.

use crate::library;
use crate::transfer::fixture;

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use factly_engine::error::Code;
use factly_engine::evidence_pack::{PackReport, verify};
use factly_engine::task::{NoProgress, Progress, TaskStep};
use library::Fixture;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

struct PackFixture {
    at: Fixture,
    path: PathBuf,
    bytes: Vec<u8>,
}

fn packed() -> PackFixture {
    let (at, discovery) = fixture::rich();
    let path = at.folder.path().join("wall.factly-pack.zip");
    at.library.evidence_packs().pack(discovery, &path, &NoProgress).expect("a whole discovery can be packed");
    let bytes = fs::read(&path).unwrap();
    PackFixture { at, path, bytes }
}

impl PackFixture {
    fn check(&self, bytes: &[u8]) -> Result<PackReport, factly_engine::error::Error> {
        let path = self.at.folder.path().join("changed.zip");
        fs::write(&path, bytes).unwrap();
        verify(&path, &NoProgress)
    }

    /// Another pack, with its entries changed and sealed as if it were one.
    fn forged(&self, change: impl FnOnce(&mut Vec<(String, Vec<u8>)>)) -> Vec<u8> {
        let mut archive = ZipArchive::new(Cursor::new(&self.bytes)).unwrap();
        let mut entries = Vec::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            entries.push((entry.name().unwrap().into_owned(), bytes));
        }
        change(&mut entries);
        sealed(&entries)
    }

    fn problems_after(&self, change: impl FnOnce(&mut Vec<(String, Vec<u8>)>)) -> Vec<String> {
        problem_lines(&self.check(&self.forged(change)).expect("a pack with a manifest is checked"))
    }
}

fn sealed(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.set_comment(format!("factly evidence pack, sha256 of all before: {}", "0".repeat(64))).unwrap();
    let mut bytes = zip.finish().unwrap().into_inner();
    seal(&mut bytes);
    bytes
}

fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 64;
    let digest: String = Sha256::digest(&bytes[..end]).iter().map(|byte| format!("{byte:02x}")).collect();
    bytes[end..].copy_from_slice(digest.as_bytes());
}

fn problem_lines(report: &PackReport) -> Vec<String> {
    let line = |problem: &factly_engine::evidence_pack::PackProblem| {
        let location = [problem.entry.as_deref(), problem.fact.as_deref()].into_iter().flatten().collect::<Vec<_>>();
        format!("{}: {}", location.join(" "), problem.message)
    };
    report.problems.iter().map(line).collect()
}

/// The entry called so.
fn entry_bytes<'e>(entries: &'e mut [(String, Vec<u8>)], name: &str) -> &'e mut Vec<u8> {
    &mut entries.iter_mut().find(|(entry, _)| entry.contains(name)).expect("there is such an entry").1
}

fn replace(bytes: &mut Vec<u8>, from: &str, to: &str) {
    let text = String::from_utf8(std::mem::take(bytes)).unwrap();
    assert!(text.contains(from), "{from} does not stand there");
    *bytes = text.replacen(from, to, 1).into_bytes();
}

/// Gives the manifest the hash that the entry has now.
fn rehash(entries: &mut [(String, Vec<u8>)], name: &str, before: &[u8]) {
    let hex = |bytes: &[u8]| -> String { Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect() };
    let after = hex(entry_bytes(entries, name));
    replace(entry_bytes(entries, "manifest.json"), &hex(before), &after);
}

#[test]
fn a_pack_is_checked_with_nothing_but_the_pack_and_made_again_it_is_the_same() {
    let (at, discovery) = fixture::rich();
    let pack = |name: &str| {
        let path = at.folder.path().join(name);
        let packed = at.library.evidence_packs().pack(discovery, &path, &NoProgress).expect("it can be packed");
        (packed, fs::read(&path).unwrap())
    };
    let (packed, bytes) = pack("one.zip");
    let (_, again) = pack("two.zip");
    assert_eq!(bytes, again, "the same discovery gives the same bytes");
    let path = at.folder.path().join("one.zip");
    drop((at.library, discovery));
    let report = verify(&path, &NoProgress).expect("it is a pack");
    assert_eq!(problem_lines(&report), Vec::<String>::new());
    assert_eq!(report.title, "Flood wall");
    assert_eq!((report.bundles, report.facts, report.quotes), (packed.bundles, packed.facts, packed.quotes));
    assert!(report.quotes > 3, "quotes were looked at");
    assert_eq!(report.seal, Some(packed.seal));
}

/// A pack with one of each kind of entry, as small as they come.
fn small() -> PackFixture {
    let at = library::empty();
    let discovery = at.discovery("Flood wall");
    at.add(discovery, "The wall is 149 m long.", factly_engine::inputs::Parsing::Now);
    let path = at.folder.path().join("wall.factly-pack.zip");
    at.library.evidence_packs().pack(discovery, &path, &NoProgress).expect("a discovery can be packed");
    let bytes = fs::read(&path).unwrap();
    PackFixture { at, path, bytes }
}

/// Every part of a pack in its order: where it begins, and what must be said when a byte of it is another.
fn parts(bytes: &[u8]) -> Vec<(usize, Vec<String>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let offset = |at: u64| usize::try_from(at).unwrap();
    let (mut parts, mut directory) = (Vec::new(), Vec::new());
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at).unwrap();
        let name = entry.name().unwrap().into_owned();
        parts.push((offset(entry.header_start()), vec![name.clone(), "header".to_owned()]));
        parts.push((offset(entry.data_start().expect("it was found")), vec![format!("{name}: ")]));
        directory.push((offset(entry.central_header_start()), vec![name, "header".to_owned(), "directory".to_owned()]));
    }
    parts.append(&mut directory);
    let comment = archive.comment().len();
    parts.push((bytes.len() - comment - 22, vec!["directory".to_owned()]));
    parts.push((bytes.len() - comment, vec!["seal".to_owned()]));
    parts
}

#[test]
fn a_byte_that_was_changed_is_found_and_its_place_named() {
    let pack = small();
    let parts = parts(&pack.bytes);
    for at in 0..pack.bytes.len() {
        let (_, names) = parts.iter().rfind(|(start, _)| *start <= at).expect("the first part begins the file");
        // Each bit of some byte, and each byte by one bit.
        let mut bytes = pack.bytes.clone();
        bytes[at] ^= 1 << (at % 8);
        let problems =
            pack.check(&bytes).map_or_else(|error| vec![error.message.to_string()], |report| problem_lines(&report));
        let is_named = names.iter().any(|name| problems.iter().any(|line| line.contains(name)));
        assert!(is_named, "byte {at} of {} in {names:?}: {problems:#?}", bytes.len());
    }
}

#[test]
fn bits_that_unpack_to_the_same_are_named_with_their_entry() {
    let pack = packed();
    let parts = parts(&pack.bytes);
    let mut found = 0;
    for window in parts.windows(2).filter(|window| window[0].1.len() == 1 && window[0].1[0].ends_with(": ")) {
        // What is left of the last byte of a stream means nothing.
        let mut bytes = pack.bytes.clone();
        bytes[window[1].0 - 1] ^= 0x80;
        let problems = problem_lines(&pack.check(&bytes).expect("it is a pack"));
        assert!(problems[0].starts_with(&window[0].1[0]), "{:?}: {problems:?}", window[0].1);
        found += usize::from(problems[0].ends_with("Bits of it were changed that unpack to the same."));
    }
    assert!(found > 0, "some stream ends within a byte");
}

#[test]
fn a_forged_pack_is_held_to_its_quotes() {
    let pack = packed();
    assert_eq!(pack.problems_after(|_| ()), Vec::<String>::new(), "one that says the same is a pack");
    // As it stands: the hash is wrong, and so is the quote of each fact that stood there.
    let text = pack.problems_after(|entries| replace(entry_bytes(entries, "00001-I-1"), "149 m long", "148 m long"));
    assert!(text.iter().any(|line| line.starts_with("bundles/00001-I-1.txt: It is not what was hashed")), "{text:#?}");
    assert!(text.iter().any(|line| line.starts_with("bundles/00001-I-1.txt F-")), "the facts are named: {text:#?}");
    // With a hash that fits.
    let hashed = pack.problems_after(|entries| {
        let before = entry_bytes(entries, "00001-I-1").clone();
        replace(entry_bytes(entries, "00001-I-1"), "149 m long", "148 m long");
        rehash(entries, "00001-I-1", &before);
    });
    assert!(hashed.iter().any(|line| line.contains("Its quote does not stand")), "{hashed:#?}");
    assert!(hashed.iter().any(|line| line.starts_with("discovery.json: It does not say what")), "{hashed:#?}");
    // With the export changed alike, the manifest still has the quote.
    let value = pack.problems_after(|entries| {
        let before = entry_bytes(entries, "discovery.json").clone();
        replace(entry_bytes(entries, "discovery.json"), "\"status\":\"conflict\"", "\"status\":\"accepted\"");
        rehash(entries, "discovery.json", &before);
    });
    assert_eq!(value, ["discovery.json F-4: Its record is not what was hashed."], "a fact's record is under its hash");
    let quote =
        pack.problems_after(|entries| replace(entry_bytes(entries, "manifest.json"), "\"quote\":\"", "\"quote\":\"x"));
    assert!(quote.iter().any(|line| line.contains("txt F-") || line.contains("json F-")), "{quote:#?}");
}

#[test]
fn what_is_missing_or_more_is_named() {
    let pack = packed();
    let check = |expected: &str, problems: Vec<String>| {
        assert!(problems.iter().any(|line| line.contains(expected)), "{expected} in {problems:#?}");
    };
    check(
        "00001-I-1.txt: It is missing",
        pack.problems_after(|entries| entries.retain(|(name, _)| !name.contains("00001"))),
    );
    check(
        "discovery.json: It is missing",
        pack.problems_after(|entries| entries.retain(|(name, _)| name != "discovery.json")),
    );
    let more = |name: &str| pack.problems_after(|entries| entries.push((name.to_owned(), b"more".to_vec())));
    check("notes.txt: The manifest does not name it", more("notes.txt"));
    check("../../notes.txt: It has no name", more("../../notes.txt"));
    check("/etc/notes.txt: It has no name", more("/etc/notes.txt"));
    check("C:\\notes.txt: It has no name", more("C:\\notes.txt"));
    let without = pack.forged(|entries| entries.retain(|(name, _)| name != "manifest.json"));
    assert_eq!(pack.check(&without).unwrap_err().code, Code::Invalid, "without a manifest it is no pack");
}

#[test]
fn what_is_hidden_in_a_zip_is_told() {
    let pack = packed();
    // Before the zip, where unzippers do not look.
    let mut before = b"#!/bin/sh\n".to_vec();
    before.extend(&pack.bytes);
    seal(&mut before);
    let problems_before = pack.check(&before).map(|report| problem_lines(&report));
    assert!(problems_before.as_ref().map_or(true, |lines| !lines.is_empty()), "{problems_before:?}");
    // Behind it.
    let behind = [pack.bytes.as_slice(), b"more"].concat();
    let problems_behind = pack.check(&behind).map(|report| problem_lines(&report));
    assert!(problems_behind.as_ref().map_or(true, |lines| !lines.is_empty()), "{problems_behind:?}");
}

#[test]
fn a_pack_that_was_cut_off_is_an_error_wherever_it_ends() {
    let pack = packed();
    for length in (0..pack.bytes.len()).step_by(293) {
        let checked = pack.check(&pack.bytes[..length]);
        let error = checked.expect_err("half a pack is no pack");
        assert_eq!(error.code, Code::Invalid, "{length}: {error}");
    }
}

#[test]
fn what_unpacks_to_more_than_it_says_is_not_unpacked() {
    let pack = packed();
    let wrong_hash = pack.problems_after(|entries| *entry_bytes(entries, "README.txt") = vec![b'a'; 200 << 20]);
    assert_eq!(
        wrong_hash,
        ["README.txt: It is not what was hashed."],
        "read to one byte behind what the manifest says"
    );
    let wrong_length = pack.problems_after(|entries| {
        let length = entry_bytes(entries, "README.txt").len();
        *entry_bytes(entries, "README.txt") = vec![b'a'; 1 << 20];
        replace(entry_bytes(entries, "manifest.json"), &format!("\"bytes\":{length}"), "\"bytes\":99000000000");
    });
    assert_eq!(wrong_length, ["README.txt: It claims to be longer than any entry of a pack."]);
}

#[test]
fn what_is_no_pack_is_an_error_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let check = |bytes: &[u8]| {
        let path = folder.path().join("file");
        fs::write(&path, bytes).unwrap();
        verify(&path, &NoProgress).expect_err("it is no pack")
    };
    for bytes in [&b""[..], b"words", b"PK\x05\x06", &[0; 4_096]] {
        assert_eq!(check(bytes).code, Code::Invalid);
    }
    let missing = verify(Path::new("/nowhere/at/all.zip"), &NoProgress).expect_err("it is not there");
    assert_eq!(missing.code, Code::NotFound);
}

struct CancelledCheck;

impl Progress for CancelledCheck {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn one_that_was_called_off_leaves_nothing_behind() {
    let (at, discovery) = fixture::rich();
    let path = at.folder.path().join("never.zip");
    let names = || fs::read_dir(at.folder.path()).unwrap().count();
    let before = names();
    let error = at.library.evidence_packs().pack(discovery, &path, &CancelledCheck).expect_err("it was called off");
    assert_eq!((error.code, names()), (Code::Cancelled, before));
    let whole = packed();
    assert_eq!(verify(&whole.path, &CancelledCheck).expect_err("it was called off").code, Code::Cancelled);
    assert!(at.library.evidence_packs().pack(Uuid::nil(), &path, &NoProgress).is_err(), "there is no such discovery");
}
