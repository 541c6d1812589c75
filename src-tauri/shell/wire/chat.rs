//! The chat on the wire: conversations, messages, cards, and what is told while an answer comes.

use factly_core::chat::{CardStatus as Status, MessageState as State, Role as Speaker, Tool, card, markdown};
use factly_engine::chat::{self as domain, cards};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    markdown::{Block, blocks},
    mirror::from_domain,
    patch::Patch,
    pipeline::{Duplicate, EntityStatus, Kind, OutputType, label, labels, names},
    questions::ScopeItem,
};
use crate::error::{AppError, ErrorCode, Reply};

/// Told over the channel of one turn. It ends with exactly one of done, stopped and error.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ChatEvent {
    /// Both messages are stored; the text of a very long question is abridged here.
    Begun {
        user: ChatMessage,
        assistant: String,
    },
    /// More words. The answer's blocks before index `from` are final. The one there becomes another by `grown`, where that
    /// is said; then `blocks` take the place of all that follow.
    Token {
        from: u32,
        grown: Option<Patch>,
        blocks: Vec<Block>,
    },
    /// A card that is stored and waits. One that is too large to be told is abridged: it has no fingerprint, so that
    /// nothing can be confirmed that was not shown, and no parameters.
    ToolCall {
        tool: ChatTool,
        params: Option<serde_json::Value>,
        card: ChatCard,
    },
    Done {
        message_id: String,
    },
    Stopped {
        message_id: String,
    },
    Error {
        error: String,
        code: ErrorCode,
        hint: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    pub id: String,
    pub title: String,
    pub is_default: bool,
    pub messages: u32,
    pub pending_cards: u32,
    pub updated_at: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    pub id: String,
    pub conversation: String,
    pub role: ChatRole,
    pub state: MessageState,
    /// As written by the analyst.
    pub text: String,
    /// Of an answer.
    pub blocks: Vec<Block>,
    /// What the analyst mentioned.
    pub references: Vec<String>,
    /// What it was said about; none is the whole project.
    pub items: Vec<ScopeItem>,
    pub cards: Vec<ChatCard>,
    /// Why an answer is not whole.
    pub error: Option<AppError>,
    /// None is what is built in.
    pub model: Option<String>,
    pub created_at: i64,
    /// How many were sent for it.
    pub requests: u32,
    pub undoable: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessages {
    /// Oldest first.
    pub messages: Vec<ChatMessage>,
    pub more: bool,
    pub total: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatHit {
    pub conversation: String,
    pub title: String,
    pub message: String,
    pub snippet: String,
    pub at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    User,
    Assistant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Streaming,
    Done,
    Stopped,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChatTool {
    AddItem,
    DeleteItem,
    EditItem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CardStatus {
    Pending,
    Applied,
    Cancelled,
    Error,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatCard {
    pub id: String,
    pub message: String,
    pub tool: ChatTool,
    pub status: CardStatus,
    /// What its buttons are bound to.
    pub fingerprint: String,
    pub stale: Option<String>,
    pub error: Option<AppError>,
    pub became: Option<String>,
    pub shown: CardShown,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum CardShown {
    Add { kind: Kind, text: String, links: Vec<LabelText>, output_type: Option<OutputType> },
    Delete { entities: Vec<DeletedEntity>, downstream: Vec<LabelText>, downstream_total: u32 },
    Edit { label: String, kind: Kind, before: String, after: String, version: u32 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LabelText {
    pub label: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DeletedEntity {
    pub label: String,
    pub kind: Kind,
    pub text: String,
    pub status: EntityStatus,
}

/// What the analyst made of a proposal before confirming it.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardEdited {
    pub text: String,
    pub related_ids: Vec<String>,
    pub output_type: Option<OutputType>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardConfirmed {
    pub card: ChatCard,
    /// What the column says already. Nothing was done then.
    pub duplicates: Vec<Duplicate>,
    /// A sentence, where a model was to judge whom it touches and what is built in did.
    pub note: Option<String>,
}

/// Several cards that were confirmed together.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardsConfirmed {
    pub cards: Vec<ChatCard>,
    /// As of one card.
    pub note: Option<String>,
}

/// What is done where the column says what a card would add.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum OnDuplicate {
    /// Nothing: the analyst is told.
    Ask,
    AddAnyway,
    /// The card becomes the entity of this label, and its links are added.
    Same(String),
}

/// A card as it was shown.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardShownAs {
    pub card: uuid::Uuid,
    pub fingerprint: String,
}

/// What one column offers for "@".
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MentionGroup {
    pub kind: Kind,
    pub entries: Vec<LabelText>,
}

from_domain!(ChatRole, Speaker { User, Assistant });
from_domain!(MessageState, State { Streaming, Done, Stopped, Failed });
from_domain!(ChatTool, Tool { AddItem, DeleteItem, EditItem });
from_domain!(CardStatus, Status { Pending, Applied, Cancelled, Error });

impl ChatEvent {
    pub fn card(card: &cards::CardView) -> Self {
        Self::ToolCall { tool: card.tool.into(), params: Some(card.params.clone()), card: card.clone().into() }
    }

    /// How a message ended, which is stored.
    pub fn end(message: &domain::MessageView) -> Self {
        match (message.state, &message.error) {
            (State::Failed, Some(error)) => {
                Self::Error { error: error.message.clone(), code: error.code.into(), hint: error.hint.clone() }
            }
            (State::Stopped, _) => Self::Stopped { message_id: message.id.to_string() },
            _ => Self::Done { message_id: message.id.to_string() },
        }
    }
}

impl From<domain::Conversation> for Conversation {
    fn from(conversation: domain::Conversation) -> Self {
        Self {
            id: conversation.id.to_string(),
            title: conversation.title,
            is_default: conversation.is_default,
            messages: conversation.messages,
            pending_cards: conversation.pending_cards,
            updated_at: conversation.updated_at,
        }
    }
}

impl From<domain::MessageView> for ChatMessage {
    fn from(message: domain::MessageView) -> Self {
        let (text, blocks) = match message.role {
            Speaker::User => (message.text, Vec::new()),
            Speaker::Assistant => (String::new(), blocks(&markdown::blocks(&message.text))),
        };
        Self {
            id: message.id.to_string(),
            conversation: message.conversation.to_string(),
            role: message.role.into(),
            state: message.state.into(),
            text,
            blocks,
            references: names(&message.references),
            items: message.items.into_iter().map(Into::into).collect(),
            cards: message.cards.into_iter().map(Into::into).collect(),
            error: message.error.map(Into::into),
            model: message.model,
            created_at: message.created_at,
            requests: message.requests,
            undoable: message.undoable,
        }
    }
}

impl From<domain::MessagePage> for ChatMessages {
    fn from(page: domain::MessagePage) -> Self {
        Self { messages: page.messages.into_iter().map(Into::into).collect(), more: page.more, total: page.total }
    }
}

impl From<domain::FoundMessage> for ChatHit {
    fn from(found: domain::FoundMessage) -> Self {
        Self {
            conversation: found.conversation.to_string(),
            title: found.title,
            message: found.message.to_string(),
            snippet: found.snippet,
            at: found.at,
        }
    }
}

impl From<domain::MentionGroup> for MentionGroup {
    fn from(group: domain::MentionGroup) -> Self {
        let entry = |entry: domain::Mention| LabelText { label: entry.label.to_string(), text: entry.text };
        Self { kind: group.kind.into(), entries: group.entries.into_iter().map(entry).collect() }
    }
}

impl From<cards::CardView> for ChatCard {
    fn from(card: cards::CardView) -> Self {
        Self {
            id: card.id.to_string(),
            message: card.message.to_string(),
            tool: card.tool.into(),
            status: card.status.into(),
            fingerprint: card.fingerprint,
            stale: card.stale,
            error: card.error.map(Into::into),
            became: card.became.map(|label| label.to_string()),
            shown: card.shown.into(),
        }
    }
}

impl From<card::Shown> for CardShown {
    fn from(shown: card::Shown) -> Self {
        match shown {
            card::Shown::Add(add) => Self::Add {
                kind: add.kind.into(),
                text: add.text,
                links: add.links.into_iter().map(Into::into).collect(),
                output_type: add.output_type.map(Into::into),
            },
            card::Shown::Delete(delete) => Self::Delete {
                entities: delete.entities.into_iter().map(Into::into).collect(),
                downstream: delete.downstream.into_iter().map(Into::into).collect(),
                downstream_total: count(delete.downstream_total),
            },
            card::Shown::Edit(edit) => Self::Edit {
                kind: edit.label.kind.into(),
                label: edit.label.to_string(),
                before: edit.before,
                after: edit.after,
                version: edit.version,
            },
        }
    }
}

impl From<card::Named> for LabelText {
    fn from(named: card::Named) -> Self {
        Self { label: named.label.to_string(), text: named.text }
    }
}

impl From<card::Doomed> for DeletedEntity {
    fn from(doomed: card::Doomed) -> Self {
        Self {
            kind: doomed.label.kind.into(),
            label: doomed.label.to_string(),
            text: doomed.text,
            status: doomed.status.into(),
        }
    }
}

impl From<cards::Confirmed> for CardConfirmed {
    fn from(confirmed: cards::Confirmed) -> Self {
        Self {
            card: confirmed.card.into(),
            duplicates: confirmed.duplicates.into_iter().map(Into::into).collect(),
            note: confirmed.note,
        }
    }
}

impl From<cards::AllConfirmed> for CardsConfirmed {
    fn from(confirmed: cards::AllConfirmed) -> Self {
        Self { cards: confirmed.cards.into_iter().map(Into::into).collect(), note: confirmed.note }
    }
}

impl OnDuplicate {
    pub fn read(self) -> Reply<cards::OnDuplicate> {
        Ok(match self {
            Self::Ask => cards::OnDuplicate::Ask,
            Self::AddAnyway => cards::OnDuplicate::AddAnyway,
            Self::Same(same) => cards::OnDuplicate::Same(label(&same)?),
        })
    }
}

impl CardEdited {
    pub fn read(self) -> Reply<cards::CardEdit> {
        Ok(cards::CardEdit {
            related_ids: labels(&self.related_ids)?,
            text: self.text,
            output_type: self.output_type.map(Into::into),
        })
    }
}
