//! The prices that are shipped, by model: of a day, and only where the analyst gave none.

use std::sync::LazyLock;

use serde::Deserialize;

use super::wallet::TokenRate;

/// The window of a model that nobody knows.
pub const USUAL_CONTEXT: u64 = 8_192;

/// The table that is shipped.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceTable {
    /// The day of the prices.
    pub since: String,
    pub currency: String,
    pub models: Vec<ModelPrice>,
}

/// The price of a million tokens, in millionths of the currency, and how many tokens a call may have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPrice {
    pub model: String,
    pub input: u64,
    pub output: u64,
    pub context: u64,
}

impl ModelPrice {
    pub const fn rate(&self) -> TokenRate {
        TokenRate { input: self.input, output: self.output }
    }
}

/// Returns the table.
pub fn shipped() -> &'static PriceTable {
    static TABLE: LazyLock<PriceTable> = LazyLock::new(|| {
        serde_json::from_str(include_str!("prices.json")).unwrap_or_else(|_| PriceTable {
            since: String::new(),
            currency: String::new(),
            models: Vec::new(),
        })
    });
    &TABLE
}

/// Finds the price of a model by its name, or by its name before a date: `gpt-4.1-mini-2025-04-14`.
pub fn of_model(model: &str) -> Option<&'static ModelPrice> {
    let is_dated = |known: &str| {
        let rest = model.strip_prefix(known).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| rest.len() >= 8 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    };
    shipped().models.iter().find(|price| price.model == model || is_dated(&price.model))
}
