//! The value that a question asks for, and where a sentence has one.

use std::ops::Range;

use crate::language::Lexicon;
use crate::language::class::AND;
use crate::language::question::{QuestionFocus, focus_of, measures};
use crate::values::{Measure, Scanned, Value, ValueForm, scan};

/// Kind of value that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestedValue {
    focus: Option<QuestionFocus>,
    measures: Vec<&'static str>,
    /// The values that the question says itself, which answer nothing.
    question_values: Vec<Value>,
}

impl RequestedValue {
    pub(super) fn from_question(question: &str) -> Self {
        let question_values = scan(question).into_iter().map(|found| found.value).collect();
        Self { focus: focus_of(question), measures: measures(question), question_values }
    }

    /// Returns whether a typed value is asked for, and not a name or a reason.
    pub(super) fn is_typed(&self) -> bool {
        matches!(self.focus, Some(QuestionFocus::Time | QuestionFocus::Money | QuestionFocus::Amount))
    }

    /// Returns where a sentence has such a value that the question has not; the first that fits best.
    pub(super) fn find(&self, sentence: &str) -> Option<Range<usize>> {
        if !self.is_typed() {
            return None;
        }
        let values = scan(sentence);
        let new = || values.iter().filter(|found| !self.question_values.contains(&found.value));
        let sure = new().find(|found| self.fits(found));
        let found = sure.or_else(|| new().find(|found| self.may_fit(found)))?;
        Some(found.bytes.start..end_of(found, &values, sentence))
    }

    fn fits(&self, found: &Scanned) -> bool {
        match (self.focus, &found.value) {
            (Some(QuestionFocus::Money), Value::Currency(_)) | (Some(QuestionFocus::Time), Value::Date(_)) => true,
            (Some(QuestionFocus::Time), _) => found.form == ValueForm::Clock,
            (Some(QuestionFocus::Amount), Value::Dimension(quantity)) => {
                self.measures.is_empty() || self.measures.contains(&measure_name(quantity.unit.measure()))
            }
            (Some(QuestionFocus::Amount), Value::Number(_)) => {
                self.measures.contains(&"number") && matches!(found.form, ValueForm::Digits | ValueForm::Words)
            }
            (Some(QuestionFocus::Amount), Value::Currency(_)) => self.measures.is_empty(),
            _ => false,
        }
    }

    /// A number without a unit may be of any kind but a date's or an amount of money's.
    fn may_fit(&self, found: &Scanned) -> bool {
        let is_amount = self.focus == Some(QuestionFocus::Amount) && self.measures.is_empty();
        is_amount && matches!(found.value, Value::Number(_))
    }
}

/// Returns where a quantity ends that is said in parts: "1 hour and 35 minutes".
fn end_of(found: &Scanned, values: &[Scanned], sentence: &str) -> usize {
    let Value::Dimension(quantity) = &found.value else { return found.bytes.end };
    let goes_on = |next: &&Scanned| {
        let between = sentence.get(found.bytes.end..next.bytes.start).map(str::trim);
        let is_of_it = matches!(&next.value, Value::Dimension(next) if next.unit.measure() == quantity.unit.measure());
        is_of_it && between.is_some_and(|between| between.is_empty() || Lexicon::all().is(between, AND))
    };
    values.iter().find(goes_on).map_or(found.bytes.end, |next| next.bytes.end)
}

/// Months and years are a duration too.
fn measure_name(measure: Measure) -> &'static str {
    match measure {
        Measure::CalendarTime => Measure::Duration.as_str(),
        other => other.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_that_is_asked_for_is_found() {
        let check = |question: &str, sentence: &str, expected: Option<&str>| {
            let found = RequestedValue::from_question(question).find(sentence).map(|bytes| &sentence[bytes]);
            assert_eq!(found, expected, "{question} {sentence}");
        };
        check("How high did the lake rise?", "By ten past six it stood at 3.12 metres.", Some("3.12 metres"));
        check("How high did the lake rise?", "Prices rose by 11 percent.", None);
        check("How long does the repair take?", "The 12 metre mast needs 40 minutes.", Some("40 minutes"));
        check("How long did it take?", "It took 1 hour and 35 minutes.", Some("1 hour and 35 minutes"));
        check("How many boats sank?", "In 1987 we counted 14 boats.", Some("14"));
        check("When did it sink?", "The ferry sank on 3 March 1987.", Some("3 March 1987"));
        check("What does the mast cost?", "It is 12 metres high and costs 900 euros.", Some("900 euros"));
        check("What did the 900 euros buy?", "It cost 900 euros.", None);
        check("Who repaired it?", "It took 40 minutes.", None);
    }
}
