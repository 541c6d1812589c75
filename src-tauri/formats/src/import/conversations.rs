//! Conversations that were exported from ChatGPT or Claude, each as a document of its own.

use std::collections::{HashMap, HashSet};
use std::io::Read;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::budget::Budget;
use crate::draft::Draft;
use crate::extract::Extract;
use crate::format::Format;
use crate::limits::{Limits, Stop};
use crate::moment;
use crate::package::Package;
use crate::place::Place;
use crate::refusal::Refusal;

/// The conversations of an export: `conversations.json`, or the archive that holds it. Those without words are left out.
pub fn conversations(bytes: &[u8], limits: &Limits, stop: &Stop<'_>) -> Result<Vec<Extract>, Refusal> {
    let budget = Budget::new(limits, stop);
    let unpacked;
    let mut json = bytes;
    if bytes.starts_with(b"PK") {
        unpacked = from_archive(bytes, &budget)?;
        json = &unpacked;
    }
    let unknown = || Refusal::Unknown { looks_like: "JSON".to_owned() };
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let raw: Vec<&RawValue> = serde_json::from_slice(json).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => unknown(),
        _ => Refusal::Damaged { detail: error.to_string() },
    })?;
    let mut extracts = Vec::new();
    let mut is_one = raw.is_empty();
    for raw in raw.into_iter().take(limits.entries) {
        budget.go_on()?;
        let Some(conversation) = Conversation::read(raw) else { continue };
        is_one = true;
        match conversation.write(&budget) {
            Ok(extract) => extracts.push(extract),
            Err(Refusal::NoText) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    if is_one { Ok(extracts) } else { Err(unknown()) }
}

fn from_archive(bytes: &[u8], budget: &Budget<'_>) -> Result<Vec<u8>, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let name = package.names().iter().find(|name| name.rsplit('/').next() == Some("conversations.json")).cloned();
    let unknown = || Refusal::Unknown { looks_like: "ZIP".to_owned() };
    let mut part = package.part(&name.ok_or_else(unknown)?)?.ok_or_else(unknown)?;
    let mut whole = Vec::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        budget.token_ended();
        let read = part.read(&mut piece);
        match read.map_err(|error| budget.refusal().unwrap_or(Refusal::Damaged { detail: error.to_string() }))? {
            0 => return Ok(whole),
            read => whole.extend_from_slice(&piece[..read]),
        }
    }
}

struct Conversation {
    title: Option<String>,
    date: Option<String>,
    messages: Vec<Message>,
}

struct Message {
    speaker: String,
    date: Option<String>,
    text: String,
    /// What stood in it and is no text, by kind.
    left_out: Vec<String>,
}

impl Conversation {
    /// A conversation in either shape.
    fn read(raw: &RawValue) -> Option<Self> {
        if let Ok(conversation) = serde_json::from_str::<OfChatGpt>(raw.get()) {
            return Some(conversation.read());
        }
        serde_json::from_str::<OfClaude>(raw.get()).ok().map(OfClaude::read)
    }

    fn write(self, budget: &Budget<'_>) -> Result<Extract, Refusal> {
        let mut draft = Draft::new(budget);
        draft.metadata.title = self.title.filter(|title| !title.is_empty());
        draft.metadata.date = self.date;
        for message in self.messages {
            budget.step()?;
            message.left_out.iter().for_each(|what| draft.left_out(what, 1));
            if message.text.trim().is_empty() {
                continue;
            }
            draft.part();
            let start = draft.at();
            draft.push(&format!("{}: {}", message.speaker, message.text.trim()));
            let subject = draft.metadata.title.clone();
            draft.place(start, Place::Message { from: Some(message.speaker.clone()), date: message.date, subject });
            draft.place(start, Place::Speaker { name: message.speaker });
            if draft.is_full() {
                break;
            }
        }
        draft.finish(Format::Markdown)
    }
}

/// A tree of messages, of which the branch that was open last is read.
#[derive(Deserialize)]
struct OfChatGpt {
    title: Option<String>,
    create_time: Option<f64>,
    current_node: Option<String>,
    mapping: HashMap<String, Node>,
}

#[derive(Deserialize)]
struct Node {
    message: Option<NodeMessage>,
    parent: Option<String>,
    #[serde(default)]
    children: Vec<String>,
}

#[derive(Deserialize)]
struct NodeMessage {
    author: Author,
    create_time: Option<f64>,
    content: Option<ChatGptContent>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Deserialize)]
struct Author {
    role: String,
}

#[derive(Deserialize)]
struct ChatGptContent {
    content_type: String,
    #[serde(default)]
    parts: Vec<Value>,
}

impl OfChatGpt {
    fn read(self) -> Conversation {
        let branch = self.branch();
        let messages = branch.iter().filter_map(|id| self.mapping.get(id)?.message.as_ref()?.read()).collect();
        Conversation { title: self.title, date: self.create_time.map(moment::of_unix), messages }
    }

    /// The ids from the root to the node that was open, or to the last leaf where none is named.
    fn branch(&self) -> Vec<String> {
        let named = self.current_node.clone().filter(|id| self.mapping.contains_key(id));
        let mut at = named.or_else(|| self.last_leaf());
        let mut seen = HashSet::new();
        let mut branch = Vec::new();
        while let Some(id) = at.take().filter(|id| seen.insert(id.clone())) {
            at = self.mapping.get(&id).and_then(|node| node.parent.clone());
            branch.push(id);
        }
        branch.reverse();
        branch
    }

    fn last_leaf(&self) -> Option<String> {
        let time = |node: &Node| node.message.as_ref().and_then(|message| message.create_time).unwrap_or(0.0);
        let leaves = self.mapping.iter().filter(|(_, node)| node.children.is_empty());
        leaves.max_by(|(a, one), (b, other)| time(one).total_cmp(&time(other)).then(b.cmp(a))).map(|(id, _)| id.clone())
    }
}

impl NodeMessage {
    /// What was said for all to see: neither instructions, nor what tools gave, nor thoughts.
    fn read(&self) -> Option<Message> {
        let speaker = match self.author.role.as_str() {
            "user" => "User",
            "assistant" => "ChatGPT",
            _ => return None,
        };
        let content = self.content.as_ref()?;
        let is_hidden = self.metadata.get("is_visually_hidden_from_conversation").is_some_and(|value| value == true);
        if is_hidden || !matches!(content.content_type.as_str(), "text" | "multimodal_text") {
            return None;
        }
        let texts: Vec<&str> = content.parts.iter().filter_map(part_text).collect();
        let pictures = content.parts.iter().filter(|part| part.get("asset_pointer").is_some());
        let left_out = pictures.map(|_| "pictures".to_owned()).collect();
        let date = self.create_time.map(moment::of_unix);
        Some(Message { speaker: speaker.to_owned(), date, text: texts.join("\n\n"), left_out })
    }
}

/// A text, or the transcript of what was spoken.
fn part_text(part: &Value) -> Option<&str> {
    part.as_str().or_else(|| part.get("text")?.as_str()).filter(|text| !text.is_empty())
}

#[derive(Deserialize)]
struct OfClaude {
    #[serde(default)]
    name: String,
    created_at: Option<String>,
    chat_messages: Vec<ChatMessage>,
}

#[derive(Deserialize)]
struct ChatMessage {
    sender: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    content: Vec<Value>,
    created_at: Option<String>,
    #[serde(default)]
    attachments: Vec<Value>,
    #[serde(default)]
    files: Vec<Value>,
}

impl OfClaude {
    fn read(self) -> Conversation {
        let messages = self.chat_messages.into_iter().map(ChatMessage::read).collect();
        Conversation { title: Some(self.name), date: self.created_at, messages }
    }
}

impl ChatMessage {
    fn read(self) -> Message {
        let is_text = |block: &&Value| block.get("type").is_none_or(|kind| kind == "text");
        let blocks: Vec<&str> = self.content.iter().filter(is_text).filter_map(part_text).collect();
        let text = if blocks.is_empty() { self.text } else { blocks.join("\n\n") };
        let name = |file: &Value| {
            let name = file.get("file_name").and_then(Value::as_str).unwrap_or_default();
            if name.is_empty() { "attachments".to_owned() } else { format!("attachment {name}") }
        };
        let left_out = self.attachments.iter().chain(&self.files).map(name).collect();
        let speaker = if self.sender == "human" { "User" } else { "Claude" };
        Message { speaker: speaker.to_owned(), date: self.created_at, text, left_out }
    }
}
