//! The locations of an Input's words in its document: which page, cell, slide or second, under which heading, said by
//! whom.

use std::mem::{Discriminant, discriminant};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::language::Language;
use factly_formats::pdf::rects;
use factly_formats::{Boxed, Place, PlacedPart, Rect};
use jiff::civil::Date;

use crate::context::Cache;
use crate::originals::packed::{unpack_boxes, unpack_places};
use crate::store::{InputSeq, Reader, StoreError};

const KEPT: usize = 3;

/// The place of some words: where they begin, and under what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceLabel {
    /// A page, slide, cell, time or message.
    pub place: Option<Place>,
    pub heading: Option<String>,
    pub speaker: Option<String>,
}

impl PlaceLabel {
    /// Names the place as a reader of English does: "p. 12", "00:14:07", "Costs!B7"; without one, the heading.
    pub fn words(&self) -> Option<String> {
        self.words_in(Language::English)
    }

    /// As [`Self::words`], for a reader of `language`: "S. 12".
    pub fn words_in(&self, language: Language) -> Option<String> {
        let place = self.place.as_ref().map(|place| place_words(place, language));
        place.or_else(|| self.heading.clone()).or_else(|| self.speaker.clone())
    }
}

/// Names a place as a reader of `language` does.
pub fn place_words(location: &Place, language: Language) -> String {
    let (page, slide) = if language == Language::German { ("S.", "Folie") } else { ("p.", "slide") };
    match location {
        Place::Page { label: Some(label), .. } => format!("{page} {label}"),
        Place::Page { number, label: None } => format!("{page} {number}"),
        Place::Slide { number } => format!("{slide} {number}"),
        Place::Cell { sheet, cell, .. } if sheet.is_empty() => cell.clone(),
        Place::Cell { sheet, cell, .. } => format!("{sheet}!{cell}"),
        Place::Heading { text, .. } => text.clone(),
        Place::Speaker { name } => name.clone(),
        Place::Time { start_ms, .. } => clock(*start_ms),
        Place::Quoted { by, date } => {
            place_words(&Place::Message { from: by.clone(), date: date.clone(), subject: None }, language)
        }
        Place::Row { .. } | Place::Note | Place::Hidden | Place::Struck | Place::Uncertain => String::new(),
        Place::Message { from, date, subject } => {
            let day = date.as_deref().map(|date| day_words(date, language));
            let caption = from.iter().cloned().chain(day).collect::<Vec<_>>().join(", ");
            if caption.is_empty() { subject.clone().unwrap_or_default() } else { caption }
        }
    }
}

/// Names the day of an RFC 3339 time, in English as ISO 8601 writes it; a date that is written otherwise stays.
fn day_words(date: &str, language: Language) -> String {
    let day = date.get(..10).unwrap_or(date);
    match (language, day.parse::<Date>()) {
        (Language::German, Ok(day)) => format!("{}.{}.{}", day.day(), day.month(), day.year()),
        _ => day.to_owned(),
    }
}

/// "00:14:07".
fn clock(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A part of a drawn page that holds some words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageRect {
    pub page: u32,
    pub rect: Rect,
}

/// The places of one Input, by what they are and by where they begin.
#[derive(Debug, Default)]
pub(crate) struct PlaceMap {
    pub(crate) places: Vec<PlacedPart>,
    /// Of each kind, the numbers of its places, which are found by bisection.
    kinds: Vec<(Discriminant<Place>, Vec<usize>)>,
    /// The numbers of the places that are blocks of their text, each with the furthest end of those up to it.
    blocks: Vec<(usize, u32)>,
}

/// Places of one kind seldom lie in each other, headings do.
const LOOKED_BACK: usize = 64;

impl PlaceMap {
    /// Reads the places of an Input; there are none where it has no document.
    pub(crate) fn read(r: &Reader, input: InputSeq) -> Result<Self, StoreError> {
        Ok(Self::new(unpack_places(&r.packed_places(input)?)))
    }

    pub(crate) fn new(mut places: Vec<PlacedPart>) -> Self {
        places.sort_by_key(|placed| (placed.chars.start, u32::MAX - placed.chars.end));
        let mut kinds: Vec<(Discriminant<Place>, Vec<usize>)> = Vec::new();
        for (at, placed) in places.iter().enumerate() {
            let kind = discriminant(&placed.place);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, of)) => of.push(at),
                None => kinds.push((kind, vec![at])),
            }
        }
        let mut end = 0;
        let is_block =
            |location: &Place| !matches!(location, Place::Page { .. } | Place::Slide { .. } | Place::Time { .. });
        let of_blocks = places.iter().enumerate().filter(|(_, placed)| is_block(&placed.place));
        let blocks = of_blocks
            .map(|(at, placed)| {
                // All that stands under a heading is no part of it.
                let is_heading = matches!(placed.place, Place::Heading { .. });
                end = end.max(if is_heading { placed.chars.start + 1 } else { placed.chars.end });
                (at, end)
            })
            .collect();
        Self { places, kinds, blocks }
    }

    /// The places that are blocks and have one of the characters, in order.
    pub(super) fn blocks_over(&self, chars: &Range<u32>) -> impl Iterator<Item = &PlacedPart> {
        let of = |(at, _): &(usize, u32)| self.places.get(*at);
        let to = self.blocks.partition_point(|one| of(one).is_some_and(|placed| placed.chars.start < chars.end));
        let from = self.blocks.partition_point(|(_, end)| *end <= chars.start).min(to);
        let between = self.blocks.get(from..to).unwrap_or_default();
        between.iter().filter_map(of).filter(|one| chars.start < one.chars.end)
    }

    pub(crate) fn label(&self, chars: Range<u32>) -> Option<PlaceLabel> {
        let mut label = PlaceLabel::default();
        let mut narrowest = u32::MAX;
        for (_, of) in &self.kinds {
            let Some(found) = self.over(of, &chars).filter(|found| found.place.is_location()) else { continue };
            match &found.place {
                Place::Heading { text, .. } => label.heading = Some(text.clone()),
                Place::Speaker { name } => label.speaker = Some(name.clone()),
                location => {
                    let width = found.chars.end.saturating_sub(found.chars.start);
                    if width < narrowest {
                        (label.place, narrowest) = (Some(location.clone()), width);
                    }
                }
            }
        }
        self.widen(&mut label, &chars);
        (label != PlaceLabel::default()).then_some(label)
    }

    /// Words that go over several cells stand in all of them: "Costs!A2:B2".
    fn widen(&self, label: &mut PlaceLabel, chars: &Range<u32>) {
        let Some(Place::Cell { sheet, cell, column, .. }) = &mut label.place else { return };
        let cells = self.kinds.iter().find_map(|(_, of)| {
            let first = of.first().and_then(|at| self.places.get(*at));
            first.is_some_and(|one| matches!(one.place, Place::Cell { .. })).then_some(of)
        });
        let end = chars.end.saturating_sub(1);
        let last = cells.and_then(|of| self.over(of, &(end..chars.end)));
        if let Some(Place::Cell { sheet: of, cell: to, .. }) = last.map(|one| &one.place)
            && of == sheet
            && to != cell
        {
            *cell = format!("{cell}:{to}");
            *column = None;
        }
    }

    /// The narrowest place that the first of the characters lies in; else the first that begins among them.
    fn over(&self, of: &[usize], chars: &Range<u32>) -> Option<&PlacedPart> {
        let next = of.partition_point(|at| self.places.get(*at).is_some_and(|one| one.chars.start <= chars.start));
        let before = of.get(..next)?.iter().rev().take(LOOKED_BACK).filter_map(|at| self.places.get(*at));
        let within = before.filter(|one| chars.start < one.chars.end);
        let behind = of.get(next).and_then(|at| self.places.get(*at)).filter(|one| one.chars.start < chars.end);
        within.min_by_key(|one| one.chars.end.saturating_sub(one.chars.start)).or(behind)
    }

    /// Returns the pages, slides, cells, times and messages that begin among the characters, each with its first one.
    pub(crate) fn beginning_in(&self, chars: &Range<u32>) -> impl Iterator<Item = (u32, &Place)> {
        let from = self.places.partition_point(|one| one.chars.start < chars.start);
        let end = chars.end;
        let begun = self.places.get(from..).unwrap_or_default().iter().take_while(move |one| one.chars.start < end);
        let is_marked = |location: &Place| {
            location.is_location() && !matches!(location, Place::Heading { .. } | Place::Speaker { .. })
        };
        begun.filter(move |one| is_marked(&one.place)).map(|one| (one.chars.start, &one.place))
    }
}

/// Returns what an edit left of places: each border moved exactly, or its place is gone. One that an edit lies within
/// stays around it.
pub(crate) fn moved_places(places: &[PlacedPart], moved: impl Fn(u32) -> Option<u32>) -> Vec<PlacedPart> {
    let chars = |range: &Range<u32>| Some(moved(range.start)?..moved(range.end)?);
    let remaining =
        places.iter().filter_map(|one| Some(PlacedPart { chars: chars(&one.chars)?, place: one.place.clone() }));
    remaining.filter(|one| one.chars.start < one.chars.end).collect()
}

pub(crate) fn moved_boxes(boxes: &[Boxed], moved: impl Fn(u32) -> Option<u32>) -> Vec<Boxed> {
    let remaining =
        boxes.iter().filter_map(|one| Some(Boxed { start: moved(one.start)?, end: moved(one.end)?, ..*one }));
    remaining.filter(|one| one.start < one.end).collect()
}

/// The rectangles of some characters: those of words that stand in one line become one.
pub(crate) fn rects_in(boxes: &[Boxed], chars: Range<u32>) -> Vec<PageRect> {
    rects(boxes, chars).into_iter().map(|(page, rect)| PageRect { page, rect }).collect()
}

/// A few Inputs' places, which never change.
#[derive(Default)]
pub(crate) struct PlaceCache {
    maps: Mutex<Vec<(InputSeq, Arc<PlaceMap>)>>,
    boxes: Mutex<Vec<(InputSeq, Arc<Vec<Boxed>>)>>,
}

impl Cache for PlaceCache {}

impl PlaceCache {
    pub(crate) fn map(&self, r: &Reader, input: InputSeq) -> Result<Arc<PlaceMap>, StoreError> {
        cached(&self.maps, input, || PlaceMap::read(r, input))
    }

    pub(crate) fn boxes(&self, r: &Reader, input: InputSeq) -> Result<Arc<Vec<Boxed>>, StoreError> {
        cached(&self.boxes, input, || {
            let mut boxes = unpack_boxes(&r.packed_boxes(input)?);
            boxes.retain(|one| one.start < one.end);
            boxes.sort_by_key(|one| (one.start, one.end));
            Ok(boxes)
        })
    }
}

type RecentInputs<T> = Mutex<Vec<(InputSeq, Arc<T>)>>;

fn cached<T>(
    all: &RecentInputs<T>,
    input: InputSeq,
    make: impl FnOnce() -> Result<T, StoreError>,
) -> Result<Arc<T>, StoreError> {
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let found = lock().iter().find(|(seq, _)| *seq == input).map(|(_, one)| Arc::clone(one));
    if let Some(found) = found {
        return Ok(found);
    }
    let made = Arc::new(make()?);
    let mut all = lock();
    all.insert(0, (input, Arc::clone(&made)));
    all.truncate(KEPT);
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: u32, chars: Range<u32>) -> PlacedPart {
        PlacedPart { chars, place: Place::Page { number, label: None } }
    }

    fn heading(level: u8, text: &str, chars: Range<u32>) -> PlacedPart {
        PlacedPart { chars, place: Place::Heading { level, text: text.to_owned() } }
    }

    #[test]
    fn words_have_the_narrowest_place_that_they_begin_in() {
        let map = PlaceMap::new(vec![
            page(1, 0..100),
            page(2, 100..200),
            heading(1, "Costs", 0..200),
            heading(2, "Walls", 50..150),
            PlacedPart { chars: 120..130, place: Place::Speaker { name: "Ada".to_owned() } },
            PlacedPart {
                chars: 110..114,
                place: Place::Cell { sheet: "Costs".to_owned(), cell: "B7".to_owned(), row: None, column: None },
            },
        ]);
        let check = |chars: Range<u32>, words: &str, heading: &str, speaker: Option<&str>| {
            let label = map.label(chars.clone()).unwrap();
            assert_eq!(label.words().as_deref(), Some(words), "{chars:?}");
            assert_eq!(label.heading.as_deref(), Some(heading), "{chars:?}");
            assert_eq!(label.speaker.as_deref(), speaker, "{chars:?}");
        };
        check(0..5, "p. 1", "Costs", None);
        check(98..105, "p. 1", "Walls", None);
        check(100..105, "p. 2", "Walls", None);
        check(111..113, "Costs!B7", "Walls", None);
        check(105..112, "Costs!B7", "Walls", None);
        check(125..140, "p. 2", "Walls", Some("Ada"));
        check(160..170, "p. 2", "Costs", None);
        assert_eq!(map.label(300..310), None);
        assert_eq!(PlaceMap::new(Vec::new()).label(0..1), None);
    }

    #[test]
    fn places_are_named_as_readers_name_them() {
        let check = |location: Place, words: &str, german: &str| {
            assert_eq!(place_words(&location, Language::English), words);
            assert_eq!(place_words(&location, Language::German), german);
        };
        check(Place::Page { number: 14, label: Some("xii".to_owned()) }, "p. xii", "S. xii");
        check(Place::Time { start_ms: 847_900, end_ms: 850_000 }, "00:14:07", "00:14:07");
        check(Place::Slide { number: 3 }, "slide 3", "Folie 3");
        check(
            Place::Message {
                from: Some("Ada".to_owned()),
                date: Some("2026-03-01T10:00:00Z".to_owned()),
                subject: None,
            },
            "Ada, 2026-03-01",
            "Ada, 1.3.2026",
        );
    }

    #[test]
    fn places_move_with_their_words_or_go() {
        // Ten characters from 50 on became twenty.
        let moved = |at: u32| match at {
            0..=50 => Some(at),
            60.. => Some(at + 10),
            _ => None,
        };
        let places = [page(1, 0..40), page(2, 40..80), page(3, 55..90), page(4, 80..120)];
        let expected = [page(1, 0..40), page(2, 40..90), page(4, 90..130)];
        assert_eq!(moved_places(&places, moved), expected);
    }
}
