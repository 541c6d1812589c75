//! The door to the library: closed while it opens, then open, or shut with the reason.
//!
//! It opens on a thread of its own, so that the window is there first, and what is asked meanwhile waits. A library that
//! cannot be opened leaves the application running: the window says what is wrong and offers the copies there are.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use factly_engine::{
    Library, error as engine,
    providers::{ConsentByEnvironment, Outside},
    store::{Backups, ChangeNotice, Topic},
    world::World,
};
use tokio::sync::watch;

use crate::{
    commands::off_the_window,
    error::{AppError, Reply},
    upkeep::Upkeep,
    wire::{
        library::{Backup, LibraryState, LibraryStatus},
        transfer::BackupPreview,
    },
};

type Hear = Arc<dyn Fn(&ChangeNotice) + Send + Sync>;

/// Cheap to clone; a clone is the same door.
#[derive(Clone)]
pub struct Door {
    place: Arc<Place>,
    state: watch::Sender<State>,
    /// Whether the window knows why the door is shut: when it asks again, it means "try again".
    told: Arc<AtomicBool>,
    hear: Hear,
}

/// Where the library is, and whether its folder is ours to make.
pub struct Place {
    pub path: PathBuf,
    pub own_folder: bool,
}

#[derive(Clone)]
enum State {
    Opening,
    Open { library: Library, _upkeep: Arc<Upkeep> },
    Shut { error: AppError, aside: Option<PathBuf>, why: Why },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    NotOpened,
    /// It opens, but was found damaged.
    Condemned,
}

impl Door {
    /// A door that is still closed. `hear` is told of every change once it is open.
    pub fn new(place: Place, hear: impl Fn(&ChangeNotice) + Send + Sync + 'static) -> Self {
        Self {
            place: Arc::new(place),
            state: watch::Sender::new(State::Opening),
            told: Arc::default(),
            hear: Arc::new(hear),
        }
    }

    /// Opens the library on another thread; `then` runs there once it is open.
    pub fn open_in_background(&self, then: impl FnOnce(&Library) + Send + 'static) {
        let door = self.clone();
        thread::spawn(move || {
            door.open(None);
            if let State::Open { library, .. } = &*door.state.borrow() {
                then(library);
            }
        });
    }

    /// Asks the library, where blocking harms nobody. `what` completes "Factly could not …", should that panic.
    pub async fn ask<T, W>(&self, what: &'static str, work: W) -> Reply<T>
    where
        T: Send + 'static,
        W: FnOnce(&Library) -> engine::Result<T> + Send + 'static,
    {
        let library = self.library().await?;
        off_the_window(what, move || work(&library).map_err(AppError::from)).await
    }

    /// What the window shows of the library, once it is known. Asked again, it tries again to open it.
    pub async fn library_state(&self) -> Reply<LibraryState> {
        let shut = matches!(self.settled().await, State::Shut { why: Why::NotOpened, .. });
        if shut && self.told.swap(true, Ordering::Relaxed) {
            let door = self.clone();
            off_the_window("open the library", move || {
                door.open(None);
                Ok(())
            })
            .await?;
        }
        let mut provider = "Offline".to_owned();
        let status = match self.settled().await {
            State::Shut { error, aside, .. } => self.unavailable(error, aside).await?,
            State::Open { library, .. } => {
                provider = off_the_window("name the provider", move || Ok(library.provider_label()?)).await?;
                LibraryStatus::Open
            }
            State::Opening => LibraryStatus::Open,
        };
        Ok(LibraryState {
            path: self.place.path.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            provider,
            status,
        })
    }

    /// The copies beside the library, which can be looked at whether or not it opens.
    pub async fn backups(&self) -> Reply<Vec<Backup>> {
        let copies = Backups::of(&self.place.path);
        let found = off_the_window("look for copies", move || copies.list().map_err(unreadable)).await?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// What a copy holds, beside what the library holds now, if it opens.
    pub async fn backup_preview(&self, backup: String) -> Reply<BackupPreview> {
        let (copies, library) = (Backups::of(&self.place.path), self.library().await.ok());
        off_the_window("look into the copy", move || {
            let held = copies.holds(&backup).map_err(engine::Error::from)?;
            let mut now = Vec::new();
            for archived in [false, true] {
                now.extend(
                    library
                        .as_ref()
                        .map(|library| library.discoveries(None, archived))
                        .transpose()?
                        .unwrap_or_default(),
                );
            }
            Ok(BackupPreview::of(held, &now))
        })
        .await
    }

    /// Puts a copy in the library's place and opens it. The file that was there is kept under another name.
    pub async fn restore(&self, backup: String) -> Reply<LibraryState> {
        let door = self.clone();
        off_the_window("restore the copy", move || {
            let copies = Backups::of(&door.place.path);
            let aside = copies.restore(&backup, &World::system()).map_err(engine::Error::from)?;
            tracing::info!(kept = aside.is_some(), "a copy was restored");
            door.open(aside);
            (door.hear)(&ChangeNotice { discovery: None, topics: Topic::ALL.into() });
            Ok(())
        })
        .await?;
        self.library_state().await
    }

    async fn library(&self) -> Reply<Library> {
        match self.settled().await {
            State::Open { library, .. } => Ok(library),
            State::Shut { error, .. } => Err(error),
            State::Opening => Err(AppError::internal("open the library")),
        }
    }

    async fn settled(&self) -> State {
        let mut state = self.state.subscribe();
        let settled = state.wait_for(|state| !matches!(state, State::Opening)).await;
        settled.map_or(State::Opening, |state| state.clone())
    }

    /// `aside` is where the file that a copy replaced was put.
    fn open(&self, aside: Option<PathBuf>) {
        let state = match self.opened() {
            Ok(library) => {
                library.subscribe({
                    let hear = Arc::clone(&self.hear);
                    move |notice| hear(notice)
                });
                tracing::info!("the library is open");
                State::Open { _upkeep: Arc::new(Upkeep::of(&library, self.clone())), library }
            }
            Err(error) => {
                tracing::error!(code = ?error.code, "the library could not be opened");
                State::Shut { error, aside, why: Why::NotOpened }
            }
        };
        self.state.send_replace(state);
    }

    fn opened(&self) -> Reply<Library> {
        if self.place.own_folder {
            let folder = self.place.path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(unreadable)?;
        }
        let world = World::system();
        let outside = Outside::system(world.clone(), ConsentByEnvironment::Asked);
        Ok(Library::connected(&self.place.path, world, outside)?)
    }

    /// The library was found damaged while it was open: nothing more is written to it.
    pub fn shut(&self, error: AppError) {
        self.state.send_replace(State::Shut { error, aside: None, why: Why::Condemned });
        (self.hear)(&ChangeNotice { discovery: None, topics: [Topic::Library].into() });
    }

    async fn unavailable(&self, error: AppError, aside: Option<PathBuf>) -> Reply<LibraryStatus> {
        let backups = self.backups().await.unwrap_or_default();
        Ok(LibraryStatus::Unavailable { error, backups, aside_path: aside.map(|path| path.display().to_string()) })
    }
}

fn unreadable(error: std::io::Error) -> AppError {
    tracing::warn!(%error, "the library's folder cannot be read");
    AppError::new(crate::error::ErrorCode::Io, "The library's folder cannot be read")
        .hint("Check the drive and the rights of the folder, then start again")
}
