//! The chat: conversations of a discovery, the machine that carries out a turn, and the cards that wait for the analyst.
//!
//! | file | does |
//! |---|---|
//! | `conversation`, `message` | what is listed and shown |
//! | `turn`, `request`, `stored_turn`, `history`, `answer_autosave` | a turn: asked, streamed, kept, ended once |
//! | `faults`, `broken_answers` | why an answer is not what it should be, and answers that nobody carries on |
//! | `sources`, `grounds`, `summary`, `log` | the Sources mode: what is looked at, checked, kept of the past, and logged |
//! | `report` | the Report mode: calls carried out one by one, their changes suggested |
//! | `cards` | what a model proposed, until the analyst decides |
//! | `feed` | a finished turn becomes a bundle of the ledger |
//! | `replaced_facts` | what was read from messages that are said otherwise or answered again |
//! | `use_answer` | an answer becomes facts, an insight or a note |
//! | `undo` | all that a turn did, taken back |
//! | `graph`, `mentions` | what is known of a discovery, and offered to be named |

mod answer_autosave;
mod broken_answers;
pub mod cards;
mod conversation;
mod faults;
mod feed;
mod graph;
mod grounds;
mod history;
mod log;
mod mentions;
mod message;
mod replaced_facts;
mod report;
mod request;
mod sources;
mod stored_turn;
mod summary;
mod turn;
mod undo;
mod use_answer;

use crate::context::area;
pub use cards::CardView;
pub use conversation::{Conversation, FoundMessage};
pub use feed::FeedReport;
pub use mentions::{MentionCandidate, MentionGroup};
pub use message::{Grounding, MessagePage, MessageView, SourceView, SummaryView};
pub use request::{MAX_QUESTION_CHARS, TurnEvent, TurnEventSink, TurnRequest};
pub use use_answer::{AnswerUse, UsedAnswer, WaitingMatch};

area! {
    /// Conversations, the turns of the assistant, and the cards that it proposes.
    Chat
}
