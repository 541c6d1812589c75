//! Typed values of running text with the words that belong to them: bounds, ranges, sizes, rates, net and gross.
//!
//! [`extract`] builds on [`scan`](super::scan()), which finds single values. It promises that spans are exact and that
//! nothing is guessed: where the text does not tell how its writer sets off thousands, both readings are kept.
//! Not part of it: the subject and the property that a value is of, which need the sentence.

mod lexicon;
mod non_values;
mod tail;
mod word;

use std::ops::Range;

use self::lexicon::AmountWord;
use super::scan::{NumberFormat, Scanned, ValueForm, scan_with};
use super::{Measure, Unit, Value, ValueType};
use crate::named;

/// A typed value of a text, with what the words around it say of it.
#[derive(Clone, Debug)]
pub struct ExtractedValue {
    /// The figure with its sign, unit and currency; of a range or a size, from its first to its last figure.
    pub bytes: Range<usize>,
    /// The same with the words that belong to it: "at least", "per piece", "net", and the noun that it counts.
    pub extent: Range<usize>,
    /// Of a range, its lower end.
    pub value: Value,
    /// The upper end of a range: 12 of "10 bis 12".
    pub upper: Option<Value>,
    /// The further sides of a size: 3 m of "2,50 m x 3 m".
    pub sides: Vec<Value>,
    pub form: ValueForm,
    pub bound: Bound,
    /// The piece, the time or the length that the value is for: "120,00 EUR/Tag".
    pub per: Option<Rate>,
    pub tax: Option<Tax>,
    /// The noun that a number counts: "Stände" of "acht Stände".
    pub counted: Option<Range<usize>>,
    /// The other reading, where nothing tells how the writer sets off thousands. Such a value is never accepted unseen.
    pub other: Option<Value>,
}

/// The exactness that a value is meant with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    #[default]
    Exact,
    /// "About 300", "rund 300".
    About,
    /// "At least 300", "ab 300".
    AtLeast,
    /// "Up to 300", "bis 15. Mai".
    AtMost,
    MoreThan,
    LessThan,
}

/// The denominator of a rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Its noun or unit, or the word "each" where there is no other.
    pub bytes: Range<usize>,
    /// The unit that the noun names, if it names one.
    pub unit: Option<Unit>,
}

named! {
    /// The statement of an amount about a tax.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Tax {
        Net = "net",
        Gross = "gross",
        /// The percentage is the rate of the tax itself.
        Rate = "rate",
    }
}

/// Returns the typed values of `text` in its order, its figures read as `format` says.
///
/// The format is the document's: [`NumberFormat::detect`] the whole of it, `.or(…)` that of the window's language.
pub fn extract(text: &str, format: NumberFormat) -> Vec<ExtractedValue> {
    let mut values: Vec<ExtractedValue> = Vec::new();
    let unread = non_values::unread(text);
    for found in scan_with(text, format).into_iter().filter(|found| found.form != ValueForm::Unclear) {
        let next = unread.partition_point(|part| part.end <= found.bytes.start);
        if unread.get(next).is_some_and(|part| part.start < found.bytes.end) {
            continue;
        }
        // "Telefon 450" is a number to call, "am Telefon 450 €" is a price.
        let is_bare = matches!(found.value, Value::Number(_));
        if is_bare && lexicon::is_label_of_an_identifier(text, found.bytes.start) {
            continue;
        }
        let joined = values.last_mut().is_some_and(|last| join(text, last, &found));
        if !joined {
            values.push(ExtractedValue::new(found));
        }
    }
    let starts: Vec<usize> = values.iter().map(|value| value.bytes.start).skip(1).chain([text.len()]).collect();
    let mut floor = 0;
    for (value, ceiling) in values.iter_mut().zip(starts) {
        value.read_around(text, floor, ceiling);
        floor = value.bytes.end;
    }
    values
}

impl ExtractedValue {
    fn new(found: Scanned) -> Self {
        Self {
            extent: found.bytes.clone(),
            bytes: found.bytes,
            value: found.value,
            upper: None,
            sides: Vec::new(),
            form: found.form,
            bound: Bound::Exact,
            per: None,
            tax: None,
            counted: None,
            other: found.other,
        }
    }

    /// Reads the words before the value, from `floor` on, and those behind it, up to where the next value begins.
    fn read_around(&mut self, text: &str, floor: usize, ceiling: usize) {
        if let Some((bound, start)) = lexicon::bound_before(text, floor, self.bytes.start) {
            self.bound = bound;
            self.extent.start = start;
        }
        self.read_before(text, floor);
        tail::read(text, self, ceiling);
    }

    /// "Je Stück 455 €", "zu je 65 €", "netto 480 €", "Nettopreis: 480 €".
    fn read_before(&mut self, text: &str, floor: usize) {
        if self.value.value_type() != ValueType::Currency {
            return;
        }
        let before = word::before(text, floor, self.extent.start);
        let per =
            |at: usize| before.get(at).and_then(|word| lexicon::word(&text[word.clone()])) == Some(AmountWord::Per);
        if per(0) {
            self.per = Some(Rate { bytes: before[0].clone(), unit: None });
        } else if per(1) {
            let noun = before[0].clone();
            self.per = Some(Rate { unit: Unit::parse(&text[noun.clone()]), bytes: noun });
        }
        let mut taxes = before.iter().filter_map(|word| lexicon::tax_of_word(&text[word.clone()]));
        self.tax = taxes.next();
    }

    /// Returns whether it only counts: a bare number, or pieces.
    fn counts(&self) -> bool {
        let plain = matches!(self.form, ValueForm::Digits | ValueForm::Words);
        plain
            && match &self.value {
                Value::Number(_) => true,
                Value::Dimension(quantity) => quantity.unit.measure() == Measure::Pieces,
                _ => false,
            }
    }
}

/// Makes `next` the upper end or a further side of `last`, where the words between say so.
fn join(text: &str, last: &mut ExtractedValue, next: &Scanned) -> bool {
    let Some(between) = text.get(last.bytes.end..next.bytes.start) else { return false };
    let between = between.trim().trim_start_matches('.').trim();
    let is_pair =
        || lexicon::bound_before(text, 0, last.bytes.start).is_none() && word::opens_pair(text, last.bytes.start);
    let joined = if lexicon::is_times(between) {
        joins_sides(last, next)
    } else if lexicon::is_range(between) || lexicon::is_and(between) && is_pair() {
        joins_range(last, next)
    } else {
        false
    };
    if joined {
        last.bytes.end = next.bytes.end;
        last.extent.end = next.bytes.end;
    }
    joined
}

fn joins_sides(last: &mut ExtractedValue, next: &Scanned) -> bool {
    let length = |value: &Value| matches!(value, Value::Dimension(side) if side.unit.measure() == Measure::Length);
    let joins = last.upper.is_none() && length(&last.value) && length(&next.value);
    if joins {
        last.sides.push(next.value.clone());
    }
    joins
}

fn joins_range(last: &mut ExtractedValue, next: &Scanned) -> bool {
    let joins = last.upper.is_none()
        && last.sides.is_empty()
        && (last.form == ValueForm::Clock) == (next.form == ValueForm::Clock)
        && is_below(&last.value, &next.value);
    if joins {
        last.upper = Some(next.value.clone());
    }
    joins
}

/// Returns whether two values are of one kind, the first below the second.
fn is_below(lower: &Value, upper: &Value) -> bool {
    match (lower, upper) {
        (Value::Number(lower), Value::Number(upper)) => lower < upper,
        (Value::Dimension(lower), Value::Dimension(upper)) => {
            lower.unit.measure() == upper.unit.measure() && lower.base() < upper.base()
        }
        (Value::Currency(lower), Value::Currency(upper)) => {
            lower.currency == upper.currency && lower.minor < upper.minor
        }
        (Value::Date(lower), Value::Date(upper)) => lower < upper,
        _ => false,
    }
}
