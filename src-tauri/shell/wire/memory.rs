//! Canonical items, lines that mean them, and prices.

use std::collections::BTreeMap;

use factly_core::memory as rules;
use factly_core::values;
use factly_engine::catalogue as domain;
use factly_engine::store::prices::{PriceOrigin, RateRow};
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::count;

/// Those that wait beyond these come into the list as the first are taken.
const WAITING_SHOWN: usize = 500;

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalItem {
    pub id: Uuid,
    pub name: String,
    pub unit: String,
    /// By language.
    pub synonyms: BTreeMap<String, Vec<String>>,
    pub note: String,
    pub archived: bool,
}

/// What the analyst says of a canonical item.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalInput {
    pub name: String,
    pub unit: String,
    pub synonyms: BTreeMap<String, Vec<String>>,
    pub note: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalSummary {
    pub item: CanonicalItem,
    /// Lines of discoveries that mean it.
    pub lines: u32,
    pub prices: u32,
    pub last: Option<LastPrice>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastPrice {
    pub price: Money,
    pub unit: String,
    /// As exact as it was said.
    pub date: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CataloguePage {
    /// How many the search found.
    pub total: u32,
    /// How many there are, archived ones too.
    pub all: u32,
    pub items: Vec<CanonicalSummary>,
}

/// What lines of discoveries mean and the catalogue does not have.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WaitingItems {
    /// How many there are, of which `items` are the first by name.
    pub total: u32,
    /// Lines and prices that wait for any of them.
    pub lines: u32,
    pub prices: u32,
    pub items: Vec<WaitingItem>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WaitingItem {
    pub id: Uuid,
    pub name: String,
    pub unit: String,
    pub note: String,
    pub lines: u32,
    pub prices: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    pub minor: i64,
    pub currency: String,
    /// Digits of the smallest coin.
    pub digits: u32,
}

/// Why a line may mean an item, and what speaks against it.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SuggestionReason {
    Name,
    Synonym { language: String, text: String },
    WordOrder,
    Form { line: String, name: String },
    Spelling { line: String, name: String },
    Compound { line: String, name: String },
    Letter { line: String, name: String },
    Unit { unit: String },
    Amount { line: String, name: String },
    LineSaysMore { words: String },
    NameSaysMore { words: String },
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalLines {
    pub lines: Vec<CanonicalLine>,
    /// There are more than are shown.
    pub more: bool,
    pub catalogue_empty: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalLine {
    /// `i1` for what an item is called, `F-12` for what a fact says.
    pub name: String,
    pub text: String,
    /// What the item is called that it is, or that the fact speaks of.
    pub item: Option<String>,
    pub fact_id: Option<Uuid>,
    pub key_label: Option<String>,
    pub confirmed: Option<CanonicalLink>,
    pub suggestions: Vec<CanonicalSuggestion>,
    pub rejected: Vec<CanonicalLink>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalLink {
    pub id: Uuid,
    pub canonical: Uuid,
    pub name: String,
    pub unit: String,
    /// In thousandths; none where it was not suggested.
    pub score: Option<u16>,
    pub reasons: Vec<SuggestionReason>,
    /// What the line said when it was decided, if it says something else now.
    pub was: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalSuggestion {
    pub canonical: Uuid,
    pub name: String,
    pub unit: String,
    /// In thousandths.
    pub score: u16,
    pub reasons: Vec<SuggestionReason>,
    /// Another comes as near: only the analyst can tell.
    pub tied: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PricePanel {
    pub item: CanonicalItem,
    /// Oldest first.
    pub points: Vec<PricePoint>,
    pub series: Vec<PriceSeries>,
    /// Codes that the points are in.
    pub currencies: Vec<String>,
    pub lines: Vec<LinkedLine>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PricePoint {
    /// None for one that a fact tells through a link.
    pub id: Option<Uuid>,
    pub price: Money,
    pub unit: String,
    pub quantity: Option<String>,
    pub vendor: String,
    /// As exact as it was said: 2026-03-01, 2026-03, 2026.
    pub date: String,
    /// The day that it begins with, in days since 1970.
    pub day: i64,
    /// No date was told: it is the day on which the source came in.
    pub recorded: bool,
    pub origin: PointOrigin,
    pub fact: Option<PointFact>,
    pub note: String,
    /// In the currency asked for.
    pub converted: Option<ConvertedPrice>,
    /// No rate was given for it.
    pub left_out: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PointOrigin {
    Manual,
    Csv,
    Fact,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PointFact {
    pub id: Uuid,
    pub label: String,
    pub discovery: Uuid,
    pub discovery_title: String,
    pub quote: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConvertedPrice {
    pub price: Money,
    pub rate: ExchangeRate,
    /// The rate was given the other way round.
    pub inverse: bool,
}

/// What one currency and unit, or one vendor of them, tells. Points are named by place.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PriceSummary {
    pub points: Vec<u32>,
    pub last: Money,
    pub median: Money,
    pub median_rounded: bool,
    pub low: Money,
    pub high: Money,
    pub age_days: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PriceSeries {
    pub currency: String,
    pub unit: String,
    pub all: PriceSummary,
    pub vendors: Vec<VendorPrices>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VendorPrices {
    pub vendor: String,
    pub summary: PriceSummary,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LinkedLine {
    pub link: Uuid,
    pub discovery: Uuid,
    pub discovery_title: String,
    pub line: String,
}

/// A price as it is typed; what is empty is not known.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PriceInput {
    pub price: String,
    pub currency: String,
    pub unit: String,
    pub quantity: String,
    pub vendor: String,
    pub date: String,
    pub note: String,
    /// The fact that tells the price.
    pub fact: Option<Uuid>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRate {
    pub id: Uuid,
    pub from: String,
    pub to: String,
    /// A decimal.
    pub rate: String,
    pub date: String,
    pub note: String,
}

/// A rate as it is typed.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RateInput {
    pub from: String,
    pub to: String,
    pub rate: String,
    pub date: String,
    pub note: String,
}

impl From<domain::CanonicalView> for CanonicalItem {
    fn from(found: domain::CanonicalView) -> Self {
        let domain::CanonicalView { id, name, unit, synonyms, note, archived, created_at: _ } = found;
        Self { id, name, unit, synonyms, note, archived }
    }
}

impl From<CanonicalInput> for domain::NewCanonical {
    fn from(said: CanonicalInput) -> Self {
        Self { name: said.name, unit: said.unit, synonyms: said.synonyms, note: said.note }
    }
}

impl From<CanonicalInput> for domain::CatalogueChange {
    fn from(said: CanonicalInput) -> Self {
        Self { name: Some(said.name), unit: Some(said.unit), synonyms: Some(said.synonyms), note: Some(said.note) }
    }
}

impl From<domain::CataloguePage> for CataloguePage {
    fn from(page: domain::CataloguePage) -> Self {
        let summary = |one: domain::CanonicalSummary| CanonicalSummary {
            item: one.item.into(),
            lines: one.lines,
            prices: one.prices,
            last: one.last.map(|last| LastPrice {
                price: last.price.into(),
                unit: last.unit,
                date: last.date.to_string(),
            }),
        };
        Self { total: count(page.total), all: count(page.all), items: page.items.into_iter().map(summary).collect() }
    }
}

impl From<Vec<domain::WaitingCanonical>> for WaitingItems {
    fn from(found: Vec<domain::WaitingCanonical>) -> Self {
        let item = |one: domain::WaitingCanonical| {
            let domain::WaitingCanonical { id, name, unit, note, lines, prices } = one;
            WaitingItem { id, name, unit, note, lines, prices }
        };
        Self {
            total: count(found.len()),
            lines: found.iter().map(|one| one.lines).sum(),
            prices: found.iter().map(|one| one.prices).sum(),
            items: found.into_iter().take(WAITING_SHOWN).map(item).collect(),
        }
    }
}

impl From<values::Money> for Money {
    fn from(money: values::Money) -> Self {
        let currency = money.currency;
        Self { minor: money.minor, currency: currency.code().to_owned(), digits: currency.minor_digits() }
    }
}

impl From<rules::Reason> for SuggestionReason {
    fn from(reason: rules::Reason) -> Self {
        use rules::Reason as R;
        match reason {
            R::Name => Self::Name,
            R::Synonym { language, text } => Self::Synonym { language, text },
            R::WordOrder => Self::WordOrder,
            R::Form { line, name } => Self::Form { line, name },
            R::Spelling { line, name } => Self::Spelling { line, name },
            R::Compound { line, name } => Self::Compound { line, name },
            R::Letter { line, name } => Self::Letter { line, name },
            R::Unit { unit } => Self::Unit { unit },
            R::Amount { line, name } => Self::Amount { line, name },
            R::LineSaysMore { words } => Self::LineSaysMore { words },
            R::NameSaysMore { words } => Self::NameSaysMore { words },
        }
    }
}

impl From<domain::Lines> for CanonicalLines {
    fn from(found: domain::Lines) -> Self {
        let lines = found.lines.into_iter().map(Into::into).collect();
        Self { lines, more: found.more, catalogue_empty: found.catalogue_empty }
    }
}

impl From<domain::LineView> for CanonicalLine {
    fn from(line: domain::LineView) -> Self {
        let (fact_id, key_label) = line.fact.unzip();
        Self {
            name: line.name.to_string(),
            text: line.text,
            item: line.item,
            fact_id,
            key_label,
            confirmed: line.confirmed.map(Into::into),
            suggestions: line.suggestions.into_iter().map(Into::into).collect(),
            rejected: line.rejected.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::LinkView> for CanonicalLink {
    fn from(link: domain::LinkView) -> Self {
        let domain::LinkView { id, canonical, name, unit, score, reasons, was } = link;
        Self { id, canonical, name, unit, score, reasons: reasons.into_iter().map(Into::into).collect(), was }
    }
}

impl From<domain::SuggestionView> for CanonicalSuggestion {
    fn from(found: domain::SuggestionView) -> Self {
        let domain::SuggestionView { canonical, name, unit, score, reasons, tied } = found;
        Self { canonical, name, unit, score, reasons: reasons.into_iter().map(Into::into).collect(), tied }
    }
}

impl From<domain::PricePanel> for PricePanel {
    fn from(panel: domain::PricePanel) -> Self {
        let left_out = panel.left_out;
        let points = panel.points.into_iter().zip(panel.converted).enumerate();
        Self {
            item: panel.item.into(),
            points: points.map(|(at, (point, by))| price_point(point, by, left_out.contains(&at))).collect(),
            series: panel.series.into_iter().map(Into::into).collect(),
            currencies: panel.currencies.into_iter().map(|currency| currency.code().to_owned()).collect(),
            lines: panel.lines.into_iter().map(Into::into).collect(),
        }
    }
}

fn price_point(point: domain::PricePoint, by: Option<domain::ConvertedView>, left_out: bool) -> PricePoint {
    PricePoint {
        id: point.id,
        price: point.price.into(),
        unit: point.unit,
        quantity: point.quantity.map(|quantity| quantity.to_string()),
        vendor: point.vendor,
        date: point.date.to_string(),
        day: point.day,
        recorded: point.recorded,
        origin: match point.origin {
            PriceOrigin::Manual => PointOrigin::Manual,
            PriceOrigin::Csv => PointOrigin::Csv,
            PriceOrigin::Fact => PointOrigin::Fact,
        },
        fact: point.fact.map(|fact| PointFact {
            id: fact.id,
            label: fact.label,
            discovery: fact.discovery,
            discovery_title: fact.discovery_title,
            quote: fact.quote,
        }),
        note: point.note,
        converted: by.map(|by| ConvertedPrice { price: by.price.into(), rate: by.rate.into(), inverse: by.inverse }),
        left_out,
    }
}

impl From<rules::price::Series> for PriceSeries {
    fn from(series: rules::price::Series) -> Self {
        let vendor =
            |one: rules::price::VendorSummary| VendorPrices { vendor: one.vendor, summary: one.summary.into() };
        Self {
            currency: series.currency.code().to_owned(),
            unit: series.unit,
            all: series.all.into(),
            vendors: series.vendors.into_iter().map(vendor).collect(),
        }
    }
}

impl From<rules::price::Summary> for PriceSummary {
    fn from(summary: rules::price::Summary) -> Self {
        Self {
            points: summary.observations.into_iter().map(count).collect(),
            last: summary.last.into(),
            median: summary.median.into(),
            median_rounded: summary.median_rounded,
            low: summary.low.into(),
            high: summary.high.into(),
            age_days: count(summary.age_days),
        }
    }
}

impl From<domain::LinkedLine> for LinkedLine {
    fn from(found: domain::LinkedLine) -> Self {
        let domain::LinkedLine { link, discovery, discovery_title, line } = found;
        Self { link, discovery, discovery_title, line }
    }
}

impl From<PriceInput> for domain::PriceInput {
    fn from(said: PriceInput) -> Self {
        let PriceInput { price, currency, unit, quantity, vendor, date, note, fact } = said;
        Self { price, currency, unit, quantity, vendor, date, note, fact }
    }
}

impl From<RateRow> for ExchangeRate {
    fn from(row: RateRow) -> Self {
        Self {
            id: row.id,
            from: row.from.code().to_owned(),
            to: row.to.code().to_owned(),
            rate: row.rate.to_string(),
            date: row.date.to_string(),
            note: row.note,
        }
    }
}

impl From<RateInput> for domain::RateInput {
    fn from(said: RateInput) -> Self {
        let RateInput { from, to, rate, date, note } = said;
        Self { from, to, rate, date, note }
    }
}
