//! Catalogues and prices from CSV: first what would come of a file, then all of it or nothing.

use std::collections::HashMap;

use factly_core::catalogue::csv::{CsvFault, CsvItemRow, CsvPriceRow, read_items, read_prices};
use factly_core::catalogue::{CanonicalItem, tidy_synonyms};
use factly_core::language::Language;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::values::{Value, fold};
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::cache::CatalogueSnapshot;
use crate::error::{Error, Result};
use crate::locale::language;
use crate::store::canonical_items::{CanonicalContent, CanonicalRow};
use crate::store::prices::{PriceContent, PriceOrigin};
use crate::store::{CanonicalSeq, Op, Reader, Stack, Topic};

/// More of a file than this nobody reads before importing it.
const SHOWN: usize = 200;
/// Faults told in an error; the report has them all.
const FAULTS_TOLD: usize = 3;

/// The result of a file, or what keeps it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsvReport {
    pub added: usize,
    pub changed: usize,
    /// Rows that the library has already.
    pub same: usize,
    /// The first of the file's rows.
    pub lines: Vec<CsvLine>,
    /// With any of these, nothing is imported.
    pub faults: Vec<CsvFault>,
    /// Columns that Factly has no use for.
    pub ignored: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvLine {
    pub line: u64,
    pub what: CsvWhat,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvWhat {
    Add,
    Change,
    Same,
}

impl CsvReport {
    fn faulty(faults: Vec<CsvFault>) -> Self {
        Self { faults, ..Self::default() }
    }

    fn count(&mut self, line: u64, what: CsvWhat, text: String) {
        match what {
            CsvWhat::Add => self.added += 1,
            CsvWhat::Change => self.changed += 1,
            CsvWhat::Same => self.same += 1,
        }
        if self.lines.len() < SHOWN {
            self.lines.push(CsvLine { line, what, text });
        }
    }

    fn refuse(&self) -> Result<()> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let messages = UserMessage::several(self.faults.iter().take(FAULTS_TOLD).map(CsvFault::full_message), "; ");
        let what = match self.faults.len().saturating_sub(FAULTS_TOLD) {
            0 => message!("The file cannot be read: {}.", messages),
            more => message!("The file cannot be read: {}; {} more.", messages, more),
        };
        Err(Error::invalid(what).kept("Nothing was imported."))
    }
}

impl Catalogue<'_> {
    /// Returns what [`Self::catalogue_import`] would do with a file.
    pub fn catalogue_import_preview(&self, text: &str) -> Result<CsvReport> {
        Ok(items_planned(&*self.held_catalogue()?, text).0)
    }

    /// Adds and changes canonical items as a file says, as one step. What the file does not name stays.
    pub fn catalogue_import(&self, text: &str) -> Result<CsvReport> {
        let op = Op::named(Stack::Library, message!("Import a catalogue"));
        let written = self.ctx.write(op, |w| {
            let (report, changes) = items_planned(&CatalogueSnapshot::of_now(w)?, text);
            report.refuse()?;
            let waiting = w.waiting_canonicals()?;
            for change in &changes {
                let content = CanonicalContent { item: &change.item, note: &change.note, archived: change.archived };
                match change.seq {
                    Some(seq) => w.update_canonical_item(seq, content)?,
                    None => drop(w.file_canonical(&waiting, change.id, content)?),
                }
            }
            w.rename_op(&message!("Import {} canonical items", report.added + report.changed))?;
            w.topic(Topic::Memory);
            Ok(report)
        })?;
        Ok(written.value)
    }

    /// Returns what [`Self::prices_import`] would do with a file.
    pub fn prices_import_preview(&self, text: &str) -> Result<CsvReport> {
        let held = self.held_catalogue()?;
        self.ctx.read(|r| Ok(prices_planned(r, &held, text)?.0))
    }

    /// Adds the prices of a file, as one step. A price that is there already is not added again.
    pub fn prices_import(&self, text: &str) -> Result<CsvReport> {
        let op = Op::named(Stack::Library, message!("Import prices"));
        let written = self.ctx.write(op, |w| {
            let (report, prices) = prices_planned(w, &CatalogueSnapshot::of_now(w)?, text)?;
            report.refuse()?;
            for (canonical, price) in &prices {
                w.insert_price(*canonical, price)?;
            }
            w.rename_op(&message!("Import {} prices", report.added))?;
            w.topic(Topic::Memory);
            Ok(report)
        })?;
        Ok(written.value)
    }
}

/// A row of the catalogue to be written: `seq` is none where it is new.
struct RowChange {
    seq: Option<CanonicalSeq>,
    /// Its id in the file.
    id: Option<Uuid>,
    item: CanonicalItem,
    note: String,
    archived: bool,
}

/// Finds what a row of a file means, in a catalogue of thousands.
struct KnownItems<'h> {
    by_id: HashMap<Uuid, &'h CanonicalRow>,
    by_name: HashMap<String, Vec<&'h CanonicalRow>>,
}

impl<'h> KnownItems<'h> {
    fn new(held: &'h CatalogueSnapshot) -> Self {
        let mut by_name: HashMap<String, Vec<&CanonicalRow>> = HashMap::new();
        for row in &held.rows {
            by_name.entry(fold(&row.item.name)).or_default().push(row);
        }
        Self { by_id: held.rows.iter().map(|row| (row.id, row)).collect(), by_name }
    }

    /// The row that a line of a file is about.
    fn resolve(&self, row: &CsvItemRow) -> Result<Option<&'h CanonicalRow>, UserMessage> {
        if !row.id.is_empty() {
            let id = row.id.parse::<Uuid>().map_err(|_| message!("“{}” is not an id", row.id))?;
            if let Some(found) = self.by_id.get(&id) {
                return Ok(Some(found));
            }
        }
        let named = self.by_name.get(&fold(&row.item.name)).map_or(&[][..], Vec::as_slice);
        match named.iter().find(|known| known.item.unit == row.item.unit) {
            Some(found) => Ok(Some(found)),
            // Without a unit it means the only one of its name.
            None if row.item.unit.is_empty() && named.len() == 1 => Ok(named.first().copied()),
            None if row.item.unit.is_empty() && named.len() > 1 => {
                Err(message!("“{}” is in the catalogue in several units: say which", row.item.name))
            }
            None => Ok(None),
        }
    }
}

fn items_planned(held: &CatalogueSnapshot, text: &str) -> (CsvReport, Vec<RowChange>) {
    let sheet = match read_items(text) {
        Ok(sheet) => sheet,
        Err(faults) => return (CsvReport::faulty(faults), Vec::new()),
    };
    let known = KnownItems::new(held);
    let mut report = CsvReport { ignored: sheet.ignored, ..CsvReport::default() };
    let mut changes = Vec::new();
    let mut last: HashMap<(String, String), Option<CanonicalSeq>> =
        held.rows.iter().map(|row| ((fold(&row.item.name), row.item.unit.clone()), Some(row.seq))).collect();
    for row in &sheet.rows {
        let target = match known.resolve(row) {
            Ok(target) => target,
            Err(message) => {
                report.faults.push(CsvFault { line: row.line, column: None, message });
                continue;
            }
        };
        let change = change(target, row);
        let name = (fold(&change.item.name), change.item.unit.clone());
        if last.get(&name).is_some_and(|holder| *holder != change.seq) {
            let message = message!("another item of the catalogue is called “{}” already", change.item.name);
            report.faults.push(CsvFault { line: row.line, column: None, message });
            continue;
        }
        last.insert(name, change.seq);
        let what = match target {
            None => CsvWhat::Add,
            Some(known)
                if known.item == change.item && known.note == change.note && known.archived == change.archived =>
            {
                CsvWhat::Same
            }
            Some(_) => CsvWhat::Change,
        };
        report.count(row.line, what, shown(&change.item));
        if what != CsvWhat::Same {
            changes.push(change);
        }
    }
    (report, changes)
}

/// A row with an id says all of an item; one without adds to what is known of it.
fn change(target: Option<&CanonicalRow>, row: &CsvItemRow) -> RowChange {
    let Some(known) = target else {
        let id = row.id.parse().ok();
        return RowChange { seq: None, id, item: row.item.clone(), note: row.note.clone(), archived: row.archived };
    };
    if !row.id.is_empty() {
        let seq = Some(known.seq);
        return RowChange { seq, id: None, item: row.item.clone(), note: row.note.clone(), archived: row.archived };
    }
    let mut synonyms = known.item.synonyms.clone();
    for (language, names) in &row.item.synonyms {
        synonyms.entry(language.clone()).or_default().extend(names.iter().cloned());
    }
    let item = CanonicalItem { synonyms: tidy_synonyms(&known.item.name, synonyms), ..known.item.clone() };
    let note = if row.note.is_empty() { known.note.clone() } else { row.note.clone() };
    RowChange { seq: Some(known.seq), id: None, item, note, archived: known.archived }
}

fn shown(item: &CanonicalItem) -> String {
    let names: Vec<&str> = item.synonyms.values().flatten().map(String::as_str).collect();
    let unit = if item.unit.is_empty() { String::new() } else { format!(" ({})", item.unit) };
    if names.is_empty() { format!("{}{unit}", item.name) } else { format!("{}{unit}: {}", item.name, names.join(", ")) }
}

type PlannedPrice = (CanonicalSeq, PriceContent);

fn prices_planned(r: &Reader, held: &CatalogueSnapshot, text: &str) -> Result<(CsvReport, Vec<PlannedPrice>)> {
    let sheet = match read_prices(text) {
        Ok(sheet) => sheet,
        Err(faults) => return Ok((CsvReport::faulty(faults), Vec::new())),
    };
    let language = language(r)?.unwrap_or(Language::English);
    let mut report = CsvReport { ignored: sheet.ignored, ..CsvReport::default() };
    let mut prices: Vec<PlannedPrice> = Vec::new();
    let mut resolved: HashMap<&str, Result<&CanonicalRow, UserMessage>> = HashMap::new();
    let mut there: HashMap<CanonicalSeq, Vec<PriceContent>> = HashMap::new();
    for row in &sheet.rows {
        let found = resolved.entry(row.item.as_str()).or_insert_with(|| priced_item(held, &row.item));
        let canonical = match found {
            Ok(canonical) => *canonical,
            Err(message) => {
                report.faults.push(CsvFault { line: row.line, column: None, message: message.clone() });
                continue;
            }
        };
        let price = price(canonical, row);
        let stored = match there.entry(canonical.seq) {
            std::collections::hash_map::Entry::Occupied(occupied) => occupied.into_mut(),
            std::collections::hash_map::Entry::Vacant(vacant) => {
                vacant.insert(r.prices(canonical.seq)?.into_iter().map(|row| row.content).collect())
            }
        };
        let same = stored.iter().any(|other| is_same(other, &price));
        report.count(
            row.line,
            if same { CsvWhat::Same } else { CsvWhat::Add },
            format!("{}: {}", canonical.item.name, price_shown(&price, language)),
        );
        if !same {
            stored.push(price.clone());
            prices.push((canonical.seq, price));
        }
    }
    Ok((report, prices))
}

fn priced_item<'h>(held: &'h CatalogueSnapshot, name: &str) -> Result<&'h CanonicalRow, UserMessage> {
    match held.named(name).as_slice() {
        [row] => Ok(row),
        [] => Err(message!("there is no canonical item “{}”", name)),
        _ => Err(message!("“{}” is more than one canonical item: give its id", name)),
    }
}

fn price(canonical: &CanonicalRow, row: &CsvPriceRow) -> PriceContent {
    PriceContent {
        price: row.price,
        unit: if row.unit.is_empty() { canonical.item.unit.clone() } else { row.unit.clone() },
        quantity: row.quantity,
        vendor: row.vendor.clone(),
        date: row.date,
        fact: None,
        origin: PriceOrigin::Csv,
        note: row.note.clone(),
    }
}

/// One observation, however it came in.
fn is_same(a: &PriceContent, b: &PriceContent) -> bool {
    (a.price, &a.unit, a.quantity, a.date) == (b.price, &b.unit, b.quantity, b.date)
        && fold(&a.vendor) == fold(&b.vendor)
}

fn price_shown(price: &PriceContent, language: Language) -> String {
    let unit = if price.unit.is_empty() { String::new() } else { format!(" / {}", price.unit) };
    let vendor = if price.vendor.is_empty() { String::new() } else { format!(", {}", price.vendor) };
    let amount = Value::Currency(price.price).reading_in(language);
    format!("{amount}{unit}{vendor}, {}", Value::Date(price.date).reading_in(language))
}
