//! Texts that contradict one another: nothing is overwritten, both stand, and the analyst decides.

use crate::library;
use std::collections::HashSet;

use factly_core::discovery::EntityKind;
use factly_core::facts::Status;
use factly_core::facts::decide::Resolution;
use factly_core::keys::KeyDef;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::{InputSummary, Parsing};
use factly_engine::task::NoProgress;
use library::{Fixture, empty};
use uuid::Uuid;

fn facts(at: &Fixture, discovery: Uuid) -> Vec<Fact> {
    at.library.facts().facts(discovery, &FactFilter::default(), None, 1_000).unwrap().facts
}

/// `status text` of the typed facts, in the order of the ledger.
fn typed(at: &Fixture, discovery: Uuid) -> Vec<String> {
    let facts = facts(at, discovery);
    let typed = facts.iter().filter(|fact| fact.key != "note");
    typed.map(|fact| format!("{} {}", fact.status.as_str(), fact.text)).collect()
}

#[test]
fn of_two_inputs_that_contradict_one_another_neither_is_overwritten() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "The maximum height is 6 m. Drilling is allowed.", Parsing::Now);
    at.add(id, "The maximum height is 5.5 m. Drilling is allowed.", Parsing::Now);
    at.add(id, "The maximum height is 600 cm.", Parsing::Now);
    let both = ["accepted Maximum height: 6 m", "accepted Drilling allowed: yes", "conflict Maximum height: 5.5 m"];
    assert_eq!(typed(&at, id), both, "what differs is a conflict, what says the same in other units is no new fact");

    let conflict = facts(&at, id).into_iter().find(|fact| fact.status == Status::Conflict).unwrap();
    let detail = at.library.facts().fact_detail(conflict.id).unwrap();
    assert_eq!(detail.rival.unwrap().fact.text, "Maximum height: 6 m", "the conflict names its adversary");
    at.library.facts().resolve(conflict.id, Resolution::TakeNew).unwrap();
    assert!(typed(&at, id).contains(&"accepted Maximum height: 5.5 m".to_owned()));
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(typed(&at, id), both, "undo brings back both sides");
}

#[test]
fn one_text_that_contradicts_itself_is_a_conflict_too() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "The maximum height is 6 m. Later we measured. The maximum height is 5.5 m.", Parsing::Now);
    assert_eq!(typed(&at, id), ["accepted Maximum height: 6 m", "conflict Maximum height: 5.5 m"]);
}

#[test]
fn the_sample_contradicts_itself_across_its_documents() {
    let at = empty();
    let id = at.library.sample().create_sample(&NoProgress).unwrap().id;
    let facts = facts(&at, id);
    let typed: Vec<&Fact> = facts.iter().filter(|fact| fact.key != "note").collect();
    let of = |status: Status| typed.iter().filter(|fact| fact.status == status).count();
    assert!(typed.len() >= 20, "the sample shows typed facts: {}", typed.len());
    assert!(of(Status::Conflict) >= 6, "it shows conflicts: {}", of(Status::Conflict));
    assert!(of(Status::Proposed) >= 3, "it shows high-risk proposals: {}", of(Status::Proposed));
    let input = |fact: &Fact| fact.evidence.as_ref().unwrap().input.as_ref().unwrap().label.clone();
    for conflict in typed.iter().filter(|fact| fact.status == Status::Conflict) {
        let other = at.library.facts().fact_detail(conflict.id).unwrap().rival.unwrap().fact;
        assert_ne!(input(conflict), input(&other), "{} and {} are of two documents", conflict.text, other.text);
    }
    let keys: HashSet<&str> = typed.iter().map(|fact| fact.key.as_str()).collect();
    for key in own_keys(&at, id) {
        assert!(keys.contains(key.path.as_str()), "a key of the sample's own is found in it: {}", key.path);
    }
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn the_sample_is_a_chain_from_an_output_to_the_words_in_its_sources() {
    let at = empty();
    let id = at.library.sample().create_sample(&NoProgress).unwrap().id;
    let entities = at.library.pipeline().entities(id, None).unwrap();
    let of = |kind: EntityKind| entities.iter().filter(move |entity| entity.label.kind == kind);
    assert_eq!(
        (of(EntityKind::Insight).count(), of(EntityKind::Recommendation).count(), of(EntityKind::Output).count()),
        (6, 4, 2)
    );
    for entity in entities.iter().filter(|entity| entity.label.kind > EntityKind::Fact) {
        assert!(!entity.up.is_empty(), "{} rests on something", entity.label);
        assert_eq!(entity.because, None, "nothing that {} rests on has changed since", entity.label);
        let is_last = entity.label.kind == EntityKind::Output;
        assert!(is_last || !entity.down.is_empty(), "{} carries something", entity.label);
    }
    for fact in of(EntityKind::Fact).filter(|fact| !fact.down.is_empty()) {
        assert!(fact.has_evidence, "{} is proven", fact.label);
        assert_eq!(fact.fact_status, Some(Status::Accepted), "{} is accepted", fact.label);
    }
}

fn own_keys(at: &Fixture, discovery: Uuid) -> Vec<KeyDef> {
    let packs = at.library.keys().list(at.discovery("Without keys of its own")).unwrap();
    let keys = at.library.keys().list(discovery).unwrap();
    keys.into_iter().filter(|key| !packs.contains(key)).collect()
}

#[test]
fn keys_of_ones_own_are_added_whole_or_not_at_all() {
    let at = empty();
    let id = at.discovery("Hall");
    let count = || at.library.keys().list(id).unwrap().len();
    let packs = count();
    let key = |path: &str| KeyDef { path: path.to_owned(), ..at.library.keys().list(id).unwrap().remove(0) };
    at.library.keys().add_keys(id, &[key("hall.name"), key("hall.owner")]).unwrap();
    assert_eq!(count(), packs + 2);
    for wrong in [key("hall.name"), key("no path")] {
        assert!(at.library.keys().add_keys(id, &[key("hall.age"), wrong]).is_err());
        assert_eq!(count(), packs + 2, "one that cannot be added keeps out the others");
    }
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Add 2 keys");
    assert_eq!(count(), packs);
}

#[test]
fn what_is_said_again_is_further_evidence_with_its_own_words() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "The maximum height is 6 m.", Parsing::Now);
    at.add(id, "As agreed, the maximum height is 600 cm.", Parsing::Now);
    at.add(id, "The maximum height is 550 cm.", Parsing::Now);
    let of = |status| facts(&at, id).into_iter().find(|fact| fact.status == status && fact.key != "note").unwrap();
    let detail = at.library.facts().fact_detail(of(Status::Accepted).id).unwrap();
    assert_eq!((detail.reaffirmed, detail.again.len()), (1, 1), "the same in other units is no fact of its own");
    let again = &detail.again[0];
    assert!(again.evidence.quote.contains("600 cm"), "{:?}", again.evidence);
    assert_eq!(again.evidence.input.as_ref().unwrap().label, "I-2");
    assert_eq!(detail.fact.evidence.unwrap().input.unwrap().label, "I-1", "its own evidence is what it was");
    let conflict = at.library.facts().fact_detail(of(Status::Conflict).id).unwrap();
    assert_eq!(conflict.fact.value.normal().unwrap().reading(), "5.5 m", "the two can be held against each other");
    assert_eq!(conflict.rival.unwrap().fact.value.normal(), None);
}

/// `status text` of all facts, in the order of the ledger.
fn fact_lines(at: &Fixture, discovery: Uuid) -> Vec<String> {
    facts(at, discovery).iter().map(|fact| format!("{} {}", fact.status.as_str(), fact.text)).collect()
}

fn of_status(at: &Fixture, discovery: Uuid, status: Status) -> Vec<Fact> {
    facts(at, discovery).into_iter().filter(|fact| fact.status == status).collect()
}

const BRIDGE: &str = "The footbridge costs 340,000 euros. The bridge is 52 metres long. The mill was built in 1981. \
    The ferry leaves at 9:30. The anglers support the new jetty.";
const OTHER_BRIDGE: &str = "The footbridge costs 410,000 euros. The bridge is 47 metres long. The mill was built in 1986. \
    The ferry leaves at 10:15. The anglers do not support the new jetty.";

fn is_of(fact: &Fact, label: &str) -> bool {
    fact.evidence.as_ref().is_some_and(|evidence| evidence.input.as_ref().is_some_and(|input| input.label == label))
}

#[test]
fn statements_without_a_key_that_cannot_both_be_true_are_conflicts() {
    let at = empty();
    let id = at.discovery("Bridge");
    at.add(id, BRIDGE, Parsing::Now);
    assert_eq!(of_status(&at, id, Status::Conflict).len(), 0, "one text by itself contradicts nothing");
    at.add(id, OTHER_BRIDGE, Parsing::Now);
    let conflicts = of_status(&at, id, Status::Conflict);
    assert_eq!(conflicts.len(), 5, "each of the five is said otherwise: {:#?}", fact_lines(&at, id));
    for conflict in &conflicts {
        let rival = at.library.facts().fact_detail(conflict.id).unwrap().rival.unwrap().fact;
        assert_eq!(rival.evidence.as_ref().unwrap().input.as_ref().unwrap().label, "I-1", "its adversary is named");
        assert!(rival.needs_review, "what it contradicts is to be looked at too: {}", rival.text);
        assert!(matches!(rival.status, Status::Accepted | Status::Proposed), "what was there first stays as it was");
    }
    let [first, _] = <[InputSummary; 2]>::try_from(at.library.inputs().list(id).unwrap()).unwrap();
    let waiting = facts(&at, id).into_iter().filter(|fact| is_of(fact, "I-1") && fact.needs_review).count();
    assert_eq!((first.facts - first.kept) as usize, waiting, "what is to be looked at again is counted as waiting");
    let cost = conflicts.iter().find(|fact| fact.text.contains("410,000")).unwrap();
    let detail = at.library.facts().fact_detail(cost.id).unwrap();
    assert_eq!(detail.fact.propositions[0].reading(), "footbridge · cost · €410,000.00");
    assert_eq!(detail.fact.reason.to_string(), "it contradicts another fact");
}

#[test]
fn what_looks_alike_stands_beside_each_other() {
    let at = empty();
    let id = at.discovery("Bridge");
    at.add(id, "The footbridge is 52 metres long. In 2010 the town had 8,400 inhabitants.", Parsing::Now);
    at.add(id, "The tunnel is 47 metres long. In 2020 the town had 9,100 inhabitants.", Parsing::Now);
    assert_eq!(of_status(&at, id, Status::Conflict).len(), 0, "{:#?}", fact_lines(&at, id));
    assert!(facts(&at, id).iter().all(|fact| !fact.needs_review), "nothing waits for it: {:#?}", fact_lines(&at, id));
}

#[test]
fn a_conflict_of_statements_ends_as_the_analyst_says() {
    let at = empty();
    let ledger = at.library.facts();
    let pair = |title: &str| {
        let id = at.discovery(title);
        at.add(id, "The footbridge costs 340,000 euros.", Parsing::Now);
        at.add(id, "The footbridge costs 410,000 euros.", Parsing::Now);
        let new = of_status(&at, id, Status::Conflict).remove(0);
        (id, ledger.fact_detail(new.id).unwrap().rival.unwrap().fact.id, new.id)
    };
    let check = |title: &str, how: Resolution, old_is: (Status, bool), new_is: Status| {
        let (id, old, new) = pair(title);
        ledger.resolve(new, how).unwrap();
        let old = ledger.fact_detail(old).unwrap().fact;
        assert_eq!((old.status, old.needs_review), old_is, "{title}: the old one");
        assert_eq!(ledger.fact_detail(new).unwrap().fact.status, new_is, "{title}: the new one");
        assert!(of_status(&at, id, Status::Conflict).is_empty());
        at.library.undo().undo(Some(id)).unwrap();
        assert_eq!(of_status(&at, id, Status::Conflict).len(), 1, "{title}: undo brings the conflict back");
    };
    check("Old", Resolution::KeepOld, (Status::Accepted, false), Status::Rejected);
    check("New", Resolution::TakeNew, (Status::Superseded, false), Status::Accepted);
    check("Both", Resolution::KeepNewAsNote, (Status::Accepted, false), Status::Superseded);
}

#[test]
fn what_may_contradict_another_is_shown_beside_it_from_both_sides() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "Der Fußboden im Saal trägt höchstens 500 kg/m².", Parsing::Now);
    at.add(id, "Notizen vom Ortstermin\n\nBodenbelastung höchstens 350 kg/m²\nDeckenhöhe: 3,80 m", Parsing::Now);
    let ledger = at.library.facts();
    let saying = |words: &str| facts(&at, id).into_iter().find(|fact| fact.text.contains(words)).unwrap();
    let rival = |words: &str| ledger.fact_detail(saying(words).id).unwrap().rival.map(|rival| rival.fact.text);
    assert!(rival("350").is_some_and(|text| text.contains("500")), "{:#?}", fact_lines(&at, id));
    let waiting = ledger.waiting(id).unwrap().into_iter().map(|waiting| waiting.id).collect::<Vec<_>>();
    let lines = ledger.waiting_lines(id, &waiting).unwrap();
    let doubted: Vec<&str> =
        lines.iter().filter(|line| line.may_contradict).map(|line| line.fact.text.as_str()).collect();
    assert_eq!(doubted, ["Bodenbelastung höchstens 350 kg/m²"]);
    ledger.accept(&[saying("350").id]).unwrap();
    assert!(rival("500").is_some_and(|text| text.contains("350")), "who reads the other one sees it too");
}

#[test]
fn an_old_statement_that_waits_is_accepted_where_it_is_kept() {
    let at = empty();
    let id = at.discovery("Bridge");
    for count in [10, 9] {
        at.add(id, &format!("Notizen vom Ortstermin\n\nAnzahl Stände: {count}\nHöhe der Wände: 250 cm"), Parsing::Now);
    }
    let statuses = || facts(&at, id).into_iter().map(|fact| (fact.text, fact.status)).collect::<Vec<_>>();
    let before = statuses();
    let conflict = of_status(&at, id, Status::Conflict).into_iter().find(|fact| fact.text.contains("Stände")).unwrap();
    at.library.facts().resolve(conflict.id, Resolution::KeepOld).unwrap();
    let of = |count: &str| statuses().into_iter().find(|(text, _)| text.ends_with(count)).unwrap().1;
    assert_eq!((of(": 10"), of(": 9")), (Status::Accepted, Status::Rejected), "{before:?}");
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(statuses(), before, "one step takes back both");
}

#[test]
fn a_third_statement_is_held_against_what_took_the_place_of_the_first() {
    let at = empty();
    let ledger = at.library.facts();
    let id = at.discovery("Bridge");
    for cost in ["340,000", "410,000", "520,000"] {
        at.add(id, &format!("The footbridge costs {cost} euros."), Parsing::Now);
    }
    let saying = |cost: &str| facts(&at, id).into_iter().find(|fact| fact.text.contains(cost)).unwrap();
    let rival = || ledger.fact_detail(saying("520,000").id).unwrap().rival.unwrap().fact.text;
    assert!(rival().contains("340,000"), "{}", rival());
    ledger.resolve(saying("410,000").id, Resolution::TakeNew).unwrap();
    assert!(rival().contains("410,000"), "{}", rival());
    ledger.resolve(saying("520,000").id, Resolution::TakeNew).unwrap();
    let statuses = ["340,000", "410,000", "520,000"].map(|cost| saying(cost).status);
    assert_eq!(statuses, [Status::Superseded, Status::Superseded, Status::Accepted], "one of the three stands");
    at.library.undo().undo(Some(id)).unwrap();
    assert!(rival().contains("410,000"), "{}", rival());
}

#[test]
fn who_accepts_a_second_value_is_told_whose_place_it_takes() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "The total budget is €10,000.", Parsing::Now);
    at.add(id, "The total budget is €12,000.", Parsing::Now);
    let values = typed_facts(&at, id);
    let accept = |fact: &Fact| at.library.facts().accept_checked(&[fact.id], DuplicatePolicy::Hold).unwrap();
    assert_eq!(accept(&values[0]).note, None);
    assert_eq!(accept(&values[1]).note.unwrap().to_string(), "F-2 takes the place of F-1.");
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(typed(&at, id), ["accepted Total budget: €10,000.00", "proposed Total budget: €12,000.00"]);
}

fn typed_facts(at: &Fixture, discovery: Uuid) -> Vec<Fact> {
    facts(at, discovery).into_iter().filter(|fact| fact.key != "note").collect()
}

#[test]
fn an_amount_of_a_key_with_its_tax_contradicts_nothing_without_it() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "The total budget is €10,000 net.", Parsing::Now);
    let first = facts(&at, id).remove(0);
    assert_eq!(first.key, "project.budget.total");
    at.library.facts().accept(&[first.id]).unwrap();
    at.add(id, "The total budget is €11,900 gross.", Parsing::Now);
    at.add(id, "The total budget is €12,500 gross.", Parsing::Now);
    let statuses: Vec<(Status, String)> =
        facts(&at, id).into_iter().skip(1).map(|fact| (fact.status, fact.reason.to_string())).collect();
    let taxed = "it is what stands, with or without the tax".to_owned();
    assert_eq!(statuses[0], (Status::Proposed, taxed), "19 % more, with the tax, is the same");
    assert_eq!(statuses[1].0, Status::Conflict, "25 % more is another budget");
}
