//! A finished turn feeds the ledger: as its answer ends it becomes a bundle, which is read like any other.
//!
//! The analyst's words may become facts; a model's are only proposed, and what it repeats gives nothing. What is
//! built in says nothing that the ledger does not hold, so its words are not read; nor is a sentence that tells either
//! what to do. What the analyst said is read once, however often it is answered again.

use factly_core::chat::assistant::is_question;
use factly_core::chat::labels::labels_in;
use factly_core::chat::markdown::without_links;
use factly_core::chat::statements::{CardEffect, statements_to_built_in, statements_to_model};
use factly_core::chat::{MessageState, read_rounds};
use factly_core::inputs::{BundleTurn, build};
use factly_core::message;
use serde_json::Value;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::message::items;
use crate::error::{Error, Result};
use crate::extraction::Runs;
use crate::extraction::{BuiltInParser, ModelReply, OFFLINE, RunOwnership};
use crate::facts::Facts;
use crate::inputs::rfc3339;
use crate::items::ItemMentions;
use crate::lookup::message_row;
use crate::providers::Providers;
use crate::providers::{ProviderKind, StopSignal, Task};
use crate::store::bundles::{NewTurn, TurnSource};
use crate::store::chat_cards::ChatCardRow;
use crate::store::chat_messages::MessageRow;
use crate::store::runs::{NewRun, RunStatus};
use crate::store::{BundleSeq, MessageSeq, Op, OpSeq, Reader, Stack, Topic, Writer};
use crate::task::{CancelToken, Cancelled};
use crate::turn_lock::is_carried_out;

/// The result of feeding a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedReport {
    /// None: nothing in the turn is to be read.
    pub bundle: Option<Uuid>,
    /// New in the ledger, proposed ones among them.
    pub facts: usize,
    /// The reason the bundle was not read: its run waits or failed, and can be tried again.
    pub unread: Option<Error>,
}

/// The parts of a turn that are read.
struct TurnText {
    free_chat: String,
    agent_output: String,
}

impl Chat<'_> {
    /// Reads the bundle of a finished turn. Called again, it goes on where it was, or does nothing.
    pub fn feed_turn(&self, answer: Uuid, stop: &dyn StopSignal) -> Result<FeedReport> {
        let row = self.ctx.read(|r| message_row(r, answer))?;
        if row.answers.is_none() {
            return Err(Error::invalid("A turn is named by its answer."));
        }
        match row.bundle {
            Some(bundle) => self.read_turn(&row, bundle, stop),
            None => Ok(FeedReport::default()),
        }
    }

    /// Reads what was said in turns whose application ended between the answer and its reading. A model is asked by
    /// nobody but the analyst, so where one reads, their runs are failed and can be tried again.
    pub(crate) fn read_waiting_turns(&self) -> Result<()> {
        let waiting = self.ctx.read(|r| Ok(r.turns_to_read()?))?;
        let waiting: Vec<_> =
            waiting.into_iter().filter(|turn| !is_carried_out(self.ctx.path(), turn.answer)).collect();
        if waiting.is_empty() {
            return Ok(());
        }
        let is_built_in = Providers::new(self.ctx)
            .provider_settings()
            .is_ok_and(|settings| settings.for_task(Task::Extraction).kind == ProviderKind::Offline);
        for turn in waiting {
            // That a turn cannot be read is no reason not to open the library.
            let is_read = is_built_in && self.feed_turn(turn.answer, &CancelToken::default()).is_ok();
            if !is_read {
                self.ctx.write(Op::silent(), |w| {
                    w.topic(Topic::Runs);
                    Ok(w.fail_waiting_run(turn.run)?)
                })?;
            }
        }
        Ok(())
    }

    fn read_turn(&self, row: &MessageRow, bundle: BundleSeq, stop: &dyn StopSignal) -> Result<FeedReport> {
        let id = self.ctx.read(|r| Ok(r.bundle_at(bundle)?.id))?;
        let mut fed = FeedReport { bundle: Some(id), ..FeedReport::default() };
        let op = Op::named(Stack::Discovery(row.discovery), message!("Chat: read what was said"));
        let parsed = match Providers::new(self.ctx).model_at(row.discovery, Task::Extraction, stop) {
            Ok(Some(model)) => {
                match Runs::new(self.ctx).parse_with_model(&model, bundle, op, RunOwnership::OfThisStep, stop)? {
                    ModelReply::Read(parsed) => parsed,
                    ModelReply::Failed { error, .. } => return Ok(FeedReport { unread: Some(error), ..fed }),
                    ModelReply::Stopped => return Ok(FeedReport { unread: Some(Cancelled.into()), ..fed }),
                }
            }
            Ok(None) => {
                let registry = self.ctx.read(|r| Facts::new(self.ctx).registry_of(r, row.discovery))?;
                let parser = BuiltInParser::new(&registry, self.ctx.number_format()?);
                Runs::new(self.ctx).parse_offline(&parser, &[bundle], op, RunOwnership::OfThisStep)?
            }
            Err(error) => return Ok(FeedReport { unread: Some(error), ..fed }),
        };
        fed.facts = parsed.facts;
        if let Some(step) = parsed.operation {
            self.note_step(row, step)?;
        }
        Ok(fed)
    }

    /// So that undoing the turn takes its facts back too.
    fn note_step(&self, row: &MessageRow, step: OpSeq) -> Result<()> {
        self.ctx.write(Op::silent(), |w| {
            w.about(row.discovery);
            w.topic(Topic::Chat);
            Ok(w.set_message_operation(row.seq, step)?)
        })?;
        Ok(())
    }
}

/// Makes the bundle of a turn within the step that ends its answer, so that no answer that has ended is without one. Its
/// run waits.
pub(super) fn bundle_turn(w: &mut Writer<'_>, answer: MessageSeq) -> Result<()> {
    let row = w.chat_message_at(answer)?;
    let (Some(question), Some(text)) = (row.answers, turn_text(w, &row)?) else { return Ok(()) };
    let question = w.chat_message_at(question)?;
    let discovery = row.discovery;
    let stage = w.discovery_at(discovery)?.map(|row| row.stage).unwrap_or_default();
    let id = w.next_id();
    let mut turn = BundleTurn {
        bundle_id: id.to_string(),
        stage,
        timestamp: rfc3339(row.created_at),
        free_chat: text.free_chat,
        agent_output: text.agent_output,
        ..BundleTurn::default()
    };
    // What an assistant names is no choice of the analyst.
    let analyst_text = turn.free_chat.clone();
    ItemMentions::read(w, discovery)?.add_to_turn(&mut turn, &analyst_text, &items(&question.labels));
    let item_ids = serde_json::to_string(&turn.selected_item_ids).unwrap_or_else(|_| "[]".to_owned());
    let source_ids = serde_json::to_string(&[question.id, row.id]).unwrap_or_default();
    let seq = w.insert_turn(&NewTurn {
        id,
        discovery,
        source: TurnSource::Chat,
        stage,
        scope: turn.scope,
        item_ids: &item_ids,
        source_ids: &source_ids,
        bundle: &build(&turn),
    })?;
    let (model, status) = (OFFLINE, RunStatus::Queued);
    w.insert_run(&NewRun { discovery, bundle: seq, model, forced: false, status })?;
    w.set_message_bundle(row.seq, seq)?;
    [Topic::Runs, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}

/// Returns the parts of a turn to be read; nothing of one that failed, which is tried again.
fn turn_text(r: &Reader, row: &MessageRow) -> Result<Option<TurnText>> {
    let Some(question) = row.answers else { return Ok(None) };
    if !matches!(row.state, MessageState::Done | MessageState::Stopped) {
        return Ok(None);
    }
    let is_built_in = row.provider.is_none();
    let question_text = r.chat_message_at(question)?.text;
    let cards: Vec<CardEffect> = r.cards_of_chat_message(row.seq)?.iter().map(proposed).collect();
    let stated = if is_built_in {
        statements_to_built_in(&question_text, &cards)
    } else {
        statements_to_model(&question_text, &cards)
    };
    let says_nothing = is_question(&stated) || r.is_question_fed(question)?;
    let free_chat = if says_nothing { String::new() } else { stated };
    let agent_output = if is_built_in { String::new() } else { without_links(&words_of(row)) };
    let nothing = free_chat.is_empty() && agent_output.trim().is_empty();
    Ok((!nothing).then_some(TurnText { free_chat, agent_output }))
}

fn proposed(card: &ChatCardRow) -> CardEffect {
    let params: Value = serde_json::from_str(&card.params).unwrap_or_default();
    let words = params.get("text").or_else(|| params.get("new_text")).and_then(Value::as_str).unwrap_or_default();
    CardEffect {
        words: words.to_owned(),
        labels: labels_in(&card.params).into_iter().filter(|named| named.surely).map(|named| named.label).collect(),
    }
}

/// The model's own words, without what Factly said in its place.
fn words_of(row: &MessageRow) -> String {
    let rounds = read_rounds(&row.calls);
    if rounds.is_empty() {
        return row.text.clone();
    }
    let texts = rounds.iter().map(|round| round.text.trim()).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}
