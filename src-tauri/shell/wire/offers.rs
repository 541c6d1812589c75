//! Priced entries of offers and price lists: proposed as items.

use factly_core::{catalogue::PricedUnit, facts::Status, propositions as rules, values::Tax};
use factly_engine::catalogue as domain;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::{catalogue::Money, items::Item};
use crate::locale;

/// Inclusion of the tax in a price.
#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PriceTax {
    Net,
    Gross,
}

impl PriceTax {
    pub(super) const fn from_tax(tax: Tax) -> Option<Self> {
        match tax {
            Tax::Net => Some(Self::Net),
            Tax::Gross => Some(Self::Gross),
            Tax::Rate => None,
        }
    }
}

/// Terms that a document states for all that it offers; a term that it does not state is missing.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OfferTerms {
    pub vendor: Option<String>,
    /// As exact as it was said.
    pub date: Option<String>,
    pub valid_from: Option<String>,
    pub valid_until: Option<String>,
    /// "19 %".
    pub vat: Option<String>,
    pub discounts: Vec<OfferTerm>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OfferTerm {
    pub value: String,
    /// The words that say it.
    pub words: String,
}

/// A thing that documents offer at a price, and that is no item with that price yet.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemProposal {
    /// The fact that tells its first price: it names the proposal.
    pub id: Uuid,
    pub name: String,
    /// As other rows call it.
    pub also: Vec<String>,
    /// The item that it is, where there is one already.
    pub item: Option<Item>,
    pub prices: Vec<ProposedPrice>,
    /// Other facts of its rows.
    pub others: Vec<ProposedFact>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposedPrice {
    pub fact: ProposedFact,
    pub price: Money,
    /// Empty where the words name none.
    pub unit: String,
    /// It is for all that is offered.
    pub is_sum: bool,
    pub tax: Option<PriceTax>,
    pub quantity: Option<String>,
    pub terms: OfferTerms,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposedFact {
    pub id: Uuid,
    pub label: String,
    pub text: String,
    /// It contradicts another fact, and tells no price before that is decided.
    pub conflict: bool,
    /// It waits for a decision, and is accepted with its item.
    pub waits: bool,
}

/// The outcome of proposals that were confirmed.
#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmedItems {
    pub items: u32,
    /// The facts that were accepted with them.
    pub accepted: u32,
    /// The facts that wait in a conflict.
    pub conflicts: u32,
}

impl From<Vec<domain::ConfirmedItem>> for ConfirmedItems {
    fn from(confirmed: Vec<domain::ConfirmedItem>) -> Self {
        let sum = |of: fn(&domain::ConfirmedItem) -> usize| confirmed.iter().map(of).sum::<usize>() as u32;
        Self { items: confirmed.len() as u32, accepted: sum(|one| one.accepted), conflicts: sum(|one| one.conflicts) }
    }
}

/// A proposal that the analyst confirms.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemChoice {
    pub proposal: Uuid,
    /// Name to be given to the item, if not that of its row.
    pub name: Option<String>,
    /// The item that it is, as i1.
    pub item: Option<String>,
}

impl From<rules::OfferTerms> for OfferTerms {
    fn from(terms: rules::OfferTerms) -> Self {
        let date = |date: Option<factly_core::values::PartialDate>| date.map(|date| date.to_string());
        let discount = |term: rules::OfferTerm| OfferTerm { value: locale::display(&term.value), words: term.words };
        Self {
            vendor: terms.vendor,
            date: date(terms.date),
            valid_from: date(terms.valid_from),
            valid_until: date(terms.valid_until),
            vat: terms.vat,
            discounts: terms.discounts.into_iter().map(discount).collect(),
        }
    }
}

impl From<domain::ItemProposal> for ItemProposal {
    fn from(proposal: domain::ItemProposal) -> Self {
        Self {
            id: proposal.id,
            name: proposal.name,
            also: proposal.also,
            item: proposal.item.map(Item::from),
            prices: proposal.prices.into_iter().map(ProposedPrice::from).collect(),
            others: proposal.others.into_iter().map(ProposedFact::from).collect(),
        }
    }
}

impl From<domain::ProposedPrice> for ProposedPrice {
    fn from(price: domain::ProposedPrice) -> Self {
        Self {
            fact: price.fact.into(),
            price: price.offer.price.into(),
            unit: price.offer.unit.symbol(""),
            is_sum: price.offer.unit == PricedUnit::Sum,
            tax: price.offer.tax.and_then(PriceTax::from_tax),
            quantity: price.quantity.map(|quantity| quantity.to_string()),
            terms: price.terms.into(),
        }
    }
}

impl From<domain::ProposedFact> for ProposedFact {
    fn from(fact: domain::ProposedFact) -> Self {
        let (conflict, waits) = (fact.status == Status::Conflict, fact.status == Status::Proposed);
        Self { id: fact.id, label: fact.label, text: fact.text, conflict, waits }
    }
}

impl From<ItemChoice> for domain::ItemChoice {
    fn from(choice: ItemChoice) -> Self {
        Self { proposal: choice.proposal, name: choice.name, item: choice.item }
    }
}
