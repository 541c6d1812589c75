//! The truth store: one SQLite file that holds the library, and the only place that names rusqlite.
//!
//! It promises: one writer at a time, over processes too, each write one transaction that is on the disk before it
//! returns; readers that see one moment and cannot write; undo, redo and a change notice with every write; a file that
//! is newer, foreign, damaged or gone is refused and left as it is.
//!
//! It leaves out what rows mean. The SQL of a table stands in the table's own file, as methods of [`Reader`] and
//! [`Writer`]; the rules are triggers and constraints in `migrations/`.
//!
//! | file | does |
//! |---|---|
//! | `open`, `header`, `migration`, `connection` | let a file in |
//! | `reader`, `writer`, `operation`, `notice`, `place` | carry out reads and writes |
//! | `undo`, `labels`, `seq`, `sum` | what the tables share |

pub mod bundles;
mod columns;
mod connection;
pub mod discoveries;
mod error;
pub mod facts;
mod header;
pub mod inputs;
pub mod keys;
mod labels;
mod migration;
pub mod names;
mod notice;
mod open;
mod operation;
mod place;
pub mod preferences;
mod reader;
pub mod runs;
mod seq;
mod sum;
mod undo;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

pub use error::{OpenError, StoreError};
pub use labels::LabelKind;
pub use migration::{MIGRATIONS, Migration};
pub use notice::{ChangeNotice, Topic};
pub use open::Opening;
pub use operation::{Op, Stack};
pub use reader::Reader;
pub use seq::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, OpSeq, RunSeq};
pub use undo::UndoState;
pub use writer::{Writer, Written};

use notice::Subscribers;
use place::Place;
use reader::Readers;
use undo::Direction;
use writer::Pen;

use crate::world::World;

/// An open library. Cloning it is cheap; the file closes with the last clone.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

/// Readers stand before the pen, so that the pen closes last and leaves no log beside the file.
#[derive(Debug)]
struct Inner {
    readers: Readers,
    pen: Pen,
    place: Place,
    subscribers: Subscribers,
    others_writes: AtomicI64,
}

impl Store {
    /// Opens the library at `path`, and makes it only where no trace of an earlier one lies.
    ///
    /// Quick: it reads the header and the schema, and checks nothing else.
    pub fn open(path: &Path, world: World) -> Result<Self, OpenError> {
        Opening::default().open(path, world)
    }

    pub fn path(&self) -> &Path {
        self.inner.place.path()
    }

    /// Runs `work` on one consistent moment of the library.
    pub fn read<T>(&self, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.inner.readers.read(work)
    }

    /// Runs `work` in one transaction, which is on the disk when this returns, and tells the subscribers.
    ///
    /// When `work` fails or panics, nothing of it stays. A write inside a write is an error.
    pub fn write<T>(
        &self,
        op: Op,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, StoreError>,
    ) -> Result<Written<T>, StoreError> {
        let (written, notice) = self.inner.pen.write(&op, work)?;
        self.inner.subscribers.tell(&notice);
        Ok(written)
    }

    /// Calls `subscriber` after every commit, on the thread that committed.
    pub fn subscribe(&self, subscriber: impl Fn(&ChangeNotice) + Send + Sync + 'static) {
        self.inner.subscribers.add(Arc::new(subscriber));
    }

    /// Undoes the newest operation of the stack and says its name. One that is still under way ends with it.
    pub fn undo(&self, stack: Stack) -> Result<Option<String>, StoreError> {
        self.turn(stack, Direction::Undo)
    }

    /// Redoes what was undone last and says its name.
    pub fn redo(&self, stack: Stack) -> Result<Option<String>, StoreError> {
        self.turn(stack, Direction::Redo)
    }

    pub fn undo_state(&self, stack: Stack) -> Result<UndoState, StoreError> {
        self.read(|reader| undo::state(reader.connection(), stack))
    }

    /// Tells the subscribers if another process wrote since the last call. Cheap; whoever runs a timer calls it.
    pub fn notice_others(&self) -> Result<bool, StoreError> {
        let looked = self.inner.pen.glance(|pen| pen.pragma_query_value(None, "data_version", |row| row.get(0)));
        // While this process writes, the next call will see it.
        let Some(version) = looked.transpose()? else { return Ok(false) };
        let changed = self.inner.others_writes.swap(version, Ordering::Relaxed) != version;
        if changed {
            self.inner.subscribers.tell(&ChangeNotice::of_everything());
        }
        Ok(changed)
    }

    fn turn(&self, stack: Stack, direction: Direction) -> Result<Option<String>, StoreError> {
        let (name, notice) = self.inner.pen.turn_back(stack, |pen| undo::turn(pen, stack, direction))?;
        if name.is_some() {
            self.inner.subscribers.tell(&notice);
        }
        Ok(name)
    }
}
