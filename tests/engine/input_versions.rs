//! Another text for an Input: what moves with it, what is marked, and what stays as it was.

use crate::answers;
use answers::{BundleFixture, about, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::facts::FactFilter;
use factly_engine::marks::EditOutcome;
use factly_engine::task::NoProgress;
use serde_json::json;
use uuid::Uuid;

const TEXT: &str = "We expect 800 visitors. The wall is 5 m high. Nobody came.";

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

/// F-1, F-2 and F-3, one for each sentence; F-4 is linked by hand, and N-1 rests on F-2.
fn prepared() -> BundleFixture {
    let fixture = about(TEXT);
    let note = |words: &str| op("note", words, words, 0.9);
    fixture.submit(json!([note("We expect 800 visitors."), note("The wall is 5 m high."), note("Nobody came.")]));
    let add = |kind, text: &str, from: &str| {
        let entity = NewEntity { from: vec![label(from)], ..NewEntity::by_hand(kind, text) };
        fixture.at.library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    };
    add(EntityKind::Fact, "I know more.", "I-1");
    add(EntityKind::Insight, "5 m are enough.", "F-2");
    fixture
}

impl BundleFixture {
    fn edit_input(&self, text: &str) -> EditOutcome {
        self.at.library.pipeline().edit_entity(self.discovery, label("I-1"), text, None).unwrap()
    }

    fn input(&self) -> Uuid {
        self.at.library.inputs().list(self.discovery).unwrap()[0].id
    }

    /// The facts drawn in the Input as it stands, each with its words there.
    fn drawn(&self) -> Vec<String> {
        let library = &self.at.library;
        let outline = library.sources().source_outline(self.input()).unwrap();
        let blocks =
            library.sources().source_blocks(self.input(), 0..u32::try_from(outline.lengths.len()).unwrap()).unwrap();
        let mut drawn = Vec::new();
        for block in &blocks {
            for span in &block.spans {
                let units: Vec<u16> = block.text.encode_utf16().collect();
                let words = String::from_utf16(&units[span.start as usize..span.end as usize]).unwrap();
                drawn.push(format!("{} {words}", span.label));
            }
        }
        let counted: u32 = outline.fact_counts.iter().sum();
        assert_eq!((counted as usize, outline.marks.len()), (drawn.len(), drawn.len()), "outline and text agree");
        let filter = FactFilter { input: Some(self.input()), ..FactFilter::default() };
        let page = library.facts().facts(self.discovery, &filter, None, 100).unwrap();
        assert_eq!(page.total, Some(u32::try_from(page.facts.len()).unwrap()), "pages and totals agree");
        drawn
    }

    fn status_of(&self, of: &str) -> String {
        self.at.library.pipeline().entity(self.discovery, label(of)).unwrap().status.as_str().to_owned()
    }
}

#[test]
fn what_still_stands_moves_and_what_does_not_is_marked() {
    let fixture = prepared();
    let library = &fixture.at.library;
    let old = fixture.input();
    let before = fixture.drawn();
    let edited = fixture.edit_input("First of all: We expect 800 visitors. The wall is 15 m high. Nobody came.");
    assert_eq!((edited.version, edited.marked), (2, vec![label("F-2"), label("F-4")]));
    let drawn = fixture.drawn();
    let expected = ["F-1 We expect 800 visitors.", "F-5 The wall is 15 m high.", "F-3 Nobody came."];
    assert_eq!(drawn, expected, "moved to the letter, and 5 m is not in 15 m");
    let because = library.pipeline().entity(fixture.discovery, label("F-2")).unwrap().because.unwrap();
    assert_eq!((because.from.as_deref(), because.was.as_deref()), (Some("I-1"), Some("The wall is 5 m high.")));
    assert_eq!(fixture.status_of("N-1"), "draft", "one level at a time");
    let fact = library.facts().fact(library.pipeline().entity(fixture.discovery, label("F-1")).unwrap().id).unwrap();
    assert_eq!(fact.evidence.as_ref().unwrap().quote, "We expect 800 visitors.", "its evidence is what it was");
    let location = library.sources().fact_place(fact.id).unwrap();
    assert_eq!(location.input, fixture.input());
    let lost = library.pipeline().entity(fixture.discovery, label("F-2")).unwrap().id;
    assert_eq!(library.sources().fact_place(lost).unwrap_err().code, Code::NotFound);

    assert_eq!(library.inputs().list(fixture.discovery).unwrap().len(), 1, "an old version is no other Input");
    assert_eq!(library.discoveries().get(fixture.discovery).unwrap().discovery.inputs, 1);
    assert_eq!(library.inputs().get(old).unwrap().id, fixture.input(), "who holds the old one is led on");
    assert_eq!(library.names().find_input("I-1", None).unwrap(), fixture.input());
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);

    assert_eq!(library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Edit I-1");
    assert_eq!((fixture.drawn(), fixture.input(), fixture.status_of("F-2")), (before, old, "validated".into()));
    library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.status_of("F-2"), "needs_review");
}

#[test]
fn the_new_text_is_parsed_and_what_is_said_already_is_not_added_again() {
    let fixture = prepared();
    fixture.edit_input(&format!("{TEXT}\n\nThe gauge passed 4.20 metres at night."));
    let facts = fixture.drawn();
    assert_eq!(facts.len(), 4, "{facts:?}");
    assert!(facts[3].contains("4.20 metres"), "{facts:?}");
    assert_eq!(fixture.facts().len(), 5, "with the one that is linked by hand");
    let summary = &fixture.at.library.inputs().list(fixture.discovery).unwrap()[0];
    assert_eq!((summary.bundles, summary.parsed, summary.facts), (1, 1, 4));
}

#[test]
fn a_text_can_be_brought_back_with_what_stood_in_it() {
    let fixture = prepared();
    let library = &fixture.at.library;
    let before = fixture.drawn();
    fixture.edit_input("Something else entirely.");
    assert!(!fixture.drawn().iter().any(|drawn| drawn.starts_with("F-1 ")));
    assert_eq!(["F-1", "F-2", "F-3", "F-4"].map(|of| fixture.status_of(of)), ["needs_review"; 4]);
    let same = fixture.edit_input("Something else entirely.");
    assert_eq!((same.version, same.marked), (2, vec![]), "the same text is no edit");
    let back = library.pipeline().restore_entity_version(fixture.discovery, label("I-1"), 1).unwrap();
    assert_eq!(back.version, 3);
    let drawn = fixture.drawn();
    assert!(before.iter().all(|words| drawn.contains(words)), "{drawn:?} has all of {before:?}");
    let versions = library.pipeline().entity_versions(fixture.discovery, label("I-1")).unwrap();
    let texts: Vec<&str> = versions.iter().map(|version| version.text.as_str()).collect();
    assert_eq!(texts, [TEXT, "Something else entirely.", TEXT]);
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.edit_input("A fourth.").version, 4, "a version that was undone is not given again");
}

#[test]
fn deleting_an_edited_input_takes_all_its_versions() {
    let fixture = prepared();
    fixture.edit_input("We expect 800 visitors. No more.");
    let library = &fixture.at.library;
    let before = library.pipeline().entities(fixture.discovery, None).unwrap();
    library.pipeline().delete_entities(fixture.discovery, &[label("I-1")]).unwrap();
    let left: Vec<String> = library
        .pipeline()
        .entities(fixture.discovery, None)
        .unwrap()
        .iter()
        .map(|entity| entity.label.to_string())
        .collect();
    assert_eq!(left, ["F-4", "N-1"]);
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(library.pipeline().entities(fixture.discovery, None).unwrap(), before);
}

#[test]
fn a_quote_that_stands_twice_stays_with_its_own_place() {
    let fixture = about("It is so. And again: It is so. The end.");
    fixture.submit(json!([{
        "op": "ADD", "scope": {"type": "project"}, "key": "note", "value": "It is so.", "confidence": 0.9,
        "evidence": {"quote": "It is so.", "startChar": 0, "endChar": 9},
    }]));
    let library = &fixture.at.library;
    let words = |text: &str| {
        fixture.edit_input(text);
        let blocks = library.sources().source_blocks(fixture.input(), 0..9).unwrap();
        let of_fact = |span: &&factly_engine::evidence::SourceSpan| span.label == "F-1";
        let span = blocks.iter().flat_map(|block| &block.spans).find(of_fact).unwrap().clone();
        span.start
    };
    assert_eq!(words("It is so. And again: It is so. The very end."), 0, "the first, as it was");
    assert_eq!(words("Well. It is so. And again: It is so. The very end."), 6, "moved exactly");
    let empty = library.pipeline().edit_entity(fixture.discovery, label("I-1"), " \n", None).unwrap_err();
    assert_eq!(empty.code, Code::Empty);
}
