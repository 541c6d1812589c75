//! Reading a document: within limits, on a guarded thread, and with words for what went wrong.

use std::sync::Arc;

use factly_formats::import::{Reference, conversations, references};
use factly_formats::{Extract, Limits, Note, Refusal, Stop, extract};

use crate::error::{Code, Error, Result};
use crate::originals::guard::{Lost, PATIENCE, guarded};
use crate::task::{Cancelled, Pace};

/// The largest file that is taken. Larger ones are exports of something, not texts that an analyst reads.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

const NOTHING: &str = "Nothing of it was added.";

/// Reads a document; `name` is the file's, or what stands for one.
pub(crate) fn read_document(name: &str, bytes: &Arc<Vec<u8>>, pace: &Pace<'_>) -> Result<Extract> {
    let (theirs, called) = (Arc::clone(bytes), name.to_owned());
    on_guard(name, pace, move |stop| extract(&called, &theirs, &Limits::default(), stop))
}

/// The conversations of an export of ChatGPT or Claude; none where the bytes are something else.
pub(crate) fn read_conversations(name: &str, bytes: &Arc<Vec<u8>>, pace: &Pace<'_>) -> Result<Vec<Extract>> {
    let theirs = Arc::clone(bytes);
    on_guard(name, pace, move |stop| or_none(conversations(&theirs, &Limits::default(), stop)))
}

/// The works of a Zotero library; none where the bytes are something else.
pub(crate) fn read_references(name: &str, bytes: &Arc<Vec<u8>>, pace: &Pace<'_>) -> Result<Vec<Reference>> {
    let theirs = Arc::clone(bytes);
    on_guard(name, pace, move |stop| or_none(references(&theirs, &Limits::default(), stop)))
}

fn or_none<T>(read: std::result::Result<Vec<T>, Refusal>) -> std::result::Result<Vec<T>, Refusal> {
    match read {
        Err(Refusal::Unknown { .. } | Refusal::Damaged { .. }) => Ok(Vec::new()),
        read => read,
    }
}

fn on_guard<T: Send + 'static>(
    name: &str,
    pace: &Pace<'_>,
    read: impl FnOnce(&Stop<'_>) -> std::result::Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    match guarded(PATIENCE, || pace.is_cancelled(), read) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(Refusal::Stopped)) | Err(Lost::Stopped) => Err(Cancelled.into()),
        Ok(Err(refusal)) => Err(refused(name, &refusal)),
        Err(lost) => Err(unread(name, lost)),
    }
}

fn unread(name: &str, lost: Lost) -> Error {
    let (message, hint) = match lost {
        Lost::Hung => (
            format!("“{name}” kept its reader busy for {} s without an end.", PATIENCE.as_secs()),
            "Save it in another format, as PDF or plain text, and add that.",
        ),
        Lost::NoThread => (
            format!("“{name}” could not be read: the system gave no thread for it."),
            "Close other programs, then try again.",
        ),
        Lost::Panicked | Lost::Stopped => (
            format!("“{name}” is built in a way that its reader could not follow."),
            "Save it in another format, as PDF or plain text, and add that.",
        ),
    };
    Error::refused(message).kept(NOTHING).hint(hint)
}

fn refused(name: &str, refusal: &Refusal) -> Error {
    let error = match refusal {
        Refusal::Encrypted => Error::refused(format!("“{name}” is locked with a password."))
            .hint("Open it with its password, save it without one, and add that."),
        Refusal::Damaged { detail } => Error::invalid(format!("“{name}” is damaged: {detail}."))
            .hint("Open it in the program that made it, save it again, and add that."),
        Refusal::TooLarge { what, limit } => {
            Error::new(Code::TooLarge, format!("“{name}” has more than {limit} {what}."))
                .hint("Split it, or add the part that matters.")
        }
        Refusal::Unknown { looks_like } => {
            Error::new(Code::NotUtf8, format!("“{name}” is not a document that Factly reads: {looks_like}."))
                .hint("Save it as PDF, DOCX, HTML or plain text, and add that.")
        }
        Refusal::NoText => Error::new(Code::Empty, format!("“{name}” has no text."))
            .hint("If it is a scan, read it with a program for text recognition, and add what that makes."),
        Refusal::Stopped => return Cancelled.into(),
    };
    error.kept(NOTHING)
}

/// A note in words, as the command line prints it.
pub fn note_words(note: &Note) -> String {
    match note {
        Note::EncodingAssumed { encoding } => format!("its encoding is not said; {encoding} was taken"),
        Note::PagesWithoutText { pages, of } => match pages.len() {
            1 => format!("1 of {of} pages has no text"),
            count => format!("{count} of {of} pages have no text"),
        },
        Note::Unreadable { characters } => {
            format!("{characters} characters are in fonts that do not say what they mean, and stand as �")
        }
        Note::CutShort { what, limit } => format!("it goes on; its reading ended after {limit} {what}"),
        Note::Damaged { parts } => format!("parts are damaged and missing: {}", parts.join(", ")),
        Note::LeftOut { what, count } => format!("left out: {count} {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_happened_what_was_kept_and_what_to_do() {
        let check = |refusal: Refusal, code: Code, message: &str| {
            let error = refused("a.pdf", &refusal);
            assert_eq!((error.code, error.message.as_str()), (code, message));
            assert!(error.kept.is_some() && error.hint.is_some(), "{error:?}");
        };
        check(Refusal::Encrypted, Code::Refused, "“a.pdf” is locked with a password.");
        check(
            Refusal::Damaged { detail: "its end is missing".to_owned() },
            Code::Invalid,
            "“a.pdf” is damaged: its end is missing.",
        );
        check(
            Refusal::TooLarge { what: "bytes of text", limit: 64 },
            Code::TooLarge,
            "“a.pdf” has more than 64 bytes of text.",
        );
        check(
            Refusal::Unknown { looks_like: "a program".to_owned() },
            Code::NotUtf8,
            "“a.pdf” is not a document that Factly reads: a program.",
        );
        check(Refusal::NoText, Code::Empty, "“a.pdf” has no text.");
    }
}
