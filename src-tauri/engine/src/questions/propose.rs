//! Questions that a model proposes, when the analyst asks it to: a prompt goes out once its reader was seen to, an answer
//! comes in, and what of it is a question is asked, marked as the model's.

use crate::keys::Registries;
use factly_core::inputs::Stage;
use factly_core::message;
use factly_core::questions::{QuestionContext, RefusedQuestion, proposed, schema};
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::providers::Providers;
use crate::providers::{JsonRequest, StopSignal, Task};
use crate::questions::Questions;
use crate::questions::known_items;
use crate::questions::sheet::sheet;
use crate::store::questions::QuestionToAsk;
use crate::store::{Op, Stack, Topic};
use factly_core::questions::QuestionName;

/// More facts than this would crowd out the questions.
const MOST_FACTS: u32 = 200;
/// Eight questions with a reason each.
const ANSWER_TOKENS: u32 = 2_048;

/// The result of asking a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProposalReport {
    pub added: usize,
    pub refused: Vec<RefusedQuestion>,
}

impl Questions<'_> {
    /// Asks the model that is set for deriving what else could be asked about `items`, or about the whole project.
    pub fn propose_questions(
        &self,
        discovery: Uuid,
        stage: Option<Stage>,
        items: &[String],
        stop: &dyn StopSignal,
    ) -> Result<ProposalReport> {
        let model = Providers::new(self.ctx).model_for(discovery, Task::Derivation, stop)?.ok_or_else(no_model)?;
        let (row, stage, known_items, existing, facts) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let stage = stage.unwrap_or(row.stage);
            let sheet = sheet(r, &row, stage, items, &registry)?;
            let existing = sheet.open.into_iter().chain(sheet.done).map(|question| question.text).collect::<Vec<_>>();
            let facts = r.accepted_typed_facts(row.seq, MOST_FACTS)?.into_iter().map(|fact| fact.text);
            let facts = facts.collect::<Vec<_>>();
            let known = known_items(r, row.seq)?;
            let known = known.into_iter().filter(|item| items.contains(&item.id)).collect::<Vec<_>>();
            Ok((row, stage, known, existing, facts))
        })?;
        let (title, goal) = (row.title.as_str(), row.goal.as_str());
        let known = QuestionContext { title, goal, stage, items: &known_items, facts: &facts, existing: &existing };
        let request =
            JsonRequest { prompt: known.prompt(), name: "questions", schema: schema(), max_tokens: ANSWER_TOKENS };
        let reply = model.answer(&request, stop);
        let answer: serde_json::Value = reply.json().map_err(Error::from)?;
        let (taken, refused) = proposed(&answer, &known);
        if taken.is_empty() {
            return Ok(ProposalReport { added: 0, refused });
        }
        let by = format!("{}: {}", model.kind().as_str(), model.name());
        let op = Op::named(Stack::Discovery(row.seq), message!("Take proposed questions"));
        self.ctx.write(op, |w| {
            w.topic(Topic::Questions);
            for question in &taken {
                w.add_question(&QuestionToAsk {
                    discovery: row.seq,
                    key: None,
                    item_id: &question.item,
                    text: &question.text,
                    model: Some((&by, &question.why)),
                })?;
            }
            Ok(())
        })?;
        Ok(ProposalReport { added: taken.len(), refused })
    }

    /// Takes a question without a key off the list.
    pub fn drop_question(&self, discovery: Uuid, name: &QuestionName) -> Result<()> {
        let (row, question) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let question = r.question(row.seq, name)?.filter(|question| question.name.path().is_none());
            let question = question.ok_or_else(|| Error::not_found("There is no such proposed question."))?;
            Ok((row, question))
        })?;
        self.ctx.write(Op::named(Stack::Discovery(row.seq), message!("Drop “{}”", question.text)), |w| {
            w.topic(Topic::Questions);
            Ok(w.hide_question(question.seq)?)
        })?;
        Ok(())
    }
}

fn no_model() -> Error {
    Error::new(Code::NoModel, "No model is set for derivation. Nothing was sent.").hint("Choose one in the settings.")
}
