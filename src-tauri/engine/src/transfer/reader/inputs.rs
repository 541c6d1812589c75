//! The Inputs of a file: their records and texts checked, joined with their column, and cut anew where another wrote them.

use factly_core::message;
use std::borrow::Cow;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::{BundleTurn, build, cut, sha256_hex};
use factly_core::text::normalize::normalize;
use factly_core::transfer::element::JsonElement;
use factly_core::transfer::record::{BundleRecord, InputRecord, RunRecord};
use factly_core::transfer::status::{may_be_marked, shown};
use factly_core::transfer::unknown::extract_unknown;
use factly_core::transfer::{FileFinding, FindingCode, column};
use uuid::Uuid;

use crate::extraction::OFFLINE;
use crate::originals::fault_of;
use crate::transfer::head::{TIMES, one_line};
use crate::transfer::index::ListEntry;
use crate::transfer::reader::{ImportReader, MAX_INPUT_BYTES, length, raw};
use crate::transfer::sink::Provenance;
use crate::transfer::source::{Halt, JsonMark};

impl ImportReader<'_> {
    /// The records that have their own text; the others come with the column.
    pub(super) fn inputs(&mut self) -> Result<(), Halt> {
        self.own("inputs", &mut |walk, entry| {
            let Some(mut input) = walk.record::<InputRecord<'_>>(entry) else { return Ok(()) };
            walk.check_input(entry, &mut input);
            if input.text.is_some() {
                input.title.get_or_insert(Cow::Borrowed("Untitled"));
                walk.check_text(entry, &input);
                walk.sink.input(&input, Provenance::ByRecord)?;
            } else if !walk.index.input_entries.contains_key(&input.label) {
                walk.found(entry, FindingCode::NoText, message!("The text of {} stands nowhere.", input.label));
            }
            Ok(())
        })
    }

    fn check_input(&mut self, entry: &ListEntry<'_>, input: &mut InputRecord<'_>) {
        if input.label.kind != EntityKind::Input || input.version == 0 {
            self.found(entry, FindingCode::WrongType, message!("This is the label or the version of no Input."));
        }
        if !["paste", "file", "stdin", "sample", "imported"].contains(&input.origin.as_ref()) {
            self.found(entry, FindingCode::WrongType, message!("No Input comes from “{}”.", input.origin));
        }
        self.check_standing(entry, EntityKind::Input, &mut input.state, &mut input.mark);
        self.time(entry, &mut input.added_at);
        if let Some((code, what)) = input.document.and_then(fault_of) {
            self.found(entry, code, message!("{}: {}", input.label, what));
        }
    }

    pub(super) fn check_standing<'e>(
        &mut self,
        entry: &ListEntry<'_>,
        kind: EntityKind,
        state: &mut Cow<'e, str>,
        mark: &mut Cow<'e, str>,
    ) {
        if !["draft", "validated"].contains(&state.as_ref()) || !may_be_marked(kind, mark) {
            self.found(entry, FindingCode::UnknownStatus, message!("No entity of this kind has this state or mark."));
            (*state, *mark) = (Cow::Borrowed("draft"), Cow::Borrowed(""));
        }
    }

    fn check_text(&mut self, entry: &ListEntry<'_>, input: &InputRecord<'_>) {
        let text = input.text.as_deref().unwrap_or_default();
        if sha256_hex(text) != input.sha256 {
            self.found(
                entry,
                FindingCode::BadHash,
                message!("The text of {} is not the one that was hashed.", input.label),
            );
        } else if memchr::memchr2(b'\r', 0, text.as_bytes()).is_some() {
            self.found(
                entry,
                FindingCode::BadHash,
                message!("The text holds what no text here does: a NUL or a carriage return."),
            );
        }
    }

    pub(super) fn input_column(&mut self) -> Result<(), Halt> {
        let column = column(EntityKind::Input);
        self.column(column, &mut |walk, entry| {
            let Some(mut element) = walk.element(entry) else { return Ok(()) };
            let label = walk.label(entry, column);
            let Some(read) = walk.ok_or_report(read_input(&mut element)) else { return Ok(()) };
            match walk.index.records.get(&label).copied() {
                Some(record) => walk.joined_input(entry, &element, record, &read)?,
                None if walk.index.recorded.contains(&label) => {
                    let what = message!("{} stands in the column, and is put aside.", label);
                    walk.findings.add(FileFinding::new(FindingCode::Differs, what, element.location()));
                }
                None => walk.new_input(&element, label, walk.rank(entry, label.kind), &read)?,
            }
            let fields = input_fields(&mut element);
            walk.named(label, &read.id, fields.as_deref())
        })
    }

    fn joined_input(
        &mut self,
        entry: &ListEntry<'_>,
        element: &JsonElement<'_>,
        record: JsonMark,
        read: &InputEntry<'_>,
    ) -> Result<(), Halt> {
        let json = self.elsewhere(record)?;
        let (json, _) = extract_unknown("inputs", &[], &json);
        let Ok(mut input) =
            (ListEntry { json: &json, mark: record, pointer: String::new(), at: 0 }).record::<InputRecord<'_>>()
        else {
            return Ok(());
        };
        if !["draft", "validated"].contains(&input.state.as_ref()) || !may_be_marked(EntityKind::Input, &input.mark) {
            (input.state, input.mark) = ("draft".into(), "".into());
        }
        if !TIMES.contains(&input.added_at) {
            input.added_at = self.world.clock.now_ms();
        }
        self.agrees(element, read.status.as_deref(), shown(&input.state, &input.mark));
        input.title = Some(Cow::Borrowed(read.title.as_deref().unwrap_or("Untitled")));
        input.text = Some(Cow::Borrowed(read.text.as_deref().unwrap_or_default()));
        self.check_text(entry, &input);
        Ok(self.sink.input(&input, Provenance::ByRecord)?)
    }

    /// The column and the record say the same of where an entity stands.
    pub(super) fn agrees(&mut self, element: &JsonElement<'_>, shown: Option<&str>, recorded: &str) {
        if shown.is_some_and(|shown| shown != recorded) {
            let what = message!("The status is not the one that was recorded: “{}”.", recorded);
            self.findings.add(FileFinding::new(FindingCode::Differs, what, element.location_of("status")));
        }
    }

    /// An Input that another application made: its text is let in by the door and bundled, and waits to be parsed.
    fn new_input(
        &mut self,
        element: &JsonElement<'_>,
        label: EntityLabel,
        rank: Option<i64>,
        read: &InputEntry<'_>,
    ) -> Result<(), Halt> {
        let text = normalize(read.text.as_deref().unwrap_or_default()).text;
        if text.len() > MAX_INPUT_BYTES {
            let what = message!("The text is larger than 256 MB.");
            self.findings.add(FileFinding::new(FindingCode::TooLarge, what, element.location_of("text")));
            return Ok(());
        }
        let (state, mark) = self.standing(EntityKind::Input, element, read.status.as_deref());
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
            document: None,
        };
        self.sink.input(&input, Provenance::ByName(&read.id))?;
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
            let bundle = build(&BundleTurn {
                bundle_id: uuid.to_string(),
                timestamp: jiff::Timestamp::from_second(now.div_euclid(1_000)).unwrap_or_default().to_string(),
                free_chat: text[piece.clone()].to_owned(),
                ..BundleTurn::default()
            });
            self.sink.bundle(&BundleRecord {
                uuid,
                source_type: "chat".into(),
                source_ids: raw(&ids)?,
                stage: factly_core::inputs::Stage::default(),
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
}

struct InputEntry<'e> {
    id: Cow<'e, str>,
    title: Option<Cow<'e, str>>,
    text: Option<Cow<'e, str>>,
    status: Option<Cow<'e, str>>,
}

fn read_input<'e>(element: &mut JsonElement<'e>) -> Result<InputEntry<'e>, FileFinding> {
    Ok(InputEntry {
        id: element.needed("input_id")?,
        title: element.text("title")?,
        text: element.text("text")?,
        status: element.text("status")?,
    })
    .and_then(|entry| element.is_text_or_none("type").map(|()| entry))
}

/// Returns the fields that an Input has elsewhere and not here: its type among them, unless it is what ours are.
fn input_fields(element: &mut JsonElement<'_>) -> Option<String> {
    if element.is_text("type", factly_core::discovery::INPUT_TYPE) {
        element.value("type");
    }
    element.unknown()
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
