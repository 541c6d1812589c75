//! Marks of commits, by which a log (`-wal`) is known to belong to the file that it lies beside.
//!
//! SQLite folds in whatever log it finds. When a copy was put back by hand beside the log that a crash left, or the log is
//! of another library, the two together are a file that nobody wrote. So each commit writes a mark and the one before it:
//! a log belongs to a file whose mark the log continues, or holds because part of it was carried over already.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use super::connection;
use super::library_file::beside;

type CommitMark = [u8; 16];

/// Gives the commit that is under way its mark.
pub(super) fn renew(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "INSERT INTO commit_mark (one, mark, previous) VALUES (1, randomblob(16), randomblob(16))
               ON CONFLICT (one) DO UPDATE SET previous = mark, mark = randomblob(16)";
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

/// Returns whether the log beside the file at `path` surely is of another file or of another time of this one.
///
/// A log without marks, of an older Factly or another tool, is believed. Nobody else may be changing either meanwhile:
/// both are read until they were the same before and after.
pub(super) fn has_stray_log(path: &Path) -> io::Result<bool> {
    let log = beside(path, "-wal");
    for _ in 0..3 {
        let before = (mark_of_file(path), log_header(&log)?);
        let (Some(file), Some(header)) = before else { return Ok(false) };
        let marks = marks_of_log(&log, &header)?;
        if (mark_of_file(path), log_header(&log)?) == (Some(file), Some(header)) {
            return Ok(!marks.belong_to(file));
        }
    }
    Ok(false)
}

/// The page that holds the mark, and the mark, in the file alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileMark {
    page: u32,
    mark: Option<CommitMark>,
}

/// None where the file is of before the marks, or cannot be read: opening it says why.
fn mark_of_file(path: &Path) -> Option<FileMark> {
    let connection = connection::immutable(path).ok()?;
    let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'commit_mark'";
    let page = connection.query_row(page, [], |row| row.get(0)).optional().ok()??;
    let mark = connection.query_row("SELECT mark FROM commit_mark", [], |row| row.get(0)).ok();
    Some(FileMark { page, mark })
}

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// None where the log holds nothing.
fn log_header(log: &Path) -> io::Result<Option<[u8; HEADER]>> {
    let mut header = [0; HEADER];
    match File::open(log).and_then(|mut file| file.read_exact(&mut header)) {
        Ok(()) => Ok(Some(header)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The marks in a log by the pages that they stand on, in order, and every page that is in it.
#[derive(Debug, Default)]
struct LogMarks {
    marks: Vec<(u32, CommitMark, CommitMark)>,
    pages: Vec<u32>,
}

impl LogMarks {
    fn belong_to(&self, file: FileMark) -> bool {
        let Some(mark) = file.mark else { return true };
        match self.marks.first() {
            None => !self.pages.contains(&file.page),
            Some(_) if self.marks.iter().any(|(page, ..)| *page != file.page) => false,
            Some((_, _, previous)) => *previous == mark || self.marks.iter().any(|(_, own, _)| *own == mark),
        }
    }
}

fn marks_of_log(log: &Path, header: &[u8; HEADER]) -> io::Result<LogMarks> {
    let mut found = LogMarks::default();
    let size = word(header, 8) as usize;
    if !(512..=65_536).contains(&size) {
        return Ok(found);
    }
    let mut file = BufReader::with_capacity(1 << 20, File::open(log)?);
    file.read_exact(&mut [0; HEADER])?;
    let (mut frame, mut page) = ([0; FRAME_HEADER], vec![0; size]);
    // Frames of an earlier round of the log lie behind those of this one and have other salts.
    while file.read_exact(&mut frame).is_ok() && frame[8..16] == header[16..24] && file.read_exact(&mut page).is_ok() {
        let number = word(&frame, 0);
        found.pages.push(number);
        found.marks.extend(marks_on(&page).map(|(mark, previous)| (number, mark, previous)));
    }
    Ok(found)
}

/// The beginning of the only row of `commit_mark` as SQLite writes it: its length and number, then its header, which says
/// that a number that is not repeated and two blobs of 16 bytes follow.
const ROW: [u8; 6] = [36, 1, 4, 0, 44, 44];

fn marks_on(page: &[u8]) -> Option<(CommitMark, CommitMark)> {
    let is_leaf_of_one = page.first() == Some(&0x0d) && page.get(3..5) == Some(&[0, 1]);
    let at = usize::from(u16::from_be_bytes([*page.get(8)?, *page.get(9)?]));
    let row = page.get(at..at + 38)?;
    let marks = row.strip_prefix(&ROW).filter(|_| is_leaf_of_one)?;
    Some((marks[..16].try_into().ok()?, marks[16..].try_into().ok()?))
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
