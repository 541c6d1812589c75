//! Patterns of questions, written as the questions are.
//!
//! A pattern is a row of words that must come in this order, anywhere in the question:
//!
//! | element | stands for |
//! |---|---|
//! | `what` | the word |
//! | `gap*` | a word that begins so |
//! | `can\|could` | either |
//! | `the?` | the word, or nothing |
//! | `_` | up to four words, or none |
//! | `{label}` | a label, or several with "and" between them |
//! | `{kind}` | the name of a column, in the singular or the plural |
//! | `{words}` | all that follows, at least a word |
//! | `^`, `$` | the beginning, the end of the question |

use std::ops::Range;

use super::question::QuestionToken;
use super::words::{is_and, kind_of};
use crate::discovery::EntityKind;

/// Reach of a `_`, in tokens.
const GAP: usize = 4;

/// The match of a pattern in a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternMatch {
    pub(super) kinds: Vec<EntityKind>,
    /// The range of `{words}`, by tokens.
    pub(super) words: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
pub(super) struct Pattern(Vec<PatternElement>);

#[derive(Clone, Debug)]
enum PatternElement {
    Words { any_of: Vec<Spelled>, optional: bool },
    Gap,
    Label,
    Kind,
    Rest,
    Begin,
    End,
}

#[derive(Clone, Debug)]
struct Spelled {
    word: String,
    prefix: bool,
}

impl Spelled {
    fn is(&self, word: &str) -> bool {
        if self.prefix { word.starts_with(&self.word) } else { word == self.word }
    }
}

impl Pattern {
    pub(super) fn read(line: &str) -> Self {
        Self(line.split_whitespace().map(PatternElement::read).collect())
    }

    /// Returns the pattern's match in these tokens, from the first position where it fits.
    pub(super) fn find(&self, tokens: &[QuestionToken]) -> Option<PatternMatch> {
        let last = if matches!(self.0.first(), Some(PatternElement::Begin)) { 0 } else { tokens.len() };
        (0..=last).find_map(|at| fits(&self.0, tokens, at, PatternMatch::default()))
    }
}

impl PatternElement {
    fn read(word: &str) -> Self {
        match word {
            "_" => Self::Gap,
            "{label}" => Self::Label,
            "{kind}" => Self::Kind,
            "{words}" => Self::Rest,
            "^" => Self::Begin,
            "$" => Self::End,
            word => {
                let optional = word.ends_with('?');
                let spelled = |word: &str| {
                    let bare = word.trim_end_matches('*');
                    Spelled { word: bare.to_owned(), prefix: bare.len() < word.len() }
                };
                Self::Words { any_of: word.trim_end_matches('?').split('|').map(spelled).collect(), optional }
            }
        }
    }
}

fn fits(elements: &[PatternElement], tokens: &[QuestionToken], at: usize, found: PatternMatch) -> Option<PatternMatch> {
    let Some((element, rest)) = elements.split_first() else { return Some(found) };
    let token = tokens.get(at);
    match element {
        PatternElement::Begin => (at == 0).then(|| fits(rest, tokens, at, found))?,
        PatternElement::End => (at == tokens.len()).then(|| fits(rest, tokens, at, found))?,
        PatternElement::Gap => {
            (at..=(at + GAP).min(tokens.len())).find_map(|next| fits(rest, tokens, next, found.clone()))
        }
        PatternElement::Rest => token.map(|_| PatternMatch { words: Some(at..tokens.len()), ..found }),
        PatternElement::Kind => {
            let kind = kind_of(&token?.word)?;
            let mut kinds = found.kinds;
            kinds.push(kind);
            fits(rest, tokens, at + 1, PatternMatch { kinds, ..found })
        }
        PatternElement::Label => {
            token?.label?;
            let mut next = at + 1;
            loop {
                let and = tokens.get(next).is_some_and(|token| is_and(&token.word));
                let label = tokens.get(next + usize::from(and)).is_some_and(|token| token.label.is_some());
                if !label {
                    break;
                }
                next += 1 + usize::from(and);
            }
            fits(rest, tokens, next, found)
        }
        PatternElement::Words { any_of, optional } => {
            let is = token.is_some_and(|token| any_of.iter().any(|spelled| spelled.is(&token.word)));
            let with = if is { fits(rest, tokens, at + 1, found.clone()) } else { None };
            with.or_else(|| if *optional { fits(rest, tokens, at, found) } else { None })
        }
    }
}
