//! Messages as they are shown: a page of a conversation from either end, each with its cards.

use factly_core::bundle::ItemRef;
use factly_core::chat::{MessageState, Role};
use factly_core::discovery::EntityLabel;
use factly_core::items::number_of;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::cards::{CardView, card_view};
use crate::chat::conversation::conversation_row;
use crate::chat::undo::{TurnSteps, done_steps};
use crate::error::{Error, Result};
use crate::store::chat_messages::MessageRow;
use crate::store::{MessageSeq, Reader};

/// More are never shown at once.
const MOST: u32 = 200;

#[derive(Clone, Debug, PartialEq)]
pub struct MessageView {
    pub id: Uuid,
    pub conversation: Uuid,
    pub role: Role,
    pub state: MessageState,
    /// As it was written; of an answer, Markdown.
    pub text: String,
    /// What the analyst mentioned.
    pub references: Vec<EntityLabel>,
    /// The items that it was said about, each by its reference then and its name now; none is the whole project.
    pub items: Vec<ItemRef>,
    pub cards: Vec<CardView>,
    /// Why an answer is not whole.
    pub error: Option<Error>,
    /// Who answered; none is what is built in.
    pub provider: Option<String>,
    pub model: Option<String>,
    pub created_at: i64,
    /// Sent for it.
    pub requests: u32,
    /// Whether [`Library::undo_turn`] would do something.
    pub undoable: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessagePage {
    /// The oldest first.
    pub messages: Vec<MessageView>,
    /// There are older ones.
    pub more: bool,
    pub total: u32,
}

impl Chat<'_> {
    /// The newest messages of a conversation, or those just before `before`.
    pub fn messages(&self, conversation: Uuid, before: Option<Uuid>, limit: u32) -> Result<MessagePage> {
        self.ctx.read(|r| {
            let row = conversation_row(r, conversation)?;
            let before = match before {
                // A place, which a message keeps when it is hidden meanwhile.
                Some(id) => r.chat_message_place(row.seq, id)?.ok_or_else(gone)?,
                None => MessageSeq(i64::MAX),
            };
            let limit = limit.clamp(1, MOST);
            let mut rows = r.messages_before(row.seq, before, limit + 1)?;
            let more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let steps = done_steps(r, row.discovery)?;
            let views = rows.into_iter().rev().map(|message| message_view(r, row.id, &steps, message));
            Ok(MessagePage { messages: views.collect::<Result<_>>()?, more, total: r.message_count(row.seq)? })
        })
    }

    pub fn message(&self, id: Uuid) -> Result<MessageView> {
        self.ctx.read(|r| shown(r, message_row(r, id)?))
    }
}

pub(super) fn message_row(r: &Reader, id: Uuid) -> Result<MessageRow> {
    r.chat_message(id)?.ok_or_else(gone)
}

fn gone() -> Error {
    Error::not_found("There is no such message.").hint("It may have been deleted or said again: undo brings it back.")
}

/// One message by itself.
pub(super) fn shown(r: &Reader, row: MessageRow) -> Result<MessageView> {
    let conversation = r.conversation_at(row.conversation)?.ok_or_else(super::conversation::gone)?;
    let steps = done_steps(r, row.discovery)?;
    message_view(r, conversation.id, &steps, row)
}

fn message_view(r: &Reader, conversation: Uuid, steps: &TurnSteps, row: MessageRow) -> Result<MessageView> {
    let (cards, undoable) = match row.role {
        Role::User | Role::Summary => (Vec::new(), false),
        Role::Assistant => {
            let cards = r.cards_of_chat_message(row.seq)?;
            let undoable = steps.of_turn(&row, &cards).is_ok();
            (cards.into_iter().map(|card| card_view(r, card)).collect::<Result<_>>()?, undoable)
        }
    };
    let items = said_about(r, &row)?;
    Ok(MessageView {
        id: row.id,
        conversation,
        items,
        role: row.role,
        state: row.state,
        text: row.text,
        references: labels(&row.labels),
        cards,
        error: row.error.as_deref().map(Error::from_stored),
        provider: row.provider,
        model: row.model,
        created_at: row.created_at,
        requests: r.request_count(row.id)?,
        undoable,
    })
}

fn said_about(r: &Reader, row: &MessageRow) -> Result<Vec<ItemRef>> {
    let named = items(&row.labels).into_iter().map(|id| {
        let name = r.item_meant(row.discovery, &id)?.map(|item| item.name).unwrap_or_default();
        Ok(ItemRef { id, name })
    });
    named.collect()
}

/// Of what a message is about, the items, by reference. No reference is a label: "i1", "I-1".
pub(super) fn items(json: &str) -> Vec<String> {
    let about: Vec<String> = serde_json::from_str(json).unwrap_or_default();
    about.into_iter().filter(|reference| number_of(reference).is_some()).collect()
}

/// Of what a message is about, the entities.
pub(super) fn labels(json: &str) -> Vec<EntityLabel> {
    let labels: Vec<String> = serde_json::from_str(json).unwrap_or_default();
    labels.iter().filter_map(|label| EntityLabel::parse(label)).collect()
}
