//! Streams of a document that is encrypted, counted before it is opened. Their bytes are read through a table of our own,
//! which names only what stands in the open: so nothing is unpacked to find them.

use std::collections::HashMap;
use std::fmt::Write;

use hayro::hayro_syntax::object::{Dict, Name, Object};
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use memchr::memmem;

use super::bombs::StreamBudget;
use super::unpack::Packing;
use crate::refusal::Refusal;

/// A document that was changed more often is counted by the length of its streams alone.
const ROUNDS: usize = 16;
/// An entry of the trailer is no longer, in bytes.
const ENTRY: usize = 4096;

/// An object that stands in the open.
#[derive(Clone, Copy)]
struct ListedObject {
    number: u32,
    generation: u32,
    at: usize,
}

/// Counts the streams of a document that is encrypted; of any other, nothing.
pub(super) fn check(bytes: &[u8], budget: &mut StreamBudget) -> Result<(), Refusal> {
    let Some(encryption) = entry(bytes, b"/Encrypt") else { return Ok(()) };
    let id = entry(bytes, b"/ID").unwrap_or_default();
    let rounds = rounds(objects(bytes));
    let mut is_counted = rounds.len() <= ROUNDS;
    for objects in rounds.iter().take(if is_counted { ROUNDS } else { 0 }) {
        match Pdf::new(listing(bytes, objects, &encryption, &id)) {
            Ok(pdf) => add(&pdf, budget)?,
            // Who opens it is told so.
            Err(LoadPdfError::Decryption(_)) => return Ok(()),
            Err(LoadPdfError::Invalid) => is_counted = false,
        }
    }
    if is_counted {
        return Ok(());
    }
    let limit = budget.limit;
    let most = super::unpack::at_most(bytes.len(), &[Packing::Flate]);
    if most > limit { Err(Refusal::TooLarge { what: "bytes of an unpacked part", limit }) } else { Ok(()) }
}

fn add(pdf: &Pdf, budget: &mut StreamBudget) -> Result<(), Refusal> {
    for object in pdf.objects() {
        let Object::Stream(stream) = object else { continue };
        let names = |key: &[u8], of: &str| stream.dict().get::<Name<'_>>(key).is_some_and(|name| name.as_str() == of);
        if names(b"Subtype", "Image") {
            continue;
        }
        let layers: Vec<Packing> = stream.filters().into_iter().filter_map(Packing::from_filter).collect();
        budget.add(&stream.raw_data(), &layers, is_kept(stream.dict()) || names(b"Type", "ObjStm"))?;
    }
    Ok(())
}

/// Returns whether what a stream unpacks to is held as long as its document is open.
fn is_kept(dictionary: &Dict<'_>) -> bool {
    let has_all = |keys: [&[u8]; 2]| keys.iter().all(|key| dictionary.contains_key(*key));
    has_all([b"N", b"First"]) || dictionary.contains_key(b"Length1" as &[u8])
}

/// The value of the last entry of this name: a reference, a dictionary or an array.
fn entry(bytes: &[u8], name: &[u8]) -> Option<String> {
    let mut found = memmem::rfind_iter(bytes, name).take(ROUNDS);
    found.find_map(|at| {
        let value = &bytes[at + name.len()..];
        let value = value[..value.len().min(ENTRY)].trim_ascii_start();
        let closes: &[u8] = match value.first()? {
            b'[' => b"]",
            b'<' => return dictionary(value),
            b'0'..=b'9' => b"R",
            _ => return None,
        };
        let end = memmem::find(value, closes)? + closes.len();
        Some(value[..end].iter().map(|byte| char::from(*byte)).collect())
    })
}

/// A dictionary with those that stand in it.
fn dictionary(value: &[u8]) -> Option<String> {
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < value.len() {
        match &value[at..at + 2] {
            b"<<" => depth += 1,
            b">>" if depth == 1 => return Some(value[..at + 2].iter().map(|byte| char::from(*byte)).collect()),
            b">>" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    None
}

/// The objects of a document, by their words `7 0 obj`.
fn objects(bytes: &[u8]) -> Vec<ListedObject> {
    memmem::find_iter(bytes, b" obj").filter_map(|at| object(bytes, at)).collect()
}

fn object(bytes: &[u8], end: usize) -> Option<ListedObject> {
    let number = |end: usize| {
        let start = bytes[..end].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
        let digits = str::from_utf8(&bytes[start..end]).ok()?;
        Some((start, digits.parse::<u32>().ok()?))
    };
    let (start, generation) = number(end)?;
    let (at, number) = number(bytes[..start].trim_ascii_end().len())?;
    (at < start).then_some(ListedObject { number, generation, at })
}

/// Objects in lists that have each number once.
fn rounds(objects: Vec<ListedObject>) -> Vec<Vec<ListedObject>> {
    let mut times: HashMap<u32, usize> = HashMap::new();
    let mut rounds: Vec<Vec<ListedObject>> = Vec::new();
    for object in objects {
        let round = times.entry(object.number).or_default();
        if *round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[*round].push(object);
        *round += 1;
    }
    rounds
}

/// The document with a table of these objects and of an empty page.
fn listing(bytes: &[u8], objects: &[ListedObject], encryption: &str, id: &str) -> Vec<u8> {
    let first = objects.iter().map(|object| object.number).max().unwrap_or(0).saturating_add(1);
    let own = [
        format!("<</Type/Catalog/Pages {} 0 R>>", first + 1),
        format!("<</Type/Pages/Count 1/Kids[{} 0 R]>>", first + 2),
        format!("<</Type/Page/Parent {} 0 R/MediaBox[0 0 9 9]>>", first + 1),
    ];
    let (mut tail, mut table) = ("\n".to_owned(), "xref\n0 1\n0000000000 65535 f \n".to_owned());
    // To write into a text never fails.
    for object in objects {
        let _ = write!(table, "{} 1\n{:010} {:05} n \n", object.number, object.at, object.generation);
    }
    for (number, object) in (first..).zip(own) {
        let _ = write!(table, "{number} 1\n{:010} 00000 n \n", bytes.len() + tail.len());
        let _ = writeln!(tail, "{number} 0 obj{object}endobj");
    }
    let start = bytes.len() + tail.len();
    let id = if id.is_empty() { String::new() } else { format!("/ID {id}") };
    let size = first + 3;
    let _ =
        write!(table, "trailer<</Size {size}/Root {first} 0 R/Encrypt {encryption}{id}>>\nstartxref\n{start}\n%%EOF");
    let of_text = |text: &str| text.chars().map(|char| char as u8).collect::<Vec<u8>>();
    [bytes, &of_text(&tail), &of_text(&table)].concat()
}
