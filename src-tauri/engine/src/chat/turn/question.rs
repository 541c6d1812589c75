//! The analyst's message, as it is taken: within its limits, and in the place of what it replaces.

use std::collections::HashSet;

use factly_core::discovery::EntityLabel;
use factly_core::message;
use factly_core::text::normalize::normalize;

use super::QuestionOrigin;
use crate::chat::message::items;
use crate::chat::replaced_facts::{Replacing, take_back};
use crate::chat::report::withdraw;
use crate::chat::request::{MAX_MENTIONS, MAX_QUESTION_CHARS, TurnRequest};
use crate::error::{Code, Error, Result};
use crate::questions::no_item;
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::NewQuestion;
use crate::store::{MessageSeq, Writer};

pub(super) fn checked(ask: &TurnRequest) -> Result<TurnRequest> {
    let text = normalize(&ask.text).text.trim().to_owned();
    if text.is_empty() {
        return Err(Error::new(Code::Empty, "There is nothing to send."));
    }
    if text.chars().nth(MAX_QUESTION_CHARS).is_some() {
        let message = message!("A message has at most {} characters.", MAX_QUESTION_CHARS);
        return Err(Error::new(Code::TooLarge, message)
            .kept("Nothing was sent.")
            .hint("Add a long text as an Input, then ask about it."));
    }
    let mut mentions: Vec<EntityLabel> = Vec::new();
    for label in &ask.mentions {
        if !mentions.contains(label) && mentions.len() < MAX_MENTIONS {
            mentions.push(*label);
        }
    }
    let items = ask.items.as_ref().map(|items| {
        let mut seen = HashSet::new();
        items.iter().filter(|item| seen.insert(item.as_str())).cloned().collect()
    });
    Ok(TurnRequest { text, mentions, items, mode: ask.mode, scope: ask.scope.clone() })
}

pub(super) fn store_question(
    w: &mut Writer<'_>,
    conversation: &ConversationRow,
    question: &QuestionOrigin<'_>,
) -> Result<MessageSeq> {
    let ask = match question {
        QuestionOrigin::Standing(row) => {
            take_back(w, conversation, Replacing::AnswerTo(row.seq))?;
            withdraw(w, conversation, row.seq)?;
            w.hide_messages_from(conversation.seq, MessageSeq(row.seq.0 + 1))?;
            return Ok(row.seq);
        }
        QuestionOrigin::Again(row, ask) => {
            take_back(w, conversation, Replacing::Question(row.seq))?;
            withdraw(w, conversation, row.seq)?;
            w.hide_messages_from(conversation.seq, row.seq)?;
            ask
        }
        QuestionOrigin::New(ask) => ask,
    };
    let items = match (&ask.items, question) {
        (Some(items), _) => items.clone(),
        (None, QuestionOrigin::Again(row, _)) => items(&row.labels),
        (None, _) => Vec::new(),
    };
    for item in &items {
        if w.item_meant(conversation.discovery, item)?.is_none() {
            return Err(no_item(item));
        }
    }
    let labels: Vec<String> = ask.mentions.iter().map(ToString::to_string).chain(items).collect();
    Ok(w.insert_question(&NewQuestion {
        discovery: conversation.discovery,
        conversation: conversation.seq,
        text: &ask.text,
        labels: &serde_json::to_string(&labels).unwrap_or_default(),
    })?)
}
