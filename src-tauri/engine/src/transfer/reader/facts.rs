//! The ledger of a file: every quote checked against its bundle, every chain against its ends.

use factly_core::message;
use std::borrow::Cow;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::extraction::salience::Salience;
use factly_core::facts::{SourceKind, Status};
use factly_core::keys::{NOTE_KEY, ValueType};
use factly_core::transfer::check::may_lack_evidence;
use factly_core::transfer::element::JsonElement;
use factly_core::transfer::record::{FactRecord, ReaffirmationRecord};
use factly_core::transfer::status::may_be_marked;
use factly_core::transfer::{FileFinding, FindingCode, column};
use factly_core::values::{Expect, Value};

use crate::discovery::add::checked_text;
use crate::transfer::index::{ListEntry, RecordedFact};
use crate::transfer::reader::entities::{EntityEntry, read_entity};
use crate::transfer::reader::{ImportReadState, ImportReader, raw};
use crate::transfer::sink::Provenance;
use crate::transfer::source::Halt;

impl ImportReader<'_> {
    pub(super) fn facts(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        let mut ordinal = 0;
        self.own("facts", &mut |walk, entry| {
            let Some(mut fact) = walk.record::<FactRecord<'_>>(entry) else { return Ok(()) };
            if walk.check_fact(entry, &mut fact) {
                walk.check_evidence(entry, &mut fact, seen)?;
                walk.check_chain(entry, &mut fact, ordinal);
                walk.check_rivals(entry, &mut fact, seen);
                walk.sink.fact(&fact, Provenance::ByRecord)?;
            }
            ordinal += 1;
            Ok(())
        })
    }

    fn check_fact(&mut self, entry: &ListEntry<'_>, fact: &mut FactRecord<'_>) -> bool {
        self.time(entry, &mut fact.created_at);
        let confidence = fact.confidence.get().parse::<f64>().ok();
        let wrong = if fact.label.kind != EntityKind::Fact || fact.version == 0 {
            Some(message!("This is the label or the version of no fact."))
        } else if confidence.is_none_or(|confidence| !(0.0..=1.0).contains(&confidence)) {
            Some(message!("A confidence is a number from 0 to 1."))
        } else if !is_of_type(fact) {
            Some(message!("The value is not of its type."))
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.found(entry, FindingCode::WrongType, wrong);
            return false;
        }
        if !may_be_marked(EntityKind::Fact, &fact.mark) {
            self.found(entry, FindingCode::UnknownStatus, message!("No fact is marked “{}”.", fact.mark));
            fact.mark = Cow::Borrowed("");
        }
        true
    }

    fn check_evidence(
        &mut self,
        entry: &ListEntry<'_>,
        fact: &mut FactRecord<'_>,
        seen: &mut ImportReadState,
    ) -> Result<(), Halt> {
        let label = fact.label;
        let wrong = match &fact.evidence {
            None if may_lack_evidence(fact.source, fact.value_type.unwrap_or(ValueType::Note)) => None,
            None => Some(message!("{} has no evidence, and nobody typed or imported it.", label)),
            Some(quote) => match seen.bundles.get(self, quote.bundle)? {
                Some(bundle) if bundle.says(quote) => None,
                Some(_) => Some(message!("{} rests on a quote that does not stand in its bundle.", label)),
                None => Some(message!("{} rests on a bundle that is not there.", label)),
            },
        };
        if let Some(wrong) = wrong {
            self.found(entry, FindingCode::BadEvidence, wrong);
            fact.evidence = None;
            fact.source = SourceKind::Imported;
            fact.needs_review = true;
        }
        if fact.run.is_some_and(|run| !self.index.runs.contains(&run)) {
            self.found(entry, FindingCode::DeadLink, message!("{} is of a run that is not there.", fact.label));
            fact.run = None;
        }
        Ok(())
    }

    /// Checks that a fact replaces or contradicts only earlier ones: so none rests on itself, however far round.
    fn check_chain(&mut self, entry: &ListEntry<'_>, fact: &mut FactRecord<'_>, ordinal: u32) {
        let label = fact.label;
        for (link, is_newer) in [(&mut fact.supersedes, true), (&mut fact.conflicts_with, false)] {
            let Some(uuid) = *link else { continue };
            match self.index.facts.get(&uuid) {
                Some(other) if *other < ordinal => continue,
                Some(other) => {
                    let what = match (is_newer, *other == ordinal) {
                        (true, true) => message!("{} supersedes itself.", label),
                        (true, false) => message!("{} supersedes a fact that came after it.", label),
                        (false, true) => message!("{} contradicts itself.", label),
                        (false, false) => message!("{} contradicts a fact that came after it.", label),
                    };
                    self.found(entry, FindingCode::Cycle, what);
                }
                None if is_newer => {
                    let what = message!("{} supersedes a fact that is not there.", label);
                    self.found(entry, FindingCode::DeadLink, what);
                }
                None => {
                    let what = message!("{} contradicts a fact that is not there.", label);
                    self.found(entry, FindingCode::DeadLink, what);
                }
            }
            *link = None;
        }
    }

    fn check_rivals(&mut self, entry: &ListEntry<'_>, fact: &mut FactRecord<'_>, seen: &mut ImportReadState) {
        let Some(key) = fact.key.as_deref().filter(|key| *key != NOTE_KEY) else { return };
        let held = (key.to_owned(), fact.item.to_string(), fact.condition.to_string());
        if fact.status == Status::Accepted && !seen.accepted.insert(held) {
            let what = message!("{} is the second accepted value of the key “{}”.", fact.label, key);
            self.found(entry, FindingCode::Rivals, what);
            fact.status = Status::Conflict;
        }
    }

    pub(super) fn reaffirmations(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        self.own("reaffirmations", &mut |walk, entry| {
            let Some(mut again) = walk.record::<ReaffirmationRecord<'_>>(entry) else { return Ok(()) };
            if !walk.index.facts.contains_key(&again.fact) {
                walk.found(entry, FindingCode::DeadLink, message!("This says a fact again that is not there."));
                return Ok(());
            }
            if !seen.bundles.get(walk, again.evidence.bundle)?.is_some_and(|bundle| bundle.says(&again.evidence)) {
                walk.found(entry, FindingCode::BadEvidence, message!("The quote does not stand in its bundle."));
                return Ok(());
            }
            if again.run.is_some_and(|run| !walk.index.runs.contains(&run)) {
                walk.found(entry, FindingCode::DeadLink, message!("This is of a run that is not there."));
                again.run = None;
            }
            Ok(walk.sink.reaffirmation(&again)?)
        })
    }

    pub(super) fn fact_column(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        let column = column(EntityKind::Fact);
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(read) = walk.ok_or_report(read_entity(&mut element, column)) else { return Ok(()) };
            match walk.index.shown.get(&label.no) {
                Some(recorded) => {
                    let recorded = *recorded;
                    seen.shown.insert(label.no);
                    walk.known_fact(&element, label, &recorded, &read)?;
                }
                None if walk.is_recorded(label) => {
                    let what = message!("{} stands in the column, and not so in the ledger.", label);
                    walk.findings.add(FileFinding::new(FindingCode::Differs, what, element.location()));
                }
                None => walk.new_fact(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            walk.named(label, &read.id, element.unknown().as_deref())?;
            walk.drawn(label, column, read.related)
        })?;
        self.all_shown(seen);
        Ok(())
    }

    /// A fact of the column, held against the ledger of the same file.
    fn known_fact(
        &mut self,
        element: &JsonElement<'_>,
        label: EntityLabel,
        recorded: &RecordedFact,
        read: &EntityEntry<'_>,
    ) -> Result<(), Halt> {
        let is_told = recorded.says(&read.text);
        let words = if is_told { None } else { checked_text(&read.text, EntityKind::Fact).ok() };
        if let Some(words) = words.filter(|words| !recorded.says(words)) {
            let what = message!("{} has other words than the ledger.", label);
            self.findings.add(FileFinding::new(FindingCode::EditedText, what, element.location_of("text")));
            if self.findings.takes_first(FindingCode::EditedText) {
                self.sink.edited(label, recorded, &words)?;
            }
        } else if !is_told {
            let what = message!("{} is not what the ledger says it is.", label);
            self.findings.add(FileFinding::new(FindingCode::Differs, what, element.location()));
            return Ok(());
        }
        if !recorded.has_status(read.status.as_deref().unwrap_or_default()) {
            let what = message!("{} is not what the ledger says it is.", label);
            self.findings.add(FileFinding::new(FindingCode::Differs, what, element.location()));
        }
        Ok(())
    }

    /// Returns whether the ledger has the label, though maybe not in the column.
    fn is_recorded(&self, label: EntityLabel) -> bool {
        self.index.recorded.contains(&label)
    }

    fn all_shown(&mut self, seen: &ImportReadState) {
        let missing = self.index.shown.keys().filter(|no| !seen.shown.contains(no)).min();
        if let Some(no) = missing {
            let list = column(EntityKind::Fact).list;
            let location = self.part.mark.location(format!("{}/{list}", self.part.pointer));
            let what = message!("F-{} stands in the ledger, and not in the column.", no);
            self.findings.add(FileFinding::new(FindingCode::Differs, what, location));
        }
    }

    /// A fact that another application made has no evidence, and says so.
    fn new_fact(
        &mut self,
        element: &JsonElement<'_>,
        label: EntityLabel,
        rank: Option<i64>,
        read: &EntityEntry<'_>,
    ) -> Result<(), Halt> {
        let (state, mark) = self.standing(EntityKind::Fact, element, read.status.as_deref());
        let fact = FactRecord {
            label,
            uuid: self.world.ids.next(),
            version: 1,
            item: "".into(),
            key: None,
            value_type: None,
            value: None,
            text: Cow::Borrowed(&read.text),
            confidence: raw("1.0")?,
            source: SourceKind::Imported,
            evidence: None,
            run: None,
            supersedes: None,
            conflicts_with: None,
            missing: None,
            hint: None,
            reason: "imported".into(),
            created_at: self.world.clock.now_ms(),
            status: if state == "validated" { Status::Accepted } else { Status::Proposed },
            needs_review: false,
            mark: mark.into(),
            because: None,
            rank,
            archived: false,
            condition: "".into(),
            accepted_by: None,
            salience: Salience::default(),
        };
        Ok(self.sink.fact(&fact, Provenance::ByName(&read.id))?)
    }
}

/// Returns whether the value can be read as what the fact says it is.
fn is_of_type(fact: &FactRecord<'_>) -> bool {
    let value_type = fact.value_type.unwrap_or(ValueType::Note);
    let Some(value) = fact.value else { return value_type == ValueType::Note };
    let Ok(json) = serde_json::from_str::<serde_json::Value>(value.get()) else { return false };
    match value_type {
        ValueType::Enum | ValueType::Note | ValueType::String => json.is_string(),
        _ => Value::from_json(&json, &Expect::for_type(value_type)).is_ok(),
    }
}
