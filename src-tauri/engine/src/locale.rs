//! The language of whoever uses the library, and so how they write numbers.
//!
//! The window says it; the command line reads and types as the window that used the library last.

use factly_core::language::Language;
use factly_core::values::NumberFormat;

use crate::context::Context;
use crate::error::Result;
use crate::store::Reader;

const PREFERENCE: &str = "language";

/// Reads the language of whoever uses the library; none before a window did.
pub(crate) fn language(r: &Reader) -> Result<Option<Language>> {
    Ok(r.preference(PREFERENCE)?.as_deref().and_then(Language::from_code))
}

/// Reads how whoever uses the library writes numbers.
pub(crate) fn number_format(r: &Reader) -> Result<NumberFormat> {
    Ok(language(r)?.map_or(NumberFormat::UNKNOWN, NumberFormat::of_language))
}

impl Context {
    pub(crate) fn language(&self) -> Result<Option<Language>> {
        self.read(language)
    }

    /// Writes nothing where it is known already.
    pub(crate) fn set_language(&self, language: Language) -> Result<()> {
        if self.language()? == Some(language) {
            return Ok(());
        }
        self.set_preference(PREFERENCE, language.code())
    }

    pub(crate) fn number_format(&self) -> Result<NumberFormat> {
        self.read(number_format)
    }
}
