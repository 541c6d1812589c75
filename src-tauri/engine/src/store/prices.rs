//! SQL of `price_observation` and `exchange_rate`, and of the facts that tell prices.

use factly_core::catalogue::price::{ExchangeRate, day_of};
use factly_core::named;
use factly_core::values::{Currency, Money, PartialDate};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Row, params};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::{CanonicalSeq, DiscoverySeq, FactSeq, PriceSeq, Reader, StoreError, Writer};

named! {
    /// The origin of a stored price.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PriceOrigin {
        Manual = "manual",
        Csv = "csv",
        /// A fact tells the price, and the analyst the rest.
        Fact = "fact",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRow {
    pub seq: PriceSeq,
    pub id: Uuid,
    pub canonical: CanonicalSeq,
    pub content: PriceContent,
}

/// The content of a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceContent {
    /// For one unit.
    pub price: Money,
    pub unit: String,
    pub quantity: Option<Decimal>,
    pub vendor: String,
    pub date: PartialDate,
    /// The discovery and the label's number of the fact that tells it.
    pub fact: Option<(DiscoverySeq, i64)>,
    pub origin: PriceOrigin,
    pub note: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateRow {
    pub id: Uuid,
    pub from: Currency,
    pub to: Currency,
    pub rate: Decimal,
    pub date: PartialDate,
    pub note: String,
}

impl RateRow {
    pub fn rate(&self) -> ExchangeRate {
        ExchangeRate { from: self.from, to: self.to, rate: self.rate, day: day_of(self.date).unwrap_or_default() }
    }
}

const PRICES: &str =
    "SELECT seq, id, canonical, price_minor, currency, unit, quantity, vendor, date, discovery, fact_no,
        origin, note FROM price_observation WHERE deleted = 0";
const RATES: &str = "SELECT id, source, target, rate, date, note FROM exchange_rate WHERE deleted = 0";

impl Reader {
    /// The stored prices of a canonical item, in the order in which they came.
    pub fn prices(&self, canonical: CanonicalSeq) -> Result<Vec<PriceRow>, StoreError> {
        self.select(&format!("{PRICES} AND canonical = ?1 ORDER BY seq"), [canonical], price_row)
    }

    pub fn price(&self, id: Uuid) -> Result<Option<PriceRow>, StoreError> {
        self.select_one(&format!("{PRICES} AND id = ?1"), [id], price_row)
    }

    /// Reads the analyst's decision on the price that a fact states.
    pub fn price_of_fact(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Option<PriceRow>, StoreError> {
        let sql = format!("{PRICES} AND discovery = ?1 AND fact_no = ?2");
        self.select_one(&sql, params![discovery, label_no], price_row)
    }

    /// The rates that the analyst gave, in the order of giving.
    pub fn rates(&self) -> Result<Vec<RateRow>, StoreError> {
        self.select(&format!("{RATES} ORDER BY seq"), [], rate_row)
    }

    pub fn rate(&self, id: Uuid) -> Result<Option<RateRow>, StoreError> {
        self.select_one(&format!("{RATES} AND id = ?1"), [id], rate_row)
    }

    /// The accepted facts of these keys within a scope, oldest first.
    pub fn accepted_facts_of(
        &self,
        discovery: DiscoverySeq,
        keys: &[&str],
        scope: &str,
    ) -> Result<Vec<FactSeq>, StoreError> {
        let mut facts = Vec::new();
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?2 AND item_id = ?3 AND status = 'accepted'
                   AND key <> 'note' AND deleted = 0";
        let mut statement = self.connection().prepare_cached(sql)?;
        for key in keys {
            for seq in statement.query_map(params![discovery, key, scope], |row| row.get(0))? {
                facts.push(seq?);
            }
        }
        facts.sort_by_key(|fact| *fact);
        Ok(facts)
    }

    /// The accepted statements of sources about an item, oldest first.
    pub fn accepted_notes_of(&self, discovery: DiscoverySeq, scope: &str) -> Result<Vec<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = 'note' AND item_id = ?2 AND status = 'accepted'
                   AND source_kind = 'user' AND deleted = 0 ORDER BY seq";
        self.select(sql, params![discovery, scope], |row| row.get(0))
    }

    /// As [`Self::accepted_facts_of`], of every scope.
    pub fn accepted_facts_with(&self, discovery: DiscoverySeq, keys: &[String]) -> Result<Vec<FactSeq>, StoreError> {
        let mut facts = Vec::new();
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?2 AND status = 'accepted' AND key <> 'note'
                   AND deleted = 0";
        let mut statement = self.connection().prepare_cached(sql)?;
        for key in keys {
            for seq in statement.query_map(params![discovery, key], |row| row.get(0))? {
                facts.push(seq?);
            }
        }
        facts.sort_by_key(|fact| *fact);
        Ok(facts)
    }
}

impl Writer<'_> {
    pub fn insert_price(&mut self, canonical: CanonicalSeq, price: &PriceContent) -> Result<Uuid, StoreError> {
        let sql = "INSERT INTO price_observation (id, canonical, price_minor, currency, unit, quantity, vendor, date,
                discovery, fact_no, origin, note, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
        let id = self.next_id();
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            canonical,
            price.price.minor,
            price.price.currency.code(),
            price.unit,
            price.quantity.map(|quantity| quantity.to_string()),
            price.vendor,
            price.date.to_string(),
            price.fact.map(|(discovery, _)| discovery),
            price.fact.map(|(_, label_no)| label_no),
            price.origin.as_str(),
            price.note,
            self.now_ms()
        ])?;
        Ok(id)
    }

    pub fn hide_price(&mut self, id: Uuid) -> Result<(), StoreError> {
        self.change("UPDATE price_observation SET deleted = 1 WHERE id = ?1", [id])
    }

    pub fn insert_rate(&mut self, rate: &RateRow) -> Result<Uuid, StoreError> {
        let sql = "INSERT INTO exchange_rate (id, source, target, rate, date, note, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (id, now) = (self.next_id(), self.now_ms());
        let (source, target) = (rate.from.code(), rate.to.code());
        let row = params![id, source, target, rate.rate.to_string(), rate.date.to_string(), rate.note, now];
        self.connection().prepare_cached(sql)?.execute(row)?;
        Ok(id)
    }

    pub fn hide_rate(&mut self, id: Uuid) -> Result<(), StoreError> {
        self.change("UPDATE exchange_rate SET deleted = 1 WHERE id = ?1", [id])
    }
}

fn price_row(row: &Row<'_>) -> rusqlite::Result<PriceRow> {
    let fact = row.get::<_, Option<DiscoverySeq>>(9)?.zip(row.get::<_, Option<i64>>(10)?);
    Ok(PriceRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        canonical: row.get(2)?,
        content: PriceContent {
            price: Money { minor: row.get(3)?, currency: word(row, 4, Currency::from_code)? },
            unit: row.get(5)?,
            quantity: row.get::<_, Option<String>>(6)?.and_then(|digits| digits.parse().ok()),
            vendor: row.get(7)?,
            date: word(row, 8, date)?,
            fact,
            origin: word(row, 11, PriceOrigin::parse)?,
            note: row.get(12)?,
        },
    })
}

fn rate_row(row: &Row<'_>) -> rusqlite::Result<RateRow> {
    Ok(RateRow {
        id: row.get(0)?,
        from: word(row, 1, Currency::from_code)?,
        to: word(row, 2, Currency::from_code)?,
        rate: word(row, 3, |digits| digits.parse().ok())?,
        date: word(row, 4, date)?,
        note: row.get(5)?,
    })
}

fn date(text: &str) -> Option<PartialDate> {
    PartialDate::parse_iso(text)?.ok()
}

/// Reads a word; one that no version of Factly writes is a damaged file.
fn word<T>(row: &Row<'_>, index: usize, parse: impl FnOnce(&str) -> Option<T>) -> rusqlite::Result<T> {
    let text = row.get_ref(index)?.as_str()?;
    parse(text).ok_or_else(|| {
        let what = FromSqlError::Other(format!("an unknown word in the library: {text:?}").into());
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(what))
    })
}
