//! Canonical items and the memory of prices (`docs/contracts/knowledge.md`): what a line of text may mean, and what
//! things have cost.
//!
//! A canonical item is a thing that is bought or done again and again, under one name in every discovery. That a line
//! means it is a decision of the analyst's and no fact, so nothing here decides: an [`ItemSuggestion`] has a score and
//! its reasons, and several that come equally near are marked as such. Everything is in whole numbers and in a fixed
//! order, so that the same catalogue and the same line always give the same answer.
//!
//! Prices are whole minor units, for one unit of the item. They are told per currency and unit and never converted
//! silently: see [`price::convert`].
//!
//! Not part of it: who asks for suggestions and where decisions are kept (the engine), and prices of several items
//! at once.

pub mod csv;
pub mod line;
mod name_index;
mod offer;
pub mod price;
mod price_context;
mod reason;
mod suggest;
mod typo;
mod word;

use std::collections::BTreeMap;

pub use name_index::CatalogueIndex;
pub use offer::{OfferedPrice, PricedUnit, offered_prices};
pub use price_context::{stated_date, stated_unit};
pub use reason::MatchReason;
pub use suggest::{ItemSuggestion, SCORE_MAX};

use crate::values::{Unit, fold};

/// The languages that synonyms and files are read in, as they are named everywhere.
pub const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// A thing under the one name that every discovery shares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CanonicalItem {
    pub name: String,
    /// The unit that its prices are for: `m²`, `h`, `roll`.
    pub unit: String,
    /// Other names, by language.
    pub synonyms: BTreeMap<String, Vec<String>>,
}

/// A unit as it is kept: the symbol of one that is known, else the word as it was written.
pub fn unit_name(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Unit::parse(&text).map_or(text, |unit| unit.symbol().to_owned())
}

/// Synonyms as they are kept: none empty, none twice, none that only says the name again.
pub fn tidy_synonyms(name: &str, synonyms: BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<String>> {
    let mut tidy = BTreeMap::new();
    for (language, names) in synonyms {
        let mut seen = vec![fold(name)];
        let mut distinct = Vec::new();
        for synonym in names {
            let folded = fold(&synonym);
            if !folded.is_empty() && !seen.contains(&folded) {
                distinct.push(synonym.split_whitespace().collect::<Vec<_>>().join(" "));
                seen.push(folded);
            }
        }
        if !distinct.is_empty() {
            tidy.insert(language.trim().to_lowercase(), distinct);
        }
    }
    tidy
}
