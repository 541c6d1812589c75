//! Every test, in an order that fails early and builds the shell once.

use std::num::NonZero;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::shell::{Program, cargo, npm, out, program, root, target};
use crate::{model, packages, ui};

/// A part of the tests: its name, and what it runs.
pub(crate) type Part = (&'static str, fn() -> Result<()>);

const PARTS: [Part; 4] = [("lint", lint), ("ui", interface), ("rust", rust), ("window", window)];

/// Variable with proptest's seed.
pub(crate) const SEED: &str = "PROPTEST_RNG_SEED";

/// The application without its window; no release is built with it. It is built as a part of the whole workspace with a
/// target of tests, as all is here: so the features of what it needs are the same each time, and the engine is built once.
const TEST_HOST: [&str; 5] = ["--workspace", "--example", "test_host", "--features", "factly-desktop/test-host"];

pub(crate) fn all() -> Result<()> {
    packages::for_tests()?;
    model::make()?;
    // Everything is downloaded here, for every system, so that no test needs the network.
    cargo(&["fetch", "--locked"]).run()?;
    ui::install()?;
    // The shell embeds the interface, so everything that compiles the shell comes after it.
    ui::build()?;
    run_all(&PARTS, "test --only")
}

pub(crate) fn only(name: &str) -> Result<()> {
    let parts = chosen(&PARTS, Some(name))?;
    packages::for_tests()?;
    model::make()?;
    ui::build()?;
    run_all(parts, "test --only")
}

/// Runs every part, also after one that failed, so that one run shows all failures; the error lists each with the command
/// that repeats it alone.
pub(crate) fn run_all(parts: &[Part], command: &str) -> Result<()> {
    let failures: Vec<String> = parts
        .iter()
        .filter_map(|(name, part)| timed(name, *part, command).err())
        .map(|error| format!("{error:#}"))
        .collect();
    if !failures.is_empty() {
        bail!("{} of {} parts failed:\n{}", failures.len(), parts.len(), failures.join("\n"));
    }
    Ok(())
}

/// The part of this name, or all where none is named.
pub(crate) fn chosen<'a>(parts: &'a [Part], name: Option<&str>) -> Result<&'a [Part]> {
    let Some(name) = name else { return Ok(parts) };
    let known = || parts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let at = parts.iter().position(|(known, _)| *known == name);
    let at = at.with_context(|| format!("there is no part `{name}`; there are {}", known()))?;
    Ok(&parts[at..=at])
}

fn timed(name: &str, part: fn() -> Result<()>, command: &str) -> Result<()> {
    out(&format!("\n== {name}"));
    let start = Instant::now();
    let outcome = part();
    let state = if outcome.is_ok() { "" } else { ", failed" };
    out(&format!("== {name}: {} s{state}", start.elapsed().as_secs()));
    outcome.with_context(|| format!("the part `{name}` failed; repeat it by `cargo xtask {command} {name}`"))
}

fn lint() -> Result<()> {
    cargo(&["fmt", "--all", "--check"]).run()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).run()?;
    cargo(&["clippy"]).args(&TEST_HOST).args(&["--", "--deny", "warnings"]).run()
}

fn interface() -> Result<()> {
    npm("ui", &["run", "check"]).run()?;
    interface_tests(&[])?.run()
}

/// The interface's tests run over the real engine: a host without a window, and the command line that makes its libraries.
/// Built in one go, so that both are of one engine.
pub(crate) fn interface_tests(arguments: &[&str]) -> Result<Program> {
    cargo(&["build", "--bin", "factly"]).args(&TEST_HOST).run()?;
    let built = target().join("debug");
    let tests = npm("ui", &["run", "test", "--"]).args(arguments);
    let tests = tests.env("FACTLY_TEST_HOST", built.join("examples/test_host")).env("FACTLY_CLI", built.join("factly"));
    // The window that was built before the first part is the one that is tried.
    Ok(tests.env("FACTLY_UI_BUILT", "1"))
}

fn rust() -> Result<()> {
    with_seed(with_recordings(runner("dev").args(&["--workspace", "--no-fail-fast"]))).run()
}

/// nextest where it is at hand: it is faster, but not worth minutes of building on a machine without it. Examples are not
/// built, of which two link a webview.
pub(crate) fn runner(profile: &str) -> Program {
    let nextest = program("cargo-nextest").arg("--version").succeeds();
    let (arguments, option): (&[&str], _) =
        if nextest { (&["nextest", "run"], "--cargo-profile") } else { (&["test"], "--profile") };
    let tests = cargo(arguments).args(&[option, profile, "--lib", "--bins", "--tests"]);
    // One more than there are cores: many wait for a server that is silent, or a process that ends.
    let cores = std::thread::available_parallelism().map_or(2, NonZero::get);
    if nextest { tests.args(&["--test-threads", &(cores + 1).to_string()]) } else { tests }
}

/// The property tests try the same cases each time, so that what fails is what the change broke; [`crate::soak`] looks for
/// others.
fn with_seed(tests: Program) -> Program {
    match std::env::var_os(SEED) {
        Some(_) => tests,
        None => tests.env(SEED, "1"),
    }
}

/// Recordings of other people's servers lie beside the checkout where somebody has them; they are not ours to keep here.
pub(crate) fn with_recordings(tests: Program) -> Program {
    let streams = root().join("../shared/fixtures/streams");
    if !streams.is_dir() {
        return tests;
    }
    tests.env("FACTLY_STREAMS", streams)
}

fn window() -> Result<()> {
    if !cfg!(target_os = "linux") {
        out("The window's tests need WebKitWebDriver, which is only on Linux.");
        return Ok(());
    }
    // With a target of tests, for the reason of `TEST_HOST`: what the part before has built costs a second.
    cargo(&["build", "--workspace", "--bins", "--test", "shell"]).run()?;
    let binary = target().join("debug").join("factly-desktop");
    program("node").arg("tests/e2e/run.mjs").env("FACTLY_BINARY", binary).run()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static RUNS: AtomicUsize = AtomicUsize::new(0);

    fn green() -> Result<()> {
        RUNS.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn red() -> Result<()> {
        bail!("a test failed")
    }

    #[test]
    fn a_red_part_hides_no_other_and_each_failure_names_its_command() {
        let error = run_all(&[("ui", red), ("rust", green), ("window", red)], "test --only").unwrap_err().to_string();
        assert_eq!(RUNS.load(Ordering::Relaxed), 1, "the part after a red one runs");
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!(lines.len(), 3, "{error}");
        assert_eq!(lines[0], "2 of 3 parts failed:");
        assert!(lines[1].contains("`cargo xtask test --only ui`") && lines[1].ends_with("a test failed"), "{error}");
        assert!(lines[2].contains("`cargo xtask test --only window`"), "{error}");
    }
}
