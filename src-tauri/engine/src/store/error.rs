//! What can go wrong with the library, in words for the analyst.
//!
//! Each has a code to branch on, a message, what was kept, and what to do. "You cannot do that now" is no error of the
//! store: a driver returns it as a value.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;
use rusqlite::types::Type;

/// Why a library cannot be opened. None of these changes the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    #[error("there is no library at {path}, though one was there")]
    Missing { path: PathBuf },
    #[error("the library was made by a newer Factly (format {found}; this one knows {known})")]
    Newer { found: u32, known: u32 },
    #[error("{path} is a database of another application")]
    Foreign { path: PathBuf },
    #[error("{path} is not a Factly library")]
    NotALibrary { path: PathBuf },
    #[error("the library is damaged: {detail}")]
    Damaged { detail: String },
    #[error("the library cannot be written: {path}")]
    ReadOnly { path: PathBuf },
    #[error("another process is working in the library")]
    Busy,
    #[error("the disk is full")]
    Full,
    #[error("migration {version} of the library is not the one that this Factly carries")]
    OtherMigration { version: u32 },
    #[error("the library could not be brought to format {version}: {reason}")]
    Migration { version: u32, reason: String },
    #[error("SQLite {found} has a known fault in its log; 3.51.3 or newer is needed")]
    OldSqlite { found: String },
    #[error("the library cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the library cannot be opened: {0}")]
    Sqlite(rusqlite::Error),
}

impl OpenError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "library_missing",
            Self::Newer { .. } => "library_newer",
            Self::Foreign { .. } => "library_foreign",
            Self::NotALibrary { .. } => "library_not_a_library",
            Self::Damaged { .. } => "library_damaged",
            Self::ReadOnly { .. } => "library_read_only",
            Self::Busy => "library_busy",
            Self::Full => "disk_full",
            Self::OtherMigration { .. } => "library_other_migration",
            Self::Migration { .. } => "library_migration_failed",
            Self::OldSqlite { .. } => "sqlite_old",
            Self::Io(_) => "library_unreadable",
            Self::Sqlite(_) => "library_unopenable",
        }
    }

    /// What the failure left as it was.
    pub fn kept(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "Nothing was made in its place.",
            _ => "The file is as it was.",
        }
    }

    pub fn hint(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "Put the file back, connect its drive, or restore a copy.",
            Self::Newer { .. } => "Install the newest Factly.",
            Self::Foreign { .. } | Self::NotALibrary { .. } => "Choose a library of Factly, or restore a copy.",
            Self::Damaged { .. } => "Keep the file aside and restore the newest good copy.",
            Self::ReadOnly { .. } => "Give your account the right to write the file and its folder.",
            Self::Busy => "Close the other window or command, then try again.",
            Self::Full => "Free some space, then try again.",
            Self::OtherMigration { .. } | Self::OldSqlite { .. } => "Install Factly again.",
            Self::Migration { .. } => "Report this; the copy made before stands beside the library.",
            Self::Io(_) | Self::Sqlite(_) => "Check the drive, then try again.",
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged { detail: error.to_string() },
            Some(ErrorCode::DiskFull) => Self::Full,
            _ => Self::Sqlite(error),
        }
    }
}

/// Why a read or a write of an open library failed. A write that failed left nothing behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("another process is working in the library")]
    Busy,
    #[error("the disk is full")]
    Full,
    #[error("the library can no longer be written")]
    ReadOnly,
    #[error("the library's file is no longer where it was: {path}")]
    Missing { path: PathBuf },
    #[error("the library is damaged: {0}")]
    Damaged(String),
    #[error("a write was begun inside a write")]
    Nested,
    #[error("stopped")]
    Stopped,
    #[error("the action was undone while it was under way")]
    OperationEnded,
    /// A rule of the schema said no: the message is the rule.
    #[error("{0}")]
    Refused(String),
    #[error("there is no {what} {id}")]
    NotFound { what: &'static str, id: String },
    /// A row that no version of Factly writes.
    #[error("a row cannot be read: {0}")]
    Unreadable(String),
    #[error("the disk failed: {0}")]
    Io(String),
    #[error(transparent)]
    Sqlite(rusqlite::Error),
}

impl StoreError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Busy => "library_busy",
            Self::Full => "disk_full",
            Self::ReadOnly => "library_read_only",
            Self::Missing { .. } => "library_missing",
            Self::Damaged(_) => "library_damaged",
            Self::Nested => "write_nested",
            Self::Stopped => "stopped",
            Self::OperationEnded => "operation_ended",
            Self::Refused(_) => "refused",
            Self::NotFound { .. } => "not_found",
            Self::Unreadable(_) => "row_unreadable",
            Self::Io(_) => "disk_failed",
            Self::Sqlite(_) => "store_failed",
        }
    }

    /// What the failure left as it was.
    pub fn kept(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "What was saved is still open here and can be saved to a new place.",
            _ => "Everything that was saved is as it was.",
        }
    }

    pub fn hint(&self) -> &'static str {
        match self {
            Self::Busy => "Wait for the other window or command, then try again.",
            Self::Full => "Free some space, then try again.",
            Self::ReadOnly => "Give your account the right to write the file and its folder.",
            Self::Missing { .. } => "Save a copy now, or put the file back and restart.",
            Self::Damaged(_) => "Restore the newest good copy; the damaged file is kept aside.",
            Self::Io(_) => "Check the drive, then try again.",
            Self::NotFound { .. } => "It may have been deleted; look again.",
            Self::Stopped | Self::OperationEnded | Self::Refused(_) => "",
            Self::Unreadable(_) => "`factly verify` names all that is wrong; then restore the newest good copy.",
            Self::Nested | Self::Sqlite(_) => "Report this.",
        }
    }
}

/// A row refers to one that is not there, which the schema allows nobody.
#[derive(Debug, thiserror::Error)]
#[error("{row} refers to a {to} that is not there")]
pub(super) struct LostReference {
    pub(super) row: String,
    pub(super) to: &'static str,
}

impl From<LostReference> for rusqlite::Error {
    fn from(lost: LostReference) -> Self {
        Self::FromSqlConversionFailure(0, Type::Null, Box::new(lost))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match (&error, error.sqlite_error_code()) {
            (rusqlite::Error::FromSqlConversionFailure(_, _, why), _) if why.is::<LostReference>() => {
                Self::Unreadable(why.to_string())
            }
            (rusqlite::Error::SqliteFailure(_, message), Some(ErrorCode::ConstraintViolation)) => {
                Self::Refused(message.clone().unwrap_or_else(|| error.to_string()))
            }
            (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => Self::Busy,
            (_, Some(ErrorCode::DiskFull)) => Self::Full,
            (_, Some(ErrorCode::ReadOnly)) => Self::ReadOnly,
            (_, Some(ErrorCode::OperationInterrupted)) => Self::Stopped,
            (_, Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen)) => Self::Io(error.to_string()),
            (_, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) => Self::Damaged(error.to_string()),
            (
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..),
                _,
            ) => Self::Unreadable(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}
