//! The keys that are asked for, and their order.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::inputs::Stage;
use crate::keys::{KeyDef, Registry};

/// The state of a key and an item by the ledger and earlier answers; what is asked sooner comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyState {
    /// The statements contradicted themselves, and the analyst asks again: before all others.
    AskedAgain,
    /// Nothing is known, and nobody was asked.
    Lacking,
    /// Somebody was asked, and did not know or said what is no value: it is asked again, after all others.
    Tried,
    /// A value waits for the analyst.
    Waiting,
    /// A value is accepted.
    Filled,
    /// The analyst closed it as irrelevant.
    Closed,
}

impl KeyState {
    const fn is_lacking(self) -> bool {
        matches!(self, Self::AskedAgain | Self::Lacking | Self::Tried)
    }
}

/// The scope of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundScope<'a> {
    Project,
    /// By their references: "i1".
    Items(&'a [String]),
}

/// A key that is worth asking for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyQuestion<'r> {
    pub key: &'r KeyDef,
    /// Empty for the whole project.
    pub item: String,
    /// Number of other lacking keys that wait for it, directly or not.
    pub blocks: usize,
    pub state: KeyState,
}

/// Returns the questions at `stage`, the most valuable first: what the analyst asks again, what was not tried, high
/// risk, what most other keys wait for, then the registry's order. A key that is filled, waits for the analyst or is
/// closed is never asked.
pub fn choose<'r>(
    registry: &'r Registry,
    stage: Stage,
    about: RoundScope<'_>,
    standing: impl Fn(&str, &str) -> KeyState,
) -> Vec<KeyQuestion<'r>> {
    let waiting = KeyDependants::new(registry, stage);
    let mut questions = Vec::new();
    for (index, key) in registry.iter().enumerate().filter(|(_, key)| key.is_allowed_at(stage)) {
        for item in subjects(key, about) {
            let state = standing(&key.path, item);
            if state.is_lacking() {
                let blocks = waiting.behind(key, item, &standing);
                questions.push((index, KeyQuestion { key, item: item.to_owned(), blocks, state }));
            }
        }
    }
    // Stable: the items of one key stay in the analyst's order.
    questions
        .sort_by_key(|(index, question)| (question.state, !question.key.high_risk, Reverse(question.blocks), *index));
    questions.into_iter().map(|(_, question)| question).collect()
}

/// Returns a key's subjects within a scope.
fn subjects<'a>(key: &KeyDef, about: RoundScope<'a>) -> Vec<&'a str> {
    match about {
        RoundScope::Project if !key.is_of_an_item() => vec![""],
        RoundScope::Items(items) if key.is_of_an_item() => items.iter().map(String::as_str).collect(),
        RoundScope::Project | RoundScope::Items(_) => Vec::new(),
    }
}

/// The keys that wait for each key.
struct KeyDependants<'r> {
    by_required: HashMap<&'r str, Vec<&'r KeyDef>>,
}

impl<'r> KeyDependants<'r> {
    fn new(registry: &'r Registry, stage: Stage) -> Self {
        let mut by_required: HashMap<&str, Vec<&KeyDef>> = HashMap::new();
        for key in registry.iter().filter(|key| key.is_allowed_at(stage)) {
            for required in &key.requires {
                by_required.entry(required).or_default().push(key);
            }
        }
        Self { by_required }
    }

    /// Returns how many lacking keys wait for `key`. Those behind a key that is filled wait no more.
    fn behind(&self, key: &KeyDef, item: &str, standing: &impl Fn(&str, &str) -> KeyState) -> usize {
        let mut seen = HashSet::from([key.path.as_str()]);
        let mut next = vec![key.path.as_str()];
        while let Some(path) = next.pop() {
            for key in self.by_required.get(path).into_iter().flatten() {
                // Asked for the project, an item's key lacks for some item as far as anybody knows.
                let lacks = key.is_of_an_item() && item.is_empty()
                    || standing(&key.path, if key.is_of_an_item() { item } else { "" }).is_lacking();
                if lacks && seen.insert(&key.path) {
                    next.push(&key.path);
                }
            }
        }
        seen.len() - 1
    }
}
