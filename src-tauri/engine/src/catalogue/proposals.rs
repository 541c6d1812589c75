//! The rows of offers and price lists as items with their prices: proposed from what facts say, and confirmed by the
//! analyst.
//!
//! Nothing of a proposal is stored. It has the words of a row for its name, and for its prices the facts that say them.
//! Confirming it is one step of the discovery's undo: an item is made, or the one of that name taken; the facts of its
//! rows speak of it and those that wait are accepted; and the item means a canonical item of the catalogue, whose prices
//! its facts tell from then on. A conflict stays one, and tells no price before it is decided.

use std::collections::HashMap;

use factly_core::catalogue::{CanonicalItem, OfferedPrice, PricedUnit, offered_prices, unit_name};
use factly_core::facts::{Scope, Status};
use factly_core::items::checked_name;
use factly_core::message;
use factly_core::propositions::{OfferTerms, Proposition, Subject};
use factly_core::values::{Unit, fold};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::cache::CatalogueSnapshot;
use crate::error::{Error, Result};
use crate::facts::{accept_row, label};
use crate::items::{Item, added, also_named, item_from, named as checked, rescope_all};
use crate::lookup::discovery_row;
use crate::marks::Reach;
use crate::store::canonical_items::CanonicalContent;
use crate::store::canonical_links::{LineReference, NewCanonicalLink};
use crate::store::facts::FactRow;
use crate::store::items::ItemRow;
use crate::store::{CanonicalSeq, DiscoverySeq, FactSeq, Op, Reader, Stack, Topic, Writer};

/// More proposals than this nobody decides on at once.
const SHOWN: usize = 500;

/// A thing that documents offer at a price, and that is no item with that price yet.
#[derive(Clone, Debug)]
pub struct ItemProposal {
    /// The fact that tells its first price: it names the proposal.
    pub id: Uuid,
    /// As its first row calls it.
    pub name: String,
    /// As other rows call it.
    pub also: Vec<String>,
    /// The item that it is, where there is one already.
    pub item: Option<Item>,
    pub prices: Vec<ProposedPrice>,
    /// Other facts of its rows: how many, how long, by when.
    pub others: Vec<ProposedFact>,
}

#[derive(Clone, Debug)]
pub struct ProposedPrice {
    pub fact: ProposedFact,
    pub offer: OfferedPrice,
    pub quantity: Option<Decimal>,
    pub terms: OfferTerms,
}

/// A fact of a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedFact {
    pub id: Uuid,
    /// "F-12".
    pub label: String,
    pub text: String,
    pub status: Status,
}

/// A proposal that the analyst confirms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemChoice {
    pub proposal: Uuid,
    /// Name to be given to the item, if not that of its row.
    pub name: Option<String>,
    /// The item that it is, as i1.
    pub item: Option<String>,
}

/// An item that a proposal became.
#[derive(Clone, Debug)]
pub struct ConfirmedItem {
    pub item: Item,
    /// The canonical item that tells its prices.
    pub canonical: Uuid,
    /// Number of its facts that were accepted with it.
    pub accepted: usize,
    /// Number of its facts that wait in a conflict.
    pub conflicts: usize,
}

impl Catalogue<'_> {
    /// Returns the priced entries that the documents of a discovery offer and no item has yet, in their order.
    pub fn item_proposals(&self, discovery: Uuid) -> Result<Vec<ItemProposal>> {
        self.ctx.read(|r| {
            let drafts = self.drafts(r, discovery_row(r, discovery)?.seq)?;
            drafts.into_iter().take(SHOWN).map(|draft| self.proposal(r, draft)).collect()
        })
    }

    /// Makes items of proposals, with the facts of their rows and a line of the catalogue that tells their prices; of all
    /// proposals, where none is chosen. One step of undo.
    pub fn items_confirm(&self, discovery: Uuid, choices: &[ItemChoice]) -> Result<Vec<ConfirmedItem>> {
        let seq = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq))?;
        let op = Op::named(Stack::Discovery(seq), message!("Add items with their prices"));
        let written = self.ctx.write(op, |w| {
            let drafts = self.drafts(w, seq)?;
            let chosen = chosen(drafts, choices)?;
            let mut confirmed = Vec::new();
            for (draft, choice) in chosen {
                confirmed.push(confirm(w, seq, draft, &choice)?);
            }
            if let [one] = confirmed.as_slice() {
                w.rename_op(&message!("Add “{}” with its prices", one.item.name))?;
            } else {
                w.rename_op(&message!("Add {} items with their prices", confirmed.len()))?;
            }
            w.touch_discovery(seq)?;
            w.topic(Topic::Knowledge);
            w.topic(Topic::Memory);
            Ok(confirmed)
        })?;
        Ok(written.value)
    }

    /// Returns the things that open facts offer, each once.
    fn drafts(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Vec<ItemDraft>> {
        let facts = self.facts_of_offers(r, discovery)?;
        let (rowed, prose): (Vec<_>, Vec<_>) = facts.into_iter().partition(|fact| fact.row().is_some());
        let mut drafts: Vec<ItemDraft> = Vec::new();
        for row in rows(rowed) {
            match row.subject().cloned().zip(row.name()) {
                Some((subject, name)) => ItemDraft::add(&mut drafts, &subject, name, row),
                None => continue,
            }
        }
        for fact in prose {
            attach(&mut drafts, fact);
        }
        let items = r.items(discovery)?;
        for draft in &mut drafts {
            draft.item = self.item_of(r, discovery, &items, draft)?;
        }
        drafts.retain(ItemDraft::is_open);
        Ok(drafts)
    }

    /// The facts that stand or wait and whose words name a price or stand in a row with one.
    fn facts_of_offers(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Vec<OfferedFact>> {
        let known = self.propositions();
        let mut found = Vec::new();
        for (seq, bundle, span) in r.facts_quoted_after(discovery, FactSeq(0))? {
            let stated = known.of_span(r, bundle, span)?;
            if !stated.iter().any(|one| one.row.is_some() || one.is_price()) || r.standing_fact(seq)?.is_none() {
                continue;
            }
            if let Some(fact) = r.fact_at(seq)? {
                found.push(OfferedFact { prices: offered_prices(&stated), fact, stated });
            }
        }
        Ok(found)
    }

    /// The item that a draft is: the one that a fact of it speaks of, else the one of its name.
    fn item_of(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        items: &[ItemRow],
        draft: &ItemDraft,
    ) -> Result<Option<ItemRow>> {
        let spoken_of = draft.facts.iter().find_map(|fact| fact.fact.scope.item_id());
        if let Some(reference) = spoken_of
            && let Some(item) = r.item_meant(discovery, reference)?
        {
            return Ok(Some(item));
        }
        let called = |item: &&ItemRow| {
            let mut names = std::iter::once(&item.name).chain(&item.aliases).map(|name| fold(name));
            names.any(|name| draft.names.iter().any(|own| fold(own) == name))
        };
        Ok(items.iter().find(called).cloned())
    }

    fn proposal(&self, r: &Reader, draft: ItemDraft) -> Result<ItemProposal> {
        let id = draft.id();
        let mut names = draft.names.into_iter();
        let mut proposal = ItemProposal {
            id,
            name: names.next().unwrap_or_default(),
            also: names.collect(),
            item: draft.item.map(item_from),
            prices: Vec::new(),
            others: Vec::new(),
        };
        for offered in draft.facts.into_iter().filter(OfferedFact::is_open) {
            let fact = proposed(&offered.fact);
            if offered.prices.is_empty() {
                proposal.others.push(fact);
                continue;
            }
            let quantity = self.quantity_in_row(r, &offered.fact)?;
            let terms = self.terms_of(r, &offered.fact)?;
            let price = |offer| ProposedPrice { fact: fact.clone(), offer, quantity, terms: terms.clone() };
            proposal.prices.extend(offered.prices.into_iter().map(price));
        }
        Ok(proposal)
    }
}

/// A fact with what its words say.
struct OfferedFact {
    fact: FactRow,
    stated: Vec<Proposition>,
    prices: Vec<OfferedPrice>,
}

impl OfferedFact {
    /// Returns the bundle of its row, and the offset at which the row begins in it.
    fn row(&self) -> Option<(i64, usize)> {
        let row = self.stated.iter().find_map(|one| one.row.as_ref())?;
        Some((self.fact.evidence.as_ref()?.bundle.0, row.range.start))
    }

    fn price(&self) -> Option<&Proposition> {
        self.stated.iter().find(|one| !self.prices.is_empty() && one.is_price())
    }

    fn is_open(&self) -> bool {
        self.fact.scope == Scope::Project
    }
}

/// The facts of one row, of which one at least tells a price.
struct OfferedRow(Vec<OfferedFact>);

impl OfferedRow {
    fn subject(&self) -> Option<&Subject> {
        self.0.iter().find_map(|fact| Some(&fact.price()?.subject))
    }

    /// As the row names what it is about, if an item can be called so.
    fn name(&self) -> Option<String> {
        let row = self.0.iter().find_map(|fact| fact.price()?.row.as_ref())?;
        checked_name(&row.thing).ok()
    }
}

fn rows(facts: Vec<OfferedFact>) -> Vec<OfferedRow> {
    let mut places: HashMap<(i64, usize), usize> = HashMap::new();
    let mut rows: Vec<OfferedRow> = Vec::new();
    for fact in facts {
        let Some(row) = fact.row() else { continue };
        let at = *places.entry(row).or_insert_with(|| {
            rows.push(OfferedRow(Vec::new()));
            rows.len() - 1
        });
        rows[at].0.push(fact);
    }
    rows
}

/// A proposal as it is put together.
struct ItemDraft {
    subject: Subject,
    /// As its rows call it, each once.
    names: Vec<String>,
    item: Option<ItemRow>,
    facts: Vec<OfferedFact>,
}

impl ItemDraft {
    /// Adds a row to the draft of the same thing, or as a new one.
    fn add(drafts: &mut Vec<Self>, subject: &Subject, name: String, row: OfferedRow) {
        match drafts.iter_mut().find(|draft| draft.subject.is_same(subject)) {
            Some(draft) => {
                if draft.names.iter().all(|known| fold(known) != fold(&name)) {
                    draft.names.push(name);
                }
                draft.facts.extend(row.0);
            }
            None => drafts.push(Self { subject: subject.clone(), names: vec![name], item: None, facts: row.0 }),
        }
    }

    fn is_open(&self) -> bool {
        self.facts.iter().any(|fact| fact.is_open() && !fact.prices.is_empty())
    }

    fn id(&self) -> Uuid {
        let open = self.facts.iter().find(|fact| fact.is_open() && !fact.prices.is_empty());
        open.map_or(Uuid::nil(), |fact| fact.fact.id)
    }

    fn is_of_vendor(&self, vendor: &[String]) -> bool {
        self.facts.iter().filter_map(OfferedFact::price).any(|price| price.vendor == vendor)
    }

    /// Returns the unit that its prices are for one of, where its facts agree.
    fn unit(&self) -> String {
        let mut units: Vec<Unit> = Vec::new();
        for price in self.facts.iter().flat_map(|fact| &fact.prices) {
            match price.unit {
                PricedUnit::Of(unit) if !units.contains(&unit) => units.push(unit),
                _ => {}
            }
        }
        match units.as_slice() {
            [unit] => unit.symbol().to_owned(),
            _ => String::new(),
        }
    }
}

/// Adds a price of running text to the one thing that it can be the price of: of the same vendor, where one is named.
fn attach(drafts: &mut [ItemDraft], fact: OfferedFact) {
    let Some(price) = fact.price() else { return };
    let fits = |draft: &&mut ItemDraft| draft.subject.may_be(&price.subject);
    let is_of_vendor = |draft: &ItemDraft| price.vendor.is_empty() || draft.is_of_vendor(&price.vendor);
    let mut fitting: Vec<&mut ItemDraft> = drafts.iter_mut().filter(fits).filter(|draft| is_of_vendor(draft)).collect();
    if let [draft] = fitting.as_mut_slice() {
        draft.facts.push(fact);
    }
}

/// The drafts of the choices, in their order; all of them where nothing is chosen.
fn chosen(drafts: Vec<ItemDraft>, choices: &[ItemChoice]) -> Result<Vec<(ItemDraft, ItemChoice)>> {
    let of_all = |draft: ItemDraft| {
        let choice = ItemChoice { proposal: draft.id(), ..ItemChoice::default() };
        (draft, choice)
    };
    if choices.is_empty() && drafts.is_empty() {
        return Err(Error::refused("No row of an offer or a price list waits to become an item."));
    }
    if choices.is_empty() {
        return Ok(drafts.into_iter().map(of_all).collect());
    }
    let mut open: Vec<Option<ItemDraft>> = drafts.into_iter().map(Some).collect();
    let mut take = |choice: &ItemChoice| {
        let found = open.iter_mut().find(|draft| draft.as_ref().is_some_and(|draft| draft.id() == choice.proposal));
        let draft = found.and_then(Option::take);
        draft.map(|draft| (draft, choice.clone())).ok_or_else(|| {
            Error::not_found("This is proposed no longer.").hint("Its facts were decided or changed meanwhile.")
        })
    };
    choices.iter().map(&mut take).collect()
}

fn confirm(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    draft: ItemDraft,
    choice: &ItemChoice,
) -> Result<ConfirmedItem> {
    let unit = draft.unit();
    let item = item_for(w, discovery, &draft, choice)?;
    let scope = Scope::Item { item_id: item.reference() };
    let open: Vec<FactSeq> = draft.facts.iter().filter(|fact| fact.is_open()).map(|fact| fact.fact.seq).collect();
    let moved = rescope_all(w, &open, &scope, &message!("the analyst said which item is meant"))?;
    let (mut accepted, mut conflicts) = (0, 0);
    for seq in moved {
        let Some(row) = w.fact_at(seq)? else { continue };
        conflicts += usize::from(row.status == Status::Conflict);
        if row.status == Status::Proposed {
            accept_row(w, &row, Reach::ByWords)?;
            accepted += 1;
        }
    }
    let canonical = link(w, discovery, &item, &unit)?;
    Ok(ConfirmedItem { item: item_from(item), canonical, accepted, conflicts })
}

/// The item that was chosen, else the one that the draft is, else a new one.
fn item_for(w: &mut Writer<'_>, discovery: DiscoverySeq, draft: &ItemDraft, choice: &ItemChoice) -> Result<ItemRow> {
    if let Some(reference) = &choice.item {
        let no_such_item = || Error::not_found(message!("There is no item {}.", reference));
        return w.item_meant(discovery, reference)?.ok_or_else(no_such_item);
    }
    let named = choice.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    match (&draft.item, named) {
        (Some(item), None) => Ok(item.clone()),
        (_, named) => {
            let name = named.or(draft.names.first().map(String::as_str)).unwrap_or_default();
            let (name, aliases) = (checked(name)?, also_named(name, &draft.names)?);
            added(w, discovery, &name, &aliases)
        }
    }
}

/// The canonical item that an item means: what was confirmed, else the one of its name, else a new one.
fn link(w: &mut Writer<'_>, discovery: DiscoverySeq, item: &ItemRow, unit: &str) -> Result<Uuid> {
    let line = LineReference::Item(item.reference());
    let known = w.canonical_links(discovery)?.into_iter().find(|link| link.confirmed && link.of == line);
    let canonical = match known.map(|link| link.canonical) {
        Some(canonical) => canonical,
        None => {
            let canonical = canonical_for(w, &item.name, unit)?;
            w.insert_canonical_link(&NewCanonicalLink {
                discovery,
                of: &line,
                line: &item.name,
                canonical,
                confirmed: true,
                score: None,
                reasons: &[],
            })?;
            canonical
        }
    };
    let row = w.canonical_item_at(canonical)?;
    row.map(|row| row.id).ok_or_else(crate::catalogue::canonical::not_found)
}

fn canonical_for(w: &mut Writer<'_>, name: &str, unit: &str) -> Result<CanonicalSeq> {
    let catalogue = CatalogueSnapshot::of_now(w)?;
    let called = catalogue.called(name);
    let same_unit = called.iter().find(|row| row.item.unit == unit);
    if let Some(row) = same_unit.or(called.first().filter(|_| called.len() == 1)) {
        return Ok(row.seq);
    }
    let item = CanonicalItem { name: name.to_owned(), unit: unit_name(unit), ..CanonicalItem::default() };
    let waiting = w.waiting_canonicals()?;
    w.file_canonical(&waiting, None, CanonicalContent { item: &item, note: "", archived: false })
}

fn proposed(fact: &FactRow) -> ProposedFact {
    ProposedFact { id: fact.id, label: label(fact), text: fact.text.clone(), status: fact.status }
}
