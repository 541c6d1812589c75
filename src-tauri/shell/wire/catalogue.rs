//! Canonical items, lines that mean them, and prices.

use std::collections::BTreeMap;

use factly_core::catalogue as rules;
use factly_core::values;
use factly_engine::catalogue as domain;
use factly_engine::store::prices::{PriceOrigin, RateRow};
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::count;
use super::offers::{OfferTerms, PriceTax};

/// Those that wait beyond these come into the list as the first are taken.
const WAITING_SHOWN: usize = 500;

wire_struct! {
    CanonicalItem = domain::CanonicalView {
        id: Uuid,
        name: String,
        unit: String,
        /// By language.
        synonyms: BTreeMap<String, Vec<String>>,
        note: String,
        archived: bool,
    }
}

/// The analyst's input for a canonical item.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalInput {
    pub name: String,
    pub unit: String,
    pub synonyms: BTreeMap<String, Vec<String>>,
    pub note: String,
}

wire_struct! {
    CanonicalSummary = domain::CanonicalSummary {
        item: CanonicalItem,
        /// Lines of discoveries that mean it.
        lines: u32,
        prices: u32,
        last: Option<LastPrice>,
    }
}

wire_struct! {
    LastPrice = domain::LastPrice as last {
        price: Money,
        /// Inclusion of the tax; null where nobody says so.
        tax: Option<PriceTax> = last.tax.and_then(PriceTax::from_tax),
        unit: String,
        /// As exact as it was said.
        date: String,
    }
}

wire_struct! {
    CataloguePage = domain::CataloguePage {
        /// Count of the items that the search found.
        total: u32,
        /// Count of all items, archived ones too.
        all: u32,
        items: Vec<CanonicalSummary>,
    }
}

/// Meanings of lines of discoveries that the catalogue does not have.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WaitingItems {
    /// Count of all, of which `items` are the first by name.
    pub total: u32,
    /// Lines and prices that wait for any of them.
    pub lines: u32,
    pub prices: u32,
    pub items: Vec<WaitingItem>,
}

wire_struct! {
    WaitingItem = domain::WaitingCanonical {
        id: Uuid,
        name: String,
        unit: String,
        note: String,
        lines: u32,
        prices: u32,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    pub minor: i64,
    pub currency: String,
    /// Digits of the smallest coin.
    pub digits: u32,
}

/// The reason that a line may mean an item, and the objections to it.
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

wire_struct! {
    CanonicalLines = domain::Lines {
        lines: Vec<CanonicalLine>,
        /// There are more than are shown.
        more: bool,
        catalogue_empty: bool,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CanonicalLine {
    /// `i1` for what an item is called, `F-12` for what a fact says.
    pub name: String,
    pub text: String,
    /// The name of the item that it is, or that the fact speaks of.
    pub item: Option<String>,
    pub fact_id: Option<Uuid>,
    pub key_label: Option<String>,
    pub confirmed: Option<CanonicalLink>,
    pub suggestions: Vec<CanonicalSuggestion>,
    pub rejected: Vec<CanonicalLink>,
}

wire_struct! {
    CanonicalLink = domain::LinkView {
        id: Uuid,
        canonical: Uuid,
        name: String,
        unit: String,
        /// In thousandths; none where it was not suggested.
        score: Option<u16>,
        reasons: Vec<SuggestionReason>,
        /// The text of the line when it was decided, if it is different now.
        was: Option<String>,
    }
}

wire_struct! {
    CanonicalSuggestion = domain::SuggestionView {
        canonical: Uuid,
        name: String,
        unit: String,
        /// In thousandths.
        score: u16,
        reasons: Vec<SuggestionReason>,
        /// Another comes as near: only the analyst can tell.
        tied: bool,
    }
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
    pub tax: Option<PriceTax>,
    /// Terms that the document that tells it states for all that it offers.
    pub terms: OfferTerms,
}

wire_enum! {
    PointOrigin = PriceOrigin { Manual, Csv, Fact }
}

wire_struct! {
    PointFact = domain::PointFact {
        id: Uuid,
        label: String,
        discovery: Uuid,
        discovery_title: String,
        quote: Option<String>,
    }
}

wire_struct! {
    ConvertedPrice = domain::ConvertedView {
        price: Money,
        rate: ExchangeRate,
        /// The rate was given the other way round.
        inverse: bool,
    }
}

wire_struct! {
    /// The summary of one currency and unit, or of one vendor of them. Points are named by place.
    PriceSummary = rules::price::Summary as summary {
        points: Vec<u32> = summary.observations.into_iter().map(count).collect(),
        last: Money,
        median: Money,
        median_rounded: bool,
        low: Money,
        high: Money,
        age_days: u32,
    }
}

wire_struct! {
    PriceSeries = rules::price::Series as series {
        currency: String = series.currency.code().to_owned(),
        unit: String,
        tax: Option<PriceTax> = series.tax.and_then(PriceTax::from_tax),
        all: PriceSummary,
        vendors: Vec<VendorPrices>,
    }
}

wire_struct! {
    VendorPrices = rules::price::VendorSummary {
        vendor: String,
        summary: PriceSummary,
    }
}

wire_struct! {
    LinkedLine = domain::LinkedLine {
        link: Uuid,
        discovery: Uuid,
        discovery_title: String,
        line: String,
    }
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

wire_struct! {
    ExchangeRate = RateRow as row {
        id: Uuid,
        from: String = row.from.code().to_owned(),
        to: String = row.to.code().to_owned(),
        /// A decimal.
        rate: String = row.rate.to_string(),
        date: String,
        note: String,
    }
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

impl From<CanonicalInput> for domain::NewCanonical {
    fn from(input: CanonicalInput) -> Self {
        Self { name: input.name, unit: input.unit, synonyms: input.synonyms, note: input.note }
    }
}

impl From<CanonicalInput> for domain::CatalogueChange {
    fn from(input: CanonicalInput) -> Self {
        Self { name: Some(input.name), unit: Some(input.unit), synonyms: Some(input.synonyms), note: Some(input.note) }
    }
}

impl From<Vec<domain::WaitingCanonical>> for WaitingItems {
    fn from(found: Vec<domain::WaitingCanonical>) -> Self {
        Self {
            total: count(found.len()),
            lines: found.iter().map(|one| one.lines).sum(),
            prices: found.iter().map(|one| one.prices).sum(),
            items: found.into_iter().take(WAITING_SHOWN).map(Into::into).collect(),
        }
    }
}

impl From<values::Money> for Money {
    fn from(money: values::Money) -> Self {
        let currency = money.currency;
        Self { minor: money.minor, currency: currency.code().to_owned(), digits: currency.minor_digits() }
    }
}
wire_from!(Money = values::Money);

impl From<rules::MatchReason> for SuggestionReason {
    fn from(reason: rules::MatchReason) -> Self {
        use rules::MatchReason as R;
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
wire_from!(SuggestionReason = rules::MatchReason);

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
wire_from!(CanonicalLine = domain::LineView);

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
        origin: point.origin.into(),
        fact: point.fact.map(Into::into),
        note: point.note,
        converted: by.map(Into::into),
        left_out,
        tax: point.tax.and_then(PriceTax::from_tax),
        terms: point.terms.into(),
    }
}

impl From<PriceInput> for domain::PriceInput {
    fn from(input: PriceInput) -> Self {
        let PriceInput { price, currency, unit, quantity, vendor, date, note, fact } = input;
        Self { price, currency, unit, quantity, vendor, date, note, fact }
    }
}

impl From<RateInput> for domain::RateInput {
    fn from(input: RateInput) -> Self {
        let RateInput { from, to, rate, date, note } = input;
        Self { from, to, rate, date, note }
    }
}
