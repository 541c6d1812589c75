//! The analyst's overrides of fields, with a reason, and back to what the facts come to
//! (`docs/contracts/knowledge.md`).
//!
//! An override never enters the ledger as a value, so that what was computed stays what it was. It leaves a statement
//! there, which tells of it and is rejected again when the analyst goes back.

use factly_core::language::Language;
use factly_core::message;
use factly_core::message::UserMessage;

use crate::keys::Registries;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{AcceptedBy, FactContent, Scope, SourceKind, Status};
use factly_core::keys::{KeyDef, NOTE_KEY, ValueType};
use factly_core::knowledge::ItemField;
use factly_core::values::{Value, note_norm};
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::knowledge::Knowledge;
use crate::knowledge::gather::{KeyRows, scopes_of};
use crate::knowledge::no_such_key;
use crate::locale::language;
use crate::lookup::discovery_row;
use crate::lookup::scope_meant;
use crate::store::facts::FactToInsert;
use crate::store::knowledge::{NewOverride, OverrideRow};
use crate::store::{DiscoverySeq, FactSeq, LabelKind, Op, Stack, Topic, Writer};

impl Knowledge<'_> {
    /// Sets a field of an item, or of the project, whatever the facts say. One step of undo.
    pub fn override_field(
        &self,
        discovery: Uuid,
        item: Option<&str>,
        key: &str,
        value: &str,
        reason: &str,
    ) -> Result<ItemField> {
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(Error::new(Code::Empty, "A value that is set by hand needs a reason."));
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let registry = self.ctx.read(|r| self.ctx.cache::<Registries>().get(r, &row))?;
        let def = registry.get(key).ok_or_else(|| no_such_key(key))?;
        let value = Value::from_text(value, &def.expect().written(self.ctx.number_format()?)).map_err(|error| {
            Error::invalid(message!("The value of “{}” cannot be read: {}.", label_of(def), error.message()))
        })?;
        let op = Op::named(Stack::Discovery(row.seq), message!("Set “{}” by hand", label_of(def)));
        self.ctx.write(op, |w| {
            let scope = scope_meant(w, row.seq, item)?;
            let before = KeyRows::read(w, row.seq, &scopes_of(w, row.seq, &scope)?, key)?.set;
            if let Some(before) = &before {
                take_back(w, before, Status::Superseded)?;
            }
            let fact_seq =
                add_override_fact(w, row.seq, &scope, def, &value, reason, before.map(|before| before.fact))?;
            let json = value.to_json().to_string();
            let set_at = w.now_ms();
            w.insert_override(&NewOverride {
                set_at,
                discovery: row.seq,
                item: &scope,
                key,
                value: &json,
                reason,
                fact: fact_seq,
            })?;
            finish(w, row.seq)
        })?;
        self.field(discovery, item, key)
    }

    /// Lets a field be again what the facts come to.
    pub fn clear_override(&self, discovery: Uuid, item: Option<&str>, key: &str) -> Result<ItemField> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let registry = self.ctx.read(|r| self.ctx.cache::<Registries>().get(r, &row))?;
        let label = registry.get(key).map_or_else(|| UserMessage::verbatim(key), label_of);
        let op = Op::named(Stack::Discovery(row.seq), message!("Set “{}” back", label));
        self.ctx.write(op, |w| {
            let scope = scope_meant(w, row.seq, item)?;
            let set = KeyRows::read(w, row.seq, &scopes_of(w, row.seq, &scope)?, key)?.set;
            let set = set.ok_or_else(|| Error::refused(message!("“{}” is not set by hand.", label)))?;
            take_back(w, &set, Status::Rejected)?;
            finish(w, row.seq)
        })?;
        self.field(discovery, item, key)
    }
}

/// Hides an override, and lets the fact that tells of it be `then`, unless the analyst decided on it meanwhile.
fn take_back(w: &mut Writer<'_>, set: &OverrideRow, then: Status) -> Result<()> {
    w.hide_override(set.seq)?;
    if w.fact_at(set.fact)?.is_some_and(|fact| fact.status == Status::Accepted) {
        w.set_fact_status(set.fact, then, false)?;
        facts_changed(w);
    }
    Ok(())
}

/// The label of a key, which the window has in its language where the key is one of the packs.
fn label_of(def: &KeyDef) -> UserMessage {
    UserMessage::whole(def.label.clone())
}

/// Returns the words of the statement that tells of an override, in the language of whoever sets it.
fn statement(def: &KeyDef, item: Option<&str>, value: &str, reason: &str, language: Language) -> String {
    let label = &def.label;
    match (language, item) {
        (Language::German, Some(item)) => format!("{label}, {item}: {value} (von Hand gesetzt: {reason})"),
        (Language::German, None) => format!("{label}: {value} (von Hand gesetzt: {reason})"),
        (_, Some(item)) => format!("{label} of {item}: {value} (set by hand: {reason})"),
        (_, None) => format!("{label}: {value} (set by hand: {reason})"),
    }
}

/// Adds the statement that tells of an override.
fn add_override_fact(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    scope: &str,
    def: &KeyDef,
    value: &Value,
    reason: &str,
    before: Option<FactSeq>,
) -> Result<FactSeq> {
    let language = language(w)?.unwrap_or(Language::English);
    let item = w.item_meant(discovery, scope)?.map(|item| item.name);
    let text = statement(def, item.as_deref(), &value.reading_in(language), reason, language);
    let content = FactContent {
        scope: if scope.is_empty() { Scope::Project } else { Scope::Item { item_id: scope.to_owned() } },
        key: NOTE_KEY.to_owned(),
        value_type: ValueType::Note,
        value: serde_json::Value::from(text.as_str()).to_string(),
        norm: note_norm(&text),
        text,
        confidence: 1.0,
        source_kind: SourceKind::Manual,
        evidence: None,
        missing: Vec::new(),
        reason: message!("“{}” was set by hand", label_of(def)),
        salience: Salience::default(),
    };
    let label_no = w.take_labels(discovery, LabelKind::Fact, 1)?;
    facts_changed(w);
    Ok(w.insert_fact(&FactToInsert {
        discovery,
        label_no,
        version: 1,
        content: &content,
        bundle: None,
        run: None,
        supersedes: before,
        conflicts_with: None,
        hint: None,
        status: Status::Accepted,
        needs_review: false,
        accepted_by: Some(AcceptedBy::Analyst),
    })?)
}

fn finish(w: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<()> {
    w.touch_discovery(discovery)?;
    w.topic(Topic::Knowledge);
    Ok(())
}

fn facts_changed(w: &mut Writer<'_>) {
    w.topic(Topic::Facts);
    w.topic(Topic::Pipeline);
}
