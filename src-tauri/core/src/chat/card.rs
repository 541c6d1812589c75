//! The content of a card, and what its button is bound to.
//!
//! A card is made once and may be confirmed days later. What it showed when it was made is kept; what it shows now is
//! made anew from the columns. If the two differ the card is stale and says how. The fingerprint is of all that it shows
//! now, so that a button does what stands above it or nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::tool::Tool;
use crate::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use crate::inputs::sha256_hex;
use crate::message;
use crate::message::UserMessage;

/// So many of what is downstream are named; the others are counted.
pub const MAX_DOWNSTREAM: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardContent {
    Add(AddShown),
    Delete(DeleteShown),
    Edit(EditShown),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddShown {
    pub kind: EntityKind,
    pub text: String,
    /// Entities that it will rest on.
    pub links: Vec<NamedEntity>,
    pub output_type: Option<OutputType>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeleteShown {
    pub entities: Vec<EntityDeletion>,
    /// Entities that will be marked: the nearest, at most [`MAX_DOWNSTREAM`].
    pub downstream: Vec<NamedEntity>,
    pub downstream_total: usize,
    /// Of every label downstream, those that are only counted too.
    pub downstream_sum: String,
}

/// An entity that is to be deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntityDeletion {
    pub label: EntityLabel,
    pub text: String,
    pub status: EntityStatus,
    pub version: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditShown {
    pub label: EntityLabel,
    pub before: String,
    pub after: String,
    /// The one that `before` is of.
    pub version: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedEntity {
    pub label: EntityLabel,
    pub text: String,
}

/// The present content of a card, and which of the entities that it names are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentCard {
    pub shown: CardContent,
    pub missing: Vec<EntityLabel>,
}

impl DeleteShown {
    /// Of everything downstream, nearest first.
    pub fn new(
        entities: Vec<EntityDeletion>,
        downstream: &[EntityLabel],
        mut text: impl FnMut(EntityLabel) -> String,
    ) -> Self {
        let named =
            downstream.iter().take(MAX_DOWNSTREAM).map(|label| NamedEntity { label: *label, text: text(*label) });
        let mut all = downstream.to_vec();
        all.sort_by_key(|label| *label);
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        Self {
            entities,
            downstream: named.collect(),
            downstream_total: downstream.len(),
            downstream_sum: sha256_hex(&all.join(" ")),
        }
    }
}

impl CurrentCard {
    /// Returns whether there is anything left that a button could do.
    pub fn can_be_confirmed(&self) -> bool {
        match &self.shown {
            CardContent::Add(_) => true,
            CardContent::Delete(shown) => !shown.entities.is_empty(),
            CardContent::Edit(_) => self.missing.is_empty(),
        }
    }

    /// Returns what changed since the card was made, in a sentence or two; none if nothing did.
    pub fn stale(&self, made: &CardContent) -> Option<UserMessage> {
        let mut changes: Vec<UserMessage> =
            self.missing.iter().map(|label| message!("{} is not there any more.", label)).collect();
        match (made, &self.shown) {
            (CardContent::Add(made), CardContent::Add(now)) => changes.extend(texts_changed(&made.links, &now.links)),
            (CardContent::Delete(made), CardContent::Delete(now)) => changes.extend(deletion_changed(made, now)),
            (CardContent::Edit(made), CardContent::Edit(now)) => changes.extend(edit_changed(made, now)),
            _ => changes.push(message!("The proposal is another one.")),
        }
        (!changes.is_empty()).then(|| UserMessage::several(changes, " "))
    }

    /// Fingerprints what a button is bound to: the call, and all that the card shows.
    pub fn fingerprint(&self, tool: Tool, params: &Value) -> String {
        let missing: Vec<String> = self.missing.iter().map(ToString::to_string).collect();
        sha256_hex(&json!([tool.as_str(), params, self.shown, missing]).to_string())
    }
}

fn texts_changed(made: &[NamedEntity], now: &[NamedEntity]) -> Vec<UserMessage> {
    let was = |label| made.iter().find(|named| named.label == label).map(|named| &named.text);
    let changed = now.iter().filter(|named| was(named.label).is_some_and(|was| *was != named.text));
    changed.map(|named| message!("{} was changed since.", named.label)).collect()
}

fn deletion_changed(made: &DeleteShown, now: &DeleteShown) -> Vec<UserMessage> {
    let was = |label| made.entities.iter().find(|doomed| doomed.label == label);
    let differs =
        |now: &&EntityDeletion| was(now.label).is_some_and(|was| was.text != now.text || was.version != now.version);
    let mut changes: Vec<UserMessage> =
        now.entities.iter().filter(differs).map(|doomed| message!("{} was changed since.", doomed.label)).collect();
    if made.downstream_sum != now.downstream_sum {
        changes.push(match (made.downstream_total, now.downstream_total) {
            (before, after) if before == after => message!("Other entities rest on it now."),
            (before, 1) => message!("1 entity rests on it now, not {}.", before),
            (before, after) => message!("{} entities rest on it now, not {}.", after, before),
        });
    }
    changes
}

fn edit_changed(made: &EditShown, now: &EditShown) -> Option<UserMessage> {
    let label = now.label;
    if now.before == now.after {
        return (made.before != made.after).then(|| message!("{} says exactly that already.", label));
    }
    (made.before != now.before || made.version != now.version)
        .then(|| message!("{} was changed since: this would change version {}.", label, now.version))
}
