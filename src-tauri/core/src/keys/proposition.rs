//! Keys that a statement gives: the cost of the flood wall, as texts say it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{KeyDef, Registry, ValueType};
use crate::language::Language;
use crate::language::fold::without_marks;
use crate::propositions::{
    Amount, Modality, NamedProperty, Property, Proposition, QualifierKind, Subject, subject_named,
};
use crate::values::{Tax, Value};

/// Subject and property that a key is the value of, in the stems that propositions are compared by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeyProposition {
    /// The stem of the subject's last noun.
    pub head: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specs: Vec<String>,
    /// The name of the property, or what it counts or does where none is named.
    pub property: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub own: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<Tax>,
    /// Vendor whose offer it is a term of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vendor: Vec<String>,
}

impl KeyProposition {
    /// Returns what a proposition is of; none of one without a single value that is said to be so.
    pub fn from_proposition(proposition: &Proposition) -> Option<Self> {
        let amount = proposition.value.as_ref().filter(|amount| amount.is_exact())?;
        let is_conditional = proposition.qualifiers.iter().any(|qualifier| qualifier.kind != QualifierKind::Source);
        let is_plain = !proposition.negated && proposition.modality == Modality::Fact && !is_conditional;
        let is_kept = is_plain && value_type(&amount.value).is_some();
        let Subject { head, modifiers, specs, .. } = proposition.subject.clone();
        let is_offered = proposition.property.named.is_some_and(NamedProperty::is_offered);
        is_kept.then(|| Self {
            head,
            modifiers,
            specs,
            property: proposition.property.named.map_or_else(String::new, |named| named.name().to_owned()),
            own: proposition.property.own.clone(),
            per: proposition.per.clone(),
            tax: proposition.tax,
            vendor: if is_offered { proposition.vendor.clone() } else { Vec::new() },
        })
    }

    /// Returns what words name: a subject, and a property by its name or its noun, else what it counts or does.
    pub fn named(subject: &Subject, property: &str, language: Language) -> Self {
        let named = NamedProperty::by_any_name(property);
        Self {
            head: subject.head.clone(),
            modifiers: subject.modifiers.clone(),
            specs: subject.specs.clone(),
            property: named.map_or_else(String::new, |named| named.name().to_owned()),
            own: named.map_or_else(|| stem_of(property, language), |_| String::new()),
            per: None,
            tax: None,
            vendor: Vec::new(),
        }
    }

    /// Returns the proposition that a value of it is, as it was given by hand: `subject` is how it is shown.
    pub fn with_value(&self, subject: &str, value: Value) -> Option<Proposition> {
        let named = NamedProperty::named(&self.property);
        let (head, modifiers, specs) = (self.head.clone(), self.modifiers.clone(), self.specs.clone());
        Some(Proposition {
            subject: Subject::of_stems(subject, head, modifiers, specs),
            property: Property {
                named,
                own: self.own.clone(),
                text: named.map_or_else(|| self.own.clone(), |named| named.name().to_owned()),
                bytes: 0..0,
            },
            value: Some(Amount::exact(value)?),
            value_bytes: 0..0,
            qualifiers: Vec::new(),
            per: self.per.clone(),
            tax: self.tax,
            speaker: None,
            negated: false,
            ever: false,
            modality: Modality::Fact,
            clause: 0..0,
            cell: None,
            row: None,
            vendor: self.vendor.clone(),
        })
    }
}

impl KeyDef {
    /// Returns the key that takes the values of what a proposition is of, with a path that no other key has.
    pub fn of_proposition(proposition: &Proposition, label: Option<&str>, others: &Registry) -> Option<Self> {
        let of = KeyProposition::from_proposition(proposition)?;
        let value = &proposition.value.as_ref()?.value;
        let label = label.map(str::trim).filter(|label| !label.is_empty());
        Self::for_proposition(of, (&proposition.subject.text, &proposition.property.text), label, value, others)
    }

    /// Returns the key of what is said of a subject, each as it is shown.
    pub fn for_proposition(
        of: KeyProposition,
        (subject, property): (&str, &str),
        label: Option<&str>,
        value: &Value,
        others: &Registry,
    ) -> Option<Self> {
        let label = label.map_or_else(|| format!("{subject}: {property}"), str::to_owned);
        Some(Self {
            path: free_path(subject, property, others),
            value_type: value_type(value)?,
            unit: if let Value::Dimension(quantity) = value { Some(quantity.unit) } else { None },
            currency: if let Value::Currency(money) = value { Some(money.currency) } else { None },
            values: Vec::new(),
            block: block(value).to_owned(),
            high_risk: false,
            stages: Vec::new(),
            aliases: BTreeMap::new(),
            question: format!("{label}?"),
            requires: Vec::new(),
            says: Some(of),
            label,
        })
    }

    /// The subject as the label of a key that was kept from a proposition names it.
    pub fn subject(&self) -> &str {
        self.label.rsplit_once(": ").map_or(self.label.as_str(), |(subject, _)| subject)
    }
}

impl Registry {
    /// Returns the key that takes what a proposition says, if one was kept for it.
    pub fn key_for(&self, proposition: &Proposition) -> Option<&KeyDef> {
        let mut candidates = self.iter().filter(|key| key.says.is_some()).peekable();
        candidates.peek()?;
        let of = KeyProposition::from_proposition(proposition)?;
        candidates.find(|key| key.says.as_ref() == Some(&of))
    }
}

const fn value_type(value: &Value) -> Option<ValueType> {
    match value {
        Value::Currency(_) => Some(ValueType::Currency),
        Value::Dimension(_) => Some(ValueType::Dimension),
        Value::Number(_) => Some(ValueType::Number),
        Value::Date(_) => Some(ValueType::Date),
        _ => None,
    }
}

const fn block(value: &Value) -> &'static str {
    match value {
        Value::Currency(_) => "project.budget",
        Value::Date(_) => "project.timeline",
        _ => "project.constraints",
    }
}

fn free_path(subject: &str, property: &str, others: &Registry) -> String {
    let path = format!("{}.{}", segment(subject), segment(property));
    let numbered = (2_u32..).map(|number| format!("{path}{number}"));
    let mut paths = std::iter::once(path.clone()).chain(numbered);
    paths.find(|path| others.get(path).is_none()).unwrap_or(path)
}

/// The stem of the noun that words name.
fn stem_of(words: &str, language: Language) -> String {
    subject_named(words, language).map_or_else(|| words.to_lowercase(), |subject| subject.head)
}

/// Words as a part of a path: "flood wall" as `floodWall`.
fn segment(words: &str) -> String {
    let plain = without_marks(&words.to_lowercase()).replace('ß', "ss");
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.enumerate().fold(String::new(), |mut all, (at, word)| {
        let (first, rest) = word.split_at(1);
        all.push_str(if at == 0 { first.to_owned() } else { first.to_ascii_uppercase() }.as_str());
        all.push_str(rest);
        all
    });
    if joined.starts_with(|c: char| c.is_ascii_lowercase()) { joined } else { format!("of{joined}") }
}
