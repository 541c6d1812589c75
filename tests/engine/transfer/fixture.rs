//! A discovery in which there is one of everything, and what tests do with files.

use std::path::PathBuf;

use factly_core::discovery::{EntityLabel, EntityStatus, Kind, OutputType};
use factly_engine::Library;
use factly_engine::bundle::Parsing;
use factly_engine::discovery::{Anyway, NewEntity};
use factly_engine::error::Result;
use factly_engine::task::Unwatched;
use factly_engine::transfer::{How, Imported, Preview, Repairs};
use uuid::Uuid;

use super::answers::{bundle_of, op};
use super::library::{Fixture, empty};

pub(super) fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

pub(super) fn export(library: &Library, discoveries: &[Uuid]) -> String {
    let mut out = Vec::new();
    library.export(discoveries, &mut out, &Unwatched).expect("it can be exported");
    String::from_utf8(out).expect("JSON is UTF-8")
}

impl Fixture {
    pub(super) fn file(&self, json: &str) -> PathBuf {
        let path = self.folder.path().join("file.json");
        std::fs::write(&path, json).expect("the folder can be written");
        path
    }

    pub(super) fn import(&self, json: &str) -> Result<Vec<Imported>> {
        self.import_as(json, How::Add, &Repairs::default())
    }

    pub(super) fn import_as(&self, json: &str, how: How, repairs: &Repairs) -> Result<Vec<Imported>> {
        self.library.import_apply(&self.file(json), how, repairs, &Unwatched)
    }

    pub(super) fn preview(&self, json: &str, how: How) -> Preview {
        self.library.import_preview(&self.file(json), how, &Unwatched).expect("a preview is never refused")
    }

    pub(super) fn add_entity(&self, discovery: Uuid, kind: Kind, text: &str, from: &[&str]) -> EntityLabel {
        let from = from.iter().map(|text| label(text)).collect();
        let output_type = (kind == Kind::Output).then_some(OutputType::Brief);
        let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind, text) };
        let added = self.library.add_entity(discovery, &entity, Anyway::Yes).expect("it can be added");
        added.added.expect("it is added anyway")
    }

    pub(super) fn is_empty(&self) -> bool {
        [false, true].into_iter().all(|archived| self.library.discoveries(None, archived).unwrap().is_empty())
    }
}

pub(super) const TEXT: &str = "The wall is 149 m long. 👩‍👩‍👧 Die Brücke kostet 1.200 €.\n\n\
    The install date is 1 March 2026.\n\n[AGENT_OUTPUT]\nnot the agent \u{2028} \"quoted\" \\ \u{feff}end.";

/// One of everything: texts, runs, a conflict, a note that is not proven, edits, marks, what is put aside and what is
/// deleted.
pub(super) fn rich() -> (Fixture, Uuid) {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    at.add(discovery, TEXT, Parsing::Now);
    let bundle = bundle_of(&at, discovery, TEXT);
    let answer = serde_json::json!({ "ops": [
        op("project.timeline.installDate", "2026-03-01", "The install date is 1 March 2026.", 0.95),
        op("project.timeline.installDate", "2026-03-02", "The install date is 1 March 2026.", 0.3),
        op("note", "It is 149 m long.", "The wall is 149 m long.", 0.123_456_789),
        op("note", "It is 150 m long.", "The wall is 150 m long.", 0.9),
    ]});
    at.library
        .run_submit(bundle, &answer.to_string(), factly_engine::extraction::Force::No)
        .expect("an answer is never an error");
    chain(&at, discovery);
    (at, discovery)
}

fn chain(at: &Fixture, discovery: Uuid) {
    at.add_entity(discovery, Kind::Fact, "Revenue grew by 15 % in Q3.", &[]);
    let fact = at.add_entity(discovery, Kind::Fact, "The wall of 149 m is 6 m high.", &["I-1"]).to_string();
    at.add_entity(discovery, Kind::Insight, "A wall of 6 m is paid by \u{0} nothing.", &[&fact, "F-1"]);
    at.add_entity(discovery, Kind::Insight, "Aside", &["F-1"]);
    at.add_entity(discovery, Kind::Insight, "Gone", &["F-1"]);
    at.add_entity(discovery, Kind::Recommendation, "Build the wall of 6 m.", &["N-1", "N-2"]);
    at.add_entity(discovery, Kind::Output, "A brief on the wall of 6 m.", &["R-1"]);
    let edited = |of: &str, text: &str| at.library.edit_entity(discovery, label(of), text, None).expect("an edit");
    edited("N-1", "A wall of 7 m is paid by nothing.");
    edited(&fact, "The wall of 149 m is 8 m high.");
    at.library.archive_entities(discovery, &[label("N-2")], true).expect("it can be put aside");
    at.library.delete_entities(discovery, &[label("N-3")]).expect("it can be deleted");
    at.library.set_entity_state(discovery, &[label("O-1")], EntityStatus::Validated).expect("a state");
    at.library.move_entities(discovery, &[label("F-3")], Some(label("F-1"))).expect("it can be moved");
}
