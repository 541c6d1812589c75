//! The real binary, from outside: every command, wrong use, hostile answers, and a kill in the middle.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod ask;
mod cards;
mod chat;
mod commands;
mod crash;
mod derivation;
mod documents;
mod factly;
mod items;
#[path = "../support/long_documents.rs"]
mod long_documents;
mod memory;
mod misuse;
#[path = "../support/model_server.rs"]
mod model_server;
mod own_model;
mod pack;
mod pipeline;
mod providers;
mod questions;
mod report;
mod search;
#[path = "../support/soak.rs"]
mod soak;
mod transfer;
