//! Any text is read without a model, and every quote is the text's own at its span.

#![no_main]

use std::sync::LazyLock;

use factly_core::bundle::{BundleSection, SectionSpan, Stage};
use factly_core::extraction::offline::Parser;
use factly_core::items::{Items, Selection};
use factly_core::keys::Registry;
use factly_core::text::{CharIndex, Span};
use libfuzzer_sys::fuzz_target;

static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::from_packs(&["production", "research"], Vec::new()).expect("packs that ship"));

fuzz_target!(|text: &str| {
    let index = CharIndex::new(text);
    let span = Span::new(0, text.chars().count() as u32);
    let sections = [SectionSpan { section: BundleSection::FreeChat, span }];
    let items = Items::new(&[], &[], Selection::WholeTurn);
    for op in Parser::new(&REGISTRY, Stage::Ideation).parse(text, &sections, &items) {
        let evidence = op.evidence.expect("what is read has a quote");
        let (start, end) = (evidence.start_char.expect("a place"), evidence.end_char.expect("a place"));
        let quoted = index.bytes_of(Span::new(start as u32, end as u32));
        assert_eq!(&text[quoted], evidence.quote, "the quote is the slice at its span");
    }
    let _ = factly_core::values::scan(text);
});
