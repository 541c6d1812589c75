//! Messages as they are shown: a page of a conversation from either end, each with its cards.

use std::ops::Range;

use factly_core::chat::sources::record::{AnswerSource, Check, Quote, ReplyOrigin, Unsupported};
use factly_core::chat::{MessageState, Role};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::ItemRef;
use factly_core::items::number_of;
use factly_core::language::Language;
use factly_core::message::UserMessage;
use factly_core::retrieval::PassageId;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::cards::{CardView, card_view};
use crate::chat::conversation::conversation_row;
use crate::chat::undo::{TurnSteps, done_steps};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::facts::InputReference;
use crate::locale::language;
use crate::lookup::{input_row, message_row, no_such_message};
use crate::originals::places_of;
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::MessageRow;
use crate::store::chat_summaries::SummaryRow;
use crate::store::{DiscoverySeq, MessageSeq, Reader};

/// More are never shown at once.
const MOST: u32 = 200;

#[derive(Clone, Debug, PartialEq)]
pub struct MessageView {
    pub id: Uuid,
    pub conversation: Uuid,
    pub role: Role,
    pub state: MessageState,
    /// As it was written; of an answer, Markdown.
    pub text: String,
    /// Entities that the analyst mentioned.
    pub references: Vec<EntityLabel>,
    /// The items that it was said about, each by its reference then and its name now; none is the whole project.
    pub items: Vec<ItemRef>,
    pub cards: Vec<CardView>,
    /// The reason an answer is not whole.
    pub error: Option<Error>,
    /// The provider that answered; none is what is built in.
    pub provider: Option<String>,
    pub model: Option<String>,
    pub created_at: i64,
    /// Sent for it.
    pub requests: u32,
    /// True if [`super::Chat::undo_turn`] would do something.
    pub undoable: bool,
    /// The grounding of an answer, and how far it goes; none of one that rests on no passages.
    pub grounding: Option<Grounding>,
}

/// The grounding of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grounding {
    pub origin: ReplyOrigin,
    /// The passages that it cites, each once.
    pub sources: Vec<SourceView>,
    /// One for each citation, in the order of the text.
    pub citations: Vec<Quote>,
    pub removed: Vec<String>,
    pub unsupported: Vec<Unsupported>,
    /// The reason its passages were found by their words alone, where their meaning was to be compared.
    pub by_words: Option<UserMessage>,
}

/// A passage that an answer cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceView {
    /// As a citation names it.
    pub id: String,
    /// The beginning of the passage.
    pub text: String,
    /// None: it was deleted since.
    pub input: Option<InputReference>,
    /// The words that carry what cites it first, and where they stand in the Input, in code points.
    pub quote: String,
    pub start: u32,
    pub end: u32,
    /// Its location for a reader: "p. 12".
    pub place: Option<String>,
}

/// Stands for older messages in what is sent; in a window they stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryView {
    pub id: Uuid,
    /// The last message that it stands for.
    pub after: Uuid,
    pub replaced: u32,
    pub text: String,
    pub created_at: i64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessagePage {
    /// The oldest first.
    pub messages: Vec<MessageView>,
    /// There are older ones.
    pub more: bool,
    pub total: u32,
    /// Of the messages of the page, the oldest first.
    pub summaries: Vec<SummaryView>,
}

impl Chat<'_> {
    /// The newest messages of a conversation, or those just before `before`.
    pub fn messages(&self, conversation: Uuid, before: Option<Uuid>, limit: u32) -> Result<MessagePage> {
        self.ctx.read(|r| {
            let row = conversation_row(r, conversation)?;
            let before = match before {
                // A place, which a message keeps when it is hidden meanwhile.
                Some(id) => r.chat_message_place(row.seq, id)?.ok_or_else(no_such_message)?,
                None => MessageSeq(i64::MAX),
            };
            let limit = limit.clamp(1, MOST);
            let mut rows = r.messages_before(row.seq, before, limit + 1)?;
            let more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let steps = done_steps(r, row.discovery)?;
            let summaries = summaries(r, &row, &rows)?;
            let views = rows.into_iter().rev().map(|message| message_view(self.ctx, r, row.id, &steps, message));
            let messages = views.collect::<Result<_>>()?;
            Ok(MessagePage { messages, more, total: r.message_count(row.seq)?, summaries })
        })
    }

    pub fn message(&self, id: Uuid) -> Result<MessageView> {
        self.ctx.read(|r| shown(self.ctx, r, message_row(r, id)?))
    }
}

/// One message by itself.
pub(super) fn shown(ctx: &Context, r: &Reader, row: MessageRow) -> Result<MessageView> {
    let conversation = r.conversation_at(row.conversation)?.ok_or_else(super::conversation::not_found)?;
    let steps = done_steps(r, row.discovery)?;
    message_view(ctx, r, conversation.id, &steps, row)
}

fn message_view(
    ctx: &Context,
    r: &Reader,
    conversation: Uuid,
    steps: &TurnSteps,
    row: MessageRow,
) -> Result<MessageView> {
    let (cards, undoable) = match row.role {
        Role::User | Role::Summary => (Vec::new(), false),
        Role::Assistant => {
            let cards = r.cards_of_chat_message(row.seq)?;
            let undoable = steps.of_turn(r, &row, &cards).is_ok();
            (cards.into_iter().map(|card| card_view(r, card)).collect::<Result<_>>()?, undoable)
        }
    };
    let items = mentioned_items(r, &row)?;
    let grounding = grounding(ctx, r, &row)?;
    Ok(MessageView {
        grounding,
        id: row.id,
        conversation,
        items,
        role: row.role,
        state: row.state,
        text: row.text,
        references: labels(&row.labels),
        cards,
        error: row.error.as_deref().map(Error::from_stored),
        provider: row.provider,
        model: row.model,
        created_at: row.created_at,
        requests: r.request_count(row.id)?,
        undoable,
    })
}

fn summaries(r: &Reader, conversation: &ConversationRow, rows: &[MessageRow]) -> Result<Vec<SummaryView>> {
    let (Some(newest), Some(oldest)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let all = r.summaries_between(conversation.seq, (oldest.seq, newest.seq))?;
    let view = |row: SummaryRow| {
        let after = rows.iter().find(|message| message.seq == row.last_message)?.id;
        let SummaryRow { id, replaced, text, created_at, .. } = row;
        Some(SummaryView { id, after, replaced, text, created_at })
    };
    Ok(all.into_iter().filter_map(view).collect())
}

fn grounding(ctx: &Context, r: &Reader, row: &MessageRow) -> Result<Option<Grounding>> {
    let Some(check) = row.verification.as_deref().and_then(|json| serde_json::from_str::<Check>(json).ok()) else {
        return Ok(None);
    };
    let sources: Vec<AnswerSource> = serde_json::from_str(&row.sources).unwrap_or_default();
    let view = |source: AnswerSource| source_view((ctx, r), row.discovery, source, &check.citations);
    let sources = sources.into_iter().map(view).collect::<Result<_>>()?;
    let Check { origin, citations, removed, unsupported, by_words } = check;
    Ok(Some(Grounding { origin, sources, citations, removed, unsupported, by_words }))
}

fn source_view(
    (ctx, r): (&Context, &Reader),
    discovery: DiscoverySeq,
    source: AnswerSource,
    citations: &[Quote],
) -> Result<SourceView> {
    let label = PassageId::parse(&source.id).map(|id| EntityLabel::new(EntityKind::Input, id.input_label));
    let member = label.map(|label| r.member(discovery, label)).transpose()?.flatten();
    let input =
        member.map(|member| InputReference { id: member.id, label: member.label.to_string(), title: member.text });
    let cited = citations.iter().find(|cited| cited.id == source.id);
    let (quote, start, end) = cited.map_or_else(Default::default, |of| (of.quote.clone(), of.start, of.end));
    let place = input.as_ref().map(|input| place_of(ctx, r, input.id, start..end)).transpose()?.flatten();
    Ok(SourceView { id: source.id, text: source.text, input, quote, start, end, place })
}

/// Returns the location of words for a reader: "p. 12". An Input that was edited may have fewer.
fn place_of(ctx: &Context, r: &Reader, input: Uuid, chars: Range<u32>) -> Result<Option<String>> {
    let row = input_row(r, input)?;
    let language = language(r)?.unwrap_or(Language::English);
    Ok(places_of(ctx, r, row.seq)?.label(chars).and_then(|label| label.words_in(language)))
}

fn mentioned_items(r: &Reader, row: &MessageRow) -> Result<Vec<ItemRef>> {
    let named = items(&row.labels).into_iter().map(|id| {
        let name = r.item_meant(row.discovery, &id)?.map(|item| item.name).unwrap_or_default();
        Ok(ItemRef { id, name })
    });
    named.collect()
}

/// Of what a message is about, the items, by reference. No reference is a label: "i1", "I-1".
pub(super) fn items(json: &str) -> Vec<String> {
    let about: Vec<String> = serde_json::from_str(json).unwrap_or_default();
    about.into_iter().filter(|reference| number_of(reference).is_some()).collect()
}

/// Of what a message is about, the entities.
pub(super) fn labels(json: &str) -> Vec<EntityLabel> {
    let labels: Vec<String> = serde_json::from_str(json).unwrap_or_default();
    labels.iter().filter_map(|label| EntityLabel::parse(label)).collect()
}
