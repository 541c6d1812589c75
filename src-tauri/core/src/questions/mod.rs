//! Structured questions: what the registry still lacks an answer to, in the order in which it is worth asking, and how a
//! bundle names a question.
//!
//! The meaning of an answer is the parser's. Not part of it: what a question may look like in a
//! window, and what became of it, which the engine keeps.

mod choose;
mod guide;
mod name;
mod proposed;

pub use choose::{KeyQuestion, KeyState, RoundScope, choose};
pub use guide::{GuideQuestion, guide};
pub use name::QuestionName;
pub use proposed::{MAX_PROPOSED, ProposedQuestion, QuestionContext, RefusedQuestion, proposed, schema};
