//! With a model no less is found than without: the parser that is built in fills in what it left out, misquoted or did not
//! answer, and that is marked.

use factly_core::facts::Status;
use factly_engine::error::Code;
use factly_engine::extraction::FILLED_IN;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::providers::Task;
use factly_engine::store::runs::RunStatus;
use factly_engine::task::NoProgress;
use serde_json::json;
use uuid::Uuid;

use crate::asking::{add, asking, good, run_of};
use crate::library::Fixture;
use crate::model_server::{Scripted, Server};

const MODEL: &str = "openai-compatible: test-model";
const TEXT: &str =
    "The council approved a wall of 840 m on 6 May 2026. We expect 800 visitors at the opening, if it is dry.";
const COUNCIL: &str = "The council approved a wall of 840 m on 6 May 2026.";
/// A condition makes it wait.
const VISITORS: &str = "We expect 800 visitors at the opening, if it is dry.";

fn facts(at: &Fixture, discovery: Uuid) -> Vec<Fact> {
    at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts
}

/// Returns the quotes, each with the model of the run that proposed it.
fn quotes(at: &Fixture, discovery: Uuid) -> Vec<(String, String)> {
    let of = |fact: Fact| {
        let run = at.library.facts().fact_detail(fact.id).unwrap().run.unwrap();
        Some((fact.evidence?.quote, at.library.runs().run(run).unwrap().summary.model))
    };
    facts(at, discovery).into_iter().filter_map(of).collect()
}

fn pairs(found: &[(&str, &str)]) -> Vec<(String, String)> {
    found.iter().map(|(quote, model)| ((*quote).to_owned(), (*model).to_owned())).collect()
}

#[test]
fn what_a_model_left_out_is_filled_in_by_the_same_step() {
    let server = Server::one(good());
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = add(&at, discovery, TEXT);
    assert_eq!(report.unread, None);
    let both = pairs(&[("We expect 800 visitors", MODEL), (COUNCIL, FILLED_IN)]);
    assert_eq!(quotes(&at, discovery), both, "no words are proposed twice");
    assert_eq!(run_of(&at, &report).1, MODEL, "the part was read by the model");
    at.library.undo().undo(Some(discovery)).unwrap();
    assert!(at.library.inputs().list(discovery).unwrap().is_empty(), "one step, with the text");
    at.library.undo().redo(Some(discovery)).unwrap();
    assert_eq!(quotes(&at, discovery), both);
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn a_text_that_no_model_answered_for_is_read_all_the_same_and_can_be_asked_about_again() {
    let server = Server::start(vec![Scripted::json(401, &json!({ "error": { "message": "wrong key" } })), good()]);
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = add(&at, discovery, TEXT);
    assert_eq!(report.unread.clone().unwrap().code, Code::KeyNeeded, "and what went wrong is told");
    assert_eq!(quotes(&at, discovery), pairs(&[(COUNCIL, FILLED_IN), (VISITORS, FILLED_IN)]));
    assert_eq!(run_of(&at, &report).0, RunStatus::Failed, "the part still waits for the model");
    assert_eq!(
        facts(&at, discovery).iter().map(|fact| fact.status).collect::<Vec<_>>(),
        [Status::Accepted, Status::Proposed]
    );

    at.library.inputs().read_rest(report.added[0].id, &NoProgress).unwrap();
    let decided = pairs(&[(COUNCIL, FILLED_IN), ("We expect 800 visitors", MODEL)]);
    assert_eq!(quotes(&at, discovery), decided, "what is accepted stays, and what waited gives way to the model's");
    assert_eq!(run_of(&at, &report).0, RunStatus::Succeeded);
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(quotes(&at, discovery), pairs(&[(COUNCIL, FILLED_IN), (VISITORS, FILLED_IN)]), "it comes back");
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}
