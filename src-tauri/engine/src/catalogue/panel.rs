//! The observed prices of a canonical item: every observation, and what they tell together.

use factly_core::catalogue::price::{Observation, Series, series, series_in};
use factly_core::propositions::OfferTerms;
use factly_core::values::{Currency, Money, PartialDate, Tax};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::canonical::{CanonicalView, canonical_row, view};
use crate::error::Result;
use crate::lookup::discovery_row_at;
use crate::store::prices::{PriceOrigin, RateRow};

/// A price that was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct PricePoint {
    /// None for one that a fact tells through a link: it goes with the link or the fact.
    pub id: Option<Uuid>,
    /// For one unit.
    pub price: Money,
    pub unit: String,
    pub quantity: Option<Decimal>,
    pub vendor: String,
    pub date: PartialDate,
    /// The day that the date begins with, in days since 1970.
    pub day: i64,
    /// No date was told: it is the day on which the source came in.
    pub recorded: bool,
    pub origin: PriceOrigin,
    pub fact: Option<PointFact>,
    pub note: String,
    /// Inclusion of the tax in the price; none where nobody says so.
    pub tax: Option<Tax>,
    /// Terms that the document that tells it states for all that it offers.
    pub terms: OfferTerms,
}

/// The fact that tells a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointFact {
    pub id: Uuid,
    pub label: String,
    pub discovery: Uuid,
    pub discovery_title: String,
    /// Its exact words, if it has any.
    pub quote: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PricePanel {
    pub item: CanonicalView,
    /// Oldest first.
    pub points: Vec<PricePoint>,
    /// By point: its price in the currency asked for, and by which rate.
    pub converted: Vec<Option<ConvertedView>>,
    /// One for each currency and unit, net and gross apart; with a currency asked for, one for each unit. They name points
    /// by place.
    pub series: Vec<Series>,
    /// Points that no rate was given for.
    pub left_out: Vec<usize>,
    /// Currencies of the points.
    pub currencies: Vec<Currency>,
    /// Lines that mean it.
    pub lines: Vec<LinkedLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedView {
    pub price: Money,
    pub rate: RateRow,
    /// The rate was given the other way round.
    pub inverse: bool,
}

/// A line that was confirmed to mean the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedLine {
    pub link: Uuid,
    pub discovery: Uuid,
    pub discovery_title: String,
    pub line: String,
}

impl Catalogue<'_> {
    /// Returns the prices of a canonical item; with `currency`, all of them told in that one where a rate was given.
    pub fn price_panel(&self, canonical: Uuid, currency: Option<Currency>) -> Result<PricePanel> {
        let today = self.today();
        self.ctx.read(|r| {
            let row = canonical_row(r, canonical)?;
            let points = self.points(r, &row)?;
            let observations: Vec<Observation> = points.iter().map(observation).collect();
            let mut currencies: Vec<Currency> = points.iter().map(|point| point.price.currency).collect();
            currencies.sort_by_key(|currency| *currency);
            currencies.dedup();
            let mut lines = Vec::new();
            for link in r.links_to(row.seq)? {
                let discovery = discovery_row_at(r, link.discovery)?;
                lines.push(LinkedLine {
                    link: link.id,
                    discovery: discovery.id,
                    discovery_title: discovery.title,
                    line: link.line,
                });
            }
            let mut panel = PricePanel {
                item: view(&row),
                converted: vec![None; points.len()],
                series: Vec::new(),
                left_out: Vec::new(),
                points,
                currencies,
                lines,
            };
            match currency {
                None => panel.series = series(&observations, today),
                Some(currency) => {
                    let rates = r.rates()?;
                    let known: Vec<_> = rates.iter().map(RateRow::rate).collect();
                    let in_currency = series_in(&observations, currency, &known, today);
                    (panel.series, panel.left_out) = (in_currency.series, in_currency.left_out);
                    let view = |by: factly_core::catalogue::price::Converted| {
                        let rate = rates.get(by.rate)?.clone();
                        Some(ConvertedView { price: by.money, rate, inverse: by.inverse })
                    };
                    panel.converted = in_currency.converted.into_iter().map(|by| by.and_then(view)).collect();
                }
            }
            Ok(panel)
        })
    }
}

fn observation(point: &PricePoint) -> Observation {
    let PricePoint { price, day, tax, .. } = *point;
    Observation { price, unit: point.unit.clone(), tax, vendor: point.vendor.clone(), day }
}
