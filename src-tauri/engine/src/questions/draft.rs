//! The drafts that are written and not sent: stored at once, so that a half-answered round survives a restart. No step
//! of undo.

use factly_core::message;
use factly_core::questions::QuestionName;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::questions::Questions;
use crate::questions::{AnswerContent, MAX_ANSWER_CHARS};
use crate::store::{Op, Topic};

impl Questions<'_> {
    /// Keeps what is written so far: for a question, or freely where there is none. Nothing written is nothing kept.
    pub fn keep_answer(&self, discovery: Uuid, question: Option<&QuestionName>, answer: &AnswerContent) -> Result<()> {
        check_length(&answer.text)?;
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let name = question.map(QuestionName::to_string).unwrap_or_default();
        self.ctx.write(Op::silent(), |w| {
            w.about(row.seq);
            w.topic(Topic::Questions);
            Ok(w.save_answer_draft(row.seq, &name, answer)?)
        })?;
        Ok(())
    }
}

pub(super) fn check_length(text: &str) -> Result<()> {
    if text.chars().nth(MAX_ANSWER_CHARS).is_some() {
        let what = message!("An answer has at most {} characters.", MAX_ANSWER_CHARS);
        return Err(Error::new(Code::TooLarge, what).hint("Add a longer text as an Input."));
    }
    Ok(())
}
