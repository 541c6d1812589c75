//! A search by meaning: what a provider's vectors change, what is sent for them, and what holds when they fail.

use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::providers::{ConsentByEnvironment, ModelChoice, Price, ProviderKind, Settings, Task};
use factly_engine::retrieval::{InputScope, SearchResult};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};
use factly_engine::world::World;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::connected::{compatible, connected, connected_at};
use crate::library::Fixture;
use crate::model_server::{Request, Scripted, Server, Step};

/// Has the question's words, and is about something else.
const BARGE: &str = "The barge will pay a call at the lock.";
/// Has them too, among many others, and answers it.
const LEVY: &str = "Households pay a levy by which the dyke is financed, as the council decided when the river came over its \
                    banks, the old wall broke and the cellars of the lower town were under water for a week.";
/// Answers it in other words.
const DUES: &str = "Each home contributes forty euros a year to the upkeep.";
const QUESTION: &str = "Who will pay for it?";
const BY_WORDS: [&str; 2] = ["Harbour", "Money"];

/// A direction for what a text is about; the levy and the question have the same, and the dues nearly.
fn direction(text: &str) -> [f32; 3] {
    let has = |word: &str| if text.contains(word) { 2.0 } else { 0.0 };
    [0.1 + has("levy") + has("Who will pay") + has("contributes"), 0.1 + has("barge"), 0.1 + has("contributes") / 4.0]
}

fn is_question(request: &Request) -> bool {
    request.body["input"][0].as_str().is_some_and(|text| text.starts_with("Who will pay"))
}

fn made(texts: &Value, of: impl Fn(&str) -> Vec<f32>) -> Scripted {
    let texts = texts.as_array().map(Vec::as_slice).unwrap_or_default();
    // The last first: their numbers say which they are.
    let data = texts.iter().enumerate().rev();
    let data: Vec<Value> = data
        .map(|(index, text)| {
            json!({ "object": "embedding", "index": index, "embedding": of(text.as_str().unwrap_or_default()) })
        })
        .collect();
    let usage = json!({ "prompt_tokens": 7 * texts.len(), "total_tokens": 7 * texts.len() });
    Scripted::json(200, &json!({ "object": "list", "model": "m", "data": data, "usage": usage }))
}

fn server() -> Server {
    Server::answering(|_, request| made(&request.body["input"], |text| direction(text).to_vec()))
}

/// Counts the texts that a server was sent.
fn texts(requests: &[Request]) -> usize {
    requests.iter().filter_map(|request| request.body["input"].as_array()).map(Vec::len).sum()
}

struct MeaningFixture {
    fixture: Fixture,
    discovery: Uuid,
}

fn at(server: &Server) -> MeaningFixture {
    let fixture = connected(&[], ConsentByEnvironment::Required);
    let discovery = fixture.discovery("Dyke");
    let at = MeaningFixture { fixture, discovery };
    at.set(compatible(server));
    at.add("Harbour", BARGE);
    at.add("Money", LEVY);
    at.add("Upkeep", DUES);
    at
}

/// As [`at`], allowed and with all vectors made.
fn ready(server: &Server) -> MeaningFixture {
    let at = at(server);
    at.allow();
    assert!(at.embed(), "all is done");
    at
}

impl MeaningFixture {
    fn library(&self) -> &Library {
        &self.fixture.library
    }

    fn set(&self, search: ModelChoice) {
        self.library().providers().set_providers(&Settings { search, ..Settings::default() }).unwrap();
    }

    fn allow(&self) {
        self.library().providers().allow_sending(self.discovery, Task::Search).unwrap();
    }

    fn add(&self, title: &str, text: &str) -> Uuid {
        let input = NewInput {
            title: Some(title.to_owned()),
            origin: InputOrigin::Paste,
            file_name: None,
            text: text.to_owned(),
        };
        self.library().inputs().add_input(self.discovery, input, Parsing::Later, &NoProgress).unwrap().added[0].id
    }

    fn embed(&self) -> bool {
        self.library().retrieval().embed_waiting(&CancelToken::default()).unwrap()
    }

    fn search(&self) -> SearchResult {
        self.library().retrieval().search(self.discovery, QUESTION, &InputScope::All, 10).unwrap()
    }

    fn vectors(&self) -> Option<usize> {
        self.library().retrieval().embedding_status(self.discovery).unwrap().vectors
    }

    /// The same library, opened anew.
    fn again(self) -> Self {
        let Self { fixture: Fixture { library, folder }, discovery } = self;
        drop(library);
        let path = folder.path().join("library.factly");
        let library = connected_at(&path, World::system(), &[], ConsentByEnvironment::Required);
        Self { fixture: Fixture { library, folder }, discovery }
    }

    /// The files of vectors beside the library.
    fn files(&self) -> Vec<std::path::PathBuf> {
        let folder = self.fixture.folder.path().join("library.factly-search");
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        files.filter(|path| path.extension().is_some_and(|end| end == "vectors")).collect()
    }
}

fn titles(found: &SearchResult) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.title.as_str()).collect()
}

#[test]
fn what_says_the_same_in_other_words_comes_first_and_the_guard_goes_by_words() {
    let server = server();
    let at = at(&server);
    let by_words = at.search();
    assert_eq!(titles(&by_words), BY_WORDS, "the words alone find the wrong one first, and one of the right ones not");
    at.allow();
    assert!(at.embed());
    assert_eq!(at.vectors(), Some(3));
    let found = at.search();
    assert_eq!(titles(&found), ["Money", "Harbour", "Upkeep"], "what has both, then what has either");
    let scores: Vec<f32> = found.hits.iter().map(|hit| hit.score).collect();
    assert!(scores[0] > 0.75 && scores[1] == 0.5 && scores[2] < 0.5, "half and half: {scores:?}");
    assert_eq!((found.similarity, found.guard), (by_words.similarity, by_words.guard), "the guard stays as it was");
    assert_eq!(found.by_words, None);
    let text_count = texts(&server.requests());
    assert_eq!(titles(&at.search()), titles(&found));
    assert_eq!(texts(&server.requests()), text_count, "a question is asked once");
    let narrowed =
        at.library().retrieval().search(at.discovery, "\"pay a call\" Who will pay for it?", &InputScope::All, 10);
    assert_eq!(titles(&narrowed.unwrap()), ["Harbour"], "what a query wants holds for what is near too");
    let sent: Vec<Value> = server.requests()[..2].iter().map(|request| request.body["input"].clone()).collect();
    let titled = |title: &str, text: &str| format!("{title}\n{text}");
    let [first, others] = &sent[..] else { panic!("two requests: {sent:?}") };
    assert_eq!(*first, json!([titled("Harbour", BARGE)]), "one, to see whether anybody answers");
    assert_eq!(*others, json!([titled("Money", LEVY), titled("Upkeep", DUES)]), "then all others, with their titles");
}

#[test]
fn nothing_is_sent_that_was_not_allowed() {
    let server = server();
    let at = at(&server);
    assert!(at.embed(), "there is nothing to be done");
    assert_eq!((at.search().by_words, server.connections()), (None, 0));
    let refused = at.library().retrieval().embed_passages(at.discovery, &CancelToken::default()).unwrap_err();
    assert_eq!((refused.code, server.connections()), (Code::ConsentNeeded, 0));
    at.allow();
    assert!(at.embed());
    at.library().providers().forbid_sending(at.discovery).unwrap();
    let before = server.requests().len();
    at.add("More", "Another text that nobody may see.");
    assert!(at.embed());
    assert_eq!(titles(&at.search()), BY_WORDS, "not the question either");
    assert_eq!(server.requests().len(), before, "what was sent was sent, and no more is");
}

#[test]
fn no_variable_turns_it_on_and_offline_turns_it_off() {
    let server = server();
    let url = server.url();
    let check = |set: &[(&str, &str)], expected: ProviderKind| {
        let at = connected(set, ConsentByEnvironment::Given);
        at.library.providers().set_providers(&Settings { search: compatible(&server), ..Settings::default() }).unwrap();
        let held = at.library.providers().provider_settings().unwrap();
        assert_eq!(held.search.kind, expected, "{set:?}");
        let to = at.library.providers().would_send(at.discovery("One"), Task::Search).unwrap();
        assert!(to.is_none_or(|to| !to.is_allowed), "{set:?} allows nothing");
    };
    check(&[("FACTLY_PROVIDER", "anthropic"), ("FACTLY_MODEL", "m")], ProviderKind::OpenAiCompatible);
    check(&[("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &url)], ProviderKind::OpenAiCompatible);
    check(&[("FACTLY_PROVIDER", "offline")], ProviderKind::Offline);
    let at =
        connected(&[("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &url)], ConsentByEnvironment::Given);
    assert_eq!(at.library.providers().provider_settings().unwrap().search, ModelChoice::OFFLINE);
    let unnamed = ModelChoice { model: None, ..compatible(&server) };
    let anthropic = ModelChoice { kind: ProviderKind::Anthropic, base_url: None, model: None };
    for search in [unnamed, anthropic] {
        let refused = at.library.providers().set_providers(&Settings { search, ..Settings::default() }).unwrap_err();
        assert_eq!(refused.code, Code::Invalid, "it makes no vectors: {}", refused.message);
    }
}

#[test]
fn a_server_that_fails_leaves_the_order_of_the_words_and_is_named_once() {
    let server = Server::answering(|_, request| match is_question(request) {
        true => Scripted::json(500, &json!({ "error": { "message": "out of memory" } })),
        false => made(&request.body["input"], |text| direction(text).to_vec()),
    });
    let at = ready(&server);
    let found = at.search();
    assert_eq!(titles(&found), BY_WORDS, "as the words have it");
    let error = found.by_words.unwrap();
    assert!(error.message.to_string().contains("out of memory"), "{error:?}");
    let before = server.requests().len();
    let second = at.search();
    assert_eq!((titles(&second), second.by_words.clone()), (BY_WORDS.to_vec(), None), "said once");
    assert_eq!(server.requests().len(), before, "and the server is left alone");
    let sent = at.library().providers().sent_requests(at.discovery, None, 10).unwrap();
    assert!(sent.iter().all(|sent| sent.row.task == "search"), "all of it can be looked at");
    assert_eq!(sent.last().unwrap().row.input_tokens, Some(7), "with its tokens");
    let body = at.library().providers().sent_request(sent.last().unwrap().row.id).unwrap().body;
    assert!(body.contains(BARGE), "to the letter");
}

#[test]
fn a_server_that_is_silent_is_not_waited_for_long() {
    let server = Server::answering(|_, request| match is_question(request) {
        true => Scripted::stream("").then(Step::Hang),
        false => made(&request.body["input"], |text| direction(text).to_vec()),
    });
    let at = ready(&server);
    let found = at.search();
    assert_eq!(
        (titles(&found), found.by_words.clone().map(|error| error.code)),
        (BY_WORDS.to_vec(), Some(Code::Unreachable))
    );
}

#[test]
fn nothing_is_sent_twice_whoever_opens_the_library_and_whatever_is_set_meanwhile() {
    let server = server();
    let at = ready(&server);
    assert_eq!(texts(&server.requests()), 3);
    let at = at.again();
    assert!(at.embed());
    assert_eq!((texts(&server.requests()), at.vectors()), (3, Some(3)), "it goes on where it was");
    at.add("More", "The fourth text.");
    at.add("More", "The fourth text.");
    assert!(at.embed());
    assert_eq!(
        (texts(&server.requests()), at.vectors()),
        (4, Some(5)),
        "only what is new, and what is there twice once"
    );
    at.set(ModelChoice { model: Some("another".to_owned()), ..compatible(&server) });
    assert_eq!(at.vectors(), Some(0), "another model's vectors are none of this one's");
    assert!(at.embed());
    assert_eq!(texts(&server.requests()), 8);
    at.set(compatible(&server));
    assert!(at.embed());
    assert_eq!((texts(&server.requests()), at.vectors()), (8, Some(5)), "and they are there when it comes back");
    let stopped = CancelToken::default();
    stopped.cancel();
    at.add("Last", "The fifth text.");
    assert!(!at.library().retrieval().embed_waiting(&stopped).unwrap(), "it stops");
    assert_eq!(texts(&server.requests()), 8);
    assert!(at.embed(), "and goes on");
    assert_eq!(at.vectors(), Some(6));
}

#[test]
fn a_damaged_file_is_made_anew_from_the_damage_on() {
    let server = server();
    let at = at(&server);
    let sentence = |at: u32| {
        format!("Here {} end.", (0..90).map(|by| format!("w{:x}", at * 90 + by)).collect::<Vec<_>>().join(" "))
    };
    at.add("Long", &(0..100).map(|at| sentence(at) + "\n\n").collect::<String>());
    at.allow();
    assert!(at.embed());
    let all = at.vectors().unwrap();
    assert!((66..=129).contains(&all), "one, a batch, and a rest: {all}");
    let files = at.files();
    let [file] = &files[..] else { panic!("there is one file: {files:?}") };
    let bytes = std::fs::read(file).unwrap();
    let mut at = at;
    for (damage, intact) in [("the last byte", 65), ("the tail", 65), ("the first", 0), ("all", 0)] {
        let mut damaged = bytes.clone();
        match damage {
            "the last byte" => *damaged.last_mut().unwrap() ^= 1,
            "the tail" => damaged.truncate(bytes.len() - 1),
            "the first" => damaged[40] ^= 1,
            _ => damaged = b"no vectors at all, but some words that stand there for long enough".to_vec(),
        }
        std::fs::write(file, damaged).unwrap();
        let before = texts(&server.requests());
        at = at.again();
        assert_eq!(at.vectors(), Some(intact), "{damage}");
        assert!(at.embed());
        assert_eq!(texts(&server.requests()) - before, all - intact, "{damage}: only what is lost is sent again");
        assert_eq!(at.vectors(), Some(all), "{damage}: made anew");
        assert_eq!(titles(&at.search())[0], "Money", "{damage}");
    }
}

#[test]
fn a_text_that_the_model_refuses_does_not_keep_the_others_from_it() {
    let server = Server::answering(|_, request| {
        let input = request.body["input"].as_array().map(Vec::as_slice).unwrap_or_default();
        if input.iter().any(|text| text.as_str().unwrap_or_default().contains("too long")) {
            return Scripted::json(400, &json!({ "error": { "message": "the input is longer than the context" } }));
        }
        made(&request.body["input"], |text| direction(text).to_vec())
    });
    let at = at(&server);
    at.add("Long", "This one is too long for the model.");
    at.allow();
    assert!(!at.embed());
    let status = at.library().retrieval().embedding_status(at.discovery).unwrap();
    assert_eq!((status.vectors, status.passages), (Some(3), 4));
    assert!(status.trouble.unwrap().message.to_string().contains("longer than the context"), "it is said why");
    let before = server.requests().len();
    assert!(!at.embed());
    assert_eq!(server.requests().len(), before, "and it is not sent again and again");
    assert_eq!(titles(&at.search())[0], "Money");
}

#[test]
fn the_wallet_that_pays_for_all_pays_for_it_by_what_the_server_counted() {
    let server = server();
    let at = at(&server);
    let price = Price {
        origin: server.url(),
        model: "test-model".to_owned(),
        input: 1_000_000,
        output: 0,
        currency: "USD".to_owned(),
        since: "2025-01-01".to_owned(),
    };
    at.library().providers().add_model_price(price).unwrap();
    at.library().wallet().add(1_000_000, None).unwrap();
    at.library().wallet().set_pays_all(true).unwrap();
    at.allow();
    assert!(at.embed());
    let entries = at.library().wallet().ledger(None, 100).unwrap();
    let debits: Vec<_> = entries.iter().filter(|entry| entry.kind == "debit").collect();
    assert_eq!(debits.len(), 2);
    assert_eq!((debits[0].task.as_str(), debits[0].counted.as_str()), ("search", "provider"));
    assert_eq!(debits.iter().map(|entry| entry.amount).sum::<i64>(), 21);
}
