//! The packs that fit a goal: those whose account of themselves has enough of what the goal says.
//!
//! Words are compared by their stems, and a rare one tells more than a common one, as in retrieval. Where no pack says
//! enough of it, none fits: the goal may be about anything.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{PACKS, Pack};
use crate::language::Language;
use crate::retrieval::background::background_idf;
use crate::retrieval::terms::{Analyzer, each_word_at, is_stop};

/// Least weight of the shared words together: one rare word, or two that are not common.
const ENOUGH: f32 = 4.0;
/// The share of what the goal says, at least.
const SHARE: f32 = 0.12;
/// The share of what the best pack has, at least, for another beside it.
const BESIDE: f32 = 0.75;

/// A pack that fits a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct PackFit {
    pub pack: &'static str,
    /// The words of the goal that tell it, the rarest first.
    pub words: Vec<String>,
    told: f32,
}

/// The packs of a discovery of which nobody chose any and that none is known to fit: its texts may be about anything.
pub const GENERAL: [&str; 2] = ["production", "research"];
/// The packs of a discovery of which nobody said what it is about, and that begins with an interview.
pub const OF_INTERVIEWS: [&str; 1] = ["interviews"];

/// Returns the packs that fit, the best first.
pub fn fitting(goal: &str) -> Vec<PackFit> {
    let mut found: Vec<PackFit> = PACKS.iter().filter_map(|(pack, _)| fit(pack, goal)).collect();
    found.sort_by(|one, other| other.told.total_cmp(&one.told));
    let best = found.first().map_or(0.0, |fit| fit.told);
    found.retain(|fit| fit.told >= BESIDE * best);
    found
}

fn fit(pack: &'static str, goal: &str) -> Option<PackFit> {
    let in_language = |language: Language| {
        let own = ABOUT.get(&(pack, language))?;
        let told = GoalWords::of(goal, language, own);
        (told.shared >= ENOUGH && told.shared >= SHARE * told.all).then_some(told)
    };
    let told = Language::ALL.into_iter().filter_map(in_language);
    let best = told.max_by(|one, other| one.shared.total_cmp(&other.shared))?;
    Some(PackFit { pack, told: best.shared, words: best.words() })
}

/// The weight of a goal's words, and of those that a pack has too.
#[derive(Default)]
struct GoalWords {
    all: f32,
    shared: f32,
    words: Vec<(f32, String)>,
}

impl GoalWords {
    fn of(goal: &str, language: Language, own: &HashSet<String>) -> Self {
        let (analyzer, kinds) = (Analyzer::new(language.into()), [language.into()]);
        let (mut told, mut seen) = (Self::default(), HashSet::new());
        each_word_at(goal, |word, start, end| {
            let Some(term) = analyzer.term(word).filter(|term| seen.insert(term.clone())) else { return };
            if is_stop(language.into(), word) {
                return;
            }
            let tells = background_idf(&kinds, word);
            told.all += tells;
            if own.contains(&term) {
                told.shared += tells;
                told.words.push((tells, goal[start..end].to_owned()));
            }
        });
        told
    }

    fn words(mut self) -> Vec<String> {
        self.words.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.words.into_iter().map(|(_, word)| word).collect()
    }
}

/// The terms of what each pack says of itself.
static ABOUT: LazyLock<HashMap<(&str, Language), HashSet<String>>> = LazyLock::new(|| {
    let mut terms = HashMap::new();
    for (name, json) in PACKS {
        let about = Pack::parse(json).map(|pack| pack.about).unwrap_or_default();
        for (code, text) in about {
            let Some(language) = Language::from_code(&code) else { continue };
            terms.insert((name, language), Analyzer::new(language.into()).terms(&text).into_iter().collect());
        }
    }
    terms
});
