//! Scanned pages, read by the Tesseract that the analyst has installed.
//!
//! Factly brings none of its own: the program is looked for where installers put it, and used only where the analyst
//! turned it on. It gets the picture of one page on its standard input and answers on its standard output; no file is
//! made, and nothing leaves the machine.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use factly_formats::ShouldStop;
use factly_formats::pdf::Png;

use crate::error::Result;
use crate::originals::Originals;

/// The setting of the library that says whether scanned pages are read.
pub(super) const SETTING: &str = "scans";
const ON: &str = "on";

/// Languages of an analyst's texts; a language more makes the reading slower and no better.
const LANGUAGES: [&str; 4] = ["eng", "deu", "fra", "spa"];
const LOOK: Duration = Duration::from_millis(20);

/// The treatment of scanned pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scans {
    /// The analyst wants them read.
    pub is_on: bool,
    /// The languages that the installed Tesseract reads, of those that Factly knows; none where it is not installed.
    pub languages: Vec<String>,
}

impl Originals<'_> {
    pub fn scans(&self) -> Result<Scans> {
        let languages = Recogniser::installed().map(|found| found.languages).unwrap_or_default();
        Ok(Scans { is_on: is_on(self.ctx.preference(SETTING)?.as_deref()), languages })
    }

    /// Turns the reading of scanned pages on or off, for documents that are added from now on.
    pub fn read_scans(&self, on: bool) -> Result<()> {
        self.ctx.set_preference(SETTING, if on { ON } else { "off" })
    }
}

pub(super) fn is_on(setting: Option<&str>) -> bool {
    setting == Some(ON)
}

/// An installed Tesseract.
pub(crate) struct Recogniser {
    program: PathBuf,
    languages: Vec<String>,
}

impl Recogniser {
    /// The one that is found first, with at least one language.
    pub(super) fn installed() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let name = format!("tesseract{}", std::env::consts::EXE_SUFFIX);
        // A window that was not started from a shell has a short path.
        let usual = ["/opt/homebrew/bin", "/usr/local/bin", "C:\\Program Files\\Tesseract-OCR"].map(PathBuf::from);
        let mut programs = std::env::split_paths(&path).chain(usual).map(|folder| folder.join(&name));
        programs.find_map(|program| Self::at(&program).filter(|_| program.is_absolute()))
    }

    fn at(program: &Path) -> Option<Self> {
        if !program.is_file() {
            return None;
        }
        let listed = command(program, ["--list-langs"]).output().ok()?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        let has = |language: &&str| listed.lines().any(|line| line.trim() == *language);
        let languages: Vec<_> = LANGUAGES.iter().copied().filter(has).map(str::to_owned).collect();
        (!languages.is_empty()).then(|| Self { program: program.to_owned(), languages })
    }

    /// The words of a picture as a table; none where it could not be read or nobody waits any more.
    pub(super) fn read(&self, picture: &Png, stop: &ShouldStop<'_>) -> Option<String> {
        let languages = self.languages.join("+");
        let arguments = ["stdin", "stdout", "-l", &languages, "-c", "tessedit_create_tsv=1"];
        let mut child = command(&self.program, arguments).stdin(Stdio::piped()).spawn().ok()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        thread::scope(|threads| {
            let heard = threads.spawn(move || {
                let mut table = String::new();
                output?.read_to_string(&mut table).ok().map(|_| table)
            });
            // One that ends early closes its input; its answer says what became of it.
            threads.spawn(move || input.map(|mut input| input.write_all(&picture.bytes)));
            let is_done = ends_well(&mut child, stop);
            heard.join().ok().flatten().filter(|_| is_done)
        })
    }
}

/// Waits until the program ends by itself, and ends it where nobody waits any more.
fn ends_well(child: &mut Child, stop: &ShouldStop<'_>) -> bool {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if !stop() => thread::sleep(LOOK),
            _ => {
                // It may have ended in between.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

fn command<A: AsRef<OsStr>>(program: &Path, arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(NO_WINDOW);
    }
    command
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// A program that stands in for Tesseract where its way of ending is the question.
    fn stand_in(folder: &Path, does: &str) -> Option<Recogniser> {
        let path = folder.join("tesseract");
        let script = format!("#!/bin/sh\nif [ \"$1\" = --list-langs ]; then echo deu; echo osd; exit; fi\n{does}\n");
        std::fs::write(&path, script).ok()?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).ok()?;
        Recogniser::at(&path)
    }

    fn picture() -> Png {
        Png { width: 1, height: 1, bytes: vec![7; 1 << 20] }
    }

    #[test]
    fn a_program_is_asked_in_its_languages_and_gets_the_whole_picture() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = stand_in(folder.path(), "echo \"$4\"; wc -c").expect("it is found");
        let text = found.read(&picture(), &|| false).expect("it answers");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["deu", "1048576"]);
    }

    #[test]
    fn a_program_that_fails_or_closes_its_input_gives_no_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = stand_in(folder.path(), "echo half; exit 1").expect("it is found");
        assert_eq!(found.read(&picture(), &|| false), None);
    }

    #[test]
    fn a_program_that_goes_on_is_ended_when_nobody_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = stand_in(folder.path(), "exec sleep 600").expect("it is found");
        assert_eq!(found.read(&picture(), &|| true), None);
    }
}
