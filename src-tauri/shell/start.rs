//! The start of the application on a desktop: its display, its one instance, its window.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::Write as _,
    path::Path,
    process::ExitCode,
};

use factly_engine::{library_path::IDENTIFIER, store::is_library};
use tauri::{Manager, async_runtime, plugin::TauriPlugin};
use tauri_plugin_window_state::StateFlags;

use crate::{
    Runtime, configure_builder, context, drivers,
    launch_files::{LaunchFiles, StartArguments, UnknownOption, start_of, this_start},
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
    if let Err(UnknownOption(option)) = checked_start() {
        let _ = writeln!(std::io::stderr(), "Factly's window knows no option “{option}”.\n{USAGE}");
        return ExitCode::from(2);
    }
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

const USAGE: &str = "factly-desktop [--library FILE] [FILE…]\nOpens the library that is named, and adds the files. The command \
line does more: factly --help";

/// The start of this process, or the option that it should not have.
fn checked_start() -> Result<StartArguments, UnknownOption> {
    let folder = std::env::current_dir().unwrap_or_default();
    start_of(std::env::args_os().skip(1), &folder, is_library)
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
        .plugin(one_of_each_library())
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(remembered()).build());
    configure_builder(builder, walls).build(context(walls))
}

/// A second start hands its files to the window of its library and ends.
fn one_of_each_library() -> TauriPlugin<Runtime> {
    let one = tauri_plugin_single_instance::Builder::new().callback(|app, arguments, folder| {
        window::focus(app);
        let arguments = arguments.into_iter().skip(1).map(Into::into);
        let StartArguments { library, files } = start_of(arguments, Path::new(&folder), is_library).unwrap_or_default();
        // Where all libraries have one instance between them, the window says how the other is opened.
        let others = library.filter(|_| cfg!(not(target_os = "linux")));
        app.state::<LaunchFiles>().hand(app, others.into_iter().chain(files).collect());
    });
    match this_start().library {
        Some(path) => one.dbus_id(instance_of(&path)).build(),
        None => one.build(),
    }
}

/// The name on the bus of the window of a library that is not the application's own.
fn instance_of(library: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    library.canonicalize().unwrap_or_else(|_| library.to_owned()).hash(&mut hasher);
    format!("{IDENTIFIER}.library_{:016x}", hasher.finish())
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
