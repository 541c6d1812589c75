//! SQL of `chat_card`. What a card would do is never rewritten; what became of it is.

use factly_core::chat::{CardStatus, Tool};
use rusqlite::{Params, Row, params};
use uuid::Uuid;

use super::{CardSeq, DiscoverySeq, MessageSeq, OpSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatCardRow {
    pub seq: CardSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub message: MessageSeq,
    pub message_id: Uuid,
    pub position: u32,
    pub tool: Tool,
    /// As the model sent them, as JSON.
    pub params: String,
    /// The content shown when it was made, as JSON.
    pub shown: String,
    pub status: CardStatus,
    /// As JSON.
    pub error: Option<String>,
    pub became: Option<String>,
    pub operation: Option<OpSeq>,
    /// The analyst's edited version, as JSON.
    pub edited: Option<String>,
    pub decided_at: Option<i64>,
}

/// A card about to be stored, as pending.
pub struct NewCardRow<'a> {
    pub discovery: DiscoverySeq,
    pub message: MessageSeq,
    pub position: u32,
    pub tool: Tool,
    pub params: &'a str,
    pub shown: &'a str,
}

/// The outcome of a card: `None` leaves a column empty.
pub struct CardEnd<'a> {
    pub status: CardStatus,
    pub error: Option<&'a str>,
    pub became: Option<&'a str>,
    pub operation: Option<OpSeq>,
    pub edited: Option<&'a str>,
}

const SELECT: &str = "SELECT k.seq, k.id, k.discovery, k.message, m.id, k.place, k.tool, k.params, k.shown, k.status,
        k.error, k.became, k.operation, k.edited, k.decided_at
    FROM chat_card AS k JOIN chat_message AS m ON m.seq = k.message";

/// Rows that the analyst can reach: none of a message, a conversation or a discovery that is hidden.
const STANDING: &str = "JOIN chat_conversation AS c ON c.seq = m.conversation AND c.deleted = 0
    JOIN discovery AS d ON d.seq = k.discovery AND d.deleted = 0
    WHERE m.deleted = 0 AND k.deleted = 0";

impl Reader {
    pub fn chat_card(&self, id: Uuid) -> Result<Option<ChatCardRow>, StoreError> {
        let sql = format!("{SELECT} {STANDING} AND k.id = ?1");
        self.select_one(&sql, [id], card_row)
    }

    /// Of all conversations, the oldest first.
    pub fn chat_cards(
        &self,
        discovery: DiscoverySeq,
        status: Option<CardStatus>,
    ) -> Result<Vec<ChatCardRow>, StoreError> {
        let of_status = if status.is_some() { "AND k.status = ?2" } else { "AND ?2 IS NULL" };
        let sql = format!("{SELECT} {STANDING} AND k.discovery = ?1 {of_status} ORDER BY k.seq");
        self.cards_by(&sql, params![discovery, status.map(CardStatus::as_str)])
    }

    /// In their order, whether the message is hidden or not.
    pub fn cards_of_chat_message(&self, message: MessageSeq) -> Result<Vec<ChatCardRow>, StoreError> {
        let sql = format!("{SELECT} WHERE k.message = ?1 AND k.deleted = 0 ORDER BY k.place");
        self.cards_by(&sql, [message])
    }

    fn cards_by(&self, sql: &str, values: impl Params) -> Result<Vec<ChatCardRow>, StoreError> {
        self.select(sql, values, card_row)
    }
}

impl Writer<'_> {
    pub fn insert_chat_card(&mut self, card: &NewCardRow<'_>) -> Result<Uuid, StoreError> {
        let id = self.next_id();
        let sql = "INSERT INTO chat_card (id, discovery, message, place, tool, params, shown)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![id, card.discovery, card.message, card.position, card.tool.as_str(), card.params, card.shown];
        self.connection().prepare_cached(sql)?.execute(row)?;
        Ok(id)
    }

    pub fn set_chat_card(&mut self, seq: CardSeq, end: &CardEnd<'_>) -> Result<(), StoreError> {
        let now = self.now_ms();
        let sql =
            "UPDATE chat_card SET status = ?2, error = ?3, became = ?4, operation = ?5, edited = ?6, decided_at = ?7
                   WHERE seq = ?1";
        let row = params![seq, end.status.as_str(), end.error, end.became, end.operation, end.edited, now];
        self.change(sql, row)
    }
}

fn card_row(row: &Row<'_>) -> rusqlite::Result<ChatCardRow> {
    Ok(ChatCardRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        message: row.get(3)?,
        message_id: row.get(4)?,
        position: row.get(5)?,
        tool: super::columns::word(row, 6, Tool::parse)?,
        params: row.get(7)?,
        shown: row.get(8)?,
        status: super::columns::word(row, 9, CardStatus::parse)?,
        error: row.get(10)?,
        became: row.get(11)?,
        operation: row.get(12)?,
        edited: row.get(13)?,
        decided_at: row.get(14)?,
    })
}
