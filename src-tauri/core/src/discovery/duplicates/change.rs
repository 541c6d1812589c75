//! The parts of a text that an edit changed and left, so that a dependant can be told to use the one or the other.
//!
//! The text before and after are laid side by side: values as values, words by their stems. What stands in one of them
//! only is *changed*, with the words beside it; the rest is *kept*, in the clauses that changed or in others. A dependant
//! uses a value where it has it, has it rounded, or has what comes of it with another value that stands there (a sum, a
//! product, a share), and where it speaks of what such a value measures: "too short" of a length.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::marks::{ChangeRole, MarkFit, MarkKind, ValueMark};
use super::matching::TextMatch;
use super::prepare::{ComparableText, Term};
use super::word_variants::alike;
use crate::language::class::{AND, AUXILIARY, BUT, EMPTY, NAME, WANTED, WHILE};
use crate::language::sentence::ends_here;
use crate::language::{Lexicon, classes, tokens};

/// The part of an edited text that a dependant uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discovery) enum EditUse {
    Changed,
    Unchanged,
    /// Nothing by which it could be told.
    Unclear,
}

/// One side of an edit: which of its terms and values changed, and in which clause each stands.
struct EditSide<'p> {
    text: &'p ComparableText,
    clauses: Vec<Range<u32>>,
    /// Clauses that the other side has not.
    altered: Vec<bool>,
    terms: BTreeSet<usize>,
    marks: BTreeSet<usize>,
}

/// Returns what `dependant` uses of a text that said `old` and says `new`.
pub(in crate::discovery) fn used(old: &ComparableText, new: &ComparableText, dependant: &ComparableText) -> EditUse {
    let matching = TextMatch::new(old, new);
    let other_value = |(at, of, fit): &&(usize, usize, MarkFit)| {
        let (was, is) = (&old.marks[*at], &new.marks[*of]);
        *fit != MarkFit::Same || was.bound != is.bound || was.role != is.role
    };
    let changed: Vec<_> = matching.marks.iter().filter(other_value).map(|(at, of, _)| (*at, *of)).collect();
    let was = EditSide::new(old, new, &matching.terms_a, &matching.marks_a, changed.iter().map(|pair| pair.0));
    let is = EditSide::new(new, old, &matching.terms_b, &matching.marks_b, changed.iter().map(|pair| pair.1));
    ChangeReader { sides: [was, is], dependant }.used()
}

impl<'p> EditSide<'p> {
    fn new(
        text: &'p ComparableText,
        other: &ComparableText,
        terms: &[usize],
        marks: &[usize],
        paired: impl Iterator<Item = usize>,
    ) -> Self {
        let clauses = clauses(&text.text);
        let others: Vec<String> = self::clauses(&other.text).iter().map(|clause| words_of(other, clause)).collect();
        let altered = clauses.iter().map(|clause| !others.contains(&words_of(text, clause))).collect();
        let terms = terms.iter().copied().filter(|at| text.terms[*at].is_strong() || text.terms[*at].weight >= 0.3);
        Self { text, clauses, altered, terms: terms.collect(), marks: marks.iter().copied().chain(paired).collect() }
    }

    fn is_altered(&self, at: u32) -> bool {
        self.clauses.iter().position(|clause| clause.contains(&at)).is_some_and(|clause| self.altered[clause])
    }

    fn kept_terms(&self) -> impl Iterator<Item = (usize, &'p Term)> + '_ {
        let strong = |(at, term): &(usize, &Term)| !self.terms.contains(at) && term.is_strong();
        self.text.terms.iter().enumerate().filter(strong)
    }

    /// Returns whether a word stands beside something that changed, with so many words between at most.
    fn is_beside_change(&self, at: usize, most: usize) -> bool {
        let own = &self.text.terms[at].bytes;
        let near = |changed: &Range<u32>| {
            let between = if changed.start < own.start { changed.end..own.start } else { own.end..changed.start };
            let cut = self.clauses.iter().any(|clause| between.contains(&clause.start));
            !cut && tokens(self.text.text_at(&between)).filter(|token| token.is_word()).count() <= most
        };
        let terms = self.terms.iter().map(|term| &self.text.terms[*term].bytes);
        let marks = self.marks.iter().map(|mark| &self.text.marks[*mark].bytes);
        terms.chain(marks).any(near)
    }

    /// Returns what the text speaks of: its first word that is not what changed, with those that stand next to it.
    fn topic(&self) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for (at, term) in self.kept_terms().filter(|(_, term)| term.is_subject()) {
            let goes_on = found.last().is_none_or(|last| {
                let between = self.text.terms[*last].bytes.end..term.bytes.start;
                self.text.text_at(&between).chars().all(|c| c.is_whitespace() || c == '-')
            });
            if !goes_on {
                break;
            }
            found.push(at);
        }
        found
    }

    /// Returns whether a value says something else though it stayed: the words of its clause changed, or it tells by how
    /// much something changed, which is of its time and its subject.
    fn is_bound_to_change(&self, mark: &ValueMark, is_value: bool) -> bool {
        self.is_altered(mark.bytes.start) && (!is_value || mark.role == ChangeRole::By)
    }

    fn marks(&self, changed: bool) -> impl Iterator<Item = &'p ValueMark> + '_ {
        let own = move |(at, _): &(usize, &ValueMark)| self.marks.contains(at) == changed;
        self.text.marks.iter().enumerate().filter(own).map(|(_, mark)| mark)
    }
}

struct ChangeReader<'p> {
    sides: [EditSide<'p>; 2],
    dependant: &'p ComparableText,
}

impl ChangeReader<'_> {
    fn used(&self) -> EditUse {
        let is_value = self.is_change_of_value();
        let (mut changed, mut unchanged): (Vec<&ValueMark>, Vec<&ValueMark>) = (Vec::new(), Vec::new());
        for side in &self.sides {
            changed.extend(side.marks(true));
            let (bound, free): (Vec<_>, Vec<_>) =
                side.marks(false).partition(|mark| side.is_bound_to_change(mark, is_value));
            changed.extend(bound);
            unchanged.extend(free);
        }
        let own = &self.dependant.marks;
        let aspects = aspects_of(&self.dependant.text);
        let speaks_of = |values: &[&ValueMark]| {
            values.iter().any(|mark| aspects_of_kind(mark.kind).iter().any(|one| aspects.contains(one)))
        };
        // "In autumn 2026" uses more of a day than its year.
        let is_finer = changed.iter().any(|mark| mark.kind.is_date())
            && (aspects.contains("day") || own.iter().any(|mark| mark.kind.is_date() && mark.kind != MarkKind::Year));
        let is_kept = |mark: &&ValueMark| {
            !(is_finer && mark.kind == MarkKind::Year) && unchanged.iter().any(|other| is_value_of(mark, other))
        };
        if own.iter().filter(|mark| !is_kept(mark)).any(|mark| changed.iter().any(|other| is_value_of(mark, other)))
            || self.sides.iter().any(|side| side.terms.iter().any(|at| self.says(side, *at)))
        {
            return EditUse::Changed;
        }
        let comes_of = |values: &[&ValueMark]| {
            let result = |mark: &ValueMark| values.iter().any(|value| is_result(mark, value, &unchanged, own));
            own.iter().filter(|mark| !is_kept(mark)).any(result)
        };
        let uses_kept_value = own.iter().any(|mark| is_kept(&mark)) || comes_of(&unchanged);
        if uses_kept_value {
            return EditUse::Unchanged;
        }
        let shared = self.shared_words();
        let is_alike = |mark: &ValueMark| changed.iter().any(|other| is_of_its_kind(mark, other));
        let is_of_value = comes_of(&changed) || own.iter().any(is_alike) || speaks_of(&changed);
        let of = |values: &[&ValueMark]| -> BTreeSet<&str> {
            values.iter().flat_map(|mark| aspects_of_kind(mark.kind)).copied().collect()
        };
        let is_of_value_alone = of(&changed).difference(&of(&unchanged)).any(|one| aspects.contains(one));
        if is_of_value_alone || is_of_value && !(shared.elsewhere && speaks_of(&unchanged)) || shared.beside {
            return EditUse::Changed;
        }
        if !is_value && (shared.local || shared.topic && !shared.elsewhere) {
            return EditUse::Changed;
        }
        if shared.local || shared.elsewhere || shared.topic || speaks_of(&unchanged) {
            EditUse::Unchanged
        } else {
            EditUse::Unclear
        }
    }

    /// Returns whether the edit put other values or names, and no other words.
    fn is_change_of_value(&self) -> bool {
        let mut terms = self.sides.iter().flat_map(|side| side.terms.iter().map(|at| &side.text.terms[*at]));
        let has_any = self.sides.iter().any(|side| !side.marks.is_empty() || !side.terms.is_empty());
        has_any && terms.all(|term| term.is(NAME))
    }

    /// Returns whether the dependant has a word of one side.
    fn says(&self, side: &EditSide<'_>, at: usize) -> bool {
        let term = &side.text.terms[at];
        // "Braucht" is no part of "verbraucht".
        let is_light = |other: &Term| classes(self.dependant.key(other)) & (WANTED | AUXILIARY | EMPTY) != 0;
        let is_it = |other: &Term| {
            other.id == term.id || !is_light(other) && alike(side.text, term, self.dependant, other).is_some()
        };
        self.dependant.terms.iter().any(is_it)
    }

    fn shared_words(&self) -> SharedWords {
        let mut shared = SharedWords::default();
        for side in &self.sides {
            let topic = side.topic();
            for (at, term) in side.kept_terms().filter(|(at, _)| self.says(side, *at)) {
                // "Wheat yields 7.5 tonnes" is told by the yield, "the flood wall is 840 m long" not by the wall.
                let between = match topic.iter().position(|topic| *topic == at) {
                    Some(0) => None,
                    Some(_) => Some(0),
                    None => Some(1),
                };
                match () {
                    () if between.is_some_and(|most| side.is_beside_change(at, most)) => shared.beside = true,
                    () if topic.contains(&at) => shared.topic = true,
                    () if side.is_altered(term.bytes.start) => shared.local = true,
                    () => shared.elsewhere = true,
                }
            }
        }
        shared
    }
}

/// The unchanged words that a dependant shares.
#[derive(Default)]
struct SharedWords {
    /// Words beside the change.
    beside: bool,
    /// Others of a clause that changed.
    local: bool,
    /// Words of other clauses.
    elsewhere: bool,
    /// The subject of the whole text.
    topic: bool,
}

/// Returns the clauses of a text: between full stops, commas and the words that set clauses side by side.
fn clauses(text: &str) -> Vec<Range<u32>> {
    let mut cuts = vec![0];
    for token in tokens(text) {
        let is_stop = matches!(token.text, "." | "!" | "?") && ends_here(text, 0, token.start, token.end(), text.len());
        if is_stop || matches!(token.text, "," | ";" | ":" | "–" | "—" | "(" | ")") {
            cuts.push(token.end());
        } else if token.is(AND | BUT | WHILE) {
            cuts.push(token.start);
        }
    }
    cuts.push(text.len());
    cuts.dedup();
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    cuts.windows(2).map(|pair| narrow(pair[0])..narrow(pair[1])).filter(|clause| !clause.is_empty()).collect()
}

fn words_of(text: &ComparableText, clause: &Range<u32>) -> String {
    let words =
        tokens(text.text_at(clause)).filter(|token| token.is_word() || matches!(token.text, "%" | "€" | "$" | "£"));
    words.map(|token| token.norm().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Returns whether two values are one, or one is the other rounded.
fn is_value_of(mark: &ValueMark, of: &ValueMark) -> bool {
    if mark.fits(of).is_some() {
        return true;
    }
    if mark.kind.slot() != of.kind.slot() || mark.kind.is_date() || of.value.is_zero() {
        return false;
    }
    let off = ((mark.value - of.value) / of.value).abs();
    off <= Decimal::new(5, 2) && digits(mark.value) < digits(of.value).max(2)
}

/// Returns how many digits a number has without the zeros at its ends.
fn digits(value: Decimal) -> usize {
    let digits = value.normalize().mantissa().unsigned_abs().to_string();
    digits.trim_end_matches('0').len()
}

/// Returns whether `mark` may answer the question that `of` does: a length for a length, of about its size.
fn is_of_its_kind(mark: &ValueMark, of: &ValueMark) -> bool {
    if mark.kind.is_date() || of.kind.is_date() {
        return mark.kind.is_date() && of.kind.is_date() && mark.kind != MarkKind::Year;
    }
    if mark.kind.slot() != of.kind.slot() || of.value.is_zero() {
        return false;
    }
    let times = (mark.value / of.value).abs();
    times >= Decimal::new(4, 1) && times <= Decimal::new(25, 1)
}

/// Returns whether `mark` is a sum, a difference, a product or a share of `value` and another value of the texts.
fn is_result(mark: &ValueMark, value: &ValueMark, unchanged: &[&ValueMark], own: &[ValueMark]) -> bool {
    if mark.kind.is_date() || value.kind.is_date() {
        return false;
    }
    let (Some(result), Some(base)) = (mark.written.to_f64(), value.written.to_f64()) else { return false };
    if base == 0.0 || result == 0.0 || base.abs() < 2.0 {
        return false;
    }
    let close = |expected: f64| expected != 0.0 && ((result - expected) / expected).abs() <= 0.01;
    let unchanged = unchanged.iter().copied().filter(|other| other.kind != value.kind || other.value != value.value);
    let others = unchanged.chain(own.iter().filter(|other| other.bytes != mark.bytes));
    let with = |other: f64| {
        close(base * other) || close(base / other) || close(base * other / 100.0) || close(base / other * 100.0)
    };
    let same_kind = mark.kind.slot() == value.kind.slot();
    let multiples = [2.0, 3.0, 4.0, 5.0, 10.0, 12.0, 52.0, 365.0];
    let by_itself = same_kind && multiples.iter().any(|by| close(base * by) || close(base / by));
    let by_another = others.filter(|other| !other.kind.is_date()).filter_map(|other| {
        let number = other.written.to_f64().filter(|number| *number != 0.0)?;
        let sums = same_kind && other.kind == value.kind && (close(base + number) || close((base - number).abs()));
        Some(sums || with(number))
    });
    by_itself || by_another.into_iter().any(|is_it| is_it)
}

/// Returns what a value measures, by the names that the lexicons have the words of: `aspect.length`.
const fn aspects_of_kind(kind: MarkKind) -> &'static [&'static str] {
    use crate::values::Measure;
    match kind {
        MarkKind::Count | MarkKind::Ordinal => &["count"],
        MarkKind::Share | MarkKind::Points => &["share"],
        MarkKind::Money(_) => &["money"],
        MarkKind::Year
        | MarkKind::Decade
        | MarkKind::Half
        | MarkKind::Quarter
        | MarkKind::Month
        | MarkKind::Day
        | MarkKind::Clock => &["day"],
        MarkKind::Measure(Measure::Length) => &["length"],
        MarkKind::Measure(Measure::Area | Measure::Volume) => &["area"],
        MarkKind::Measure(Measure::Mass) => &["mass"],
        MarkKind::Measure(Measure::Duration | Measure::CalendarTime) => &["duration", "day"],
        MarkKind::Measure(Measure::Energy | Measure::Power) => &["energy"],
        MarkKind::Measure(_) => &[],
    }
}

/// Returns what the words of a text measure.
fn aspects_of(text: &str) -> BTreeSet<&'static str> {
    static WORDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let lines = Lexicon::all().family("aspect");
        lines.flat_map(|(name, line)| line.split_whitespace().map(move |word| (word, name))).collect()
    });
    let mut found = BTreeSet::new();
    for token in tokens(text) {
        let norm = token.norm();
        found.extend(WORDS.iter().filter(|(word, _)| *word == norm).map(|(_, name)| *name));
    }
    found
}
