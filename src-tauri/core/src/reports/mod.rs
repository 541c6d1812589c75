//! Reports: the body of an Output as a tree of sections, what can be done to it, and what a model suggests of it.
//!
//! | module | decides |
//! |---|---|
//! | [`section`] | what a report is, and how its sections are numbered |
//! | [`operation`] | what changes a report, with its inverse |
//! | [`markdown`] | a report out of Markdown and back |
//! | `line_ends` | which line ends a report is written with |
//! | [`alignment`] | which section of one state is which of another |
//! | [`citation`] | what a body cites |
//! | [`hunk`] | what a suggestion changes, word by word |
//! | [`compare`] | what two states of a report differ in |
//! | [`edit_script`] | what turns one state into another |
//! | [`matching`] | which section of an edited file is which of the report |
//! | [`quote`] | a quote as a report shows it |
//! | [`reference`] | which section is meant by a number or a title |
//! | [`support`] | what carries each sentence of a body |
//! | [`tool`] | what a model may call, and what a call comes to |
//! | [`suggestion`] | what is suggested, whether it still applies, and what accepting it comes to |
//! | [`phrase`] | what plain words ask for without a model |
//! | [`draft`] | a report out of a discovery's graph |
//! | [`words`] | what Factly says itself in the conversation of a report |

pub mod alignment;
pub mod citation;
pub mod compare;
pub mod draft;
pub mod edit_script;
pub mod front_matter;
pub mod hunk;
mod line_ends;
pub mod markdown;
pub mod matching;
pub mod operation;
pub mod phrase;
pub mod quote;
pub mod reference;
pub mod section;
pub mod suggestion;
pub mod support;
pub mod tool;
pub mod words;

pub use citation::{Citation, CitedIds, citations};
pub use hunk::{Hunk, hunks};
pub use operation::{Operation, OperationFault};
pub use section::{Heading, OutlineLine, Report, Section};
