//! The names in a file: which entity, row and label each stands for. All that is held of a file while it is read.

use factly_core::message;
use factly_core::message::UserMessage;
use std::cell::RefCell;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::Status;
use factly_core::transfer::names::{ColumnIds, ResolvedId};
use factly_core::transfer::record::ForeignRecord;
use factly_core::transfer::status::fact_shown;
use factly_core::transfer::unknown::extract_unknown;
use factly_core::transfer::{COLUMNS, Column, FileFinding, FindingCode, OWN};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use uuid::Uuid;

use crate::transfer::findings::Findings;
use crate::transfer::outline::FilePart;
use crate::transfer::source::{Halt, JsonMark, Source};

pub(super) struct FileIndex {
    pub(super) names: [ColumnIds; 5],
    /// The label of each entry of each column, in its order.
    pub(super) labels: [Vec<i64>; 5],
    /// The records whose texts stand in a column.
    pub(super) records: HashMap<EntityLabel, JsonMark>,
    pub(super) inputs: HashMap<Uuid, InputText>,
    /// Everything that has a record, wherever its text stands.
    pub(super) recorded: HashSet<EntityLabel>,
    /// The location of each Input of the column.
    pub(super) input_entries: HashMap<EntityLabel, JsonMark>,
    pub(super) bundles: HashMap<Uuid, JsonMark>,
    pub(super) runs: HashSet<Uuid>,
    /// Each fact's place in the ledger.
    pub(super) facts: HashMap<Uuid, u32>,
    /// The ledger's records of the facts that the column shows.
    pub(super) shown: HashMap<i64, RecordedFact>,
    /// Lists of which all is known, by a look through them: the next need not look for what is not.
    pub(super) plain: RefCell<HashSet<&'static str>>,
    /// The starts of records that are not to be read.
    pub(super) skipped: HashSet<u64>,
}

/// The words and the status of a fact, in few bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordedFact {
    version: u32,
    words: u64,
    status: Option<EntityStatus>,
}

impl RecordedFact {
    pub(super) fn says(&self, words: &str) -> bool {
        self.words == eight_bytes(words)
    }

    pub(super) fn has_status(&self, status: &str) -> bool {
        self.status.is_some() && self.status == EntityStatus::parse(status)
    }
}

/// The location of the text of an Input's version.
#[derive(Clone, Copy, Debug)]
pub(super) enum InputText {
    Record(JsonMark),
    Column(EntityLabel),
}

/// Runs `each` over the entries of a list, with the place of each.
pub(super) fn each_entry(
    source: &mut Source,
    list: Option<&Vec<JsonMark>>,
    pointer: &str,
    each: &mut dyn FnMut(ListEntry<'_>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut buffer = Vec::new();
    for (at, mark) in list.into_iter().flatten().copied().enumerate() {
        let json = source.read(mark, &mut buffer)?;
        each(ListEntry { json, mark, pointer: format!("{pointer}/{at}"), at })?;
    }
    Ok(())
}

/// An entry of a list.
pub(super) struct ListEntry<'a> {
    pub(super) json: &'a str,
    pub(super) mark: JsonMark,
    pub(super) pointer: String,
    pub(super) at: usize,
}

impl<'a> ListEntry<'a> {
    pub(super) fn record<T: Deserialize<'a>>(&self) -> Result<T, FileFinding> {
        serde_json::from_str(self.json).map_err(|error| self.mark.piece(self.json).fault(&error, &self.pointer))
    }

    pub(super) fn finding(&self, code: FindingCode, message: impl Into<UserMessage>) -> FileFinding {
        FileFinding::new(code, message, self.mark.location(self.pointer.clone()))
    }
}

/// The fields that name a record; the rest is read later.
#[derive(Deserialize)]
struct NamedRecord<'a> {
    uuid: Option<Uuid>,
    #[serde(borrow)]
    label: Option<Cow<'a, str>>,
    #[serde(default = "one")]
    version: u32,
    #[serde(default, deserialize_with = "is_there")]
    text: bool,
}

#[derive(Deserialize)]
struct NamedFact<'a> {
    uuid: Uuid,
    #[serde(borrow)]
    label: Cow<'a, str>,
    #[serde(default = "one")]
    version: u32,
    #[serde(borrow)]
    text: Cow<'a, str>,
    status: Status,
    #[serde(default)]
    needs_review: bool,
    #[serde(default, borrow)]
    mark: Cow<'a, str>,
    #[serde(default)]
    archived: bool,
}

const fn one() -> u32 {
    1
}

fn is_there<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    serde::de::IgnoredAny::deserialize(from).map(|_| true)
}

fn eight_bytes(words: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

impl FileIndex {
    pub(super) fn read(source: &mut Source, part: &FilePart, findings: &mut Findings) -> Result<Self, Halt> {
        let mut index = Self {
            names: EntityKind::ALL.map(ColumnIds::new),
            labels: Default::default(),
            records: HashMap::new(),
            inputs: HashMap::new(),
            recorded: HashSet::new(),
            input_entries: HashMap::new(),
            bundles: HashMap::new(),
            runs: HashSet::new(),
            facts: HashMap::new(),
            shown: HashMap::new(),
            plain: RefCell::default(),
            skipped: HashSet::new(),
        };
        index.own(source, part, findings)?;
        for column in &COLUMNS {
            index.column(source, part, column, findings)?;
        }
        Ok(index)
    }

    fn own(&mut self, source: &mut Source, part: &FilePart, findings: &mut Findings) -> Result<(), Halt> {
        let Some(own) = &part.own else { return Ok(()) };
        let at = |list: &str| format!("{}/{OWN}/{list}", part.pointer);
        each_entry(source, own.lists.get("foreign"), &at("foreign"), &mut |entry| {
            // What cannot be read is told when it is read whole.
            let (json, _) = extract_unknown("foreign", &[], entry.json);
            if let Ok(ForeignRecord { label, name, .. }) = serde_json::from_str(&json) {
                self.names[label.kind as usize].record(label, name.as_deref());
            }
            Ok(())
        })?;
        let mut labels = HashSet::new();
        for list in ["inputs", "entities"] {
            each_entry(source, own.lists.get(list), &at(list), &mut |entry| {
                self.labelled(&entry, &mut labels, findings);
                Ok(())
            })?;
        }
        for list in ["bundles", "runs"] {
            each_entry(source, own.lists.get(list), &at(list), &mut |entry| {
                let Ok(NamedRecord { uuid: Some(uuid), .. }) = entry.record() else { return Ok(()) };
                let is_new = match list {
                    "bundles" => self.bundles.insert(uuid, entry.mark).is_none(),
                    _ => self.runs.insert(uuid),
                };
                if !is_new {
                    self.twice(&entry, findings);
                }
                Ok(())
            })?;
        }
        each_entry(source, own.lists.get("facts"), &at("facts"), &mut |entry| {
            self.fact(&entry, &mut labels, findings);
            Ok(())
        })
    }

    fn labelled(&mut self, entry: &ListEntry<'_>, seen: &mut HashSet<(EntityLabel, u32)>, findings: &mut Findings) {
        let Ok(NamedRecord { uuid: Some(uuid), label: Some(label), version, text }) = entry.record() else { return };
        let Some(label) = EntityLabel::parse(&label) else { return };
        // Of an entity there is one record, of an Input one a version.
        let version = if label.kind == EntityKind::Input { version } else { 1 };
        if !seen.insert((label, version)) || self.inputs.contains_key(&uuid) {
            return self.twice(entry, findings);
        }
        if label.kind == EntityKind::Input {
            let location = if text { InputText::Record(entry.mark) } else { InputText::Column(label) };
            self.inputs.insert(uuid, location);
        }
        if !text && self.records.insert(label, entry.mark).is_some() {
            return self.twice(entry, findings);
        }
        self.recorded.insert(label);
        self.names[label.kind as usize].record(label, None);
    }

    fn fact(&mut self, entry: &ListEntry<'_>, seen: &mut HashSet<(EntityLabel, u32)>, findings: &mut Findings) {
        let Ok(fact) = entry.record::<NamedFact<'_>>() else { return };
        let Some(label) = EntityLabel::parse(&fact.label) else { return };
        let ordinal = u32::try_from(self.facts.len()).unwrap_or(u32::MAX);
        let is_new = seen.insert((label, fact.version));
        match self.facts.entry(fact.uuid) {
            Entry::Vacant(slot) if is_new => slot.insert(ordinal),
            _ => return self.twice(entry, findings),
        };
        self.recorded.insert(label);
        self.names[EntityKind::Fact as usize].record(label, None);
        let Some(status) = fact_shown(fact.status, fact.needs_review, &fact.mark).filter(|_| !fact.archived) else {
            return;
        };
        let shown = self.shown.entry(label.no).or_default();
        if fact.version >= shown.version {
            let (words, status) = (eight_bytes(&fact.text), EntityStatus::parse(status));
            *shown = RecordedFact { version: fact.version, words, status };
        }
    }

    fn twice(&mut self, entry: &ListEntry<'_>, findings: &mut Findings) {
        self.skipped.insert(entry.mark.offset());
        findings.add(entry.finding(FindingCode::DuplicateRecord, message!("This record is there twice.")));
    }

    /// The ids of a column: those that look like labels keep theirs before the others get what is left.
    fn column(
        &mut self,
        source: &mut Source,
        part: &FilePart,
        column: &'static Column,
        findings: &mut Findings,
    ) -> Result<(), Halt> {
        let kind = column.kind as usize;
        let pointer = format!("{}/{}", part.pointer, column.list);
        let list = part.lists.get(column.list);
        each_entry(source, list, &pointer, &mut |entry| {
            if let Some(id) = id_of(&entry, column) {
                self.names[kind].claim(&id);
            }
            Ok(())
        })?;
        let mut seen = HashSet::new();
        each_entry(source, list, &pointer, &mut |entry| {
            let id = id_of(&entry, column).unwrap_or_default();
            let is_again = self.names[kind].find(&id).is_some_and(|label| seen.contains(&label.no));
            let label = match self.names[kind].give(&id, is_again) {
                ResolvedId::New(label) => label,
                ResolvedId::Again(label) => {
                    let what = message!("The id “{}” is there twice.", id);
                    findings.add(entry.finding(FindingCode::DuplicateId, what));
                    label
                }
            };
            seen.insert(label.no);
            self.labels[kind].push(label.no);
            if column.kind == EntityKind::Input {
                self.input_entries.insert(label, entry.mark);
            }
            Ok(())
        })
    }
}

/// An entry's id. One that has none is told of when it is read whole.
fn id_of(entry: &ListEntry<'_>, column: &Column) -> Option<String> {
    struct IdSeed(&'static str);
    impl<'de> serde::de::DeserializeSeed<'de> for IdSeed {
        type Value = Option<String>;

        fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<String>, D::Error> {
            from.deserialize_map(self)
        }
    }
    impl<'de> serde::de::Visitor<'de> for IdSeed {
        type Value = Option<String>;

        fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Option<String>, A::Error> {
            let mut id = None;
            while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                if key == self.0 {
                    id = map.next_value::<Option<String>>()?;
                } else {
                    map.next_value::<serde::de::IgnoredAny>()?;
                }
            }
            Ok(id)
        }
    }
    let mut json = serde_json::Deserializer::from_str(entry.json);
    serde::de::DeserializeSeed::deserialize(IdSeed(column.id), &mut json).ok().flatten()
}
