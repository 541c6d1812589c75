//! The library's contents of a scope, as the core's rules want them.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::keys::{KeyDef, Registry};
use factly_core::knowledge::{
    AcceptedFact, AnalystQuestion, BlockAddition, CanonicalDecision, ConditionalValue, FactTrace, KeyRemark, Override,
    ScopeContents,
};
use uuid::Uuid;

use crate::facts::{key_meant, stored_value};
use crate::knowledge::sources::{OfItem, additions, decisions, open_questions};
use crate::store::knowledge::{FieldRow, OverrideRow, StandingRow, TouchedNote};
use crate::store::{DiscoverySeq, FactSeq, Reader, StoreError};

/// The contents of a scope, and the rows of its keys, of which fields are kept.
#[derive(Default)]
pub(super) struct GatheredScope {
    pub(super) holdings: ScopeContents,
    pub(super) rows: BTreeMap<String, KeyRows>,
}

/// The library's rows of a key in a scope.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyRows {
    pub(super) fact: Option<StandingRow>,
    /// Others that hold under conditions, oldest first.
    pub(super) beside: Vec<StandingRow>,
    pub(super) set: Option<OverrideRow>,
    pub(super) contested: bool,
}

impl KeyRows {
    /// Of all the scopes that count as one, the newest of each.
    pub(super) fn read(r: &Reader, discovery: DiscoverySeq, scopes: &[String], key: &str) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        for scope in scopes {
            let fact = r.standing_fact_of(discovery, key, scope)?;
            rows.fact = newest(rows.fact, fact, |fact| fact.seq.0);
            rows.set = newest(rows.set, r.override_of(discovery, key, scope)?, |set| set.seq);
            rows.contested |= r.is_contested(discovery, key, scope)?;
            rows.beside.extend(r.conditional_facts_of(discovery, key, scope)?);
        }
        rows.beside.retain(|other| rows.fact.as_ref().is_none_or(|fact| fact.seq != other.seq));
        rows.beside.sort_by_key(|other| other.seq.0);
        Ok(rows)
    }

    pub(super) fn standing(&self, def: &KeyDef) -> Option<AcceptedFact> {
        self.fact.as_ref().map(|row| AcceptedFact {
            key: row.key.clone(),
            value: stored_value(row.value_type, &row.value, Some(def)),
            source_kind: row.source_kind,
            trace: trace(row.id, row.label_no),
            condition: row.condition.clone(),
            beside: self.beside.iter().map(|other| beside(other, def)).collect(),
        })
    }

    pub(super) fn set_by_hand(&self, def: &KeyDef) -> Option<Override> {
        self.set.as_ref().map(|row| Override {
            key: row.key.clone(),
            value: stored_value(def.value_type, &row.value, Some(def)),
            reason: row.reason.clone(),
            set_at: row.set_at,
            trace: trace(row.fact_id, row.fact_label_no),
        })
    }

    pub(super) fn field_row(&self, def: &KeyDef) -> FieldRow {
        let held = factly_core::knowledge::held(self.set_by_hand(def).as_ref(), self.standing(def).as_ref());
        FieldRow {
            key: def.path.clone(),
            value_type: held.as_ref().map(|held| held.value.value_type().as_str().to_owned()),
            value: held.as_ref().map(|held| held.value.to_json().to_string()),
            fact: self.because_of(),
            set_by: self.set.as_ref().map(|set| set.seq),
            conflict: self.contested,
        }
    }

    /// The fact that the value comes of.
    pub(super) fn because_of(&self) -> Option<FactSeq> {
        self.set.as_ref().map(|set| set.fact).or_else(|| self.fact.as_ref().map(|fact| fact.seq))
    }
}

fn beside(row: &StandingRow, def: &KeyDef) -> ConditionalValue {
    ConditionalValue {
        reading: stored_value(row.value_type, &row.value, Some(def)).reading(),
        condition: row.condition.clone(),
        trace: trace(row.id, row.label_no),
    }
}

fn newest<T>(one: Option<T>, other: Option<T>, seq: impl Fn(&T) -> i64) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if seq(&other) > seq(&one) { other } else { one }),
        (one, other) => one.or(other),
    }
}

pub(super) fn trace(id: Uuid, label_no: i64) -> FactTrace {
    FactTrace { fact_id: Some(id), fact: Some(EntityLabel::new(EntityKind::Fact, label_no)) }
}

/// Everything that the scopes of a discovery hold, by the item that each counts as; the project is empty.
pub(super) fn gather_all(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Registry,
) -> Result<BTreeMap<String, GatheredScope>, StoreError> {
    let counts_as = r.items_count_as(discovery)?;
    let scope_of = |item: &str| match item {
        "" => Some(String::new()),
        item => counts_as.get(item).filter(|item| !item.is_empty()).cloned(),
    };
    let mut all: BTreeMap<String, GatheredScope> = BTreeMap::new();
    // Oldest first, so that the newest is what stays.
    for fact in r.standing_facts(discovery)? {
        let Some(scope) = scope_of(&fact.item) else { continue };
        let key = fact.key.clone();
        let rows = all.entry(scope).or_default().rows.entry(key).or_default();
        rows.beside.extend(rows.fact.replace(fact).filter(|older| !older.condition.is_empty()));
    }
    for set in r.overrides(discovery)? {
        let Some(scope) = scope_of(&set.item) else { continue };
        let key = set.key.clone();
        all.entry(scope).or_default().rows.entry(key).or_default().set = Some(set);
    }
    for (item, key) in r.contested_keys(discovery)? {
        let Some(scope) = scope_of(&item) else { continue };
        all.entry(scope).or_default().rows.entry(key).or_default().contested = true;
    }
    for note in r.standing_notes(discovery)? {
        let Some(scope) = scope_of(&note.item) else { continue };
        all.entry(scope).or_default().holdings.remarks.extend(remark(r, &note)?);
    }
    for (item, question) in open_questions(r, discovery)? {
        let Some(scope) = scope_of(&item) else { continue };
        all.entry(scope).or_default().holdings.questions.push(question);
    }
    for (item, decided) in decisions(r, discovery)? {
        let Some(scope) = scope_of(&item) else { continue };
        all.entry(scope).or_default().holdings.decisions.push(decided);
    }
    for (item, addition) in additions(r, discovery)? {
        let Some(scope) = scope_of(&item) else { continue };
        all.entry(scope).or_default().holdings.additions.push(addition);
    }
    for gathered in all.values_mut() {
        gathered.settle(registry);
    }
    Ok(all)
}

impl GatheredScope {
    /// Reads the contents of a scope, which may be several that count as one.
    pub(super) fn read(
        r: &Reader,
        discovery: DiscoverySeq,
        registry: &Registry,
        scope: &str,
    ) -> Result<Self, StoreError> {
        let scopes = scopes_of(r, discovery, scope)?;
        let mut gathered = Self::default();
        for def in registry.iter() {
            let rows = KeyRows::read(r, discovery, &scopes, &def.path)?;
            if rows.fact.is_some() || rows.set.is_some() || rows.contested {
                gathered.rows.insert(def.path.clone(), rows);
            }
        }
        for note in r.standing_notes(discovery)? {
            if scopes.contains(&note.item) {
                gathered.holdings.remarks.extend(remark(r, &note)?);
            }
        }
        let Lists { questions, decisions, additions } = Lists::read(r, discovery, &scopes)?;
        gathered.holdings = ScopeContents { questions, decisions, additions, ..gathered.holdings };
        gathered.settle(registry);
        Ok(gathered)
    }

    /// Types what the rows say. Keys that are not registered any more say nothing.
    fn settle(&mut self, registry: &Registry) {
        self.rows.retain(|key, _| registry.get(key).is_some());
        for (key, rows) in &self.rows {
            let Some(def) = registry.get(key) else { continue };
            self.holdings.facts.extend(rows.standing(def));
            self.holdings.overrides.extend(rows.set_by_hand(def));
            if rows.contested {
                self.holdings.contested.insert(key.clone());
            }
        }
    }
}

/// The references whose facts count as those of a scope.
pub(super) fn scopes_of(r: &Reader, discovery: DiscoverySeq, scope: &str) -> Result<Vec<String>, StoreError> {
    if scope.is_empty() { Ok(vec![String::new()]) } else { r.scopes_of_item(discovery, scope) }
}

/// A statement that was the value of a key before the analyst kept it as a note. Others are no remarks.
pub(super) fn remark(r: &Reader, note: &TouchedNote) -> Result<Option<KeyRemark>, StoreError> {
    let key = key_meant(r, note)?;
    Ok(key.map(|key| KeyRemark { key, text: note.text.clone(), trace: trace(note.id, note.label_no) }))
}

/// The lists of a scope beside its keys.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) questions: Vec<AnalystQuestion>,
    pub(super) decisions: Vec<CanonicalDecision>,
    pub(super) additions: Vec<BlockAddition>,
}

impl Lists {
    /// Of the references that count as one scope.
    pub(super) fn read(r: &Reader, discovery: DiscoverySeq, scopes: &[String]) -> Result<Self, StoreError> {
        fn in_scopes<T>(all: Vec<OfItem<T>>, scopes: &[String]) -> Vec<T> {
            all.into_iter().filter(|(item, _)| scopes.contains(item)).map(|(_, listed)| listed).collect()
        }
        Ok(Self {
            questions: in_scopes(open_questions(r, discovery)?, scopes),
            decisions: in_scopes(decisions(r, discovery)?, scopes),
            additions: in_scopes(additions(r, discovery)?, scopes),
        })
    }
}
