//! The chat of a file, read and checked: `chat_history` joined with what Factly itself wrote of it, and the other
//! conversations. And into the library.
//!
//! Nothing in it has power: a card that comes out of a file is checked like a model's call, and confirmed only against
//! what it shows here.

use std::collections::HashMap;

use factly_core::chat::card::Shown;
use factly_core::chat::proposal::CardChange;
use factly_core::chat::{CardStatus, MessageState, Role, Tool, read_rounds};
use factly_core::text::door::admit;
use factly_core::transfer::chat::{
    CallRecord, CardRecord, ConversationRecord, ForeignMessage, HistoryMessage, MessageRecord, our_calls,
};
use factly_core::transfer::element::{Element, PlacedJson};
use factly_core::transfer::raw::compact;
use factly_core::transfer::{CHAT, Finding, FindingCode};
use jiff::Timestamp;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::chat::cards::shown_now;
use crate::error::Result;
use crate::store::MessageSeq;
use crate::store::transfer::{ImportedCard, ImportedMessage, NamedTable};
use crate::transfer::gathered::{Answers, Talk, TalkCard, TalkConversation, TalkMessage};
use crate::transfer::head::TIMES;
use crate::transfer::rows::Rows;
use crate::transfer::source::Halt;
use crate::transfer::walk::Walk;

impl Walk<'_> {
    pub(super) fn talk(&mut self, created_at: i64) -> Result<(), Halt> {
        let history = self.history();
        let mut talk = Talk::default();
        let mut default = None;
        self.own("conversations", &mut |walk, entry| {
            let Some(record) = walk.record::<ConversationRecord<'_>>(entry) else { return Ok(()) };
            let mut conversation = TalkConversation {
                uuid: Some(record.uuid),
                is_default: record.is_default && default.is_none(),
                title: record.title.split_whitespace().collect::<Vec<_>>().join(" "),
                created_at: timely(record.created_at, created_at),
                messages: Vec::new(),
            };
            if conversation.is_default {
                default = Some(talk.conversations.len());
                let known = known(&record);
                let joined = |said: &OwnedSaid| joined(said, known.get(said.id.as_str()).copied(), created_at);
                conversation.messages = history.iter().map(joined).collect();
            } else {
                for message in &record.messages {
                    match message_of(message, created_at) {
                        Some(message) => conversation.messages.push(message),
                        None => walk.found(entry, FindingCode::NoText, "A message of the chat says who said what."),
                    }
                }
            }
            talk.conversations.push(conversation);
            Ok(())
        })?;
        if default.is_none() && !history.is_empty() {
            let messages = history.iter().map(|said| joined(said, None, created_at)).collect();
            let (uuid, title) = (None, String::new());
            talk.conversations.push(TalkConversation { uuid, is_default: true, title, created_at, messages });
        }
        Ok(self.sink.talk(&talk)?)
    }

    /// The messages of `chat_history` that can be read.
    fn history(&mut self) -> Vec<OwnedSaid> {
        let Some((json, mark)) = self.part.head.get(CHAT) else { return Vec::new() };
        let piece = mark.piece(json);
        let entries: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
        let mut history = Vec::with_capacity(entries.len());
        for (at, entry) in entries.into_iter().enumerate() {
            let read = |line, column, pointer| {
                Element::read(PlacedJson { json: entry.get(), line, column }, pointer).and_then(HistoryMessage::read)
            };
            // Where it stands is looked for only if something is wrong: that means counting the lines before it.
            let said = read(1, 1, String::new()).or_else(|_| {
                let place = piece.place_of(entry.get(), format!("{}/{CHAT}/{at}", self.part.pointer));
                read(place.line, place.column, place.pointer)
            });
            match said {
                Ok(said) => history.push(OwnedSaid::of(&said)),
                // That an entry is no object was told with the discovery's head.
                Err(Finding { code: FindingCode::WrongType, .. }) if !entry.get().starts_with('{') => {}
                Err(finding) => self.findings.add(finding),
            }
        }
        history
    }
}

/// As [`Said`], kept while other lists are read.
struct OwnedSaid {
    id: String,
    role: Role,
    content: String,
    calls: Option<Box<RawValue>>,
    created_at: Option<String>,
    references: Option<String>,
    unknown: Option<String>,
}

impl OwnedSaid {
    fn of(said: &HistoryMessage<'_>) -> Self {
        Self {
            id: said.id.clone().into_owned(),
            role: said.role,
            content: said.content.clone().into_owned(),
            calls: said.calls.map(RawValue::to_owned),
            created_at: said.created_at.clone().map(Into::into),
            references: said.references.map(|raw| compact(raw.get()).into_owned()),
            unknown: said.unknown.clone(),
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
fn joined(said: &OwnedSaid, known: Option<&MessageRecord<'_>>, discovery_at: i64) -> TalkMessage {
    let own_id = Uuid::try_parse(&said.id).ok().filter(|uuid| uuid.to_string() == said.id);
    let uuid = known.map(|known| known.uuid).or(own_id);
    let at = said.created_at.as_deref().and_then(|date| date.parse::<Timestamp>().ok());
    let at = at.map(Timestamp::as_millisecond).filter(|at| TIMES.contains(at));
    let created_at = at.unwrap_or(discovery_at);
    let ours = at.map(rfc3339);
    let labels = said.references.as_deref().filter(|json| serde_json::from_str::<Vec<String>>(json).is_ok());
    let cards = said.calls.as_deref().and_then(our_calls).and_then(|calls| {
        let records = known.map(|known| known.cards.as_slice()).unwrap_or_default();
        calls.iter().enumerate().map(|(at, call)| card_of(call, records.get(at))).collect::<Option<Vec<_>>>()
    });
    let foreign = ForeignMessage {
        name: (uuid.is_none_or(|uuid| uuid.to_string() != said.id)).then(|| said.id.clone()),
        created_at: said.created_at.clone().filter(|date| Some(date) != ours.as_ref()),
        calls: said.calls.as_ref().filter(|_| cards.is_none()).map(|raw| compact(raw.get()).into_owned()),
        references: said.references.clone().filter(|_| labels.is_none()),
        fields: said.unknown.clone(),
    };
    let message = TalkMessage {
        uuid,
        role: said.role,
        text: admit(&said.content).text,
        labels: labels.unwrap_or("[]").to_owned(),
        state: MessageState::Done,
        answers: if said.role == Role::User { Answers::None } else { Answers::Last },
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
fn message_of(record: &MessageRecord<'_>, discovery_at: i64) -> Option<TalkMessage> {
    let role = Role::parse(record.role.as_deref()?)?;
    let text = admit(record.text.as_deref()?).text;
    let created_at = timely(record.created_at.unwrap_or(discovery_at), discovery_at);
    let labels = record.labels.filter(|raw| serde_json::from_str::<Vec<String>>(raw.get()).is_ok());
    let cards = record.cards.iter().filter_map(|card| card_of(card.call.as_ref()?, Some(card)));
    let message = TalkMessage {
        uuid: Some(record.uuid),
        role,
        text,
        labels: labels.map_or_else(|| "[]".to_owned(), |raw| compact(raw.get()).into_owned()),
        state: MessageState::Done,
        answers: Answers::None,
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
fn ended(message: TalkMessage, known: &MessageRecord<'_>) -> TalkMessage {
    if message.role == Role::User {
        return message;
    }
    let is_provider = |name: &&str| ["anthropic", "openai", "openai-compatible"].contains(name);
    let is_error = |raw: &&RawValue| raw.get().starts_with('{');
    TalkMessage {
        state: MessageState::parse(&known.state)
            .filter(|state| *state != MessageState::Streaming)
            .unwrap_or(message.state),
        answers: known.answers.map_or(Answers::None, Answers::This),
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
fn card_of(call: &CallRecord<'_>, record: Option<&CardRecord<'_>>) -> Option<TalkCard> {
    let tool = Tool::parse(&call.tool)?;
    let status = CardStatus::parse(&call.status)?;
    let change = CardChange::of(tool, &serde_json::from_str(call.params.get()).ok()?).ok()?;
    let json = |raw: &RawValue| compact(raw.get()).into_owned();
    let shown = record.filter(|record| agrees(record.shown, &change)).map(|record| json(record.shown));
    Some(TalkCard {
        uuid: record.map(|record| record.uuid),
        tool,
        params: json(call.params),
        shown,
        status,
        error: record.and_then(|record| record.error).filter(|raw| raw.get().starts_with('{')).map(json),
        became: record.and_then(|record| record.became.as_deref()).map(str::to_owned),
        edited: record
            .and_then(|record| record.edited)
            .filter(|raw| serde_json::from_str::<Shown>(raw.get()).is_ok())
            .map(json),
        decided_at: record.and_then(|record| record.decided_at).filter(|at| TIMES.contains(at)),
        change,
    })
}

/// Returns whether a card showed what its call would do.
fn agrees(shown: &RawValue, change: &CardChange) -> bool {
    match (serde_json::from_str::<Shown>(shown.get()), change) {
        (Ok(Shown::Add(shown)), CardChange::Add(change)) => shown.kind == change.kind && shown.text == change.text,
        (Ok(Shown::Edit(shown)), CardChange::Edit { label, text }) => shown.label == *label && shown.after == *text,
        (Ok(Shown::Delete(shown)), CardChange::Delete(labels)) => {
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

impl Rows<'_, '_> {
    pub(super) fn conversation(&mut self, talk: &TalkConversation) -> Result<()> {
        let id = self.id_of(NamedTable::Conversation, talk.uuid)?;
        let (w, at) = self.at()?;
        let discovery = at.discovery;
        let conversation =
            w.insert_imported_conversation(discovery, id, &talk.title, talk.is_default, talk.created_at)?;
        let (mut said, mut last) = (HashMap::new(), None);
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
                    Answers::None => None,
                    Answers::This(uuid) => said.get(&uuid).copied(),
                    Answers::Last => last,
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
                said.extend(message.uuid.map(|uuid| (uuid, seq)));
            }
            for (place, card) in (0..).zip(&message.cards) {
                self.card(seq, place, card)?;
            }
        }
        Ok(())
    }

    fn card(&mut self, message: MessageSeq, place: u32, card: &TalkCard) -> Result<()> {
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
            place,
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
fn foreign_of(message: &TalkMessage, id: Uuid) -> Option<String> {
    let mut foreign = message.foreign.clone();
    foreign.name = foreign.name.filter(|name| *name != id.to_string());
    foreign.stored()
}
