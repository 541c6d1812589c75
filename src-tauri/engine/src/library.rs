//! The library: opened and closed here, and handed out in areas.
//!
//! Synchronous, and safe to share between threads; a clone is the same library. Areas speak in plain structs and UUIDs:
//! no row numbers, no SQL types and no JSON values come out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use factly_core::message;
use factly_core::message::UserMessage;

use crate::audit::Audit;
use crate::catalogue::Catalogue;
use crate::chat::Chat;
use crate::context::{Context, Steps};
use crate::discovery::{Discoveries, Pipeline};
use crate::duplicates::Duplicates;
use crate::error::{Code, Result};
use crate::evidence::Sources;
use crate::evidence_pack::EvidencePacks;
use crate::extraction::Runs;
use crate::facts::Facts;
use crate::inputs::Inputs;
use crate::items::Items;
use crate::keys::Keys;
use crate::knowledge::{Knowledge, KnowledgeDeriver};
use crate::long_documents::LongDocuments;
use crate::marks::Judge;
use crate::meaning::MeaningModel;
use crate::names::Names;
use crate::originals::Originals;
use crate::providers::{ProviderContext, Providers};
use crate::questions::Questions;
use crate::reports::Reports;
use crate::retrieval::Retrieval;
use crate::sample::Sample;
use crate::store::{BackupInfo, Backups, ChangeNotice, CheckReport, CheckScope, StrayLog, WriteAccess};
use crate::task::CancelToken;
use crate::transfer::Transfer;
use crate::undo::Undo;
use crate::wallet::Wallets;
use crate::world::World;
use factly_core::language::Language;

/// One library file, open.
#[derive(Clone)]
pub struct Library {
    ctx: Context,
}

/// Hands out an area.
macro_rules! areas {
    ($($(#[$doc:meta])* $name:ident: $area:ident;)*) => {
        impl Library {
            $($(#[$doc])* pub fn $name(&self) -> $area<'_> {
                $area::new(&self.ctx)
            })*
        }
    };
}

areas! {
    audit: Audit;
    catalogue: Catalogue;
    chat: Chat;
    discoveries: Discoveries;
    duplicates: Duplicates;
    evidence_packs: EvidencePacks;
    inputs: Inputs;
    long_documents: LongDocuments;
    items: Items;
    judge: Judge;
    keys: Keys;
    knowledge: Knowledge;
    facts: Facts;
    names: Names;
    originals: Originals;
    pipeline: Pipeline;
    providers: Providers;
    questions: Questions;
    retrieval: Retrieval;
    runs: Runs;
    reports: Reports;
    sample: Sample;
    sources: Sources;
    transfer: Transfer;
    undo: Undo;
    wallet: Wallets;
}

impl Library {
    /// Opens the library at `path`, making it if there is none.
    ///
    /// Runs and answers that were under way when the application last ended become failed ones, which can be tried again.
    pub fn open(path: &Path, world: World) -> Result<Self> {
        let outside = ProviderContext::nothing(world.clone());
        Self::connected(path, world, outside)
    }

    /// Opens a library as [`Library::open`] does, with providers to be asked: without them, nothing ever leaves.
    pub fn connected(path: &Path, world: World, outside: ProviderContext) -> Result<Self> {
        let ctx = Context::open(path, world)?;
        ctx.put(outside);
        ctx.store().derive_with(Arc::new(KnowledgeDeriver { registries: ctx.cache() }));
        let library = Self { ctx };
        match library.recover() {
            Err(error) if !matches!(error.code, Code::ReadOnly | Code::DiskFull) => Err(error),
            _ => Ok(library),
        }
    }

    /// Gives the library the model of meaning whose file lies at `file`, which is read when it is first needed.
    pub fn use_meaning(&self, file: PathBuf) {
        self.ctx.put(MeaningModel::new(file));
    }

    /// Ends what was under way when the application last ended, and renews what is derived. Where nothing can be written,
    /// that waits.
    fn recover(&self) -> Result<()> {
        if self.is_read_only() {
            return Ok(());
        }
        self.runs().end_broken_runs()?;
        self.chat().end_broken_answers()?;
        self.wallet().settle_abandoned()?;
        self.knowledge().renew_knowledge()?;
        self.chat().read_waiting_turns()?;
        Ok(())
    }

    /// Returns whether the library cannot be written where it lies: all reading works, and every write is refused.
    pub fn is_read_only(&self) -> bool {
        self.ctx.store().access() != WriteAccess::Full
    }

    /// Says what is not as usual with the library: for the analyst, each time that it is opened.
    pub fn notes(&self) -> Vec<UserMessage> {
        let stray = self.ctx.store().stray_log().map(StrayLog::note);
        let reading = match self.ctx.store().access() {
            WriteAccess::Full => None,
            WriteAccess::WithoutRights => {
                Some(message!("The library cannot be written where it lies; it is open for reading only."))
            }
            WriteAccess::WithoutSpace => Some(message!("The disk is full; the library is open for reading only.")),
        };
        stray.into_iter().chain(reading).collect()
    }

    /// Returns a handle of its own to the same library, and what tells which step its writes made: so that whoever asked
    /// for them can take back just that one.
    pub fn noting_steps(&self) -> (Self, Steps) {
        let (ctx, steps) = self.ctx.noting_steps();
        (Self { ctx }, steps)
    }

    pub fn path(&self) -> &Path {
        self.ctx.path()
    }

    /// Asks `go_on` each time that another process has kept a write waiting for some seconds more, with how long it has
    /// been: whether to go on waiting. Said once; without it such a write fails and says that the library is busy.
    pub fn wait_for_others(&self, go_on: impl Fn(Duration) -> bool + Send + Sync + 'static) {
        self.ctx.store().wait_with(go_on);
    }

    /// Calls `hear` after every commit, on the thread that committed.
    pub fn subscribe(&self, hear: impl Fn(&ChangeNotice) + Send + Sync + 'static) {
        self.ctx.store().subscribe(hear);
    }

    /// Tells the subscribers if another process wrote since the last call. Cheap; whoever runs a timer calls it.
    pub fn notice_others(&self) -> Result<bool> {
        Ok(self.ctx.store().notice_others()?)
    }

    /// Takes a copy of the library if the newest is a day old. Long: for a thread in the background.
    pub fn back_up_if_due(&self) -> Result<Option<BackupInfo>> {
        Ok(self.ctx.store().back_up_if_due()?)
    }

    /// Takes a copy of the library now.
    pub fn back_up(&self) -> Result<BackupInfo> {
        Ok(self.ctx.store().back_up()?)
    }

    /// Refuses every write from now on, also of a task that is under way: the file was found damaged.
    pub fn mark_damaged(&self) {
        self.ctx.store().mark_damaged();
    }

    /// Looks through the file for damage. Long: for a thread in the background.
    pub fn check(&self, cancel: &CancelToken) -> Result<CheckReport> {
        Ok(self.ctx.store().check(CheckScope::Whole, cancel, |_| {})?)
    }

    /// Makes the indexes anew if they are all that is wrong with the file. Returns whether they were. Long: it looks
    /// through the whole file before and after.
    pub fn mend_indexes(&self, cancel: &CancelToken) -> Result<bool> {
        if !self.check(cancel)?.is_of_indexes() {
            return Ok(false);
        }
        self.ctx.store().rebuild_indexes()?;
        Ok(self.check(cancel)?.is_sound())
    }

    /// Lists the copies beside the library.
    pub fn backups(&self) -> Backups {
        self.ctx.store().backups()
    }

    /// Reads a small setting of the application.
    pub fn preference(&self, name: &str) -> Result<Option<String>> {
        self.ctx.preference(name)
    }

    pub fn set_preference(&self, name: &str, value: &str) -> Result<()> {
        self.ctx.set_preference(name, value)
    }

    /// Says which language whoever uses the library reads and types in: figures that can be read in two ways are read
    /// as it writes them.
    pub fn set_language(&self, language: Language) -> Result<()> {
        self.ctx.set_language(language)
    }

    #[cfg(test)]
    pub(crate) fn context(&self) -> &Context {
        &self.ctx
    }
}
