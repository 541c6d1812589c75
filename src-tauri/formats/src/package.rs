//! Zip archives that are documents: OOXML, OpenDocument, EPUB.

use std::collections::HashSet;
use std::io::{BufRead, Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::budget::Budget;
use crate::extract::ExtractNote;
use crate::refusal::Refusal;

/// A part that is read as a whole is no longer than this: relationships, content types, metadata.
const SMALL: u64 = 4 << 20;

pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    names: Vec<String>,
    budget: &'a Budget<'a>,
}

impl<'a> Package<'a> {
    pub(crate) fn open(bytes: &'a [u8], budget: &'a Budget<'a>) -> Result<Self, Refusal> {
        let limit = budget.limits.entries;
        let too_many = Refusal::TooLarge { what: "entries", limit: limit as u64 };
        if declared_entries(bytes).is_some_and(|entries| entries > limit) {
            return Err(too_many);
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        if archive.len() > limit {
            return Err(too_many);
        }
        let name = |index| archive.name_for_index(index).and_then(Result::ok).unwrap_or_default().into_owned();
        let names = (0..archive.len()).map(name).collect();
        Ok(Self { archive, names, budget })
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    /// A part's bytes as they are unpacked; `None` where there is no such part.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<impl BufRead + use<'_, 'a>>, Refusal> {
        let Some(index) = self.index(name) else { return Ok(None) };
        let part = self.archive.by_index(index).map_err(damaged)?;
        self.budget.fits(part.size())?;
        Ok(Some(self.budget.metered(part)))
    }

    /// A part as a whole; empty where there is no such part.
    pub(crate) fn small(&mut self, name: &str) -> Result<Vec<u8>, Refusal> {
        self.bytes(name, SMALL)
    }

    /// The first bytes of a part, up to `limit`.
    pub(crate) fn bytes(&mut self, name: &str, limit: u64) -> Result<Vec<u8>, Refusal> {
        let budget = self.budget;
        let mut bytes = Vec::new();
        if let Some(part) = self.part(name)? {
            let read = part.take(limit).read_to_end(&mut bytes);
            budget.token_ended();
            read.map_err(|error| budget.refusal().unwrap_or(Refusal::Damaged { detail: error.to_string() }))?;
        }
        Ok(bytes)
    }

    /// A part as a whole, however long within the budget.
    pub(crate) fn whole(&mut self, name: &str) -> Result<Vec<u8>, Refusal> {
        let budget = self.budget;
        let mut whole = Vec::new();
        let Some(mut part) = self.part(name)? else { return Ok(whole) };
        let mut piece = vec![0; 1 << 16];
        loop {
            budget.token_ended();
            let read = part.read(&mut piece);
            match read.map_err(|error| budget.refusal().unwrap_or(Refusal::Damaged { detail: error.to_string() }))? {
                0 => return Ok(whole),
                read => whole.extend_from_slice(&piece[..read]),
            }
        }
    }

    /// Part names do not tell capitals apart, and some writers part folders by a backslash.
    fn index(&self, name: &str) -> Option<usize> {
        let name = name.trim_start_matches('/');
        self.archive.index_for_name(name).or_else(|| {
            let alike = |other: &String| other.replace('\\', "/").eq_ignore_ascii_case(name);
            self.names.iter().position(alike)
        })
    }
}

/// Says how many entries of an archive have the name of another: only one of those can be read. None of what is no archive.
pub fn repeated_entries(bytes: &[u8]) -> Option<ExtractNote> {
    let mut seen = HashSet::new();
    // Some writers part folders by a backslash, and capitals are not told apart.
    let plain = |name: &[u8]| name.to_ascii_lowercase().into_iter().map(|byte| if byte == b'\\' { b'/' } else { byte });
    let is_repeated = |name: &&[u8]| !seen.insert(plain(name).collect::<Vec<u8>>());
    let repeated = listed_names(bytes)?.filter(is_repeated).count() as u64;
    (repeated > 0).then(|| ExtractNote::LeftOut { what: "entries of the same name".to_owned(), count: repeated })
}

/// The names of an archive's list of entries, each as often as it stands there.
fn listed_names(bytes: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    const ENTRY: &[u8] = b"PK\x01\x02";
    let end = bytes.starts_with(b"PK").then(|| end_of_list(bytes)).flatten()?;
    let mut at = u32::from_le_bytes(end.get(16..20)?.try_into().ok()?) as usize;
    Some(std::iter::from_fn(move || {
        let entry = bytes.get(at..).filter(|rest| rest.starts_with(ENTRY))?;
        let length = |from: usize| Some(usize::from(u16::from_le_bytes([*entry.get(from)?, *entry.get(from + 1)?])));
        let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
        at += 46 + name + extra + comment;
        entry.get(46..46 + name)
    }))
}

/// The record that ends the list of entries, and what follows it.
fn end_of_list(bytes: &[u8]) -> Option<&[u8]> {
    const END: &[u8] = b"PK\x05\x06";
    let tail = &bytes[bytes.len().saturating_sub(66_000)..];
    let at = tail.windows(END.len()).rposition(|window| window == END)?;
    tail.get(at..)
}

/// Returns the count of entries that the end of the archive promises: an archive of millions is refused before its list
/// is read.
fn declared_entries(bytes: &[u8]) -> Option<usize> {
    let count = end_of_list(bytes)?.get(10..12)?;
    Some(usize::from(u16::from_le_bytes([count[0], count[1]])))
}

fn damaged(error: ZipError) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Refusal::Encrypted,
        _ => Refusal::Damaged { detail: "the list of its parts cannot be read".to_owned() },
    }
}
