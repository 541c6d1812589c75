//! Taking back all that one turn did: what its cards changed, and the facts that were read from it.

use std::collections::BTreeSet;

use factly_core::chat::CardStatus;
use factly_core::message;
use uuid::Uuid;

use crate::chat::Chat;
use crate::error::{Error, Result};
use crate::lookup::message_row;
use crate::store::chat_cards::ChatCardRow;
use crate::store::chat_messages::MessageRow;
use crate::store::history::StepRow;
use crate::store::{DiscoverySeq, Reader, Stack};

/// A turn of more steps than these, or with more done since, is taken back step by step.
const LOOKED_AT: u32 = 200;

/// The newest steps of a discovery that stand, the newest first.
pub(super) struct TurnSteps {
    steps: Vec<StepRow>,
    /// There are no others.
    are_all: bool,
}

pub(super) fn done_steps(r: &Reader, discovery: DiscoverySeq) -> Result<TurnSteps> {
    let steps = r.standing_steps(Stack::Discovery(discovery), LOOKED_AT + 1)?;
    let are_all = steps.len() <= LOOKED_AT as usize;
    Ok(TurnSteps { steps, are_all })
}

impl TurnSteps {
    /// Returns how many of the newest steps are a turn's, if all of its are among them.
    pub(super) fn of_turn(&self, r: &Reader, message: &MessageRow, cards: &[ChatCardRow]) -> Result<usize> {
        let steps_of =
            |status| cards.iter().filter(move |card| card.status == status).filter_map(|card| card.operation);
        let mut of_turn = BTreeSet::from_iter(steps_of(CardStatus::Applied).chain(message.operation));
        of_turn.extend(r.steps_of_report_turn(message.id)?);
        if !self.steps.iter().any(|step| of_turn.contains(&step.seq)) {
            return Err(Error::refused("There is nothing left of this turn to undo."));
        }
        // To have decided against a card changed nothing, and is no reason to keep what the others did.
        of_turn.extend(steps_of(CardStatus::Cancelled));
        let standing = self.steps.iter().filter(|step| of_turn.contains(&step.seq)).count();
        match self.steps.iter().take(standing).find(|step| !of_turn.contains(&step.seq)) {
            // Below the last one that was looked at may lie more of the turn's.
            None if standing == self.steps.len() && !self.are_all => Err(Error::refused(message!(
                "This turn did more than {} things, so they are not undone together.",
                LOOKED_AT
            ))
            .hint("Go back in the history instead.")),
            None => Ok(standing),
            Some(above) => Err(Error::refused(message!("“{}” was done after it.", above.name))
                .hint("Undo that first, or undo the changes of this turn one by one in the history.")),
        }
    }
}

impl Chat<'_> {
    /// Takes back all that a turn did, if nothing else was done since.
    pub fn undo_turn(&self, answer: Uuid) -> Result<()> {
        let discovery = self.ctx.read(|r| Ok(message_row(r, answer)?.discovery))?;
        self.ctx.go_to_found(Stack::Discovery(discovery), |r| {
            let row = message_row(r, answer)?;
            let steps = done_steps(r, discovery)?;
            let count = steps.of_turn(r, &row, &r.cards_of_chat_message(row.seq)?)?;
            Ok(steps.steps.get(count).map(|step| step.seq))
        })?;
        Ok(())
    }
}
