//! Items by their fields, for a table and for a spreadsheet: every column in one unit, so that what stands below one
//! another can be compared. No amount is turned into another currency: money is put in order within each, and a
//! spreadsheet has the currency in a column of its own.

use std::collections::HashMap;
use std::path::Path;

use factly_core::catalogue::csv::{push_line, text_cell};
use factly_core::keys::{ValueType, label_in};
use factly_core::knowledge::{FieldSource, ItemField};
use factly_core::language::Language;
use factly_core::message;
use factly_core::values::{PartialDate, Unit, Value};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::items::Item;
use crate::knowledge::Knowledge;
use crate::knowledge::{FieldTable, TableColumn};
use crate::spreadsheet::save;

#[derive(Clone, Debug, PartialEq)]
pub struct ItemTable {
    pub columns: Vec<ItemColumn>,
    pub rows: Vec<ItemRowOfTable>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemColumn {
    pub key: String,
    pub label: String,
    pub value_type: ValueType,
    /// Of every amount in the column.
    pub unit: Option<Unit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemRowOfTable {
    pub item: Item,
    /// One a column.
    pub cells: Vec<ItemCell>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemCell {
    /// In the column's unit, which is not said again: "600".
    pub shown: String,
    /// As the source has it: "6 m".
    pub reading: String,
    pub value: Option<Value>,
    /// Rank among its column's values, from the least: amounts by what they come to, money by its currency first, dates
    /// by the calendar. None for words, whose order is the reader's.
    pub order: Option<u32>,
    pub source: FieldSource,
    pub conflict: bool,
}

/// The part of a table that goes into a file, as it is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableView<'a> {
    /// Columns, in this order; all of them where none are named.
    pub keys: Option<&'a [String]>,
    /// The rows by their items, in this order; what is not named follows in the order of the items.
    pub items: &'a [Uuid],
}

impl Knowledge<'_> {
    /// The items that stand by the fields that any of them has.
    pub fn item_table(&self, discovery: Uuid) -> Result<ItemTable> {
        Ok(table(self.field_table(discovery)?))
    }

    /// As a spreadsheet reads it.
    pub fn item_table_csv(&self, discovery: Uuid, shown: TableView<'_>) -> Result<String> {
        let mut table = self.item_table(discovery)?;
        if let Some(stranger) =
            shown.keys.into_iter().flatten().find(|key| !table.columns.iter().any(|of| of.key == **key))
        {
            return Err(Error::not_found(message!("No item has the field “{}”.", stranger)));
        }
        let places: HashMap<Uuid, usize> = shown.items.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        table.rows.sort_by_key(|row| places.get(&row.item.id).copied().unwrap_or(usize::MAX));
        Ok(csv(&table, shown.keys, self.ctx.language()?.unwrap_or(Language::English)))
    }

    /// Writes [`Self::item_table_csv`] to a file, whole or not at all.
    pub fn item_table_save(&self, discovery: Uuid, shown: TableView<'_>, path: &Path) -> Result<()> {
        let csv = self.item_table_csv(discovery, shown)?;
        save(path, self.ctx.world().ids.next(), &csv)
    }
}

fn table(of: FieldTable) -> ItemTable {
    let columns: Vec<ItemColumn> = of.columns.into_iter().map(column).collect();
    let rows = of.rows.into_iter().map(|row| ItemRowOfTable {
        cells: row.cells.into_iter().zip(&columns).map(|(field, column)| cell(field, column)).collect(),
        item: row.item,
    });
    let mut rows: Vec<ItemRowOfTable> = rows.collect();
    for at in 0..columns.len() {
        put_in_order(rows.iter_mut().filter_map(|row| row.cells.get_mut(at)).collect());
    }
    ItemTable { rows, columns }
}

fn column(of: TableColumn) -> ItemColumn {
    ItemColumn { key: of.key, label: of.label, value_type: of.value_type, unit: of.unit }
}

fn cell(field: ItemField, column: &ItemColumn) -> ItemCell {
    let reading = field.description;
    let amount = match (&field.value, column.unit) {
        (Some(Value::Dimension(quantity)), Some(unit)) => quantity.in_unit(unit),
        (Some(Value::Number(number)), _) => Some(number.normalize()),
        _ => None,
    };
    let shown = amount.map_or_else(|| reading.clone(), |amount| amount.to_string());
    ItemCell { shown, reading, value: field.value, order: None, source: field.source, conflict: field.conflict }
}

/// Tells the cells of one column their order; what is the same has the same.
fn put_in_order(cells: Vec<&mut ItemCell>) {
    let mut places: Vec<SortKey> = cells.iter().filter_map(|cell| SortKey::from_value(cell.value.as_ref()?)).collect();
    places.sort_unstable();
    places.dedup();
    for cell in cells {
        let index = cell.value.as_ref().and_then(SortKey::from_value).and_then(|key| places.binary_search(&key).ok());
        cell.order = index.and_then(|index| u32::try_from(index).ok());
    }
}

/// The position of a value among those of its column.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    /// Of one measure: months are no number of days.
    Amount(&'static str, Decimal),
    /// Of one currency.
    Money(&'static str, i64),
    Date(PartialDate),
}

impl SortKey {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(Self::Amount("", *number)),
            Value::Dimension(quantity) => Some(Self::Amount(quantity.unit.measure().as_str(), quantity.base())),
            Value::Currency(money) => Some(Self::Money(money.currency.code(), money.minor)),
            Value::Date(date) => Some(Self::Date(*date)),
            Value::Boolean(_) | Value::Enum(_) | Value::String(_) | Value::Note(_) => None,
        }
    }
}

fn csv(table: &ItemTable, keys: Option<&[String]>, language: Language) -> String {
    let index_of = |key: &String| table.columns.iter().position(|column| column.key == *key);
    let places: Vec<usize> = match keys {
        Some(keys) => keys.iter().filter_map(index_of).collect(),
        None => (0..table.columns.len()).collect(),
    };
    let mut out = String::new();
    let headings = places.iter().flat_map(|index| headings(&table.columns[*index], language));
    let item = if language == Language::German { "Gegenstand" } else { "Item" };
    push_line(&mut out, [item.to_owned(), "Name".to_owned()].into_iter().chain(headings));
    for row in &table.rows {
        let written = places.iter().flat_map(|index| written(&row.cells[*index], &table.columns[*index]));
        let named = [row.item.reference(), text_cell(&row.item.name)];
        push_line(&mut out, named.into_iter().chain(written));
    }
    out
}

/// Of a column as a spreadsheet has it: money is an amount and, beside it, its currency.
fn headings(column: &ItemColumn, language: Language) -> Vec<String> {
    let label = label_in(&column.label, language);
    let money = if language == Language::German { ["Betrag", "Währung"] } else { ["amount", "currency"] };
    match (column.value_type, column.unit) {
        (ValueType::Currency, _) => money.map(|part| text_cell(&format!("{label} ({part})"))).to_vec(),
        (_, Some(unit)) => vec![text_cell(&format!("{label} ({unit})"))],
        (_, None) => vec![text_cell(label)],
    }
}

/// A cell in as many columns as [`headings`] gives: bare amounts, and dates as ISO 8601 writes them.
fn written(cell: &ItemCell, column: &ItemColumn) -> Vec<String> {
    let mut written = match &cell.value {
        Some(Value::Currency(money)) => vec![money.amount().to_string(), money.currency.code().to_owned()],
        Some(Value::Date(date)) => vec![text_cell(&date.to_string())],
        Some(Value::Dimension(quantity)) if column.unit.and_then(|unit| quantity.in_unit(unit)).is_some() => {
            vec![cell.shown.clone()]
        }
        Some(Value::Number(_)) => vec![cell.shown.clone()],
        _ => vec![text_cell(&cell.shown)],
    };
    written.resize(headings(column, Language::English).len(), String::new());
    written
}

#[cfg(test)]
mod tests {
    use factly_core::keys::ValueType;
    use factly_core::knowledge::{FieldSource, ItemField};
    use factly_core::language::Language;
    use factly_core::values::{Currency, Expect, Unit, Value};
    use uuid::Uuid;

    use super::{Item, ItemTable, csv, table};
    use crate::knowledge::{FieldTable, FieldTableRow, TableColumn};

    /// One column, "Field", that says `cells`, of items in that order; an empty one has no value.
    fn sample_table(value_type: ValueType, unit: Option<&str>, cells: &[&str]) -> ItemTable {
        let unit = unit.and_then(Unit::parse);
        let expect = Expect { unit, currency: Some(Currency::EUR), ..Expect::for_type(value_type) };
        let row = |(cell, number): (&&str, i64)| FieldTableRow {
            item: Item {
                id: Uuid::nil(),
                number,
                name: "Wall".to_owned(),
                aliases: Vec::new(),
                description: String::new(),
                archived: false,
                merged_into: None,
                created_at: 0,
            },
            cells: vec![ItemField {
                key: "field".to_owned(),
                label: "Field".to_owned(),
                description: Value::from_text(cell, &expect).map(|value| value.reading()).unwrap_or_default(),
                value: Value::from_text(cell, &expect).ok(),
                source: FieldSource::Nothing,
                conflict: false,
            }],
        };
        table(FieldTable {
            columns: vec![TableColumn { key: "field".to_owned(), label: "Field".to_owned(), value_type, unit }],
            rows: cells.iter().zip(1..).map(row).collect(),
        })
    }

    #[test]
    fn the_values_of_a_column_are_in_order_whatever_they_are_written_in() {
        let check = |value_type: ValueType, unit: Option<&str>, least_first: &[&str]| {
            let backwards: Vec<&str> = least_first.iter().rev().copied().collect();
            let mut rows = sample_table(value_type, unit, &backwards).rows;
            rows.sort_by_key(|row| row.cells[0].order);
            let ordered: Vec<i64> = rows.iter().rev().map(|row| row.item.number).collect();
            assert_eq!(ordered, (1..).take(least_first.len()).collect::<Vec<_>>(), "{least_first:?}");
        };
        check(ValueType::Currency, None, &["CHF 5", "CHF 3,000", "€20", "€100", "€1,500", "JPY 90", "$7", "$80"]);
        check(ValueType::Date, None, &["12 May 2025", "2026", "Q1 2026", "1 March 2026", "Q2 2026", "14 April 2026"]);
        check(ValueType::Dimension, Some("cm"), &["-3 cm", "90 mm", "12 cm", "1 m", "1 km"]);
        check(ValueType::Number, None, &["-2", "0.5", "3", "20", "100"]);
        let same = sample_table(ValueType::Dimension, Some("cm"), &["6 m", "600 cm", "", "5 m"]);
        let orders: Vec<_> = same.rows.iter().map(|row| row.cells[0].order).collect();
        assert_eq!(orders, [Some(1), Some(1), None, Some(0)], "the same stands at the same place, and nothing nowhere");
        let words = sample_table(ValueType::String, None, &["10 doors", "9 doors"]);
        assert!(words.rows.iter().all(|row| row.cells[0].order.is_none()), "words are left to the reader's language");
    }

    #[test]
    fn a_spreadsheet_reads_amounts_with_their_currency_beside_them_and_iso_dates() {
        let check = |value_type: ValueType, unit: Option<&str>, rows: &[(&str, &str)], heading: &str| {
            let cells: Vec<&str> = rows.iter().map(|(cell, _)| *cell).collect();
            let csv = csv(&sample_table(value_type, unit, &cells), None, Language::English);
            let mut lines = csv.split("\r\n");
            assert_eq!(lines.next(), Some(&*format!("Item,Name,{heading}")));
            for ((cell, written), (number, line)) in rows.iter().zip((1..).zip(lines)) {
                assert_eq!(line, format!("i{number},Wall,{written}"), "{cell:?}");
            }
        };
        let money = [("€12,000", "12000.00,EUR"), ("CHF -3.50", "-3.50,CHF"), ("¥500", "500,JPY"), ("", ",")];
        check(ValueType::Currency, None, &money, "Field (amount),Field (currency)");
        let dates = [
            ("1 March 2026", "2026-03-01"),
            ("March 2026", "2026-03"),
            ("Q3 2026", "2026-Q3"),
            ("14 March", "'--03-14"),
            ("", ""),
        ];
        check(ValueType::Date, None, &dates, "Field");
        check(ValueType::Dimension, Some("cm"), &[("6 m", "600"), ("-5 cm", "-5"), ("1200 m", "120000")], "Field (cm)");
        check(ValueType::Number, None, &[("1,234.50", "1234.5"), ("-2", "-2")], "Field");
        check(ValueType::Boolean, None, &[("yes", "yes"), ("no", "no")], "Field");
        check(ValueType::String, None, &[("=1+1", "'=1+1"), ("a, b", "\"a, b\"")], "Field");
    }
}
