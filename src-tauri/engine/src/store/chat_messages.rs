//! SQL of `chat_message`: read a page at a time from either end, written while it streams, and never after.

use factly_core::chat::{MessageState, Role};
use rusqlite::{Params, Row, params};
use uuid::Uuid;

use super::{BundleSeq, ConversationSeq, DiscoverySeq, MessageSeq, OpSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    pub seq: MessageSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub conversation: ConversationSeq,
    pub role: Role,
    pub state: MessageState,
    /// The user's message that it answers.
    pub answers: Option<MessageSeq>,
    /// The analyst's mentions and the current view, as JSON: labels of entities, and references of items.
    pub labels: String,
    pub provider: Option<String>,
    pub model: Option<String>,
    pub error: Option<String>,
    pub bundle: Option<BundleSeq>,
    /// The step that its facts are.
    pub operation: Option<OpSeq>,
    /// Its name in another application's file, and its fields that we do not know, as JSON.
    pub foreign_data: Option<String>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    /// The rounds of the model's calls, as JSON.
    pub calls: String,
    pub text: String,
    /// The passages that it cites, as JSON.
    pub sources: String,
    /// Findings of the check of an answer, as JSON.
    pub verification: Option<String>,
}

pub struct NewQuestion<'a> {
    pub discovery: DiscoverySeq,
    pub conversation: ConversationSeq,
    pub text: &'a str,
    pub labels: &'a str,
}

pub struct NewAnswer<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub conversation: ConversationSeq,
    pub answers: MessageSeq,
    pub provider: Option<&'a str>,
    pub model: Option<&'a str>,
}

pub struct AnswerEnd<'a> {
    pub state: MessageState,
    pub text: &'a str,
    pub calls: &'a str,
    pub error: Option<&'a str>,
    pub sources: &'a str,
    pub verification: Option<&'a str>,
}

/// The outcome of an answer of a conversation, hidden or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerStateRow {
    pub state: MessageState,
    pub ended_at: i64,
    pub verification: Option<String>,
}

const COLUMNS: &str = "m.seq, m.id, m.discovery, m.conversation, m.role, m.state, m.answers, m.labels, m.provider,
    m.model, m.error, m.bundle, m.operation, m.foreign_data, m.created_at, m.ended_at, m.calls, m.text, m.sources,
    m.verification";

/// Rows that the analyst can reach: none of a conversation or a discovery that is hidden.
const STANDING: &str = "JOIN chat_conversation AS c ON c.seq = m.conversation AND c.deleted = 0
    JOIN discovery AS d ON d.seq = m.discovery AND d.deleted = 0";

impl Reader {
    pub fn chat_message(&self, id: Uuid) -> Result<Option<MessageRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM chat_message AS m {STANDING} WHERE m.id = ?1 AND m.deleted = 0");
        self.select_one(&sql, [id], message_row)
    }

    /// The place of a message in its conversation, whether it is hidden or not.
    pub fn chat_message_place(
        &self,
        conversation: ConversationSeq,
        id: Uuid,
    ) -> Result<Option<MessageSeq>, StoreError> {
        let sql = "SELECT seq FROM chat_message WHERE id = ?1 AND conversation = ?2";
        self.select_one(sql, params![id, conversation], |row| row.get(0))
    }

    /// Reads a message, hidden or not.
    pub fn chat_message_at(&self, seq: MessageSeq) -> Result<MessageRow, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM chat_message AS m WHERE m.seq = ?1");
        Ok(self.connection().prepare_cached(&sql)?.query_row([seq], message_row)?)
    }

    /// The newest first, from before `before`.
    pub fn messages_before(
        &self,
        conversation: ConversationSeq,
        before: MessageSeq,
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM chat_message AS m WHERE m.conversation = ?1 AND m.seq < ?2 AND m.deleted = 0
             ORDER BY m.seq DESC LIMIT ?3"
        );
        self.messages(&sql, params![conversation, before, limit])
    }

    /// In the order in which they were said, from after `after`.
    pub fn messages_after(
        &self,
        conversation: ConversationSeq,
        after: MessageSeq,
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM chat_message AS m WHERE m.conversation = ?1 AND m.seq > ?2 AND m.deleted = 0
             ORDER BY m.seq LIMIT ?3"
        );
        self.messages(&sql, params![conversation, after, limit])
    }

    /// When the newest messages of the user were said, the newest first, hidden ones too: to hide one is not to unsay it.
    pub fn times_of_questions(&self, conversation: ConversationSeq, limit: u32) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT created_at FROM chat_message WHERE conversation = ?1 AND role = 'user'
                   ORDER BY seq DESC LIMIT ?2";
        self.select(sql, params![conversation, limit], |row| row.get(0))
    }

    /// Reads the outcomes of the newest answers, the newest first, hidden ones too.
    pub fn outcomes_of_answers(
        &self,
        conversation: ConversationSeq,
        limit: u32,
    ) -> Result<Vec<AnswerStateRow>, StoreError> {
        let sql = "SELECT state, ended_at, verification FROM chat_message
                   WHERE conversation = ?1 AND role = 'assistant' AND ended_at IS NOT NULL ORDER BY seq DESC LIMIT ?2";
        let mut statement = self.connection().prepare_cached(sql)?;
        let outcome = |row: &Row<'_>| {
            let state = super::columns::word(row, 0, MessageState::parse)?;
            Ok(AnswerStateRow { state, ended_at: row.get(1)?, verification: row.get(2)? })
        };
        let rows = statement.query_map(params![conversation, limit], outcome)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    pub fn message_count(&self, conversation: ConversationSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM chat_message WHERE conversation = ?1 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([conversation], |row| row.get(0))?)
    }

    /// Counts the analyst's messages before a message.
    pub fn questions_older(&self, conversation: ConversationSeq, than: MessageSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM chat_message
                   WHERE conversation = ?1 AND seq < ?2 AND role = 'user' AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![conversation, than], |row| row.get(0))?)
    }

    /// Every answer that has not ended, hidden ones too.
    pub fn streaming_messages(&self) -> Result<Vec<MessageRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM chat_message AS m WHERE m.state = 'streaming' ORDER BY m.seq");
        self.messages(&sql, [])
    }

    /// The bundles of all answers that a user's message had, hidden ones too.
    pub fn is_question_fed(&self, question: MessageSeq) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM chat_message WHERE answers = ?1 AND bundle IS NOT NULL)";
        Ok(self.connection().prepare_cached(sql)?.query_row([question], |row| row.get(0))?)
    }

    /// Tells `each` the messages of a discovery, the newest first, until it says that it has enough.
    pub fn each_message(
        &self,
        discovery: DiscoverySeq,
        mut each: impl FnMut(MessageRow) -> bool,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM chat_message AS m {STANDING}
             WHERE m.discovery = ?1 AND m.deleted = 0 ORDER BY m.seq DESC"
        );
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut rows = statement.query([discovery])?;
        while let Some(row) = rows.next()? {
            if !each(message_row(row)?) {
                break;
            }
        }
        Ok(())
    }

    fn messages(&self, sql: &str, values: impl Params) -> Result<Vec<MessageRow>, StoreError> {
        self.select(sql, values, message_row)
    }
}

impl Writer<'_> {
    pub fn insert_question(&mut self, question: &NewQuestion<'_>) -> Result<MessageSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql =
            "INSERT INTO chat_message (id, discovery, conversation, role, state, labels, created_at, ended_at, text)
                   VALUES (?1, ?2, ?3, 'user', 'done', ?4, ?5, ?5, ?6)";
        let row = params![id, question.discovery, question.conversation, question.labels, now, question.text];
        Ok(MessageSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// An answer that begins to stream.
    pub fn insert_answer(&mut self, answer: &NewAnswer<'_>) -> Result<MessageSeq, StoreError> {
        let now = self.now_ms();
        let sql = "INSERT INTO chat_message (
                       id, discovery, conversation, role, state, answers, provider, model, created_at, text
                   ) VALUES (?1, ?2, ?3, 'assistant', 'streaming', ?4, ?5, ?6, ?7, '')";
        let row = params![
            answer.id,
            answer.discovery,
            answer.conversation,
            answer.answers,
            answer.provider,
            answer.model,
            now
        ];
        Ok(MessageSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Keeps what came of an answer so far. Does nothing to one that has ended.
    pub fn keep_answer(&mut self, seq: MessageSeq, text: &str) -> Result<(), StoreError> {
        let sql = "UPDATE chat_message SET text = ?2 WHERE seq = ?1 AND state = 'streaming'";
        self.change(sql, params![seq, text])
    }

    /// Returns whether it was still streaming: an answer ends once.
    pub fn end_answer(&mut self, seq: MessageSeq, end: &AnswerEnd<'_>) -> Result<bool, StoreError> {
        let now = self.now_ms();
        let sql = "UPDATE chat_message
                   SET state = ?2, text = ?3, calls = ?4, error = ?5, ended_at = ?6, sources = ?7, verification = ?8
                   WHERE seq = ?1 AND state = 'streaming'";
        let AnswerEnd { state, text, calls, error, sources, verification } = end;
        let row = params![seq, state.as_str(), text, calls, error, now, sources, verification];
        Ok(self.connection().prepare_cached(sql)?.execute(row)? > 0)
    }

    /// Ends an answer that nobody carries on, with the words that it had.
    pub fn break_answer(&mut self, seq: MessageSeq, error: &str) -> Result<bool, StoreError> {
        let now = self.now_ms();
        let sql = "UPDATE chat_message SET state = 'failed', error = ?2, ended_at = ?3
                   WHERE seq = ?1 AND state = 'streaming'";
        Ok(self.connection().prepare_cached(sql)?.execute(params![seq, error, now])? > 0)
    }

    /// Hides a message and what followed it.
    pub fn hide_messages_from(&mut self, conversation: ConversationSeq, from: MessageSeq) -> Result<usize, StoreError> {
        let sql = "UPDATE chat_message SET deleted = 1 WHERE conversation = ?1 AND seq >= ?2 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.execute(params![conversation, from])?)
    }

    pub fn set_message_bundle(&mut self, seq: MessageSeq, bundle: BundleSeq) -> Result<(), StoreError> {
        let sql = "UPDATE chat_message SET bundle = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, bundle])
    }

    pub fn set_message_operation(&mut self, seq: MessageSeq, operation: OpSeq) -> Result<(), StoreError> {
        let sql = "UPDATE chat_message SET operation = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, operation])
    }
}

fn message_row(row: &Row<'_>) -> rusqlite::Result<MessageRow> {
    Ok(MessageRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        conversation: row.get(3)?,
        role: super::columns::word(row, 4, Role::parse)?,
        state: super::columns::word(row, 5, MessageState::parse)?,
        answers: row.get(6)?,
        labels: row.get(7)?,
        provider: row.get(8)?,
        model: row.get(9)?,
        error: row.get(10)?,
        bundle: row.get(11)?,
        operation: row.get(12)?,
        foreign_data: row.get(13)?,
        created_at: row.get(14)?,
        ended_at: row.get(15)?,
        calls: row.get(16)?,
        text: row.get(17)?,
        sources: row.get(18)?,
        verification: row.get(19)?,
    })
}
