//! SQL of `question`, `question_round` and `answer_draft`.

use factly_core::facts::Status;
use factly_core::inputs::{Quick, ScopeType, Stage};
use factly_core::named;
use factly_core::questions::QuestionName;
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::{BundleSeq, DiscoverySeq, FactSeq, QuestionSeq, Reader, RoundSeq, StoreError, Writer};

named! {
    /// The status of a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum QuestionStatus {
        Open = "open",
        Answered = "answered",
        Irrelevant = "irrelevant",
    }
}

/// A question that was answered once, or that a model proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionRow {
    pub seq: QuestionSeq,
    pub name: QuestionName,
    /// Empty for the whole project.
    pub item_id: String,
    pub text: String,
    /// The model that proposed it, and why; none is the registry.
    pub model: Option<(String, String)>,
    pub status: QuestionStatus,
    pub answer: AnswerContent,
    /// The bundle of the answer.
    pub bundle: Option<Uuid>,
}

impl QuestionRow {
    /// A key's question that no answer counts for: the analyst asks it, whatever was said before.
    pub fn is_asked_again(&self) -> bool {
        let is_answered = self.bundle.is_some() || self.answer != AnswerContent::default();
        self.name.path().is_some() && !is_answered && self.status == QuestionStatus::Open
    }
}

/// The content of an answer, or of a draft of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerContent {
    pub quick: Option<Quick>,
    pub text: String,
}

/// A question about to be stored.
pub struct QuestionToAsk<'a> {
    pub discovery: DiscoverySeq,
    /// None: a number of its own.
    pub key: Option<&'a str>,
    pub item_id: &'a str,
    pub text: &'a str,
    pub model: Option<(&'a str, &'a str)>,
}

/// A round about to be stored.
pub struct NewRound<'a> {
    pub discovery: DiscoverySeq,
    pub stage: Stage,
    pub scope: ScopeType,
    /// As JSON.
    pub item_ids: &'a str,
    pub bundle: BundleSeq,
}

/// A fact that stands, or would, for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactForKey {
    pub id: Uuid,
    pub label_no: i64,
    pub status: Status,
    pub text: String,
}

const SELECT: &str =
    "SELECT q.seq, q.key, q.number, q.item_id, q.text, q.origin, q.model, q.why, q.status, q.quick, q.said, b.id
    FROM question AS q LEFT JOIN question_round AS o ON o.seq = q.round LEFT JOIN turn_bundle AS b ON b.seq = o.bundle
    WHERE q.discovery = ?1 AND q.deleted = 0";

impl Reader {
    /// In the order of their making.
    pub fn questions(&self, discovery: DiscoverySeq) -> Result<Vec<QuestionRow>, StoreError> {
        let sql = format!("{SELECT} ORDER BY q.seq");
        self.select(&sql, [discovery], question_row)
    }

    pub fn question(&self, discovery: DiscoverySeq, name: &QuestionName) -> Result<Option<QuestionRow>, StoreError> {
        let (key, item, number) = match name {
            QuestionName::Key { path, item } => (path.as_str(), item.as_deref().unwrap_or_default(), -1),
            QuestionName::Own(number) => ("", "", *number),
        };
        let sql = format!("{SELECT} AND ((q.key = ?2 AND q.item_id = ?3 AND q.key <> '') OR q.number = ?4)");
        self.select_one(&sql, params![discovery, key, item, number], question_row)
    }

    /// The number of a question that has no key.
    pub fn number_of_question(&self, seq: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT number FROM question WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq], |row| row.get(0))?)
    }

    /// The accepted fact of a key and an item, else one that waits for the analyst.
    pub fn fact_for_key(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        item_id: &str,
    ) -> Result<Option<FactForKey>, StoreError> {
        if let Some(seq) = self.accepted_fact(discovery, key, item_id)? {
            let sql = "SELECT id, label_no, status, text FROM fact WHERE seq = ?1";
            return self.select_one(sql, [seq], fact_for_key);
        }
        let sql = "SELECT id, label_no, status, text FROM fact
                   WHERE discovery = ?1 AND key = ?2 AND item_id = ?3 AND deleted = 0
                       AND (status = 'proposed' OR status = 'conflict') LIMIT 1";
        let mut statement = self.connection().prepare_cached(sql)?;
        for scope in self.scopes(discovery, item_id)? {
            let found = statement.query_row(params![discovery, key, scope], fact_for_key).optional()?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The facts of a key and an item that hold or wait to, oldest first.
    pub fn live_facts_for_key(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        item_id: &str,
    ) -> Result<Vec<FactSeq>, StoreError> {
        self.some_live_facts_for_key(discovery, key, item_id, u32::MAX)
    }

    /// As [`Self::live_facts_for_key`], and of each scope at most `limit`, whichever they are.
    pub fn some_live_facts_for_key(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        item_id: &str,
        limit: u32,
    ) -> Result<Vec<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?2 AND item_id = ?3 AND deleted = 0
                   AND status IN ('accepted', 'proposed', 'conflict') LIMIT ?4";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut live = Vec::new();
        for scope in self.scopes(discovery, item_id)? {
            for fact in statement.query_map(params![discovery, key, scope, limit], |row| row.get(0))? {
                live.push(fact?);
            }
        }
        live.sort_by_key(|fact| *fact);
        Ok(live)
    }

    /// Reads the drafts that are not sent, by the question's name; the empty name is free text.
    pub fn answer_drafts(&self, discovery: DiscoverySeq) -> Result<Vec<(String, AnswerContent)>, StoreError> {
        let sql = "SELECT name, quick, said FROM answer_draft
                   WHERE discovery = ?1 AND deleted = 0 AND (quick <> '' OR said <> '')";
        self.select(sql, [discovery], |row| Ok((row.get(0)?, answer_content(row, 1, 2)?)))
    }

    pub fn question_round_count(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM question_round WHERE discovery = ?1 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([discovery], |row| row.get(0))?)
    }
}

impl Writer<'_> {
    pub fn insert_round(&mut self, round: &NewRound<'_>) -> Result<RoundSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO question_round (id, discovery, stage, scope, item_ids, bundle, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row =
            params![id, round.discovery, round.stage.as_str(), round.scope.as_str(), round.item_ids, round.bundle, now];
        Ok(RoundSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Numbers of questions without a key are never given twice.
    pub fn add_question(&mut self, question: &QuestionToAsk<'_>) -> Result<QuestionSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO question (id, discovery, key, number, item_id, text, origin, model, why, created_at)
                   VALUES (?1, ?2, ?3, iif(?3 = '', (SELECT coalesce(max(number), 0) + 1 FROM question WHERE
                       discovery = ?2 AND number IS NOT NULL), NULL), ?4, ?5, ?6, ?7, ?8, ?9)";
        let (model, why) = question.model.unwrap_or_default();
        let origin = if question.model.is_some() { "model" } else { "registry" };
        let (key, item, text) = (question.key.unwrap_or_default(), question.item_id, question.text);
        let row = params![id, question.discovery, key, item, text, origin, model, why, now];
        Ok(QuestionSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Says what was answered last, in which round, and what that makes of the question.
    pub fn answer_question(
        &mut self,
        seq: QuestionSeq,
        text: &str,
        status: QuestionStatus,
        answer: &AnswerContent,
        round: RoundSeq,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE question SET text = ?2, status = ?3, quick = ?4, said = ?5, round = ?6 WHERE seq = ?1";
        let row = params![seq, text, status.as_str(), quick_str(answer.quick), answer.text, round];
        self.change(sql, row)
    }

    pub fn set_question_status(&mut self, seq: QuestionSeq, status: QuestionStatus) -> Result<(), StoreError> {
        let sql = "UPDATE question SET status = ?2 WHERE seq = ?1";
        self.change(sql, params![seq, status.as_str()])
    }

    /// Asks as if nobody had answered.
    pub fn ask_anew(&mut self, seq: QuestionSeq, text: &str) -> Result<(), StoreError> {
        let sql = "UPDATE question SET text = ?2, status = 'open', quick = '', said = '', round = NULL WHERE seq = ?1";
        self.change(sql, params![seq, text])
    }

    pub fn hide_question(&mut self, seq: QuestionSeq) -> Result<(), StoreError> {
        self.change("UPDATE question SET deleted = 1 WHERE seq = ?1", [seq])
    }

    pub fn save_answer_draft(
        &mut self,
        discovery: DiscoverySeq,
        name: &str,
        answer: &AnswerContent,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO answer_draft (discovery, name, quick, said) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (discovery, name) DO UPDATE SET quick = excluded.quick, said = excluded.said, deleted = 0
                   WHERE quick <> excluded.quick OR said <> excluded.said OR deleted = 1";
        let row = params![discovery, name, quick_str(answer.quick), answer.text];
        self.change(sql, row)
    }

    pub fn clear_answer_draft(&mut self, discovery: DiscoverySeq, name: &str) -> Result<(), StoreError> {
        let sql = "UPDATE answer_draft SET quick = '', said = ''
                   WHERE discovery = ?1 AND name = ?2 AND (quick <> '' OR said <> '')";
        self.change(sql, params![discovery, name])
    }
}

fn question_row(row: &Row<'_>) -> rusqlite::Result<QuestionRow> {
    let (key, number, item_id): (String, Option<i64>, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
    let by_model = row.get_ref(5)?.as_str()? == "model";
    Ok(QuestionRow {
        seq: row.get(0)?,
        name: number.map_or_else(|| QuestionName::for_key(&key, &item_id), QuestionName::Own),
        item_id,
        text: row.get(4)?,
        model: if by_model { Some((row.get(6)?, row.get(7)?)) } else { None },
        status: super::columns::word(row, 8, QuestionStatus::parse)?,
        answer: answer_content(row, 9, 10)?,
        bundle: row.get(11)?,
    })
}

fn fact_for_key(row: &Row<'_>) -> rusqlite::Result<FactForKey> {
    let status = super::columns::word(row, 2, Status::parse)?;
    Ok(FactForKey { id: row.get(0)?, label_no: row.get(1)?, status, text: row.get(3)? })
}

fn answer_content(row: &Row<'_>, quick: usize, text: usize) -> rusqlite::Result<AnswerContent> {
    Ok(AnswerContent { quick: super::columns::quick(row, quick)?, text: row.get(text)? })
}

const fn quick_str(quick: Option<Quick>) -> &'static str {
    match quick {
        Some(quick) => quick.as_str(),
        None => "",
    }
}
