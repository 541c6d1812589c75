//! Where in a file everything stands: one quick pass, so that the lists can then be read in the order in which they hang
//! together, whatever order the file has.

use std::collections::{HashMap, HashSet};

use factly_core::transfer::element::escaped;
use factly_core::transfer::{COLUMNS, FORMAT, Finding, FindingCode, OWN, SEVERAL};

use crate::store::transfer::exported_tables;
use crate::transfer::scan::{Halt, Mark, Scan};

/// The lists that stand under `factly` beside those of the declared tables.
const LISTS: [&str; 21] = [
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
];

/// One discovery of a file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) pointer: String,
    pub(super) mark: Mark,
    /// Everything that is no list, as an object of its own, and where each value stands in the file.
    pub(super) head: Head,
    pub(super) lists: HashMap<&'static str, Mark>,
    pub(super) own: Option<Own>,
}

#[derive(Debug)]
pub(super) struct Own {
    pub(super) head: Head,
    pub(super) lists: HashMap<&'static str, Mark>,
}

/// Fields that are small enough to be held.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) fields: Vec<(String, String, Mark)>,
}

impl Head {
    pub(super) fn get(&self, name: &str) -> Option<(&str, Mark)> {
        let found = self.fields.iter().find(|(key, ..)| key == name)?;
        (found.1 != "null").then_some((found.1.as_str(), found.2))
    }
}

/// The discoveries of a file, each with the places of its lists.
pub(super) fn outline(scan: &mut Scan) -> Result<Vec<Part>, Halt> {
    scan.skip_byte_order_mark()?;
    let mark = scan.mark();
    let one = object(scan, String::new(), mark)?;
    scan.end()?;
    let Some(list) = one.several else { return Ok(vec![one.part]) };
    scan.go(list)?;
    several(scan)
}

fn several(scan: &mut Scan) -> Result<Vec<Part>, Halt> {
    let pointer = format!("/{SEVERAL}");
    if !scan.begins(b'[')? {
        return Err(not_a_list(scan.mark(), &pointer));
    }
    let (mut parts, mut is_first) = (Vec::new(), true);
    while scan.another(b']', &mut is_first, &pointer)? {
        let (pointer, mark) = (format!("{pointer}/{}", parts.len()), scan.mark());
        parts.push(object(scan, pointer, mark)?.part);
    }
    match parts.is_empty() {
        false => Ok(parts),
        true => Err(halt(FindingCode::NotADiscovery, "There is no discovery in this file.", scan.mark(), &pointer)),
    }
}

struct Object {
    part: Part,
    several: Option<Mark>,
}

fn object(scan: &mut Scan, pointer: String, mark: Mark) -> Result<Object, Halt> {
    let mut keys = Keys::default();
    let (mut head, mut lists, mut own, mut several) = (Head::default(), HashMap::new(), None, None);
    each_field(scan, &pointer, &mut |scan, key, at| {
        keys.once(key, &pointer, scan.mark())?;
        if pointer.is_empty() && key == SEVERAL {
            several = Some(beginning(scan)?);
            return scan.skip(&at);
        }
        if key == OWN {
            own = Some(read_own(scan, &at)?);
            return Ok(());
        }
        match COLUMNS.iter().find(|column| column.list == key) {
            Some(column) => list(scan, column.list, &at, &mut lists),
            None => field(scan, key, &at, &mut head),
        }
    })?;
    let is_one = several.is_some()
        || own.is_some()
        || head.get("discovery_id").is_some()
        || (head.get("title").is_some() && !lists.is_empty());
    if !is_one {
        let what = "This is no discovery: it has neither an id nor a title with columns.";
        return Err(halt(FindingCode::NotADiscovery, what, mark, &pointer));
    }
    Ok(Object { part: Part { pointer, mark, head, lists, own }, several })
}

fn read_own(scan: &mut Scan, pointer: &str) -> Result<Own, Halt> {
    let mark = beginning(scan)?;
    let mut keys = Keys::default();
    let mut own = Own { head: Head::default(), lists: HashMap::new() };
    each_field(scan, pointer, &mut |scan, key, at| {
        keys.once(key, pointer, scan.mark())?;
        match list_of(key) {
            Some(name) => list(scan, name, &at, &mut own.lists),
            None => field(scan, key, &at, &mut own.head),
        }
    })?;
    check_format(&own.head, mark, pointer)?;
    Ok(own)
}

fn list_of(key: &str) -> Option<&'static str> {
    let declared = exported_tables().map(|(_, exported)| exported.list);
    LISTS.into_iter().chain(declared).find(|list| *list == key)
}

fn check_format(head: &Head, mark: Mark, pointer: &str) -> Result<(), Halt> {
    let Some((format, mark)) = head.get("format") else {
        return Err(halt(FindingCode::MissingField, "There is no “format”.", mark, pointer));
    };
    let pointer = format!("{pointer}/format");
    match format.parse::<u64>() {
        Ok(format) if format == u64::from(FORMAT) => Ok(()),
        Ok(format) if format > u64::from(FORMAT) => {
            let what = format!("A newer Factly wrote this (format {format}; this one knows {FORMAT}).");
            Err(halt(FindingCode::NewerFormat, what, mark, &pointer))
        }
        _ => Err(halt(FindingCode::WrongType, "The format is a number from 1.", mark, &pointer)),
    }
}

fn each_field(
    scan: &mut Scan,
    pointer: &str,
    each: &mut dyn FnMut(&mut Scan, &str, String) -> Result<(), Halt>,
) -> Result<(), Halt> {
    if !scan.begins(b'{')? {
        return Err(match scan.peek()? {
            None => scan.fault("The file ends here, and a discovery was expected.", pointer),
            Some(_) => halt(FindingCode::WrongType, "An object was expected.", scan.mark(), pointer),
        });
    }
    let mut is_first = true;
    while scan.another(b'}', &mut is_first, pointer)? {
        let key = scan.key(pointer)?;
        let at = format!("{pointer}/{}", escaped(&key));
        each(scan, &key, at)?;
    }
    Ok(())
}

fn list(
    scan: &mut Scan,
    name: &'static str,
    pointer: &str,
    lists: &mut HashMap<&'static str, Mark>,
) -> Result<(), Halt> {
    match scan.peek()? {
        Some(b'[') => {
            lists.insert(name, scan.mark());
            scan.skip(pointer)
        }
        // Some write `null` for an empty list.
        Some(b'n') => field(scan, name, pointer, &mut Head::default()),
        _ => Err(not_a_list(scan.mark(), pointer)),
    }
}

/// Checked here, since what is in it is kept and not looked at again.
fn field(scan: &mut Scan, key: &str, pointer: &str, head: &mut Head) -> Result<(), Halt> {
    let mut raw = Vec::new();
    let (json, mark) = scan.raw(&mut raw, pointer)?;
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(json) {
        return Err(mark.piece(json).fault(&error, pointer).into());
    }
    let json = json.to_owned();
    head.fields.push((key.to_owned(), json, mark));
    Ok(())
}

fn beginning(scan: &mut Scan) -> Result<Mark, Halt> {
    scan.peek()?;
    Ok(scan.mark())
}

#[derive(Default)]
struct Keys(HashSet<String>);

impl Keys {
    fn once(&mut self, key: &str, pointer: &str, mark: Mark) -> Result<(), Halt> {
        if self.0.insert(key.to_owned()) {
            return Ok(());
        }
        let pointer = format!("{pointer}/{}", escaped(key));
        Err(halt(FindingCode::DuplicateKey, format!("The key “{key}” is there twice."), mark, &pointer))
    }
}

fn not_a_list(mark: Mark, pointer: &str) -> Halt {
    halt(FindingCode::WrongType, "A list was expected.", mark, pointer)
}

fn halt(code: FindingCode, message: impl Into<String>, mark: Mark, pointer: &str) -> Halt {
    Finding::new(code, message, mark.place(pointer.to_owned())).into()
}
