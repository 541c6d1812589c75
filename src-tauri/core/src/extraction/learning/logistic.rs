//! A logistic model over sparse signals, beside what was believed before: fitted by dual coordinate ascent
//! (Shalev-Shwartz and Zhang 2013), in a fixed order, so that the same decisions give the same weights.

use std::collections::HashMap;

/// Strength of the ridge penalty, which holds large weights against a model.
const RIDGE: f64 = 0.5;
const ROUNDS: usize = 40;

/// Signals of something that was seen, by their hashes.
pub(super) type SparseSignals = Vec<(u64, f64)>;

/// Something that was decided about.
pub(super) struct Example {
    pub(super) signals: SparseSignals,
    /// The log of the odds that were believed before.
    pub(super) prior: f64,
    pub(super) is_so: bool,
}

/// Weights that the decisions add to what was believed before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Weights {
    by_signal: HashMap<u64, f64>,
    constant: f64,
}

impl Weights {
    pub(super) fn fit(examples: &[Example]) -> Self {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let rows: Vec<Vec<(usize, f64)>> = examples
            .iter()
            .map(|one| {
                let indexed = |(signal, value): &(u64, f64)| {
                    let next = places.len() + 1;
                    (*places.entry(*signal).or_insert(next), *value)
                };
                // The constant is a signal that all have.
                std::iter::once((0, 1.0)).chain(one.signals.iter().map(indexed).collect::<Vec<_>>()).collect()
            })
            .collect();
        let weights = ascend(examples, &rows, places.len() + 1);
        Self { constant: weights[0], by_signal: places.into_iter().map(|(signal, at)| (signal, weights[at])).collect() }
    }

    /// Returns the log of the odds that the signals add.
    pub(super) fn added(&self, signals: &SparseSignals) -> f64 {
        self.constant + signals.iter().map(|(signal, value)| value * self.weight_of(*signal)).sum::<f64>()
    }

    pub(super) fn weight_of(&self, signal: u64) -> f64 {
        self.by_signal.get(&signal).copied().unwrap_or_default()
    }
}

fn ascend(examples: &[Example], rows: &[Vec<(usize, f64)>], count: usize) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    let mut duals = vec![0.0; examples.len()];
    let norms: Vec<f64> = rows.iter().map(|row| row.iter().map(|(_, value)| value * value).sum()).collect();
    for _ in 0..ROUNDS {
        for (at, one) in examples.iter().enumerate() {
            let sign = if one.is_so { 1.0 } else { -1.0 };
            let logit = one.prior + rows[at].iter().map(|(index, value)| weights[*index] * value).sum::<f64>();
            let wanted = sign / (1.0 + (sign * logit).exp());
            let step = (wanted - duals[at]) / (1.0 + 0.25 * norms[at] / RIDGE);
            duals[at] += step;
            rows[at].iter().for_each(|(index, value)| weights[*index] += step * value / RIDGE);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(signals: &[u64], is_so: bool) -> Example {
        Example { signals: signals.iter().map(|one| (*one, 0.7)).collect(), prior: 0.0, is_so }
    }

    #[test]
    fn what_was_decided_is_found_again() {
        let decided: Vec<Example> = (0..40).map(|at| example(&[at % 2, 100 + at], at % 2 == 0)).collect();
        let weights = Weights::fit(&decided);
        assert!(
            weights.weight_of(0) > 1.0 && weights.weight_of(1) < -1.0,
            "{} {}",
            weights.weight_of(0),
            weights.weight_of(1)
        );
        assert!(weights.added(&vec![(0, 0.7)]) > 0.5 && weights.added(&vec![(1, 0.7)]) < -0.5);
        assert_eq!(weights, Weights::fit(&decided), "the same for the same decisions");
    }

    #[test]
    fn the_fit_is_where_no_weight_gains_any_more() {
        let decided: Vec<Example> =
            (0..60).map(|at| example(&[at % 3, at % 7 + 10], at % 3 == 0 || at % 5 == 0)).collect();
        let weights = Weights::fit(&decided);
        for signal in 0..3 {
            let pull: f64 = decided
                .iter()
                .filter(|one| one.signals[0].0 == signal)
                .map(|one| 0.7 * (f64::from(u8::from(one.is_so)) - 1.0 / (1.0 + (-weights.added(&one.signals)).exp())))
                .sum();
            assert!(
                (pull - RIDGE * weights.weight_of(signal)).abs() < 5e-3,
                "{signal}: {pull} {}",
                RIDGE * weights.weight_of(signal)
            );
        }
    }
}
