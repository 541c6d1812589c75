//! A file's fields of a discovery as a whole.

use factly_core::message;
use factly_core::message::UserMessage;
use std::fmt::Write as _;

use factly_core::inputs::Stage;
use factly_core::keys::PACKS;
use factly_core::transfer::element::escaped;
use factly_core::transfer::raw::compact;
use factly_core::transfer::{CHAT, FileFinding, FindingCode, OWN};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::lookup::{MAX_TITLE_CHARS, cut_title};
use crate::transfer::findings::Findings;
use crate::transfer::outline::{FilePart, HeadFields};
use crate::transfer::sink::DiscoveryHead;
use crate::transfer::source::JsonMark;

const UNTITLED: &str = "Untitled";
const KNOWN: [&str; 5] = ["discovery_id", "title", "goal", "date", CHAT];
const OWN_KNOWN: [&str; 7] = ["format", "uuid", "stage", "packs", "kind", "created_at", "archived"];

/// The years that a clock can show.
pub(super) const TIMES: std::ops::Range<i64> = -62_135_596_800_000..253_402_300_800_000;

struct HeadReader<'a> {
    head: &'a HeadFields,
    pointer: String,
    findings: &'a mut Findings,
}

impl HeadReader<'_> {
    fn take<T: for<'de> Deserialize<'de>>(&mut self, name: &str) -> Option<T> {
        let (json, mark) = self.head.get(name)?;
        let pointer = format!("{}/{}", self.pointer, escaped(name));
        match serde_json::from_str(json) {
            Ok(value) => Some(value),
            Err(error) => {
                self.findings.add(mark.piece(json).fault(&error, &pointer));
                None
            }
        }
    }

    fn add(&mut self, name: &str, code: FindingCode, message: impl Into<UserMessage>) {
        if let Some((_, mark)) = self.head.get(name) {
            let location = mark.location(format!("{}/{}", self.pointer, escaped(name)));
            self.findings.add(FileFinding::new(code, message, location));
        }
    }
}

pub(super) fn heading(part: &FilePart, now_ms: i64, findings: &mut Findings) -> DiscoveryHead {
    let mut reading = HeadReader { head: &part.head, pointer: part.pointer.clone(), findings };
    let id: Option<String> = reading.take("discovery_id");
    let title: Option<String> = reading.take("title");
    let goal: Option<String> = reading.take("goal");
    let date: Option<String> = reading.take("date");
    let chat = chat(&mut reading);
    let dated = date.as_deref().and_then(ms_of);
    if dated.is_none() && date.is_some() && part.own.is_none() {
        reading.add("date", FindingCode::BadDate, message!("This is no date."));
    }
    let own_id = id.as_deref().and_then(|id| Uuid::try_parse(id).ok().filter(|uuid| uuid.to_string() == id));
    let mut heading = DiscoveryHead {
        name: id,
        uuid: own_id,
        title: title.unwrap_or_default(),
        goal: goal.unwrap_or_default(),
        stage: Stage::default(),
        packs: PACKS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        kind: None,
        archived: false,
        created_at: dated.unwrap_or(now_ms),
        date: None,
        fields: String::new(),
        own_fields: None,
        chat,
    };
    match &part.own {
        Some(own) => {
            let pointer = format!("{}/{OWN}", part.pointer);
            own_heading(&mut heading, &mut HeadReader { head: &own.head, pointer, findings });
            if heading.title.chars().count() > MAX_TITLE_CHARS {
                let mut reading = HeadReader { head: &part.head, pointer: part.pointer.clone(), findings };
                reading.add(
                    "title",
                    FindingCode::TooLarge,
                    message!("A title has at most {} characters.", MAX_TITLE_CHARS),
                );
            }
        }
        None => heading.title = cut_title(&one_line(&heading.title)),
    }
    let uuid = heading.uuid.map(|uuid| uuid.to_string());
    heading.name = heading.name.filter(|name| Some(name) != uuid.as_ref());
    heading.date = date.filter(|date| *date != date_of(heading.created_at));
    heading.fields = fields(&part.head, heading.date.as_deref());
    heading
}

fn own_heading(heading: &mut DiscoveryHead, own: &mut HeadReader<'_>) {
    heading.uuid = own.take("uuid").or(heading.uuid);
    heading.stage = own.take("stage").unwrap_or_default();
    heading.archived = own.take("archived").unwrap_or_default();
    heading.kind = own.take("kind");
    if let Some(packs) = own.take::<Vec<String>>("packs") {
        heading.packs = packs;
    }
    let packs = heading.packs.len();
    heading.packs.retain(|pack| PACKS.iter().any(|(name, _)| name == pack));
    if heading.packs.len() < packs {
        own.add("packs", FindingCode::UnknownPack, message!("There is no such pack of keys."));
    }
    match own.take("created_at") {
        Some(at) if TIMES.contains(&at) => heading.created_at = at,
        Some(_) => own.add("created_at", FindingCode::BadDate, message!("No clock shows this time.")),
        None => {}
    }
    let unknown = object(own.head.fields.iter().filter(|(key, ..)| !OWN_KNOWN.contains(&key.as_str())));
    heading.own_fields = Some(unknown).filter(|fields| fields != "{}");
}

/// Counts the messages.
fn chat(reading: &mut HeadReader<'_>) -> u32 {
    let messages: Option<Vec<Box<RawValue>>> = reading.take(CHAT);
    let messages = messages.unwrap_or_default();
    if messages.iter().any(|message| !message.get().starts_with('{')) {
        reading.add(CHAT, FindingCode::WrongType, message!("A message of the chat is an object."));
    }
    u32::try_from(messages.len()).unwrap_or(u32::MAX)
}

/// Returns the fields stored beside the discovery: a date that is not ours, and those that we do not know.
fn fields(head: &HeadFields, date: Option<&str>) -> String {
    let date = date.map(|date| ("date".to_owned(), serde_json::Value::from(date).to_string()));
    let date = date.map(|(key, json)| (key, json, JsonMark::START));
    object(date.iter().chain(head.fields.iter().filter(|(key, ..)| !KNOWN.contains(&key.as_str()))))
}

fn object<'f>(fields: impl Iterator<Item = &'f (String, String, JsonMark)>) -> String {
    let mut out = String::from("{");
    for (key, json, _) in fields {
        let comma = if out.len() > 1 { "," } else { "" };
        let _ = write!(out, "{comma}{}:{}", serde_json::Value::from(key.as_str()), compact(json));
    }
    out + "}"
}

/// A day is its first moment in UTC.
fn ms_of(date: &str) -> Option<i64> {
    if let Ok(timestamp) = date.parse::<Timestamp>() {
        return Some(timestamp.as_millisecond());
    }
    let day = date.parse::<Date>().ok()?;
    Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

/// A title is one line that is not empty.
pub(super) fn one_line(title: &str) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { UNTITLED.to_owned() } else { line }
}

/// In UTC.
pub(super) fn date_of(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or_default().strftime("%Y-%m-%d").to_string()
}
