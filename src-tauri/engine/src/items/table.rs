//! Items by their fields, for a table and for a spreadsheet: every column in one unit, so that what stands below one
//! another can be compared.

use std::path::Path;

use factly_core::keys::ValueType;
use factly_core::knowledge::{Field, FieldSource};
use factly_core::values::{Unit, Value};
use uuid::Uuid;

use super::Item;
use crate::error::{Error, Result};
use crate::knowledge::{Column, FieldTable};
use crate::library::Library;
use crate::transfer::file::{unwritten, write_whole};

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
    /// Puts amounts in order.
    pub order: Option<f64>,
    pub source: FieldSource,
    pub conflict: bool,
}

impl Library {
    /// The items that stand by the fields that any of them has.
    pub fn item_table(&self, discovery: Uuid) -> Result<ItemTable> {
        Ok(table(self.field_table(discovery)?))
    }

    /// As a spreadsheet reads it; of the columns `keys`, or of all.
    pub fn item_table_csv(&self, discovery: Uuid, keys: Option<&[String]>) -> Result<String> {
        let table = self.item_table(discovery)?;
        if let Some(stranger) = keys.into_iter().flatten().find(|key| !table.columns.iter().any(|of| of.key == **key)) {
            return Err(Error::not_found(format!("No item has the field “{stranger}”.")));
        }
        Ok(csv(&table, keys))
    }

    /// Writes [`Self::item_table_csv`] to a file, whole or not at all.
    pub fn item_table_save(&self, discovery: Uuid, keys: Option<&[String]>, path: &Path) -> Result<()> {
        let csv = self.item_table_csv(discovery, keys)?;
        write_whole(path, self.world().ids.next(), |out| {
            // The mark by which a spreadsheet knows UTF-8.
            let written = out.write_all("\u{feff}".as_bytes()).and_then(|()| out.write_all(csv.as_bytes()));
            written.map_err(|error| unwritten(path, &error))
        })
    }
}

fn table(of: FieldTable) -> ItemTable {
    let columns: Vec<ItemColumn> = of.columns.into_iter().map(column).collect();
    let rows = of.rows.into_iter().map(|row| ItemRowOfTable {
        cells: row.cells.into_iter().zip(&columns).map(|(field, column)| cell(field, column)).collect(),
        item: row.item,
    });
    ItemTable { rows: rows.collect(), columns }
}

fn column(of: Column) -> ItemColumn {
    ItemColumn { key: of.key, label: of.label, value_type: of.value_type, unit: of.unit }
}

fn cell(field: Field, column: &ItemColumn) -> ItemCell {
    let reading = field.value.as_ref().map(Value::reading).unwrap_or_default();
    let (shown, order) = match (&field.value, column.unit) {
        (Some(Value::Dimension(quantity)), Some(unit)) => match quantity.in_unit(unit) {
            Some(amount) => (amount.to_string(), number(&amount.to_string())),
            None => (reading.clone(), None),
        },
        (Some(Value::Number(amount)), _) => (amount.normalize().to_string(), number(&amount.to_string())),
        (Some(Value::Currency(money)), _) => (reading.clone(), Some(money.minor as f64)),
        _ => (reading.clone(), None),
    };
    ItemCell { shown, reading, order, source: field.source, conflict: field.conflict }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

fn csv(table: &ItemTable, keys: Option<&[String]>) -> String {
    let place = |key: &String| table.columns.iter().position(|column| column.key == *key);
    let places: Vec<usize> = match keys {
        Some(keys) => keys.iter().filter_map(place).collect(),
        None => (0..table.columns.len()).collect(),
    };
    let heading = |place: &usize| {
        let column = &table.columns[*place];
        match column.unit {
            Some(unit) => text(&format!("{} ({unit})", column.label)),
            None => text(&column.label),
        }
    };
    let mut out = String::new();
    line(&mut out, ["Item".to_owned(), "Name".to_owned()].into_iter().chain(places.iter().map(heading)));
    for row in &table.rows {
        let cell = |place: &usize| match &row.cells[*place] {
            cell if cell.order.is_some() && !cell.shown.contains(',') => cell.shown.clone(),
            cell => text(&cell.shown),
        };
        let named = [row.item.reference(), text(&row.item.name)];
        line(&mut out, named.into_iter().chain(places.iter().map(cell)));
    }
    out
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    out.push_str(&cells.collect::<Vec<_>>().join(","));
    out.push_str("\r\n");
}

/// Text is never taken for a formula: a quote that a spreadsheet does not show stands before what would be one.
fn text(said: &str) -> String {
    let formula = said.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let said = if formula { format!("'{said}") } else { said.to_owned() };
    if said.contains([',', '"', '\n', '\r']) { format!("\"{}\"", said.replace('"', "\"\"")) } else { said }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_cell_is_one_cell_and_no_formula() {
        let check = |said: &str, expected: &str| assert_eq!(text(said), expected, "{said:?}");
        check("Backdrop", "Backdrop");
        check("a, \"b\"\nc", "\"a, \"\"b\"\"\nc\"");
        check("=1+1", "'=1+1");
        check("@cmd", "'@cmd");
        check("-5 °C", "'-5 °C");
    }
}
