//! The ledger of one discovery, as the rules of the core look at it.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::facts::NearDuplicateIndex;
use factly_core::discovery::duplicates::Comparison;
use factly_core::facts::{
    Candidate, Contradicted, FactContent, LedgerEntry, LedgerView, QuotedSpan, Scope, SourceKind,
};
use factly_core::keys::KeyDef;
use factly_core::propositions::Proposition;
use rustc_hash::FxHashMap;

use super::echo::Statements;
use super::near_duplicates::TransactionSieve;
use super::propositions::{Propositions, keys_with_statements};
use crate::store::facts::{FactIdentity, IdenticalFact};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError};

/// The ledger of one discovery, as the rules look at it: by index, and only what they ask for.
pub(crate) struct View<'r> {
    reader: &'r Reader,
    discovery: DiscoverySeq,
    statements: Statements,
    twins: Option<TransactionSieve>,
    propositions: Option<Arc<Propositions>>,
    kept_keys: OnceCell<FxHashMap<String, KeyDef>>,
}

impl<'r> View<'r> {
    /// Of a ledger that only the letters of a fact are held against.
    pub(crate) fn new(reader: &'r Reader, discovery: DiscoverySeq) -> Self {
        Self {
            reader,
            discovery,
            statements: Statements::default(),
            twins: None,
            propositions: None,
            kept_keys: OnceCell::new(),
        }
    }

    /// As [`Self::new`], and what is accepted by itself is compared with what stands.
    pub(crate) fn comparing(reader: &'r Reader, discovery: DiscoverySeq, twins: &NearDuplicateIndex) -> Self {
        Self {
            twins: Some(twins.sieve_for(discovery)),
            propositions: Some(Arc::clone(twins.propositions())),
            ..Self::new(reader, discovery)
        }
    }
}

impl LedgerView for View<'_> {
    type Error = StoreError;

    fn accepted(&self, scope: &Scope, key: &str) -> Result<Option<i64>, StoreError> {
        let found = self.reader.accepted_fact(self.discovery, key, scope.item_id().unwrap_or_default())?;
        Ok(found.map(|seq| seq.0))
    }

    fn is_by_hand(&self, fact: i64) -> Result<bool, StoreError> {
        let fact = self.reader.fact_at(FactSeq(fact))?;
        Ok(fact.is_some_and(|fact| fact.source_kind == SourceKind::Manual || !fact.condition.is_empty()))
    }

    fn matching_entries(&self, candidates: &[Candidate], bundle: i64) -> Result<Vec<Vec<LedgerEntry>>, StoreError> {
        let held = |found: IdenticalFact| LedgerEntry {
            id: found.seq.0,
            status: found.status,
            proven: found.proven,
            lacks: found.lacks,
            places: found.places,
        };
        let identities: Vec<FactIdentity<'_>> =
            candidates.iter().map(|candidate| FactIdentity::by(&candidate.content)).collect();
        let found = self.reader.facts_saying(self.discovery, &identities, BundleSeq(bundle))?;
        Ok(found.into_iter().map(|found| found.into_iter().map(held).collect()).collect())
    }

    fn quoted(&self, bundle: i64) -> Result<Vec<QuotedSpan>, StoreError> {
        self.reader.quoted(BundleSeq(bundle))
    }

    fn restated_fact(&self, content: &FactContent) -> Result<Option<i64>, StoreError> {
        let fact = self.statements.repeated_by(self.reader, self.discovery, &content.text)?;
        Ok(fact.map(|seq| seq.0))
    }

    fn twins(&self, content: &FactContent, bundle: i64) -> Result<Vec<(i64, Comparison)>, StoreError> {
        let Some(twins) = &self.twins else { return Ok(Vec::new()) };
        twins.twins(self.reader, self.discovery, content, BundleSeq(bundle))
    }

    fn propositions(&self, content: &FactContent, bundle: i64) -> Result<Vec<Proposition>, StoreError> {
        let (Some(propositions), Some(evidence)) = (&self.propositions, &content.evidence) else {
            return Ok(Vec::new());
        };
        propositions.of_evidence(self.reader, BundleSeq(bundle), evidence)
    }

    fn is_kept_key(&self, key: &str) -> Result<bool, StoreError> {
        if let Some(keys) = self.kept_keys.get() {
            return Ok(keys.contains_key(key));
        }
        let keys = keys_with_statements(self.reader, self.discovery)?;
        let is_kept = keys.contains_key(key);
        drop(self.kept_keys.set(keys));
        Ok(is_kept)
    }

    fn propositions_of_fact(&self, fact: i64) -> Result<Vec<Proposition>, StoreError> {
        let evidence = self.reader.fact_at(FactSeq(fact))?.and_then(|fact| fact.evidence);
        let (Some(propositions), Some(evidence)) = (&self.propositions, evidence) else { return Ok(Vec::new()) };
        propositions.of_evidence(self.reader, evidence.bundle, &evidence.found)
    }

    fn contradicted(&self, proposed: &[Proposition], bundle: i64) -> Result<Vec<Contradicted>, StoreError> {
        let Some(propositions) = &self.propositions else { return Ok(Vec::new()) };
        propositions.against(self.reader, self.discovery, proposed, BundleSeq(bundle))
    }
}
