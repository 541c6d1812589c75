//! The features of a stretch of words that can be seen without knowing what they mean.

use std::ops::Range;

use super::segment::{self, SentenceKind, TextSegment};
use super::word::{self, ClauseWord, Figure, KNOWN};
use super::{clause, courtesy};
use crate::extraction::blocks::TextStructure;
use crate::language::class::{DEMONSTRATIVE, POINTING};
use crate::language::class::{DOUBT, FILLER, FUNCTION, JOIN, OPINION, PRONOUN, SECOND_PERSON};
use crate::language::{Language, Token, detect, tokens};

/// A sentence, as [`super::Parser`] parts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::extraction) struct OutlineSentence {
    pub(in crate::extraction) range: Range<usize>,
    /// It opens a paragraph.
    pub(in crate::extraction) opens: bool,
    pub(in crate::extraction) is_prose: bool,
}

/// Returns the sentences of `text[range]`, list items and table rows.
pub(in crate::extraction) fn outline(
    text: &str,
    range: Range<usize>,
    structure: &TextStructure,
) -> Vec<OutlineSentence> {
    let mut found = Vec::new();
    segment::parts(text, range, structure, |part| {
        if let TextSegment::Read(sentence) = part {
            let is_prose = sentence.kind == SentenceKind::Prose;
            found.push(OutlineSentence { range: sentence.range, opens: sentence.opens, is_prose });
        }
    });
    found
}

/// The features seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::extraction) struct WordShape {
    pub(in crate::extraction) words: usize,
    pub(in crate::extraction) figures: usize,
    pub(in crate::extraction) names: usize,
    /// Words that carry matter.
    pub(in crate::extraction) matter: usize,
    /// Words that fill, hedge, judge, picture somebody, or are said twice.
    pub(in crate::extraction) noise: usize,
    /// Words that point at what no noun behind them names.
    pub(in crate::extraction) away: usize,
    /// It needs what stands before it: it opens on a pronoun.
    pub(in crate::extraction) leans: bool,
    /// It has a subject and a verb, or nobody knows its language.
    pub(in crate::extraction) is_sentence: bool,
    /// The words before its subject hang from nothing.
    pub(in crate::extraction) dangles: bool,
    /// Somebody bids, greets or thanks.
    pub(in crate::extraction) is_courtesy: bool,
}

impl WordShape {
    pub(in crate::extraction) fn in_text(text: &str, range: Range<usize>) -> Self {
        let mut words = Vec::new();
        word::split(text, range.start, range.end, &mut words);
        let body = words.iter().take_while(|word| word.is(FILLER)).count();
        let words = &words[body..];
        let fragment = &text[range];
        let is_english = detect(fragment).is_none_or(|language| language == Language::English);
        let joins = words.iter().take_while(|word| word.is(JOIN)).count();
        // "That" joins a clause, and points at the head of one: "That also depends on the task".
        let conjunctions = words.iter().take_while(|word| word.is(JOIN) && !word.is(PRONOUN)).count();
        let count = |is: &dyn Fn(&ClauseWord) -> bool| words.iter().filter(|word| is(word)).count();
        let again = words.windows(2).filter(|pair| pair[0].hash == pair[1].hash).count();
        Self {
            words: words.len(),
            figures: count(&|word| matches!(word.figure, Figure::Amount | Figure::Year)),
            names: words.iter().skip(1).filter(|word| word.capital && !word.is(KNOWN)).count(),
            matter: count(&|word| !word.is(FUNCTION | FILLER | DOUBT | OPINION) && word.end - word.start > 2),
            noise: count(&|word| word.is(FILLER | DOUBT | OPINION | SECOND_PERSON))
                + 2 * again
                + 3 * clause::restarts(words),
            away: clause::pointers(words),
            leans: if is_english { clause::leans(&words[conjunctions..]) } else { points(fragment) },
            is_sentence: !is_english || clause::is_sentence(&words[joins..]),
            dangles: is_english && clause::dangles(&words[joins..]),
            is_courtesy: courtesy::is_one(words),
        }
    }
}

/// Returns whether words in a language without a parser open on a pronoun: "das" is one where no noun follows.
fn points(text: &str) -> bool {
    let mut words = tokens(text).filter(Token::is_word);
    let (Some(first), next) = (words.next(), words.next()) else { return false };
    // "Es gibt", "Il y a": something is there, and nothing is pointed at.
    let is_there = next
        .as_ref()
        .is_some_and(|next| matches!((&*first.norm(), &*next.norm()), ("es", "gibt" | "gab") | ("il", "y")));
    first.is(POINTING | DEMONSTRATIVE) && !is_there && !next.is_some_and(|next| next.is_capital())
}
