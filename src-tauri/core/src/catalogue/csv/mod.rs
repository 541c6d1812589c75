//! Catalogues and prices as CSV (RFC 4180), as spreadsheets of four languages write it.
//!
//! Commas, semicolons or tabs; `1,234.50`, `1.234,50` or `1 234,50`; `2026-03-01`, `01.03.2026`, `1 mars 2026`. How
//! numbers and dates are written is judged by the whole file, and a cell that can still be read two ways is a fault
//! and never a guess. A file is read whole or not at all: every fault is named by its line.

mod cell;
mod items;
mod prices;
mod sheet;
mod table;

pub use items::{CsvItemRow, read_items, write_items};
pub use prices::{CsvPriceRow, read_prices, write_prices};
pub use sheet::{push_line, text_cell};
pub use table::{CsvFault, CsvSheet};

use rust_decimal::Decimal;

use crate::message;
use crate::message::UserMessage;
use crate::values::{Money, NumberFormat, PartialDate};

/// A price as somebody types it who writes numbers so, with its currency in it or beside it.
///
/// # Errors
/// A description of what is wrong with it, or of how it could be read in two ways.
pub fn typed_price(text: &str, currency: &str, format: NumberFormat) -> Result<Money, UserMessage> {
    cell::CsvConventions::typed(format).money(text.trim(), currency)
}

/// A number as somebody types it.
///
/// # Errors
/// As [`typed_price`].
pub fn typed_number(text: &str, format: NumberFormat) -> Result<Decimal, UserMessage> {
    cell::CsvConventions::typed(format).number(text)
}

/// A date as somebody types it, which has a place in time.
///
/// # Errors
/// As [`typed_price`].
pub fn typed_date(text: &str) -> Result<PartialDate, UserMessage> {
    let date = cell::CsvConventions::default().date(text.trim())?;
    super::price::day_of(date).map(|_| date).ok_or_else(|| message!("“{}” has no place in time", text))
}
