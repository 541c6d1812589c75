//! `factly`: the command line, a thin shell over the engine.
//!
//! With `--json` every command prints one JSON value. Exit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.

mod args;
mod commands;
mod interrupt;
mod json;
mod out;
mod plain;
mod progress;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::place::default_library;
use factly_engine::providers::{ConsentByEnvironment, Outside};
use factly_engine::world::World;

use crate::args::{Cli, Command};
use crate::out::Out;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::new(cli.json);
    if let Command::Verify { pack: Some(pack), .. } = &cli.command {
        // Whoever has a pack may have no library, and gets none by looking.
        return match commands::pack::verify(pack, &mut out) {
            Ok(()) => out.finish(),
            Err(error) => out.fail(&error),
        };
    }
    let result = place(cli.library).and_then(|path| match cli.command {
        // A library that cannot be opened is just what copies are for.
        Command::Backup(command) => commands::backup::run(&path, command, &mut out),
        command => commands::run(&connected(&path)?, command, &mut out),
    });
    match result {
        Ok(()) => out.finish(),
        Err(error) => out.fail(&error),
    }
}

fn place(named: Option<PathBuf>) -> Result<PathBuf> {
    match named {
        Some(path) => Ok(path),
        None => {
            let nowhere =
                || Error::not_found("This system names no folder for the library.").hint("Give --library FILE.");
            let path = default_library().ok_or_else(nowhere)?;
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|error| {
                    Error::new(Code::Io, format!("The folder {} cannot be made: {error}.", folder.display()))
                })?;
            }
            Ok(path)
        }
    }
}

fn connected(path: &Path) -> Result<Library> {
    let world = World::system();
    let outside = Outside::system(world.clone(), ConsentByEnvironment::Given);
    let library = Library::connected(path, world, outside)?;
    library.wait_for_others(wait_and_say_so);
    Ok(library)
}

/// A large import of another Factly takes some seconds; who has typed a command would rather wait than type it again.
fn wait_and_say_so(waited: Duration) -> bool {
    let seconds = waited.as_secs();
    let mut lines = io::stderr().lock();
    let what = "Another Factly is writing to the library, an import perhaps. Waiting for it";
    // Whether anybody reads it or not.
    let _ = writeln!(lines, "{what} ({seconds} s); nothing is lost, and Ctrl C ends the waiting.");
    true
}
