//! A logistic model fitted by Newton's method.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "shared by scripts, which have failed where they cannot go on")]

const ROUNDS: usize = 30;

/// An example to fit a model to: its inputs, of which the first is 1, and the expected output.
pub struct Example<const N: usize> {
    pub inputs: [f64; N],
    pub is_so: bool,
    /// Its weight.
    pub share: f64,
}

pub fn probability<const N: usize>(weights: &[f64; N], inputs: &[f64; N]) -> f64 {
    let sum: f64 = inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Fits the weights; `ridge` is how much large ones are held against a model, in the unit of the shares.
pub fn fit<const N: usize>(examples: &[Example<N>], ridge: f64) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..ROUNDS {
        let mut gradient = weights.map(|weight| -ridge * weight);
        let mut curve = [[0.0; N]; N];
        (0..N).for_each(|at| curve[at][at] = ridge);
        for Example { inputs, is_so, share } in examples {
            let predicted = probability(&weights, inputs);
            for row in 0..N {
                gradient[row] += share * (f64::from(u8::from(*is_so)) - predicted) * inputs[row];
                for column in 0..N {
                    curve[row][column] += share * predicted * (1.0 - predicted) * inputs[row] * inputs[column];
                }
            }
        }
        let step = solve(curve, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

fn solve<const N: usize>(mut rows: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for at in 0..N {
        let best = (at..N).max_by(|one, other| rows[*one][at].abs().total_cmp(&rows[*other][at].abs())).unwrap();
        rows.swap(at, best);
        right.swap(at, best);
        for below in at + 1..N {
            let times = rows[below][at] / rows[at][at];
            let above = rows[at];
            rows[below].iter_mut().zip(above).for_each(|(value, above)| *value -= times * above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..N).rev() {
        let known: f64 = (at + 1..N).map(|column| rows[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
