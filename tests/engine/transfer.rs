//! Discoveries as JSON: out, in, out again the same; and files that are not what they claim to be.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../support/answers.rs"]
mod answers;
#[path = "../support/further_acts.rs"]
mod further_acts;
#[path = "../support/library.rs"]
mod library;
#[path = "../support/world.rs"]
mod world;

#[path = "transfer/again.rs"]
mod again;
#[path = "transfer/chat.rs"]
mod chat;
#[path = "transfer/edited.rs"]
mod edited;
#[path = "transfer/fixture.rs"]
mod fixture;
#[path = "transfer/harm.rs"]
mod harm;
#[path = "transfer/meant.rs"]
mod meant;
#[path = "transfer/merge.rs"]
mod merge;
#[path = "transfer/random.rs"]
mod random;
#[path = "transfer/round.rs"]
mod round;
#[path = "transfer/unknown.rs"]
mod unknown;
#[path = "transfer/waiting.rs"]
mod waiting;
