//! A model and the questions: what it proposes to ask, and how it reads what was answered in words.

use crate::{connected, library, model_server};
use connected::{KEY, compatible, connected, streamed};
use factly_core::facts::Status;
use factly_core::inputs::Quick;
use factly_core::questions::QuestionName;
use factly_engine::error::Code;
use factly_engine::facts::FactFilter;
use factly_engine::providers::{ConsentByEnvironment, Settings, Task};
use factly_engine::questions::{AnswerContent, AnswerGiven, AnswerRound, QuestionState, QuestionView};
use factly_engine::secrets::Secret;
use factly_engine::store::runs::RunStatus;
use factly_engine::task::{CancelToken, NoProgress};
use library::Fixture;
use model_server::{Scripted, Server, Step};
use serde_json::{Value, json};
use uuid::Uuid;

const DRILLING: &str = "project.constraints.drillingAllowed";
const VISITORS: &str = "project.summary.expectedVisitors";

/// A library whose tasks are all done by `server`, and a discovery with an item, of which anything may be sent.
fn asking(server: &Server) -> (Fixture, Uuid) {
    let at = connected(&[], ConsentByEnvironment::Required);
    let by = compatible(server);
    at.library.providers().keep_key(&by, Secret::new(KEY).unwrap()).unwrap();
    let settings = Settings { extraction: by.clone(), derivation: by, ..Settings::default() };
    at.library.providers().set_providers(&settings).unwrap();
    let discovery = at.discovery("Hall");
    at.library.items().item_add(discovery, "Backdrop", &[]).unwrap();
    (at, discovery)
}

fn allowed(server: &Server) -> (Fixture, Uuid) {
    let (at, discovery) = asking(server);
    for task in [Task::Extraction, Task::Derivation] {
        at.library.providers().allow_sending(discovery, task).unwrap();
    }
    (at, discovery)
}

fn question(text: &str, item: Value) -> Value {
    json!({ "text": text, "itemId": item, "why": "the crew needs to know" })
}

fn propose(at: &Fixture, discovery: Uuid, items: &[&str]) -> factly_engine::error::Result<(usize, Vec<String>)> {
    let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
    let report = at.library.questions().propose_questions(discovery, None, &items, &CancelToken::default())?;
    Ok((report.added, report.refused.into_iter().map(|refused| refused.why.to_owned()).collect()))
}

fn open(at: &Fixture, discovery: Uuid, items: &[&str]) -> Vec<QuestionView> {
    let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
    at.library.questions().sheet(discovery, &items).unwrap().open
}

fn proposed(at: &Fixture, discovery: Uuid, items: &[&str]) -> Vec<String> {
    let by_model = open(at, discovery, items).into_iter().filter(|question| question.model.is_some());
    by_model.map(|question| format!("{} {}", question.name, question.text)).collect()
}

fn ledger(at: &Fixture, discovery: Uuid) -> Vec<String> {
    let page = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap();
    page.facts.into_iter().map(|fact| format!("{} {}", fact.status.as_str(), fact.text)).collect()
}

fn answer(name: &str, quick: Option<Quick>, text: &str) -> AnswerGiven {
    AnswerGiven { name: QuestionName::parse(name).unwrap(), content: AnswerContent { quick, text: text.into() } }
}

fn round(answers: Vec<AnswerGiven>) -> AnswerRound {
    AnswerRound { answers, ..AnswerRound::default() }
}

/// Builds an op that a model reads in the words of an answer.
fn op(key: &str, value: Value, quote: &str) -> Value {
    json!({
        "op": "ADD", "scope": {"type": "project"}, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": quote, "startChar": 0, "endChar": 3, "sourceSection": "USER_ANSWERS"},
        "needsReview": false, "reason": "it was answered",
    })
}

fn visitors() -> Scripted {
    let value = json!({"value": 200, "unit": "people"});
    streamed(&json!({"ops": [op(VISITORS, value, "two hundred people")]}).to_string())
}

#[test]
fn what_a_model_would_ask_is_marked_as_its_own_and_one_step() {
    let answer = json!({"questions": [
        question("Is there a freight lift?", Value::Null),
        question("Who holds the keys?", Value::Null),
        question("It must be 6 m wide.", Value::Null),
        question("Who paints it?", json!("i1")),
    ]});
    let server = Server::start(vec![streamed(&answer.to_string()), streamed(&answer.to_string())]);
    let (at, discovery) = asking(&server);
    let refused = propose(&at, discovery, &[]).unwrap_err();
    assert_eq!((refused.code, server.connections()), (Code::ConsentNeeded, 0), "nothing leaves before it is allowed");
    at.library.providers().allow_sending(discovery, Task::Derivation).unwrap();

    let (added, refused) = propose(&at, discovery, &[]).unwrap();
    assert_eq!((added, refused), (2, vec!["it is no short question".to_owned(), "there is no such item".to_owned()]));
    let expected = ["q1 Is there a freight lift?", "q2 Who holds the keys?"];
    assert_eq!(proposed(&at, discovery, &[]), expected);
    let (model, why) = open(&at, discovery, &[])[0].model.clone().unwrap();
    assert_eq!((model.as_str(), why.as_str()), ("openai-compatible: test-model", "the crew needs to know"));
    let body = server.requests().pop().unwrap().body;
    assert_eq!(body["response_format"]["json_schema"]["name"], "questions", "by the provider's own means");
    let prompt = body["messages"][0]["content"].as_str().unwrap();
    assert!(prompt.contains("May holes be drilled at the venue?"), "it is told what is asked already");
    assert_eq!(at.library.providers().sent_requests(discovery, None, 10).unwrap().len(), 1, "what was sent is kept");

    assert_eq!(propose(&at, discovery, &["i1"]).unwrap().0, 3, "an item's are its own");
    assert_eq!(proposed(&at, discovery, &["i1"]), ["q5 Who paints it?"]);
    at.library.undo().undo(Some(discovery)).unwrap();
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(proposed(&at, discovery, &[]), [""; 0]);
    at.library.undo().redo(Some(discovery)).unwrap();
    assert_eq!(proposed(&at, discovery, &[]), expected);
    at.library.questions().drop_question(discovery, &QuestionName::Own(1)).unwrap();
    assert_eq!(proposed(&at, discovery, &[]), expected[1..], "and dropped where it is none");
}

#[test]
fn what_is_asked_again_stands_before_a_models_questions_and_what_nobody_knew_behind_all() {
    let questions = json!({"questions": [
        question("Is there a freight lift?", Value::Null), question("Who holds the keys?", Value::Null),
    ]});
    let server = Server::one(streamed(&questions.to_string()));
    let (at, discovery) = allowed(&server);
    propose(&at, discovery, &[]).unwrap();
    let names = || open(&at, discovery, &[]).iter().map(|question| question.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names()[..2], ["q1", "q2"]);
    let say = |name: &str, quick| {
        let answers = round(vec![answer(name, Some(quick), "")]);
        at.library.questions().finish_round(discovery, &answers, &CancelToken::default()).unwrap();
    };
    say("q1", Quick::Idk);
    assert_eq!((names()[0].as_str(), names().last().unwrap().as_str()), ("q2", "q1"));
    say(DRILLING, Quick::No);
    say(DRILLING, Quick::Yes);
    let facts = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts;
    let conflict = facts.iter().find(|fact| fact.status == Status::Conflict).unwrap();
    at.library.facts().ask_again(conflict.id).unwrap();
    assert_eq!(names()[..2], [DRILLING, "q2"]);
}

#[test]
fn an_answer_that_is_no_list_of_questions_adds_nothing() {
    let rows = [
        (streamed("I would ask about the lift."), Err(Code::ProviderFailed)),
        (streamed(r#"{"answer": 6}"#), Ok(1)),
        (streamed(r#"{"questions": []}"#), Ok(0)),
        (
            Scripted::stream("data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\n").then(Step::Cut),
            Err(Code::ProviderFailed),
        ),
    ];
    for (index, (scripted, expected)) in rows.into_iter().enumerate() {
        let server = Server::one(scripted);
        let (at, discovery) = allowed(&server);
        let came = propose(&at, discovery, &[]);
        match (came, expected) {
            (Ok((added, refused)), Ok(count)) => assert_eq!((added, refused.len()), (0, count), "row {index}"),
            (Err(error), Err(code)) => assert_eq!(error.code, code, "row {index}: {error}"),
            (came, _) => panic!("row {index}: {came:?}"),
        }
        assert_eq!(proposed(&at, discovery, &[]), [""; 0], "row {index}");
    }
}

#[test]
fn yes_and_no_become_facts_at_once_and_words_are_read_by_the_model() {
    let server = Server::start(vec![visitors()]);
    let (at, discovery) = allowed(&server);
    let plain = round(vec![answer(DRILLING, Some(Quick::No), "")]);
    let report = at.library.questions().finish_round(discovery, &plain, &CancelToken::default()).unwrap();
    assert_eq!((report.unread, server.connections()), (None, 0), "nobody needs to understand a no");
    assert_eq!(ledger(&at, discovery), ["accepted Drilling allowed: no"]);

    let worded = round(vec![
        answer("project.logistics.liftAvailable", Some(Quick::Yes), ""),
        answer(VISITORS, None, "two hundred people, we hope"),
    ]);
    let report = at.library.questions().finish_round(discovery, &worded, &CancelToken::default()).unwrap();
    assert_eq!(report.unread, None);
    let became: Vec<Vec<&str>> =
        report.became.iter().map(|became| became.facts.iter().map(|fact| fact.text.as_str()).collect()).collect();
    assert_eq!(
        became,
        [["Lift available: yes"], ["Expected visitors: 200 people"]],
        "each answer tells what it became"
    );
    let prompt = server.requests()[0].body["messages"][0]["content"].as_str().unwrap().to_owned();
    let text = at.library.inputs().bundle_text(report.bundle).unwrap();
    assert!(prompt.contains(&text), "it is sent the turn to the letter, and nothing else of the answers");
    let run = at.library.inputs().bundles(discovery, None, 10).unwrap().bundles[0].run.clone().unwrap();
    assert_eq!((run.status, run.model.as_str()), (RunStatus::Succeeded, "openai-compatible: test-model"));

    let all = ledger(&at, discovery);
    assert_eq!(at.library.undo().undo(Some(discovery)).unwrap().done.unwrap(), "Answer 2 questions");
    assert_eq!(ledger(&at, discovery), ["accepted Drilling allowed: no"], "one step, with what the model read");
    at.library.undo().redo(Some(discovery)).unwrap();
    assert_eq!(ledger(&at, discovery), all);
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn what_a_model_made_up_of_an_answer_is_no_fact() {
    let invented = json!({"ops": [
        op(VISITORS, json!({"value": 900, "unit": "people"}), "two hundred people"),
        op("project.summary.client", json!("The city"), "The city is the client"),
    ]});
    let server = Server::one(streamed(&invented.to_string()));
    let (at, discovery) = allowed(&server);
    let answers = round(vec![answer(VISITORS, None, "two hundred people")]);
    at.library.questions().finish_round(discovery, &answers, &CancelToken::default()).unwrap();
    let lines = ledger(&at, discovery);
    assert!(lines.iter().all(|line| line.starts_with("proposed")), "nothing of it is accepted: {lines:?}");
    let state = open(&at, discovery, &[]).into_iter().find(|question| question.name.to_string() == VISITORS);
    assert_eq!(state.map(|question| question.state), None, "the value that its quote does not say waits");
}

#[test]
fn what_a_model_makes_of_words_beside_i_do_not_know_and_irrelevant_is_a_note() {
    const CLIENT: &str = "project.summary.client";
    let claimed = json!({"ops": [
        op(CLIENT, json!("It is our own project"), "It is our own project"),
        op(VISITORS, json!({"value": 200, "unit": "people"}), "200 came last year"),
        op("note", json!("200 people came."), "200 came last year, ask Maria"),
        op("project.summary.audience", json!("families"), "families"),
    ]});
    let server = Server::one(streamed(&claimed.to_string()));
    let (at, discovery) = allowed(&server);
    let answers = round(vec![
        answer(CLIENT, Some(Quick::Irrelevant), "It is our own project"),
        answer(VISITORS, Some(Quick::Idk), "200 came last year, ask Maria"),
        answer("project.summary.audience", None, "families"),
    ]);
    at.library.questions().finish_round(discovery, &answers, &CancelToken::default()).unwrap();
    let expected = [
        "proposed It is our own project",
        "proposed 200 came last year",
        "proposed 200 came last year, ask Maria",
        "accepted Audience: families",
    ];
    assert_eq!(ledger(&at, discovery), expected, "only the question that was answered is filled");
    let is_open = |name: &str| open(&at, discovery, &[]).iter().any(|question| question.name.to_string() == name);
    assert!(is_open(VISITORS), "who does not know leaves it open");
    assert!(!is_open(CLIENT), "irrelevant closes it");
}

#[test]
fn a_model_that_cannot_be_asked_loses_no_answer() {
    let failing = || Scripted::json(500, &json!({"error": {"message": "out of order"}}));
    let server = Server::start(vec![failing(), failing(), failing(), visitors()]);
    let (at, discovery) = asking(&server);
    let answers = round(vec![answer(DRILLING, Some(Quick::No), ""), answer(VISITORS, None, "two hundred people")]);
    let report = at.library.questions().finish_round(discovery, &answers, &CancelToken::default()).unwrap();
    assert_eq!((report.unread.unwrap().code, server.connections()), (Code::ConsentNeeded, 0));
    assert_eq!(ledger(&at, discovery), ["accepted Drilling allowed: no"], "what needs no model stands");
    let status = || at.library.inputs().bundles(discovery, None, 10).unwrap().bundles[0].run.clone().unwrap().status;
    assert_eq!(status(), RunStatus::Queued, "the words wait");

    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let failed = || at.library.inputs().bundles(discovery, None, 10).unwrap().failed;
    assert_eq!(failed(), 0, "what waits did not fail");
    assert!(at.library.inputs().retry_failed(discovery, &NoProgress).unwrap().unread.is_some());
    assert_eq!((status(), failed()), (RunStatus::Failed, 1), "a turn counts, though it is of no Input");
    assert_eq!(at.library.inputs().retry_failed(discovery, &NoProgress).unwrap().unread, None);
    assert_eq!(failed(), 0);
    assert_eq!(ledger(&at, discovery), ["accepted Drilling allowed: no", "accepted Expected visitors: 200 people"]);
}

#[test]
fn called_off_the_answers_stand_and_their_words_wait() {
    let server = Server::one(Scripted::stream("").then(Step::Hang));
    let (at, discovery) = allowed(&server);
    let stop = CancelToken::default();
    let later = stop.clone();
    let watch = server.watch();
    let caller = std::thread::spawn(move || {
        watch.until_asked(1);
        later.cancel();
    });
    let report =
        at.library.questions().finish_round(discovery, &round(vec![answer(VISITORS, None, "200")]), &stop).unwrap();
    caller.join().unwrap();
    assert_eq!(report.unread.unwrap().code, Code::Cancelled);
    let run = at.library.inputs().bundles(discovery, None, 10).unwrap().bundles[0].run.clone().unwrap();
    assert_eq!(run.status, RunStatus::Queued);
}

#[test]
fn yes_or_no_to_a_question_that_a_model_proposed_states_its_words_and_waits() {
    let questions = json!({"questions": [
        question("Is there a freight lift?", Value::Null), question("Is the floor level?", Value::Null),
        question("Who holds the keys?", Value::Null),
    ]});
    let server = Server::one(streamed(&questions.to_string()));
    let (at, discovery) = allowed(&server);
    propose(&at, discovery, &[]).unwrap();
    let answers =
        vec![answer("q1", Some(Quick::Yes), ""), answer("q2", Some(Quick::No), ""), answer("q3", Some(Quick::Idk), "")];
    let report = at.library.questions().finish_round(discovery, &round(answers), &CancelToken::default()).unwrap();
    let statements = ["proposed Is there a freight lift? — yes", "proposed Is the floor level? — no"];
    assert_eq!(ledger(&at, discovery), statements, "the words are the model's until the analyst accepts them");
    assert_eq!((report.unread, server.connections()), (None, 1), "nobody had to understand it");
    let fact = report.became[0].facts[0].id;
    let evidence = at.library.facts().fact_detail(fact).unwrap().fact.evidence.unwrap();
    assert_eq!(evidence.quote, "A1(qId=q1): quick=YES", "the answer proves it");
    at.library.facts().accept(&[fact]).unwrap();
    let done = at.library.questions().sheet(discovery, &[]).unwrap().done;
    assert_eq!(done.iter().filter(|question| question.state == QuestionState::Answered).count(), 2);
    assert_eq!(proposed(&at, discovery, &[]), ["q3 Who holds the keys?"], "who does not know leaves it open");
}
