//! The chat on the wire: conversations, messages, cards, and what is told while an answer comes.

use factly_core::chat::sources::record::{CitationFault, Quote, ReplyOrigin, Unsupported, render_marked};
use factly_core::chat::{CardStatus as Status, MessageState as State, Mode, Role as Speaker, Tool, card, markdown};
use factly_engine::{
    chat::{self as domain, cards},
    reports::ReviewSuggestion,
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    duplicates::Duplicate,
    facts::{AcceptedBy, FactStatus},
    markdown::{Block, blocks},
    message::UserMessage,
    patch::Patch,
    pipeline::{EntityStatus, Kind, OutputType, label, labels, names},
    questions::ScopeItem,
    reports::SuggestionKind,
};
use crate::error::{AppError, AppResult, ErrorCode, boxed};

/// Told over the channel of one turn. It ends with exactly one of done, stopped and error.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ChatEvent {
    /// Both messages are stored; the text of a very long question is abridged here.
    Begun {
        user: ChatMessage,
        assistant: String,
    },
    /// More words. The answer's blocks before index `from` are final. The one there becomes another by `grown`, where that
    /// is said; then `blocks` take the place of all that follow.
    Token {
        from: u32,
        grown: Option<Patch>,
        blocks: Vec<Block>,
    },
    /// A card that is stored and waits. One that is too large to be told is abridged: it has no fingerprint, so that
    /// nothing can be confirmed that was not shown, and no parameters.
    ToolCall {
        tool: ChatTool,
        params: Option<serde_json::Value>,
        card: ChatCard,
    },
    /// A change of the report that is stored: it waits, or was applied at once. The report's suggestions have its words.
    Suggestion {
        id: String,
        kind: SuggestionKind,
        section: String,
    },
    Done {
        message_id: String,
    },
    Stopped {
        message_id: String,
    },
    Error {
        error: UserMessage,
        code: ErrorCode,
        hint: Option<Box<UserMessage>>,
    },
}

wire_struct! {
    #[derive(PartialEq)]
    Conversation = domain::Conversation as row {
        id: String,
        mode: ChatMode,
        title: String,
        is_default: bool,
        messages: u32,
        pending_cards: u32,
        updated_at: i64,
        /// The Inputs that it looks at; none is all of them.
        scope: Vec<String> = row.scope.iter().map(ToString::to_string).collect(),
        /// The report that it writes.
        report: Option<String> = row.report.map(|report| report.to_string()),
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    pub id: String,
    pub conversation: String,
    pub role: ChatRole,
    pub state: MessageState,
    /// As written by the analyst.
    pub text: String,
    /// Of an answer.
    pub blocks: Vec<Block>,
    /// The entities that the analyst mentioned.
    pub references: Vec<String>,
    /// The items that the message is about; none is the whole project.
    pub items: Vec<ScopeItem>,
    pub cards: Vec<ChatCard>,
    /// The reason that an answer is not whole.
    pub error: Option<AppError>,
    /// None is what is built in.
    pub model: Option<String>,
    pub created_at: i64,
    /// Number of requests sent for it.
    pub requests: u32,
    pub undoable: bool,
    /// The basis of an answer; none of one that rests on no passages.
    pub grounding: Option<Grounding>,
}

/// The basis of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Grounding {
    pub origin: AnswerOrigin,
    pub sources: Vec<ChatSource>,
    /// One for each citation.
    pub citations: Vec<CitedWords>,
    pub removed: Vec<String>,
    pub unsupported: Vec<UnsupportedSentence>,
    /// The reason that its passages were found by their words alone, where their meaning was to be compared.
    pub by_words: Option<UserMessage>,
}

wire_enum! {
    AnswerOrigin = ReplyOrigin { Model, Extract, Guard, Fallback }
}

wire_enum! {
    UnsupportedWhy = CitationFault { NotInSource, NoSource }
}

wire_struct! {
    /// A passage that an answer cites.
    #[derive(PartialEq)]
    ChatSource = domain::SourceView as source {
        id: String,
        text: String,
        input: Option<String> = source.input.as_ref().map(|input| input.id.to_string()),
        label: Option<String> = source.input.as_ref().map(|input| input.label.clone()),
        title: Option<String> = source.input.as_ref().map(|input| input.title.clone()),
        quote: String,
        place: Option<String>,
    }
}

wire_struct! {
    /// The words of a passage that carry a claim; code points of the Input.
    #[derive(PartialEq)]
    CitedWords = Quote {
        id: String,
        quote: String,
        start: u32,
        end: u32,
    }
}

wire_struct! {
    /// A sentence that its sources do not carry.
    #[derive(PartialEq)]
    UnsupportedSentence = Unsupported as marked {
        text: String,
        why: UnsupportedWhy = marked.why.into(),
        /// The words that no cited passage has.
        missing: Vec<String> = marked.missing.iter().map(|missing| missing.text.clone()).collect(),
    }
}

wire_struct! {
    /// Stands for older messages in what is sent.
    #[derive(PartialEq)]
    ChatSummary = domain::SummaryView {
        id: String,
        after: String,
        replaced: u32,
        text: String,
        created_at: i64,
    }
}

wire_struct! {
    #[derive(PartialEq)]
    ChatMessages = domain::MessagePage {
        /// Oldest first.
        messages: Vec<ChatMessage>,
        more: bool,
        total: u32,
        summaries: Vec<ChatSummary>,
    }
}

wire_struct! {
    #[derive(PartialEq)]
    ChatHit = domain::FoundMessage {
        conversation: String,
        title: String,
        message: String,
        snippet: String,
        at: i64,
    }
}

wire_enum! {
    /// The subject of a conversation, and so the context that goes along with a question.
    ChatMode = Mode { Discovery, Sources, Report }
}

wire_enum! {
    ChatRole = Speaker { User, Assistant, Summary }
}

wire_enum! {
    MessageState = State { Streaming, Done, Stopped, Failed }
}

wire_enum! {
    ChatTool = Tool { AddItem, DeleteItem, EditItem }
}

wire_enum! {
    CardStatus = Status { Pending, Applied, Cancelled, Error }
}

wire_struct! {
    #[derive(PartialEq)]
    ChatCard = cards::CardView {
        id: String,
        message: String,
        tool: ChatTool,
        status: CardStatus,
        /// The fingerprint that its buttons are bound to.
        fingerprint: String,
        stale: Option<UserMessage>,
        error: Option<AppError>,
        became: Option<String>,
        shown: CardShown,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum CardShown {
    Add { kind: Kind, text: String, links: Vec<LabelText>, output_type: Option<OutputType> },
    Delete { entities: Vec<DeletedEntity>, downstream: Vec<LabelText>, downstream_total: u32 },
    Edit { label: String, kind: Kind, before: String, after: String, version: u32 },
}

wire_struct! {
    #[derive(PartialEq)]
    LabelText = card::NamedEntity {
        label: String,
        text: String,
    }
}

wire_struct! {
    #[derive(PartialEq)]
    DeletedEntity = card::EntityDeletion as doomed {
        label: String,
        kind: Kind = doomed.label.kind.into(),
        text: String,
        status: EntityStatus,
    }
}

/// The analyst's edit of a proposal before confirming it.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardEdited {
    pub text: String,
    pub related_ids: Vec<String>,
    pub output_type: Option<OutputType>,
}

wire_struct! {
    CardConfirmed = cards::Confirmed {
        card: ChatCard,
        /// The duplicates in the column. Nothing was done then.
        duplicates: Vec<Duplicate>,
        /// A sentence, where a model was to judge whom it touches and what is built in did.
        note: Option<UserMessage>,
    }
}

wire_struct! {
    /// Several cards that were confirmed together.
    CardsConfirmed = cards::AllConfirmed {
        cards: Vec<ChatCard>,
        /// As of one card.
        note: Option<UserMessage>,
    }
}

wire_enum! {
    /// The target kind of an answer.
    AnswerUse = domain::AnswerUse { Fact, Insight, Note }
}

wire_struct! {
    /// The entities that an answer became, and those that stated it already.
    UsedAnswer = domain::UsedAnswer {
        added: Vec<String>,
        known: Vec<String>,
        /// Those of them that wait to be decided.
        waiting: Vec<WaitingMatch>,
        left_out: Vec<AppError>,
    }
}

wire_struct! {
    /// A fact that waits and holds what a sentence of an answer says, and perhaps more.
    WaitingMatch = domain::WaitingMatch {
        fact: String,
        label: String,
        text: String,
        claim: String,
    }
}

/// The action where the column has the text that a card would add.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum OnDuplicate {
    /// Nothing: the analyst is told.
    Ask,
    AddAnyway,
    /// The card becomes the entity of this label, and its links are added.
    Same(String),
}

/// A card as it was shown.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardShownAs {
    pub card: uuid::Uuid,
    pub fingerprint: String,
}

/// The suggestions of one column for "@".
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MentionGroup {
    pub kind: Kind,
    pub entries: Vec<MentionEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MentionEntry {
    pub label: String,
    pub text: String,
    pub status: EntityStatus,
    /// Of a fact.
    pub fact_status: Option<FactStatus>,
    pub accepted_by: Option<AcceptedBy>,
}

impl ChatEvent {
    pub fn card(card: &cards::CardView) -> Self {
        Self::ToolCall { tool: card.tool.into(), params: Some(card.params.clone()), card: card.clone().into() }
    }

    pub fn suggestion(of: &ReviewSuggestion) -> Self {
        Self::Suggestion {
            id: of.id.to_string(),
            kind: SuggestionKind::parse(of.kind),
            section: of.section.to_string(),
        }
    }

    /// Returns the stored end of a message.
    pub fn end(message: &domain::MessageView) -> Self {
        match (message.state, &message.error) {
            (State::Failed, Some(error)) => Self::Error {
                error: error.message.clone().into(),
                code: error.code.into(),
                hint: boxed(error.hint.clone()),
            },
            (State::Stopped, _) => Self::Stopped { message_id: message.id.to_string() },
            _ => Self::Done { message_id: message.id.to_string() },
        }
    }
}

impl From<domain::MessageView> for ChatMessage {
    fn from(message: domain::MessageView) -> Self {
        let (text, blocks) = match message.role {
            Speaker::User | Speaker::Summary => (message.text, Vec::new()),
            Speaker::Assistant => (String::new(), drawn_blocks(&message)),
        };
        Self {
            id: message.id.to_string(),
            conversation: message.conversation.to_string(),
            role: message.role.into(),
            state: message.state.into(),
            text,
            blocks,
            references: names(&message.references),
            items: message.items.into_iter().map(Into::into).collect(),
            cards: message.cards.into_iter().map(Into::into).collect(),
            error: message.error.map(Into::into),
            model: message.model,
            created_at: message.created_at,
            requests: message.requests,
            undoable: message.undoable,
            grounding: message.grounding.map(Into::into),
        }
    }
}
wire_from!(ChatMessage = domain::MessageView);

/// The blocks of an answer, with its citations numbered and its sentences marked.
fn drawn_blocks(message: &domain::MessageView) -> Vec<Block> {
    let Some(grounding) = &message.grounding else { return blocks(&markdown::blocks(&message.text)) };
    let mut drawn = markdown::blocks(&render_marked(&message.text, &grounding.unsupported));
    markdown::number_citations(&mut drawn);
    blocks(&drawn)
}

impl From<domain::Grounding> for Grounding {
    fn from(grounding: domain::Grounding) -> Self {
        let domain::Grounding { origin, sources, citations, removed, unsupported, by_words } = grounding;
        Self {
            origin: origin.into(),
            sources: sources.into_iter().map(Into::into).collect(),
            citations: citations.into_iter().map(Into::into).collect(),
            removed,
            unsupported: unsupported.into_iter().map(Into::into).collect(),
            by_words: by_words.map(Into::into),
        }
    }
}
wire_from!(Grounding = domain::Grounding);

impl From<domain::MentionGroup> for MentionGroup {
    fn from(group: domain::MentionGroup) -> Self {
        let entry = |entry: domain::MentionCandidate| MentionEntry {
            label: entry.label.to_string(),
            text: entry.text,
            status: entry.status.into(),
            fact_status: entry.fact_status.map(Into::into),
            accepted_by: entry.accepted_by.map(Into::into),
        };
        Self { kind: group.kind.into(), entries: group.entries.into_iter().map(entry).collect() }
    }
}

impl From<card::CardContent> for CardShown {
    fn from(shown: card::CardContent) -> Self {
        match shown {
            card::CardContent::Add(add) => Self::Add {
                kind: add.kind.into(),
                text: add.text,
                links: add.links.into_iter().map(Into::into).collect(),
                output_type: add.output_type.map(Into::into),
            },
            card::CardContent::Delete(delete) => Self::Delete {
                entities: delete.entities.into_iter().map(Into::into).collect(),
                downstream: delete.downstream.into_iter().map(Into::into).collect(),
                downstream_total: count(delete.downstream_total),
            },
            card::CardContent::Edit(edit) => Self::Edit {
                kind: edit.label.kind.into(),
                label: edit.label.to_string(),
                before: edit.before,
                after: edit.after,
                version: edit.version,
            },
        }
    }
}
wire_from!(CardShown = card::CardContent);

impl OnDuplicate {
    pub fn read(self) -> AppResult<cards::OnDuplicate> {
        Ok(match self {
            Self::Ask => cards::OnDuplicate::Ask,
            Self::AddAnyway => cards::OnDuplicate::AddAnyway,
            Self::Same(same) => cards::OnDuplicate::Same(label(&same)?),
        })
    }
}

impl CardEdited {
    pub fn read(self) -> AppResult<cards::CardEdit> {
        Ok(cards::CardEdit {
            related_ids: labels(&self.related_ids)?,
            text: self.text,
            output_type: self.output_type.map(Into::into),
        })
    }
}
