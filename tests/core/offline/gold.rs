//! The floor under what is found.

use super::score::{own, score};
use super::statements;

#[test]
fn most_of_what_an_analyst_would_note_is_found_and_little_else() {
    let find = |text: &str| statements(text);
    let (tuned, held_out) = (score(&own(), Some("tuned"), &find), score(&own(), Some("held-out"), &find));
    println!("{}\n{}", tuned.row("tuned"), held_out.row("held-out"));
    // `FACTLY_GOLD=FILE` measures another file of the same shape.
    if let Some(path) = std::env::var_os("FACTLY_GOLD") {
        let other = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        println!("{}", score(&other, None, &find).row("other"));
    }
    assert!(tuned.f1() >= 0.85 && held_out.f1() >= 0.82, "a change that finds less, or more that is nothing, says so");
}
