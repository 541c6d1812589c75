//! Long documents from the recipe to the Output: continued, compressed, paid for, paused, failed and tried again.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::long_documents::job::{JobKind, JobState};
use factly_core::long_documents::path::deconstruct;
use factly_core::long_documents::wallet::UNIT;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::inputs::Parsing;
use factly_engine::long_documents::{RunRequest, RunView, WorkEvent};
use factly_engine::providers::{ConsentByEnvironment, Price, Settings, Task};
use factly_engine::task::CancelToken;
use factly_engine::world::{Clock, World};
use serde_json::{Value, json};
use uuid::Uuid;

use super::connected::{compatible, connected, connected_at};
use super::library::Fixture;
use super::long_documents::{INPUT_TOKENS, OUTPUT_TOKENS, PARTS, answer, ended, piece, server, whole};
use super::model_server::{Scripted, Server};
use super::world::{NEW_YEAR, fixed};

/// One millionth for a token in, two for one out.
const PRICE: (u64, u64) = (UNIT as u64, 2 * UNIT as u64);
pub(super) const OF_A_CALL: i64 = INPUT_TOKENS as i64 + 2 * OUTPUT_TOKENS as i64;

pub(super) struct GenerationFixture {
    pub(super) fixture: Fixture,
    pub(super) discovery: Uuid,
}

impl GenerationFixture {
    fn new(server: &Server) -> Self {
        let url = server.url();
        let set =
            [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", url.as_str()), ("FACTLY_MODEL", "one")];
        let fixture = connected(&set, ConsentByEnvironment::Given);
        let discovery = fixture.discovery("Wall");
        Self { fixture, discovery }
    }

    /// A server that costs, and a wallet.
    pub(super) fn paying(server: &Server, micro: i64) -> Self {
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

    pub(super) fn start(&self, ask: &RunRequest) -> Uuid {
        self.fixture.library.long_documents().start(self.discovery, ask).unwrap()
    }

    pub(super) fn work(&self, run: Uuid) -> RunView {
        self.fixture.library.long_documents().work(run, &CancelToken::default(), &|_| {}).unwrap()
    }

    fn run(&self, ask: &RunRequest) -> RunView {
        self.work(self.start(ask))
    }

    fn recommend(&self) {
        let fact = self.add(EntityKind::Fact, "The wall costs €2 m.", Vec::new());
        let insight = self.add(EntityKind::Insight, "The wall is cheap.", vec![fact]);
        self.add(EntityKind::Recommendation, "Build the wall", vec![insight]);
    }

    fn add(&self, kind: EntityKind, text: &str, from: Vec<EntityLabel>) -> EntityLabel {
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        self.fixture
            .library
            .pipeline()
            .add_entity(self.discovery, &entity, DuplicatePolicy::Allow)
            .unwrap()
            .added
            .unwrap()
    }

    /// Returns the debited and the reserved amounts.
    fn money(&self) -> (i64, i64) {
        let entries = self.fixture.library.wallet().ledger(None, 10_000).unwrap();
        let debited = entries.iter().filter(|entry| entry.kind == "debit").map(|entry| entry.amount).sum();
        (debited, self.fixture.library.wallet().show().unwrap().wallet.reserved)
    }
}

pub(super) fn ask(recipe: &str, models: &[&str]) -> RunRequest {
    RunRequest {
        recipe: recipe.to_owned(),
        models: models.iter().map(|model| (*model).to_owned()).collect(),
        prompt: "What shall we do about the wall?".to_owned(),
        most_output: Some(64),
        ..RunRequest::default()
    }
}

fn count(view: &RunView, kind: JobKind) -> usize {
    view.jobs.iter().filter(|job| job.kind == kind).count()
}

#[test]
fn the_report_from_the_graph_needs_no_model_and_costs_nothing() {
    let server = Server::start(vec![Scripted::stream("")]);
    let at = GenerationFixture::new(&server);
    at.recommend();
    let view = at.run(&RunRequest { recipe: "report-from-graph".to_owned(), ..RunRequest::default() });
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
    let output = at.fixture.library.pipeline().entity(at.discovery, report.label).unwrap();
    assert_eq!(output.up, [EntityLabel::parse("R-1").unwrap()], "it rests on what it cites");
    at.fixture.library.undo().undo(Some(at.discovery)).unwrap();
    assert_eq!(at.fixture.library.reports().list(at.discovery).unwrap().len(), 0, "the Output is a step of undo");
    assert_eq!(at.fixture.library.long_documents().show(view.id).unwrap().state, "completed", "and the run is not");
}

#[test]
fn a_document_that_ends_by_length_in_each_stage_is_whole_and_paid_for() {
    let server = server();
    let at = GenerationFixture::paying(&server, 100 * UNIT);
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
    let at = GenerationFixture::new(&server);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!(view.state, "completed");
    let requests = server.requests();
    let messages = |at: usize| requests[at].body["messages"].as_array().unwrap().clone();
    let role = |message: &Value| message["role"].as_str().unwrap().to_owned();
    let roles: Vec<String> = messages(2).iter().map(role).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user", "assistant", "user"]);
    let contents: Vec<Value> = messages(2).iter().map(|message| message["content"].clone()).collect();
    assert_eq!(contents[1], messages(0)[1]["content"], "the seed prompt, as it was");
    let seed = contents[1].as_str().unwrap();
    let of = format!("one {seed}");
    assert_eq!((&contents[2], &contents[4]), (&json!(piece(&of, 0)), &json!(piece(&of, 1))));
    assert_eq!((&contents[3], &contents[5]), (&json!("Please continue."), &json!("Please continue.")));
    assert_eq!(view.documents[0].text, whole(&of));
}

#[test]
fn a_cap_pauses_a_run_and_raised_it_goes_on() {
    let server = server();
    let at = GenerationFixture::paying(&server, 100 * UNIT);
    let run = at.start(&RunRequest { cap: Some(700), ..ask("brief", &["one"]) });
    let paused = at.work(run);
    assert_eq!(paused.state, "paused");
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("cap"), "{:?}", paused.reason);
    assert!(paused.jobs.iter().all(|job| job.state != JobState::Failed), "nothing fails");
    assert!(paused.spending.spent + paused.spending.reserved <= 700);
    let before = server.requests().len();
    assert!(before < PARTS, "it paused before the end");
    assert_eq!(at.work(run).state, "paused", "a worker leaves it");
    assert_eq!(at.fixture.library.long_documents().set_cap(run, Some(100_000)).unwrap().state, "pending");
    let done = at.work(run);
    assert_eq!((done.state.as_str(), server.requests().len()), ("completed", PARTS), "nothing was asked twice");
    assert_eq!(at.money(), (PARTS as i64 * OF_A_CALL, 0));
}

#[test]
fn a_wallet_that_has_too_little_pauses_until_it_is_filled() {
    let server = server();
    let at = GenerationFixture::paying(&server, 10);
    let run = at.start(&ask("brief", &["one"]));
    let paused = at.work(run);
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("wallet"));
    assert_eq!((server.requests().len(), at.money()), (0, (0, 0)), "nothing was sent, nothing is reserved");
    at.fixture.library.wallet().add(UNIT, None).unwrap();
    at.fixture.library.long_documents().resume(run).unwrap();
    assert_eq!(at.work(run).state, "completed");
}

#[test]
fn without_usage_it_is_counted_and_marked() {
    let server = Server::answering(|_, _| ended("A short brief.", "stop", None));
    let at = GenerationFixture::paying(&server, 100 * UNIT);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), view.chunks[0].counted.as_str()), ("completed", "estimate"));
    let entries = at.fixture.library.wallet().ledger(None, 100).unwrap();
    let debit = entries.iter().find(|entry| entry.kind == "debit").unwrap();
    assert!(debit.counted == "estimate" && debit.amount > 0 && debit.input_tokens > 0, "{debit:?}");
}

#[test]
fn one_job_that_fails_leaves_the_others_going_and_is_retried_alone() {
    let broken = Arc::new(AtomicBool::new(true));
    let server = Server::answering({
        let broken = Arc::clone(&broken);
        move |_, request| match request.body["model"] == "two" && broken.load(Ordering::Relaxed) {
            true => Scripted::json(400, &json!({ "error": { "message": "no" } })),
            false => answer(request),
        }
    });
    let at = GenerationFixture::new(&server);
    let run = at.start(&ask("brief", &["one", "two"]));
    let failed = at.work(run);
    assert_eq!(failed.state, "failed");
    let states: Vec<_> = failed.documents.iter().map(|document| document.ended.as_str()).collect();
    assert_eq!(states, ["stop", "failed"]);
    broken.store(false, Ordering::Relaxed);
    let before = server.requests().len();
    at.fixture.library.long_documents().retry(run).unwrap();
    let done = at.work(run);
    assert_eq!((done.state.as_str(), server.requests().len() - before), ("completed", PARTS), "only what failed");
}

#[test]
fn the_limit_of_continuations_ends_with_what_there_is() {
    let server = Server::answering(|index, _| ended(&format!("Part number {index} of it. "), "length", None));
    let at = GenerationFixture::new(&server);
    let view = at.run(&RunRequest { most_continuations: Some(2), ..ask("brief", &["one"]) });
    assert_eq!((view.state.as_str(), view.documents[0].ended.as_str()), ("completed", "continuation_limit"));
    assert_eq!(view.documents[0].text, "Part number 0 of it. Part number 1 of it. Part number 2 of it. ");
}

#[test]
fn texts_that_are_too_many_give_way_to_summaries_that_are_made_once() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let about: String = (0..120).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
    let beside: String = (0..120).map(|at| format!("Lunch on day {at} was soup with bread. ")).collect();
    at.fixture.add(at.discovery, &about, Parsing::Later);
    at.fixture.add(at.discovery, &beside, Parsing::Later);
    let first = at.run(&RunRequest { context: Some(2_600), ..ask("dialectic", &["one"]) });
    assert_eq!((first.state.as_str(), first.reason.as_ref()), ("completed", None));
    let summaries = count(&first, JobKind::Summarize);
    assert!(summaries > 0, "a summary was needed");
    let count_requests = |of: &str| server.requests().iter().filter(|request| request.text.contains(of)).count();
    assert_eq!(count_requests("Sum up this text"), summaries);
    assert_eq!(
        count_requests("Sum up this text in at most 38 words:\\n\\nLunch on day 0"),
        1,
        "the text of least value gives way"
    );
    let seen: Vec<&str> = first.chunks.iter().map(|chunk| chunk.seen.as_str()).collect();
    assert!(seen.iter().any(|seen| seen.contains("\"as\":\"summary\"")), "{seen:?}");
    let again = at.run(&RunRequest { context: Some(2_600), ..ask("brief", &["one"]) });
    assert_eq!(again.state, "completed");
}

#[test]
fn with_nothing_left_to_compress_it_says_so() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let long = "A very long prompt. ".repeat(400);
    let view = at.run(&RunRequest { prompt: long, context: Some(512), ..ask("brief", &["one"]) });
    assert_eq!((view.state.as_str(), server.requests().len()), ("failed", 0));
    let error = view.jobs.iter().find(|job| job.kind == JobKind::Write).and_then(|job| job.error.clone()).unwrap();
    assert!(error.message.to_string().starts_with("ContextWindowError") && error.hint.is_some(), "{error}");
}

#[test]
fn paused_and_cancelled_runs_ask_for_nothing() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let documents = at.fixture.library.long_documents();
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
    let at = GenerationFixture::new(&server);
    let start = |ask: &RunRequest| at.fixture.library.long_documents().start(at.discovery, ask).unwrap_err().code;
    assert_eq!(start(&ask("no-such-recipe", &[])), Code::NotFound);
    assert_eq!(start(&ask("{\"format\": 7}", &[])), Code::Invalid);
    assert_eq!(start(&RunRequest { prompt: " ".to_owned(), ..ask("brief", &[]) }), Code::Empty);
    assert_eq!(start(&ask("research-report", &[])), Code::Refused, "there is no recommendation");
    assert_eq!(start(&ask("brief", &["anthropic:nobody-knows"])), Code::Refused, "there is no price");
    assert_eq!(at.fixture.library.long_documents().list(at.discovery).unwrap(), []);
}

#[test]
fn a_run_is_written_where_its_paths_say() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let view = at.run(&ask("dialectic", &["one", "two"]));
    let folder = at.fixture.folder.path().join("out");
    let written = at.fixture.library.long_documents().export(view.id, &folder).unwrap().files;
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
    assert_eq!(at.fixture.library.long_documents().export(view.id, &folder).unwrap_err().code, Code::Refused);
    let zip = at.fixture.folder.path().join("out.zip");
    assert_eq!(at.fixture.library.long_documents().export(view.id, &zip).unwrap().files, written);
    let archive = zip::ZipArchive::new(std::fs::File::open(&zip).unwrap()).unwrap();
    assert_eq!(archive.len(), written.len());
}

#[test]
fn compressing_for_more_than_a_fifth_of_the_balance_is_asked_about() {
    let server = server();
    let at = GenerationFixture::paying(&server, 9_000);
    let text: String = (0..150).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
    at.fixture.add(at.discovery, &text, Parsing::Later);
    let run = at.start(&RunRequest { context: Some(2_000), ..ask("dialectic", &["one"]) });
    let paused = at.work(run);
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("too_dear"), "{:?}", paused.reason);
    assert_eq!(server.requests().len(), 0);
    at.fixture.library.long_documents().resume(run).unwrap();
    let on = at.work(run);
    assert_ne!(on.reason.as_ref().map(|reason| reason.why.as_str()), Some("too_dear"), "resumed, it was answered");
    assert!(!server.requests().is_empty());
}

#[test]
fn only_the_inputs_that_were_chosen_are_read() {
    let server = server();
    let at = GenerationFixture::new(&server);
    at.fixture.add(at.discovery, "The wall has three gates.", Parsing::Later);
    at.fixture.add(at.discovery, "The farms were not asked.", Parsing::Later);
    let inputs = at.fixture.library.inputs().list(at.discovery).unwrap();
    let ask = RunRequest { inputs: vec![inputs[1].id], ..ask("interview-summary", &["one"]) };
    assert_eq!(at.run(&ask).state, "completed");
    let saw = |text: &str| server.requests().iter().any(|request| request.text.contains(text));
    assert!(saw("The farms were not asked.") && !saw("The wall has three gates."));
    let stranger = RunRequest { inputs: vec![Uuid::from_u128(1)], ..ask };
    let refused = at.fixture.library.long_documents().start(at.discovery, &stranger).unwrap_err();
    assert_eq!(refused.code, Code::NotFound, "an Input of elsewhere is none");
}

#[test]
fn any_document_becomes_an_output_and_what_was_undone_is_none() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let documents = at.fixture.library.long_documents();
    let view = at.run(&ask("dialectic", &["one"]));
    let thesis = view.documents[0].id;
    assert!(view.outputs.iter().all(|(document, ..)| *document != thesis), "only the results become one by themselves");
    let made = documents.make_output(view.id, thesis).unwrap();
    let (document, label, report) = made.outputs.last().unwrap();
    assert_eq!((*document, label.as_str()), (thesis, "O-2"));
    assert!(!at.fixture.library.reports().show(*report).unwrap().report.sections.is_empty());
    at.fixture.library.undo().undo(Some(at.discovery)).unwrap();
    assert_eq!(documents.show(view.id).unwrap().outputs.len(), 1, "it was taken back");
    let begun = at.start(&ask("brief", &["one"]));
    let nobody = documents.make_output(begun, Uuid::from_u128(1)).unwrap_err();
    assert_eq!(nobody.code, Code::NotFound);
}

#[test]
fn what_waits_for_the_analyst_is_told_and_what_they_paused_is_not() {
    let server = server();
    let at = GenerationFixture::paying(&server, 10);
    let documents = at.fixture.library.long_documents();
    let waiting = || documents.needing_attention().unwrap().into_iter().map(|(discovery, run)| (discovery, run.id));
    let run = at.start(&ask("brief", &["one"]));
    let paused = at.start(&ask("brief", &["one"]));
    documents.pause(paused).unwrap();
    assert_eq!(waiting().count(), 0);
    assert_eq!(at.work(run).state, "paused", "the wallet has too little");
    assert_eq!(waiting().collect::<Vec<_>>(), [(at.discovery, run)]);
    documents.cancel(run).unwrap();
    assert_eq!(waiting().count(), 0, "nobody is asked about what is over");
}

#[test]
fn between_two_stages_the_analyst_is_asked_and_what_they_say_is_in_the_next_prompts() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let documents = at.fixture.library.long_documents();
    let run = at.start(&RunRequest { asks_after_stages: true, ..ask("dialectic", &["one"]) });
    let paused = at.work(run);
    assert_eq!(paused.reason.as_ref().map(|reason| reason.why.as_str()), Some("stage"), "{:?}", paused.reason);
    assert_eq!((count(&paused, JobKind::Stage), count(&paused, JobKind::Write)), (1, 1), "nothing of the next is made");
    let before = server.requests().len();
    documents.resume_with(run, "Think of the farms.").unwrap();
    assert_eq!(at.work(run).state, "paused", "it asks after the next as well");
    let sent: Vec<_> = server.requests().into_iter().skip(before).collect();
    assert!(!sent.is_empty() && sent.iter().all(|request| request.text.contains("Think of the farms.")));
    let after = server.requests().len();
    documents.resume(run).unwrap();
    assert_eq!(at.work(run).state, "paused");
    assert!(server.requests().into_iter().skip(after).all(|request| !request.text.contains("What the analyst said")));
    documents.resume(run).unwrap();
    at.work(run);
    documents.resume(run).unwrap();
    assert_eq!(at.work(run).state, "completed", "after the last there is nothing to ask");
    let folder = at.fixture.folder.path().join("out");
    let files = documents.export(run, &folder).unwrap().files;
    let feedback: Vec<_> = files.iter().filter(|file| file.contains("user_feedback_")).collect();
    assert!(
        feedback.len() == 1 && feedback[0].contains("1_thesis/") && deconstruct(feedback[0]).is_ok(),
        "{feedback:?}"
    );
    let begun = at.start(&ask("brief", &["one"]));
    documents.pause(begun).unwrap();
    assert_eq!(documents.resume_with(begun, "More.").unwrap_err().code, Code::Refused, "nobody would read it");
}

#[test]
fn a_model_of_another_provider_is_asked_nothing_before_it_was_allowed() {
    let here = server();
    let set = [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &here.url()), ("FACTLY_MODEL", "one")];
    let fixture = connected(&set, ConsentByEnvironment::Required);
    let at = GenerationFixture { discovery: fixture.discovery("Wall"), fixture };
    let providers = at.fixture.library.providers();
    providers.allow_sending(at.discovery, Task::Chat).unwrap();
    assert!(providers.model_would_send(at.discovery, Some("one")).unwrap().is_allowed);
    let other = providers.model_would_send(at.discovery, Some("anthropic:claude-sonnet-4-5")).unwrap();
    assert_eq!((other.origin.as_str(), other.is_allowed), ("https://api.anthropic.com", false));
    at.fixture.library.wallet().add(100 * UNIT, None).unwrap();
    let paused = at.run(&ask("brief", &["anthropic:claude-sonnet-4-5"]));
    assert_eq!(paused.reason.map(|reason| reason.why).as_deref(), Some("consent"), "the run waits");
    assert_eq!(here.requests().len(), 0, "and nothing was sent");
    assert!(providers.allow_sending_to_model(at.discovery, Some("anthropic:claude-sonnet-4-5")).unwrap().is_allowed);
    assert!(providers.model_would_send(at.discovery, None).unwrap().is_allowed, "and the chat's own stays allowed");
}

#[test]
fn the_tree_of_a_run_is_the_run_without_its_texts() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let documents = at.fixture.library.long_documents();
    let run = at.start(&ask("dialectic", &["one"]));
    documents.tree(run).unwrap();
    at.work(run);
    let (mut whole, tree) = (documents.show(run).unwrap(), documents.tree(run).unwrap());
    assert!(whole.documents.iter().all(|document| document.words > 0));
    whole.documents.iter_mut().for_each(|document| document.text.clear());
    whole.chunks.iter_mut().for_each(|chunk| chunk.text.clear());
    assert_eq!(tree, whole);
    assert_eq!(
        documents.list(at.discovery).unwrap()[0].words,
        whole.chunks.iter().map(|chunk| chunk.words).sum::<usize>()
    );
}

#[test]
fn a_model_that_is_another_by_now_is_asked_about_and_costs_what_it_does_today() {
    let (first, second) = (server(), server());
    let fixture = connected(&[], ConsentByEnvironment::Required);
    let at = GenerationFixture { discovery: fixture.discovery("Wall"), fixture };
    let (documents, providers) = (at.fixture.library.long_documents(), at.fixture.library.providers());
    let set = |server: &Server| {
        let settings = Settings { chat: compatible(server), ..providers.stored_settings().unwrap() };
        providers.set_providers(&settings).unwrap();
        providers.allow_sending(at.discovery, Task::Chat).unwrap();
    };
    let cost = |times: u64, since: &str| {
        let (origin, model) = (second.url(), "one".to_owned());
        let (currency, since) = ("USD".to_owned(), since.to_owned());
        let price = Price { origin, model, input: times * PRICE.0, output: times * PRICE.1, currency, since };
        providers.add_model_price(price).unwrap();
    };
    at.fixture.library.wallet().add(100_000, None).unwrap();
    set(&first);
    let run = at.start(&ask("brief", &["one"]));
    set(&second);
    cost(1, "2025-01-01");
    let reason = at.work(run).reason.unwrap();
    assert_eq!(reason.why, "changed", "{reason:?}");
    assert!(
        reason.message.to_string().contains(&first.url()) && reason.message.to_string().contains(&second.url()),
        "{reason:?}"
    );
    assert_eq!((first.requests().len(), second.requests().len()), (0, 0), "nothing was sent");
    documents.resume(run).unwrap();
    assert_eq!(at.work(run).models[0].origin, second.url());
    assert_eq!((first.requests().len(), second.requests().len()), (0, PARTS));
    assert_eq!(at.money(), (PARTS as i64 * OF_A_CALL, 0), "and nothing at the price of the first, which was free");

    let dearer = at.start(&ask("brief", &["one"]));
    documents.pause(dearer).unwrap();
    cost(2, "2025-02-01");
    documents.resume(dearer).unwrap();
    assert_eq!(at.work(dearer).state, "completed");
    assert_eq!(at.money(), (3 * PARTS as i64 * OF_A_CALL, 0), "the price of the day on which it goes on");
}

#[test]
fn a_text_is_given_page_by_page_as_far_as_it_is_stored() {
    let server = server();
    let at = GenerationFixture::new(&server);
    let documents = at.fixture.library.long_documents();
    let run = at.start(&ask("brief", &["one"]));
    let began = |event| matches!(event, WorkEvent::Began { .. });
    let stopped = CancelToken::default();
    let seen = Mutex::new(0);
    // Stopped before its second part, and gone on with.
    let hear = |event: WorkEvent| {
        let mut seen = seen.lock().unwrap();
        *seen += usize::from(began(event));
        if *seen == 4 {
            stopped.cancel();
        }
    };
    let view = documents.work(run, &stopped, &hear).unwrap();
    let id = view.documents[0].id;
    let shown = |from, count| {
        let page = documents.text_page(run, id, from, count).unwrap();
        let texts = page.blocks.into_iter().map(|block| block.text).collect::<Vec<_>>();
        (texts, page.total, page.is_open)
    };
    let (first, total, is_open) = shown(0, 10);
    assert!(total == 2 && is_open && first[1].ends_with(" ends in the mid"), "{first:?} of {total}");
    at.work(run);
    let (texts, total, _) = shown(1, 2);
    assert!(
        texts.len() == 2 && total == 5 && texts[0].ends_with(" ends in the middle of a word."),
        "{texts:?} of {total}"
    );
    assert_eq!(shown(5, 10).0, [] as [String; 0]);
    assert_eq!(documents.text_page(run, run, 0, 1).unwrap_err().code, Code::NotFound);
}

/// Returns a server's answer without the reason for its end.
fn broken_off(text: &str) -> Scripted {
    let event = json!({ "choices": [{ "delta": { "content": text } }] });
    Scripted::stream(format!("data: {event}\n\ndata: [DONE]\n\n"))
}

#[test]
fn an_answer_that_was_cut_is_asked_for_again_and_is_no_part_of_the_document() {
    let server = Server::answering(|index, request| if index == 0 { broken_off("## Pa") } else { answer(request) });
    let at = GenerationFixture::new(&server);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), server.requests().len()), ("completed", PARTS + 1));
    assert!(
        view.documents[0].text.starts_with("## Part ") && view.documents[0].ended == "stop",
        "{:?}",
        view.documents
    );
    let always = Server::answering(|_, _| broken_off("## Pa"));
    let view = GenerationFixture::new(&always).run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), always.requests().len()), ("failed", 3), "two repeats, and it says so");
}

#[test]
fn a_server_that_fails_for_ever_is_asked_three_times_in_all() {
    for status in [500, 503, 429] {
        let server = Server::answering(move |_, _| Scripted::json(status, &json!({ "error": { "message": "no" } })));
        let view = GenerationFixture::new(&server).run(&ask("brief", &["one"]));
        assert_eq!((view.state.as_str(), server.requests().len()), ("failed", 3), "HTTP {status}");
    }
}

/// A clock that the test moves.
struct ManualClock(AtomicI64);

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_server_that_asks_to_be_left_alone_is_left_alone_and_the_run_goes_on_by_itself() {
    let server = Server::answering(|index, request| match index {
        0 => Scripted::json(429, &json!({ "error": { "message": "slow down" } })).header("retry-after", "60"),
        _ => answer(request),
    });
    let clock = Arc::new(ManualClock(AtomicI64::new(NEW_YEAR)));
    let world = World { clock: clock.clone(), ids: fixed().ids };
    let set = [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &server.url()), ("FACTLY_MODEL", "one")];
    let folder = tempfile::tempdir().unwrap();
    let library = connected_at(&folder.path().join("library.factly"), world, &set, ConsentByEnvironment::Given);
    let fixture = Fixture { library, folder };
    let at = GenerationFixture { discovery: fixture.discovery("Wall"), fixture };
    let documents = at.fixture.library.long_documents();
    let run = at.start(&ask("brief", &["one", "two"]));
    let waits = at.work(run);
    assert_eq!((waits.state.as_str(), waits.goes_on_at), ("processing", Some(NEW_YEAR + 60_000)));
    let reason = waits.reason.unwrap();
    assert_eq!(reason.why, "server");
    assert!(reason.message.to_string().ends_with("The run goes on by itself at 2026-01-01T00:01:00Z."), "{reason:?}");
    assert!(waits.jobs.iter().any(|job| job.state == JobState::Retrying), "and its job says so");
    let still = || {
        assert!(documents.waiting_runs().unwrap().is_empty(), "nobody needs to look at it yet");
        let view = at.work(run);
        assert!(view.goes_on_at.is_some() && server.requests().len() == 1, "never sooner than asked: {view:?}");
    };
    still();
    clock.0.fetch_add(59_999, Ordering::Relaxed);
    documents.pause(run).unwrap();
    documents.resume(run).unwrap();
    still();
    clock.0.fetch_add(1, Ordering::Relaxed);
    assert_eq!(documents.waiting_runs().unwrap(), [run]);
    let done = at.work(run);
    assert_eq!((done.state.as_str(), done.goes_on_at, done.reason), ("completed", None, None));
    assert_eq!(server.requests().len(), 1 + 2 * PARTS);
}

#[test]
fn parts_that_leave_no_room_for_the_next_give_way_to_summaries() {
    const EACH: usize = 6;
    let text = |turn: usize| -> String {
        (0..68).map(|at| format!("In part {turn} sentence {at} tells of a wall that is long. ")).collect()
    };
    let server = Server::answering(move |_, request| {
        let messages = request.body["messages"].as_array().unwrap();
        let turn = messages.iter().filter(|message| message["role"] == "assistant").count();
        match request.text.contains("Sum up this text") {
            true => ended("A short summary.", "stop", None),
            false => ended(&text(turn), if turn + 1 < EACH { "length" } else { "stop" }, None),
        }
    });
    let at = GenerationFixture::new(&server);
    let view = at.run(&RunRequest { context: Some(4_096), most_output: Some(1_200), ..ask("brief", &["one"]) });
    let errors: Vec<_> = view.jobs.iter().filter_map(|job| job.error.clone()).collect();
    assert_eq!(view.state, "completed", "{errors:?}");
    assert_eq!(view.documents[0].text, (0..EACH).map(text).collect::<String>());
    assert!(count(&view, JobKind::Summarize) > 0 && view.chunks.len() == EACH);
}

#[test]
fn an_answer_with_nothing_in_it_is_asked_for_again_and_is_no_limit_of_continuations() {
    let server = Server::answering(|index, _| match index {
        0 => ended("Part one. ", "length", None),
        1 => ended("", "length", None),
        _ => ended("Part two.", "stop", None),
    });
    let at = GenerationFixture::new(&server);
    let view = at.run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), view.documents[0].ended.as_str()), ("completed", "stop"));
    assert_eq!((view.documents[0].text.as_str(), view.chunks.len()), ("Part one. Part two.", 2));
    let thinks = Server::answering(|_, _| ended("", "length", None));
    let view = GenerationFixture::new(&thinks).run(&ask("brief", &["one"]));
    assert_eq!((view.state.as_str(), view.documents[0].ended.as_str()), ("failed", "failed"));
    let error = view.jobs.iter().filter(|job| job.kind == JobKind::Write).find_map(|job| job.error.clone()).unwrap();
    assert!(error.hint.as_ref().is_some_and(|hint| hint.to_string().contains("--max-tokens")), "{error:?}");
}
