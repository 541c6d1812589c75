//! The core's suites, in one binary: each area is a module.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod attached;
mod blocks;
mod chat_assistant;
mod chat_calls;
mod chat_context;
mod chat_sources;
mod derivation;
mod duplicates;
mod generation;
#[path = "chat/graphs.rs"]
mod graphs;
mod guide;
mod impact;
mod inputs_alike;
mod items;
mod judgement;
mod keys;
mod locate;
mod locate_properties;
mod markdown;
mod memory;
mod mutants;
mod nearest;
mod offline;
mod ops;
mod prompt;
mod propagation;
mod propositions;
mod questions;
mod reconcile;
mod report;
mod report_suggestions;
mod retrieval;
mod salience;
#[path = "duplicates/score.rs"]
mod score;
mod support;
mod text;
mod twins;
mod values;
mod wording;
