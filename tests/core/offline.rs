//! The parser that needs no model: what it finds, where, and how sure it is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a test")]

use factly_core::bundle::{Section, SectionSpan};
use factly_core::evidence::MAX_QUOTE_CHARS;
use factly_core::extraction::offline;
use factly_core::extraction::op::FactOp;
use factly_core::text::Span;
use proptest::prelude::*;

#[path = "offline/gold.rs"]
mod gold;

fn parse(text: &str) -> Vec<FactOp> {
    let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
    let sections = [SectionSpan { section: Section::FreeChat, span }];
    offline::parse(text, &sections)
}

fn statements(text: &str) -> Vec<String> {
    parse(text).into_iter().filter_map(|op| op.value.as_str().map(str::to_owned)).collect()
}

/// Every op's evidence stands where it says, short enough, and its statement is the quote with its white space folded.
fn assert_exact(text: &str, ops: &[FactOp]) {
    for op in ops {
        let evidence = op.evidence.as_ref().expect("the parser proposes nothing without evidence");
        let (start, end) = (evidence.start_char.unwrap() as usize, evidence.end_char.unwrap() as usize);
        let slice: String = text.chars().skip(start).take(end - start).collect();
        assert_eq!(slice, evidence.quote, "offsets are code points of the text");
        assert!((1..=MAX_QUOTE_CHARS).contains(&(end - start)), "{}", evidence.quote);
        assert!((0.0..=1.0).contains(&op.confidence));
        if op.key == "note" {
            let folded = evidence.quote.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(op.value.as_str(), Some(folded.as_str()), "a statement is the source's own words");
        }
    }
}

fn check(text: &str, expected: &[&str]) {
    let ops = parse(text);
    assert_exact(text, &ops);
    assert_eq!(statements(text), expected, "{text}");
}

#[test]
fn statements_are_found_where_they_stand() {
    check("", &[]);
    check("   \n\n ", &[]);
    check("The hall is 6 m high. The floor is black.", &["The hall is 6 m high.", "The floor is black."]);
    check("Dr. Weber e.g. said that the hall is 6.5 m high.", &["Dr. Weber e.g. said that the hall is 6.5 m high."]);
    check(
        "The levee failed\nin the night of 3 March\nand nobody was warned.",
        &["The levee failed in the night of 3 March and nobody was warned."],
    );
    check(
        "👩‍👩‍👧 The levee failed in 2021. 👍 The pump failed too.",
        &["👩‍👩‍👧 The levee failed in 2021.", "👍 The pump failed too."],
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_exact_spans(text in "(\\PC|[ \n.,:;?!-]|The |is |was |12 |m |and |while |however, |€|é|。|日本|\\|){0,160}") {
        assert_exact(&text, &parse(&text));
    }
}
