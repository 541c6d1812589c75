//! The four shapes that the sixteen blocks have, and the smallest change that a fact makes to one
//! (`docs/contracts/knowledge.md`).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sheet::put_in_order;
use super::{
    AdditionKind, AnalystQuestion, BlockAddition, BlockKey, BlockNote, CanonicalDecision, FactTrace, FieldSheet,
    HeldValue, KnowledgeLine, LineRole,
};
use crate::discovery::EntityLabel;
use crate::keys::{KeyDef, Registry};

/// A knowledge block.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TypedBlock {
    /// Summary, dimensions, materials, production, installation, logistics, timeline, budget: a place for each key.
    Sheet(FieldSheet),
    Constraints(Constraints),
    Decisions(DecisionsBlock),
    OpenQuestions(OpenQuestions),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraints {
    pub constraints: Vec<Constraint>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<BlockNote>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Constraint {
    pub text: String,
    #[serde(flatten)]
    pub trace: FactTrace,
    pub severity: Severity,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addition_id: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A source or the analyst says so.
    Hard,
    /// A model suggested it and the analyst took it over.
    Suggested,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionsBlock {
    pub decisions: Vec<DecisionEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<BlockNote>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionEntry {
    pub text: String,
    #[serde(flatten)]
    pub trace: FactTrace,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical_item_id: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestions {
    pub questions: Vec<OpenQuestion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<BlockNote>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenQuestion {
    pub text: String,
    /// Something holds for its key by now: the fact says it.
    pub resolved: bool,
    #[serde(flatten)]
    pub trace: FactTrace,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addition_id: Option<Uuid>,
}

/// That a block which was kept is not one.
#[derive(Debug, thiserror::Error)]
#[error("the block {block} cannot be read: {reason}")]
pub struct UnreadableBlock {
    pub block: &'static str,
    pub reason: String,
}

impl TypedBlock {
    pub fn empty(key: BlockKey, registry: &Registry) -> Self {
        match key.topic() {
            "constraints" => Self::Constraints(Constraints::default()),
            "decisions" => Self::Decisions(DecisionsBlock::default()),
            "openQuestions" => Self::OpenQuestions(OpenQuestions::default()),
            _ => Self::Sheet(FieldSheet::empty(key.as_str(), registry)),
        }
    }

    /// # Errors
    /// When it is not the JSON of such a block.
    pub fn parse(key: BlockKey, json: &str) -> Result<Self, UnreadableBlock> {
        let read = match key.topic() {
            "constraints" => serde_json::from_str(json).map(Self::Constraints),
            "decisions" => serde_json::from_str(json).map(Self::Decisions),
            "openQuestions" => serde_json::from_str(json).map(Self::OpenQuestions),
            _ => serde_json::from_str(json).map(Self::Sheet),
        };
        read.map_err(|error| UnreadableBlock { block: key.as_str(), reason: error.to_string() })
    }

    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Lets `held` be what holds for a key of this block, or takes what was there out.
    pub fn set_value(&mut self, def: &KeyDef, held: Option<&HeldValue>) {
        match self {
            Self::Sheet(sheet) => sheet.set_value(def, held),
            Self::Constraints(block) => {
                let entry = held.map(|held| Constraint::stated(def, held));
                replace(&mut block.constraints, &def.path, entry);
            }
            Self::Decisions(block) => {
                let entry = held.map(|held| DecisionEntry::stated(def, held));
                replace(&mut block.decisions, &def.path, entry);
            }
            Self::OpenQuestions(_) => {}
        }
    }

    /// Adds a note, or puts it in the place of what the same fact said.
    pub fn put_note(&mut self, note: BlockNote) {
        match self {
            Self::Sheet(sheet) => sheet.put_note(note),
            Self::Constraints(Constraints { notes, .. })
            | Self::Decisions(DecisionsBlock { notes, .. })
            | Self::OpenQuestions(OpenQuestions { notes, .. }) => put_in_order(notes, note),
        }
    }

    pub fn drop_note(&mut self, fact: Uuid) {
        match self {
            Self::Sheet(sheet) => sheet.drop_note(fact),
            Self::Constraints(Constraints { notes, .. })
            | Self::Decisions(DecisionsBlock { notes, .. })
            | Self::OpenQuestions(OpenQuestions { notes, .. }) => {
                notes.retain(|note| note.trace.fact_id != Some(fact));
            }
        }
    }

    /// The decisions that are no facts, in their order, behind those that are.
    pub fn set_decisions(&mut self, decided: &[CanonicalDecision]) {
        let Self::Decisions(block) = self else { return };
        block.decisions.retain(|decision| decision.canonical_item_id.is_none());
        block.decisions.extend(decided.iter().map(DecisionEntry::linked));
    }

    /// The questions that are asked, in their order; what holds for a question's key resolves it.
    pub fn set_questions(&mut self, asked_questions: &[AnalystQuestion], held: impl Fn(&str) -> Option<HeldValue>) {
        let Self::OpenQuestions(block) = self else { return };
        block.questions.retain(|question| question.addition_id.is_some());
        let entries = asked_questions.iter().map(|asked_question| {
            OpenQuestion::from_asked(asked_question, asked_question.key.as_deref().and_then(&held).as_ref())
        });
        block.questions.splice(0..0, entries);
    }

    /// Sets what the analyst took over from a model for this block, in that order, behind everything else.
    pub fn set_additions(&mut self, additions: &[&BlockAddition]) {
        let of = |kind| additions.iter().filter(move |added| added.kind == kind);
        match self {
            Self::Sheet(sheet) => return sheet.set_additions(additions),
            Self::Constraints(block) => {
                block.constraints.retain(|constraint| constraint.addition_id.is_none());
                block.constraints.extend(of(AdditionKind::Constraint).map(|added| Constraint::suggested(added)));
            }
            Self::OpenQuestions(block) => {
                block.questions.retain(|question| question.addition_id.is_none());
                block.questions.extend(of(AdditionKind::Question).map(|added| OpenQuestion::added(added)));
            }
            Self::Decisions(_) => {}
        }
        if let Self::Constraints(Constraints { notes, .. })
        | Self::Decisions(DecisionsBlock { notes, .. })
        | Self::OpenQuestions(OpenQuestions { notes, .. }) = self
        {
            notes.retain(|note| note.addition_id.is_none());
            notes.extend(of(AdditionKind::Note).map(|added| BlockNote::from_addition(added)));
        }
    }

    /// Returns the text to read, line by line.
    pub fn lines(&self) -> Vec<KnowledgeLine> {
        match self {
            Self::Sheet(sheet) => sheet.lines(),
            Self::Constraints(block) => with_notes(block.constraints.iter().map(Constraint::line), &block.notes),
            Self::Decisions(block) => with_notes(block.decisions.iter().map(DecisionEntry::line), &block.notes),
            Self::OpenQuestions(block) => with_notes(block.questions.iter().map(OpenQuestion::line), &block.notes),
        }
    }

    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.lines().is_empty()
    }
}

/// An entry that a key has in a list, in the order in which the facts were said.
trait Keyed {
    fn key(&self) -> Option<&str>;
    fn fact_label(&self) -> Option<EntityLabel>;
}

/// Only what a key says is moved: what has no key stays behind it.
fn replace<E: Keyed>(entries: &mut Vec<E>, key: &str, entry: Option<E>) {
    entries.retain(|known| known.key() != Some(key));
    let Some(entry) = entry else { return };
    let order = |entry: &E| (entry.fact_label(), entry.key().map(str::to_owned));
    let rank = order(&entry);
    let after = entries.iter().position(|known| known.key().is_none() || order(known) > rank);
    entries.insert(after.unwrap_or(entries.len()), entry);
}

fn with_notes(lines: impl Iterator<Item = KnowledgeLine>, notes: &[BlockNote]) -> Vec<KnowledgeLine> {
    lines.chain(notes.iter().map(|note| note.line(LineRole::Note))).collect()
}

/// "Drilling allowed: no".
fn sentence(def: &KeyDef, held: &HeldValue) -> String {
    format!("{}: {}", def.label, held.describe())
}

impl Constraint {
    fn stated(def: &KeyDef, held: &HeldValue) -> Self {
        Self {
            text: sentence(def, held),
            trace: held.trace,
            severity: Severity::Hard,
            key: Some(def.path.clone()),
            by_hand: held.by_hand,
            addition_id: None,
        }
    }

    fn suggested(added: &BlockAddition) -> Self {
        Self {
            text: added.text.clone(),
            trace: FactTrace::default(),
            severity: Severity::Suggested,
            key: None,
            by_hand: false,
            addition_id: Some(added.id),
        }
    }

    fn line(&self) -> KnowledgeLine {
        let role = match (self.severity, self.by_hand) {
            (Severity::Suggested, _) => LineRole::Suggested,
            (Severity::Hard, true) => LineRole::ByHand,
            (Severity::Hard, false) => LineRole::Constraint,
        };
        KnowledgeLine::sentence(self.text.clone(), role, self.trace, self.key.clone())
    }
}

impl Keyed for Constraint {
    fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    fn fact_label(&self) -> Option<EntityLabel> {
        self.trace.fact
    }
}

impl DecisionEntry {
    fn stated(def: &KeyDef, held: &HeldValue) -> Self {
        Self {
            text: sentence(def, held),
            trace: held.trace,
            key: Some(def.path.clone()),
            by_hand: held.by_hand,
            canonical_item_id: None,
        }
    }

    fn linked(decided: &CanonicalDecision) -> Self {
        Self {
            text: decided.text.clone(),
            trace: decided.trace,
            key: None,
            by_hand: false,
            canonical_item_id: Some(decided.canonical_item.clone()),
        }
    }

    fn line(&self) -> KnowledgeLine {
        let role = if self.by_hand { LineRole::ByHand } else { LineRole::Decision };
        KnowledgeLine::sentence(self.text.clone(), role, self.trace, self.key.clone())
    }
}

impl Keyed for DecisionEntry {
    fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    fn fact_label(&self) -> Option<EntityLabel> {
        self.trace.fact
    }
}

impl OpenQuestion {
    fn from_asked(question: &AnalystQuestion, held: Option<&HeldValue>) -> Self {
        Self {
            text: question.text.clone(),
            resolved: held.is_some(),
            trace: held.map(|held| held.trace).unwrap_or_default(),
            key: question.key.clone(),
            addition_id: None,
        }
    }

    fn added(added: &BlockAddition) -> Self {
        let text = added.text.clone();
        Self { text, resolved: false, trace: FactTrace::default(), key: None, addition_id: Some(added.id) }
    }

    fn line(&self) -> KnowledgeLine {
        let role = if self.resolved { LineRole::Resolved } else { LineRole::Question };
        KnowledgeLine::sentence(self.text.clone(), role, self.trace, self.key.clone())
    }
}
