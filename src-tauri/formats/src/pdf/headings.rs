//! Headings: where the outline leads, or else short paragraphs that are larger than the rest.

use std::ops::Range;

use hayro::hayro_syntax::Pdf;

use super::flow::{ShortParagraph, TextFlow};
use super::outline::{Bookmark, bookmarks};
use crate::limits::Limits;
use crate::location::{Place, PlacedPart};

/// A heading is larger than the text by this share.
const LARGER: f64 = 1.15;
/// Text of which headings take more than this share has none that sizes tell.
const MOST: f64 = 0.2;

struct PdfHeading {
    level: u8,
    text: String,
    start: u32,
}

/// The places of pages and of headings.
pub(super) fn places(pdf: &Pdf, flow: &mut TextFlow, limits: &Limits) -> Vec<PlacedPart> {
    let mut places = std::mem::take(&mut flow.places);
    let mut headings = outlined(&bookmarks(pdf, limits), &places, &flow.text);
    if headings.is_empty() {
        headings = sized(flow);
    }
    places.extend(spans(&headings, flow.chars));
    places
}

/// A heading and all that stands under it.
fn spans(headings: &[PdfHeading], end: u32) -> Vec<PlacedPart> {
    let of = |(at, heading): (usize, &PdfHeading)| {
        let next = headings[at + 1..].iter().find(|next| next.level <= heading.level);
        let place = Place::Heading { level: heading.level, text: heading.text.clone() };
        PlacedPart { chars: heading.start..next.map_or(end, |next| next.start.max(heading.start)), place }
    };
    headings.iter().enumerate().map(of).filter(|placed| !placed.chars.is_empty()).collect()
}

/// Headings by the outline: each at its title's words on its page, or at the page's start.
fn outlined(bookmarks: &[Bookmark], pages: &[PlacedPart], text: &str) -> Vec<PdfHeading> {
    let chars: Vec<char> = if bookmarks.is_empty() { Vec::new() } else { text.chars().collect() };
    let mut headings: Vec<PdfHeading> = Vec::new();
    for Bookmark { level, title, page } in bookmarks {
        let here = pages.iter().find(|placed| matches!(&placed.place, Place::Page { number, .. } if number == page));
        let Some(here) = here.filter(|_| !title.is_empty()) else { continue };
        let after = headings.last().map_or(0, |last| last.start).clamp(here.chars.start, here.chars.end);
        let found = find(&chars, after..here.chars.end, title).or_else(|| find(&chars, here.chars.clone(), title));
        headings.push(PdfHeading { level: *level, text: title.clone(), start: found.unwrap_or(after) });
    }
    headings.sort_by_key(|heading| heading.start);
    headings
}

/// Finds the place of a title, whatever its blanks, marks and case.
fn find(chars: &[char], range: Range<u32>, title: &str) -> Option<u32> {
    let plain = |char: &char| char.is_alphanumeric();
    let wanted: Vec<char> = title.chars().filter(plain).flat_map(char::to_lowercase).collect();
    let part = chars.get(range.start as usize..range.end as usize)?;
    let letters: Vec<(u32, char)> = (range.start..)
        .zip(part)
        .filter(|(_, char)| plain(char))
        .flat_map(|(at, char)| char.to_lowercase().map(move |char| (at, char)))
        .collect();
    let same = |window: &&[(u32, char)]| window.iter().map(|(_, char)| char).eq(&wanted);
    let is_line_start = |at: u32| at == 0 || chars.get(at as usize - 1) == Some(&'\n');
    let windows = || letters.windows(wanted.len().max(1)).filter(same).map(|window| window[0].0);
    windows().find(|at| is_line_start(*at)).or_else(|| windows().next())
}

/// Headings by size.
fn sized(flow: &TextFlow) -> Vec<PdfHeading> {
    let body = flow.sizes.iter().max_by_key(|(_, chars)| **chars).map_or(0.0, |(size, _)| *size as f64 / 10.0);
    let large: Vec<ShortParagraph> = merged(flow.shorts.iter().filter(|short| short.size > LARGER * body));
    let taken: u32 = large.iter().map(|short| short.chars.len() as u32).sum();
    if f64::from(taken) > MOST * f64::from(flow.chars) {
        return Vec::new();
    }
    let mut sizes: Vec<i64> = large.iter().map(|short| tenths(short.size)).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes.dedup();
    let chars: Vec<char> = flow.text.chars().collect();
    let heading = |short: &ShortParagraph| {
        let text: String = chars.get(short.chars.start as usize..short.chars.end as usize)?.iter().collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let level = sizes.iter().position(|size| *size == tenths(short.size))? + 1;
        let level = u8::try_from(level).unwrap_or(6).min(6);
        text.chars().any(char::is_alphabetic).then_some(PdfHeading { level, text, start: short.chars.start })
    };
    large.iter().filter_map(heading).collect()
}

fn tenths(size: f64) -> i64 {
    (size * 5.0).round() as i64
}

/// Lines of one heading as one.
fn merged<'s>(shorts: impl Iterator<Item = &'s ShortParagraph>) -> Vec<ShortParagraph> {
    let mut merged: Vec<ShortParagraph> = Vec::new();
    for short in shorts {
        match merged.last_mut() {
            Some(last) if short.chars.start - last.chars.end < 3 && (short.size - last.size).abs() < 0.1 => {
                last.chars.end = short.chars.end;
            }
            _ => merged.push(short.clone()),
        }
    }
    merged
}
