//! Facts for a spreadsheet: the columns and the order that a table shows them in.

use std::collections::HashMap;
use std::path::Path;

use factly_core::catalogue::csv::{push_line, text_cell};
use factly_core::facts::{AcceptedBy, Status};
use factly_core::keys::label_in;
use factly_core::language::Language;
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

/// The columns that facts have, and their headings: of a value its words, and beside them what can be reckoned with; of
/// a status also who accepted.
const FACT_COLUMNS: [&str; 9] = ["label", "status", "key", "value", "text", "quote", "speaker", "input", "confidence"];
const HEADINGS: [&[&str]; 9] = [
    &["Fact"],
    &["Status", "Accepted by"],
    &["Key"],
    &["Value", "Amount", "Unit"],
    &["Statement"],
    &["Quote"],
    &["Speaker"],
    &["Input"],
    &["Confidence"],
];
const GERMAN_HEADINGS: [&[&str]; 9] = [
    &["Fakt"],
    &["Status", "Angenommen von"],
    &["Schlüssel"],
    &["Wert", "Betrag", "Einheit"],
    &["Aussage"],
    &["Zitat"],
    &["Sprecher"],
    &["Input"],
    &["Sicherheit"],
];

impl Facts<'_> {
    /// The facts that a filter lets through, as a spreadsheet reads them: in the language of whoever uses the library.
    pub fn facts_csv(&self, discovery: Uuid, filter: &FactFilter, sheet: FactSheet<'_>) -> Result<String> {
        let columns = columns(sheet.columns)?;
        let language = self.ctx.language()?.unwrap_or(Language::English);
        let mut facts = self.all(discovery, filter)?;
        let places: HashMap<Uuid, usize> = sheet.facts.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        facts.sort_by_key(|fact| places.get(&fact.id).copied().unwrap_or(usize::MAX));
        let mut out = String::new();
        push_line(&mut out, columns.iter().flat_map(|column| headings(*column, language)));
        for fact in &facts {
            push_line(&mut out, columns.iter().flat_map(|column| cells(fact, *column, language)));
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

/// Returns the numbers of columns.
fn columns(names: &[String]) -> Result<Vec<usize>> {
    if names.is_empty() {
        return Ok((0..FACT_COLUMNS.len()).collect());
    }
    let found = |name: &String| FACT_COLUMNS.iter().position(|column| column == name);
    names
        .iter()
        .map(|name| found(name).ok_or_else(|| Error::not_found(message!("Facts have no column “{}”.", name))))
        .collect()
}

fn headings(column: usize, language: Language) -> impl Iterator<Item = String> {
    let headings = if language == Language::German { GERMAN_HEADINGS } else { HEADINGS };
    headings[column].iter().map(|heading| (*heading).to_owned())
}

fn cells(fact: &Fact, column: usize, language: Language) -> Vec<String> {
    let evidence = fact.evidence.as_ref();
    let cell = match FACT_COLUMNS[column] {
        "label" => fact.label.clone(),
        "status" => {
            let accepted_by = fact.accepted_by.map_or("", |by| accepted_by_words(by, language));
            return vec![status_words(fact.status, language).to_owned(), accepted_by.to_owned()];
        }
        "key" => label_in(&fact.key_label, language).to_owned(),
        "value" => return value(&fact.value, language),
        "text" => fact.statement_in(language),
        "quote" => evidence.map(|evidence| evidence.quote.clone()).unwrap_or_default(),
        "speaker" => speaker(fact),
        "input" => evidence.and_then(|evidence| evidence.input.as_ref()).map(input).unwrap_or_default(),
        _ => return vec![format!("{:.2}", fact.confidence)],
    };
    vec![text_cell(&cell)]
}

const fn status_words(status: Status, language: Language) -> &'static str {
    match (language, status) {
        (Language::German, Status::Proposed) => "neu",
        (Language::German, Status::Accepted) => "angenommen",
        (Language::German, Status::Rejected) => "abgelehnt",
        (Language::German, Status::Conflict) => "Konflikt",
        (Language::German, Status::Superseded) => "abgelöst",
        _ => status.as_str(),
    }
}

const fn accepted_by_words(by: AcceptedBy, language: Language) -> &'static str {
    match (language, by) {
        (Language::German, AcceptedBy::Rules) => "Regeln",
        (Language::German, AcceptedBy::Analyst) => "Analyst",
        _ => by.as_str(),
    }
}

/// As a reader writes it, and as a bare amount with its unit or currency; a date as ISO 8601 writes it. A statement is
/// its text, which has a column of its own.
fn value(value: &Value, language: Language) -> Vec<String> {
    let (amount, unit) = match value {
        Value::Number(number) => (number.normalize().to_string(), String::new()),
        Value::Dimension(quantity) => (quantity.amount.normalize().to_string(), quantity.unit.symbol().to_owned()),
        Value::Currency(money) => (money.amount().to_string(), money.currency.code().to_owned()),
        Value::Date(date) => (date.to_string(), String::new()),
        Value::Note(_) => return vec![String::new(); 3],
        Value::Boolean(_) | Value::Enum(_) | Value::String(_) => (String::new(), String::new()),
    };
    vec![text_cell(&value.reading_in(language)), amount, text_cell(&unit)]
}

fn speaker(fact: &Fact) -> String {
    let location = fact.evidence.as_ref().and_then(|evidence| evidence.location.as_ref());
    let placed = || location.and_then(|location| location.speaker.clone());
    fact.salience.speaker.clone().or_else(placed).unwrap_or_default()
}

fn input(input: &InputReference) -> String {
    format!("{} {}", input.label, input.title)
}
