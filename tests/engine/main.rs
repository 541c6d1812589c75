//! The engine's suites, in one binary: each area is a module.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../support/acts.rs"]
mod acts;
#[path = "../support/answers.rs"]
mod answers;
#[path = "../support/connected.rs"]
mod connected;
#[path = "../support/further_acts.rs"]
mod further_acts;
#[path = "../support/library.rs"]
mod library;
#[path = "../support/long_documents.rs"]
mod long_documents;
#[path = "../support/model_server.rs"]
mod model_server;
#[path = "../formats/pdf_writer.rs"]
mod pdf_writer;
#[path = "../support/raw_connection.rs"]
mod raw_connection;
#[path = "../support/soak.rs"]
mod soak;
mod watch;
#[path = "../support/world.rs"]
mod world;

mod answers_by_meaning;
mod as_of;
mod ask_again;
mod asking;
mod board;
mod catalogue;
mod chat;
mod chat_graph;
mod chat_sources;
mod contradictions;
mod corpus;
mod coverage;
mod decisions;
mod derive;
mod discoveries;
mod documents;
mod evidence_pack;
mod filled_in;
mod german;
mod guide;
mod ingest;
mod input_versions;
mod inputs_alike;
mod items;
mod judging;
mod knowledge;
mod knowledge_properties;
mod learning;
mod long_document_jobs;
mod long_documents_killed;
mod meaning;
mod merging;
mod near_duplicates;
mod offers;
mod pipeline;
mod pipeline_properties;
mod providers;
mod questions;
mod recipes;
mod report_editors;
mod report_hands;
mod report_import;
mod report_suggestions;
mod reports;
mod retrieval;
mod rounds_read_by_a_model;
mod runs;
mod same_span;
mod saved_keys;
mod steps;
mod transfer;
mod variants;
mod verify_library;
mod wallet_of_all;
