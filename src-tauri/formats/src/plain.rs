//! Plain text, taken as it is.

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::encoding;
use crate::extract::Extract;
use crate::format::Format;
use crate::refusal::Refusal;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    budget.go_on()?;
    let mut draft = ExtractDraft::new(budget);
    let decoded = encoding::decode(bytes, None)?;
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    draft.push(&decoded.text);
    Ok(draft.finish_as_it_is(Format::Text))
}
