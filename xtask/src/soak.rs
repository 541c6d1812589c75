//! Checks that a run of all tests has no time for, by hand before a release and by a workflow each night: every test
//! at its full size, hostile documents by the thousand, every screen in every look, the property tests from other
//! seeds, that the fuzz targets compile, and the sample in the window of a package that was installed in a fresh root.

mod hostile;

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};

use crate::check::{Part, SEED, chosen, interface_tests, run_all, runner, with_recordings};
use crate::packages::{for_fresh_root, for_soak, for_tests};
use crate::shell::{Program, cargo, out, program, root, target};
use crate::ui;

const PARTS: [Part; 7] = [
    ("fuzz", fuzz),
    ("hostile", hostile::run),
    ("screens", screens),
    ("sizes", sizes),
    ("documents", documents),
    ("properties", properties),
    ("installed", installed),
];

/// Makes the package and starts it where nothing is but what it says that it needs.
const INSTALL: &str = r#"set -eu
cp "$FACTLY_DEB" "$1/factly.deb"
chroot "$1" apt-get install --yes --quiet --no-install-recommends /factly.deb
dbus-run-session --config-file "$FACTLY_TESTS/harness/bus.conf" -- node "$FACTLY_TESTS/installed.mjs" "$1""#;

/// Number of times that chance strikes where the environment does not say: kills, torn logs, flipped bits.
const SIZE: (&str, &str) = ("FACTLY_SOAK", "5000");

/// Seeds that the property tests begin from, after the one of every run.
const SEEDS: std::ops::RangeInclusive<u32> = 2..=40;

const DOCUMENTS: &str = "FACTLY_DOCUMENTS";

const FUZZ: &str = "fuzz/Cargo.toml";

/// Runs all parts, or the one that is named.
pub(crate) fn run(part: Option<&str>) -> Result<()> {
    let parts = chosen(&PARTS, part)?;
    // Hostile documents need no more than the command line.
    if part != Some("hostile") {
        for_tests()?;
        ui::build()?;
    }
    run_all(parts, "soak")
}

/// They stand outside the workspace, so nothing else would tell when they no longer compile. Nothing is linked, so any
/// path stands for libFuzzer, and its C++ is not built.
fn fuzz() -> Result<()> {
    let check = cargo(&["check", "--locked", "--manifest-path", FUZZ]).env("CUSTOM_LIBFUZZER_PATH", "none/libFuzzer.a");
    check.env("CARGO_TARGET_DIR", target()).run()
}

fn screens() -> Result<()> {
    sized(interface_tests(&["--project", "window"])?).run()
}

/// Exports of reports go through editors and validators of others too, which only a soak installs.
fn sizes() -> Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(for_soak()?).chain(std::env::split_paths(&path)))?;
    let tests = runner("soak").args(&["--workspace", "--no-fail-fast"]);
    sized(with_recordings(tests.env("PATH", path))).run()
}

/// Holds documents of other people, which are not ours to keep here, against what other programs read of them.
fn documents() -> Result<()> {
    if std::env::var_os(DOCUMENTS).is_none() {
        out(&format!("{DOCUMENTS} names no folder of documents to read."));
        return Ok(());
    }
    let test = ["--package", "factly-formats", "--test", "formats", "--", "--nocapture", "documents_of_others"];
    cargo(&["test", "--profile", "soak"]).args(&test).run()
}

fn sized(tests: Program) -> Program {
    let (name, usual) = SIZE;
    tests.env(name, std::env::var_os(name).unwrap_or_else(|| usual.into()))
}

/// Installs the package with apt in a root of this system's own distribution, made for it and gone after it.
fn installed() -> Result<()> {
    let sources = sources()?;
    if sources.is_empty() {
        out("Only a system that installs by apt makes a root to install the package in.");
        return Ok(());
    }
    for_tests()?;
    for_fresh_root()?;
    crate::bundle()?;
    // It only looks at what the window left.
    cargo(&["build", "--package", "factly-cli"]).run()?;
    let ours = format!("_{}_", env!("CARGO_PKG_VERSION"));
    let packages = ending_in(&target().join("release/bundle/deb"), &["deb"])?;
    let package = packages.into_iter().find(|path| path.to_string_lossy().contains(&ours));
    let sources: Vec<_> = sources.iter().map(|path| path.to_string_lossy()).collect();
    program("mmdebstrap")
        .args(&["--variant=apt", "--format=null", &format!("--customize-hook={INSTALL}"), "", "/dev/null"])
        .args(&sources.iter().map(|path| &**path).collect::<Vec<_>>())
        .env("DEBIAN_FRONTEND", "noninteractive")
        .env("FACTLY_DEB", package.context("there is no deb of this version")?)
        .env("FACTLY_TESTS", root().join("tests/e2e"))
        .env("FACTLY_CLI", target().join("debug/factly"))
        .run()
}

/// Returns the files that list the sources of this system's packages.
fn sources() -> Result<Vec<PathBuf>> {
    let apt = Path::new("/etc/apt");
    let mut files = ending_in(&apt.join("sources.list.d"), &["list", "sources"])?;
    files.extend(Some(apt.join("sources.list")).filter(|file| file.exists()));
    Ok(files)
}

/// The files of a folder with such an ending; none where there is no folder.
fn ending_in(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let files: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let is_one = |file: &PathBuf| file.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known));
    Ok(files?.into_iter().filter(is_one).collect())
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
