//! A text made ready to be compared: read once, compared often.

use std::collections::HashSet;
use std::ops::Range;

use super::lexicon::{DuplicateLexicon, Id, LexiconEntry, id_of_key, language_of};
use super::marks::{KnownWord, ValueMark, marks};
use super::words::{ComparedWord, LetterCase, WordScript, stem, words};
use crate::extraction::wording::parts;
use crate::language::class::{
    ABLE, ABOUT, Classes, DENYING, DOER, DOWN, EXCEPTION, EXPECTED, GENERIC, LEAST, LESS, MORE, MOST, NAME, OVER,
    PASSIVE, POSSIBLE, STOP, UNDER, UP,
};
use crate::language::negation::negations;
use crate::language::{Language, classes};
use crate::values::fold_note;

/// A text made ready by [`prepare`].
#[derive(Clone, Debug)]
pub struct ComparableText {
    pub(super) text: Box<str>,
    /// Without regard to case, white space and typographic quotes.
    pub(super) folded: Box<str>,
    pub(super) language: Option<Language>,
    pub(super) terms: Box<[Term]>,
    /// The terms' keys, one after the other.
    keys: Box<str>,
    pub(super) marks: Box<[ValueMark]>,
    /// Every word, the small ones too, in order.
    pub(super) words: Box<[u32]>,
    /// For each negation the terms that it may deny.
    pub(super) denials: Box<[Range<u16>]>,
    pub(super) certainty: Certainty,
    /// It takes something out of what it says, or nearly all of it: "except", "hardly".
    pub(super) limited: bool,
    /// It speaks of what somebody can or may do.
    pub(super) able: bool,
    /// Position of the doer of a passive.
    pub(super) doer: Option<u32>,
}

/// The certainty of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    Stated,
    /// "May", "could".
    Possible,
    /// "Will", "is expected to".
    Planned,
}

/// A word or a phrase that says something.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) id: Id,
    pub(super) uses: Classes,
    pub(super) weight: f32,
    pub(super) bytes: Range<u32>,
    key: Range<u32>,
    pub(super) script: WordScript,
    pub(super) case: LetterCase,
}

impl Term {
    /// Returns whether the text would say something else with another word in its place.
    pub(super) fn is_strong(&self) -> bool {
        self.weight >= 0.7
    }

    /// A thing that is spoken of, and not what it did.
    pub(super) fn is_subject(&self) -> bool {
        self.is_strong() && !self.is(UP | DOWN)
    }

    pub(super) const fn is(&self, uses: Classes) -> bool {
        self.uses & uses != 0
    }
}

impl ComparableText {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn key(&self, term: &Term) -> &str {
        self.keys.get(term.key.start as usize..term.key.end as usize).unwrap_or_default()
    }

    pub(super) fn text_at(&self, bytes: &Range<u32>) -> &str {
        self.text.get(bytes.start as usize..bytes.end as usize).unwrap_or_default()
    }
}

/// Reads a text. Never fails: of a text in an unknown language less is known.
pub fn prepare(text: &str) -> ComparableText {
    // What introduces several items is no word of any.
    let (_, text) = parts(text);
    let words = words(text);
    let language = language_of(&words);
    let known = known(&words, language, text);
    let marks = marks(text, &words, &known, language);
    let spaceless = !words.iter().any(|word| matches!(word.script, WordScript::Hiragana | WordScript::Katakana));
    let mut keys = String::new();
    let terms = terms(text, &words, &known, &marks, spaceless, &mut keys);
    let denials = denials(text, &known, &terms);
    // In "3 May" nothing is possible.
    let is_value = |word: &KnownWord| marks.iter().any(|mark| mark.covers(&word.bytes));
    let has = |uses: Classes| known.iter().any(|word| word.entry.uses & uses != 0 && !is_value(word));
    let able = has(ABLE);
    let certainty = match () {
        () if has(EXPECTED) => Certainty::Planned,
        () if has(POSSIBLE) => Certainty::Possible,
        () => Certainty::Stated,
    };
    ComparableText {
        text: text.into(),
        folded: fold_note(text.trim()).into(),
        language,
        doer: doer(&known, &terms),
        terms: terms.into(),
        keys: keys.into(),
        marks: marks.into(),
        words: sequence(&words, spaceless),
        denials,
        certainty,
        limited: known.iter().any(|word| classes(&word.key) & EXCEPTION != 0),
        able,
    }
}

/// The words with what the lexicon says of them, phrases as one.
fn known(words: &[ComparedWord], language: Option<Language>, text: &str) -> Vec<KnownWord> {
    let lexicon = DuplicateLexicon::for_language(language);
    let shouted = !text.chars().any(char::is_lowercase);
    let mut found = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let (entry, count) = match lexicon.phrase(&words[at..]) {
            Some(phrase) => phrase,
            None => {
                let before = at.checked_sub(1).and_then(|before| words.get(before));
                (with_direction(entry(first, language, shouted), first, before, words.get(at + 1)), 1)
            }
        };
        let all = &words[at..at + count];
        let end = all.last().map_or(first.bytes.end, |last| last.bytes.end);
        found.push(KnownWord {
            bytes: first.bytes.start..end,
            key: all.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join("_"),
            entry,
            case: first.case,
            opens: first.opens,
        });
        at += count;
    }
    found
}

/// "Sales up 8%", "down by a third", "a third less", "20 % more".
fn with_direction(
    entry: LexiconEntry,
    word: &ComparedWord,
    before: Option<&ComparedWord>,
    next: Option<&ComparedWord>,
) -> LexiconEntry {
    let measured =
        next.is_some_and(|next| next.script == WordScript::Digits || matches!(next.key.as_str(), "by" | "from"));
    let compared = before.is_some_and(is_share) && !matches!(next.map(|next| next.key.as_str()), Some("than" | "als"));
    let uses = match word.key.as_str() {
        "up" if measured => UP,
        "down" if measured => DOWN,
        key if compared => match classes(key) & (MORE | LESS) {
            MORE => UP,
            LESS => DOWN,
            _ => return entry,
        },
        _ => return entry,
    };
    LexiconEntry { uses: entry.uses | uses, ..entry }
}

/// Returns whether a word is a number or a part: "20 % less", "a third less".
fn is_share(word: &ComparedWord) -> bool {
    const PARTS: [&str; 14] = [
        "percent", "prozent", "half", "third", "thirds", "quarter", "quarters", "fifth", "fifths", "hälfte", "drittel",
        "viertel", "fünftel", "tiers",
    ];
    word.script == WordScript::Digits || PARTS.contains(&word.key.as_str())
}

fn entry(word: &ComparedWord, language: Option<Language>, shouted: bool) -> LexiconEntry {
    if word.script == WordScript::Latin {
        let entry = DuplicateLexicon::for_language(language).get(&word.key);
        // "IT", "WHO" and "US" are no small words.
        let acronym = word.case == LetterCase::Upper && !shouted && word.key.len() >= 2 && entry.uses & STOP != 0;
        return match (acronym, word.key.as_str()) {
            (true, "us") => DuplicateLexicon::for_language(language).get("usa"),
            (true, _) => LexiconEntry::default(),
            _ => entry,
        };
    }
    other_script(&word.key)
}

/// The few words of Chinese and Japanese that turn a statement round.
fn other_script(key: &str) -> LexiconEntry {
    LexiconEntry { uses: classes(key) & (UP | DOWN), class: None }
}

/// Directions are one meaning each.
const UPWARD: &str = "\u{1}up";
const DOWNWARD: &str = "\u{1}down";

fn terms(
    text: &str,
    words: &[ComparedWord],
    known: &[KnownWord],
    marks: &[ValueMark],
    spaceless: bool,
    keys: &mut String,
) -> Vec<Term> {
    let titled = is_titled(words);
    let covered = |bytes: &Range<usize>| marks.iter().any(|mark| mark.covers(bytes));
    let script =
        |at: usize| words.iter().find(|word| word.bytes.start == at).map_or(WordScript::Latin, |word| word.script);
    let mut found: Vec<Term> = Vec::with_capacity(known.len());
    let mut seen: HashSet<Id> = HashSet::new();
    for word in known.iter().filter(|word| !covered(&word.bytes)) {
        let script = script(word.bytes.start);
        for (bytes, key) in pieces(text, word, script, spaceless) {
            let Some(term) = term(word, script, bytes, &key, titled, keys) else { continue };
            if seen.insert(term.id) {
                found.push(term);
            } else {
                keys.truncate(term.key.start as usize);
            }
        }
    }
    found
}

/// Most words are capital, so that capitals tell no names.
fn is_titled(words: &[ComparedWord]) -> bool {
    let latin = words.iter().filter(|word| word.script == WordScript::Latin);
    let (all, capital) =
        latin.fold((0, 0), |(all, capital), word| (all + 1, capital + usize::from(word.case != LetterCase::Lower)));
    capital * 2 > all && all > 3
}

/// A word as it is; a run of Han characters without spaces or kana as its pairs.
fn pieces(text: &str, word: &KnownWord, script: WordScript, spaceless: bool) -> Vec<(Range<usize>, String)> {
    let raw = &text[word.bytes.clone()];
    let starts: Vec<usize> = raw.char_indices().map(|(at, _)| at).chain([raw.len()]).collect();
    if script != WordScript::Han || !spaceless || starts.len() <= 4 {
        return vec![(word.bytes.clone(), word.key.clone())];
    }
    starts
        .windows(3)
        .map(|of| (word.bytes.start + of[0]..word.bytes.start + of[2], raw[of[0]..of[2]].to_owned()))
        .collect()
}

fn term(
    word: &KnownWord,
    script: WordScript,
    bytes: Range<usize>,
    key: &str,
    titled: bool,
    keys: &mut String,
) -> Option<Term> {
    let uses = word.entry.uses;
    let turn = uses & (UP | DOWN) != 0;
    let silent = uses & STOP != 0 && !turn && word.entry.class.is_none() || script == WordScript::Hiragana;
    let hedge = uses & (ABOUT | OVER | UNDER | LEAST | MOST) != 0 && word.entry.class.is_none() && !turn;
    if silent || hedge || uses & DENYING != 0 && word.entry.class.is_none() {
        return None;
    }
    let id = match word.entry.class {
        _ if uses & UP != 0 => id_of_key(UPWARD),
        _ if uses & DOWN != 0 => id_of_key(DOWNWARD),
        Some(class) => class,
        None => id_of_key(stem(key)),
    };
    let digits = script == WordScript::Digits;
    let named = uses & NAME != 0
        || script == WordScript::Latin
            && !titled
            && word.entry.class.is_none()
            && uses & GENERIC == 0
            && (word.case == LetterCase::Upper || word.case == LetterCase::Capital && !word.opens);
    let weight = match () {
        () if uses & (GENERIC | EXPECTED | POSSIBLE) != 0 => 0.25,
        () if COUNTERS.contains(&key) => 0.2,
        () if turn => 0.8,
        () if named || digits => 1.2,
        () if script == WordScript::Han && bytes.len() == 6 && word.bytes.len() > 12 => 0.5,
        () if key.chars().count() == 1 && script == WordScript::Latin => 0.3,
        () => 1.0,
    };
    let start = u32::try_from(keys.len()).unwrap_or(u32::MAX);
    keys.push_str(key);
    let key = start..u32::try_from(keys.len()).unwrap_or(u32::MAX);
    let uses = if named { uses | NAME } else { uses };
    let bytes = u32::try_from(bytes.start).unwrap_or(u32::MAX)..u32::try_from(bytes.end).unwrap_or(u32::MAX);
    Some(Term { id, uses, weight, bytes, key, script, case: word.case })
}

/// Counters that Japanese and Chinese put behind a number of people or things.
const COUNTERS: [&str; 10] = ["人", "名", "個", "件", "台", "本", "社", "回", "个", "位"];

/// Number of terms that a negation may reach, forwards and backwards.
const AHEAD: usize = 3;
const BEHIND: usize = 2;

fn denials(text: &str, known: &[KnownWord], terms: &[Term]) -> Box<[Range<u16>]> {
    let mut at: Vec<usize> = negations(text).into_iter().map(|range| range.start).collect();
    at.extend(known.iter().filter(|word| word.entry.uses & DENYING != 0).map(|word| word.bytes.start));
    at.sort_unstable();
    // "Could not fail to" in words that overlap is one place.
    at.dedup_by(|later, earlier| later.abs_diff(*earlier) < 3);
    at.into_iter()
        .map(|start| {
            let next = terms.partition_point(|term| (term.bytes.start as usize) < start);
            let from = next.saturating_sub(BEHIND);
            let to = (next + AHEAD).min(terms.len());
            u16::try_from(from).unwrap_or(u16::MAX)..u16::try_from(to).unwrap_or(u16::MAX)
        })
        .collect()
}

/// In "was bought by Google": where Google stands.
fn doer(known: &[KnownWord], terms: &[Term]) -> Option<u32> {
    let by = known.iter().find(|word| classes(&word.key) & DOER != 0)?;
    let near = |term: &&Term| (by.bytes.end..by.bytes.end + 6).contains(&(term.bytes.start as usize));
    let term = terms.iter().find(near)?;
    let passive = known.iter().any(|word| word.bytes.end <= by.bytes.start && classes(&word.key) & PASSIVE != 0);
    passive.then_some(term.bytes.start)
}

/// Each word as a small number; characters where there are no spaces.
fn sequence(words: &[ComparedWord], spaceless: bool) -> Box<[u32]> {
    let short = |text: &str| u32::try_from(id_of_key(text) & 0xffff_ffff).unwrap_or(0);
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        if word.script == WordScript::Han && spaceless {
            out.extend(word.key.chars().map(u32::from));
        } else {
            out.push(short(&word.key));
        }
    }
    out.into()
}
