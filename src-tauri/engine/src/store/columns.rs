//! Columns that hold a word of the domain. The schema's checks allow no other, so a stranger means a damaged file.

use factly_core::discovery::{OutputType, ReviewMark};
use factly_core::inputs::Quick;
use factly_core::message::UserMessage;
use rusqlite::Row;
use rusqlite::types::{FromSqlError, Type, ValueRef};

/// No mark is an empty word.
pub(super) fn mark(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<ReviewMark>> {
    word_or_none(row, index, ReviewMark::parse)
}

pub(super) fn output_type(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<OutputType>> {
    match row.get_ref(index)? {
        ValueRef::Null => Ok(None),
        _ => word(row, index, OutputType::parse).map(Some),
    }
}

/// None is an empty word.
pub(super) fn quick(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<Quick>> {
    word_or_none(row, index, Quick::parse)
}

/// None is an empty word.
pub(super) fn word_or_none<T>(
    row: &Row<'_>,
    index: usize,
    parse: impl FnOnce(&str) -> Option<T>,
) -> rusqlite::Result<Option<T>> {
    if row.get_ref(index)?.as_str()?.is_empty() { Ok(None) } else { word(row, index, parse).map(Some) }
}

/// Reads a column as a sentence: the column holds what [`UserMessage::stored`] made of it.
pub(super) fn message(row: &Row<'_>, index: usize) -> rusqlite::Result<UserMessage> {
    Ok(UserMessage::from_stored(row.get_ref(index)?.as_str()?))
}

pub(super) fn word<T>(row: &Row<'_>, index: usize, parse: impl FnOnce(&str) -> Option<T>) -> rusqlite::Result<T> {
    let text = row.get_ref(index)?.as_str()?;
    parse(text).ok_or_else(|| {
        let what = FromSqlError::Other(format!("an unknown word in the library: {text:?}").into());
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(what))
    })
}
