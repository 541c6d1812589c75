//! The window's last picture: kept while nothing is written, and taken out by whoever writes.

use std::{thread, time::Duration};

use factly_engine::{
    Library,
    bundle::{NewInput, Parsing},
    discovery::DiscoveryChange,
    picture::Picture,
    store::inputs::Origin,
    task::Unwatched,
    world::World,
};
use uuid::Uuid;

/// Longer than what a window needs to show a change.
const SETTLED: Duration = Duration::from_millis(1_100);
const KEY: &str = "light 1280 800";

fn kept_picture() -> Picture {
    Picture { key: KEY.to_owned(), shown: "[]".to_owned() }
}

struct Kept {
    folder: tempfile::TempDir,
    library: Library,
    discovery: Uuid,
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
        let discovery = library.create_discovery("River", "").unwrap().id;
        let kept = Self { folder, library, discovery };
        kept.keep();
        kept
    }

    fn keep(&self) {
        self.library.notice_others().unwrap();
        thread::sleep(SETTLED);
        assert!(self.library.keep_picture(KEY, "[]").unwrap(), "nothing was written for a while");
        assert_eq!(self.library.picture().unwrap(), Some(kept_picture()));
    }

    fn elsewhere(&self) -> Library {
        Library::open(&self.folder.path().join("library.factly"), World::system()).unwrap()
    }

    fn add(library: &Library, discovery: Uuid) {
        let text = "The wall is 6 m high.".to_owned();
        let input = NewInput { title: None, origin: Origin::Paste, file_name: None, text };
        library.add_input(discovery, input, Parsing::Now, &Unwatched).unwrap();
    }
}

#[test]
fn a_picture_is_there_at_the_next_start_and_says_of_what_window_it_is() {
    let kept = Kept::new();
    let next = kept.elsewhere();
    assert_eq!(next.picture().unwrap(), Some(kept_picture()));
}

#[test]
fn whatever_is_written_takes_the_picture_out() {
    let kept = Kept::new();
    type Write = fn(&Library, Uuid);
    let writes: [(&str, Write); 4] = [
        ("a new Input", Kept::add),
        ("a title", |library, discovery| {
            drop(
                library
                    .update_discovery(discovery, DiscoveryChange { title: Some("Ferry".into()), ..Default::default() })
                    .unwrap(),
            )
        }),
        ("undo", |library, discovery| drop(library.undo(Some(discovery)).unwrap())),
        ("another process", |library, discovery| {
            Kept::add(&Library::open(library.path(), World::system()).unwrap(), discovery)
        }),
    ];
    for (what, write) in writes {
        write(&kept.library, kept.discovery);
        assert_eq!(kept.library.picture().unwrap(), None, "{what}");
        kept.keep();
    }
}

#[test]
fn a_window_that_may_not_show_the_last_change_yet_has_no_picture_to_keep() {
    let kept = Kept::new();
    Kept::add(&kept.library, kept.discovery);
    assert!(!kept.library.keep_picture(KEY, "[]").unwrap(), "its own write");
    kept.keep();
    Kept::add(&kept.elsewhere(), kept.discovery);
    assert!(!kept.library.keep_picture(KEY, "[]").unwrap(), "another's");
    assert!(!kept.library.keep_picture(KEY, &"x".repeat(2_000_001)).unwrap(), "too large to be worth it");
    assert_eq!(kept.library.picture().unwrap(), None);
}
