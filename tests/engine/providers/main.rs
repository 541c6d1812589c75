//! Providers against a scripted server on loopback: what is sent, what comes back however it is cut, and every failure.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stderr, reason = "a test that cannot run says so")]

mod asked;
mod failures;
mod openai_ways;
mod requests;
mod splits;
mod theirs;

#[path = "../../support/model_server.rs"]
mod model_server;
#[path = "../../support/world.rs"]
mod world;
