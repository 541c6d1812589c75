//! Keys, packs of keys, and the registry that a discovery has of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::proposition::KeyProposition;
use super::topic::KeyNames;
use super::{NOTE_KEY, ValueType};
use crate::inputs::Stage;
use crate::message;
use crate::message::{UserMessage, escaped};
use crate::values::{Currency, EnumChoice, Expect, NumberFormat, Unit};

/// The knowledge blocks that facts are patched into (`docs/contracts/knowledge.md`).
pub const BLOCKS: [&str; 16] = [
    "project.summary",
    "project.constraints",
    "project.logistics",
    "project.timeline",
    "project.budget",
    "project.decisions",
    "project.openQuestions",
    "item.summary",
    "item.dimensions",
    "item.materials",
    "item.production",
    "item.installation",
    "item.logistics",
    "item.constraints",
    "item.decisions",
    "item.openQuestions",
];

/// The packs that ship with Factly, by name.
pub const PACKS: [(&str, &str); 3] = [
    ("interviews", include_str!("../../packs/interviews.json")),
    ("production", include_str!("../../packs/production.json")),
    ("research", include_str!("../../packs/research.json")),
];

/// A key that a fact may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeyDef {
    /// `project.budget.total`.
    pub path: String,
    /// Name of it for a reader: "Total budget".
    pub label: String,
    pub value_type: ValueType,
    /// For bare numbers; a value's own unit must be of the same measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// For bare amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Choices of an enum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<EnumChoice>,
    /// One of [`BLOCKS`].
    pub block: String,
    /// Never accepted without the analyst.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub high_risk: bool,
    /// Empty: all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
    /// Names of it in texts, by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<String, Vec<String>>,
    /// The structured question that asks for it.
    pub question: String,
    /// The paths of keys that are better known before this one is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Subject and property whose value it is by what statements say, of a key that was kept from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<KeyProposition>,
}

impl KeyDef {
    pub fn expect(&self) -> Expect<'_> {
        Expect {
            value_type: self.value_type,
            unit: self.unit,
            currency: self.currency,
            choices: &self.values,
            format: NumberFormat::UNKNOWN,
        }
    }

    pub fn is_allowed_at(&self, stage: Stage) -> bool {
        self.stages.is_empty() || self.stages.contains(&stage)
    }

    /// Returns whether its values are amounts or days, which tell by themselves nothing of what they are of.
    pub(crate) const fn is_counted(&self) -> bool {
        matches!(self.value_type, ValueType::Number | ValueType::Dimension | ValueType::Currency | ValueType::Date)
    }

    /// Returns whether a value of the other might pass for one of its own.
    pub(crate) fn has_same_domain(&self, other: &Self) -> bool {
        self.value_type == other.value_type && self.unit.map(Unit::measure) == other.unit.map(Unit::measure)
    }

    /// Returns whether it is said of an item rather than of the whole project.
    pub fn is_of_an_item(&self) -> bool {
        self.block.starts_with("item.")
    }

    /// The aliases of every language, with the language.
    pub fn all_aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        self.aliases
            .iter()
            .flat_map(|(language, list)| list.iter().map(move |alias| (language.as_str(), alias.as_str())))
    }

    fn check(&self) -> Result<(), RegistryError> {
        let fault = |fault| Err(RegistryError::Malformed { path: self.path.clone(), fault });
        let segment = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase()) && part.chars().all(|c| c.is_ascii_alphanumeric())
        };
        if self.path == NOTE_KEY || self.path.split('.').count() < 2 || !self.path.split('.').all(segment) {
            return fault("its path is not two or more names with points between them");
        }
        if !BLOCKS.contains(&self.block.as_str()) {
            return fault("its block is not one of the sixteen");
        }
        if self.label.trim().is_empty() || self.question.trim().is_empty() {
            return fault("it has no label or no question");
        }
        match self.value_type {
            ValueType::Note => fault("notes have no key but their own"),
            ValueType::Dimension if self.unit.is_none() => fault("a dimension needs a unit"),
            ValueType::Currency if self.currency.is_none() => fault("an amount of money needs a currency"),
            ValueType::Enum if self.values.is_empty() => fault("a choice needs values"),
            _ => Ok(()),
        }
    }
}

/// Keys that belong together, as a file has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyPack {
    pub name: String,
    /// Its purpose, by language: a goal is compared with it.
    pub about: BTreeMap<String, String>,
    pub keys: Vec<KeyDef>,
}

impl KeyPack {
    /// # Errors
    /// When it is not the JSON of a pack, or one of its keys cannot be one.
    pub fn parse(json: &str) -> Result<Self, RegistryError> {
        let pack: Self = serde_json::from_str(json).map_err(|error| RegistryError::Json(error.to_string()))?;
        pack.keys.iter().try_for_each(KeyDef::check)?;
        Ok(pack)
    }
}

/// The reason a key must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum KeyRefusal {
    Unknown,
    Stage(Stage),
}

impl KeyRefusal {
    pub fn message(self) -> UserMessage {
        match self {
            Self::Unknown => message!("there is no such field"),
            Self::Stage(stage) => {
                message!("this field is not filled at the stage of {}", UserMessage::from(stage.as_str()))
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum RegistryError {
    NoSuchPack(String),
    Json(String),
    Malformed { path: String, fault: &'static str },
    Twice(String),
}

impl RegistryError {
    pub fn message(&self) -> UserMessage {
        match self {
            Self::NoSuchPack(name) => message!("there is no pack of keys named \"{}\"", escaped(name)),
            Self::Json(error) => message!("the pack of keys cannot be read: {}", error),
            Self::Malformed { path, fault } => {
                message!("the key \"{}\" cannot be used: {}", escaped(path), UserMessage::from(*fault))
            }
            Self::Twice(path) => message!("the key \"{}\" is there twice", escaped(path)),
        }
    }
}

/// The keys of a discovery. Written as the list of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<KeyDef>", try_from = "Vec<KeyDef>")]
pub struct Registry {
    keys: Vec<KeyDef>,
    by_path: HashMap<String, usize>,
    called: OnceLock<KeyNames>,
}

impl Registry {
    /// The packs named, then the analyst's own keys, which may replace a pack's.
    ///
    /// # Errors
    /// When a pack is unknown, two packs have one key, or a key cannot be one.
    pub fn from_packs(packs: &[&str], custom: Vec<KeyDef>) -> Result<Self, RegistryError> {
        let mut registry = Self::default();
        for name in packs {
            let (_, json) = PACKS
                .iter()
                .find(|(known, _)| known == name)
                .ok_or_else(|| RegistryError::NoSuchPack((*name).to_owned()))?;
            for key in KeyPack::parse(json)?.keys {
                if registry.get(&key.path).is_some() {
                    return Err(RegistryError::Twice(key.path));
                }
                registry.put(key)?;
            }
        }
        custom.into_iter().try_for_each(|key| registry.put(key))?;
        Ok(registry)
    }

    /// Adds a key, or replaces the one of its path.
    ///
    /// # Errors
    /// When it cannot be a key.
    pub fn put(&mut self, key: KeyDef) -> Result<(), RegistryError> {
        key.check()?;
        self.called = OnceLock::new();
        match self.by_path.get(&key.path) {
            Some(at) => self.keys[*at] = key,
            None => {
                self.by_path.insert(key.path.clone(), self.keys.len());
                self.keys.push(key);
            }
        }
        Ok(())
    }

    pub fn get(&self, path: &str) -> Option<&KeyDef> {
        self.by_path.get(path).and_then(|at| self.keys.get(*at))
    }

    /// # Errors
    /// When no fact may have the key at this stage.
    pub fn allowed(&self, path: &str, stage: Stage) -> Result<&KeyDef, KeyRefusal> {
        let key = self.get(path).ok_or(KeyRefusal::Unknown)?;
        if key.is_allowed_at(stage) { Ok(key) } else { Err(KeyRefusal::Stage(stage)) }
    }

    /// In the order of the packs, the analyst's own last.
    pub fn iter(&self) -> impl Iterator<Item = &KeyDef> + Clone {
        self.keys.iter()
    }

    /// Returns the names of the keys in texts.
    pub(crate) fn key_names(&self) -> &KeyNames {
        self.called.get_or_init(|| KeyNames::from_keys(self.iter()))
    }

    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

impl From<Registry> for Vec<KeyDef> {
    fn from(registry: Registry) -> Self {
        registry.keys
    }
}

impl TryFrom<Vec<KeyDef>> for Registry {
    type Error = RegistryError;

    fn try_from(keys: Vec<KeyDef>) -> Result<Self, RegistryError> {
        let mut registry = Self::default();
        keys.into_iter().try_for_each(|key| registry.put(key))?;
        Ok(registry)
    }
}
