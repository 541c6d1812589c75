//! Every behaviour that the chat's specification numbers has a test in the real window that carries its name.

use std::collections::BTreeSet;

use crate::tree::{read, under};

const LIST: &str = "tests/e2e/behaviours.txt";

#[test]
fn each_behaviour_has_a_test_in_the_window_that_carries_its_name() {
    let list = read(LIST);
    let named: Vec<&str> = list.lines().filter(|line| line.starts_with("FS-")).collect();
    let wanted: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(wanted.len(), named.len(), "{LIST} names a behaviour twice");
    assert!(wanted.len() >= 35, "the specification of the chat has 35 behaviours, {LIST} {}", wanted.len());
    let suites: Vec<String> = under("tests/e2e/suites/", ".mjs").iter().map(|path| read(path)).collect();
    let carried: BTreeSet<&str> = suites.iter().flat_map(|suite| suite.lines().filter_map(name_in)).collect();
    let missing: Vec<_> = wanted.difference(&carried).collect();
    assert!(missing.is_empty(), "no test in tests/e2e/suites begins with {missing:?}");
    let unknown: Vec<_> = carried.difference(&wanted).collect();
    assert!(unknown.is_empty(), "{LIST} does not have {unknown:?}");
}

/// The behaviour that a test begins with: `async "FS-SendMessage: a question is sent"({ desk }) {`. One that is
/// commented out is none.
fn name_in(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("async \"")?;
    let (id, _) = name.split_once([':', '"'])?;
    id.starts_with("FS-").then_some(id)
}
