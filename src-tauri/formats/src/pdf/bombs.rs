//! Bombs: streams that unpack to far more than they are. They are found before a document is opened, as its reader
//! unpacks without a limit.

use std::borrow::Cow;

use hayro::hayro_syntax::object::{Dict, Stream};
use hayro::hayro_syntax::page::Page;
use memchr::{memchr, memmem};

use super::encrypted;
use super::unpack::{Packing, at_most, counted};
use crate::refusal::Refusal;

/// A dictionary before a stream is no longer.
const DICTIONARY: usize = 1 << 20;
/// Pixels of a picture that is drawn.
const PIXELS: u64 = 100_000_000;
/// Pictures within pictures are looked at so deep.
const DEEP: u8 = 3;
/// Filters of one stream.
const LAYERS: usize = 8;

/// Bytes that are looked through for the ends of streams, as a multiple of the document's. Each stream has one of its own
/// where a document is whole, and where it has none the reader looks through all that follows.
const SEARCHES: u64 = 32;

/// Refuses a document with a stream that unpacks to more than the limit, or streams that are kept and do together, or
/// streams without number that do not end. Pictures are not looked at: they are not unpacked to read.
pub(super) fn check(bytes: &[u8], limit: u64) -> Result<(), Refusal> {
    let mut budget = StreamBudget { limit, retained: 0 };
    let (mut searched, mut end, mut before) = (0, 0, 0);
    let most = SEARCHES * (bytes.len() as u64).max(1 << 20);
    for at in memmem::find_iter(bytes, b"stream") {
        if bytes[..at].ends_with(b"end") {
            continue;
        }
        if end < at {
            before = end;
            end = memmem::find(&bytes[at..], b"endstream").map_or(bytes.len(), |end| at + end);
        }
        searched += (end - at) as u64;
        if searched > most {
            return Err(Refusal::TooLarge { what: "bytes of streams that do not end", limit: most });
        }
        let dictionary = dictionary(&bytes[before.max(at.saturating_sub(DICTIONARY))..at]);
        if let Some(packed) = bytes.get(at + b"stream".len()..end) {
            budget.add_described(packed.trim_ascii_start(), &dictionary)?;
        }
    }
    encrypted::check(bytes, &mut budget)
}

/// Budget of bytes that the streams of a document may still unpack to.
pub(super) struct StreamBudget {
    pub(super) limit: u64,
    /// Bytes that are unpacked once and held as long as the document is open: its objects and its fonts.
    retained: u64,
}

impl StreamBudget {
    /// Counts a stream by the words of its dictionary.
    fn add_described(&mut self, packed: &[u8], dictionary: &[u8]) -> Result<(), Refusal> {
        let names: Vec<&[u8]> = names(dictionary).collect();
        let has = |name: &[u8]| names.contains(&name);
        if has(b"Image") {
            return Ok(());
        }
        let mut layers: Vec<Packing> = names.iter().filter_map(|name| Packing::named(name)).take(LAYERS).collect();
        if layers.is_empty() && is_filter_elsewhere(dictionary) {
            layers = vec![Packing::Flate];
            self.add(packed, &[Packing::Lzw], true)?;
        }
        let is_kept = has(b"ObjStm") || has(b"XRef") || has(b"Length1") || has(b"Type1C") || has(b"CIDFontType0C");
        self.add(packed, &layers, is_kept || has(b"OpenType"))
    }

    /// Counts a stream: by its length where that is little, and else by what it unpacks to.
    pub(super) fn add(&mut self, packed: &[u8], layers: &[Packing], is_kept: bool) -> Result<(), Refusal> {
        let most = at_most(packed.len(), layers);
        if layers.is_empty() || !is_kept && most <= self.limit {
            return Ok(());
        }
        let unpacked = counted(packed, layers, self.limit);
        self.retained += if is_kept { unpacked } else { 0 };
        if unpacked.max(self.retained) > self.limit {
            return Err(Refusal::TooLarge { what: "bytes of an unpacked part", limit: self.limit });
        }
        Ok(())
    }
}

/// Returns the description of a stream: the words since its object began, with the characters written by number.
fn dictionary(before: &[u8]) -> Cow<'_, [u8]> {
    let words = &before[memmem::rfind(before, b" obj").map_or(0, |start| start + 4)..];
    if memchr(b'#', words).is_none() {
        return Cow::Borrowed(words);
    }
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16)).map(|digit| digit as u8);
    let mut plain = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(byte) = words.get(at) {
        match (byte, digit(words.get(at + 1)), digit(words.get(at + 2))) {
            (b'#', Some(high), Some(low)) => {
                plain.push(high << 4 | low);
                at += 3;
            }
            _ => {
                plain.push(*byte);
                at += 1;
            }
        }
    }
    Cow::Owned(plain)
}

/// The names in a dictionary, without their slash.
fn names(dictionary: &[u8]) -> impl Iterator<Item = &[u8]> {
    dictionary.split(|byte| *byte == b'/').skip(1).map(|name| {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0 || b"()<>[]{}%".contains(byte);
        &name[..name.iter().position(ends).unwrap_or(name.len())]
    })
}

/// Returns whether the filter is named by another object.
fn is_filter_elsewhere(dictionary: &[u8]) -> bool {
    memmem::find_iter(dictionary, b"/Filter").any(|at| {
        let value = dictionary[at + b"/Filter".len()..].trim_ascii_start();
        value.strip_prefix(b"[").unwrap_or(value).trim_ascii_start().first().is_some_and(u8::is_ascii_digit)
    })
}

/// Refuses to draw a page with a picture of too many pixels.
pub(super) fn check_pictures(page: &Page<'_>) -> Result<(), Refusal> {
    if pixels(&page.resources().x_objects, DEEP) > PIXELS {
        return Err(Refusal::TooLarge { what: "pixels of a picture", limit: PIXELS });
    }
    Ok(())
}

/// The pixels of the largest picture.
fn pixels(objects: &Dict<'_>, deep: u8) -> u64 {
    let of = |stream: Stream<'_>| {
        let side = |key: &[u8]| u64::from(stream.dict().get::<u32>(key).unwrap_or(0));
        let inner = stream.dict().get::<Dict<'_>>(b"Resources").and_then(|inner| inner.get::<Dict<'_>>(b"XObject"));
        let inner = inner.filter(|_| deep > 0).map_or(0, |inner| pixels(&inner, deep - 1));
        side(b"Width").saturating_mul(side(b"Height")).max(inner)
    };
    let streams = objects.keys().filter_map(|name| objects.get::<Stream<'_>>(&*name));
    streams.map(of).max().unwrap_or(0)
}
