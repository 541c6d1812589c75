//! Errors of the library, in words for the analyst.
//!
//! Each has a code to branch on, a message, what was kept, and what to do. "You cannot do that now" is no error of the
//! store: a driver returns it as a value.

use std::io;
use std::path::PathBuf;

use factly_core::message;
use factly_core::message::UserMessage;
use rusqlite::ErrorCode;
use rusqlite::types::Type;

/// The reason that a library cannot be opened. None of these changes the file.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum OpenError {
    Missing { path: PathBuf },
    Newer { found: u32, known: u32 },
    Foreign { path: PathBuf },
    NotALibrary { path: PathBuf },
    Damaged { detail: String },
    ReadOnly { path: PathBuf },
    Busy,
    Full,
    OtherMigration { version: u32 },
    Migration { version: u32, reason: String },
    OldSqlite { found: String },
    Io(#[from] io::Error),
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

    /// Returns the event, as a clause.
    pub fn message(&self) -> UserMessage {
        match self {
            Self::Missing { path } => message!("there is no library at {}, though one was there", path.display()),
            Self::Newer { found, known } => {
                message!("the library was made by a newer Factly (format {}; this one knows {})", found, known)
            }
            Self::Foreign { path } => message!("{} is a database of another application", path.display()),
            Self::NotALibrary { path } => message!("{} is not a Factly library", path.display()),
            Self::Damaged { detail } => message!("the library is damaged: {}", UserMessage::whole(detail.clone())),
            Self::ReadOnly { path } => message!("the library cannot be written: {}", path.display()),
            Self::Busy => message!("another process is working in the library"),
            Self::Full => message!("the disk is full"),
            Self::OtherMigration { version } => {
                message!("migration {} of the library is not the one that this Factly carries", version)
            }
            Self::Migration { version, reason } => {
                message!("the library could not be brought to format {}: {}", version, reason)
            }
            Self::OldSqlite { found } => {
                message!("SQLite {} has a known fault in its log; 3.51.3 or newer is needed", found)
            }
            Self::Io(error) => message!("the library cannot be read: {}", error),
            Self::Sqlite(error) => message!("the library cannot be opened: {}", error),
        }
    }

    /// Returns the state that the failure left unchanged.
    pub fn unchanged(&self) -> Option<UserMessage> {
        Some(match self {
            Self::Missing { .. } => message!("Nothing was made in its place."),
            _ => message!("The file is as it was."),
        })
    }

    pub fn hint(&self) -> Option<UserMessage> {
        Some(match self {
            Self::Missing { .. } => message!("Put the file back, connect its drive, or restore a copy."),
            Self::Newer { .. } => message!("Install the newest Factly."),
            Self::Foreign { .. } | Self::NotALibrary { .. } => {
                message!("Choose a library of Factly, or restore a copy.")
            }
            Self::Damaged { .. } => message!("Keep the file aside and restore the newest good copy."),
            Self::ReadOnly { .. } => message!("Give your account the right to write the file and its folder."),
            Self::Busy => message!("Close the other window or command, then try again."),
            Self::Full => message!("Free some space, then try again."),
            Self::OtherMigration { .. } | Self::OldSqlite { .. } => message!("Install Factly again."),
            Self::Migration { .. } => message!("Report this; the copy made before stands beside the library."),
            Self::Io(_) | Self::Sqlite(_) => message!("Check the drive, then try again."),
        })
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

/// The reason that a read or a write of an open library failed. A write that failed left nothing behind.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum StoreError {
    Busy,
    Full,
    ReadOnly,
    Missing {
        path: PathBuf,
    },
    Damaged(String),
    Nested,
    Stopped,
    OperationEnded,
    /// A rule of the schema said no: the message is the rule.
    Refused(String),
    NotFound {
        what: &'static str,
        id: String,
    },
    /// A row that no version of Factly writes.
    Unreadable(String),
    Io(String),
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

    /// Returns the event, as a clause.
    pub fn message(&self) -> UserMessage {
        match self {
            Self::Busy => message!("another process is working in the library"),
            Self::Full => message!("the disk is full"),
            Self::ReadOnly => message!("the library cannot be written where it lies"),
            Self::Missing { path } => message!("the library's file is no longer where it was: {}", path.display()),
            Self::Damaged(detail) => message!("the library is damaged: {}", UserMessage::whole(detail.clone())),
            Self::Nested => message!("a write was begun inside a write"),
            Self::Stopped => message!("stopped"),
            Self::OperationEnded => message!("the action was undone while it was under way"),
            Self::Refused(rule) => UserMessage::new(rule.clone(), Vec::new()),
            Self::NotFound { what, id } => message!("there is no {} {}", UserMessage::from(*what), id),
            Self::Unreadable(why) => message!("a row cannot be read: {}", why),
            Self::Io(error) => message!("the disk failed: {}", error),
            Self::Sqlite(error) => UserMessage::new(error.to_string(), Vec::new()),
        }
    }

    /// Returns the state that the failure left unchanged.
    pub fn unchanged(&self) -> Option<UserMessage> {
        Some(match self {
            Self::Missing { .. } => message!("What was saved is still open here and can be saved to a new place."),
            _ => message!("Everything that was saved is as it was."),
        })
    }

    pub fn hint(&self) -> Option<UserMessage> {
        Some(match self {
            Self::Busy => message!("Wait for the other window or command, then try again."),
            Self::Full => message!("Free some space, then try again."),
            Self::ReadOnly => message!("Give your account the right to write the file and its folder."),
            Self::Missing { .. } => message!("Save a copy now, or put the file back and restart."),
            Self::Damaged(_) => message!("Restore the newest good copy; the damaged file is kept aside."),
            Self::Io(_) => message!("Check the drive, then try again."),
            Self::NotFound { .. } => message!("It may have been deleted; look again."),
            Self::Stopped | Self::OperationEnded | Self::Refused(_) => return None,
            Self::Unreadable(_) => {
                message!("`factly verify` names all that is wrong; then restore the newest good copy.")
            }
            Self::Nested | Self::Sqlite(_) => message!("Report this."),
        })
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
