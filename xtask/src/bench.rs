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
    ("store", "factly-engine", "store"),
    ("engine", "factly-engine", "engine"),
    ("knowledge", "factly-engine", "knowledge"),
    ("transfer", "factly-engine", "transfer"),
    ("pipeline", "factly-engine", "pipeline"),
    ("marks", "factly-engine", "marks"),
    ("memory", "factly-core", "memory"),
    ("as_of", "factly-engine", "as_of"),
    ("providers", "factly-engine", "providers"),
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
    for (_, package, bench) in BENCHES.iter().filter(|(name, ..)| wanted(name)) {
        cargo(&["bench", "--package", package, "--bench", bench]).run()?;
    }
    if wanted(WINDOW) { window() } else { Ok(()) }
}

fn window() -> Result<()> {
    packages::for_tests()?;
    ui::build()?;
    program("node").arg("tests/bench/window/run.mjs").run()
}
