//! The language of the window: typed values cross to it as its reader writes them, `455,00 €` or `€455.00`.
//!
//! One process has one window, so its language is one for the process, as in the window itself.

use std::sync::atomic::{AtomicBool, Ordering};

use factly_core::language::Language;
use factly_core::values::Value;

static IS_GERMAN: AtomicBool = AtomicBool::new(false);

/// Sets the language that values are shown in from now on.
pub fn set(language: Language) {
    IS_GERMAN.store(language == Language::German, Ordering::Relaxed);
}

pub fn language() -> Language {
    if IS_GERMAN.load(Ordering::Relaxed) { Language::German } else { Language::English }
}

/// Returns a value as the reader of the window writes it.
pub fn display(value: &Value) -> String {
    value.reading_in(language())
}
