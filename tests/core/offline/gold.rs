//! The floor under what is found.

use std::path::PathBuf;

use factly_core::evidence::{Alignment, EvidenceClaim, EvidenceText, Located};
use factly_core::extraction::offline::Parser;
use factly_core::facts::{Policy, check};
use factly_core::inputs::{BundleSection, SectionSpan, Stage};
use factly_core::items::{Items, Selection};
use factly_core::keys::Registry;
use factly_core::text::Span;
use serde_json::Value;

use super::score::{own, score};
use super::statements;

#[test]
fn most_of_what_an_analyst_would_note_is_found_and_little_else() {
    let find = |text: &str| statements(text);
    let (tuned, held_out) = (score(&own(), Some("tuned"), &find), score(&own(), Some("held-out"), &find));
    println!("{}\n{}", tuned.row("tuned"), held_out.row("held-out"));
    assert!(tuned.f1() >= 0.85 && held_out.f1() >= 0.82, "a change that finds less, or more that is nothing, says so");
}

/// The texts of the web Factly, where they lie beside the checkout, or those of `FACTLY_GOLD=FILE`: every fact counts,
/// the typed ones too, and each is anchored.
#[test]
fn so_it_is_on_texts_of_others_typed_facts_counted() {
    let Some(others) = others() else { return println!("not run: no gold facts of others lie beside the checkout") };
    let facts = score(&others, None, &|text| anchored(text));
    println!("{}", facts.row("others"));
    assert!(facts.f1() >= 0.80, "{}: calling every sentence a fact gives 0.667", facts.row("others"));
}

fn others() -> Option<Value> {
    let beside = || {
        let crate_root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR")?);
        let file = crate_root.join("../../../shared/fixtures/factly-web/fact-extraction-market.json");
        file.exists().then_some(file)
    };
    let file = std::env::var_os("FACTLY_GOLD").map(PathBuf::from).or_else(beside)?;
    Some(serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
}

/// Returns the ledger's wording of each fact that is found, by the keys that a new discovery has.
fn anchored(text: &str) -> Vec<String> {
    let registry = Registry::from_packs(&["production", "research"], Vec::new()).unwrap();
    let sections = [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, text.chars().count() as u32) }];
    let source = EvidenceText::new(text, &sections);
    let items = Items::new(&[], &[], Selection::WholeTurn);
    let fact = |op: &factly_core::extraction::op::FactOp| {
        let claimed = op.evidence.as_ref().expect("no fact is without evidence");
        let claim =
            EvidenceClaim { quote: &claimed.quote, start: claimed.start_char, end: claimed.end_char, section: None };
        let located = source.locate(&claim);
        assert!(
            matches!(located, Located::Found { alignment: Alignment::Exact, .. }),
            "{} stands where it is claimed to",
            claimed.quote
        );
        check(op, &located, &registry, Stage::Ideation, &Policy::default(), |_, _| Vec::new()).content.text
    };
    Parser::new(&registry, Stage::Ideation).parse(text, &sections, &items).iter().map(fact).collect()
}
