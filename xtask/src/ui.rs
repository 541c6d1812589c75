//! The window's interface: installed from its lock file, and only when that changed.

use std::fs;

use anyhow::{Context, Result};

use crate::shell::{npm, root};

/// The window's interface, ready to be embedded.
pub(crate) fn build() -> Result<()> {
    install()?;
    npm("ui", &["run", "build"]).run()
}

/// `npm ci`, unless what is there was installed from this very lock file.
pub(crate) fn install() -> Result<()> {
    let folder = root().join("ui");
    let lock = fs::read(folder.join("package-lock.json")).context("ui has no lock file")?;
    let stamp = folder.join("node_modules").join(".installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm("ui", &["ci", "--no-audit", "--no-fund"]).run()?;
    fs::write(&stamp, lock).with_context(|| format!("could not write {}", stamp.display()))
}

/// A page to embed where none was built: Rust can then be checked without Node.
pub(crate) fn placeholder() -> Result<()> {
    let page = root().join("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all(root().join("ui/dist"))?;
        fs::write(&page, "<!doctype html><title>Factly</title><p>Run cargo xtask run.</p>")?;
    }
    Ok(())
}
