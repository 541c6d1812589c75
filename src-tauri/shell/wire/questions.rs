//! Structured questions, and what an answer became.

use factly_core::{
    bundle::{self, ItemRef},
    questions as rules,
};
use factly_engine::{error::Error, questions as domain};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    discovery::Stage,
    fact::{FactStatus, ValueType},
    mirror::wire_enum,
};
use crate::error::{AppError, Reply};

/// What is asked for a stage and a scope.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionSheet {
    pub stage: Stage,
    /// What could be asked about.
    pub choices: Vec<ScopeItem>,
    /// The most valuable first.
    pub open: Vec<Question>,
    /// How many more are open than are listed.
    pub more: u32,
    /// Asked before, and not open.
    pub done: Vec<Question>,
    /// How many keys this stage and scope have, and how many of them have a value.
    pub keys: u32,
    pub filled: u32,
    pub rounds: u32,
    /// What is said freely and not sent.
    pub draft: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ScopeItem {
    /// "i1".
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// What it is answered by: "item.dimensions.width@i1", or "q7" for one without a key.
    pub name: String,
    pub text: String,
    pub key: Option<QuestionKey>,
    /// "i1"; none is the whole project.
    pub item: Option<String>,
    /// Which model proposed it.
    pub model: Option<QuestionModel>,
    /// How many other keys wait for it.
    pub blocks: u32,
    pub state: QuestionState,
    /// What stands for its key, or waits to.
    pub fact: Option<QuestionFact>,
    /// Where it is asked again: what was put aside as notes.
    pub aside: Vec<QuestionFact>,
    pub said: Option<AnswerSaid>,
    /// Where that was said.
    pub bundle_id: Option<String>,
    pub draft: Option<AnswerSaid>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionKey {
    pub path: String,
    pub label: String,
    pub value_type: ValueType,
    /// What a bare number is taken for: "cm", "EUR".
    pub unit: Option<String>,
    pub choices: Vec<String>,
    pub high_risk: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionModel {
    pub name: String,
    pub why: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionFact {
    pub id: String,
    pub label: String,
    pub status: FactStatus,
    pub text: String,
}

wire_enum! {
    QuestionState = domain::QuestionState {
        /// Open: what was said contradicted itself, and the analyst asks again.
        AskedAgain,
        Open,
        /// Open still: nobody knew, or what was said is no value.
        Tried,
        Waiting,
        Resolved,
        Answered,
        Irrelevant,
    }
}

wire_enum! {
    QuickAnswer = bundle::Quick { Yes, No, Idk, Irrelevant }
}

#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerSaid {
    pub quick: Option<QuickAnswer>,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerGiven {
    pub name: String,
    pub said: AnswerSaid,
}

/// What came of a round.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RoundDone {
    pub bundle_id: String,
    /// One for each answer in their order, and one for what was said freely.
    pub became: Vec<AnswerBecame>,
    /// Why not all of it was read; the answers are kept.
    pub unread: Option<AppError>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerBecame {
    pub name: Option<String>,
    pub facts: Vec<QuestionFact>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionsProposed {
    pub added: u32,
    pub refused: Vec<QuestionRefused>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionRefused {
    pub text: String,
    pub why: String,
}

/// The name of a question as the window gives it back.
pub(crate) fn named(name: &str) -> Reply<rules::Name> {
    rules::Name::parse(name).ok_or_else(|| AppError::from(Error::invalid(format!("“{name}” names no question."))))
}

impl From<ItemRef> for ScopeItem {
    fn from(item: ItemRef) -> Self {
        Self { id: item.id, name: item.name }
    }
}

impl From<domain::Sheet> for QuestionSheet {
    fn from(sheet: domain::Sheet) -> Self {
        Self {
            stage: sheet.stage.into(),
            choices: sheet.choices.into_iter().map(Into::into).collect(),
            open: sheet.open.into_iter().map(Into::into).collect(),
            more: count(sheet.more),
            done: sheet.done.into_iter().map(Into::into).collect(),
            keys: count(sheet.keys),
            filled: count(sheet.filled),
            rounds: sheet.rounds,
            draft: sheet.draft,
        }
    }
}

impl From<domain::QuestionView> for Question {
    fn from(view: domain::QuestionView) -> Self {
        Self {
            name: view.name.to_string(),
            text: view.text,
            key: view.key.map(Into::into),
            item: (!view.item.is_empty()).then_some(view.item),
            model: view.model.map(|(name, why)| QuestionModel { name, why }),
            blocks: count(view.blocks),
            state: view.state.into(),
            fact: view.fact.map(Into::into),
            aside: view.aside.into_iter().map(Into::into).collect(),
            said: shown(view.said),
            bundle_id: view.bundle.map(|id| id.to_string()),
            draft: shown(view.draft),
        }
    }
}

impl From<domain::AskedKey> for QuestionKey {
    fn from(key: domain::AskedKey) -> Self {
        Self {
            path: key.path,
            label: key.label,
            value_type: key.value_type.into(),
            unit: key.unit,
            choices: key.choices,
            high_risk: key.high_risk,
        }
    }
}

impl From<domain::FactForKey> for QuestionFact {
    fn from(fact: domain::FactForKey) -> Self {
        Self { id: fact.id.to_string(), label: fact.label(), status: fact.status.into(), text: fact.text }
    }
}

/// Nothing said is none.
fn shown(said: domain::Said) -> Option<AnswerSaid> {
    (said != domain::Said::default()).then(|| AnswerSaid { quick: said.quick.map(Into::into), text: said.text })
}

impl From<AnswerSaid> for domain::Said {
    fn from(said: AnswerSaid) -> Self {
        Self { quick: said.quick.map(Into::into), text: said.text }
    }
}

impl AnswerGiven {
    pub(crate) fn read(self) -> Reply<domain::AnswerGiven> {
        Ok(domain::AnswerGiven { name: named(&self.name)?, said: self.said.into() })
    }
}

impl From<domain::RoundReport> for RoundDone {
    fn from(report: domain::RoundReport) -> Self {
        let became = report.became.into_iter().map(|became| AnswerBecame {
            name: became.name.map(|name| name.to_string()),
            facts: became.facts.into_iter().map(Into::into).collect(),
        });
        Self { bundle_id: report.bundle.to_string(), became: became.collect(), unread: report.unread.map(Into::into) }
    }
}

impl From<domain::ProposalReport> for QuestionsProposed {
    fn from(report: domain::ProposalReport) -> Self {
        let refused = report.refused.into_iter();
        let refused = refused.map(|refused| QuestionRefused { text: refused.text, why: refused.why.to_owned() });
        Self { added: count(report.added), refused: refused.collect() }
    }
}
