//! SQL of the chat that a file brings: rows as they were, at the times when they were.

use factly_core::chat::{CardStatus, MessageState, Mode, Role, Tool};
use rusqlite::params;
use uuid::Uuid;

use crate::store::{BundleSeq, ConversationSeq, DiscoverySeq, MessageSeq, StoreError, Writer};

/// A message of a file.
#[derive(Debug)]
pub struct ImportedMessage<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub conversation: ConversationSeq,
    pub role: Role,
    pub state: MessageState,
    pub answers: Option<MessageSeq>,
    pub labels: &'a str,
    pub provider: Option<&'a str>,
    pub model: Option<&'a str>,
    pub error: Option<&'a str>,
    pub bundle: Option<BundleSeq>,
    pub foreign_data: Option<&'a str>,
    pub created_at: i64,
    pub ended_at: i64,
    pub calls: &'a str,
    pub text: &'a str,
}

/// A card of a file.
#[derive(Debug)]
pub struct ImportedCard<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub message: MessageSeq,
    pub position: u32,
    pub tool: Tool,
    pub params: &'a str,
    pub shown: &'a str,
    pub status: CardStatus,
    pub error: Option<&'a str>,
    pub became: Option<&'a str>,
    pub edited: Option<&'a str>,
    pub decided_at: Option<i64>,
}

impl Writer<'_> {
    pub fn insert_imported_conversation(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        title: &str,
        is_default: bool,
        created_at: i64,
    ) -> Result<ConversationSeq, StoreError> {
        let sql = "INSERT INTO chat_conversation (id, discovery, mode, title, is_default, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let row = params![id, discovery, Mode::Discovery.as_str(), title, is_default, created_at];
        Ok(ConversationSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    pub fn insert_imported_message(&mut self, message: &ImportedMessage<'_>) -> Result<MessageSeq, StoreError> {
        let sql = "INSERT INTO chat_message (
                       id, discovery, conversation, role, state, answers, labels, provider, model, error, bundle,
                       foreign_data, created_at, ended_at, calls, text
                   ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        let seq = self.connection().prepare_cached(sql)?.insert(params![
            message.id,
            message.discovery,
            message.conversation,
            message.role.as_str(),
            message.state.as_str(),
            message.answers,
            message.labels,
            message.provider,
            message.model,
            message.error,
            message.bundle,
            message.foreign_data,
            message.created_at,
            message.ended_at,
            message.calls,
            message.text
        ])?;
        Ok(MessageSeq(seq))
    }

    pub fn insert_imported_card(&mut self, card: &ImportedCard<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO chat_card (
                       id, discovery, message, place, tool, params, shown, status, error, became, edited, decided_at
                   ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        self.change(
            sql,
            params![
                card.id,
                card.discovery,
                card.message,
                card.position,
                card.tool.as_str(),
                card.params,
                card.shown,
                card.status.as_str(),
                card.error,
                card.became,
                card.edited,
                card.decided_at
            ],
        )
    }
}
