//! Quality of the impact check at telling whom an edit touches, beside marking all, on the same cases.
//!
//! `cargo bench -p factly-core --bench impact`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench speaks to a person")]

#[path = "limits.rs"]
mod limits;
#[path = "../core/impact/score.rs"]
mod score;

use std::process::ExitCode;

use limits::Limits;

const F1: f64 = 0.8;
const RECALL: f64 = 0.95;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    for half in ["dev", "held_out"] {
        let cases = score::of_half(half);
        let own = score::marked(&cases, score::is_marked);
        let all = score::marked(&cases, |_| true);
        let over = limits.mark(&format!("impact of {half}"), own.f1() >= F1 && own.recall() >= RECALL);
        println!(
            "{half} ({} cases)  recall {:.3}  F1 {:.3}, {:.2} times that of marking all ({:.3}); at least {F1} at {RECALL}{over}",
            cases.len(),
            own.recall(),
            own.f1(),
            own.f1() / all.f1(),
            all.f1()
        );
    }
    limits.end()
}
