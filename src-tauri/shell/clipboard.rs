//! The text that other programs can paste.

use std::error::Error;

use crate::AppHandle;

/// GTK holds it, in X11 as in Wayland, where a program without a window of its own may set nothing.
///
/// # Errors
/// The event loop is gone.
#[cfg(all(target_os = "linux", not(feature = "test-host")))]
pub(crate) fn put(app: &AppHandle, text: String) -> Result<(), Box<dyn Error>> {
    let (done, is_done) = std::sync::mpsc::channel();
    app.run_on_main_thread(move || {
        let clipboard = gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD);
        clipboard.set_text(&text);
        // It outlives the application where the desktop keeps it.
        clipboard.store();
        let _ = done.send(());
    })?;
    Ok(is_done.recv()?)
}

/// # Errors
/// The error that the system gives.
#[cfg(all(not(target_os = "linux"), not(feature = "test-host")))]
pub(crate) fn put(_: &AppHandle, text: String) -> Result<(), Box<dyn Error>> {
    Ok(arboard::Clipboard::new()?.set_text(text)?)
}

/// The test is told, and no other program.
///
/// # Errors
/// Nobody listens.
#[cfg(feature = "test-host")]
pub(crate) fn put(app: &AppHandle, text: String) -> Result<(), Box<dyn Error>> {
    Ok(tauri::Emitter::emit(app, "copied", text)?)
}
