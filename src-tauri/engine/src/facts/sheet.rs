//! Facts for a spreadsheet: the columns and the order that a table shows them in.

use std::collections::HashMap;
use std::path::Path;

use factly_core::catalogue::csv::{push_line, text_cell};
use factly_core::facts::AcceptedBy;
use factly_core::message;
use factly_core::values::Value;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::{Fact, FactFilter, Facts, InputReference};
use crate::spreadsheet::save;

const PAGE: u32 = 1_000;

/// The layout of a table's facts.
#[derive(Clone, Copy, Debug, Default)]
pub struct FactSheet<'a> {
    /// By their names, "label" or "value"; all of them where none is named.
    pub columns: &'a [String],
    /// The facts in this order; what is not named follows in the order of the ledger.
    pub facts: &'a [Uuid],
}

/// The columns that facts have, and their headings.
const FACT_COLUMNS: [(&str, &str); 9] = [
    ("label", "Fact"),
    ("status", "Status"),
    ("key", "Key"),
    ("value", "Value"),
    ("text", "Statement"),
    ("quote", "Quote"),
    ("speaker", "Speaker"),
    ("input", "Input"),
    ("confidence", "Confidence"),
];

impl Facts<'_> {
    /// The facts that a filter lets through, as a spreadsheet reads them.
    pub fn facts_csv(&self, discovery: Uuid, filter: &FactFilter, sheet: FactSheet<'_>) -> Result<String> {
        let columns = columns(sheet.columns)?;
        let mut facts = self.all(discovery, filter)?;
        let places: HashMap<Uuid, usize> = sheet.facts.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        facts.sort_by_key(|fact| places.get(&fact.id).copied().unwrap_or(usize::MAX));
        let mut out = String::new();
        push_line(&mut out, columns.iter().flat_map(|column| headings(*column)));
        for fact in &facts {
            push_line(&mut out, columns.iter().flat_map(|(column, _)| cells(fact, column)));
        }
        Ok(out)
    }

    /// Writes [`Self::facts_csv`] to a file, whole or not at all.
    pub fn facts_save(&self, discovery: Uuid, filter: &FactFilter, sheet: FactSheet<'_>, path: &Path) -> Result<()> {
        save(path, self.ctx.world().ids.next(), &self.facts_csv(discovery, filter, sheet)?)
    }

    fn all(&self, discovery: Uuid, filter: &FactFilter) -> Result<Vec<Fact>> {
        let (mut facts, mut after) = (Vec::new(), None);
        loop {
            let page = self.facts(discovery, filter, after.as_deref(), PAGE)?;
            facts.extend(page.facts);
            after = page.next;
            if after.is_none() {
                return Ok(facts);
            }
        }
    }
}

type SheetColumn = (&'static str, &'static str);

fn columns(names: &[String]) -> Result<Vec<SheetColumn>> {
    if names.is_empty() {
        return Ok(FACT_COLUMNS.to_vec());
    }
    let found = |name: &String| FACT_COLUMNS.into_iter().find(|(column, _)| column == name);
    names
        .iter()
        .map(|name| found(name).ok_or_else(|| Error::not_found(message!("Facts have no column “{}”.", name))))
        .collect()
}

/// Of a value its words, and beside them what can be reckoned with; of a status also who accepted.
fn headings((name, heading): SheetColumn) -> Vec<String> {
    match name {
        "value" => ["Value", "Amount", "Unit"].map(str::to_owned).to_vec(),
        "status" => [heading, "Accepted by"].map(str::to_owned).to_vec(),
        _ => vec![heading.to_owned()],
    }
}

fn cells(fact: &Fact, column: &str) -> Vec<String> {
    let evidence = fact.evidence.as_ref();
    let cell = match column {
        "label" => fact.label.clone(),
        "status" => {
            let accepted_by = fact.accepted_by.map_or("", AcceptedBy::as_str);
            return vec![fact.status.as_str().to_owned(), accepted_by.to_owned()];
        }
        "key" => fact.key_label.clone(),
        "value" => return value(&fact.value),
        "text" => fact.text_with_condition(),
        "quote" => evidence.map(|evidence| evidence.quote.clone()).unwrap_or_default(),
        "speaker" => speaker(fact),
        "input" => evidence.and_then(|evidence| evidence.input.as_ref()).map(input).unwrap_or_default(),
        _ => return vec![format!("{:.2}", fact.confidence)],
    };
    vec![text_cell(&cell)]
}

/// As a reader writes it, and as a bare amount with its unit or currency; a date as ISO 8601 writes it. A statement is
/// its text, which has a column of its own.
fn value(value: &Value) -> Vec<String> {
    let (amount, unit) = match value {
        Value::Number(number) => (number.normalize().to_string(), String::new()),
        Value::Dimension(quantity) => (quantity.amount.normalize().to_string(), quantity.unit.symbol().to_owned()),
        Value::Currency(money) => (money.amount().to_string(), money.currency.code().to_owned()),
        Value::Date(date) => (date.to_string(), String::new()),
        Value::Note(_) => return vec![String::new(); 3],
        Value::Boolean(_) | Value::Enum(_) | Value::String(_) => (String::new(), String::new()),
    };
    vec![text_cell(&value.reading()), amount, text_cell(&unit)]
}

fn speaker(fact: &Fact) -> String {
    let location = fact.evidence.as_ref().and_then(|evidence| evidence.location.as_ref());
    let placed = || location.and_then(|location| location.speaker.clone());
    fact.salience.speaker.clone().or_else(placed).unwrap_or_default()
}

fn input(input: &InputReference) -> String {
    format!("{} {}", input.label, input.title)
}
