//! Keys that statements give: kept by one press, read for in all texts, and what a statement says corrected by hand.

use crate::library;
use factly_core::facts::Status;
use factly_engine::error::Code;
use factly_engine::extraction::Correction;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use library::{Fixture, empty};
use uuid::Uuid;

const WALL: [&str; 2] = ["The flood wall costs 1.2 million euros.", "The flood wall costs 1.4 million euros."];

fn with_texts(texts: &[&str]) -> (Fixture, Uuid) {
    let at = empty();
    let id = at.discovery("Flood");
    texts.iter().for_each(|text| drop(at.add(id, text, Parsing::Now)));
    (at, id)
}

fn facts(at: &Fixture, id: Uuid) -> Vec<Fact> {
    let facts = at.library.facts().facts(id, &FactFilter::default(), None, 1_000).unwrap().facts;
    facts.into_iter().filter(|fact| fact.status != Status::Superseded).collect()
}

/// Each as "accepted floodWall.cost €1,200,000".
fn shown(at: &Fixture, id: Uuid) -> Vec<String> {
    let of = |fact: Fact| format!("{} {} {}", fact.status.as_str(), fact.key, fact.value.reading());
    facts(at, id).into_iter().map(of).collect()
}

fn correct(at: &Fixture, fact: Uuid, subject: &str, property: &str, value: &str) -> factly_engine::error::Result<Fact> {
    let [subject, property, value] = [subject, property, value].map(str::to_owned);
    at.library.runs().correct(fact, &Correction { subject, property, value })
}

#[test]
fn what_several_inputs_say_of_one_thing_is_proposed_as_a_key_and_kept_by_one_step() {
    let (at, id) = with_texts(&[WALL[0], WALL[1], "The gate is 4 m wide."]);
    let before = shown(&at, id);
    let found = at.library.runs().key_proposals(id).unwrap();
    let proposed: Vec<String> =
        found.iter().map(|one| format!("{} · {} in {}", one.subject, one.property, one.inputs)).collect();
    assert_eq!(proposed, ["flood wall · cost in 2"], "what one Input says is nobody's key");
    let values: Vec<String> = found[0].values.iter().map(|(_, value)| value.reading()).collect();
    assert_eq!(values, ["€1,200,000.00", "€1,400,000.00"]);

    let saved = at.library.runs().keep_as_key(found[0].fact, None).unwrap();
    assert_eq!((saved.key.path.as_str(), saved.key.label.as_str()), ("floodWall.cost", "flood wall: cost"));
    let now = shown(&at, id);
    assert!(now.contains(&"accepted floodWall.cost €1,200,000.00".to_owned()), "{now:?}");
    assert!(now.contains(&"conflict floodWall.cost €1,400,000.00".to_owned()), "{now:?}");
    assert_eq!(now.len(), before.len(), "a value takes the place of its sentence: {now:?}");
    assert_eq!(at.library.runs().key_proposals(id).unwrap().len(), 0);
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);

    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap().to_string(), "Keep “flood wall: cost” as a key");
    assert_eq!(shown(&at, id), before);
    assert!(at.library.keys().list(id).unwrap().iter().all(|key| key.path != "floodWall.cost"));
}

#[test]
fn later_texts_are_read_for_a_kept_key_and_other_statements_are_not_its_values() {
    let (at, id) = with_texts(&[WALL[0]]);
    let first = facts(&at, id)[0].id;
    let key = at.library.runs().keep_as_key(first, Some("Cost of the wall")).unwrap().key;
    assert_eq!(key.label, "Cost of the wall");
    at.add(id, "The flood wall costs 1.3 million euros.", Parsing::Now);
    for other in [
        "The garden wall costs 12,000 euros.",
        "In 2010 the flood wall cost 900,000 euros.",
        "The flood wall should cost 800,000 euros.",
        "The flood wall is 410 m long.",
    ] {
        at.add(id, other, Parsing::Now);
    }
    let typed: Vec<String> = shown(&at, id).into_iter().filter(|fact| fact.contains("floodWall")).collect();
    assert_eq!(typed, ["accepted floodWall.cost €1,200,000.00", "conflict floodWall.cost €1,300,000.00"]);
    let again = at.library.runs().keep_as_key(first, None).unwrap_err();
    assert!(matches!(again.code, Code::NotFound | Code::Refused), "it is a value of a key now: {again}");
}

/// A talk as it was spoken, of which passages are proposed.
const SPOKEN: &str = "Interviewer: Um, thanks. So, uh, what happens when the river rises?\n\n\
    Warden: Um, so the, the cellar of the school fills with water. The flood wall costs 1.2 million euros. Uh, we pump, we \
    pump for two days after each flood, and, um, the teachers carry the books upstairs.\n\n\
    Interviewer: Okay. And, uh, who pays for, for the pumps?\n\n\
    Warden: Um, the, the village pays for the pumps, and nobody, uh, asked us about it.\n";

#[test]
fn a_value_in_a_passage_of_talk_has_its_own_sentence_and_the_passage_stays() {
    let (at, id) = with_texts(&[WALL[1], SPOKEN]);
    let quotes = |key: &str| -> Vec<String> {
        let of_key = facts(&at, id).into_iter().filter(|fact| fact.key == key);
        of_key.filter_map(|fact| fact.evidence).map(|evidence| evidence.quote).collect()
    };
    let passage = quotes("note").into_iter().find(|quote| quote.contains(WALL[0])).unwrap();
    assert!(passage.len() > 2 * WALL[0].len(), "a thought has several sentences: {passage}");
    let proposed = at.library.runs().key_proposals(id).unwrap();
    at.library.runs().keep_as_key(proposed[0].fact, None).unwrap();
    let mut values = quotes("floodWall.cost");
    values.sort_unstable();
    assert_eq!(values, WALL, "a value is proved by the sentence that says it");
    assert!(quotes("note").contains(&passage), "the thought around it is decided by itself");
}

#[test]
fn what_a_statement_says_is_corrected_by_hand_and_counts_as_corrected() {
    let (at, id) = with_texts(&["The wall is 410 metres long."]);
    let wall = facts(&at, id)[0].clone();
    let corrected = correct(&at, wall.id, "quay wall", "length", "410 m").unwrap();
    assert_eq!((corrected.label.as_str(), corrected.key.as_str()), (wall.label.as_str(), "quayWall.length"));
    assert_eq!(corrected.value.reading(), "410 m");
    let fact = at.library.facts().facts(id, &FactFilter::default(), None, 9).unwrap().facts.remove(0);
    assert_eq!(
        fact.evidence.as_ref().unwrap().quote,
        wall.evidence.as_ref().unwrap().quote,
        "the words prove it still"
    );

    at.add(id, "The wall is 380 metres long.", Parsing::Now);
    at.add(id, "The quay wall is 390 metres long.", Parsing::Now);
    let statuses: Vec<String> = shown(&at, id);
    assert!(statuses[1].starts_with("accepted note"), "another wall: {statuses:?}");
    assert_eq!(statuses[2], "conflict quayWall.length 390 m");
    assert!(at.library.undo().undo(Some(id)).unwrap().done.is_some());

    let (at, id) = with_texts(&["Die Mauer kostet 1.200 €."]);
    let wall = facts(&at, id)[0].id;
    let corrected = correct(&at, wall, "Flutmauer", "Preis", "€1,200.00").unwrap();
    assert_eq!(corrected.value.reading(), "€1,200.00", "as it was shown");
    for (subject, value) in [("", "1.200 €"), ("Flutmauer", "teuer"), ("Flutmauer", "1 m und 2 m")] {
        assert_eq!(correct(&at, corrected.id, subject, "Preis", value).unwrap_err().code, Code::Invalid, "{value}");
    }
    let undone = at.library.undo().undo(Some(id)).unwrap().done.unwrap().to_string();
    assert_eq!(undone, "Correct what F-1 says");
    assert!(shown(&at, id)[0].contains("note"));
}
