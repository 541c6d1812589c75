//! The start of the application on a desktop: its display, its one instance, its window.

use std::{io::Write as _, path::Path, process::ExitCode};

use tauri::{Manager, async_runtime};
use tauri_plugin_window_state::StateFlags;

use crate::{
    context, drivers, equipped,
    launch_files::{LaunchFiles, files_of},
    library_handle::LibraryHandle,
    pages,
    window::{self, Walls},
};

/// Runs the application until its window closes.
pub fn run() -> ExitCode {
    match drivers::shut_out() {
        Ok(()) => run_as_told(),
        Err(error) => failed(&format!("Factly did not start, since a driver would be let in: {error}")),
    }
}

/// As [`run`], with whatever the environment lets in: for benchmarks that drive a release build.
pub fn run_as_told() -> ExitCode {
    set_toolkit_defaults();
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

fn application(walls: Walls) -> tauri::Result<tauri::App> {
    let builder = tauri::Builder::default()
        .register_asynchronous_uri_scheme_protocol(pages::SCHEME, |context, request, responder| {
            let app = context.app_handle().clone();
            async_runtime::spawn_blocking(move || {
                responder.respond(pages::answer(&app.state::<LibraryHandle>(), request.uri()));
            });
        })
        // First, so that a second start ends here, before it has touched anything.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            window::focus(app);
            let files = files_of(arguments.into_iter().skip(1).map(Into::into), Path::new(&folder));
            app.state::<LaunchFiles>().hand(app, files);
        }))
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(remembered()).build());
    equipped(builder, walls).build(context(walls))
}

/// WebKit draws on the processor, in one layer: a window of texts starts sooner so, scrolls as smoothly and takes half the
/// memory, and graphics drivers are what WebKit's windows fail by most. Who sets either variable decides otherwise.
///
/// File dialogs are the desktop's own, in a process of its own, where it has any: GTK's reads what lies in the folder that
/// it lists. Where no desktop answers, GTK shows its own.
#[cfg(target_os = "linux")]
fn set_toolkit_defaults() {
    for choice in ["WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_SKIA_ENABLE_CPU_RENDERING", "GTK_USE_PORTAL"] {
        if std::env::var_os(choice).is_none() {
            // SAFETY: nothing runs yet that could read the environment meanwhile; this is the first thing that is done.
            #[expect(unsafe_code, reason = "WebKit and GTK take this from the environment only")]
            unsafe {
                std::env::set_var(choice, "1");
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn set_toolkit_defaults() {}

/// Returns the remembered state of the window. Its visibility is not: it shows itself once there is something to see.
fn remembered() -> StateFlags {
    StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN
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
