//! Killed in the middle of adding: what was committed is whole, and the rest can be read.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::factly::Factly;

#[test]
#[cfg(unix)]
fn a_kill_leaves_a_library_that_verifies_and_goes_on() {
    let sentence = |at: usize| format!("On day {at} the water stood {} cm high in district {}. ", 7 * at + 3, at % 97);
    let text: String = (0..3_000).map(|at| sentence(at) + if at % 20 == 19 { "\n\n" } else { "" }).collect();
    for wait in [20, 150] {
        let factly = Factly::with_discovery();
        let path = factly.file("long.txt", &text);
        let mut child = factly.command(&["input", "add", "Wall", path.to_str().unwrap()]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_an_input(&factly);
        sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();

        let verified = factly.json(&["verify"]);
        assert_eq!(verified["problems"], serde_json::json!([]), "after {wait} ms");
        let input = factly.json(&["input", "list", "Wall"])[0].clone();
        let parts = input["bundles"].as_array().unwrap().len();
        assert!(parts > 15, "the Input is whole: {parts}");
        let rest = factly.json(&["input", "read", "I-1"]);
        assert_eq!(rest["parsed"], parts, "what was not read can be read");
        assert_eq!(factly.json(&["verify"])["ok"], true);
    }
}

fn wait_for_an_input(factly: &Factly) {
    let begun = Instant::now();
    while factly.json(&["input", "list", "Wall"]) == serde_json::json!([]) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the Input is committed before it is parsed");
        sleep(Duration::from_millis(10));
    }
}
