//! Searching the Inputs of a discovery: what is found, and that the index follows what is done.

use factly_core::discovery::EntityLabel;
use factly_engine::bundle::{NewInput, Parsing};
use factly_engine::retrieval::{Found, Scope};
use factly_engine::store::inputs::Origin;
use factly_engine::task::Unwatched;
use uuid::Uuid;

use crate::library::{Fixture, empty};

const WALL: &str = "The flood wall costs 1.9 million euros. It was approved by the council in March.";
const GATE: &str = "The old gate is rusty and will be scrapped. Nobody opposes that.";

struct Searched {
    at: Fixture,
    discovery: Uuid,
}

fn searched() -> Searched {
    let at = empty();
    let discovery = at.discovery("Floods");
    let searched = Searched { at, discovery };
    searched.add("Wall", WALL);
    searched.add("Gate", GATE);
    searched
}

impl Searched {
    fn add(&self, title: &str, text: &str) -> Uuid {
        let input =
            NewInput { title: Some(title.to_owned()), origin: Origin::Paste, file_name: None, text: text.to_owned() };
        let report = self.at.library.inputs().add_input(self.discovery, input, Parsing::Later, &Unwatched).unwrap();
        report.added[0].id
    }

    fn search(&self, query: &str) -> Found {
        self.at.library.retrieval().search(self.discovery, query, &Scope::All, 10).unwrap()
    }

    fn found(&self, query: &str) -> Vec<String> {
        self.search(query).hits.iter().map(|hit| hit.id.to_string()).collect()
    }

    fn input(&self, label: &str) -> Uuid {
        self.at.library.names().find_input(label, Some(self.discovery)).unwrap()
    }
}

#[test]
fn a_question_finds_the_passage_that_answers_it() {
    let searched = searched();
    let found = searched.search("What does the wall cost?");
    let hit = &found.hits[0];
    assert_eq!((hit.id.to_string().as_str(), hit.label.as_str(), hit.title.as_str()), ("I-1.1", "I-1", "Wall"));
    assert_eq!(hit.input, searched.input("I-1"));
    assert_eq!((hit.text.as_str(), hit.start_char, hit.end_char), (WALL, 0, WALL.chars().count() as u32));
    assert!(hit.similarity > 0.0 && hit.similarity <= 1.0 && found.similarity == hit.similarity);
    assert_eq!(searched.found("zebra"), [""; 0]);
    assert!(searched.search("zebra").guard, "what is about nothing here is guarded");
}

#[test]
fn a_search_is_narrowed_to_inputs() {
    let searched = searched();
    let scope = Scope::Inputs(vec![searched.input("I-2")]);
    let found = searched.at.library.retrieval().search(searched.discovery, "wall gate", &scope, 10).unwrap();
    assert_eq!(found.hits.iter().map(|hit| hit.label.as_str()).collect::<Vec<_>>(), ["I-2"]);
    assert_eq!(searched.found("wall gate in:I-1"), ["I-1.1"]);
}

#[test]
fn the_index_follows_what_is_done_to_inputs() {
    let searched = searched();
    assert_eq!(searched.found("rusty"), ["I-2.1"]);
    let library = &searched.at.library;
    let gate = EntityLabel::parse("I-2").unwrap();
    library.pipeline().edit_entity(searched.discovery, gate, "The gate is painted.", None).unwrap();
    assert_eq!((searched.found("rusty").len(), searched.found("painted")), (0, vec!["I-2.1".to_owned()]));
    library.pipeline().archive_entities(searched.discovery, &[gate], true).unwrap();
    assert_eq!(searched.found("painted").len(), 0);
    library.undo().undo(Some(searched.discovery)).unwrap();
    assert_eq!(searched.found("painted"), ["I-2.1"]);
    library.undo().undo(Some(searched.discovery)).unwrap();
    assert_eq!(searched.found("rusty"), ["I-2.1"]);
    library.inputs().rename_input(searched.input("I-2"), "Portcullis").unwrap();
    assert_eq!(searched.found("portcullis"), ["I-2.1"]);
    searched.add("Dam", "A dam.");
    assert_eq!(searched.found("dam"), ["I-3.1"]);
}

#[test]
fn whatever_is_typed_is_a_query() {
    let searched = searched();
    for odd in ["", " ", "\"", "c++", "x-y", "-", "*", "title:", "NEAR(", "wall\" -", "\u{0}", "in:I-99 wall"] {
        searched.search(odd);
    }
    assert_eq!(searched.found("\"flood wall\""), ["I-1.1"]);
    assert_eq!(searched.found("\"wall flood\"").len(), 0);
    assert_eq!(searched.found("the wall gate -rusty"), ["I-1.1"]);
    assert_eq!(searched.found("wall title:gate").len(), 1);
}
