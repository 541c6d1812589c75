//! Values that begin with a number word.

use rust_decimal::Decimal;

use super::number::Lexed;
use super::{BareNumber, NumberLanguage, Scanner, ValueForm, compound, spelled, words};
use crate::values::{Measure, Unit};

impl Scanner<'_> {
    /// A number that is written as one word: "fünfundzwanzig", "anderthalb". Returns where to go on.
    pub(super) fn compound(&mut self, at: usize, end: usize, folded: &str) -> usize {
        if let Some(value) = compound::number(folded) {
            return self.spelled(at, end, words::NumberWord { value, shy: false });
        }
        let Some(whole) = compound::before_half(folded) else { return end };
        self.number_word(at, end, Decimal::from(whole) + Decimal::new(5, 1), BareNumber::Keep)
    }

    /// "Half an hour", "eine halbe Stunde": half of a time, and of nothing else.
    pub(super) fn half(&mut self, at: usize, end: usize) -> Option<usize> {
        let behind = spelled::after_half(self.text, at, end)?;
        let lexed = Lexed::of_word(Decimal::new(5, 1), at, behind);
        let tail = self.tail(&lexed, None)?;
        let is_time = |unit: Unit| matches!(unit.measure(), Measure::Duration | Measure::CalendarTime);
        tail.unit.is_some_and(is_time).then(|| self.push_number(at, &lexed, &tail, ValueForm::Words))
    }

    pub(super) fn spelled(&mut self, at: usize, end: usize, first: words::NumberWord) -> usize {
        let (value, number_end, count) = spelled::read(self.text, end, first.value);
        let is_shy = first.shy && count == 1 && !self.counts_a_noun(at, end);
        let bare = if is_shy { BareNumber::Drop } else { BareNumber::Keep };
        if spelled::is_vague(self.text, at, first.value) {
            return number_end;
        }
        self.number_word(at, number_end, Decimal::from(value), bare)
    }

    fn number_word(&mut self, at: usize, end: usize, value: Decimal, bare: BareNumber) -> usize {
        let lexed = Lexed::of_word(value, at, end);
        let Some(tail) = self.tail(&lexed, None) else { return end };
        if (tail.is_bare() || tail.unclear) && bare == BareNumber::Drop {
            return end;
        }
        self.push_number(at, &lexed, &tail, ValueForm::Words)
    }

    /// Returns whether a word that is a number among other things is one here: "acht Stände", where German shows the
    /// noun by its capital, and "ten" where English is spoken.
    fn counts_a_noun(&mut self, at: usize, end: usize) -> bool {
        let word = &self.text[at..end];
        if ["acht", "elf"].iter().any(|known| known.eq_ignore_ascii_case(word)) {
            return spelled::noun_follows(self.text, end);
        }
        let (text, known) = (self.text, &mut self.tongue);
        "ten".eq_ignore_ascii_case(word)
            && *known.get_or_insert_with(|| NumberLanguage::detect(text)) == NumberLanguage::English
    }
}
