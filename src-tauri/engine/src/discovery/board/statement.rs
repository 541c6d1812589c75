//! The statements of typed facts on cards, in the language of whoever reads them: “Width: 6.2 m” is stored in English,
//! made of a key and a value.
//!
//! A statement in words of its own stays as it is.

use factly_core::discovery::EntityKind;
use factly_core::language::Language;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::board::card::{CARD_CHARS, Card, abridged};
use crate::error::Result;
use crate::facts::stored_value;
use crate::keys::Registries;
use crate::lookup::discovery_row;

impl Pipeline<'_> {
    /// Writes the value of each such statement as the reader's language does, and names the key that it begins with.
    pub(super) fn localize_statements(&self, discovery: Uuid, cards: &mut [Card]) -> Result<()> {
        let language = self.ctx.language()?.unwrap_or(Language::English);
        if language == Language::English || cards.first().is_none_or(|card| card.label.kind != EntityKind::Fact) {
            return Ok(());
        }
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            for card in cards {
                let Some(fact) = r.fact(card.id)? else { continue };
                let Some(key) = registry.get(&fact.key) else { continue };
                let value = stored_value(fact.value_type, &fact.value, Some(key));
                if fact.text == format!("{}: {}", key.label, value.reading()) {
                    card.text = abridged(&format!("{}: {}", key.label, value.reading_in(language)), CARD_CHARS);
                    card.key_label = Some(key.label.clone());
                }
            }
            Ok(())
        })
    }
}
