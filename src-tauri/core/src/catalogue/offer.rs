//! Prices that propositions tell: how much, for one of what, and with which taxes.

use crate::propositions::{Modality, Proposition, RowTotal};
use crate::values::{Money, Tax, Unit, Value};

/// A price as the words of a fact say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedPrice {
    pub price: Money,
    pub unit: PricedUnit,
    pub tax: Option<Tax>,
}

/// Unit that a price is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PricedUnit {
    /// One of these.
    Of(Unit),
    /// One of what it is the price of; the words name no unit.
    One,
    /// All that is offered of it.
    Sum,
}

impl PricedUnit {
    /// The symbol of the unit, or `usual` where the words name none; a sum is for no unit.
    pub fn symbol(&self, usual: &str) -> String {
        match self {
            Self::Of(unit) => unit.symbol().to_owned(),
            Self::One => usual.to_owned(),
            Self::Sum => String::new(),
        }
    }
}

/// Returns the prices that a fact's propositions tell, in their order. What is only wished for, denied or said to be about
/// so much is no price; neither is what a row comes to beside the price of one.
pub fn offered_prices(propositions: &[Proposition]) -> Vec<OfferedPrice> {
    let mut found: Vec<OfferedPrice> = Vec::new();
    for price in propositions.iter().filter_map(offered_price) {
        if !found.contains(&price) {
            found.push(price);
        }
    }
    found
}

fn offered_price(of: &Proposition) -> Option<OfferedPrice> {
    let amount = of.value.as_ref().filter(|amount| amount.is_exact())?;
    let Value::Currency(price) = amount.value else { return None };
    let total = of.row.as_ref().map(|row| row.total);
    let is_price = of.is_price() && !of.negated && of.modality == Modality::Fact && price.minor >= 0;
    let is_counted = is_price && total != Some(RowTotal::BesideParts);
    is_counted.then(|| OfferedPrice { price, unit: unit_of(of), tax: of.tax.filter(|tax| *tax != Tax::Rate) })
}

fn unit_of(of: &Proposition) -> PricedUnit {
    let per = of.per.as_deref().and_then(Unit::parse);
    let of_row = of.row.as_ref().filter(|row| row.total == RowTotal::No);
    match (per, of_row.and_then(|row| row.unit)) {
        (Some(unit), _) | (None, Some(unit)) => PricedUnit::Of(unit),
        (None, None) if of_row.is_some() || of.per.is_some() || of.is_unit_price() => PricedUnit::One,
        (None, None) => PricedUnit::Sum,
    }
}
