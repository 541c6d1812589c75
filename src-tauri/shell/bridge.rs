//! From the engine's change notices to the one event that the window hears.
//!
//! An ingest commits hundreds of times a second; the window is told at most twenty times, of everything since.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use factly_engine::store::ChangeNotice;
use tauri_specta::Event;

use crate::{AppHandle, wire::library::Changed};

const COALESCE: Duration = Duration::from_millis(50);

/// Starts the bridge. The notices that are sent over it arrive in the window.
pub fn to_window(app: AppHandle) -> Sender<ChangeNotice> {
    let (sender, notices) = channel();
    thread::spawn(move || {
        while let Some(changed) = next(&notices) {
            if let Err(error) = changed.emit(&app) {
                tracing::warn!(%error, "the window was not told of a change");
            }
        }
    });
    sender
}

/// Everything from the first notice to the end of the pause after it, as one; `None` when nobody is left to send.
pub fn next(notices: &Receiver<ChangeNotice>) -> Option<Changed> {
    let mut merged = notices.recv().ok()?;
    let end = Instant::now() + COALESCE;
    loop {
        match notices.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(notice) => merged.add(notice),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Some((&merged).into()),
        }
    }
}
