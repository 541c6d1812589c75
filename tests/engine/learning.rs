//! What waits is ranked anew by what was decided: the same for the same decisions, and undone with them.

use crate::library;
use factly_core::ledger::Status;
use factly_engine::bundle::Parsing;
use factly_engine::ledger::{Fact, FactFilter};
use library::{Fixture, empty};
use uuid::Uuid;

const KINDS: [&str; 12] =
    ["red", "blue", "old", "small", "long", "round", "tall", "new", "white", "brown", "narrow", "heavy"];

/// An interview of two matters, which the same person speaks of in turn.
fn interview(rounds: usize) -> String {
    let round = |at: usize| {
        let (kind, day) = (KINDS[at % KINDS.len()], KINDS[at / KINDS.len() % KINDS.len()]);
        format!(
            "Interviewer: What came of the {kind} kiln?\n\n\
             Rosa: The glaze of the {kind} kiln cracked on a {day} morning in that winter.\n\n\
             Interviewer: And who had the {kind} car?\n\n\
             Rosa: My cousin drove the {kind} car to the market on a {day} Sunday in May.\n\n"
        )
    };
    (0..rounds).map(round).collect()
}

fn interviewed() -> (Fixture, Uuid) {
    let at = empty();
    let id = at.discovery("Pots");
    at.add(id, &interview(KINDS.len()), Parsing::Now);
    (at, id)
}

fn notes(at: &Fixture, id: Uuid) -> Vec<Fact> {
    let facts = at.library.ledger().facts(id, &FactFilter::default(), None, 1_000).unwrap().facts;
    facts.into_iter().filter(|fact| fact.key == "note").collect()
}

/// Accepts statements of glazes and rejects as many of cousins.
fn decide(at: &Fixture, id: Uuid, count: usize) {
    let facts = notes(at, id);
    let of = |word: &'static str| facts.iter().filter(move |fact| fact.text.contains(word)).take(count);
    assert_eq!((of("glaze").count(), of("cousin").count()), (count, count), "enough of both wait");
    of("glaze").for_each(|fact| at.library.ledger().accept(&[fact.id]).unwrap());
    of("cousin").for_each(|fact| at.library.ledger().reject(&[fact.id]).unwrap());
}

/// Returns what is learned of each fact that waits, in order, and whether it is of the accepted matter.
fn waiting(at: &Fixture, id: Uuid) -> Vec<(Option<u8>, bool)> {
    let ledger = at.library.ledger();
    let order = ledger.waiting(id).unwrap();
    order.iter().map(|one| (one.learned, ledger.fact(one.id).unwrap().text.contains("glaze"))).collect()
}

#[test]
fn a_fact_like_what_was_accepted_comes_first_and_names_the_words() {
    let (at, id) = interviewed();
    assert!(waiting(&at, id).iter().all(|(learned, _)| learned.is_none()), "nothing was decided");
    decide(&at, id, 6);
    let ranked = waiting(&at, id);
    let other = ranked.iter().position(|(_, is_like)| !is_like).unwrap();
    assert!(other > 0 && ranked[other..].iter().all(|(_, is_like)| !is_like), "{ranked:?}");
    let ledger = at.library.ledger();
    let learned = ledger.fact_detail(ledger.waiting(id).unwrap()[0].id).unwrap().learned.unwrap();
    assert!(learned.like == 6 && learned.words.contains(&"glaze".to_owned()), "{learned:?}");
}

#[test]
fn an_undone_decision_teaches_nothing_and_the_same_decisions_teach_the_same() {
    let (at, id) = interviewed();
    decide(&at, id, 6);
    let before = waiting(&at, id);
    at.library.undo().undo(Some(id)).unwrap();
    assert!(waiting(&at, id).iter().all(|(learned, _)| learned.is_none()), "eleven decisions are too few");
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(waiting(&at, id), before);
}

#[test]
fn the_next_talk_is_read_for_what_is_like_the_accepted_facts() {
    let proposed = |decides: bool| {
        let (at, id) = interviewed();
        let before = notes(&at, id).len();
        if decides {
            decide(&at, id, 6);
        }
        at.add(id, &interview(KINDS.len() * KINDS.len()), Parsing::Now);
        let new = notes(&at, id).split_off(before);
        assert!(new.iter().all(|fact| fact.status == Status::Proposed), "it ranks, and decides nothing");
        (new.iter().filter(|fact| fact.text.contains("glaze")).count(), new.len())
    };
    let ((plain, _), (learned, all)) = (proposed(false), proposed(true));
    assert!(learned > plain && learned == all, "{plain} without decisions, {learned} of {all} with them");
}
