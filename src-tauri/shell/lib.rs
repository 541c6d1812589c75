//! The desktop shell: the only code that names Tauri.
//!
//! It delivers and decides nothing: a command parses what the window sent, calls the engine, and converts the answer to
//! a type of [`wire`]. The window, its walls and its log are made here. The domain's rules are in factly-core, the
//! library file in factly-engine.

pub(crate) mod abridge;
pub mod bindings;
pub mod bridge;
pub mod chat_events;
mod clipboard;
pub mod commands;
pub mod drivers;
#[cfg(debug_assertions)]
mod dropped;
pub mod error;
pub mod launch_files;
pub mod library_handle;
pub mod log;
mod pages;
pub mod preferences;
pub mod tasks;
mod upkeep;
pub mod window;
pub mod wire;

use std::{
    error::Error,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use factly_engine::place::{default_library, named_library};
use launch_files::{LaunchFiles, files_of};
use library_handle::{LibraryHandle, Place};
use tasks::Tasks;
use tauri::{App, Manager, Wry};
use tauri_plugin_window_state::StateFlags;
use window::Walls;

/// Runs the application until its window closes.
pub fn run() -> ExitCode {
    match drivers::shut_out() {
        Ok(()) => run_as_told(),
        Err(error) => failed(&format!("Factly did not start, since a driver would be let in: {error}")),
    }
}

/// As [`run`], with whatever the environment lets in: for benchmarks that drive a release build.
pub fn run_as_told() -> ExitCode {
    draw_without_graphics_card();
    if !has_display() {
        return failed(NO_DISPLAY);
    }
    match application(Walls::from_environment()) {
        Ok(app) => {
            app.run(|_, _| {});
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the application did not start");
            failed(&format!("Factly could not start: {error}"))
        }
    }
}

/// A terminal is all there is to speak to.
fn failed(words: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{words}");
    ExitCode::FAILURE
}

const NO_DISPLAY: &str = "Factly needs a display to open its window on, and could reach none: neither WAYLAND_DISPLAY \
nor DISPLAY names one that answers.\nStart it from a desktop session, or on a virtual display: xvfb-run -a \
factly-desktop\nWithout one, the command line does the same work: factly --help";

fn application(walls: Walls) -> tauri::Result<App> {
    let events = bindings::events();
    pages::serve(tauri::Builder::default())
        // First, so that a second start ends here, before it has touched anything.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            window::focus(app);
            let files = files_of(arguments.into_iter().skip(1).map(Into::into), Path::new(&folder));
            app.state::<LaunchFiles>().hand(app, files);
        }))
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(remembered()).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .manage(LaunchFiles::default())
        .invoke_handler(commands::handler())
        .setup(move |app| {
            events.mount_events(app);
            set_up(app, walls)
        })
        .build(context(walls))
}

fn set_up(app: &App, walls: Walls) -> Result<(), Box<dyn Error>> {
    let logs = app.path().app_log_dir()?;
    log::start(&logs);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "started");
    #[cfg(debug_assertions)]
    dropped::follow_a_test(app.handle().clone());
    let notices = bridge::to_window(app.handle().clone());
    let handle = LibraryHandle::new(place(logs)?, move |notice| {
        let _ = notices.send(notice.clone());
    });
    app.manage(handle.clone());
    app.manage(Tasks::default());
    app.state::<LaunchFiles>()
        .hand(app.handle(), files_of(std::env::args_os().skip(1), &std::env::current_dir().unwrap_or_default()));
    let app_handle = app.handle().clone();
    handle.open_in_background(move |library| {
        if let Ok(preferences) = preferences::read(library) {
            window::dress(&app_handle, preferences.theme);
        }
    });
    window::open(app.handle(), walls)?;
    Ok(())
}

/// WebKit draws on the processor, in one layer: a window of texts starts sooner so, scrolls as smoothly and takes half the
/// memory, and graphics drivers are what WebKit's windows fail by most. Who sets either variable decides otherwise.
#[cfg(target_os = "linux")]
fn draw_without_graphics_card() {
    for choice in ["WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_SKIA_ENABLE_CPU_RENDERING"] {
        if std::env::var_os(choice).is_none() {
            // SAFETY: nothing runs yet that could read the environment meanwhile; this is the first thing that is done.
            #[expect(unsafe_code, reason = "WebKit takes this from the environment only")]
            unsafe {
                std::env::set_var(choice, "1");
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn draw_without_graphics_card() {}

/// The application's own library, unless `FACTLY_LIBRARY` names another.
fn place(logs: PathBuf) -> Result<Place, &'static str> {
    let path =
        default_library().ok_or("the system names no folder for the library; name its file in FACTLY_LIBRARY")?;
    Ok(Place { path, own_folder: named_library().is_none(), logs: Some(logs) })
}

/// Whether the window is visible is not remembered: it shows itself once there is something to see.
fn remembered() -> StateFlags {
    StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN
}

/// The configuration, the window's code and what the window may call, as the build embedded them.
pub fn context(walls: Walls) -> tauri::Context<Wry> {
    let mut context = tauri::generate_context!();
    if !walls.policy {
        context.config_mut().app.security.csp = None;
    }
    context
}

/// The toolkit panics where it reaches no display, so it is asked first, with all that it knows of displays.
#[cfg(target_os = "linux")]
fn has_display() -> bool {
    gtk::init().is_ok()
}

#[cfg(not(target_os = "linux"))]
fn has_display() -> bool {
    true
}
