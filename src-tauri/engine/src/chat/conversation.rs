//! Conversations of a discovery: the default one, which is there from the first use, and those that the analyst makes.

use factly_core::chat::{Mode, search};
use factly_core::message;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::broken_answers::refuse_while_streaming;
use crate::error::{Error, Result};
use crate::lookup::{checked_title, discovery_row, input_row};
use crate::store::chat_conversations::ConversationRow;
use crate::store::{DiscoverySeq, MessageSeq, Op, Reader, Stack, Topic};

/// A name that is taken from a first message.
const NAME_CHARS: usize = 60;
const MOST_FOUND: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub id: Uuid,
    pub mode: Mode,
    /// As the analyst named it, else the beginning of the first message; empty while nothing was said.
    pub title: String,
    pub is_default: bool,
    pub messages: u32,
    /// Cards that the analyst has not decided on.
    pub pending_cards: u32,
    pub updated_at: i64,
    /// The Inputs that it looks at; none is all of them.
    pub scope: Vec<Uuid>,
    /// The report that it writes.
    pub report: Option<Uuid>,
}

/// A message that holds the words that were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMessage {
    pub conversation: Uuid,
    pub title: String,
    pub message: Uuid,
    pub snippet: String,
    pub at: i64,
}

impl Chat<'_> {
    /// The default one of the columns first, then that of the sources, then those that were spoken in last.
    pub fn conversations(&self, discovery: Uuid) -> Result<Vec<Conversation>> {
        self.default_conversation(discovery, Mode::Discovery)?;
        self.ctx.read(|r| {
            let seq = discovery_row(r, discovery)?.seq;
            let mut rows = Vec::new();
            for mode in Mode::ALL {
                rows.extend(r.conversations(seq, mode)?);
            }
            let mut all = rows.iter().map(|row| conversation_view(r, row)).collect::<Result<Vec<_>>>()?;
            let is_later = |of: &Conversation| (!of.is_default, of.is_default && of.mode != Mode::Discovery);
            all.sort_by_key(|(last, conversation)| (is_later(conversation), std::cmp::Reverse(*last)));
            Ok(all.into_iter().map(|(_, conversation)| conversation).collect())
        })
    }

    pub fn conversation(&self, id: Uuid) -> Result<Conversation> {
        self.ctx.read(|r| Ok(conversation_view(r, &conversation_row(r, id)?)?.1))
    }

    /// The conversation that a person names: by its id, eight or more digits of one, or its title.
    pub fn find_conversation(&self, discovery: Uuid, name: &str) -> Result<Uuid> {
        let digits: String = name.chars().filter(|c| *c != '-').collect::<String>().to_lowercase();
        let is_named = |conversation: &Conversation| {
            let begins = digits.len() >= 8 && conversation.id.simple().to_string().starts_with(&digits);
            begins || conversation.title == name.trim()
        };
        let mut found = self.conversations(discovery)?;
        found.retain(is_named);
        match found.as_slice() {
            [one] => Ok(one.id),
            [] => Err(Error::not_found(message!("There is no conversation “{}”.", name))),
            several => {
                let ids: Vec<String> = several.iter().map(|one| one.id.to_string()).collect();
                let what = message!("“{}” is more than one conversation: {}.", name, ids.join(", "));
                Err(Error::invalid(what).hint("Give one of these ids."))
            }
        }
    }

    /// The default conversation of a mode.
    pub fn conversation_of(&self, discovery: Uuid, mode: Mode) -> Result<Conversation> {
        let row = self.default_conversation(discovery, mode)?;
        self.ctx.read(|r| Ok(conversation_view(r, &row)?.1))
    }

    /// The newest conversation that writes a report, begun here if there is none.
    pub fn conversation_of_report(&self, report: Uuid) -> Result<Conversation> {
        let known = self.ctx.read(|r| {
            let row = r.report(report)?.ok_or_else(no_report)?;
            r.conversation_of_report(row.seq)?.map(|row| Ok(conversation_view(r, &row)?.1)).transpose()
        })?;
        known.map_or_else(|| self.create_conversation_of_report(report), Ok)
    }

    /// Begins another conversation that writes a report.
    pub fn create_conversation_of_report(&self, report: Uuid) -> Result<Conversation> {
        let found = self.ctx.read(|r| r.report(report)?.ok_or_else(no_report))?;
        let made = self.ctx.write(Op::silent(), |w| {
            w.about(found.discovery);
            w.topic(Topic::Chat);
            let seq = w.insert_conversation_of_report(found.discovery, found.seq)?;
            w.conversation_at(seq)?.ok_or_else(not_found)
        })?;
        self.ctx.read(|r| Ok(conversation_view(r, &made.value)?.1))
    }

    /// Says which Inputs a conversation looks at; none is all of them.
    pub fn scope_conversation(&self, id: Uuid, inputs: &[Uuid]) -> Result<()> {
        let row = self.ctx.read(|r| {
            inputs.iter().try_for_each(|input| input_row(r, *input).map(|_| ()))?;
            conversation_row(r, id)
        })?;
        let scope = serde_json::to_string(inputs).unwrap_or_else(|_| "[]".to_owned());
        self.ctx.write(Op::silent(), |w| {
            w.about(row.discovery);
            w.topic(Topic::Chat);
            Ok(w.scope_conversation(row.seq, &scope)?)
        })?;
        Ok(())
    }

    /// One more of the columns, named or to be named by its first message.
    pub fn create_conversation(&self, discovery: Uuid, title: Option<&str>) -> Result<Conversation> {
        self.create_conversation_of(discovery, Mode::Discovery, title)
    }

    pub fn create_conversation_of(&self, discovery: Uuid, mode: Mode, title: Option<&str>) -> Result<Conversation> {
        refuse_without_report(mode)?;
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let title = title.filter(|title| !title.trim().is_empty()).map(checked_title).transpose()?.unwrap_or_default();
        let made = self.ctx.write(Op::silent(), |w| {
            w.about(row.seq);
            w.topic(Topic::Chat);
            Ok(w.insert_conversation(row.seq, mode, &title, false)?)
        })?;
        self.ctx.read(|r| match r.conversation_at(made.value)? {
            Some(row) => Ok(conversation_view(r, &row)?.1),
            None => Err(not_found()),
        })
    }

    pub fn rename_conversation(&self, id: Uuid, title: &str) -> Result<()> {
        let title = checked_title(title)?;
        let row = self.ctx.read(|r| conversation_row(r, id))?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Rename a conversation to “{}”", title));
        self.ctx.write(op, |w| {
            w.topic(Topic::Chat);
            Ok(w.name_conversation(row.seq, &title)?)
        })?;
        Ok(())
    }

    /// Hides a conversation with its cards. The default one is emptied: there is always one.
    pub fn delete_conversation(&self, id: Uuid) -> Result<()> {
        let row = self.ctx.read(|r| conversation_row(r, id))?;
        let name = if row.is_default { message!("Empty the conversation") } else { message!("Delete a conversation") };
        self.ctx.write(Op::named(Stack::Discovery(row.discovery), name), |w| {
            refuse_while_streaming(w, self.ctx.path(), row.seq)?;
            w.topic(Topic::Chat);
            if row.is_default {
                w.hide_messages_from(row.seq, MessageSeq(0))?;
            } else {
                w.hide_conversation(row.seq)?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Messages that hold `text`, without regard to case, the newest first.
    pub fn search_conversations(&self, discovery: Uuid, text: &str) -> Result<Vec<FoundMessage>> {
        let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let mut found = Vec::new();
            r.each_message(row.seq, |message| {
                if let Some(range) = search::find(&message.text, &wanted) {
                    found.push((
                        message.conversation,
                        message.id,
                        search::snippet(&message.text, range),
                        message.created_at,
                    ));
                }
                found.len() < MOST_FOUND
            })?;
            let found = found.into_iter().map(|(conversation, message, snippet, at)| {
                let row = r.conversation_at(conversation)?.ok_or_else(not_found)?;
                let title = conversation_view(r, &row)?.1.title;
                Ok(FoundMessage { conversation: row.id, title, message, snippet, at })
            });
            found.collect()
        })
    }

    /// The one that is there without being made; made here on first use.
    pub(super) fn default_conversation(&self, discovery: Uuid, mode: Mode) -> Result<ConversationRow> {
        refuse_without_report(mode)?;
        let (seq, known) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            Ok((row.seq, r.default_conversation(row.seq, mode)?))
        })?;
        match known {
            Some(row) => Ok(row),
            None => self.make_default(seq, mode),
        }
    }

    fn make_default(&self, discovery: DiscoverySeq, mode: Mode) -> Result<ConversationRow> {
        let made = self.ctx.write(Op::silent(), |w| {
            // Somebody may have been quicker.
            if let Some(row) = w.default_conversation(discovery, mode)? {
                return Ok(row);
            }
            let seq = w.insert_conversation(discovery, mode, "", true)?;
            w.conversation_at(seq)?.ok_or_else(not_found)
        })?;
        Ok(made.value)
    }
}

pub(super) fn conversation_row(r: &Reader, id: Uuid) -> Result<ConversationRow> {
    r.conversation(id)?.ok_or_else(not_found)
}

pub(super) fn not_found() -> Error {
    Error::not_found("There is no such conversation.").hint("It may have been deleted: undo brings it back.")
}

fn no_report() -> Error {
    Error::not_found("There is no such report.").hint("It may have been deleted: undo brings it back.")
}

/// A conversation that writes a report is the report's.
fn refuse_without_report(mode: Mode) -> Result<()> {
    match mode {
        Mode::Report => Err(Error::invalid("Which report is to be written is not said.").hint("Begin at the report.")),
        Mode::Discovery | Mode::Sources => Ok(()),
    }
}

/// The Inputs that a conversation looks at.
pub(super) fn inputs_of(row: &ConversationRow) -> Vec<Uuid> {
    serde_json::from_str(&row.scope).unwrap_or_default()
}

/// The report that a conversation writes; none where it was deleted, or writes none.
pub(super) fn report_of(r: &Reader, row: &ConversationRow) -> Result<Option<Uuid>> {
    let Some(seq) = row.report else { return Ok(None) };
    Ok(r.report_at(seq)?.map(|report| report.id))
}

/// With the place of its last message, by which conversations are in order.
fn conversation_view(r: &Reader, row: &ConversationRow) -> Result<(i64, Conversation)> {
    let sketch = r.conversation_sketch(row)?;
    let named = if row.title.is_empty() { sketch.first.as_deref().map(name_of) } else { Some(row.title.clone()) };
    let conversation = Conversation {
        id: row.id,
        mode: row.mode,
        title: named.unwrap_or_default(),
        is_default: row.is_default,
        messages: sketch.messages,
        pending_cards: sketch.waiting,
        updated_at: sketch.last.map_or(row.created_at, |(_, at)| at),
        scope: inputs_of(row),
        report: report_of(r, row)?,
    };
    Ok((sketch.last.map_or(0, |(seq, _)| seq.0), conversation))
}

fn name_of(first: &str) -> String {
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(NAME_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
