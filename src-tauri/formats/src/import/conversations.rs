//! Conversations that were exported from ChatGPT or Claude, each as a document of its own.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::Extract;
use crate::format::Format;
use crate::limits::{Limits, ShouldStop};
use crate::location::Place;
use crate::moment;
use crate::package::Package;
use crate::refusal::Refusal;

/// The conversations of an export: `conversations.json`, or the archive that holds it. Those without words are left out.
pub fn conversations(bytes: &[u8], limits: &Limits, stop: &ShouldStop<'_>) -> Result<Vec<Extract>, Refusal> {
    let budget = Budget::new(limits, stop);
    if bytes.starts_with(b"PK") {
        return of_archive(bytes, &budget);
    }
    of_file(bytes, limits.entries, &budget)
}

/// The conversations of one file, as many as are left.
fn of_file(json: &[u8], left: usize, budget: &Budget<'_>) -> Result<Vec<Extract>, Refusal> {
    let unknown = || Refusal::Unknown { looks_like: "JSON".to_owned() };
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let raw: Vec<&RawValue> = serde_json::from_slice(json).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => unknown(),
        _ => Refusal::Damaged { detail: error.to_string() },
    })?;
    let mut extracts = Vec::new();
    let mut is_one = raw.is_empty();
    for raw in raw.into_iter().take(left) {
        budget.go_on()?;
        let Some(conversation) = ImportedConversation::read(raw) else { continue };
        is_one = true;
        match conversation.write(budget) {
            Ok(extract) => extracts.push(extract),
            Err(Refusal::NoText) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    if is_one { Ok(extracts) } else { Err(unknown()) }
}

/// The conversations of an export, of which a large one comes in several files that are read in their order.
fn of_archive(bytes: &[u8], budget: &Budget<'_>) -> Result<Vec<Extract>, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let mut names: Vec<String> = package.names().iter().filter(|name| is_of_conversations(name)).cloned().collect();
    if names.is_empty() {
        return Err(Refusal::Unknown { looks_like: "ZIP".to_owned() });
    }
    names.sort();
    let mut extracts = Vec::new();
    for name in names {
        let json = package.whole(&name)?;
        let left = budget.limits.entries.saturating_sub(extracts.len());
        extracts.append(&mut of_file(&json, left, budget)?);
    }
    Ok(extracts)
}

/// `conversations.json`, or `conversations-003.json`.
fn is_of_conversations(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let rest = file.strip_prefix("conversations").and_then(|rest| rest.strip_suffix(".json"));
    rest.is_some_and(|rest| rest.trim_start_matches(['-', '_']).bytes().all(|byte| byte.is_ascii_digit()))
}

struct ImportedConversation {
    title: Option<String>,
    date: Option<String>,
    messages: Vec<ConversationMessage>,
}

struct ConversationMessage {
    speaker: String,
    date: Option<String>,
    text: String,
    /// Its content that is no text, by kind.
    left_out: Vec<String>,
}

impl ImportedConversation {
    /// A conversation in either shape.
    fn read(raw: &RawValue) -> Option<Self> {
        if let Ok(conversation) = serde_json::from_str::<ChatGptExport>(raw.get()) {
            return Some(conversation.read());
        }
        serde_json::from_str::<ClaudeExport>(raw.get()).ok().map(ClaudeExport::read)
    }

    fn write(self, budget: &Budget<'_>) -> Result<Extract, Refusal> {
        let mut draft = ExtractDraft::new(budget);
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
            draft.add_location(
                start,
                Place::Message { from: Some(message.speaker.clone()), date: message.date, subject },
            );
            draft.add_location(start, Place::Speaker { name: message.speaker });
            if draft.is_full() {
                break;
            }
        }
        draft.finish(Format::Markdown)
    }
}

/// A tree of messages, of which the branch that was open last is read.
#[derive(Deserialize)]
struct ChatGptExport {
    title: Option<String>,
    create_time: Option<f64>,
    current_node: Option<String>,
    mapping: HashMap<String, ChatGptNode>,
}

#[derive(Deserialize)]
struct ChatGptNode {
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

impl ChatGptExport {
    fn read(self) -> ImportedConversation {
        let branch = self.branch();
        let messages = branch.iter().filter_map(|id| self.mapping.get(id)?.message.as_ref()?.read()).collect();
        ImportedConversation { title: self.title, date: self.create_time.map(moment::of_unix), messages }
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
        let time = |node: &ChatGptNode| node.message.as_ref().and_then(|message| message.create_time).unwrap_or(0.0);
        let leaves = self.mapping.iter().filter(|(_, node)| node.children.is_empty());
        leaves.max_by(|(a, one), (b, other)| time(one).total_cmp(&time(other)).then(b.cmp(a))).map(|(id, _)| id.clone())
    }
}

impl NodeMessage {
    /// Reads the visible message: neither instructions, nor what tools gave, nor thoughts. The latter are counted.
    fn read(&self) -> Option<ConversationMessage> {
        let content = self.content.as_ref()?;
        let is_hidden = self.metadata.get("is_visually_hidden_from_conversation").is_some_and(|value| value == true);
        if is_hidden {
            return None;
        }
        let speaker = match self.author.role.as_str() {
            "user" => "User",
            "assistant" => "ChatGPT",
            "tool" => return Some(ConversationMessage::left_out("tool results")),
            _ => return None,
        };
        match content.content_type.as_str() {
            "text" | "multimodal_text" => {}
            "thoughts" | "reasoning_recap" => return Some(ConversationMessage::left_out("thoughts")),
            _ => return None,
        }
        let texts: Vec<String> = content.parts.iter().filter_map(part_text).map(without_citations).collect();
        let left_out = content.parts.iter().filter_map(asset).map(str::to_owned).collect();
        let date = self.create_time.map(moment::of_unix);
        Some(ConversationMessage { speaker: speaker.to_owned(), date, text: texts.join("\n\n"), left_out })
    }
}

impl ConversationMessage {
    /// A message of which nothing is read.
    fn left_out(what: &str) -> Self {
        Self { speaker: String::new(), date: None, text: String::new(), left_out: vec![what.to_owned()] }
    }
}

/// Returns the kind of a part that is no text.
fn asset(part: &Value) -> Option<&'static str> {
    let kind = part.get("content_type").and_then(Value::as_str).unwrap_or_default();
    match () {
        () if kind.contains("audio") && part.get("asset_pointer").is_some() => Some("audio"),
        () if kind.contains("video") => Some("video"),
        () if part.get("asset_pointer").is_some() => Some("pictures"),
        () => None,
    }
}

/// Characters for private use that a chat sets around what its window draws: the kind of it, and its parts.
const BEGIN: char = '\u{e200}';
const END: char = '\u{e201}';
const PART: char = '\u{e202}';

/// A text without the marks of citations; of what the window shows as words, the words.
fn without_citations(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        out.push_str(before);
        let (inside, next) = after.split_once(END).unwrap_or((after, ""));
        let mut parts = inside.split(PART);
        let (kind, first) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match kind {
            "entity" => out.push_str(&entity_name(first)),
            "url" => out.push_str(first),
            _ => {}
        }
        rest = next;
    }
    out.push_str(rest);
    let is_mark = |char: char| matches!(char, '\u{e200}'..='\u{e2ff}');
    without_sources(&out).replace(is_mark, "")
}

/// The name in `["company","Acme","…"]`.
fn entity_name(json: &str) -> String {
    let parts: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    parts.get(1).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A text without older marks: `【4:0†source】`.
fn without_sources(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('【') {
        let end = rest[at..].find('】').map(|end| at + end + '】'.len_utf8());
        let end = end.filter(|end| rest[at..*end].contains('†')).unwrap_or(at + '【'.len_utf8());
        let is_mark = rest[at..end].contains('†');
        out.push_str(&rest[..if is_mark { at } else { end }]);
        rest = &rest[end..];
    }
    out + rest
}

/// A text, or the transcript of what was spoken.
fn part_text(part: &Value) -> Option<&str> {
    part.as_str().or_else(|| part.get("text")?.as_str()).filter(|text| !text.is_empty())
}

#[derive(Deserialize)]
struct ClaudeExport {
    #[serde(default)]
    name: String,
    created_at: Option<String>,
    chat_messages: Vec<ClaudeMessage>,
}

#[derive(Deserialize)]
struct ClaudeMessage {
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

impl ClaudeExport {
    fn read(self) -> ImportedConversation {
        let messages = self.chat_messages.into_iter().map(ClaudeMessage::read).collect();
        ImportedConversation { title: Some(self.name), date: self.created_at, messages }
    }
}

impl ClaudeMessage {
    fn read(self) -> ConversationMessage {
        let is_text = |block: &&Value| block.get("type").is_none_or(|kind| kind == "text");
        let blocks: Vec<&str> = self.content.iter().filter(is_text).filter_map(part_text).collect();
        let mut texts = vec![if blocks.is_empty() { self.text } else { blocks.join("\n\n") }];
        // What was pasted, or read of a file, is what was sent.
        let pasted = |file: &Value| file.get("extracted_content").and_then(Value::as_str).map(str::to_owned);
        texts.extend(self.attachments.iter().filter_map(pasted));
        texts.retain(|text| !text.trim().is_empty());
        let unread = self.attachments.iter().filter(|file| pasted(file).is_none_or(|text| text.trim().is_empty()));
        let aside = |block: &Value| match block.get("type").and_then(Value::as_str)? {
            "tool_result" => Some("tool results".to_owned()),
            "thinking" | "redacted_thinking" => Some("thoughts".to_owned()),
            _ => None,
        };
        let name = |file: &Value| {
            let name = file.get("file_name").and_then(Value::as_str).unwrap_or_default();
            if name.is_empty() { "attachments".to_owned() } else { format!("attachment {name}") }
        };
        let named = unread.chain(&self.files).map(name);
        let left_out = named.chain(self.content.iter().filter_map(aside)).collect();
        let speaker = if self.sender == "human" { "User" } else { "Claude" };
        ConversationMessage { speaker: speaker.to_owned(), date: self.created_at, text: texts.join("\n\n"), left_out }
    }
}
