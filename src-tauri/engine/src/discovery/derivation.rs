//! Deriving a column from the one above it: a prompt for any model goes out, an answer comes in, and the analyst decides
//! on each suggestion.
//!
//! With no model set this is the way by hand: the prompt is copied and an answer pasted. A suggestion is never an entity
//! before it is accepted, and it is linked only to what it names itself.

use std::collections::BTreeSet;

use factly_core::discovery::derivation::{DerivationInput, Premise, prompt, read, schema};
use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::add::{AddOutcome, NewEntity, checked_text, insert_entity};
use crate::discovery::links::link_all;
use crate::duplicates::DuplicatePolicy;
use crate::duplicates::Duplicates;
use crate::duplicates::record_variants;
use crate::duplicates::{Duplicate, DuplicateMatches};
use crate::error::{Code, Error, Result};
use crate::lookup::members;
use crate::lookup::{discovery_row, member};
use crate::marks::touch_columns;
use crate::providers::Providers;
use crate::providers::{Finish, JsonRequest, ReplyOutcome, StopSignal, Task};
use crate::store::discoveries::DiscoveryRow;
use crate::store::entities::EntityOrigin;
use crate::store::suggestions::{NewSuggestion, SuggestionRow};
use crate::store::{Op, Stack, Topic, Writer};
use crate::task::Cancelled;

/// More than this no model reads well at once.
const MOST_GIVEN: usize = 1_000;

/// A report of some forty pages is the longest answer.
const ANSWER_TOKENS: u32 = 16_384;

/// The target of a derivation, and its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    pub to: EntityKind,
    /// Of an Output; a report where nothing is said.
    pub output_type: Option<OutputType>,
    pub from: Vec<EntityLabel>,
}

/// A model's proposal, which waits for the analyst.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedSuggestion {
    pub id: Uuid,
    pub kind: EntityKind,
    pub text: String,
    pub output_type: Option<OutputType>,
    pub links: Vec<EntityLabel>,
    pub model: String,
    /// Duplicates in the column.
    pub duplicates: Vec<Duplicate>,
}

/// The outcome of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derived {
    pub suggestions: Vec<DerivedSuggestion>,
    /// Things mended, left out or refused in the answer.
    pub problems: Vec<UserMessage>,
}

impl Pipeline<'_> {
    /// The prompt that asks for a derivation, the same for the same entities.
    pub fn derivation_prompt(&self, discovery: Uuid, derivation: &Derivation) -> Result<String> {
        let (row, given) = self.premises(discovery, derivation)?;
        let output_type = derivation.output_type.unwrap_or(OutputType::Report);
        Ok(prompt(&DerivationInput {
            title: &row.title,
            goal: &row.goal,
            from: &given,
            to: derivation.to,
            output_type,
        }))
    }

    /// Takes an answer to that prompt. What can be used of it waits as suggestions, all of them one step.
    pub fn derivation_submit(
        &self,
        discovery: Uuid,
        derivation: &Derivation,
        answer: &str,
        model: &str,
    ) -> Result<Derived> {
        let (row, given) = self.premises(discovery, derivation)?;
        let labels = BTreeSet::from_iter(given.iter().map(|given| given.label));
        let answer = read(answer, derivation.to, &labels);
        if answer.proposals.is_empty() {
            return Ok(Derived { suggestions: Vec::new(), problems: answer.problems });
        }
        let output_type =
            (derivation.to == EntityKind::Output).then(|| derivation.output_type.unwrap_or(OutputType::Report));
        let name = match answer.proposals.len() {
            1 => message!("Take a suggested {}", UserMessage::from(derivation.to.as_str())),
            count => message!("Take {} suggested {}s", count, UserMessage::from(derivation.to.as_str())),
        };
        let written = self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            w.topic(Topic::Pipeline);
            let mut ids = Vec::with_capacity(answer.proposals.len());
            for proposal in &answer.proposals {
                ids.push(w.insert_suggestion(&NewSuggestion {
                    discovery: row.seq,
                    kind: derivation.to,
                    text: &proposal.text,
                    output_type,
                    links: &proposal.from,
                    model,
                })?);
            }
            Ok(ids)
        })?;
        let mut suggestions = self.suggestions(discovery)?;
        suggestions.retain(|suggestion| written.value.contains(&suggestion.id));
        Ok(Derived { suggestions, problems: answer.problems })
    }

    /// Asks the model that is set for it, and takes its answer.
    pub fn derivation_ask(&self, discovery: Uuid, derivation: &Derivation, stop: &dyn StopSignal) -> Result<Derived> {
        let prompt = self.derivation_prompt(discovery, derivation)?;
        let model = Providers::new(self.ctx).model_for(discovery, Task::Derivation, stop)?.ok_or_else(no_model)?;
        let request = JsonRequest { prompt, name: "suggestions", schema: schema(), max_tokens: ANSWER_TOKENS };
        let reply = model.answer(&request, stop);
        let cut = match reply.end {
            ReplyOutcome::Stopped => return Err(Cancelled.into()),
            ReplyOutcome::Failed(error) => return Err(error.into()),
            ReplyOutcome::Done(Finish::Filtered) => {
                return Err(Error::new(Code::ProviderFailed, "The provider withheld the answer."));
            }
            ReplyOutcome::Done(Finish::Length) => {
                Some(message!("The answer reached its limit of tokens, and what came after is missing."))
            }
            ReplyOutcome::Done(Finish::Stop | Finish::ToolCalls) => None,
        };
        let name = format!("{}: {}", model.kind().as_str(), model.name());
        let mut derived = self.derivation_submit(discovery, derivation, &reply.text, &name)?;
        derived.problems.splice(0..0, cut);
        Ok(derived)
    }

    /// Returns what waits for the analyst, oldest first.
    pub fn suggestions(&self, discovery: Uuid) -> Result<Vec<DerivedSuggestion>> {
        let (row, waiting) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let waiting = r.suggestions(row.seq)?;
            Ok((row, waiting))
        })?;
        waiting.into_iter().map(|suggestion| self.suggestion_from(&row, suggestion)).collect()
    }

    /// Makes a suggestion an entity, with its own words or those that the analyst gave it. Not where the column says the
    /// same already, unless that is wanted.
    pub fn accept_suggestion(
        &self,
        discovery: Uuid,
        suggestion: Uuid,
        edited: Option<&str>,
        anyway: DuplicatePolicy,
    ) -> Result<AddOutcome> {
        let (row, waiting) = self.waiting(discovery, suggestion)?;
        let text = checked_text(edited.unwrap_or(&waiting.text), waiting.kind)?;
        let DuplicateMatches { duplicates, note } = match anyway {
            DuplicatePolicy::Hold => Duplicates::new(self.ctx).duplicates_judged(&row, waiting.kind, &text, None)?,
            DuplicatePolicy::Allow | DuplicatePolicy::Report => DuplicateMatches::default(),
        };
        if !duplicates.is_empty() {
            return Ok(AddOutcome { duplicates, added: None, note });
        }
        let (beside, unjudged) = Duplicates::new(self.ctx).beside(&row, waiting.kind, &text, anyway)?;
        let written = self.ctx.write(Op::named(Stack::Discovery(row.seq), message!("Accept a suggestion")), |w| {
            let label = accept(w, &row, suggestion, &text)?;
            record_variants(w, row.seq, label, &beside)?;
            touch_columns(w, row.seq, &[label.kind])?;
            Ok(label)
        })?;
        Ok(AddOutcome { duplicates, added: Some(written.value), note: note.or(unjudged) })
    }

    pub fn reject_suggestion(&self, discovery: Uuid, suggestion: Uuid) -> Result<()> {
        let (row, waiting) = self.waiting(discovery, suggestion)?;
        let name = message!("Reject a suggested {}", UserMessage::from(waiting.kind.as_str()));
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            w.topic(Topic::Pipeline);
            Ok(w.reject_suggestion(waiting.seq)?)
        })?;
        Ok(())
    }

    fn premises(&self, discovery: Uuid, derivation: &Derivation) -> Result<(DiscoveryRow, Vec<Premise>)> {
        checked(derivation)?;
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let members = members(r, row.seq, &derivation.from)?;
            let given = members.into_iter().map(|member| Premise { label: member.label, text: member.text });
            Ok((row, given.collect()))
        })
    }

    fn waiting(&self, discovery: Uuid, suggestion: Uuid) -> Result<(DiscoveryRow, SuggestionRow)> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let waiting = r.suggestion(row.seq, suggestion)?.ok_or_else(not_found)?;
            Ok((row, waiting))
        })
    }

    fn suggestion_from(&self, row: &DiscoveryRow, waiting: SuggestionRow) -> Result<DerivedSuggestion> {
        Ok(DerivedSuggestion {
            duplicates: Duplicates::new(self.ctx).duplicates_in(row, waiting.kind, &waiting.text, None)?,
            id: waiting.id,
            kind: waiting.kind,
            text: waiting.text,
            output_type: waiting.output_type,
            links: waiting.links,
            model: waiting.model,
        })
    }
}

/// Adds the entity, linked to what of its sources still stands.
fn accept(w: &mut Writer<'_>, row: &DiscoveryRow, suggestion: Uuid, text: &str) -> Result<EntityLabel> {
    // Somebody may have decided meanwhile.
    let waiting = w.suggestion(row.seq, suggestion)?.ok_or_else(not_found)?;
    let mut from = waiting.links.clone();
    from.retain(|label| member(w, row.seq, *label).is_ok());
    if from.is_empty() {
        return Err(Error::refused("Nothing that this suggestion rests on is there any more.")
            .hint("Reject it, or bring back what it rests on."));
    }
    let label = EntityLabel::new(waiting.kind, w.take_labels(row.seq, waiting.kind, 1)?);
    w.rename_op(&message!("Accept {}", label))?;
    let entity = NewEntity {
        kind: waiting.kind,
        text: text.to_owned(),
        from,
        output_type: waiting.output_type,
        origin: EntityOrigin::Derived,
    };
    insert_entity(w, row.seq, label, &entity, text)?;
    link_all(w, row.seq, &entity.from, label)?;
    w.accept_suggestion(waiting.seq, label)?;
    Ok(label)
}

fn checked(derivation: &Derivation) -> Result<()> {
    let above = match derivation.to {
        EntityKind::Input | EntityKind::Fact => {
            return Err(Error::refused("Facts are read from Inputs by a parse run, and are not derived.")
                .hint("Derive Insights, Recommendations or an Output."));
        }
        other => other.above().unwrap_or(EntityKind::Fact),
    };
    if derivation.output_type.is_some() && derivation.to != EntityKind::Output {
        return Err(Error::invalid("Only an Output has a type."));
    }
    if derivation.from.is_empty() {
        return Err(Error::new(
            Code::Empty,
            message!("Nothing is selected to derive from. Select at least one {}.", UserMessage::from(above.as_str())),
        ));
    }
    if derivation.from.len() > MOST_GIVEN {
        return Err(Error::new(Code::TooLarge, message!("At most {} can be derived from at once.", MOST_GIVEN)));
    }
    match derivation.from.iter().find(|label| label.kind != above) {
        Some(other) => {
            let (above, to) = (UserMessage::from(above.as_str()), UserMessage::from(derivation.to.as_str()));
            Err(Error::refused(message!("{} is no {}, which is what {}s are derived from.", other, above, to)))
        }
        None => Ok(()),
    }
}

fn no_model() -> Error {
    Error::new(Code::NoModel, "No model is set for derivation. Nothing was sent.")
        .hint("Choose one in the settings, or copy the prompt and paste an answer.")
}

fn not_found() -> Error {
    Error::not_found("This suggestion does not wait any more.")
        .hint("It may have been accepted or rejected: undo brings it back.")
}
