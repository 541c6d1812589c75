//! Reading JSON that is larger than memory: cut into values that are not, each with its place.
//!
//! Here only brackets, strings and commas are looked at; what is between them is read, and judged, value by value.
//! Depth and size are bounded, so no file makes this deep or large.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use factly_core::transfer::element::Piece;
use factly_core::transfer::{Finding, FindingCode, Place};

use crate::error::{Code, Error};

const BUFFER: usize = 128 << 10;
/// Deeper than anything that Factly or its kin write.
const MAX_DEPTH: usize = 64;
/// As long as the longest text that a library holds, with room for its escapes.
const MAX_VALUE: usize = 300 << 20;

/// Why reading ends: something is wrong with the file, or with what it is read by.
#[derive(Debug)]
pub(super) enum Halt {
    Finding(Finding),
    Error(Error),
}

impl From<Finding> for Halt {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A place in a file that can be gone back to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    offset: u64,
    line: u64,
    /// Where the line begins.
    line_offset: u64,
}

impl Mark {
    pub(super) const fn place(self, pointer: String) -> Place {
        Place { pointer, line: self.line, column: self.offset - self.line_offset + 1 }
    }

    /// `json` as it stands here.
    pub(super) const fn piece(self, json: &str) -> Piece<'_> {
        Piece { json, line: self.line, column: self.offset - self.line_offset + 1 }
    }

    pub(super) const fn offset(self) -> u64 {
        self.offset
    }
}

#[derive(Debug)]
pub(super) struct Scan {
    file: File,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Of the byte at `at`.
    mark: Mark,
}

impl Scan {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| unread(path, &error))?;
        Ok(Self { file, buffer: vec![0; BUFFER], at: 0, end: 0, mark: Mark { offset: 0, line: 1, line_offset: 0 } })
    }

    pub(super) const fn mark(&self) -> Mark {
        self.mark
    }

    pub(super) fn go(&mut self, mark: Mark) -> Result<(), Halt> {
        let from = self.mark.offset - self.at as u64;
        if (from..from + self.end as u64).contains(&mark.offset) {
            self.at = usize::try_from(mark.offset - from).unwrap_or_default();
        } else {
            self.file.seek(SeekFrom::Start(mark.offset)).map_err(|error| broken(&error))?;
            (self.at, self.end) = (0, 0);
        }
        self.mark = mark;
        Ok(())
    }

    /// The next byte that is no white space.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Halt> {
        loop {
            match self.byte()? {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.pass(1, &mut None),
                other => return Ok(other),
            }
        }
    }

    /// A byte-order mark is no JSON, and some editors write one.
    pub(super) fn skip_byte_order_mark(&mut self) -> Result<(), Halt> {
        self.byte()?;
        if self.buffer[..self.end].starts_with(b"\xef\xbb\xbf") {
            self.pass(3, &mut None);
        }
        Ok(())
    }

    /// Begins an object or a list; `false` if something else stands here.
    pub(super) fn begins(&mut self, bracket: u8) -> Result<bool, Halt> {
        let begins = self.peek()? == Some(bracket);
        if begins {
            self.pass(1, &mut None);
        }
        Ok(begins)
    }

    /// Whether another entry comes before `close`, at whose beginning the scan then stands.
    pub(super) fn another(&mut self, close: u8, is_first: &mut bool, pointer: &str) -> Result<bool, Halt> {
        let first = std::mem::take(is_first);
        match self.peek()? {
            Some(byte) if byte == close => {
                self.pass(1, &mut None);
                return Ok(false);
            }
            Some(b',') if !first => self.pass(1, &mut None),
            Some(_) if first => return Ok(true),
            _ => return Err(self.fault(&format!("A comma or “{}” was expected.", close as char), pointer)),
        }
        match self.peek()? {
            Some(byte) if byte == close => Err(self.fault("An entry was expected after the comma.", pointer)),
            _ => Ok(true),
        }
    }

    /// A key and its colon.
    pub(super) fn key(&mut self, pointer: &str) -> Result<String, Halt> {
        if self.peek()? != Some(b'"') {
            return Err(self.fault("A key in quotes was expected.", pointer));
        }
        let mark = self.mark;
        let mut raw = Vec::new();
        self.value(&mut Some(&mut raw), pointer)?;
        let text = utf8(&raw, mark, pointer)?;
        let key = serde_json::from_str(text).map_err(|error| mark.piece(text).fault(&error, pointer))?;
        if self.peek()? != Some(b':') {
            return Err(self.fault("A colon was expected.", pointer));
        }
        self.pass(1, &mut None);
        Ok(key)
    }

    /// Reads the value that begins here into `into`, and says where it began.
    pub(super) fn raw<'b>(&mut self, into: &'b mut Vec<u8>, pointer: &str) -> Result<(&'b str, Mark), Halt> {
        into.clear();
        self.peek()?;
        let mark = self.mark;
        self.value(&mut Some(&mut *into), pointer)?;
        Ok((utf8(into, mark, pointer)?, mark))
    }

    pub(super) fn skip(&mut self, pointer: &str) -> Result<(), Halt> {
        self.peek()?;
        self.value(&mut None, pointer)
    }

    /// That the file ends here.
    pub(super) fn end(&mut self) -> Result<(), Halt> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.fault("Something stands after the end of the JSON.", "")),
        }
    }

    pub(super) fn fault(&self, message: &str, pointer: &str) -> Halt {
        Finding::new(FindingCode::Syntax, message, self.mark.place(pointer.to_owned())).into()
    }

    fn value(&mut self, into: &mut Option<&mut Vec<u8>>, pointer: &str) -> Result<(), Halt> {
        let mut open = Vec::new();
        let begun = self.mark.offset;
        loop {
            let Some(byte) = self.byte()? else {
                return Err(self.fault("The file ends in the middle of a value.", pointer));
            };
            match byte {
                b'"' => self.string(into, pointer)?,
                b'{' | b'[' => {
                    open.push(if byte == b'{' { b'}' } else { b']' });
                    if open.len() > MAX_DEPTH {
                        let what = format!("Brackets are nested more than {MAX_DEPTH} deep.");
                        return Err(self.halt(FindingCode::TooDeep, what, pointer));
                    }
                    self.pass(1, into);
                }
                b'}' | b']' if open.pop() == Some(byte) => self.pass(1, into),
                b'}' | b']' => return Err(self.fault("A bracket closes what is not open.", pointer)),
                b',' | b':' if open.is_empty() => return Err(self.fault("A value was expected.", pointer)),
                _ if open.is_empty() => self.scalar(into)?,
                _ => self.between(into),
            }
            if open.is_empty() {
                return Ok(());
            }
            if self.mark.offset - begun > MAX_VALUE as u64 {
                return Err(self.halt(FindingCode::TooLarge, "This is larger than 300 MB.".to_owned(), pointer));
            }
        }
    }

    fn string(&mut self, into: &mut Option<&mut Vec<u8>>, pointer: &str) -> Result<(), Halt> {
        let begun = self.mark.offset;
        self.pass(1, into);
        loop {
            if self.byte()?.is_none() {
                return Err(self.fault("The file ends in the middle of a text.", pointer));
            }
            let rest = &self.buffer[self.at..self.end];
            match memchr::memchr2(b'"', b'\\', rest) {
                None => self.pass(rest.len(), into),
                Some(at) if rest[at] == b'"' => {
                    self.pass(at + 1, into);
                    return Ok(());
                }
                Some(at) => {
                    self.pass(at + 1, into);
                    if self.byte()?.is_some() {
                        self.pass(1, into);
                    }
                }
            }
            if self.mark.offset - begun > MAX_VALUE as u64 {
                return Err(self.halt(FindingCode::TooLarge, "This text is larger than 300 MB.".to_owned(), pointer));
            }
        }
    }

    /// A number or a word, to its end.
    fn scalar(&mut self, into: &mut Option<&mut Vec<u8>>) -> Result<(), Halt> {
        while self.byte()?.is_some() {
            let rest = &self.buffer[self.at..self.end];
            let ends = |byte: &u8| matches!(byte, b',' | b':' | b']' | b'}' | b'"' | b' ' | b'\t' | b'\r' | b'\n');
            match rest.iter().position(ends) {
                Some(at) => {
                    self.pass(at, into);
                    return Ok(());
                }
                None => self.pass(rest.len(), into),
            }
        }
        Ok(())
    }

    /// What stands between brackets and strings.
    fn between(&mut self, into: &mut Option<&mut Vec<u8>>) {
        let rest = &self.buffer[self.at..self.end];
        let ends = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']');
        self.pass(rest.iter().position(ends).unwrap_or(rest.len()), into);
    }

    /// The byte that the scan stands at.
    fn byte(&mut self) -> Result<Option<u8>, Halt> {
        if self.at == self.end {
            self.end = self.file.read(&mut self.buffer).map_err(|error| broken(&error))?;
            self.at = 0;
        }
        Ok((self.at < self.end).then(|| self.buffer[self.at]))
    }

    fn pass(&mut self, count: usize, into: &mut Option<&mut Vec<u8>>) {
        let passed = &self.buffer[self.at..self.at + count];
        if let Some(into) = into {
            into.extend_from_slice(passed);
        }
        if let Some(last) = memchr::memrchr(b'\n', passed) {
            self.mark.line += memchr::memchr_iter(b'\n', passed).count() as u64;
            self.mark.line_offset = self.mark.offset + last as u64 + 1;
        }
        self.mark.offset += count as u64;
        self.at += count;
    }

    fn halt(&self, code: FindingCode, message: String, pointer: &str) -> Halt {
        Finding::new(code, message, self.mark.place(pointer.to_owned())).into()
    }
}

fn utf8<'b>(bytes: &'b [u8], mark: Mark, pointer: &str) -> Result<&'b str, Halt> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let place = mark.piece(before).place_at(before.len(), pointer.to_owned());
        Finding::new(FindingCode::Syntax, "This is not UTF-8.", place).into()
    })
}

fn unread(path: &Path, error: &std::io::Error) -> Error {
    let code = if error.kind() == std::io::ErrorKind::NotFound { Code::NotFound } else { Code::Io };
    Error::new(code, format!("“{}” could not be read: {error}.", path.display()))
}

fn broken(error: &std::io::Error) -> Error {
    Error::new(Code::Io, format!("The file could not be read on: {error}.")).kept("Nothing was imported.")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use factly_core::transfer::FindingCode;

    use super::{Halt, Scan};

    fn scan(json: &str) -> Scan {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(json.as_bytes()).expect("it can be written");
        Scan::open(file.path()).expect("it can be read")
    }

    #[test]
    fn values_are_cut_out_whole() {
        let check = |json: &str, expected: &str| {
            let mut buffer = Vec::new();
            let mut scan = scan(json);
            let (got, mark) = scan.raw(&mut buffer, "").expect("a value");
            assert_eq!(got, expected, "{json}");
            assert_eq!(mark.offset(), (json.len() - json.trim_start().len()) as u64);
        };
        check(" 12.5 , 1", "12.5");
        check("\n {\"a\": [1, \"}\\\"\"]} ]", "{\"a\": [1, \"}\\\"\"]}");
        check("\"\\\\\",", "\"\\\\\"");
        check("true", "true");
        let long = format!("[\"{}\"]", "x\\n".repeat(200_000));
        check(&long, &long);
    }

    #[test]
    fn what_is_no_json_is_found_where_it_stands() {
        let check = |json: &str, code: FindingCode, line: u64, column: u64| {
            let mut buffer = Vec::new();
            match scan(json).raw(&mut buffer, "") {
                Err(Halt::Finding(found)) => {
                    assert_eq!((found.code, found.place.line, found.place.column), (code, line, column), "{json:.40}");
                }
                other => panic!("{json:.40}: {other:?}"),
            }
        };
        check("[1,\n [2}", FindingCode::Syntax, 2, 4);
        check("{\"a\": \"b", FindingCode::Syntax, 1, 9);
        check("", FindingCode::Syntax, 1, 1);
        check(&"[".repeat(100_000), FindingCode::TooDeep, 1, 65);
    }
}
