//! Canonical items, what lines mean them, and what they have cost.
//!
//! The catalogue, typed prices and rates are the whole library's and are undone on its own stack; that a line means a
//! canonical item is a discovery's decision and is undone there. Suggestions are computed and never stored. A price that
//! a fact tells is read from the fact through a confirmed link, so that it goes with the fact: superseded, rejected or
//! undone, it counts no longer.
//!
//! | file | does |
//! |---|---|
//! | `canonical`, `cache` | keeps the catalogue, and holds it ready for search and suggestions |
//! | `import`, `file` | brings catalogues and prices in and out as CSV |
//! | `lines`, `links` | what of a discovery may mean a canonical item, and deciding on it |
//! | `proposals` | the rows of offers and price lists as items with their prices, for the analyst to confirm |
//! | `prices`, `stated_prices`, `panel`, `rates` | what was seen, what it tells, and in which currency |

mod cache;
mod canonical;
mod file;
mod import;
mod lines;
mod links;
mod panel;
mod prices;
mod proposals;
mod rates;
mod stated_prices;

use crate::context::area;
pub(crate) use cache::CatalogueCache;
pub use canonical::{
    CanonicalSummary, CanonicalView, CatalogueChange, CataloguePage, LastPrice, NewCanonical, WaitingCanonical,
};
pub use file::CsvKind;
pub use import::{CsvLine, CsvReport, CsvWhat};
pub use lines::{LineName, LineView, Lines, LinkView, SuggestionView};
pub(crate) use links::decisions;
pub use panel::{ConvertedView, LinkedLine, PointFact, PricePanel, PricePoint};
pub use prices::PriceInput;
pub use proposals::{ConfirmedItem, ItemChoice, ItemProposal, ProposedFact, ProposedPrice};
pub use rates::RateInput;

area! {
    /// Canonical items, the lines that mean them, and their prices.
    Catalogue
}
