//! The window's preferences as the library keeps them: one small JSON object.
//!
//! A preference that is missing or no longer understood falls back to its default, each for itself, so that a library
//! that was used with another version of Factly still opens with what both know.

use factly_engine::{Library, error::Result};
use serde_json::Value;

use crate::locale;
use crate::wire::preferences::{Language, Preferences, Theme};

const NAME: &str = "window";

pub fn read(library: &Library) -> Result<Preferences> {
    let preferences = library.preference(NAME)?.map_or_else(Preferences::default, |stored| parse(&stored));
    locale::set(language_of_figures(preferences.language));
    Ok(preferences)
}

pub fn save(library: &Library, preferences: &Preferences) -> Result<()> {
    library.set_preference(NAME, &serde_json::to_string(preferences).unwrap_or_default())?;
    locale::set(language_of_figures(preferences.language));
    library.set_language(language_of_figures(preferences.language))
}

/// Figures that can be read in two ways are read as the language of the window writes them.
const fn language_of_figures(language: Language) -> factly_core::language::Language {
    match language {
        Language::De => factly_core::language::Language::German,
        Language::En => factly_core::language::Language::English,
    }
}

/// Each stored setting that makes sense, over the defaults.
pub fn parse(stored: &str) -> Preferences {
    let Ok(Value::Object(stored)) = serde_json::from_str(stored) else { return Preferences::default() };
    stored.into_iter().fold(Preferences::default(), |known, (name, value)| with(&known, name, value).unwrap_or(known))
}

fn with(known: &Preferences, name: String, value: Value) -> Option<Preferences> {
    let mut all = serde_json::to_value(known).ok()?;
    all.as_object_mut()?.insert(name, value);
    serde_json::from_value(all).ok()
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            sidebar: true,
            inspector: true,
            language: interface_language(),
            last_discovery: None,
        }
    }
}

/// The language of the analyst's session, where the system says it in the environment.
fn interface_language() -> Language {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok());
    if named.is_some_and(|language| language.starts_with("de")) { Language::De } else { Language::En }
}
