//! The chat of a file, read and checked: `chat_history` joined with what Factly itself wrote of it, and the other
//! conversations. And into the library.
//!
//! Nothing in it has power: a card that comes out of a file is checked like a model's call, and confirmed only against
//! what it shows here.

use factly_core::message;
use std::collections::HashMap;

use factly_core::chat::card::CardContent;
use factly_core::chat::proposal::CardChange;
use factly_core::chat::{CardStatus, MessageState, Role, Tool, read_rounds};
use factly_core::text::normalize::normalize;
use factly_core::transfer::chat::{
    CallRecord, CardRecord, ConversationRecord, ForeignMessage, HistoryMessage, MessageRecord, our_calls,
};
use factly_core::transfer::element::{JsonElement, LocatedJson};
use factly_core::transfer::raw::compact;
use factly_core::transfer::{CHAT, FileFinding, FindingCode};
use jiff::Timestamp;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::chat::cards::shown_now;
use crate::error::Result;
use crate::store::MessageSeq;
use crate::store::transfer::{ImportedCard, ImportedMessage, NamedTable};
use crate::transfer::head::TIMES;
use crate::transfer::reader::ImportReader;
use crate::transfer::record_sets::{ChatSet, FileCard, FileConversation, FileMessage, ReplyTarget};
use crate::transfer::source::Halt;
use crate::transfer::writer::ImportWriter;

impl ImportReader<'_> {
    pub(super) fn chat_set(&mut self, created_at: i64) -> Result<(), Halt> {
        let history = self.history();
        let mut talk = ChatSet::default();
        let mut default = None;
        self.own("conversations", &mut |walk, entry| {
            let Some(record) = walk.record::<ConversationRecord<'_>>(entry) else { return Ok(()) };
            let mut conversation = FileConversation {
                uuid: Some(record.uuid),
                is_default: record.is_default && default.is_none(),
                title: record.title.split_whitespace().collect::<Vec<_>>().join(" "),
                created_at: timely(record.created_at, created_at),
                messages: Vec::new(),
            };
            if conversation.is_default {
                default = Some(talk.conversations.len());
                let known = known(&record);
                let joined = |owned: &OwnedMessage| joined(owned, known.get(owned.id.as_str()).copied(), created_at);
                conversation.messages = history.iter().map(joined).collect();
            } else {
                for message in &record.messages {
                    match message_of(message, created_at) {
                        Some(message) => conversation.messages.push(message),
                        None => walk.found(
                            entry,
                            FindingCode::NoText,
                            message!("A message of the chat says who said what."),
                        ),
                    }
                }
            }
            talk.conversations.push(conversation);
            Ok(())
        })?;
        if default.is_none() && !history.is_empty() {
            let messages = history.iter().map(|owned| joined(owned, None, created_at)).collect();
            let (uuid, title) = (None, String::new());
            talk.conversations.push(FileConversation { uuid, is_default: true, title, created_at, messages });
        }
        Ok(self.sink.chat_set(&talk)?)
    }

    /// The messages of `chat_history` that can be read.
    fn history(&mut self) -> Vec<OwnedMessage> {
        let Some((json, mark)) = self.part.head.get(CHAT) else { return Vec::new() };
        let piece = mark.piece(json);
        let entries: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
        let mut history = Vec::with_capacity(entries.len());
        for (at, entry) in entries.into_iter().enumerate() {
            let read = |line, column, pointer| {
                JsonElement::read(LocatedJson { json: entry.get(), line, column }, pointer)
                    .and_then(HistoryMessage::read)
            };
            // Where it stands is looked for only if something is wrong: that means counting the lines before it.
            let message = read(1, 1, String::new()).or_else(|_| {
                let location = piece.place_of(entry.get(), format!("{}/{CHAT}/{at}", self.part.pointer));
                read(location.line, location.column, location.pointer)
            });
            match message {
                Ok(message) => history.push(OwnedMessage::from_message(&message)),
                // That an entry is no object was told with the discovery's head.
                Err(FileFinding { code: FindingCode::WrongType, .. }) if !entry.get().starts_with('{') => {}
                Err(finding) => self.findings.add(finding),
            }
        }
        history
    }
}

/// As [`HistoryMessage`], kept while other lists are read.
struct OwnedMessage {
    id: String,
    role: Role,
    content: String,
    calls: Option<Box<RawValue>>,
    created_at: Option<String>,
    references: Option<String>,
    unknown: Option<String>,
}

impl OwnedMessage {
    fn from_message(message: &HistoryMessage<'_>) -> Self {
        Self {
            id: message.id.clone().into_owned(),
            role: message.role,
            content: message.content.clone().into_owned(),
            calls: message.calls.map(RawValue::to_owned),
            created_at: message.created_at.clone().map(Into::into),
            references: message.references.map(|raw| compact(raw.get()).into_owned()),
            unknown: message.unknown.clone(),
        }
    }
}

/// Returns Factly's own records of the messages of `chat_history`, by their names there.
fn known<'r, 'a>(record: &'r ConversationRecord<'a>) -> HashMap<String, &'r MessageRecord<'a>> {
    let name = |message: &MessageRecord<'_>| match &message.name {
        Some(name) => name.clone().into_owned(),
        None => message.uuid.to_string(),
    };
    record.messages.iter().map(|message| (name(message), message)).collect()
}

/// A message of `chat_history`, with what is known of it.
fn joined(owned: &OwnedMessage, known: Option<&MessageRecord<'_>>, discovery_at: i64) -> FileMessage {
    let own_id = Uuid::try_parse(&owned.id).ok().filter(|uuid| uuid.to_string() == owned.id);
    let uuid = known.map(|known| known.uuid).or(own_id);
    let at = owned.created_at.as_deref().and_then(|date| date.parse::<Timestamp>().ok());
    let at = at.map(Timestamp::as_millisecond).filter(|at| TIMES.contains(at));
    let created_at = at.unwrap_or(discovery_at);
    let ours = at.map(rfc3339);
    let labels = owned.references.as_deref().filter(|json| serde_json::from_str::<Vec<String>>(json).is_ok());
    let cards = owned.calls.as_deref().and_then(our_calls).and_then(|calls| {
        let records = known.map(|known| known.cards.as_slice()).unwrap_or_default();
        calls.iter().enumerate().map(|(at, call)| card_of(call, records.get(at))).collect::<Option<Vec<_>>>()
    });
    let foreign = ForeignMessage {
        name: (uuid.is_none_or(|uuid| uuid.to_string() != owned.id)).then(|| owned.id.clone()),
        created_at: owned.created_at.clone().filter(|date| Some(date) != ours.as_ref()),
        calls: owned.calls.as_ref().filter(|_| cards.is_none()).map(|raw| compact(raw.get()).into_owned()),
        references: owned.references.clone().filter(|_| labels.is_none()),
        fields: owned.unknown.clone(),
    };
    let message = FileMessage {
        uuid,
        role: owned.role,
        text: normalize(&owned.content).text,
        labels: labels.unwrap_or("[]").to_owned(),
        state: MessageState::Done,
        answers: if owned.role == Role::User { ReplyTarget::None } else { ReplyTarget::Last },
        provider: None,
        model: None,
        error: None,
        calls: "[]".to_owned(),
        bundle: None,
        foreign,
        created_at,
        ended_at: created_at,
        cards: cards.unwrap_or_default(),
    };
    match known {
        Some(known) => ended(message, known),
        None => message,
    }
}

/// A message of another conversation.
fn message_of(record: &MessageRecord<'_>, discovery_at: i64) -> Option<FileMessage> {
    let role = Role::parse(record.role.as_deref()?)?;
    let text = normalize(record.text.as_deref()?).text;
    let created_at = timely(record.created_at.unwrap_or(discovery_at), discovery_at);
    let labels = record.labels.filter(|raw| serde_json::from_str::<Vec<String>>(raw.get()).is_ok());
    let cards = record.cards.iter().filter_map(|card| card_of(card.call.as_ref()?, Some(card)));
    let message = FileMessage {
        uuid: Some(record.uuid),
        role,
        text,
        labels: labels.map_or_else(|| "[]".to_owned(), |raw| compact(raw.get()).into_owned()),
        state: MessageState::Done,
        answers: ReplyTarget::None,
        provider: None,
        model: None,
        error: None,
        calls: "[]".to_owned(),
        bundle: None,
        foreign: ForeignMessage::default(),
        created_at,
        ended_at: created_at,
        cards: cards.collect(),
    };
    Some(ended(message, record))
}

/// Returns a message with its end, as far as a message of its role can end so.
fn ended(message: FileMessage, known: &MessageRecord<'_>) -> FileMessage {
    if message.role == Role::User {
        return message;
    }
    let is_provider = |name: &&str| ["anthropic", "openai", "openai-compatible"].contains(name);
    let is_error = |raw: &&RawValue| raw.get().starts_with('{');
    FileMessage {
        state: MessageState::parse(&known.state)
            .filter(|state| *state != MessageState::Streaming)
            .unwrap_or(message.state),
        answers: known.answers.map_or(ReplyTarget::None, ReplyTarget::This),
        provider: known.provider.as_deref().filter(is_provider).map(str::to_owned),
        model: known.model.as_deref().map(str::to_owned),
        error: known.error.filter(is_error).map(|raw| compact(raw.get()).into_owned()),
        calls: match known.calls {
            Some(raw) if !read_rounds(raw.get()).is_empty() => compact(raw.get()).into_owned(),
            _ => message.calls,
        },
        bundle: known.bundle,
        ended_at: timely(known.ended_at.unwrap_or(message.created_at), message.created_at),
        ..message
    }
}

/// None: it is no card that could be shown.
fn card_of(call: &CallRecord<'_>, record: Option<&CardRecord<'_>>) -> Option<FileCard> {
    let tool = Tool::parse(&call.tool)?;
    let status = CardStatus::parse(&call.status)?;
    let change = CardChange::parse(tool, &serde_json::from_str(call.params.get()).ok()?).ok()?;
    let json = |raw: &RawValue| compact(raw.get()).into_owned();
    let shown = record.filter(|record| agrees(record.shown, &change)).map(|record| json(record.shown));
    Some(FileCard {
        uuid: record.map(|record| record.uuid),
        tool,
        params: json(call.params),
        shown,
        status,
        error: record.and_then(|record| record.error).filter(|raw| raw.get().starts_with('{')).map(json),
        became: record.and_then(|record| record.became.as_deref()).map(str::to_owned),
        edited: record
            .and_then(|record| record.edited)
            .filter(|raw| serde_json::from_str::<CardContent>(raw.get()).is_ok())
            .map(json),
        decided_at: record.and_then(|record| record.decided_at).filter(|at| TIMES.contains(at)),
        change,
    })
}

/// Returns whether a card showed what its call would do.
fn agrees(shown: &RawValue, change: &CardChange) -> bool {
    match (serde_json::from_str::<CardContent>(shown.get()), change) {
        (Ok(CardContent::Add(shown)), CardChange::Add(change)) => {
            shown.kind == change.kind && shown.text == change.text
        }
        (Ok(CardContent::Edit(shown)), CardChange::Edit { label, text }) => {
            shown.label == *label && shown.after == *text
        }
        (Ok(CardContent::Delete(shown)), CardChange::Delete(labels)) => {
            shown.entities.iter().all(|doomed| labels.contains(&doomed.label))
        }
        _ => false,
    }
}

fn timely(at: i64, otherwise: i64) -> i64 {
    if TIMES.contains(&at) { at } else { otherwise }
}

/// In UTC, to the millisecond where there are any.
pub(super) fn rfc3339(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or_default().to_string()
}

impl ImportWriter<'_, '_> {
    pub(super) fn conversation(&mut self, talk: &FileConversation) -> Result<()> {
        let id = self.id_of(NamedTable::Conversation, talk.uuid)?;
        let (w, at) = self.at()?;
        let discovery = at.discovery;
        let conversation =
            w.insert_imported_conversation(discovery, id, &talk.title, talk.is_default, talk.created_at)?;
        let (mut questions, mut last) = (HashMap::new(), None);
        for message in &talk.messages {
            let id = self.id_of(NamedTable::Message, message.uuid)?;
            let (w, at) = self.at()?;
            let foreign = foreign_of(message, id);
            let seq = w.insert_imported_message(&ImportedMessage {
                id,
                discovery,
                conversation,
                role: message.role,
                state: message.state,
                answers: match message.answers {
                    ReplyTarget::None => None,
                    ReplyTarget::This(uuid) => questions.get(&uuid).copied(),
                    ReplyTarget::Last => last,
                },
                labels: &message.labels,
                provider: message.provider.as_deref(),
                model: message.model.as_deref(),
                error: message.error.as_deref(),
                bundle: message.bundle.and_then(|uuid| at.bundles.get(&uuid).copied()),
                foreign_data: foreign.as_deref(),
                created_at: message.created_at,
                ended_at: message.ended_at,
                calls: &message.calls,
                text: &message.text,
            })?;
            if message.role == Role::User {
                last = Some(seq);
                questions.extend(message.uuid.map(|uuid| (uuid, seq)));
            }
            for (position, card) in (0..).zip(&message.cards) {
                self.card(seq, position, card)?;
            }
        }
        Ok(())
    }

    fn card(&mut self, message: MessageSeq, position: u32, card: &FileCard) -> Result<()> {
        let id = self.id_of(NamedTable::Card, card.uuid)?;
        let (w, at) = self.at()?;
        let discovery = at.discovery;
        let shown = match &card.shown {
            Some(shown) => shown.clone(),
            None => shown_now(w, discovery, &card.change)?,
        };
        Ok(w.insert_imported_card(&ImportedCard {
            id,
            discovery,
            message,
            position,
            tool: card.tool,
            params: &card.params,
            shown: &shown,
            status: card.status,
            error: card.error.as_deref(),
            became: card.became.as_deref(),
            edited: card.edited.as_deref(),
            decided_at: card.decided_at,
        })?)
    }
}

/// Returns the name of another application's message there; one of ours that had to be named anew has no other name.
fn foreign_of(message: &FileMessage, id: Uuid) -> Option<String> {
    let mut foreign = message.foreign.clone();
    foreign.name = foreign.name.filter(|name| *name != id.to_string());
    foreign.stored()
}
