//! Noun phrases: a head, what describes it, and the phrase that it is of.

use std::ops::Range;

use super::grammar::{self, ADJECTIVE, ARTICLE, DEFINITE, FILLER, OF, POSSESSIVE};
use super::property::{NamedProperty, WordClass, ending_of, is_kind, properties_of_word};
use super::relation::{Relation, of_subjects};
use super::stems::noun_stem;
use super::words::{SentenceWord, WordTag};
use crate::language::Language;
use crate::language::class::PART;
use crate::language::fold::without_marks;

/// A noun phrase of a sentence, by its words.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    /// With its articles, and the phrase that it is of.
    pub(super) words: Range<usize>,
    pub(super) head: usize,
    pub(super) modifiers: Vec<usize>,
    pub(super) definite: bool,
    /// True if it is somebody's, by "its" or "their".
    pub(super) possessive: bool,
    pub(super) of: Option<Box<Phrase>>,
}

/// Reads the noun phrase that begins at `from`; none where there is none.
pub(super) fn phrase(words: &[SentenceWord<'_>], from: usize, end: usize, language: Language) -> Option<Phrase> {
    let mut at = from;
    let (mut definite, mut possessive) = (false, false);
    while at < end && (words[at].tag == WordTag::Opener || words[at].tag == WordTag::Filler) {
        definite |= words[at].is(DEFINITE | POSSESSIVE);
        possessive |= words[at].is(POSSESSIVE);
        at += 1;
    }
    // "The two gauges".
    if at > from && at + 1 < end && words[at].tag == WordTag::Value && words[at + 1].is_content() {
        at += 1;
    }
    let first = at;
    let mut content = Vec::new();
    let mut owner: Option<Phrase> = None;
    while at < end {
        let word = &words[at];
        let goes_on = match word.tag {
            WordTag::Noun | WordTag::Adjective => true,
            WordTag::Open => language != Language::German,
            // "Opening 1", "Variant 2": a number that names.
            WordTag::Value => {
                !content.is_empty() && is_plain_number(word) && !words.get(at + 1).is_some_and(SentenceWord::is_content)
            }
            _ => false,
        };
        if !goes_on {
            break;
        }
        content.push(at);
        at += 1;
        if word.genitive && at < end && words[at].is_content() {
            owner = head_of(words, first, std::mem::take(&mut content), at, true, false);
        }
        // A German phrase ends with its noun, but for a name behind it.
        if language == Language::German
            && word.tag == WordTag::Noun
            && !words
                .get(at)
                .is_some_and(|next| next.tag == WordTag::Noun || next.tag == WordTag::Value && is_plain_number(next))
        {
            break;
        }
    }
    // "Aufbau und Abbau" is one thing.
    if language == Language::German
        && words.get(at).filter(|_| at < end).is_some_and(|next| next.norm == "und")
        && words
            .get(at + 1)
            .filter(|_| at + 1 < end && !content.is_empty())
            .is_some_and(|next| next.tag == WordTag::Noun)
    {
        content.push(at + 1);
        at += 2;
    }
    let mut read = head_of(words, from, content, at, definite || owner.is_some(), possessive)?;
    read.of = owner.map(Box::new);
    if read.of.is_none() && at < end {
        read.of = of_phrase(words, at, end, language).map(Box::new);
    }
    if let Some(of) = read.of.as_ref().filter(|of| of.words.end > at) {
        read.words.end = of.words.end;
    }
    Some(read)
}

fn of_phrase(words: &[SentenceWord<'_>], at: usize, end: usize, language: Language) -> Option<Phrase> {
    let next = &words[at];
    let by_case = language == Language::German && next.tag == WordTag::Opener && next.is(ARTICLE | POSSESSIVE);
    let opens = next.tag == WordTag::Preposition && next.is(OF);
    match () {
        () if opens => phrase(words, at + 1, end, language),
        () if by_case => phrase(words, at, end, language),
        () => None,
    }
}

fn head_of(
    words: &[SentenceWord<'_>],
    from: usize,
    mut content: Vec<usize>,
    end: usize,
    definite: bool,
    possessive: bool,
) -> Option<Phrase> {
    let is_name = |at: &usize| words[*at].value.is_some() || words[*at].text.len() == 1;
    // Two German nouns in a row are a thing and its name: "Messestand Basis".
    let is_german = |at: &usize| words[*at].tag == WordTag::Noun && !is_name(at);
    let head = content.iter().position(is_german).or_else(|| content.iter().rposition(|at| !is_name(at)))?;
    let head = content.remove(head);
    Some(Phrase { words: from..end, head, modifiers: content, definite, possessive, of: None })
}

pub(super) fn is_plain_number(word: &SentenceWord<'_>) -> bool {
    word.value.is_some() && word.text.len() <= 3 && word.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The thing that a statement is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// As it is shown: "flood wall".
    pub text: String,
    /// The stem of its last noun.
    pub head: String,
    /// That noun in lower case, without marks.
    pub noun: String,
    /// The stems of what describes it, sorted.
    pub modifiers: Vec<String>,
    /// It was named as something known: "the wall", "Lenne".
    pub definite: bool,
    /// Specifications that tell one of a kind from another behind its name: "2 m" of "Rail 2 m", sorted.
    pub specs: Vec<String>,
    /// Only some of what is named: "some models".
    pub partial: bool,
    /// Range of its name.
    pub bytes: Range<usize>,
    /// Range of its full name, where a pronoun or a shorter form stands for it.
    pub resolved: Option<Range<usize>>,
    pub(super) plural: Option<bool>,
    pub(super) gender: Option<char>,
}

impl Subject {
    /// Returns the subject that has these stems and is shown so.
    pub fn of_stems(text: &str, head: String, modifiers: Vec<String>, specs: Vec<String>) -> Self {
        Self { text: text.to_owned(), head, modifiers, specs, definite: true, ..Self::default() }
    }

    /// Returns whether it names the same thing by the same words, in whatever form and order.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.head, &self.modifiers, &self.specs) == (&other.head, &other.modifiers, &other.specs)
    }

    /// Returns whether it may be another name of what `other` names: a shorter one, or a longer.
    pub fn may_be(&self, other: &Self) -> bool {
        of_subjects(self, other) > Relation::Apart
    }
}

/// The subject that a phrase names.
pub(super) fn subject_of(words: &[SentenceWord<'_>], phrase: &Phrase, language: Language) -> Subject {
    let stem = |at: &usize| noun_stem(language, &words[*at].norm);
    let mut modifiers: Vec<String> = phrase.modifiers.iter().filter(|at| !words[**at].is(FILLER)).map(stem).collect();
    let mut shown: Vec<&str> = Vec::new();
    let mut content: Vec<usize> = phrase.modifiers.clone();
    content.push(phrase.head);
    content.sort_unstable();
    shown.extend(content.iter().map(|at| bare(&words[*at])));
    let mut text = shown.join(" ");
    if let Some(of) = &phrase.of {
        let of = subject_of(words, of, language);
        modifiers.push(of.head.clone());
        modifiers.extend(of.modifiers.iter().cloned());
        text = format!("{text} · {}", of.text);
    }
    modifiers.sort();
    modifiers.dedup();
    let (start, end) =
        (content.first().copied().unwrap_or(phrase.head), content.last().copied().unwrap_or(phrase.head));
    let head = &words[phrase.head];
    Subject {
        text,
        head: stem(&phrase.head),
        noun: without_marks(&head.norm),
        modifiers,
        definite: phrase.definite || head.is_capital() && language != Language::German,
        specs: Vec::new(),
        partial: words[phrase.words.clone()].iter().any(|word| word.classes & PART != 0),
        bytes: words[start].bytes.start..words[end].bytes.end,
        resolved: None,
        plural: plural(head, phrase, words, language),
        gender: gender(phrase, words, language),
    }
}

fn bare<'t>(word: &SentenceWord<'t>) -> &'t str {
    if word.genitive { word.text.get(..word.norm.len()).unwrap_or(word.text) } else { word.text }
}

fn plural(head: &SentenceWord<'_>, _: &Phrase, _: &[SentenceWord<'_>], language: Language) -> Option<bool> {
    (language == Language::English).then(|| head.norm.ends_with('s') && !head.norm.ends_with("ss"))
}

/// The gender of a German phrase, by its article in the nominative: m, f or n; a plural has that of "die" as well.
fn gender(phrase: &Phrase, words: &[SentenceWord<'_>], language: Language) -> Option<char> {
    let first = words.get(phrase.words.start).filter(|_| language == Language::German)?;
    match first.norm.as_ref() {
        "der" | "dieser" => Some('m'),
        "die" | "diese" | "eine" => Some('f'),
        "das" | "dieses" => Some('n'),
        _ => None,
    }
}

/// A property that a noun phrase names, and what it is the property of.
pub(super) struct PhraseProperty {
    pub(super) property: NamedProperty,
    pub(super) word: usize,
    pub(super) subject: Option<Subject>,
    /// "Its cost".
    pub(super) possessive: bool,
    /// It is a thing of its own: a rent.
    pub(super) is_kind: bool,
}

/// Returns the properties that a noun phrase names: "the cost of the wall", "wall height", "Deckenhöhe".
pub(super) fn named_by(words: &[SentenceWord<'_>], phrase: &Phrase, language: Language) -> Vec<PhraseProperty> {
    let head = &words[phrase.head];
    let owner = || phrase.of.as_ref().map(|of| subject_of(words, of, language));
    let joined = phrase
        .modifiers
        .last()
        .filter(|last| **last + 1 == phrase.head)
        .map(|last| format!("{}_{}", words[*last].norm, head.norm));
    let two = joined.as_deref().map_or(&[][..], |joined| properties_of_word(language, WordClass::Noun, joined));
    let one = properties_of_word(language, WordClass::Noun, &head.norm);
    let by_compound =
        if one.is_empty() && language == Language::German { ending_of(language, &head.norm) } else { None };
    let described = || described(words, phrase, two.is_empty(), language);
    // "Anzahl Stände": what stands behind a German noun is what it is of.
    let behind = || {
        let nouns: Vec<usize> = phrase.modifiers.iter().copied().filter(|at| *at > phrase.head).collect();
        let (head, rest) = nouns.split_first().filter(|_| language == Language::German)?;
        let of = Phrase { head: *head, modifiers: rest.to_vec(), of: None, definite: true, ..phrase.clone() };
        Some(subject_of(words, &of, language))
    };
    let plain = two.iter().chain(one).map(|property| PhraseProperty {
        property: *property,
        word: phrase.head,
        subject: owner().or_else(described).or_else(behind),
        possessive: phrase.possessive,
        is_kind: is_kind(language, &head.norm),
    });
    let compound = by_compound.map(|(at, property)| PhraseProperty {
        property,
        word: phrase.head,
        subject: Some(owner().unwrap_or_else(|| first_part(head, at, language))),
        possessive: false,
        is_kind: false,
    });
    // A "warranty period" is how long a warranty is before it is any period.
    let last = phrase.modifiers.last().filter(|last| **last + 1 == phrase.head && !one.is_empty());
    let last = last.filter(|last| !words[**last].is(ADJECTIVE));
    let narrower = last.map_or(&[][..], |last| properties_of_word(language, WordClass::Noun, &words[*last].norm));
    let narrower = narrower.iter().map(|property| {
        let head = *last.unwrap_or(&phrase.head);
        let modifiers = phrase.modifiers.iter().copied().filter(|at| *at != head).collect();
        let own = Phrase { head, modifiers, of: None, words: phrase.words.clone(), ..*phrase };
        let subject = owner().unwrap_or_else(|| subject_of(words, &own, language));
        let (word, possessive) = (phrase.head, phrase.possessive);
        PhraseProperty { property: *property, word, subject: Some(subject), possessive, is_kind: false }
    });
    narrower.chain(plain).chain(compound).collect()
}

/// The subject that describes a property noun: "roof repair cost".
fn described(words: &[SentenceWord<'_>], phrase: &Phrase, all: bool, language: Language) -> Option<Subject> {
    if language == Language::German {
        return None;
    }
    let skipped = usize::from(!all);
    let nouns: Vec<usize> =
        phrase.modifiers.iter().copied().rev().skip(skipped).filter(|at| is_noun_like(&words[*at], language)).collect();
    let (head, rest) = nouns.split_first()?;
    let mut modifiers = rest.to_vec();
    modifiers.sort_unstable();
    let of = Phrase {
        words: phrase.words.clone(),
        head: *head,
        modifiers,
        definite: phrase.definite,
        possessive: false,
        of: None,
    };
    Some(subject_of(words, &of, language))
}

fn is_noun_like(word: &SentenceWord<'_>, language: Language) -> bool {
    const ADJECTIVAL: [&str; 9] = ["al", "ive", "ous", "ful", "ic", "able", "ible", "ary", "ed"];
    word.value.is_none()
        && !word.is(ADJECTIVE | grammar::CLOSED | grammar::PLAN | grammar::NET | grammar::GROSS)
        && properties_of_word(language, WordClass::Noun, &word.norm).is_empty()
        && !ADJECTIVAL.iter().any(|ending| word.norm.ends_with(ending))
}

/// The first part of a compound: "Decken" of "Deckenhöhe".
fn first_part(word: &SentenceWord<'_>, at: usize, language: Language) -> Subject {
    let part = word.norm.get(..at).unwrap_or_default();
    let part = part.trim_end_matches('-');
    let bare = part.strip_suffix('s').filter(|bare| bare.chars().count() >= 4).unwrap_or(part);
    let shown = word.text.get(..bare.len()).unwrap_or(bare);
    Subject {
        text: shown.to_owned(),
        head: noun_stem(language, bare),
        noun: without_marks(bare),
        definite: true,
        bytes: word.bytes.start..word.bytes.start + bare.len().min(word.bytes.len()),
        ..Subject::default()
    }
}
