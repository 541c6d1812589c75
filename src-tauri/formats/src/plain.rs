//! Plain text and Markdown, taken as they are.

use crate::extract::{Extract, Metadata};
use crate::format::Format;
use crate::limits::{Limits, Stop};
use crate::refusal::Refusal;

pub(crate) fn read(format: Format, bytes: &[u8], limits: &Limits, _: &Stop<'_>) -> Result<Extract, Refusal> {
    if bytes.len() > limits.text {
        return Err(Refusal::TooLarge { what: "bytes of text", limit: limits.text as u64 });
    }
    let text = str::from_utf8(bytes).map_err(|error| Refusal::Damaged { detail: error.to_string() })?;
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    Ok(Extract {
        format,
        text,
        places: Vec::new(),
        boxes: Vec::new(),
        pages: None,
        metadata: Metadata::default(),
        notes: Vec::new(),
    })
}
