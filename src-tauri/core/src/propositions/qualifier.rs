//! Qualifiers: under what a value holds, as the words of its clause say that are neither subject, property nor value.

use std::ops::Range;

use super::grammar::{CONDITION, GROSS, NET, PER, SAYING, SOURCE};
use super::stems::noun_stem;
use super::words::{SentenceWord, WordTag};
use crate::language::Language;
use crate::language::class::{MONTH_NAME, TIME, WEEKDAY};
use crate::named;
use crate::values::{ExtractedValue, Value};

named! {
    /// The kind of a qualifier.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum QualifierKind {
        Time = "time",
        Condition = "condition",
        /// The speaker, or where it is written.
        Source = "source",
        /// A place, a part or an object.
        Other = "other",
    }
}

/// Under what a value holds.
#[derive(Clone, Debug)]
pub struct Qualifier {
    pub kind: QualifierKind,
    /// The stems of its words, and the norms of its values.
    pub stems: Vec<String>,
    pub date: Option<crate::values::PartialDate>,
    pub bytes: Range<usize>,
}

/// Returns the qualifiers that the words of a clause make which are not `used`.
pub(super) fn qualifiers(
    words: &[SentenceWord<'_>],
    clause: Range<usize>,
    used: impl Fn(usize) -> bool,
    values: &[ExtractedValue],
    language: Language,
) -> Vec<Qualifier> {
    let mut found: Vec<Qualifier> = Vec::new();
    let mut open: Option<Qualifier> = None;
    for at in clause {
        let word = &words[at];
        if word.tag == WordTag::Preposition || word.tag == WordTag::Sign || word.is(CONDITION | SAYING) {
            found.extend(open.take().filter(|open| !open.stems.is_empty()));
        }
        if word.is(CONDITION | SAYING) && !used(at) {
            let kind = if word.is(SAYING) { QualifierKind::Source } else { QualifierKind::Condition };
            // "If" is a condition whatever stands behind it.
            let stems = if word.tag == WordTag::Conjunction { vec![word.norm.to_string()] } else { Vec::new() };
            open = Some(Qualifier { kind, stems, date: None, bytes: word.bytes.clone() });
        }
        if used(at) || word.is(NET | GROSS) {
            continue;
        }
        let Some(stem) = stem_of(word, values, language) else { continue };
        let own = open.get_or_insert_with(|| Qualifier {
            kind: QualifierKind::Other,
            stems: Vec::new(),
            date: None,
            bytes: word.bytes.clone(),
        });
        own.bytes.end = word.bytes.end;
        if word.is(SOURCE) {
            own.kind = QualifierKind::Source;
        }
        let value = word.value.and_then(|at| values.get(at));
        if let Some(Value::Date(date)) = value.map(|value| &value.value) {
            own.date = Some(*date);
            own.kind = QualifierKind::Time;
        } else if value.is_some() && own.kind == QualifierKind::Other {
            own.kind = QualifierKind::Condition;
        } else if word.classes & (TIME | MONTH_NAME | WEEKDAY) != 0 && own.kind == QualifierKind::Other {
            own.kind = QualifierKind::Time;
        }
        own.stems.push(stem);
    }
    found.extend(open.filter(|open| !open.stems.is_empty()));
    found
}

fn stem_of(word: &SentenceWord<'_>, values: &[ExtractedValue], language: Language) -> Option<String> {
    match word.value.and_then(|at| values.get(at)) {
        Some(value) => Some(value.value.norm()),
        None if word.is_content() && !word.is(PER) => Some(noun_stem(language, &word.norm)),
        None => None,
    }
}
