//! One object of a file, taken apart by its keys, with the place of each value.
//!
//! Values are asked for by name and type; what was not asked for is unknown, and is kept as it stands.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::value::RawValue;

use super::finding::{FileFinding, FileLocation, FindingCode};
use super::raw::compact;
use crate::fields::{BorrowedText, ObjectFields};
use crate::message;
use crate::message::UserMessage;

/// A text of the file, and where in the file it begins.
#[derive(Clone, Copy, Debug)]
pub struct LocatedJson<'a> {
    pub json: &'a str,
    /// Of the first byte.
    pub line: u64,
    pub column: u64,
}

impl<'a> LocatedJson<'a> {
    /// The place of a part of this piece; of its beginning if it is none.
    pub fn place_of(&self, part: &str, pointer: String) -> FileLocation {
        let at = (part.as_ptr() as usize).wrapping_sub(self.json.as_ptr() as usize);
        self.place_at(if at <= self.json.len() { at } else { 0 }, pointer)
    }

    pub fn place_at(&self, byte: usize, pointer: String) -> FileLocation {
        let before = &self.json.as_bytes()[..byte.min(self.json.len())];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let column = match memchr::memrchr(b'\n', before) {
            Some(newline) => (before.len() - newline) as u64,
            None => self.column + before.len() as u64,
        };
        FileLocation { pointer, line: self.line + lines, column }
    }

    /// Returns serde's fault of this piece, at its location.
    pub fn fault(&self, error: &serde_json::Error, pointer: &str) -> FileFinding {
        finding_of(error, self.place_at(self.byte_of(error.line(), error.column()), pointer.to_owned()))
    }

    /// serde counts lines from 1 and columns in bytes.
    fn byte_of(&self, line: usize, column: usize) -> usize {
        let newlines = memchr::memchr_iter(b'\n', self.json.as_bytes());
        let start = if line <= 1 { 0 } else { newlines.take(line - 1).last().map_or(0, |newline| newline + 1) };
        (start + column.saturating_sub(1)).min(self.json.len())
    }
}

/// Returns serde's fault, at its location.
pub fn finding_of(error: &serde_json::Error, location: FileLocation) -> FileFinding {
    let fault = without_place(&error.to_string());
    let code = match error.classify() {
        _ if fault.starts_with("recursion limit") => FindingCode::TooDeep,
        serde_json::error::Category::Data if fault.starts_with("missing field") => FindingCode::MissingField,
        serde_json::error::Category::Data if fault.starts_with("duplicate field") => FindingCode::DuplicateKey,
        serde_json::error::Category::Data => FindingCode::WrongType,
        _ => FindingCode::Syntax,
    };
    let message = if error.is_eof() {
        message!("The file ends in the middle of a value.")
    } else {
        message!("This is not what it should be: {}.", fault)
    };
    FileFinding::new(code, message, location)
}

fn without_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
}

/// An object whose values are still JSON.
#[derive(Debug)]
pub struct JsonElement<'a> {
    piece: LocatedJson<'a>,
    pointer: String,
    fields: Vec<(Cow<'a, str>, &'a RawValue)>,
    requested: Vec<&'static str>,
}

impl<'a> JsonElement<'a> {
    /// # Errors
    /// When it is no object, or has a key twice.
    pub fn read(piece: LocatedJson<'a>, pointer: String) -> Result<Self, FileFinding> {
        let ObjectFields::<&RawValue>(fields) =
            serde_json::from_str(piece.json).map_err(|error| piece.fault(&error, &pointer))?;
        let mut seen = HashSet::with_capacity(fields.len());
        for (key, value) in &fields {
            if !seen.insert(key.as_ref()) {
                let location = piece.place_of(value.get(), format!("{pointer}/{}", escaped(key)));
                return Err(FileFinding::new(
                    FindingCode::DuplicateKey,
                    message!("The key “{}” is there twice.", key),
                    location,
                ));
            }
        }
        drop(seen);
        Ok(Self { piece, pointer, fields, requested: Vec::new() })
    }

    pub fn location(&self) -> FileLocation {
        self.piece.place_at(0, self.pointer.clone())
    }

    /// The place of a field's value; of the whole if it has none such.
    pub fn location_of(&self, name: &str) -> FileLocation {
        match self.find(name) {
            Some(value) => self.piece.place_of(value.get(), format!("{}/{name}", self.pointer)),
            None => self.location(),
        }
    }

    /// A text, if there is one; `null` is none.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&mut self, name: &'static str) -> Result<Option<Cow<'a, str>>, FileFinding> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match serde_json::from_str::<BorrowedText<'a>>(value.get()) {
            Ok(BorrowedText(text)) => Ok(Some(text)),
            Err(_) if !value.get().starts_with('"') => Err(self.wrong(name, value, "a text")),
            Err(error) => {
                let location = self.location_of(name);
                let piece = LocatedJson { json: value.get(), line: location.line, column: location.column };
                Err(piece.fault(&error, &location.pointer))
            }
        }
    }

    /// A text that must be there.
    ///
    /// # Errors
    /// When there is none.
    pub fn needed(&mut self, name: &'static str) -> Result<Cow<'a, str>, FileFinding> {
        self.text(name)?.ok_or_else(|| {
            FileFinding::new(FindingCode::MissingField, message!("There is no “{}”.", name), self.location())
        })
    }

    /// A list of texts, each with its place; empty if there is none.
    ///
    /// # Errors
    /// When it is something else.
    pub fn texts(&mut self, name: &'static str) -> Result<Vec<(Cow<'a, str>, FileLocation)>, FileFinding> {
        let Some(value) = self.take(name) else { return Ok(Vec::new()) };
        let Ok(items) = serde_json::from_str::<Vec<&'a RawValue>>(value.get()) else {
            return Err(self.wrong(name, value, "a list of ids"));
        };
        let one = |(at, item): (usize, &'a RawValue)| {
            let location = self.piece.place_of(item.get(), format!("{}/{name}/{at}", self.pointer));
            match serde_json::from_str::<BorrowedText<'a>>(item.get()) {
                Ok(BorrowedText(text)) => Ok((text, location)),
                Err(_) => {
                    Err(FileFinding::new(FindingCode::WrongType, wanted("an id", item.get()).sentence(), location))
                }
            }
        };
        items.into_iter().enumerate().map(one).collect()
    }

    /// A value of any kind, as it stands.
    pub fn value(&mut self, name: &'static str) -> Option<&'a RawValue> {
        self.take(name)
    }

    /// Returns whether a field is exactly this text.
    pub fn is_text(&self, name: &str, text: &str) -> bool {
        let value = self.find(name).and_then(|value| serde_json::from_str::<BorrowedText<'_>>(value.get()).ok());
        value.is_some_and(|BorrowedText(value)| value == text)
    }

    /// A text that is kept as it stands, if it is there.
    ///
    /// # Errors
    /// When it is something else.
    pub fn is_text_or_none(&self, name: &str) -> Result<(), FileFinding> {
        match self.find(name) {
            Some(value) if !value.get().starts_with('"') && value.get() != "null" => {
                Err(self.wrong(name, value, "a text"))
            }
            _ => Ok(()),
        }
    }

    /// Returns what nobody asked for, as a JSON object; `None` if there is nothing.
    pub fn unknown(&self) -> Option<String> {
        let mut out = String::new();
        for (key, value) in self.fields.iter().filter(|(key, _)| !self.requested.contains(&key.as_ref())) {
            out.push(if out.is_empty() { '{' } else { ',' });
            out.push_str(&serde_json::Value::from(key.as_ref()).to_string());
            out.push(':');
            out.push_str(&compact(value.get()));
        }
        (!out.is_empty()).then(|| out + "}")
    }

    fn take(&mut self, name: &'static str) -> Option<&'a RawValue> {
        let value = self.find(name)?;
        self.requested.push(name);
        (value.get() != "null").then_some(value)
    }

    fn find(&self, name: &str) -> Option<&'a RawValue> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    fn wrong(&self, name: &str, value: &RawValue, what: &'static str) -> FileFinding {
        let message = message!("“{}”: {}.", name, wanted(what, value.get()));
        FileFinding::new(FindingCode::WrongType, message, self.location_of(name))
    }
}

/// "a text was expected, and a number stands there".
fn wanted(what: &'static str, found: &str) -> UserMessage {
    let found = match found.as_bytes().first() {
        Some(b'"') => "a text",
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b't' | b'f') => "a yes or no",
        Some(b'n') => "nothing",
        _ => "a number",
    };
    message!("{} was expected, and {} stands there", UserMessage::from(what), UserMessage::from(found))
}

/// A key as a part of a JSON pointer.
pub fn escaped(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { key.replace('~', "~0").replace('/', "~1").into() } else { key.into() }
}

#[cfg(test)]
mod tests {
    use super::{JsonElement, LocatedJson};
    use crate::transfer::FindingCode;

    const JSON: &str = "{\n \"fact_id\": \"F-1\",\n \"text\": 7,\n \"mood\": [1, 2.50],\n \"of\": [\"a\",\n  1]}";

    fn element(json: &str) -> JsonElement<'_> {
        JsonElement::read(LocatedJson { json, line: 10, column: 5 }, "/facts/0".to_owned()).expect("an object")
    }

    #[test]
    fn what_was_not_asked_for_is_kept_to_the_letter() {
        let mut element = element(JSON);
        assert_eq!(element.needed("fact_id").expect("a text"), "F-1");
        assert!(element.text("text").is_err() && element.texts("of").is_err());
        assert_eq!(element.unknown().as_deref(), Some("{\"mood\":[1,2.50]}"));
    }

    #[test]
    fn a_fault_says_where_it_is() {
        let mut element = element(JSON);
        let wrong = element.text("text").expect_err("a number is no text");
        assert_eq!((wrong.code, wrong.location.line, wrong.location.column), (FindingCode::WrongType, 12, 10));
        assert_eq!(wrong.location.pointer, "/facts/0/text");
        let wrong = element.texts("of").expect_err("a number is no id");
        assert_eq!((wrong.location.pointer.as_str(), wrong.location.line), ("/facts/0/of/1", 15));
        let missing = element.needed("title").expect_err("it is not there");
        assert_eq!((missing.code, missing.location.line, missing.location.column), (FindingCode::MissingField, 10, 5));
        let twice = JsonElement::read(LocatedJson { json: "{\"a\":1,\"a\":2}", line: 1, column: 1 }, String::new());
        let twice = twice.expect_err("a key is there once");
        assert_eq!((twice.code, twice.location.column), (FindingCode::DuplicateKey, 12));
    }
}
