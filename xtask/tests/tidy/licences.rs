//! Every dependency may be shipped under MIT OR Apache-2.0. `cargo deny` says the same, with advisories.

use std::process::Command;

use serde_json::Value;

const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "BSL-1.0",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
    "MPL-2.0",
    // Of data: the certificates that TLS trusts.
    "CDLA-Permissive-2.0",
];

/// Crates that need more than a compiler for C, or are a second TLS. `deny.toml` names the same.
const REFUSED: &[&str] = &["openssl-sys", "aws-lc-sys", "bindgen", "cmake"];

/// Reads the lock files, which name the crates of every system and every feature, and not only what this one builds.
#[test]
fn no_crate_needs_openssl_cmake_or_bindgen() {
    let mut found = Vec::new();
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let text = crate::tree::read(lock);
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
        assert!(names.contains(&"factly-core"), "{lock} cannot be read: the test would see nothing");
        let refused = names.iter().filter(|name| REFUSED.contains(name) || ALSO_REFUSED.contains(name));
        found.extend(refused.map(|name| format!("{lock}: {name}")));
    }
    assert!(found.is_empty(), "one TLS, and no tool but a compiler\n{}", found.join("\n"));
    let deny = crate::tree::read("deny.toml");
    for name in REFUSED {
        assert!(deny.contains(&format!("{{ crate = \"{name}\" }}")), "deny.toml does not refuse {name}");
    }
}

/// The same under other names.
const ALSO_REFUSED: &[&str] =
    &["openssl", "openssl-src", "native-tls", "tokio-native-tls", "hyper-tls", "aws-lc-rs", "boring-sys"];

/// Returns the packages of the workspace, each with what it depends on in any way.
pub(crate) fn workspace() -> Vec<(String, Vec<String>)> {
    let graph = metadata(&["--no-deps"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let dependencies = |package: &Value| {
        let found = package["dependencies"].as_array().into_iter().flatten();
        found.map(|dependency| text(&dependency["name"])).collect()
    };
    let packages = graph["packages"].as_array().expect("a list of packages");
    packages.iter().map(|package| (text(&package["name"]), dependencies(package))).collect()
}

fn metadata(how: &[&str]) -> Value {
    let answer = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(how)
        .current_dir(crate::tree::root())
        .output()
        .expect("cargo describes the graph");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    serde_json::from_slice(&answer.stdout).expect("cargo answers in JSON")
}

#[test]
fn every_dependency_may_be_shipped() {
    let graph = metadata(&["--locked"]);
    let packages = graph["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 100, "the graph is nearly empty: the test would see nothing");
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(may_be_shipped))
        .map(|package| format!("{} {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

/// An SPDX expression without nested brackets: every AND needs one OR that is allowed.
fn may_be_shipped(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    expression.split(" AND ").all(|all| all.split(" OR ").any(|one| ALLOWED.contains(&one.trim())))
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let check = |expression: &str, expected: bool| assert_eq!(may_be_shipped(expression), expected, "{expression}");
    check("MIT", true);
    check("MIT/Apache-2.0", true);
    check("GPL-3.0-only", false);
    check("GPL-3.0-only OR MIT", true);
    check("MIT AND GPL-3.0-only", false);
    check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
}
