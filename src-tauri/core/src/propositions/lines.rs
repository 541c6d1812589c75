//! The blocks of a text as propositions are read from them: headings, table rows, lines with a label, and prose.

use std::ops::Range;

use super::assign::Assigner;
use super::clause::{Clause, ClauseSubject};
use super::phrase::{Subject, phrase, subject_of};
use super::property::NamedProperty;
use super::reader::Reader;
use super::words::Word;
use super::{Amount, Modality, Property, Proposition};
use crate::language::tokens;
use crate::values::ExtractedValue;

/// A part of a text, in bytes.
#[derive(Debug)]
pub(super) enum LineBlock {
    Heading(Range<usize>),
    /// A label with its values: each cell with what stands at the head of its column, if anything does.
    Row {
        label: Range<usize>,
        cells: Vec<LineCell>,
    },
    Prose {
        range: Range<usize>,
        speaker: Option<Range<usize>>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct LineCell {
    pub(super) column: Option<Range<usize>>,
    pub(super) range: Range<usize>,
}

/// A label is at most so long.
const LABEL: usize = 60;

/// Returns the blocks of a text. What a mail quotes is an older text's and none of them.
pub(super) fn blocks(text: &str) -> Vec<LineBlock> {
    let mut found = Vec::new();
    let mut open: Option<(Range<usize>, Option<Range<usize>>)> = None;
    let mut head: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let body = line.trim();
        let at = range.start + line.find(body).unwrap_or(0);
        let trimmed = at..at + body.len();
        if !body.starts_with('|') {
            head.clear();
        }
        let special = special(text, body, &trimmed, &mut head);
        if body.is_empty() || body.starts_with('>') || special.is_some() || labelled(text, &trimmed).is_some() {
            found.extend(open.take().map(|(range, speaker)| LineBlock::Prose { range, speaker }));
        }
        match special {
            Some(block) => found.extend(block),
            None if body.is_empty() || body.starts_with('>') => {}
            None => match labelled(text, &trimmed) {
                Some(Labelled::Values(label, value)) => {
                    found.push(LineBlock::Row { label, cells: vec![LineCell { column: None, range: value }] });
                }
                Some(Labelled::Turn(speaker, said)) => open = Some((said.start..range.end, Some(speaker))),
                None => match &mut open {
                    Some((open, _)) if !is_item(body) => open.end = range.end,
                    _ => {
                        found.extend(open.take().map(|(range, speaker)| LineBlock::Prose { range, speaker }));
                        open = Some((trimmed.start..range.end, None));
                    }
                },
            },
        }
    }
    found.extend(open.map(|(range, speaker)| LineBlock::Prose { range, speaker }));
    found
}

fn is_item(body: &str) -> bool {
    body.starts_with(['-', '*', '•'])
        || body
            .split_once(['.', ')'])
            .is_some_and(|(number, _)| number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A heading, or a row of a table: none of the row that is the head or a rule.
fn special(text: &str, body: &str, trimmed: &Range<usize>, head: &mut Vec<Range<usize>>) -> Option<Option<LineBlock>> {
    if body.starts_with('#') {
        let title = body.trim_start_matches('#').trim_start();
        return Some(Some(LineBlock::Heading(trimmed.end - title.len()..trimmed.end)));
    }
    if !body.starts_with('|') {
        return None;
    }
    let cells = cells(text, trimmed);
    if cells.iter().all(|cell| text[cell.clone()].bytes().all(|byte| matches!(byte, b'-' | b':' | b' '))) {
        return Some(None);
    }
    if head.is_empty() {
        *head = cells;
        return Some(None);
    }
    let (label, values) = cells.split_first()?;
    let cells = values.iter().zip(head.iter().skip(1).map(Some).chain(std::iter::repeat(None)));
    let cells = cells.map(|(range, column)| LineCell { column: column.cloned(), range: range.clone() }).collect();
    Some(Some(LineBlock::Row { label: label.clone(), cells }))
}

fn cells(text: &str, row: &Range<usize>) -> Vec<Range<usize>> {
    let inner = text[row.clone()].trim_matches('|');
    let mut start = row.start + text[row.clone()].find(inner).unwrap_or(0);
    let mut found = Vec::new();
    for cell in inner.split('|') {
        let trimmed = cell.trim();
        let at = start + cell.find(trimmed).unwrap_or(0);
        found.push(at..at + trimmed.len());
        start += cell.len() + 1;
    }
    found
}

enum Labelled {
    /// "Height: 4 m".
    Values(Range<usize>, Range<usize>),
    /// "Holm: The wall is …".
    Turn(Range<usize>, Range<usize>),
}

fn labelled(text: &str, line: &Range<usize>) -> Option<Labelled> {
    let body = &text[line.clone()];
    let (label, rest) = body.split_once(':')?;
    let is_label =
        !label.is_empty() && label.len() <= LABEL && !label.contains(['.', '?', '!', '|']) && !rest.starts_with("//");
    let rest_trimmed = rest.trim_start();
    if !is_label || rest_trimmed.is_empty() || label.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let label_at = line.start + body.find(|c: char| c.is_alphanumeric()).unwrap_or(0)..line.start + label.len();
    let rest_at = line.end - rest_trimmed.len()..line.end;
    // A sentence has words behind its last value; a value has few.
    let letters = rest_trimmed.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count();
    let figures = rest_trimmed.bytes().any(|byte| byte.is_ascii_digit());
    match () {
        () if figures && letters <= 4 => Some(Labelled::Values(label_at, rest_at)),
        () if letters >= 3 && label.split_whitespace().count() <= 3 => Some(Labelled::Turn(label_at, rest_at)),
        () => None,
    }
}

impl<'t> Reader<'t> {
    /// What a row says: its label names the thing or the property, and the head of a column the property.
    pub(super) fn row(&mut self, label: Range<usize>, cells: &[LineCell]) {
        let text = self.text;
        let label_words = self.label_words(&label);
        for cell in cells {
            let column_words = cell.column.as_ref().map(|column| self.label_words(column));
            let at = self.values.partition_point(|value| value.bytes.end <= cell.range.start);
            let within: Vec<usize> =
                (at..self.values.len()).take_while(|at| self.values[*at].bytes.start < cell.range.end).collect();
            for at in within {
                let made = Amount::of(&self.values[at], text).and_then(|amount| {
                    self.cell(&label_words, column_words.as_deref(), amount, &self.values[at], &label, cell)
                });
                self.found.extend(made);
            }
        }
    }

    fn label_words(&self, label: &Range<usize>) -> Vec<Word<'t>> {
        let (whole, text) = (self.text, &self.text[label.clone()]);
        let tokens: Vec<_> =
            tokens(text).map(|token| crate::language::Token { start: token.start + label.start, ..token }).collect();
        super::words::words(&tokens, whole, &[], 0, self.language)
    }

    fn cell(
        &self,
        label: &[Word<'_>],
        column: Option<&[Word<'_>]>,
        amount: Amount,
        value: &ExtractedValue,
        label_bytes: &Range<usize>,
        cell: &LineCell,
    ) -> Option<Proposition> {
        let label_phrase = phrase(label, 0, label.len(), self.language);
        let thing = label_phrase.as_ref().map(|phrase| subject_of(label, phrase, self.language));
        let by_label = label_phrase.as_ref().and_then(|phrase| self.named_in(label, phrase.clone(), &amount));
        let by_column = column.and_then(|words| {
            let phrase = phrase(words, 0, words.len(), self.language)?;
            self.named_in(words, phrase, &amount)
        });
        let document = || self.heading.clone().or_else(|| self.fallback.clone());
        let (property, subject) = match (by_label, by_column) {
            (Some((property, subject)), _) => (property, subject.or_else(document).or(thing)?),
            (None, Some((property, _))) => (property, thing?),
            (None, None) => (self.own_property(&amount, value, label_bytes)?, thing?),
        };
        let mut qualifiers = Vec::new();
        if let Some(column) = &cell.column {
            qualifiers.extend(self.column_qualifier(column, &property));
        }
        Some(Proposition {
            subject,
            property,
            value: Some(amount),
            value_bytes: value.bytes.clone(),
            qualifiers,
            per: value.per.as_ref().and_then(|per| Some(self.text.get(per.bytes.clone())?.to_lowercase())),
            tax: value.tax,
            speaker: None,
            negated: false,
            ever: false,
            modality: Modality::Fact,
            clause: label_bytes.start.min(cell.range.start)..cell.range.end,
        })
    }

    fn named_in(
        &self,
        words: &[Word<'_>],
        phrase: super::phrase::Phrase,
        amount: &Amount,
    ) -> Option<(Property, Option<Subject>)> {
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
        let assigned = assigner.of_phrase(&phrase, amount)?;
        let behind = || {
            let rest = super::phrase::phrase(words, phrase.words.end, words.len(), self.language)?;
            Some(subject_of(words, &rest, self.language))
        };
        Some((assigned.property, assigned.subject.or_else(behind)))
    }

    /// A value with a unit that stands at a label: "Hall: 12.5 m x 18 m" is the hall's size.
    fn own_property(&self, amount: &Amount, value: &ExtractedValue, label: &Range<usize>) -> Option<Property> {
        let named = if value.sides.is_empty() { None } else { NamedProperty::named("size") };
        if amount.is_date() && named.is_none() {
            return None;
        }
        let text = named.map_or_else(|| amount.kind_name(), NamedProperty::name);
        Some(Property { named, own: String::new(), text: text.to_owned(), bytes: label.clone() })
    }

    /// What the head of a column says beside the property: "Estimate of May 2025".
    fn column_qualifier(&self, column: &Range<usize>, property: &Property) -> Option<super::Qualifier> {
        let words = self.label_words(column);
        let dates: Vec<&ExtractedValue> = self
            .values
            .iter()
            .filter(|value| column.start <= value.bytes.start && value.bytes.end <= column.end)
            .collect();
        let stems: Vec<String> = words
            .iter()
            .filter(|word| word.is_content() && !word.text.eq_ignore_ascii_case(&property.text))
            .map(|word| super::stems::noun_stem(self.language, &word.norm))
            .chain(dates.iter().map(|date| date.value.norm()))
            .collect();
        (!stems.is_empty()).then(|| super::Qualifier {
            kind: super::QualifierKind::Other,
            stems,
            date: None,
            bytes: column.clone(),
        })
    }
}
