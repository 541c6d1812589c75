//! Two prepared texts, weighed: what they share, what contradicts, and the verdict.

use std::cmp::Ordering;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::lexicon::DuplicateLexicon;
use super::marks::{ChangeRole, MarkFit, ValueMark};
use super::matching::{TermPair, TextMatch};
use super::prepare::{Certainty, ComparableText, Term};
use crate::language::Language;
use crate::language::class::{DOWN, MEASURE, NAME, UP};
use crate::message;
use crate::message::UserMessage;

/// The result of comparing two texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// From 0, nothing in common, to 1, the same text.
    pub score: f64,
    pub duplicate: bool,
    pub reason: DuplicateReason,
}

/// The reason two texts are duplicates or are not. `a` and `b` are the words of the first and of the second text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DuplicateReason {
    /// They differ in case, white space and punctuation at most.
    SameText,
    /// The same words, spelled, inflected or ordered otherwise.
    SameWords,
    /// Other words of the same meaning; `shared` is what both say.
    SameMeaning {
        shared: Vec<String>,
    },
    /// The same, but one says a value roughly.
    SameRoughly {
        a: String,
        b: String,
    },
    /// One says all that the other does, and `extra`.
    SaysMore {
        extra: Vec<String>,
    },
    DifferentValue {
        a: String,
        b: String,
    },
    DifferentName {
        a: String,
        b: String,
    },
    /// One word in the same place is another: revenue and cost.
    DifferentTerm {
        a: String,
        b: String,
    },
    DifferentDirection {
        a: String,
        b: String,
    },
    /// One denies what the other says.
    DifferentPolarity,
    /// One says what is, the other what is expected or possible.
    DifferentCertainty,
    /// The same words, but who did it to whom, or which value belongs to which, is turned round.
    DifferentRoles {
        a: String,
        b: String,
    },
    /// Too little in common.
    Unrelated,
}

impl DuplicateReason {
    /// A stable name, for a file or a program.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SameText => "same_text",
            Self::SameWords => "same_words",
            Self::SameMeaning { .. } => "same_meaning",
            Self::SameRoughly { .. } => "same_roughly",
            Self::SaysMore { .. } => "says_more",
            Self::DifferentValue { .. } => "different_value",
            Self::DifferentName { .. } => "different_name",
            Self::DifferentTerm { .. } => "different_term",
            Self::DifferentDirection { .. } => "different_direction",
            Self::DifferentPolarity => "different_polarity",
            Self::DifferentCertainty => "different_certainty",
            Self::DifferentRoles { .. } => "different_roles",
            Self::Unrelated => "unrelated",
        }
    }

    pub fn message(&self) -> UserMessage {
        match self {
            Self::SameText => message!("the same text"),
            Self::SameWords => message!("the same words in another form or order"),
            Self::SameMeaning { shared } => message!("the same in other words: {}", shared.join(", ")),
            Self::SameRoughly { a, b } => message!("the same, and {} is roughly {}", a, b),
            Self::SaysMore { extra } => message!("the same, and one says more: {}", extra.join(", ")),
            Self::DifferentValue { a, b } => message!("{} is not {}", a, b),
            Self::DifferentName { a, b } | Self::DifferentTerm { a, b } => message!("“{}” is not “{}”", a, b),
            Self::DifferentDirection { a, b } => message!("“{}” and “{}” go opposite ways", a, b),
            Self::DifferentPolarity => message!("one denies what the other says"),
            Self::DifferentCertainty => message!("one says what is, the other what is expected or possible"),
            Self::DifferentRoles { a, b } => message!("“{}” and “{}” have changed places", a, b),
            Self::Unrelated => message!("too little in common"),
        }
    }

    /// The reason that the second text has against the first.
    fn of_the_other_side(self) -> Self {
        match self {
            Self::SameRoughly { a, b } => Self::SameRoughly { a: b, b: a },
            Self::DifferentValue { a, b } => Self::DifferentValue { a: b, b: a },
            Self::DifferentName { a, b } => Self::DifferentName { a: b, b: a },
            Self::DifferentTerm { a, b } => Self::DifferentTerm { a: b, b: a },
            Self::DifferentDirection { a, b } => Self::DifferentDirection { a: b, b: a },
            Self::DifferentRoles { a, b } => Self::DifferentRoles { a: b, b: a },
            Self::SameText
            | Self::SameWords
            | Self::SameMeaning { .. }
            | Self::SaysMore { .. }
            | Self::DifferentPolarity
            | Self::DifferentCertainty
            | Self::Unrelated => self,
        }
    }

    /// Returns whether the two speak of the same thing and cannot both be meant as one.
    pub const fn contradicts(&self) -> bool {
        !matches!(
            self,
            Self::SameText
                | Self::SameWords
                | Self::SameMeaning { .. }
                | Self::SameRoughly { .. }
                | Self::SaysMore { .. }
                | Self::Unrelated
        )
    }
}

/// From this score on two texts that do not contradict are duplicates.
const THRESHOLD: f64 = 0.55;
/// From this score on two texts that each say much of their own are too: those of one subject share its words.
const OF_ONE_SUBJECT: f64 = 0.7;
/// Below this one it is not worth saying in what they contradict.
const RELATED: f64 = 0.3;
/// Highest score of texts that contradict.
const CONTRADICTED: f64 = 0.5;

/// Judges two texts. The order does not matter but for the sides of the reason: a word takes the first partner that fits
/// it, and two languages know different words, so that the texts are always laid side by side in one order.
pub fn compare(a: &ComparableText, b: &ComparableText) -> Comparison {
    match a.folded.cmp(&b.folded) {
        Ordering::Equal => Comparison { score: 1.0, duplicate: true, reason: DuplicateReason::SameText },
        Ordering::Less => weigh(a, b),
        Ordering::Greater => {
            let verdict = weigh(b, a);
            Comparison { reason: verdict.reason.of_the_other_side(), ..verdict }
        }
    }
}

fn weigh(a: &ComparableText, b: &ComparableText) -> Comparison {
    let matching = TextMatch::new(a, b);
    let score = matching.score();
    if let Some(reason) = matching.contradiction() {
        let reason = if score < RELATED { DuplicateReason::Unrelated } else { reason };
        return Comparison { score: round(score.min(CONTRADICTED)), duplicate: false, reason };
    }
    if score < THRESHOLD {
        return Comparison { score: round(score), duplicate: false, reason: DuplicateReason::Unrelated };
    }
    if score < OF_ONE_SUBJECT && matching.each_says_more() {
        return Comparison { score: round(score), duplicate: false, reason: DuplicateReason::Unrelated };
    }
    let (reason, most) = matching.agreement();
    Comparison { score: round(score.min(most)), duplicate: true, reason }
}

pub(super) fn round(score: f64) -> f64 {
    (score.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}

/// The position of something in either text, and the slot that a value answers.
type SlotPair = (u32, u32, Option<u8>);

impl<'p> TextMatch<'p> {
    pub(super) fn contradiction(&self) -> Option<DuplicateReason> {
        self.value().or_else(|| self.direction()).or_else(|| self.polarity()).or_else(|| self.name()).or_else(|| {
            if self.is_as_certain() {
                self.rival().or_else(|| self.roles()).or_else(|| self.replaced()).or_else(|| self.other_thing())
            } else {
                Some(DuplicateReason::DifferentCertainty)
            }
        })
    }

    /// "May" may be a permission, and "could not" an inability of the past.
    fn is_as_certain(&self) -> bool {
        let (a, b) = (self.a.certainty, self.b.certainty);
        let planned = a == Certainty::Planned || b == Certainty::Planned;
        let both_hedge = a != Certainty::Stated && b != Certainty::Stated;
        a == b || both_hedge || !planned && self.a.able && self.b.able
    }

    fn differ(&self, a: &ValueMark, b: &ValueMark) -> DuplicateReason {
        DuplicateReason::DifferentValue {
            a: self.a.text_at(&a.bytes).to_owned(),
            b: self.b.text_at(&b.bytes).to_owned(),
        }
    }

    fn value(&self) -> Option<DuplicateReason> {
        for at in &self.marks_a {
            let mark = &self.a.marks[*at];
            let other = self.marks_b.iter().map(|of| &self.b.marks[*of]).find(|other| other.answers_with(mark));
            if let Some(other) = other {
                return Some(self.differ(mark, other));
            }
        }
        // Of another kind, in a sentence that is the same but for it: 24 m² and 24 m³.
        let telling = |text: &'p ComparableText, free: &[usize]| {
            free.iter().map(|at| &text.marks[*at]).find(|mark| mark.is_telling())
        };
        if !self.free_a().chain(self.free_b()).any(Term::is_strong)
            && let (Some(a), Some(b)) = (telling(self.a, &self.marks_a), telling(self.b, &self.marks_b))
        {
            return Some(self.differ(a, b));
        }
        let turns = |text: &ComparableText| text.terms.iter().any(|term| term.is(UP | DOWN));
        let both_turn = turns(self.a) && turns(self.b);
        for (at, of, _) in &self.marks {
            let (mark, other) = (&self.a.marks[*at], &self.b.marks[*of]);
            let roles = matches!(
                (mark.role, other.role),
                (ChangeRole::From, ChangeRole::To)
                    | (ChangeRole::To, ChangeRole::From)
                    | (ChangeRole::By, ChangeRole::Of)
                    | (ChangeRole::Of, ChangeRole::By)
            ) || both_turn
                && matches!(
                    (mark.role, other.role),
                    (ChangeRole::By, ChangeRole::To) | (ChangeRole::To, ChangeRole::By)
                );
            let alone = mark.ranged != other.ranged && self.half_of_range(mark, other);
            if !mark.kind.is_date() && (roles || alone) {
                return Some(self.differ(mark, other));
            }
        }
        None
    }

    /// One end of a range on one side, and the other end is not on the other.
    fn half_of_range(&self, mark: &ValueMark, other: &ValueMark) -> bool {
        let (free, text) = if mark.ranged { (&self.marks_a, self.a) } else { (&self.marks_b, self.b) };
        let slot = if mark.ranged { mark.kind.slot() } else { other.kind.slot() };
        free.iter().map(|at| &text.marks[*at]).any(|left| left.ranged && left.kind.slot() == slot)
    }

    fn direction(&self) -> Option<DuplicateReason> {
        let turn = |text: &'p ComparableText, free: &[usize], uses| {
            free.iter()
                .map(|at| &text.terms[*at])
                .find(|term| term.is(uses))
                .map(|term| text.text_at(&term.bytes).to_owned())
        };
        for (of_a, of_b) in [(UP, DOWN), (DOWN, UP)] {
            if let (Some(a), Some(b)) = (turn(self.a, &self.terms_a, of_a), turn(self.b, &self.terms_b, of_b)) {
                return Some(DuplicateReason::DifferentDirection { a, b });
            }
        }
        None
    }

    fn polarity(&self) -> Option<DuplicateReason> {
        let reached = |text: &ComparableText, side: fn(&TermPair) -> usize| {
            let touches = |range: &Range<u16>| {
                range.is_empty()
                    || self
                        .terms
                        .iter()
                        .any(|pair| (usize::from(range.start)..usize::from(range.end)).contains(&side(pair)))
            };
            text.denials.iter().filter(|range| touches(range)).count()
        };
        let (a, b) = (reached(self.a, |pair| pair.a), reached(self.b, |pair| pair.b));
        let flips = self.terms.iter().filter(|pair| pair.flips).count();
        let differ = if flips == 0 { a != b } else { (a + b + flips) % 2 == 1 } || self.a.limited != self.b.limited;
        differ.then_some(DuplicateReason::DifferentPolarity)
    }

    /// Returns whether each has several words of matter and values that the other has not.
    fn each_says_more(&self) -> bool {
        let strong = |term: &&Term| term.is_strong();
        let of_a = self.free_a().filter(strong).count() + self.marks_a.len();
        let of_b = self.free_b().filter(strong).count() + self.marks_b.len();
        of_a.min(of_b) > 2
    }

    fn text_of_a(&self, term: &Term) -> String {
        self.a.text_at(&term.bytes).to_owned()
    }

    fn text_of_b(&self, term: &Term) -> String {
        self.b.text_at(&term.bytes).to_owned()
    }

    fn name(&self) -> Option<DuplicateReason> {
        if self.a.language == Some(Language::German) {
            return None;
        }
        let a = self.free_a().find(|term| term.is(NAME))?;
        let b = self.free_b().find(|term| term.is(NAME))?;
        Some(DuplicateReason::DifferentName { a: self.text_of_a(a), b: self.text_of_b(b) })
    }

    fn rival(&self) -> Option<DuplicateReason> {
        let lexicon = DuplicateLexicon::for_language(self.a.language);
        for a in self.free_a() {
            if let Some(b) = self.free_b().find(|b| lexicon.are_rivals(a.id, b.id)) {
                return Some(DuplicateReason::DifferentTerm { a: self.text_of_a(a), b: self.text_of_b(b) });
            }
        }
        None
    }

    /// One word of the sentence is another, and the rest stands as it stood.
    fn replaced(&self) -> Option<DuplicateReason> {
        let strong_a: Vec<&Term> = self.free_a().filter(|term| term.is_strong()).collect();
        let strong_b: Vec<&Term> = self.free_b().filter(|term| term.is_strong()).collect();
        let (a, b) = (strong_a.first()?, strong_b.first()?);
        if strong_a.len() > 2 || strong_b.len() > 2 || self.frame() < 0.5 {
            return None;
        }
        Some(DuplicateReason::DifferentTerm { a: self.text_of_a(a), b: self.text_of_b(b) })
    }

    /// A value of two things: what both say is the value and what it measures, and each names a thing that the other does
    /// not. A dam and a wall may both be 149 m long.
    fn other_thing(&self) -> Option<DuplicateReason> {
        let is_measured = self.marks.iter().any(|(at, ..)| self.a.marks[*at].is_telling());
        let mut shared =
            self.terms.iter().map(|pair| &self.a.terms[pair.a]).filter(|term| term.is_subject()).peekable();
        if !is_measured || shared.peek().is_none() || shared.any(|term| !term.is(MEASURE)) {
            return None;
        }
        let is_thing = |term: &&Term| term.is_subject() && !term.is(MEASURE);
        let (a, b) = (self.free_a().find(is_thing)?, self.free_b().find(is_thing)?);
        Some(DuplicateReason::DifferentTerm { a: self.text_of_a(a), b: self.text_of_b(b) })
    }

    /// The part of the longer text's words that both begin and end with.
    fn frame(&self) -> f64 {
        let (a, b) = (&self.a.words, &self.b.words);
        let head = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - head;
        let tail = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        (head + tail) as f64 / a.len().max(b.len()).max(1) as f64
    }

    /// Two things have changed places, and nothing else moved.
    fn roles(&self) -> Option<DuplicateReason> {
        let mut places: Vec<SlotPair> = self
            .terms
            .iter()
            .filter(|pair| self.a.terms[pair.a].is_strong())
            .map(|pair| (self.a.terms[pair.a].bytes.start, self.b.terms[pair.b].bytes.start, None))
            .chain(self.marks.iter().map(|(at, of, _)| {
                (self.a.marks[*at].bytes.start, self.b.marks[*of].bytes.start, Some(self.a.marks[*at].kind.slot()))
            }))
            .collect();
        places.sort_unstable();
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|at| places[*at].1);
        let passive = self.a.doer.is_some() != self.b.doer.is_some();
        let swapped = exchanged(&order).filter(|(first, second)| {
            let one_slot = places[*first].2 == places[*second].2;
            one_slot && !passive && self.same_small_words() && !self.are_adverbs(places[*first].0, places[*second].0)
        });
        let keeps_order = order.is_sorted() && passive && places.len() >= 3 && self.swaps_doer(&places);
        let (first, second) = match swapped {
            Some(both) => both,
            None if keeps_order => (0, places.len() - 1),
            None => return None,
        };
        let word_at =
            |at: usize| self.a.text[places[at].0 as usize..].split_whitespace().next().unwrap_or_default().to_owned();
        Some(DuplicateReason::DifferentRoles { a: word_at(first), b: word_at(second) })
    }

    /// Returns whether the small words are the same, in any order.
    fn same_small_words(&self) -> bool {
        let sorted = |words: &[u32]| {
            let mut words = words.to_vec();
            words.sort_unstable();
            words
        };
        sorted(&self.a.words) == sorted(&self.b.words)
    }

    /// "In Spain" and "in winter" may stand anywhere.
    fn are_adverbs(&self, first: u32, second: u32) -> bool {
        const PREPOSITIONS: [&str; 14] =
            ["in", "on", "at", "during", "for", "since", "after", "before", "im", "am", "en", "dans", "depuis", "seit"];
        let introduced = |at: u32| {
            let head = self.a.text[..at as usize].split_whitespace().rev();
            let mut words = head.map(str::to_lowercase);
            let word = words.find(|word| !matches!(word.as_str(), "the" | "a" | "der" | "la" | "le"));
            word.is_some_and(|word| PREPOSITIONS.contains(&word.as_str()))
        };
        introduced(first) && introduced(second)
    }

    /// The doer of the passive is the one that the active names behind its verb.
    fn swaps_doer(&self, places: &[SlotPair]) -> bool {
        let behind = places.iter().skip(1);
        behind.into_iter().any(|slot| self.a.doer == Some(slot.0) || self.b.doer == Some(slot.1))
    }

    /// Returns why they are duplicates, and the most that the score may be.
    fn agreement(&self) -> (DuplicateReason, f64) {
        if let Some((at, of, _)) = self.marks.iter().find(|(at, of, fit)| {
            *fit == MarkFit::Near
                && self.a.marks[*at].value != self.b.marks[*of].value
                && !self.a.marks[*at].kind.is_date()
        }) {
            let a = self.a.text_at(&self.a.marks[*at].bytes).to_owned();
            let b = self.b.text_at(&self.b.marks[*of].bytes).to_owned();
            return (DuplicateReason::SameRoughly { a, b }, 0.85);
        }
        let more = |text: &ComparableText, terms: &[usize], marks: &[usize]| -> Vec<String> {
            let terms = terms.iter().map(|at| &text.terms[*at]).filter(|term| term.is_strong()).map(|term| &term.bytes);
            let marks = marks.iter().map(|at| &text.marks[*at].bytes);
            in_order(terms.chain(marks)).map(|bytes| text.text_at(bytes).to_owned()).collect()
        };
        let of_a = more(self.a, &self.terms_a, &self.marks_a);
        let of_b = more(self.b, &self.terms_b, &self.marks_b);
        match (of_a.is_empty(), of_b.is_empty()) {
            (true, true) if self.same_words() => (DuplicateReason::SameWords, 0.98),
            (false, true) => (DuplicateReason::SaysMore { extra: of_a }, 0.8),
            (true, false) => (DuplicateReason::SaysMore { extra: of_b }, 0.8),
            _ => (DuplicateReason::SameMeaning { shared: self.shared() }, 0.95),
        }
    }

    fn same_words(&self) -> bool {
        self.terms.iter().all(|pair| {
            let (a, b) = (&self.a.terms[pair.a], &self.b.terms[pair.b]);
            super::words::stem(self.a.key(a)) == super::words::stem(self.b.key(b))
        })
    }

    fn shared(&self) -> Vec<String> {
        let terms =
            self.terms.iter().map(|pair| &self.a.terms[pair.a]).filter(|term| term.is_strong()).map(|term| &term.bytes);
        let marks = self.marks.iter().map(|(at, ..)| &self.a.marks[*at].bytes);
        in_order(terms.chain(marks)).map(|bytes| self.a.text_at(bytes).to_owned()).collect()
    }
}

/// Returns the first positions of two blocks that have changed places round what lies between them.
fn exchanged(order: &[usize]) -> Option<(usize, usize)> {
    let start = order.iter().enumerate().position(|(at, of)| at != *of)?;
    let trailing = order.iter().enumerate().rev().position(|(at, of)| at != *of)?;
    let core = order.get(start..order.len() - trailing)?;
    let (right, len) = (core.first()?.checked_sub(start)?, core.len());
    let of_right = len - right;
    let of_left = len - core.iter().position(|of| *of == start)?;
    let middle = len.checked_sub(of_left + of_right).filter(|middle| *middle > 0)?;
    let expected = (right..len).chain(of_left..of_left + middle).chain(0..of_left).map(|at| at + start);
    expected.eq(core.iter().copied()).then_some((start, start + right))
}

/// Places in a text in their order, each once.
pub(super) fn in_order<'t>(places: impl Iterator<Item = &'t Range<u32>>) -> impl Iterator<Item = &'t Range<u32>> {
    let mut places: Vec<&Range<u32>> = places.collect();
    places.sort_by_key(|range| range.start);
    places.dedup();
    places.into_iter()
}
