//! The labels of the keys that the packs ship, in the reader's language: they are known by their English words. A key
//! that the analyst made keeps the label that it was given.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::language::Language;
use crate::values::{Value, prices_in};

static GERMAN: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    // A file of ours that a test reads too.
    serde_json::from_str(include_str!("../../labels/de.json")).unwrap_or_default()
});

/// Returns the label of a key as a reader of `language` knows it.
pub fn label_in(label: &str, language: Language) -> &str {
    match language {
        Language::German => GERMAN.get(label).copied().unwrap_or(label),
        Language::English | Language::French | Language::Spanish => label,
    }
}

/// Returns the statement `text` as a reader of `language` is told it, if it is made of the label of a key and its value,
/// "Width: 6.2 m", or names prices, as that of a row does. None of words of its own.
pub fn statement_in(text: &str, label: &str, value: &Value, language: Language) -> Option<String> {
    let reading = text.strip_prefix(label).and_then(|rest| rest.strip_prefix(": "));
    if reading.is_some_and(|reading| reading == value.reading()) {
        return Some(format!("{}: {}", label_in(label, language), value.reading_in(language)));
    }
    prices_in(text, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::PartialDate;

    #[test]
    fn every_label_of_the_file_is_read() {
        assert!(GERMAN.len() > 100, "the file of labels is no object of texts");
    }

    #[test]
    fn a_statement_made_of_key_and_value_is_said_in_the_readers_language() {
        let day = Value::Date(PartialDate::Day { year: 2027, month: 5, day: 15 });
        let translated = |text, label| statement_in(text, label, &day, Language::German);
        assert_eq!(translated("Opening: 15 May 2027", "Opening").as_deref(), Some("Eröffnung: 15. Mai 2027"));
        assert_eq!(
            translated("Doors: 15 May 2027", "Doors").as_deref(),
            Some("Doors: 15. Mai 2027"),
            "an analyst's own key"
        );
        assert_eq!(translated("We open on 15 May 2027.", "Opening"), None, "words of its own stay");
        assert_eq!(
            statement_in("Opening: 15 May 2027", "Opening", &day, Language::English).as_deref(),
            Some("Opening: 15 May 2027")
        );
    }
}
