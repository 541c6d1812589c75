//! The words of a sentence with what each may be in it: a small tagger over the lexicons.
//!
//! English tells a noun from a verb by what stands beside it, German by its capital. A value is one word.

use std::borrow::Cow;
use std::ops::Range;

use super::grammar::{
    self, ARTICLE, AUXILIARY, CONJUNCTION, DETERMINER, FILLER, Grammar, OPENS_PHRASE, PARTICLE, PREPOSITION, PRONOUN,
    PRONOUN_OTHER, Roles,
};
use crate::language::class::{Classes, HUM, NEGATION, NEGATION_OPENING, NEGATION_SECOND, PAUSE};
use crate::language::{Language, Token};
use crate::values::ExtractedValue;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordTag {
    Value,
    Sign,
    /// An article, a determiner or a possessive.
    Opener,
    Preposition,
    Pronoun,
    Conjunction,
    Auxiliary,
    Negation,
    Filler,
    /// German: a word with a capital.
    Noun,
    /// German: a word that describes the noun behind it.
    Adjective,
    /// A word with a meaning of its own: English a noun, a verb or an adjective, German a verb or an adverb.
    Open,
}

/// A word, a sign or a value of a sentence.
#[derive(Clone, Debug)]
pub(super) struct SentenceWord<'t> {
    pub(super) text: &'t str,
    /// In lower case, without the ending of an English genitive.
    pub(super) norm: Cow<'t, str>,
    pub(super) bytes: Range<usize>,
    pub(super) roles: Roles,
    pub(super) classes: Classes,
    /// The value that it is, by its place among those of the text.
    pub(super) value: Option<usize>,
    pub(super) tag: WordTag,
    /// It denies, whatever else it is.
    pub(super) denies: bool,
    pub(super) genitive: bool,
}

impl SentenceWord<'_> {
    pub(super) const fn is(&self, roles: Roles) -> bool {
        self.roles & roles != 0
    }

    /// Returns whether it can be a part of a noun phrase with a meaning of its own.
    pub(super) const fn is_content(&self) -> bool {
        matches!(self.tag, WordTag::Noun | WordTag::Adjective | WordTag::Open)
    }

    pub(super) fn is_capital(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }
}

/// Returns the words of some tokens. `values` are those of the whole text, of which `first` is the first that may stand here.
pub(super) fn words<'t>(
    tokens: &[Token<'t>],
    text: &'t str,
    values: &[ExtractedValue],
    first: usize,
    language: Language,
) -> Vec<SentenceWord<'t>> {
    let mut words: Vec<SentenceWord<'t>> = Vec::with_capacity(tokens.len());
    let mut next_value = first;
    for token in tokens {
        while values.get(next_value).is_some_and(|value| value.bytes.end <= token.start) {
            next_value += 1;
        }
        let within = values.get(next_value).filter(|value| value.bytes.start < token.end());
        match within {
            Some(_) if words.last().is_some_and(|last| last.value == Some(next_value)) => {}
            Some(value) => words.push(value_word(text, value, next_value)),
            None => push(&mut words, token, text, language),
        }
    }
    complete(&mut words, language);
    tag(&mut words, language);
    words
}

/// Gives a word that breaks off at a hyphen the end that it shares with the next: "Auf- und Abbau" is "Aufbau und Abbau".
fn complete(words: &mut Vec<SentenceWord<'_>>, language: Language) {
    if language != Language::German {
        return;
    }
    let is_cut = |of: &[SentenceWord<'_>]| {
        of[0].tag == WordTag::Open
            && of[1].text == "-"
            && of[0].bytes.end == of[1].bytes.start
            && of[2].is(CONJUNCTION)
            && of[3].tag == WordTag::Open
    };
    while let Some(at) = words.windows(4).position(is_cut) {
        let whole = &words[at + 3].norm;
        let particle =
            |rest: &&str| Grammar::for_language(language).roles(&whole[..whole.len() - rest.len()]) & PARTICLE != 0;
        let ends: Vec<&str> =
            whole.char_indices().skip(2).map(|(at, _)| &whole[at..]).filter(|end| end.len() >= 3).collect();
        let end = ends.iter().find(|end| particle(end)).or(ends.first()).copied().unwrap_or_default();
        words[at].norm = format!("{}{end}", words[at].norm).into();
        words.remove(at + 1);
    }
}

fn value_word<'t>(text: &'t str, value: &ExtractedValue, at: usize) -> SentenceWord<'t> {
    let text = text.get(value.bytes.clone()).unwrap_or_default();
    SentenceWord {
        text,
        norm: Cow::Borrowed(text),
        bytes: value.bytes.clone(),
        roles: 0,
        classes: 0,
        value: Some(at),
        tag: WordTag::Value,
        denies: false,
        genitive: false,
    }
}

fn push<'t>(words: &mut Vec<SentenceWord<'t>>, token: &Token<'t>, text: &'t str, language: Language) {
    let bytes = token.bytes();
    if let [.., before, hyphen] = words.as_mut_slice()
        && hyphen.norm == "-"
        && hyphen.bytes.end == bytes.start
        && before.bytes.end == hyphen.bytes.start
        && before.value.is_none()
        && before.tag != WordTag::Sign
        && token.is_word()
    {
        let whole = before.bytes.start..bytes.end;
        let joined = text.get(whole.clone()).unwrap_or_default();
        *before = SentenceWord {
            text: joined,
            norm: joined.to_lowercase().into(),
            bytes: whole,
            roles: 0,
            classes: 0,
            ..before.clone()
        };
        words.pop();
        return;
    }
    let grammar = Grammar::for_language(language);
    let norm = token.norm();
    let stripped = norm
        .strip_suffix("'s")
        .filter(|_| language == Language::English && grammar.roles(&norm) == 0)
        .map(str::to_owned);
    let genitive = stripped.is_some();
    let norm = stripped.map_or(norm, Cow::Owned);
    let norm = match (language, norm.split_once('\'')) {
        (Language::French, Some((_, rest))) if !rest.is_empty() => Cow::Owned(rest.to_owned()),
        _ => norm,
    };
    let classes = language.lexicon().classes(&norm);
    let roles = grammar.roles(&norm);
    let denies = classes & (NEGATION | NEGATION_OPENING | NEGATION_SECOND) != 0 && roles & PREPOSITION == 0
        || language == Language::English && (norm.ends_with("n't") || norm == "cannot");
    let tag = if token.is_word() { WordTag::Open } else { WordTag::Sign };
    words.push(SentenceWord { text: token.text, norm, bytes, roles, classes, value: None, tag, denies, genitive });
}

fn tag(words: &mut [SentenceWord<'_>], language: Language) {
    for at in 0..words.len() {
        if words[at].tag == WordTag::Open {
            words[at].tag = match language {
                Language::German => german(words, at),
                _ => plain(words, at),
            };
        }
    }
    if language == Language::German {
        adjectives(words);
    }
}

/// The tag of a word that the closed classes tell.
fn closed(word: &SentenceWord<'_>) -> Option<WordTag> {
    match () {
        () if word.is(AUXILIARY) => Some(WordTag::Auxiliary),
        () if word.denies && !word.is(DETERMINER) => Some(WordTag::Negation),
        () if word.is(OPENS_PHRASE) => Some(WordTag::Opener),
        () if word.is(CONJUNCTION) => Some(WordTag::Conjunction),
        () if word.is(PREPOSITION) => Some(WordTag::Preposition),
        () if word.is(PRONOUN) => Some(WordTag::Pronoun),
        () if word.is(FILLER | grammar::ABOUT) || word.classes & (HUM | PAUSE) != 0 => Some(WordTag::Filler),
        () => None,
    }
}

fn plain(words: &[SentenceWord<'_>], at: usize) -> WordTag {
    let word = &words[at];
    let next = words.get(at + 1);
    let opens =
        next.is_some_and(|next| next.value.is_some() || next.roles & grammar::CLOSED == 0 && next.tag != WordTag::Sign);
    match closed(word) {
        // "That costs 5" and "that wall costs 5".
        Some(WordTag::Opener) if word.is(PRONOUN_OTHER) && !word.is(ARTICLE) && !opens => WordTag::Pronoun,
        Some(WordTag::Opener) if word.norm == "that" && at > 0 && words[at - 1].is_content() => WordTag::Conjunction,
        Some(tag) => tag,
        None if word.norm.ends_with("ly") && word.norm.len() > 4 => WordTag::Filler,
        None => WordTag::Open,
    }
}

fn german(words: &[SentenceWord<'_>], at: usize) -> WordTag {
    let word = &words[at];
    let is_first = at == 0 || words[at - 1].tag == WordTag::Sign && words[at - 1].text != ",";
    let is_known = closed(word);
    match is_known {
        // "Die" of a relative clause is no article, but nothing hangs on it here.
        Some(tag) if is_first || !word.is_capital() => tag,
        _ if word.is_capital() => WordTag::Noun,
        _ => WordTag::Open,
    }
}

/// German adjectives: in lower case, with an ending, before a noun, and not right behind one.
fn adjectives(words: &mut [SentenceWord<'_>]) {
    const ENDINGS: [&str; 5] = ["e", "en", "er", "es", "em"];
    for at in (0..words.len()).rev() {
        let is_before = words.get(at + 1).is_some_and(|next| matches!(next.tag, WordTag::Noun | WordTag::Adjective));
        let behind = at.checked_sub(1).map(|before| words[before].tag);
        let may_follow =
            !matches!(behind, Some(WordTag::Noun | WordTag::Pronoun | WordTag::Auxiliary | WordTag::Negation));
        let word = &words[at];
        if word.tag == WordTag::Open
            && is_before
            && may_follow
            && ENDINGS.iter().any(|ending| word.norm.ends_with(ending))
        {
            words[at].tag = WordTag::Adjective;
        }
    }
}
