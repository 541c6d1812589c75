//! The propositions of a discovery's facts, for those that come: derived from the texts that prove them, kept in
//! memory, and made anew from there at any time.
//!
//! A bundle's text never changes, so what was read of it stays true. Which facts stand is looked up when it is asked about.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::evidence::Evidence;
use factly_core::extraction::blocks::table_rows;
use factly_core::facts::Contradicted;
use factly_core::inputs::BundleSection;
use factly_core::keys::KeyDef;
use factly_core::propositions::{
    OfferTerms, Proposition, PropositionContext, PropositionIndex, Relation, RowPart, read_offer, vendor_of,
};
use factly_core::text::{CharIndex, Span};
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::facts::fact::{KeyStatement, stored_value};
use crate::originals::{PlaceCache, blocks_of_bundle};
use crate::store::bundles::BundleRow;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError};

/// The propositions of the bundles and of the discoveries that were asked about last.
#[derive(Default)]
pub(crate) struct Propositions {
    bundles: Mutex<Vec<(Uuid, Arc<BundlePropositions>)>>,
    places: PlaceCache,
    discoveries: Mutex<Vec<(DiscoverySeq, Arc<Mutex<DiscoveryPropositions>>)>>,
}

impl Propositions {
    const BUNDLES: usize = 512;
    const DISCOVERIES: usize = 4;

    /// Returns what a fact says, by the words that prove it.
    pub(crate) fn of_evidence(
        &self,
        r: &Reader,
        bundle: BundleSeq,
        evidence: &Evidence,
    ) -> Result<Vec<Proposition>, StoreError> {
        self.of_span(r, bundle, evidence.span)
    }

    /// Returns what the words of a bundle say at `quote`.
    pub(crate) fn of_span(&self, r: &Reader, bundle: BundleSeq, quote: Span) -> Result<Vec<Proposition>, StoreError> {
        Ok(self.bundle(r, &r.bundle_at(bundle)?)?.within(quote))
    }

    /// As [`Self::of_span`], of a bundle by its id.
    pub(crate) fn of_quote(&self, r: &Reader, bundle: Uuid, quote: Span) -> Result<Vec<Proposition>, StoreError> {
        let known = locked(&self.bundles).iter().find(|(id, _)| *id == bundle).map(|(_, known)| Arc::clone(known));
        if let Some(known) = known {
            return Ok(known.within(quote));
        }
        match r.bundle(bundle)? {
            Some(row) => Ok(self.bundle(r, &row)?.within(quote)),
            None => Ok(Vec::new()),
        }
    }

    /// Returns what the row of a table says in all of its cells.
    pub(crate) fn of_row(&self, r: &Reader, bundle: BundleSeq, row: &RowPart) -> Result<Vec<Proposition>, StoreError> {
        let known = self.bundle(r, &r.bundle_at(bundle)?)?;
        let is_of_row = |one: &&Proposition| one.row.as_ref().is_some_and(|of| of.range == row.range);
        Ok(known.propositions.iter().map(|(_, one)| one).filter(is_of_row).cloned().collect())
    }

    /// Returns the terms of what a document offers, as the bundle tells them, else as its first and last pieces do.
    pub(crate) fn terms(&self, r: &Reader, bundle: BundleSeq) -> Result<OfferTerms, StoreError> {
        let row = r.bundle_at(bundle)?;
        let mut terms = self.bundle(r, &row)?.terms.clone();
        let pieces = row.location.map(|(input, _)| r.bundles_of_input(input)).transpose()?.unwrap_or_default();
        for piece in pieces.first().into_iter().chain(pieces.last()).filter(|piece| piece.seq != bundle) {
            terms = terms.or(&self.bundle(r, piece)?.terms);
        }
        Ok(terms)
    }

    /// Returns what contradicts propositions that are to come from `bundle`, or may do so, surest first.
    pub(super) fn against(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        propositions: &[Proposition],
        bundle: BundleSeq,
    ) -> Result<Vec<Contradicted>, StoreError> {
        let known = self.discovery(discovery);
        let mut known = locked(&known);
        known.read_on(self, r, discovery)?;
        let mut found: Vec<Contradicted> = Vec::new();
        for (seq, _, relation) in propositions.iter().flat_map(|one| known.index.against(one)) {
            let Some(fact) = r.standing_fact(seq)? else { continue };
            let is_near = relation == Relation::Contradicts || fact.location.is_none_or(|(of, _)| of != bundle);
            if is_near {
                let location = fact.location.filter(|(of, _)| *of == bundle).map(|(_, span)| span);
                found.push(Contradicted { fact: seq.0, relation, key: fact.key, span: location });
            }
        }
        found.sort_by_key(|one| std::cmp::Reverse(one.relation));
        Ok(found)
    }

    fn bundle(&self, r: &Reader, row: &BundleRow) -> Result<Arc<BundlePropositions>, StoreError> {
        let known = locked(&self.bundles).iter().find(|(id, _)| *id == row.id).map(|(_, known)| Arc::clone(known));
        if let Some(known) = known {
            return Ok(known);
        }
        let read = Arc::new(BundlePropositions::read(r, &self.places, row)?);
        let mut bundles = locked(&self.bundles);
        bundles.insert(0, (row.id, Arc::clone(&read)));
        bundles.truncate(Self::BUNDLES);
        Ok(read)
    }

    fn discovery(&self, discovery: DiscoverySeq) -> Arc<Mutex<DiscoveryPropositions>> {
        let mut known = locked(&self.discoveries);
        let at = known.iter().position(|(of, _)| *of == discovery);
        let found = at.map_or_else(|| (discovery, Arc::default()), |at| known.remove(at));
        let of = Arc::clone(&found.1);
        known.insert(0, found);
        known.truncate(Self::DISCOVERIES);
        of
    }
}

/// Propositions in the text of a bundle, each with the words that say it, and the terms of what it offers.
struct BundlePropositions {
    propositions: Vec<(Span, Proposition)>,
    terms: OfferTerms,
}

impl BundlePropositions {
    fn read(r: &Reader, places: &PlaceCache, row: &BundleRow) -> Result<Self, StoreError> {
        let text = r.bundle_text(row.seq)?;
        let input = row.location.map(|(input, _)| r.input_at(input)).transpose()?.flatten();
        let opening = row.location.map(|(input, _)| r.pieces(input, 1..2)).transpose()?.unwrap_or_default();
        let index = CharIndex::new(text.text.as_str());
        let (mut found, mut terms) = (Vec::new(), OfferTerms::default());
        for section in text.sections.iter().filter(|section| section.section == BundleSection::FreeChat) {
            let bytes = index.bytes_of(section.span);
            let part = &text.text[bytes.clone()];
            let placed = blocks_of_bundle(r, places, row, &text)?;
            let rows = table_rows(&text.text, &bytes, placed);
            let context = PropositionContext {
                document: input.as_ref().map(|input| input.title.as_str()),
                vendor: vendor_of(&opening).or_else(|| vendor_of(part)),
                rows: &rows,
                ..PropositionContext::default()
            };
            let (propositions, own) = read_offer(part, &context);
            terms = terms.or(&own);
            for proposition in propositions {
                let range = if proposition.value.is_some() { &proposition.value_bytes } else { &proposition.clause };
                let at = |byte: usize| index.char_of(bytes.start + byte);
                found.push((Span::new(at(range.start), at(range.end)), proposition));
            }
        }
        Ok(Self { propositions: found, terms })
    }

    fn within(&self, quote: Span) -> Vec<Proposition> {
        let is_in = |span: Span| quote.contains(span) || quote.overlaps(span) && quote.len() * 2 > span.len();
        let in_quote = self.propositions.iter().filter(|(span, _)| is_in(*span));
        in_quote.map(|(_, proposition)| proposition.clone()).collect()
    }
}

/// The propositions of one discovery's facts.
#[derive(Default)]
struct DiscoveryPropositions {
    index: PropositionIndex<FactSeq>,
    /// The library's newest fact when this was read. One that is another now was taken back before it was committed,
    /// and with it what was read of it.
    last: Option<(FactSeq, Uuid)>,
}

impl DiscoveryPropositions {
    fn read_on(&mut self, all: &Propositions, r: &Reader, discovery: DiscoverySeq) -> Result<(), StoreError> {
        if let Some((seq, id)) = self.last
            && r.fact_name(seq)?.is_none_or(|(found, _)| found != id)
        {
            *self = Self::default();
        }
        let last = r.last_fact()?;
        if self.last == last {
            return Ok(());
        }
        let after = self.last.map_or(FactSeq(0), |(seq, _)| seq);
        let keys = keys_with_statements(r, discovery)?;
        let mut bundles: FxHashMap<BundleSeq, Arc<BundlePropositions>> = FxHashMap::default();
        for (seq, bundle, span) in r.facts_quoted_after(discovery, after)? {
            let of = match bundles.get(&bundle) {
                Some(of) => Arc::clone(of),
                None => {
                    let read = all.bundle(r, &r.bundle_at(bundle)?)?;
                    bundles.insert(bundle, Arc::clone(&read));
                    read
                }
            };
            let propositions = of.within(span);
            let propositions = if keys.is_empty() { propositions } else { as_corrected(r, &keys, seq, propositions)? };
            propositions.into_iter().for_each(|proposition| self.index.add(seq, proposition));
        }
        self.last = last;
        Ok(())
    }
}

/// The keys of a discovery that were kept from what statements say, by their paths.
pub(super) fn keys_with_statements(
    r: &Reader,
    discovery: DiscoverySeq,
) -> Result<FxHashMap<String, KeyDef>, StoreError> {
    let keys = r.discovery_keys(discovery)?.into_iter();
    let keys = keys.filter_map(|json| serde_json::from_str::<KeyDef>(&json).ok()).filter(|key| key.says.is_some());
    Ok(keys.map(|key| (key.path.clone(), key)).collect())
}

/// Returns the propositions of a fact with the value of a kept key: whoever gave it corrected how its words were read.
fn as_corrected(
    r: &Reader,
    keys: &FxHashMap<String, KeyDef>,
    seq: FactSeq,
    propositions: Vec<Proposition>,
) -> Result<Vec<Proposition>, StoreError> {
    let Some(fact) = r.fact_at(seq)? else { return Ok(propositions) };
    let Some((key, of)) = keys.get(&fact.key).and_then(|key| Some((key, KeyStatement::from_key(key)?))) else {
        return Ok(propositions);
    };
    Ok(of.among(propositions, &stored_value(fact.value_type, &fact.value, Some(key))))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
