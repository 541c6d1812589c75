//! Source rows of the retrieval index: the Inputs that are searched, and pieces of their texts.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use factly_core::discovery::EntityKind;
use rusqlite::{MAIN_DB, Row};
use uuid::Uuid;

use super::{DiscoverySeq, InputSeq, Reader, StoreError};

/// An Input whose text is searched: the version that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedInput {
    pub seq: InputSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub title: String,
}

impl Reader {
    /// Returns the Inputs of a discovery that are searched: neither deleted nor put aside.
    pub fn searched_inputs(&self, discovery: DiscoverySeq) -> Result<Vec<SearchedInput>, StoreError> {
        let sql = "SELECT seq, id, label_no, title FROM input
                   WHERE discovery = ?1 AND deleted = 0 AND superseded = 0 AND archived = 0 ORDER BY label_no";
        self.select(sql, [discovery], |row| {
            Ok(SearchedInput { seq: row.get(0)?, id: row.get(1)?, label_no: row.get(2)?, title: row.get(3)? })
        })
    }

    /// Returns bytes of an Input's text without reading what stands before and behind them.
    pub fn input_piece(&self, input: InputSeq, bytes: Range<u32>) -> Result<String, StoreError> {
        let mut text = self.connection().blob_open(MAIN_DB, "input", "text", input.0, true)?;
        let mut piece = vec![0; bytes.len()];
        let read = text.seek(SeekFrom::Start(u64::from(bytes.start))).and_then(|_| text.read_exact(&mut piece));
        read.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        Ok(String::from_utf8_lossy(&piece).into_owned())
    }
}

/// A short text that is searched: what a fact or a conclusion says, a message, or a section of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortText {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    /// Of a conclusion, and of the Output that has the report.
    pub kind: Option<EntityKind>,
    pub has_evidence: bool,
    /// Of a message.
    pub conversation: Uuid,
    /// Of a message's conversation, or of the section.
    pub title: String,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortTextKind {
    Fact,
    Conclusion,
    Message,
    Section,
}

impl ShortTextKind {
    pub const ALL: [Self; 4] = [Self::Fact, Self::Conclusion, Self::Message, Self::Section];

    /// Returns what stands of a discovery: rows by their numbers, with their texts.
    const fn texts(self) -> &'static str {
        match self {
            Self::Fact => {
                "SELECT seq, text FROM fact
                 WHERE discovery = ?1 AND deleted = 0 AND status IN ('proposed', 'accepted', 'conflict')"
            }
            Self::Conclusion => "SELECT seq, text FROM entity WHERE discovery = ?1 AND deleted = 0 AND archived = 0",
            Self::Message => {
                "SELECT m.seq, m.text FROM chat_message AS m
                 JOIN chat_conversation AS c ON c.seq = m.conversation AND c.deleted = 0
                 WHERE m.discovery = ?1 AND m.deleted = 0 AND m.state <> 'streaming' AND m.text <> ''"
            }
            Self::Section => {
                "SELECT s.seq, s.title || char(10, 10) || s.body_md FROM report_section AS s
                 JOIN report AS r ON r.seq = s.report AND r.deleted = 0 WHERE s.discovery = ?1 AND s.deleted = 0"
            }
        }
    }

    const fn row(self) -> &'static str {
        match self {
            Self::Fact => {
                "SELECT id, discovery, label_no, NULL, quote IS NOT NULL, id, '', text FROM fact WHERE seq = ?1"
            }
            Self::Conclusion => "SELECT id, discovery, label_no, kind, 0, id, '', text FROM entity WHERE seq = ?1",
            Self::Message => {
                "SELECT m.id, m.discovery, 0, NULL, 0, c.id, c.title, m.text FROM chat_message AS m
                 JOIN chat_conversation AS c ON c.seq = m.conversation WHERE m.seq = ?1"
            }
            Self::Section => {
                "SELECT r.id, s.discovery, CAST(substr(r.output, 3) AS INTEGER), 'O', 0, r.id, s.title,
                    s.title || char(10, 10) || s.body_md
                 FROM report_section AS s JOIN report AS r ON r.seq = s.report WHERE s.seq = ?1"
            }
        }
    }
}

impl Reader {
    pub fn short_texts(&self, discovery: DiscoverySeq, kind: ShortTextKind) -> Result<Vec<(i64, String)>, StoreError> {
        self.select(kind.texts(), [discovery], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    pub fn short(&self, kind: ShortTextKind, seq: i64) -> Result<Option<ShortText>, StoreError> {
        let read = |row: &Row<'_>| {
            let letter: Option<String> = row.get(3)?;
            Ok(ShortText {
                id: row.get(0)?,
                discovery: row.get(1)?,
                label_no: row.get(2)?,
                kind: letter.and_then(|letter| EntityKind::of_letter(&letter)),
                has_evidence: row.get(4)?,
                conversation: row.get(5)?,
                title: row.get(6)?,
                text: row.get(7)?,
            })
        };
        self.select_one(kind.row(), [seq], read)
    }
}
