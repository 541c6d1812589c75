//! A model that is set for extraction: asked only with consent, checked as any other, and everything that was sent kept.

use crate::{connected, library, model_server, world};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use connected::{KEY, compatible, connected, streamed};
use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::{AddReport, Parsing};
use factly_engine::providers::{ConsentByEnvironment, Cost, ModelChoice, Price, ProviderContext, Settings, Task};
use factly_engine::secrets::{KeyPlace, KeyRing, KeyringError, Secret, Vault};
use factly_engine::store::runs::RunStatus;
use factly_engine::task::{CancelToken, NoProgress, Progress, TaskStep};
use library::{Fixture, pasted};
use model_server::{Scripted, Server, Watch};
use serde_json::{Value, json};
use uuid::Uuid;

const TEXT: &str = "We expect 800 visitors at the opening.";

/// A library whose extraction is done by `server`, with a key for it.
pub(crate) fn asking(server: &Server) -> (Fixture, Uuid) {
    let at = connected(&[], ConsentByEnvironment::Required);
    at.library.providers().set_providers(&Settings { extraction: compatible(server), ..Settings::default() }).unwrap();
    assert_eq!(
        at.library.providers().keep_key(&compatible(server), Secret::new(KEY).unwrap()).unwrap(),
        KeyPlace::Keyring
    );
    let discovery = at.discovery("Flood wall");
    (at, discovery)
}

fn op(value: &str, quote: &str) -> Value {
    json!({
        "op": "ADD", "scope": { "type": "project" }, "key": "note", "value": value, "confidence": 0.9,
        "evidence": { "quote": quote, "startChar": 0, "endChar": 3, "sourceSection": "FREE_CHAT" },
        "needsReview": false, "reason": "it says so",
    })
}

pub(crate) fn good() -> Scripted {
    streamed(
        &json!({ "ops": [op("We expect 800 visitors", "We expect 800 visitors"), op("A ghost", "stands nowhere")] })
            .to_string(),
    )
}

pub(crate) fn add(at: &Fixture, discovery: Uuid, text: &str) -> AddReport {
    at.library.inputs().add_input(discovery, pasted(text), Parsing::Now, &NoProgress).unwrap()
}

fn quotes(at: &Fixture, discovery: Uuid) -> Vec<String> {
    let page = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap();
    page.facts.into_iter().filter_map(|fact| Some(fact.evidence?.quote)).collect()
}

pub(crate) fn run_of(at: &Fixture, report: &AddReport) -> (RunStatus, String, Option<String>) {
    let run = at.library.inputs().bundles_of_input(report.added[0].id).unwrap()[0].run.clone().unwrap();
    (run.status, run.model, run.error.map(|error| error.to_string()))
}

#[test]
fn nothing_leaves_before_the_analyst_has_seen_to_whom() {
    let server = Server::one(good());
    let (at, discovery) = asking(&server);
    let report = add(&at, discovery, TEXT);
    let error = report.unread.clone().unwrap();
    assert_eq!((error.code, server.connections()), (Code::ConsentNeeded, 0));
    assert!(error.message.to_string().contains(&server.url()), "it says to whom: {}", error.message);
    assert_eq!(run_of(&at, &report).0, RunStatus::Queued, "what was added waits");
    for refused in [
        at.library.inputs().read_rest(report.added[0].id, &NoProgress),
        at.library.inputs().retry_failed(discovery, &NoProgress),
    ] {
        assert_eq!(refused.unwrap_err().code, Code::ConsentNeeded);
    }
    let to = at.library.providers().would_send(discovery, Task::Extraction).unwrap().unwrap();
    assert_eq!((to.origin.as_str(), to.is_allowed), (server.url().as_str(), false));
    assert_eq!(at.library.providers().would_send(discovery, Task::Chat).unwrap(), None, "the chat is offline");

    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    at.library.inputs().read_rest(report.added[0].id, &NoProgress).unwrap();
    assert_eq!(quotes(&at, discovery), ["We expect 800 visitors"]);

    let other = at.discovery("Another");
    assert_eq!(add(&at, other, TEXT).unread.unwrap().code, Code::ConsentNeeded, "consent is of one discovery");
    let elsewhere = Server::one(good());
    at.library
        .providers()
        .set_providers(&Settings { extraction: compatible(&elsewhere), ..Settings::default() })
        .unwrap();
    let report = add(&at, discovery, "Another text of 5 words.");
    assert_eq!((report.unread.unwrap().code, elsewhere.connections()), (Code::ConsentNeeded, 0), "and of one address");
    at.library.providers().set_providers(&Settings { extraction: compatible(&server), ..Settings::default() }).unwrap();
    at.library.providers().forbid_sending(discovery).unwrap();
    assert_eq!(add(&at, discovery, "A third.").unread.unwrap().code, Code::ConsentNeeded, "and it can be taken back");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn an_answer_is_checked_as_any_other_and_undone_with_its_text() {
    let server = Server::one(good());
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = add(&at, discovery, TEXT);
    assert_eq!(report.unread, None);
    let (status, model, _) = run_of(&at, &report);
    assert_eq!((status, model.as_str()), (RunStatus::Succeeded, "openai-compatible: test-model"));
    assert_eq!(quotes(&at, discovery), ["We expect 800 visitors"], "what stands nowhere is no evidence");
    let body = server.requests().pop().unwrap().body;
    let bundle = at.library.inputs().bundles_of_input(report.added[0].id).unwrap()[0].id;
    let prompt = body["messages"][0]["content"].as_str().unwrap();
    assert!(
        prompt.contains(&at.library.inputs().bundle_text(bundle).unwrap()),
        "the prompt is the one that can be copied"
    );
    assert_eq!(body["response_format"]["type"], "json_schema");
    assert_eq!(add(&at, discovery, "And more.").unread, None, "allowed once");
    at.library.undo().undo(Some(discovery)).unwrap();
    at.library.undo().undo(Some(discovery)).unwrap();
    assert!(at.library.inputs().list(discovery).unwrap().is_empty(), "one step each, with what was read");
    at.library.undo().redo(Some(discovery)).unwrap();
    assert_eq!(quotes(&at, discovery), ["We expect 800 visitors"]);
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

/// Its JSON may be whole; what would have followed is not known.
#[test]
fn an_answer_that_ends_without_a_reason_gives_no_facts() {
    let ops = json!({ "ops": [] }).to_string();
    let event = json!({ "choices": [{ "delta": { "content": ops } }] });
    let server = Server::one(Scripted::stream(format!("data: {event}\n\ndata: [DONE]\n\n")));
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = add(&at, discovery, TEXT);
    let (status, _, error) = run_of(&at, &report);
    assert_eq!(status, RunStatus::Failed);
    assert!(error.is_some_and(|error| error.contains("without a reason")), "and it says why");
}

#[test]
fn what_failed_is_tried_again_by_hand() {
    let server = Server::start(vec![
        Scripted::json(401, &json!({ "error": { "message": format!("wrong key {KEY}") } })),
        streamed("I cannot do that."),
        good(),
    ]);
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = add(&at, discovery, TEXT);
    assert_eq!(report.unread.clone().unwrap().code, Code::KeyNeeded);
    let (status, _, error) = run_of(&at, &report);
    assert_eq!(status, RunStatus::Failed);
    assert!(error.unwrap().contains("does not accept the key"), "the run says why");
    let input = report.added[0].id;
    let again = at.library.inputs().read_rest(input, &NoProgress).unwrap();
    assert_eq!(again.unread.unwrap().code, Code::ProviderFailed);
    let run = at.library.inputs().bundles_of_input(input).unwrap()[0].run.clone().unwrap();
    assert_eq!(at.library.runs().run(run.id).unwrap().raw, "I cannot do that.", "the answer is kept as it came");
    assert_eq!(at.library.inputs().read_rest(input, &NoProgress).unwrap().unread, None);
    assert_eq!(quotes(&at, discovery), [TEXT, "We expect 800 visitors"], "what the built-in rules found is accepted");
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(quotes(&at, discovery), [TEXT], "by the built-in rules, as before");
    assert_eq!(at.library.inputs().get(input).unwrap().parsed, 0, "undone, it can be read again");
}

#[test]
fn what_was_sent_can_be_looked_at_to_the_letter_but_for_the_key() {
    let server = Server::start(vec![
        Scripted::json(429, &json!({ "error": { "message": format!("slow down, {KEY}") } })),
        good(),
    ]);
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    add(&at, discovery, TEXT);
    let rows: Vec<_> =
        at.library.providers().sent_requests(discovery, None, 10).unwrap().into_iter().map(|sent| sent.row).collect();
    assert_eq!(
        rows.iter().map(|row| (row.status, row.outcome.as_str())).collect::<Vec<_>>(),
        [(Some(200), "stop"), (Some(429), "rate_limited")],
        "each try is a row"
    );
    let first = &rows[0];
    assert_eq!((first.input_tokens, first.output_tokens, first.cost_nano_usd), (Some(900), Some(80), Some(1_500_000)));
    assert_eq!(first.url, format!("{}/v1/chat/completions", server.url()));
    let stored = at.library.providers().sent_request(first.id).unwrap();
    assert_eq!(stored.body, server.requests()[1].text, "to the letter");
    let request = &server.requests()[1];
    assert_eq!(request.method, "POST", "as what was sent is shown");
    let mut received: Vec<String> =
        request.headers.iter().map(|(name, value)| format!("{name}: {}", value.replace(KEY, "***"))).collect();
    let mut shown: Vec<&str> = stored.exchange.row.headers.lines().collect();
    received.sort_unstable();
    shown.sort_unstable();
    assert_eq!(shown, received, "every header that came, and none that did not");
    assert!(shown.contains(&"authorization: Bearer ***") && shown.iter().any(|line| line.starts_with("user-agent: ")));
    drop(at.library);
    for entry in std::fs::read_dir(at.folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap_or_default();
        assert!(
            !bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()),
            "{}: the key is in it",
            path.display()
        );
    }
}

/// Calls the task off once the server was asked.
struct CancelOnRequest(CancelToken, Watch);

impl Progress for CancelOnRequest {
    fn show(&self, _: &TaskStep) {
        let (stop, watch) = (self.0.clone(), self.1.clone());
        std::thread::spawn(move || {
            watch.until_asked(1);
            stop.cancel();
        });
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

#[test]
fn called_off_a_run_waits_again() {
    let server = Server::one(Scripted::stream("").then(model_server::Step::Hang));
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let impatient = CancelOnRequest(CancelToken::default(), server.watch());
    let report = at.library.inputs().add_input(discovery, pasted(TEXT), Parsing::Now, &impatient).unwrap();
    assert!(report.cancelled);
    assert_eq!(run_of(&at, &report).0, RunStatus::Queued);
    let rows = at.library.providers().sent_requests(discovery, None, 10).unwrap();
    assert_eq!(rows[0].row.outcome, "stopped", "and what was sent is known all the same");
}

/// A keyring that asks its owner, who does not answer: it says that it was asked, and waits until the other end is dropped.
struct PromptingVault {
    question: Sender<()>,
    answer: Mutex<Receiver<()>>,
}

impl Vault for PromptingVault {
    fn get(&self, _: &str) -> Result<Option<Secret>, KeyringError> {
        self.question.send(()).unwrap();
        let _ = self.answer.lock().unwrap().recv();
        Err(KeyringError::Silent)
    }

    fn set(&self, _: &str, _: &Secret) -> Result<(), KeyringError> {
        Err(KeyringError::Silent)
    }

    fn remove(&self, _: &str) -> Result<(), KeyringError> {
        Err(KeyringError::Silent)
    }
}

#[test]
fn stop_does_not_wait_for_a_keyring_that_asks_its_owner() {
    let server = Server::one(good());
    let folder = tempfile::tempdir().unwrap();
    let ((question, was_asked), (answer, answered)) = (channel(), channel());
    let vault = PromptingVault { question, answer: Mutex::new(answered) };
    let outside = ProviderContext { keys: KeyRing::new(Arc::new(vault)), ..ProviderContext::nothing(world::fixed()) };
    let library = Library::connected(&folder.path().join("library.factly"), world::fixed(), outside).unwrap();
    let discovery = library.discoveries().create("Flood wall", "").unwrap().id;
    library.providers().set_providers(&Settings { chat: compatible(&server), ..Settings::default() }).unwrap();
    library.providers().allow_sending(discovery, Task::Chat).unwrap();
    let stop = CancelToken::default();
    let ended = std::thread::scope(|scope| {
        let later = stop.clone();
        scope.spawn(move || {
            was_asked.recv().unwrap();
            later.cancel();
        });
        library.providers().model_for(discovery, Task::Chat, &stop).map(|_| ())
    });
    assert_eq!(ended.unwrap_err().code, Code::Cancelled, "while the keyring still waits for its owner");
    drop(answer);
    assert!(server.requests().is_empty(), "and nothing was sent");
}

/// Goes on until it is called off from outside.
struct CancelWatch(CancelToken);

impl Progress for CancelWatch {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

#[test]
fn another_process_that_opens_the_library_leaves_a_run_alone_that_is_under_way() {
    let server = Server::one(Scripted::stream("").then(model_server::Step::Hang));
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    let report = at.library.inputs().add_input(discovery, pasted(TEXT), Parsing::Later, &NoProgress).unwrap();
    let input = report.added[0].id;
    let patient = CancelWatch(CancelToken::default());
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| at.library.inputs().read_rest(input, &patient));
        server.watch().until_asked(1);
        assert_eq!(run_of(&at, &report).0, RunStatus::Running);
        let other = Library::open(at.library.path(), world::fixed()).unwrap();
        assert_eq!(run_of(&at, &report).0, RunStatus::Running, "somebody carries it on");
        drop(other);
        patient.0.cancel();
        assert!(reading.join().unwrap().unwrap().cancelled);
    });
    assert_eq!(run_of(&at, &report).0, RunStatus::Queued);
    let left = std::fs::read_dir(at.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains(".live-")).collect();
    assert!(left.is_empty(), "nothing is left beside the library: {left:?}");
}

#[test]
fn a_key_never_follows_a_changed_address() {
    let server = Server::one(good());
    let (at, discovery) = asking(&server);
    let other = Server::one(good());
    assert_eq!(
        at.library.providers().key_place(&compatible(&other)).unwrap(),
        KeyPlace::None,
        "another port is another origin"
    );
    at.library.providers().set_providers(&Settings { extraction: compatible(&other), ..Settings::default() }).unwrap();
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    add(&at, discovery, TEXT);
    assert_eq!(other.requests()[0].header("authorization"), None);
    let far = ModelChoice { base_url: Some("https://api.example.com/v1".to_owned()), ..compatible(&server) };
    let verdict = at.library.providers().test_provider(&far, Task::Chat, &CancelToken::default());
    assert_eq!(verdict.error.unwrap().code, Code::KeyNeeded, "without its key, nothing is tried");
    for url in ["http://example.com", "https://u:p@example.com", "ftp://localhost", "not a url"] {
        let choice = ModelChoice { base_url: Some(url.to_owned()), ..compatible(&server) };
        let refused =
            at.library.providers().set_providers(&Settings { chat: choice, ..Settings::default() }).unwrap_err();
        assert_eq!(refused.code, Code::Invalid, "{url}");
    }
    assert_eq!(
        at.library.providers().stored_settings().unwrap().extraction,
        compatible(&other),
        "what is refused changes nothing"
    );
}

#[test]
fn the_environment_names_a_provider_for_one_run() {
    let server = Server::one(good());
    let url = server.url();
    let set = [
        ("FACTLY_PROVIDER", "openai-compatible"),
        ("FACTLY_BASE_URL", url.as_str()),
        ("FACTLY_MODEL", "m"),
        ("OPENAI_API_KEY", KEY),
    ];
    let at = connected(&set, ConsentByEnvironment::Given);
    let discovery = at.discovery("Flood wall");
    assert_eq!(add(&at, discovery, TEXT).unread, None, "whoever writes it on a command line has seen to whom");
    let request = &server.requests()[0];
    assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(request.body["model"], "m");
    assert_eq!(at.library.providers().stored_settings().unwrap(), Settings::default(), "nothing of it is saved");
    let window = connected(&set, ConsentByEnvironment::Required);
    let discovery = window.discovery("Flood wall");
    assert_eq!(add(&window, discovery, TEXT).unread.unwrap().code, Code::ConsentNeeded, "a window asks all the same");
}

#[test]
fn a_server_without_a_chosen_model_answers_with_its_first() {
    let models = Scripted::json(200, &json!({ "data": [{ "id": "nomic-embed-text" }, { "id": "qwen3" }] }));
    let server = Server::start(vec![models.clone(), models, good()]);
    let at = connected(&[], ConsentByEnvironment::Required);
    let choice = ModelChoice { model: None, ..compatible(&server) };
    let verdict = at.library.providers().test_provider(&choice, Task::Chat, &CancelToken::default());
    assert_eq!((verdict.error, verdict.model.as_deref(), verdict.models.len()), (None, Some("qwen3"), 2));
    assert_eq!(
        at.library.providers().test_provider(&ModelChoice::OFFLINE, Task::Chat, &CancelToken::default()).error,
        None,
        "what is built in works"
    );
}

#[test]
fn the_sample_is_never_sent() {
    let server = Server::one(good());
    let (at, _) = asking(&server);
    let sample = at.library.sample().create_sample(&NoProgress).unwrap();
    assert!(sample.facts > 0);
    assert_eq!(server.connections(), 0);
}

#[test]
fn additions_to_blocks_are_asked_for_with_consent_and_what_was_sent_is_kept() {
    let answer = json!({"ops": [
        {"op": "add", "block": "project.openQuestions", "kind": "question", "text": "Who holds the keys?"},
        {"op": "replace", "block": "project.openQuestions", "kind": "question", "text": "Nobody."},
    ]});
    let server = Server::one(streamed(&answer.to_string()));
    let at = connected(&[], ConsentByEnvironment::Required);
    at.library.providers().set_providers(&Settings { derivation: compatible(&server), ..Settings::default() }).unwrap();
    at.library.providers().keep_key(&compatible(&server), Secret::new(KEY).unwrap()).unwrap();
    let discovery = at.discovery("Flood wall");
    let refused = at.library.knowledge().enrich_ask(discovery, None, &CancelToken::default()).unwrap_err();
    assert_eq!((refused.code, server.connections()), (Code::ConsentNeeded, 0));
    at.library.providers().allow_sending(discovery, Task::Derivation).unwrap();
    let (found, model) = at.library.knowledge().enrich_ask(discovery, None, &CancelToken::default()).unwrap();
    assert_eq!((found.proposed.len(), found.refused.len()), (1, 1));
    assert!(model.ends_with("test-model"), "{model}");
    assert_eq!(at.library.providers().sent_requests(discovery, None, 10).unwrap().len(), 1);
}

/// 1,000 tokens in and 100 out, with no word of what they cost.
fn without_a_cost() -> Scripted {
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 1_000, "completion_tokens": 100 } });
    let event = json!({ "choices": [{ "delta": { "content": "{\"ops\":[]}" }, "finish_reason": "stop" }] });
    Scripted::stream(format!("data: {event}\n\ndata: {usage}\n\ndata: [DONE]\n\n"))
}

#[test]
fn a_request_costs_what_the_server_says_else_by_the_price_of_its_day() {
    let server = Server::start(vec![without_a_cost(), good()]);
    let (at, discovery) = asking(&server);
    at.library.providers().allow_sending(discovery, Task::Extraction).unwrap();
    add(&at, discovery, TEXT);
    add(&at, discovery, "Another text of 5 words.");
    let price = |model: &str, input: u64, since: &str| Price {
        origin: server.url(),
        model: model.to_owned(),
        input,
        output: 15_000_000,
        currency: "EUR".to_owned(),
        since: since.to_owned(),
    };
    let costs = |prices: Vec<Price>| {
        at.library
            .providers()
            .set_providers(&Settings { prices, ..at.library.providers().stored_settings().unwrap() })
            .unwrap();
        let rows = at.library.providers().sent_requests(discovery, None, 10).unwrap();
        let describe = |cost: &Cost| format!("{} {} {:?}", cost.nano, cost.currency, cost.by_price_of.as_deref());
        rows.iter().rev().map(|sent| sent.cost.as_ref().map_or_else(|| "-".to_owned(), describe)).collect::<Vec<_>>()
    };
    let by_server = "1500000 USD None";
    assert_eq!(costs(vec![]), ["-", by_server], "there is no price that Factly brings along");
    // The clock of the test stands on 2026-01-01. A million tokens in cost 3 euros, and 15 out.
    let old = price("test-model", 3_000_000, "2025-07-01");
    let by_old = "4500000 EUR Some(\"2025-07-01\")";
    assert_eq!(costs(vec![old.clone()]), [by_old, by_server], "what the server says comes first");
    let newer = price("test-model", 6_000_000, "2026-02-01");
    assert_eq!(
        costs(vec![old.clone(), newer]),
        [by_old, by_server],
        "what was sent before a price keeps the one it had"
    );
    let same_day = price("test-model", 6_000_000, "2026-01-01");
    assert_eq!(costs(vec![old, same_day])[0], "7500000 EUR Some(\"2026-01-01\")");
    let elsewhere = Price { origin: "https://api.example.com".to_owned(), ..price("test-model", 1, "2025-01-01") };
    assert_eq!(costs(vec![price("other", 1, "2025-01-01"), elsewhere])[0], "-", "a price is of a model at an address");
    let refused = Settings { prices: vec![price("", 1, "2025-01-01")], ..Settings::default() };
    assert_eq!(at.library.providers().set_providers(&refused).unwrap_err().code, Code::Invalid);
}
