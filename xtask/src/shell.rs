//! Running other programs: said before, checked after.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A program to run, in the root of the project unless told otherwise.
pub(crate) struct Program {
    command: Command,
    shown: String,
}

pub(crate) fn program(name: &str) -> Program {
    let mut command = Command::new(name);
    command.current_dir(root());
    Program { command, shown: name.to_owned() }
}

pub(crate) fn cargo(arguments: &[&str]) -> Program {
    program(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())).named("cargo").args(arguments)
}

/// npm is a script on Windows, and scripts need their ending.
pub(crate) fn npm(folder: &str, arguments: &[&str]) -> Program {
    program(if cfg!(windows) { "npm.cmd" } else { "npm" }).within(folder).args(arguments)
}

/// A tool from a folder's own `node_modules`, run in the root.
pub(crate) fn node_tool(folder: &str, name: &str) -> Program {
    let script = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
    program(&root().join(folder).join("node_modules/.bin").join(script).to_string_lossy()).named(name)
}

impl Program {
    fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.shown);
        self
    }

    pub(crate) fn within(mut self, folder: &str) -> Self {
        self.command.current_dir(root().join(folder));
        self
    }

    pub(crate) fn arg(self, argument: &str) -> Self {
        self.args(&[argument])
    }

    pub(crate) fn args(mut self, arguments: &[&str]) -> Self {
        for argument in arguments {
            self.shown.push(' ');
            self.shown.push_str(argument);
            self.command.arg(argument);
        }
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it before the reader's eyes; an error unless it ends well.
    pub(crate) fn run(mut self) -> Result<()> {
        out(&format!("$ {}", self.shown));
        let status = self.command.stdin(Stdio::null()).status();
        let status = status.with_context(|| format!("`{}` could not be started", self.shown))?;
        if !status.success() {
            bail!("`{}` ended with {status}", self.shown);
        }
        Ok(())
    }

    /// Returns whether it starts and ends well; prints nothing.
    pub(crate) fn succeeds(mut self) -> bool {
        let quiet = self.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    }

    /// Returns its output, if it ends well.
    pub(crate) fn answer(mut self) -> Option<String> {
        let output = self.command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

/// As `cargo run` says now: a checkout may have been moved, with what was built in it, since this was compiled.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let here = Path::new(&here);
    here.parent().unwrap_or(here).to_owned()
}

/// Returns the folder where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

pub(crate) fn has_display() -> bool {
    cfg!(not(target_os = "linux"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[expect(clippy::print_stdout, reason = "a command's words go to its terminal")]
pub(crate) fn out(line: &str) {
    println!("{line}");
}

#[expect(clippy::print_stderr, reason = "a command's complaint goes to its terminal")]
pub(crate) fn complain(line: &str) {
    eprintln!("xtask: {line}");
}
