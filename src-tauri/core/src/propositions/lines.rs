//! The blocks of a text as propositions are read from them: headings, table rows, lines with a label, and prose.

use std::ops::Range;

use super::assign::Assigner;
use super::clause::{Clause, ClauseSubject};
use super::grammar::{GROSS, NET};
use super::phrase::{Phrase, Subject, phrase, subject_of};
use super::property::{NamedProperty, WordClass, ending_of, properties_of_word};
use super::reader::PropositionReader;
use super::stems::noun_stem;
use super::words::{SentenceWord, WordTag};
use super::{Amount, Modality, Property, Proposition, Qualifier, QualifierKind, RowPart, RowTotal};
use crate::language::class::{PERSON, TITLE};
use crate::language::{Language, Token, tokens};
use crate::values::{ExtractedValue, Tax, Unit, Value};

/// A row of a table, by its bytes. One that names the columns has no cells.
#[derive(Clone, Debug, Default)]
pub struct TableRow {
    pub range: Range<usize>,
    /// The head of the row, where that is no cell of it.
    pub head: Option<String>,
    pub cells: Vec<TableCell>,
}

/// A cell, by its bytes, and the head of its column.
#[derive(Clone, Debug, Default)]
pub struct TableCell {
    pub range: Range<usize>,
    pub column: Option<String>,
}

/// A part of a text, in bytes.
#[derive(Debug)]
pub(super) enum LineBlock<'r> {
    Heading(Range<usize>),
    Row(&'r TableRow),
    /// "Height: 4 m".
    Labelled {
        label: Range<usize>,
        range: Range<usize>,
    },
    Prose {
        range: Range<usize>,
        speaker: Option<Range<usize>>,
    },
}

/// A label is at most so long, in bytes.
const LABEL: usize = 60;

/// A line of fewer bytes was ended on purpose; a longer one may be wrapped.
const WRAPPED_LINE: usize = 48;

/// Returns the blocks of a text. What a mail quotes is an older text's and none of them.
pub(super) fn blocks<'r>(text: &str, rows: &'r [TableRow], language: Language) -> Vec<LineBlock<'r>> {
    let mut found = Vec::new();
    let mut open: Option<(Range<usize>, Option<Range<usize>>)> = None;
    let (mut start, mut next_row, mut within) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let body = line.trim();
        let at = range.start + line.find(body).unwrap_or(0);
        let trimmed = at..at + body.len();
        while rows.get(next_row).is_some_and(|row| row.range.end <= trimmed.start) {
            next_row += 1;
        }
        let row = rows.get(next_row).filter(|row| row.range.start < trimmed.end);
        let is_heading = body.starts_with('#');
        let labelled = labelled(text, &trimmed, language).filter(|_| row.is_none() && !is_heading);
        if body.is_empty() || body.starts_with('>') || row.is_some() || is_heading || labelled.is_some() {
            found.extend(open.take().map(|(range, speaker)| LineBlock::Prose { range, speaker }));
        }
        match labelled {
            _ if body.is_empty() || body.starts_with('>') => {}
            _ if row.is_some() => {
                // A row may have several lines.
                found.extend(row.filter(|row| row.range.start >= within).map(LineBlock::Row));
                within = row.map_or(0, |row| row.range.end);
            }
            _ if is_heading => {
                let title = body.trim_start_matches('#').trim_start();
                found.push(LineBlock::Heading(trimmed.end - title.len()..trimmed.end));
            }
            Some(Labelled::Values(label, range)) => found.push(LineBlock::Labelled { label, range }),
            Some(Labelled::Turn(speaker, speech)) => open = Some((speech.start..range.end, Some(speaker))),
            None => match &mut open {
                Some((open, _)) if !is_item(body) && goes_on(&text[open.clone()], body) => open.end = range.end,
                _ => {
                    found.extend(open.take().map(|(range, speaker)| LineBlock::Prose { range, speaker }));
                    open = Some((trimmed.start..range.end, None));
                }
            },
        }
    }
    found.extend(open.map(|(range, speaker)| LineBlock::Prose { range, speaker }));
    found
}

/// Returns whether a line goes on with the ones before it: a short one was ended on purpose.
fn goes_on(before: &str, body: &str) -> bool {
    let last = before.trim_end().lines().next_back().unwrap_or_default();
    last.len() >= WRAPPED_LINE || body.starts_with(char::is_lowercase) || last.ends_with([',', '-', ';'])
}

fn is_item(body: &str) -> bool {
    body.starts_with(['-', '*', '•'])
        || body
            .split_once(['.', ')'])
            .is_some_and(|(number, _)| number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

enum Labelled {
    /// "Height: 4 m".
    Values(Range<usize>, Range<usize>),
    /// "Holm: The wall is …".
    Turn(Range<usize>, Range<usize>),
}

fn labelled(text: &str, line: &Range<usize>, language: Language) -> Option<Labelled> {
    let body = &text[line.clone()];
    let (label, rest) = body.split_once(':')?;
    let is_label =
        !label.is_empty() && label.len() <= LABEL && !label.contains(['.', '?', '!', '|']) && !rest.starts_with("//");
    let rest_trimmed = rest.trim_start();
    if !is_label || rest_trimmed.is_empty() || label.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let label_at = line.start + label.find(|c: char| c.is_alphanumeric())?..line.start + label.len();
    let rest_at = line.end - rest_trimmed.len()..line.end;
    // A sentence has words behind its last value; a value has few.
    let letters = rest_trimmed.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count();
    let figures = rest_trimmed.bytes().any(|byte| byte.is_ascii_digit());
    match () {
        () if figures && (letters <= 4 || names_property(label, language)) => Some(Labelled::Values(label_at, rest_at)),
        () if letters >= 3 && label.split_whitespace().count() <= 3 => Some(Labelled::Turn(label_at, rest_at)),
        () => None,
    }
}

/// Returns whether words name a property: "Zahlungsziel".
fn names_property(label: &str, language: Language) -> bool {
    tokens(label).filter(Token::is_word).any(|word| {
        let norm = word.norm();
        !properties_of_word(language, WordClass::Noun, &norm).is_empty()
            || language == Language::German && ending_of(language, &norm).is_some()
    })
}

/// A label, or the head of a column: its words, where they stand, and the property that they name.
struct LabelWords<'w> {
    words: Vec<SentenceWord<'w>>,
    phrase: Option<Phrase>,
}

impl LabelWords<'_> {
    /// "Net price" is one without tax.
    fn tax(&self) -> Option<Tax> {
        match self.words.iter().fold(0, |all, word| all | word.roles) & (NET | GROSS) {
            NET => Some(Tax::Net),
            GROSS => Some(Tax::Gross),
            _ => None,
        }
    }
}

impl<'t> PropositionReader<'t> {
    /// Reads a line with a label: the label names the thing or the property of its first value.
    pub(super) fn labelled(&mut self, label: &Range<usize>, range: &Range<usize>) {
        let label_words = self.label(label.clone());
        for at in self.values_in(range) {
            let value = &self.values[at];
            let Some(amount) = Amount::from_value(value, self.text) else { continue };
            let (behind, is_named) = (value.extent.end.min(range.end), self.named_in(&label_words, &amount).is_some());
            let is_priced = amount.is_money() && !is_named;
            let made = self.cell(Some(&label_words), None, amount, &self.values[at], range.clone());
            let row = is_priced.then(|| self.part_of_line(label, range));
            self.found.extend(made.map(|made| Proposition { clause: label.start..range.end, row, ..made }));
            if is_named {
                // Behind "Payment term: 14 days" another sentence may go on.
                let rest = self.text[behind..range.end].find([',', ';', '.']).map(|at| behind + at + 1);
                rest.into_iter().for_each(|rest| self.prose(rest..range.end));
                return;
            }
        }
    }

    /// Reads a row: a cell of words is the thing, and the heads of the columns its properties.
    pub(super) fn row(&mut self, row: &TableRow) {
        let text = self.text;
        let label_at = row.cells.iter().position(|cell| is_thing(&text[cell.range.clone()]));
        let head = row.head.clone();
        let label = match label_at {
            Some(at) => Some(self.label(row.cells[at].range.clone())),
            None => head.as_deref().map(|head| self.label_of(head)),
        };
        let thing = label_at.map(|at| row.cells[at].range.clone());
        let (part, first) = (self.part_of(row, thing.as_ref()), self.found.len());
        for cell in &row.cells {
            let column = cell.column.as_deref().map(|column| self.label_of(column));
            let is_thing = thing.as_ref() == Some(&cell.range);
            for at in self.values_in(&cell.range) {
                let Some(amount) = Amount::from_value(&self.values[at], text) else { continue };
                // "19 %" within "plus 19 % VAT" is what its own words say; "2 m" of "Rail 2 m" is its name.
                if is_thing && label.as_ref().is_none_or(|label| self.named_in(label, &amount).is_none()) {
                    continue;
                }
                let column = column.as_ref().filter(|_| !is_thing);
                let is_sum =
                    column.and_then(|column| self.named_in(column, &amount)).is_some_and(|(of, _)| of.name() == "sum");
                let made = self.cell(label.as_ref(), column, amount, &self.values[at], cell.range.clone());
                let total = if is_sum { RowTotal::Alone } else { RowTotal::No };
                let row = part.clone().map(|part| RowPart { total, ..part });
                self.found.extend(made.map(|made| Proposition { cell: Some(cell.range.clone()), row, ..made }));
            }
        }
        settle_row(&mut self.found[first..]);
    }

    /// The row, with what it is about and the unit that it names.
    fn part_of(&self, row: &TableRow, thing: Option<&Range<usize>>) -> Option<RowPart> {
        let named = thing.map(|thing| &self.text[thing.clone()]).or(row.head.as_deref())?;
        let unit = row.cells.iter().find_map(|cell| Unit::parse(self.text[cell.range.clone()].trim()));
        let thing = named.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(RowPart { range: row.range.clone(), thing, unit, total: RowTotal::No })
    }

    /// A line with the name of a thing and its price, as a row of a list of them.
    fn part_of_line(&self, label: &Range<usize>, range: &Range<usize>) -> RowPart {
        let thing = self.text[label.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        RowPart { range: label.start..range.end, thing, unit: None, total: RowTotal::No }
    }

    fn values_in(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.values.partition_point(|value| value.bytes.end <= range.start);
        first..self.values.partition_point(|value| value.bytes.start < range.end).max(first)
    }

    fn label(&self, range: Range<usize>) -> LabelWords<'t> {
        let whole = self.text;
        let tokens: Vec<Token<'t>> =
            tokens(&whole[range.clone()]).map(|token| Token { start: token.start + range.start, ..token }).collect();
        let words = super::words::words(&tokens, whole, &self.values, self.values_in(&range).start, self.language);
        self.labelling(words)
    }

    fn label_of<'w>(&self, text: &'w str) -> LabelWords<'w> {
        let tokens: Vec<Token<'w>> = tokens(text).collect();
        self.labelling(super::words::words(&tokens, text, &[], 0, self.language))
    }

    /// The first thing that the words of a label name: "abzgl. 5 % Rabatt".
    fn labelling<'w>(&self, words: Vec<SentenceWord<'w>>) -> LabelWords<'w> {
        let phrase = (0..words.len()).find_map(|at| phrase(&words, at, words.len(), self.language));
        LabelWords { words, phrase }
    }

    /// The thing that the whole text names.
    pub(super) fn subject_of_all(&self) -> Option<Subject> {
        self.thing(&self.label(0..self.text.len()))
    }

    /// The thing that a label names: behind its noun stand its name and what tells it from others of its kind.
    fn thing(&self, label: &LabelWords<'_>) -> Option<Subject> {
        let phrase = label.phrase.as_ref()?;
        let mut subject = subject_of(&label.words, phrase, self.language);
        for word in &label.words[phrase.words.end..] {
            match word.value {
                Some(value) => subject.specs.extend(self.values.get(value).map(|value| value.value.norm())),
                None if !word.is_content() => {}
                // The "K" of "3000 K" is a unit.
                None if word.is_capital() && word.text.chars().nth(1).is_some() => {
                    subject.modifiers.push(noun_stem(self.language, &word.norm))
                }
                None => subject.specs.push(noun_stem(self.language, &word.norm)),
            }
        }
        subject.modifiers.sort();
        subject.specs.sort();
        subject.definite = true;
        Some(subject)
    }

    fn cell(
        &self,
        label: Option<&LabelWords<'_>>,
        column: Option<&LabelWords<'_>>,
        amount: Amount,
        value: &ExtractedValue,
        range: Range<usize>,
    ) -> Option<Proposition> {
        let thing = label.and_then(|label| self.thing(label));
        let by_label = label.and_then(|label| self.named_in(label, &amount));
        let by_column = column.and_then(|column| self.named_in(column, &amount));
        let offered = |property: NamedProperty| self.fallback.clone().filter(|_| property.is_offered());
        let (property, subject) = match (by_label, by_column) {
            (Some((property, subject)), _) => {
                (property, subject.or_else(|| offered(property)).or_else(|| self.heading.clone()).or(thing)?)
            }
            // The sum of a row is what all of its pieces cost.
            (None, Some((property, _))) if property.name() == "sum" => (NamedProperty::named("cost")?, thing?),
            (None, Some((property, _))) => (property, thing?),
            (None, None) => {
                let of_label = || label.filter(|_| column.is_none()).and_then(|label| priced(label, &amount));
                let property = own_property(&amount, value, column.is_some()).or_else(of_label)?;
                (property, thing?)
            }
        };
        let named = Property {
            named: Some(property),
            own: String::new(),
            text: property.name().to_owned(),
            bytes: range.clone(),
        };
        let own_tax = || [label, column].into_iter().flatten().find_map(LabelWords::tax).or(self.usual_tax);
        let discount = property.name() == "discount";
        Some(Proposition {
            subject,
            property: self.of_value(named, value),
            // A discount of 315 is written as -315 where it is taken off.
            value: Some(if discount { amount.unsigned() } else { amount }),
            value_bytes: value.bytes.clone(),
            qualifiers: column.and_then(|column| self.column_qualifier(column, property, &range)).into_iter().collect(),
            per: value.per.as_ref().and_then(|per| Some(self.text.get(per.bytes.clone())?.to_lowercase())),
            tax: value.tax.or_else(|| own_tax().filter(|_| property.is_offered())),
            speaker: None,
            negated: false,
            ever: false,
            modality: Modality::Fact,
            clause: range,
            cell: None,
            row: None,
            vendor: self.vendor.clone(),
        })
    }

    /// The property that a label names, and what it is of where the label says that too.
    fn named_in(&self, label: &LabelWords<'_>, amount: &Amount) -> Option<(NamedProperty, Option<Subject>)> {
        let (words, phrase) = (label.words.as_slice(), label.phrase.as_ref()?);
        let clause = Clause {
            words: 0..words.len(),
            subject: Some(ClauseSubject::Phrase(phrase.clone())),
            verb: None,
            predicate: None,
            particle: None,
            goes_on: false,
            exists: false,
        };
        let assigner = Assigner {
            text: self.text,
            words,
            clause: &clause,
            language: self.language,
            subject: None,
            antecedents: &self.antecedents,
            fallback: None,
        };
        let (property, subject) = assigner.named_by(phrase, amount)?;
        let behind = || {
            let rest = super::phrase::phrase(words, phrase.words.end, words.len(), self.language)?;
            Some(subject_of(words, &rest, self.language))
        };
        Some((property, subject.or_else(behind)))
    }

    /// Reads what the head of a column says beside the property: "Estimate of May 2025".
    fn column_qualifier(
        &self,
        column: &LabelWords<'_>,
        property: NamedProperty,
        range: &Range<usize>,
    ) -> Option<Qualifier> {
        let names = |named: NamedProperty| named == property || named.name() == "sum" && property.name() == "cost";
        let is_property = |word: &SentenceWord<'_>| {
            properties_of_word(self.language, WordClass::Noun, &word.norm).iter().any(|named| names(*named))
                || ending_of(self.language, &word.norm).is_some_and(|(_, ending)| names(ending))
        };
        let words = column.words.iter().filter(|word| word.is_content() || word.tag == WordTag::Value);
        let qualifying = words.filter(|word| !is_property(word) && !word.is(NET | GROSS));
        let stems: Vec<String> = qualifying.map(|word| noun_stem(self.language, &word.norm)).collect();
        (!stems.is_empty()).then(|| Qualifier { kind: QualifierKind::Other, stems, date: None, bytes: range.clone() })
    }
}

/// Tells the sums of a row beside which a price for one stands, and what is counted in it: its prices are for one of it.
fn settle_row(row: &mut [Proposition]) {
    let counted = row.iter().filter(|one| one.is_count()).find_map(|one| match &one.value.as_ref()?.value {
        Value::Dimension(quantity) => Some(quantity.unit),
        _ => None,
    });
    row.iter_mut().filter_map(|one| one.row.as_mut()).for_each(|part| part.unit = part.unit.or(counted));
    let total = |one: &Proposition| one.row.as_ref().map(|row| row.total);
    let is_price = |one: &Proposition| {
        let named = one.property.named.map(NamedProperty::name);
        matches!(named, Some("cost" | "unit price")) && total(one) == Some(RowTotal::No)
    };
    if !row.iter().any(is_price) {
        return;
    }
    let parts = row.iter_mut().filter_map(|one| one.row.as_mut());
    parts.filter(|part| part.total == RowTotal::Alone).for_each(|part| part.total = RowTotal::BesideParts);
}

/// An amount of money that stands at the name of a thing is its price: "Partition wall: 65 €". People are no things.
fn priced(label: &LabelWords<'_>, amount: &Amount) -> Option<NamedProperty> {
    let cost = NamedProperty::named("cost")?;
    let is_person = label.words.iter().any(|word| word.classes & (TITLE | PERSON) != 0);
    (amount.is_money() && !is_person && label.phrase.is_some()).then_some(cost)
}

/// A value with a unit that stands at a label: "Hall: 12.5 m x 18 m" is the hall's size, 400 V are a voltage.
fn own_property(amount: &Amount, value: &ExtractedValue, is_headed: bool) -> Option<NamedProperty> {
    if !value.sides.is_empty() {
        return NamedProperty::named("size");
    }
    NamedProperty::only_of(amount.kinds()).filter(|_| !is_headed)
}

/// Returns whether a cell is of words, so what the row is about: neither a number, a unit nor a code such as "ST-100".
pub fn is_thing(cell: &str) -> bool {
    let is_word = |word: &str| {
        word.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !word.contains(|c: char| c.is_ascii_digit())
    };
    let is_value = cell.trim_start_matches(['-', '+', '€', '$', '£', ' ']).starts_with(|c: char| c.is_ascii_digit());
    !is_value && cell.split_whitespace().any(is_word) && Unit::parse(cell.trim()).is_none()
}
