//! Inputs, and what is told while they are read.

use serde::Serialize;
use specta::Type;

use crate::error::AppError;

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Paste,
    File,
    Stdin,
    Sample,
    Imported,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct InputSummary {
    pub id: String,
    pub label: String,
    pub title: String,
    pub origin: Origin,
    pub file_name: Option<String>,
    pub chars: u32,
    pub bundles: u32,
    pub parsed: u32,
    pub failed: u32,
    pub facts: u32,
    pub added_at: i64,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum IngestEvent {
    Progress { title: String, done: u32, total: u32, facts: u32 },
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AddReport {
    pub added: Vec<InputSummary>,
    pub failures: Vec<AddFailure>,
    pub notes: Vec<String>,
    pub cancelled: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AddFailure {
    pub name: String,
    pub error: AppError,
}
