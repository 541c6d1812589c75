//! The packs that fit a goal: those whose account of themselves has enough of what the goal says.
//!
//! Words are compared by their stems, and a rare one tells more than a common one, as in retrieval. Where no pack says
//! enough of it, none fits: the goal may be about anything. In German only nouns tell what a pack is about.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{KeyPack, PACKS};
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
    weight: f32,
}

/// The packs of a discovery without a goal, of which nobody chose any: its texts may be about anything.
pub const GENERAL: [&str; 2] = ["production", "research"];
/// The packs of a discovery whose goal tells none, and that begins with an interview.
pub const OF_INTERVIEWS: [&str; 1] = ["interviews"];

/// Returns the packs that fit, the best first.
pub fn fitting(goal: &str) -> Vec<PackFit> {
    let mut found: Vec<PackFit> = PACKS.iter().filter_map(|(pack, _)| fit(pack, goal)).collect();
    found.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let best = found.first().map_or(0.0, |fit| fit.weight);
    found.retain(|fit| fit.weight >= BESIDE * best);
    found
}

fn fit(pack: &'static str, goal: &str) -> Option<PackFit> {
    let in_language = |language: Language| {
        let own = ABOUT.get(&(pack, language))?;
        let goal_words = GoalWords::new(goal, language, own);
        (goal_words.shared >= ENOUGH && goal_words.shared >= SHARE * goal_words.all).then_some(goal_words)
    };
    let by_language = Language::ALL.into_iter().filter_map(in_language);
    let best = by_language.max_by(|one, other| one.shared.total_cmp(&other.shared))?;
    Some(PackFit { pack, weight: best.shared, words: best.words() })
}

/// The weight of a goal's words, and of those that a pack has too.
#[derive(Default)]
struct GoalWords {
    all: f32,
    shared: f32,
    words: Vec<(f32, String)>,
}

impl GoalWords {
    fn new(goal: &str, language: Language, own: &HashSet<String>) -> Self {
        let (analyzer, kinds) = (Analyzer::new(language.into()), [language.into()]);
        let (mut goal_words, mut seen) = (Self::default(), HashSet::new());
        each_word_at(goal, |word, start, end| {
            let Some(term) = analyzer.term(word).filter(|term| seen.insert(term.clone())) else { return };
            if is_stop(language.into(), word) {
                return;
            }
            let tells = background_idf(&kinds, word);
            goal_words.all += tells;
            if own.contains(&term) {
                goal_words.shared += tells;
                goal_words.words.push((tells, goal[start..end].to_owned()));
            }
        });
        goal_words
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
        let about = KeyPack::parse(json).map(|pack| pack.about).unwrap_or_default();
        for (code, text) in about {
            let Some(language) = Language::from_code(&code) else { continue };
            let nouns: String = match language {
                Language::German => {
                    text.split_inclusive(' ').filter(|word| word.starts_with(char::is_uppercase)).collect()
                }
                _ => text,
            };
            terms.insert((name, language), Analyzer::new(language.into()).terms(&nouns).into_iter().collect());
        }
    }
    terms
});
