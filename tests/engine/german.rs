//! A German reader of a library: typed facts are stored in English, and shown and found in German.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::language::Language;
use factly_engine::discovery::NewEntity;
use factly_engine::discovery::board::ColumnQuery;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::facts::FactFilter;
use factly_engine::reports::Beginning;
use factly_engine::retrieval::{Group, LibraryQuery};
use factly_engine::task::NoProgress;
use serde_json::json;

use crate::answers::{BundleFixture, about, op};

const SHOWN: &str = "Erwartete Besucher: 800 Personen";

fn german() -> BundleFixture {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([op("project.summary.expectedVisitors", "800 people", "We expect 800 visitors", 0.95)]));
    fixture.at.library.set_language(Language::German).unwrap();
    fixture
}

#[test]
fn what_is_shown_of_a_typed_fact_is_found_in_both_languages() {
    let fixture = german();
    let library = &fixture.at.library;
    for typed in ["besucher", "Personen", "visitors"] {
        let query = ColumnQuery { search: typed.to_owned(), ..ColumnQuery::all(EntityKind::Fact) };
        let cards = library.pipeline().pipeline_cards(fixture.discovery, &query, 0, 10).unwrap().cards;
        assert_eq!(cards.iter().map(|card| card.text.as_str()).collect::<Vec<_>>(), [SHOWN], "{typed} on the map");
        let filter = FactFilter { text: Some(typed.to_owned()), ..FactFilter::default() };
        let facts = library.facts().facts(fixture.discovery, &filter, None, 10).unwrap().facts;
        assert_eq!(facts.len(), 1, "{typed} in the table");
        let offered = library.chat().chat_mentions(fixture.discovery, typed).unwrap();
        let offered = offered.iter().find(|group| group.kind == EntityKind::Fact).map(|group| &group.entries);
        assert_eq!(offered.map(|entries| entries[0].text.as_str()), Some(SHOWN), "{typed} behind an @");
        let query = LibraryQuery { typed: typed.to_owned(), limit: 5, ..LibraryQuery::default() };
        let found = library.retrieval().search_library(&query, &NoProgress).unwrap();
        let facts = found.iter().find(|group| group.group == Group::Facts).map(|group| group.hits[0].excerpt.as_str());
        assert_eq!(facts, Some(SHOWN), "{typed} in the library");
    }
}

#[test]
fn a_draft_and_a_trace_say_typed_facts_in_german() {
    let fixture = german();
    let library = &fixture.at.library;
    let mut from: Vec<EntityLabel> = EntityLabel::parse("F-1").into_iter().collect();
    for (kind, text) in [(EntityKind::Insight, "Die Halle reicht."), (EntityKind::Recommendation, "Halle buchen.")] {
        let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
        let added = library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
        from = added.added.into_iter().collect();
    }
    let report = library.reports().create(fixture.discovery, None, Beginning::Graph).unwrap();
    let body = &report.report.sections[0].body_md;
    assert!(body.contains(&format!("- {SHOWN} [")), "{body}");
    let trace = library.pipeline().trace_report(fixture.discovery, from[0]).unwrap();
    assert!(trace.markdown.contains(SHOWN), "{}", trace.markdown);
    let detail = library.pipeline().entity_detail(fixture.discovery, EntityLabel::parse("F-1").unwrap()).unwrap();
    assert_eq!(detail.text, SHOWN);
}
