//! The overlap of two texts: which terms and values are partners, which have none, and how much that is.

use super::marks::{MarkFit, ValueMark};
use super::prepare::{ComparableText, Term};
use super::word_variants::{alike, spelled_out};

/// The overlap of two texts.
pub(super) struct TextMatch<'p> {
    pub(super) a: &'p ComparableText,
    pub(super) b: &'p ComparableText,
    pub(super) terms: Vec<TermPair>,
    pub(super) marks: Vec<(usize, usize, MarkFit)>,
    /// Indices of what has no partner.
    pub(super) terms_a: Vec<usize>,
    pub(super) terms_b: Vec<usize>,
    pub(super) marks_a: Vec<usize>,
    pub(super) marks_b: Vec<usize>,
}

#[derive(Clone, Copy)]
pub(super) struct TermPair {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Quality of the match.
    quality: f32,
    /// One is the other denied.
    pub(super) flips: bool,
}

impl<'p> TextMatch<'p> {
    pub(super) fn new(a: &'p ComparableText, b: &'p ComparableText) -> Self {
        let mut own = Self {
            a,
            b,
            terms: Vec::with_capacity(a.terms.len()),
            marks: Vec::with_capacity(a.marks.len()),
            terms_a: Vec::new(),
            terms_b: Vec::new(),
            marks_a: Vec::new(),
            marks_b: Vec::new(),
        };
        own.match_terms();
        own.match_marks();
        own
    }

    fn match_terms(&mut self) {
        let (a, b) = (self.a, self.b);
        let mut free_b = vec![true; b.terms.len()];
        for (at, term) in a.terms.iter().enumerate() {
            match b.terms.iter().position(|other| other.id == term.id) {
                Some(of) => {
                    free_b[of] = false;
                    self.terms.push(TermPair { a: at, b: of, quality: 1.0, flips: false });
                }
                None => self.terms_a.push(at),
            }
        }
        self.terms_b = (0..b.terms.len()).filter(|at| free_b[*at]).collect();
        self.match_acronyms();
        self.match_alike();
    }

    /// `EU` and "European Union".
    fn match_acronyms(&mut self) {
        for swapped in [false, true] {
            let (short, long) = if swapped { (self.b, self.a) } else { (self.a, self.b) };
            let (free_short, free_long) =
                if swapped { (&mut self.terms_b, &mut self.terms_a) } else { (&mut self.terms_a, &mut self.terms_b) };
            let mut matched = Vec::new();
            free_short.retain(|at| match spelled_out(short, &short.terms[*at], long, free_long) {
                Some(full) => {
                    free_long.retain(|of| !full.contains(of));
                    matched.extend(full.into_iter().map(|of| (*at, of)));
                    false
                }
                None => true,
            });
            let pair = |(short, long)| {
                let (a, b) = if swapped { (long, short) } else { (short, long) };
                TermPair { a, b, quality: 1.0, flips: false }
            };
            self.terms.extend(matched.into_iter().map(pair));
        }
    }

    fn match_alike(&mut self) {
        let (a, b) = (self.a, self.b);
        let mut left = Vec::new();
        for at in std::mem::take(&mut self.terms_a) {
            let best = self
                .terms_b
                .iter()
                .filter_map(|of| Some((alike(a, &a.terms[at], b, &b.terms[*of])?, *of)))
                .max_by(|(x, _), (y, _)| x.0.total_cmp(&y.0));
            match best {
                Some(((quality, flips), of)) => {
                    self.terms_b.retain(|other| *other != of);
                    self.terms.push(TermPair { a: at, b: of, quality, flips });
                }
                None => left.push(at),
            }
        }
        self.terms_a = left;
    }

    fn match_marks(&mut self) {
        let (a, b) = (self.a, self.b);
        let mut free_b = vec![true; b.marks.len()];
        let mut free_a = vec![true; a.marks.len()];
        for wanted in [MarkFit::Same, MarkFit::Near] {
            for (at, mark) in a.marks.iter().enumerate().filter(|(at, _)| free_a[*at]).collect::<Vec<_>>() {
                let of =
                    b.marks.iter().enumerate().position(|(of, other)| free_b[of] && mark.fits(other) == Some(wanted));
                if let Some(of) = of {
                    (free_a[at], free_b[of]) = (false, false);
                    self.marks.push((at, of, wanted));
                }
            }
        }
        // Said twice in one text and once in the other: of one kind, as the 400 of "hall 400" and of €400 is not.
        let repeated = |mark: &ValueMark, others: &[ValueMark]| {
            others.iter().any(|other| mark.kind.slot() == other.kind.slot() && mark.fits(other).is_some())
        };
        self.marks_a = (0..a.marks.len()).filter(|at| free_a[*at] && !repeated(&a.marks[*at], &b.marks)).collect();
        self.marks_b = (0..b.marks.len()).filter(|of| free_b[*of] && !repeated(&b.marks[*of], &a.marks)).collect();
    }

    /// Twice what is shared, by what both say.
    pub(super) fn score(&self) -> f64 {
        let all = |text: &ComparableText| {
            text.terms.iter().map(|term| term.weight).sum::<f32>()
                + text.marks.iter().map(ValueMark::weight).sum::<f32>()
        };
        let (of_a, of_b) = (all(self.a), all(self.b));
        let total = of_a + of_b;
        if total <= 0.0 {
            return 0.0;
        }
        let mut shared_terms = 0.0;
        let mut seen_a = Vec::with_capacity(self.terms.len());
        let mut seen_b = Vec::with_capacity(self.terms.len());
        for pair in &self.terms {
            for (seen, at, term) in
                [(&mut seen_a, pair.a, &self.a.terms[pair.a]), (&mut seen_b, pair.b, &self.b.terms[pair.b])]
            {
                if !seen.contains(&at) {
                    seen.push(at);
                    shared_terms += pair.quality * term.weight;
                }
            }
        }
        let shared_marks: f32 = self
            .marks
            .iter()
            .map(|(at, of, fit)| {
                let quality = if *fit == MarkFit::Same { 1.0 } else { 0.85 };
                quality * (self.a.marks[*at].weight() + self.b.marks[*of].weight())
            })
            .sum();
        let dice = f64::from((shared_terms + shared_marks) / total);
        // What is wholly said by the longer text is more than its share of it.
        let less = of_a.min(of_b);
        let held = f64::from((shared_terms + shared_marks) / 2.0 / less).min(1.0);
        let telling = self.marks.iter().any(|(at, ..)| self.a.marks[*at].is_telling());
        let subject = self.terms.iter().any(|pair| self.a.terms[pair.a].is_subject());
        let bonus = if telling && subject { 0.1 } else { 0.0 };
        let score = (dice * 0.7 + held * 0.3 + bonus).min(0.98);
        let other_subjects = self.free_a().any(Term::is_subject) && self.free_b().any(Term::is_subject);
        // The same values and direction of two things that have no word in common.
        if shared_terms > 0.2 && (subject || !other_subjects) { score } else { score * 0.6 }
    }

    pub(super) fn free_a(&self) -> impl Iterator<Item = &'p Term> + '_ {
        self.terms_a.iter().map(|at| &self.a.terms[*at])
    }

    pub(super) fn free_b(&self) -> impl Iterator<Item = &'p Term> + '_ {
        self.terms_b.iter().map(|at| &self.b.terms[*at])
    }
}
