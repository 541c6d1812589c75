//! Files dropped on the window, as a test drops them: a pointer that carries files cannot be had under a driver.
//!
//! In a debug build, and only where `FACTLY_DEBUG_DRAG` names a file. Once that file is there its first line is what the
//! pointer does (`enter`, `leave` or `drop`) and the rest are the paths it carries; the window is told in Tauri's own
//! words, and the file is taken away. All that this leaves out is the toolkit's part.

use std::{fs, path::Path, thread, time::Duration};

use serde::Serialize;
use tauri::{Emitter, EventTarget};

use crate::{AppHandle, window};

const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

#[derive(Clone, Serialize)]
struct Drag<'a> {
    paths: Vec<&'a str>,
    position: DragPosition,
}

#[derive(Clone, Serialize)]
struct DragPosition {
    x: f64,
    y: f64,
}

pub(crate) fn follow_a_test(app: AppHandle) {
    let Some(script) = std::env::var_os("FACTLY_DEBUG_DRAG") else { return };
    thread::spawn(move || {
        loop {
            thread::sleep(BETWEEN_LOOKS);
            if let Some(error) = next(&app, Path::new(&script)).and_then(Result::err) {
                tracing::warn!(%error, "the window was not told of a drag");
            }
        }
    });
}

fn next(app: &AppHandle, script: &Path) -> Option<tauri::Result<()>> {
    let text = fs::read_to_string(script).ok()?;
    fs::remove_file(script).ok()?;
    let (does, paths) = text.split_once('\n').unwrap_or((&text, ""));
    let drag = Drag { paths: paths.lines().collect(), position: DragPosition { x: 400.0, y: 300.0 } };
    Some(app.emit_to(EventTarget::webview(window::LABEL), &format!("tauri://drag-{does}"), drag))
}
