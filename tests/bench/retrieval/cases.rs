//! Cases for the guard: libraries drawn of a set, asked questions that they answer and questions of other sets.

use std::collections::HashSet;

use factly_core::retrieval::guard::Signals;
use factly_core::retrieval::{PassageRef, SearchQuery, search};

use super::sets::{Set, index_of};

pub(crate) const SIZES: [usize; 4] = [25, 150, 1_000, 5_000];
/// Number of questions to a library that it answers, and of others.
const QUESTIONS: usize = 6;

#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) set: String,
    /// The set that the question is of.
    #[allow(dead_code, reason = "the fit leaves out by it, the benchmark does not")]
    pub(crate) of: String,
    pub(crate) size: usize,
    pub(crate) is_about: bool,
    pub(crate) signals: Option<Signals>,
}

impl Case {
    fn similarity(&self) -> f64 {
        self.signals.map_or(0.0, |signals| f64::from(signals.probability()))
    }
}

/// A generator of its own, so that every run draws the same.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

pub(crate) fn cases(sets: &[Set]) -> Vec<Case> {
    let mut found = Vec::new();
    for set in sets {
        for size in SIZES {
            // As many questions of each size.
            let libraries = if size >= 1_000 { 6 } else { 60 };
            let question_count = if size >= 1_000 { QUESTIONS * 10 } else { QUESTIONS };
            (0..libraries).for_each(|at| of_library(sets, set, size, question_count, &mut Dice::new(at), &mut found));
        }
    }
    found
}

fn of_library(sets: &[Set], set: &Set, size: usize, question_count: usize, dice: &mut Dice, found: &mut Vec<Case>) {
    let mut documents: HashSet<usize> = HashSet::new();
    let mut own: Vec<&str> = Vec::new();
    for _ in 0..question_count * 10 {
        let question = &set.questions[dice.roll(set.questions.len())];
        let answers: Vec<usize> = question.relevant.keys().copied().collect();
        if own.len() < question_count
            && documents.len() + answers.len() <= size * 3 / 4
            && !own.contains(&question.text.as_str())
        {
            documents.extend(answers);
            own.push(&question.text);
        }
    }
    let most = size.min(set.documents.len() * 4 / 5);
    while documents.len() < most {
        documents.insert(dice.roll(set.documents.len()));
    }
    let foreign = others(sets, set, &documents, question_count, dice);
    let index = index_of(documents.iter().map(|at| (*at, &set.documents[*at])));
    let own = own.into_iter().map(|text| (true, set, text));
    for (is_about, of, text) in own.chain(foreign.into_iter().map(|(of, text)| (false, of, text))) {
        let read = |at: PassageRef| Some(set.documents[at.document as usize].passage(at));
        let ranking = search(&[&index], &SearchQuery::parse(text), |_| true, 10, read);
        found.push(Case { set: set.name.clone(), of: of.name.clone(), size, is_about, signals: ranking.signals });
    }
}

/// Returns questions that the library does not answer: of the other sets in its language, or else of its own that ask
/// for documents far from any that it has.
fn others<'s>(
    sets: &'s [Set],
    set: &'s Set,
    has: &HashSet<usize>,
    question_count: usize,
    dice: &mut Dice,
) -> Vec<(&'s Set, &'s str)> {
    let stems = set.documents[0].stems;
    let alike: Vec<&Set> =
        sets.iter().filter(|other| other.name != set.name && other.documents[0].stems == stems).collect();
    (0..question_count)
        .filter_map(|_| {
            if let Some(other) = (!alike.is_empty()).then(|| alike[dice.roll(alike.len())]) {
                return Some((other, other.questions[dice.roll(other.questions.len())].text.as_str()));
            }
            let question = &set.questions[dice.roll(set.questions.len())];
            let near = |at: &usize| (at.saturating_sub(8)..at + 8).any(|near| has.contains(&near));
            (!question.relevant.keys().any(near)).then_some((set, question.text.as_str()))
        })
        .collect()
}

/// Returns the area under the curve: how often a right one is above a wrong one.
pub(crate) fn area(scored: &[(f64, bool)]) -> f64 {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut below, mut sum, mut at) = (0.0, 0.0, 0);
    while at < sorted.len() {
        let same = sorted[at..].iter().take_while(|it| it.0 == sorted[at].0).count();
        let right = sorted[at..at + same].iter().filter(|it| it.1).count() as f64;
        let wrong = same as f64 - right;
        sum += right * (below + wrong / 2.0);
        below += wrong;
        at += same;
    }
    sum / below / (scored.len() as f64 - below)
}

/// Returns the mean of how many right ones are let through and how many wrong ones are not, at a half.
pub(crate) fn balanced(scored: &[(f64, bool)]) -> f64 {
    let share = |right: bool| {
        let of_kind = scored.iter().filter(|it| it.1 == right);
        of_kind.clone().filter(|it| (it.0 >= 0.5) == right).count() as f64 / of_kind.count() as f64
    };
    (share(true) + share(false)) / 2.0
}

/// Prints how well the guard as it is shipped tells a set's questions from others', by set and size of library.
pub(crate) fn print_guard(cases: &[Case]) {
    let print = |name: &str, chosen: &dyn Fn(&Case) -> bool| {
        let chosen = cases.iter().filter(|case| chosen(case));
        let scored: Vec<(f64, bool)> = chosen.map(|case| (case.similarity(), case.is_about)).collect();
        println!("  {name:10} AUC {:.4}, balanced {:.4}, {} questions", area(&scored), balanced(&scored), scored.len());
    };
    SIZES.into_iter().for_each(|size| print(&format!("of {size}"), &|case| case.size == size));
    let names: std::collections::BTreeSet<&str> = cases.iter().map(|case| case.set.as_str()).collect();
    names.into_iter().for_each(|name| print(name, &|case| case.set == name));
    print("all", &|_| true);
}
