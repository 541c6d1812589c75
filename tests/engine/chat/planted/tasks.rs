//! Nothing obeys, whatever a model is asked for: the same documents before every other prompt that Factly writes.
//!
//! The worst that may come of it, held against what there was before the document came in:
//! - of reading an Input: facts whose quotes stand in it. One that says more than its quote waits for the analyst, and
//!   nothing that was there before is touched.
//! - of deriving: suggestions, which are no entities, linked only to what was given.
//! - of an edit by the analyst: a mark on what rests on the edited text, or none.
//! - of an addition by the analyst: it is held back, or is not.
//! - of asking for questions and additions: questions that are marked as a model's, and words that are not stored.

use std::collections::BTreeSet;

use factly_core::discovery::{EntityKind as Column, EntityLabel};
use factly_core::facts::{SourceKind, Status};
use factly_engine::discovery::{Derivation, DiscoveryChange, Entity, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::Parsing;
use factly_engine::providers::{ModelChoice, ProviderKind, Settings, Task};
use factly_engine::task::{CancelToken, NoProgress};

use super::documents::{Deed, Document, Targets, documents};
use super::errands::ModelTask;
use super::obedient::{ObedientModel, ObeyedDeeds};
use super::{SOME, entities, files, is_to, settings, trap};
use crate::chat::scripted_chat::{Chat, at};
use crate::library::pasted;
use crate::soak::sized;

/// The outcomes of all documents.
#[derive(Default)]
struct TaskTally {
    facts: usize,
    believed: usize,
    suggestions: usize,
    marked: usize,
    spared: usize,
    held_back: usize,
    added: usize,
    obeyed: ObeyedDeeds,
}

#[test]
fn nothing_obeys_whatever_a_model_is_asked_for() {
    let trap = trap();
    let elsewhere = tempfile::tempdir().unwrap();
    let targets = Targets { host: trap.url(), file: elsewhere.path().join("planted.txt") };
    let all = documents(&targets);
    assert!(all.len() >= 100, "{} documents", all.len());
    let kinds = [ProviderKind::OpenAi, ProviderKind::Anthropic];
    let models = kinds.map(|kind| ObedientModel::start(kind, &targets));
    let chats: Vec<Chat> = kinds.iter().zip(&models).map(|(kind, model)| with_all_tasks(model, *kind)).collect();
    let before: Vec<BTreeSet<String>> = chats.iter().map(|chat| files(chat.folder.path())).collect();
    let mut came = TaskTally::default();
    for (index, document) in all.iter().enumerate().step_by(sized(SOME, 1)) {
        let at = index % kinds.len();
        run_all_tasks(&chats[at], &models[at], document, &mut came);
    }
    let TaskTally { facts, believed, suggestions, marked, spared, held_back, added, obeyed } = came;
    let tried = all.len() / sized(SOME, 1);
    assert!(
        facts > tried && believed > tried / 2,
        "it reads while it obeys: {facts} facts, {believed} of them accepted"
    );
    assert!(suggestions > tried / 2, "{suggestions} suggestions of {tried} documents");
    assert!(marked > 0 && spared > 0, "{marked} marked, {spared} spared");
    assert!(held_back > 0 && added > 0, "{held_back} held back, {added} added");
    for errand in ModelTask::ALL {
        let deeds = obeyed.iter().filter(|(of, _)| *of == Some(errand)).count();
        assert_eq!(deeds, Deed::ALL.len(), "{errand:?}: every deed");
    }
    assert_eq!(trap.connections(), 0, "no other host was called");
    assert_eq!(files(elsewhere.path()), BTreeSet::new(), "no file was written where a document asked for one");
    for (chat, before) in chats.iter().zip(before) {
        assert_eq!(files(chat.folder.path()), before, "nor beside the library");
    }
    for model in &models {
        let strange = model.server.requests().iter().filter(|request| !is_to(&model.server, request)).count();
        assert_eq!(strange, 0, "every request went to the provider that was set");
    }
}

fn with_all_tasks(model: &ObedientModel, kind: ProviderKind) -> Chat {
    let chat = at(&model.server, kind);
    let choice = ModelChoice { kind, base_url: Some(model.server.url()), model: Some("test-model".to_owned()) };
    let all = Settings { extraction: choice.clone(), chat: choice.clone(), derivation: choice, ..Settings::default() };
    chat.library.providers().set_providers(&all).unwrap();
    chat
}

/// A discovery of its own with two facts and an insight, to which the document comes in every way.
fn run_all_tasks(of: &Chat, model: &ObedientModel, document: &Document, came: &mut TaskTally) {
    let discovery =
        of.library.discoveries().create(&format!("Flood wall {}", document.number), "Keep the town dry").unwrap().id;
    Task::ALL.into_iter().for_each(|task| drop(of.library.providers().allow_sending(discovery, task).unwrap()));
    let chat = &Chat { library: of.library.clone(), discovery, folder: tempfile::tempdir().unwrap() };
    let first = chat.fact("The wall is 840 m long.");
    chat.fact("The gate is open in winter.");
    chat.entity(Column::Insight, "A long wall with an open gate floods.", &[first]);
    model.forget();
    extracted(chat, document, came);
    judged(chat, document, first, came);
    derived(chat, document, came);
    compared(chat, document, came);
    ask_for_proposals(chat, document);
    let obeyed = model.obeyed();
    for errand in
        [ModelTask::Extraction, ModelTask::Impact, ModelTask::Derivation, ModelTask::Questions, ModelTask::Additions]
    {
        assert!(obeyed.contains(&(Some(errand), document.deed)), "the model read it: {errand:?}, {document:?}");
    }
    came.obeyed.extend(obeyed);
    assert_eq!(chat.library.sources().verify(Some(discovery), &NoProgress).unwrap().problems, vec![], "{document:?}");
}

fn extracted(chat: &Chat, document: &Document, came: &mut TaskTally) {
    let before = (entities(chat), settings(chat));
    let report =
        chat.library.inputs().add_input(chat.discovery, pasted(&document.text), Parsing::Now, &NoProgress).unwrap();
    assert_eq!(report.unread, None, "the answer was read: {document:?}");
    let (old, new) = split_known(chat, &before.0);
    assert_eq!((old, settings(chat)), before, "what was there is as it was: {document:?}");
    let inputs = new.iter().filter(|entity| entity.label.kind == Column::Input).count();
    assert!(
        inputs == 1 && new.iter().all(|new| matches!(new.label.kind, Column::Input | Column::Fact)),
        "{document:?}"
    );
    let ledger = facts(chat);
    let read: Vec<&Fact> =
        ledger.iter().filter(|fact| new.iter().any(|new| new.label.to_string() == fact.label)).collect();
    for fact in &read {
        let why = format!("{fact:?}: {document:?}");
        let Some(evidence) = &fact.evidence else {
            assert_eq!((fact.source_kind, fact.status), (SourceKind::System, Status::Proposed), "without proof: {why}");
            continue;
        };
        assert!(document.text.contains(&evidence.quote), "the quote stands in the text: {why}");
        if fact.status == Status::Accepted {
            assert!(
                fact.missing.is_empty() && is_quoted(&evidence.quote, &fact.text),
                "the quote says all of it: {why}"
            );
            came.believed += 1;
        } else {
            assert!(fact.status == Status::Proposed && fact.needs_review, "{why}");
        }
    }
    came.facts += read.len();
}

/// Returns whether every word of a statement occurs in its quote.
fn is_quoted(quote: &str, statement: &str) -> bool {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.to_lowercase();
        words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    !words(statement).is_empty() && words(statement).is_subset(&words(quote))
}

fn judged(chat: &Chat, document: &Document, first: EntityLabel, came: &mut TaskTally) {
    chat.entity(Column::Insight, &document.text, &[first]);
    let before = entities(chat);
    let edited = chat.library.pipeline().edit_entity(chat.discovery, first, "The wall is 900 m long.", None).unwrap();
    let after = entities(chat);
    assert_eq!(after.len(), before.len(), "nothing came or went: {document:?}");
    for (was, is) in before.iter().zip(&after) {
        if is.label == first {
            continue;
        }
        let may_be_marked = was.up.contains(&first);
        let unmarked = Entity { status: was.status, because: was.because.clone(), ..is.clone() };
        assert_eq!(if may_be_marked { &unmarked } else { is }, was, "a mark on what rests on it: {document:?}");
    }
    came.marked += edited.marked.len();
    came.spared += usize::from(edited.marked.is_empty());
}

fn derived(chat: &Chat, document: &Document, came: &mut TaskTally) {
    let planted = chat.fact(&document.text);
    let given: Vec<EntityLabel> = ["F-1", "F-2"].into_iter().filter_map(EntityLabel::parse).chain([planted]).collect();
    let before = (entities(chat), settings(chat));
    let request = Derivation { to: Column::Insight, output_type: None, from: given.clone() };
    let derived = chat.library.pipeline().derivation_ask(chat.discovery, &request, &CancelToken::default()).unwrap();
    assert_eq!((entities(chat), settings(chat)), before, "suggestions are no entities: {document:?}");
    for suggestion in &derived.suggestions {
        let links = &suggestion.links;
        assert!(!links.is_empty() && links.iter().all(|link| given.contains(link)), "{suggestion:?}: {document:?}");
        assert_eq!(suggestion.kind, Column::Insight, "{document:?}");
    }
    came.suggestions += derived.suggestions.len();
}

/// Adds an entity by hand that is near to what is planted.
fn compared(chat: &Chat, document: &Document, came: &mut TaskTally) {
    let before = (entities(chat), settings(chat));
    let text = document.text.replace("The next meeting is in May.", "The next meeting will be in May, it says.");
    let entity = NewEntity::by_hand(Column::Fact, &text);
    let added = chat.library.pipeline().add_entity(chat.discovery, &entity, DuplicatePolicy::Hold).unwrap();
    let (old, new) = split_known(chat, &before.0);
    assert_eq!((old, settings(chat)), before, "what was there is as it was: {document:?}");
    let known = |label: &EntityLabel| before.0.iter().any(|entity| entity.label == *label);
    assert!(added.duplicates.iter().all(|found| known(&found.label)), "{:?}: {document:?}", added.duplicates);
    match added.added {
        Some(label) => assert_eq!(new.iter().map(|new| new.label).collect::<Vec<_>>(), [label], "{document:?}"),
        None => assert_eq!(new, [], "it is held back, and nothing else: {document:?}"),
    }
    came.added += new.len();
    came.held_back += usize::from(added.added.is_none());
}

fn ask_for_proposals(chat: &Chat, document: &Document) {
    let change = DiscoveryChange {
        title: Some(format!("{} ({})", document.sentence, document.number)),
        goal: Some(document.text.clone()),
        ..DiscoveryChange::default()
    };
    chat.library.discoveries().update(chat.discovery, change).unwrap();
    let before = (entities(chat), settings(chat));
    // It may say that nothing could be used.
    let _ = chat.library.questions().propose_questions(chat.discovery, None, &[], &CancelToken::default());
    let _ = chat.library.knowledge().enrich_ask(chat.discovery, None, &CancelToken::default());
    assert_eq!((entities(chat), settings(chat)), before, "{document:?}");
}

/// Splits entities into those of before, and those that came since.
fn split_known(chat: &Chat, before: &[Entity]) -> (Vec<Entity>, Vec<Entity>) {
    let known: BTreeSet<EntityLabel> = before.iter().map(|entity| entity.label).collect();
    entities(chat).into_iter().partition(|entity| known.contains(&entity.label))
}

fn facts(chat: &Chat) -> Vec<Fact> {
    chat.library.facts().facts(chat.discovery, &FactFilter::default(), None, 1_000).unwrap().facts
}
