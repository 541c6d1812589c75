//! The catalogue: finding, adding, changing and putting aside canonical items, each one step of the library's undo.

use crate::catalogue::CatalogueCache;
use std::collections::{BTreeMap, HashSet};

use factly_core::catalogue::{CanonicalItem, csv, tidy_synonyms, unit_name};
use factly_core::message;
use factly_core::values::{Money, PartialDate, Tax, fold};
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::cache::CatalogueSnapshot;
use crate::error::{Code, Error, Result};
use crate::store::canonical_items::{CanonicalContent, CanonicalRow};
use crate::store::transfer::WaitingRow;
use crate::store::{CanonicalSeq, Op, Reader, Stack, Topic, Writer};

/// A name longer than this is a description.
const MAX_NAME_CHARS: usize = 200;
const MAX_NOTE_CHARS: usize = 2_000;
/// A page of a window is shorter.
const MAX_PAGE: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalView {
    pub id: Uuid,
    pub name: String,
    pub unit: String,
    pub synonyms: BTreeMap<String, Vec<String>>,
    pub note: String,
    pub archived: bool,
    pub created_at: i64,
}

/// A canonical item in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalSummary {
    pub item: CanonicalView,
    /// Lines of discoveries that mean it.
    pub lines: u32,
    pub prices: u32,
    pub last: Option<LastPrice>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPrice {
    pub price: Money,
    /// Inclusion of the tax; none where nobody says so.
    pub tax: Option<Tax>,
    pub unit: String,
    pub date: PartialDate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CataloguePage {
    /// Number of items that the search found.
    pub total: usize,
    /// Number of all items, searched or not.
    pub all: usize,
    pub items: Vec<CanonicalSummary>,
}

/// A canonical item that lines mean and the catalogue does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCanonical {
    pub id: Uuid,
    pub name: String,
    pub unit: String,
    pub note: String,
    /// Lines of which it is decided that they mean it, or that they do not.
    pub lines: u32,
    pub prices: u32,
}

/// A canonical item about to be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewCanonical {
    pub name: String,
    pub unit: String,
    pub synonyms: BTreeMap<String, Vec<String>>,
    pub note: String,
}

/// The changes; `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogueChange {
    pub name: Option<String>,
    pub unit: Option<String>,
    pub synonyms: Option<BTreeMap<String, Vec<String>>>,
    pub note: Option<String>,
}

impl Catalogue<'_> {
    /// A page of the catalogue by name, of those whose names have every word of `words`.
    pub fn page(&self, words: &str, archived: bool, from: usize, count: usize) -> Result<CataloguePage> {
        let held = self.held_catalogue()?;
        let found = held.search(words, archived);
        let page = found.iter().skip(from).take(count.min(MAX_PAGE));
        let items = page.map(|row| self.canonical_summary(row)).collect::<Result<_>>()?;
        Ok(CataloguePage { total: found.len(), all: held.rows.len(), items })
    }

    pub fn canonical_item(&self, id: Uuid) -> Result<CanonicalView> {
        self.ctx.read(|r| Ok(view(&canonical_row(r, id)?)))
    }

    /// The canonical item that a person names: by an id or its beginning, its name, or a synonym.
    pub fn find_canonical(&self, name: &str) -> Result<Uuid> {
        let held = self.held_catalogue()?;
        match held.named(name).as_slice() {
            [row] => Ok(row.id),
            [] => Err(Error::not_found(message!("There is no canonical item “{}”.", name))
                .hint("Give a name, a synonym, an id or its first 8 digits.")),
            several => Err(ambiguous(name, several)),
        }
    }

    pub fn canonical_add(&self, new: NewCanonical) -> Result<CanonicalView> {
        let (item, note) = checked(new)?;
        let op = Op::named(Stack::Library, message!("Add “{}” to the catalogue", item.name));
        let written = self.ctx.write(op, |w| {
            check_unused(w, &item, None)?;
            let content = CanonicalContent { item: &item, note: &note, archived: false };
            let seq = w.file_canonical(&w.waiting_canonicals()?, None, content)?;
            w.topic(Topic::Memory);
            w.canonical_item_at(seq)?.ok_or_else(not_found)
        })?;
        Ok(view(&written.value))
    }

    pub fn canonical_edit(&self, id: Uuid, change: CatalogueChange) -> Result<CanonicalView> {
        let row = self.ctx.read(|r| canonical_row(r, id))?;
        let op = Op::named(Stack::Library, message!("Change “{}” in the catalogue", row.item.name));
        let written = self.ctx.write(op, |w| {
            let row = canonical_row(w, id)?;
            let (item, note) = checked(changed(&row, change))?;
            check_unused(w, &item, Some(id))?;
            if item != row.item || note != row.note {
                w.update_canonical_item(
                    row.seq,
                    CanonicalContent { item: &item, note: &note, archived: row.archived },
                )?;
                w.topic(Topic::Memory);
            }
            canonical_row(w, id)
        })?;
        Ok(view(&written.value))
    }

    /// Puts a canonical item aside or takes it back: it is suggested no longer, and what means it stays.
    pub fn canonical_archive(&self, id: Uuid, archived: bool) -> Result<CanonicalView> {
        let row = self.ctx.read(|r| canonical_row(r, id))?;
        let name = &row.item.name;
        let what = if archived { message!("Archive “{}”", name) } else { message!("Take “{}” back", name) };
        let written = self.ctx.write(Op::named(Stack::Library, what), |w| {
            let row = canonical_row(w, id)?;
            if row.archived != archived {
                w.update_canonical_item(row.seq, CanonicalContent { item: &row.item, note: &row.note, archived })?;
                w.topic(Topic::Memory);
            }
            canonical_row(w, id)
        })?;
        Ok(view(&written.value))
    }

    /// Returns what lines of imported discoveries mean and the catalogue does not have: those decisions wait for it.
    pub fn canonical_waiting(&self) -> Result<Vec<WaitingCanonical>> {
        self.ctx.read(|r| {
            let view = |row: WaitingRow| WaitingCanonical {
                id: row.id,
                name: row.item.name,
                unit: row.item.unit,
                note: row.note,
                lines: row.lines,
                prices: row.prices,
            };
            Ok(r.waiting_canonicals()?.into_iter().map(view).collect())
        })
    }

    /// Takes into the catalogue what lines wait for, as it was called where they come from: some of it, or all, as one
    /// step. Of all, what is called as something in the catalogue is left waiting: only the analyst can tell them apart.
    pub fn canonical_adopt(&self, which: Option<&[Uuid]>) -> Result<Vec<CanonicalView>> {
        let op = Op::named(Stack::Library, message!("Add canonical items to the catalogue"));
        let written = self.ctx.write(op, |w| {
            let mut rows = w.waiting_canonicals()?;
            if let Some(ids) = which {
                rows.retain(|row| ids.contains(&row.id));
                if rows.len() < ids.len() {
                    return Err(Error::not_found("Nothing waits for this canonical item."));
                }
            }
            let taken: HashSet<_> = w.canonical_items()?.iter().map(|row| called(&row.item)).collect();
            let rows = unused(rows, taken, which.is_none())?;
            for row in &rows {
                w.show_canonical(row.seq, CanonicalContent { item: &row.item, note: &row.note, archived: false })?;
            }
            if let [one] = rows.as_slice() {
                w.rename_op(&message!("Add “{}” to the catalogue", one.item.name))?;
            } else {
                w.rename_op(&message!("Add {} canonical items to the catalogue", rows.len()))?;
            }
            w.topic(Topic::Memory);
            rows.iter().map(|row| canonical_row(w, row.id)).collect::<Result<Vec<_>>>()
        })?;
        Ok(written.value.iter().map(view).collect())
    }

    /// The whole catalogue as CSV, in the order of its making.
    pub fn catalogue_csv(&self) -> Result<String> {
        let rows = self.ctx.read(|r| Ok(r.canonical_items()?))?;
        let rows: Vec<csv::CsvItemRow> = rows
            .into_iter()
            .map(|row| csv::CsvItemRow {
                line: 0,
                id: row.id.to_string(),
                item: row.item,
                note: row.note,
                archived: row.archived,
            })
            .collect();
        Ok(csv::write_items(&rows))
    }

    pub(crate) fn held_catalogue(&self) -> Result<std::sync::Arc<CatalogueSnapshot>> {
        self.ctx.cache::<CatalogueCache>().snapshot(self.ctx)
    }

    fn canonical_summary(&self, row: &CanonicalRow) -> Result<CanonicalSummary> {
        self.ctx.read(|r| {
            let points = self.points(r, row)?;
            let last = points.last().map(|point| LastPrice {
                price: point.price,
                tax: point.tax,
                unit: point.unit.clone(),
                date: point.date,
            });
            let lines = u32::try_from(r.links_to(row.seq)?.len()).unwrap_or(u32::MAX);
            let prices = u32::try_from(points.len()).unwrap_or(u32::MAX);
            Ok(CanonicalSummary { item: view(row), lines, prices, last })
        })
    }
}

impl CatalogueSnapshot {
    /// The rows that a person may mean by `name`.
    pub(super) fn named(&self, name: &str) -> Vec<&CanonicalRow> {
        const SHORTEST_ID: usize = 8;
        let digits: String = name.trim().chars().filter(|c| *c != '-').collect::<String>().to_lowercase();
        if digits.len() >= SHORTEST_ID && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let of_id = |row: &&CanonicalRow| row.id.simple().to_string().starts_with(&digits);
            let found: Vec<&CanonicalRow> = self.rows.iter().filter(of_id).collect();
            if !found.is_empty() {
                return found;
            }
        }
        self.called(name)
    }
}

pub(super) fn ambiguous(name: &str, several: &[&CanonicalRow]) -> Error {
    let named = |row: &&CanonicalRow| format!("{} ({}, {})", row.id, row.item.name, row.item.unit);
    let shown: Vec<String> = several.iter().take(5).map(named).collect();
    Error::invalid(message!("“{}” is more than one canonical item: {}.", name, shown.join("; ")))
        .hint("Give one of these ids.")
}

pub(super) fn canonical_row(r: &Reader, id: Uuid) -> Result<CanonicalRow> {
    r.canonical_item(id)?.ok_or_else(not_found)
}

pub(super) fn not_found() -> Error {
    Error::not_found("There is no such canonical item.").hint("It may have been undone: redo brings it back.")
}

pub(super) fn view(row: &CanonicalRow) -> CanonicalView {
    CanonicalView {
        id: row.id,
        name: row.item.name.clone(),
        unit: row.item.unit.clone(),
        synonyms: row.item.synonyms.clone(),
        note: row.note.clone(),
        archived: row.archived,
        created_at: row.created_at,
    }
}

fn changed(row: &CanonicalRow, change: CatalogueChange) -> NewCanonical {
    NewCanonical {
        name: change.name.unwrap_or_else(|| row.item.name.clone()),
        unit: change.unit.unwrap_or_else(|| row.item.unit.clone()),
        synonyms: change.synonyms.unwrap_or_else(|| row.item.synonyms.clone()),
        note: change.note.unwrap_or_else(|| row.note.clone()),
    }
}

/// A canonical item as it is kept.
pub(super) fn checked(new: NewCanonical) -> Result<(CanonicalItem, String)> {
    let name = new.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = new.note.trim().to_owned();
    if name.is_empty() {
        return Err(Error::new(Code::Empty, "A canonical item needs a name."));
    }
    if name.chars().count() > MAX_NAME_CHARS || note.chars().count() > MAX_NOTE_CHARS {
        let most = message!("A name has at most {} characters, a note {}.", MAX_NAME_CHARS, MAX_NOTE_CHARS);
        return Err(Error::invalid(most));
    }
    if new.synonyms.values().flatten().any(|synonym| synonym.contains('|')) {
        return Err(Error::invalid("A synonym has no “|” in it.").hint("It parts synonyms in a file."));
    }
    let synonyms = tidy_synonyms(&name, new.synonyms);
    Ok((CanonicalItem { unit: unit_name(&new.unit), synonyms, name }, note))
}

impl Writer<'_> {
    /// Adds to the catalogue; what lines were `waiting` for, by its id or its name and unit, is that one from now on.
    pub(super) fn file_canonical(
        &mut self,
        waiting: &[WaitingRow],
        id: Option<Uuid>,
        content: CanonicalContent<'_>,
    ) -> Result<CanonicalSeq> {
        let by_id = waiting.iter().find(|row| Some(row.id) == id);
        let found = by_id.or_else(|| waiting.iter().find(|row| called(&row.item) == called(content.item)));
        match found {
            Some(row) => {
                self.show_canonical(row.seq, content)?;
                Ok(row.seq)
            }
            None => Ok(self.insert_canonical_item(id, content)?),
        }
    }
}

/// Two of one name and one unit could be told apart by nobody.
fn check_unused(w: &Writer<'_>, item: &CanonicalItem, but: Option<Uuid>) -> Result<()> {
    let wanted = called(item);
    let rows = w.canonical_items()?;
    match rows.iter().find(|row| Some(row.id) != but && called(&row.item) == wanted) {
        Some(row) => Err(there_already(&row.item.name)),
        None => Ok(()),
    }
}

/// Of what waits, that whose name and unit nothing else has; the rest is left out or refused.
fn unused(rows: Vec<WaitingRow>, mut taken: HashSet<(String, String)>, lenient: bool) -> Result<Vec<WaitingRow>> {
    let (free, double): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| taken.insert(called(&row.item)));
    match double.first() {
        Some(row) if !lenient || free.is_empty() => Err(there_already(&row.item.name)),
        _ => Ok(free),
    }
}

/// Returns what no two of a catalogue share.
fn called(item: &CanonicalItem) -> (String, String) {
    (fold(&item.name), item.unit.clone())
}

fn there_already(name: &str) -> Error {
    Error::refused(message!("“{}” is in the catalogue already.", name))
        .hint("Give it another unit or a name that tells them apart.")
}
