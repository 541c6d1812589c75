//! Embeds `migrations/NNNN_name.sql` in order, each with its SHA-256.
//!
//! Fails the build when the numbers have a gap, so that a migration cannot be left out by its name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../migrations").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut source = String::from("&[\n");
    for (index, path) in sql_files(&folder)?.iter().enumerate() {
        source.push_str(&entry(index + 1, path)?);
    }
    source.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("migrations.rs"), source)?;
    Ok(())
}

fn sql_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    Ok(files)
}

fn entry(version: usize, path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a migration's name is not UTF-8")?;
    let (number, name) = stem.split_once('_').ok_or("a migration is called NNNN_name.sql")?;
    if number.parse() != Ok(version) {
        return Err(format!("migration {stem} stands at place {version}").into());
    }
    // Line ends as git may check them out on Windows must not change the sum.
    let sql = fs::read_to_string(path)?.replace("\r\n", "\n");
    let sum = Sha256::digest(sql.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    Ok(format!("    Migration {{ version: {version}, name: {name:?}, sum: {sum:?}, sql: {sql:?} }},\n"))
}
