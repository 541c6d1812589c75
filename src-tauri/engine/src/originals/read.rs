//! Reading a document: within limits, on a guarded thread, and with words for what went wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use factly_core::message;
use factly_core::message::UserMessage;
use factly_formats::import::{ArchivedDocument, WorkReference, conversations, documents, references};
use factly_formats::pdf::{OcrReader, Png};
use factly_formats::{Extract, ExtractNote, Format, Limits, Refusal, ShouldStop, extract, extract_seeing};

use crate::context::Context;
use crate::error::{Code, Error, Result};
use crate::originals::guard::{PATIENCE, ReadFailure, guarded};
use crate::originals::recognise::{self, Recogniser};
use crate::task::{Cancelled, ProgressThrottle, TaskStep};

/// The largest file that is taken. Larger ones are exports of something, not texts that an analyst reads.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

const NOTHING: &str = "Nothing of it was added.";

/// Reads a document; `name` is the file's, or what stands for one.
pub(crate) fn read_document(name: &str, bytes: &Arc<Vec<u8>>, throttle: &ProgressThrottle<'_>) -> Result<Extract> {
    let (theirs, called) = (Arc::clone(bytes), name.to_owned());
    on_guard(name, is_unwanted(name, throttle), move |stop| extract(&called, &theirs, &Limits::default(), stop))
}

/// Reads a document that comes in, and its scanned pages where the analyst wants that and a program for it is there.
pub(crate) fn read_seeing(
    ctx: &Context,
    name: &str,
    bytes: &Arc<Vec<u8>>,
    throttle: &ProgressThrottle<'_>,
) -> Result<Extract> {
    let wanted = recognise::is_on(ctx.preference(recognise::SETTING)?.as_deref());
    let recogniser = if wanted { Recogniser::installed() } else { None };
    let (theirs, called) = (Arc::clone(bytes), name.to_owned());
    // The page that is recognised, for whoever waits: that takes seconds each.
    let at = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&at);
    let is_unwanted = || {
        let page = at.load(Ordering::Relaxed);
        let title = || if page > 0 { format!("{name} · p. {page}") } else { name.to_owned() };
        throttle.at(|| TaskStep { title: title(), ..TaskStep::default() }).is_err()
    };
    let read = move |stop: &ShouldStop<'_>| {
        let eyes = recogniser.map(|recogniser| {
            move |page: u32, picture: &Png| {
                seen.store(page, Ordering::Relaxed);
                recogniser.read(picture, stop)
            }
        });
        let eyes = eyes.as_ref().map(|eyes| -> &OcrReader<'_> { eyes });
        extract_seeing(&called, &theirs, &Limits::default(), stop, eyes)
    };
    match on_guard(name, is_unwanted, read)? {
        Extract { format: Format::Pdf, text, .. } if text.trim().is_empty() => Err(refused(name, &Refusal::NoText)),
        extract => Ok(extract),
    }
}

/// The documents of an archive; none where the bytes are a document themselves, or no archive.
pub(crate) fn read_archive(
    name: &str,
    bytes: &Arc<Vec<u8>>,
    throttle: &ProgressThrottle<'_>,
) -> Result<Vec<ArchivedDocument>> {
    let theirs = Arc::clone(bytes);
    on_guard(name, is_unwanted(name, throttle), move |stop| documents(&theirs, &Limits::default(), stop))
}

/// The conversations of an export of ChatGPT or Claude; none where the bytes are something else.
pub(crate) fn read_conversations(
    name: &str,
    bytes: &Arc<Vec<u8>>,
    throttle: &ProgressThrottle<'_>,
) -> Result<Vec<Extract>> {
    let theirs = Arc::clone(bytes);
    on_guard(name, is_unwanted(name, throttle), move |stop| or_none(conversations(&theirs, &Limits::default(), stop)))
}

/// The works of a Zotero library; none where the bytes are something else.
pub(crate) fn read_references(
    name: &str,
    bytes: &Arc<Vec<u8>>,
    throttle: &ProgressThrottle<'_>,
) -> Result<Vec<WorkReference>> {
    let theirs = Arc::clone(bytes);
    on_guard(name, is_unwanted(name, throttle), move |stop| or_none(references(&theirs, &Limits::default(), stop)))
}

fn or_none<T>(read: std::result::Result<Vec<T>, Refusal>) -> std::result::Result<Vec<T>, Refusal> {
    match read {
        Err(Refusal::Unknown { .. } | Refusal::Damaged { .. }) => Ok(Vec::new()),
        read => read,
    }
}

/// Says that a document is being read, and hears whether it still is to be.
fn is_unwanted<'a>(name: &'a str, throttle: &'a ProgressThrottle<'_>) -> impl Fn() -> bool + 'a {
    || throttle.at(|| TaskStep { title: name.to_owned(), ..TaskStep::default() }).is_err()
}

fn on_guard<T: Send + 'static>(
    name: &str,
    is_unwanted: impl Fn() -> bool,
    read: impl FnOnce(&ShouldStop<'_>) -> std::result::Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    match guarded(PATIENCE, is_unwanted, read) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(Refusal::Stopped)) | Err(ReadFailure::Stopped) => Err(Cancelled.into()),
        Ok(Err(refusal)) => Err(refused(name, &refusal)),
        Err(lost) => Err(unread(name, lost)),
    }
}

fn unread(name: &str, lost: ReadFailure) -> Error {
    let (message, hint) = match lost {
        ReadFailure::Hung => (
            message!("“{}” kept its reader busy for {} s without an end.", name, PATIENCE.as_secs()),
            message!("Save it in another format, as PDF or plain text, and add that."),
        ),
        ReadFailure::NoThread => (
            message!("“{}” could not be read: the system gave no thread for it.", name),
            message!("Close other programs, then try again."),
        ),
        ReadFailure::Panicked | ReadFailure::Stopped => (
            message!("“{}” is built in a way that its reader could not follow.", name),
            message!("Save it in another format, as PDF or plain text, and add that."),
        ),
    };
    Error::refused(message).kept(NOTHING).hint(hint)
}

fn refused(name: &str, refusal: &Refusal) -> Error {
    let error = match refusal {
        Refusal::Encrypted => Error::refused(message!("“{}” is locked with a password.", name))
            .hint("Open it with its password, save it without one, and add that."),
        Refusal::Damaged { detail } => Error::invalid(message!("“{}” is damaged: {}.", name, worded(detail)))
            .hint("Open it in the program that made it, save it again, and add that."),
        Refusal::TooLarge { what, limit } => {
            Error::new(Code::TooLarge, message!("“{}” has more than {} {}.", name, limit, UserMessage::from(*what)))
                .hint("Split it, or add the part that matters.")
        }
        Refusal::Unknown { looks_like } => {
            let kind = worded(looks_like);
            Error::new(Code::NotUtf8, message!("“{}” is not a document that Factly reads: {}.", name, kind))
                .hint("Save it as PDF, DOCX, HTML or plain text, and add that.")
        }
        Refusal::NoText => Error::new(Code::Empty, message!("“{}” has no text.", name)).hint(
            "If it is a scan, install Tesseract, turn on “Read scanned pages” in the settings, and add it again.",
        ),
        Refusal::Stopped => return Cancelled.into(),
    };
    error.kept(NOTHING)
}

/// Returns why a page of a document was refused, as a clause.
pub(super) fn refusal_clause(refusal: &Refusal) -> UserMessage {
    match refusal {
        Refusal::Encrypted => message!("it is locked with a password"),
        Refusal::Damaged { detail } => message!("it is damaged: {}", worded(detail)),
        Refusal::TooLarge { what, limit } => {
            message!("it has more than {} {}", limit, UserMessage::from(*what))
        }
        other => UserMessage::verbatim(other),
    }
}

/// A reader's words as a clause of ours; those of a library, which the window does not know, stay as they came.
fn worded(detail: &str) -> UserMessage {
    UserMessage::whole(detail.to_owned())
}

/// A note in words, as the command line prints it.
pub fn note_words(note: &ExtractNote) -> String {
    match note {
        ExtractNote::EncodingAssumed { encoding } => format!("its encoding is not said; {encoding} was taken"),
        ExtractNote::PagesWithoutText { pages, of } => match pages.len() {
            1 => format!("1 of {of} pages has no text"),
            count => format!("{count} of {of} pages have no text"),
        },
        ExtractNote::PagesRecognised { pages, of } => match pages.len() {
            1 => format!("1 of {of} pages is a scan; its words were recognised, and may have errors"),
            count => format!("{count} of {of} pages are scans; their words were recognised, and may have errors"),
        },
        ExtractNote::PagesPartlyPictures { pages, of } => match pages.len() {
            1 => format!("1 of {of} pages is mostly a picture; words in it were not read"),
            count => format!("{count} of {of} pages are mostly pictures; words in them were not read"),
        },
        ExtractNote::Unreadable { characters } => {
            format!("{characters} characters are in fonts that do not say what they mean, and stand as �")
        }
        ExtractNote::CutShort { what, limit } => format!("it goes on; its reading ended after {limit} {what}"),
        ExtractNote::Damaged { parts } => format!("parts are damaged and missing: {}", parts.join(", ")),
        ExtractNote::ToReview { what, count } => format!("never accepted by itself: {count} {what}"),
        ExtractNote::LeftOut { what, count } => format!("left out: {count} {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_happened_what_was_kept_and_what_to_do() {
        let check = |refusal: Refusal, code: Code, message: &str| {
            let error = refused("a.pdf", &refusal);
            assert_eq!((error.code, error.message.to_string().as_str()), (code, message));
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
