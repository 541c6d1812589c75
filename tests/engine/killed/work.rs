//! An analyst's work in a library, by chance, through the calls that the shells make.

use std::path::{Path, PathBuf};

use factly_core::discovery::{EntityKind, OutputType};
use factly_engine::Library;
use factly_engine::chat::TurnRequest;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::inputs::Parsing;
use factly_engine::task::{CancelToken, NoProgress};
use factly_engine::transfer::{ImportMode, Repairs};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use uuid::Uuid;

use crate::acts::{Act, Bench, any_act};
use crate::chance::Chance;
use crate::library::empty;
use crate::receipt::Receipt;

const TITLE: &str = "Flood wall";

/// One thing that is done. Most are several rows, some are several transactions.
#[derive(Debug)]
pub(crate) enum Deed {
    /// Inputs with their runs, decisions, conflicts and their ends, edits, items, overrides, patches of blocks, undo.
    Act(Act),
    /// A text of several bundles, parsed.
    Text(usize),
    /// A turn of the chat, and what is read of it.
    Chat(usize),
    Entity(EntityKind),
    /// A file, as a copy beside what is here.
    Import,
    UndoImport,
}

const SAID: [&str; 3] = [
    "The budget is €1,500. Drilling is not allowed.",
    "What do we know of the backdrop?",
    "The venue is Hall 3. We expect 800 visitors on 1 March 2026.",
];

pub(crate) struct Work {
    bench: Bench,
    path: PathBuf,
    file: PathBuf,
    chance: Chance,
    runner: TestRunner,
    discovery: Uuid,
    imported: bool,
}

impl Work {
    /// On whatever a kill left of the first things.
    pub(crate) fn new(library: Library, path: &Path, file: &Path, mut chance: Chance) -> Self {
        let here =
            library.discoveries().list(None, false).unwrap().into_iter().find(|discovery| discovery.title == TITLE);
        let discovery = here.map_or_else(|| library.discoveries().create(TITLE, "").unwrap().id, |here| here.id);
        let seed: Vec<u8> = (0..4).flat_map(|_| chance.draw().to_le_bytes()).collect();
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let runner = TestRunner::new_with_rng(Config::default(), rng);
        let bench = Bench::of(library, discovery);
        Self { bench, path: path.to_owned(), file: file.to_owned(), chance, runner, discovery, imported: false }
    }

    fn library(&self) -> &Library {
        &self.bench.0.at.library
    }

    /// Returns the present state, in one line.
    pub(crate) fn receipt(&self) -> String {
        serde_json::to_string(&Receipt::from_library(&self.path, self.library())).unwrap()
    }

    pub(crate) fn next(&mut self) -> Deed {
        match self.chance.below(20) {
            0 | 1 => Deed::Text(self.chance.below(1_000)),
            2 | 3 => Deed::Chat(self.chance.below(SAID.len())),
            4 | 5 => Deed::Entity(EntityKind::ALL[2 + self.chance.below(3)]),
            6 if self.imported => Deed::UndoImport,
            6 => Deed::Import,
            _ => Deed::Act(any_act().new_tree(&mut self.runner).unwrap().current()),
        }
    }

    /// Carries out a deed; one that makes no sense now is refused, which is no matter here.
    pub(crate) fn carry_out(&mut self, what: &Deed) {
        match what {
            Deed::Act(act) => self.bench.act(act),
            Deed::Text(number) => {
                self.bench.0.at.add(self.discovery, &long_text(*number), Parsing::Now);
            }
            Deed::Chat(which) => self.chat(SAID[*which]),
            Deed::Entity(kind) => self.add_entity(*kind),
            Deed::Import => {
                let imported = self
                    .library()
                    .transfer()
                    .import_apply(&self.file, ImportMode::Copy, &Repairs::default(), &NoProgress)
                    .unwrap();
                self.imported = !imported.is_empty();
            }
            Deed::UndoImport => {
                self.library().undo().undo(None).unwrap();
                self.imported = false;
            }
        }
    }

    fn chat(&self, text: &str) {
        let ask = TurnRequest { text: text.to_owned(), ..TurnRequest::default() };
        let stop = CancelToken::default();
        let answer = self.library().chat().send(self.discovery, None, &ask, &stop, &mut |_| {}).unwrap();
        self.library().chat().feed_turn(answer.id, &stop).unwrap();
    }

    fn add_entity(&mut self, kind: EntityKind) {
        let above: Vec<_> = self.library().pipeline().entities(self.discovery, kind.above()).unwrap();
        let from = above.first().map(|above| above.label).into_iter().collect();
        let output_type = (kind == EntityKind::Output).then_some(OutputType::Brief);
        let text = format!("What follows, for the {} th time.", self.chance.below(1_000));
        let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind, text) };
        self.library().pipeline().add_entity(self.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    }
}

/// Of several bundles, so that its runs are several.
fn long_text(number: usize) -> String {
    let sentence = |at: usize| format!("On day {at} the water stood {} cm high in district {number}. ", 7 * at + 3);
    (0..180).map(|at| sentence(at) + if at % 12 == 11 { "\n\n" } else { "" }).collect()
}

pub(crate) fn write_small_file(path: &Path) {
    let at = empty();
    let discovery = at.discovery("Small");
    at.add(discovery, "The wall is 840 m long. It will cost 12.4 million euros.", Parsing::Now);
    at.library.transfer().export_to_file(&[discovery], path, &NoProgress).unwrap();
}
