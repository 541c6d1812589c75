//! Embeds the window's configuration and permissions, and makes sure that there is a `ui/dist` to embed.
//!
//! Without the placeholder a checkout whose UI has not been built would not even pass `cargo check`.

use std::{fs, io, path::Path};

const PLACEHOLDER: &str = "<!doctype html><meta charset=\"utf-8\"><title>Factly</title>\
<p>The interface has not been built: run <code>cargo xtask run</code>.</p>\n";

fn main() -> io::Result<()> {
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(page, PLACEHOLDER)?;
    }
    println!("cargo:rerun-if-changed=ui/dist");
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    let commands = tauri_build::AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)).map_err(io::Error::other)
}
