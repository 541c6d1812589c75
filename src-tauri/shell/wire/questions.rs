//! Structured questions, and what an answer became.

use factly_core::message;
use factly_core::{
    inputs::{self, ItemRef},
    questions as rules,
};
use factly_engine::{error::Error, questions as domain};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    discovery::Stage,
    facts::{FactStatus, ValueType},
    source::SourcePlace,
};
use crate::error::{AppError, AppResult};

wire_struct! {
    /// The questions for a stage and a scope.
    QuestionSheet = domain::Sheet {
        stage: Stage,
        /// The possible subjects of questions.
        choices: Vec<ScopeItem>,
        /// The most valuable first.
        open: Vec<Question>,
        /// Count of the open questions beyond those listed.
        more: u32,
        /// Asked before, and not open.
        done: Vec<Question>,
        /// Number of keys of this stage and scope, and of those that have a value.
        keys: u32,
        filled: u32,
        rounds: u32,
        /// The free text that is not sent.
        draft: String,
    }
}

wire_struct! {
    /// The questions that the interviews of a discovery ask alike, as a table.
    Guide = domain::Guide {
        /// The columns.
        interviews: Vec<GuideInterview>,
        rows: Vec<GuideRow>,
    }
}

wire_struct! {
    GuideInterview = domain::GuideInterview {
        input: String,
        label: String,
        title: String,
    }
}

wire_struct! {
    GuideRow = domain::GuideRow {
        question: String,
        /// Of each interview; none where it was not asked, several where it was asked again.
        cells: Vec<Vec<GuideAnswer>>,
    }
}

wire_struct! {
    GuideAnswer = domain::GuideAnswer {
        /// The question as it was asked there.
        question: String,
        /// Its first words.
        answer: String,
        place: SourcePlace,
    }
}

wire_struct! {
    #[derive(PartialEq)]
    ScopeItem = ItemRef {
        /// "i1".
        id: String,
        name: String,
    }
}

wire_struct! {
    Question = domain::QuestionView as view {
        /// The name to answer it by: "item.dimensions.width@i1", or "q7" for one without a key.
        name: String,
        text: String,
        key: Option<QuestionKey>,
        /// "i1"; none is the whole project.
        item: Option<String> = (!view.item.is_empty()).then_some(view.item),
        /// The model that proposed it.
        model: Option<QuestionModel> = view.model.map(|(name, why)| QuestionModel { name, why }),
        /// Number of other keys that wait for it.
        blocks: u32,
        state: QuestionState,
        /// The fact that is recorded for its key, or waits to be.
        fact: Option<QuestionFact>,
        /// For a repeated question, the facts that were put aside as notes.
        aside: Vec<QuestionFact>,
        #[serde(rename = "said")]
        answer: Option<AnswerContent> = shown(view.answer),
        /// The bundle of that answer.
        bundle_id: Option<String> = view.bundle.map(|id| id.to_string()),
        draft: Option<AnswerContent> = shown(view.draft),
    }
}

wire_struct! {
    QuestionKey = domain::AskedKey {
        path: String,
        label: String,
        value_type: ValueType,
        /// The default unit of a bare number: "cm", "EUR".
        unit: Option<String>,
        choices: Vec<String>,
        high_risk: bool,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionModel {
    pub name: String,
    pub why: String,
}

wire_struct! {
    QuestionFact = domain::FactForKey as fact {
        id: String,
        label: String = fact.label(),
        status: FactStatus,
        text: String,
    }
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
    QuickAnswer = inputs::Quick { Yes, No, Idk, Irrelevant }
}

#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerContent {
    pub quick: Option<QuickAnswer>,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerGiven {
    pub name: String,
    #[serde(rename = "said")]
    pub answer: AnswerContent,
}

/// The result of a round.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RoundDone {
    pub bundle_id: String,
    /// One for each answer in their order, and one for what was said freely.
    pub became: Vec<AnswerBecame>,
    /// The reason that not all of it was read; the answers are stored.
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
pub(crate) fn named(name: &str) -> AppResult<rules::QuestionName> {
    rules::QuestionName::parse(name)
        .ok_or_else(|| AppError::from(Error::invalid(message!("“{}” names no question.", name))))
}

/// Nothing said is none.
fn shown(answer: domain::AnswerContent) -> Option<AnswerContent> {
    (answer != domain::AnswerContent::default())
        .then(|| AnswerContent { quick: answer.quick.map(Into::into), text: answer.text })
}

impl From<AnswerContent> for domain::AnswerContent {
    fn from(answer: AnswerContent) -> Self {
        Self { quick: answer.quick.map(Into::into), text: answer.text }
    }
}

impl AnswerGiven {
    pub(crate) fn read(self) -> AppResult<domain::AnswerGiven> {
        Ok(domain::AnswerGiven { name: named(&self.name)?, content: self.answer.into() })
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
