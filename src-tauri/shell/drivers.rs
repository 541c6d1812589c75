//! Shuts drivers out: what is installed is steered by the analyst and by no other program.
//!
//! Tauri lets WebDriver in wherever the environment asks for it, in a release too, and WebKit then opens a port for its
//! inspector. A debug build keeps that door for the tests. A release starts itself once more without these variables:
//! they cannot be taken out of a process that is running without `unsafe`.

use std::ffi::OsString;

/// Each of these makes WebKit or Tauri take orders from outside.
const LET_IN: [&str; 3] = ["TAURI_WEBVIEW_AUTOMATION", "WEBKIT_INSPECTOR_SERVER", "WEBKIT_INSPECTOR_HTTP_SERVER"];

/// Those that are set, of the variables that let a driver in.
pub fn let_in_by(is_set: impl Fn(&str) -> bool) -> Vec<&'static str> {
    LET_IN.into_iter().filter(|name| is_set(name)).collect()
}

/// Returns only where no driver is let in; an error where that could not be had.
pub(crate) fn shut_out() -> std::io::Result<()> {
    let open = let_in_by(|name| std::env::var_os(name).is_some());
    if cfg!(debug_assertions) || open.is_empty() {
        return Ok(());
    }
    start_without(&open, std::env::args_os().skip(1).collect())
}

#[cfg(unix)]
fn start_without(names: &[&str], arguments: Vec<OsString>) -> std::io::Result<()> {
    use std::os::unix::process::CommandExt;

    let mut again = std::process::Command::new(std::env::current_exe()?);
    again.args(arguments);
    for name in names {
        again.env_remove(name);
    }
    Err(again.exec())
}

/// Only WebKit's webviews take drivers this way.
#[cfg(not(unix))]
fn start_without(_names: &[&str], _arguments: Vec<OsString>) -> std::io::Result<()> {
    Ok(())
}
