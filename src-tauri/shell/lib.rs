//! The desktop shell: the only code that names Tauri.
//!
//! It delivers and decides nothing: a command parses what the window sent, calls the engine, and converts the answer to
//! a type of [`wire`]. The window, its walls and its log are made here. The domain's rules are in factly-core, the
//! library file in factly-engine.

#![cfg_attr(feature = "test-host", allow(dead_code, reason = "a start on a desktop is left out"))]

pub(crate) mod abridge;
pub mod bindings;
pub mod bridge;
pub mod chat_events;
mod clipboard;
pub mod commands;
mod document_worker;
pub mod drivers;
#[cfg(debug_assertions)]
mod drop_script;
pub mod error;
pub mod last_folder;
pub mod launch_files;
pub mod library_handle;
pub mod locale;
pub mod log;
mod pages;
pub mod preferences;
mod print;
#[cfg(not(feature = "test-host"))]
mod start;
pub mod tasks;
#[cfg(feature = "test-host")]
pub mod test_host;
mod upkeep;
pub mod window;
pub mod wire;

use std::{error::Error, path::PathBuf};

use factly_engine::library_path::{default_library, named_library};
use launch_files::{LaunchFiles, this_start};
use library_handle::{LibraryHandle, LibraryLocation};
#[cfg(not(feature = "test-host"))]
pub use start::{run, run_as_told};
use tasks::Tasks;
use tauri::Manager;
use window::Walls;

/// The maker of the windows: the system's webviews, or, where tests of the interface are the window, nothing.
#[cfg(not(feature = "test-host"))]
pub use tauri::Wry as Runtime;
#[cfg(feature = "test-host")]
pub use tauri::test::MockRuntime as Runtime;

pub type AppHandle = tauri::AppHandle<Runtime>;

/// Gives `builder` what the window may ask for, and the library behind it.
fn configure_builder(builder: tauri::Builder<Runtime>, walls: Walls) -> tauri::Builder<Runtime> {
    let events = bindings::events();
    builder
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .manage(LaunchFiles::default())
        .invoke_handler(commands::handler())
        .setup(move |app| {
            events.mount_events(app);
            set_up(app, walls)
        })
}

fn set_up(app: &tauri::App<Runtime>, walls: Walls) -> Result<(), Box<dyn Error>> {
    let logs = app.path().app_log_dir()?;
    log::start(&logs);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "started");
    #[cfg(debug_assertions)]
    drop_script::follow_a_test(app.handle().clone());
    let notices = bridge::to_window(app.handle().clone());
    let start = this_start();
    let handle = LibraryHandle::new(locate_library(logs, start.library)?, move |notice| {
        let _ = notices.send(notice.clone());
    });
    app.manage(handle.clone());
    app.manage(Tasks::default());
    app.state::<LaunchFiles>().hand(app.handle(), start.files);
    let app_handle = app.handle().clone();
    handle.open_in_background(move |library| {
        if let Ok(preferences) = preferences::read(library) {
            window::dress(&app_handle, preferences.theme);
        }
    });
    window::open(app.handle(), walls)?;
    Ok(())
}

/// The application's own library, unless a start or `FACTLY_LIBRARY` names another.
fn locate_library(logs: PathBuf, named: Option<PathBuf>) -> Result<LibraryLocation, &'static str> {
    if let Some(path) = named {
        return Ok(LibraryLocation { path, own_folder: false, logs: Some(logs) });
    }
    let path =
        default_library().ok_or("the system names no folder for the library; name its file in FACTLY_LIBRARY")?;
    Ok(LibraryLocation { path, own_folder: named_library().is_none(), logs: Some(logs) })
}

/// The configuration, the window's code and what the window may call, as the build embedded them.
pub fn context(walls: Walls) -> tauri::Context<Runtime> {
    let mut context = tauri::generate_context!();
    if !walls.policy {
        context.config_mut().app.security.csp = None;
    }
    context
}
