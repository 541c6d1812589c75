//! Every test, in an order that fails early and builds the shell once.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::shell::{Program, cargo, npm, out, program, root, target};
use crate::{packages, ui};

/// A part of the tests: its name, and what it runs.
pub(crate) type Part = (&'static str, fn() -> Result<()>);

const PARTS: [Part; 4] = [("lint", lint), ("ui", interface), ("rust", rust), ("window", window)];

/// What proptest begins from.
pub(crate) const SEED: &str = "PROPTEST_RNG_SEED";

/// The application without its window; no release is built with it.
const TEST_HOST: &str = "factly-desktop/test-host";

const FUZZ: &str = "fuzz/Cargo.toml";

pub(crate) fn all() -> Result<()> {
    packages::for_tests()?;
    // Everything is downloaded here, for every system, so that no test needs the network.
    cargo(&["fetch", "--locked"]).run()?;
    cargo(&["fetch", "--locked", "--manifest-path", FUZZ]).run()?;
    ui::install()?;
    // The shell embeds the interface, so everything that compiles the shell comes after it.
    ui::build()?;
    for (name, part) in PARTS {
        timed(name, part)?;
    }
    Ok(())
}

pub(crate) fn only(name: &str) -> Result<()> {
    packages::for_tests()?;
    ui::build()?;
    let (name, part) = PARTS
        .into_iter()
        .find(|(known, _)| *known == name)
        .with_context(|| format!("there is no part `{name}`; there are {}", PARTS.map(|(name, _)| name).join(", ")))?;
    timed(name, part)
}

fn timed(name: &str, part: fn() -> Result<()>) -> Result<()> {
    out(&format!("\n== {name}"));
    let start = Instant::now();
    part().with_context(|| format!("the part `{name}` failed; run it alone with `cargo xtask test --only {name}`"))?;
    out(&format!("== {name}: {} s", start.elapsed().as_secs()));
    Ok(())
}

fn lint() -> Result<()> {
    cargo(&["fmt", "--all", "--check"]).run()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).run()?;
    let host = ["clippy", "--package", "factly-desktop", "--example", "test_host", "--features", TEST_HOST];
    cargo(&host).args(&["--", "--deny", "warnings"]).run()?;
    fuzz_targets()
}

/// They stand outside the workspace, so nothing else would tell when they no longer compile. Nothing is linked, so any
/// path stands for libFuzzer, and its C++ is not built.
fn fuzz_targets() -> Result<()> {
    let check = cargo(&["check", "--locked", "--manifest-path", FUZZ]).env("CUSTOM_LIBFUZZER_PATH", "none/libFuzzer.a");
    check.env("CARGO_TARGET_DIR", target()).run()
}

fn interface() -> Result<()> {
    npm("ui", &["run", "check"]).run()?;
    test_host()?;
    // The window that was built before the first part is the one that is tried.
    npm("ui", &["run", "test"]).env("FACTLY_UI_BUILT", "1").run()
}

/// The interface's tests run over the real engine: a host without a window, and the command line that makes its libraries.
/// Built in one go, so that both are of one engine.
fn test_host() -> Result<()> {
    let packages = ["--package", "factly-desktop", "--package", "factly-cli", "--features", TEST_HOST];
    cargo(&["build", "--example", "test_host", "--bin", "factly"]).args(&packages).run()
}

/// nextest where it is at hand: it is faster, but not worth minutes of building on a machine without it.
fn rust() -> Result<()> {
    // The command line's tests start its binary.
    binaries()?;
    let nextest = program("cargo-nextest").arg("--version").succeeds();
    let arguments: &[&str] = if nextest { &["nextest", "run"] } else { &["test"] };
    with_seed(with_recordings(cargo(arguments).args(&["--workspace", "--no-fail-fast"]))).run()
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
    binaries()?;
    let binary = target().join("debug").join("factly-desktop");
    program("node").arg("tests/e2e/run.mjs").env("FACTLY_BINARY", binary).run()
}

/// What is already built costs a second: the parts that start a binary each see to it that it is the present one.
fn binaries() -> Result<()> {
    cargo(&["build", "--workspace", "--bins"]).run()
}
