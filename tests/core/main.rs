//! The core's suites, in one binary: each area is a module.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod attached;
mod blocks;
mod catalogue;
mod chat_assistant;
mod chat_calls;
mod chat_context;
mod chat_sources;
mod derivation;
mod duplicates;
#[path = "chat/graphs.rs"]
mod graphs;
mod growth;
mod guide;
mod impact;
mod inputs_alike;
mod items;
mod judgement;
mod keys;
mod kind;
mod locate;
mod locate_properties;
mod long_documents;
mod markdown;
mod mutants;
mod near_duplicates;
mod nearest;
mod offline;
mod ops;
mod prompt;
mod propagation;
mod propositions;
mod questions;
mod reconcile;
mod report_suggestions;
mod reports;
mod retrieval;
mod salience;
#[path = "duplicates/score.rs"]
mod score;
#[path = "../support/soak.rs"]
mod soak;
mod support;
mod text;
mod values;
mod wording;
