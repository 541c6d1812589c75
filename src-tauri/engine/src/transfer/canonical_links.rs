//! Canonical links of the lines of a discovery, and the decided prices of its facts, out of the library and into it.
//!
//! The catalogue is the library's: no import changes it. A decision goes to the canonical item that has the file's id, or
//! else its name and unit, of which the catalogue has one. Where there is none, the canonical item is kept hidden, one of
//! a name and unit, and what names it waits: it is exported again, and holds as soon as the catalogue has it.

use factly_core::message;
use std::collections::{BTreeSet, HashMap, HashSet};

use factly_core::catalogue::MatchReason;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::items::number_of;
use factly_core::transfer::FindingCode;
use factly_core::transfer::canonical_links::{CanonicalRecord, MeaningRecord, PriceRecord};
use factly_core::values::{Currency, PartialDate};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::error::Result;
use crate::store::CanonicalSeq;
use crate::store::discoveries::DiscoveryRow;
use crate::store::transfer::NamedTable;
use crate::transfer::catalogue::{CanonicalIndex, CanonicalMatch};
use crate::transfer::export::{ExportResult, ExportWriter};
use crate::transfer::reader::{ImportReadState, ImportReader};
use crate::transfer::record_sets::CatalogueSet;
use crate::transfer::source::Halt;
use crate::transfer::writer::ImportWriter;

const MOST_SCORE: u16 = factly_core::catalogue::SCORE_MAX;

// Writing the file.

impl ExportWriter<'_> {
    /// Of the catalogue, what the discovery names, by id: so the order is no library's.
    pub(super) fn catalogue_set(&mut self, row: &DiscoveryRow) -> ExportResult {
        let mut meanings = self.r.meaning_records(row.seq)?;
        meanings.retain(|meaning| match meaning.fact {
            Some(fact) => self.there.contains(&fact),
            None => self.items.contains(&meaning.item),
        });
        let mut prices = self.r.price_records(row.seq)?;
        prices.retain(|price| self.there.contains(&price.fact));
        let named =
            BTreeSet::from_iter(meanings.iter().map(|one| one.canonical).chain(prices.iter().map(|one| one.canonical)));
        let mut catalogue = Vec::new();
        for id in named {
            catalogue.push(self.r.canonical_record(id)?);
        }
        self.some("catalogue", &catalogue)?;
        self.some("meanings", &meanings)?;
        self.some("prices", &prices)
    }
}

// Reading and checking it.

impl ImportReader<'_> {
    pub(super) fn catalogue_set(&mut self, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        let mut set = CatalogueSet::default();
        self.catalogue(&mut set)?;
        self.meanings(&mut set, seen)?;
        self.prices(&mut set)?;
        Ok(self.sink.catalogue_set(&set)?)
    }

    fn catalogue(&mut self, set: &mut CatalogueSet) -> std::result::Result<(), Halt> {
        let mut seen = HashSet::new();
        self.own("catalogue", &mut |walk, entry| {
            let Some(mut record) = walk.record::<CanonicalRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut record.created_at);
            if record.name.trim().is_empty() {
                walk.found(entry, FindingCode::WrongType, message!("A canonical item has a name."));
            } else if !seen.insert(record.uuid) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("“{}” is there twice.", record.name));
            } else {
                set.catalogue.push(record);
            }
            Ok(())
        })
    }

    fn meanings(&mut self, set: &mut CatalogueSet, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        let (mut ids, mut decided, mut confirmed) = (HashSet::new(), HashSet::new(), HashSet::new());
        self.own("meanings", &mut |walk, entry| {
            let Some(mut meaning) = walk.record::<MeaningRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut meaning.decided_at);
            if !is_decision(&meaning) {
                walk.found(entry, FindingCode::WrongType, message!("This decides nothing of any line."));
                return Ok(());
            }
            let is_there = match meaning.fact {
                Some(fact) => walk.has_fact(fact),
                None => seen.has_item(&meaning.item),
            };
            if !is_there || !set.has(meaning.canonical) {
                walk.found(entry, FindingCode::DeadLink, message!("The line, or what it means, is not in the file."));
                return Ok(());
            }
            let line = (meaning.item.clone(), meaning.fact);
            let is_one = decided.insert((line.clone(), meaning.canonical))
                && (meaning.status != "confirmed" || confirmed.insert(line));
            if ids.insert(meaning.uuid) && is_one {
                set.meanings.push(meaning);
            } else {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This is decided twice."));
            }
            Ok(())
        })
    }

    fn prices(&mut self, set: &mut CatalogueSet) -> std::result::Result<(), Halt> {
        let (mut ids, mut facts) = (HashSet::new(), HashSet::new());
        self.own("prices", &mut |walk, entry| {
            let Some(mut price) = walk.record::<PriceRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut price.created_at);
            if !is_price(&price) {
                walk.found(entry, FindingCode::WrongType, message!("This is the price of nothing."));
            } else if !walk.has_fact(price.fact) || !set.has(price.canonical) {
                walk.found(
                    entry,
                    FindingCode::DeadLink,
                    message!("The fact that tells this price, or what it is of, is not in the file."),
                );
            } else if !ids.insert(price.uuid) || !facts.insert(price.fact) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("{} tells two prices.", price.fact));
            } else {
                set.prices.push(price);
            }
            Ok(())
        })
    }

    fn has_fact(&self, label: EntityLabel) -> bool {
        self.index.names[EntityKind::Fact as usize].has(label)
    }
}

fn is_decision(meaning: &MeaningRecord) -> bool {
    let is_line = match meaning.fact {
        Some(fact) => fact.kind == EntityKind::Fact && (meaning.item.is_empty() || number_of(&meaning.item).is_some()),
        None => number_of(&meaning.item).is_some(),
    };
    let has_reasons = |json: &str| serde_json::from_str::<Vec<MatchReason>>(json).is_ok();
    is_line
        && ["confirmed", "rejected"].contains(&meaning.status.as_str())
        && meaning.score.is_none_or(|score| score <= MOST_SCORE)
        && meaning.reasons.as_ref().is_none_or(|reasons| has_reasons(reasons.get()))
}

fn is_price(price: &PriceRecord) -> bool {
    price.fact.kind == EntityKind::Fact
        && price.price >= 0
        && Currency::from_code(&price.currency).is_some()
        && price.quantity.as_ref().is_none_or(|quantity| quantity.parse::<Decimal>().is_ok())
        && matches!(PartialDate::parse_iso(&price.date), Some(Ok(date)) if date.to_string() == price.date)
}

// Writing it into the library.

impl ImportWriter<'_, '_> {
    /// Stores the decisions; those that are here already stay as they are.
    pub(super) fn put_catalogue_set(&mut self, set: &CatalogueSet) -> Result<()> {
        let mut rows = HashMap::new();
        let catalogue = CanonicalIndex::read(self.at()?.0)?;
        for record in &set.catalogue {
            let (w, at) = self.at()?;
            let found = match catalogue.find(w, record)? {
                Some(found) => found,
                None => CanonicalMatch { seq: w.insert_waiting_canonical(record)?, is_hidden: true },
            };
            at.keep(record.uuid, record.uuid);
            at.added.waiting += u32::from(found.is_hidden);
            rows.insert(record.uuid, found.seq);
        }
        set.meanings.iter().try_for_each(|meaning| self.put_meaning(meaning, &rows))?;
        set.prices.iter().try_for_each(|price| self.put_price(price, &rows))
    }

    fn put_meaning(&mut self, meaning: &MeaningRecord, rows: &HashMap<Uuid, CanonicalSeq>) -> Result<()> {
        let Some(canonical) = rows.get(&meaning.canonical).copied() else { return Ok(()) };
        let (w, at) = self.at()?;
        let discovery = at.discovery;
        let item = at.item(&meaning.item).to_owned();
        let line = (item.as_str(), meaning.fact.map_or(0, |fact| at.local_label(fact).no));
        // Two of the file may be one here, where the catalogue has both under one name.
        let is_here = at.is_merge && w.live_row(NamedTable::Meaning, discovery, meaning.uuid)?.is_some();
        if is_here || w.is_decided(discovery, line, canonical, meaning.status == "confirmed")? {
            return Ok(());
        }
        if at.is_merge && w.bring_back_meaning(discovery, line, canonical, meaning)? {
            at.has_brought_back = true;
            return Ok(());
        }
        let id = self.id(NamedTable::Meaning, meaning.uuid)?;
        Ok(self.at()?.0.insert_imported_meaning(discovery, id, line, canonical, meaning)?)
    }

    fn put_price(&mut self, price: &PriceRecord, rows: &HashMap<Uuid, CanonicalSeq>) -> Result<()> {
        let Some(canonical) = rows.get(&price.canonical).copied() else { return Ok(()) };
        let (w, at) = self.at()?;
        let (discovery, fact_no) = (at.discovery, at.local_label(price.fact).no);
        if at.is_merge && w.price_of_fact(discovery, fact_no)?.is_some() {
            return Ok(());
        }
        if at.is_merge && w.bring_back_price(discovery, fact_no, canonical, price)? {
            at.has_brought_back = true;
            return Ok(());
        }
        let id = self.id(NamedTable::Price, price.uuid)?;
        Ok(self.at()?.0.insert_imported_price(discovery, id, fact_no, canonical, price)?)
    }
}
