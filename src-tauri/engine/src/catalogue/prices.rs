//! The observed prices of canonical items: typed, imported, and told by facts.
//!
//! A fact tells a price of the canonical item that its own line means; where that is not decided, a unit price, or a
//! statement about the item that says what it costs, tells one of what its item means. It counts while it is accepted.
//! The rest is read from its surroundings: the unit and the date from its words, the vendor and the quantity
//! from the facts that stand beside it, and else from its document. A price that no word dates has the day on which its
//! source came in, and is marked so.

use crate::locale::number_format;
use factly_core::catalogue::csv::{typed_date, typed_number, typed_price};
use factly_core::catalogue::price::{date_of, day_of};
use factly_core::catalogue::{OfferedPrice, stated_date, unit_name};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::propositions::OfferTerms;
use factly_core::values::{Currency, Money, Value};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::canonical::canonical_row;
use crate::catalogue::lines::{LineName, UNIT_PRICES, is_accepted};
use crate::catalogue::panel::{PointFact, PricePoint};
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::{context_of, stored_value};
use crate::lookup::discovery_row_at;
use crate::lookup::fact_row;
use crate::store::canonical_items::CanonicalRow;
use crate::store::canonical_links::{CanonicalLinkRow, LineReference};
use crate::store::facts::FactRow;
use crate::store::prices::{PriceContent, PriceOrigin};
use crate::store::{DiscoverySeq, Op, Reader, Stack, Topic};

const MS_PER_DAY: i64 = 86_400_000;
/// Length behind a quote that is looked at for what the price is of.
const LOOKED_BEHIND: usize = 40;
const VENDOR: &str = "item.logistics.vendor";
const SUPPLIER: &str = "project.decisions.supplier";
const QUANTITY: &str = "item.summary.quantity";

/// A price as the analyst types it; what is empty is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceInput {
    /// For one unit, with its currency or without. Empty where a fact tells it.
    pub price: String,
    pub currency: String,
    /// Empty: the canonical item's own.
    pub unit: String,
    pub quantity: String,
    pub vendor: String,
    pub date: String,
    pub note: String,
    /// The fact that tells the price.
    pub fact: Option<Uuid>,
}

impl Catalogue<'_> {
    /// Adds a price, as one step of the library's undo.
    pub fn price_add(&self, canonical: Uuid, input: &PriceInput) -> Result<Uuid> {
        let item = self.ctx.read(|r| canonical_row(r, canonical))?;
        let price = self.ctx.read(|r| self.price_content(r, &item, input))?;
        let op = Op::named(Stack::Library, message!("Add a price of “{}”", item.item.name));
        let written = self.ctx.write(op, |w| {
            if let Some((discovery, label_no)) = price.fact
                && let Some(held) = w.price_of_fact(discovery, label_no)?
            {
                w.hide_price(held.id)?;
            }
            w.topic(Topic::Memory);
            Ok(w.insert_price(item.seq, &price)?)
        })?;
        Ok(written.value)
    }

    /// Takes a price out that was typed or imported.
    pub fn price_remove(&self, price: Uuid) -> Result<()> {
        let no_such_price =
            || Error::not_found("There is no such price.").hint("It may have been undone: redo brings it back.");
        let row = self.ctx.read(|r| r.price(price)?.ok_or_else(no_such_price))?;
        let name =
            self.ctx.read(|r| Ok(r.canonical_item_at(row.canonical)?.map_or(String::new(), |row| row.item.name)))?;
        self.ctx.write(Op::named(Stack::Library, message!("Remove a price of “{}”", name)), |w| {
            w.hide_price(price)?;
            w.topic(Topic::Memory);
            Ok(())
        })?;
        Ok(())
    }

    /// All that was seen of a canonical item's prices, oldest first.
    pub(super) fn points(&self, r: &Reader, canonical: &CanonicalRow) -> Result<Vec<PricePoint>> {
        let mut points = Vec::new();
        for row in r.prices(canonical.seq)? {
            if let Some(point) = self.stored_point(r, row.id, row.content)? {
                points.push(point);
            }
        }
        for link in r.links_to(canonical.seq)? {
            for fact in linked_facts(r, &link)? {
                if r.price_of_fact(fact.discovery, fact.label_no)?.is_none() {
                    points.extend(self.fact_points(r, canonical, &fact)?);
                }
            }
        }
        points.sort_by_key(|point| point.day);
        Ok(points)
    }

    /// A stored price; one of a fact counts while the fact says it.
    fn stored_point(&self, r: &Reader, id: Uuid, content: PriceContent) -> Result<Option<PricePoint>> {
        let (mut fact, mut tax, mut terms) = (None, None, OfferTerms::default());
        if let Some((discovery, label_no)) = content.fact {
            let Some(row) = r.fact_by_label(discovery, label_no)?.filter(is_accepted) else { return Ok(None) };
            let stated = self.fact_prices(r, &row, "").unwrap_or_default();
            let Some(offered) = stated.into_iter().find(|offered| offered.price == content.price) else {
                return Ok(None);
            };
            (fact, tax, terms) = (Some(point_fact(r, &row)?), offered.tax, self.terms_of(r, &row)?);
        }
        Ok(Some(PricePoint {
            id: Some(id),
            price: content.price,
            unit: content.unit,
            quantity: content.quantity,
            vendor: content.vendor,
            day: day_of(content.date).unwrap_or_default(),
            date: content.date,
            recorded: false,
            origin: content.origin,
            fact,
            note: content.note,
            tax,
            terms,
        }))
    }

    /// The prices that a fact tells.
    pub(super) fn fact_points(&self, r: &Reader, canonical: &CanonicalRow, fact: &FactRow) -> Result<Vec<PricePoint>> {
        let words = words_of(r, fact)?;
        let prices = self.fact_prices(r, fact, &words)?;
        if prices.is_empty() {
            return Ok(Vec::new());
        }
        let terms = self.terms_of(r, fact)?;
        let stated = stated_date(&words).or(terms.date);
        let Some(date) = stated.or(date_of(input_added_at(r, fact)?.div_euclid(MS_PER_DAY))) else {
            return Ok(Vec::new());
        };
        let quantity = self.quantity_beside(r, fact)?;
        let vendor = self.vendor_beside(r, fact)?.or_else(|| terms.vendor.clone()).unwrap_or_default();
        let fact = point_fact(r, fact)?;
        let point = |offered: OfferedPrice| PricePoint {
            id: None,
            price: offered.price,
            unit: offered.unit.symbol(&canonical.item.unit),
            quantity,
            vendor: vendor.clone(),
            day: day_of(date).unwrap_or_default(),
            date,
            recorded: stated.is_none(),
            origin: PriceOrigin::Fact,
            fact: Some(fact.clone()),
            note: String::new(),
            tax: offered.tax,
            terms: terms.clone(),
        };
        Ok(prices.into_iter().map(point).collect())
    }

    pub(super) fn value_of(&self, r: &Reader, fact: &FactRow) -> Result<Value> {
        let registry = Facts::new(self.ctx).registry_of(r, fact.discovery)?;
        Ok(stored_value(fact.value_type, &fact.value, registry.get(&fact.key)))
    }

    fn vendor_beside(&self, r: &Reader, fact: &FactRow) -> Result<Option<String>> {
        let own = self.standing_beside(r, fact, VENDOR)?;
        let named = match own {
            Some(value) => Some(value),
            None => match r.accepted_fact(fact.discovery, SUPPLIER, "")? {
                Some(seq) => r.fact_at(seq)?.map(|row| self.value_of(r, &row)).transpose()?,
                None => None,
            },
        };
        Ok(named.map(|value| value.reading()))
    }

    fn quantity_beside(&self, r: &Reader, fact: &FactRow) -> Result<Option<Decimal>> {
        Ok(match self.standing_beside(r, fact, QUANTITY)? {
            Some(Value::Number(number)) => Some(number),
            _ => self.quantity_in_row(r, fact)?,
        })
    }

    /// Returns the value of a key within the item that a fact speaks of.
    fn standing_beside(&self, r: &Reader, fact: &FactRow, key: &str) -> Result<Option<Value>> {
        let Some(item) = fact.scope.item_id() else { return Ok(None) };
        let mut newest = None;
        for scope in r.scopes_of_item(fact.discovery, item)? {
            newest = newest.max(r.accepted_fact(fact.discovery, key, &scope)?);
        }
        match newest {
            Some(seq) => r.fact_at(seq)?.map(|row| self.value_of(r, &row)).transpose(),
            None => Ok(None),
        }
    }

    fn price_content(&self, r: &Reader, item: &CanonicalRow, input: &PriceInput) -> Result<PriceContent> {
        let invalid = |message: UserMessage| Error::invalid(message.sentence());
        let stated = input.fact.map(|id| self.fact_price(r, id)).transpose()?;
        let price = match &stated {
            Some((price, _)) => *price,
            None if input.price.trim().is_empty() => return Err(Error::invalid("There is no price.")),
            None => typed_price(&input.price, &input.currency, number_format(r)?).map_err(invalid)?,
        };
        let date = match input.date.trim() {
            "" => date_of(self.today()).ok_or_else(|| Error::invalid("There is no date."))?,
            date => typed_date(date).map_err(invalid)?,
        };
        let quantity = match input.quantity.trim() {
            "" => None,
            quantity => Some(typed_number(quantity, number_format(r)?).map_err(invalid)?),
        };
        let unit = unit_name(&input.unit);
        Ok(PriceContent {
            price,
            unit: if unit.is_empty() { item.item.unit.clone() } else { unit },
            quantity,
            vendor: input.vendor.split_whitespace().collect::<Vec<_>>().join(" "),
            date,
            origin: if stated.is_some() { PriceOrigin::Fact } else { PriceOrigin::Manual },
            fact: stated.map(|(_, fact)| fact),
            note: input.note.trim().to_owned(),
        })
    }

    fn fact_price(&self, r: &Reader, fact: Uuid) -> Result<(Money, (DiscoverySeq, i64))> {
        let row = fact_row(r, fact)?;
        let prices = if is_accepted(&row) { self.fact_prices(r, &row, "")? } else { Vec::new() };
        let price = prices.first().map(|offered| offered.price);
        let refused = || Error::refused(message!("F-{} tells no price that stands.", row.label_no));
        let price = price.ok_or_else(|| refused().hint("Accept it first, or type the price."))?;
        Ok((price, (row.discovery, row.label_no)))
    }

    /// In days since 1970.
    pub(super) fn today(&self) -> i64 {
        self.ctx.world().clock.now_ms().div_euclid(MS_PER_DAY)
    }

    /// A currency by code, sign or name.
    pub fn currency_named(&self, name: &str) -> Result<Currency> {
        Currency::parse(name).ok_or_else(|| Error::invalid(message!("“{}” is not a currency Factly knows.", name)))
    }
}

/// The accepted facts that tell a price through a link.
fn linked_facts(r: &Reader, link: &CanonicalLinkRow) -> Result<Vec<FactRow>> {
    let mut facts = Vec::new();
    match &link.of {
        LineReference::Fact { label_no, .. } => {
            facts.extend(r.fact_by_label(link.discovery, *label_no)?.filter(is_accepted))
        }
        LineReference::Item(item) => {
            let own: Vec<LineName> = r
                .canonical_links(link.discovery)?
                .iter()
                .filter(|link| link.confirmed)
                .filter_map(|link| LineName::from_line(&link.of))
                .collect();
            for scope in r.scopes_of_item(link.discovery, item)? {
                let priced = r.accepted_facts_of(link.discovery, &UNIT_PRICES, &scope)?;
                for seq in priced.into_iter().chain(r.accepted_notes_of(link.discovery, &scope)?) {
                    let fact = r.fact_at(seq)?;
                    facts.extend(fact.filter(|fact| !own.contains(&LineName::Fact(fact.label_no))));
                }
            }
        }
    }
    Ok(facts)
}

fn point_fact(r: &Reader, fact: &FactRow) -> Result<PointFact> {
    let discovery = discovery_row_at(r, fact.discovery)?;
    Ok(PointFact {
        id: fact.id,
        label: format!("F-{}", fact.label_no),
        discovery: discovery.id,
        discovery_title: discovery.title,
        quote: fact.evidence.as_ref().map(|evidence| evidence.found.quote.clone()),
    })
}

/// A fact's quote and the little behind it that may say what the price is of.
fn words_of(r: &Reader, fact: &FactRow) -> Result<String> {
    let Some(evidence) = &fact.evidence else { return Ok(fact.text.clone()) };
    let behind = context_of(r, Some(evidence))?.map(|context| context.after).unwrap_or_default();
    let behind: String = behind.chars().take(LOOKED_BEHIND).take_while(|c| *c != '\n').collect();
    Ok(format!("{}{behind}", evidence.found.quote))
}

/// When the source of a fact came in, or the fact itself.
fn input_added_at(r: &Reader, fact: &FactRow) -> Result<i64> {
    let input = fact.evidence.as_ref().and_then(|evidence| evidence.input.as_ref());
    Ok(match input {
        Some(input) => r.input_at(input.seq)?.map_or(fact.created_at, |row| row.added_at),
        None => fact.created_at,
    })
}
