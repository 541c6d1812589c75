//! The context that every area works with: the store, the world, and what areas keep in memory beside the file.
//!
//! An area is a small type over a context and has nothing of its own: what it keeps between two calls is a [`Cache`],
//! which the context makes when it is first asked for. So the context knows no area, and no area knows the library.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Result;
use crate::store::past::PastFactState;
use crate::store::{
    ChangeNotice, Op, OpSeq, Reader, Stack, Store, StoreError, Topic, UndoOutcome, WriteOutcome, Writer,
};
use crate::world::World;

/// An area's cache in memory: it can be dropped at any time and is read again.
pub(crate) trait Cache: Default + Send + Sync + 'static {
    /// Hears of every commit, on the thread that committed.
    fn on_change(&self, _: &ChangeNotice) {}
}

/// The library that areas are made over. A clone is the same library.
#[derive(Clone)]
pub(crate) struct Context {
    shared: Arc<SharedContext>,
    steps: Option<Steps>,
}

struct SharedContext {
    path: PathBuf,
    store: Store,
    world: World,
    parts: Arc<SharedParts>,
}

/// The undo step that the writes through one handle made or went on with.
#[derive(Clone, Debug, Default)]
pub struct Steps(Arc<AtomicI64>);

impl Steps {
    /// Returns the newest of them; none where nothing was changed.
    pub fn newest(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|step| *step > 0)
    }

    fn note(&self, step: OpSeq) {
        self.0.fetch_max(step.0, Ordering::Relaxed);
    }
}

impl Context {
    pub(crate) fn open(path: &Path, world: World) -> Result<Self> {
        let store = Store::open(path, world.clone())?;
        let parts = Arc::new(SharedParts::default());
        store.subscribe({
            let parts = Arc::clone(&parts);
            move |notice| parts.tell(notice)
        });
        let shared = SharedContext { path: path.to_owned(), store, world, parts };
        Ok(Self { shared: Arc::new(shared), steps: None })
    }

    /// Returns the same context whose writes are noted in the [`Steps`] beside it.
    pub(crate) fn noting_steps(&self) -> (Self, Steps) {
        let steps = Steps::default();
        (Self { shared: Arc::clone(&self.shared), steps: Some(steps.clone()) }, steps)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.shared.path
    }

    pub(crate) fn world(&self) -> &World {
        &self.shared.world
    }

    pub(crate) fn store(&self) -> &Store {
        &self.shared.store
    }

    /// Returns an area's cache, made empty if nobody asked for it yet.
    pub(crate) fn cache<T: Cache>(&self) -> Arc<T> {
        self.shared.parts.cache()
    }

    /// Returns what was put in with [`Self::put`].
    pub(crate) fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.shared.parts.get()
    }

    /// Gives the areas something from outside: at the opening, before any area is asked.
    pub(crate) fn put<T: Any + Send + Sync>(&self, part: T) {
        self.shared.parts.put(Arc::new(part));
    }

    /// Reads a small setting of the application.
    pub(crate) fn preference(&self, name: &str) -> Result<Option<String>> {
        self.read(|r| Ok(r.preference(name)?))
    }

    pub(crate) fn set_preference(&self, name: &str, value: &str) -> Result<()> {
        self.write(Op::silent(), |w| {
            w.topic(Topic::Preferences);
            Ok(w.set_preference(name, value)?)
        })?;
        Ok(())
    }

    /// Gives one consistent view of the library.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Reader) -> Result<T>) -> Result<T> {
        with_error_slot(|slot| self.store().read(|r| slot.capture(look(r))))
    }

    /// Gives a view as [`Self::read`], of what was just after a step.
    pub(crate) fn read_past<T>(
        &self,
        step: i64,
        facts: impl FnOnce(&Reader) -> Result<Vec<PastFactState>, StoreError>,
        look: impl FnOnce(&Reader) -> Result<T>,
    ) -> Result<T> {
        with_error_slot(|slot| self.store().read_past(step, facts, |r| slot.capture(look(r))))
    }

    /// Carries out one transaction: if `change` fails, nothing of it was done.
    pub(crate) fn write<T>(
        &self,
        op: Op,
        change: impl FnOnce(&mut Writer<'_>) -> Result<T>,
    ) -> Result<WriteOutcome<T>> {
        let written = with_error_slot(|slot| self.store().write(op, |w| slot.capture(change(w))))?;
        if let (Some(steps), Some(step)) = (&self.steps, written.operation) {
            steps.note(step);
        }
        Ok(written)
    }

    /// Undoes or redoes until the step that `find` names is the newest that is done, in the transaction that it looks in.
    pub(crate) fn go_to_found(
        &self,
        stack: Stack,
        find: impl FnOnce(&Reader) -> Result<Option<OpSeq>>,
    ) -> Result<UndoOutcome> {
        with_error_slot(|slot| self.store().go_to_found(stack, |r| slot.capture(find(r))))
    }
}

/// Declares the type of an area: a context, and what the area does with it.
macro_rules! area {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'c> {
            ctx: &'c $crate::context::Context,
        }

        impl<'c> $name<'c> {
            pub(crate) const fn new(ctx: &'c $crate::context::Context) -> Self {
                Self { ctx }
            }
        }
    };
}
pub(crate) use area;

type SharedPart = Arc<dyn Any + Send + Sync>;
type NoticeListener = Arc<dyn Fn(&ChangeNotice) + Send + Sync>;

/// Caches and what came from outside, each by its type.
#[derive(Default)]
struct SharedParts {
    by_type: Mutex<HashMap<TypeId, SharedPart>>,
    listeners: Mutex<Vec<NoticeListener>>,
}

impl SharedParts {
    fn cache<T: Cache>(&self) -> Arc<T> {
        let mut by_type = locked(&self.by_type);
        if let Some(cached) = by_type.get(&TypeId::of::<T>()).and_then(|part| Arc::clone(part).downcast().ok()) {
            return cached;
        }
        let made = Arc::new(T::default());
        // Listened for before anybody can fill it, so that no change is missed.
        let listener = Arc::clone(&made);
        locked(&self.listeners).push(Arc::new(move |notice| listener.on_change(notice)));
        by_type.insert(TypeId::of::<T>(), Arc::clone(&made) as SharedPart);
        made
    }

    fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let part = locked(&self.by_type).get(&TypeId::of::<T>()).map(Arc::clone);
        part.and_then(|part| part.downcast().ok())
    }

    fn put<T: Any + Send + Sync>(&self, part: Arc<T>) {
        locked(&self.by_type).insert(TypeId::of::<T>(), part);
    }

    fn tell(&self, notice: &ChangeNotice) {
        let listeners = locked(&self.listeners).clone();
        listeners.iter().for_each(|listener| listener(notice));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Carries an engine's error through the store, which knows only its own.
#[derive(Default)]
struct ErrorSlot(Option<crate::error::Error>);

impl ErrorSlot {
    fn capture<T>(&mut self, result: Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| {
            self.0 = Some(error);
            StoreError::Stopped
        })
    }
}

fn with_error_slot<T>(work: impl FnOnce(&mut ErrorSlot) -> Result<T, StoreError>) -> Result<T> {
    let mut slot = ErrorSlot::default();
    work(&mut slot).map_err(|error| slot.0.take().unwrap_or_else(|| error.into()))
}
