//! Long calls that the window watches and can call off.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use factly_engine::task::{CancelToken, Progress, TaskStep};
use tauri::ipc::Channel;

use crate::wire::inputs::IngestEvent;

/// The tasks under way, by the names that the window gave them, and those that were called off before their call came: a
/// long text is longer on its way than the word that stops it.
#[derive(Clone, Default)]
pub struct Tasks(Arc<Mutex<HashMap<String, CancelToken>>>);

impl Tasks {
    /// Names a call so that it can be called off until the returned value is dropped.
    pub fn begin(&self, name: String, channel: Channel<IngestEvent>) -> WatchedTask {
        let cancel = self.token(&name);
        WatchedTask { channel, cancel, named: Some((self.clone(), name)) }
    }

    /// Names a call that shows no progress.
    pub fn name(&self, name: String) -> NamedTask {
        let cancel = self.token(&name);
        NamedTask { cancel, tasks: self.clone(), name }
    }

    /// Calls a task off; one that has ended meanwhile is no error.
    pub fn cancel(&self, name: &str) {
        self.token(name).cancel();
    }

    fn token(&self, name: &str) -> CancelToken {
        self.all().entry(name.to_owned()).or_default().clone()
    }

    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancelToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that the window watches. The engine shows it at most ten steps a second, each far below 8 KB.
pub struct WatchedTask {
    channel: Channel<IngestEvent>,
    cancel: CancelToken,
    named: Option<(Tasks, String)>,
}

impl WatchedTask {
    /// One that cannot be called off.
    pub fn unnamed(channel: Channel<IngestEvent>) -> Self {
        Self { channel, cancel: CancelToken::default(), named: None }
    }
}

impl Progress for WatchedTask {
    fn show(&self, step: &TaskStep) {
        // The window may have gone; the work goes on.
        let _ = self.channel.send(IngestEvent::of_file(step, 1, 1));
    }

    fn show_file(&self, step: &TaskStep, number: usize, of: usize) {
        let _ = self.channel.send(IngestEvent::of_file(step, number, of));
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

impl Drop for WatchedTask {
    fn drop(&mut self) {
        if let Some((tasks, name)) = self.named.take() {
            tasks.all().remove(&name);
        }
    }
}

/// A call that can be called off until this is dropped.
pub struct NamedTask {
    cancel: CancelToken,
    tasks: Tasks,
    name: String,
}

impl NamedTask {
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }
}

impl Drop for NamedTask {
    fn drop(&mut self) {
        self.tasks.all().remove(&self.name);
    }
}
