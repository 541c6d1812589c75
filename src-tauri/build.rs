//! Embeds the window's configuration and permissions, and makes sure that there is a `ui/dist` to embed.
//!
//! Without the placeholder a checkout whose UI has not been built would not even pass `cargo check`.

use std::{env, fs, io, path::Path};

const PLACEHOLDER: &str = "<!doctype html><meta charset=\"utf-8\"><title>Factly</title>\
<p>The interface has not been built: run <code>cargo xtask run</code>.</p>\n";

#[path = "shell/commands/list.rs"]
#[macro_use]
mod list;

fn main() -> io::Result<()> {
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(page, PLACEHOLDER)?;
    }
    println!("cargo:rerun-if-changed=ui/dist");
    println!("cargo:rerun-if-changed=src-tauri/shell/commands/list.rs");
    let permission = window_permission()?;
    let commands = tauri_build::AppManifest::new().permissions_path_pattern(permission.leak());
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)).map_err(io::Error::other)
}

/// Writes the one permission of the window, which is to call the commands of the list; returns its path.
fn window_permission() -> io::Result<String> {
    macro_rules! names {
        ($($area:ident::$command:ident,)+) => { [$(stringify!($command)),+] };
    }
    let commands = window_commands!(names);
    let path = format!("{}/window.toml", env::var("OUT_DIR").map_err(io::Error::other)?);
    let description = "The commands of Factly's one window.";
    fs::write(
        &path,
        format!(
            "[[permission]]\nidentifier = \"allow-window\"\ndescription = \"{description}\"\ncommands.allow = {commands:?}\n"
        ),
    )?;
    Ok(path)
}
