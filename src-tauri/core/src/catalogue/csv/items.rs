//! The catalogue as CSV: one canonical item a row, its synonyms in a column for each language, parted by `|`.

use std::collections::{BTreeMap, BTreeSet};

use super::sheet::{push_line, text_cell};
use super::table::{CsvFault, CsvSheet, CsvTable, header_key};
use crate::catalogue::{CanonicalItem, LANGUAGES, tidy_synonyms, unit_name};
use crate::message;
use crate::message::UserMessage;
use crate::values::fold;

/// One row of a catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsvItemRow {
    pub line: u64,
    /// As an export wrote it; empty in a file from elsewhere.
    pub id: String,
    pub item: CanonicalItem,
    pub note: String,
    pub archived: bool,
}

const SEPARATOR: char = '|';
const ID: &[&str] = &["id"];
const NAME: &[&str] =
    &["name", "item", "bezeichnung", "artikel", "nom", "désignation", "nombre", "artículo", "denominación"];
const UNIT: &[&str] = &["unit", "einheit", "unité", "unidad"];
const NOTE: &[&str] = &["note", "notes", "notiz", "bemerkung", "remarque", "nota"];
const ARCHIVED: &[&str] = &["archived", "archiviert", "archivé", "archivado"];
const SYNONYMS: &[&str] = &["synonyms", "synonyme", "synonymes", "sinónimos"];

/// Reads a catalogue.
///
/// # Errors
/// All that is wrong with the file; then nothing of it counts.
pub fn read_items(text: &str) -> Result<CsvSheet<CsvItemRow>, Vec<CsvFault>> {
    let table = CsvTable::parse(text)?;
    let name = table.column(NAME).ok_or_else(|| vec![CsvFault::at(1, message!("there is no column “{}”", "name"))])?;
    let (id, unit, note) = (table.column(ID), table.column(UNIT), table.column(NOTE));
    let archived = table.column(ARCHIVED);
    let synonyms: Vec<(usize, String)> =
        table.header.iter().enumerate().filter_map(|(at, header)| Some((at, language(header)?))).collect();
    let mut faults = Vec::new();
    let mut seen: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut rows = Vec::new();
    for row in &table.rows {
        let item_name = row.cell(Some(name)).split_whitespace().collect::<Vec<_>>().join(" ");
        if item_name.is_empty() {
            faults.push(CsvFault {
                line: row.line,
                column: table.name(Some(name)),
                message: message!("there is no name"),
            });
            continue;
        }
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (at, language) in &synonyms {
            let cells = row.cell(Some(*at)).split(SEPARATOR).map(str::to_owned);
            names.entry(language.clone()).or_default().extend(cells);
        }
        let item = CanonicalItem {
            synonyms: tidy_synonyms(&item_name, names),
            unit: unit_name(row.cell(unit)),
            name: item_name,
        };
        if let Some(first) = seen.insert((fold(&item.name), item.unit.clone()), row.line) {
            faults.push(CsvFault::at(row.line, message!("“{}” stands in line {} already", item.name, first)));
        }
        let archived = yes(row.cell(archived)).map_err(|message| {
            faults.push(CsvFault { line: row.line, column: table.name(archived), message });
        });
        rows.push(CsvItemRow {
            line: row.line,
            id: row.cell(id).to_owned(),
            note: row.cell(note).to_owned(),
            archived: archived.unwrap_or_default(),
            item,
        });
    }
    let used: Vec<Option<usize>> =
        [Some(name), id, unit, note, archived].into_iter().chain(synonyms.iter().map(|(at, _)| Some(*at))).collect();
    if faults.is_empty() { Ok(CsvSheet { rows, ignored: table.ignored(&used) }) } else { Err(faults) }
}

/// Writes a catalogue so that [`read_items`] reads the same.
pub fn write_items<'r>(rows: impl IntoIterator<Item = &'r CsvItemRow>) -> String {
    let rows: Vec<&CsvItemRow> = rows.into_iter().collect();
    let mut languages: Vec<&str> = LANGUAGES.to_vec();
    let own = BTreeSet::from_iter(rows.iter().flat_map(|row| row.item.synonyms.keys().map(String::as_str)));
    languages.extend(own.into_iter().filter(|language| !LANGUAGES.contains(language)));
    let synonyms = languages.iter().map(|language| format!("synonyms_{language}"));
    let header: Vec<String> =
        ["id", "name", "unit", "note", "archived"].map(str::to_owned).into_iter().chain(synonyms).collect();
    let mut out = String::new();
    push_line(&mut out, header);
    for row in rows {
        let archived = if row.archived { "yes" } else { "" };
        let fixed = [&row.id, &row.item.name, &row.item.unit, &row.note, archived].map(str::to_owned);
        let names = |language: &&str| {
            row.item.synonyms.get(*language).map_or(String::new(), |names| names.join(&SEPARATOR.to_string()))
        };
        push_line(&mut out, fixed.into_iter().chain(languages.iter().map(names)).map(|cell| text_cell(&cell)));
    }
    out
}

/// The language of a column of synonyms: `synonyms_de`, "Synonyme (de)"; without one they are English.
fn language(header: &str) -> Option<String> {
    let key = header_key(header);
    let (base, language) = key.split_once(' ').unwrap_or((&key, "en"));
    let language = language.trim();
    let short = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    (SYNONYMS.contains(&base) && short).then(|| language.to_owned())
}

fn yes(cell: &str) -> Result<bool, UserMessage> {
    match fold(cell).as_str() {
        "" | "no" | "nein" | "non" | "0" | "false" => Ok(false),
        "yes" | "ja" | "oui" | "sí" | "si" | "1" | "true" | "x" => Ok(true),
        _ => Err(message!("“{}” is neither yes nor no", cell)),
    }
}
