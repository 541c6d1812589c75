//! Any text, any borders, any claim: nothing panics, and what is found stands where it is said to.
//!
//! The input is the numbers of the claim and the borders, then the text and the quote with a NUL between.

#![no_main]

use factly_core::bundle::{BundleSection, SectionSpan};
use factly_core::evidence::{EvidenceClaim, EvidenceSource, Located, MAX_QUOTE_CHARS, nearest, support};
use factly_core::text::Span;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (i64, i64, u32, u32, &str)| {
    let (start, end, first, second, texts) = input;
    let (text, quote) = texts.split_once('\0').unwrap_or((texts, texts));
    let sections = [
        SectionSpan { section: BundleSection::TurnMeta, span: Span::new(0, first / 2) },
        SectionSpan { section: BundleSection::UserAnswers, span: Span::new(first / 2, first) },
        SectionSpan { section: BundleSection::FreeChat, span: Span::new(first, second) },
    ];
    let source = EvidenceSource::new(text, &sections);
    let claim = EvidenceClaim { quote, start: Some(start), end: Some(end), section: Some(BundleSection::FreeChat) };
    let located = source.locate(&claim);
    assert_eq!(located, source.locate(&claim), "the same answer every time");
    if let Located::Found { evidence, .. } = &located {
        let stored = text.chars().skip(evidence.span.start as usize).take(evidence.span.len() as usize);
        assert!(stored.eq(evidence.quote.chars()), "the quote is the slice at its span");
        assert!(evidence.quote.chars().count() <= MAX_QUOTE_CHARS);
        assert!(evidence.section.bears_evidence());
        let _ = support::left_out(&source, evidence);
    }
    if let Some(near) = nearest(&source, quote) {
        assert!(text.contains(&near.passage), "a hint is the source's own text");
    }
    let listed = support::check(quote, text);
    let _ = support::check_wording(quote, text, &listed);
});
