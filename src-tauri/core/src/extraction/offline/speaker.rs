//! The speaker, where a text names one before each answer: "Maria: …". The statement begins behind that.

use super::courtesy;
use super::word::{ClauseWord, Figure, WordGap};
use crate::language::class::{FILLER, FIRST_PERSON, HUM, PAUSE, PERSON, QUESTION, ROLE, SECOND_PERSON};

/// A mark is a name, with a title at most.
const MAX_MARK: usize = 4;

/// Counts the words of the mark at the start: "Reuter:", "Dr Amari (0:33):". 0 where there is none.
pub(super) fn mark(words: &[ClauseWord]) -> usize {
    let end = words.iter().take(MAX_MARK + 1).skip(1).position(|word| word.before == WordGap::Colon).map(|at| at + 1);
    let named = |at: usize| words[at].capital || at > 0 && words[at].figure != Figure::None;
    end.filter(|&end| (0..end).all(named)).unwrap_or(0)
}

/// Returns whether people speak in turn. A list of things has marks too ("Width: 6 m"), but nobody asks or answers
/// there.
pub(super) fn is_talk<'w>(sentences: impl Iterator<Item = &'w [ClauseWord]>) -> bool {
    let (mut seen, mut again, mut spoken) = (Vec::new(), false, false);
    for words in sentences {
        let (name, speech) = words.split_at(mark(words));
        let Some(first) = name.first() else { continue };
        let role = name.len() <= 2 && (first.end - first.start == 1 || first.is(ROLE));
        let name: Vec<u32> = name.iter().map(|word| word.hash).collect();
        spoken |= speech.iter().any(|word| word.is(FIRST_PERSON | SECOND_PERSON | FILLER | QUESTION | PERSON));
        again |= role || seen.contains(&name);
        if again && spoken {
            return true;
        }
        // A talk has few speakers; more names than these are a list.
        if seen.len() < 16 {
            seen.push(name);
        }
    }
    false
}

/// Returns the start of the statement: behind the speaker, a greeting, and what only fills the time before an answer.
pub(super) fn body(words: &[ClauseWord], talk: bool, english: bool) -> usize {
    let mut at = if talk { mark(words) } else { 0 };
    loop {
        let greeting = courtesy::opening(&words[at..]);
        let filler = if english { 0 } else { fillers(&words[at..]) };
        if greeting + filler == 0 || courtesy::is_one(&words[at..]) {
            return at;
        }
        at += greeting.max(filler);
    }
}

/// Counts the words at the start that only fill, in German and French. "Also, ähm, …".
fn fillers(words: &[ClauseWord]) -> usize {
    let pauses = |at: usize| words.get(at).is_none_or(|next| next.before.parts() || next.before == WordGap::Other);
    let hums = |at: usize| words.get(at).is_some_and(|word| word.is(HUM));
    let mut at = 0;
    while hums(at) || words.get(at).is_some_and(|word| word.is(PAUSE)) && (pauses(at + 1) || hums(at + 1)) {
        at += 1;
    }
    at
}
