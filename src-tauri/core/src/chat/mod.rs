//! The chat's rules: what a turn is made of and what goes along with it, what a model is told of a discovery and may
//! call, what a call proposes, what a card shows, what an answer's Markdown says, and what is answered without a model.
//!
//! A conversation is turns; a turn is what the analyst said and what was answered. An answer may propose changes, which
//! are cards until the analyst confirms them. Nothing here changes a discovery.

pub mod assistant;
pub mod card;
pub mod context;
pub mod graph;
pub mod labels;
pub mod markdown;
mod mode;
pub mod prompt;
pub mod proposal;
pub mod report;
mod round;
pub mod search;
pub mod sources;
mod state;
pub mod statements;
pub mod tool;
pub mod turn;
pub mod window;

pub use graph::Graph;
pub use mode::{BuiltInAnswer, ChatMode, DiscoveryMode};
pub use round::{CallOutcome, ModelCall, ModelRound, read_rounds, write_rounds};
pub use state::{CardStatus, MessageState, Mode, Role};
pub use tool::Tool;
