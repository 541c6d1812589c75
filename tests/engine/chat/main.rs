//! The chat: turns against a scripted server that speaks real event streams, and what becomes of them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../../support/library.rs"]
mod library;
#[path = "../../support/model_server.rs"]
mod model_server;
#[path = "../../support/world.rs"]
mod world;

mod asked;
mod conversations;
mod ends;
mod feeding;
mod history;
mod judged;
mod loops;
mod planted;
mod replaced;
mod scope;
