//! The analyst's message in a turn, and the events while it is carried out.

use factly_core::chat::Mode;
use factly_core::discovery::EntityLabel;
use uuid::Uuid;

use crate::chat::cards::CardView;
use crate::providers::Usage;
use crate::reports::ReviewSuggestion;

/// A longer text is a source, not a question.
pub const MAX_QUESTION_CHARS: usize = 32_000;
/// Nobody mentions more.
pub(super) const MAX_MENTIONS: usize = 100;

/// The analyst's message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnRequest {
    pub text: String,
    /// The entities that it is about, in the order of their mention.
    pub mentions: Vec<EntityLabel>,
    /// The items that the analyst looks at while saying it, as "i1": the scope of the turn, empty for the whole project.
    /// None: nobody says. What is said in the place of a message then has that one's, a new one the whole project.
    pub items: Option<Vec<String>>,
    /// The mode whose default conversation is taken if none is named.
    pub mode: Option<Mode>,
    /// The Inputs that this turn looks at, in the place of the conversation's own scope.
    pub scope: Option<Vec<Uuid>>,
}

/// Told while a turn is carried out. Its end is what the call returns.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnEvent<'a> {
    /// Both messages are stored.
    Begun {
        user: Uuid,
        assistant: Uuid,
    },
    Token(&'a str),
    /// A card that is stored and waits.
    ToolCall(&'a CardView),
    /// A change of the report that is stored: it waits, or was applied at once.
    Suggestion(&'a ReviewSuggestion),
    Usage(Usage),
}

pub type TurnEventSink<'a> = &'a mut dyn FnMut(TurnEvent<'_>);
