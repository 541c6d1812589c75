//! Embeds `migrations/NNNN_name.sql` in order, each with its SHA-256, and `migrations/schema.sql`.
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
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("migrations.rs"), source)?;
    fs::write(out.join("schema.sql"), read(&folder.join(SCHEMA))?)?;
    Ok(())
}

/// File that all migrations together make.
const SCHEMA: &str = "schema.sql";

/// Line ends as git may check them out on Windows must not change the sum.
fn read(path: &Path) -> io::Result<String> {
    Ok(fs::read_to_string(path)?.replace("\r\n", "\n"))
}

fn sql_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sql") && !path.ends_with(SCHEMA));
    files.sort();
    Ok(files)
}

fn entry(version: usize, path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a migration's name is not UTF-8")?;
    let (number, name) = stem.split_once('_').ok_or("a migration is called NNNN_name.sql")?;
    if number.parse() != Ok(version) {
        return Err(format!("migration {stem} stands at place {version}").into());
    }
    let sql = read(path)?;
    let sum = Sha256::digest(sql.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    Ok(format!("    Migration {{ version: {version}, name: {name:?}, sum: {sum:?}, sql: {sql:?} }},\n"))
}
