//! Correction by hand of a statement's proposition: its subject, its property and its value, as one step.

use factly_core::keys::{KeyDef, KeyProposition, Registry};
use factly_core::language::{Language, detect};
use factly_core::message;
use factly_core::propositions::{Amount, subject_named};
use factly_core::values::{NumberFormat, Value, extract};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::extraction::Runs;
use crate::facts::{Fact, Facts, NearDuplicateIndex, NewValue, edited_fact, label};
use crate::keys::insert_keys;
use crate::lookup::fact_row;
use crate::marks::Reach;
use crate::store::facts::FactRow;
use crate::store::{Op, Reader, Stack, Topic};

/// Proposition of a statement, as the analyst gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// "flood wall".
    pub subject: String,
    /// The name of a property, or a noun.
    pub property: String,
    /// As a person writes it: "1.2 million euros".
    pub value: String,
}

impl Runs<'_> {
    /// Says what a fact says of what. It becomes a value of the key for that, which is made where there is none, by a new
    /// version with the same evidence; what it was read as counts no longer.
    pub fn correct(&self, fact: Uuid, correction: &Correction) -> Result<Fact> {
        let row = self.ctx.read(|r| fact_row(r, fact))?;
        let format = self.ctx.number_format()?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Correct what {} says", label(&row)));
        let written = self.ctx.write(op, |w| {
            let row = fact_row(w, fact)?;
            let registry = Facts::new(self.ctx).registry_of(w, row.discovery)?;
            let value = match self.value_read(w, &row, &correction.value)? {
                Some(value) => value,
                None => one_value(&correction.value, format)?,
            };
            let key = key_for(w, &row, correction, &value, &registry)?;
            if registry.get(&key.path).is_none() {
                insert_keys(w, row.discovery, std::slice::from_ref(&key))?;
            }
            edited_fact(self.ctx, w, &row, &NewValue::Typed(&key.path, &value), Reach::ByWords)?;
            w.touch_discovery(row.discovery)?;
            w.topic(Topic::Facts);
            let no_such_fact = || Error::not_found("There is no such fact.");
            w.fact_by_label(row.discovery, row.label_no)?.map(|row| row.seq).ok_or_else(no_such_fact)
        })?;
        Facts::new(self.ctx).fact_standing(written.value)
    }

    /// The value that the words of a fact were read as, where it is given as that is shown.
    fn value_read(&self, r: &Reader, row: &FactRow, shown: &str) -> Result<Option<Value>> {
        let known = std::sync::Arc::clone(self.ctx.cache::<NearDuplicateIndex>().propositions());
        let Some(evidence) = &row.evidence else { return Ok(None) };
        let stated = known.of_evidence(r, evidence.bundle, &evidence.found)?;
        let amounts = stated.into_iter().filter_map(|one| one.value).filter(Amount::is_single);
        Ok(amounts
            .map(|amount| (amount.reading(), amount.value))
            .find(|(known, _)| known == shown.trim())
            .map(|(_, of)| of))
    }
}

/// The key that takes what a correction says, which may be one to be made.
fn key_for(r: &Reader, row: &FactRow, correction: &Correction, value: &Value, registry: &Registry) -> Result<KeyDef> {
    let text = match &row.evidence {
        Some(evidence) => r.bundle_text(evidence.bundle)?.text,
        None => row.text.clone(),
    };
    let language = detect(&text).unwrap_or(Language::English);
    let no_subject = || Error::invalid(message!("“{}” names nothing that a value could be of.", correction.subject));
    let subject = subject_named(&correction.subject, language).ok_or_else(no_subject)?;
    let of = KeyProposition::named(&subject, &correction.property, language);
    let takes = |key: &&KeyDef| key.says.as_ref() == Some(&of) && key.value_type == value.value_type();
    if let Some(key) = registry.iter().find(takes) {
        return Ok(key.clone());
    }
    let shown = (correction.subject.trim(), correction.property.trim());
    let no_key = || Error::invalid(message!("“{}” is no amount, number or day.", correction.value));
    KeyDef::for_proposition(of, shown, None, value, registry).ok_or_else(no_key)
}

/// The one value that words are.
fn one_value(words: &str, format: NumberFormat) -> Result<Value> {
    let words = words.trim();
    let mut found = extract(words, NumberFormat::detect(words).or(format)).into_iter();
    let first = found.next().filter(|first| first.other.is_none() && first.upper.is_none() && first.sides.is_empty());
    let only = first.filter(|_| found.next().is_none());
    only.map(|one| one.value).ok_or_else(|| Error::invalid(message!("“{}” is no amount, number or day.", words)))
}
