//! Choice of the sentence that answers a question, where meaning is known beside words, and its probability to do so.
//!
//! Two linear models over what is known of a question and a sentence. Their weights are fitted by `tests/bench/answers.py`
//! on questions of articles, split by article; they know nothing of any word.

/// Number of signals of a sentence for a question.
pub const SIGNALS: usize = 19;
/// Number of signals of the best sentence, and of the others beside it.
pub const CHANCES: usize = SIGNALS + 8;

/// The likeliest sentences, which are looked at more closely.
pub const SHORTLIST: usize = 12;

/// Under this chance the sources do not say.
pub const BAR: f32 = 0.5;

/// Weights of: likeness in meaning (alone, behind what stands before, the passage's best, a question's right before it); how
/// much of the question's words it says (with what stands around it, by itself); a value as asked for (there, missing);
/// the kind of thing asked for (told, missing); names that the question has not (where a person or place is asked for,
/// where nothing is); its passage's rank; its length; whether it says none of the words; its weight by words; how near it
/// is to the question's telling words (to all, to those that it has least, and how much it misses the worst).
const WEIGHTS: [f32; SIGNALS] = [
    4.07, 1.181, 3.675, -0.452, 0.796, 1.168, 0.489, -0.837, 0.122, -2.83, 0.736, 0.115, 2.701, 0.126, -0.482, 1.364,
    3.205, 2.884, -2.673,
];

/// The same weights, without what only a closer look tells.
const FIRST_WEIGHTS: [f32; SIGNALS] = [
    4.056, 4.261, 4.284, -1.084, 1.751, 1.247, 0.354, -0.684, 0.112, -2.472, 0.723, 0.245, 3.766, 0.282, -0.225, 1.96,
    0.0, 0.0, 0.0,
];

/// A constant, then weights of: the best sentence's score, its distance to the next, all that is known of it (as above); the
/// nearest likeness of all sentences; what its passage says of the question, and misses (names, the rarest word); how near
/// the question is to the library by words; how many words it has.
const CHANCE: [f32; CHANCES + 1] = [
    -4.422, 0.0, 0.0, 2.009, 1.22, 0.0, 0.0, 0.699, 0.533, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.301,
    1.776, -1.73, 1.49, 0.0, -1.511, 0.119, 0.0, 0.0,
];

/// Returns how well a sentence answers, beside others of the same question.
pub(super) fn score(signals: &[f32; SIGNALS]) -> f32 {
    signals.iter().zip(WEIGHTS).map(|(signal, weight)| signal * weight).sum()
}

/// Returns what a sentence is shortlisted by: what is known of it without a closer look.
pub(super) fn first_score(signals: &[f32; SIGNALS]) -> f32 {
    signals.iter().zip(FIRST_WEIGHTS).map(|(signal, weight)| signal * weight).sum()
}

/// Returns how probable it is that the best sentence answers: 0 to 1.
pub(super) fn chance(signals: &[f32; CHANCES]) -> f32 {
    let [constant, weights @ ..] = CHANCE;
    let sum: f32 = signals.iter().zip(weights).map(|(signal, weight)| signal * weight).sum();
    1.0 / (1.0 + (-(constant + sum)).exp())
}
