//! `cargo xtask`: what a developer runs, and all that continuous integration runs.
//!
//! `run` and `test` do the set-up of a fresh machine themselves: what they need and cannot find, they install.

mod bench;
mod check;
mod model;
mod packages;
mod shell;
mod soak;
mod ui;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::shell::{cargo, out};

const HELP: &str = "\
cargo xtask COMMAND

  run [--release] [-- ARGS]   set up what is missing, build, open the window
  test [--only PART]          set up what is missing, run every test; PART is lint, ui, rust or window
  bench [NAME]                print the benchmarks, each with a ratio to a floor measured in the same run
  soak [PART]                 what takes hours: fuzz (they compile), hostile (20,000 hostile documents or FACTLY_HOSTILE),
                              screens (each in every look), sizes (every test at its full size, 5,000 strikes of chance or
                              FACTLY_SOAK), properties (39 seeds more), and installed (the deb in a fresh root, its window
                              with the sample)
  bindings                    write ui/src/ipc/bindings.ts from the Rust types
  setup                       only the set-up of `test`
  model                       make the model of meaning anew; all of these make it where it is missing
  bundle                      installers for this system, under target/release/bundle";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["run", rest @ ..] => run(rest),
        ["test"] => check::all(),
        ["test", "--only", part] => check::only(part),
        ["bench", rest @ ..] => bench::run(rest),
        ["soak"] => soak::run(None),
        ["soak", part] => soak::run(Some(part)),
        ["bindings"] => {
            ui::placeholder()?;
            cargo(&["run", "--example", "bindings"]).run()
        }
        ["setup"] => {
            packages::for_tests()?;
            model::make()
        }
        ["model"] => model::make_anew(),
        ["bundle"] => bundle(),
        [] | ["help" | "--help" | "-h"] => {
            out(HELP);
            Ok(())
        }
        _ => bail!("there is no command `{}`.\n\n{HELP}", words.join(" ")),
    }
}

/// Opens the application's window on the analyst's own library.
fn run(rest: &[&str]) -> Result<()> {
    let release = rest.first() == Some(&"--release");
    let passed: Vec<&str> = rest.iter().copied().skip_while(|word| *word != "--").skip(1).collect();
    if !shell::has_display() {
        bail!(
            "there is no display to open a window on. Nothing was built.\n\
             Run it from a desktop session, or on a virtual display:\n\
             cargo xtask setup && xvfb-run -a cargo xtask run"
        );
    }
    packages::for_building()?;
    model::make()?;
    ui::build()?;
    let mut command = cargo(&["run", "--package", "factly-desktop", "--bin", "factly-desktop"]);
    if release {
        command = command.arg("--release");
    }
    command.arg("--").args(&passed).run()
}

pub(crate) fn bundle() -> Result<()> {
    packages::for_building()?;
    model::make()?;
    ui::install()?;
    ui::build()?;
    shell::node_tool("ui", "tauri").args(&["build", "--config", "tauri.bundle.json"]).run()
}
