//! SQL of `chat_summary`.

use rusqlite::params;
use uuid::Uuid;

use super::{ConversationSeq, DiscoverySeq, MessageSeq, Reader, StoreError, Writer};

/// The summary in place of a conversation's older messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    pub id: Uuid,
    /// The newest message that it stands for.
    pub last_message: MessageSeq,
    pub replaced: u32,
    pub created_at: i64,
    pub text: String,
}

pub struct NewSummary<'a> {
    pub discovery: DiscoverySeq,
    pub conversation: ConversationSeq,
    pub last_message: MessageSeq,
    pub replaced: usize,
    pub text: &'a str,
}

const COLUMNS: &str = "s.id, s.last_message, s.replaced, s.created_at, s.text";
/// One of which a message was said otherwise stands for what was not said.
const STANDING: &str = "FROM chat_summary AS s JOIN chat_message AS m ON m.seq = s.last_message AND m.deleted = 0";

impl Reader {
    /// The newest summary of what was said before a message.
    pub fn summary_before(
        &self,
        conversation: ConversationSeq,
        before: MessageSeq,
    ) -> Result<Option<SummaryRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} {STANDING} WHERE s.conversation = ?1 AND s.last_message < ?2
             ORDER BY s.last_message DESC, s.seq DESC LIMIT 1"
        );
        self.select_one(&sql, params![conversation, before], summary_row)
    }

    /// The summaries that end between two messages, the oldest first.
    pub fn summaries_between(
        &self,
        conversation: ConversationSeq,
        (from, to): (MessageSeq, MessageSeq),
    ) -> Result<Vec<SummaryRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} {STANDING} WHERE s.conversation = ?1 AND s.last_message BETWEEN ?2 AND ?3
             ORDER BY s.last_message, s.seq"
        );
        self.select(&sql, params![conversation, from, to], summary_row)
    }
}

impl Writer<'_> {
    pub fn insert_summary(&mut self, summary: &NewSummary<'_>) -> Result<Uuid, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO chat_summary (id, discovery, conversation, last_message, replaced, created_at, text)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let replaced = i64::try_from(summary.replaced).unwrap_or(i64::MAX);
        let NewSummary { discovery, conversation, last_message, text, .. } = summary;
        let row = params![id, discovery, conversation, last_message, replaced, now, text];
        self.connection().prepare_cached(sql)?.execute(row)?;
        Ok(id)
    }
}

fn summary_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<SummaryRow> {
    Ok(SummaryRow {
        id: row.get(0)?,
        last_message: row.get(1)?,
        replaced: row.get(2)?,
        created_at: row.get(3)?,
        text: row.get(4)?,
    })
}
