//! The step of undo that an act became, and taking back that one or none.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use crate::acts::{Act, Bench, any_act};
use crate::library;
use crate::soak::sized;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_engine::Library;
use factly_engine::discovery::{DiscoveryChange, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Result;
use factly_engine::inputs::Parsing;
use factly_engine::store::Topic;
use library::{Fixture, empty};
use proptest::prelude::*;
use uuid::Uuid;

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap()
}

/// F-1, on which N-1 rests; N-2 rests on nothing.
fn chain() -> (Fixture, Uuid) {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    at.add(discovery, "The wall is 6 m high.", Parsing::Later);
    for (kind, text, from) in [
        (EntityKind::Fact, "The wall is 6 m high.", vec![]),
        (EntityKind::Insight, "A wall of 6 m keeps the flood out.", vec![label("F-1")]),
        (EntityKind::Insight, "Walls please the neighbours.", vec![]),
    ] {
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        at.library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).unwrap();
    }
    (at, discovery)
}

fn newest(library: &Library, of: Option<Uuid>) -> Option<i64> {
    library.undo().undo_state(of).unwrap().newest
}

/// The step that an act says it became.
fn step_made_by<T>(library: &Library, act: impl FnOnce(&Library) -> Result<T>) -> Option<i64> {
    let (noting, made) = library.noting_steps();
    act(&noting).unwrap();
    made.newest()
}

#[test]
fn what_changes_nothing_is_no_step_and_what_changes_something_is_the_newest() {
    type Act = fn(&Library, Uuid) -> Result<()>;
    let rows: [(&str, Act); 7] = [
        ("a link", |l, d| l.pipeline().link_pairs(d, &[(label("F-1"), label("N-2"))])),
        ("a text", |l, d| l.pipeline().edit_entity(d, label("N-1"), "A wall of 7 m keeps it out.", None).map(drop)),
        ("a statement", |l, d| l.pipeline().edit_entity(d, label("F-1"), "The wall is 7 m high.", None).map(drop)),
        ("a review", |l, d| l.pipeline().review_entities(d, &[label("N-1")]).map(drop)),
        ("a state", |l, d| l.pipeline().set_entity_state(d, &[label("N-2")], EntityStatus::Validated).map(drop)),
        ("what is put aside", |l, d| l.pipeline().archive_entities(d, &[label("N-2")], true).map(drop)),
        ("a title", |l, d| {
            let change = DiscoveryChange { title: Some("Dike".to_owned()), ..DiscoveryChange::default() };
            l.discoveries().update(d, change).map(drop)
        }),
    ];
    let (at, discovery) = chain();
    for (what, act) in rows {
        let before = newest(&at.library, Some(discovery));
        let first = step_made_by(&at.library, |library| act(library, discovery));
        assert!(first.is_some() && first > before, "{what} is a step");
        assert_eq!(first, newest(&at.library, Some(discovery)), "{what} is told as the step that it became");
        assert_eq!(step_made_by(&at.library, |library| act(library, discovery)), None, "{what} again changes nothing");
        assert_eq!(newest(&at.library, Some(discovery)), first, "{what} again leaves the newest step what it was");
    }
    assert_eq!(step_made_by(&at.library, |library| library.discoveries().get(discovery)), None, "to look is no step");
}

#[test]
fn a_step_is_undone_by_itself_or_not_at_all() {
    let (at, discovery) = chain();
    let library = &at.library;
    let linked =
        step_made_by(library, |l| l.pipeline().link_pairs(discovery, &[(label("F-1"), label("N-2"))])).unwrap();
    let edited =
        step_made_by(library, |l| l.pipeline().edit_entity(discovery, label("N-2"), "They do.", None)).unwrap();
    let links = || library.pipeline().entity(discovery, label("N-2")).unwrap().up;

    let held = library.undo().undo_step(Some(discovery), linked).unwrap();
    assert_eq!((held.done, held.later), (None, 1), "a later step stands on it");
    assert_eq!((links(), newest(library, Some(discovery))), (vec![label("F-1")], Some(edited)), "nothing was undone");

    let back = library.undo().undo_step(Some(discovery), edited).unwrap();
    assert_eq!((back.done.unwrap().to_string().as_str(), back.later), ("Edit N-2", 0));
    let again = library.undo().undo_step(Some(discovery), edited).unwrap();
    assert_eq!((again.done, again.later), (None, 0), "it is undone already, and the one below it is another's");
    assert_eq!(links(), vec![label("F-1")]);

    library.undo().undo_step(Some(discovery), linked).unwrap();
    assert_eq!(links(), vec![], "once it is the newest it can be undone");
    library.pipeline().set_entity_state(discovery, &[label("N-2")], EntityStatus::Validated).unwrap();
    let dropped = library.undo().undo_step(Some(discovery), linked).unwrap();
    assert_eq!((dropped.done, dropped.later), (None, 0), "what can never be redone is not undone either");
}

#[test]
fn each_history_has_its_own_steps() {
    let (at, discovery) = chain();
    let library = &at.library;
    let archived = step_made_by(library, |l| l.discoveries().archive(discovery, true)).unwrap();
    let renamed =
        step_made_by(library, |l| l.pipeline().edit_entity(discovery, label("N-2"), "They do.", None)).unwrap();
    let elsewhere = library.undo().undo_step(Some(discovery), archived).unwrap();
    assert_eq!((elsewhere.done, elsewhere.later), (None, 0), "it is the library's");
    let elsewhere = library.undo().undo_step(None, renamed).unwrap();
    assert_eq!((elsewhere.done, elsewhere.later), (None, 0), "it is the discovery's");
    assert_eq!(library.undo().undo_step(None, archived).unwrap().done.unwrap(), "Archive “Flood wall”");
    assert_eq!(newest(library, Some(discovery)), Some(renamed));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(4, 24), max_shrink_iters: 80, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_tell_of_what_the_step_told_of(acts in prop::collection::vec(any_act(), 1..20)) {
        let bench = Bench::new();
        let (library, discovery) = (&bench.0.at.library, bench.0.discovery);
        let heard = Arc::new(Mutex::new(BTreeSet::new()));
        let ear = Arc::clone(&heard);
        library.subscribe(move |notice| ear.lock().unwrap().extend(notice.topics.iter().copied()));
        let since = || std::mem::take(&mut *heard.lock().unwrap());

        let mut topics_of = BTreeMap::new();
        for act in acts.iter().filter(|act| !matches!(act, Act::Undo { .. } | Act::Redo { .. })) {
            let before = newest(library, Some(discovery));
            since();
            bench.act(act);
            let topics = since();
            let history = library.undo().history(Some(discovery), None, 1_000).unwrap().steps;
            let made: Vec<_> = history.iter().map(|step| Some(step.seq)).filter(|step| *step > before).collect();
            // Of what became two steps, nobody can say which told of what.
            if let [step] = made[..] {
                topics_of.insert(step, (format!("{act:?}"), topics));
            }
        }
        for (step, (act, topics)) in topics_of.iter().rev() {
            library.undo().go_to(Some(discovery), *step).unwrap();
            since();
            library.undo().undo(Some(discovery)).unwrap();
            let undone = since();
            prop_assert!(undone.is_superset(topics), "{}: {:?} is told, and undone {:?}", act, topics, undone);
            library.undo().redo(Some(discovery)).unwrap();
            prop_assert_eq!(&since(), &undone, "redone: {}", act);
        }
    }
}

#[test]
fn undo_tells_of_nothing_else() {
    let (at, discovery) = chain();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    at.library.pipeline().edit_entity(discovery, label("N-2"), "Walls please some neighbours.", None).unwrap();
    at.library.subscribe(move |notice| ear.lock().unwrap().push(notice.topics.clone()));
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(*heard.lock().unwrap(), [BTreeSet::from([Topic::Pipeline, Topic::Undo])]);
}
