//! The prices of models, as the analyst gave them: Factly ships no prices, since they change.
//!
//! A price holds from a day on, until a newer one of the same model at the same address does. A newer one is set beside
//! it and never in its place, so that what was sent before keeps the price of its day. What the server itself said of a
//! cost comes first.

use factly_core::message;
use factly_core::message::UserMessage;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::{Error, Result};
use crate::providers::Providers;
use crate::store::requests::RequestRow;

/// More than this nobody looks after.
const MOST: usize = 500;
/// A million for a million tokens.
const DEAREST: u64 = 1_000_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Scheme, host and port, as of a key.
    pub origin: String,
    pub model: String,
    /// Of a million tokens, in millionths of the currency.
    pub input: u64,
    pub output: u64,
    /// By its three letters.
    pub currency: String,
    /// The first day on which it holds, as "2026-11-22", in UTC.
    pub since: String,
}

/// The cost of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// In thousand-millionths of the currency.
    pub nano: i64,
    pub currency: String,
    /// The day of the price by which it was reckoned. None: the server said it.
    pub by_price_of: Option<String>,
}

/// Prices as they are kept: in order, each day of a model once, the later of two.
pub(super) fn checked(prices: &[Price]) -> Result<Vec<Price>> {
    if prices.len() > MOST {
        return Err(Error::invalid(message!("There are more than {} prices.", MOST)));
    }
    let mut accepted: Vec<Price> = Vec::new();
    for price in prices {
        let price = price.checked()?;
        accepted.retain(|other| !other.is_of_the_day_of(&price));
        accepted.push(price);
    }
    accepted.sort_by(|a, b| (&a.origin, &a.model, &a.since).cmp(&(&b.origin, &b.model, &b.since)));
    Ok(accepted)
}

impl Providers<'_> {
    /// Sets a price beside those that were given, and says how it is kept. Without a day it holds from today on.
    pub fn add_model_price(&self, price: Price) -> Result<Price> {
        let mut settings = self.stored_settings()?;
        let since = match price.since.as_str() {
            "" => day(self.ctx.world().clock.now_ms()).ok_or_else(|| Error::invalid("There is no date."))?,
            _ => price.since,
        };
        let price = Price { since, ..price }.checked()?;
        settings.prices.push(price.clone());
        self.set_providers(&settings)?;
        Ok(price)
    }

    /// Takes out what was given of a model at an address: the price of a day, or all. Says how many those were.
    pub fn remove_model_prices(&self, origin: &str, model: &str, since: Option<&str>) -> Result<usize> {
        let mut settings = self.stored_settings()?;
        let before = settings.prices.len();
        let is_meant = |price: &Price| {
            price.origin == origin && price.model == model && since.is_none_or(|since| price.since == since)
        };
        settings.prices.retain(|price| !is_meant(price));
        let removed = before - settings.prices.len();
        self.set_providers(&settings)?;
        Ok(removed)
    }
}

impl Price {
    fn checked(&self) -> Result<Self> {
        let refused = |why: UserMessage| {
            Err(Error::invalid(message!("The price of “{}” is refused: {}.", self.model.trim(), why)))
        };
        let Some(origin) = origin(&self.origin) else { return refused(message!("it is of no address")) };
        let (model, currency) = (self.model.trim(), self.currency.trim().to_ascii_uppercase());
        if model.is_empty() {
            return refused(message!("it is of no model"));
        }
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return refused(message!("a currency has three letters"));
        }
        let Ok(since) = self.since.trim().parse::<jiff::civil::Date>() else {
            return refused(message!("its day is not one like 2026-11-22"));
        };
        if self.input.max(self.output) > DEAREST {
            return refused(message!("it is out of all proportion"));
        }
        let (model, since) = (model.to_owned(), since.to_string());
        Ok(Self { origin, model, input: self.input, output: self.output, currency, since })
    }

    fn is_of_the_day_of(&self, other: &Self) -> bool {
        self.origin == other.origin && self.model == other.model && self.since == other.since
    }
}

/// None where nobody knows: the server did not say how many tokens it were, or there was no price on that day.
pub(super) fn cost(row: &RequestRow, prices: &[Price]) -> Option<Cost> {
    if let Some(nano) = row.cost_nano_usd {
        return Some(Cost { nano, currency: "USD".to_owned(), by_price_of: None });
    }
    let (input, output) = (row.input_tokens?, row.output_tokens?);
    let (origin, day) = (origin(&row.url)?, day(row.sent_at)?);
    let held = |price: &&Price| price.origin == origin && price.model == row.model && price.since <= day;
    let price = prices.iter().filter(held).max_by_key(|price| &price.since)?;
    let of = |tokens: i64, price: u64| i128::from(tokens) * i128::from(price);
    let nano = (of(input, price.input) + of(output, price.output) + 500) / 1_000;
    let by_price_of = Some(price.since.clone());
    Some(Cost { nano: i64::try_from(nano).ok()?, currency: price.currency.clone(), by_price_of })
}

pub(super) fn origin(address: &str) -> Option<String> {
    let origin = Url::parse(address.trim()).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

pub(super) fn day(at_ms: i64) -> Option<String> {
    let at = jiff::Timestamp::from_millisecond(at_ms).ok()?;
    Some(at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
}

#[cfg(test)]
mod tests {
    use super::{Price, checked, day};

    fn price(model: &str, input: u64, since: &str) -> Price {
        Price {
            origin: "https://api.example.com/v1".to_owned(),
            model: model.to_owned(),
            input,
            output: 5 * input,
            currency: "eur".to_owned(),
            since: since.to_owned(),
        }
    }

    #[test]
    fn a_price_is_of_an_address_a_model_and_a_day() {
        let accepted =
            checked(&[price("m", 2, "2026-11-02"), price(" m ", 1, "2026-11-01"), price("m", 3, "2026-11-02")])
                .unwrap();
        let summary: Vec<_> = accepted.iter().map(|price| (price.since.as_str(), price.input)).collect();
        assert_eq!(summary, [("2026-11-01", 1), ("2026-11-02", 3)], "the later of two of one day");
        assert_eq!((accepted[0].origin.as_str(), accepted[0].currency.as_str()), ("https://api.example.com", "EUR"));
    }

    #[test]
    fn what_is_no_price_is_refused() {
        let good = price("m", 1, "2026-11-01");
        let rows = [
            Price { origin: "api.example.com".to_owned(), ..good.clone() },
            Price { model: " ".to_owned(), ..good.clone() },
            Price { currency: "euro".to_owned(), ..good.clone() },
            Price { currency: "€".to_owned(), ..good.clone() },
            Price { since: "yesterday".to_owned(), ..good.clone() },
            Price { since: "2026-02-30".to_owned(), ..good.clone() },
            Price { input: u64::MAX, ..good.clone() },
        ];
        for row in rows {
            assert!(checked(std::slice::from_ref(&row)).is_err(), "{row:?}");
        }
        assert!(checked(&vec![good; 501]).is_err(), "too many");
    }

    #[test]
    fn a_day_is_one_in_utc() {
        assert_eq!(day(1_779_000_000_000).as_deref(), Some("2026-05-17"));
    }
}
