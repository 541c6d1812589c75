//! Whether a quote's own words make up a statement: in their order, inflected at most, and without what hedges them.
//!
//! Stricter than telling duplicates, on purpose: a synonym may say a little more than the word that was said, and the
//! analyst is to see that. Free are only articles, auxiliaries and a few words that stand for nothing. Words of the quote
//! may be left out, except those that make what is said less certain. What values say is not compared here but as values;
//! they only have to come in the quote's order.

use std::ops::Range;

use super::words::{Word, ends_sentence, whole_words};
use super::{Missing, MissingKind};
use crate::values::{self, Scanned, Value};

/// What of the wording of `statement` is not in `quote`; `listed` is told of already.
pub(super) fn check(statement: &str, quote: &str, listed: &[Missing]) -> Vec<Missing> {
    if statement.split_whitespace().eq(quote.split_whitespace()) {
        return Vec::new();
    }
    let (stated, quoted) = (values::scan(statement), values::scan(quote));
    let (said, source) = (tokens(statement, &stated), tokens(quote, &quoted));
    let mut found = Vec::new();
    let mut next = 0;
    // What lacks side by side is told as one.
    let mut lacking: Vec<(MissingKind, Range<usize>)> = Vec::new();
    let mut goes_on = false;
    for token in said.iter().filter(|token| !token.word().is_some_and(is_free)) {
        let is_it = |other: &Token<'_>| token.is_said_by(other);
        if let Some(further) = source[next..].iter().position(is_it) {
            found.push(next + further);
            next += further + 1;
            goes_on = false;
            continue;
        }
        let is_elsewhere = source.iter().any(is_it);
        if !is_elsewhere && (token.value.is_some() || listed.iter().any(|one| one.text == token.text)) {
            goes_on = false;
            continue;
        }
        let kind = if is_elsewhere { MissingKind::Order } else { MissingKind::Word };
        match lacking.last_mut().filter(|last| goes_on && last.0 == kind) {
            Some((_, bytes)) => bytes.end = token.bytes.end,
            None => lacking.push((kind, token.bytes.clone())),
        }
        goes_on = true;
    }
    let lacking = lacking.into_iter().map(|(kind, bytes)| Missing { kind, text: statement[bytes].to_owned() });
    let left_out = hedges(quote, &source, &found).filter(|hedge| !said.iter().any(|token| hedge.is_said_by(token)));
    let left_out = left_out.map(|hedge| Missing { kind: MissingKind::Certainty, text: hedge.text.to_owned() });
    lacking.chain(left_out).collect()
}

/// A word, or a value of one or several words.
struct Token<'t> {
    text: &'t str,
    bytes: Range<usize>,
    folded: String,
    value: Option<&'t Value>,
}

impl Token<'_> {
    fn word(&self) -> Option<&str> {
        self.value.is_none().then_some(self.folded.as_str())
    }

    fn is_said_by(&self, other: &Self) -> bool {
        match (self.value, other.value) {
            (Some(claimed), Some(found)) => found.carries(claimed),
            (None, None) => is_same_word(&self.folded, &other.folded),
            _ => false,
        }
    }
}

fn tokens<'t>(text: &'t str, values: &'t [Scanned]) -> Vec<Token<'t>> {
    let mut tokens: Vec<Token<'t>> = values
        .iter()
        .map(|value| Token {
            text: &text[value.bytes.clone()],
            bytes: value.bytes.clone(),
            folded: String::new(),
            value: Some(&value.value),
        })
        .collect();
    let in_value = |word: &Word<'_>| values.iter().any(|at| word.start < at.bytes.end && at.bytes.start < word.end());
    tokens.extend(whole_words(text).filter(|word| word.is_word() && !in_value(word)).map(|word| Token {
        text: word.text,
        bytes: word.start..word.end(),
        folded: bare(&word),
        value: None,
    }));
    tokens.sort_by_key(|token| token.bytes.start);
    tokens
}

/// Without case, the ending of a genitive, an elided article and a shortened `not`: negations are counted elsewhere.
fn bare(word: &Word<'_>) -> String {
    let folded = word.folded();
    let bare = folded.strip_suffix("'s").or_else(|| folded.strip_suffix("n't")).unwrap_or(&folded);
    match bare.split_once('\'') {
        Some(("l" | "d" | "qu" | "c" | "s" | "j" | "m" | "n" | "t", rest)) if !rest.is_empty() => rest.to_owned(),
        _ => bare.trim_end_matches('\'').to_owned(),
    }
}

/// What says that it may not be so, in the sentences of the quote that a statement was taken from.
fn hedges<'s>(quote: &'s str, source: &'s [Token<'s>], taken: &'s [usize]) -> impl Iterator<Item = &'s Token<'s>> {
    let ends_between = |a: usize, b: usize| quote[source[a].bytes.end..source[b].bytes.start].contains(ends_sentence);
    let same_sentence = move |a: usize, b: usize| (a.min(b)..a.max(b)).all(|at| !ends_between(at, at + 1));
    let near = move |at: usize| {
        let next = taken.partition_point(|taken| *taken < at);
        let neighbours = [next.checked_sub(1), Some(next)];
        neighbours.into_iter().flatten().filter_map(|of| taken.get(of)).any(|of| same_sentence(at, *of))
    };
    let hedges = source.iter().enumerate().filter(|(_, token)| token.word().is_some_and(is_hedge));
    hedges.filter(move |(at, _)| taken.binary_search(at).is_err() && near(*at)).map(|(_, token)| token)
}

/// Whether two words are one, inflected otherwise: no word is held for another, and many inflections are not known.
fn is_same_word(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let shared: usize = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (stem, a, b) = (&a[..shared], &a[shared..], &b[shared..]);
    let letters = stem.chars().count();
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let doubled = |ending: &str| {
        let mut chars = long.chars();
        chars.next() == stem.chars().next_back() && chars.as_str() == ending
    };
    match (short, long) {
        ("", "s" | "es" | "ed" | "ing") | ("s", "ed" | "ing") | ("e" | "ed" | "es", "ing") => letters >= 3,
        ("y", "ies" | "ied") => letters >= 3,
        // `used`, but not `wind` of `win` nor `feed` of `fee`.
        ("", "d") | ("d", "s") | ("s", "d") => stem.ends_with('e') && (letters >= 5 || !stem.ends_with("ee")),
        ("" | "s", _) if doubled("ed") || doubled("ing") => letters >= 3,
        ("", "n" | "en" | "em") | ("e", "en" | "em") | ("s" | "n" | "m", "s" | "n" | "m") => letters >= 5,
        // `nördliche`, but not `plane` of `plan`, nor `humane` of `human`.
        ("", "e") => letters >= 6,
        _ => false,
    }
}

/// Articles, auxiliaries and what only points at something: they may be where the quote has none.
fn is_free(word: &str) -> bool {
    const WORDS: &str = " a an the is are was were be been being has have had do does did that which it its this these \
        there of der die das den dem des ein eine einen einem einer eines ist sind war waren hat haben hatte hatten es dass \
        le la les un une des du de est sont était étaient ont ce cet cette ces que el los las unos unas es son era eran \
        fue fueron ha han del lo not nicht ne pas ";
    is_among(word, WORDS)
}

/// What makes a sentence less than certain, or an opinion.
fn is_hedge(word: &str) -> bool {
    const WORDS: &str = " may might could would should will shall must can perhaps maybe probably possibly likely \
        unlikely if unless whether provided expect expects expected planned plans intends hope hopes hoped propose proposes \
        proposed suggest suggests suggested supposed allegedly alleged claim claims claimed think thinks thought believe \
        believes believed guess doubt doubts refuse refused refuses fail failed fails deny denies denied almost nearly \
        about around roughly approximately least most hardly barely partly sometimes rarely vielleicht \
        wahrscheinlich möglicherweise könnte könnten würde würden sollte sollten soll sollen dürfte will wollen muss müssen \
        kann können wenn falls sofern ob etwa ungefähr circa ca rund fast beinahe mindestens höchstens glaube glaubt \
        glauben denke denken hofft hoffen plant planen geplant angeblich kaum teilweise manchmal selten peut peuvent \
        pourrait pourraient devrait devraient doit peut-être probablement si environ presque pense croit espère refuse \
        refusé prévu doute quizás quizá probablemente podría podrían debería puede pueden aproximadamente casi \
        cree piensa espera niega ";
    is_among(word, WORDS)
}

fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::is_same_word;

    #[test]
    fn a_word_is_known_inflected_and_taken_for_no_other() {
        for (a, b) in [
            ("wall", "walls"),
            ("approve", "approved"),
            ("approves", "approved"),
            ("make", "making"),
            ("use", "used"),
            ("uses", "used"),
            ("plans", "planned"),
            ("nördliches", "nördlichen"),
            ("plan", "planned"),
            ("plan", "planning"),
            ("company", "companies"),
            ("church", "churches"),
            ("mauer", "mauern"),
            ("nördlich", "nördliche"),
            ("nördlichen", "nördliche"),
            ("pompe", "pompes"),
        ] {
            assert!(is_same_word(a, b) && is_same_word(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("plan", "plane"),
            ("plan", "plant"),
            ("win", "wind"),
            ("fee", "feed"),
            ("human", "humane"),
            ("past", "paste"),
            ("care", "careless"),
            ("employer", "employee"),
            ("employers", "employees"),
            ("buyer", "buys"),
            ("form", "former"),
            ("construct", "construction"),
            ("schmid", "schmidt"),
            ("river", "rival"),
            ("a", "as"),
        ] {
            assert!(!is_same_word(a, b) && !is_same_word(b, a), "{a} {b}");
        }
    }
}
