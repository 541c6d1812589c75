//! Reading one op: field names in camelCase or snake_case, types as they come, doubts as repairs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{AnswerRepair, OpFault, fault};
use crate::extraction::op::{FactOp, OpEvidence, OpKind};
use crate::fields::ObjectFields;
use crate::items::Scope;
use crate::keys::{NOTE_KEY, ValueType};
use crate::message::UserMessage;

/// Confidence where a parser gives none.
const NO_CONFIDENCE: f64 = 0.5;

const KNOWN: [&str; 9] =
    ["op", "scope", "key", "valueType", "value", "evidence", "confidence", "needsReview", "reason"];

/// Reads ops, and gathers what it mends: one note for each kind of fault, however many ops have it.
#[derive(Default)]
pub(super) struct OpReader {
    mended: BTreeMap<String, (usize, usize)>,
}

impl OpReader {
    pub(super) fn op(&mut self, index: usize, raw: &RawValue) -> Result<FactOp, OpFault> {
        if !raw.get().starts_with('{') {
            return Err(fault(Some(index), "", "an op must be an object"));
        }
        let fields = serde_json::from_str::<ObjectFields<'_, Value>>(raw.get());
        let fields = fields.map_err(|error| fault(Some(index), "", error.to_string()))?.0;
        let mut op = OpFields { index, fields: self.fields(index, fields) };
        let kind = op.kind()?;
        Ok(FactOp {
            op: kind,
            scope: op.scope()?,
            key: op.key(kind)?,
            value_type: self.value_type(&mut op)?,
            value: op.take("value").unwrap_or_default(),
            evidence: self.evidence(&mut op)?,
            confidence: self.confidence(&mut op),
            needs_review: self.needs_review(&mut op),
            reason: op.take("reason").map(text_of).map(UserMessage::whole).unwrap_or_default(),
        })
    }

    pub(super) fn into_repairs(self) -> impl Iterator<Item = AnswerRepair> {
        self.mended.into_iter().map(|(message, (index, count))| match count {
            1 => AnswerRepair { index: Some(index), message },
            _ => AnswerRepair { index: None, message: format!("{message} ({count} times, first in op {index})") },
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
    fn fields(&mut self, index: usize, given: Vec<OpField<'_>>) -> FieldValues {
        let mut fields = FieldValues::with_capacity(KNOWN.len());
        for (given, mut value) in given {
            let Some(name) = known_name(&given) else {
                self.note(index, format!("field `{}` is not known and was left out", clip(&given)));
                continue;
            };
            if drop_nuls(&mut value) {
                self.note(index, "NULs were dropped");
            }
            match fields.iter_mut().find(|(existing, _)| *existing == name) {
                Some((_, previous)) => {
                    self.note(index, format!("field `{name}` stood twice: the last was taken"));
                    *previous = value;
                }
                None => fields.push((name, value)),
            }
        }
        fields
    }

    fn value_type(&mut self, op: &mut OpFields) -> Result<Option<ValueType>, OpFault> {
        match op.take("valueType") {
            None => Ok(None),
            Some(Value::String(name)) => {
                let parsed = ValueType::parse(&name.trim().to_ascii_lowercase());
                if parsed.is_none() {
                    self.note(op.index, format!("value type `{}` is not known and was left out", clip(&name)));
                }
                Ok(parsed)
            }
            Some(_) => Err(fault(Some(op.index), "valueType", "must be a string")),
        }
    }

    fn evidence(&mut self, op: &mut OpFields) -> Result<Option<OpEvidence>, OpFault> {
        let fields = match op.take("evidence") {
            None => return Ok(None),
            Some(Value::String(quote)) => {
                self.note(op.index, "`evidence` was a string and was taken as the quote");
                return Ok(Some(OpEvidence { quote, start_char: None, end_char: None, source_section: None }));
            }
            Some(Value::Object(fields)) => fields,
            Some(_) => return Err(fault(Some(op.index), "evidence", "must be an object")),
        };
        let get = |camel: &str, snake: &str| fields.get(camel).or_else(|| fields.get(snake));
        let Some(Value::String(quote)) = get("quote", "text") else {
            return Err(fault(Some(op.index), "evidence.quote", "must be a string"));
        };
        Ok(Some(OpEvidence {
            quote: quote.clone(),
            start_char: get("startChar", "start_char").and_then(|value| self.offset(op.index, value)),
            end_char: get("endChar", "end_char").and_then(|value| self.offset(op.index, value)),
            source_section: get("sourceSection", "source_section").and_then(Value::as_str).map(str::to_owned),
        }))
    }

    /// Offsets are hints, so one that makes no sense is no reason to lose an op.
    fn offset(&mut self, index: usize, value: &Value) -> Option<i64> {
        let number = match value {
            Value::Number(number) => number.as_i64().or_else(|| number.as_f64().and_then(whole)),
            Value::String(text) => text.trim().parse().ok().or_else(|| text.trim().parse().ok().and_then(whole)),
            _ => None,
        };
        match (number, value) {
            (_, Value::Null) => {}
            (None, _) => self.note(index, "an offset that is no place in a text was left out"),
            (Some(_), Value::String(_)) => self.note(index, "an offset was written as text"),
            (Some(_), _) => {}
        }
        number
    }

    fn confidence(&mut self, op: &mut OpFields) -> f64 {
        let (number, percent, written): (Option<f64>, _, _) = match op.take("confidence") {
            None => return NO_CONFIDENCE,
            Some(Value::Number(number)) => (number.as_f64(), false, false),
            Some(Value::String(text)) => {
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

    /// Reads a flag; what is neither yes nor no is reviewed.
    fn needs_review(&mut self, op: &mut OpFields) -> bool {
        match op.take("needsReview") {
            None => false,
            Some(Value::Bool(flag)) => flag,
            Some(Value::String(text)) if text.trim().eq_ignore_ascii_case("false") => false,
            Some(Value::Number(number)) if number.as_f64() == Some(0.0) => false,
            Some(_) => {
                self.note(op.index, "`needsReview` was not true or false and became true");
                true
            }
        }
    }
}

type OpField<'a> = (Cow<'a, str>, Value);

type FieldValues = Vec<(&'static str, Value)>;

/// An op's fields by their camelCase names.
struct OpFields {
    index: usize,
    fields: FieldValues,
}

impl OpFields {
    /// Takes the value of a field; null is nothing.
    fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.fields.iter().position(|(existing, _)| *existing == name)?;
        Some(self.fields.swap_remove(at).1).filter(|value| !value.is_null())
    }

    fn kind(&mut self) -> Result<OpKind, OpFault> {
        let name = self.take("op");
        let name = name.as_ref().and_then(Value::as_str).unwrap_or_default().trim();
        [("add", OpKind::Add), ("update", OpKind::Update), ("conflict", OpKind::Conflict), ("note", OpKind::Note)]
            .into_iter()
            .find_map(|(word, kind)| name.eq_ignore_ascii_case(word).then_some(kind))
            .ok_or_else(|| fault(Some(self.index), "op", "must be ADD, UPDATE, CONFLICT or NOTE"))
    }

    fn key(&mut self, kind: OpKind) -> Result<String, OpFault> {
        match self.take("key") {
            Some(Value::String(key)) if !key.trim().is_empty() => Ok(key.trim().to_owned()),
            None if kind == OpKind::Note => Ok(NOTE_KEY.to_owned()),
            _ => Err(fault(Some(self.index), "key", "must be a string that is not empty")),
        }
    }

    fn scope(&mut self) -> Result<Scope, OpFault> {
        let scope = self.take("scope").unwrap_or_default();
        let wrong = |path: &str, message: &str| fault(Some(self.index), path, message);
        let text = |value: Option<&Value>| {
            let text = value.and_then(Value::as_str).map(|text| text.trim().to_owned());
            text.filter(|text| !text.is_empty())
        };
        let (kind, item) = match &scope {
            Value::Null => return Ok(Scope::Project),
            Value::String(_) => (text(Some(&scope)), None),
            Value::Object(fields) => {
                (text(fields.get("type")), text(fields.get("itemId").or_else(|| fields.get("item_id"))))
            }
            _ => return Err(wrong("scope", "must be a string or an object")),
        };
        let is = |name: &str| kind.as_deref().is_some_and(|kind| kind.eq_ignore_ascii_case(name));
        match item {
            _ if is("project") => Ok(Scope::Project),
            None if kind.is_none() => Ok(Scope::Project),
            Some(id) if kind.is_none() || is("item") => Ok(Scope::Item { item_id: id }),
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
