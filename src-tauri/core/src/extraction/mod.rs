//! Extraction: what a parser is asked, what its answer means, and the parser that needs no model
//! (`docs/contracts/fact-ops.md`).

mod answers;
pub mod blocks;
mod channel;
pub mod learning;
pub mod offline;
pub mod op;
pub mod ops;
pub mod passages;
pub mod prompt;
pub mod salience;
pub mod wording;

pub use answers::{unanswered, unescape};
pub use channel::{ChannelReader, final_channel};
