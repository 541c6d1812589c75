//! Locations of everything in a file: one pass, so that the lists can then be read in the order in which they hang
//! together, whatever order the file has.

use factly_core::message;
use factly_core::message::UserMessage;
use std::collections::{HashMap, HashSet};
use std::fmt;

use factly_core::transfer::element::escaped;
use factly_core::transfer::{COLUMNS, FORMAT, FileFinding, FindingCode, OWN, SEVERAL};
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::store::transfer::exported_tables;
use crate::transfer::source::{Halt, JsonMark, ReadPosition, Source};

/// The lists that stand under `factly` beside those of the declared tables.
const LISTS: [&str; 22] = [
    "keys",
    "items",
    "inputs",
    "bundles",
    "runs",
    "facts",
    "reaffirmations",
    "overrides",
    "rounds",
    "questions",
    "drafts",
    "catalogue",
    "meanings",
    "prices",
    "views",
    "entities",
    "links",
    "variants",
    "suggestions",
    "foreign",
    "conversations",
    "images",
];

/// The message of serde for brackets that are nested too deep.
const TOO_DEEP: &str = "recursion limit exceeded";

/// One discovery of a file.
#[derive(Debug)]
pub(super) struct FilePart {
    pub(super) pointer: String,
    pub(super) mark: JsonMark,
    pub(super) head: HeadFields,
    pub(super) lists: ListMarks,
    pub(super) own: Option<FactlyPart>,
}

#[derive(Debug)]
pub(super) struct FactlyPart {
    pub(super) head: HeadFields,
    pub(super) lists: ListMarks,
}

/// The entries of each list, by its name.
pub(super) type ListMarks = HashMap<&'static str, Vec<JsonMark>>;

/// Fields that are small enough to be held: everything that is no list, and where each value stands in the file.
#[derive(Debug, Default)]
pub(super) struct HeadFields {
    pub(super) fields: Vec<(String, String, JsonMark)>,
}

impl HeadFields {
    pub(super) fn get(&self, name: &str) -> Option<(&str, JsonMark)> {
        let found = self.fields.iter().find(|(key, ..)| key == name)?;
        (found.1 != "null").then_some((found.1.as_str(), found.2))
    }
}

/// The discoveries of a file, each with the places of its entries.
pub(super) fn outline(source: &mut Source) -> Result<Vec<FilePart>, Halt> {
    let found = source.read_through(|file, position| {
        position.expect_field(String::new());
        let mut json = serde_json::Deserializer::from_reader(file);
        let found = ObjectAt { position, pointer: String::new(), level: Level::File }.deserialize(&mut json)?;
        json.end()?;
        Ok(found)
    })?;
    let pointer = format!("/{SEVERAL}");
    match found.several {
        Some(parts) if parts.is_empty() => {
            Err(no_discovery(message!("There is no discovery in this file."), found.mark, &pointer))
        }
        Some(parts) => (0..).zip(parts).map(|(at, part)| part.discovery(format!("{pointer}/{at}"))).collect(),
        None => Ok(vec![found.discovery(String::new())?]),
    }
}

/// The object of a file: they have different lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    File,
    Discovery,
    Own,
}

impl Level {
    fn list_of(self, key: &str) -> Option<&'static str> {
        let declared = exported_tables().map(|(_, exported)| exported.list);
        match self {
            Self::Own => LISTS.into_iter().chain(declared).find(|list| *list == key),
            Self::File | Self::Discovery => COLUMNS.iter().map(|column| column.list).find(|list| *list == key),
        }
    }
}

/// An object of a file, cut into its fields and the entries of its lists.
struct FileObject {
    mark: JsonMark,
    head: HeadFields,
    lists: ListMarks,
    own: Option<Box<FileObject>>,
    several: Option<Vec<FileObject>>,
}

impl FileObject {
    fn discovery(self, pointer: String) -> Result<FilePart, Halt> {
        let is_one = self.own.is_some()
            || self.head.get("discovery_id").is_some()
            || (self.head.get("title").is_some() && !self.lists.is_empty());
        if !is_one {
            let what = message!("This is no discovery: it has neither an id nor a title with columns.");
            return Err(no_discovery(what, self.mark, &pointer));
        }
        let own =
            self.own.map(|own| check_format(&own, &pointer).map(|()| FactlyPart { head: own.head, lists: own.lists }));
        Ok(FilePart { pointer, mark: self.mark, head: self.head, lists: self.lists, own: own.transpose()? })
    }
}

fn check_format(own: &FileObject, pointer: &str) -> Result<(), FileFinding> {
    let pointer = format!("{pointer}/{OWN}");
    let Some((format, mark)) = own.head.get("format") else {
        return Err(FileFinding::new(
            FindingCode::MissingField,
            message!("There is no “format”."),
            own.mark.location(pointer),
        ));
    };
    let location = mark.location(format!("{pointer}/format"));
    match format.parse::<u64>() {
        Ok(format) if format == u64::from(FORMAT) => Ok(()),
        Ok(format) if format > u64::from(FORMAT) => {
            let what = message!("A newer Factly wrote this (format {}; this one knows {}).", format, FORMAT);
            Err(FileFinding::new(FindingCode::NewerFormat, what, location))
        }
        _ => Err(FileFinding::new(FindingCode::WrongType, message!("The format is a number from 1."), location)),
    }
}

fn no_discovery(what: impl Into<UserMessage>, mark: JsonMark, pointer: &str) -> Halt {
    FileFinding::new(FindingCode::NotADiscovery, what, mark.location(pointer.to_owned())).into()
}

/// An object that is to be read: where the file stands, and what it is called there.
struct ObjectAt<'p> {
    position: &'p ReadPosition,
    pointer: String,
    level: Level,
}

impl<'de> DeserializeSeed<'de> for ObjectAt<'_> {
    type Value = FileObject;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<FileObject, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ObjectAt<'_> {
    type Value = FileObject;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.level == Level::Own { "an object" } else { "a discovery" })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FileObject, A::Error> {
        let Self { position, pointer, level } = self;
        let mark = position.begun(0);
        let mut found =
            FileObject { mark, head: HeadFields::default(), lists: ListMarks::new(), own: None, several: None };
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            let pointer = format!("{pointer}/{}", escaped(&key));
            position.expect_field(pointer.clone());
            if !keys.insert(key.clone()) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            if level == Level::File && key == SEVERAL {
                found.several = Some(map.next_value_seed(ObjectsAt { position, pointer })?);
            } else if level != Level::Own && key == OWN {
                let own = ObjectAt { position, pointer, level: Level::Own };
                found.own = Some(Box::new(map.next_value_seed(own)?));
            } else if let Some(list) = level.list_of(&key) {
                found.lists.insert(list, map.next_value_seed(EntriesAt(position))?);
            } else {
                let json = shallow(map.next_value::<Box<RawValue>>()?)?;
                found.head.fields.push((key, json.get().to_owned(), position.begun(json.get().len())));
            }
        }
        Ok(found)
    }
}

/// A value that serde reads wherever it is read later, and others too: what is not looked at is kept as it stands.
fn shallow<E: serde::de::Error>(json: Box<RawValue>) -> Result<Box<RawValue>, E> {
    match serde_json::from_str::<serde_json::Value>(json.get()) {
        Err(error) if error.to_string().starts_with(TOO_DEEP) => Err(E::custom(TOO_DEEP)),
        _ => Ok(json),
    }
}

/// The discoveries of a file that holds several.
struct ObjectsAt<'p> {
    position: &'p ReadPosition,
    pointer: String,
}

impl<'de> DeserializeSeed<'de> for ObjectsAt<'_> {
    type Value = Vec<FileObject>;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Vec<FileObject>, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ObjectsAt<'_> {
    type Value = Vec<FileObject>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<FileObject>, A::Error> {
        let mut all = Vec::new();
        loop {
            let pointer = format!("{}/{}", self.pointer, all.len());
            self.position.expect_field(pointer.clone());
            let one = ObjectAt { position: self.position, pointer, level: Level::Discovery };
            match list.next_element_seed(one)? {
                Some(one) => all.push(one),
                None => return Ok(all),
            }
        }
    }
}

/// The places of a list's entries. Some write `null` for an empty list.
struct EntriesAt<'p>(&'p ReadPosition);

impl<'de> DeserializeSeed<'de> for EntriesAt<'_> {
    type Value = Vec<JsonMark>;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Vec<JsonMark>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EntriesAt<'_> {
    type Value = Vec<JsonMark>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_unit<E>(self) -> Result<Vec<JsonMark>, E> {
        Ok(Vec::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<JsonMark>, A::Error> {
        let mut all = Vec::new();
        loop {
            self.0.expect_value();
            match list.next_element::<Box<RawValue>>()? {
                Some(json) => all.push(self.0.begun(shallow(json)?.get().len())),
                None => return Ok(all),
            }
        }
    }
}
