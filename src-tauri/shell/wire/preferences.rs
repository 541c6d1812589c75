//! The analyst's settings of the window.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    En,
    De,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    pub theme: Theme,
    pub sidebar: bool,
    pub inspector: bool,
    pub language: Language,
    pub last_discovery: Option<String>,
}

/// The treatment of scanned pages.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Scans {
    pub is_on: bool,
    /// The languages that the installed Tesseract reads; none where it is not installed.
    pub languages: Vec<String>,
}

impl From<factly_engine::originals::Scans> for Scans {
    fn from(scans: factly_engine::originals::Scans) -> Self {
        Self { is_on: scans.is_on, languages: scans.languages }
    }
}
