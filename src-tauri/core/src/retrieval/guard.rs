//! The guard: how probable it is that a query is about the passages that were searched at all.
//!
//! A logistic model over what a search tells anyway. Its weights are fitted by `tests/bench/retrieval/guard.rs` on the
//! sets that `docs/sources.md` names. That the topic is there and the answer is not, it does not see.

/// The signals of a query and the passages that were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signals {
    /// The score of the best, as a share of the best that could be.
    pub score: f32,
    /// Share of the query that the best passage has: its words, weighed by how rare they are in the language.
    pub covered: f32,
    /// As `covered`, by the best three together.
    pub covered_by_three: f32,
    /// Mass of the query: the logarithm of its words' weights.
    pub mass: f32,
    /// The share of its words that stand anywhere.
    pub known: f32,
    /// The share of its characters, four at a time, that the best passage has.
    pub likeness: f32,
    /// The logarithm of how many words it has.
    pub words: f32,
    /// The logarithm of how many passages were searched: in many, much is found by chance.
    pub passages: f32,
}

/// The model's weights: first what is added, then one for each signal in its order.
const WEIGHTS: [f32; 9] = [-2.472, 2.285, 3.753, 3.229, -0.399, 0.349, 2.401, 1.068, -0.295];

impl Signals {
    pub const fn values(&self) -> [f32; 8] {
        [
            self.score,
            self.covered,
            self.covered_by_three,
            self.mass,
            self.known,
            self.likeness,
            self.words,
            self.passages,
        ]
    }

    /// Returns the probability, 0 to 1.
    pub fn probability(&self) -> f32 {
        let [constant, weights @ ..] = WEIGHTS;
        let sum: f32 = self.values().iter().zip(weights).map(|(value, weight)| value * weight).sum();
        1.0 / (1.0 + (-(constant + sum)).exp())
    }
}
