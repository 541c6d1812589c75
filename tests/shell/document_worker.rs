//! The worker behind the window carries out documents by itself, also those that an earlier start began.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use factly_core::{
    discovery::{EntityKind, EntityLabel},
    long_documents::job::{JobKind, JobState},
};
use factly_engine::{
    Library,
    discovery::NewEntity,
    duplicates::DuplicatePolicy,
    long_documents::{RunRequest, RunView, WorkEvent},
    task::CancelToken,
    world::World,
};
use factly_shell::library_handle::{LibraryHandle, LibraryLocation};
use uuid::Uuid;

fn offline() -> RunRequest {
    RunRequest { recipe: "report-from-graph".to_owned(), ..RunRequest::default() }
}

fn add(library: &Library, discovery: Uuid, (kind, text): (EntityKind, &str), from: Vec<EntityLabel>) -> EntityLabel {
    let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
    library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap()
}

fn discovery_with_recommendation(library: &Library) -> Uuid {
    let discovery = library.discoveries().create("Wall", "").unwrap().id;
    let fact = add(library, discovery, (EntityKind::Fact, "The wall costs €2 m."), Vec::new());
    let insight = add(library, discovery, (EntityKind::Insight, "The wall is cheap."), vec![fact]);
    add(library, discovery, (EntityKind::Recommendation, "Build the wall"), vec![insight]);
    discovery
}

fn opened(path: &Path) -> LibraryHandle {
    let handle = LibraryHandle::new(LibraryLocation { path: path.to_owned(), own_folder: false, logs: None }, |_| {});
    handle.open_in_background(|_| {});
    handle
}

/// Waits for the outcome of a run that nobody here works on.
fn wait_for_end(handle: &LibraryHandle, run: Uuid) -> RunView {
    let given_up = Instant::now() + Duration::from_secs(60);
    loop {
        let view = handle.call("look", move |library| library.long_documents().show(run)).unwrap();
        if !matches!(view.state.as_str(), "pending" | "processing") {
            return view;
        }
        assert!(Instant::now() < given_up, "nobody works on it: {}", view.state);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_document_that_is_started_is_carried_out_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let handle = opened(&folder.path().join("library.factly"));
    let run = handle
        .call("start it", |library| library.long_documents().start(discovery_with_recommendation(library), &offline()))
        .unwrap();
    let view = wait_for_end(&handle, run);
    assert_eq!(view.state, "completed");
    assert_eq!(view.outputs.len(), 1, "it became an Output");
}

#[test]
fn a_document_that_was_cut_off_goes_on_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let run = {
        let library = Library::open(&path, World::system()).unwrap();
        let run = library.long_documents().start(discovery_with_recommendation(&library), &offline()).unwrap();
        // As a process that was killed leaves it: a job is taken, and nobody carries it on.
        let begun = AtomicUsize::new(0);
        let killed = |event| {
            let is_begun = matches!(event, WorkEvent::Began { .. });
            assert!(!is_begun || begun.fetch_add(1, Ordering::SeqCst) < 2, "killed");
        };
        let work = || library.long_documents().work(run, &CancelToken::default(), &killed);
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        let jobs = library.long_documents().show(run).unwrap().jobs;
        assert!(jobs.iter().any(|job| job.state == JobState::Processing), "a job was cut off");
        run
    };
    let view = wait_for_end(&opened(&path), run);
    assert_eq!(view.state, "completed");
    let written = view.jobs.iter().filter(|job| job.kind == JobKind::Write).count();
    assert_eq!((view.chunks.len(), view.outputs.len()), (written, 1), "nothing is there twice, and nothing is missing");
}

#[test]
fn a_document_that_was_paused_waits_until_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let run = {
        let library = Library::open(&path, World::system()).unwrap();
        let run = library.long_documents().start(discovery_with_recommendation(&library), &offline()).unwrap();
        library.long_documents().pause(run).unwrap();
        run
    };
    let handle = opened(&path);
    assert_eq!(wait_for_end(&handle, run).state, "paused", "a start resumes nothing by itself");
    handle.call("resume it", move |library| library.long_documents().resume(run)).unwrap();
    assert_eq!(wait_for_end(&handle, run).state, "completed");
}
