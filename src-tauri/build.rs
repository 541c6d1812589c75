//! Embeds the window's configuration and permissions, and makes sure that there is a `ui/dist` to embed.
//!
//! Without the placeholder a checkout whose UI has not been built would not even pass `cargo check`.

use std::{env, fs, io, path::Path, process::Command};

const PLACEHOLDER: &str = "<!doctype html><meta charset=\"utf-8\"><title>Factly</title>\
<p>The interface has not been built: run <code>cargo xtask run</code>.</p>\n";

fn main() -> io::Result<()> {
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(page, PLACEHOLDER)?;
    }
    pack_relocations();
    fold_alike();
    println!("cargo:rerun-if-changed=ui/dist");
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    let commands = tauri_build::AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)).map_err(io::Error::other)
}

/// Half a megabyte of the binary says where it has to be moved to when it is loaded; packed, that is a tenth. Who makes it on
/// a system that can load it so makes it for such systems: C libraries from 2.36 on, as Debian 12 has.
fn pack_relocations() {
    if env::var("CARGO_CFG_TARGET_ENV").as_deref() != Ok("gnu") {
        return;
    }
    let version = Command::new("getconf").arg("GNU_LIBC_VERSION").output().map(|run| run.stdout).unwrap_or_default();
    if can_unpack(&String::from_utf8_lossy(&version)) {
        println!("cargo:rustc-link-arg=-Wl,-z,pack-relative-relocs");
    }
}

/// What is made of one generic function for several types is often the same code: a tenth of a megabyte of a release is
/// there twice, and LLD keeps it once. It is what links for this system unless somebody chose another linker, which may
/// not know the word. Only functions: what tells itself apart by the address of data goes on doing so.
fn fold_alike() {
    let is = |name: &str, value: &str| env::var(name).as_deref() == Ok(value);
    let by_lld = is("TARGET", "x86_64-unknown-linux-gnu") && env::var_os("RUSTC_LINKER").is_none();
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if is("PROFILE", "release") && by_lld && !flags.contains("link") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
}

/// Of "glibc 2.36".
fn can_unpack(version: &str) -> bool {
    let numbers = version.trim().strip_prefix("glibc ").and_then(|numbers| numbers.split_once('.'));
    numbers.is_some_and(|(major, minor)| major == "2" && minor.parse().is_ok_and(|minor: u32| minor >= 36))
}
