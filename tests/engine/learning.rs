//! Waiting facts are ranked anew by what was decided: the same for the same decisions, and undone with them.

use factly_core::facts::Status;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::inputs::Parsing;
use serde_json::{Value, json};

use crate::answers::{BundleFixture, about, op};

/// Sentences that one person says of the workshop, and then of the family.
const SAID: [[&str; 2]; 8] = [
    [
        "The glaze of the blue bowls cracked because the kiln cooled too fast.",
        "My cousin sold the van because the brakes failed on the hill.",
    ],
    [
        "We lost many cups, because the glaze ran down to the shelf.",
        "We missed the market, because my cousin slept until noon.",
    ],
    [
        "Nobody wanted the jugs, since the glaze had turned grey overnight.",
        "Nobody trusted my cousin, since he had lost the keys twice.",
    ],
    [
        "The glaze peeled off the handles because the clay was still wet.",
        "My cousin left the village because the rent was too high.",
    ],
    [
        "We stopped using that glaze, because the lead in it worried the doctor.",
        "We stopped paying my cousin, because the boxes arrived broken.",
    ],
    [
        "The worst problem was the glaze, which never stuck to porcelain.",
        "The worst problem was my cousin, who never answered the phone.",
    ],
    [
        "A cheaper glaze failed because the merchant had thinned it with chalk.",
        "A letter to my cousin failed because the postman had retired.",
    ],
    [
        "The glaze bubbled in the oven, since damp wood gave too little heat.",
        "My cousin wept in the church, since grandmother gave him nothing.",
    ],
];

/// An interview of which every statement waits, those of the workshop with odd numbers.
fn interviewed() -> BundleFixture {
    let turn = |[glaze, cousin]: &[&str; 2]| {
        format!(
            "Interviewer: What else went wrong in the workshop?\n\nRosa: {glaze}\n\n\
             Interviewer: And in the family?\n\nRosa: {cousin}\n\n"
        )
    };
    let fixture = about(&SAID.iter().map(turn).collect::<String>());
    let ops: Vec<Value> = SAID.iter().flatten().map(|sentence| op("note", *sentence, sentence, 0.6)).collect();
    fixture.submit(json!(ops));
    assert!(fixture.facts().iter().all(|fact| fact.status == Status::Proposed && fact.salience.speaker.is_some()));
    fixture
}

fn is_of_workshop(text: &str) -> bool {
    text.contains("glaze")
}

/// Accepts the first statements of the workshop, and rejects as many of the family.
fn decide(fixture: &BundleFixture, count: usize) {
    for fact in fixture.facts().into_iter().take(2 * count) {
        let ledger = fixture.at.library.facts();
        if is_of_workshop(&fact.text) { ledger.accept(&[fact.id]) } else { ledger.reject(&[fact.id]) }.unwrap();
    }
}

/// Returns what is learned of each fact that waits, in order, and whether it is of the workshop.
fn waiting(fixture: &BundleFixture) -> Vec<(Option<u8>, bool)> {
    let ledger = fixture.at.library.facts();
    let order = ledger.waiting(fixture.discovery).unwrap();
    order.iter().map(|one| (one.learned, is_of_workshop(&ledger.fact(one.id).unwrap().text))).collect()
}

#[test]
fn a_fact_like_what_was_accepted_comes_first_and_names_the_words() {
    let fixture = interviewed();
    assert!(waiting(&fixture).iter().all(|(learned, _)| learned.is_none()), "nothing was decided");
    decide(&fixture, 6);
    let ranked: Vec<bool> = waiting(&fixture).into_iter().map(|(_, is_like)| is_like).collect();
    assert_eq!(ranked, [true, true, false, false]);
    let ledger = fixture.at.library.facts();
    let learned = ledger.fact_detail(ledger.waiting(fixture.discovery).unwrap()[0].id).unwrap().learned.unwrap();
    assert!(learned.like == 6 && learned.words.contains(&"glaze".to_owned()), "{learned:?}");
}

#[test]
fn an_undone_decision_teaches_nothing_and_the_same_decisions_teach_the_same() {
    let fixture = interviewed();
    decide(&fixture, 6);
    let before = waiting(&fixture);
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert!(waiting(&fixture).iter().all(|(learned, _)| learned.is_none()), "eleven decisions are too few");
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(waiting(&fixture), before);
}

/// A talk as it was spoken, with more passages of both matters than are proposed.
fn transcript() -> String {
    let turn = |kind: &str| {
        format!(
            "Interviewer: Um, what came of the {kind} kiln?\n\n\
             Rosa: Um, we lost most of the, the {kind} bowls, uh, because the glaze cracked in the frost.\n\n\
             Interviewer: And, uh, who had the {kind} car?\n\n\
             Rosa: Uh, we lost most of the, the {kind} market, um, because my cousin slept in the cellar.\n\n"
        )
    };
    ["red", "blue", "old", "small", "long", "round", "tall", "new", "white", "brown"].map(turn).concat()
}

#[test]
fn the_next_talk_is_read_for_what_is_like_the_accepted_facts() {
    let proposed = |decides: bool| {
        let fixture = interviewed();
        if decides {
            decide(&fixture, 6);
        }
        let before = fixture.facts().len();
        fixture.at.add(fixture.discovery, &transcript(), Parsing::Now);
        let new = fixture.facts().split_off(before);
        assert!(new.iter().all(|fact| fact.status == Status::Proposed), "it ranks, and decides nothing");
        (new.iter().filter(|fact| is_of_workshop(&fact.text)).count(), new.len())
    };
    let ((plain, of_plain), (learned, of_learned)) = (proposed(false), proposed(true));
    assert!(plain < of_plain, "{plain} of {of_plain} without decisions");
    assert!(learned > plain && of_learned == of_plain, "{learned} of {of_learned}, and {plain} of {of_plain} without");
}

#[test]
fn what_waits_behind_as_many_as_a_talk_is_worth_is_unlikely() {
    let unlikely = |decided: usize| -> Vec<bool> {
        let fixture = interviewed();
        decide(&fixture, decided);
        let order = fixture.at.library.facts().waiting(fixture.discovery).unwrap();
        order.iter().map(|one| one.is_unlikely).collect()
    };
    let folded = |likely: usize, of: usize| (0..of).map(|at| at >= likely).collect::<Vec<bool>>();
    assert_eq!(unlikely(0), folded(8, 16), "a short talk is worth eight decisions");
    assert_eq!(unlikely(3), folded(2, 10), "six of them are made");
    assert_eq!(unlikely(6), folded(0, 4), "more than that are made");
}

#[test]
fn passages_of_a_talk_that_share_words_are_both_accepted_and_the_same_words_are_asked_about() {
    let sentences = [
        "I also have to say that the publicly available kilns or rented kilns or how do you call it? Fire the bowls in a kiln \
         elsewhere. This can also be parted into several.",
        "One could be renting, which is publicly available, and you just fire it there.",
        "One could be renting which is publicly available and you just fire it there",
    ];
    let turns = sentences.map(|sentence| format!("Interviewer: And what else is there?\n\nRosa: {sentence}\n\n"));
    let fixture = about(&turns.concat());
    fixture.submit(json!(sentences.map(|sentence| op("note", sentence, sentence, 0.6))));
    let ledger = fixture.at.library.facts();
    let held: Vec<usize> = fixture
        .facts()
        .iter()
        .map(|fact| ledger.accept_checked(&[fact.id], DuplicatePolicy::Hold).unwrap().held_back.len())
        .collect();
    assert_eq!(held, [0, 0, 1]);
}
