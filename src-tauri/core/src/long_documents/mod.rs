//! Long documents: recipes of stages, the jobs that carry them out, what a call is told, and what it may cost.
//!
//! A recipe is data. A run of it is a tree of jobs: the run, its stages, and what each stage plans. A job that writes
//! makes one chunk; an answer that ends by length is gone on with by a job of its own, whose call has the true history.
//! `docs/contracts/documents.md` has what is fixed to the letter.
//!
//! | module | decides |
//! |---|---|
//! | [`recipe`] | what a recipe is, which are shipped, and which are refused |
//! | [`plan`] | the jobs that a step makes, and what a run would cost |
//! | [`job`] | the states of a job, and when a parent wakes |
//! | [`continuation`] | the messages of a call that goes on |
//! | [`assembly`], `chunk_preamble` | a document out of its chunks, and what a model says around them |
//! | [`compression`] | which text of a call that is too long gives way to its summary |
//! | [`tokens`] | how many tokens a text has, and a margin |
//! | [`wallet`] | what a call may cost, is reserved for it, and is debited |
//! | [`price`] | the prices that are shipped, by model and day |
//! | [`prompt`] | a template filled in |
//! | [`preview`] | the paragraphs of a text while it is written |
//! | [`path`] | where each file of a run stands, and what a path says |

pub mod assembly;
mod chunk_preamble;
pub mod compression;
pub mod continuation;
pub mod job;
pub mod path;
pub mod plan;
pub mod preview;
pub mod price;
pub mod prompt;
pub mod recipe;
pub mod tokens;
pub mod wallet;
