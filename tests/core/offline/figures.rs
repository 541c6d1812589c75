//! Figures in the writer's language: what the parser makes of "1.500" in a text, and of "25.000" in an answer.

use factly_core::extraction::offline::Parser;
use factly_core::extraction::op::FactOp;
use factly_core::inputs::{BundleAnswer, BundleQuestion, BundleSection, BundleTurn, SectionSpan, Stage, build};
use factly_core::items::Items;
use factly_core::keys::Registry;
use factly_core::language::Language;
use factly_core::text::Span;
use factly_core::values::NumberFormat;

fn registry() -> Registry {
    let key = |path: &str, value_type: &str, measure: Option<(&str, &str)>, alias: &str| {
        let mut json = serde_json::json!({
            "path": path, "label": path, "valueType": value_type, "block": "project.summary",
            "aliases": {"de": [alias]}, "question": "?",
        });
        if let Some((field, of)) = measure {
            json[field] = of.into();
        }
        serde_json::from_value(json).unwrap()
    };
    let keys = vec![
        key("fair.visitors", "number", None, "Besucher"),
        key("door.width", "dimension", Some(("unit", "mm")), "Türbreite"),
        key("fair.cap", "currency", Some(("currency", "EUR")), "Kostenrahmen"),
    ];
    Registry::from_packs(&[], keys).unwrap()
}

/// A typed value a row, with why it waits where it does.
fn row(op: &FactOp) -> String {
    let value = match &op.value {
        serde_json::Value::Object(fields) => fields.values().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    format!("{}={value}{}", op.key, if op.needs_review { format!("? {}", op.reason) } else { String::new() })
}

fn typed(text: &str, format: NumberFormat) -> Vec<String> {
    let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
    let sections = [SectionSpan { section: BundleSection::FreeChat, span }];
    let registry = registry();
    let parser = Parser::new(&registry, Stage::Ideation).written(format);
    let ops = parser.parse(text, &sections, &Items::default());
    ops.iter().filter(|op| op.key != "note").map(row).collect()
}

#[test]
fn a_document_is_read_as_it_writes_numbers_itself() {
    let by_words = "Besucher: 1.500\nDie Messe ist im Mai und wird mit der Stadt geplant.";
    assert_eq!(typed(by_words, NumberFormat::UNKNOWN), ["fair.visitors=1500"], "German words tell");
    let by_figures = "Besucher: 1.500\nTürbreite: 2.100 mm\nGewicht: 12,5 kg";
    assert_eq!(typed(by_figures, NumberFormat::UNKNOWN), ["fair.visitors=1500", "door.width=2100 \"mm\""]);
    let english = NumberFormat::of_language(Language::English);
    assert_eq!(typed(by_figures, english), typed(by_figures, NumberFormat::UNKNOWN), "a window changes no document");
}

#[test]
fn what_a_document_does_not_tell_waits_with_both_readings() {
    assert_eq!(
        typed("Besucher: 1.500", NumberFormat::UNKNOWN),
        ["fair.visitors=1.5? “1.500” can be read as 1.5 or as 1,500"]
    );
    let german = NumberFormat::of_language(Language::German);
    assert_eq!(typed("Besucher: 1.500", german), ["fair.visitors=1500"], "the window's language tells");
}

fn parse_answer(path: &str, text: &str, format: NumberFormat) -> Vec<String> {
    let turn = BundleTurn {
        bundle_id: "b1".into(),
        questions: vec![BundleQuestion { id: path.into(), text: "asked".into() }],
        answers: vec![BundleAnswer { question_id: path.into(), quick: None, text: text.into() }],
        ..BundleTurn::default()
    };
    let (bundle, registry) = (build(&turn), registry());
    let parser = Parser::new(&registry, Stage::Ideation).written(format);
    let ops = parser.parse(&bundle.text, &bundle.sections, &Items::default());
    ops.iter().filter(|op| op.key != "note").map(row).collect()
}

#[test]
fn an_answer_is_read_as_whoever_answers_writes_numbers() {
    let (german, unknown) = (NumberFormat::of_language(Language::German), NumberFormat::UNKNOWN);
    let english = NumberFormat::of_language(Language::English);
    for text in ["25.000", "25.000 €", "25.000,00", "25 000,– €"] {
        assert_eq!(parse_answer("fair.cap", text, german), ["fair.cap=2500000 \"EUR\""], "{text}");
    }
    assert_eq!(
        parse_answer("fair.cap", "25.000", english),
        ["fair.cap=2500000 \"EUR\""],
        "money has no three decimals"
    );
    assert_eq!(parse_answer("fair.visitors", "25.000", german), ["fair.visitors=25000"]);
    let with_noun = parse_answer("fair.visitors", "25.000 Besucher", german);
    assert!(
        with_noun.iter().all(|row| row.starts_with("fair.visitors=25000")),
        "no reading of it is 25: {with_noun:?}"
    );
    assert_eq!(
        parse_answer("fair.visitors", "25.000", unknown),
        ["fair.visitors=25? “25.000” can be read as 25 or as 25,000"]
    );
}
