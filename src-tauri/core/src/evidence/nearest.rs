//! Fuzzy match of a quote that is not in the source: the passage most like it, and what differs. A hint to look at,
//! never evidence.
//!
//! A window as long as the quote slides over the source and is scored by the words it shares with it, rare ones more
//! and neighbours more; the best is then laid against the quote word by word. Linear in the source.

use std::collections::HashMap;
use std::ops::Range;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag};

use super::source::EvidenceText;
use super::support::is_name;
use super::{DiffSide, DiffWord, MAX_QUOTE_CHARS, Nearest, QuoteDifference};
use crate::language::negation::{is_negation, is_opposite};
use crate::language::sentence::ends_sentence;
use crate::language::token::{Token, parts};
use crate::values::{Currency, Unit};

/// A passage longer than this helps nobody to see what differs.
const MAX_PASSAGE_CHARS: usize = 300;
/// Of the weight of a quote's words, how much must be shared, in hundredths.
const MIN_SHARED: u32 = 35;
/// In code points. Only hostile texts have longer ones.
const LONGEST_WORD: usize = 40;

/// The passage most like `quote`, where evidence may lie; `None` if nothing shares enough words.
pub fn nearest(source: &EvidenceText<'_>, quote: &str) -> Option<Nearest> {
    let quote = clip(quote, MAX_QUOTE_CHARS);
    let quoted: Vec<Token<'_>> = parts(quote).collect();
    let wanted = QuoteWords::new(&quoted);
    let passages: Vec<NearestPassage<'_>> = source
        .regions()
        .iter()
        .map(|region| NearestPassage::new(&source.text()[region.start..region.end], region.start, &wanted))
        .collect();
    let weights = wanted.weights(&passages);
    let best = passages
        .iter()
        .filter_map(|passage| Some((passage, passage.best_window(&wanted, &weights)?)))
        .reduce(|best, next| if next.1.score > best.1.score { next } else { best })?;
    let (passage, window) = best;
    wanted.is_enough(window.shared, &weights).then_some(())?;
    let found = whole(source, passage.fit(&window, &wanted));
    let text = &source.text()[found.clone()];
    let (diff, differs) = compare(text, quote);
    Some(Nearest { passage: text.to_owned(), span: source.span(found.start, found.end), diff, differs })
}

/// The passage with the whole of the words and numbers that its ends lie in: what a quote was cut from differs from it.
fn whole(source: &EvidenceText<'_>, found: Range<usize>) -> Range<usize> {
    let Some(region) = source.region(found.start, found.end) else { return found };
    let text = source.text();
    let is_border = |at: &usize| source.is_border(*at, region.section);
    let before = text[region.start..found.start].char_indices().rev().map(|(at, _)| region.start + at);
    let after = text[found.end..region.end].char_indices().map(|(at, c)| found.end + at + c.len_utf8());
    let start = std::iter::once(found.start).chain(before.take(LONGEST_WORD)).find(is_border);
    let end = std::iter::once(found.end).chain(after.take(LONGEST_WORD)).find(is_border);
    let whole = start.unwrap_or(found.start)..end.unwrap_or(found.end);
    if text[whole.clone()].chars().count() <= MAX_PASSAGE_CHARS { whole } else { found }
}

/// The words of the quote, numbered.
struct QuoteWords {
    ids: HashMap<String, usize>,
    /// The quote as numbers of its words; signs have none.
    order: Vec<Option<usize>>,
    counts: Vec<u32>,
}

impl QuoteWords {
    fn new(quoted: &[Token<'_>]) -> Self {
        let mut wanted = Self { ids: HashMap::new(), order: Vec::new(), counts: Vec::new() };
        for word in quoted {
            let next = wanted.counts.len();
            let id = word.is_word().then(|| *wanted.ids.entry(word.norm().into_owned()).or_insert(next));
            if let Some(id) = id {
                wanted.counts.resize(next.max(id + 1), 0);
                wanted.counts[id] += 1;
            }
            wanted.order.push(id);
        }
        wanted
    }

    /// A word weighs less the more often the source has it.
    fn weights(&self, passages: &[NearestPassage<'_>]) -> Vec<u32> {
        let mut seen = vec![0_u32; self.counts.len()];
        for &id in passages.iter().flat_map(|passage| &passage.ids).flatten() {
            seen[id] += 1;
        }
        seen.into_iter().map(|count| 64 / (2 + count.max(1).ilog2())).collect()
    }

    fn is_enough(&self, shared: u32, weights: &[u32]) -> bool {
        let all: u32 = self.counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        shared > 0 && shared * 100 >= all * MIN_SHARED
    }

    fn follows(&self, a: usize, b: usize) -> bool {
        self.order.windows(2).any(|pair| pair == [Some(a), Some(b)])
    }
}

/// Words of the source, and which of them the quote has.
struct NearestPassage<'a> {
    text: &'a str,
    offset: usize,
    words: Vec<Token<'a>>,
    ids: Vec<Option<usize>>,
}

/// Words `start..end` of a passage.
#[derive(Clone, Copy, Debug)]
struct WordWindow {
    start: usize,
    end: usize,
    shared: u32,
    score: u32,
}

impl<'a> NearestPassage<'a> {
    fn new(text: &'a str, offset: usize, wanted: &QuoteWords) -> Self {
        let words: Vec<Token<'a>> = parts(text).collect();
        let ids = words.iter().map(|word| wanted.ids.get(&*word.norm()).copied()).collect();
        Self { text, offset, words, ids }
    }

    /// The first of the windows with the highest score.
    fn best_window(&self, wanted: &QuoteWords, weights: &[u32]) -> Option<WordWindow> {
        let length = wanted.order.len().min(self.ids.len()).max(1);
        let mut here = vec![0_u32; weights.len()];
        let (mut shared, mut joined) = (0, 0);
        let mut best: Option<WordWindow> = None;
        for (at, &id) in self.ids.iter().enumerate() {
            if let Some(id) = id {
                here[id] += 1;
                shared += if here[id] <= wanted.counts[id] { weights[id] } else { 0 };
                joined += self.joint(at, wanted, weights);
            }
            if let Some(leaving) = at.checked_sub(length) {
                if let Some(id) = self.ids[leaving] {
                    shared -= if here[id] <= wanted.counts[id] { weights[id] } else { 0 };
                    here[id] -= 1;
                }
                joined -= self.joint(leaving + 1, wanted, weights);
            }
            let score = 2 * shared + joined;
            if best.is_none_or(|best| score > best.score) {
                best = Some(WordWindow { start: (at + 1).saturating_sub(length), end: at + 1, shared, score });
            }
        }
        best.filter(|best| best.score > 0)
    }

    /// Returns what it counts that word `at` follows the one before it as in the quote.
    fn joint(&self, at: usize, wanted: &QuoteWords, weights: &[u32]) -> u32 {
        let before = at.checked_sub(1).and_then(|before| self.ids[before]);
        match (before, self.ids[at]) {
            (Some(a), Some(b)) if wanted.follows(a, b) => weights[a].min(weights[b]),
            _ => 0,
        }
    }

    /// The bytes in the source of the passage that answers the whole quote: as many words before the first shared one
    /// as the quote has there, and as many behind the last, within the sentence.
    fn fit(&self, window: &WordWindow, wanted: &QuoteWords) -> Range<usize> {
        let length = wanted.order.len();
        let from = window.start.saturating_sub(length / 2);
        let to = (window.end + length / 2).min(self.ids.len());
        let shared = aligned(&self.ids[from..to], &wanted.order);
        let shared = self.without_stray_ends(&shared, from);
        let (first, last) = match (shared.first(), shared.last()) {
            (Some(first), Some(last)) => (*first, *last),
            _ => ((0, 0), (0, 0)),
        };
        let start = self.reach_back(from + first.0, first.1);
        let end = self.reach_on(from + last.0, length - 1 - last.1.min(length - 1));
        let bytes = self.words[start].start..self.words[end].end();
        let bytes = bytes.start..bytes.start + clip(&self.text[bytes], MAX_PASSAGE_CHARS).len();
        self.offset + bytes.start..self.offset + bytes.end
    }

    /// A word or two shared with another sentence are chance: they must not draw the passage out to there.
    fn without_stray_ends<'p>(&self, mut shared: &'p [(usize, usize)], from: usize) -> &'p [(usize, usize)] {
        let all = shared.len();
        let parted = |a: &(usize, usize), b: &(usize, usize)| {
            (from + a.0..from + b.0).any(|at| self.parted(at) || self.words[at].text.contains(ends_sentence))
        };
        let stray = |count: usize| 4 * count <= all;
        while let Some(first) = shared.windows(2).position(|pair| parted(&pair[0], &pair[1])) {
            if !stray(first + 1) {
                break;
            }
            shared = &shared[first + 1..];
        }
        while let Some(last) = shared.windows(2).rposition(|pair| parted(&pair[0], &pair[1])) {
            if !stray(shared.len() - last - 1) {
                break;
            }
            shared = &shared[..=last];
        }
        shared
    }

    fn reach_back(&self, from: usize, words: usize) -> usize {
        let stays = |at: &usize| !self.words[*at].text.contains(ends_sentence) && !self.parted(*at);
        let back = (0..from).rev().take(words).take_while(stays);
        back.last().unwrap_or(from)
    }

    fn reach_on(&self, from: usize, words: usize) -> usize {
        let mut at = from;
        for _ in 0..words {
            if at + 1 >= self.words.len() || self.parted(at) || self.words[at].text.contains(ends_sentence) {
                break;
            }
            at += 1;
        }
        at
    }

    /// Returns whether a line ends behind word `at`.
    fn parted(&self, at: usize) -> bool {
        let next = self.words.get(at + 1).map_or(self.text.len(), |next| next.start);
        self.text[self.words[at].end()..next].contains('\n')
    }
}

/// The pairs of places at which two texts have the same word, in reading order.
fn aligned(source: &[Option<usize>], quote: &[Option<usize>]) -> Vec<(usize, usize)> {
    // A word that the quote lacks is unlike all of its own.
    let source: Vec<i64> = source.iter().map(|id| id.map_or(-1, |id| id as i64)).collect();
    let quote: Vec<i64> = quote.iter().map(|id| id.map_or(-2, |id| id as i64)).collect();
    diff_words(&source, &quote)
        .into_iter()
        .filter(|op| op.tag() == DiffTag::Equal)
        .flat_map(|op| op.old_range().zip(op.new_range()))
        .collect()
}

/// The two texts word by word, and what kinds of thing differ.
pub fn compare(passage: &str, quote: &str) -> (Vec<DiffWord>, Vec<QuoteDifference>) {
    let (ours, theirs): (Vec<Token<'_>>, Vec<Token<'_>>) = (parts(passage).collect(), parts(quote).collect());
    let mut known = HashMap::new();
    let mut spelled = |words: &[Token<'_>]| {
        let number = |word| {
            let next = known.len() as i64;
            *known.entry(spelling(word)).or_insert(next)
        };
        words.iter().map(number).collect::<Vec<i64>>()
    };
    let mut diff = Vec::new();
    let mut differs = Vec::new();
    for op in diff_words(&spelled(&ours), &spelled(&theirs)) {
        let (old, new) = (op.old_range(), op.new_range());
        if op.tag() == DiffTag::Equal {
            diff.extend(old.map(|at| diff_word(DiffSide::Both, passage, &ours, at)));
            continue;
        }
        differs.extend(differences(&ours, old.clone(), &theirs, new.clone()));
        let lost = gap_lost(&diff, quote, &theirs, new.start);
        let first = diff.len() + old.len();
        diff.extend(old.map(|at| diff_word(DiffSide::Source, passage, &ours, at)));
        diff.extend(new.map(|at| diff_word(DiffSide::Quote, quote, &theirs, at)));
        if let (Some(gap), Some(word)) = (lost, diff.get_mut(first)) {
            word.text.insert_str(0, gap);
        }
    }
    differs.sort();
    differs.dedup();
    (diff, differs)
}

/// The steps from one row of words to another, each word by its number. Said of one algorithm and one type: by its name a
/// call takes in all six, anew for each type, which is more code than all else here.
fn diff_words(old: &[i64], new: &[i64]) -> Vec<DiffOp> {
    let mut steps = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff(&mut steps, old, 0..old.len(), new, 0..new.len());
    steps.into_inner().into_inner().into_ops()
}

/// Returns a word as it compares in the diff: case counts, typesetting does not.
fn spelling(word: &Token<'_>) -> String {
    super::typeset::Typeset::new(word.text).text
}

/// A word with the white space behind it, so that the words of one side, put together, are its text.
fn diff_word(side: DiffSide, text: &str, words: &[Token<'_>], at: usize) -> DiffWord {
    let end = words.get(at + 1).map_or(text.len(), |next| next.start);
    DiffWord { side, text: text[words[at].start..end].to_owned() }
}

/// The white space before word `at` of the quote, where the word before it came from a passage that had none there.
fn gap_lost<'q>(diff: &[DiffWord], quote: &'q str, theirs: &[Token<'_>], at: usize) -> Option<&'q str> {
    let before = diff.last().filter(|word| !word.text.ends_with(char::is_whitespace))?;
    let gap = &quote[theirs[at.checked_sub(1)?].end()..theirs.get(at)?.start];
    (before.side == DiffSide::Both && !gap.is_empty()).then_some(gap)
}

fn differences(ours: &[Token<'_>], old: Range<usize>, theirs: &[Token<'_>], new: Range<usize>) -> Vec<QuoteDifference> {
    let opposite =
        ours[old.clone()].iter().any(|a| theirs[new.clone()].iter().any(|b| is_opposite(&a.norm(), &b.norm())));
    let of_ours = old.map(|at| difference(ours, at));
    let of_theirs = new.map(|at| difference(theirs, at));
    let mut found: Vec<QuoteDifference> = of_ours.chain(of_theirs).flatten().collect();
    if opposite {
        found.push(QuoteDifference::Negation);
    }
    if found.iter().any(|difference| *difference != QuoteDifference::Wording) || found.is_empty() {
        found.retain(|difference| *difference != QuoteDifference::Wording);
    }
    if found.is_empty() {
        found.push(QuoteDifference::Wording);
    }
    found
}

/// Returns the kind of thing that a word on one side only is.
fn difference(words: &[Token<'_>], at: usize) -> Option<QuoteDifference> {
    let word = &words[at];
    let folded = word.norm();
    let after_number = at.checked_sub(1).is_some_and(|before| says_number(&words[before]));
    let before_number = words.get(at + 1).is_some_and(says_number);
    if says_number(word) {
        Some(QuoteDifference::Digits)
    } else if is_currency(word.text, after_number || before_number) {
        Some(QuoteDifference::Currency)
    } else if matches!(word.text, "%" | "‰" | "°") || after_number && Unit::parse(&folded).is_some() {
        Some(QuoteDifference::Unit)
    } else if is_negation(&folded) {
        Some(QuoteDifference::Negation)
    } else if is_name(word) {
        Some(QuoteDifference::Name)
    } else {
        word.is_word().then_some(QuoteDifference::Wording)
    }
}

fn says_number(word: &Token<'_>) -> bool {
    word.is_number() || word.text.len() > 2 && !crate::values::scan(word.text).is_empty()
}

/// A sign or a code anywhere; a name (`euros`) beside a number, since `all` and `try` are codes in small letters.
fn is_currency(text: &str, beside_number: bool) -> bool {
    let sign = !text.chars().any(char::is_alphanumeric);
    (sign || beside_number || Currency::from_code(text).is_some()) && Currency::parse(text).is_some()
}

/// The first `chars` code points.
fn clip(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}
