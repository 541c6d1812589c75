//! Which step of undo an act became, and taking back that one or none.

use crate::library;
use factly_core::discovery::{EntityLabel, EntityStatus, Kind};
use factly_engine::Library;
use factly_engine::bundle::Parsing;
use factly_engine::discovery::{DiscoveryChange, NewEntity};
use factly_engine::duplicates::Anyway;
use factly_engine::error::Result;
use library::{Fixture, empty};
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
        (Kind::Fact, "The wall is 6 m high.", vec![]),
        (Kind::Insight, "A wall of 6 m keeps the flood out.", vec![label("F-1")]),
        (Kind::Insight, "Walls please the neighbours.", vec![]),
    ] {
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        at.library.pipeline().add_entity(discovery, &entity, Anyway::Yes).unwrap();
    }
    (at, discovery)
}

fn newest(library: &Library, of: Option<Uuid>) -> Option<i64> {
    library.undo().undo_state(of).unwrap().newest
}

/// The step that an act says it became.
fn told<T>(library: &Library, act: impl FnOnce(&Library) -> Result<T>) -> Option<i64> {
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
        let first = told(&at.library, |library| act(library, discovery));
        assert!(first.is_some() && first > before, "{what} is a step");
        assert_eq!(first, newest(&at.library, Some(discovery)), "{what} is told as the step that it became");
        assert_eq!(told(&at.library, |library| act(library, discovery)), None, "{what} again changes nothing");
        assert_eq!(newest(&at.library, Some(discovery)), first, "{what} again leaves the newest step what it was");
    }
    assert_eq!(told(&at.library, |library| library.discoveries().get(discovery)), None, "to look is no step");
}

#[test]
fn a_step_is_undone_by_itself_or_not_at_all() {
    let (at, discovery) = chain();
    let library = &at.library;
    let linked = told(library, |l| l.pipeline().link_pairs(discovery, &[(label("F-1"), label("N-2"))])).unwrap();
    let edited = told(library, |l| l.pipeline().edit_entity(discovery, label("N-2"), "They do.", None)).unwrap();
    let links = || library.pipeline().entity(discovery, label("N-2")).unwrap().up;

    let held = library.undo().undo_step(Some(discovery), linked).unwrap();
    assert_eq!((held.done, held.later), (None, 1), "a later step stands on it");
    assert_eq!((links(), newest(library, Some(discovery))), (vec![label("F-1")], Some(edited)), "nothing was undone");

    let back = library.undo().undo_step(Some(discovery), edited).unwrap();
    assert_eq!((back.done.as_deref(), back.later), (Some("Edit N-2"), 0));
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
    let archived = told(library, |l| l.discoveries().archive(discovery, true)).unwrap();
    let renamed = told(library, |l| l.pipeline().edit_entity(discovery, label("N-2"), "They do.", None)).unwrap();
    let elsewhere = library.undo().undo_step(Some(discovery), archived).unwrap();
    assert_eq!((elsewhere.done, elsewhere.later), (None, 0), "it is the library's");
    let elsewhere = library.undo().undo_step(None, renamed).unwrap();
    assert_eq!((elsewhere.done, elsewhere.later), (None, 0), "it is the discovery's");
    assert_eq!(library.undo().undo_step(None, archived).unwrap().done.as_deref(), Some("Archive “Flood wall”"));
    assert_eq!(newest(library, Some(discovery)), Some(renamed));
}
