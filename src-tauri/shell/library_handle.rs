//! The library as commands reach it: opening, open, or shut with the reason.
//!
//! It opens on a thread of its own, so that the window is there first, and what is asked meanwhile waits. A library that
//! cannot be opened leaves the application running: the window says what is wrong and offers the copies there are.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::{
    document_worker::{DocumentWorker, LiveWords},
    error::{AppError, AppResult, ErrorCode},
    upkeep::Upkeep,
    wire::{
        done::Done,
        library::{Backup, LibraryState, LibraryStatus},
        transfer::BackupPreview,
    },
};
use factly_engine::{
    Library, error as engine,
    meaning::model_file,
    providers::{ConsentByEnvironment, ProviderContext},
    store::{Backups, ChangeNotice, Topic},
    world::World,
};

type OnChange = Arc<dyn Fn(&ChangeNotice) + Send + Sync>;

/// A handle that is cheap to clone; a clone is of the same library.
#[derive(Clone)]
pub struct LibraryHandle {
    location: Arc<LibraryLocation>,
    state: Arc<(Mutex<HandleState>, Condvar)>,
    /// True if the window knows why the library is shut: when it asks again, it means "try again".
    was_reported: Arc<AtomicBool>,
    /// True if a call found that the file is no longer the one that was opened: the next one means "try again".
    was_missing: Arc<AtomicBool>,
    on_change: OnChange,
}

/// The path of the library, and whether its folder is ours to make.
pub struct LibraryLocation {
    pub path: PathBuf,
    pub own_folder: bool,
    /// The folder of the log; none keeps none.
    pub logs: Option<PathBuf>,
}

#[derive(Clone)]
enum HandleState {
    Opening,
    Open { library: Library, worker: Arc<DocumentWorker>, _upkeep: Arc<Upkeep> },
    Shut { error: AppError, aside: Option<PathBuf>, why: ShutReason },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ShutReason {
    NotOpened,
    /// It opens, but was found damaged.
    Damaged,
}

impl LibraryHandle {
    /// Makes a handle of a library that is still closed. `on_change` is told of every change once it is open.
    pub fn new(location: LibraryLocation, on_change: impl Fn(&ChangeNotice) + Send + Sync + 'static) -> Self {
        Self {
            location: Arc::new(location),
            state: Arc::new((Mutex::new(HandleState::Opening), Condvar::new())),
            was_reported: Arc::default(),
            was_missing: Arc::default(),
            on_change: Arc::new(on_change),
        }
    }

    /// Opens the library on another thread; `then` runs there once it is open.
    pub fn open_in_background(&self, then: impl FnOnce(&Library) + Send + 'static) {
        let handle = self.clone();
        thread::spawn(move || {
            handle.open(None);
            if let HandleState::Open { library, .. } = handle.settled() {
                then(&library);
            }
        });
    }

    /// Calls the library once it is open. `what` completes "Factly could not …", should that panic.
    pub fn call<T>(&self, what: &'static str, work: impl FnOnce(&Library) -> engine::Result<T>) -> AppResult<T> {
        if self.was_missing.swap(false, Ordering::Relaxed) {
            self.open_anew();
        }
        let library = self.library()?;
        let reply = guarded(what, || Ok(work(&library)?));
        if reply.as_ref().is_err_and(|error| error.code == ErrorCode::LibraryMissing) {
            self.was_missing.store(true, Ordering::Relaxed);
        }
        reply
    }

    /// Opens what has the library's name by now. While nothing has, or it does not open, what is open stays: what was saved
    /// in it can be saved to a new place.
    fn open_anew(&self) {
        if self.location.path.exists()
            && let Ok(library) = self.opened()
        {
            tracing::info!("the library was opened anew");
            self.settle(self.open_state(library));
            (self.on_change)(&ChangeNotice { discovery: None, topics: Topic::ALL.iter().copied().collect() });
        }
    }

    /// Does as [`Self::call`] with what changes something: the reply tells which step of undo it became.
    pub fn mutate<T>(
        &self,
        what: &'static str,
        work: impl FnOnce(&Library) -> engine::Result<T>,
    ) -> AppResult<Done<T>> {
        self.call(what, |library| {
            let (library, made) = library.noting_steps();
            let value = work(&library)?;
            Ok(Done { value, step: made.newest() })
        })
    }

    /// Returns what the window shows of the library, once it is known. Asked again, it tries again to open it.
    pub fn library_state(&self) -> AppResult<LibraryState> {
        let shut = matches!(self.settled(), HandleState::Shut { why: ShutReason::NotOpened, .. });
        if shut && self.was_reported.swap(true, Ordering::Relaxed) {
            let handle = self.clone();
            guarded("open the library", move || {
                handle.open(None);
                Ok(())
            })?;
        }
        let (mut provider, mut notes) = ("Offline".to_owned(), Vec::new());
        let status = match self.settled() {
            HandleState::Shut { error, aside, .. } => self.unavailable(error, aside)?,
            HandleState::Open { library, .. } => {
                notes = library.notes().into_iter().map(Into::into).collect();
                provider = guarded("name the provider", move || Ok(library.providers().provider_label()?))?;
                LibraryStatus::Open
            }
            HandleState::Opening => LibraryStatus::Open,
        };
        Ok(LibraryState {
            path: self.location.path.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            provider,
            notes,
            status,
        })
    }

    /// Lists the copies beside the library, which can be looked at whether or not it opens.
    pub fn backups(&self) -> AppResult<Vec<Backup>> {
        let copies = Backups::for_library(&self.location.path);
        let found = guarded("look for copies", move || copies.list().map_err(unreadable))?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// Returns what a copy holds, beside what the library holds now, if it opens.
    pub fn backup_preview(&self, backup: String) -> AppResult<BackupPreview> {
        let (copies, library) = (Backups::for_library(&self.location.path), self.library().ok());
        guarded("look into the copy", move || {
            let held = copies.holds(&backup).map_err(engine::Error::from)?;
            let mut now = Vec::new();
            for archived in [false, true] {
                now.extend(
                    library
                        .as_ref()
                        .map(|library| library.discoveries().list(None, archived))
                        .transpose()?
                        .unwrap_or_default(),
                );
            }
            Ok(BackupPreview::new(held, &now))
        })
    }

    /// Puts a copy in the library's place and opens it. The file that was there is kept under another name.
    pub fn restore(&self, backup: String) -> AppResult<LibraryState> {
        let handle = self.clone();
        guarded("restore the copy", move || {
            let copies = Backups::for_library(&handle.location.path);
            let aside = copies.restore(&backup, &World::system()).map_err(engine::Error::from)?;
            tracing::info!(kept = aside.is_some(), "a copy was restored");
            handle.open(aside);
            (handle.on_change)(&ChangeNotice { discovery: None, topics: Topic::ALL.iter().copied().collect() });
            Ok(())
        })?;
        self.library_state()
    }

    /// Returns the words that calls of long documents are saying.
    pub(crate) fn live_words(&self) -> AppResult<LiveWords> {
        match self.settled() {
            HandleState::Open { worker, .. } => Ok(worker.words()),
            HandleState::Shut { error, .. } => Err(error),
            HandleState::Opening => Err(AppError::internal("open the library")),
        }
    }

    fn library(&self) -> AppResult<Library> {
        match self.settled() {
            HandleState::Open { library, .. } => Ok(library),
            HandleState::Shut { error, .. } => Err(error),
            HandleState::Opening => Err(AppError::internal("open the library")),
        }
    }

    fn settled(&self) -> HandleState {
        let (state, changed) = &*self.state;
        let held = state.lock().unwrap_or_else(PoisonError::into_inner);
        let settled = changed.wait_while(held, |state| matches!(state, HandleState::Opening));
        settled.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn settle(&self, settled: HandleState) {
        let (state, changed) = &*self.state;
        *state.lock().unwrap_or_else(PoisonError::into_inner) = settled;
        changed.notify_all();
    }

    /// `aside` is where the file that a copy replaced was put.
    fn open(&self, aside: Option<PathBuf>) {
        let state = match self.opened() {
            Ok(library) => {
                tracing::info!("the library is open");
                self.open_state(library)
            }
            Err(error) => {
                tracing::error!(code = ?error.code, "the library could not be opened");
                HandleState::Shut { error, aside, why: ShutReason::NotOpened }
            }
        };
        self.settle(state);
    }

    /// A library that was opened, with whoever hears of its changes and looks after it.
    fn open_state(&self, library: Library) -> HandleState {
        library.subscribe({
            let on_change = Arc::clone(&self.on_change);
            move |notice| on_change(notice)
        });
        let handle = self.clone();
        let upkeep = Arc::new(Upkeep::start(&library, move |error| handle.shut(error)));
        HandleState::Open { worker: Arc::new(DocumentWorker::start(&library)), _upkeep: upkeep, library }
    }

    fn opened(&self) -> AppResult<Library> {
        if self.location.own_folder {
            let folder = self.location.path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(unreadable)?;
        }
        let world = World::system();
        let log = self.location.logs.clone();
        let outside = ProviderContext { log, ..ProviderContext::system(world.clone(), ConsentByEnvironment::Required) };
        let library = Library::connected(&self.location.path, world, outside)?;
        library.use_meaning(model_file());
        Ok(library)
    }

    /// Shuts the library, which was found damaged while it was open: nothing more is written to it.
    pub fn shut(&self, error: AppError) {
        self.settle(HandleState::Shut { error, aside: None, why: ShutReason::Damaged });
        (self.on_change)(&ChangeNotice { discovery: None, topics: [Topic::Library].into() });
    }

    fn unavailable(&self, error: AppError, aside: Option<PathBuf>) -> AppResult<LibraryStatus> {
        let backups = self.backups().unwrap_or_default();
        Ok(LibraryStatus::Unavailable { error, backups, aside_path: aside.map(|path| path.display().to_string()) })
    }
}

/// Turns a panic in `work` into an error, and the window goes on. What a panic leaves half done stands behind locks that
/// are taken again as they are, and behind transactions that are rolled back.
pub fn guarded<T>(what: &'static str, work: impl FnOnce() -> AppResult<T>) -> AppResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!(what, "a command panicked");
        Err(AppError::internal(what))
    })
}

fn unreadable(error: std::io::Error) -> AppError {
    tracing::warn!(%error, "the library's folder cannot be read");
    AppError::new(ErrorCode::Io, "The library's folder cannot be read")
        .hint("Check the drive and the rights of the folder, then start again")
}
