//! The library as a whole: whether it is open, its copies, and what changed in it.

use factly_engine::{
    evidence,
    store::{self, Topic},
};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;
use uuid::Uuid;

use super::count;
use crate::error::AppError;

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryState {
    pub path: String,
    pub version: String,
    /// Where text would go if a model read it: "Offline" is nowhere.
    pub provider: String,
    pub status: LibraryStatus,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LibraryStatus {
    Open,
    Unavailable { error: AppError, backups: Vec<Backup>, aside_path: Option<String> },
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub id: String,
    pub taken_at: i64,
    pub bytes: i64,
    pub discoveries: u32,
    pub facts: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReport {
    pub bundles: u32,
    pub facts: u32,
    pub problems: Vec<VerifyProblem>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerifyProblem {
    pub what: String,
    pub id: String,
    pub message: String,
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

impl From<store::BackupInfo> for Backup {
    fn from(backup: store::BackupInfo) -> Self {
        Self {
            id: backup.id,
            taken_at: backup.taken_at,
            bytes: i64::try_from(backup.bytes).unwrap_or(i64::MAX),
            discoveries: count(backup.discoveries),
            facts: count(backup.facts),
        }
    }
}

impl From<evidence::VerifyReport> for VerifyReport {
    fn from(report: evidence::VerifyReport) -> Self {
        Self {
            bundles: count(report.bundles),
            facts: count(report.facts),
            problems: report.problems.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<evidence::Problem> for VerifyProblem {
    fn from(problem: evidence::Problem) -> Self {
        Self { what: problem.what.to_owned(), id: problem.id, message: problem.message }
    }
}
