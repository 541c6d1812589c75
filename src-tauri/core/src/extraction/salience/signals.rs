//! The signals that tell how much a statement is worth, and how much each of them counts.
//!
//! A logistic model gives the chance that a reader would keep the statement. Its weights stand in `weights.txt`, which
//! `tests/bench/salience.rs` fits to the texts that readers marked (`tests/fixtures/salience`).

use std::sync::LazyLock;

use super::SalienceReason;

/// A word of the goal counts a little, what is accepted already is hardly worth a second look, and what nothing accepted
/// speaks of is worth a little more than the rest. The marked texts are all about their goal and know nothing before, so
/// that these are set and not fitted.
const GOAL: f64 = 0.25;
const KNOWN: f64 = -2.0;
const NEW: f64 = 0.3;
/// A share of the sentences that are no more central: what much of a text shares words with.
const CENTRAL: f64 = 0.75;

/// The signals of a statement in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SalienceSignals {
    /// Number of words of the goal that it has, at most three.
    pub goal: f64,
    /// All that it speaks of is in what is accepted, and it gives no figure, which may be another.
    pub is_known: bool,
    /// Little of it is.
    pub is_new: bool,
    /// It gives a figure.
    pub figure: f64,
    /// It counts in words.
    pub counted: f64,
    pub decision: f64,
    pub need: f64,
    pub problem: f64,
    /// The share of the sentences that are no more central.
    pub centrality: f64,
    /// It can be understood by itself.
    pub alone: f64,
    /// It needs what stands before it.
    pub leans: f64,
    /// It is cut from a longer sentence.
    pub part: f64,
    /// The words before its subject hang from nothing.
    pub dangles: f64,
    /// Number of different words that carry matter, of twelve.
    pub matter: f64,
    /// The share of words that fill, hedge, judge or are said twice.
    pub noise: f64,
    /// The share of words that point at what it does not name.
    pub away: f64,
    /// Rarity of its words in the language.
    pub keyness: f64,
    /// People talk in its text.
    pub talk: f64,
}

/// Number of signals that have a fitted weight.
pub const FITTED: usize = 15;

static WEIGHTS: LazyLock<[f64; FITTED + 1]> = LazyLock::new(|| {
    let weight = |name: &str| {
        let of = include_str!("weights.txt").lines().filter_map(|line| line.split_once(' '));
        of.filter(|(own, _)| *own == name).find_map(|(_, weight)| weight.trim().parse().ok()).unwrap_or_default()
    };
    SalienceSignals::default().named().map(|(name, _)| weight(name))
});

impl SalienceSignals {
    /// Returns the weighed signals, by name; the constant comes first.
    pub fn named(&self) -> [(&'static str, f64); FITTED + 1] {
        [
            ("constant", 1.0),
            ("figure", self.figure),
            ("counted", self.counted),
            ("decision", self.decision),
            ("need", self.need),
            ("problem", self.problem),
            ("centrality", self.centrality),
            ("alone", self.alone),
            ("leans", self.leans),
            ("part", self.part),
            ("dangles", self.dangles),
            ("matter", self.matter),
            ("noise", self.noise),
            ("away", self.away),
            ("keyness", self.keyness),
            ("talk", self.talk),
        ]
    }

    /// The score, and what it comes of, what weighs most first.
    pub(super) fn weigh(&self) -> (u8, Vec<SalienceReason>) {
        let shares: Vec<(&str, f64)> =
            self.named().iter().zip(*WEIGHTS).map(|((name, value), weight)| (*name, value * weight)).collect();
        let of = |is: bool, weight: f64| if is { weight } else { 0.0 };
        let set = GOAL * self.goal + of(self.is_known, KNOWN) + of(self.is_new, NEW);
        let sum = set + shares.iter().map(|(_, share)| share).sum::<f64>();
        let score = 100.0 / (1.0 + (-sum).exp());
        (score.clamp(1.0, 100.0).round() as u8, self.reasons(&shares))
    }

    /// Those that set a statement apart: nearly all stand alone and are somewhat central, which is said of what has no
    /// other reason.
    fn reasons(&self, shares: &[(&str, f64)]) -> Vec<SalienceReason> {
        let share = |name: &str| shares.iter().find(|(own, _)| *own == name).map_or(0.0, |(_, share)| *share);
        let mut weighted = [
            (SalienceReason::Goal, self.goal, GOAL * self.goal),
            (SalienceReason::Figure, self.figure + self.counted, share("figure") + share("counted")),
            (SalienceReason::Decision, self.decision, share("decision")),
            (SalienceReason::Need, self.need, share("need")),
            (SalienceReason::Problem, self.problem, share("problem")),
            (SalienceReason::Novelty, f64::from(u8::from(self.is_new)), NEW),
            (SalienceReason::Centrality, self.centrality, share("centrality")),
            (SalienceReason::SelfContained, self.alone, share("alone")),
        ];
        weighted.sort_by(|one, other| other.2.total_cmp(&one.2));
        let present: Vec<SalienceReason> =
            weighted.into_iter().filter(|(_, value, _)| *value > 0.0).map(|(reason, ..)| reason).collect();
        let parts = |reason: &SalienceReason| match reason {
            SalienceReason::Centrality => self.centrality >= CENTRAL,
            SalienceReason::SelfContained => false,
            _ => true,
        };
        let apart: Vec<SalienceReason> = present.iter().copied().filter(parts).collect();
        if apart.is_empty() { present } else { apart }
    }
}
