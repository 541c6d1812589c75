//! Clauses: where a sentence falls apart, and what is the subject and the verb of each part.

use std::ops::Range;

use super::grammar::{CARRIER, CONJUNCTION, COPULA, HAVE, PARTICLE, PRONOUN_THING};
use super::phrase::{Phrase, phrase};
use super::property::{WordClass, properties_of_word};
use super::words::{SentenceWord, WordTag};
use crate::language::Language;
use crate::language::class::{NOUN_TOO, PARTICIPLE, PAST_FORM, VERB};

/// A clause of a sentence, by its words.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) words: Range<usize>,
    pub(super) subject: Option<ClauseSubject>,
    /// The finite verb.
    pub(super) verb: Option<usize>,
    /// The word that carries the meaning of the verb: a participle, an infinitive, or the finite verb itself.
    pub(super) predicate: Option<usize>,
    /// "statt" of "findet statt".
    pub(super) particle: Option<usize>,
    /// It has no subject of its own and goes on with that of the clause before.
    pub(super) goes_on: bool,
    /// It says that something is there: "there are", "es gibt".
    pub(super) exists: bool,
}

#[derive(Clone, Debug)]
pub(super) enum ClauseSubject {
    Phrase(Phrase),
    Pronoun(usize),
}

/// Returns the clauses of a sentence.
pub(super) fn clauses(words: &[SentenceWord<'_>], language: Language) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    for end in borders(words, language).into_iter().chain([words.len()]) {
        if end > start {
            found.push(clause(words, start..end, language));
        }
        start = end;
    }
    found
}

/// The words at which a clause begins, but for the first.
fn borders(words: &[SentenceWord<'_>], language: Language) -> Vec<usize> {
    let mut borders = Vec::new();
    let mut start = 0;
    let mut has_verb = false;
    for at in 0..words.len() {
        has_verb |= at > start && is_finite(words, start, at, language) || words[at].tag == WordTag::Auxiliary;
        let word = &words[at];
        let hard = word.tag == WordTag::Sign
            && matches!(word.text, ";" | ":" | "(" | ")" | "—" | "–" | "\"" | "“" | "”" | "„");
        let soft = word.tag == WordTag::Conjunction || word.tag == WordTag::Sign && word.text == ",";
        let is_contrast = word.text == "," && words.get(at + 1).is_some_and(|next| next.tag == WordTag::Negation);
        let parts = hard || soft && has_verb && (is_contrast || verb_ahead(words, at + 1, language));
        if parts && at > start {
            borders.push(at);
            start = at;
            has_verb = false;
        }
    }
    borders
}

/// Returns whether a verb comes before the next border.
fn verb_ahead(words: &[SentenceWord<'_>], from: usize, language: Language) -> bool {
    let ends = |word: &SentenceWord<'_>| {
        word.tag == WordTag::Sign && matches!(word.text, "," | ";" | ":" | "(" | ")" | "—" | "–")
    };
    let from = from + words[from..].iter().take_while(|word| word.tag == WordTag::Conjunction).count();
    let until = words[from..].iter().position(ends).map_or(words.len(), |at| from + at);
    (from..until).any(|at| {
        words[at].tag == WordTag::Auxiliary
            || is_finite(words, from, at, language)
            || at == from && is_verb(&words[at], language)
    })
}

fn clause(words: &[SentenceWord<'_>], range: Range<usize>, language: Language) -> Clause {
    let mut start = range.start;
    let mut subordinate = false;
    while start < range.end
        && (words[start].tag == WordTag::Sign
            || words[start].is(CONJUNCTION) && words[start].tag == WordTag::Conjunction)
    {
        subordinate |= words[start].tag == WordTag::Conjunction && is_subordinating(&words[start]);
        start += 1;
    }
    let bare = Clause {
        words: range.clone(),
        subject: None,
        verb: None,
        predicate: None,
        particle: None,
        goes_on: false,
        exists: false,
    };
    if start >= range.end {
        return bare;
    }
    match language {
        Language::German => german(words, bare, start, subordinate),
        _ => plain(words, bare, start, language),
    }
}

fn is_subordinating(word: &SentenceWord<'_>) -> bool {
    !matches!(word.norm.as_ref(), "und" | "oder" | "aber" | "sondern" | "denn")
}

fn plain(words: &[SentenceWord<'_>], mut clause: Clause, start: usize, language: Language) -> Clause {
    let end = clause.words.end;
    if matches!(words[start].norm.as_ref(), "there" | "hay")
        || words[start].norm == "il" && words.get(start + 1).is_some_and(|next| next.norm == "y")
    {
        let verb = if words[start].norm == "hay" {
            Some(start)
        } else {
            (start + 1..end).find(|at| words[*at].tag == WordTag::Auxiliary)
        };
        return Clause { exists: verb.is_some(), verb, predicate: verb, ..clause };
    }
    let first = skip_adverbials(words, start, end);
    if words.get(first).is_some_and(|first| first.tag == WordTag::Pronoun && first.norm.contains('\'')) {
        clause.subject = subject(words, first, end, language);
        return clause;
    }
    if first < end
        && (words[first].tag == WordTag::Auxiliary
            || first == start && is_verb(&words[first], language) && !words[first].is_capital())
    {
        clause.goes_on = true;
        clause.verb = Some(first);
    } else {
        clause.verb =
            (first + 1..end).find(|at| words[*at].tag == WordTag::Auxiliary || is_finite(words, first, *at, language));
        clause.subject = subject(words, first, clause.verb.unwrap_or(end), language);
    }
    clause.predicate = clause.verb.map(|verb| predicate(words, verb, end));
    clause
}

/// "In 2010, …", "At night the …": what stands before the subject.
fn skip_adverbials(words: &[SentenceWord<'_>], start: usize, end: usize) -> usize {
    let mut at = start;
    loop {
        let before = at;
        if at < end && words[at].tag == WordTag::Preposition {
            at += 1;
            let mut content = false;
            while at < end
                && (words[at].is_content()
                    || words[at].tag == WordTag::Value
                    || words[at].tag == WordTag::Opener && !content)
            {
                let was_value = words[at].tag == WordTag::Value;
                content |= words[at].is_content();
                at += 1;
                if was_value && words.get(at).is_some_and(|next| next.tag == WordTag::Opener) {
                    break;
                }
            }
        }
        while at < end
            && (matches!(words[at].tag, WordTag::Filler | WordTag::Sign)
                || words[at].tag == WordTag::Value && words.get(at + 1).is_some_and(|next| next.text == ","))
        {
            at += 1;
        }
        if at == before || at >= end {
            return if at >= end { start } else { at };
        }
    }
}

/// The word that tells what is done: "has been REPLACED", "is OPEN".
fn predicate(words: &[SentenceWord<'_>], verb: usize, end: usize) -> usize {
    if words[verb].tag != WordTag::Auxiliary {
        return verb;
    }
    let mut at = verb + 1;
    while at < end
        && (matches!(words[at].tag, WordTag::Auxiliary | WordTag::Negation | WordTag::Filler) || words[at].norm == "to")
    {
        at += 1;
    }
    if at < end && words[at].tag == WordTag::Open { at } else { verb }
}

fn subject(words: &[SentenceWord<'_>], from: usize, end: usize, language: Language) -> Option<ClauseSubject> {
    let first = words.get(from).filter(|_| from < end)?;
    if first.tag == WordTag::Pronoun {
        return first.is(PRONOUN_THING).then_some(ClauseSubject::Pronoun(from));
    }
    phrase(words, from, end, language).map(ClauseSubject::Phrase)
}

fn is_verb(word: &SentenceWord<'_>, language: Language) -> bool {
    let own = word.tag == WordTag::Open && word.value.is_none();
    own && (word.classes & VERB != 0
        || word.is(CARRIER | HAVE)
        || !properties_of_word(language, WordClass::Verb, &word.norm).is_empty())
}

/// Returns whether a word may be the finite verb of a clause that begins at `start`.
fn is_finite(words: &[SentenceWord<'_>], start: usize, at: usize, language: Language) -> bool {
    let word = &words[at];
    if word.tag != WordTag::Open || at <= start {
        return false;
    }
    let before = &words[at - 1];
    if language == Language::German {
        return !word.is_capital() && word.norm.ends_with(['t', 'n', 'e']);
    }
    let past = language == Language::English && word.norm.ends_with("ed") && word.norm.len() > 4;
    if !past && !is_verb(word, language)
        || matches!(before.tag, WordTag::Opener | WordTag::Preposition)
        || word.classes & PARTICIPLE != 0 && word.norm.ends_with("ing")
    {
        return false;
    }
    if language == Language::English && !past && !agrees(words, at) {
        return false;
    }
    let noun_too =
        word.classes & NOUN_TOO != 0 || !properties_of_word(language, WordClass::Noun, &word.norm).is_empty();
    let next = words.get(at + 1).map(|next| next.tag);
    let is_followed = matches!(
        next,
        Some(WordTag::Value | WordTag::Opener | WordTag::Filler | WordTag::Pronoun | WordTag::Preposition)
    );
    let of_noun = words.get(at + 1).is_some_and(|next| next.is(super::grammar::OF) && next.norm == "of");
    if past && before.tag == WordTag::Filler && at >= 2 && words[at - 2].tag == WordTag::Opener {
        return false;
    }
    !noun_too || is_followed && !of_noun
}

/// English: a verb of the present without "s" needs several who do it, and no auxiliary stands right behind a finite verb:
/// "the main issue is", "the roof repair was".
fn agrees(words: &[SentenceWord<'_>], at: usize) -> bool {
    let word = &words[at];
    if words.get(at + 1).is_some_and(|next| next.tag == WordTag::Auxiliary) {
        return false;
    }
    let before = words[..at].iter().rev().find(|before| before.tag != WordTag::Filler);
    let is_past = word.classes & PAST_FORM != 0;
    let may_be_past = !properties_of_word(Language::English, WordClass::Verb, &word.norm).is_empty()
        && words.get(at + 1).is_some_and(|next| next.value.is_some());
    let several = before.is_some_and(|before| before.norm.ends_with('s') || before.tag != WordTag::Open);
    word.norm.ends_with('s') || is_past || may_be_past || several
}

/// German: the finite verb comes second, or last where a conjunction opens the clause; the subject is what stands before
/// it, or right behind it where that is an adverbial.
fn german(words: &[SentenceWord<'_>], mut clause: Clause, start: usize, subordinate: bool) -> Clause {
    let end = clause.words.end;
    let last = (start..end).rev().find(|at| !matches!(words[*at].tag, WordTag::Sign));
    let is_verb = |at: usize| {
        words[at].tag == WordTag::Auxiliary
            || words[at].tag == WordTag::Open
                && !words[at].is_capital()
                && words[at].value.is_none()
                && words[at].norm.ends_with(['t', 'n', 'e'])
    };
    if subordinate {
        clause.verb = last.filter(|at| is_verb(*at));
        clause.subject = subject(words, start, clause.verb.unwrap_or(end), Language::German);
        clause.predicate = clause.verb.map(|verb| match verb.checked_sub(1) {
            Some(before)
                if words[verb].tag == WordTag::Auxiliary && before > start && words[before].tag == WordTag::Open =>
            {
                before
            }
            _ => verb,
        });
        return clause;
    }
    clause.verb = (start..end).find(|at| is_verb(*at));
    let Some(verb) = clause.verb else {
        clause.subject = subject(words, start, end, Language::German);
        return clause;
    };
    let fronted = matches!(words[start].tag, WordTag::Preposition | WordTag::Filler | WordTag::Value)
        || words[start].norm == "es" && words[verb].norm == "gibt";
    if verb == start {
        clause.goes_on = true;
    } else if words[verb].norm == "gibt" {
        clause.exists = true;
    } else if fronted && !(words[start].tag == WordTag::Filler && verb > start + 1) {
        let from = (verb + 1..end).find(|at| !matches!(words[*at].tag, WordTag::Filler | WordTag::Negation));
        clause.subject = from.and_then(|from| subject(words, from, end, Language::German));
    } else {
        clause.subject = subject(words, start, verb, Language::German);
    }
    if clause.exists || words[verb].norm == "gibt" {
        clause.exists = true;
        clause.subject = None;
    }
    let taken = clause.subject.as_ref().map_or(verb, |subject| match subject {
        ClauseSubject::Phrase(phrase) => phrase.words.end.max(verb + 1) - 1,
        ClauseSubject::Pronoun(at) => (*at).max(verb),
    });
    let is_last = last.filter(|last| *last > taken);
    if let Some(last) = is_last.filter(|last| words[*last].is(PARTICLE) && words[verb].tag != WordTag::Auxiliary) {
        clause.particle = Some(last);
    }
    clause.predicate = Some(verb);
    if words[verb].tag == WordTag::Auxiliary || words[verb].is(COPULA) {
        let is_meaning = |at: &usize| words[*at].tag == WordTag::Open && words[*at].value.is_none();
        clause.predicate = (taken + 1..end).rev().find(is_meaning).or(Some(verb));
    }
    clause
}
