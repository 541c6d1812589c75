//! A fact as the shells see it: typed, labelled, and with the words that prove it.

use std::sync::Arc;

use factly_core::evidence::{DiffWord, Missing, QuoteDifference};
use factly_core::extraction::salience::Salience;
use factly_core::facts::{AcceptedBy, FactContent, Scope, SourceKind, Status};
use factly_core::inputs::BundleSection;
use factly_core::keys::NOTE_KEY;
use factly_core::keys::{KeyDef, KeyProposition, Registry, ValueType};
use factly_core::message::UserMessage;
use factly_core::propositions::Proposition;
use factly_core::text::Span;
use factly_core::values::{Expect, Value};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::facts::NearDuplicateIndex;
use crate::originals::{Locator, PlaceLabel};
use crate::store::Reader;
use crate::store::facts::{EvidenceInput, FactRow, StoredEvidence};

#[derive(Clone, Debug)]
pub struct Fact {
    pub id: Uuid,
    /// "F-12".
    pub label: String,
    pub version: u32,
    pub status: Status,
    pub needs_review: bool,
    /// The one who accepted it last; none where nobody did, or where that is not known.
    pub accepted_by: Option<AcceptedBy>,
    pub confidence: f64,
    pub scope: Scope,
    pub key: String,
    /// Label of the key for a reader; the key itself if it is not registered any more.
    pub key_label: String,
    pub high_risk: bool,
    pub value: Value,
    pub text: String,
    pub source_kind: SourceKind,
    pub evidence: Option<FactEvidence>,
    /// The parts of the value or the statement that the quote does not say.
    pub missing: Vec<Missing>,
    pub reason: UserMessage,
    pub created_at: i64,
    /// Under which condition it holds beside other values of its key; empty where it holds alone.
    pub condition: String,
    /// The worth of a look at it, and the reasons.
    pub salience: Salience,
    /// The worth of a look at it by what was decided in its discovery, in per cent.
    pub worth: u8,
    /// Propositions of its words, as far as they are asked for; of a value of a kept key what that key says.
    pub propositions: Vec<Proposition>,
    /// Proposition that its key was kept for.
    pub(crate) says: Option<KeyStatement>,
}

/// Proposition that a key was kept for, and the subject as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct KeyStatement {
    pub(crate) says: KeyProposition,
    pub(crate) subject: String,
}

impl KeyStatement {
    pub(crate) fn from_key(key: &KeyDef) -> Option<Self> {
        let says = key.says.clone()?;
        Some(Self { says, subject: key.subject().to_owned() })
    }

    /// The propositions that say what the key was kept for, else what a value of it says.
    pub(crate) fn among(&self, propositions: Vec<Proposition>, value: &Value) -> Vec<Proposition> {
        let is_said = |one: &Proposition| KeyProposition::from_proposition(one).as_ref() == Some(&self.says);
        if propositions.iter().any(is_said) {
            return propositions.into_iter().filter(is_said).collect();
        }
        self.says.with_value(&self.subject, value.clone()).into_iter().collect()
    }
}

impl Fact {
    /// Returns its text, with the condition that it holds under.
    pub fn text_with_condition(&self) -> String {
        with_condition(&self.text, &self.condition)
    }

    /// The value that its words say, of a statement that says just one.
    pub fn said_value(&self) -> Option<&Value> {
        let mut values = self.propositions.iter().filter_map(|one| one.value.as_ref());
        let first = values.next().filter(|first| self.key == NOTE_KEY && first.is_single())?;
        values.next().is_none().then_some(&first.value)
    }
}

/// The location of a fact's quote; offsets are code points of the bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactEvidence {
    pub bundle: Uuid,
    pub quote: String,
    pub start_char: u32,
    pub end_char: u32,
    pub section: BundleSection,
    pub input: Option<InputReference>,
    /// Location in the Input's document, as far as that is known and requested.
    pub location: Option<PlaceLabel>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputReference {
    pub id: Uuid,
    pub label: String,
    pub title: String,
}

/// The nearest text to a quote that does not occur in the source: to look at, never evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    pub claimed_quote: String,
    /// Empty if nothing is near.
    pub passage: String,
    pub diff: Vec<DiffWord>,
    pub differs: Vec<QuoteDifference>,
}

pub(crate) fn fact_from(row: FactRow, registry: &Registry) -> Fact {
    let key = registry.get(&row.key);
    Fact {
        id: row.id,
        label: label(&row),
        version: row.version,
        status: row.status,
        needs_review: row.needs_review,
        accepted_by: row.accepted_by.filter(|_| row.status == Status::Accepted),
        confidence: row.confidence,
        scope: row.scope,
        key_label: key.map_or_else(|| row.key.clone(), |key| key.label.clone()),
        high_risk: key.is_some_and(|key| key.high_risk),
        value: stored_value(row.value_type, &row.value, key),
        key: row.key,
        text: row.text,
        source_kind: row.source_kind,
        evidence: row.evidence.map(evidence_from),
        missing: serde_json::from_str(&row.missing).unwrap_or_default(),
        reason: row.reason,
        created_at: row.created_at,
        condition: row.condition,
        worth: row.salience.score,
        salience: row.salience,
        propositions: Vec::new(),
        says: key.and_then(KeyStatement::from_key),
    }
}

pub(crate) fn label(row: &FactRow) -> String {
    format!("F-{}", row.label_no)
}

/// A value as it was stored, whatever became of its key since.
pub(crate) fn stored_value(value_type: ValueType, json: &str, key: Option<&KeyDef>) -> Value {
    let json: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
    let as_text = || json.as_str().map_or_else(|| json.to_string(), str::to_owned);
    match value_type {
        ValueType::Enum => Value::Enum(as_text()),
        ValueType::Note => Value::Note(as_text()),
        _ => {
            let expect =
                key.filter(|key| key.value_type == value_type).map_or(Expect::for_type(value_type), KeyDef::expect);
            Value::from_json(&json, &expect).unwrap_or_else(|_| Value::String(as_text()))
        }
    }
}

pub(super) fn evidence_from(stored: StoredEvidence) -> FactEvidence {
    FactEvidence {
        bundle: stored.bundle_id,
        quote: stored.found.quote,
        start_char: stored.found.span.start,
        end_char: stored.found.span.end,
        section: stored.found.section,
        input: stored.input.map(input_ref),
        location: None,
    }
}

/// Says of facts where in their documents their quotes stand, and what their words say of what.
pub(crate) fn locate<'f>(ctx: &Context, r: &Reader, facts: impl IntoIterator<Item = &'f mut Fact>) -> Result<()> {
    let mut facts: Vec<&mut Fact> = facts.into_iter().collect();
    let known = Arc::clone(ctx.cache::<NearDuplicateIndex>().propositions());
    for fact in &mut facts {
        if let Some(evidence) = fact.evidence.as_ref().filter(|_| fact.source_kind == SourceKind::User) {
            let span = Span::new(evidence.start_char, evidence.end_char);
            let in_quote = known.of_quote(r, evidence.bundle, span)?;
            fact.propositions = match &fact.says {
                Some(statement) => statement.among(in_quote, &fact.value),
                None => in_quote,
            };
        }
    }
    locate_quotes(ctx, r, facts.into_iter().filter_map(|fact| fact.evidence.as_mut()))
}

pub(super) fn locate_quotes<'f>(
    ctx: &Context,
    r: &Reader,
    quotes: impl IntoIterator<Item = &'f mut FactEvidence>,
) -> Result<()> {
    let mut locator = Locator::new(ctx, r);
    for quote in quotes {
        quote.location = locator.locate(quote.bundle, quote.start_char..quote.end_char)?;
    }
    Ok(())
}

fn input_ref(input: EvidenceInput) -> InputReference {
    InputReference { id: input.id, label: format!("I-{}", input.label_no), title: input.title }
}

/// Returns the text of a fact, with the condition that it holds under.
pub(crate) fn with_condition(text: &str, condition: &str) -> String {
    if condition.is_empty() { text.to_owned() } else { format!("{text} ({condition})") }
}

/// Returns the content of a fact of the ledger. Its norm is as it is stored.
pub(crate) fn content_of(row: &FactRow) -> FactContent {
    FactContent {
        scope: row.scope.clone(),
        key: row.key.clone(),
        value_type: row.value_type,
        value: row.value.clone(),
        norm: row.norm.clone(),
        text: row.text.clone(),
        confidence: row.confidence,
        source_kind: row.source_kind,
        evidence: row.evidence.as_ref().map(|evidence| evidence.found.clone()),
        missing: serde_json::from_str(&row.missing).unwrap_or_default(),
        reason: row.reason.clone(),
        salience: row.salience.clone(),
    }
}
