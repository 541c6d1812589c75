//! Writing the chat: the default conversation as `chat_history`, and what only Factly knows of all of them.

use std::borrow::Cow;

use factly_core::chat::{CardStatus, MessageState, Mode};
use factly_core::transfer::CHAT;
use factly_core::transfer::chat::{CallRecord, CardRecord, ConversationRecord, ForeignMessage, MessageRecord};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::Error;
use crate::store::chat_cards::ChatCardRow;
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::MessageRow;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{ConversationSeq, MessageSeq, Reader, StoreError};
use crate::transfer::export::{ExportResult, ExportWriter, failed, raw};
use crate::transfer::import_chat::rfc3339;

/// So many are held at once.
const PAGE: u32 = 500;

impl ExportWriter<'_> {
    /// `stored` is what an older Factly kept of a file without reading it.
    pub(super) fn chat_history(&mut self, row: &DiscoveryRow, stored: Option<&str>) -> ExportResult {
        let conversation = self.r.default_conversation(row.seq, Mode::Discovery)?;
        let messages = match &conversation {
            Some(conversation) => ended(self.r, conversation.seq)?,
            None => Vec::new(),
        };
        if messages.is_empty() {
            return self.text(&format!(",\n\"{CHAT}\":{}", stored.unwrap_or("[]")));
        }
        self.out.list(CHAT, |list| {
            messages.iter().try_for_each(|message| list.add(&*message_json(self.r, message)?).map_err(failed))
        })
    }

    pub(super) fn conversations(&mut self, row: &DiscoveryRow) -> ExportResult {
        let all = self.r.conversations(row.seq, Mode::Discovery)?;
        self.out.list("conversations", |list| {
            for conversation in &all {
                let messages = ended(self.r, conversation.seq)?;
                // The default one is there without being made, so that it is there says nothing.
                if conversation.is_default && messages.is_empty() && conversation.title.is_empty() {
                    continue;
                }
                let bundle = |message: &MessageRow| -> Result<Option<Uuid>, StoreError> {
                    let bundle = message.bundle.filter(|bundle| self.bundles.contains(bundle));
                    bundle.map(|bundle| Ok(self.r.bundle_at(bundle)?.id)).transpose()
                };
                list.add(&*record(self.r, conversation, &messages, &bundle)?).map_err(failed)?;
            }
            Ok(())
        })
    }
}

/// The messages of a conversation, but for an answer that still streams.
fn ended(r: &Reader, conversation: ConversationSeq) -> Result<Vec<MessageRow>, StoreError> {
    let mut messages: Vec<MessageRow> = Vec::new();
    loop {
        let after = messages.last().map_or(MessageSeq(0), |last| last.seq);
        let page = r.messages_after(conversation, after, PAGE)?;
        if page.is_empty() {
            break;
        }
        messages.extend(page);
    }
    messages.retain(|message| message.state != MessageState::Streaming);
    for message in &mut messages {
        message.error = message.error.as_deref().map(Error::in_english);
    }
    Ok(messages)
}

/// A message as the web Factly writes it.
fn message_json(r: &Reader, message: &MessageRow) -> Result<Box<RawValue>, StoreError> {
    let foreign = ForeignMessage::read(message.foreign_data.as_deref());
    let mut out = String::from("{");
    let mut field = |name: &str, json: &str| {
        out.push_str(if out.len() > 1 { "," } else { "" });
        out.push_str(&format!("\"{name}\":{json}"));
    };
    field("id", &json(foreign.name.as_ref().unwrap_or(&message.id.to_string())));
    field("role", &json(message.role.as_str()));
    field("content", &json(&message.text));
    let cards = r.cards_of_chat_message(message.seq)?;
    match foreign.calls {
        Some(calls) => field("tool_calls", &calls),
        None if cards.is_empty() => {}
        None => {
            let calls = cards.iter().map(|card| serde_json::to_string(&call_of(card)?).map_err(unreadable));
            let calls = calls.collect::<Result<Vec<_>, StoreError>>()?;
            field("tool_calls", &format!("[{}]", calls.join(",")));
        }
    }
    field("created_at", &json(&foreign.created_at.unwrap_or_else(|| rfc3339(message.created_at))));
    match foreign.references {
        Some(references) => field("references", &references),
        None if message.labels == "[]" => {}
        None => field("references", &message.labels),
    }
    if let Some(fields) = foreign.fields {
        out.push(',');
        out.push_str(&fields[1..fields.len() - 1]);
    }
    RawValue::from_string(out + "}").map_err(unreadable)
}

fn record(
    r: &Reader,
    conversation: &ConversationRow,
    messages: &[MessageRow],
    bundle: &dyn Fn(&MessageRow) -> Result<Option<Uuid>, StoreError>,
) -> Result<Box<RawValue>, StoreError> {
    let cards = messages.iter().map(|message| r.cards_of_chat_message(message.seq));
    let mut cards = cards.collect::<Result<Vec<_>, StoreError>>()?;
    for card in cards.iter_mut().flatten() {
        card.error = card.error.as_deref().map(Error::in_english);
    }
    let records = messages.iter().zip(&cards).map(|(message, cards)| {
        let is_told = conversation.is_default;
        let answers = message.answers.and_then(|seq| {
            let at = messages.binary_search_by_key(&seq, |other| other.seq).ok()?;
            messages.get(at)
        });
        let foreign = ForeignMessage::read(message.foreign_data.as_deref());
        Ok(MessageRecord {
            uuid: message.id,
            name: foreign.name.filter(|_| is_told).map(Cow::Owned),
            role: (!is_told).then(|| message.role.as_str().into()),
            text: (!is_told).then_some(Cow::Borrowed(message.text.as_str())),
            labels: if is_told || message.labels == "[]" { None } else { Some(raw(&message.labels)?) },
            state: message.state.as_str().into(),
            answers: answers.map(|other| other.id),
            provider: message.provider.as_deref().map(Cow::Borrowed),
            model: message.model.as_deref().map(Cow::Borrowed),
            error: message.error.as_deref().map(raw).transpose()?,
            calls: if message.calls == "[]" { None } else { Some(raw(&message.calls)?) },
            bundle: bundle(message)?,
            created_at: (!is_told).then_some(message.created_at),
            ended_at: message.ended_at.filter(|at| *at != message.created_at),
            cards: cards.iter().map(|card| card_of(card, is_told)).collect::<Result<_, StoreError>>()?,
        })
    });
    let record = ConversationRecord {
        uuid: conversation.id,
        is_default: conversation.is_default,
        title: conversation.title.as_str().into(),
        created_at: conversation.created_at,
        messages: records.collect::<Result<_, StoreError>>()?,
    };
    serde_json::value::to_raw_value(&record).map_err(unreadable)
}

fn card_of(card: &ChatCardRow, is_told: bool) -> Result<CardRecord<'_>, StoreError> {
    Ok(CardRecord {
        uuid: card.id,
        call: if is_told { None } else { Some(call_of(card)?) },
        shown: raw(&card.shown)?,
        error: card.error.as_deref().map(raw).transpose()?,
        became: card.became.as_deref().map(Cow::Borrowed),
        edited: card.edited.as_deref().map(raw).transpose()?,
        decided_at: card.decided_at,
    })
}

fn call_of(card: &ChatCardRow) -> Result<CallRecord<'_>, StoreError> {
    let status = match card.status {
        CardStatus::Error => CardStatus::Pending,
        status => status,
    };
    Ok(CallRecord { tool: card.tool.as_str().into(), params: raw(&card.params)?, status: status.as_str().into() })
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
