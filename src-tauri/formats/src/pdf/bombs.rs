//! Bombs: streams that unpack to far more than they are. They are found before a document is opened, as its reader
//! unpacks without a limit.

use std::io::Read;

use flate2::read::ZlibDecoder;
use hayro::hayro_syntax::object::{Dict, Stream};
use hayro::hayro_syntax::page::Page;
use memchr::memmem;

use crate::refusal::Refusal;

/// Maximum number of bytes that one byte unpacks to.
const RATIO: u64 = 1032;
/// So many bytes before a stream hold its dictionary.
const DICTIONARY: usize = 2048;
/// Pixels of a picture that is drawn.
const PIXELS: u64 = 100_000_000;
/// Pictures within pictures are looked at so deep.
const DEEP: u8 = 3;

/// Bytes that are looked through for the ends of streams, as a multiple of the document's. Each stream has one of its own
/// where a document is whole, and where it has none the reader looks through all that follows.
const SEARCHES: u64 = 32;

/// Refuses a document with a stream that unpacks to more than the limit, or streams of objects that do together, or streams
/// without number that do not end. Pictures are not looked at: they are not unpacked to read.
pub(super) fn check(bytes: &[u8], limit: u64) -> Result<(), Refusal> {
    let (mut objects, mut searched, mut end) = (0, 0, 0);
    let most = SEARCHES * (bytes.len() as u64).max(1 << 20);
    for at in memmem::find_iter(bytes, b"stream") {
        if bytes[..at].ends_with(b"end") {
            continue;
        }
        if end < at {
            end = memmem::find(&bytes[at..], b"endstream").map_or(bytes.len(), |end| at + end);
        }
        searched += (end - at) as u64;
        if searched > most {
            return Err(Refusal::TooLarge { what: "bytes of streams that do not end", limit: most });
        }
        let Some(packed) = Packed::at(bytes, at, end) else { continue };
        let unpacked = packed.unpacked(limit);
        objects += if packed.holds_objects { unpacked } else { 0 };
        if unpacked.max(objects) > limit {
            return Err(Refusal::TooLarge { what: "bytes of an unpacked part", limit });
        }
    }
    Ok(())
}

/// A stream that is packed, in one layer or more.
struct Packed<'b> {
    bytes: &'b [u8],
    layers: u32,
    holds_objects: bool,
}

impl<'b> Packed<'b> {
    fn at(bytes: &'b [u8], at: usize, end: usize) -> Option<Self> {
        let before = &bytes[at.saturating_sub(DICTIONARY)..at];
        let before = &before[memmem::rfind(before, b"obj").map_or(0, |start| start + 3)..];
        let has = |name: &[u8]| memmem::find(before, name).is_some();
        if has(b"/Image") {
            return None;
        }
        let layers = memmem::find_iter(before, b"/FlateDecode").count() as u32;
        let holds_objects = has(b"/ObjStm") || has(b"/XRef");
        let bytes = bytes.get(at + b"stream".len()..end)?.trim_ascii_start();
        (layers > 0).then_some(Self { bytes, layers, holds_objects })
    }

    /// Returns its unpacked size: counted where it may be too much, and no further than the limit.
    fn unpacked(&self, limit: u64) -> u64 {
        let most = (self.bytes.len() as u64).saturating_mul(RATIO.saturating_pow(self.layers));
        if most <= limit && !self.holds_objects {
            return most.min(limit);
        }
        let mut layered: Box<dyn Read + '_> = Box::new(self.bytes);
        for _ in 0..self.layers.min(4) {
            layered = Box::new(ZlibDecoder::new(layered));
        }
        let mut buffer = vec![0; 1 << 16];
        let mut unpacked = 0;
        // What is broken on its way gives as much as was unpacked until then.
        while unpacked <= limit {
            match layered.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(read) => unpacked += read as u64,
            }
        }
        unpacked
    }
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
