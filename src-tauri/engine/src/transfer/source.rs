//! A file that is larger than memory: read from front to back once, which tells where its entries stand, and then entry
//! by entry.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

use factly_core::message;
use factly_core::transfer::element::{LocatedJson, finding_of};
use factly_core::transfer::{FileFinding, FileLocation, FindingCode};

use crate::error::{Code, Error};

const BUFFER: usize = 128 << 10;

/// The reason that reading ends: something is wrong with the file, or with what it is read by.
#[derive(Debug)]
pub(super) enum Halt {
    Finding(FileFinding),
    Error(Error),
}

impl From<FileFinding> for Halt {
    fn from(finding: FileFinding) -> Self {
        Self::Finding(finding)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The location of a value in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonMark {
    offset: u64,
    bytes: usize,
    line: u64,
    column: u64,
}

impl JsonMark {
    pub(super) const START: Self = Self { offset: 0, bytes: 0, line: 1, column: 1 };

    pub(super) const fn location(self, pointer: String) -> FileLocation {
        FileLocation { pointer, line: self.line, column: self.column }
    }

    /// `json` as it stands here.
    pub(super) const fn piece(self, json: &str) -> LocatedJson<'_> {
        LocatedJson { json, line: self.line, column: self.column }
    }

    pub(super) const fn offset(self) -> u64 {
        self.offset
    }
}

/// The position of reading, counted by the bytes as serde takes them: it has no positions of its own.
pub(super) struct ReadPosition {
    offset: Cell<u64>,
    line: Cell<u64>,
    line_offset: Cell<u64>,
    /// A value was expected, and has not begun.
    awaits: Cell<bool>,
    begun: Cell<JsonMark>,
    pointer: RefCell<String>,
}

impl ReadPosition {
    fn at(offset: u64) -> Self {
        let (line, line_offset, awaits) = (Cell::new(1), Cell::new(offset), Cell::new(true));
        Self {
            offset: Cell::new(offset),
            line,
            line_offset,
            awaits,
            begun: Cell::new(JsonMark::START),
            pointer: RefCell::default(),
        }
    }

    /// Before a value is asked for: its first byte is where it begins.
    pub(super) fn expect_value(&self) {
        self.awaits.set(true);
    }

    /// The same, of a value with a name.
    pub(super) fn expect_field(&self, pointer: String) {
        self.awaits.set(true);
        *self.pointer.borrow_mut() = pointer;
    }

    /// Returns the location of the last expected value, of so many bytes.
    pub(super) fn begun(&self, bytes: usize) -> JsonMark {
        JsonMark { bytes, ..self.begun.get() }
    }

    fn pass(&self, byte: u8) {
        let offset = self.offset.get();
        self.offset.set(offset + 1);
        if byte == b'\n' {
            self.line.set(self.line.get() + 1);
            self.line_offset.set(offset + 1);
        } else if self.awaits.get() && !matches!(byte, b' ' | b'\t' | b'\r' | b',' | b':') {
            // Between a value and what stands before it there is nothing else.
            let column = offset - self.line_offset.get() + 1;
            self.begun.set(JsonMark { offset, bytes: 0, line: self.line.get(), column });
            self.awaits.set(false);
        }
    }
}

struct TrackedReader<'p> {
    file: &'p mut BufReader<File>,
    position: &'p ReadPosition,
}

impl Read for TrackedReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(into)?;
        into[..read].iter().for_each(|byte| self.position.pass(*byte));
        Ok(read)
    }
}

#[derive(Debug)]
pub(super) struct Source {
    file: BufReader<File>,
    /// The offset of the next byte in the file.
    at: u64,
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| unread(path, &error))?;
        Ok(Self { file: BufReader::with_capacity(BUFFER, file), at: 0 })
    }

    /// Reads the whole file by `read`, which is given the place that reading stands at.
    pub(super) fn read_through<T>(
        &mut self,
        read: impl FnOnce(&mut dyn Read, &ReadPosition) -> serde_json::Result<T>,
    ) -> Result<T, Halt> {
        self.file.rewind().map_err(|error| broken(&error))?;
        // A byte-order mark is no JSON, and some editors write one.
        let has_mark = self.file.fill_buf().map_err(|error| broken(&error))?.starts_with(b"\xef\xbb\xbf");
        self.at = if has_mark { 3 } else { 0 };
        self.file.consume(if has_mark { 3 } else { 0 });
        let position = ReadPosition::at(self.at);
        let done = read(&mut TrackedReader { file: &mut self.file, position: &position }, &position);
        self.file.rewind().map_err(|error| broken(&error))?;
        self.at = 0;
        done.map_err(|error| match error.io_error_kind() {
            Some(kind) => broken(&kind.into()).into(),
            None => {
                let (line, column) = (error.line().max(1) as u64, error.column().max(1) as u64);
                finding_of(&error, FileLocation { pointer: position.pointer.take(), line, column }).into()
            }
        })
    }

    /// Reads the value at `mark` into `into`.
    pub(super) fn read<'b>(&mut self, mark: JsonMark, into: &'b mut Vec<u8>) -> Result<&'b str, Halt> {
        into.resize(mark.bytes, 0);
        self.file.seek_relative(mark.offset.wrapping_sub(self.at).cast_signed()).map_err(|error| broken(&error))?;
        self.file.read_exact(into).map_err(|error| broken(&error))?;
        self.at = mark.offset + mark.bytes as u64;
        let not_text = |_| {
            FileFinding::new(FindingCode::Syntax, message!("This is not UTF-8."), mark.location(String::new())).into()
        };
        std::str::from_utf8(into).map_err(not_text)
    }
}

fn unread(path: &Path, error: &std::io::Error) -> Error {
    let code = if error.kind() == std::io::ErrorKind::NotFound { Code::NotFound } else { Code::Io };
    Error::new(code, message!("“{}” could not be read: {}.", path.display(), error))
}

fn broken(error: &std::io::Error) -> Error {
    Error::new(Code::Io, message!("The file could not be read on: {}.", error)).kept("Nothing was imported.")
}
