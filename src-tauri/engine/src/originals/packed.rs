//! Places and boxes as they are stored: deflated, the boxes of a thousand pages in a few hundred kilobytes.
//!
//! Boxes are columns of small numbers: how far each begins behind the one before, its length, its page, and four shares
//! of the page in 65,535ths. What cannot be unpacked leads nowhere, and harms nothing.

use std::io::{Read, Write};

use factly_formats::{Boxed, PlacedPart, Rect};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// More than any document within the limits of reading unpacks to.
const MOST: u64 = 1 << 30;
const UNIT: f32 = 65_535.0;

pub(super) fn pack_places(places: &[PlacedPart]) -> Vec<u8> {
    if places.is_empty() {
        return Vec::new();
    }
    deflated(&serde_json::to_vec(places).unwrap_or_default())
}

pub(super) fn unpack_places(packed: &[u8]) -> Vec<PlacedPart> {
    serde_json::from_slice(&inflated(packed)).unwrap_or_default()
}

pub(super) fn pack_boxes(boxes: &[Boxed]) -> Vec<u8> {
    if boxes.is_empty() {
        return Vec::new();
    }
    let mut bytes = Vec::with_capacity(boxes.len() * 12);
    let (mut start, mut page) = (0, 0);
    for one in boxes {
        let Rect { left, top, width, height } = one.rect;
        put_signed(&mut bytes, i64::from(one.start) - i64::from(start));
        put_signed(&mut bytes, i64::from(one.end) - i64::from(one.start));
        put_signed(&mut bytes, i64::from(one.page) - i64::from(page));
        for share in [left, top, width, height] {
            bytes.extend(((share.clamp(0.0, 1.0) * UNIT).round() as u16).to_le_bytes());
        }
        (start, page) = (one.start, one.page);
    }
    deflated(&bytes)
}

pub(super) fn unpack_boxes(packed: &[u8]) -> Vec<Boxed> {
    let bytes = inflated(packed);
    let mut rest = bytes.as_slice();
    let mut boxes = Vec::new();
    let (mut start, mut page) = (0, 0);
    while let Some(one) = next_box(&mut rest, start, page) {
        (start, page) = (one.start, one.page);
        boxes.push(one);
    }
    boxes
}

fn next_box(rest: &mut &[u8], start: u32, page: u32) -> Option<Boxed> {
    let start = moved(start, take_signed(rest)?)?;
    let end = moved(start, take_signed(rest)?)?;
    let page = moved(page, take_signed(rest)?)?;
    let mut share = || {
        let (bytes, more) = rest.split_first_chunk::<2>()?;
        *rest = more;
        Some(f32::from(u16::from_le_bytes(*bytes)) / UNIT)
    };
    let rect = Rect { left: share()?, top: share()?, width: share()?, height: share()? };
    Some(Boxed { start, end, page, rect })
}

fn moved(from: u32, by: i64) -> Option<u32> {
    u32::try_from(i64::from(from).checked_add(by)?).ok()
}

/// Seven bits a byte, and the sign in the lowest.
fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    let mut left = ((number << 1) ^ (number >> 63)) as u64;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

fn take_signed(rest: &mut &[u8]) -> Option<i64> {
    let (mut number, mut shift) = (0u64, 0);
    loop {
        let (byte, more) = rest.split_first()?;
        *rest = more;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some((number >> 1) as i64 ^ -((number & 1) as i64));
        }
        shift += 7;
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

fn inflated(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    match ZlibDecoder::new(packed).take(MOST).read_to_end(&mut bytes) {
        Ok(_) => bytes,
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use factly_formats::Place;
    use proptest::prelude::*;

    use super::*;

    fn any_box() -> impl Strategy<Value = Boxed> {
        let share = 0u16..=u16::MAX;
        (any::<u32>(), 0u32..9_999, 1u32..=10_000, [share.clone(), share.clone(), share.clone(), share]).prop_map(
            |(start, length, page, [left, top, width, height])| {
                let share = |part: u16| f32::from(part) / UNIT;
                let rect = Rect { left: share(left), top: share(top), width: share(width), height: share(height) };
                Boxed { start, end: start.saturating_add(length), page, rect }
            },
        )
    }

    proptest! {
        #[test]
        fn boxes_come_back_as_they_were(boxes in prop::collection::vec(any_box(), 0..200)) {
            prop_assert_eq!(unpack_boxes(&pack_boxes(&boxes)), boxes);
        }

        #[test]
        fn what_is_not_packed_harms_nothing(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            unpack_boxes(&bytes);
            unpack_boxes(&deflated(&bytes));
            prop_assert_eq!(unpack_places(&bytes), Vec::new());
        }
    }

    #[test]
    fn places_come_back_as_they_were() {
        let places = vec![
            PlacedPart { chars: 0..90, place: Place::Page { number: 1, label: Some("i".to_owned()) } },
            PlacedPart { chars: 4..9, place: Place::Time { start_ms: 1, end_ms: 2 } },
        ];
        assert_eq!(unpack_places(&pack_places(&places)), places);
        assert!(pack_places(&[]).is_empty() && unpack_places(&[]).is_empty(), "nothing takes no room");
    }

    /// A page of 400 words takes no more than three kilobytes.
    #[test]
    fn boxes_are_stored_in_little_room() {
        let word = |at: u32| {
            let (line, column) = (at / 10, at % 10);
            let rect = Rect {
                left: 0.1 + 0.08 * column as f32,
                top: 0.05 + 0.02 * line as f32,
                width: 0.01 * (at * 7 % 8) as f32,
                height: 0.015,
            };
            Boxed { start: at * 6, end: at * 6 + 5, page: 1 + at / 400, rect }
        };
        let boxes: Vec<Boxed> = (0..4_000).map(word).collect();
        assert!(pack_boxes(&boxes).len() < 10 * 3_000, "{}", pack_boxes(&boxes).len());
    }
}
