//! The chat of a discovery as JSON: the default conversation as the web Factly's `chat_history`, and under `factly` what
//! only this application knows: other conversations, and of each message how it ended and what its cards became.
//!
//! Content that `chat_history` has of a message (words, author, effect of a card) is not said again. Of a message
//! of another application the fields that we do not know are kept, and so are calls that are no cards of ours.

use crate::message;
use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::element::JsonElement;
use super::raw::compact;
use super::{FileFinding, FindingCode};
use crate::chat::Role;

/// A conversation. Of the default one, the messages' words stand in `chat_history`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConversationRecord<'a> {
    pub uuid: Uuid,
    #[serde(default, rename = "default", skip_serializing_if = "is_false")]
    pub is_default: bool,
    #[serde(default, borrow, skip_serializing_if = "is_empty")]
    pub title: Cow<'a, str>,
    pub created_at: i64,
    #[serde(borrow)]
    pub messages: Vec<MessageRecord<'a>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageRecord<'a> {
    pub uuid: Uuid,
    /// The name in `chat_history`, if it is another.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub role: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub labels: Option<&'a RawValue>,
    #[serde(default = "done", borrow, skip_serializing_if = "is_done")]
    pub state: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Uuid>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub provider: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub model: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a RawValue>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub calls: Option<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<i64>,
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardRecord<'a>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRecord<'a> {
    pub uuid: Uuid,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallRecord<'a>>,
    #[serde(borrow)]
    pub shown: &'a RawValue,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a RawValue>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub became: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub edited: Option<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<i64>,
}

/// A call as the web Factly writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRecord<'a> {
    #[serde(borrow)]
    pub tool: Cow<'a, str>,
    #[serde(borrow)]
    pub params: &'a RawValue,
    #[serde(borrow)]
    pub status: Cow<'a, str>,
}

/// A message of `chat_history` that can be read.
#[derive(Clone, Debug)]
pub struct HistoryMessage<'a> {
    pub id: Cow<'a, str>,
    pub role: Role,
    pub content: Cow<'a, str>,
    pub calls: Option<&'a RawValue>,
    /// As it stands.
    pub created_at: Option<Cow<'a, str>>,
    pub references: Option<&'a RawValue>,
    /// The fields that we do not know, as a JSON object.
    pub unknown: Option<String>,
}

impl<'a> HistoryMessage<'a> {
    /// # Errors
    /// When nobody said it, or nothing was said.
    pub fn read(mut element: JsonElement<'a>) -> Result<Self, FileFinding> {
        let location = element.location();
        let (id, role, content) = (element.text("id")?, element.text("role")?, element.text("content")?);
        let calls = element.value("tool_calls");
        let (created_at, references) = (element.text("created_at")?, element.value("references"));
        let (Some(role), Some(content)) = (role.and_then(|role| Role::parse(&role)), content) else {
            return Err(FileFinding::new(
                FindingCode::NoText,
                message!("A message of the chat says who said what."),
                location,
            ));
        };
        let unknown = element.unknown();
        Ok(Self { id: id.unwrap_or_default(), role, content, calls, created_at, references, unknown })
    }
}

/// The stored part of a message of another application.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignMessage {
    /// Its name there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it was said, in the words of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// Its calls as JSON, where they are no cards of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<String>,
    /// Its references as JSON, where they are no labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub references: Option<String>,
    /// The fields that we do not know, as a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<String>,
}

impl ForeignMessage {
    /// Never fails: what cannot be read is nothing.
    pub fn read(stored: Option<&str>) -> Self {
        stored.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }

    /// As it is stored, if there is anything.
    pub fn stored(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).unwrap_or_default())
    }
}

/// The calls of a message, if each is written as we would write it.
pub fn our_calls<'a>(calls: &'a RawValue) -> Option<Vec<CallRecord<'a>>> {
    let read: Vec<CallRecord<'a>> = serde_json::from_str(calls.get()).ok()?;
    let ours = read.iter().map(|call| {
        let (tool, status) = (serde_json::Value::from(&*call.tool), serde_json::Value::from(&*call.status));
        format!("{{\"tool\":{tool},\"params\":{},\"status\":{status}}}", compact(call.params.get()))
    });
    let ours = format!("[{}]", ours.collect::<Vec<_>>().join(","));
    (!read.is_empty() && ours == compact(calls.get())).then_some(read)
}

fn done() -> Cow<'static, str> {
    Cow::Borrowed("done")
}

fn is_done(state: &str) -> bool {
    state == "done"
}

fn is_empty(text: &str) -> bool {
    text.is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}
