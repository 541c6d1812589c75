//! Cards: what a model proposed does nothing until the analyst confirms it, and then exactly what was shown.
//!
//! Inside the crate, because cards are made here as a turn makes them, without one.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../../support/answers.rs"]
mod answers;
#[path = "../../support/library.rs"]
mod library;
#[path = "../../support/soak.rs"]
#[allow(clippy::duplicate_mod, reason = "the store's suite, which is built into the crate too, has its own")]
mod soak;
#[path = "../../support/world.rs"]
#[allow(clippy::duplicate_mod, reason = "the store's suite, which is built into the crate too, has its own")]
mod world;

mod bound;
mod card_chat;
mod chance;
mod deciding;
mod failing;
mod together;
