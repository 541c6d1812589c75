//! The history of a conversation over sources: as many messages as are set, and a summary of those before them.

use factly_core::chat::sources::SourceLimits;
use factly_core::chat::sources::events::ChatLogEvent;
use factly_core::chat::sources::memory::{BEYOND, PastMessage, plain_summary, to_summarize, without_current};
use factly_core::chat::sources::prompt::SUMMARIZE;
use factly_core::chat::{MessageState, Role};
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::history::{ChatHistory, history_of};
use crate::error::Result;
use crate::providers::{ChatRequest, Model, PromptMessage, ReplyOutcome, StopSignal};
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::MessageRow;
use crate::store::chat_summaries::{NewSummary, SummaryRow};
use crate::store::{MessageSeq, Op, Topic};

/// "Keep <= 180 tokens", and some room.
const SUMMARY_TOKENS: u32 = 320;

/// The messages before a question.
struct PastText {
    summary: Option<SummaryRow>,
    /// The oldest first.
    rows: Vec<MessageRow>,
}

impl Chat<'_> {
    /// Returns what goes along with a question, and sums up what has become too much.
    pub(super) fn history_of_sources(
        &self,
        conversation: &ConversationRow,
        question: MessageSeq,
        (model, answer): (&Model<'_>, Uuid),
        limits: &SourceLimits,
        stop: &dyn StopSignal,
    ) -> Result<ChatHistory> {
        let mut past = self.past_text(conversation, question, limits)?;
        let count = if limits.summarizes { past.to_summarize(limits) } else { 0 };
        if count > 0
            && let Some(text) = self.summarized(&past, count, (model, answer), stop)
        {
            self.store_summary(conversation, &past, count, &text)?;
            past = self.past_text(conversation, question, limits)?;
        }
        let most = limits.max_history as usize;
        let surplus = past.rows.len().saturating_sub(most);
        past.rows.drain(..surplus);
        past.rows.reverse();
        let note = past.summary.map(|summary| format!("(Summary of the conversation so far: {})", summary.text));
        self.ctx.read(|r| history_of(r, past.rows, note))
    }

    fn past_text(
        &self,
        conversation: &ConversationRow,
        question: MessageSeq,
        limits: &SourceLimits,
    ) -> Result<PastText> {
        self.ctx.read(|r| {
            let summary = r.summary_before(conversation.seq, question)?;
            let after = summary.as_ref().map_or(MessageSeq(0), |summary| summary.last_message);
            let until = MessageSeq(question.0 + 1);
            let mut rows = r.messages_before(conversation.seq, until, limits.max_history + BEYOND + 1)?;
            rows.retain(|row| row.seq > after);
            rows.reverse();
            Ok(PastText { summary, rows: without_current(rows, |row| row.seq >= question) })
        })
    }

    /// Asks the model for a summary. Without one the conversation goes on, with the newest messages alone.
    fn summarized(
        &self,
        past: &PastText,
        count: usize,
        (model, answer): (&Model<'_>, Uuid),
        stop: &dyn StopSignal,
    ) -> Option<String> {
        let request = ChatRequest {
            system: SUMMARIZE.to_owned(),
            messages: vec![PromptMessage::User(past.transcript(count))],
            max_tokens: SUMMARY_TOKENS,
            ..ChatRequest::default()
        };
        let reply = model.chat(&request, Some(answer), stop, &mut |_| {});
        let is_done = matches!(reply.end, ReplyOutcome::Done(_));
        let text = plain_summary(&reply.text);
        (is_done && !text.trim().is_empty()).then_some(text)
    }

    fn store_summary(&self, conversation: &ConversationRow, past: &PastText, count: usize, text: &str) -> Result<()> {
        let Some(last) = past.rows[..count].last() else { return Ok(()) };
        let written = self.ctx.write(Op::silent(), |w| {
            w.about(conversation.discovery);
            w.topic(Topic::Chat);
            Ok(w.insert_summary(&NewSummary {
                discovery: conversation.discovery,
                conversation: conversation.seq,
                last_message: last.seq,
                replaced: count,
                text,
            })?)
        })?;
        self.log(conversation.id, &ChatLogEvent::Summary { replaced: count, summary: written.value });
        Ok(())
    }
}

impl PastText {
    /// Returns how many of its rows a summary is to replace; one there is already is summed up with them.
    fn to_summarize(&self, limits: &SourceLimits) -> usize {
        let summary = self.summary.iter().map(|summary| PastMessage { role: Role::Summary, text: &summary.text });
        let rows = self.rows.iter().map(|row| PastMessage { role: row.role, text: &row.text });
        let past: Vec<PastMessage<'_>> = summary.chain(rows).collect();
        to_summarize(&past, limits.max_history).saturating_sub(usize::from(self.summary.is_some()))
    }

    fn transcript(&self, count: usize) -> String {
        let summary = self.summary.iter().map(|summary| format!("Summary: {}", summary.text));
        let is_said = |row: &&MessageRow| row.role == Role::User || row.state == MessageState::Done;
        let rows = self.rows[..count].iter().filter(is_said);
        let rows =
            rows.map(|row| format!("{}: {}", if row.role == Role::User { "User" } else { "Assistant" }, row.text));
        summary.chain(rows).collect::<Vec<_>>().join("\n\n")
    }
}
