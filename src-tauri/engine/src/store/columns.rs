//! Columns that hold a word of the domain. The schema's checks allow no other, so a stranger means a damaged file.

use factly_core::bundle::{BundleSection, Quick, Stage};
use factly_core::chat::{CardStatus, MessageState, Mode, Role, Tool};
use factly_core::discovery::{EntityKind, EntityStatus, OutputType, ReviewMark};
use factly_core::keys::ValueType;
use factly_core::ledger::{SourceKind, Status};
use factly_core::report::suggestion::SuggestionState;
use rusqlite::Row;
use rusqlite::types::{FromSqlError, Type, ValueRef};

use super::documents::InputKind;
use super::entities::EntityOrigin;
use super::inputs::InputOrigin;
use super::questions::QuestionStatus;
use super::runs::RunStatus;

pub(super) fn stage(row: &Row<'_>, index: usize) -> rusqlite::Result<Stage> {
    word(row, index, |name| {
        [Stage::Ideation, Stage::Planning, Stage::Solutioning].into_iter().find(|stage| stage.as_str() == name)
    })
}

pub(super) fn origin(row: &Row<'_>, index: usize) -> rusqlite::Result<InputOrigin> {
    word(row, index, InputOrigin::parse)
}

pub(super) fn input_kind(row: &Row<'_>, index: usize) -> rusqlite::Result<InputKind> {
    word(row, index, InputKind::parse)
}

pub(super) fn run_status(row: &Row<'_>, index: usize) -> rusqlite::Result<RunStatus> {
    word(row, index, RunStatus::parse)
}

pub(super) fn section(row: &Row<'_>, index: usize) -> rusqlite::Result<BundleSection> {
    word(row, index, BundleSection::parse)
}

pub(super) fn value_type(row: &Row<'_>, index: usize) -> rusqlite::Result<ValueType> {
    word(row, index, ValueType::parse)
}

pub(super) fn source_kind(row: &Row<'_>, index: usize) -> rusqlite::Result<SourceKind> {
    word(row, index, SourceKind::parse)
}

pub(super) fn status(row: &Row<'_>, index: usize) -> rusqlite::Result<Status> {
    word(row, index, Status::parse)
}

pub(super) fn kind(row: &Row<'_>, index: usize) -> rusqlite::Result<EntityKind> {
    word(row, index, EntityKind::of_letter)
}

pub(super) fn entity_status(row: &Row<'_>, index: usize) -> rusqlite::Result<EntityStatus> {
    word(row, index, EntityStatus::parse)
}

pub(super) fn entity_origin(row: &Row<'_>, index: usize) -> rusqlite::Result<EntityOrigin> {
    word(row, index, EntityOrigin::parse)
}

/// No mark is an empty word.
pub(super) fn mark(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<ReviewMark>> {
    if row.get_ref(index)?.as_str()?.is_empty() { Ok(None) } else { word(row, index, ReviewMark::parse).map(Some) }
}

pub(super) fn output_type(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<OutputType>> {
    match row.get_ref(index)? {
        ValueRef::Null => Ok(None),
        _ => word(row, index, OutputType::parse).map(Some),
    }
}

pub(super) fn chat_mode(row: &Row<'_>, index: usize) -> rusqlite::Result<Mode> {
    word(row, index, Mode::parse)
}

pub(super) fn suggestion_state(row: &Row<'_>, index: usize) -> rusqlite::Result<SuggestionState> {
    word(row, index, SuggestionState::parse)
}

pub(super) fn role(row: &Row<'_>, index: usize) -> rusqlite::Result<Role> {
    word(row, index, Role::parse)
}

pub(super) fn message_state(row: &Row<'_>, index: usize) -> rusqlite::Result<MessageState> {
    word(row, index, MessageState::parse)
}

pub(super) fn card_status(row: &Row<'_>, index: usize) -> rusqlite::Result<CardStatus> {
    word(row, index, CardStatus::parse)
}

pub(super) fn tool(row: &Row<'_>, index: usize) -> rusqlite::Result<Tool> {
    word(row, index, Tool::parse)
}

pub(super) fn question_status(row: &Row<'_>, index: usize) -> rusqlite::Result<QuestionStatus> {
    word(row, index, QuestionStatus::parse)
}

/// None is an empty word.
pub(super) fn quick(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<Quick>> {
    if row.get_ref(index)?.as_str()?.is_empty() { Ok(None) } else { word(row, index, Quick::parse).map(Some) }
}

fn word<T>(row: &Row<'_>, index: usize, parse: impl FnOnce(&str) -> Option<T>) -> rusqlite::Result<T> {
    let text = row.get_ref(index)?.as_str()?;
    parse(text).ok_or_else(|| {
        let what = FromSqlError::Other(format!("an unknown word in the library: {text:?}").into());
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(what))
    })
}
