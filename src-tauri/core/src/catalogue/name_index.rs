//! The catalogue, filed so that a line finds what it may mean without being compared with every name.

use std::collections::HashMap;

use super::CanonicalItem;
use super::line::{LineToken, TokenizedLine};
use super::typo::TypoIndex;

/// Every name and synonym of a catalogue, by the keys of their words.
#[derive(Clone, Debug, Default)]
pub struct CatalogueIndex {
    keys: HashMap<String, u32>,
    /// The key of each number.
    spelled: Vec<String>,
    /// The entries that have a key, as a word or as two written as one.
    entries_of: Vec<Vec<u32>>,
    neighbours: TypoIndex,
    pub(super) entries: Vec<CatalogueEntry>,
    /// The unit of each item, by its place.
    pub(super) units: Vec<String>,
}

/// One name of an item.
#[derive(Clone, Debug)]
pub(super) struct CatalogueEntry {
    /// The item's place in the catalogue.
    pub(super) item: usize,
    /// Of a synonym.
    pub(super) language: Option<String>,
    pub(super) text: String,
    pub(super) tokens: Vec<(u32, LineToken)>,
    /// A token's place and the key of it written as one with the next.
    pub(super) compounds: Vec<(usize, u32)>,
}

impl CatalogueIndex {
    /// Files `items`; a suggestion names one by its place among them.
    pub fn from_items<'i>(items: impl IntoIterator<Item = &'i CanonicalItem>) -> Self {
        let mut catalogue = Self::default();
        for (position, item) in items.into_iter().enumerate() {
            catalogue.units.push(item.unit.clone());
            catalogue.file(position, None, &item.name);
            for (language, names) in &item.synonyms {
                names.iter().for_each(|name| catalogue.file(position, Some(language), name));
            }
        }
        for (key, word) in (0_u32..).zip(&catalogue.spelled) {
            catalogue.neighbours.file(key, word);
        }
        catalogue
    }

    /// Counts the items.
    pub const fn len(&self) -> usize {
        self.units.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    pub(super) fn key(&self, spelled: &str) -> Option<u32> {
        self.keys.get(spelled).copied()
    }

    pub(super) fn entries_of(&self, key: u32) -> &[u32] {
        usize::try_from(key).ok().and_then(|at| self.entries_of.get(at)).map_or(&[], Vec::as_slice)
    }

    /// The keys that differ in one letter from a word that the catalogue does not have.
    pub(super) fn near(&self, word: &str) -> Vec<u32> {
        let spelled =
            |key: u32| usize::try_from(key).ok().and_then(|at| self.spelled.get(at)).map_or("", String::as_str);
        self.neighbours.keys_near(word, spelled)
    }

    /// Returns how much a key tells: the fewer names have it, the more. A word that no name has tells little, since
    /// most of what a line says beside a name is about something else.
    pub(super) fn weight(&self, key: Option<u32>) -> u32 {
        const STRANGER: u32 = 2;
        key.map_or(STRANGER, |key| {
            let having = self.entries_of(key).len().max(1);
            1 + self.entries.len().checked_div(having).unwrap_or_default().max(1).ilog2()
        })
    }

    fn file(&mut self, item: usize, language: Option<&String>, text: &str) {
        let line = TokenizedLine::parse(text);
        if line.tokens.is_empty() {
            return;
        }
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let compounds: Vec<(usize, u32)> = line.compounds().map(|(at, key)| (at, self.numbered(key))).collect();
        let tokens: Vec<(u32, LineToken)> =
            line.tokens.into_iter().map(|token| (self.numbered(token.key.clone()), token)).collect();
        for key in tokens.iter().map(|(key, _)| *key).chain(compounds.iter().map(|(_, key)| *key)) {
            if let Some(having) = usize::try_from(key).ok().and_then(|at| self.entries_of.get_mut(at))
                && having.last() != Some(&number)
            {
                having.push(number);
            }
        }
        self.entries.push(CatalogueEntry {
            item,
            language: language.cloned(),
            text: text.to_owned(),
            tokens,
            compounds,
        });
    }

    fn numbered(&mut self, key: String) -> u32 {
        if let Some(number) = self.keys.get(&key) {
            return *number;
        }
        let number = u32::try_from(self.spelled.len()).unwrap_or(u32::MAX);
        self.spelled.push(key.clone());
        self.entries_of.push(Vec::new());
        self.keys.insert(key, number);
        number
    }
}
