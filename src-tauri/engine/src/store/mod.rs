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
//! | `locks`, `commit_mark` | keep other handles and other files' logs away |
//! | `reader`, `writer`, `operation`, `notice`, `library_file` | carry out reads and writes |
//! | `tables` | declares what undo, notices, knowledge and the past know of each table |
//! | `derived` | brings up to date what is derived, within each write |
//! | `undo`, `labels`, `seq`, `functions`, `quote_functions` | what the tables share |
//! | `row_checks`, `check`, `backup` | find damage, and keep copies to go back to |

pub mod attachments;
pub mod audit;
mod backup;
pub mod board;
pub mod bundles;
pub mod canonical_items;
pub mod canonical_links;
pub mod chat_cards;
pub mod chat_conversations;
pub mod chat_messages;
pub mod chat_summaries;
mod check;
mod columns;
mod commit_mark;
mod connection;
pub mod consents;
mod derived;
pub mod discoveries;
pub mod document_chunks;
pub mod document_jobs;
pub mod document_recipes;
pub mod document_runs;
pub mod documents;
pub mod entities;
mod error;
pub mod facts;
mod functions;
pub mod graph;
mod header;

pub mod history;
pub mod inputs;
pub mod items;
pub mod keys;
pub mod knowledge;
mod labels;
pub mod last_turn;
mod library_file;
pub mod links;
#[cfg(target_os = "linux")]
mod locks;
mod many_rows;
mod migration;
pub mod names;
mod notice;
mod open;
mod operation;
pub mod past;
pub mod preferences;
pub mod prices;
pub mod questions;
mod quote_functions;
mod reader;
pub(crate) mod reaffirmations;
mod recent;
pub(crate) mod replaced_bundles;
pub mod report_suggestions;
pub mod reports;
pub mod requests;
mod row_checks;
pub mod runs;
pub mod saved_views;
pub mod search_texts;
mod seq;
pub mod suggestions;
mod tables;
pub mod transfer;
mod undo;
pub mod variants;
pub mod wallet;
mod writer;

// Inside the crate, because they write rows that no table file would.
#[cfg(test)]
#[path = "../../../../tests/engine/store/mod.rs"]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

pub use backup::{BackupError, BackupInfo, Backups, CopiedDiscovery};
pub use check::{CheckFinding, CheckProgress, CheckReport, CheckScope};
pub use derived::TouchedRows;
pub use error::{OpenError, StoreError};
pub use header::is_library;
pub use labels::LabelKind;
pub(crate) use library_file::sync_folder;
pub use migration::{MIGRATIONS, Migration};
pub use notice::{ChangeNotice, Topic};
pub use open::{Opening, StrayLog};
pub use operation::{Op, Stack};
pub use reader::Reader;
pub use seq::{
    AttachmentSeq, BundleSeq, CanonicalSeq, CardSeq, ConversationSeq, DiscoverySeq, DocumentJobSeq, DocumentRunSeq,
    EntitySeq, FactSeq, InputSeq, ItemSeq, LinkSeq, MessageSeq, OpSeq, PriceSeq, QuestionSeq, ReportSeq, RoundSeq,
    RunSeq, SuggestionSeq,
};
pub use undo::{UndoOutcome, UndoState};
pub use writer::{Derive, WriteAccess, WriteOutcome, Writer};

use library_file::LibraryFile;
use notice::Subscribers;
use past::PastFactState;
use reader::Readers;
use rusqlite::Connection;
use undo::Direction;
use writer::WriteConnection;

use crate::task::CancelToken;
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
    pen: WriteConnection,
    file: LibraryFile,
    stray_log: Option<StrayLog>,
    world: World,
    migrations: &'static [Migration],
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
        self.inner.file.path()
    }

    /// Returns whether the library can be written in its location; if not, every write is refused.
    pub fn access(&self) -> WriteAccess {
        self.inner.pen.access()
    }

    /// The log that lay beside the library when it was opened, and was not its own.
    pub fn stray_log(&self) -> Option<&StrayLog> {
        self.inner.stray_log.as_ref()
    }

    /// Runs `work` on one consistent moment of the library.
    pub fn read<T>(&self, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.inner.readers.read(work)
    }

    /// Runs `work` where the small tables that knowledge is made of, and of the facts those that `facts` gives, are what
    /// they were just after a step.
    pub fn read_past<T>(
        &self,
        step: i64,
        facts: impl FnOnce(&Reader) -> Result<Vec<PastFactState>, StoreError>,
        work: impl FnOnce(&Reader) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.inner.readers.read_apart(|reader| {
            reader.go_back(step, facts)?;
            work(reader)
        })
    }

    /// As [`Store::read`]; ends with [`StoreError::Stopped`] soon after it was cancelled.
    pub fn read_until<T>(
        &self,
        cancel: &CancelToken,
        work: impl FnOnce(&Reader) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.inner.readers.read_until(cancel, work)
    }

    /// Runs `work` in one transaction, which is on the disk when this returns, and tells the subscribers.
    ///
    /// When `work` fails or panics, nothing of it stays. A write inside a write is an error.
    pub fn write<T>(
        &self,
        op: Op,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, StoreError>,
    ) -> Result<WriteOutcome<T>, StoreError> {
        let (written, notice) = self.inner.pen.write(&op, work)?;
        self.inner.subscribers.notify(&notice);
        Ok(written)
    }

    /// Says once who brings what is derived up to date, within every write from now on.
    pub fn derive_with(&self, derive: Arc<dyn Derive>) {
        self.inner.pen.derive_with(derive);
    }

    /// Says once who is asked before a write gives up waiting for another process. Without it none waits for longer than
    /// [`Opening::wait`].
    pub fn wait_with(&self, patience: impl Fn(Duration) -> bool + Send + Sync + 'static) {
        self.inner.pen.wait_with(Box::new(patience));
    }

    /// Calls `subscriber` after every commit, on the thread that committed.
    pub fn subscribe(&self, subscriber: impl Fn(&ChangeNotice) + Send + Sync + 'static) {
        self.inner.subscribers.add(Arc::new(subscriber));
    }

    /// Undoes the newest operation of the stack. One that is still under way ends with it.
    pub fn undo(&self, stack: Stack) -> Result<UndoOutcome, StoreError> {
        self.run_undo(stack, |pen| undo::replay_next(pen.connection(), stack, Direction::Undo))
    }

    /// Undoes one operation of the stack, if it is the newest.
    pub fn undo_step(&self, stack: Stack, step: OpSeq) -> Result<UndoOutcome, StoreError> {
        self.run_undo(stack, |pen| undo::replay_only(pen.connection(), stack, step))
    }

    /// Redoes what was undone last.
    pub fn redo(&self, stack: Stack) -> Result<UndoOutcome, StoreError> {
        self.run_undo(stack, |pen| undo::replay_next(pen.connection(), stack, Direction::Redo))
    }

    /// Undoes or redoes until `step` is the newest that is done: all of it or, when it fails, nothing. `None` is the
    /// beginning.
    pub fn go_to(&self, stack: Stack, step: Option<OpSeq>) -> Result<UndoOutcome, StoreError> {
        self.go_to_found(stack, |_| Ok(step))
    }

    /// As [`Store::go_to`], where the step is found in the same transaction: nobody can do another in between.
    pub fn go_to_found(
        &self,
        stack: Stack,
        find: impl FnOnce(&Reader) -> Result<Option<OpSeq>, StoreError>,
    ) -> Result<UndoOutcome, StoreError> {
        self.run_undo(stack, |pen| undo::go_to(pen.connection(), stack, find(pen)?))
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
            self.inner.subscribers.notify(&ChangeNotice::of_everything());
        }
        Ok(changed)
    }

    /// Looks through the whole library for damage. Long: for a thread in the background.
    pub fn check(
        &self,
        scope: CheckScope,
        cancel: &CancelToken,
        mut progress: impl FnMut(CheckProgress),
    ) -> Result<CheckReport, StoreError> {
        let checked = self.read_until(cancel, |reader| {
            check::check(reader.connection(), self.inner.migrations, scope, cancel, &mut progress)
        });
        checked.or_else(|error| Ok(CheckReport { findings: vec![check::damage("connection", error)?] }))
    }

    /// Makes every index anew of the rows that it is of.
    pub fn rebuild_indexes(&self) -> Result<(), StoreError> {
        self.write(Op::silent(), |writer| Ok(writer.connection().execute_batch("REINDEX")?))?;
        self.inner.pen.has_written();
        Ok(())
    }

    /// Refuses every write from now on, through whatever clone of this store: the file was found damaged.
    pub fn mark_damaged(&self) {
        self.inner.pen.mark_damaged();
    }

    /// Adds a copy to the series beside the library if the newest is a day old. Long: for a thread in the background.
    pub fn back_up_if_due(&self) -> Result<Option<BackupInfo>, BackupError> {
        let backups = self.backups();
        // Only whether a draft is old depends on it; a clock that is wrong leaves one lying.
        let now = u64::try_from(self.inner.world.clock.now_ms()).unwrap_or_default();
        backups.sweep(SystemTime::UNIX_EPOCH + Duration::from_millis(now))?;
        if !backups.is_due(self.inner.world.clock.now_ms())? {
            return Ok(None);
        }
        let taken = self.back_up()?;
        backups.thin()?;
        Ok(Some(taken))
    }

    /// Adds a copy to the series now.
    pub fn back_up(&self) -> Result<BackupInfo, BackupError> {
        self.copying(|source| self.backups().add(source, &self.inner.world))
    }

    /// Writes a copy to a place that the analyst chose, whole and checked or not at all.
    pub fn backup_to(&self, path: &Path) -> Result<(), BackupError> {
        self.copying(|source| backup::copy_to(source, path, self.inner.migrations, &self.inner.world))
    }

    /// The copies beside the library.
    pub fn backups(&self) -> Backups {
        Backups::made_with(self.path(), self.inner.migrations)
    }

    fn copying<T>(&self, copy: impl FnOnce(&Connection) -> Result<T, BackupError>) -> Result<T, BackupError> {
        self.read(|reader| Ok(copy(reader.connection())))?
    }

    fn run_undo(
        &self,
        stack: Stack,
        turn: impl FnOnce(&Reader) -> Result<UndoOutcome, StoreError>,
    ) -> Result<UndoOutcome, StoreError> {
        let (turns, notice) = self.inner.pen.write_undo(stack, turn)?;
        if turns.count > 0 {
            self.inner.subscribers.notify(&notice);
        }
        Ok(turns)
    }
}
