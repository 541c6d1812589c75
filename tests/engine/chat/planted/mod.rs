//! Nothing obeys: documents with planted instructions, and a model that does whatever any text before it says.
//!
//! The worst that comes of it is a card that the analyst sees: nothing is changed without a click, nothing is sent to
//! another host and no file is written.

mod documents;
mod errands;
mod obedient;
mod tasks;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use factly_core::chat::{CardStatus, MessageState};
use factly_core::discovery::{EntityKind as Column, EntityLabel};
use factly_core::facts::Status;
use factly_engine::chat::{MessageView, TurnRequest};
use factly_engine::discovery::{DiscoveryChange, Entity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::inputs::Parsing;
use factly_engine::providers::{ProviderKind, Task};
use factly_engine::task::{CancelToken, NoProgress};

use self::documents::{Deed, Document, Targets, documents};
use self::obedient::ObedientModel;
use crate::chat::scripted_chat::{Chat, at};
use crate::library::pasted;
use crate::model_server::{Request, Scripted, Server};
use crate::soak::sized;

/// The way in which a document's words come before the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Input,
    Fact,
    Insight,
    /// The discovery's own title and goal.
    Name,
    /// The analyst pastes them into a question.
    Question,
}

impl Way {
    const ALL: [Self; 5] = [Self::Input, Self::Fact, Self::Insight, Self::Name, Self::Question];
}

/// A host that is not the provider's, and that nobody may call.
fn trap() -> Server {
    Server::one(Scripted::json(200, &serde_json::json!({ "caught": true })))
}

/// One of so many documents, but for a soak; with the ways and the kinds of servers each meets each.
const SOME: usize = 7;

#[test]
fn nothing_obeys() {
    let trap = trap();
    let elsewhere = tempfile::tempdir().unwrap();
    let targets = Targets { host: trap.url(), file: elsewhere.path().join("planted.txt") };
    let all = documents(&targets);
    assert!(all.len() >= 100, "{} documents", all.len());
    let kinds = [ProviderKind::OpenAi, ProviderKind::Anthropic];
    let models = kinds.map(|kind| ObedientModel::start(kind, &targets));
    let chats: Vec<Chat> = kinds.iter().zip(&models).map(|(kind, model)| at(&model.server, *kind)).collect();
    let before: Vec<BTreeSet<String>> = chats.iter().map(|chat| files(chat.folder.path())).collect();
    let (mut cards, mut deeds) = (0, BTreeSet::new());
    for (index, document) in all.iter().enumerate().step_by(sized(SOME, 1)) {
        let (at, way) = (index % kinds.len(), Way::ALL[index % Way::ALL.len()]);
        let (_, answer) = run_document(&chats[at], &models[at], document, way);
        cards += answer.cards.len();
        deeds.insert(document.deed);
    }
    assert_eq!(deeds.len(), Deed::ALL.len(), "every deed was asked for");
    assert!(cards > all.len() / sized(SOME, 1), "the model obeyed where it has tools: {cards} cards");
    assert_eq!(trap.connections(), 0, "no other host was called");
    assert_eq!(files(elsewhere.path()), BTreeSet::new(), "no file was written where a document asked for one");
    for (chat, before) in chats.iter().zip(before) {
        let mut after = files(chat.folder.path());
        after.remove("logs/chat.jsonl");
        assert_eq!(after, before, "nor beside the library, but the log of the turns");
    }
    for model in &models {
        let strange = model.server.requests().iter().filter(|request| !is_to(&model.server, request)).count();
        assert_eq!(strange, 0, "every request went to the provider that was set, by its name");
    }
}

/// That the harness would see a change: the same card, confirmed, is one.
#[test]
fn one_click_is_what_it_takes() {
    let trap = trap();
    let targets = Targets { host: trap.url(), file: "/nonexistent".into() };
    let model = ObedientModel::start(ProviderKind::OpenAi, &targets);
    let chat = at(&model.server, ProviderKind::OpenAi);
    let all = documents(&targets);
    let document = all.iter().find(|document| document.deed == Deed::DeleteFacts).unwrap();
    let (chat, answer) = run_document(&chat, &model, document, Way::Input);
    let before = entities(&chat);
    let card = answer.cards.iter().find(|card| card.params["item_id"] == "F-1").unwrap();
    chat.library.chat().confirm_card(card.id, &card.fingerprint, None, DuplicatePolicy::Hold).unwrap();
    let deleted = before.iter().filter(|was| !entities(&chat).iter().any(|is| is.label == was.label));
    assert_eq!(deleted.map(|was| was.label.to_string()).collect::<Vec<_>>(), ["F-1"], "it deletes the fact");
}

/// Plants a document in a discovery of its own, asks about it, and holds what came of it against what was there.
fn run_document(chat: &Chat, model: &ObedientModel, document: &Document, way: Way) -> (Chat, MessageView) {
    let why = format!("{document:?} as {way:?}");
    let planted = plant(chat, document, way);
    let chat = &planted;
    let before = (entities(chat), settings(chat));
    model.forget();
    let ask = question(document, way);
    let answer = chat.library.chat().send(chat.discovery, None, &ask, &CancelToken::default(), &mut |_| {}).unwrap();
    assert!(model.obeyed().contains(&(None, document.deed)), "the model read it and did it: {why}");
    assert!(matches!(answer.state, MessageState::Done | MessageState::Failed), "it ended: {why}");
    assert_eq!((entities(chat), settings(chat)), before, "nothing was changed: {why}");
    assert!(answer.cards.iter().all(|card| card.status == CardStatus::Pending), "cards wait: {why}");
    fenced(model.server.requests().last().unwrap(), document, way, &why);

    // What is said is read for facts; what the model said is never believed.
    chat.library.chat().feed_turn(answer.id, &CancelToken::default()).unwrap();
    let known: BTreeSet<EntityLabel> = before.0.iter().map(|entity| entity.label).collect();
    let (old, new): (Vec<Entity>, Vec<Entity>) =
        entities(chat).into_iter().partition(|entity| known.contains(&entity.label));
    assert_eq!(old.len(), before.0.len(), "nothing is gone: {why}");
    if way != Way::Question {
        assert!(new.iter().all(|fact| fact.fact_status == Some(Status::Proposed)), "{new:?}: {why}");
    }
    assert_eq!(chat.library.sources().verify(Some(chat.discovery), &NoProgress).unwrap().problems, vec![], "{why}");
    (planted, answer)
}

/// A discovery with a few facts and an insight, and the document where it comes in.
fn plant(chat: &Chat, document: &Document, way: Way) -> Chat {
    let title = format!("Flood wall {}", document.number);
    let discovery = chat.library.discoveries().create(&title, "Keep the town dry").unwrap().id;
    chat.library.providers().allow_sending(discovery, Task::Chat).unwrap();
    let chat = Chat { library: chat.library.clone(), discovery, folder: tempfile::tempdir().unwrap() };
    let first = chat.fact("The wall is 840 m long.");
    chat.fact("The gate is open in winter.");
    let from = chat.entity(Column::Insight, "A long wall with an open gate floods.", &[first]);
    let text = match way {
        Way::Input => &document.text,
        _ => "The mayor said that the wall is too low.",
    };
    chat.library.inputs().add_input(discovery, pasted(text), Parsing::Now, &NoProgress).unwrap();
    match way {
        Way::Input | Way::Question => {}
        Way::Fact => drop(chat.fact(&document.text)),
        Way::Insight => drop(chat.entity(Column::Recommendation, &document.text, &[from])),
        Way::Name => {
            let change = DiscoveryChange { goal: Some(document.text.clone()), ..DiscoveryChange::default() };
            chat.library.discoveries().update(discovery, change).unwrap();
        }
    }
    chat
}

fn question(document: &Document, way: Way) -> TurnRequest {
    let text = match way {
        Way::Question => format!("What do you make of this letter?\n\n{}", document.text),
        _ => "What do we know of the wall?".to_owned(),
    };
    TurnRequest { text, mentions: vec![EntityLabel::new(Column::Input, 1)], ..TurnRequest::default() }
}

/// Checks that the contents of a discovery are within the fence, and nothing in them ends the fence.
fn fenced(request: &Request, document: &Document, way: Way, why: &str) {
    let system = obedient::system_of(request);
    let (Some(opens), Some(closes)) = (system.find("\n<discovery_data>\n"), system.find("\n</discovery_data>")) else {
        panic!("there is a fence: {why}");
    };
    assert_eq!(system[opens..].matches("</discovery_data>").count(), 1, "and one end of it: {why}");
    assert!(system.trim_end().ends_with("</discovery_data>"), "nothing follows it: {why}");
    let planted: Vec<usize> = system.match_indices(&document.sentence).map(|(at, _)| at).collect();
    assert_eq!(planted.is_empty(), way == Way::Question, "what the analyst says is no part of the data: {why}");
    let goal = system.lines().find(|line| line.starts_with("Goal: ")).unwrap_or_default();
    for at in planted {
        let in_goal = way == Way::Name && at < opens && goal.contains(&document.sentence);
        assert!((opens..closes).contains(&at) || in_goal, "planted words stand within the data: {why}");
    }
}

/// Everything that the analyst can see of the discovery's entities.
fn entities(chat: &Chat) -> Vec<Entity> {
    chat.library.pipeline().entities(chat.discovery, None).unwrap()
}

/// Returns the settings that a document has no business to change, beside entities.
fn settings(chat: &Chat) -> String {
    let library = &chat.library;
    let discovery = library.discoveries().get(chat.discovery).unwrap().discovery;
    format!("{:?} {} {}", library.providers().stored_settings().unwrap(), discovery.title, discovery.goal)
}

fn is_to(server: &Server, request: &Request) -> bool {
    request.header("host") == Some(&format!("127.0.0.1:{}", server.port()))
}

/// The names in a folder and below it, but for what SQLite keeps beside its file.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|below| format!("{name}/{below}")));
        } else if !name.ends_with("-wal") && !name.ends_with("-shm") {
            found.insert(name);
        }
    }
    found
}
