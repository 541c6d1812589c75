//! Retrieval: which passages of Inputs answer a question, in what order, and whether it is about them at all.
//!
//! Lexical: BM25 over stems with the title twice, the best hundred ranked again by four characters at a time. No model
//! is asked and nothing is learnt from a library; the guard's weights and the background are shipped. Where a provider
//! made vectors, what they say is summed with that.
//!
//! | module | gives |
//! |---|---|
//! | [`passage`] | pieces of a text of 60 to 200 words at the borders of its sentences |
//! | [`terms`] | what passages are found by |
//! | [`index`] | the index, patched by documents |
//! | [`query`] | what is looked for: words, phrases, exclusions, fields |
//! | [`search`] | the best passages |
//! | [`meaning`] | the best passages by words and by a provider's vectors |
//! | [`snapshot`] | an index as bytes, and back |
//! | [`highlight`] | where the words of a query stand in a text |
//! | [`guard`] | the probability that a query is about these passages |
//! | [`background`] | how rare words are in a language at large |

pub mod background;
mod grams;
pub mod guard;
pub mod highlight;
pub mod index;
pub mod meaning;
pub mod passage;
pub mod query;
pub mod search;
pub mod snapshot;
pub mod terms;

pub use highlight::{Highlighter, excerpt};
pub use index::{Index, PassageFields, PassageRef};
pub use passage::{ContextKind, Passage, PassageContext, PassageExtent, PassageId, context_in, extents, passages};
pub use query::SearchQuery;
pub use search::{Hit, Ranking, fits, search};
