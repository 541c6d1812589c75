//! The benchmarks: each figure stands beside a floor measured in the same run, since machines differ and are shared.

use anyhow::{Result, bail};

use crate::shell::{cargo, program};
use crate::{packages, ui};

/// Name, package and bench target.
const BENCHES: &[(&str, &str, &str)] = &[
    ("evidence", "factly-core", "evidence"),
    ("values", "factly-core", "values"),
    ("offline", "factly-core", "offline"),
    ("duplicates", "factly-core", "duplicates"),
    ("impact", "factly-core", "impact"),
    ("store", "factly-engine", "store"),
    ("engine", "factly-engine", "engine"),
    ("knowledge", "factly-engine", "knowledge"),
    ("transfer", "factly-engine", "transfer"),
    ("pipeline", "factly-engine", "pipeline"),
    ("documents", "factly-engine", "documents"),
    ("marks", "factly-engine", "marks"),
    ("reports", "factly-engine", "reports"),
    ("catalogue", "factly-core", "catalogue"),
    ("as_of", "factly-engine", "as_of"),
    ("providers", "factly-engine", "providers"),
    ("retrieval", "factly-core", "retrieval"),
    ("chat", "factly-core", "chat"),
    ("chat", "factly-engine", "chat_stream"),
];
/// Size, start and memory of the real window, beside a blank one.
const WINDOW: &str = "window";

pub(crate) fn run(names: &[&str]) -> Result<()> {
    let known: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).chain([WINDOW]).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no benchmark `{unknown}`; there are {}", known.join(", "));
    }
    let wanted = |name: &str| names.is_empty() || names.contains(&name);
    packages::for_building()?;
    ui::placeholder()?;
    // One that is over a limit keeps no other from being measured.
    let mut failed = Vec::new();
    for (_, package, bench) in BENCHES.iter().filter(|(name, ..)| wanted(name)) {
        if let Err(error) = cargo(&["bench", "--package", package, "--bench", bench]).run() {
            failed.push(format!("{bench}: {error:#}"));
        }
    }
    if wanted(WINDOW)
        && let Err(error) = window()
    {
        failed.push(format!("{WINDOW}: {error:#}"));
    }
    match failed.as_slice() {
        [] => Ok(()),
        failed => bail!("these failed, each for what it says above:\n  {}", failed.join("\n  ")),
    }
}

fn window() -> Result<()> {
    packages::for_tests()?;
    ui::build()?;
    program("node").arg("tests/bench/window/run.mjs").run()
}
