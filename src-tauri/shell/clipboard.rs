//! The text that other programs can paste.

use std::error::Error;

use tauri::AppHandle;

/// GTK holds it, in X11 as in Wayland, where a program without a window of its own may set nothing.
///
/// # Errors
/// The event loop is gone.
#[cfg(target_os = "linux")]
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
/// What the system says.
#[cfg(not(target_os = "linux"))]
pub(crate) fn put(_: &AppHandle, text: String) -> Result<(), Box<dyn Error>> {
    Ok(arboard::Clipboard::new()?.set_text(text)?)
}
