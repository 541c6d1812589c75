//! Offsets in code points, bytes and UTF-16, against counting by hand.

use std::sync::Arc;

use factly_core::text::{CharIndex, Span, Utf16Span};
use proptest::prelude::*;

/// Every lookup of one text, by counting.
#[track_caller]
fn check(text: &str) {
    let index = CharIndex::new(text);
    let (mut chars, mut utf16) = (0_u32, 0_u32);
    for (byte, c) in text.char_indices() {
        assert_eq!(index.byte_of(chars), byte, "byte of character {chars}");
        assert_eq!(index.utf16_of(chars), utf16, "UTF-16 of character {chars}");
        for inside in 0..c.len_utf8() {
            assert_eq!(index.char_of(byte + inside), chars, "character at byte {byte} + {inside}");
        }
        for inside in 0..c.len_utf16() as u32 {
            assert_eq!(index.char_of_utf16(utf16 + inside), chars, "character at unit {utf16} + {inside}");
        }
        chars += 1;
        utf16 += c.len_utf16() as u32;
    }
    assert_eq!((index.len(), index.utf16_len()), (chars, utf16));
    for beyond in [0, 1, 1000] {
        assert_eq!(index.byte_of(chars + beyond), text.len(), "past the end is the end");
        assert_eq!(index.utf16_of(chars + beyond), utf16);
        assert_eq!(index.char_of(text.len() + beyond as usize), chars);
        assert_eq!(index.char_of_utf16(utf16 + beyond), chars);
    }
}

#[test]
fn every_offset_of_every_kind_of_text_converts() {
    let long = "The wall — 壁 — 👩\u{200d}🚀 cafe\u{301} ".repeat(60);
    for text in
        ["", "a", "é", "壁", "🚀", "a\u{10ffff}b", &"a".repeat(1000), &"🚀".repeat(300), &"壁".repeat(400), &long]
    {
        check(text);
    }
}

#[test]
fn borders_of_blocks_are_no_borders_of_characters() {
    for padding in 250..262 {
        check(&format!("{}🚀壁é{}", "a".repeat(padding), "b🚀".repeat(80)));
    }
}

#[test]
fn a_span_gives_its_words() {
    let index = CharIndex::new("Été 🚀 ok");
    assert_eq!(index.slice(Span::new(4, 5)), "🚀");
    assert_eq!(index.bytes_of(Span::new(4, 5)), 6..10);
    assert_eq!(index.slice(Span::new(6, 100)), "ok", "past the end is the end");
    assert_eq!(index.slice(Span::new(5, 2)), "", "a swapped span is empty");
}

#[test]
fn an_index_owns_or_shares_its_text() {
    let shared: Arc<str> = "Été".into();
    assert_eq!(CharIndex::new(shared.clone()).text(), &*shared);
    assert_eq!(CharIndex::new(String::from("Été")).len(), 3);
    assert!(CharIndex::new("").is_empty());
}

proptest! {
    #[test]
    fn many_spans_convert_as_one_by_one(
        text in "[a-z é壁🚀]{0,1500}",
        mut spans in prop::collection::vec((0..1600_u32, 0..300_u32), 0..60),
        sorted in any::<bool>(),
    ) {
        if sorted {
            spans.sort_unstable();
        }
        let index = CharIndex::new(text.as_str());
        let spans: Vec<Span> = spans.into_iter().map(|(start, length)| Span::new(start, start + length)).collect();
        let alone = |span: &Span| Utf16Span { start: index.utf16_of(span.start), end: index.utf16_of(span.end) };
        prop_assert_eq!(index.to_utf16(&spans), spans.iter().map(alone).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_converts(text in "\\PC{0,400}") {
        check(&text);
    }
}
