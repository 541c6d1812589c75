//! The library: the one façade over the engine that both shells use.
//!
//! Synchronous, and safe to share between threads; a clone is the same library. Each area adds its own calls in its own
//! folder, and they all speak in plain structs and UUIDs: no row numbers, no SQL types and no JSON values come out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::audit::Timelines;
use crate::bundle::Texts;
use crate::discovery::board::Boards;
use crate::discovery::counts::CountCache;
use crate::discovery::duplicates::Columns;
use crate::discovery::judging::Bench;
use crate::error::{Error, Result};
use crate::evidence::prepared::PreparedCache;
use crate::extraction::Twins;
use crate::keys::Registries;
use crate::knowledge::Knowledge;
use crate::memory::CatalogueCache;
use crate::providers::Outside;
use crate::store::past::Laid;
use crate::store::{
    BackupInfo, Backups, ChangeNotice, CheckReport, Op, OpSeq, Reader, Stack, Store, StoreError, Topic, Turns, Writer,
    Written,
};
use crate::task::Cancel;
use crate::world::World;

#[derive(Clone)]
pub struct Library {
    inner: Arc<Inner>,
    made: Option<Made>,
}

/// Which step of undo the writes through one handle made or went on with.
#[derive(Clone, Debug, Default)]
pub struct Made(Arc<AtomicI64>);

impl Made {
    /// The newest of them; none where nothing was changed.
    pub fn step(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|step| *step > 0)
    }

    fn note(&self, step: OpSeq) {
        self.0.fetch_max(step.0, Ordering::Relaxed);
    }
}

struct Inner {
    path: PathBuf,
    store: Store,
    counts: Arc<CountCache>,
    catalogue: Arc<CatalogueCache>,
    boards: Arc<Boards>,
    timelines: Arc<Timelines>,
    columns: Columns,
    twins: Twins,
    texts: Texts,
    bench: Bench,
    prepared: PreparedCache,
    registries: Arc<Registries>,
    world: World,
    outside: Outside,
}

impl Library {
    /// Opens the library at `path`, making it if there is none.
    ///
    /// Runs and answers that were under way when the application last ended become failed ones, which can be tried again.
    pub fn open(path: &Path, world: World) -> Result<Self> {
        let outside = Outside::nothing(world.clone());
        Self::connected(path, world, outside)
    }

    /// As [`Library::open`], with providers to be asked: without them, nothing ever leaves.
    pub fn connected(path: &Path, world: World, outside: Outside) -> Result<Self> {
        let store = Store::open(path, world.clone())?;
        let counts = Arc::new(CountCache::default());
        store.subscribe({
            let counts = Arc::clone(&counts);
            move |notice| counts.forget(notice)
        });
        let catalogue = Arc::new(CatalogueCache::default());
        store.subscribe({
            let catalogue = Arc::clone(&catalogue);
            move |notice| catalogue.forget(notice)
        });
        let boards = Arc::new(Boards::default());
        store.subscribe({
            let boards = Arc::clone(&boards);
            move |notice| boards.notice(notice)
        });
        let registries = Arc::new(Registries::default());
        store.derive_with(Arc::new(Knowledge { registries: Arc::clone(&registries) }));
        let timelines = Arc::new(Timelines::default());
        store.subscribe({
            let timelines = Arc::clone(&timelines);
            move |notice| timelines.forget(notice)
        });
        let inner = Inner {
            path: path.to_owned(),
            store,
            counts,
            catalogue,
            boards,
            timelines,
            columns: Columns::default(),
            twins: Twins::default(),
            texts: Texts::default(),
            bench: Bench::default(),
            prepared: PreparedCache::default(),
            registries,
            world,
            outside,
        };
        let library = Self { inner: Arc::new(inner), made: None };
        library.end_broken_runs()?;
        library.end_broken_answers()?;
        library.renew_knowledge()?;
        library.read_waiting_turns()?;
        Ok(library)
    }

    /// The same library by a handle of its own, and what tells which step its writes made: so that whoever asked for
    /// them can take back just that one.
    pub fn noting_steps(&self) -> (Self, Made) {
        let made = Made::default();
        (Self { inner: Arc::clone(&self.inner), made: Some(made.clone()) }, made)
    }

    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Asks `go_on` each time that another process has kept a write waiting for some seconds more, with how long it has
    /// been: whether to go on waiting. Said once; without it such a write fails and says that the library is busy.
    pub fn wait_for_others(&self, go_on: impl Fn(Duration) -> bool + Send + Sync + 'static) {
        self.inner.store.wait_with(go_on);
    }

    /// Calls `hear` after every commit, on the thread that committed.
    pub fn subscribe(&self, hear: impl Fn(&ChangeNotice) + Send + Sync + 'static) {
        self.inner.store.subscribe(hear);
    }

    /// Tells the subscribers if another process wrote since the last call. Cheap; whoever runs a timer calls it.
    pub fn notice_others(&self) -> Result<bool> {
        Ok(self.inner.store.notice_others()?)
    }

    /// Takes a copy of the library if the newest is a day old. Long: for a thread in the background.
    pub fn back_up_if_due(&self) -> Result<Option<BackupInfo>> {
        Ok(self.inner.store.back_up_if_due()?)
    }

    /// Takes a copy of the library now.
    pub fn back_up(&self) -> Result<BackupInfo> {
        Ok(self.inner.store.back_up()?)
    }

    /// Refuses every write from now on, also of a task that is under way: the file was found damaged.
    pub fn condemn(&self) {
        self.inner.store.condemn();
    }

    /// Looks through the file for damage. Long: for a thread in the background.
    pub fn check(&self, cancel: &Cancel) -> Result<CheckReport> {
        Ok(self.inner.store.check(cancel, |_| {})?)
    }

    /// The copies beside the library.
    pub fn backups(&self) -> Backups {
        self.inner.store.backups()
    }

    /// A small setting of the application.
    pub fn preference(&self, name: &str) -> Result<Option<String>> {
        self.read(|r| Ok(r.preference(name)?))
    }

    pub fn set_preference(&self, name: &str, value: &str) -> Result<()> {
        self.write(Op::silent(), |w| {
            w.topic(Topic::Preferences);
            Ok(w.set_preference(name, value)?)
        })?;
        Ok(())
    }

    /// One consistent view of the library.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Reader) -> Result<T>) -> Result<T> {
        carried(|carry| self.inner.store.read(|r| carry.out(look(r))))
    }

    /// As [`Self::read`], of what was just after a step.
    pub(crate) fn read_past<T>(
        &self,
        step: i64,
        facts: impl FnOnce(&Reader) -> Result<Vec<Laid>, StoreError>,
        look: impl FnOnce(&Reader) -> Result<T>,
    ) -> Result<T> {
        carried(|carry| self.inner.store.read_past(step, facts, |r| carry.out(look(r))))
    }

    /// One transaction: if `change` fails, nothing of it was done.
    pub(crate) fn write<T>(&self, op: Op, change: impl FnOnce(&mut Writer<'_>) -> Result<T>) -> Result<Written<T>> {
        let written = carried(|carry| self.inner.store.write(op, |w| carry.out(change(w))))?;
        if let (Some(made), Some(step)) = (&self.made, written.operation) {
            made.note(step);
        }
        Ok(written)
    }

    /// Undoes or redoes until the step that `find` names is the newest that is done, in the transaction that it looks in.
    pub(crate) fn go_to_found(
        &self,
        stack: Stack,
        find: impl FnOnce(&Reader) -> Result<Option<OpSeq>>,
    ) -> Result<Turns> {
        carried(|carry| self.inner.store.go_to_found(stack, |r| carry.out(find(r))))
    }

    pub(crate) fn world(&self) -> &World {
        &self.inner.world
    }

    pub(crate) fn outside(&self) -> &Outside {
        &self.inner.outside
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(crate) fn counts(&self) -> &CountCache {
        &self.inner.counts
    }

    pub(crate) fn catalogue_cache(&self) -> &CatalogueCache {
        &self.inner.catalogue
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.inner.boards
    }

    pub(crate) fn timelines(&self) -> &Timelines {
        &self.inner.timelines
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.inner.columns
    }

    pub(crate) fn twins(&self) -> &Twins {
        &self.inner.twins
    }

    pub(crate) fn texts(&self) -> &Texts {
        &self.inner.texts
    }

    pub(crate) fn bench(&self) -> &Bench {
        &self.inner.bench
    }

    pub(crate) fn prepared(&self) -> &PreparedCache {
        &self.inner.prepared
    }

    pub(crate) fn registries(&self) -> &Registries {
        &self.inner.registries
    }
}

/// The store knows only its own errors: a driver's travels beside one that makes it roll back.
#[derive(Default)]
struct Carry(Option<Error>);

impl Carry {
    fn out<T>(&mut self, result: Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| {
            self.0 = Some(error);
            StoreError::Stopped
        })
    }
}

fn carried<T>(work: impl FnOnce(&mut Carry) -> Result<T, StoreError>) -> Result<T> {
    let mut carry = Carry::default();
    work(&mut carry).map_err(|error| carry.0.take().unwrap_or_else(|| error.into()))
}
