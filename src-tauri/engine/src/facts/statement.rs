//! The statements of facts in the language of whoever reads them: “Width: 6.2 m” is stored in English, made of a key and a
//! value, and so are the prices of a table's row.
//!
//! A statement in words of its own stays as it is.

use std::sync::Arc;

use factly_core::evidence::Missing;
use factly_core::keys::{Registry, label_in, statement_in};
use factly_core::language::Language;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::error::Result;
use crate::facts::Facts;
use crate::facts::fact::{Fact, stored_value, with_condition};
use crate::locale::language;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, Reader};

/// Translates the statements of typed facts of a discovery.
pub(crate) struct StatementTranslator {
    registry: Arc<Registry>,
    language: Language,
}

impl Facts<'_> {
    /// Returns none for a reader of English, in which they are stored.
    pub(crate) fn statements(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Option<StatementTranslator>> {
        let Some(language) = language(r)?.filter(|language| *language != Language::English) else { return Ok(None) };
        Ok(Some(StatementTranslator { registry: self.registry_of(r, discovery)?, language }))
    }

    /// Returns the facts whose statement the reader is told in other words than the stored ones, with these.
    pub(crate) fn typed_statements(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Vec<(FactRow, String)>> {
        let Some(statements) = self.statements(r, discovery)? else { return Ok(Vec::new()) };
        let facts = r.standing_typed_facts(discovery)?.into_iter();
        Ok(facts.filter_map(|fact| statements.of_row(&fact).map(|text| (fact, text))).collect())
    }
}

impl StatementTranslator {
    /// Returns the statement of a fact with its condition; none of one that is told as it is stored.
    pub(crate) fn of(&self, r: &Reader, fact: Uuid) -> Result<Option<String>> {
        Ok(r.fact(fact)?.and_then(|row| self.of_row(&row)))
    }

    /// As [`Self::of`], of a row that was read.
    pub(crate) fn of_row(&self, row: &FactRow) -> Option<String> {
        let key = self.registry.get(&row.key);
        let value = stored_value(row.value_type, &row.value, key);
        let text = statement_in(&row.text, key.map_or("", |key| &key.label), &value, self.language)?;
        Some(with_condition(&text, &row.condition))
    }
}

impl Fact {
    /// Returns its text as a reader of `language` is told it, with the condition that it holds under.
    pub fn statement_in(&self, language: Language) -> String {
        match statement_in(&self.text, &self.key_label, &self.value, language) {
            Some(text) => with_condition(&text, &self.condition),
            None => self.text_with_condition(),
        }
    }

    /// Returns the parts that its quote does not say, those of the value and the key as a reader of `language` knows them.
    pub fn missing_in(&self, language: Language) -> Vec<Missing> {
        let worded = |one: &Missing| Missing { text: self.words_in(&one.text, language), ..one.clone() };
        self.missing.iter().map(worded).collect()
    }

    /// Returns the reason for its status, in which such parts are named one behind the other.
    pub fn reason_in(&self, language: Language) -> UserMessage {
        let mut reason = self.reason.clone();
        reason.each_text(&mut |named| {
            let parts: Vec<String> = named.split(", ").map(|part| self.words_in(part, language)).collect();
            *named = parts.join(", ");
        });
        reason
    }

    /// Returns its value, its key or both as a reader of `language` is told them; other words as they are.
    fn words_in(&self, words: &str, language: Language) -> String {
        if words == self.value.reading() {
            self.value.reading_in(language)
        } else if words == self.key_label {
            label_in(&self.key_label, language).to_owned()
        } else {
            statement_in(words, &self.key_label, &self.value, language).unwrap_or_else(|| words.to_owned())
        }
    }
}
