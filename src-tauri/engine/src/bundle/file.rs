//! Reading a file that is to become an Input: only text in UTF-8, and an error that names the file and what it is.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::error::{Code, Error, Result};

/// The largest file that is taken. Larger ones are exports of something, not texts that an analyst reads.
pub const MAX_INPUT_BYTES: u64 = 256 * 1024 * 1024;

/// The text of a file, without the mark that some editors put in front of UTF-8.
pub fn read_file(path: &Path) -> Result<String> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let io = |error: std::io::Error| io_error(path, &error);
    let about = fs::metadata(path).map_err(io)?;
    if !about.is_file() {
        return Err(Error::invalid(format!("“{name}” is not a file.")).hint("Choose a text file (.txt, .md)."));
    }
    let too_large = || {
        Error::new(Code::TooLarge, format!("“{name}” is larger than 256 MB."))
            .hint("Split it, or add the part that matters.")
    };
    if about.len() > MAX_INPUT_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or_default());
    // One byte more than allowed, as the file may be growing.
    File::open(path).map_err(io)?.take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        return Err(too_large());
    }
    decode(&name, bytes)
}

/// Text out of bytes, as they come from a file or from standard input; `name` is what the analyst calls them.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String> {
    if let Some(encoding) = other_encoding(&bytes) {
        return Err(Error::new(Code::NotUtf8, format!("“{name}” is written in {encoding}, not in UTF-8."))
            .hint("Save it as UTF-8 and add it again."));
    }
    if looks_binary(&bytes) {
        return Err(
            Error::new(Code::NotUtf8, format!("“{name}” is not a text.")).hint("Choose a text file (.txt, .md).")
        );
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(Code::NotUtf8, format!("“{name}” is not UTF-8: byte {} is not part of any character.", at + 1))
            .hint("Save it as UTF-8 and add it again.")
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ => None,
    }
}

/// Whether a beginning is full of what no text has. A few NULs or form feeds are no reason: the door drops or keeps them.
/// In a short text a few are a larger share of it, and still none of the half that they are of UTF-16.
fn looks_binary(bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 64 * 1024;
    const FEW: usize = 8;
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = head.iter().filter(is_control).count();
    controls * if controls <= FEW { 5 } else { 20 } > head.len()
}

fn io_error(path: &Path, error: &std::io::Error) -> Error {
    let name = path.display();
    match error.kind() {
        ErrorKind::NotFound => Error::not_found(format!("There is no file “{name}”.")),
        ErrorKind::PermissionDenied => Error::new(Code::Io, format!("“{name}” may not be read."))
            .hint("Look at the file's permissions, or copy it to a folder of yours."),
        _ => Error::new(Code::Io, format!("“{name}” could not be read: {error}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::error::Code;

    #[test]
    fn only_utf_8_text_comes_in() {
        let check = |bytes: &[u8], expected: Result<&str, Code>| {
            let got = decode("a.txt", bytes.to_vec());
            assert_eq!(got.as_deref().map_err(|error| error.code), expected, "{bytes:?}");
        };
        check(b"plain", Ok("plain"));
        check(b"", Ok(""));
        check("\u{feff}marked".as_bytes(), Ok("marked"));
        check("a \u{feff}inside".as_bytes(), Ok("a \u{feff}inside"));
        check(b"one stray \0 in a long enough line of text", Ok("one stray \0 in a long enough line of text"));
        check(b"Two\0 in a short\0 one", Ok("Two\0 in a short\0 one"));
        check("日本語".as_bytes(), Ok("日本語"));
        check(b"\xff\xfea\0b\0", Err(Code::NotUtf8));
        check(b"\xfe\xff\0a\0b", Err(Code::NotUtf8));
        check(b"a\0b\0c\0d\0", Err(Code::NotUtf8));
        check(b"\0\0\0", Err(Code::NotUtf8));
        check(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0", Err(Code::NotUtf8));
        check(
            &[b"PK\x03\x04 nine of a hundred and more".as_slice(), &[0; 7], &[b'a'; 90]].concat(),
            Err(Code::NotUtf8),
        );
        check(b"caf\xe9", Err(Code::NotUtf8));
        check(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0", Err(Code::NotUtf8));
    }

    #[test]
    fn the_error_names_the_file_and_its_encoding() {
        let error = decode("notes.txt", b"\xff\xfea\0".to_vec()).unwrap_err();
        assert_eq!(error.message, "“notes.txt” is written in UTF-16, not in UTF-8.");
    }
}
