//! Keeping what statements say of one thing as a key of the discovery: the key is made, and the texts that say it are
//! read again for it, as one step.

use std::collections::{BTreeSet, HashMap};

use factly_core::extraction::op::FactOp;
use factly_core::keys::{KeyDef, KeyProposition, NOTE_KEY, Registry};
use factly_core::message;
use factly_core::propositions::{Amount, Proposition};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::extraction::Runs;
use crate::extraction::run::{BuiltInParser, read_again};
use crate::facts::{Facts, NearDuplicateIndex, Propositions};
use crate::keys::insert_keys;
use crate::lookup::{discovery_row, fact_row};
use crate::originals::PlaceCache;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Op, Reader, Stack, StoreError};

/// More proposals than this nobody looks at.
const SHOWN: usize = 100;

/// A key that was kept, and how many facts now have it or contradict it.
#[derive(Clone, Debug)]
pub struct KeptKey {
    pub key: KeyDef,
    pub facts: usize,
}

/// Statements of several sources about one thing that no key takes yet.
#[derive(Clone, Debug)]
pub struct KeyProposal {
    /// The first fact that says it: it names the proposal.
    pub fact: Uuid,
    pub subject: String,
    pub property: String,
    /// Each behind the label of its fact.
    pub values: Vec<(String, Amount)>,
    pub inputs: usize,
}

impl Runs<'_> {
    /// Makes a key of what a fact says of what, and reads the texts again that say the same, as one step.
    pub fn keep_as_key(&self, fact: Uuid, label: Option<&str>) -> Result<KeptKey> {
        let known = std::sync::Arc::clone(self.ctx.cache::<NearDuplicateIndex>().propositions());
        let row = self.ctx.read(|r| fact_row(r, fact))?;
        let op = Op::named(
            Stack::Discovery(row.discovery),
            message!("Keep what {} says as a key", crate::facts::label(&row)),
        );
        let format = self.ctx.number_format()?;
        let written = self.ctx.write(op, |w| {
            let row = fact_row(w, fact)?;
            let stated = match &row.evidence {
                Some(evidence) => known.of_evidence(w, evidence.bundle, &evidence.found)?,
                None => Vec::new(),
            };
            let registry = Facts::new(self.ctx).registry_of(w, row.discovery)?;
            let (taken, free): (Vec<_>, Vec<_>) =
                stated.iter().partition(|proposition| registry.key_for(proposition).is_some());
            // A passage says several values, and one of them may have a key.
            let key = free.into_iter().find_map(|proposition| KeyDef::of_proposition(proposition, label, &registry));
            let key = key.ok_or_else(|| without_key(!taken.is_empty()))?;
            insert_keys(w, row.discovery, std::slice::from_ref(&key))?;
            w.rename_op(&message!("Keep “{}” as a key", key.label))?;
            let registry = Facts::new(self.ctx).registry_of(w, row.discovery)?;
            let parser = BuiltInParser::new(&registry, format);
            let caches = (&*self.ctx.cache::<NearDuplicateIndex>(), &*self.ctx.cache::<PlaceCache>());
            let mut facts = 0;
            for bundle in bundles_with_key(w, &known, row.discovery, &key)? {
                facts += read_again(w, caches, &parser, bundle)?;
            }
            Ok(KeptKey { key, facts })
        })?;
        Ok(written.value)
    }

    /// Returns the statements of two Inputs or more about one thing that no key takes yet, what most say first.
    pub fn key_proposals(&self, discovery: Uuid) -> Result<Vec<KeyProposal>> {
        let known = std::sync::Arc::clone(self.ctx.cache::<NearDuplicateIndex>().propositions());
        self.ctx.read(|r| {
            let seq = discovery_row(r, discovery)?.seq;
            let registry = Facts::new(self.ctx).registry_of(r, seq)?;
            let mut groups: Vec<(KeyProposition, KeyProposal, BTreeSet<i64>)> = Vec::new();
            let mut places: HashMap<String, usize> = HashMap::new();
            for (fact, bundle, span) in r.facts_quoted_after(seq, FactSeq(0))? {
                if r.standing_fact(fact)?.is_none_or(|fact| fact.key != NOTE_KEY || fact.of_item) {
                    continue;
                }
                let (Some((id, label_no)), Some((input, _))) = (r.fact_name(fact)?, r.bundle_at(bundle)?.location)
                else {
                    continue;
                };
                for proposition in known.of_span(r, bundle, span)? {
                    let Some(of) = KeyProposition::from_proposition(&proposition)
                        .filter(|_| registry.key_for(&proposition).is_none())
                    else {
                        continue;
                    };
                    let named = serde_json::to_string(&of).unwrap_or_default();
                    let at = *places.entry(named).or_insert_with(|| {
                        groups.push((of, proposal(id, &proposition), BTreeSet::new()));
                        groups.len() - 1
                    });
                    let (_, proposal, inputs) = &mut groups[at];
                    inputs.insert(input.0);
                    proposal.inputs = inputs.len();
                    proposal.values.extend(proposition.value.clone().map(|value| (format!("F-{label_no}"), value)));
                }
            }
            let mut found: Vec<KeyProposal> = groups.into_iter().map(|(_, proposal, _)| proposal).collect();
            found.retain(|proposal| proposal.inputs > 1);
            found.sort_by_key(|proposal| std::cmp::Reverse(proposal.inputs));
            found.truncate(SHOWN);
            Ok(found)
        })
    }
}

/// Returns the reason no key is made of what a fact says.
fn without_key(has_key: bool) -> Error {
    if has_key {
        return Error::refused("There is a key for it already.");
    }
    Error::refused("This says no value of anything that a key could be made of.")
        .hint("A key takes one value that is said to be so, without a condition.")
}

fn proposal(fact: Uuid, proposition: &Proposition) -> KeyProposal {
    let (subject, property) = (proposition.subject.text.clone(), proposition.property.text.clone());
    KeyProposal { fact, subject, property, values: Vec::new(), inputs: 0 }
}

/// The bundles of which facts say what a key takes, in their order.
fn bundles_with_key(
    r: &Reader,
    known: &Propositions,
    discovery: DiscoverySeq,
    key: &KeyDef,
) -> Result<BTreeSet<BundleSeq>, StoreError> {
    let mut found = BTreeSet::new();
    for (fact, bundle, span) in r.facts_quoted_after(discovery, FactSeq(0))? {
        let says =
            |proposition: &Proposition| key.says.is_some() && KeyProposition::from_proposition(proposition) == key.says;
        if !found.contains(&bundle)
            && r.standing_fact(fact)?.is_some()
            && known.of_span(r, bundle, span)?.iter().any(says)
        {
            found.insert(bundle);
        }
    }
    Ok(found)
}

/// Gives the statements of a bundle that say what a key takes that key and its value. Of what an item is said to cost
/// the item is told.
pub(super) fn with_kept_keys(
    r: &Reader,
    known: &Propositions,
    registry: &Registry,
    bundle: BundleSeq,
    ops: &mut [FactOp],
) -> Result<()> {
    if registry.iter().all(|key| key.says.is_none()) {
        return Ok(());
    }
    for op in ops.iter_mut().filter(|op| op.key == NOTE_KEY) {
        let Some(span) = op.span() else { continue };
        let stated = known.of_span(r, bundle, span)?;
        let mut keyed =
            stated.iter().filter_map(|proposition| Some((registry.key_for(proposition)?, proposition.value.as_ref()?)));
        let Some((key, amount)) = keyed.next().filter(|_| keyed.next().is_none()) else { continue };
        if r.facts_over(bundle, span)?.iter().any(|fact| fact.scope.item_id().is_some()) {
            continue;
        }
        key.path.clone_into(&mut op.key);
        op.value_type = Some(key.value_type);
        op.value = amount.value.to_json();
    }
    Ok(())
}
