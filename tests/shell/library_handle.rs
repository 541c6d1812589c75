//! The handle of the library, and calls through it.

use factly_shell::{
    error::{AppResult, ErrorCode},
    library_handle::{LibraryHandle, LibraryLocation, guarded},
    wire::library::LibraryStatus,
};

fn handle(path: &std::path::Path) -> LibraryHandle {
    LibraryHandle::new(LibraryLocation { path: path.to_owned(), own_folder: false, logs: None }, |_| {})
}

#[test]
fn a_panic_in_a_call_is_an_error_and_tells_nothing_of_the_inside() {
    let reply: AppResult<()> = guarded("do it", || panic!("a secret text"));
    let error = reply.unwrap_err();
    assert_eq!(error.code, ErrorCode::Internal);
    let serialized = serde_json::to_string(&error.message).unwrap();
    assert!(serialized.contains("do it") && !serialized.contains("secret"), "{serialized}");
}

#[test]
fn what_is_asked_while_the_library_opens_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let handle = handle(&folder.path().join("library.factly"));
    let opening = handle.clone();
    std::thread::spawn(move || opening.open_in_background(|_| {}));
    let list = handle.call("list the discoveries", |library| library.discoveries().list(None, false));
    assert!(list.unwrap().is_empty());
}

#[test]
fn a_library_that_cannot_be_opened_says_why_and_is_tried_again_when_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    std::fs::write(&path, "this is no database, it is a text of some length").unwrap();
    let handle = handle(&path);
    handle.open_in_background(|_| {});
    let LibraryStatus::Unavailable { .. } = handle.library_state().unwrap().status else {
        panic!("a text is not a library");
    };
    let refused = handle.call("list the discoveries", |library| library.discoveries().list(None, false));
    assert!(refused.is_err(), "a call says the same");
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(handle.library_state().unwrap().status, LibraryStatus::Open), "the fault was mended");
}

#[test]
fn a_call_that_changes_something_says_which_step_it_became() {
    let folder = tempfile::tempdir().unwrap();
    let handle = handle(&folder.path().join("library.factly"));
    handle.open_in_background(|_| {});
    let made = handle.call("make it", |library| library.discoveries().create("Wall", "")).unwrap();
    let archive = |archived| {
        handle.mutate("archive it", move |library| library.discoveries().archive(made.id, archived)).unwrap()
    };
    let newest = || handle.call("look", |library| library.undo().undo_state(None)).unwrap().newest;
    assert_eq!(archive(false).step, None, "it was not archived");
    let step = archive(true).step;
    assert!(step.is_some() && step == newest(), "{step:?} is the newest step");
    handle.call("go on", |library| library.discoveries().create("Dike", "")).unwrap();
    assert_eq!(archive(true).step, None, "the newest step is another's by now");
}
