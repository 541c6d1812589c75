//! SQL of `chat_conversation`.

use factly_core::chat::Mode;
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::{ConversationSeq, DiscoverySeq, MessageSeq, Reader, ReportSeq, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationRow {
    pub seq: ConversationSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub mode: Mode,
    /// Empty: named by its first message.
    pub title: String,
    pub is_default: bool,
    pub created_at: i64,
    /// Inputs that it looks at, as JSON; none is all of them.
    pub scope: String,
    /// The report that it writes.
    pub report: Option<ReportSeq>,
}

/// Summary of a conversation for a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversationSketch {
    pub messages: u32,
    /// Cards that the analyst has not decided on.
    pub waiting: u32,
    /// The beginning of the first message.
    pub first: Option<String>,
    pub last: Option<(MessageSeq, i64)>,
}

const SELECT: &str = "SELECT c.seq, c.id, c.discovery, c.mode, c.title, c.is_default, c.created_at, c.scope,
        c.report
    FROM chat_conversation AS c JOIN discovery AS d ON d.seq = c.discovery AND d.deleted = 0
    WHERE c.deleted = 0";

impl Reader {
    pub fn conversation(&self, id: Uuid) -> Result<Option<ConversationRow>, StoreError> {
        let sql = format!("{SELECT} AND c.id = ?1");
        self.select_one(&sql, [id], conversation_row)
    }

    pub fn conversation_at(&self, seq: ConversationSeq) -> Result<Option<ConversationRow>, StoreError> {
        let sql = format!("{SELECT} AND c.seq = ?1");
        self.select_one(&sql, [seq], conversation_row)
    }

    /// In the order of their making.
    pub fn conversations(&self, discovery: DiscoverySeq, mode: Mode) -> Result<Vec<ConversationRow>, StoreError> {
        let sql = format!("{SELECT} AND c.discovery = ?1 AND c.mode = ?2 ORDER BY c.seq");
        self.select(&sql, params![discovery, mode.as_str()], conversation_row)
    }

    pub fn default_conversation(
        &self,
        discovery: DiscoverySeq,
        mode: Mode,
    ) -> Result<Option<ConversationRow>, StoreError> {
        let sql = format!("{SELECT} AND c.discovery = ?1 AND c.mode = ?2 AND c.is_default = 1");
        self.select_one(&sql, params![discovery, mode.as_str()], conversation_row)
    }

    /// The newest one of a report.
    pub fn conversation_of_report(&self, report: ReportSeq) -> Result<Option<ConversationRow>, StoreError> {
        let sql = format!("{SELECT} AND c.report = ?1 ORDER BY c.seq DESC LIMIT 1");
        self.select_one(&sql, [report], conversation_row)
    }

    pub fn conversation_sketch(&self, conversation: &ConversationRow) -> Result<ConversationSketch, StoreError> {
        let sql = "SELECT substr(text, 1, 200) FROM chat_message
                   WHERE conversation = ?1 AND deleted = 0 AND role = 'user' ORDER BY seq LIMIT 1";
        let first =
            self.connection().prepare_cached(sql)?.query_row([conversation.seq], |row| row.get(0)).optional()?;
        let sql = "SELECT seq, created_at FROM chat_message WHERE conversation = ?1 AND deleted = 0
                   ORDER BY seq DESC LIMIT 1";
        let mut last = self.connection().prepare_cached(sql)?;
        let last = last.query_row([conversation.seq], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let sql = "SELECT count(*) FROM chat_card AS k
                   JOIN chat_message AS m ON m.seq = k.message AND m.deleted = 0 AND m.conversation = ?2
                   WHERE k.discovery = ?1 AND (k.status = 'pending' OR k.status = 'error') AND k.deleted = 0";
        let mut waiting = self.connection().prepare_cached(sql)?;
        let waiting = waiting.query_row(params![conversation.discovery, conversation.seq], |row| row.get(0))?;
        Ok(ConversationSketch { messages: self.message_count(conversation.seq)?, waiting, first, last })
    }
}

impl Writer<'_> {
    pub fn insert_conversation(
        &mut self,
        discovery: DiscoverySeq,
        mode: Mode,
        title: &str,
        is_default: bool,
    ) -> Result<ConversationSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO chat_conversation (id, discovery, mode, title, is_default, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let row = params![id, discovery, mode.as_str(), title, is_default, now];
        Ok(ConversationSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    pub fn insert_conversation_of_report(
        &mut self,
        discovery: DiscoverySeq,
        report: ReportSeq,
    ) -> Result<ConversationSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO chat_conversation (id, discovery, mode, title, is_default, created_at, report)
                   VALUES (?1, ?2, ?3, '', 0, ?4, ?5)";
        let row = params![id, discovery, Mode::Report.as_str(), now, report];
        Ok(ConversationSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    pub fn name_conversation(&mut self, seq: ConversationSeq, title: &str) -> Result<(), StoreError> {
        let sql = "UPDATE chat_conversation SET title = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, title])
    }

    pub fn scope_conversation(&mut self, seq: ConversationSeq, scope: &str) -> Result<(), StoreError> {
        let sql = "UPDATE chat_conversation SET scope = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, scope])
    }

    pub fn hide_conversation(&mut self, seq: ConversationSeq) -> Result<(), StoreError> {
        self.change("UPDATE chat_conversation SET deleted = 1 WHERE seq = ?1", [seq])
    }
}

fn conversation_row(row: &Row<'_>) -> rusqlite::Result<ConversationRow> {
    Ok(ConversationRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        mode: super::columns::word(row, 3, Mode::parse)?,
        title: row.get(4)?,
        is_default: row.get(5)?,
        created_at: row.get(6)?,
        scope: row.get(7)?,
        report: row.get(8)?,
    })
}
