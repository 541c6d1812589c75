//! The seal: the comment of the zip, whose last 64 bytes are the hash of everything before them.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};

pub(super) const PREFIX: &str = "factly evidence pack, sha256 of all before: ";
const DIGITS: usize = 64;
pub(super) const LENGTH: usize = PREFIX.len() + DIGITS;

/// The comment while the hash is not known.
pub(super) fn open() -> String {
    format!("{PREFIX}{}", "0".repeat(DIGITS))
}

/// Puts the hash in its place, and returns it.
pub(super) fn close(file: &mut File, tick: impl FnMut() -> io::Result<()>) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    let seal = digest(file, length, tick)?;
    file.seek(SeekFrom::Start(length - DIGITS as u64))?;
    file.write_all(seal.as_bytes())?;
    Ok(seal)
}

/// Returns whether the file is still what was sealed, and its seal if it has one.
pub(super) fn check(file: &mut File, tick: impl FnMut() -> io::Result<()>) -> io::Result<(bool, Option<String>)> {
    let length = file.seek(SeekFrom::End(0))?;
    if length < LENGTH as u64 {
        return Ok((false, None));
    }
    let mut comment = vec![0; LENGTH];
    file.seek(SeekFrom::Start(length - comment.len() as u64))?;
    file.read_exact(&mut comment)?;
    let written = std::str::from_utf8(&comment).ok().and_then(|comment| comment.strip_prefix(PREFIX));
    let Some(written) = written.map(str::to_owned) else { return Ok((false, None)) };
    Ok((digest(file, length, tick)? == written, Some(written)))
}

fn digest(file: &mut File, length: u64, mut tick: impl FnMut() -> io::Result<()>) -> io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 20, file).take(length - DIGITS as u64);
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 256 << 10];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
        tick()?;
    }
}
