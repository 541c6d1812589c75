//! The evidence pack: a discovery's facts with the texts that they stand in, to be checked by somebody who has nothing
//! else.
//!
//! A pack is a zip. Its manifest names every other entry with its size and its hash, every bundle with its section
//! borders, and every fact with its quote, its place and the hash of its record in the JSON export. So each claim stands
//! twice, and is made once more from the text itself. Making, reading and unzipping are the engine's.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::inputs::{BundleSection, SectionSpan};
use crate::transfer::check::{BundleFault, VerifiedBundle};
use crate::transfer::record::QuoteRecord;

/// The format that is written. A pack of a later one is refused.
pub const FORMAT: u32 = 1;

pub const MANIFEST: &str = "manifest.json";
pub const EXPORT: &str = "discovery.json";
pub const README: &str = "README.txt";

/// For whoever opens a pack without Factly.
pub const READ_ME: &str = "\
This is an evidence pack: the facts of one discovery, and the texts that they were found in.

  discovery.json   everything about the discovery, as Factly imports it
  bundles/         the exact texts; a quote is a run of characters of one of them
  manifest.json    the size and SHA-256 of every entry; the sections of every text; the quote of every fact

A quote begins at character `start` and ends before character `end` of its text, counted in Unicode code points from 0.
The text of a bundle is UTF-8, and its SHA-256 is over its bytes.

To check all of it:  factly verify --pack FILE
";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: u32,
    pub discovery: TitledEntry,
    /// Every entry but the manifest.
    pub files: Vec<FileEntry>,
    pub bundles: Vec<BundleEntry>,
    pub facts: Vec<FactEntry>,
    pub reaffirmations: Vec<RepetitionEntry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitledEntry {
    pub uuid: Uuid,
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    pub file: String,
    pub bytes: u64,
    pub sha256: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleEntry {
    pub uuid: Uuid,
    pub file: String,
    pub sections: Vec<SectionSpan>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactEntry {
    pub label: String,
    pub version: u32,
    pub uuid: Uuid,
    /// Of its record in the export.
    pub sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<PackQuote>,
}

/// A repetition of a fact, and its location.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepetitionEntry {
    pub fact: Uuid,
    pub evidence: PackQuote,
}

/// Words and where they stand, in code points of the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackQuote {
    pub bundle: Uuid,
    pub section: BundleSection,
    pub start: u32,
    pub end: u32,
    pub quote: String,
}

impl PackQuote {
    pub fn from_record(record: &QuoteRecord<'_>) -> Self {
        let QuoteRecord { bundle, section, start, end, ref quote } = *record;
        Self { bundle, section, start, end, quote: quote.to_string() }
    }

    pub fn occurs_in(&self, text: &VerifiedBundle) -> bool {
        let Self { bundle, section, start, end, ref quote } = *self;
        text.says(&QuoteRecord { bundle, section, start, end, quote: quote.as_str().into() })
    }
}

impl FactEntry {
    /// "F-12", and which version of it where there were several.
    pub fn name(&self) -> String {
        if self.version == 1 { self.label.clone() } else { format!("{} version {}", self.label, self.version) }
    }
}

/// The name of a bundle's entry: its place in the pack, and the Input it is of.
pub fn bundle_file(number: usize, input: Option<&str>) -> String {
    format!("bundles/{number:05}-{}.txt", input.unwrap_or("turn"))
}

/// A text of a pack, to hold quotes against.
///
/// # Errors
/// When it is not the text that was hashed, or its borders do not fit.
pub fn checked(bundle: &BundleEntry, sha256: &str, text: String) -> Result<VerifiedBundle, BundleFault> {
    VerifiedBundle::read(bundle.uuid, text, sha256, bundle.sections.clone())
}
