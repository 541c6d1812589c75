//! Spreadsheets: each sheet under its name, rows as lines, numbers and dates as they are shown as far as their format
//! tells; dates are ISO.

mod compound;
mod container;
mod merged;
mod numbers;
mod strings;
mod styles;
mod xls;
mod xlsx;

use crate::budget::Budget;
use crate::extract::Extract;
use crate::format::Format;
use crate::odf;
use crate::package::Package;
use crate::refusal::Refusal;

/// A spreadsheet of any of the three kinds.
pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    if !bytes.starts_with(b"PK") {
        return xls::read(bytes, budget);
    }
    let is_opendocument = Package::open(bytes, budget)?.has("content.xml");
    if is_opendocument { odf::read(Format::Spreadsheet, bytes, budget) } else { xlsx::read(bytes, budget) }
}
