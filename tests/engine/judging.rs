//! A model that judges texts and proposes the next column: asked where it may be, and never waited for or believed more
//! than what is built in would need.

use crate::{library, model_server, world};
use std::thread;
use std::time::Duration;

use factly_core::discovery::{EntityKind as Column, EntityLabel, EntityStatus};
use factly_core::facts::decide::Resolution;
use factly_core::message::UserMessage;
use factly_engine::Library;
use factly_engine::discovery::{Derivation, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::{FactEdit, FactFilter, NewStatement};
use factly_engine::inputs::Parsing;
use factly_engine::providers::{
    CallPatience, HttpTransport, ModelChoice, ProviderContext, ProviderKind, Settings, Task,
};
use factly_engine::task::CancelToken;
use library::Fixture;
use model_server::{Scripted, Server, Step};
use serde_json::{Value, json};
use uuid::Uuid;

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap()
}

/// As a stream, a few bytes in each event.
fn streamed(answer: &str) -> Scripted {
    let mut stream = String::new();
    let letters: Vec<char> = answer.chars().collect();
    for piece in letters.chunks(9) {
        let piece: String = piece.iter().collect();
        stream.push_str(&format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": piece } }] })));
    }
    stream.push_str("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
    Scripted::stream(stream)
}

fn judged(field: &str, of: &[(&str, bool)]) -> Scripted {
    let one = |(label, yes): &(&str, bool)| json!({ "label": label, field: yes, "reason": "Because I say so." });
    streamed(&json!({ "judgements": of.iter().map(one).collect::<Vec<Value>>() }).to_string())
}

/// F-1 to N-1 and N-2, which rest on it by their links alone; the model for derivation is `server`.
struct Chain {
    at: Fixture,
    discovery: Uuid,
}

impl Chain {
    fn with_model(server: &Server) -> Self {
        let chain = Self::unasked(server);
        chain.library().providers().allow_sending(chain.discovery, Task::Derivation).unwrap();
        chain
    }

    /// With a model that is not allowed to see anything yet.
    fn unasked(server: &Server) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let patience = CallPatience {
            backoff: Duration::ZERO,
            first: Duration::from_millis(600),
            idle: Duration::from_millis(600),
            local: Duration::ZERO,
            ..CallPatience::default()
        };
        let wire = HttpTransport::new(patience, world::fixed());
        let outside = ProviderContext { wire, ..ProviderContext::nothing(world::fixed()) };
        let library = Library::connected(&folder.path().join("library.factly"), world::fixed(), outside).unwrap();
        let at = Fixture { library, folder };
        let discovery = at.discovery("Flood wall");
        let chain = Self { at, discovery };
        chain.add(Column::Fact, "The wall is 6 m high.", &[]);
        chain.add(Column::Insight, "A wall of 6 m keeps the flood out.", &["F-1"]);
        chain.add(Column::Insight, "High walls please the neighbours.", &["F-1"]);
        let derivation = ModelChoice {
            kind: ProviderKind::OpenAiCompatible,
            base_url: Some(server.url()),
            model: Some("test-model".to_owned()),
        };
        chain.library().providers().set_providers(&Settings { derivation, ..Settings::default() }).unwrap();
        chain
    }

    fn library(&self) -> &Library {
        &self.at.library
    }

    fn add(&self, kind: Column, text: &str, from: &[&str]) {
        let from = from.iter().map(|name| label(name)).collect();
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        self.library().pipeline().add_entity(self.discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap();
    }

    /// Edits F-1; what that marked, and what was told.
    fn edit(&self, text: &str) -> (String, String) {
        let edited = self.library().pipeline().edit_entity(self.discovery, label("F-1"), text, None).unwrap();
        let marked: Vec<String> = edited.marked.iter().map(ToString::to_string).collect();
        (marked.join(" "), edited.note.unwrap_or_default().to_string())
    }

    /// Returns the duplicates of a text that is to be a fact, and the note.
    fn say(&self, text: &str) -> (String, String) {
        let added = self.library().pipeline().add_entity(
            self.discovery,
            &NewEntity::by_hand(Column::Fact, text),
            DuplicatePolicy::Hold,
        );
        let added = added.unwrap();
        let found: Vec<String> = added.duplicates.iter().map(|found| found.label.to_string()).collect();
        (found.join(" "), added.note.unwrap_or_default().to_string())
    }

    /// F-2, which waits, and N-3 and N-4, which rest on it.
    fn proposed(&self) {
        let text = "We expect 800 visitors.";
        self.read(
            text,
            json!({
                "op": "NOTE", "scope": { "type": "project" }, "key": "note", "value": text,
                "evidence": { "quote": text }, "confidence": 0.3,
            }),
        );
        self.add(Column::Insight, "800 visitors need a second gate.", &["F-2"]);
        self.add(Column::Insight, "800 visitors are too many.", &["F-2"]);
    }

    /// A text of which a parser says one thing.
    fn read(&self, text: &str, op: Value) {
        let added = self.at.add(self.discovery, text, Parsing::Later);
        let bundle = self.library().inputs().bundles_of_input(added.added[0].id).unwrap()[0].id;
        let answer = json!({ "ops": [op] }).to_string();
        self.library().runs().run_submit(bundle, &answer, Force::No).unwrap();
    }

    fn is_marked(&self, name: &str) -> bool {
        self.library().pipeline().entity(self.discovery, label(name)).unwrap().because.is_some()
    }

    fn why(&self, name: &str) -> Option<String> {
        self.library().pipeline().entity(self.discovery, label(name)).unwrap().because?.why
    }
}

const OTHER: &str = "The wall is 9 m high.";
/// Whom an edit to [`OTHER`] touches without a model.
const BY_WORDS: &str = "N-1 N-2";

#[test]
fn a_model_says_whom_an_edit_touches_and_why() {
    let server = Server::one(judged("touched", &[("N-1", true), ("N-2", false)]));
    let chain = Chain::with_model(&server);
    assert_eq!(chain.edit(OTHER), ("N-1".to_owned(), String::new()), "as the model says");
    assert_eq!(chain.why("N-1").as_deref(), Some("Because I say so."));
    let requests = server.requests();
    assert_eq!(requests.len(), 1, "all dependants are one call");
    for known in ["6 m high", "9 m high", "keeps the flood out", "please the neighbours"] {
        assert!(requests[0].text.contains(known), "{known} is what it has to know");
    }
    assert_eq!(chain.edit(OTHER).0, "", "the same text again is no edit");
    assert_eq!(server.requests().len(), 1, "and nobody is asked about it");
}

#[test]
fn what_a_model_leaves_open_is_decided_without_it() {
    let rows = [
        ("half an answer", judged("touched", &[("N-2", false)]), "N-1", "left 1 of 2 open"),
        ("labels that nobody asked about", judged("touched", &[("R-7", false)]), BY_WORDS, "could not be used"),
        ("both ways", judged("touched", &[("N-2", false), ("N-2", true)]), BY_WORDS, "could not be used"),
        ("a refusal", streamed("I cannot help with that."), BY_WORDS, "could not be used"),
        ("half of a JSON", streamed("{\"judgements\": [{\"label\": \"N-1\", \"tou"), BY_WORDS, "could not be used"),
        ("nothing", streamed(""), BY_WORDS, "built-in check decided"),
        ("an error", Scripted::json(401, &json!({ "error": { "message": "no" } })), BY_WORDS, "built-in check decided"),
        ("a cut line", Scripted::stream("").then(Step::Cut), BY_WORDS, "built-in check decided"),
        ("silence", Scripted::stream("").then(Step::Hang), BY_WORDS, "built-in check decided"),
    ];
    for (what, answer, expected, reason) in rows {
        let server = Server::one(answer);
        let chain = Chain::with_model(&server);
        let (marked, note) = chain.edit(OTHER);
        assert_eq!(marked, expected, "{what}: an edit goes through, whatever comes");
        assert!(note.contains(reason) && note.to_string().ends_with("The built-in check decided."), "{what}: {note}");
    }
}

#[test]
fn a_silent_model_is_not_waited_for_at_every_edit() {
    let server = Server::one(Scripted::stream("").then(Step::Hang));
    let chain = Chain::with_model(&server);
    chain.edit(OTHER);
    let (marked, note) = chain.edit("The wall is 8 m high.");
    assert_eq!((marked.as_str(), server.requests().len()), (BY_WORDS, 1), "{note}");
    assert!(note.contains("not asked again"), "{note}");
}

#[test]
fn nobody_has_to_wait_for_a_judgement() {
    let server = Server::one(Scripted::stream("").then(Step::Hang));
    let chain = Chain::with_model(&server);
    let (marked, note) = thread::scope(|scope| {
        let library = chain.library().clone();
        scope.spawn(move || {
            while server.requests().is_empty() {
                thread::sleep(Duration::from_millis(5));
            }
            library.judge().stop_judging();
            server
        });
        chain.edit(OTHER)
    });
    assert_eq!(marked, BY_WORDS, "the edit goes on");
    assert!(note.starts_with("You did not wait"), "{note}");
}

#[test]
fn nothing_is_sent_before_it_is_allowed_and_no_edit_fails_for_it() {
    let server = Server::one(judged("touched", &[("N-1", false), ("N-2", false)]));
    let chain = Chain::unasked(&server);
    let (marked, note) = chain.edit(OTHER);
    assert_eq!((marked.as_str(), server.requests().len()), (BY_WORDS, 0));
    assert!(note.contains("would go to"), "{note}");
}

#[test]
fn an_edit_in_the_ledger_is_judged_as_well_and_so_is_a_version_brought_back() {
    let server = Server::one(judged("touched", &[("N-1", false), ("N-2", true)]));
    let chain = Chain::with_model(&server);
    let fact = chain.library().pipeline().entity(chain.discovery, label("F-1")).unwrap().id;
    let edit = FactEdit { text: Some(OTHER.to_owned()), ..FactEdit::default() };
    assert_eq!(chain.library().facts().edit_fact_telling(fact, &edit).unwrap().1, None);
    assert_eq!((chain.why("N-1"), chain.why("N-2").is_some()), (None, true));
    chain.library().pipeline().review_entities(chain.discovery, &[label("N-2")]).unwrap();
    let restored = chain.library().pipeline().restore_entity_version(chain.discovery, label("F-1"), 1).unwrap();
    assert_eq!((restored.marked, server.requests().len()), (vec![label("N-2")], 2));
}

#[test]
fn a_decision_about_a_fact_is_judged_as_an_edit_of_it_is() {
    type Decide = fn(&Chain, Uuid) -> Option<UserMessage>;
    let reject: Decide = |chain, fact| chain.library().facts().reject_telling(&[fact]).unwrap().note;
    let accept: Decide =
        |chain, fact| chain.library().facts().accept_checked(&[fact], DuplicatePolicy::Allow).unwrap().note;
    let validate: Decide = |chain, _| {
        let of = [label("F-2")];
        let state = EntityStatus::Validated;
        chain
            .library()
            .pipeline()
            .set_entity_state_checked(chain.discovery, &of, state, DuplicatePolicy::Allow)
            .unwrap()
            .note
    };
    let rows = [
        ("rejected", "F-1", reject, ["N-1", "N-2"], "\"is\":null"),
        ("accepted", "F-2", accept, ["N-3", "N-4"], "\"was\":null"),
        ("accepted", "F-2", validate, ["N-3", "N-4"], "\"was\":null"),
    ];
    for (what, of, decide, [touched, untouched], sent) in rows {
        let server = Server::one(judged("touched", &[(touched, true), (untouched, false)]));
        let chain = Chain::with_model(&server);
        chain.proposed();
        let fact = chain.library().pipeline().entity(chain.discovery, label(of)).unwrap().id;
        assert_eq!(decide(&chain, fact), None, "{what}: the model decided");
        assert_eq!(chain.why(touched).as_deref(), Some("Because I say so."), "{what}");
        assert!(!chain.is_marked(untouched), "{what}: what the model says is not touched is not marked");
        let requests = server.requests();
        assert_eq!(requests.len(), 1, "{what}: one call");
        let prompt = requests[0].text.replace('\\', "");
        assert!(prompt.contains(&format!("\"what\":\"{what}\"")) && prompt.contains(sent), "{prompt}");
    }
}

#[test]
fn a_decision_that_no_model_judges_is_carried_out_and_says_so() {
    let server = Server::one(streamed("I cannot help with that."));
    let chain = Chain::with_model(&server);
    let fact = chain.library().pipeline().entity(chain.discovery, label("F-1")).unwrap().id;
    let note = chain.library().facts().reject_telling(&[fact]).unwrap().note.unwrap();
    assert!(note.to_string().ends_with("The built-in check decided."), "{note}");
    assert_eq!((chain.is_marked("N-1"), chain.is_marked("N-2")), (true, true), "of what is gone nothing is sure");
}

/// F-3 accepted, with N-3 and N-4 resting on it, and F-4, which contradicts it.
fn contradicted(server: &Server) -> (Chain, Uuid) {
    let chain = Chain::with_model(server);
    chain.add(Column::Fact, "Another thing.", &[]);
    let statement = NewStatement {
        key: Some("project.budget.total".to_owned()),
        value: Some("€1,200".to_owned()),
        ..NewStatement::default()
    };
    let standing = chain
        .library()
        .facts()
        .add_fact_without_evidence(chain.discovery, &statement, DuplicatePolicy::Allow)
        .unwrap()
        .fact
        .unwrap();
    assert_eq!(standing.label, "F-3");
    chain.add(Column::Insight, "The budget of €1,200 pays for it.", &["F-3"]);
    chain.add(Column::Insight, "Money is short.", &["F-3"]);
    let text = "The total budget is EUR 1,500.";
    chain.read(
        text,
        json!({
            "op": "CONFLICT", "scope": { "type": "project" }, "key": "project.budget.total", "valueType": "currency",
            "value": { "value": 1500, "currency": "EUR" }, "evidence": { "quote": text }, "confidence": 0.9,
        }),
    );
    let rival =
        chain.library().facts().facts(chain.discovery, &FactFilter::default(), None, 10).unwrap().facts.pop().unwrap();
    assert_eq!((rival.label.as_str(), rival.status.as_str()), ("F-4", "conflict"), "it waits for the analyst");
    (chain, rival.id)
}

#[test]
fn what_takes_the_place_of_a_fact_is_judged_for_what_rested_on_it() {
    let server = Server::one(judged("touched", &[("N-3", false), ("N-4", true)]));
    let (chain, rival) = contradicted(&server);
    let (taken, note) = chain.library().facts().resolve_telling(rival, Resolution::TakeNew).unwrap();
    assert_eq!((taken.status.as_str(), note), ("accepted", None));
    assert_eq!((chain.is_marked("N-3"), chain.is_marked("N-4")), (false, true), "as the model says");
    let prompt = server.requests()[0].text.replace('\\', "");
    assert!(prompt.contains("\"what\":\"superseded\""), "{prompt}");
}

#[test]
fn a_conflict_that_leaves_no_value_is_judged_as_well() {
    type End = fn(&Chain, Uuid) -> Option<UserMessage>;
    let notes: End =
        |chain, rival| chain.library().facts().resolve_telling(rival, Resolution::KeepBothAsNotes).unwrap().1;
    let ask: End = |chain, rival| chain.library().facts().ask_again_telling(rival).unwrap().1;
    for (how, end) in [("both are notes", notes), ("it is asked again", ask)] {
        let server = Server::one(judged("touched", &[("N-3", false), ("N-4", true)]));
        let (chain, rival) = contradicted(&server);
        assert_eq!(end(&chain, rival), None, "{how}: the model decided");
        assert_eq!((chain.is_marked("N-3"), chain.is_marked("N-4")), (false, true), "{how}: as the model says");
        assert_eq!(chain.why("N-4").as_deref(), Some("Because I say so."), "{how}");
        let requests = server.requests();
        assert_eq!(requests.len(), 1, "{how}: one call");
        let prompt = requests[0].text.replace('\\', "");
        assert!(prompt.contains("1,200") && prompt.contains("\"is\":null"), "{how}: what held holds no more: {prompt}");

        let server = Server::one(streamed("I cannot help with that."));
        let (chain, rival) = contradicted(&server);
        let note = end(&chain, rival).unwrap_or_default();
        assert!(note.to_string().ends_with("The built-in check decided."), "{how}: {note}");
        assert!(chain.is_marked("N-3") && chain.is_marked("N-4"), "{how}: of what holds no more nothing is sure");
    }
}

#[test]
fn of_many_decisions_at_once_none_is_asked_about() {
    let server = Server::one(judged("touched", &[("N-1", false), ("N-2", false)]));
    let chain = Chain::with_model(&server);
    for n in 2..8 {
        chain.add(Column::Fact, &format!("Gate {n} is {n} m wide."), &[]);
        chain.add(Column::Insight, &format!("Lorries pass gate {n}."), &[&format!("F-{n}")]);
    }
    let facts: Vec<Uuid> = (2..8)
        .map(|n| chain.library().pipeline().entity(chain.discovery, label(&format!("F-{n}"))).unwrap().id)
        .collect();
    let note = chain.library().facts().reject_telling(&facts).unwrap().note.unwrap();
    assert!(note.to_string().contains("5 changes at once") && server.requests().is_empty(), "{note}");
    assert!((3..9).all(|n| chain.is_marked(&format!("N-{n}"))), "the built-in check decided");
}

#[test]
fn what_is_added_anyway_without_having_been_asked_is_kept_beside_what_the_model_finds() {
    const NEAR: &str = "The wall is 6 m high, people in the town say of the river.";
    type Add = fn(&Chain, DuplicatePolicy);
    let entity: Add = |chain, anyway| {
        let added =
            chain.library().pipeline().add_entity(chain.discovery, &NewEntity::by_hand(Column::Fact, NEAR), anyway);
        assert!(added.unwrap().added.is_some());
    };
    let fact: Add = |chain, anyway| {
        let statement = NewStatement { text: Some(NEAR.to_owned()), ..NewStatement::default() };
        assert!(
            chain
                .library()
                .facts()
                .add_fact_without_evidence(chain.discovery, &statement, anyway)
                .unwrap()
                .fact
                .is_some()
        );
    };
    let accept: Add = |chain, anyway| {
        let op = json!({
            "op": "NOTE", "scope": { "type": "project" }, "key": "note", "value": NEAR,
            "evidence": { "quote": NEAR }, "confidence": 0.3,
        });
        chain.read(NEAR, op);
        let fact = chain.library().pipeline().entity(chain.discovery, label("F-2")).unwrap().id;
        assert_eq!(chain.library().facts().accept_checked(&[fact], anyway).unwrap().accepted, [label("F-2")]);
    };
    for (how, add) in [("added", entity), ("said", fact), ("accepted", accept)] {
        let server = Server::one(judged("same", &[("F-1", true)]));
        let chain = Chain::with_model(&server);
        add(&chain, DuplicatePolicy::Report);
        assert_eq!(server.requests().len(), 1, "{how}: the model is asked once");
        let mut out = Vec::new();
        chain.library().transfer().export(&[chain.discovery], &mut out, &factly_engine::task::NoProgress).unwrap();
        let file = String::from_utf8(out).unwrap();
        assert!(file.contains("\"one\":\"F-1\"") && file.contains("\"other\":\"F-2\""), "{how}: {file}");
    }
    let server = Server::one(judged("same", &[("F-1", false)]));
    let chain = Chain::with_model(&server);
    entity(&chain, DuplicatePolicy::Report);
    let mut out = Vec::new();
    chain.library().transfer().export(&[chain.discovery], &mut out, &factly_engine::task::NoProgress).unwrap();
    assert!(!String::from_utf8(out).unwrap().contains("one_sha256"), "of what is another nothing is kept");
}

#[test]
fn what_says_the_same_is_the_models_to_judge_among_what_is_near() {
    let twin = "A height of 6 m is what the wall has.";
    let server = Server::one(judged("same", &[("F-1", true)]));
    let chain = Chain::with_model(&server);
    assert_eq!(chain.say(twin).0, "F-1");
    let sent = server.requests().len();
    assert_eq!(chain.say("Budgets rise in spring.").0, "", "nothing is near");
    assert_eq!(chain.say("The wall is 6 m high").0, "F-1", "the same letters are the same");
    assert_eq!(server.requests().len(), sent, "and neither is asked about");

    let server = Server::one(judged("same", &[("F-1", false)]));
    let chain = Chain::with_model(&server);
    assert_eq!(chain.say("The height of the wall is 6 m."), (String::new(), String::new()), "as the model says");

    let server = Server::one(streamed("No."));
    let chain = Chain::with_model(&server);
    let (found, note) = chain.say("The height of the wall is 6 m.");
    assert_eq!(found, "F-1", "what is built in found it");
    assert!(note.to_string().ends_with("The built-in comparison decided."), "{note}");
}

#[test]
fn a_model_proposes_the_next_column() {
    let answer = json!({ "suggestions": [
        { "text": "The wall holds.", "from": ["F-1"] },
        { "text": "It rests on nothing.", "from": ["F-9"] },
    ]});
    let server = Server::start(vec![
        streamed(&answer.to_string()),
        Scripted::json(401, &json!({ "error": { "message": "no" } })),
        Scripted::stream("").then(Step::Hang),
    ]);
    let chain = Chain::with_model(&server);
    let request = Derivation { to: Column::Insight, output_type: None, from: vec![label("F-1")] };
    let ask = |stop: &CancelToken| chain.library().pipeline().derivation_ask(chain.discovery, &request, stop);
    let derived = ask(&CancelToken::default()).unwrap();
    assert_eq!((derived.suggestions.len(), derived.problems.len()), (1, 1), "only what names what it was given");
    assert_eq!(derived.suggestions[0].model, "openai-compatible: test-model");
    assert_eq!(ask(&CancelToken::default()).unwrap_err().code, Code::KeyNeeded);
    let stopped = CancelToken::default();
    stopped.cancel();
    assert_eq!(ask(&stopped).unwrap_err().code, Code::Cancelled);
    assert_eq!(chain.library().pipeline().suggestions(chain.discovery).unwrap().len(), 1, "a failure adds nothing");

    chain.library().providers().forbid_sending(chain.discovery).unwrap();
    assert_eq!(ask(&CancelToken::default()).unwrap_err().code, Code::ConsentNeeded);
    chain.library().providers().set_providers(&Settings::default()).unwrap();
    assert_eq!(ask(&CancelToken::default()).unwrap_err().code, Code::NoModel);
}
