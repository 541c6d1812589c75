//! What a run of all tests has no time for, by hand before a release and by a workflow each night: every test at its full
//! size, every screen in every look, the property tests from other seeds, and that the fuzz targets compile.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::check::{Part, SEED, chosen, runner, timed, with_recordings};
use crate::packages;
use crate::shell::{Program, cargo, npm, root, target};
use crate::ui;

const PARTS: [Part; 4] = [("fuzz", fuzz), ("screens", screens), ("sizes", sizes), ("properties", properties)];

/// How often chance strikes where the environment does not say: kills, torn logs, flipped bits.
const SIZE: (&str, &str) = ("FACTLY_SOAK", "5000");

/// How many seeds the property tests begin from, after the one of every run.
const SEEDS: std::ops::RangeInclusive<u32> = 2..=40;

const FUZZ: &str = "fuzz/Cargo.toml";

/// Runs all parts, or the one that is named.
pub(crate) fn run(part: Option<&str>) -> Result<()> {
    let parts = chosen(&PARTS, part)?;
    packages::for_tests()?;
    ui::build()?;
    parts.iter().try_for_each(|(name, part)| timed(name, *part))
}

/// They stand outside the workspace, so nothing else would tell when they no longer compile. Nothing is linked, so any
/// path stands for libFuzzer, and its C++ is not built.
fn fuzz() -> Result<()> {
    let check = cargo(&["check", "--locked", "--manifest-path", FUZZ]).env("CUSTOM_LIBFUZZER_PATH", "none/libFuzzer.a");
    check.env("CARGO_TARGET_DIR", target()).run()
}

fn screens() -> Result<()> {
    sized(npm("ui", &["run", "test", "--", "--project", "window"])).run()
}

fn sizes() -> Result<()> {
    sized(with_recordings(cargo(&["build", "--workspace", "--bins", "--profile", "soak"]))).run()?;
    sized(with_recordings(runner("soak").args(&["--workspace", "--no-fail-fast"]))).run()
}

fn sized(tests: Program) -> Program {
    let (name, usual) = SIZE;
    tests.env(name, std::env::var_os(name).unwrap_or_else(|| usual.into()))
}

fn properties() -> Result<()> {
    let mut names = Vec::new();
    for folder in ["tests", "src-tauri"] {
        gather(&root().join(folder), &mut names).with_context(|| format!("`{folder}` could not be read"))?;
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for seed in SEEDS {
        let tests = cargo(&["test", "--profile", "soak", "--quiet", "--workspace", "--tests", "--"]).args(&names);
        sized(tests).env(SEED, seed.to_string()).run()?;
    }
    Ok(())
}

/// The names of the property tests in a folder: what stands in `proptest!` and draws a parameter.
fn gather(folder: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            let Some((_, properties)) = text.split_once("proptest!") else { continue };
            let tests = properties.split("#[test]").skip(1).filter_map(|test| test.trim_start().strip_prefix("fn "));
            let drawing = tests.filter(|test| test.split_once('{').is_some_and(|(head, _)| head.contains(" in ")));
            names.extend(drawing.filter_map(|test| Some(test.split_once('(')?.0.to_owned())));
        }
    }
    Ok(())
}
