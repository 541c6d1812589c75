//! `factly`: the command line, a thin shell over the engine.
//!
//! With `--json` every command but `chat`, `ask` and `report chat` prints one JSON value. Exit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.

mod args;
mod commands;
mod interrupt;
mod json;
mod lines;
mod open_library;
mod out;
mod plain;
mod progress;
mod resolve;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, CliCommand};
use crate::out::Out;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage_error) => return misused(&usage_error),
    };
    let mut out = Out::new(cli.json);
    if let CliCommand::Verify { pack: Some(pack), .. } = &cli.command {
        // Whoever has a pack may have no library, and gets none by looking.
        return match commands::evidence_pack::verify(pack, &mut out) {
            Ok(()) => out.finish(),
            Err(error) => out.fail(&error),
        };
    }
    let result = open_library::library(cli.library, &cli.command).and_then(|path| match cli.command {
        // A library that cannot be opened is just what copies are for.
        CliCommand::Backup(command) => commands::backup::run(&path, command, &mut out),
        command => commands::run(&open_library::connected(&path)?, command, &mut out),
    });
    match result {
        Ok(()) => out.finish(),
        Err(error) => out.fail(&error),
    }
}

/// Help and version, which are asked for, and words that mean nothing. What was read of those is not known, so whether
/// JSON is wanted is looked up in the words themselves.
fn misused(usage_error: &clap::Error) -> ExitCode {
    let _ = usage_error.print();
    let is_json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    if usage_error.use_stderr() && is_json {
        out::print_misuse(&usage_error.render().to_string());
    }
    u8::try_from(usage_error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}
