//! Fits the weights of salience and prints them; what they do on texts that they were not fitted to goes to standard error.
//!
//! `FACTLY_INTERVIEWS=FOLDER cargo run --release -p factly-core --example salience > \
//! src-tauri/core/src/extraction/salience/weights.txt`: without the folder the real interviews are left out.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a script that cannot go on has failed"
)]

#[path = "logistic.rs"]
mod logistic;
#[path = "../core/offline/salience_score.rs"]
mod salience_score;

use factly_core::extraction::salience::{FITTED, SalienceSignals};
use logistic::{Example, fit, probability};

/// Penalty of large weights against a model.
const RIDGE: f64 = 2.0;

fn main() {
    let example = |(signals, is_so): (SalienceSignals, bool)| Example {
        inputs: signals.named().map(|(_, value)| value),
        is_so,
        share: 1.0,
    };
    let of = |set: &str| -> Vec<Example<{ FITTED + 1 }>> {
        salience_score::candidates(set).into_iter().map(example).collect()
    };
    let (tuned, held_out) = (of("tuned"), of("held-out"));
    let weights = fit(&tuned, RIDGE);
    for ((name, _), weight) in SalienceSignals::default().named().iter().zip(weights) {
        println!("{name} {weight:.3}");
    }
    for (name, examples) in [("tuned", &tuned), ("held-out", &held_out)] {
        let mut scored: Vec<(f64, bool)> =
            examples.iter().map(|one| (probability(&weights, &one.inputs), one.is_so)).collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        let all = scored.iter().filter(|(_, keep)| *keep).count();
        eprintln!("{name}: {} candidates, {all} to keep", scored.len());
        for tenths in [1, 2, 3, 4, 5, 7] {
            let first = &scored[..scored.len() * tenths / 10];
            let right = first.iter().filter(|(_, keep)| *keep).count() as f64;
            let from = first.last().map_or(1.0, |(score, _)| *score);
            let (precision, recall) = (right / first.len().max(1) as f64, right / all.max(1) as f64);
            eprintln!("  the first {:3}, from {from:.2}: {precision:.2} to keep, {recall:.2} found", first.len());
        }
    }
    for set in ["tuned", "held-out"] {
        eprintln!("{}", salience_score::own(set).row(set));
        salience_score::real(set).into_iter().for_each(|real| eprintln!("{}", real.row(&format!("{set}, real"))));
    }
}
