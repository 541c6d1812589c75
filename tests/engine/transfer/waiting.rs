//! Other writes while an import holds the library: one of the same process waits its turn, one of another is told that
//! it has to. Nothing of an import is seen before all of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::task::{Progress, TaskStep};
use factly_engine::transfer::{ImportMode, Repairs};
use factly_engine::world::World;

use super::fixture::{export, rich};
use super::library::{Fixture, empty};

/// Count of an import's checks for cancellation.
#[derive(Default)]
struct CancelChecks(AtomicUsize);

impl Progress for CancelChecks {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

/// Holds an import in the middle of its writing, until it is told to go on or that it is called off.
struct PausedImport {
    looked: AtomicUsize,
    /// As often a preview looks, which reads the same and writes nothing.
    reading: usize,
    writes: Sender<()>,
    is_off: Receiver<bool>,
}

impl Progress for PausedImport {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        if self.looked.fetch_add(1, Ordering::Relaxed) != self.reading {
            return false;
        }
        self.writes.send(()).unwrap();
        self.is_off.recv().unwrap()
    }
}

/// A library whose new rows have other ids than what is imported.
fn of_its_own() -> Fixture {
    let mut at = empty();
    at.library = Library::open(at.library.path(), World::system()).unwrap();
    at
}

fn titles(library: &Library) -> Vec<String> {
    let mut titles: Vec<String> =
        library.discoveries().list(None, false).unwrap().into_iter().map(|found| found.title).collect();
    titles.sort();
    titles
}

/// Runs `meanwhile` while an import is held in the middle of its writing, and says whether it was imported. What
/// `meanwhile` gives says whether the import is called off then.
fn while_importing(at: &Fixture, meanwhile: impl FnOnce() -> bool) -> bool {
    let (there, discovery) = rich();
    let file = at.file(&export(&there.library, &[discovery]));
    let counted = CancelChecks::default();
    at.library.transfer().import_preview(&file, ImportMode::Add, &counted).unwrap();
    let ((writes, writing), (off, is_off)) = (channel(), channel());
    let held = PausedImport { looked: AtomicUsize::new(0), reading: counted.0.into_inner() + 1, writes, is_off };
    thread::scope(|scope| {
        let library = at.library.clone();
        let import =
            scope.spawn(move || library.transfer().import_apply(&file, ImportMode::Add, &Repairs::default(), &held));
        writing.recv().unwrap();
        off.send(meanwhile()).unwrap();
        import.join().unwrap().is_ok()
    })
}

#[test]
fn a_write_of_the_same_process_waits_for_an_import_and_one_of_another_says_that_it_must() {
    let at = of_its_own();
    let elsewhere = Library::open(at.library.path(), World::system()).unwrap();
    let mut waiting = None;
    let imported = while_importing(&at, || {
        let library = at.library.clone();
        let write = waiting.insert(thread::spawn(move || library.discoveries().create("Meanwhile", "").map(drop)));
        let refused = elsewhere.discoveries().create("Elsewhere", "").unwrap_err();
        assert_eq!(refused.code, Code::LibraryBusy, "after some seconds it is told");
        assert!(
            refused.message.to_string().contains("nother process is working in the library"),
            "{}",
            refused.message
        );
        assert!(
            refused.hint.as_ref().map(ToString::to_string).as_deref().is_some_and(|hint| hint.starts_with("Wait")),
            "{:?}",
            refused.hint
        );
        assert!(!write.is_finished(), "of the same process it has waited for as long and waits on");
        assert_eq!(titles(&at.library), Vec::<String>::new(), "what there is can be read, and is nothing yet");
        false
    });
    assert!(imported);
    waiting.unwrap().join().unwrap().expect("its turn came");
    assert_eq!(titles(&at.library), ["Flood wall", "Meanwhile"]);
    elsewhere.discoveries().create("Elsewhere", "").expect("nobody holds it any more");
}

#[test]
fn what_waits_for_an_import_is_done_when_that_is_called_off() {
    let at = of_its_own();
    let mut waiting = None;
    let imported = while_importing(&at, || {
        let library = at.library.clone();
        waiting = Some(thread::spawn(move || library.discoveries().create("Meanwhile", "").map(drop)));
        true
    });
    waiting.unwrap().join().unwrap().expect("its turn came");
    assert!(!imported);
    assert_eq!(titles(&at.library), ["Meanwhile"], "of the import there is nothing");
}
