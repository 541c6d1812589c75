//! The items that a turn may speak of: which its bundle names, and which are looked for in its text.

use std::collections::HashSet;

use factly_core::inputs::{BundleTurn, ItemRef, ScopeType};
use factly_core::items::{Items, NamedItem, Selection, token};

use crate::error::Result;
use crate::store::bundles::BundleRow;
use crate::store::{DiscoverySeq, Reader};

/// Of more items a bundle names only those that its text does: the list would be longer than what was said.
const ALL_NAMED: usize = 200;

/// The items of a discovery, as texts may name them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemMentions(Vec<NamedItem>);

impl ItemMentions {
    pub(crate) fn read(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let rows = r.items_and_merged(discovery)?;
        let named = rows.into_iter().map(|row| NamedItem {
            standing: row.merged_into.map_or_else(|| row.reference(), factly_core::items::reference),
            reference: row.reference(),
            name: row.name,
            aliases: row.aliases,
            archived: row.archived,
        });
        Ok(Self(named.collect()))
    }

    /// Says in a turn which items there are and which are selected: those with a token in `text`, and those `chosen`.
    pub(crate) fn add_to_turn(&self, turn: &mut BundleTurn, text: &str, chosen: &[String]) {
        if self.0.is_empty() {
            return;
        }
        let items = self.items(&[], Selection::WholeTurn);
        let mut selected: Vec<String> = Vec::new();
        for reference in chosen.iter().map(String::as_str).chain(token::items_in(text)) {
            if let Some(standing) = items.known_reference(reference)
                && !selected.iter().any(|known| known == standing)
            {
                selected.push(standing.to_owned());
            }
        }
        turn.item_refs = self.references(&items, text, &selected);
        turn.scope = ScopeType::for_item_count(selected.len());
        turn.selected_item_ids = selected;
    }

    /// The items that a bundle may speak of. One that only a token somewhere in a document names is no scope for all of
    /// its text; one that the analyst chose is.
    pub(crate) fn of_bundle<'i>(&'i self, bundle: &BundleRow, text: &str) -> Items<'i> {
        let by_token: HashSet<&str> = token::items_in(text).into_iter().collect();
        let chosen = bundle.selected.iter().any(|item| !by_token.contains(item.as_str()));
        let selection = if bundle.location.is_some() && !chosen { Selection::Elsewhere } else { Selection::WholeTurn };
        self.items(&bundle.selected, selection)
    }

    /// For a prompt: the items that stand, by id and name.
    pub(crate) fn for_prompt(&self, text: &str, selected: &[String]) -> Vec<ItemRef> {
        self.references(&self.items(&[], Selection::WholeTurn), text, selected)
    }

    fn items(&self, selected: &[String], selection: Selection) -> Items<'_> {
        Items::new(&self.0, selected, selection)
    }

    fn references(&self, items: &Items<'_>, text: &str, selected: &[String]) -> Vec<ItemRef> {
        let mut standing: Vec<&NamedItem> =
            self.0.iter().filter(|item| item.reference == item.standing && !item.archived).collect();
        if standing.len() > ALL_NAMED {
            let named: HashSet<&str> = items.mentions(text).into_iter().flat_map(|mention| mention.items).collect();
            standing.retain(|item| named.contains(item.reference.as_str()) || selected.contains(&item.reference));
        }
        let reference = |item: &NamedItem| ItemRef { id: item.reference.clone(), name: item.name.clone() };
        standing.into_iter().map(reference).collect()
    }
}
