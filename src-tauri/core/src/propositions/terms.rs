//! Terms: what a document says of all that it offers, and when it was written.

use std::ops::Range;

use super::grammar::{ARTICLE, Grammar};
use super::property::{WordClass, ending_of, properties_of_word};
use super::{Modality, NamedProperty, Proposition};
use crate::language::{Language, Token, tokens};
use crate::values::{ExtractedValue, PartialDate, Tax, Unit, Value};

/// A date stands within so many lines from the top, where its label does not say so.
const OPENING: usize = 12;

/// A line that ends with a date alone is no longer, in bytes: "Bremen, 12 January 2027".
const DATELINE: usize = 60;

/// Terms that hold of all that a document offers. A term that it does not state is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfferTerms {
    /// The name of the company, with its legal form.
    pub vendor: Option<String>,
    pub date: Option<PartialDate>,
    pub valid_from: Option<PartialDate>,
    pub valid_until: Option<PartialDate>,
    /// In percent.
    pub vat: Option<String>,
    pub discounts: Vec<OfferTerm>,
}

/// A term, and the words that say it.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferTerm {
    /// "5%".
    pub value: Value,
    pub words: String,
}

impl OfferTerms {
    /// The same, with what only another part of the document says.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        let discounts = if self.discounts.is_empty() { other.discounts.clone() } else { self.discounts };
        Self {
            vendor: self.vendor.or_else(|| other.vendor.clone()),
            date: self.date.or(other.date),
            valid_from: self.valid_from.or(other.valid_from),
            valid_until: self.valid_until.or(other.valid_until),
            vat: self.vat.or_else(|| other.vat.clone()),
            discounts,
        }
    }
}

/// Returns the terms of a document but for its vendor.
pub(super) fn terms(text: &str, found: &[Proposition], values: &[ExtractedValue]) -> OfferTerms {
    let named = |name: &str| NamedProperty::named(name);
    let dated = |name: &str| {
        let mut of = found.iter().filter(|one| one.property.named == named(name) && holds(one));
        let date = |one: &Proposition| match one.value.as_ref()?.value {
            Value::Date(date) => Some(date),
            _ => None,
        };
        of.find_map(date).or_else(|| dated(text, values, name))
    };
    let discounts = found.iter().filter(|one| one.property.named == named("discount") && holds(one));
    OfferTerms {
        vendor: None,
        date: date(text, values),
        valid_from: dated("valid from"),
        valid_until: dated("valid until"),
        vat: vat(values),
        discounts: discounts.filter_map(|one| term(text, one)).collect(),
    }
}

fn holds(one: &Proposition) -> bool {
    !one.negated && one.modality == Modality::Fact
}

/// A discount in percent; an amount is what it comes to.
fn term(text: &str, of: &Proposition) -> Option<OfferTerm> {
    let value = of.value.as_ref()?.value.clone();
    let Value::Dimension(share) = &value else { return None };
    let words = text.get(of.clause.clone())?.split_whitespace().collect::<Vec<_>>().join(" ");
    (share.unit == Unit::PERCENT).then_some(OfferTerm { value, words })
}

/// The rate of the tax, where the document says only one.
fn vat(values: &[ExtractedValue]) -> Option<String> {
    let mut rates = values.iter().filter(|value| value.tax == Some(Tax::Rate)).map(|value| value.value.reading());
    let first = rates.next()?;
    rates.all(|other| other == first).then_some(first)
}

/// The day of a document: behind a label that says so, or at the end of a line that opens it.
fn date(text: &str, values: &[ExtractedValue]) -> Option<PartialDate> {
    let lines = || lines(text);
    let labelled = lines().find_map(|line| {
        let (label, rest) = text[line.clone()].split_once(':')?;
        is_date_label(label).then(|| first_date(values, &(line.end - rest.len()..line.end))).flatten()
    });
    let opening = || lines().filter(|line| !text[line.clone()].trim().is_empty()).take(OPENING);
    labelled.or_else(|| opening().find_map(|line| dateline(text, values, &line)))
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

/// "Date", "Angebotsdatum": a word that names a date and nothing that it is the date of.
fn is_date_label(label: &str) -> bool {
    let names_date = |language: &Language, word: &str| {
        let named = properties_of_word(*language, WordClass::Noun, word).iter().copied();
        named.chain(ending_of(*language, word).map(|(_, ending)| ending)).any(|named| named.name() == "date")
    };
    let mut words = tokens(label).filter(Token::is_word);
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    Language::ALL.iter().any(|language| names_date(language, &word.norm()))
}

fn first_date(values: &[ExtractedValue], range: &Range<usize>) -> Option<PartialDate> {
    let first = values.iter().find(|value| range.contains(&value.bytes.start))?;
    let Value::Date(date @ PartialDate::Day { .. }) = first.value else { return None };
    Some(date)
}

/// "Bremen, den 12.01.2027": a place or a title, and the day behind a comma.
fn dateline(text: &str, values: &[ExtractedValue], line: &Range<usize>) -> Option<PartialDate> {
    let body = text[line.clone()].trim_end();
    let first = values.iter().find(|value| line.contains(&value.bytes.start))?;
    let (before, article) = text.get(line.start..first.bytes.start)?.split_once(',')?;
    let is_last = first.bytes.end == line.start + body.len() && body.len() <= DATELINE;
    let is_opening = before.starts_with(char::is_uppercase) && !before.contains([':', '.', '\t']);
    let is_article =
        |word: &str| Language::ALL.iter().any(|language| Grammar::for_language(*language).roles(word) & ARTICLE != 0);
    let is_bare = article.split_whitespace().all(|word| is_article(&word.to_lowercase()));
    first_date(values, line).filter(|_| is_last && is_opening && is_bare)
}

/// The first day that words right before it make one of a property with this name: "gültig ab 01.03.2027".
fn dated(text: &str, values: &[ExtractedValue], name: &str) -> Option<PartialDate> {
    let named = |value: &&ExtractedValue| {
        let before = text.get(..value.extent.start)?;
        let word = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next()?.to_lowercase();
        let of = |language: &Language| {
            let adjective = properties_of_word(*language, WordClass::Adjective, &word).iter();
            adjective
                .chain(properties_of_word(*language, WordClass::Noun, &word))
                .map(|named| named.bounded(value.bound))
                .next()
        };
        Language::ALL.iter().find_map(of)
    };
    values.iter().find_map(|value| match value.value {
        Value::Date(date) => named(&value).filter(|named| named.name() == name).map(|_| date),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{PropositionContext, read_offer};
    use super::*;

    fn terms_in(text: &str) -> OfferTerms {
        read_offer(text, &PropositionContext::default()).1
    }

    #[test]
    fn the_day_of_a_document_stands_at_its_label_or_in_its_first_lines() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(terms_in(text).date.map(|date| date.to_string()).as_deref(), expected, "{text}");
        };
        check("Offer\nDate: 3 May 2027\nA door costs 400 euros.\n", Some("2027-05-03"));
        check("Angebot\nAngebotsdatum: 03.05.2027\nDie Tür kostet 400 €.\n", Some("2027-05-03"));
        check("Bremen, den 3. Mai 2027\nDie Tür kostet 400 €.\n", Some("2027-05-03"));
        check("Date of delivery: 3 May 2027\nA door costs 400 euros.\n", None);
        check("We deliver, if it is dry, on 3 May 2027\n", None);
    }

    #[test]
    fn what_is_valid_from_a_day_does_not_end_on_it() {
        let check = |text: &str, from: Option<&str>, until: Option<&str>| {
            let terms = terms_in(text);
            let shown = |date: Option<PartialDate>| date.map(|date| date.to_string());
            assert_eq!(
                (shown(terms.valid_from).as_deref(), shown(terms.valid_until).as_deref()),
                (from, until),
                "{text}"
            );
        };
        check("Diese Preisliste ist gültig ab 01.03.2027.", Some("2027-03-01"), None);
        check("gültig ab 01.03.2027, alle Preise netto", Some("2027-03-01"), None);
        check("Prices valid until 31 March 2027", None, Some("2027-03-31"));
        check("Dieses Angebot ist gültig bis 31.03.2027.", None, Some("2027-03-31"));
        check("The offer is valid until 31 March 2027.", None, Some("2027-03-31"));
    }

    #[test]
    fn taxes_and_discounts_are_those_that_the_words_say() {
        let terms = terms_in("Alle Preise zzgl. 19 % MwSt.\nWir gewähren 4 % Rabatt.\n");
        assert_eq!(terms.vat.as_deref(), Some("19%"));
        let words: Vec<&str> = terms.discounts.iter().map(|term| term.words.as_str()).collect();
        assert_eq!(words, ["Wir gewähren 4 % Rabatt."]);
        assert_eq!(
            terms_in("One costs 4 % more, plus 19 % VAT, the other plus 7 % VAT.").vat,
            None,
            "two rates are none"
        );
    }
}
