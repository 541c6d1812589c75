//! The last three columns of a file, joined with what Factly wrote down beside them.

use factly_core::message;
use std::borrow::Cow;
use std::collections::HashSet;

use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::transfer::element::JsonElement;
use factly_core::transfer::record::{EntityRecord, VersionRecord};
use factly_core::transfer::status::{may_be_marked, shown};
use factly_core::transfer::unknown::extract_unknown;
use factly_core::transfer::{Column, FileFinding, FileLocation, FindingCode};

use crate::transfer::head::TIMES;
use crate::transfer::index::ListEntry;
use crate::transfer::reader::ImportReader;
use crate::transfer::sink::Provenance;
use crate::transfer::source::{Halt, JsonMark};

impl ImportReader<'_> {
    /// The records that have their own text; the others come with their columns.
    pub(super) fn entities(&mut self) -> Result<(), Halt> {
        let kinds = [EntityKind::Insight, EntityKind::Recommendation, EntityKind::Output];
        let of_kind =
            |kind: EntityKind| self.index.labels[kind as usize].iter().map(move |no| EntityLabel::new(kind, *no));
        let in_columns: HashSet<EntityLabel> = kinds.into_iter().flat_map(of_kind).collect();
        self.own("entities", &mut |walk, entry| {
            let Some(mut entity) = walk.record::<EntityRecord<'_>>(entry) else { return Ok(()) };
            if !walk.check_entity(entry, &mut entity) {
                return Ok(());
            }
            if entity.text.is_some() {
                if entity.label.kind == EntityKind::Output {
                    entity.output_type.get_or_insert(Cow::Borrowed("report"));
                }
                return Ok(walk.sink.entity(&entity, Provenance::ByRecord)?);
            }
            if !in_columns.contains(&entity.label) {
                walk.found(entry, FindingCode::NoText, message!("The text of {} stands nowhere.", entity.label));
            }
            Ok(())
        })
    }

    fn check_entity(&mut self, entry: &ListEntry<'_>, entity: &mut EntityRecord<'_>) -> bool {
        let is_of_kind =
            matches!(entity.label.kind, EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output);
        let has_origin = ["manual", "derived", "chat", "imported", "sample"].contains(&entity.origin.as_ref());
        let has_type = entity.output_type.as_deref().is_none_or(|name| OutputType::parse(name).is_some());
        if !is_of_kind || entity.version == 0 || !has_origin || !has_type {
            self.found(entry, FindingCode::WrongType, message!("No entity has this label, version, origin or type."));
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
            self.found(entry, FindingCode::WrongType, message!("A version has no number or no text of its own."));
            return false;
        }
        true
    }

    pub(super) fn entity_column(&mut self, column: &'static Column) -> Result<(), Halt> {
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(mut read) = walk.ok_or_report(read_entity(&mut element, column)) else { return Ok(()) };
            if read.output_type.as_deref().is_some_and(|name| OutputType::parse(name).is_none()) {
                let what = message!("No Output is of this type.");
                walk.findings.add(FileFinding::new(FindingCode::UnknownType, what, element.location_of("type")));
                read.output_type = None;
            }
            match walk.index.records.get(&label).copied() {
                Some(record) => walk.joined_entity(&element, record, &read)?,
                None if walk.index.recorded.contains(&label) => {
                    let what = message!("{} stands in the column, and is put aside.", label);
                    walk.findings.add(FileFinding::new(FindingCode::Differs, what, element.location()));
                }
                None => walk.new_entity(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            walk.named(label, &read.id, element.unknown().as_deref())?;
            walk.drawn(label, column, read.related)
        })
    }

    fn joined_entity(
        &mut self,
        element: &JsonElement<'_>,
        record: JsonMark,
        read: &EntityEntry<'_>,
    ) -> Result<(), Halt> {
        let json = self.elsewhere(record)?;
        let (json, _) = extract_unknown("entities", &[], &json);
        let Ok(mut entity) =
            (ListEntry { json: &json, mark: record, pointer: String::new(), at: 0 }).record::<EntityRecord<'_>>()
        else {
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
        Ok(self.sink.entity(&entity, Provenance::ByRecord)?)
    }

    fn new_entity(
        &mut self,
        element: &JsonElement<'_>,
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
        Ok(self.sink.entity(&entity, Provenance::ByName(&read.id))?)
    }
}

pub(super) struct EntityEntry<'e> {
    pub(super) id: Cow<'e, str>,
    pub(super) text: Cow<'e, str>,
    pub(super) status: Option<Cow<'e, str>>,
    pub(super) output_type: Option<Cow<'e, str>>,
    pub(super) related: Vec<(Cow<'e, str>, FileLocation)>,
}

pub(super) fn read_entity<'e>(element: &mut JsonElement<'e>, column: &Column) -> Result<EntityEntry<'e>, FileFinding> {
    Ok(EntityEntry {
        id: element.needed(column.id)?,
        text: element.needed("text")?,
        status: element.text("status")?,
        output_type: if column.kind == EntityKind::Output { element.text("type")? } else { None },
        related: match column.related {
            Some(related) => element.texts(related)?,
            None => Vec::new(),
        },
    })
}

pub(super) fn output_type<'e>(kind: EntityKind, read: &EntityEntry<'e>) -> Option<Cow<'e, str>> {
    (kind == EntityKind::Output).then(|| read.output_type.clone().unwrap_or(Cow::Borrowed("report")))
}
