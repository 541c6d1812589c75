//! A chat's view of a library: the graph of a discovery, and the suggestions for "@".

use crate::{answers, library};
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::chat::context::{INPUT_CHARS, MENTION_CHARS};
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::Status;
use factly_engine::Library;
use factly_engine::discovery::NewEntity;
use factly_engine::discovery::board::ColumnQuery;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::inputs::Parsing;
use factly_engine::store::entities::EntityOrigin;
use factly_engine::world::World;
use serde_json::json;
use uuid::Uuid;

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap()
}

fn labels(labels: impl IntoIterator<Item = EntityLabel>) -> Vec<String> {
    labels.into_iter().map(|label| label.to_string()).collect()
}

fn conclude(fixture: &BundleFixture, kind: EntityKind, text: &str, from: &[&str]) -> EntityLabel {
    let from = from.iter().map(|name| label(name)).collect();
    let entity = NewEntity { kind, text: text.into(), from, output_type: None, origin: EntityOrigin::Manual };
    fixture.at.library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap()
}

/// Two facts with their evidence in I-1, an insight on both, a recommendation on that.
fn chain() -> BundleFixture {
    let fixture = about("The peak was 5.84 m. The wall is 2.1 m high.");
    fixture.submit(json!([
        op("note", "The peak was 5.84 m.", "The peak was 5.84 m.", 0.5),
        op("note", "The wall is 2.1 m high.", "The wall is 2.1 m high.", 0.5),
    ]));
    conclude(&fixture, EntityKind::Insight, "The wall is too low.", &["F-1", "F-2"]);
    conclude(&fixture, EntityKind::Recommendation, "Build a higher one.", &["N-1"]);
    fixture
}

#[test]
fn a_graph_is_what_the_columns_show() {
    let at = library::empty();
    let sample = at.library.sample().create_sample(&factly_engine::task::NoProgress).unwrap().id;
    let graph = at.library.chat().chat_graph(sample, &[], 0).unwrap();
    let mut shown = 0;
    for kind in EntityKind::ALL {
        let cards = at.library.pipeline().pipeline_cards(sample, &ColumnQuery::all(kind), 0, 1_000).unwrap().cards;
        assert_eq!(graph.count(kind), cards.len(), "{kind:?}");
        for card in cards {
            let node = graph.node(card.label).unwrap();
            assert_eq!(
                (node.status, node.fact_status, node.version, node.output_type, node.has_evidence),
                (card.status, card.fact_status, card.version, card.output_type, card.has_evidence),
                "{}",
                card.label
            );
            let above: Vec<EntityLabel> = graph.above(card.label).take(card.up_labels.len()).collect();
            assert_eq!(above, card.up_labels, "{} rests on", card.label);
            assert_eq!(graph.below(card.label).count(), card.down as usize, "on {} rest", card.label);
            assert_eq!(graph.is_orphan(card.label), card.orphan, "{}", card.label);
            shown += 1;
        }
    }
    assert_eq!(graph.total(), shown);
    let conflicts: Vec<EntityLabel> = graph.conflicts().iter().map(|conflict| conflict.fact).collect();
    assert!(!conflicts.is_empty(), "the sample's documents contradict one another");
    assert!(graph.conflicts().iter().all(|conflict| conflict.with.is_some_and(|with| graph.has(with))));
    assert!(graph.title() == "Flood protection in Ashfield" && graph.goal().starts_with("What did the flood"));
    assert!(graph.steps().len() > 5 && graph.steps()[0].name == "Add the report O-2", "the newest step first");
}

#[test]
fn more_is_known_of_what_is_asked_about() {
    let fixture = chain();
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    library.pipeline().archive_entities(discovery, &[label("F-2")], true).unwrap();
    let graph = library.chat().chat_graph(discovery, &[label("N-1"), label("I-1"), label("F-77")], 0).unwrap();
    let insight = graph.close(label("N-1")).unwrap();
    assert_eq!(graph.node(label("N-1")).unwrap().status, EntityStatus::Weak);
    assert_eq!(insight.because.as_ref().unwrap().from.as_deref(), Some("F-2"), "why it is weak");
    assert_eq!(graph.close(label("F-1")).unwrap().quote.as_deref(), Some("The peak was 5.84 m."), "beneath N-1");
    let words = graph.close(label("I-1")).unwrap().words.clone().unwrap();
    assert_eq!(words.beginning, "The peak was 5.84 m. The wall is 2.1 m high.");
    assert_eq!(words.chars, 44);
    assert!(graph.close(label("R-1")).is_none() && graph.close(label("F-77")).is_none(), "nobody asked, nothing there");
}

#[test]
fn inputs_are_read_only_where_they_are_sent() {
    let fixture = chain();
    let long = format!("{} The end.", "Many words and more. ".repeat(6_000));
    fixture.at.add(fixture.discovery, &long, Parsing::Later);
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let words = |near: &[EntityLabel], whole: u32| {
        let graph = library.chat().chat_graph(discovery, near, whole).unwrap();
        let of = |name: &str| graph.close(label(name)).and_then(|close| close.words.clone());
        (of("I-1"), of("I-2"))
    };
    assert_eq!(words(&[], 5), (None, None), "six entities are more than five");
    let (short, cut) = words(&[], 6);
    assert_eq!(short.unwrap().beginning.chars().count(), 44);
    let cut = cut.unwrap();
    let begun = cut.beginning.chars().count();
    assert!((4_000..=INPUT_CHARS as usize).contains(&begun), "a beginning of a long one: {begun}");
    assert!(long.starts_with(&cut.beginning));
    assert_eq!(cut.chars as usize, long.chars().count(), "the length is that of all of it");
    let whole = "Many words and more. ".repeat(1_000);
    fixture.at.add(fixture.discovery, &whole, Parsing::Later);
    let graph = library.chat().chat_graph(discovery, &[], 7).unwrap();
    let excerpt = graph.close(label("I-3")).and_then(|close| close.words.clone()).unwrap();
    assert_eq!(excerpt.beginning.trim_end(), whole.trim_end(), "of several bundles, and whole");
    let (_, mentioned) = words(&[label("I-2")], 6);
    assert_eq!(mentioned.unwrap().beginning.chars().count(), MENTION_CHARS as usize, "as much of what is mentioned");
}

#[test]
fn an_input_is_read_however_many_are_mentioned_before_it() {
    let fixture = chain();
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    for no in 0..60 {
        fixture.at.add(discovery, &format!("Note {no} stands here."), Parsing::Later);
    }
    let all: Vec<_> = (1..=61).map(|no| label(&format!("I-{no}"))).collect();
    let graph = library.chat().chat_graph(discovery, &all, 0).unwrap();
    let last = graph.close(label("I-61")).and_then(|close| close.words.clone()).unwrap();
    assert_eq!(last.beginning, "Note 59 stands here.");
}

/// Returns the suggestions, as "F-1 The peak was 5.84 m."
fn offered(library: &Library, discovery: Uuid, typed: &str) -> Vec<String> {
    let groups = library.chat().chat_mentions(discovery, typed).unwrap();
    let kinds: Vec<EntityKind> = groups.iter().map(|group| group.kind).collect();
    let mut in_order = kinds.clone();
    in_order.sort_unstable();
    in_order.dedup();
    assert_eq!(kinds, in_order, "each column once, in the order of the pipeline");
    groups.into_iter().flat_map(|group| group.entries).map(|entry| format!("{} {}", entry.label, entry.text)).collect()
}

#[test]
fn fs_chat_at_mention_autocomplete() {
    let fixture = chain();
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let check = |typed: &str, expected: &[&str]| {
        let found = offered(library, discovery, typed);
        let found: Vec<&str> = found.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(found, expected, "{typed:?}");
    };
    check("", &["I-1", "F-1", "F-2", "N-1", "R-1"]);
    check("F-", &["F-1", "F-2"]);
    check("f", &["F-1", "F-2"]);
    check("f2", &["F-2"]);
    check("F-2", &["F-2"]);
    check("F-3", &[]);
    check("n-1", &["N-1"]);
    check("1", &["I-1", "F-1", "F-2", "N-1", "R-1"]);
    check("wall", &["I-1", "F-2", "N-1"]);
    check("WALL too", &["N-1"]);
    check("wall peak", &["I-1"]);
    check("5.84", &["I-1", "F-1"]);
    check("nothing says this", &[]);
    check("F-1\u{0}", &[]);
    assert_eq!(offered(library, discovery, "r-")[0], "R-1 Build a higher one.");
}

#[test]
fn a_column_offers_eight_at_most_and_the_nearest_first() {
    let fixture = about("Nothing.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    for no in 1..=21 {
        conclude(
            &fixture,
            EntityKind::Insight,
            &format!("The {no}th insight overwalled {}", "and so on ".repeat(20)),
            &[],
        );
    }
    conclude(&fixture, EntityKind::Insight, "A wall.", &[]);
    library.pipeline().archive_entities(discovery, &[label("N-2")], true).unwrap();
    let names = |typed: &str| -> Vec<String> {
        let lines = offered(library, discovery, typed);
        lines.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names("N-").len(), 8);
    assert_eq!(names("N-2"), ["N-20", "N-21", "N-22"], "N-2 is put aside");
    assert_eq!(names("n1")[..3], ["N-1", "N-10", "N-11"], "the label that was typed comes first");
    assert_eq!(names("n")[..2], ["I-1", "N-1"], "a letter may begin a label or a word: “Nothing.”");
    assert_eq!(names("overwall")[..2], ["N-1", "N-3"]);
    assert_eq!(names("wall")[..2], ["N-22", "N-1"], "a word that begins so, before one that has it inside");
    let groups = library.chat().chat_mentions(discovery, "N-1").unwrap();
    let text = &groups[0].entries[0].text;
    assert!(text.chars().count() <= 50 && text.ends_with('…'), "fifty characters: {text}");
}

#[test]
fn facts_that_wait_are_offered_behind_the_others_and_say_so() {
    let fixture = about("The wall is high. The farms need a wall.");
    let note = |words: &str| op("note", words, words, 0.5);
    fixture.submit(json!([note("The wall is high"), note("The farms need a wall")]));
    fixture.at.library.facts().accept(&[fixture.facts()[1].id]).unwrap();
    let groups = fixture.at.library.chat().chat_mentions(fixture.discovery, "wall").unwrap();
    let facts = groups.into_iter().filter(|group| group.kind == EntityKind::Fact).flat_map(|group| group.entries);
    let facts: Vec<_> = facts.map(|fact| (fact.label.to_string(), fact.fact_status)).collect();
    let expected = [("F-2", Status::Accepted), ("F-1", Status::Proposed)];
    assert_eq!(facts, expected.map(|(label, status)| (label.to_owned(), Some(status))));
}

#[test]
fn a_changed_discovery_is_seen_at_once() {
    let fixture = chain();
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    bundle_of(&fixture.at, discovery, "Another text.");
    assert_eq!(
        labels(library.chat().chat_graph(discovery, &[], 0).unwrap().column(EntityKind::Input).map(|node| node.label)),
        ["I-1", "I-2"]
    );
    library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(library.chat().chat_graph(discovery, &[], 0).unwrap().count(EntityKind::Input), 1);
    assert_eq!(offered(library, discovery, "I-").len(), 1);
}

#[test]
fn a_graph_is_the_library_as_another_process_has_left_it() {
    let fixture = chain();
    let before = fixture.at.library.chat().chat_graph(fixture.discovery, &[], 0).unwrap();
    let other = Library::open(fixture.at.library.path(), World::system()).unwrap();
    let fact = NewEntity {
        kind: EntityKind::Insight,
        text: "The bridge is the narrow place.".into(),
        from: vec![label("F-1")],
        output_type: None,
        origin: EntityOrigin::Manual,
    };
    other.pipeline().add_entity(fixture.discovery, &fact, DuplicatePolicy::Allow).unwrap();
    let after = fixture.at.library.chat().chat_graph(fixture.discovery, &[], 0).unwrap();
    assert_eq!(after.count(EntityKind::Insight), before.count(EntityKind::Insight) + 1, "no timer has told of it yet");
}
