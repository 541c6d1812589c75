//! Greetings, thanks, wishes and closings, in English, German and French: polite, and no facts.
//!
//! A courtesy that says something stays a statement: one that gives a figure, one whose words go on with what is so
//! ("Wir freuen uns, dass der Umsatz gestiegen ist."), one that a clause of its own follows.

use std::sync::LazyLock;

use super::word::{ClauseWord, Figure, hash};
use crate::language::Lexicon;
use crate::language::class::{ADDRESSEE, CLAUSE_THAT, FINITE, FINITE_AUXILIARY, RELATIVE};

/// No courtesy has more words.
const MAX_WORDS: usize = 24;

/// No salutation has more.
const MAX_OPENING: usize = 7;

/// Returns whether the words are a courtesy and nothing else.
pub(super) fn is_one(words: &[ClauseWord]) -> bool {
    words.len() <= MAX_WORDS && (COURTESIES.fit(words) || OPENINGS.fit(words))
}

/// Counts the words at the start that only greet or thank before something is said: "Sehr geehrte Damen und Herren, …".
pub(super) fn opening(words: &[ClauseWord]) -> usize {
    let mut at = 0;
    while at < words.len() {
        let next =
            words[at + 1..].iter().take(MAX_OPENING).position(|word| word.before.parts()).map(|next| at + next + 1);
        match next {
            Some(next) if OPENINGS.fit(&words[at..next]) => at = next,
            _ => break,
        }
    }
    at
}

static COURTESIES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new("courtesy"));
static OPENINGS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new("salute"));

enum PhraseStep {
    /// One of these words; a word that may be missing.
    Word(Vec<u32>, bool),
    /// A word with a capital; one that may be missing.
    Name(bool),
    /// Any words that say nothing by themselves.
    Rest,
}

/// Patterns, found by the first word they may have.
struct Phrases {
    patterns: Vec<Vec<PhraseStep>>,
    firsts: Vec<(u32, usize)>,
}

impl Phrases {
    /// One pattern a line: words, `a/b` for one of them, `a?` for one that may be missing, `^` for a name, `…` for the rest.
    fn new(class: &str) -> Self {
        let step = |text: &str| {
            let (words, missing) = text.strip_suffix('?').map_or((text, false), |words| (words, true));
            match words {
                "…" => PhraseStep::Rest,
                "^" => PhraseStep::Name(missing),
                _ => PhraseStep::Word(words.split('/').map(hash).collect(), missing),
            }
        };
        let lines = Lexicon::all().lines(class);
        let patterns: Vec<Vec<PhraseStep>> = lines.map(|line| line.split_whitespace().map(step).collect()).collect();
        let mut firsts = Vec::new();
        for (at, pattern) in patterns.iter().enumerate() {
            if let Some(PhraseStep::Word(words, _)) = pattern.first() {
                firsts.extend(words.iter().map(|word| (*word, at)));
            }
        }
        firsts.sort_unstable();
        Self { patterns, firsts }
    }

    fn fit(&self, words: &[ClauseWord]) -> bool {
        let Some(first) = words.first() else { return false };
        let from = self.firsts.partition_point(|(word, _)| *word < first.hash);
        let mut of_first = self.firsts[from..].iter().take_while(|(word, _)| *word == first.hash);
        of_first.any(|(_, pattern)| fits(&self.patterns[*pattern], words))
    }
}

fn fits(steps: &[PhraseStep], words: &[ClauseWord]) -> bool {
    let Some((step, after)) = steps.split_first() else { return words.is_empty() };
    let takes = |is_it: &dyn Fn(&ClauseWord) -> bool, missing: bool| {
        words.split_first().is_some_and(|(word, rest)| is_it(word) && fits(after, rest))
            || missing && fits(after, words)
    };
    match step {
        PhraseStep::Word(choices, missing) => takes(&|word| choices.contains(&word.hash), *missing),
        PhraseStep::Name(missing) => takes(&|word| word.capital, *missing),
        PhraseStep::Rest if after.is_empty() => says_nothing(words),
        PhraseStep::Rest => (0..=words.len()).any(|at| says_nothing(&words[..at]) && fits(after, &words[at..])),
    }
}

fn says_nothing(words: &[ClauseWord]) -> bool {
    (0..words.len()).all(|at| {
        let next = words.get(at + 1);
        let claims = words[at].is(CLAUSE_THAT) && next.is_some_and(|next| !next.is(ADDRESSEE));
        matches!(words[at].figure, Figure::None | Figure::Label)
            && !claims
            && !(words[at].before.parts() && is_clause(&words[at..]))
    })
}

/// Returns whether the words behind a comma are a clause of their own.
fn is_clause(words: &[ClauseWord]) -> bool {
    let end = words.iter().skip(1).position(|word| word.before.parts()).map_or(words.len(), |end| end + 1);
    let finite = |word: &ClauseWord| word.is(FINITE_AUXILIARY | FINITE);
    !words[0].is(RELATIVE) && words[..end].iter().skip(1).take(end.saturating_sub(2)).any(finite)
}
