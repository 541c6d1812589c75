//! Finds the row that an id or a label names, or says that there is none.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::message;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::store::bundles::BundleRow;
use crate::store::chat_messages::MessageRow;
use crate::store::discoveries::DiscoveryRow;
use crate::store::entities::MemberRow;
use crate::store::facts::FactRow;
use crate::store::inputs::InputRow;
use crate::store::{DiscoverySeq, Reader};

pub(crate) fn discovery_row(r: &Reader, id: Uuid) -> Result<DiscoveryRow> {
    r.discovery(id)?.ok_or_else(discovery_not_found)
}

/// As [`discovery_row`], by its number.
pub(crate) fn discovery_row_at(r: &Reader, seq: DiscoverySeq) -> Result<DiscoveryRow> {
    r.discovery_at(seq)?.ok_or_else(discovery_not_found)
}

pub(crate) fn input_row(r: &Reader, id: Uuid) -> Result<InputRow> {
    r.input(id)?.ok_or_else(|| {
        Error::not_found("There is no such Input.").hint("It may have been deleted: undo brings it back.")
    })
}

pub(crate) fn bundle_row(r: &Reader, id: Uuid) -> Result<BundleRow> {
    r.bundle(id)?.ok_or_else(|| Error::not_found("There is no such bundle."))
}

pub(crate) fn fact_row(r: &Reader, id: Uuid) -> Result<FactRow> {
    r.fact(id)?
        .ok_or_else(|| Error::not_found("There is no such fact.").hint("It may have been undone: redo brings it back."))
}

/// The entity of a label, which must stand.
pub(crate) fn member(r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<MemberRow> {
    r.member(discovery, label)?.ok_or_else(|| {
        Error::not_found(message!("There is no {} in this discovery.", label)).hint(match label.kind {
            EntityKind::Fact => "It may have been rejected, superseded or deleted: undo brings it back.",
            _ => "It may have been deleted: undo brings it back.",
        })
    })
}

/// Everything that a label list names, each once, in the order of the pipeline.
pub(crate) fn members(r: &Reader, discovery: DiscoverySeq, labels: &[EntityLabel]) -> Result<Vec<MemberRow>> {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    labels.dedup();
    labels.into_iter().map(|label| member(r, discovery, label)).collect()
}

/// The version of a fact that stands in its column.
pub(crate) fn standing_fact(r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<FactRow> {
    fact_row(r, member(r, discovery, label)?.id)
}

/// The scope that an item's reference means; the project has none.
pub(crate) fn scope_meant(r: &Reader, discovery: DiscoverySeq, item: Option<&str>) -> Result<String> {
    let Some(item) = item else { return Ok(String::new()) };
    let row = r.item_meant(discovery, item)?;
    row.map(|item| item.reference()).ok_or_else(|| Error::not_found(message!("There is no item {}.", item)))
}

pub(crate) fn discovery_not_found() -> Error {
    Error::not_found("There is no such discovery.").hint("It may have been deleted: undo brings it back.")
}

/// A title longer than this is a text in the wrong place.
pub(crate) const MAX_TITLE_CHARS: usize = 200;

/// A title as a list shows it: one that is too long is cut.
pub(crate) fn cut_title(title: &str) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_TITLE_CHARS) {
        Some(_) => line.chars().take(MAX_TITLE_CHARS - 1).chain(['…']).collect(),
        None => line,
    }
}

/// A title is one line, and not endless.
pub(crate) fn checked_title(title: &str) -> Result<String> {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(Error::new(Code::Empty, "A title is needed."));
    }
    if line.chars().count() > MAX_TITLE_CHARS {
        return Err(Error::invalid(message!("A title has at most {} characters.", MAX_TITLE_CHARS)));
    }
    Ok(line)
}

pub(crate) fn message_row(r: &Reader, id: Uuid) -> Result<MessageRow> {
    r.chat_message(id)?.ok_or_else(no_such_message)
}

pub(crate) fn no_such_message() -> Error {
    Error::not_found("There is no such message.").hint("It may have been deleted or said again: undo brings it back.")
}
