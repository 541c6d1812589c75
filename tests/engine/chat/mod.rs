//! The chat: turns against a scripted server that speaks real event streams, and what becomes of them.

pub(crate) mod asked;
mod conversations;
mod ends;
mod feeding;
mod history;
mod judged;
mod loops;
mod planted;
mod replaced;
mod report;
mod scope;
