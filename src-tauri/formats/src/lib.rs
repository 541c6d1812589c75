//! What a document says: its text, the places of its words and its metadata, read from bytes that nobody vouches for.
//!
//! The crate is pure over bytes: no file, no clock, no network, no log. Limits come from outside, and so does the wish to
//! stop; the engine calls it on a guarded thread, as a reader that is not ours may still panic.

mod extract;
mod format;
mod limits;
pub mod pdf;
mod place;
mod plain;
mod refusal;

pub use extract::{Extract, Metadata, Note};
pub use format::Format;
pub use limits::{Limits, Stop};
pub use place::{Boxed, Place, Placed, Rect};
pub use refusal::Refusal;

/// Reads a document. The format is told by its bytes, and by the ending of `name` only where bytes do not tell (Markdown,
/// CSV). An answer may be partial: its notes say what is missing.
pub fn extract(name: &str, bytes: &[u8], limits: &Limits, stop: &Stop<'_>) -> Result<Extract, Refusal> {
    match Format::told(name, bytes)? {
        format @ (Format::Text | Format::Markdown) => plain::read(format, bytes, limits, stop),
        Format::Pdf => pdf::read(bytes, limits, stop),
        format => Err(Refusal::Unknown { looks_like: format.name().to_owned() }),
    }
}
