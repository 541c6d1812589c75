//! Reading a discovery of a file, list by list, checking everything, and handing it over.
//!
//! A file is walked twice: once to look, and once more to write if nothing stands against it. Both see the same, so what
//! was shown is what is imported.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use factly_core::bundle::{Turn, build, cut, sha256_hex};
use factly_core::discovery::{EntityLabel, Kind, OutputType};
use factly_core::keys::{KeyDef, NOTE_KEY, Registry, ValueType};
use factly_core::ledger::{SourceKind, Status};
use factly_core::text::door::admit;
use factly_core::text::{CharIndex, Span};
use factly_core::transfer::check::{BundleFault, Checked, may_lack_evidence};
use factly_core::transfer::element::Element;
use factly_core::transfer::record::{
    BundleRecord, EntityRecord, FactRecord, ForeignRecord, InputRecord, LinkRecord, ReaffirmationRecord, RunRecord,
    SuggestionRecord, VersionRecord,
};
use factly_core::transfer::status::{may_be_marked, read, shown};
use factly_core::transfer::{COLUMNS, Column, Finding, FindingCode, OWN, Place, column};
use factly_core::values::{Expect, Value};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::findings::Findings;
use super::head::{TIMES, heading, one_line};
use super::index::{Index, InputText, Listed, said};
use super::outline::Part;
use super::scan::{Halt, Mark, Scan};
use super::sink::{Known, Link, Sink};
use crate::error::Error;
use crate::extraction::OFFLINE;
use crate::task::{Pace, Step};
use crate::world::World;

/// What an Input's text is taken from at most, as everywhere.
const MAX_INPUT_BYTES: usize = 256 << 20;

pub(super) struct Walk<'a> {
    pub(super) scan: &'a mut Scan,
    /// For what stands elsewhere: the text of a record, a bundle that is quoted.
    pub(super) aside: &'a mut Scan,
    pub(super) part: &'a Part,
    pub(super) index: &'a Rc<Index>,
    pub(super) findings: &'a mut Findings,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) world: &'a World,
    pub(super) pace: &'a Pace<'a>,
    pub(super) title: &'a str,
    pub(super) total_kb: usize,
}

/// What is remembered of one list while the next are read.
#[derive(Default)]
struct Seen {
    bundles: Bundles,
    input: Option<(Uuid, CharIndex<String>)>,
    succeeded: HashSet<Uuid>,
    /// The accepted values, by key and item.
    accepted: HashSet<(String, String)>,
    shown: HashSet<i64>,
}

impl Walk<'_> {
    pub(super) fn run(&mut self) -> Result<(), Halt> {
        let heading = heading(self.part, self.world.clock.now_ms(), self.findings);
        self.sink.discovery(&heading, self.index)?;
        let mut seen = Seen::default();
        self.keys(&heading.packs)?;
        self.inputs()?;
        self.input_column()?;
        self.bundles(&mut seen)?;
        self.runs(&mut seen)?;
        self.facts(&mut seen)?;
        self.reaffirmations(&mut seen)?;
        self.fact_column(&mut seen)?;
        self.entities()?;
        for kind in [Kind::Insight, Kind::Recommendation, Kind::Output] {
            self.entity_column(column(kind))?;
        }
        self.links()?;
        self.suggestions()?;
        self.foreign()?;
        Ok(self.sink.end()?)
    }

    /// Each entry of a list under `factly`, as the record that it should be.
    fn own(
        &mut self,
        list: &'static str,
        each: &mut dyn FnMut(&mut Self, &Listed<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let part = self.part;
        let Some(own) = &part.own else { return Ok(()) };
        let pointer = format!("{}/{OWN}/{list}", part.pointer);
        self.list(own.lists.get(list), &pointer, each)
    }

    fn column(
        &mut self,
        column: &'static Column,
        each: &mut dyn FnMut(&mut Self, &Listed<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let part = self.part;
        let pointer = format!("{}/{}", part.pointer, column.list);
        self.list(part.lists.get(column.list), &pointer, each)
    }

    fn list(
        &mut self,
        list: Option<&Mark>,
        pointer: &str,
        each: &mut dyn FnMut(&mut Self, &Listed<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let Some(list) = list else { return Ok(()) };
        self.scan.go(*list)?;
        self.scan.begins(b'[')?;
        let (mut raw, mut is_first, mut at) = (Vec::new(), true, 0);
        while self.scan.another(b']', &mut is_first, pointer)? {
            let pointer = format!("{pointer}/{at}");
            let (json, mark) = self.scan.raw(&mut raw, &pointer)?;
            if !self.index.skipped.contains(&mark.offset()) {
                self.tick(mark)?;
                each(self, &Listed { json, mark, pointer, at })?;
            }
            at += 1;
        }
        Ok(())
    }

    fn tick(&self, mark: Mark) -> Result<(), Halt> {
        let done = usize::try_from(mark.offset() >> 10).unwrap_or(usize::MAX);
        let step = || Step { title: self.title.to_owned(), done, total: self.total_kb, facts: 0 };
        self.pace.at(step).map_err(|cancelled| Error::from(cancelled).into())
    }

    /// A record that can be read; one that cannot is a finding, and passed over.
    fn record<'e, T: serde::Deserialize<'e>>(&mut self, entry: &Listed<'e>) -> Option<T> {
        entry.record().map_err(|finding| self.findings.add(finding)).ok()
    }

    fn found(&mut self, entry: &Listed<'_>, code: FindingCode, message: impl Into<String>) {
        self.findings.add(entry.finding(code, message));
    }

    fn time(&mut self, entry: &Listed<'_>, at: &mut i64) {
        if !TIMES.contains(at) {
            self.found(entry, FindingCode::BadDate, "No clock shows this time.");
            *at = self.world.clock.now_ms();
        }
    }

    fn keys(&mut self, packs: &[String]) -> Result<(), Halt> {
        let packs: Vec<&str> = packs.iter().map(String::as_str).collect();
        let mut registry = Registry::from_packs(&packs, Vec::new()).unwrap_or_default();
        let mut own = HashSet::new();
        self.own("keys", &mut |walk, entry| {
            let Some(key) = walk.record::<KeyDef>(entry) else { return Ok(()) };
            if !own.insert(key.path.clone()) {
                walk.found(entry, FindingCode::DuplicateRecord, format!("The key “{}” is there twice.", key.path));
                return Ok(());
            }
            if let Err(error) = registry.put(key.clone()) {
                walk.found(entry, FindingCode::WrongType, format!("{error}."));
                return Ok(());
            }
            Ok(walk.sink.key(&key)?)
        })
    }

    /// The records that have their own text; the others come with the column.
    fn inputs(&mut self) -> Result<(), Halt> {
        self.own("inputs", &mut |walk, entry| {
            let Some(mut input) = walk.record::<InputRecord<'_>>(entry) else { return Ok(()) };
            walk.check_input(entry, &mut input);
            if input.text.is_some() {
                input.title.get_or_insert(Cow::Borrowed("Untitled"));
                walk.check_text(entry, &input);
                walk.sink.input(&input, Known::ByRecord)?;
            } else if !walk.index.input_entries.contains_key(&input.label) {
                walk.found(entry, FindingCode::NoText, format!("The text of {} stands nowhere.", input.label));
            }
            Ok(())
        })
    }

    fn check_input(&mut self, entry: &Listed<'_>, input: &mut InputRecord<'_>) {
        if input.label.kind != Kind::Input || input.version == 0 {
            self.found(entry, FindingCode::WrongType, "This is the label or the version of no Input.");
        }
        if !["paste", "file", "stdin", "sample", "imported"].contains(&input.origin.as_ref()) {
            self.found(entry, FindingCode::WrongType, format!("No Input comes from “{}”.", input.origin));
        }
        self.check_standing(entry, Kind::Input, &mut input.state, &mut input.mark);
        self.time(entry, &mut input.added_at);
    }

    fn check_standing<'e>(
        &mut self,
        entry: &Listed<'_>,
        kind: Kind,
        state: &mut Cow<'e, str>,
        mark: &mut Cow<'e, str>,
    ) {
        if !["draft", "validated"].contains(&state.as_ref()) || !may_be_marked(kind, mark) {
            self.found(entry, FindingCode::UnknownStatus, "No entity of this kind has this state or mark.");
            (*state, *mark) = (Cow::Borrowed("draft"), Cow::Borrowed(""));
        }
    }

    fn check_text(&mut self, entry: &Listed<'_>, input: &InputRecord<'_>) {
        let text = input.text.as_deref().unwrap_or_default();
        if sha256_hex(text) != input.sha256 {
            self.found(
                entry,
                FindingCode::BadHash,
                format!("The text of {} is not the one that was hashed.", input.label),
            );
        } else if memchr::memchr2(b'\r', 0, text.as_bytes()).is_some() {
            self.found(
                entry,
                FindingCode::BadHash,
                "The text holds what no text here does: a NUL or a carriage return.",
            );
        }
    }

    fn input_column(&mut self) -> Result<(), Halt> {
        let column = column(Kind::Input);
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(read) = walk.told(read_input(&mut element)) else { return Ok(()) };
            match walk.index.records.get(&label).copied() {
                Some(record) => walk.joined_input(entry, &element, record, &read)?,
                None if walk.index.recorded.contains(&label) => {
                    let what = format!("{label} stands in the column, and is put aside.");
                    walk.findings.add(Finding::new(FindingCode::Differs, what, element.place()));
                }
                None => walk.new_input(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            let fields = input_fields(&mut element);
            walk.named(label, &read.id, fields.as_deref())
        })
    }

    fn joined_input(
        &mut self,
        entry: &Listed<'_>,
        element: &Element<'_>,
        record: Mark,
        read: &InputEntry<'_>,
    ) -> Result<(), Halt> {
        let (json, pointer) = self.elsewhere(record)?;
        let Ok(mut input) = (Listed { json: &json, mark: record, pointer, at: 0 }).record::<InputRecord<'_>>() else {
            return Ok(());
        };
        if !["draft", "validated"].contains(&input.state.as_ref()) || !may_be_marked(Kind::Input, &input.mark) {
            (input.state, input.mark) = ("draft".into(), "".into());
        }
        if !TIMES.contains(&input.added_at) {
            input.added_at = self.world.clock.now_ms();
        }
        self.agrees(element, read.status.as_deref(), shown(&input.state, &input.mark));
        input.title = Some(Cow::Borrowed(read.title.as_deref().unwrap_or("Untitled")));
        input.text = Some(Cow::Borrowed(read.text.as_deref().unwrap_or_default()));
        self.check_text(entry, &input);
        Ok(self.sink.input(&input, Known::ByRecord)?)
    }

    /// The column and the record say the same of where an entity stands.
    fn agrees(&mut self, element: &Element<'_>, said: Option<&str>, recorded: &str) {
        if said.is_some_and(|said| said != recorded) {
            let what = format!("The status is not the one that was recorded: “{recorded}”.");
            self.findings.add(Finding::new(FindingCode::Differs, what, element.place_of("status")));
        }
    }

    /// An Input that another application made: its text is let in by the door and bundled, and waits to be parsed.
    fn new_input(
        &mut self,
        element: &Element<'_>,
        label: EntityLabel,
        rank: Option<i64>,
        read: &InputEntry<'_>,
    ) -> Result<(), Halt> {
        let text = admit(read.text.as_deref().unwrap_or_default()).text;
        if text.len() > MAX_INPUT_BYTES {
            let what = "The text is larger than 256 MB.";
            self.findings.add(Finding::new(FindingCode::TooLarge, what, element.place_of("text")));
            return Ok(());
        }
        let (state, mark) = self.standing(Kind::Input, element, read.status.as_deref());
        let now = self.world.clock.now_ms();
        let input = InputRecord {
            label,
            uuid: self.world.ids.next(),
            version: 1,
            superseded: false,
            origin: "imported".into(),
            file_name: None,
            sha256: sha256_hex(&text).into(),
            added_at: now,
            state: state.into(),
            mark: mark.into(),
            rank,
            archived: false,
            title: Some(one_line(read.title.as_deref().unwrap_or_default()).into()),
            text: Some(Cow::Borrowed(&text)),
        };
        self.sink.input(&input, Known::ByName(&read.id))?;
        self.new_bundles(&input, &text, now)
    }

    fn new_bundles(&mut self, input: &InputRecord<'_>, text: &str, now: i64) -> Result<(), Halt> {
        let pieces = cut(text);
        let parts = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
        let ids = format!("[\"{}\"]", input.uuid);
        let (mut byte, mut start) = (0, 0);
        for (part, piece) in (1..).zip(pieces) {
            start += length(&text[byte..piece.start]);
            let uuid = self.world.ids.next();
            let bundle = build(&Turn {
                bundle_id: uuid.to_string(),
                timestamp: jiff::Timestamp::from_second(now.div_euclid(1_000)).unwrap_or_default().to_string(),
                free_chat: text[piece.clone()].to_owned(),
                ..Turn::default()
            });
            self.sink.bundle(&BundleRecord {
                uuid,
                source_type: "chat".into(),
                source_ids: raw(&ids)?,
                stage: factly_core::bundle::Stage::default(),
                scope: "project".into(),
                item_ids: None,
                input: Some(input.uuid),
                input_start: Some(start),
                part,
                parts,
                created_at: now,
                sha256: bundle.sha256.into(),
                sections: bundle.sections,
                text: bundle.text.into(),
            })?;
            self.sink.run(&queued(self.world.ids.next(), uuid, now))?;
            start += length(&text[piece.clone()]);
            byte = piece.end;
        }
        Ok(())
    }

    fn bundles(&mut self, seen: &mut Seen) -> Result<(), Halt> {
        self.own("bundles", &mut |walk, entry| {
            let Some(mut bundle) = walk.record::<BundleRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut bundle.created_at);
            let checked = match Checked::of(&bundle) {
                Ok(checked) => checked,
                Err(fault) => {
                    let code =
                        if fault == BundleFault::Sections { FindingCode::BadSection } else { FindingCode::BadHash };
                    walk.found(entry, code, fault.to_string());
                    return Ok(());
                }
            };
            if !["structuredQuestions", "chat", "generation", "mixed"].contains(&bundle.source_type.as_ref())
                || !["project", "item", "multiItem"].contains(&bundle.scope.as_ref())
                || bundle.input.is_some() != bundle.input_start.is_some()
            {
                walk.found(entry, FindingCode::WrongType, "No bundle has this source, scope or place.");
                return Ok(());
            }
            walk.check_piece(entry, &mut bundle, &checked, seen)?;
            seen.bundles.keep(checked);
            Ok(walk.sink.bundle(&bundle)?)
        })
    }

    /// A piece says what its Input says at its place.
    fn check_piece(
        &mut self,
        entry: &Listed<'_>,
        bundle: &mut BundleRecord<'_>,
        checked: &Checked,
        seen: &mut Seen,
    ) -> Result<(), Halt> {
        let Some((uuid, start)) = bundle.input.zip(bundle.input_start) else { return Ok(()) };
        if seen.input.as_ref().is_none_or(|(kept, _)| *kept != uuid) {
            seen.input = self.input_text(uuid)?.map(|text| (uuid, CharIndex::new(text)));
        }
        let Some((_, text)) = seen.input.as_ref().filter(|(kept, _)| *kept == uuid) else {
            self.found(entry, FindingCode::DeadLink, "The bundle is of an Input that is not there.");
            (bundle.input, bundle.input_start) = (None, None);
            return Ok(());
        };
        let words = checked.free_chat();
        let place = Span::new(start, start.saturating_add(length(words)));
        if place.end > text.len() || text.slice(place) != words {
            self.found(entry, FindingCode::BadSection, "The bundle does not say what its Input says at its place.");
        }
        Ok(())
    }

    fn input_text(&mut self, uuid: Uuid) -> Result<Option<String>, Halt> {
        let place = match self.index.inputs.get(&uuid) {
            Some(InputText::Record(mark)) => Some(*mark),
            Some(InputText::Column(label)) => self.index.input_entries.get(label).copied(),
            None => None,
        };
        let Some(mark) = place else { return Ok(None) };
        let (json, pointer) = self.elsewhere(mark)?;
        let element = Element::read(mark.piece(&json), pointer);
        let text = element.and_then(|mut element| element.text("text").map(|text| text.map(Cow::into_owned)));
        Ok(text.ok().flatten())
    }

    fn elsewhere(&mut self, mark: Mark) -> Result<(String, String), Halt> {
        let mut raw = Vec::new();
        self.aside.go(mark)?;
        self.aside.raw(&mut raw, "")?;
        Ok((String::from_utf8(raw).unwrap_or_default(), String::new()))
    }

    fn runs(&mut self, seen: &mut Seen) -> Result<(), Halt> {
        self.own("runs", &mut |walk, entry| {
            let Some(mut run) = walk.record::<RunRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut run.created_at);
            if !["queued", "succeeded", "failed"].contains(&run.status.as_ref()) {
                walk.found(entry, FindingCode::WrongType, format!("No run is “{}”.", run.status));
                return Ok(());
            }
            if !walk.index.bundles.contains_key(&run.bundle) {
                walk.found(entry, FindingCode::DeadLink, "The run is of a bundle that is not there.");
                return Ok(());
            }
            if run.status == "succeeded" && !run.forced && !seen.succeeded.insert(run.bundle) {
                walk.found(entry, FindingCode::DuplicateRecord, "The bundle has another run that succeeded.");
                return Ok(());
            }
            walk.check_outcomes(entry, &run);
            Ok(walk.sink.run(&run)?)
        })
    }

    fn check_outcomes(&mut self, entry: &Listed<'_>, run: &RunRecord<'_>) {
        #[derive(serde::Deserialize)]
        struct Outcome {
            fact: Option<Uuid>,
        }
        let Some(outcomes) = run.outcomes else { return };
        match serde_json::from_str::<Vec<Outcome>>(outcomes.get()) {
            Err(_) => self.found(entry, FindingCode::WrongType, "The outcomes of the run are no list of outcomes."),
            Ok(outcomes) => {
                let is_dead =
                    |outcome: &Outcome| outcome.fact.is_some_and(|fact| !self.index.facts.contains_key(&fact));
                if outcomes.iter().any(is_dead) {
                    self.found(entry, FindingCode::DeadLink, "An outcome names a fact that is not there.");
                }
            }
        }
    }

    fn facts(&mut self, seen: &mut Seen) -> Result<(), Halt> {
        let mut ordinal = 0;
        self.own("facts", &mut |walk, entry| {
            let Some(mut fact) = walk.record::<FactRecord<'_>>(entry) else { return Ok(()) };
            if walk.check_fact(entry, &mut fact) {
                walk.check_evidence(entry, &mut fact, seen)?;
                walk.check_chain(entry, &mut fact, ordinal);
                walk.check_rivals(entry, &mut fact, seen);
                walk.sink.fact(&fact, Known::ByRecord)?;
            }
            ordinal += 1;
            Ok(())
        })
    }

    fn check_fact(&mut self, entry: &Listed<'_>, fact: &mut FactRecord<'_>) -> bool {
        self.time(entry, &mut fact.created_at);
        let confidence = fact.confidence.get().parse::<f64>().ok();
        let wrong = if fact.label.kind != Kind::Fact || fact.version == 0 {
            Some("This is the label or the version of no fact.")
        } else if confidence.is_none_or(|confidence| !(0.0..=1.0).contains(&confidence)) {
            Some("A confidence is a number from 0 to 1.")
        } else if !is_of_type(fact) {
            Some("The value is not of its type.")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.found(entry, FindingCode::WrongType, wrong);
            return false;
        }
        if !may_be_marked(Kind::Fact, &fact.mark) {
            self.found(entry, FindingCode::UnknownStatus, format!("No fact is marked “{}”.", fact.mark));
            fact.mark = Cow::Borrowed("");
        }
        true
    }

    fn check_evidence(&mut self, entry: &Listed<'_>, fact: &mut FactRecord<'_>, seen: &mut Seen) -> Result<(), Halt> {
        let wrong = match &fact.evidence {
            None if may_lack_evidence(fact.source, fact.value_type.unwrap_or(ValueType::Note)) => None,
            None => Some("has no evidence, and nobody typed or imported it"),
            Some(quote) => match seen.bundles.of(self, quote.bundle)? {
                Some(bundle) if bundle.says(quote) => None,
                Some(_) => Some("rests on a quote that does not stand in its bundle"),
                None => Some("rests on a bundle that is not there"),
            },
        };
        if let Some(wrong) = wrong {
            self.found(entry, FindingCode::BadEvidence, format!("{} {wrong}.", fact.label));
            fact.evidence = None;
            fact.source = SourceKind::Imported;
            fact.needs_review = true;
        }
        if fact.run.is_some_and(|run| !self.index.runs.contains(&run)) {
            self.found(entry, FindingCode::DeadLink, format!("{} is of a run that is not there.", fact.label));
            fact.run = None;
        }
        Ok(())
    }

    /// What a fact takes the place of, or contradicts, came before it: so none rests on itself, however far round.
    fn check_chain(&mut self, entry: &Listed<'_>, fact: &mut FactRecord<'_>, ordinal: u32) {
        let label = fact.label;
        for (link, verb) in [(&mut fact.supersedes, "supersedes"), (&mut fact.conflicts_with, "contradicts")] {
            let Some(uuid) = *link else { continue };
            match self.index.facts.get(&uuid) {
                Some(other) if *other < ordinal => continue,
                Some(other) => {
                    let itself = if *other == ordinal { "itself" } else { "a fact that came after it" };
                    self.found(entry, FindingCode::Cycle, format!("{label} {verb} {itself}."));
                }
                None => self.found(entry, FindingCode::DeadLink, format!("{label} {verb} a fact that is not there.")),
            }
            *link = None;
        }
    }

    fn check_rivals(&mut self, entry: &Listed<'_>, fact: &mut FactRecord<'_>, seen: &mut Seen) {
        let Some(key) = fact.key.as_deref().filter(|key| *key != NOTE_KEY) else { return };
        if fact.status == Status::Accepted && !seen.accepted.insert((key.to_owned(), fact.item.to_string())) {
            let what = format!("{} is the second accepted value of the key “{key}”.", fact.label);
            self.found(entry, FindingCode::Rivals, what);
            fact.status = Status::Conflict;
        }
    }

    fn reaffirmations(&mut self, seen: &mut Seen) -> Result<(), Halt> {
        self.own("reaffirmations", &mut |walk, entry| {
            let Some(mut again) = walk.record::<ReaffirmationRecord<'_>>(entry) else { return Ok(()) };
            if !walk.index.facts.contains_key(&again.fact) {
                walk.found(entry, FindingCode::DeadLink, "This says a fact again that is not there.");
                return Ok(());
            }
            if !seen.bundles.of(walk, again.evidence.bundle)?.is_some_and(|bundle| bundle.says(&again.evidence)) {
                walk.found(entry, FindingCode::BadEvidence, "The quote does not stand in its bundle.");
                return Ok(());
            }
            if again.run.is_some_and(|run| !walk.index.runs.contains(&run)) {
                walk.found(entry, FindingCode::DeadLink, "This is of a run that is not there.");
                again.run = None;
            }
            Ok(walk.sink.reaffirmation(&again)?)
        })
    }

    fn fact_column(&mut self, seen: &mut Seen) -> Result<(), Halt> {
        let column = column(Kind::Fact);
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(read) = walk.told(read_entity(&mut element, column)) else { return Ok(()) };
            match walk.index.shown.get(&label.no) {
                Some((_, recorded)) => {
                    seen.shown.insert(label.no);
                    if *recorded != said(&read.text, read.status.as_deref().unwrap_or_default()) {
                        let what = format!("{label} is not what the ledger says it is.");
                        walk.findings.add(Finding::new(FindingCode::Differs, what, element.place()));
                    }
                }
                None if walk.is_recorded(label) => {
                    let what = format!("{label} stands in the column, and not so in the ledger.");
                    walk.findings.add(Finding::new(FindingCode::Differs, what, element.place()));
                }
                None => walk.new_fact(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            walk.named(label, &read.id, element.unknown().as_deref())?;
            walk.drawn(label, column, read.related)
        })?;
        self.all_shown(seen);
        Ok(())
    }

    /// Whether the ledger has the label, though maybe not in the column.
    fn is_recorded(&self, label: EntityLabel) -> bool {
        self.index.recorded.contains(&label)
    }

    fn all_shown(&mut self, seen: &Seen) {
        let missing = self.index.shown.keys().filter(|no| !seen.shown.contains(no)).min();
        if let Some(no) = missing {
            let list = column(Kind::Fact).list;
            let place = self.part.lists.get(list).copied().unwrap_or(self.part.mark);
            let place = place.place(format!("{}/{list}", self.part.pointer));
            let what = format!("F-{no} stands in the ledger, and not in the column.");
            self.findings.add(Finding::new(FindingCode::Differs, what, place));
        }
    }

    /// A fact that another application made has no evidence, and says so.
    fn new_fact(
        &mut self,
        element: &Element<'_>,
        label: EntityLabel,
        rank: Option<i64>,
        read: &EntityEntry<'_>,
    ) -> Result<(), Halt> {
        let (state, mark) = self.standing(Kind::Fact, element, read.status.as_deref());
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
        };
        Ok(self.sink.fact(&fact, Known::ByName(&read.id))?)
    }

    /// The records that have their own text; the others come with their columns.
    fn entities(&mut self) -> Result<(), Halt> {
        let kinds = [Kind::Insight, Kind::Recommendation, Kind::Output];
        let of_kind = |kind: Kind| self.index.labels[kind as usize].iter().map(move |no| EntityLabel::new(kind, *no));
        let in_columns: HashSet<EntityLabel> = kinds.into_iter().flat_map(of_kind).collect();
        self.own("entities", &mut |walk, entry| {
            let Some(mut entity) = walk.record::<EntityRecord<'_>>(entry) else { return Ok(()) };
            if !walk.check_entity(entry, &mut entity) {
                return Ok(());
            }
            if entity.text.is_some() {
                if entity.label.kind == Kind::Output {
                    entity.output_type.get_or_insert(Cow::Borrowed("report"));
                }
                return Ok(walk.sink.entity(&entity, Known::ByRecord)?);
            }
            if !in_columns.contains(&entity.label) {
                walk.found(entry, FindingCode::NoText, format!("The text of {} stands nowhere.", entity.label));
            }
            Ok(())
        })
    }

    fn check_entity(&mut self, entry: &Listed<'_>, entity: &mut EntityRecord<'_>) -> bool {
        let is_of_kind = matches!(entity.label.kind, Kind::Insight | Kind::Recommendation | Kind::Output);
        let has_origin = ["manual", "derived", "chat", "imported", "sample"].contains(&entity.origin.as_ref());
        let has_type = entity.output_type.as_deref().is_none_or(|name| OutputType::parse(name).is_some());
        if !is_of_kind || entity.version == 0 || !has_origin || !has_type {
            self.found(entry, FindingCode::WrongType, "No entity has this label, version, origin or type.");
            return false;
        }
        self.check_standing(entry, entity.label.kind, &mut entity.state, &mut entity.mark);
        self.time(entry, &mut entity.created_at);
        let mut numbers = HashSet::new();
        let is_sound = |version: &VersionRecord<'_>| {
            let has_text = version.text.is_some() || version.version == entity.version;
            has_text && version.version > 0 && numbers.insert(version.version)
        };
        if !entity.versions.iter().all(is_sound) {
            self.found(entry, FindingCode::WrongType, "A version has no number or no text of its own.");
            return false;
        }
        true
    }

    fn entity_column(&mut self, column: &'static Column) -> Result<(), Halt> {
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(mut read) = walk.told(read_entity(&mut element, column)) else { return Ok(()) };
            if read.output_type.as_deref().is_some_and(|name| OutputType::parse(name).is_none()) {
                let what = "No Output is of this type.";
                walk.findings.add(Finding::new(FindingCode::UnknownType, what, element.place_of("type")));
                read.output_type = None;
            }
            match walk.index.records.get(&label).copied() {
                Some(record) => walk.joined_entity(&element, record, &read)?,
                None if walk.index.recorded.contains(&label) => {
                    let what = format!("{label} stands in the column, and is put aside.");
                    walk.findings.add(Finding::new(FindingCode::Differs, what, element.place()));
                }
                None => walk.new_entity(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            walk.named(label, &read.id, element.unknown().as_deref())?;
            walk.drawn(label, column, read.related)
        })
    }

    fn joined_entity(&mut self, element: &Element<'_>, record: Mark, read: &EntityEntry<'_>) -> Result<(), Halt> {
        let (json, pointer) = self.elsewhere(record)?;
        let Ok(mut entity) = (Listed { json: &json, mark: record, pointer, at: 0 }).record::<EntityRecord<'_>>() else {
            return Ok(());
        };
        if !may_be_marked(entity.label.kind, &entity.mark) {
            (entity.state, entity.mark) = ("draft".into(), "".into());
        }
        if !TIMES.contains(&entity.created_at) {
            entity.created_at = self.world.clock.now_ms();
        }
        self.agrees(element, read.status.as_deref(), shown(&entity.state, &entity.mark));
        entity.text = Some(Cow::Borrowed(&read.text));
        entity.output_type = output_type(entity.label.kind, read);
        Ok(self.sink.entity(&entity, Known::ByRecord)?)
    }

    fn new_entity(
        &mut self,
        element: &Element<'_>,
        label: EntityLabel,
        rank: Option<i64>,
        read: &EntityEntry<'_>,
    ) -> Result<(), Halt> {
        let (state, mark) = self.standing(label.kind, element, read.status.as_deref());
        let now = self.world.clock.now_ms();
        let entity = EntityRecord {
            label,
            uuid: self.world.ids.next(),
            version: 1,
            state: state.into(),
            mark: mark.into(),
            because: None,
            origin: "imported".into(),
            rank,
            created_at: now,
            archived: false,
            output_type: output_type(label.kind, read),
            text: Some(Cow::Borrowed(&read.text)),
            versions: vec![VersionRecord { version: 1, text: None, restores: None, made_at: now }],
        };
        Ok(self.sink.entity(&entity, Known::ByName(&read.id))?)
    }

    /// The state and the mark that a column's word means.
    fn standing(&mut self, kind: Kind, element: &Element<'_>, status: Option<&str>) -> (&'static str, &'static str) {
        let status = status.unwrap_or("draft");
        read(kind, status).unwrap_or_else(|| {
            let what = format!("No {} is “{status}”.", kind.as_str());
            self.findings.add(Finding::new(FindingCode::UnknownStatus, what, element.place_of("status")));
            ("draft", "")
        })
    }

    /// The place in its column of what another application made: by its label where that is the file's order too.
    fn rank(&self, entry: &Listed<'_>, kind: Kind) -> Option<i64> {
        let is_in_order = self.part.own.is_some() || self.index.labels[kind as usize].is_sorted();
        (!is_in_order).then(|| (i64::try_from(entry.at).unwrap_or_default() + 1) << 20)
    }

    fn element<'e>(&mut self, entry: &Listed<'e>) -> Option<Element<'e>> {
        self.told(Element::read(entry.mark.piece(entry.json), entry.pointer.clone()))
    }

    fn told<T>(&mut self, read: Result<T, Finding>) -> Option<T> {
        read.map_err(|finding| self.findings.add(finding)).ok()
    }

    fn label(&self, entry: &Listed<'_>, column: &Column) -> EntityLabel {
        let no = self.index.labels[column.kind as usize].get(entry.at).copied().unwrap_or_default();
        EntityLabel::new(column.kind, no)
    }

    /// Keeps what another application calls an entity, and its fields there.
    fn named(&mut self, label: EntityLabel, id: &str, fields: Option<&str>) -> Result<(), Halt> {
        // An id that is there twice is the first one's name.
        let names_it = self.index.names[label.kind as usize].find(id) == Some(label);
        let name = Some(id).filter(|id| names_it && *id != label.to_string());
        if name.is_some() || fields.is_some() {
            self.sink.foreign(label, name, fields)?;
        }
        Ok(())
    }

    fn drawn(&mut self, label: EntityLabel, column: &Column, related: Vec<(Cow<'_, str>, Place)>) -> Result<(), Halt> {
        let Some(above) = column.kind.above() else { return Ok(()) };
        for (id, place) in related {
            match self.index.names[above as usize].find(&id) {
                Some(up) => self.sink.link(up, label, Link::Shown)?,
                None => {
                    let what = format!("{label} is drawn from “{id}”, which is not there.");
                    self.findings.add(Finding::new(FindingCode::DeadLink, what, place));
                }
            }
        }
        Ok(())
    }

    fn links(&mut self) -> Result<(), Halt> {
        self.own("links", &mut |walk, entry| {
            let Some(LinkRecord { up, down }) = walk.record(entry) else { return Ok(()) };
            let is_there = |label: EntityLabel| walk.index.names[label.kind as usize].has(label);
            if down.kind.above() != Some(up.kind) {
                walk.found(entry, FindingCode::DeadLink, format!("{down} cannot be drawn from {up}."));
            } else if !is_there(up) || !is_there(down) {
                walk.found(entry, FindingCode::DeadLink, format!("{up} or {down} is not there."));
            } else {
                walk.sink.link(up, down, Link::Stored)?;
            }
            Ok(())
        })
    }

    fn suggestions(&mut self) -> Result<(), Halt> {
        let mut uuids = HashSet::new();
        self.own("suggestions", &mut |walk, entry| {
            let Some(mut suggestion) = walk.record::<SuggestionRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut suggestion.made_at);
            let is_sound = ["N", "R", "O"].contains(&suggestion.kind.as_ref())
                && ["pending", "accepted", "rejected"].contains(&suggestion.status.as_ref())
                && suggestion.output_type.as_deref().is_none_or(|name| OutputType::parse(name).is_some())
                && serde_json::from_str::<Vec<String>>(suggestion.links.get()).is_ok();
            if !is_sound {
                walk.found(entry, FindingCode::WrongType, "No suggestion has this kind, status, type or these links.");
                return Ok(());
            }
            if !uuids.insert(suggestion.uuid) {
                walk.found(entry, FindingCode::DuplicateRecord, "This record is there twice.");
                return Ok(());
            }
            Ok(walk.sink.suggestion(&suggestion)?)
        })
    }

    /// Of what no column shows.
    fn foreign(&mut self) -> Result<(), Halt> {
        let mut shown: HashMap<Kind, HashSet<i64>> = HashMap::new();
        for column in &COLUMNS {
            shown.insert(column.kind, self.index.labels[column.kind as usize].iter().copied().collect());
        }
        self.own("foreign", &mut |walk, entry| {
            let Some(foreign) = walk.record::<ForeignRecord<'_>>(entry) else { return Ok(()) };
            if shown.get(&foreign.label.kind).is_some_and(|labels| labels.contains(&foreign.label.no)) {
                return Ok(());
            }
            if foreign.fields.is_some_and(|fields| !fields.get().starts_with('{')) {
                walk.found(entry, FindingCode::WrongType, "The fields are an object.");
                return Ok(());
            }
            let fields = foreign.fields.map(RawValue::get);
            Ok(walk.sink.foreign(foreign.label, foreign.name.as_deref(), fields)?)
        })
    }
}

/// The bundles that were looked at last: facts come in the order of their runs, so a few are enough.
#[derive(Default)]
struct Bundles(std::collections::VecDeque<Checked>);

impl Bundles {
    const KEPT: usize = 16;

    fn keep(&mut self, bundle: Checked) {
        self.0.truncate(Self::KEPT - 1);
        self.0.push_front(bundle);
    }

    /// The bundle, if it is in the file and is what it claims to be.
    fn of(&mut self, walk: &mut Walk<'_>, uuid: Uuid) -> Result<Option<&Checked>, Halt> {
        if !self.0.iter().any(|kept| kept.uuid == uuid) {
            let Some(mark) = walk.index.bundles.get(&uuid).copied() else { return Ok(None) };
            let (json, _) = walk.elsewhere(mark)?;
            let checked = serde_json::from_str::<BundleRecord<'_>>(&json).ok();
            let Some(checked) = checked.and_then(|bundle| Checked::of(&bundle).ok()) else { return Ok(None) };
            self.keep(checked);
        }
        Ok(self.0.iter().find(|kept| kept.uuid == uuid))
    }
}

struct InputEntry<'e> {
    id: Cow<'e, str>,
    title: Option<Cow<'e, str>>,
    text: Option<Cow<'e, str>>,
    status: Option<Cow<'e, str>>,
}

fn read_input<'e>(element: &mut Element<'e>) -> Result<InputEntry<'e>, Finding> {
    Ok(InputEntry {
        id: element.needed("input_id")?,
        title: element.text("title")?,
        text: element.text("text")?,
        status: element.text("status")?,
    })
    .and_then(|entry| element.is_text_or_none("type").map(|()| entry))
}

/// What an Input has elsewhere and not here: its type among it, unless it is what ours are.
fn input_fields(element: &mut Element<'_>) -> Option<String> {
    if element.is_text("type", factly_core::transfer::INPUT_TYPE) {
        element.value("type");
    }
    element.unknown()
}

struct EntityEntry<'e> {
    id: Cow<'e, str>,
    text: Cow<'e, str>,
    status: Option<Cow<'e, str>>,
    output_type: Option<Cow<'e, str>>,
    related: Vec<(Cow<'e, str>, Place)>,
}

fn read_entity<'e>(element: &mut Element<'e>, column: &Column) -> Result<EntityEntry<'e>, Finding> {
    Ok(EntityEntry {
        id: element.needed(column.id)?,
        text: element.needed("text")?,
        status: element.text("status")?,
        output_type: if column.kind == Kind::Output { element.text("type")? } else { None },
        related: match column.related {
            Some(related) => element.texts(related)?,
            None => Vec::new(),
        },
    })
}

fn output_type<'e>(kind: Kind, read: &EntityEntry<'e>) -> Option<Cow<'e, str>> {
    (kind == Kind::Output).then(|| read.output_type.clone().unwrap_or(Cow::Borrowed("report")))
}

fn queued(uuid: Uuid, bundle: Uuid, now: i64) -> RunRecord<'static> {
    RunRecord {
        uuid,
        bundle,
        status: "queued".into(),
        model: OFFLINE.into(),
        forced: false,
        attempts: 0,
        created_at: now,
        started_at: None,
        finished_at: None,
        stats: None,
        error: None,
        repairs: None,
        outcomes: None,
        raw: "".into(),
    }
}

/// Whether the value can be read as what the fact says it is.
fn is_of_type(fact: &FactRecord<'_>) -> bool {
    let value_type = fact.value_type.unwrap_or(ValueType::Note);
    let Some(value) = fact.value else { return value_type == ValueType::Note };
    let Ok(json) = serde_json::from_str::<serde_json::Value>(value.get()) else { return false };
    match value_type {
        ValueType::Enum | ValueType::Note | ValueType::String => json.is_string(),
        _ => Value::from_json(&json, &Expect::of(value_type)).is_ok(),
    }
}

fn raw(json: &str) -> Result<&RawValue, Error> {
    serde_json::from_str(json).map_err(|error| Error::new(crate::error::Code::Internal, format!("{error}.")))
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}
