//! Fits the weights of the guard, which stand in `src-tauri/core/src/retrieval/guard.rs`, and prints them.
//!
//! `FACTLY_RETRIEVAL_SETS=FOLDER cargo run --release -p factly-core --example guard`: of each set, libraries of several
//! sizes are drawn, asked questions that they answer and such of other sets, and a logistic model is fitted to what the
//! searches told. With each set left out in turn, what it says of that set is printed too.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a script that cannot go on has failed")]

#[path = "cases.rs"]
mod cases;
#[path = "../logistic.rs"]
mod logistic;
#[path = "sets.rs"]
mod sets;

use cases::{Case, area, balanced, cases, print_guard};
use logistic::{Example, fit, probability};

const SIGNALS: usize = 8;
/// Penalty of large weights against a model.
const RIDGE: f64 = 1e-3;

fn main() {
    let all = cases(&sets::sets());
    println!("as it is shipped:");
    print_guard(&all);
    let mut names: Vec<&str> = all.iter().map(|case| case.set.as_str()).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    for left_out in names {
        let held: Vec<&Case> = all.iter().filter(|case| case.set == left_out).collect();
        // Its questions too: asked of others they would teach what a question of this set looks like.
        let used = all.iter().filter(|case| case.set != left_out && case.of != left_out).cloned().collect::<Vec<_>>();
        let weights = fitted(&used);
        let scored: Vec<(f64, bool)> =
            held.iter().map(|case| (probability(&weights, &inputs(case)), case.is_about)).collect();
        println!("without {left_out}: AUC {:.4}, balanced {:.4}", area(&scored), balanced(&scored));
    }
    let weights = fitted(&all);
    let scored: Vec<(f64, bool)> =
        all.iter().map(|case| (probability(&weights, &inputs(case)), case.is_about)).collect();
    println!("all: AUC {:.4}, balanced {:.4}, {} cases", area(&scored), balanced(&scored), all.len());
    println!("const WEIGHTS: [f32; {}] = {weights:.3?};", SIGNALS + 1);
}

fn inputs(case: &Case) -> [f64; SIGNALS + 1] {
    let mut inputs = [1.0; SIGNALS + 1];
    for (input, value) in inputs[1..].iter_mut().zip(case.signals.map_or([0.0; SIGNALS], |signals| signals.values())) {
        *input = f64::from(value);
    }
    inputs
}

/// Either answer weighs as much as the other, however often it was given.
fn fitted(cases: &[Case]) -> [f64; SIGNALS + 1] {
    let about = cases.iter().filter(|case| case.is_about).count() as f64;
    let share = |is_about: bool| if is_about { 0.5 / about } else { 0.5 / (cases.len() as f64 - about) };
    let example = |case: &Case| Example { inputs: inputs(case), is_so: case.is_about, share: share(case.is_about) };
    fit(&cases.iter().map(example).collect::<Vec<_>>(), RIDGE)
}
