//! Searching the Inputs of a discovery: what is found, and that the index follows what is done.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::text::Utf16Span;
use factly_engine::Library;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::retrieval::{Group, HitTarget, InputScope, LibraryQuery, SearchResult};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};
use uuid::Uuid;

use crate::library::{Fixture, empty};
use crate::watch::Watch;
use crate::world;

const WALL: &str = "The flood wall costs 1.9 million euros. It was approved by the council in March.";
const GATE: &str = "The old gate is rusty and will be scrapped. Nobody opposes that.";

struct SearchFixture {
    at: Fixture,
    discovery: Uuid,
}

fn searched() -> SearchFixture {
    let at = empty();
    let discovery = at.discovery("Floods");
    let searched = SearchFixture { at, discovery };
    searched.add("Wall", WALL);
    searched.add("Gate", GATE);
    searched
}

impl SearchFixture {
    fn add(&self, title: &str, text: &str) -> Uuid {
        let input = NewInput {
            title: Some(title.to_owned()),
            origin: InputOrigin::Paste,
            file_name: None,
            text: text.to_owned(),
        };
        let report = self.at.library.inputs().add_input(self.discovery, input, Parsing::Later, &NoProgress).unwrap();
        report.added[0].id
    }

    fn search(&self, query: &str) -> SearchResult {
        self.at.library.retrieval().search(self.discovery, query, &InputScope::All, 10).unwrap()
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
fn an_input_of_another_process_is_searched_at_once() {
    let searched = searched();
    assert_eq!(searched.found("pump"), Vec::<String>::new());
    let other = Library::open(searched.at.library.path(), world::fixed()).unwrap();
    let pump = NewInput {
        title: Some("Pump".to_owned()),
        origin: InputOrigin::Paste,
        file_name: None,
        text: "Each pump lifts 240 litres a second.".to_owned(),
    };
    other.inputs().add_input(searched.discovery, pump, Parsing::Later, &NoProgress).unwrap();
    assert_eq!(searched.found("pump"), ["I-3.1"]);
    other.undo().undo(Some(searched.discovery)).unwrap();
    assert_eq!(everywhere(&searched.at, &typed("pump")), [""; 0], "what it took back is not found any more");
}

#[test]
fn a_search_is_narrowed_to_inputs() {
    let searched = searched();
    let scope = InputScope::Inputs(vec![searched.input("I-2")]);
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

/// Searches everything, and returns what each group found as "LABEL: …[marked]…".
fn everywhere(at: &Fixture, query: &LibraryQuery) -> Vec<String> {
    let mut shown = Vec::new();
    for found in at.library.retrieval().search_library(query, &NoProgress).unwrap() {
        for hit in found.hits {
            let units: Vec<u16> = hit.excerpt.encode_utf16().collect();
            let words = |mark: &Utf16Span| String::from_utf16_lossy(&units[mark.start as usize..mark.end as usize]);
            let marked: Vec<String> = hit.marks.iter().map(words).collect();
            shown.push(format!("{:?} {}: {}", found.group, hit.label, marked.join(" ")));
        }
    }
    shown
}

fn typed(typed: &str) -> LibraryQuery {
    LibraryQuery { typed: typed.to_owned(), limit: 5, ..LibraryQuery::default() }
}

#[test]
fn everything_that_is_kept_is_searched() {
    let searched = searched();
    let library = &searched.at.library;
    let add = |kind, text: &str| {
        let entity = NewEntity::by_hand(kind, text);
        library.pipeline().add_entity(searched.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    };
    add(EntityKind::Fact, "Walls protect the town.");
    add(EntityKind::Insight, "A 🌊 needs a wall.");
    let all = ["Inputs I-1: wall", "Facts F-1: Walls", "Conclusions N-1: wall"];
    assert_eq!(everywhere(&searched.at, &typed("wall")), all);
    assert_eq!(everywhere(&searched.at, &typed("wal")), all, "a word that is still typed");
    assert_eq!(everywhere(&searched.at, &typed("wal ")), [""; 0]);
    let facts = LibraryQuery { groups: vec![Group::Facts], ..typed("wall") };
    assert_eq!(everywhere(&searched.at, &facts), [all[1]]);
    assert_eq!(everywhere(&searched.at, &typed("wall in:I-1")), [all[0]], "Inputs alone are in an Input");

    library.undo().undo(Some(searched.discovery)).unwrap();
    assert_eq!(everywhere(&searched.at, &typed("wall")), all[..2], "what was undone is not found");
    let other = searched.at.discovery("Gardens");
    let text = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: "A garden wall.".to_owned() };
    library.inputs().add_input(other, text, Parsing::Later, &NoProgress).unwrap();
    assert_eq!(everywhere(&searched.at, &typed("wall")).len(), 3, "in every discovery");
    let there = LibraryQuery { discovery: Some(other), ..typed("wall") };
    assert_eq!(everywhere(&searched.at, &there), ["Inputs I-1: wall"]);
}

#[test]
fn a_hit_of_an_input_leads_to_its_words() {
    let at = empty();
    let discovery = at.discovery("Floods");
    let text = format!("{}\n\nThe 🌊 culvert is old.", "Nothing is said here. ".repeat(80));
    let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: text.clone() };
    at.library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    let found = at.library.retrieval().search_library(&typed("culvert"), &NoProgress).unwrap();
    let HitTarget::Input { input, block, words } = &found[0].hits[0].target else { panic!("an Input was found") };
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16_lossy(&units[words.start as usize..words.end as usize]), "culvert");
    let shown = at.library.sources().source_blocks(*input, *block..*block + 1).unwrap();
    assert!(shown[0].text.contains("culvert"), "the block has the words");
}

#[test]
fn a_first_search_shows_what_it_reads_and_goes_on_where_it_was_called_off() {
    let searched = searched();
    let library = &searched.at.library;
    let watch = Watch::until(1);
    let called_off = library.retrieval().search_library(&typed("wall"), &watch);
    assert_eq!(called_off.unwrap_err().code, Code::Cancelled);
    assert_eq!(watch.shown(), [(0, 2)]);
    let watch = Watch::all();
    let found = library.retrieval().search_library(&typed("gate"), &watch).unwrap();
    assert_eq!(found[0].total, 1);
    assert_eq!(watch.shown().first(), Some(&(1, 2)), "the first Input was read before");
}

#[test]
fn what_was_made_ready_for_the_search_is_not_read_while_somebody_waits() {
    let searched = searched();
    let library = &searched.at.library;
    let ready = || library.retrieval().prepare_search(&CancelToken::default()).unwrap();
    let read_at_search = || {
        let watch = Watch::all();
        library.retrieval().search_library(&typed("wall"), &watch).unwrap();
        watch.shown().len()
    };
    assert!(ready());
    assert_eq!(read_at_search(), 0);
    searched.add("Bridge", "The bridge has a wall.");
    assert!(!ready(), "what has just changed may change on");
    assert!(ready());
    assert_eq!(read_at_search(), 0, "an Input that came is in it too");
}

#[test]
fn a_large_index_is_kept_beside_the_library_and_a_damaged_one_is_made_anew() {
    let at = empty();
    let discovery = at.discovery("Floods");
    let word = |at: u32| format!("w{at:x}");
    let sentence = |at: u32| format!("Here {} end.", (0..90).map(|by| word(at * 7 + by)).collect::<Vec<_>>().join(" "));
    let text: String = (0..1_050).map(|at| sentence(at) + "\n\n").collect();
    let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text };
    at.library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    let look = || {
        let library = Library::open(&at.folder.path().join("library.factly"), world::fixed()).unwrap();
        let found = library.retrieval().search(discovery, "w1f03 w1f04", &InputScope::All, 3).unwrap();
        (found, library.retrieval().index_status(discovery).unwrap())
    };
    let first = look();
    assert!(first.1.passages >= 1_000, "large enough to be kept: {}", first.1.passages);
    let index_file = at.folder.path().join("library.factly-search").join(format!("{discovery}.index"));
    let bytes = std::fs::read(&index_file).expect("it was kept");
    assert_eq!(look(), first, "read again");
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    for bytes in [&damaged[..], &bytes[..bytes.len() - 1], b""] {
        std::fs::write(&index_file, bytes).unwrap();
        assert_eq!(look(), first, "made anew");
    }
    assert!(std::fs::read(&index_file).unwrap().len() > 1_000, "and kept again");
}

#[test]
fn a_passage_knows_where_its_document_has_it() {
    let searched = searched();
    let add = |name: &str, text: &str| {
        let path = searched.at.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        searched.at.library.inputs().add_files(searched.discovery, &[path], None, Parsing::Later, &NoProgress).unwrap();
    };
    let long = "Nothing else of note was said here today. ".repeat(12);
    add(
        "plan.md",
        &format!("# Tunnel\n\n{long}\n\n## Pumps\n\nThe pumps hum.\n\n{long}\n\n## Doors\n\nThe doors creak.\n"),
    );
    let cue = |at: u32, words: &str| format!("00:14:0{at}.000 --> 00:14:0{at}.900\n{words}\n\n");
    let talk = [cue(1, "<v Anna Weber>The lift is broken."), cue(7, "<v Tom Kurz>Nobody mends it.")].concat();
    add("talk.vtt", &format!("WEBVTT\n\n{talk}"));
    let locate = |query: &str| {
        let hit = searched.search(query).hits.into_iter().next()?;
        Some((hit.location.unwrap_or_default(), hit.heading.unwrap_or_default(), hit.speaker.unwrap_or_default()))
    };
    let check = |query: &str, [place_of, heading, speaker]: [&str; 3]| {
        assert_eq!(locate(query), Some((place_of.to_owned(), heading.to_owned(), speaker.to_owned())), "{query}");
    };
    check("lift", ["00:14:01", "", "Anna Weber"]);
    check("pumps hum", ["Pumps", "Pumps", ""]);
    assert_eq!(searched.found("lift speaker:\"Tom Kurz\"").len(), 1, "he speaks in it too");
    assert_eq!(searched.found("creak heading:doors").len(), 1, "it begins in it");
    assert_eq!(searched.found("creak heading:gates").len(), 0);
    assert!(searched.found("tunnel").len() > 1, "what stands under a heading is found by it");
}

#[test]
fn words_that_say_nothing_are_no_marks_in_another_language() {
    let searched = searched();
    searched.add("Mauer", "Die Mauer der Stadt ist hoch. Die Band heißt „The Wall“ und spielt in der Halle.");
    let query = typed("What does the wall cost? ");
    let found = searched.at.library.retrieval().search_library(&query, &NoProgress).unwrap();
    let marked = |hit: &factly_engine::retrieval::LibraryHit| {
        let units: Vec<u16> = hit.excerpt.encode_utf16().collect();
        let words = |mark: &Utf16Span| String::from_utf16_lossy(&units[mark.start as usize..mark.end as usize]);
        (hit.label.clone(), hit.marks.iter().map(words).collect::<Vec<_>>().join(" "))
    };
    let marks: Vec<(String, String)> = found[0].hits.iter().map(marked).collect();
    assert_eq!(marks, [("I-1".to_owned(), "wall costs".to_owned()), ("I-3".to_owned(), "Wall".to_owned())]);
}
