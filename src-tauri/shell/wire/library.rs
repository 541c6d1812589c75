//! The library as a whole: whether it is open, its copies, and what changed in it.

use factly_engine::{
    evidence,
    store::{self, Topic},
};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;
use uuid::Uuid;

use crate::{error::AppError, wire::message::UserMessage};

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryState {
    pub path: String,
    pub version: String,
    /// The destination of text if a model read it: "Offline" is nowhere.
    pub provider: String,
    /// Deviations from the usual state of an open library.
    pub notes: Vec<UserMessage>,
    pub status: LibraryStatus,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LibraryStatus {
    Open,
    Unavailable { error: AppError, backups: Vec<Backup>, aside_path: Option<String> },
}

wire_struct! {
    Backup = store::BackupInfo {
        id: String,
        taken_at: i64,
        bytes: i64,
        discoveries: u32,
        facts: u32,
    }
}

wire_struct! {
    VerifyReport = evidence::VerifyReport {
        bundles: u32,
        facts: u32,
        problems: Vec<VerifyProblem>,
    }
}

wire_struct! {
    VerifyProblem = evidence::Problem {
        what: String,
        id: String,
        message: String,
    }
}

/// The one event that the window hears: what it shows of these topics is no longer what the library holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    pub discovery: Option<String>,
    pub topics: Vec<Topic>,
    /// Files wait that a start has named.
    pub launch_files: bool,
}

impl From<&store::ChangeNotice> for Changed {
    fn from(notice: &store::ChangeNotice) -> Self {
        Self {
            discovery: notice.discovery.as_ref().map(Uuid::to_string),
            topics: notice.topics.iter().copied().collect(),
            launch_files: false,
        }
    }
}
