//! The rules of Factly, as pure functions over values.
//!
//! Nothing here reads a clock, draws a random number, opens a file, speaks to a network, waits or logs: ids and
//! times are arguments, and what is decided is returned. That is what lets every rule be tested as a table of rows.
//!
//! | module | decides |
//! |---|---|
//! | [`text`] | how offsets in code points, UTF-8 bytes and UTF-16 units correspond, and what text may come in |
//! | [`bundle`] | the exact text of a turn, its hash and its section borders |
//! | [`evidence`] | whether a quote stands in a source, and whether it carries the value claimed for it |
//! | [`values`] | what a typed value is, and when two are the same |
//! | [`keys`] | which keys a fact may have |
//! | [`extraction`] | what a parser is asked, what its answer means, and the parser that needs no model |
//! | [`ledger`] | what becomes of a proposed fact |
//! | [`discovery`] | how entities are named, which say the same, and what becomes of what rests on one that changes |
//! | [`transfer`] | what a discovery looks like as JSON, and what of a file can be believed |

pub mod bundle;
pub mod discovery;
pub mod evidence;
pub mod extraction;
pub mod keys;
pub mod ledger;
pub mod text;
pub mod transfer;
pub mod values;
