//! The real binary, from outside: every command, wrong use, hostile answers, and a kill in the middle.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod ask;
mod cards;
mod catalogue;
mod chat;
mod commands;
mod crash;
mod derivation;
mod documents;
mod evidence_pack;
mod factly;
mod items;
#[path = "../support/long_documents.rs"]
mod long_documents;
mod misuse;
#[path = "../support/model_server.rs"]
mod model_server;
mod pipeline;
mod providers;
mod questions;
mod report;
mod search;
#[path = "../support/soak.rs"]
mod soak;
mod submitted_answers;
mod transfer;
