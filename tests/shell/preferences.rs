//! Preferences as they are stored.

use factly_core::values::{Expect, Value};
use factly_engine::{Library, world::World};
use factly_shell::{
    preferences::{parse, save},
    wire::{
        knowledge::FieldValue,
        preferences::{Language, Preferences, Theme},
    },
};
use rstest::rstest;

#[rstest]
#[case::nothing_of_it("no json")]
#[case::an_empty_object("{}")]
#[case::unknown_settings(r#"{"colour": "green"}"#)]
#[case::a_value_nobody_knows(r#"{"theme": "sepia"}"#)]
fn what_is_not_understood_falls_back_to_the_default(#[case] stored: &str) {
    assert_eq!(parse(stored), Preferences::default());
}

#[test]
fn each_setting_stands_for_itself() {
    let read = parse(r#"{"theme": "dark", "language": "klingon", "sidebar": false}"#);
    assert_eq!(read, Preferences { theme: Theme::Dark, sidebar: false, ..Preferences::default() });
}

/// The language is one for the process, so one test tries both.
#[test]
fn typed_values_cross_in_the_language_of_the_window() {
    let dir = tempfile::tempdir().unwrap();
    let library = Library::open(&dir.path().join("l.factly"), World::system()).unwrap();
    let value = |text: &str, value_type| Value::from_text(text, &Expect::for_type(value_type)).unwrap();
    let rows = [
        (value("1234.5 EUR", factly_core::keys::ValueType::Currency), "€1,234.50", "1.234,50 €"),
        (value("2027-05-15", factly_core::keys::ValueType::Date), "15 May 2027", "15. Mai 2027"),
        (value("20 pieces", factly_core::keys::ValueType::Dimension), "20 pieces", "20 Stück"),
    ];
    for language in [Language::En, Language::De, Language::En] {
        save(&library, &Preferences { language, ..Preferences::default() }).unwrap();
        for (value, english, german) in &rows {
            let expected = if language == Language::De { german } else { english };
            assert_eq!(&FieldValue::from(value).reading, expected, "in {language:?}");
        }
    }
}
