//! Whether a quote gives a value to its key, and plainly: that a value stands in a quote does not make it this key's.
//!
//! Not grammar, but what can be told without it. Of several values that might be meant, the key's is the one that most
//! of the key's words stand nearest to, with nothing between that parts them. A value is not plain where it is asked for,
//! guessed or a bound, where it is what was before, or by how much something changed. Where that is not certain, the
//! analyst is to look: nothing is lost by it but a click.

mod amount;
mod name;
mod words;

use std::ops::Range;

use words::*;

use super::negation::negations;
use super::reach::is_condition;
use super::support::is_forbidding;
use super::topic::{Called, all_words, is_like, is_state, plain};
use super::wording::{DEMANDS, is_abbreviated, is_among, is_hedge};
use super::words::{Word, ends_sentence, whole_words};
use super::{Missing, MissingKind};
use crate::keys::KeyDef;
use crate::values::{self, Scanned, Value};

/// How many words, without articles and the like, stand between a value and what bounds it at most.
const BESIDE: usize = 2;

/// What keeps `value`, which stands in `quote`, from being what the quote says of `key`. `is_asked` says that the quote
/// answers a question about the key.
pub(super) fn check(called: &Called, key: &KeyDef, value: &Value, quote: &str, is_asked: bool) -> Option<Missing> {
    if matches!(value, Value::Note(_)) {
        return None;
    }
    let values = values::scan(quote);
    let said = Said {
        called,
        key,
        value,
        own: all_words(key),
        is_asked,
        parts: parts(quote, &values),
        values: &values,
        quote,
    };
    match value {
        Value::Note(_) => None,
        Value::Boolean(yes) => said.yes_or_no(*yes),
        Value::Enum(text) => said.choice(text),
        Value::String(text) => said.name(text),
        Value::Number(_) | Value::Dimension(_) | Value::Currency(_) | Value::Date(_) => said.amount(value),
    }
}

/// A word, a value, or a sign that parts.
struct Part<'q> {
    word: Word<'q>,
    /// As words compare; nothing of a value.
    folded: String,
    value: Option<usize>,
    /// The number of its sentence.
    sentence: usize,
}

impl Part<'_> {
    // Asked at sixty places: the binary has a limit.
    #[inline(never)]
    fn is(&self, words: &str) -> bool {
        self.value.is_none() && is_among(&self.folded, words)
    }

    /// What stands behind it is said apart from what stands before it.
    fn parts(&self) -> bool {
        self.is(JOINS) || self.is(SETS_APART)
    }
}

fn parts<'q>(quote: &'q str, values: &[Scanned]) -> Vec<Part<'q>> {
    let mut parts: Vec<Part<'q>> = Vec::new();
    let mut sentence = 0;
    let mut end = 0;
    for word in whole_words(quote) {
        if quote[end..word.start].contains('\n') {
            sentence += usize::from(quote[end..word.start].contains("\n\n"));
            parts.push(Part { word: Word { text: "", ..word }, folded: "\n".to_owned(), value: None, sentence });
        }
        end = word.end();
        let value = values.iter().position(|value| word.start < value.bytes.end && value.bytes.start < word.end());
        if value.is_some() && parts.last().is_some_and(|last| last.value == value) {
            continue;
        }
        parts.push(Part { word, folded: plain(&word.folded()), value, sentence });
        let behind = &quote[word.end()..];
        let is_short = || parts.iter().rev().nth(1).is_some_and(|last| is_abbreviated(&last.folded));
        let goes_on = || behind.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_numeric());
        let stops = behind.is_empty() || behind.starts_with(char::is_whitespace) || !word.text.is_ascii();
        sentence += usize::from(
            word.text.starts_with(ends_sentence) && stops && !(word.text == "." && (goes_on() || is_short())),
        );
    }
    parts
}

struct Said<'q> {
    called: &'q Called,
    key: &'q KeyDef,
    value: &'q Value,
    own: Vec<String>,
    is_asked: bool,
    parts: Vec<Part<'q>>,
    values: &'q [Scanned],
    quote: &'q str,
}

impl Said<'_> {
    /// A yes or no, in some sentence that speaks of the key.
    fn yes_or_no(&self, yes: bool) -> Option<Missing> {
        let named: Vec<usize> = (0..self.parts.len()).filter(|at| self.is_own(*at)).collect();
        let looked_at = if named.is_empty() { (0..self.parts.len().min(1)).collect() } else { named };
        let denied = negations(self.quote);
        let objection = |at: &usize| {
            let limit = || self.find(self.sentence(*at), LIMITS).map(|at| self.certainty(at));
            let clause = self.clause(*at);
            let is_denied = || {
                denied.iter().any(|denial| clause.contains(&denial.start))
                    || whole_words(&self.quote[clause.clone()]).any(|word| is_forbidding(&word.folded()))
            };
            let is_of_another = !yes && self.is_own(*at) && !is_denied();
            let is_unsaid = || is_of_another || yes && self.is_own(*at) && !self.affirms(*at);
            self.asks(*at)
                .or_else(|| self.unsure(*at, DEMANDS))
                .or_else(limit)
                .or_else(|| self.past(*at))
                .or_else(|| self.wanted(*at))
                .or_else(|| is_unsaid().then(|| self.unsaid()))
        };
        let mut objections = looked_at.iter().map(objection);
        objections.try_fold(None, |first, one| one.map(|one| first.or(Some(one)))).flatten()
    }

    /// Whether the clause of a word of the key says yes to it: "parking is available", "the fabric is flame retardant", but
    /// not "parking is a problem".
    fn affirms(&self, at: usize) -> bool {
        let clause = self.clause(at);
        let within = |at: &usize| clause.contains(&self.parts[*at].word.start);
        let is_told = |at: usize| at > 0 && self.parts[at - 1].is(TO_BE) || self.parts[at].folded.ends_with("ed");
        self.sentence(at).filter(within).any(|at| {
            let part = &self.parts[at];
            part.is(AFFIRMS) || part.value.is_none() && is_state(&part.folded) || self.is_own(at) && is_told(at)
        })
    }

    /// Where the words of `text` stand, one behind the other.
    fn place(&self, text: &str) -> Option<Range<usize>> {
        let wanted: Vec<String> = whole_words(text).filter(Word::is_word).map(|word| plain(&word.folded())).collect();
        let of: Vec<(usize, String)> =
            (0..self.parts.len()).flat_map(|at| self.words_of(at).map(move |word| (at, word))).collect();
        let starts = of.windows(wanted.len().max(1)).find(|window| window.iter().map(|(_, word)| word).eq(&wanted))?;
        Some(starts.first()?.0..starts.last()?.0 + 1)
    }

    fn words_of(&self, at: usize) -> impl Iterator<Item = String> + '_ {
        let part = &self.parts[at];
        let text = part.value.map_or(part.word.text, |value| &self.quote[self.values[value].bytes.clone()]);
        whole_words(text).filter(Word::is_word).map(|word| plain(&word.folded()))
    }

    fn found(&self, at: usize) -> Option<&Scanned> {
        self.parts[at].value.map(|value| &self.values[value])
    }

    #[inline(never)]
    fn is_own(&self, at: usize) -> bool {
        let part = &self.parts[at];
        part.value.is_none() && part.word.is_word() && self.own.iter().any(|own| is_like(own, &part.folded))
    }

    /// Whether the key itself says so: of what may be so high at most, "may" and "at most" are said plainly.
    fn is_meant(&self, folded: &str) -> bool {
        let names = std::iter::once(self.key.label.as_str()).chain(self.key.all_aliases().map(|(_, alias)| alias));
        names
            .chain([self.key.question.as_str()])
            .any(|name| whole_words(name).any(|word| plain(&word.folded()) == folded))
    }

    fn is_limit(&self) -> bool {
        self.own.iter().any(|own| own.starts_with("max") || is_among(own, LIMIT_NAMES))
    }

    /// The parts of the sentence that one stands in.
    #[inline(never)]
    fn sentence(&self, at: usize) -> Range<usize> {
        let number = self.parts.get(at).map_or(usize::MAX, |part| part.sentence);
        let start = self.parts.partition_point(|part| part.sentence < number);
        start..self.parts.partition_point(|part| part.sentence <= number)
    }

    /// The first of the parts that is one of the words.
    #[inline(never)]
    fn find(&self, mut within: Range<usize>, words: &str) -> Option<usize> {
        within.find(|at| self.parts[*at].is(words))
    }

    /// A word of the clause that says that it is wanted only, or came to nothing; "to be" says so too.
    fn wanted(&self, at: usize) -> Option<Missing> {
        let clause = self.clause(at);
        let wants = |at: &usize| {
            let part = &self.parts[*at];
            let is_to_be = || part.is(" to ") && self.parts.get(at + 1).is_some_and(|next| next.is(" be "));
            clause.contains(&part.word.start) && (part.is(WANTED) || is_to_be()) && !self.is_own(*at)
        };
        self.sentence(at).find(wants).map(|at| self.certainty(at))
    }

    /// The bytes of what is said together with a part: an "and" parts only what has a verb before it.
    #[inline(never)]
    fn clause(&self, at: usize) -> Range<usize> {
        let has_verb = |to: usize| (0..to).any(|at| self.parts[at].is(VERBS));
        let parts = |at: &usize| {
            let part = &self.parts[*at];
            let is_comma = |at: usize| self.parts.get(at).is_some_and(|part| part.folded == ",");
            let comma_and = part.is(JOINS) && *at > 0 && is_comma(at - 1);
            part.is(SETS_APART) && !is_comma(*at) || comma_and || (part.is(JOINS) || is_comma(*at)) && has_verb(*at)
        };
        let sentence = self.sentence(at);
        let first = (sentence.start..at + 1).rev().take_while(|at| !parts(at)).last().unwrap_or(at);
        let last = (at + 1..sentence.end).take_while(|at| !parts(at)).last().unwrap_or(at);
        self.parts[first].word.start..self.parts[last].word.end()
    }

    fn asks(&self, at: usize) -> Option<Missing> {
        let last = self.sentence(at).next_back()?;
        self.parts[last].is(" ? ？ ؟ ").then(|| self.certainty(last))
    }

    /// A word that makes what is said at a part a guess, a wish or a condition.
    fn unsure(&self, at: usize, certain: &str) -> Option<Missing> {
        let hedges = |at: &usize| {
            let part = &self.parts[*at];
            let folded = part.word.folded();
            // "Falls" is a condition in German only.
            let is_verb = || {
                folded == "falls" && !is_condition(&folded, self.parts.get(at + 1).map_or("", |next| next.word.text))
            };
            part.value.is_none()
                && is_hedge(&folded)
                && !is_verb()
                && !is_among(&folded, certain)
                && !part.is(NEAR)
                && !self.is_meant(&part.folded)
        };
        let ends = |near: &usize| self.parts[*near].is(SETS_APART) && self.parts[*near].folded != ",";
        let sentence = self.sentence(at);
        let before = (sentence.start..at).rev().take_while(|at| !ends(at));
        // "800 came, I think", but not "it is 3 m high, the door may be closed".
        let comma = self.find(at..sentence.end, " , ").unwrap_or(sentence.end);
        let behind =
            (at..sentence.end.min(comma + BESIDE + 1)).take_while(|at| !ends(at) && !self.parts[*at].is(JOINS));
        let mut near = before.chain(behind);
        near.find(hedges).map(|at| self.certainty(at))
    }

    /// A word that says that what a value is was so, in its clause or as what its sentence opens with. Behind a value it
    /// speaks of the next.
    fn past(&self, at: usize) -> Option<Missing> {
        let is_past = |at: &usize| {
            let used_to = || self.parts[*at].is(" used ") && self.parts.get(at + 1).is_some_and(|next| next.is(" to "));
            (self.parts[*at].is(PAST) || used_to()) && !self.is_meant(&self.parts[*at].folded)
        };
        let clause = self.clause(at);
        let opening = self.sentence(at).next();
        let is_near = |near: &usize| {
            let is_said_with_it = clause.contains(&self.parts[*near].word.start) || Some(*near) == opening;
            is_said_with_it && (*near < at || self.parts[at].value.is_none())
        };
        let long_ago = |at: &usize| {
            let behind = self.parts.get(at + 1).map_or("", |next| next.folded.as_str());
            clause.contains(&self.parts[*at].word.start)
                && LONG_AGO.contains(&&*format!("{} {behind}", self.parts[*at].folded))
        };
        let was = self.sentence(at).filter(is_near).find(is_past).or_else(|| self.sentence(at).find(long_ago));
        was.map(|at| self.certainty(at))
    }

    #[inline(never)]
    fn certainty(&self, at: usize) -> Missing {
        // "Fewer than".
        let first = at.checked_sub(1).filter(|_| self.parts[at].is(" than als que de to zu ")).unwrap_or(at);
        let text = &self.quote[self.parts[first].word.start..self.parts[at].word.end()];
        Missing { kind: MissingKind::Certainty, text: text.to_owned() }
    }

    #[inline(never)]
    fn unsaid(&self) -> Missing {
        Missing { kind: MissingKind::Value, text: format!("{}: {}", self.key.label, self.value.reading()) }
    }
}
