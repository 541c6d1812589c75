//! Cards: what a model proposed, until the analyst decides.
//!
//! A card does nothing by itself. Confirmed, it is carried out by the same operations as by hand, in one step of undo
//! with its own change of status, so that taking the step back makes it wait again. A button is bound to what the card
//! showed: what it would do now is read again in the transaction that does it, and if it is anything else, nothing is
//! done and the caller shows the card anew. What fails is rolled back, said on the card, and can be tried again.
//!
//! | file | does |
//! |---|---|
//! | `present` | what a card would do as things stand |
//! | `plan` | what a confirmation comes to: checked for duplicates before anything is written |
//! | `carry_out` | one confirmed change, within a step |

mod carry_out;
mod plan;
mod present;

// Inside the crate, because it makes cards as a turn makes them, without one.
#[cfg(test)]
#[path = "../../../../../tests/engine/chat_cards/mod.rs"]
mod tests;

use std::cell::Cell;

use factly_core::chat::card::CardContent;
use factly_core::chat::proposal::{CardChange, CardProposal};
use factly_core::chat::{CardStatus, Tool};
use factly_core::discovery::{EntityLabel, OutputType};
use factly_core::message;
use factly_core::message::UserMessage;
use serde_json::Value;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::cards::carry_out::carry_out;
use crate::chat::cards::plan::{CardOrder, CardPlan, DuplicateJudge};
use crate::chat::cards::present::present;
use crate::duplicates::DuplicateMatches;
use crate::duplicates::{Duplicate, DuplicatePolicy};
use crate::error::{Code, Error, Result};
use crate::inputs::Inputs;
use crate::lookup::discovery_row;
use crate::marks::Judge;
use crate::marks::judging::{MOST_ASKED, notes, too_many_changes};
use crate::marks::{Reach, each_once};
use crate::store::chat_cards::{CardEnd, ChatCardRow, NewCardRow};
use crate::store::{DiscoverySeq, MessageSeq, Op, Reader, Stack, Topic, Writer};
use carry_out::CardResult;

/// A card as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct CardView {
    pub id: Uuid,
    /// The answer that made it.
    pub message: Uuid,
    pub tool: Tool,
    /// As the model sent them.
    pub params: Value,
    pub status: CardStatus,
    /// Fingerprint of its buttons.
    pub fingerprint: String,
    /// The changes since it was made, if it still waits.
    pub stale: Option<UserMessage>,
    /// While it waits what it would do now, after that what it did.
    pub shown: CardContent,
    /// The reason it could not be carried out, the last time that was tried.
    pub error: Option<Error>,
    pub became: Option<EntityLabel>,
}

/// The analyst's edit of a proposal before confirming it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardEdit {
    pub text: String,
    /// Of a new entity: all that it is to rest on.
    pub related_ids: Vec<EntityLabel>,
    pub output_type: Option<OutputType>,
}

/// The policy where the column says the same already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDuplicate {
    /// Nothing: the analyst is told.
    Ask,
    AddAnyway,
    /// By an analyst who was not shown what says the same: see [`DuplicatePolicy::Report`].
    AddUnasked,
    /// The card becomes this entity, and its links are added.
    Same(EntityLabel),
}

impl From<DuplicatePolicy> for OnDuplicate {
    fn from(anyway: DuplicatePolicy) -> Self {
        match anyway {
            DuplicatePolicy::Hold => Self::Ask,
            DuplicatePolicy::Allow => Self::AddAnyway,
            DuplicatePolicy::Report => Self::AddUnasked,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Confirmed {
    pub card: CardView,
    /// Duplicates in the column. Nothing was done then.
    pub duplicates: Vec<Duplicate>,
    /// Entities that the change marked.
    pub marked: Vec<EntityLabel>,
    /// A sentence, where a model was to judge whom it touches and what is built in did.
    pub note: Option<UserMessage>,
}

/// The result of several cards that were confirmed together.
#[derive(Clone, Debug, PartialEq)]
pub struct AllConfirmed {
    pub cards: Vec<CardView>,
    /// Entities that the changes marked.
    pub marked: Vec<EntityLabel>,
    /// As of one card.
    pub note: Option<UserMessage>,
}

impl Chat<'_> {
    pub fn chat_card(&self, id: Uuid) -> Result<CardView> {
        self.ctx.read(|r| card_view(r, card_row(r, id)?))
    }

    /// The cards of all conversations of a discovery, the oldest first.
    pub fn chat_cards(&self, discovery: Uuid, status: Option<CardStatus>) -> Result<Vec<CardView>> {
        // A card that failed is one that waits.
        let stored = status.map(|status| if status == CardStatus::Error { CardStatus::Pending } else { status });
        let cards = self.ctx.read(|r| {
            let rows = r.chat_cards(discovery_row(r, discovery)?.seq, stored)?;
            rows.into_iter().map(|row| card_view(r, row)).collect::<Result<Vec<_>>>()
        })?;
        Ok(cards.into_iter().filter(|card| status.is_none_or(|status| card.status == status)).collect())
    }

    /// The cards of an answer, in their order.
    pub fn cards_of_message(&self, message: Uuid) -> Result<Vec<CardView>> {
        self.ctx.read(|r| {
            let message = r.chat_message(message)?.ok_or_else(|| Error::not_found("There is no such message."))?;
            let rows = r.cards_of_chat_message(message.seq)?;
            rows.into_iter().map(|row| card_view(r, row)).collect()
        })
    }

    /// Does what a card shows, with what the analyst made of it.
    pub fn confirm_card(
        &self,
        card: Uuid,
        fingerprint: &str,
        edit: Option<&CardEdit>,
        on_duplicate: impl Into<OnDuplicate>,
    ) -> Result<Confirmed> {
        let order = CardOrder { card, fingerprint, edit, on_duplicate: on_duplicate.into() };
        let plan = match self.planned(&order, DuplicateJudge::Judged)? {
            Ok(plan) => plan,
            Err(DuplicateMatches { duplicates, note }) => {
                return Ok(Confirmed { card: self.chat_card(card)?, duplicates, marked: Vec::new(), note });
            }
        };
        let (marked, note) = self.carried_out(&[plan])?;
        Ok(Confirmed { card: self.chat_card(card)?, duplicates: Vec::new(), marked, note })
    }

    /// Does what several cards of an answer show, as one step: all of it or nothing.
    pub fn confirm_cards(&self, message: Uuid, cards: &[(Uuid, String)]) -> Result<AllConfirmed> {
        let (comparison, too_many) = self.comparison_for(cards)?;
        let mut plans = Vec::with_capacity(cards.len());
        for (card, fingerprint) in cards {
            let order = CardOrder { card: *card, fingerprint, edit: None, on_duplicate: OnDuplicate::Ask };
            let row = self.ctx.read(|r| card_row(r, *card))?;
            if row.message_id != message || cards.iter().filter(|(other, _)| other == card).count() > 1 {
                return Err(Error::invalid("Cards of one message are confirmed together, each once."));
            }
            match self.planned(&order, comparison)? {
                Ok(plan) => plans.push(plan),
                Err(alike) => return Err(self.card_failed(&row, duplicate_error(&alike.duplicates))),
            }
        }
        plan::check_apart(&plans).map_err(|(row, error)| self.card_failed(row, error))?;
        let (marked, note) = self.carried_out(&plans)?;
        let cards = cards.iter().map(|(card, _)| self.chat_card(*card)).collect::<Result<_>>()?;
        Ok(AllConfirmed { cards, marked, note: notes([&too_many, &note]) })
    }

    /// Returns who compares what several cards would add, and a sentence where it is not the model that is set: each
    /// addition is a call that somebody waits for.
    fn comparison_for(&self, cards: &[(Uuid, String)]) -> Result<(DuplicateJudge, Option<UserMessage>)> {
        let tools = self
            .ctx
            .read(|r| cards.iter().map(|(card, _)| Ok(card_row(r, *card)?.tool)).collect::<Result<Vec<_>>>())?;
        match tools.into_iter().filter(|tool| *tool == Tool::AddItem).count() {
            additions if additions <= MOST_ASKED => Ok((DuplicateJudge::Judged, None)),
            _ => Ok((DuplicateJudge::BuiltIn, Judge::new(self.ctx).has_judge().then(too_many_changes))),
        }
    }

    /// Decides against a card. Undo makes it wait again.
    pub fn cancel_card(&self, card: Uuid) -> Result<CardView> {
        let row = self.ctx.read(|r| card_row(r, card))?;
        self.ctx.write(Op::named(Stack::Discovery(row.discovery), message!("Chat: cancel a proposal")), |w| {
            waiting(&card_row(w, card)?)?;
            w.topic(Topic::Chat);
            let operation = w.operation();
            Ok(w.set_chat_card(
                row.seq,
                &CardEnd { status: CardStatus::Cancelled, error: None, became: None, operation, edited: None },
            )?)
        })?;
        self.chat_card(card)
    }

    /// Carries out plans of one discovery as one step, and returns what that marked and what there is to say of who judged.
    fn carried_out(&self, plans: &[CardPlan]) -> Result<(Vec<EntityLabel>, Option<UserMessage>)> {
        let Some(first) = plans.first() else { return Ok((Vec::new(), None)) };
        let judged = self.judge_plans(plans)?;
        let stack = Stack::Discovery(first.discovery.seq);
        let under_way = Cell::new(None);
        let written = self.ctx.write(Op::named(stack, message!("Chat: confirm a proposal")), |w| {
            // Looked at before any of them is done: one may change what another shows.
            let present = plans.iter().map(|plan| plan.checked(w)).collect::<Result<Vec<_>>>()?;
            let mut done = Vec::with_capacity(plans.len());
            for (plan, present) in plans.iter().zip(present) {
                under_way.set(Some(plan));
                done.push(carry_out(self.ctx, w, plan, present, Reach::Judged(&judged))?);
            }
            w.rename_op(&step_name(&done))?;
            w.topic(Topic::Chat);
            Ok(done)
        });
        let written = written.map_err(|error| match under_way.get() {
            Some(plan) => self.card_failed(&plan.row, error),
            None => error,
        })?;
        let mut marked = Vec::new();
        for applied in written.value {
            marked.extend(applied.marked);
            if let Some(unread) = applied.unread {
                Inputs::new(self.ctx).read_edited(unread, written.operation)?;
            }
        }
        let compared = plans.iter().map(|plan| &plan.note);
        Ok((each_once(marked), notes(compared.chain(judged.iter().map(|judged| &judged.note)))))
    }

    /// Says on a card why it could not be carried out, and returns that. The card still waits.
    fn card_failed(&self, row: &ChatCardRow, error: Error) -> Error {
        let written = self.ctx.write(Op::silent(), |w| {
            w.about(row.discovery);
            w.topic(Topic::Chat);
            let row = card_row(w, row.id)?;
            if row.status == CardStatus::Pending {
                let stored = error.stored();
                // A step that was taken back can be done again, and is the card's then.
                let (status, operation) = (CardStatus::Pending, row.operation);
                w.set_chat_card(
                    row.seq,
                    &CardEnd { status, error: Some(&stored), became: None, operation, edited: None },
                )?;
            }
            Ok(())
        });
        // What failed may be the disk: then the caller still hears of the first failure.
        drop(written);
        error
    }
}

/// Adds a card to an answer that is under way, as part of storing its call.
pub(crate) fn insert_card(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    message: MessageSeq,
    position: u32,
    proposal: &CardProposal,
) -> Result<Uuid> {
    let shown = present(w, discovery, &proposal.change, None)?.shown;
    let (params, shown) = (proposal.params.to_string(), serde_json::to_string(&shown).unwrap_or_default());
    w.topic(Topic::Chat);
    let card = NewCardRow { discovery, message, position, tool: proposal.tool, params: &params, shown: &shown };
    Ok(w.insert_chat_card(&card)?)
}

/// Returns what a card of a file would show if it were made now, as it is stored.
pub(crate) fn shown_now(r: &Reader, discovery: DiscoverySeq, change: &CardChange) -> Result<String> {
    Ok(serde_json::to_string(&present(r, discovery, change, None)?.shown).unwrap_or_default())
}

/// A card as it is shown at this moment.
pub(crate) fn card_view(r: &Reader, row: ChatCardRow) -> Result<CardView> {
    let (params, change, made) = read_row(&row)?;
    let error = row.error.as_deref().map(Error::from_stored);
    let mut view = CardView {
        id: row.id,
        message: row.message_id,
        tool: row.tool,
        status: row.status,
        fingerprint: String::new(),
        stale: None,
        shown: row.edited.as_deref().and_then(|edited| serde_json::from_str(edited).ok()).unwrap_or(made),
        became: row.became.as_deref().and_then(EntityLabel::parse),
        params,
        error: None,
    };
    if row.status == CardStatus::Pending {
        let present = present(r, row.discovery, &change, Some(&view.shown))?;
        view.stale = present.stale(&view.shown);
        view.fingerprint = present.fingerprint(row.tool, &view.params);
        view.shown = present.shown;
        view.status = if error.is_some() { CardStatus::Error } else { CardStatus::Pending };
        view.error = error;
    }
    Ok(view)
}

fn card_row(r: &Reader, id: Uuid) -> Result<ChatCardRow> {
    r.chat_card(id)?.ok_or_else(|| {
        Error::not_found("There is no such card.").hint("Its message may have been deleted or answered again.")
    })
}

/// The call as the model sent it, what it would change, and what the card showed when it was made.
fn read_row(row: &ChatCardRow) -> Result<(Value, CardChange, CardContent)> {
    let damaged = |what: String| Error::new(Code::LibraryDamaged, message!("A card cannot be read: {}", what));
    let params: Value = serde_json::from_str(&row.params).map_err(|error| damaged(error.to_string()))?;
    let change = CardChange::parse(row.tool, &params).map_err(|fault| damaged(fault.to_string()))?;
    let made: CardContent = serde_json::from_str(&row.shown).map_err(|error| damaged(error.to_string()))?;
    Ok((params, change, made))
}

fn waiting(row: &ChatCardRow) -> Result<()> {
    match row.status {
        CardStatus::Pending | CardStatus::Error => Ok(()),
        CardStatus::Applied => Err(Error::refused("This card is applied already.").hint("Undo takes it back.")),
        CardStatus::Cancelled => Err(Error::refused("This card was cancelled.").hint("Undo makes it wait again.")),
    }
}

fn step_name(done: &[CardResult]) -> UserMessage {
    match done {
        [one] => one.name.clone(),
        several => message!("Chat: {} changes", several.len()),
    }
}

fn duplicate_error(duplicates: &[Duplicate]) -> Error {
    let labels: Vec<String> = duplicates.iter().map(|found| found.label.to_string()).collect();
    Error::refused(message!("{} says the same already.", labels.join(", ")))
        .kept("Nothing was changed.")
        .hint("Confirm this card by itself, to add it anyway or to take it for that one.")
}
