//! The form of a discovery as JSON, and what of a file that claims to be one can be believed.
//!
//! A file is a superset of the web Factly's `DiscoveryData`: its five columns under its own field names, and everything
//! else under one key, `factly`. The columns say what an entity is called, what it says and what it is drawn from;
//! `factly` holds what only this application knows, and the ledger whole. What neither knows is kept and written back.
//!
//! Reading and writing the file, and the library, are the engine's.

pub mod canonical_links;
pub mod chat;
pub mod check;
pub mod element;
pub mod finding;
pub mod names;
pub mod questions;
pub mod raw;
pub mod record;
pub mod status;
pub mod unknown;

pub use finding::{FileFinding, FileLocation, FindingCode};

use crate::discovery::EntityKind;

/// The format that is written. A file of a later one is refused.
pub const FORMAT: u32 = 1;

/// The written form of a column of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub kind: EntityKind,
    /// The key of its list.
    pub list: &'static str,
    /// The field that names an entity of it.
    pub id: &'static str,
    /// The field that names what it is drawn from; Inputs have none.
    pub related: Option<&'static str>,
    /// The other fields that are known.
    pub fields: &'static [&'static str],
}

/// The five, in the order in which they are written.
pub const COLUMNS: [Column; 5] = [
    Column {
        kind: EntityKind::Input,
        list: "inputs",
        id: "input_id",
        related: None,
        fields: &["title", "text", "status"],
    },
    Column {
        kind: EntityKind::Fact,
        list: "facts",
        id: "fact_id",
        related: Some("related_inputs"),
        fields: &["text", "status"],
    },
    Column {
        kind: EntityKind::Insight,
        list: "insights",
        id: "insight_id",
        related: Some("related_facts"),
        fields: &["text", "status"],
    },
    Column {
        kind: EntityKind::Recommendation,
        list: "recommendations",
        id: "recommendation_id",
        related: Some("related_insights"),
        fields: &["text", "status"],
    },
    Column {
        kind: EntityKind::Output,
        list: "outputs",
        id: "output_id",
        related: Some("related_recommendations"),
        fields: &["text", "type", "status"],
    },
];

/// The column of a kind.
pub fn column(kind: EntityKind) -> &'static Column {
    &COLUMNS[kind as usize]
}

/// Key of several discoveries in one file.
pub const SEVERAL: &str = "discoveries";
/// Key of what only Factly knows.
pub const OWN: &str = "factly";
pub const CHAT: &str = "chat_history";
