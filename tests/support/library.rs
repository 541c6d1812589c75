//! A library in a folder that goes when the test ends.
#![allow(dead_code, reason = "each suite takes what it needs")]

use factly_engine::Library;
use factly_engine::inputs::{AddReport, NewInput, Parsing};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::NoProgress;
use tempfile::TempDir;
use uuid::Uuid;

use super::world;

pub(crate) struct Fixture {
    pub(crate) library: Library,
    pub(crate) folder: TempDir,
}

pub(crate) fn empty() -> Fixture {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::open(&folder.path().join("library.factly"), world::fixed()).expect("a new library");
    Fixture { library, folder }
}

/// A text as the analyst pastes it.
pub(crate) fn pasted(text: &str) -> NewInput {
    NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: text.to_owned() }
}

impl Fixture {
    pub(crate) fn discovery(&self, title: &str) -> Uuid {
        self.library.discoveries().create(title, "").expect("a title is all that it needs").id
    }

    pub(crate) fn add(&self, discovery: Uuid, text: &str, parsing: Parsing) -> AddReport {
        self.library
            .inputs()
            .add_input(discovery, pasted(text), parsing, &NoProgress)
            .expect("a text with words is added")
    }
}
