//! Fields that we do not know, wherever they stand under `factly`: taken out of an entry before it is read as the record
//! that it is, kept, and put back into the same object when that is written again.
//!
//! An object is found again by its UUID, or by that of the one it is in and the way from there; what has none, by the
//! fields that name it. So what is kept stands in one document beside the discovery, and no record needs a place for it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use serde::de::value::Error as ValueError;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::value::RawValue;

use super::OWN;
use super::canonical_links::{CanonicalRecord, MeaningRecord, PriceRecord};
use super::chat::{CallRecord, CardRecord, ConversationRecord, MessageRecord};
use super::questions::{DraftRecord, QuestionRecord, RoundRecord};
use super::raw::compact;
use super::record::{
    BundleRecord, DocumentRecord, EntityRecord, FactRecord, ForeignRecord, InputRecord, ItemRecord, LinkRecord,
    OriginalRecord, OverrideRecord, QuoteRecord, ReaffirmationRecord, RunRecord, SuggestionRecord, VariantRecord,
    VersionRecord, ViewRecord,
};
use crate::extraction::salience::Salience;
use crate::fields::ObjectFields;
use crate::keys::KeyDef;
use crate::values::EnumChoice;

/// Unknown fields of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFields {
    /// The UUID of the object, or of the nearest one around it that has one; else what names the entry.
    pub of: String,
    /// The way from there, as a JSON pointer.
    pub pointer: String,
    /// As a JSON object.
    pub fields: String,
}

/// The stored fields of a file: by what has them, and the place in that.
#[derive(Clone, Debug, Default, Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct UnknownFieldStore(BTreeMap<String, BTreeMap<String, Box<RawValue>>>);

impl UnknownFieldStore {
    /// Never fails: what cannot be read is nothing.
    pub fn read(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Unless something is kept of this object already.
    pub fn add(&mut self, unknown: UnknownFields) {
        if let Ok(fields) = RawValue::from_string(unknown.fields) {
            self.0.entry(unknown.of).or_default().entry(unknown.pointer).or_insert(fields);
        }
    }

    /// Returns the fields stored of a discovery, as a JSON object, and these beside them: what is stored of an object
    /// already stays.
    pub fn merge_into(&self, fields: &str) -> String {
        let ObjectFields::<&RawValue>(fields) = serde_json::from_str(fields).unwrap_or_default();
        let known = fields.iter().find(|(key, _)| key == OWN).map(|(_, value)| Self::read(value.get()));
        let mut all = known.unwrap_or_default();
        for (of, places) in &self.0 {
            let there = all.0.entry(of.clone()).or_default();
            for (pointer, fields) in places {
                there.entry(pointer.clone()).or_insert_with(|| fields.clone());
            }
        }
        let others = fields.iter().filter(|(key, _)| key != OWN);
        let others = others.map(|(key, value)| format!("{}:{},", serde_json::Value::from(key.as_ref()), value.get()));
        let all = serde_json::to_string(&all).unwrap_or_default();
        format!("{{{}\"{OWN}\":{all}}}", others.collect::<String>())
    }

    /// The fields of the object that stands there, as a JSON object.
    pub fn get(&self, of: &str, pointer: &str) -> Option<&str> {
        Some(self.0.get(of)?.get(pointer)?.get())
    }
}

/// `json` without the fields that an entry of this list has not, each with where it stood. The rest stays at its place, to
/// the byte: where something was, there is space. An entry of a list that is not told of here has a UUID and `columns`.
pub fn extract_unknown<'j>(list: &str, columns: &[&str], json: &'j str) -> (Cow<'j, str>, Vec<UnknownFields>) {
    let (mut unknown, mut removed) = (Vec::new(), Vec::new());
    each_object(list, columns, json, &mut |object| object.take_out(&mut unknown, &mut removed));
    if removed.is_empty() {
        return (Cow::Borrowed(json), unknown);
    }
    let mut bytes = json.as_bytes().to_vec();
    for at in removed.into_iter().flatten() {
        if let Some(byte) = bytes.get_mut(at).filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
    // Whole values and single commas were taken, so what is left is text; were it none, the entry is read as it stands.
    match String::from_utf8(bytes) {
        Ok(json) => (Cow::Owned(json), unknown),
        Err(_) => (Cow::Borrowed(json), Vec::new()),
    }
}

/// An entry with the fields that were kept of it.
pub fn restore_unknown<'j>(list: &str, columns: &[&str], json: &'j str, stored: &UnknownFieldStore) -> Cow<'j, str> {
    let mut added: Vec<(usize, String)> = Vec::new();
    each_object(list, columns, json, &mut |object| {
        let Some(fields) = stored.get(&object.of, &object.pointer) else { return };
        let Ok(ObjectFields::<&RawValue>(fields)) = serde_json::from_str(fields) else { return };
        let mut out = String::new();
        // What an older version kept, this one may know: then it is its own to say.
        for (key, value) in fields.iter().filter(|(key, _)| !(object.knows)(key)) {
            let comma = if object.fields.is_empty() && out.is_empty() { "" } else { "," };
            out.push_str(&format!("{comma}{}:{}", serde_json::Value::from(key.as_ref()), value.get()));
        }
        added.push((object.end(), out));
    });
    if added.is_empty() {
        return Cow::Borrowed(json);
    }
    added.sort_by_key(|(at, _)| *at);
    let (mut out, mut from) = (String::with_capacity(json.len()), 0);
    for (at, fields) in added {
        out.push_str(&json[from..at]);
        out.push_str(&fields);
        from = at;
    }
    Cow::Owned(out + &json[from..])
}

/// The known shape of an object.
struct KnownShape {
    fields: LazyLock<&'static [&'static str]>,
    /// Those of its fields that are objects of which the same is known, or lists of them.
    within: &'static [(&'static str, &'static KnownShape)],
}

impl KnownShape {
    const fn new(fields: fn() -> &'static [&'static str], within: &'static [(&'static str, &'static Self)]) -> Self {
        Self { fields: LazyLock::new(fields), within }
    }

    fn knows(&self, key: &str) -> bool {
        self.fields.contains(&key)
    }
}

/// A list under `factly`: its name, what is known of an entry, and by what one that has no UUID is named.
struct KnownList(&'static str, KnownShape, &'static [&'static str]);

static SALIENCE: KnownShape = KnownShape::new(fields_of::<Salience>, &[]);
static QUOTE: KnownShape = KnownShape::new(fields_of::<QuoteRecord<'_>>, &[]);
static ORIGINAL: KnownShape = KnownShape::new(fields_of::<OriginalRecord<'_>>, &[]);
static DOCUMENT: KnownShape = KnownShape::new(fields_of::<DocumentRecord<'_>>, &[("original", &ORIGINAL)]);
static SECTION: KnownShape = KnownShape::new(|| &["section", "start", "end"], &[]);
static VERSION: KnownShape = KnownShape::new(fields_of::<VersionRecord<'_>>, &[]);
static CHOICE: KnownShape = KnownShape::new(fields_of::<EnumChoice>, &[]);
static CALL: KnownShape = KnownShape::new(fields_of::<CallRecord<'_>>, &[]);
static CARD: KnownShape = KnownShape::new(fields_of::<CardRecord<'_>>, &[("call", &CALL)]);
static MESSAGE: KnownShape = KnownShape::new(fields_of::<MessageRecord<'_>>, &[("cards", &CARD)]);

static LISTS: [KnownList; 22] = [
    KnownList("keys", KnownShape::new(fields_of::<KeyDef>, &[("values", &CHOICE)]), &["path"]),
    KnownList("items", KnownShape::new(fields_of::<ItemRecord>, &[]), &[]),
    KnownList("inputs", KnownShape::new(fields_of::<InputRecord<'_>>, &[("document", &DOCUMENT)]), &[]),
    KnownList("bundles", KnownShape::new(fields_of::<BundleRecord<'_>>, &[("sections", &SECTION)]), &[]),
    KnownList("runs", KnownShape::new(fields_of::<RunRecord<'_>>, &[]), &[]),
    KnownList(
        "facts",
        KnownShape::new(fields_of::<FactRecord<'_>>, &[("evidence", &QUOTE), ("salience", &SALIENCE)]),
        &[],
    ),
    KnownList(
        "reaffirmations",
        KnownShape::new(fields_of::<ReaffirmationRecord<'_>>, &[("evidence", &QUOTE)]),
        &["fact", "evidence/bundle", "evidence/start", "evidence/end"],
    ),
    KnownList("overrides", KnownShape::new(fields_of::<OverrideRecord>, &[]), &["item", "key"]),
    KnownList("rounds", KnownShape::new(fields_of::<RoundRecord>, &[]), &[]),
    KnownList("questions", KnownShape::new(fields_of::<QuestionRecord>, &[]), &[]),
    KnownList("drafts", KnownShape::new(fields_of::<DraftRecord>, &[]), &["question"]),
    KnownList("catalogue", KnownShape::new(fields_of::<CanonicalRecord>, &[]), &[]),
    KnownList("meanings", KnownShape::new(fields_of::<MeaningRecord>, &[]), &[]),
    KnownList("prices", KnownShape::new(fields_of::<PriceRecord>, &[]), &[]),
    KnownList("views", KnownShape::new(fields_of::<ViewRecord>, &[]), &[]),
    KnownList("entities", KnownShape::new(fields_of::<EntityRecord<'_>>, &[("versions", &VERSION)]), &[]),
    KnownList("links", KnownShape::new(fields_of::<LinkRecord>, &[]), &["up", "down"]),
    KnownList(
        "variants",
        KnownShape::new(fields_of::<VariantRecord>, &[]),
        &["one", "other", "one_sha256", "other_sha256"],
    ),
    KnownList("suggestions", KnownShape::new(fields_of::<SuggestionRecord<'_>>, &[]), &[]),
    KnownList("foreign", KnownShape::new(fields_of::<ForeignRecord<'_>>, &[]), &["label"]),
    KnownList("conversations", KnownShape::new(fields_of::<ConversationRecord<'_>>, &[("messages", &MESSAGE)]), &[]),
    KnownList("images", KnownShape::new(fields_of::<OriginalRecord<'_>>, &[]), &["sha256"]),
];

/// One object of an entry.
struct Object<'o, 'j> {
    /// The whole entry, and where in it this object begins.
    json: &'j str,
    begin: usize,
    length: usize,
    knows: &'o dyn Fn(&str) -> bool,
    fields: &'o [(Cow<'j, str>, &'j RawValue)],
    of: String,
    pointer: String,
}

impl Object<'_, '_> {
    /// Returns the position of its last bracket.
    const fn end(&self) -> usize {
        self.begin + self.length - 1
    }

    fn take_out(&self, unknown: &mut Vec<UnknownFields>, removed: &mut Vec<Range<usize>>) {
        let (mut seen, mut taken) = (HashSet::new(), String::new());
        let (mut from, mut has_kept, mut is_first) = (self.begin + 1, false, true);
        for (key, value) in self.fields {
            let end = offset(self.json, value.get()) + value.get().len();
            // One that is there twice stays, and is a fault of the file.
            if !(self.knows)(key) && seen.insert(key.as_ref()) {
                taken.push(if taken.is_empty() { '{' } else { ',' });
                taken.push_str(&format!("{}:{}", serde_json::Value::from(key.as_ref()), compact(value.get())));
                removed.push(from..end);
            } else {
                if !has_kept && !is_first {
                    removed.extend(self.json[from..end].find(',').map(|comma| from + comma..from + comma + 1));
                }
                has_kept = true;
            }
            (from, is_first) = (end, false);
        }
        if !taken.is_empty() {
            let fields = taken + "}";
            unknown.push(UnknownFields { of: self.of.clone(), pointer: self.pointer.clone(), fields });
        }
    }
}

/// Calls `each` with every object of an entry of which something is known. What is no JSON object has none.
fn each_object<'j>(list: &str, columns: &[&str], json: &'j str, each: &mut dyn FnMut(&Object<'_, 'j>)) {
    match LISTS.iter().find(|known| known.0 == list) {
        Some(KnownList(_, shape, naming)) => {
            let of = if naming.is_empty() { String::new() } else { name(list, json, naming) };
            walk(json, json, shape, of, String::new(), each);
        }
        None if !columns.is_empty() => row(json, columns, each),
        None => {}
    }
}

/// An entry that is a row of a table.
fn row<'j>(json: &'j str, columns: &[&str], each: &mut dyn FnMut(&Object<'_, 'j>)) {
    let Ok(ObjectFields(fields)) = serde_json::from_str::<ObjectFields<'j, &RawValue>>(json) else { return };
    let Some(of) = uuid_of(&fields) else { return };
    let knows = |key: &str| key == "uuid" || columns.contains(&key);
    each(&Object { json, begin: 0, length: json.len(), knows: &knows, fields: &fields, of, pointer: String::new() });
}

fn uuid_of(fields: &[(Cow<'_, str>, &RawValue)]) -> Option<String> {
    fields.iter().find(|(key, _)| key == "uuid").and_then(|(_, value)| text(value))
}

fn walk<'j>(
    json: &'j str,
    part: &'j str,
    shape: &'static KnownShape,
    of: String,
    pointer: String,
    each: &mut dyn FnMut(&Object<'_, 'j>),
) {
    if !part.starts_with('{') {
        return;
    }
    let Ok(ObjectFields(fields)) = serde_json::from_str::<ObjectFields<'j, &RawValue>>(part) else { return };
    let (of, pointer) = uuid_of(&fields).map_or((of, pointer), |uuid| (uuid, String::new()));
    for (key, value) in &fields {
        let Some((_, inner)) = shape.within.iter().find(|(name, _)| name == key) else { continue };
        if value.get().starts_with('{') {
            walk(json, value.get(), inner, of.clone(), format!("{pointer}/{key}"), each);
        } else if let Ok(list) = serde_json::from_str::<Vec<&'j RawValue>>(value.get()) {
            for (at, one) in list.into_iter().enumerate() {
                walk(json, one.get(), inner, of.clone(), format!("{pointer}/{key}/{at}"), each);
            }
        }
    }
    let knows = |key: &str| shape.knows(key);
    each(&Object { json, begin: offset(json, part), length: part.len(), knows: &knows, fields: &fields, of, pointer });
}

/// Returns the name of an entry that has no UUID: its list, and the fields that name it.
fn name(list: &str, json: &str, naming: &[&str]) -> String {
    let mut called = list.to_owned();
    for path in naming {
        let found = path.split('/').try_fold(json.to_owned(), |json, key| {
            let ObjectFields(fields) = serde_json::from_str::<ObjectFields<'_, &RawValue>>(&json).ok()?;
            fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.get().to_owned())
        });
        called.push(' ');
        called.push_str(found.as_deref().unwrap_or_default());
    }
    called
}

fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// Returns the offset of a part of a text in it.
fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The names of a struct's fields in JSON, as it tells them when it is read.
fn fields_of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    let _ = T::deserialize(FieldNameReader(&mut names));
    names
}

/// Reads nothing, and hears what is asked for.
struct FieldNameReader<'t>(&'t mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNameReader<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ValueError> {
        Err(ValueError::custom("nothing is read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ValueError> {
        *self.0 = fields;
        Err(ValueError::custom("nothing is read"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::{LISTS, UnknownFieldStore, extract_unknown, restore_unknown};

    #[test]
    fn every_list_knows_its_fields() {
        for list in &LISTS {
            assert!(!list.1.fields.is_empty(), "{} is read as a struct that tells its fields", list.0);
            for (name, inner) in list.1.within {
                assert!(list.1.knows(name) && !inner.fields.is_empty(), "{}/{name}", list.0);
            }
        }
    }

    /// Checks what is taken out, what is left, and what comes back.
    fn check(list: &str, json: &str, left: &str, unknown: &[(&str, &str, &str)]) {
        let columns: &[&str] = if list == "bookmarks" { &["note"] } else { &[] };
        let (cleaned, found) = extract_unknown(list, columns, json);
        assert_eq!(cleaned, left, "{json}");
        assert_eq!(cleaned.len(), json.len(), "what is left stands where it stood: {json}");
        let actual: Vec<_> = found.iter().map(|one| (&*one.of, &*one.pointer, &*one.fields)).collect();
        assert_eq!(actual, unknown, "{json}");
        let mut stored = UnknownFieldStore::default();
        found.into_iter().for_each(|one| stored.add(one));
        let back: serde_json::Value =
            serde_json::from_str(&restore_unknown(list, columns, &cleaned, &stored)).expect("it is JSON");
        assert_eq!(back, serde_json::from_str::<serde_json::Value>(json).expect("it is JSON"), "{json}");
    }

    #[test]
    fn what_is_not_known_is_taken_out_and_put_back_where_it_was() {
        check("links", r#"{"up":"F-1","down":"N-1"}"#, r#"{"up":"F-1","down":"N-1"}"#, &[]);
        check(
            "links",
            r#"{"x":[1, 2.50],"up":"F-1","down":"N-1"}"#,
            r#"{              "up":"F-1","down":"N-1"}"#,
            &[("links \"F-1\" \"N-1\"", "", r#"{"x":[1,2.50]}"#)],
        );
        check(
            "entities",
            r#"{"uuid":"u", "ä":{"b":"}"} ,"versions":[{"version":1},{"y":1}],"z":0}"#,
            r#"{"uuid":"u"                 ,"versions":[{"version":1},{     }]      }"#,
            &[("u", "/versions/1", r#"{"y":1}"#), ("u", "", r#"{"ä":{"b":"}"},"z":0}"#)],
        );
        check(
            "conversations",
            r#"{"uuid":"c","messages":[{"uuid":"m","cards":[{"uuid":"k","call":{"tool":"t","n":null}}]}]}"#,
            r#"{"uuid":"c","messages":[{"uuid":"m","cards":[{"uuid":"k","call":{"tool":"t"         }}]}]}"#,
            &[("k", "/call", r#"{"n":null}"#)],
        );
        check(
            "bookmarks",
            r#"{"uuid":"b","colour":"red","note":"x"}"#,
            r#"{"uuid":"b"               ,"note":"x"}"#,
            &[("b", "", r#"{"colour":"red"}"#)],
        );
    }

    #[test]
    fn one_that_is_there_twice_stays_to_be_found() {
        let (left, unknown) = extract_unknown("links", &[], r#"{"x":1,"x":2,"up":"F-1"}"#);
        assert_eq!((left.as_ref(), unknown.len()), (r#"{      "x":2,"up":"F-1"}"#, 1));
    }

    #[test]
    fn what_is_known_by_now_is_not_said_twice() {
        let stored = UnknownFieldStore::read(r#"{"u":{"":{"version":7,"new":1}}}"#);
        assert_eq!(restore_unknown("facts", &[], r#"{"uuid":"u"}"#, &stored), r#"{"uuid":"u","new":1}"#);
    }
}
