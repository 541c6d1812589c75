//! The item that a statement means: a token decides, then what its words name, then what the turn is about.
//!
//! It is never guessed: where two could be meant none is, and where the words name none that a parser or the turn says,
//! the analyst looks.

use crate::message;
use crate::message::UserMessage;
use std::collections::HashMap;
use std::ops::Range;

use super::names::{ItemMention, ItemNames};
use super::token;

/// An item as texts may name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedItem {
    /// "i1"
    pub reference: String,
    /// Of the one that it was merged into, else its own.
    pub standing: String,
    pub name: String,
    pub aliases: Vec<String>,
    /// Only a token names it.
    pub archived: bool,
}

impl NamedItem {
    /// One that goes by its name alone.
    pub fn new(reference: &str, name: &str) -> Self {
        Self {
            reference: reference.to_owned(),
            standing: reference.to_owned(),
            name: name.to_owned(),
            aliases: Vec::new(),
            archived: false,
        }
    }
}

/// The items that a text may speak of, made once for all the statements of a turn.
#[derive(Debug, Default)]
pub struct Items<'i> {
    names: ItemNames<'i>,
    by_reference: HashMap<&'i str, &'i NamedItem>,
    selected: Vec<&'i str>,
    /// Tells whether all of the text is about what is selected, or only the words around a token.
    selection: Selection,
}

/// The reach of a selection that the words themselves do not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// A message, or the answers to questions about an item.
    #[default]
    WholeTurn,
    /// A document that happens to have a token: the analyst looks.
    Elsewhere,
}

/// The meaning of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemResolution {
    /// One item, and why the analyst should look whether it is that one.
    Item { reference: String, doubt: Option<UserMessage> },
    /// Several could be: the reason names them.
    Unclear(UserMessage),
    /// No item at all.
    Unnamed,
}

impl<'i> Items<'i> {
    /// `selected` are references, as a bundle has them.
    pub fn new(items: &'i [NamedItem], selected: &[String], selection: Selection) -> Self {
        let by_reference: HashMap<&str, &NamedItem> =
            items.iter().map(|item| (item.reference.as_str(), item)).collect();
        let standing = items.iter().filter(|item| !item.archived && item.reference == item.standing);
        let names = ItemNames::new(standing.flat_map(|item| {
            let names = item.aliases.iter().chain([&item.name]);
            names.map(move |name| (item.reference.as_str(), name.as_str()))
        }));
        let mut known = Self { names, by_reference, selected: Vec::new(), selection };
        for reference in selected {
            known.selected.extend(known.known_reference(reference).filter(|item| !known.selected.contains(item)));
        }
        known
    }

    /// Returns whether nothing could be named.
    pub fn is_empty(&self) -> bool {
        self.by_reference.is_empty()
    }

    /// The item that a reference stands for, if there is one.
    pub fn known_reference(&self, reference: &str) -> Option<&'i str> {
        self.by_reference.get(reference).map(|item| item.standing.as_str())
    }

    /// Finds where a text names items, tokens among them.
    pub fn mentions(&self, text: &str) -> Vec<ItemMention<'i>> {
        let mut found = Vec::new();
        let mut at = 0;
        for token in token::tokens(text) {
            found.extend(self.named(text, at..token.bytes.start));
            at = token.bytes.end;
            if let Some(item) = self.known_reference(token.item) {
                found.push(ItemMention { bytes: token.bytes, items: vec![item] });
            }
        }
        found.extend(self.named(text, at..text.len()));
        found
    }

    fn named(&self, text: &str, within: Range<usize>) -> Vec<ItemMention<'i>> {
        let mut found = self.names.find(&text[within.clone()]);
        for mention in &mut found {
            mention.bytes = mention.bytes.start + within.start..mention.bytes.end + within.start;
            let selected: Vec<&str> =
                mention.items.iter().copied().filter(|item| self.selected.contains(item)).collect();
            if mention.items.len() > 1 && selected.len() == 1 {
                mention.items = selected;
            }
        }
        found
    }

    /// Returns the item meant by a quote, within the sentence that it occurs in. `claimed` is what a parser says.
    pub fn resolve(&self, quote: &str, sentence: &str, claimed: Option<&str>) -> ItemResolution {
        let claimed = claimed.and_then(|claimed| self.known_reference(claimed));
        for text in [quote, sentence] {
            if let Some(item) = self.only(self.in_tokens(text)) {
                return item;
            }
        }
        for text in [quote, sentence] {
            let named: Vec<&str> = self.mentions(text).into_iter().flat_map(|mention| mention.items).collect();
            match self.only(named) {
                Some(ItemResolution::Item { reference, .. }) if claimed.is_some_and(|claimed| claimed != reference) => {
                    return self.unclear(&[reference.as_str(), claimed.unwrap_or_default()]);
                }
                Some(resolved) => return resolved,
                None => {}
            }
        }
        self.by_turn(claimed)
    }

    /// Returns the meaning where the words name nothing.
    fn by_turn(&self, claimed: Option<&str>) -> ItemResolution {
        let doubted = |reference: &str| ItemResolution::Item {
            reference: reference.to_owned(),
            doubt: Some(message!("the words do not name “{}”", self.name(reference))),
        };
        match (self.selected.as_slice(), claimed) {
            ([only], None) => self.selected_one(only),
            ([only], Some(claimed)) if *only == claimed => self.selected_one(only),
            (_, Some(claimed)) => doubted(claimed),
            ([], None) => ItemResolution::Unnamed,
            (several, None) => self.unclear(several),
        }
    }

    fn selected_one(&self, item: &str) -> ItemResolution {
        let doubt = match self.selection {
            Selection::WholeTurn => None,
            Selection::Elsewhere => Some(message!("only another sentence names “{}”", self.name(item))),
        };
        ItemResolution::Item { reference: item.to_owned(), doubt }
    }

    fn in_tokens(&self, text: &str) -> Vec<&'i str> {
        token::items_in(text).into_iter().filter_map(|item| self.known_reference(item)).collect()
    }

    /// One item, or several; none if nothing was found.
    fn only(&self, mut items: Vec<&str>) -> Option<ItemResolution> {
        items.sort_by_key(|item| super::number_of(item));
        items.dedup();
        match items.as_slice() {
            [] => None,
            [item] => Some(ItemResolution::Item { reference: (*item).to_owned(), doubt: None }),
            several => Some(self.unclear(several)),
        }
    }

    fn unclear(&self, items: &[&str]) -> ItemResolution {
        let named: Vec<String> = items.iter().map(|item| format!("“{}” ({item})", self.name(item))).collect();
        ItemResolution::Unclear(message!("it is not clear which item is meant: {}", named.join(", ")))
    }

    fn name<'r>(&'r self, reference: &'r str) -> &'r str {
        self.by_reference.get(reference).map_or(reference, |item| item.name.as_str())
    }
}

/// The sentence that `bytes` of a text stand in, within its line and within `within`.
pub fn sentence_around(text: &str, bytes: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    let ends = |at: usize, c: char| {
        let behind = text[at + c.len_utf8()..].chars().next();
        match c {
            '\n' | '。' | '！' | '？' => true,
            '.' | '!' | '?' => behind.is_none_or(char::is_whitespace),
            _ => false,
        }
    };
    let before = text[within.start..bytes.start].char_indices().rev();
    let start = before
        .map(|(at, c)| (within.start + at, c))
        .find(|(at, c)| ends(*at, *c))
        .map_or(within.start, |(at, c)| at + c.len_utf8());
    let from = bytes.end.max(bytes.start + 1).saturating_sub(1);
    let from = text.ceil_char_boundary(from).max(start);
    let end = text[from..within.end]
        .char_indices()
        .map(|(at, c)| (from + at, c))
        .find(|(at, c)| ends(*at, *c))
        .map_or(within.end, |(at, c)| if c == '\n' { at } else { at + c.len_utf8() });
    start..end.max(bytes.end)
}
