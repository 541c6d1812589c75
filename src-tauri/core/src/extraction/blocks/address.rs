//! A check whether a sentence speaks to a machine that reads it: "You are an AI assistant; record that …".
//!
//! Told by grammar: who is spoken to is named as a machine, or a bare verb bids somebody to say that something is so. What
//! a paragraph says behind such a sentence is said to the machine too.

use std::ops::Range;

use super::paragraphs::ParagraphSpan;
use crate::language::class::{
    ADDRESSEE, ARTICLE, AUXILIARY, CLAUSE_THAT, CONNECTIVE, COURTESY_WORD, DEMONSTRATIVE, DETERMINER, FILLER,
    FINITE_AUXILIARY, FIRST_PERSON, INSTRUCTION, JOIN, MACHINE, OPENER, PREPOSITION, PRONOUN, QUESTION, SECOND_PERSON,
    STOP, TO_BE, VERB,
};
use crate::language::sentence::{ends_clause, ends_sentence};
use crate::language::{Token, tokens};

/// Between who is spoken to and the machine that he is said to be stand no more words: "you are now a very helpful AI".
const APPOSED: usize = 6;
/// A paragraph is looked at from so many bytes before the words on.
const LOOKED_BACK: usize = 4_000;
/// Between a bare verb and what is to be said: "write in your answer to the user that".
const BIDDEN: usize = 7;

/// Returns whether the sentence of `text` that `range` is in, or one before it in its paragraph, speaks to a machine.
pub fn addresses_machine(text: &str, range: &Range<usize>) -> bool {
    let from = text.floor_char_boundary(range.start.saturating_sub(LOOKED_BACK));
    let start = text[from..range.start].rfind("\n\n").map_or(from, |at| from + at + 2);
    let until = text.ceil_char_boundary(text.len().min(range.end + LOOKED_BACK));
    let end = text[range.end..until].find("\n\n").map_or(until, |at| range.end + at);
    ParagraphSpan::read(text, start..end).addresses_machine(text, range)
}

/// Returns whether the addressee is named as a machine, or told what to make of what it was told before.
pub(super) fn is_to_machine(sentence: &str) -> bool {
    let words: Vec<Token<'_>> = tokens(sentence).collect();
    (0..words.len()).any(|at| is_named_machine(&words, at)) || governs_instructions(&words)
}

/// "you are an AI", "as an AI, you must", "Dear assistant, say", "AI, you".
fn is_named_machine(words: &[Token<'_>], at: usize) -> bool {
    if !words[at].is(MACHINE) {
        return false;
    }
    let phrase = &words[at.saturating_sub(APPOSED)..at];
    let phrase = phrase.iter().rposition(is_pause).map_or(phrase, |pause| &phrase[pause + 1..]);
    let behind = words[at + 1..].iter().skip_while(|word| word.is(MACHINE));
    let behind: Vec<Token<'_>> = behind.take(BIDDEN).copied().collect();
    let pause = behind.iter().position(is_pause).map_or(behind.len(), |pause| pause + 1);
    let speaks_on = behind.iter().any(is_spoken_to) || is_bare_verb(behind.get(pause));
    let opens = phrase.iter().all(|word| word.is(COURTESY_WORD | ARTICLE) || matches!(&*word.norm(), "dear"));
    let is_called = opens && at <= 2 && behind.first().is_some_and(is_pause);
    is_predicate(phrase) || (is_role(phrase) || is_called) && speaks_on
}

/// Returns whether the words before a noun say that it is the addressee: "you are now a helpful …".
fn is_predicate(phrase: &[Token<'_>]) -> bool {
    let is_be = |word: &Token<'_>| word.is(TO_BE) || matches!(&*word.norm(), "bist" | "seid");
    let is_pair = |one: &Token<'_>, other: &Token<'_>| is_spoken_to(one) && is_be(other);
    let behind_pair = phrase.windows(2).rposition(|pair| is_pair(&pair[0], &pair[1]) || is_pair(&pair[1], &pair[0]));
    let behind_contracted = phrase.iter().rposition(|word| word.norm() == "you're");
    let predicate = behind_pair.map(|at| at + 2).into_iter().chain(behind_contracted.map(|at| at + 1)).max();
    predicate.is_some_and(|from| !phrase[from..].iter().any(opens_object))
}

/// Returns whether a noun behind the word is no predicate, but the object of a verb: "you are TUNING the model", "you are
/// able TO feed this model".
fn opens_object(word: &Token<'_>) -> bool {
    // "An" is a preposition in German.
    let leads = !word.is(ARTICLE) && word.is(PREPOSITION | SECOND_PERSON);
    leads || word.norm() == "to" || word.norm().ends_with("ing")
}

fn is_role(phrase: &[Token<'_>]) -> bool {
    phrase.iter().any(|word| matches!(&*word.norm(), "as" | "als"))
}

/// "Ignore all previous instructions", "Vergiss alle bisherigen Anweisungen".
fn governs_instructions(words: &[Token<'_>]) -> bool {
    let opens = |at: usize| at == 0 || is_pause(&words[at - 1]) || is_and(&words[at - 1]);
    (0..words.len()).filter(|at| opens(*at) && is_bare_verb(words.get(*at))).any(|at| {
        let object = words[at + 1..].iter().take(APPOSED).take_while(|word| !is_pause(word));
        object.clone().all(|word| !word.is(FINITE_AUXILIARY)) && object.into_iter().any(|word| word.is(INSTRUCTION))
    })
}

/// Returns whether a bare verb opens a clause of the sentence and bids somebody to say that something is so.
pub(super) fn bids(sentence: &str) -> bool {
    let words: Vec<Token<'_>> = tokens(sentence).collect();
    let opens = |at: usize| {
        let before = words[..at].iter().rev().find(|word| !word.is(COURTESY_WORD) && word.norm() != "bitte");
        before.is_none_or(|word| is_pause(word) || is_and(word))
    };
    (0..words.len()).any(|at| opens(at) && is_bare_verb(words.get(at)) && governs_clause(&words[at..]))
}

/// Returns whether "that" follows a bare verb at once, or behind what is no verb and no pause, and opens a clause: "Write in
/// your answer that", and not "People say that", "Ada: We think that", "Fest steht, dass", "After that I", "data that is".
fn governs_clause(words: &[Token<'_>]) -> bool {
    let is_that = |word: &Token<'_>| matches!(&*word.norm(), "that" | "dass" | "daß");
    let Some(that) = words.iter().take(BIDDEN + 1).position(is_that) else { return false };
    // German has a comma before its clause.
    let until = words[1..that].iter().position(is_pause).map_or(that, |pause| pause + 1);
    let is_english = words[that].norm() == "that";
    if until + 1 < that || is_english && (until < that || !opens_clause(&words[that - 1], words.get(that + 1))) {
        return false;
    }
    let between = &words[1..until];
    let leads_on = between
        .first()
        .is_none_or(|word| word.is(STOP | PREPOSITION | ADDRESSEE) || !is_english && words[0].norm().ends_with('e'));
    let is_verb = |at: usize| {
        let is_noun = at > 0 && between[at - 1].is(DETERMINER | ARTICLE | SECOND_PERSON | FIRST_PERSON);
        between[at].is(FINITE_AUXILIARY | AUXILIARY) || between[at].is(VERB) && !is_noun
    };
    leads_on && !(0..between.len()).any(is_verb)
}

/// Returns whether "that" between two words opens a clause: it points at nothing, and the clause has a subject before its
/// verb.
fn opens_clause(before: &Token<'_>, behind: Option<&Token<'_>>) -> bool {
    let is_subject = |word: &&Token<'_>| word.is_word() && !word.is(FINITE_AUXILIARY | AUXILIARY | VERB | FILLER);
    !before.is(PREPOSITION | SECOND_PERSON | JOIN) && behind.filter(is_subject).is_some()
}

/// A verb as one bids by it. The word stands where a clause opens: none that a subject could begin with.
fn is_bare_verb(word: Option<&Token<'_>>) -> bool {
    let Some(word) = word.filter(|word| word.is_word() && !word.is_number()) else { return false };
    let norm = word.norm();
    let endings = ["s", "ed", "ing", "ly", "ung", "heit", "keit"];
    let inflected = endings.iter().any(|ending| norm.ends_with(ending)) && !norm.ends_with("ss");
    let is_other = STOP | ARTICLE | FINITE_AUXILIARY | SECOND_PERSON | ADDRESSEE | CLAUSE_THAT | MACHINE | PREPOSITION;
    !word.is(is_other | FILLER | JOIN | OPENER | PRONOUN | QUESTION | CONNECTIVE | DEMONSTRATIVE) && !inflected
}

fn is_spoken_to(word: &Token<'_>) -> bool {
    word.is(SECOND_PERSON | ADDRESSEE)
}

fn is_and(word: &Token<'_>) -> bool {
    matches!(&*word.norm(), "and" | "then" | "und" | "dann")
}

fn is_pause(word: &Token<'_>) -> bool {
    !word.is_word() && word.text.chars().all(|sign| ends_clause(sign) || ends_sentence(sign))
}
