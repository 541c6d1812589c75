//! Tests that a run of all tests has no time for: the durability tests with many more kills, recorded answers split at
//! every byte, and the property tests from other seeds.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::check::{SEED, with_recordings};
use crate::shell::{cargo, root};

/// How many seeds the property tests begin from, after the one of every run.
const SEEDS: std::ops::RangeInclusive<u32> = 2..=40;

pub(crate) fn run() -> Result<()> {
    properties()?;
    let suites = ["killed_at_any_point", "store::tests::torn_log", "store::tests::damage", "recordings_of_others"];
    let tests = ["--lib", "--test", "killed", "--test", "engine", "--"];
    let command = cargo(&["test", "--release", "--package", "factly-engine"]).args(&tests).args(&suites);
    with_recordings(command.env("FACTLY_SOAK", "5000")).run()
}

fn properties() -> Result<()> {
    let mut names = Vec::new();
    for folder in ["tests", "src-tauri"] {
        gather(&root().join(folder), &mut names).with_context(|| format!("`{folder}` could not be read"))?;
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for seed in SEEDS {
        let tests = cargo(&["test", "--release", "--quiet", "--workspace", "--tests", "--"]).args(&names);
        tests.env(SEED, seed.to_string()).run()?;
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
