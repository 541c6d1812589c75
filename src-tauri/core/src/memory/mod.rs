//! Canonical items and the memory of prices (`docs/contracts/knowledge.md`): what a line of text may mean, and what
//! things have cost.
//!
//! A canonical item is a thing that is bought or done again and again, under one name in every discovery. That a line
//! means it is a decision of the analyst's and no fact, so nothing here decides: a [`Suggestion`] has a score and its
//! reasons, and several that come equally near are marked as such. Everything is in whole numbers and in a fixed order,
//! so that the same catalogue and the same line always give the same answer.
//!
//! Prices are whole minor units, for one unit of the item. They are told per currency and unit and never converted
//! silently: see [`price::convert`].
//!
//! What is left out: who asks for suggestions and where decisions are kept (the engine), and prices of several items
//! at once.

mod catalogue;
pub mod csv;
pub mod line;
mod offer;
pub mod price;
mod reason;
mod stated;
mod suggest;
mod typo;
mod word;

use std::collections::BTreeMap;

pub use catalogue::Catalogue;
pub use offer::{OfferedPrice, PricedUnit, offered_prices};
pub use reason::MatchReason;
pub use stated::{stated_date, stated_unit};
pub use suggest::{SCORE_MAX, Suggestion};

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
        let mut kept = Vec::new();
        for synonym in names {
            let folded = fold(&synonym);
            if !folded.is_empty() && !seen.contains(&folded) {
                kept.push(synonym.split_whitespace().collect::<Vec<_>>().join(" "));
                seen.push(folded);
            }
        }
        if !kept.is_empty() {
            tidy.insert(language.trim().to_lowercase(), kept);
        }
    }
    tidy
}
