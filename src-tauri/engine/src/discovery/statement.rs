//! The statements of typed facts in the language of whoever reads them: “Width: 6.2 m” is stored in English, made of a
//! key and a value.
//!
//! A statement in words of its own stays as it is.

use std::sync::Arc;

use factly_core::keys::Registry;
use factly_core::language::Language;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::error::Result;
use crate::facts::stored_value;
use crate::keys::Registries;
use crate::locale::language;
use crate::lookup::discovery_row;
use crate::store::Reader;

/// Translates the statements of typed facts of a discovery.
pub(super) struct StatementTranslator {
    registry: Arc<Registry>,
    language: Language,
}

/// A statement, and the label of the key that it begins with.
pub(super) struct Statement {
    pub(super) text: String,
    pub(super) key_label: String,
}

impl Pipeline<'_> {
    /// Returns none for a reader of English, in which they are stored.
    pub(super) fn statements(&self, r: &Reader, discovery: Uuid) -> Result<Option<StatementTranslator>> {
        let Some(language) = language(r)?.filter(|language| *language != Language::English) else { return Ok(None) };
        let registry = self.ctx.cache::<Registries>().get(r, &discovery_row(r, discovery)?)?;
        Ok(Some(StatementTranslator { registry, language }))
    }
}

impl StatementTranslator {
    /// Returns the statement of a fact; none of one in words of its own.
    pub(super) fn of(&self, r: &Reader, fact: Uuid) -> Result<Option<Statement>> {
        let Some(fact) = r.fact(fact)? else { return Ok(None) };
        let Some(key) = self.registry.get(&fact.key) else { return Ok(None) };
        let value = stored_value(fact.value_type, &fact.value, Some(key));
        if fact.text != format!("{}: {}", key.label, value.reading()) {
            return Ok(None);
        }
        let text = format!("{}: {}", key.label, value.reading_in(self.language));
        Ok(Some(Statement { text, key_label: key.label.clone() }))
    }
}
