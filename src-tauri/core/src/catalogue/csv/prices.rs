//! Prices as CSV: one observation a row, the price being for one unit.

use rust_decimal::Decimal;

use super::cell::CsvConventions;
use super::sheet::{push_line, text_cell};
use super::table::{CsvFault, CsvRow, CsvSheet, CsvTable};
use crate::catalogue::price::day_of;
use crate::catalogue::unit_name;
use crate::message;
use crate::message::UserMessage;
use crate::values::{Money, PartialDate};

/// One row of a list of prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvPriceRow {
    pub line: u64,
    /// As the file names it.
    pub item: String,
    /// For one unit.
    pub price: Money,
    /// Empty: the item's own.
    pub unit: String,
    pub quantity: Option<Decimal>,
    pub vendor: String,
    pub date: PartialDate,
    pub note: String,
}

const ITEM: &[&str] =
    &["item", "name", "artikel", "bezeichnung", "article", "nom", "désignation", "artículo", "nombre", "denominación"];
const PRICE: &[&str] = &[
    "price",
    "unit price",
    "preis",
    "einzelpreis",
    "stückpreis",
    "prix",
    "prix unitaire",
    "precio",
    "precio unitario",
];
const CURRENCY: &[&str] = &["currency", "währung", "devise", "monnaie", "moneda", "divisa"];
const UNIT: &[&str] = &["unit", "einheit", "unité", "unidad"];
const QUANTITY: &[&str] = &["quantity", "qty", "menge", "anzahl", "quantité", "cantidad"];
const VENDOR: &[&str] = &["vendor", "supplier", "lieferant", "anbieter", "fournisseur", "proveedor"];
const DATE: &[&str] = &["date", "datum", "fecha"];
const NOTE: &[&str] = &["note", "notes", "notiz", "bemerkung", "remarque", "nota"];

struct PriceColumns {
    item: usize,
    price: usize,
    date: usize,
    currency: Option<usize>,
    unit: Option<usize>,
    quantity: Option<usize>,
    vendor: Option<usize>,
    note: Option<usize>,
}

/// Reads a list of prices.
///
/// # Errors
/// All that is wrong with the file; then nothing of it counts.
pub fn read_prices(text: &str) -> Result<CsvSheet<CsvPriceRow>, Vec<CsvFault>> {
    let table = CsvTable::parse(text)?;
    let columns = columns(&table)?;
    let cells = |at: Option<usize>| table.rows.iter().map(move |row| row.cell(at));
    let numbers = cells(Some(columns.price)).chain(cells(columns.quantity));
    let writing = CsvConventions::detect(numbers, cells(Some(columns.date)));
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for row in &table.rows {
        match price_row(&table, &columns, writing, row) {
            Ok(row) => rows.push(row),
            Err(found) => faults.extend(found),
        }
    }
    let PriceColumns { item, price, date, currency, unit, quantity, vendor, note } = columns;
    let used = [Some(item), Some(price), Some(date), currency, unit, quantity, vendor, note];
    if faults.is_empty() { Ok(CsvSheet { rows, ignored: table.ignored(&used) }) } else { Err(faults) }
}

/// Writes prices so that [`read_prices`] reads the same.
pub fn write_prices<'r>(rows: impl IntoIterator<Item = &'r CsvPriceRow>) -> String {
    let mut out = String::new();
    let header = ["item", "unit_price", "currency", "unit", "quantity", "vendor", "date", "note"];
    push_line(&mut out, header.map(str::to_owned));
    for row in rows {
        let (price, quantity) = (row.price.amount().to_string(), row.quantity.map(|number| number.to_string()));
        let (date, quantity) = (row.date.to_string(), quantity.unwrap_or_default());
        let currency = row.price.currency.code().to_owned();
        let [item, unit, vendor, note] = [&row.item, &row.unit, &row.vendor, &row.note].map(|text| text_cell(text));
        push_line(&mut out, [item, price, currency, unit, quantity, vendor, date, note]);
    }
    out
}

fn columns(table: &CsvTable) -> Result<PriceColumns, Vec<CsvFault>> {
    let found = [("item", table.column(ITEM)), ("price", table.column(PRICE)), ("date", table.column(DATE))];
    let [(_, Some(item)), (_, Some(price)), (_, Some(date))] = found else {
        let missing = found.into_iter().filter(|(_, at)| at.is_none());
        return Err(missing.map(|(name, _)| CsvFault::at(1, message!("there is no column “{}”", name))).collect());
    };
    Ok(PriceColumns {
        item,
        price,
        date,
        currency: table.column(CURRENCY),
        unit: table.column(UNIT),
        quantity: table.column(QUANTITY),
        vendor: table.column(VENDOR),
        note: table.column(NOTE),
    })
}

/// All that is wrong with a row is told at once.
fn price_row(
    table: &CsvTable,
    columns: &PriceColumns,
    writing: CsvConventions,
    row: &CsvRow,
) -> Result<CsvPriceRow, Vec<CsvFault>> {
    let mut faults = Vec::new();
    let mut fault = |at: usize, message: UserMessage| {
        faults.push(CsvFault { line: row.line, column: table.name(Some(at)), message });
    };
    let item = row.cell(Some(columns.item));
    if item.is_empty() {
        fault(columns.item, message!("there is no item"));
    }
    let price = writing.money(row.cell(Some(columns.price)), row.cell(columns.currency));
    let price = price.map_err(|message| fault(columns.price, message)).ok();
    let date = writing.date(row.cell(Some(columns.date))).and_then(|date| {
        day_of(date).map(|_| date).ok_or_else(|| message!("“{}” has no place in time", row.cell(Some(columns.date))))
    });
    let date = date.map_err(|message| fault(columns.date, message)).ok();
    let quantity = match (columns.quantity, row.cell(columns.quantity)) {
        (None, _) | (_, "") => None,
        (Some(at), cell) => writing.number(cell).map_err(|message| fault(at, message)).ok(),
    };
    match (price, date) {
        (Some(price), Some(date)) if faults.is_empty() => Ok(CsvPriceRow {
            line: row.line,
            item: item.to_owned(),
            price,
            unit: unit_name(row.cell(columns.unit)),
            quantity,
            vendor: row.cell(columns.vendor).split_whitespace().collect::<Vec<_>>().join(" "),
            date,
            note: row.cell(columns.note).to_owned(),
        }),
        _ => Err(faults),
    }
}
