//! A turn as it was stored, how its answer ended, and what every mode asks a model with.

use factly_core::chat::MessageState;
use factly_core::chat::tool::Definition;
use factly_core::chat::turn::StopReason;
use factly_core::discovery::EntityLabel;
use uuid::Uuid;

use crate::chat::grounds::Grounds;
use crate::error::Error;
use crate::providers::{Finish, ToolDefinition};
use crate::retrieval::InputScope;
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::MessageRow;
use crate::turn_lock::TurnLock;

/// The two messages of a turn, as they were stored.
pub(super) struct StoredTurn {
    pub(super) discovery: Uuid,
    pub(super) conversation: ConversationRow,
    pub(super) question: MessageRow,
    pub(super) answer: MessageRow,
    pub(super) mentions: Vec<EntityLabel>,
    pub(super) scope: InputScope,
    /// Held until the turn ends.
    pub(super) _live: TurnLock,
}

/// The end of an answer.
pub(super) struct AnswerEnding {
    pub(super) state: MessageState,
    pub(super) error: Option<Error>,
    pub(super) grounds: Option<Grounds>,
}

impl AnswerEnding {
    pub(super) const fn done() -> Self {
        Self { state: MessageState::Done, error: None, grounds: None }
    }

    pub(super) fn failed(error: Error) -> Self {
        Self { state: MessageState::Failed, error: Some(error), grounds: None }
    }

    pub(super) const fn stopped() -> Self {
        Self { state: MessageState::Stopped, error: None, grounds: None }
    }
}

pub(super) fn reason_of(finish: Finish) -> StopReason {
    match finish {
        Finish::Stop | Finish::ToolCalls => StopReason::Finished,
        Finish::Length => StopReason::Limit,
        Finish::Filtered => StopReason::Withheld,
    }
}

pub(super) fn tools<'d>(definitions: impl IntoIterator<Item = &'d Definition>) -> Vec<ToolDefinition> {
    let tool = |of: &Definition| ToolDefinition {
        name: of.name.clone(),
        description: of.description.clone(),
        schema: of.input_schema.clone(),
    };
    definitions.into_iter().map(tool).collect()
}
