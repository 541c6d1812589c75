//! Priced entries of offers and price lists, and making items of them.

use std::io;

use factly_core::catalogue::PricedUnit;
use factly_core::propositions::OfferTerm;
use factly_core::values::Value as Typed;
use factly_engine::Library;
use factly_engine::catalogue::{ConfirmedItem, ItemChoice, ItemProposal, ProposedFact, ProposedPrice};
use factly_engine::error::{Error, Result};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::json;
use crate::out::{Out, table};

pub(super) fn list(library: &Library, discovery: Uuid, out: &mut Out) -> Result<()> {
    let found = library.catalogue().item_proposals(discovery)?;
    out.print(
        || Value::Array(found.iter().map(proposal_json).collect()),
        |lines| found.iter().try_for_each(|proposal| print(proposal, lines)),
    )
}

pub(super) fn confirm(
    library: &Library,
    discovery: Uuid,
    proposals: &[String],
    name: Option<String>,
    into: Option<String>,
    out: &mut Out,
) -> Result<()> {
    if proposals.len() != 1 && (name.is_some() || into.is_some()) {
        return Err(Error::invalid("A name or an item is said of one proposal."));
    }
    let choice = |fact: &String| -> Result<ItemChoice> {
        let proposal = library.names().find_fact(fact, Some(discovery))?;
        Ok(ItemChoice { proposal, name: name.clone(), item: into.clone() })
    };
    let choices = proposals.iter().map(choice).collect::<Result<Vec<_>>>()?;
    let confirmed = library.catalogue().items_confirm(discovery, &choices)?;
    out.print(
        || Value::Array(confirmed.iter().map(confirmed_json).collect()),
        |lines| table(lines, &confirmed.iter().map(confirmed_row).collect::<Vec<_>>()),
    )
}

fn print(proposal: &ItemProposal, lines: &mut dyn io::Write) -> io::Result<()> {
    let label = proposal.prices.first().map_or("", |price| price.fact.label.as_str());
    let item = proposal.item.as_ref().map_or(String::new(), |item| format!("  {}", item.reference()));
    writeln!(lines, "{label}  {}{item}", proposal.name)?;
    for name in &proposal.also {
        writeln!(lines, "  also “{name}”")?;
    }
    table(lines, &proposal.prices.iter().map(price_row).collect::<Vec<_>>())?;
    for fact in &proposal.others {
        writeln!(lines, "  {}  {}", fact.label, fact.text)?;
    }
    Ok(())
}

fn price_row(price: &ProposedPrice) -> Vec<String> {
    let unit = match &price.offer.unit {
        PricedUnit::Of(unit) => format!(" / {}", unit.symbol()),
        PricedUnit::One => " each".to_owned(),
        PricedUnit::Sum => String::new(),
    };
    let tax = price.offer.tax.map_or("", |tax| tax.as_str());
    let quantity = price.quantity.map(|quantity| format!("for {quantity}")).unwrap_or_default();
    let terms = &price.terms;
    let dated = terms.date.map(|date| date.reading()).unwrap_or_default();
    let until = terms.valid_until.map(|date| format!("until {}", date.reading())).unwrap_or_default();
    vec![
        format!("  {}", price.fact.label),
        format!("{}{unit}", Typed::Currency(price.offer.price).reading()),
        tax.to_owned(),
        quantity,
        terms.vendor.clone().unwrap_or_default(),
        dated,
        until,
        price.fact.status.as_str().to_owned(),
    ]
}

fn confirmed_row(one: &ConfirmedItem) -> Vec<String> {
    let conflicts = if one.conflicts == 0 { String::new() } else { format!("{} in conflict", one.conflicts) };
    vec![one.item.reference(), one.item.name.clone(), conflicts]
}

fn confirmed_json(one: &ConfirmedItem) -> Value {
    let mut value = json::item(&one.item);
    value["canonical_item"] = json!(one.canonical);
    value["accepted"] = json!(one.accepted);
    value["conflicts"] = json!(one.conflicts);
    value
}

fn proposal_json(proposal: &ItemProposal) -> Value {
    json!({
        "id": proposal.id,
        "name": proposal.name,
        "also": proposal.also,
        "item": proposal.item.as_ref().map(|item| item.reference()),
        "prices": proposal.prices.iter().map(price_json).collect::<Vec<_>>(),
        "facts": proposal.others.iter().map(fact_json).collect::<Vec<_>>(),
    })
}

fn price_json(price: &ProposedPrice) -> Value {
    let unit = match &price.offer.unit {
        PricedUnit::Of(unit) => json!(unit.symbol()),
        PricedUnit::One => json!("one"),
        PricedUnit::Sum => Value::Null,
    };
    json!({
        "fact": fact_json(&price.fact),
        "price": { "minor": price.offer.price.minor, "currency": price.offer.price.currency.code() },
        "unit": unit,
        "tax": price.offer.tax.map(|tax| tax.as_str()),
        "quantity": price.quantity.map(|quantity| quantity.to_string()),
        "terms": terms_json(&price.terms),
    })
}

/// Returns the terms that a document states for all that it offers.
pub(in crate::commands) fn terms_json(terms: &factly_core::propositions::OfferTerms) -> Value {
    let discount = |term: &OfferTerm| json!({ "value": term.value.reading(), "words": term.words });
    json!({
        "vendor": terms.vendor,
        "date": terms.date.map(|date| date.to_string()),
        "valid_from": terms.valid_from.map(|date| date.to_string()),
        "valid_until": terms.valid_until.map(|date| date.to_string()),
        "vat": terms.vat,
        "discounts": terms.discounts.iter().map(discount).collect::<Vec<_>>(),
    })
}

fn fact_json(fact: &ProposedFact) -> Value {
    json!({ "id": fact.id, "label": fact.label, "text": fact.text, "status": fact.status.as_str() })
}
