//! Long documents from the recipe to the Output: continued, compressed, paid for, paused, failed and tried again.

use factly_core::discovery::{EntityLabel, Kind};
use factly_core::generation::job::{JobKind, JobState};
use factly_core::generation::path::deconstruct;
use factly_core::generation::wallet::UNIT;
use factly_engine::bundle::Parsing;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::Anyway;
use factly_engine::error::Code;
use factly_engine::generation::{Ask, RunView};
use factly_engine::providers::{ConsentByEnvironment, Price};
use factly_engine::task::Cancel;
use serde_json::{Value, json};
use uuid::Uuid;

use super::connected::connected;
use super::library::Fixture;
use super::long_documents::{INPUT_TOKENS, OUTPUT_TOKENS, PARTS, answer, ended, piece, server, whole};
use super::model_server::{Scripted, Server};

/// One millionth for a token in, two for one out.
const PRICE: (u64, u64) = (UNIT as u64, 2 * UNIT as u64);
const OF_A_CALL: i64 = INPUT_TOKENS as i64 + 2 * OUTPUT_TOKENS as i64;

struct At {
    fixture: Fixture,
    discovery: Uuid,
}

impl At {
    fn new(server: &Server) -> Self {
        let url = server.url();
        let set =
            [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", url.as_str()), ("FACTLY_MODEL", "one")];
        let fixture = connected(&set, ConsentByEnvironment::Given);
        let discovery = fixture.discovery("Wall");
        Self { fixture, discovery }
    }

    /// A server that costs, and a wallet.
    fn paying(server: &Server, micro: i64) -> Self {
        let at = Self::new(server);
        for model in ["one", "two"] {
            let price = Price {
                origin: server.url(),
                model: model.to_owned(),
                input: PRICE.0,
                output: PRICE.1,
                currency: "USD".to_owned(),
                since: "2025-01-01".to_owned(),
            };
            at.fixture.library.providers().add_model_price(price).unwrap();
        }
        at.fixture.library.wallet().add(micro, None).unwrap();
        at
    }

    fn start(&self, ask: &Ask) -> Uuid {
        self.fixture.library.generation().start(self.discovery, ask).unwrap()
    }

    fn work(&self, run: Uuid) -> RunView {
        self.fixture.library.generation().work(run, &Cancel::default(), &|_| {}).unwrap()
    }

    fn run(&self, ask: &Ask) -> RunView {
        self.work(self.start(ask))
    }

    fn recommend(&self) {
        let fact = self.add(Kind::Fact, "The wall costs €2 m.", Vec::new());
        let insight = self.add(Kind::Insight, "The wall is cheap.", vec![fact]);
        self.add(Kind::Recommendation, "Build the wall", vec![insight]);
    }

    fn add(&self, kind: Kind, text: &str, from: Vec<EntityLabel>) -> EntityLabel {
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        self.fixture.library.pipeline().add_entity(self.discovery, &entity, Anyway::Yes).unwrap().added.unwrap()
    }

    /// What was debited and what is reserved.
    fn money(&self) -> (i64, i64) {
        let entries = self.fixture.library.wallet().ledger(None, 10_000).unwrap();
        let debited = entries.iter().filter(|entry| entry.kind == "debit").map(|entry| entry.amount).sum();
        (debited, self.fixture.library.wallet().show().unwrap().wallet.reserved)
    }
}

fn ask(recipe: &str, models: &[&str]) -> Ask {
    Ask {
        recipe: recipe.to_owned(),
        models: models.iter().map(|model| (*model).to_owned()).collect(),
        prompt: "What shall we do about the wall?".to_owned(),
        most_output: Some(64),
        ..Ask::default()
    }
}

fn count(view: &RunView, kind: JobKind) -> usize {
    view.jobs.iter().filter(|job| job.kind == kind).count()
}

#[test]
fn the_report_from_the_graph_needs_no_model_and_costs_nothing() {
    let server = Server::start(vec![Scripted::stream("")]);
    let at = At::new(&server);
    at.recommend();
    let view = at.run(&Ask { recipe: "report-from-graph".to_owned(), ..Ask::default() });
    assert_eq!((view.state.as_str(), server.requests().len()), ("completed", 0));
    let result = view.documents.iter().find(|document| document.is_result).unwrap();
    assert!(
        result.text.starts_with("## Build the wall\n\nBuild the wall [R-1](factly://recommendation/"),
        "{}",
        result.text
    );
    assert_eq!(view.chunks.len(), 2, "a section and the whole");
    assert_eq!(at.money(), (0, 0));
    let (_, label, report) = &view.outputs[0];
    let report = at.fixture.library.reports().show(*report).unwrap();
    assert_eq!((label.as_str(), report.report.sections.len()), ("O-1", 1));
    assert_eq!(report.stale, []);
    at.fixture.library.undo().undo(Some(at.discovery)).unwrap();
    assert_eq!(at.fixture.library.reports().list(at.discovery).unwrap().len(), 0, "the Output is a step of undo");
    assert_eq!(at.fixture.library.generation().show(view.id).unwrap().state, "completed", "and the run is not");
}

#[test]
fn a_document_that_ends_by_length_in_each_stage_is_whole_and_paid_for() {
    let server = server();
    let at = At::paying(&server, 100 * UNIT);
    let view = at.run(&ask("dialectic", &["one", "two"]));
    assert_eq!((view.state.as_str(), &view.reason), ("completed", &None));
    assert_eq!(view.documents.len(), 24);
    assert_eq!(server.requests().len(), 24 * PARTS, "each part was asked for once");
    assert_eq!((view.chunks.len(), count(&view, JobKind::Continue)), (24 * PARTS, 24 * (PARTS - 1)));
    let calls = i64::try_from(24 * PARTS).unwrap();
    assert_eq!(at.money(), (calls * OF_A_CALL, 0), "by real use, and all reservations are settled");
    assert_eq!(view.spending.spent, calls * OF_A_CALL);
    for document in &view.documents {
        assert_eq!((document.ended.as_str(), document.chunks), ("stop", PARTS));
        assert_eq!(document.text.matches("middle of a word.").count(), 1, "no seam cuts a word: {}", document.text);
        assert!(document.text.contains("- another thing of ") && document.cuts.is_empty());
    }
    assert_eq!(view.outputs.len(), 2, "each model's finished document is an Output");
    let mut turns: Vec<(Uuid, u32)> = view.chunks.iter().map(|chunk| (chunk.document, chunk.turn_index)).collect();
    turns.sort_unstable();
    turns.dedup();
    assert_eq!(turns.len(), view.chunks.len(), "no chunk twice");
}

#[test]
fn a_call_that_goes_on_has_its_seed_prompt_once_and_each_chunk_as_its_own_message() {
    let server = server();
    let at = At::new(&server);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!(view.state, "completed");
    let requests = server.requests();
    let messages = |at: usize| requests[at].body["messages"].as_array().unwrap().clone();
    let role = |message: &Value| message["role"].as_str().unwrap().to_owned();
    let roles: Vec<String> = messages(2).iter().map(role).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user", "assistant", "user"]);
    let said: Vec<Value> = messages(2).iter().map(|message| message["content"].clone()).collect();
    assert_eq!(said[1], messages(0)[1]["content"], "the seed prompt, as it was");
    let seed = said[1].as_str().unwrap();
    let of = format!("one {seed}");
    assert_eq!((&said[2], &said[4]), (&json!(piece(&of, 0)), &json!(piece(&of, 1))));
    assert_eq!((&said[3], &said[5]), (&json!("Please continue."), &json!("Please continue.")));
    assert_eq!(view.documents[0].text, whole(&of));
}

#[test]
fn a_cap_pauses_a_run_and_raised_it_goes_on() {
    let server = server();
    let at = At::paying(&server, 100 * UNIT);
    let run = at.start(&Ask { cap: Some(700), ..ask("brief", &["one"]) });
    let paused = at.work(run);
    assert_eq!(paused.state, "paused");
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("cap"), "{:?}", paused.reason);
    assert!(paused.jobs.iter().all(|job| job.state != JobState::Failed), "nothing fails");
    assert!(paused.spending.spent + paused.spending.reserved <= 700);
    let before = server.requests().len();
    assert!(before < PARTS, "it paused before the end");
    assert_eq!(at.work(run).state, "paused", "a worker leaves it");
    assert_eq!(at.fixture.library.generation().set_cap(run, Some(100_000)).unwrap().state, "pending");
    let done = at.work(run);
    assert_eq!((done.state.as_str(), server.requests().len()), ("completed", PARTS), "nothing was asked twice");
    assert_eq!(at.money(), (PARTS as i64 * OF_A_CALL, 0));
}

#[test]
fn a_wallet_that_has_too_little_pauses_until_it_is_filled() {
    let server = server();
    let at = At::paying(&server, 10);
    let run = at.start(&ask("brief", &["one"]));
    let paused = at.work(run);
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("wallet"));
    assert_eq!((server.requests().len(), at.money()), (0, (0, 0)), "nothing was sent, nothing is reserved");
    at.fixture.library.wallet().add(UNIT, None).unwrap();
    at.fixture.library.generation().resume(run).unwrap();
    assert_eq!(at.work(run).state, "completed");
}

#[test]
fn without_usage_it_is_counted_and_marked() {
    let server = Server::answering(|_, _| ended("A short brief.", "stop", None));
    let at = At::paying(&server, 100 * UNIT);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), view.chunks[0].counted.as_str()), ("completed", "estimate"));
    let entries = at.fixture.library.wallet().ledger(None, 100).unwrap();
    let debit = entries.iter().find(|entry| entry.kind == "debit").unwrap();
    assert!(debit.counted == "estimate" && debit.amount > 0 && debit.input_tokens > 0, "{debit:?}");
}

#[test]
fn one_job_that_fails_leaves_the_others_going_and_is_retried_alone() {
    let broken = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let server = Server::answering({
        let broken = std::sync::Arc::clone(&broken);
        move |_, request| match request.body["model"] == "two" && broken.load(std::sync::atomic::Ordering::Relaxed) {
            true => Scripted::json(400, &json!({ "error": { "message": "no" } })),
            false => answer(request),
        }
    });
    let at = At::new(&server);
    let run = at.start(&ask("brief", &["one", "two"]));
    let failed = at.work(run);
    assert_eq!(failed.state, "failed");
    let states: Vec<_> = failed.documents.iter().map(|document| document.ended.as_str()).collect();
    assert_eq!(states, ["stop", "failed"]);
    broken.store(false, std::sync::atomic::Ordering::Relaxed);
    let before = server.requests().len();
    at.fixture.library.generation().retry(run).unwrap();
    let done = at.work(run);
    assert_eq!((done.state.as_str(), server.requests().len() - before), ("completed", PARTS), "only what failed");
}

#[test]
fn the_limit_of_continuations_ends_with_what_there_is() {
    let server = Server::answering(|place, _| ended(&format!("Part number {place} of it. "), "length", None));
    let at = At::new(&server);
    let view = at.run(&Ask { most_continuations: Some(2), ..ask("brief", &["one"]) });
    assert_eq!((view.state.as_str(), view.documents[0].ended.as_str()), ("completed", "continuation_limit"));
    assert_eq!(view.documents[0].text, "Part number 0 of it. Part number 1 of it. Part number 2 of it. ");
}

#[test]
fn texts_that_are_too_many_give_way_to_summaries_that_are_made_once() {
    let server = server();
    let at = At::new(&server);
    let about: String = (0..120).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
    let beside: String = (0..120).map(|at| format!("Lunch on day {at} was soup with bread. ")).collect();
    at.fixture.add(at.discovery, &about, Parsing::Later);
    at.fixture.add(at.discovery, &beside, Parsing::Later);
    let first = at.run(&Ask { context: Some(2_600), ..ask("dialectic", &["one"]) });
    assert_eq!((first.state.as_str(), first.reason.as_ref()), ("completed", None));
    let summaries = count(&first, JobKind::Summarize);
    assert!(summaries > 0, "a summary was needed");
    let asked = |of: &str| server.requests().iter().filter(|request| request.text.contains(of)).count();
    assert_eq!(asked("Sum up this text"), summaries);
    assert_eq!(
        asked("Sum up this text in at most 38 words:\\n\\nLunch on day 0"),
        1,
        "the text of least value gives way"
    );
    let seen: Vec<&str> = first.chunks.iter().map(|chunk| chunk.seen.as_str()).collect();
    assert!(seen.iter().any(|seen| seen.contains("\"as\":\"summary\"")), "{seen:?}");
    let again = at.run(&Ask { context: Some(2_600), ..ask("brief", &["one"]) });
    assert_eq!(again.state, "completed");
}

#[test]
fn with_nothing_left_to_compress_it_says_so() {
    let server = server();
    let at = At::new(&server);
    let long = "A very long prompt. ".repeat(400);
    let view = at.run(&Ask { prompt: long, context: Some(512), ..ask("brief", &["one"]) });
    assert_eq!((view.state.as_str(), server.requests().len()), ("failed", 0));
    let error = view.jobs.iter().find(|job| job.kind == JobKind::Write).and_then(|job| job.error.clone()).unwrap();
    assert!(error.message.starts_with("ContextWindowError") && error.hint.is_some(), "{error}");
}

#[test]
fn paused_and_cancelled_runs_ask_for_nothing() {
    let server = server();
    let at = At::new(&server);
    let documents = at.fixture.library.generation();
    let run = at.start(&ask("brief", &["one"]));
    assert_eq!(documents.pause(run).unwrap().state, "paused");
    assert_eq!(at.work(run).state, "paused");
    documents.resume(run).unwrap();
    let cancelled = documents.cancel(run).unwrap();
    assert_eq!(cancelled.state, "cancelled");
    assert!(cancelled.jobs.iter().all(|job| job.state == JobState::Cancelled));
    assert_eq!((at.work(run).state.as_str(), server.requests().len()), ("cancelled", 0));
    assert_eq!(documents.resume(run).unwrap_err().code, Code::Refused);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_stored() {
    let server = server();
    let at = At::new(&server);
    let start = |ask: &Ask| at.fixture.library.generation().start(at.discovery, ask).unwrap_err().code;
    assert_eq!(start(&ask("no-such-recipe", &[])), Code::NotFound);
    assert_eq!(start(&ask("{\"format\": 7}", &[])), Code::Invalid);
    assert_eq!(start(&Ask { prompt: " ".to_owned(), ..ask("brief", &[]) }), Code::Empty);
    assert_eq!(start(&ask("research-report", &[])), Code::Refused, "there is no recommendation");
    assert_eq!(start(&ask("brief", &["anthropic:nobody-knows"])), Code::Refused, "there is no price");
    assert_eq!(at.fixture.library.generation().list(at.discovery).unwrap(), []);
}

#[test]
fn a_run_is_written_where_its_paths_say() {
    let server = server();
    let at = At::new(&server);
    let view = at.run(&ask("dialectic", &["one", "two"]));
    let folder = at.fixture.folder.path().join("out");
    let written = at.fixture.library.generation().export(view.id, &folder).unwrap().files;
    let files: Vec<&String> = written.iter().filter(|file| !file.ends_with('/')).collect();
    for file in &files {
        assert!(deconstruct(file).is_ok(), "{file}");
        assert!(folder.join(file).is_file(), "{file}");
    }
    let has = |ending: &str| files.iter().any(|file| file.ends_with(ending));
    assert!(has("1_thesis/one_1_thesis.md") && has("1_thesis/_work/one_1_thesis_continuation_2.md"), "{files:#?}");
    assert!(has("2_antithesis/raw_responses/two_critiquing_one_1_antithesis_raw.json"), "{files:#?}");
    assert!(has("3_synthesis/_work/one_from_one_and_two_1_pairwise_synthesis_chunk.md"), "{files:#?}");
    assert!(has("3_synthesis/two_1_final_synthesis.md") && has("5_paralysis/seed_prompt.md"), "{files:#?}");
    assert_eq!(at.fixture.library.generation().export(view.id, &folder).unwrap_err().code, Code::Refused);
    let zip = at.fixture.folder.path().join("out.zip");
    assert_eq!(at.fixture.library.generation().export(view.id, &zip).unwrap().files, written);
    let archive = zip::ZipArchive::new(std::fs::File::open(&zip).unwrap()).unwrap();
    assert_eq!(archive.len(), written.len());
}

#[test]
fn compressing_for_more_than_a_fifth_of_the_balance_is_asked_about() {
    let server = server();
    let at = At::paying(&server, 9_000);
    let text: String = (0..150).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
    at.fixture.add(at.discovery, &text, Parsing::Later);
    let run = at.start(&Ask { context: Some(2_000), ..ask("dialectic", &["one"]) });
    let paused = at.work(run);
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("too_dear"), "{:?}", paused.reason);
    assert_eq!(server.requests().len(), 0);
    at.fixture.library.generation().resume(run).unwrap();
    let on = at.work(run);
    assert_ne!(on.reason.as_ref().map(|reason| reason.why.as_str()), Some("too_dear"), "resumed, it was answered");
    assert!(!server.requests().is_empty());
}
