//! The parser that needs no model: what it finds, where, and how sure it is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a test")]

use factly_core::bundle::{ItemRef, Section, SectionSpan, Stage};
use factly_core::evidence::MAX_QUOTE_CHARS;
use factly_core::extraction::offline::Parser;
use factly_core::extraction::op::FactOp;
use factly_core::keys::Registry;
use factly_core::text::Span;
use proptest::prelude::*;

#[path = "offline/gold.rs"]
mod gold;
#[path = "offline/score.rs"]
mod score;

/// Items that the texts may name.
fn items() -> Vec<ItemRef> {
    [("i1", "Backdrop"), ("i2", "Floor"), ("i3", "Side wall")]
        .map(|(id, name)| ItemRef { id: id.into(), name: name.into() })
        .into()
}

fn registry() -> Registry {
    Registry::from_packs(&["production"], Vec::new()).unwrap()
}

fn parse(text: &str) -> Vec<FactOp> {
    let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
    let sections = [SectionSpan { section: Section::FreeChat, span }];
    Parser::new(&registry(), Stage::Ideation).parse(text, &sections, &items())
}

fn statements(text: &str) -> Vec<String> {
    parse(text)
        .into_iter()
        .filter(|op| op.key == "note")
        .filter_map(|op| op.value.as_str().map(str::to_owned))
        .collect()
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

/// The typed values found, as `item key=value`.
fn typed(text: &str) -> Vec<String> {
    let ops = parse(text);
    assert_exact(text, &ops);
    let typed = ops.iter().filter(|op| op.key != "note");
    typed
        .map(|op| {
            format!("{}{}={}", op.scope.item_id().map(|id| format!("{id} ")).unwrap_or_default(), op.key, op.value)
        })
        .collect()
}

#[test]
fn a_key_its_link_and_its_value_make_a_typed_fact() {
    let width = r#"i1 item.dimensions.width={"value":6,"unit":"m"}"#;
    let budget = r#"project.budget.total={"minor":1200000,"currency":"EUR"}"#;
    let rows: &[(&str, &[&str])] = &[
        ("The backdrop is 6 m wide.", &[width]),
        ("The width of the backdrop is 6 m.", &[width]),
        ("Backdrop width: 6 m", &[width]),
        ("The backdrop is 6 m wide and 3 m high.", &[width, r#"i1 item.dimensions.height={"value":3,"unit":"m"}"#]),
        ("The total budget is 12,000 EUR.", &[budget]),
        ("We have a total budget of €12,000.", &[budget]),
        ("The opening is on 3 May 2027.", &[r#"project.timeline.opening="2027-05-03""#]),
        ("Drilling is not allowed in the hall.", &["project.constraints.drillingAllowed=false"]),
        ("No drilling allowed.", &["project.constraints.drillingAllowed=false"]),
        ("Drilling: no", &["project.constraints.drillingAllowed=false"]),
        ("Drilling is allowed.", &["project.constraints.drillingAllowed=true"]),
        ("Fire class: B1", &[r#"project.constraints.fireClass="B1""#]),
        ("Client: Museum of Craft, Lowmark", &[r#"project.summary.client="Museum of Craft, Lowmark""#]),
        ("Die Breite der Side wall beträgt 4 m.", &[r#"i3 item.dimensions.width={"value":4,"unit":"m"}"#]),
    ];
    for (text, expected) in rows {
        assert_eq!(typed(text), *expected, "{text}");
    }
}

#[test]
fn what_is_not_plain_is_not_typed() {
    for text in [
        "Maybe the backdrop is 6 m wide, not sure.",
        "The backdrop could be 6 m wide.",
        "If the backdrop is 6 m wide, we need two vans.",
        "Is the backdrop 6 m wide?",
        "The backdrop is about 6 m wide.",
        "The backdrop is 6 to 8 m wide.",
        "The backdrop is 6 m or 8 m wide.",
        "The backdrop will be 6 m wide.",
        "The width is 6 m.",
        "The backdrop and the floor are 6 m wide.",
        "The backdrop is 6 m from the wide door.",
        "The width of the backdrop is 6 kg.",
        "Revenue fell while the total budget of another team was 12,000 EUR.",
        "The total budget rose from 12,000 EUR to 14,000 EUR.",
        "A plan with a budget of 340 million euros was launched in 2023.",
        "The total budget is 12,000 EUR, the total budget is 13,000 EUR.",
        "We drill for practice.",
    ] {
        assert_eq!(typed(text), [""; 0], "{text}");
    }
}

#[test]
fn a_typed_fact_stands_beside_its_statement_unless_that_says_nothing_more() {
    assert_eq!(statements("The backdrop is 6 m wide."), [""; 0], "the typed fact says it all");
    assert_eq!(
        statements("The backdrop is 6 m wide because the stage was rebuilt."),
        ["The backdrop is 6 m wide because the stage was rebuilt."]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_exact_spans(text in "(\\PC|[ \n.,:;?!-]|The |is |was |12 |m |and |while |however, |€|é|。|日本|\\|){0,160}") {
        assert_exact(&text, &parse(&text));
    }
}
