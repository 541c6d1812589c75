//! The chat: turns against a scripted server that speaks real event streams, and what becomes of them.

mod conversations;
mod ends;
mod feeding;
mod history;
mod judgement;
mod loops;
mod planted;
mod replaced;
mod report;
mod scope;
pub(crate) mod scripted_chat;
