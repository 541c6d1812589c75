//! Reading one op: field names in camelCase or snake_case, types as they come, doubts as repairs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use memchr::memmem::Finder;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::find::string_end;
use super::{Fault, Repair, fault};
use crate::extraction::op::{FactOp, OpEvidence, OpKind};
use crate::fields::Fields;
use crate::items::Scope;
use crate::keys::{NOTE_KEY, ValueType};

/// Where a parser says nothing of its confidence.
const NO_CONFIDENCE: f64 = 0.5;

const KNOWN: [&str; 9] =
    ["op", "scope", "key", "valueType", "value", "evidence", "confidence", "needsReview", "reason"];

/// Reads ops, and gathers what it mends: one note for each kind of fault, however many ops have it.
pub(super) struct Reader {
    mended: BTreeMap<String, (usize, usize)>,
    escaped_nul: Finder<'static>,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self { mended: BTreeMap::new(), escaped_nul: Finder::new("u0000") }
    }

    pub(super) fn op(&mut self, index: usize, raw: &RawValue) -> Result<FactOp, Fault> {
        let mended;
        let fields = match given(raw.get()) {
            Some(Ok(fields)) => fields,
            Some(Err(_)) => {
                mended = self.mended(index, raw.get())?;
                let again = given(&mended).unwrap_or_else(|| Ok(Vec::new()));
                again.map_err(|error| fault(Some(index), "", error.to_string()))?
            }
            None => return Err(fault(Some(index), "", "an op must be an object")),
        };
        let may_have_nul = self.escaped_nul.find(raw.get().as_bytes()).is_some();
        let mut op = Named { index, fields: self.fields(index, fields, may_have_nul) };
        let kind = op.kind()?;
        Ok(FactOp {
            op: kind,
            scope: op.scope()?,
            key: op.key(kind)?,
            value_type: self.value_type(&mut op)?,
            value: op.take("value").map(Value::from).unwrap_or_default(),
            evidence: self.evidence(&mut op)?,
            confidence: self.confidence(&mut op),
            needs_review: self.needs_review(&mut op),
            reason: op.take("reason").map(Value::from).map(text_of).unwrap_or_default(),
        })
    }

    /// An op that is JSON and yet cannot be read: half a surrogate pair, or a number too large to be held. Such a number
    /// costs its field only, where the op can do without that.
    fn mended(&mut self, index: usize, raw: &str) -> Result<String, Fault> {
        let whole = without_lone_surrogates(raw);
        if whole != raw {
            self.note(index, "half of a surrogate pair became U+FFFD");
        }
        let fields = serde_json::from_str::<Fields<'_, &RawValue>>(&whole);
        let fields = fields.map_err(|error| fault(Some(index), "", error.to_string()))?.0;
        for (name, value) in fields {
            if let Some(needed @ ("op" | "scope" | "key" | "valueType" | "value" | "reason")) = known_name(&name)
                && let Err(error) = serde_json::from_str::<Value>(value.get())
            {
                return Err(fault(Some(index), needed, error.to_string()));
            }
        }
        Ok(without_huge_numbers(&whole))
    }

    pub(super) fn into_repairs(self) -> impl Iterator<Item = Repair> {
        self.mended.into_iter().map(|(message, (index, count))| match count {
            1 => Repair { index: Some(index), message },
            _ => Repair { index: None, message: format!("{message} ({count} times, first in op {index})") },
        })
    }

    fn note(&mut self, index: usize, message: impl Into<String>) {
        // A hostile answer can name a new unknown field in each op; the notes stay few.
        const MAX_KINDS: usize = 64;
        let message = message.into();
        if self.mended.len() < MAX_KINDS || self.mended.contains_key(&message) {
            self.mended.entry(message).or_insert((index, 0)).1 += 1;
        }
    }

    /// The op's fields under their camelCase names, the last of doubles.
    fn fields<'a>(&mut self, index: usize, given: Vec<Field<'a>>, may_have_nul: bool) -> Known<'a> {
        let mut fields: Known<'a> = Vec::with_capacity(KNOWN.len());
        for (given, mut value) in given {
            let Some(name) = known_name(&given) else {
                self.note(index, format!("field `{}` is not known and was left out", clip(&given)));
                continue;
            };
            if may_have_nul && value.drop_nuls() {
                self.note(index, "NULs were dropped");
            }
            match fields.iter_mut().find(|(kept, _)| *kept == name) {
                Some((_, kept)) => {
                    self.note(index, format!("field `{name}` stood twice: the last was taken"));
                    *kept = value;
                }
                None => fields.push((name, value)),
            }
        }
        fields
    }

    fn value_type(&mut self, op: &mut Named<'_>) -> Result<Option<ValueType>, Fault> {
        match op.take("valueType") {
            None | Some(Given::One(Value::Null)) => Ok(None),
            Some(Given::Text(name)) => {
                let parsed = ValueType::parse(&name.trim().to_ascii_lowercase());
                if parsed.is_none() {
                    self.note(op.index, format!("value type `{}` is not known and was left out", clip(&name)));
                }
                Ok(parsed)
            }
            Some(_) => Err(fault(Some(op.index), "valueType", "must be a string")),
        }
    }

    fn evidence(&mut self, op: &mut Named<'_>) -> Result<Option<OpEvidence>, Fault> {
        let mut fields = match op.take("evidence") {
            None | Some(Given::One(Value::Null)) => return Ok(None),
            Some(Given::Text(quote)) => {
                self.note(op.index, "`evidence` was a string and was taken as the quote");
                let quote = quote.into_owned();
                return Ok(Some(OpEvidence { quote, start_char: None, end_char: None, source_section: None }));
            }
            Some(Given::Object(fields)) => fields,
            Some(Given::One(_)) => return Err(fault(Some(op.index), "evidence", "must be an object")),
        };
        let mut take = |camel: &str, snake: &str| last(&mut fields, camel).or_else(|| last(&mut fields, snake));
        let Some(Given::Text(quote)) = take("quote", "text") else {
            return Err(fault(Some(op.index), "evidence.quote", "must be a string"));
        };
        let quote = quote.into_owned();
        let start_char = take("startChar", "start_char").and_then(|value| self.offset(op.index, &value));
        let end_char = take("endChar", "end_char").and_then(|value| self.offset(op.index, &value));
        let source_section = take("sourceSection", "source_section").and_then(|value| value.text().map(str::to_owned));
        Ok(Some(OpEvidence { quote, start_char, end_char, source_section }))
    }

    /// Offsets are hints, so one that makes no sense is no reason to lose an op.
    fn offset(&mut self, index: usize, value: &Given<'_>) -> Option<i64> {
        let number = match value {
            Given::One(Value::Number(number)) => number.as_i64().or_else(|| number.as_f64().and_then(whole)),
            Given::Text(text) => text.trim().parse().ok().or_else(|| text.trim().parse().ok().and_then(whole)),
            _ => None,
        };
        match (number, value) {
            (_, Given::One(Value::Null)) => {}
            (None, _) => self.note(index, "an offset that is no place in a text was left out"),
            (Some(_), Given::Text(_)) => self.note(index, "an offset was written as text"),
            (Some(_), _) => {}
        }
        number
    }

    fn confidence(&mut self, op: &mut Named<'_>) -> f64 {
        let (number, percent, written): (Option<f64>, _, _) = match op.take("confidence") {
            None | Some(Given::One(Value::Null)) => return NO_CONFIDENCE,
            Some(Given::One(Value::Number(number))) => (number.as_f64(), false, false),
            Some(Given::Text(text)) => {
                let text = text.trim();
                let bare = text.strip_suffix('%');
                (bare.unwrap_or(text).trim().parse().ok(), bare.is_some(), true)
            }
            Some(_) => (None, false, false),
        };
        let percent = percent || number.is_some_and(|number| number > 1.0 && number <= 100.0);
        match number.map(|number| if percent { number / 100.0 } else { number }) {
            Some(share) if (0.0..=1.0).contains(&share) => {
                if percent {
                    self.note(op.index, "a confidence was taken as a percentage");
                } else if written {
                    self.note(op.index, "a confidence was written as text");
                }
                share
            }
            _ => {
                self.note(op.index, format!("a confidence that is not between 0 and 1 became {NO_CONFIDENCE}"));
                NO_CONFIDENCE
            }
        }
    }

    /// What cannot be read as yes or no is reviewed.
    fn needs_review(&mut self, op: &mut Named<'_>) -> bool {
        match op.take("needsReview") {
            None | Some(Given::One(Value::Null)) => false,
            Some(Given::One(Value::Bool(flag))) => flag,
            Some(Given::Text(text)) if text.trim().eq_ignore_ascii_case("false") => false,
            Some(Given::One(Value::Number(number))) if number.as_f64() == Some(0.0) => false,
            Some(_) => {
                self.note(op.index, "`needsReview` was not true or false and became true");
                true
            }
        }
    }
}

/// What stands in a field of an op. Texts stay where they are, and objects, of which every op has two, are kept as they
/// came: both is much quicker than to make a value of each.
enum Given<'a> {
    Text(Cow<'a, str>),
    One(Value),
    Object(Vec<Field<'a>>),
}

type Field<'a> = (Cow<'a, str>, Given<'a>);

impl Given<'_> {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::One(_) | Self::Object(_) => None,
        }
    }

    fn drop_nuls(&mut self) -> bool {
        match self {
            Self::Text(text) => {
                let had = text.contains('\0');
                if had {
                    text.to_mut().retain(|c| c != '\0');
                }
                had
            }
            Self::One(value) => drop_nuls(value),
            Self::Object(fields) => fields.iter_mut().fold(false, |had, (_, value)| value.drop_nuls() | had),
        }
    }
}

impl From<Given<'_>> for Value {
    fn from(given: Given<'_>) -> Self {
        match given {
            Given::Text(text) => Self::String(text.into_owned()),
            Given::One(value) => value,
            Given::Object(fields) => {
                fields.into_iter().map(|(name, value)| (name.into_owned(), Self::from(value))).collect()
            }
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Given<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AsItCame)
    }
}

struct AsItCame;

impl<'de> Visitor<'de> for AsItCame {
    type Value = Given<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(Given::Object(Fields::of(map)?.0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Ok(Given::One(Value::deserialize(SeqAccessDeserializer::new(list))?))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Given::Text(text.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Given::Text(text.to_owned().into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Given::One(Value::from(number)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Given::One(Value::from(number)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Given::One(Value::from(number)))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Given::One(Value::Bool(flag)))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Given::One(Value::Null))
    }
}

/// The fields of an op as they came; none if it is no object.
fn given(raw: &str) -> Option<serde_json::Result<Vec<Field<'_>>>> {
    raw.starts_with('{').then(|| Ok(serde_json::from_str::<Fields<'_, Given<'_>>>(raw)?.0))
}

/// The last of the fields of this name.
fn last<'a>(fields: &mut Vec<Field<'a>>, name: &str) -> Option<Given<'a>> {
    let at = fields.iter().rposition(|(kept, _)| kept == name)?;
    Some(fields.swap_remove(at).1)
}

type Known<'a> = Vec<(&'static str, Given<'a>)>;

/// An op's fields by their camelCase names.
struct Named<'a> {
    index: usize,
    fields: Known<'a>,
}

impl<'a> Named<'a> {
    fn take(&mut self, name: &str) -> Option<Given<'a>> {
        let at = self.fields.iter().position(|(kept, _)| *kept == name)?;
        Some(self.fields.swap_remove(at).1)
    }

    fn kind(&mut self) -> Result<OpKind, Fault> {
        let name = self.take("op");
        let name = name.as_ref().and_then(Given::text).unwrap_or_default().trim();
        [("add", OpKind::Add), ("update", OpKind::Update), ("conflict", OpKind::Conflict), ("note", OpKind::Note)]
            .into_iter()
            .find_map(|(word, kind)| name.eq_ignore_ascii_case(word).then_some(kind))
            .ok_or_else(|| fault(Some(self.index), "op", "must be ADD, UPDATE, CONFLICT or NOTE"))
    }

    fn key(&mut self, kind: OpKind) -> Result<String, Fault> {
        match self.take("key") {
            Some(Given::Text(key)) if !key.trim().is_empty() => Ok(key.trim().to_owned()),
            None | Some(Given::One(Value::Null)) if kind == OpKind::Note => Ok(NOTE_KEY.to_owned()),
            _ => Err(fault(Some(self.index), "key", "must be a string that is not empty")),
        }
    }

    fn scope(&mut self) -> Result<Scope, Fault> {
        let scope = self.take("scope");
        let wrong = |path: &str, message: &str| fault(Some(self.index), path, message);
        let (kind, item) = match scope {
            None | Some(Given::One(Value::Null)) => return Ok(Scope::Project),
            Some(kind @ Given::Text(_)) => (Some(kind), None),
            Some(Given::Object(mut fields)) => {
                let item = last(&mut fields, "itemId").or_else(|| last(&mut fields, "item_id"));
                (last(&mut fields, "type"), item)
            }
            Some(Given::One(_)) => return Err(wrong("scope", "must be a string or an object")),
        };
        let item = item.as_ref().and_then(Given::text).map(str::trim).filter(|id| !id.is_empty());
        let kind = kind.as_ref().and_then(Given::text).map(str::trim);
        let is = |name: &str| kind.is_some_and(|kind| kind.eq_ignore_ascii_case(name));
        match item {
            _ if is("project") => Ok(Scope::Project),
            None if kind.is_none() => Ok(Scope::Project),
            Some(id) if kind.is_none() || is("item") => Ok(Scope::Item { item_id: id.to_owned() }),
            None if is("item") => Err(wrong("scope.itemId", "an item's fact must name the item")),
            _ => Err(wrong("scope.type", "must be project or item")),
        }
    }
}

/// The camelCase name that `given` means: case and underscores aside.
fn known_name(given: &str) -> Option<&'static str> {
    if let Some(known) = KNOWN.into_iter().find(|known| *known == given) {
        return Some(known);
    }
    let same = |known: &&str| {
        let mut letters = given.bytes().filter(|byte| *byte != b'_');
        known.bytes().all(|byte| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&byte)))
            && letters.next().is_none()
    };
    KNOWN.into_iter().find(same)
}

fn text_of(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn clip(name: &str) -> String {
    name.chars().take(40).collect()
}

/// A whole number from one written with a point or an exponent, if an offset can hold it.
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "within the range in which f64 holds whole numbers")]
    (number.abs() <= EXACT).then_some(number as i64)
}

fn drop_nuls(value: &mut Value) -> bool {
    match value {
        Value::String(text) => {
            let had = text.contains('\0');
            text.retain(|c| c != '\0');
            had
        }
        Value::Array(items) => items.iter_mut().fold(false, |had, item| drop_nuls(item) | had),
        Value::Object(map) => map.values_mut().fold(false, |had, item| drop_nuls(item) | had),
        _ => false,
    }
}

/// Writes an empty list, which is nothing that a field may be, for each number that cannot be held, as 1e400.
fn without_huge_numbers(json: &str) -> String {
    let bytes = json.as_bytes();
    let mut out = String::with_capacity(json.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at),
            b'-' | b'0'..=b'9' => {
                let end =
                    bytes[at..].iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
                let end = end.map_or(bytes.len(), |len| at + len);
                let number = &json[at..end];
                if serde_json::from_str::<Value>(number).is_err() {
                    out.extend([&json[copied..at], "[]"]);
                    copied = end;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    out.push_str(&json[copied..]);
    out
}

/// Writes `\ufffd` for each escaped half of a surrogate pair that has lost the other half.
fn without_lone_surrogates(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            // An escaped backslash must not lend its second half to what follows.
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// The code unit of `\uXXXX` at the start of `text`.
fn unit(text: &str) -> Option<u16> {
    let hex = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(hex, 16).ok()
}
