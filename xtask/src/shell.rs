//! Running other programs: said before, checked after.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, PipeReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// Number of lines at the end of a failed program's output that its error repeats.
const TAIL_LINES: usize = 40;

/// Longest wait for the rest of an output once its program has ended: a process that it left behind may hold the pipe.
const REST_OF_OUTPUT: Duration = Duration::from_secs(2);

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

    /// Runs it before the reader's eyes; an error unless it ends well. Where the output goes to no terminal, the error ends
    /// with the last lines of it: a log of CI is often seen from its end only.
    pub(crate) fn run(mut self) -> Result<()> {
        out(&format!("$ {}", self.shown));
        self.command.stdin(Stdio::null());
        let started = format!("`{}` could not be started", self.shown);
        let (status, tail) = if std::io::stdout().is_terminal() {
            (self.command.status().context(started)?, Vec::new())
        } else {
            run_with_tail(self.command).context(started)?
        };
        if !status.success() {
            let tail: String = tail.iter().map(|line| format!("\n  | {line}")).collect();
            bail!("`{}` ended with {status}{tail}", self.shown);
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

/// Runs a command whose output is passed on line by line, and returns how it ended with its last [`TAIL_LINES`] lines.
fn run_with_tail(mut command: Command) -> std::io::Result<(ExitStatus, Vec<String>)> {
    let (reader, writer) = std::io::pipe()?;
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // It holds the ends of the pipe that are written to, and so would keep the reader from its end.
    drop(command);
    let tail = Arc::new(Mutex::new(VecDeque::new()));
    let (ended, end) = mpsc::channel::<()>();
    let lines = Arc::clone(&tail);
    std::thread::spawn(move || {
        pass_on(reader, &lines);
        drop(ended);
    });
    let status = child.wait()?;
    let _closed_or_late = end.recv_timeout(REST_OF_OUTPUT);
    let tail = tail.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect();
    Ok((status, tail))
}

fn pass_on(output: PipeReader, tail: &Mutex<VecDeque<String>>) {
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
        out(&line);
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == TAIL_LINES {
            tail.pop_front();
        }
        tail.push_back(line);
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_failed_program_s_error_ends_with_the_last_lines_of_both_its_outputs() {
        let script = "for n in $(seq 100); do echo line $n; done; echo FAIL one test >&2; exit 3";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let (status, tail) = run_with_tail(command).unwrap();
        assert_eq!(status.code(), Some(3));
        assert_eq!(tail.len(), TAIL_LINES);
        assert_eq!(tail.last().unwrap(), "FAIL one test");
        assert_eq!(tail[0], "line 62");
    }

    #[test]
    fn a_process_that_is_left_behind_does_not_keep_its_parent_s_run_from_ending() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & echo $!"]);
        let (status, tail) = run_with_tail(command).unwrap();
        assert!(status.success());
        assert!(program("kill").arg(&tail[0]).succeeds(), "it still runs");
    }
}
