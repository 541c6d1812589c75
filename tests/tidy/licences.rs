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

#[test]
fn every_dependency_may_be_shipped() {
    let answer = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .current_dir(crate::tree::root())
        .output()
        .expect("cargo describes the graph");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let graph: Value = serde_json::from_slice(&answer.stdout).expect("cargo answers in JSON");
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
