//! Turns feed the ledger: what the analyst said becomes facts, what the assistant said only proposals.

use factly_core::facts::{SourceKind, Status};
use factly_engine::error::Code;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::providers::{ModelChoice, ProviderKind, Settings};
use factly_engine::task::{CancelToken, NoProgress};
use serde_json::json;
use uuid::Uuid;

use crate::chat::scripted_chat::{Chat, at, offline, open, openai};
use crate::model_server::Server;

const SAID: &str = "The council approved a wall of 840 m on 6 May 2026.";

fn facts(chat: &Chat) -> Vec<Fact> {
    chat.library.facts().facts(chat.discovery, &FactFilter::default(), None, 100).unwrap().facts
}

fn ledger(chat: &Chat) -> Vec<String> {
    facts(chat).iter().map(|fact| format!("{fact:?}")).collect()
}

fn feed(chat: &Chat, answer: Uuid) -> usize {
    let fed = chat.library.chat().feed_turn(answer, &CancelToken::default()).unwrap();
    assert_eq!(fed.unread, None);
    fed.facts
}

/// One turn of a model, fed.
fn turn(message: &str, answered: &str) -> (Chat, Uuid) {
    let server = Server::one(openai(answered, &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    let answer = chat.send(message).0.id;
    feed(&chat, answer);
    (chat, answer)
}

#[test]
fn what_the_analyst_said_becomes_facts_with_its_own_words_as_evidence() {
    let (chat, _) = turn(SAID, "Noted.");
    let facts = facts(&chat);
    assert!(!facts.is_empty(), "the analyst stated something");
    for fact in &facts {
        let quote = fact.evidence.as_ref().unwrap().quote.clone();
        assert!(SAID.contains(&quote) && fact.source_kind == SourceKind::User, "{fact:?}");
    }
}

#[test]
fn a_sentence_said_in_passing_is_never_accepted_by_itself() {
    let (chat, _) = turn("Marta called and she was in a hurry to leave for the coast.", "Noted.");
    for fact in facts(&chat) {
        assert!(fact.status == Status::Proposed && fact.needs_review, "{fact:?}");
    }
}

#[test]
fn what_asks_states_nothing() {
    let (chat, _) = turn("Schreibe mir ein Gedicht", "Nein.");
    assert_eq!(ledger(&chat), [""; 0]);
}

#[test]
fn an_order_to_a_model_states_only_what_a_card_takes_word_for_word() {
    let check = |message: &str, text: &str, expected: bool| {
        let call = ("add_item", json!({ "entity_type": "fact", "text": text }));
        let server = Server::one(openai("Here.", &[call]));
        let chat = at(&server, ProviderKind::OpenAi);
        let answer = chat.send(message).0.id;
        feed(&chat, answer);
        assert_eq!(!facts(&chat).is_empty(), expected, "{message:?}: {:?}", facts(&chat));
    };
    check("Note that the stage is 12 m wide.", "The stage is 12 m wide.", true);
    check("Put in one about the stage and the 12 doors.", "The stage has twelve doors.", false);
}

#[test]
fn only_the_sentence_that_is_the_command_states_nothing() {
    let budgets = |chat: &Chat| {
        let facts =
            facts(chat).into_iter().filter(|fact| fact.source_kind == SourceKind::User && fact.evidence.is_some());
        facts.map(|fact| fact.evidence.unwrap().quote).collect::<Vec<_>>()
    };
    let check = |message: &str, stated: &str| {
        let call = ("delete_item", json!({ "entity_type": "fact", "item_id": "F-1" }));
        let server = Server::one(openai("Here.", &[call]));
        for chat in [at(&server, ProviderKind::OpenAi), offline()] {
            chat.fact("The gate is green.");
            let answer = chat.send(message).0;
            assert_eq!(answer.cards.len(), 1, "{message:?}");
            feed(&chat, answer.id);
            let quotes = budgets(&chat);
            assert!(!quotes.is_empty(), "{message:?}: the budget was stated");
            assert!(quotes.iter().all(|quote| stated.contains(quote.as_str())), "{message:?}: {quotes:?}");
        }
    };
    check("The budget is EUR 130,000. Delete F-1.", "The budget is EUR 130,000.");
    check("Delete F-1. The budget is EUR 130,000.", "The budget is EUR 130,000.");
    check("Das Budget beträgt 130.000 EUR. Lösche F-1.", "Das Budget beträgt 130.000 EUR.");
    check("Lösche F-1. Das Budget beträgt 130.000 EUR.", "Das Budget beträgt 130.000 EUR.");
}

#[test]
fn what_the_assistant_said_is_only_proposed() {
    let (chat, _) = turn("What do we know?", "The gate weighs 12 tonnes and was painted green in 1998.");
    let facts = facts(&chat);
    assert!(!facts.is_empty());
    for fact in facts {
        assert_eq!(fact.source_kind, SourceKind::Agent);
        assert!(fact.status == Status::Proposed && fact.needs_review, "{fact:?}");
    }
}

#[test]
fn an_echo_gives_nothing() {
    let check = |answered: &str, why: &str| {
        let server = Server::one(openai(answered, &[]));
        let chat = at(&server, ProviderKind::OpenAi);
        chat.fact("The council approved a wall of 840 m on 6 May 2026.");
        let answer = chat.send("What do we know?").0.id;
        assert_eq!(feed(&chat, answer), 0, "{why}: {:?}", facts(&chat));
        assert_eq!(facts(&chat).len(), 1);
        let detail = chat.library.facts().fact_detail(facts(&chat)[0].id).unwrap();
        assert_eq!(detail.reaffirmed, 0, "{why}: what an assistant repeats is no evidence");
    };
    check(SAID, "the same words");
    check("The council approved a wall of 840 m on 6 May 2026 [F-1].", "with a reference");
    check("According to F-1, a wall of 840 m was approved.", "in other words, naming the fact");
}

#[test]
fn a_turn_is_fed_once() {
    let (chat, answer) = turn(SAID, "The gate weighs 12 tonnes.");
    let before = ledger(&chat);
    assert_eq!(feed(&chat, answer), 0);
    assert_eq!(ledger(&chat), before);
    chat.library.undo().undo(Some(chat.discovery)).unwrap();
    assert_eq!((facts(&chat).len(), feed(&chat, answer)), (0, 0), "what the analyst took back is not read again");
}

#[test]
fn what_was_said_is_read_once_however_often_it_is_answered() {
    let server = Server::one(openai("Noted.", &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    let answer = chat.send(SAID).0.id;
    feed(&chat, answer);
    let before = ledger(&chat);
    let again = chat.library.chat().retry(answer, &CancelToken::default(), &mut |_| {}).unwrap();
    feed(&chat, again.id);
    assert_eq!(ledger(&chat), before);
    let again =
        facts(&chat).iter().map(|fact| chat.library.facts().fact_detail(fact.id).unwrap().reaffirmed).sum::<u32>();
    assert_eq!(again, 0, "no second evidence from the same words");
}

#[test]
fn what_is_built_in_and_what_it_is_told_to_do_is_not_read() {
    let chat = offline();
    let answer = chat.send(SAID).0.id;
    feed(&chat, answer);
    let count = facts(&chat).len();
    assert!(facts(&chat).iter().all(|fact| fact.source_kind == SourceKind::User), "its own words repeat the ledger");
    let (answer, _) = chat.send("Add fact: the gate weighs 12 tonnes");
    assert_eq!((answer.cards.len(), feed(&chat, answer.id)), (1, 0), "a command says what to do, not what is so");
    for lacking in ["Lösche F-2 und F-999", "replace 5 m by 6 m in F-1", "Add a fact"] {
        let (answer, _) = chat.send(lacking);
        assert_eq!((answer.cards.len(), feed(&chat, answer.id)), (0, 0), "{lacking:?} states nothing either");
    }
    assert_eq!(facts(&chat).len(), count);
}

#[test]
fn undoing_a_turn_takes_its_facts_back_too() {
    let (chat, answer) = turn(SAID, "Noted.");
    assert!(chat.library.chat().message(answer).unwrap().undoable);
    chat.library.chat().undo_turn(answer).unwrap();
    assert_eq!(ledger(&chat), Vec::<String>::new());
}

#[test]
fn what_failed_is_not_read_and_what_was_asked_for_nothing_neither() {
    let server = Server::one(crate::model_server::Scripted::json(400, &serde_json::json!({ "error": "no" })));
    let chat = at(&server, ProviderKind::OpenAi);
    let failed = chat.send(SAID).0.id;
    assert_eq!(
        chat.library.chat().feed_turn(failed, &CancelToken::default()).unwrap().bundle,
        None,
        "it will be tried again"
    );
    let question = chat.library.chat().messages(chat.default(), None, 10).unwrap().messages[0].id;
    assert_eq!(chat.library.chat().feed_turn(question, &CancelToken::default()).unwrap_err().code, Code::Invalid);
}

#[test]
fn where_a_link_leads_is_no_part_of_what_was_said() {
    let (chat, _) = turn("What do we know?", "The gate weighs [12 tonnes](https://a.example/gate?weight=1) today.");
    let quotes: Vec<String> =
        facts(&chat).iter().filter_map(|fact| Some(fact.evidence.as_ref()?.quote.clone())).collect();
    assert!(!quotes.is_empty(), "it says something");
    for quote in quotes {
        assert!("The gate weighs 12 tonnes today.".contains(&quote), "{quote}");
    }
}

/// A library whose application ends before what was said is read, opened again.
fn ended_unread(chat: Chat) -> Chat {
    let bundles = |chat: &Chat| chat.library.inputs().bundles(chat.discovery, None, 10).unwrap().total;
    assert_eq!((bundles(&chat), facts(&chat).len()), (1, 0), "the answer ended with the bundle of its turn");
    Chat { library: open(&chat.folder), ..chat }
}

#[test]
fn a_turn_whose_application_ended_before_it_was_read_is_read_at_the_next_start() {
    let chat = offline();
    let answer = chat.send(SAID).0.id;
    let chat = ended_unread(chat);
    assert!(!facts(&chat).is_empty(), "the analyst stated something");
    let before = ledger(&chat);
    assert_eq!(feed(&chat, answer), 0);
    let chat = Chat { library: open(&chat.folder), ..chat };
    assert_eq!(ledger(&chat), before, "it is read once");
    chat.library.chat().undo_turn(answer).unwrap();
    assert_eq!(ledger(&chat), [""; 0], "undoing the turn takes back what was read at the start");
}

#[test]
fn what_a_model_was_to_read_waits_at_the_next_start_for_the_analyst_to_try_again() {
    let server = Server::one(openai("Noted.", &[]));
    let chat = at(&server, ProviderKind::OpenAi);
    let settings = chat.library.providers().stored_settings().unwrap();
    chat.library.providers().set_providers(&Settings { extraction: settings.chat.clone(), ..settings }).unwrap();
    chat.send(SAID);
    let request_count = server.requests().len();
    let chat = ended_unread(chat);
    assert_eq!(server.requests().len(), request_count, "opening a library sends nothing");
    let page = chat.library.inputs().bundles(chat.discovery, None, 10).unwrap();
    assert_eq!(page.failed, 1, "it is among what can be tried again");
    let why = page.bundles[0].run.as_ref().unwrap().error.clone();
    assert_eq!(why.as_ref().map(ToString::to_string).as_deref(), Some("The application ended before this was read."));
    let built_in = Settings { extraction: ModelChoice::OFFLINE, ..chat.library.providers().stored_settings().unwrap() };
    chat.library.providers().set_providers(&built_in).unwrap();
    chat.library.inputs().retry_failed(chat.discovery, &NoProgress).unwrap();
    assert!(!facts(&chat).is_empty(), "and is read then");
}
