//! Fits the weights of the guard, which stand in `src-tauri/core/src/retrieval/guard.rs`, and prints them.
//!
//! `FACTLY_RETRIEVAL_SETS=FOLDER cargo run --release -p factly-core --example guard`: of each set, libraries of several
//! sizes are drawn, asked questions that they answer and such of other sets, and a logistic model is fitted to what the
//! searches told. With each set left out in turn, what it says of that set is printed too.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a script that cannot go on has failed")]

#[path = "cases.rs"]
mod cases;
#[path = "sets.rs"]
mod sets;

use cases::{Case, area, balanced, cases, print_guard};

const SIGNALS: usize = 8;
const ROUNDS: usize = 30;
/// How much large weights are held against a model.
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
        let weights = fit(&used);
        let scored: Vec<(f64, bool)> = held.iter().map(|case| (probability(&weights, case), case.is_about)).collect();
        println!("without {left_out}: AUC {:.4}, balanced {:.4}", area(&scored), balanced(&scored));
    }
    let weights = fit(&all);
    let scored: Vec<(f64, bool)> = all.iter().map(|case| (probability(&weights, case), case.is_about)).collect();
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

fn probability(weights: &[f64; SIGNALS + 1], case: &Case) -> f64 {
    let sum: f64 = inputs(case).iter().zip(weights).map(|(input, weight)| input * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Newton's method: few steps, each solved by elimination.
fn fit(cases: &[Case]) -> [f64; SIGNALS + 1] {
    let about = cases.iter().filter(|case| case.is_about).count() as f64;
    let share = |case: &Case| if case.is_about { 0.5 / about } else { 0.5 / (cases.len() as f64 - about) };
    let mut weights = [0.0; SIGNALS + 1];
    for _ in 0..ROUNDS {
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut curve = [[0.0; SIGNALS + 1]; SIGNALS + 1];
        (0..=SIGNALS).for_each(|at| curve[at][at] = RIDGE);
        for case in cases {
            let (inputs, said, share) = (inputs(case), probability(&weights, case), share(case));
            for row in 0..=SIGNALS {
                gradient[row] += share * (f64::from(u8::from(case.is_about)) - said) * inputs[row];
                for column in 0..=SIGNALS {
                    curve[row][column] += share * said * (1.0 - said) * inputs[row] * inputs[column];
                }
            }
        }
        let step = solve(curve, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

fn solve(mut rows: [[f64; SIGNALS + 1]; SIGNALS + 1], mut right: [f64; SIGNALS + 1]) -> [f64; SIGNALS + 1] {
    for at in 0..=SIGNALS {
        let best = (at..=SIGNALS).max_by(|one, other| rows[*one][at].abs().total_cmp(&rows[*other][at].abs())).unwrap();
        rows.swap(at, best);
        right.swap(at, best);
        for below in at + 1..=SIGNALS {
            let times = rows[below][at] / rows[at][at];
            let above = rows[at];
            rows[below].iter_mut().zip(above).for_each(|(value, above)| *value -= times * above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..=SIGNALS).rev() {
        let known: f64 = (at + 1..=SIGNALS).map(|column| rows[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
