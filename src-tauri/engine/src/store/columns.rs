//! Columns that hold a word of the domain. The schema's checks allow no other, so a stranger means a damaged file.

use factly_core::bundle::{Section, Stage};
use factly_core::keys::ValueType;
use factly_core::ledger::{SourceKind, Status};
use rusqlite::Row;
use rusqlite::types::{FromSqlError, Type};

use super::inputs::Origin;
use super::runs::RunStatus;

pub(super) fn stage(row: &Row<'_>, index: usize) -> rusqlite::Result<Stage> {
    word(row, index, |name| {
        [Stage::Ideation, Stage::Planning, Stage::Solutioning].into_iter().find(|stage| stage.as_str() == name)
    })
}

pub(super) fn origin(row: &Row<'_>, index: usize) -> rusqlite::Result<Origin> {
    word(row, index, Origin::parse)
}

pub(super) fn run_status(row: &Row<'_>, index: usize) -> rusqlite::Result<RunStatus> {
    word(row, index, RunStatus::parse)
}

pub(super) fn section(row: &Row<'_>, index: usize) -> rusqlite::Result<Section> {
    word(row, index, Section::parse)
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

fn word<T>(row: &Row<'_>, index: usize, parse: impl FnOnce(&str) -> Option<T>) -> rusqlite::Result<T> {
    let text = row.get_ref(index)?.as_str()?;
    parse(text).ok_or_else(|| {
        let what = FromSqlError::Other(format!("an unknown word in the library: {text:?}").into());
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(what))
    })
}
