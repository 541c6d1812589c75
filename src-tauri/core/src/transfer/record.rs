//! The records under `factly`: one struct for each of its lists, written and read alike.
//!
//! Rows are named by their UUIDs, entities by their labels. What is as usual is left out. Texts of entities that a column
//! shows are not said again; a fact's is, since the ledger alone says what a fact is.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::discovery::EntityLabel;
use crate::extraction::salience::Salience;
use crate::facts::{AcceptedBy, SourceKind, Status};
use crate::inputs::{BundleSection, SectionSpan, Stage};
use crate::keys::ValueType;

/// An Input, in any of its versions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputRecord<'a> {
    #[serde(with = "label")]
    pub label: EntityLabel,
    pub uuid: Uuid,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub version: u32,
    /// A later version has taken its place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub superseded: bool,
    #[serde(borrow)]
    pub origin: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub file_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub sha256: Cow<'a, str>,
    pub added_at: i64,
    #[serde(default = "draft", borrow, skip_serializing_if = "is_draft")]
    pub state: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub mark: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i64>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub archived: bool,
    /// The title, where the column does not show it.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
    /// A [`DocumentRecord`], where it was read from one or described.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub document: Option<&'a RawValue>,
}

/// The document that an Input was read from, and where its words are there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentRecord<'a> {
    #[serde(borrow)]
    pub format: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// Notes on the document that the text does not have.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub notes: Option<&'a RawValue>,
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub date: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub reference: Cow<'a, str>,
    /// Pages, cells, headings and so on, in code points of the text.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub places: Option<&'a RawValue>,
    /// The rectangles of words on drawn pages, packed, in Base64.
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub boxes: Cow<'a, str>,
    /// Left out where the text is its own original, or originals were not wanted.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub original: Option<OriginalRecord<'a>>,
}

/// The bytes that a document was read from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OriginalRecord<'a> {
    #[serde(borrow)]
    pub sha256: Cow<'a, str>,
    /// In Base64; left out where an Input before it has them.
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub bytes: Cow<'a, str>,
}

/// A thing that the discovery is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemRecord {
    /// Facts and bundles call it `i` and this.
    pub number: i64,
    pub uuid: Uuid,
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub archived: bool,
    /// The number of the item that it was merged into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<i64>,
    pub created_at: i64,
}

/// A field's value set by the analyst by hand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverrideRecord {
    /// The reference of the item; none: the project.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub item: String,
    pub key: String,
    pub value: Box<RawValue>,
    pub reason: String,
    /// The fact that tells of it.
    pub fact: Uuid,
    pub set_at: i64,
}

/// A filter of the ledger under a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    pub uuid: Uuid,
    pub name: String,
    pub filter: Box<RawValue>,
    pub saved_at: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleRecord<'a> {
    pub uuid: Uuid,
    #[serde(borrow)]
    pub source_type: Cow<'a, str>,
    #[serde(borrow)]
    pub source_ids: &'a RawValue,
    pub stage: Stage,
    #[serde(borrow)]
    pub scope: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub item_ids: Option<&'a RawValue>,
    /// The Input it is a piece of, and where in it, in code points, its FREE_CHAT section begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_start: Option<u32>,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub part: u32,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub parts: u32,
    pub created_at: i64,
    #[serde(borrow)]
    pub sha256: Cow<'a, str>,
    pub sections: Vec<SectionSpan>,
    #[serde(borrow)]
    pub text: Cow<'a, str>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord<'a> {
    pub uuid: Uuid,
    pub bundle: Uuid,
    #[serde(borrow)]
    pub status: Cow<'a, str>,
    #[serde(borrow)]
    pub model: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub forced: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempts: u32,
    pub created_at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<i64>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub stats: Option<&'a RawValue>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub error: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub repairs: Option<&'a RawValue>,
    /// The outcome of each op; a fact is named by its UUID.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<&'a RawValue>,
    /// The answer as it came.
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub raw: Cow<'a, str>,
}

/// A fact of the ledger, wherever it stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactRecord<'a> {
    #[serde(with = "label")]
    pub label: EntityLabel,
    pub uuid: Uuid,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub version: u32,
    /// The item it speaks of; none: the project.
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub item: Cow<'a, str>,
    /// A note's is left out.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub key: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_type: Option<ValueType>,
    /// Left out where it is the text.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub value: Option<&'a RawValue>,
    #[serde(borrow)]
    pub text: Cow<'a, str>,
    /// A number, kept to the letter.
    #[serde(borrow)]
    pub confidence: &'a RawValue,
    pub source: SourceKind,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<QuoteRecord<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts_with: Option<Uuid>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'a RawValue>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'a RawValue>,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub reason: Cow<'a, str>,
    pub created_at: i64,
    pub status: Status,
    #[serde(default, skip_serializing_if = "is_false")]
    pub needs_review: bool,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub mark: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub because: Option<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i64>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub archived: bool,
    /// Under which condition it holds beside other values of its key.
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub condition: Cow<'a, str>,
    /// Left out where it was never accepted, or where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<AcceptedBy>,
    /// The worth of a look when it was found, and the reasons.
    #[serde(default, skip_serializing_if = "Salience::is_none")]
    pub salience: Salience,
}

/// Words and where they stand, in code points of the bundle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuoteRecord<'a> {
    pub bundle: Uuid,
    pub section: BundleSection,
    pub start: u32,
    pub end: u32,
    #[serde(borrow)]
    pub quote: Cow<'a, str>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaffirmationRecord<'a> {
    pub fact: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    #[serde(borrow)]
    pub evidence: QuoteRecord<'a>,
}

/// An Insight, a Recommendation or an Output.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntityRecord<'a> {
    #[serde(with = "label")]
    pub label: EntityLabel,
    pub uuid: Uuid,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub version: u32,
    #[serde(default = "draft", borrow, skip_serializing_if = "is_draft")]
    pub state: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub mark: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub because: Option<&'a RawValue>,
    #[serde(borrow)]
    pub origin: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i64>,
    pub created_at: i64,
    #[serde(default, skip_serializing_if = "is_false")]
    pub archived: bool,
    /// The type, where the column does not show it.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub output_type: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub versions: Vec<VersionRecord<'a>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionRecord<'a> {
    pub version: u32,
    /// Left out where it is the present text.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restores: Option<u32>,
    pub made_at: i64,
}

/// A link that no column shows, since one of its ends is put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRecord {
    #[serde(with = "label")]
    pub up: EntityLabel,
    #[serde(with = "label")]
    pub down: EntityLabel,
}

/// Two entities that say the same and were kept beside each other, by the words that they had then.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRecord {
    #[serde(with = "label")]
    pub one: EntityLabel,
    pub one_sha256: String,
    #[serde(with = "label")]
    pub other: EntityLabel,
    pub other_sha256: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestionRecord<'a> {
    pub uuid: Uuid,
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    #[serde(borrow)]
    pub text: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub output_type: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub links: &'a RawValue,
    #[serde(borrow)]
    pub model: Cow<'a, str>,
    pub made_at: i64,
    #[serde(borrow)]
    pub status: Cow<'a, str>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub became: Option<Cow<'a, str>>,
}

/// Another application's name for an entity, and the fields of it that no column shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignRecord<'a> {
    #[serde(with = "label")]
    pub label: EntityLabel,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub fields: Option<&'a RawValue>,
}

/// A label as its text.
pub(super) mod label {
    use super::{Deserializer, EntityLabel, LabelText, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(label: &EntityLabel, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(label)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<EntityLabel, D::Error> {
        from.deserialize_str(LabelText)
    }
}

struct LabelText;

impl Visitor<'_> for LabelText {
    type Value = EntityLabel;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a label, as \"F-12\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<EntityLabel, E> {
        EntityLabel::parse(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

const fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_first(version: &u32) -> bool {
    *version == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

const fn draft() -> Cow<'static, str> {
    Cow::Borrowed("draft")
}

fn is_draft(state: &str) -> bool {
    state == "draft"
}

fn is_empty(text: &str) -> bool {
    text.is_empty()
}
