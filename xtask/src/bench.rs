//! The benchmarks: each figure stands beside a floor measured in the same run, since machines differ and are shared.

use anyhow::{Result, bail};

use crate::shell::cargo;
use crate::{packages, ui};

/// Name, package and bench target.
const BENCHES: [(&str, &str, &str); 4] = [
    ("evidence", "factly-core", "evidence"),
    ("offline", "factly-core", "offline"),
    ("store", "factly-engine", "store"),
    ("engine", "factly-engine", "engine"),
];

pub(crate) fn run(names: &[&str]) -> Result<()> {
    let known: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no benchmark `{unknown}`; there are {}", known.join(", "));
    }
    packages::for_building()?;
    ui::placeholder()?;
    for (name, package, bench) in BENCHES {
        if names.is_empty() || names.contains(&name) {
            cargo(&["bench", "--package", package, "--bench", bench]).run()?;
        }
    }
    Ok(())
}
