//! The one writer: a transaction, its step of undo and its change notice begin and end together.
//!
//! Nobody else says COMMIT, not even in SQL: the connection refuses a commit that this file did not begin.

use factly_core::message::UserMessage;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, Params, Transaction, TransactionBehavior, params};
use uuid::Uuid;

use super::commit_mark;
use super::connection::LargeCache;
use super::derived::{RowListener, TouchedRows};
use super::error::StoreError;
use super::functions::CurrentOperation;
use super::library_file::LibraryFile;
use super::notice::{ChangeNotice, Topic};
use super::operation::{self, Op, OpenOperation, Stack};
use super::reader::Reader;
use super::row_checks::RowChecks;
use super::seq::{DiscoverySeq, OpSeq};
use super::undo::UndoOutcome;
use crate::world::World;

/// Brings what is derived up to date. Its own writes are no step of undo.
pub trait Derive: Send + Sync {
    /// # Errors
    /// When the library cannot be read or written: then the whole write fails.
    fn derive(&self, w: &mut Writer<'_>, touched: &TouchedRows) -> Result<(), StoreError>;
}

/// The value of a write, and the step of undo that it made or continued: none if it was silent or changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOutcome<T> {
    pub value: T,
    pub operation: Option<OpSeq>,
}

/// An open transaction. Reads as a [`Reader`] does, its own writes included.
#[derive(Debug)]
pub struct Writer<'w> {
    reader: &'w Reader,
    world: &'w World,
    running: Option<OpenOperation>,
    about: Option<DiscoverySeq>,
    topics: BTreeSet<Topic>,
}

impl Deref for Writer<'_> {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        self.reader
    }
}

impl<'w> Writer<'w> {
    /// Adds to what the change notice names. A step of undo names the topics of the tables that it changed by itself.
    pub fn topic(&mut self, topic: Topic) {
        self.topics.insert(topic);
    }

    /// Carries out one statement.
    pub(super) fn change(&mut self, sql: &str, params: impl Params) -> Result<(), StoreError> {
        self.connection().prepare_cached(sql)?.execute(params)?;
        Ok(())
    }

    /// Says which discovery a silent write concerns; a named one says it by its stack.
    pub fn about(&mut self, discovery: DiscoverySeq) {
        self.about = Some(discovery);
    }

    /// Gives the step of undo a name that is known only now, as "Accept F-12".
    pub fn rename_op(&mut self, name: &UserMessage) -> Result<(), StoreError> {
        if let Some(running) = self.running {
            let sql = "UPDATE operation SET name = ?2 WHERE seq = ?1";
            self.connection().prepare_cached(sql)?.execute(params![running.seq, name.stored()])?;
        }
        Ok(())
    }

    /// Says that what was inserted until now hangs on a row whose own change is written down, so that undo need not turn
    /// each: a discovery that is made whole and then shown.
    pub fn leave_insertions_out(&mut self) -> Result<(), StoreError> {
        match &mut self.running {
            Some(running) => operation::forget_insertions(self.reader.connection(), running),
            None => Ok(()),
        }
    }

    /// As [`Self::leave_insertions_out`], of one table.
    pub(super) fn leave_insertions_of_out(&mut self, table: &str) -> Result<(), StoreError> {
        match &mut self.running {
            Some(running) => operation::forget_insertions_of(self.reader.connection(), running, table),
            None => Ok(()),
        }
    }

    /// For a write of more than fits into what is usually kept in memory, until what is returned is dropped.
    pub fn with_large_cache(&self) -> Result<LargeCache<'w>, StoreError> {
        Ok(LargeCache::enable(self.reader.connection())?)
    }

    /// Says that a step of another stack changed what the undone steps of this one would redo.
    pub fn drop_redo_of(&mut self, stack: Stack) -> Result<(), StoreError> {
        operation::drop_redo(self.reader.connection(), stack)?;
        Ok(())
    }

    /// The step of undo that this transaction belongs to.
    pub fn operation(&self) -> Option<OpSeq> {
        self.running.map(|running| running.seq)
    }

    pub fn now_ms(&self) -> i64 {
        self.world.clock.now_ms()
    }

    pub fn next_id(&self) -> Uuid {
        self.world.ids.next()
    }
}

/// Asked each time that another process would not let go for as long as [`super::Opening::wait`], with how long it has
/// been in all: whether to go on waiting.
pub(super) type LockPatience = Box<dyn Fn(Duration) -> bool + Send + Sync>;

/// The write access to the library in its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteAccess {
    Full,
    /// Nobody here may write the file or its folder.
    WithoutRights,
    /// The disk has no room for what a write needs.
    WithoutSpace,
}

/// The writer's connection, and who holds it.
pub(super) struct WriteConnection {
    reader: Mutex<Reader>,
    holder: Mutex<Option<ThreadId>>,
    current: CurrentOperation,
    committing: Arc<AtomicBool>,
    /// Set once and for all: the file was found damaged.
    condemned: AtomicBool,
    access: WriteAccess,
    /// True if anything was committed here: who only reads leaves what others left in the log where it is.
    has_written: AtomicBool,
    checks: RowChecks,
    heard: RowListener,
    derive: OnceLock<Arc<dyn Derive>>,
    patience: OnceLock<LockPatience>,
    file: LibraryFile,
    world: World,
}

impl fmt::Debug for WriteConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pen")
    }
}

impl Drop for WriteConnection {
    fn drop(&mut self) {
        let reader = self.reader.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !*self.has_written.get_mut() && self.file.has_log() {
            // If it fails, what others committed is carried into the file, which they would have done too.
            let _ = reader.connection().set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
    }
}

impl WriteConnection {
    pub(super) fn new(
        mut connection: Connection,
        access: WriteAccess,
        current: CurrentOperation,
        file: LibraryFile,
        world: World,
    ) -> rusqlite::Result<Self> {
        let checks = RowChecks::read(&connection)?;
        let committing = Arc::new(AtomicBool::new(false));
        let allowed = Arc::clone(&committing);
        // When SQLite rolls back by itself (disk full, I/O error), what the closure goes on to write would otherwise be
        // committed statement by statement.
        connection.commit_hook(Some(move || !allowed.load(Ordering::Relaxed)))?;
        let heard = RowListener::default();
        heard.listen(&mut connection)?;
        let reader = Mutex::new(Reader::new(connection));
        let derive = OnceLock::new();
        let patience = OnceLock::new();
        let condemned = AtomicBool::new(false);
        Ok(Self {
            reader,
            holder: Mutex::default(),
            current,
            committing,
            condemned,
            access,
            has_written: AtomicBool::new(false),
            checks,
            heard,
            derive,
            patience,
            file,
            world,
        })
    }

    /// Says once who brings up to date what is derived.
    pub(super) fn derive_with(&self, derive: Arc<dyn Derive>) {
        let _ = self.derive.set(derive);
    }

    /// Says once who is asked before a write gives up waiting for another process.
    pub(super) fn wait_with(&self, patience: LockPatience) {
        let _ = self.patience.set(patience);
    }

    /// Waits for its turn, runs `work` in one transaction and commits it.
    pub(super) fn write<T>(
        &self,
        op: &Op,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, StoreError>,
    ) -> Result<(WriteOutcome<T>, ChangeNotice), StoreError> {
        let turn = self.take()?;
        let transaction = turn.begin()?;
        let running = operation::begin(&transaction, &op.0, self.world.clock.now_ms())?;
        let mut writer = turn.writer(running);
        self.current.set(writer.operation().map(|operation| operation.0));
        let value = work(&mut writer)?;
        self.current.set(None);
        self.derive(&mut writer)?;
        let ended = writer.running.map(|running| operation::end(&transaction, running)).transpose()?.flatten();
        let operation = ended.map(|(operation, topics)| {
            writer.topics.extend(topics);
            writer.topic(Topic::Undo);
            operation
        });
        let notice = notice(&transaction, &writer)?;
        turn.commit(transaction)?;
        Ok((WriteOutcome { value, operation }, notice))
    }

    /// As [`WriteConnection::write`], for what is itself no step of undo but turns them.
    pub(super) fn write_undo(
        &self,
        stack: Stack,
        work: impl FnOnce(&Reader) -> Result<UndoOutcome, StoreError>,
    ) -> Result<(UndoOutcome, ChangeNotice), StoreError> {
        let turn = self.take()?;
        let transaction = turn.begin()?;
        let turns = work(&turn.reader)?;
        let mut writer = turn.writer(None);
        writer.about = stack.discovery();
        writer.topics.clone_from(&turns.topics);
        writer.topic(Topic::Undo);
        self.derive(&mut writer)?;
        let notice = notice(&transaction, &writer)?;
        turn.commit(transaction)?;
        Ok((turns, notice))
    }

    /// Says that something was committed that touched no row.
    pub(super) fn has_written(&self) {
        self.has_written.store(true, Ordering::Relaxed);
    }

    pub(super) const fn access(&self) -> WriteAccess {
        self.access
    }

    /// Refuses every write from now on; one that is under way may still end.
    pub(super) fn mark_damaged(&self) {
        self.condemned.store(true, Ordering::Relaxed);
    }

    /// Runs `look` on the writer's connection between transactions; `None` while somebody writes.
    pub(super) fn glance<T>(&self, look: impl FnOnce(&Connection) -> T) -> Option<T> {
        match self.reader.try_lock() {
            Ok(reader) => Some(look(reader.connection())),
            Err(TryLockError::Poisoned(poisoned)) => Some(look(poisoned.into_inner().connection())),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn derive(&self, writer: &mut Writer<'_>) -> Result<(), StoreError> {
        let touched = self.heard.take();
        match self.derive.get() {
            Some(derive) if !touched.is_empty() => derive.derive(writer, &touched),
            _ => Ok(()),
        }
    }

    fn take(&self) -> Result<WriteGuard<'_>, StoreError> {
        let this = thread::current().id();
        if *self.holder() == Some(this) {
            return Err(StoreError::Nested);
        }
        // Poisoned means that a closure panicked: its transaction was rolled back as it unwound.
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        *self.holder() = Some(this);
        Ok(WriteGuard { reader, pen: self })
    }

    fn holder(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to write, from the lock to the end of the transaction, however it ends.
struct WriteGuard<'p> {
    reader: MutexGuard<'p, Reader>,
    pen: &'p WriteConnection,
}

impl WriteGuard<'_> {
    fn begin(&self) -> Result<Transaction<'_>, StoreError> {
        if self.pen.condemned.load(Ordering::Relaxed) {
            return Err(StoreError::Damaged("nothing more is written to it".into()));
        }
        match self.pen.access {
            WriteAccess::Full => {}
            WriteAccess::WithoutRights => return Err(StoreError::ReadOnly),
            WriteAccess::WithoutSpace => return Err(StoreError::Full),
        }
        let begun = Instant::now();
        let transaction = loop {
            let begin = Transaction::new_unchecked(self.reader.connection(), TransactionBehavior::Immediate);
            match begin.map_err(StoreError::from) {
                Ok(transaction) => break transaction,
                Err(StoreError::Busy) if self.goes_on_waiting(begun.elapsed()) => {}
                Err(error) => return Err(error),
            }
        };
        self.pen.file.check()?;
        // What an earlier write changed and then took back is not of this one.
        self.pen.heard.take();
        self.pen.heard.touched().take();
        Ok(transaction)
    }

    fn goes_on_waiting(&self, waited: Duration) -> bool {
        self.pen.patience.get().is_some_and(|patience| patience(waited))
    }

    fn writer(&self, running: Option<OpenOperation>) -> Writer<'_> {
        Writer {
            reader: &self.reader,
            world: &self.pen.world,
            running,
            about: running.and_then(|running| running.stack.discovery()),
            topics: BTreeSet::new(),
        }
    }

    fn commit(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        if transaction.is_autocommit() {
            return Err(StoreError::Io("SQLite gave the transaction up".into()));
        }
        self.seal(&transaction)?;
        self.pen.committing.store(true, Ordering::Relaxed);
        let result = transaction.commit();
        self.pen.committing.store(false, Ordering::Relaxed);
        Ok(result?)
    }
}

impl WriteGuard<'_> {
    /// Writes the sums of what was touched, and the mark of the commit.
    fn seal(&self, transaction: &Connection) -> Result<(), StoreError> {
        let touched = self.pen.heard.touched().take();
        if touched.is_empty() {
            return Ok(());
        }
        if !self.pen.checks.are_stored() {
            self.pen.has_written();
        } else if self.pen.checks.renew(transaction, touched)? {
            self.pen.has_written();
            commit_mark::renew(transaction)?;
        }
        Ok(())
    }
}

impl Drop for WriteGuard<'_> {
    fn drop(&mut self) {
        self.pen.current.set(None);
        *self.pen.holder() = None;
    }
}

fn notice(connection: &Connection, writer: &Writer<'_>) -> Result<ChangeNotice, StoreError> {
    let discovery = writer.about.map(|discovery| identity(connection, discovery)).transpose()?.flatten();
    Ok(ChangeNotice { discovery, topics: writer.topics.clone() })
}

fn identity(connection: &Connection, discovery: DiscoverySeq) -> rusqlite::Result<Option<Uuid>> {
    let mut select = connection.prepare_cached("SELECT id FROM discovery WHERE seq = ?1")?;
    select.query_row([discovery], |row| row.get(0)).optional()
}
