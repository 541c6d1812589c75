//! The rules of Factly, as pure functions over values.
//!
//! Nothing here reads a clock, draws a random number, opens a file, speaks to a network, waits or logs: ids and
//! times are arguments, and what is decided is returned. That is what lets every rule be tested as a table of rows.
//!
//! | module | decides |
//! |---|---|
//! | [`text`] | how offsets in code points, UTF-8 bytes and UTF-16 units correspond, and what text may come in |
//! | [`inputs`] | the exact text of a turn, its hash and its section borders |
//! | [`evidence`] | whether a quote stands in a source, and whether it carries the value claimed for it |
//! | [`values`] | what a typed value is, and when two are the same |
//! | [`knowledge`] | what a scope's facts come to: blocks and fields |
//! | [`language`] | what words, sentences, negations and languages are |
//! | [`keys`] | which keys a fact may have |
//! | [`extraction`] | what a parser is asked, what its answer means, and the parser that needs no model |
//! | [`items`] | what an item is called, and which one a text means |
//! | [`facts`] | what becomes of a proposed fact |
//! | [`questions`] | what is still to be asked, in what order, and what of a model's proposals may be |
//! | [`catalogue`] | what a line of text may mean of a catalogue, and what prices tell |
//! | [`discovery`] | how entities are named, which say the same, and what becomes of what rests on one that changes |
//! | [`retrieval`] | which passages of Inputs answer a question, in what order, and whether it is about them at all |
//! | [`chat`] | what a model is told and may call, what the analyst is asked to confirm, and what is answered without a model |
//! | [`long_documents`] | what a long document is made of, what a call is told and costs, and where its files stand |
//! | [`reports`] | what a report is, what changes it, and what a model suggests of it |
//! | [`evidence_pack`] | what an evidence pack says, and whether a text of it bears its quotes |
//! | [`audit`] | what became of every part of a text, and what stood when |
//! | [`message`] | what is said to the analyst, and how it is kept apart from its language |
//! | [`transfer`] | what a discovery looks like as JSON, and what of a file can be believed |

pub mod audit;
pub mod catalogue;
pub mod chat;
mod definition;
pub mod discovery;
pub mod evidence;
pub mod evidence_pack;
pub mod extraction;
pub mod facts;
mod fields;
pub mod inputs;
pub mod items;
pub mod keys;
pub mod knowledge;
pub mod language;
pub mod long_documents;
pub mod message;
mod named;
pub mod propositions;
pub mod questions;
pub mod reports;
pub mod retrieval;
pub mod text;
pub mod transfer;
pub mod values;

// For `named!`.
#[doc(hidden)]
pub use serde;
