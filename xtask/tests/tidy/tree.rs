//! The project's files, as git knows them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The checkout that the tests were started in: one binary may serve several, where they share a target folder.
pub(crate) fn root() -> PathBuf {
    let xtask = std::env::var("CARGO_MANIFEST_DIR").expect("cargo starts these tests");
    Path::new(&xtask).parent().expect("xtask stands in the root").to_owned()
}

/// Paths from the root, with `/`, of the files that git tracks or would.
pub(crate) fn files() -> Vec<String> {
    let listing = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    let listing = String::from_utf8(listing.stdout).expect("paths are UTF-8");
    let mut files: Vec<String> = listing.lines().map(str::to_owned).filter(|path| root().join(path).exists()).collect();
    files.sort();
    assert!(files.len() > 20, "git listed hardly any files: the tests that read them would see nothing");
    files
}

pub(crate) fn under(folder: &str, ending: &str) -> Vec<String> {
    let found: Vec<String> =
        files().into_iter().filter(|path| path.starts_with(folder) && path.ends_with(ending)).collect();
    assert!(!found.is_empty(), "there is no {ending} under {folder}: the test would see nothing");
    found
}

pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Rust source without comments and without what stands behind `#[cfg(test)]`.
pub(crate) fn code(path: &str) -> String {
    let source = read(path);
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}
