//! The location of a claimed quote, if it occurs (DESIGN §4.3).
//!
//! In this order: at the offsets claimed; to the letter elsewhere; differing in typesetting only, when the source's
//! own words become the quote. There is no step that accepts likeness: a quote with one changed digit, unit, name or
//! negation is not in the source. What is found lies in one section that bears evidence and is made of whole words
//! and numbers ([`super::border`]): however long the quote, `5 %` is not in `15 %`, nor `accepted` in `unaccepted`. Whoever
//! cut it by its length and whoever falsified its first or last word cannot be told apart, so neither is evidence.
//!
//! Of several places the nearest to the claimed start is taken, those in the claimed section first; without a start,
//! the first. A claim is judged by itself: what was claimed before changes nothing.

use super::border::BorderPosition;
use super::source::EvidenceText;
use super::typeset::Typeset;
use super::{Alignment, Evidence, EvidenceClaim, Located, MAX_QUOTE_CHARS, Unverified};
use crate::inputs::BundleSection;
use crate::text::Span;

impl EvidenceText<'_> {
    /// Returns the outcome of a claim.
    pub fn locate(&self, claim: &EvidenceClaim<'_>) -> Located {
        match self.find(claim) {
            Ok((evidence, alignment)) => Located::Found { evidence, alignment },
            Err(reason) => Located::Unverified { reason },
        }
    }

    /// Returns the outcome of each, as [`Self::locate`] judges it alone.
    pub fn locate_all(&self, claims: &[EvidenceClaim<'_>]) -> Vec<Located> {
        claims.iter().map(|claim| self.locate(claim)).collect()
    }

    fn find(&self, claim: &EvidenceClaim<'_>) -> Result<(Evidence, Alignment), Unverified> {
        let quote = claim.quote;
        let chars = quote_chars(quote)?;
        if let Some(found) = self.at_offsets(claim, chars) {
            return Ok((found, Alignment::Exact));
        }
        if quote.trim().is_empty() {
            return Err(Unverified::Empty);
        }
        let mut choice = BestMatch::new(self, claim, chars);
        self.exact().each(quote.as_bytes(), |start| choice.offer(start, start + quote.len()));
        if let Some(found) = choice.take() {
            return Ok((found, Alignment::Moved));
        }
        self.offer_typeset(quote, &mut choice);
        choice.take().map(|found| (found, Alignment::Typeset)).ok_or(choice.reason)
    }

    /// The quote, if it stands just where it is claimed to.
    fn at_offsets(&self, claim: &EvidenceClaim<'_>, chars: u32) -> Option<Evidence> {
        let start = u32::try_from(claim.start?).ok()?;
        let end = start.checked_add(chars)?;
        if claim.end.is_some_and(|claimed| claimed != i64::from(end)) || end > self.index().len() {
            return None;
        }
        let from = self.index().byte_of(start);
        let to = from + claim.quote.len();
        if !self.text().as_bytes()[from..].starts_with(claim.quote.as_bytes()) || claim.quote.trim().is_empty() {
            return None;
        }
        let region = self.region(from, to)?;
        self.is_whole(from, to, region.section).then(|| Evidence {
            quote: claim.quote.to_owned(),
            span: Span::new(start, end),
            section: region.section,
        })
    }

    fn offer_typeset(&self, quote: &str, choice: &mut BestMatch<'_, '_>) {
        self.offer_reading(&Typeset::new(quote), choice);
        if quote.contains('\\') {
            // An escape may be quoted as it stands, or as what it stands for.
            let whole = 0..quote.len();
            self.offer_reading(&Typeset::with_escapes(quote, std::slice::from_ref(&whole)), choice);
        }
    }

    fn offer_reading(&self, reading: &Typeset, choice: &mut BestMatch<'_, '_>) {
        let source = self.typeset();
        let needle = reading.text.trim();
        source.haystack.each(needle.as_bytes(), |at| match source.map.source(at, at + needle.len()) {
            Some((start, end)) => choice.offer(start, end),
            None => choice.note(Unverified::CutsWord),
        });
    }

    /// Returns whether the quote is of whole words. Text that Factly escaped when it wrote an answer is read as what it
    /// stands for.
    fn is_whole(&self, start: usize, end: usize, section: BundleSection) -> bool {
        self.is_border(start, section) && self.is_border(end, section)
    }

    /// Returns whether a quote may begin or end there.
    pub(super) fn is_border(&self, at: usize, section: BundleSection) -> bool {
        let border = BorderPosition::new(self.text(), at);
        if section == BundleSection::UserAnswers { border.is_border_among_escapes() } else { border.is_border() }
    }
}

/// The length of a quote, if it is one.
fn quote_chars(quote: &str) -> Result<u32, Unverified> {
    // Four bytes a character at most: an enormous claim is not counted.
    let chars = if quote.len() > 4 * MAX_QUOTE_CHARS { usize::MAX } else { quote.chars().count() };
    match chars {
        0 => Err(Unverified::Empty),
        1..=MAX_QUOTE_CHARS => Ok(chars as u32),
        _ => Err(Unverified::TooLong),
    }
}

/// The best of the places offered, in whatever order they come.
struct BestMatch<'s, 'a> {
    source: &'s EvidenceText<'a>,
    claimed: Option<BundleSection>,
    /// The byte nearest to which the quote is looked for.
    hint: usize,
    in_claimed: NearestMatches,
    elsewhere: NearestMatches,
    reason: Unverified,
}

/// The nearest places on both sides of the hint. Which of the two is nearer is asked once, at the end.
#[derive(Default)]
struct NearestMatches {
    before: Option<LocatedQuote>,
    after: Option<LocatedQuote>,
}

#[derive(Clone, Copy)]
struct LocatedQuote {
    start: usize,
    end: usize,
    section: BundleSection,
}

impl<'s, 'a> BestMatch<'s, 'a> {
    fn new(source: &'s EvidenceText<'a>, claim: &EvidenceClaim<'_>, chars: u32) -> Self {
        let hint = hint(claim, chars).map_or(0, |start| source.index().byte_of(start));
        let (in_claimed, elsewhere) = Default::default();
        Self { source, claimed: claim.section, hint, in_claimed, elsewhere, reason: Unverified::NotInSource }
    }

    fn offer(&mut self, start: usize, end: usize) {
        let Some(region) = self.source.region(start, end) else { return self.note(Unverified::OutsideSections) };
        let section = region.section;
        if !self.is_nearer(start, section) {
            return;
        }
        if !self.source.is_whole(start, end, section) {
            return self.note(Unverified::CutsWord);
        }
        if self.source.text()[start..end].chars().count() > MAX_QUOTE_CHARS {
            return self.note(Unverified::TooLong);
        }
        *self.slot(start, section) = Some(LocatedQuote { start, end, section });
    }

    fn slot(&mut self, start: usize, section: BundleSection) -> &mut Option<LocatedQuote> {
        let nearest = if self.claimed == Some(section) { &mut self.in_claimed } else { &mut self.elsewhere };
        if start < self.hint { &mut nearest.before } else { &mut nearest.after }
    }

    fn is_nearer(&mut self, start: usize, section: BundleSection) -> bool {
        let hint = self.hint;
        self.slot(start, section).is_none_or(|known| start.abs_diff(hint) < known.start.abs_diff(hint))
    }

    /// Keeps the reason that says most.
    fn note(&mut self, reason: Unverified) {
        let telling = |reason: Unverified| match reason {
            Unverified::Empty | Unverified::NotInSource => 0,
            Unverified::OutsideSections => 1,
            Unverified::CutsWord => 2,
            Unverified::TooLong => 3,
        };
        if telling(reason) > telling(self.reason) {
            self.reason = reason;
        }
    }

    fn take(&mut self) -> Option<Evidence> {
        let found = self.nearer(&self.in_claimed).or_else(|| self.nearer(&self.elsewhere))?;
        let span = self.source.span(found.start, found.end);
        let quote = self.source.text()[found.start..found.end].to_owned();
        Some(Evidence { quote, span, section: found.section })
    }

    fn nearer(&self, nearest: &NearestMatches) -> Option<LocatedQuote> {
        let (before, after) = (nearest.before, nearest.after);
        let distance = |found: LocatedQuote| {
            let index = self.source.index();
            index.char_of(found.start).abs_diff(index.char_of(self.hint))
        };
        match (before, after) {
            (Some(before), Some(after)) => Some(if distance(before) <= distance(after) { before } else { after }),
            _ => before.or(after),
        }
    }
}

/// Returns the start that the claim gives for the quote, as far as that can be made sense of.
fn hint(claim: &EvidenceClaim<'_>, chars: u32) -> Option<u32> {
    let start = match (claim.start, claim.end) {
        (Some(start), Some(end)) => start.min(end),
        (Some(start), None) => start,
        (None, Some(end)) => end.saturating_sub(i64::from(chars)),
        (None, None) => return None,
    };
    Some(u32::try_from(start.max(0)).unwrap_or(u32::MAX))
}
