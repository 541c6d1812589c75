//! A check whether two propositions can both be true.

use rust_decimal::Decimal;

use super::amount::date_excludes;
use super::resolve::ends_compound;
use super::{Property, Proposition, Qualifier, QualifierKind, RowTotal, Subject};
use crate::values::PartialDate;

/// The relation of two propositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// They speak of different things, or both can be true.
    Apart,
    /// They may contradict each other: the subject is less sure, or one holds under a qualifier that the other has not.
    MayContradict,
    Contradicts,
}

/// Returns how `one` stands to `other`.
pub fn relation(one: &Proposition, other: &Proposition) -> Relation {
    if !one.property.is(&other.property) {
        return Relation::Apart;
    }
    if is_total_of(one, other) || is_total_of(other, one) {
        return Relation::Apart;
    }
    let differ = match (&one.value, &other.value) {
        (Some(a), Some(b)) if one.negated == other.negated => {
            !one.negated && a.is_comparable(b) && a.excludes(b) && !is_taxed(one, other)
        }
        // "It is not 149 m long."
        (Some(a), Some(b)) => a.is_comparable(b) && a.is_exact() && b.is_exact() && !a.excludes(b),
        // Of some it may be so and of others not.
        (None, None) => one.negated != other.negated && !one.subject.partial && !other.subject.partial,
        _ => false,
    };
    if !differ {
        return Relation::Apart;
    }
    of_subjects(&one.subject, &other.subject)
        .min(of_modality(one, other))
        .min(of_terms(one, other))
        .min(of_qualifiers(one, other))
}

/// Returns whether one is the total of the other's row: a total contradicts nothing that its row says of one piece.
fn is_total_of(one: &Proposition, other: &Proposition) -> bool {
    let (Some(one), Some(other)) = (&one.row, &other.row) else { return false };
    one.total == RowTotal::BesideParts && other.total == RowTotal::No && one.range == other.range
}

impl Property {
    fn is(&self, other: &Self) -> bool {
        self.named == other.named
            && self.own == other.own
            && (self.named.is_some() || !self.own.is_empty() || self.text == other.text)
    }
}

pub(super) fn of_subjects(one: &Subject, other: &Subject) -> Relation {
    let exact = one.head == other.head;
    if !exact && !ends_compound(one, other) && !ends_compound(other, one) {
        return Relation::Apart;
    }
    // Two sizes of a thing are two things; where only one is named, it may be any.
    if one.specs != other.specs && !one.specs.is_empty() && !other.specs.is_empty() {
        return Relation::Apart;
    }
    let contains = |long: &[String], short: &[String]| short.iter().all(|modifier| long.contains(modifier));
    match () {
        () if exact && one.modifiers == other.modifiers => Relation::Contradicts,
        // "The red door" and "the blue door".
        () if !contains(&one.modifiers, &other.modifiers) && !contains(&other.modifiers, &one.modifiers) => {
            Relation::Apart
        }
        // Of two compounds the shorter must be meant as something known.
        () if !(exact || one.definite && other.definite) => Relation::Apart,
        () => Relation::MayContradict,
    }
}

fn of_modality(one: &Proposition, other: &Proposition) -> Relation {
    match (one.modality, other.modality) {
        (a, b) if a == b => Relation::Contradicts,
        _ => Relation::Apart,
    }
}

/// Net and gross, per day and per week.
fn of_terms(one: &Proposition, other: &Proposition) -> Relation {
    let tax = match (one.tax, other.tax) {
        (Some(a), Some(b)) if a != b => Relation::Apart,
        (a, b) if a == b => Relation::Contradicts,
        _ => Relation::MayContradict,
    };
    let per = match (&one.per, &other.per) {
        (Some(a), Some(b)) if a != b => Relation::Apart,
        (a, b) if a == b => Relation::Contradicts,
        _ => Relation::MayContradict,
    };
    tax.min(per).min(of_vendors(one, other))
}

/// Relates offers of two vendors: each is its own. The owner of a day matters less than that of a price.
fn of_vendors(one: &Proposition, other: &Proposition) -> Relation {
    let is_offered = one.property.named.is_some_and(super::NamedProperty::is_offered);
    let within = |short: &[String], long: &[String]| short.iter().all(|stem| long.contains(stem));
    match (one.vendor.is_empty(), other.vendor.is_empty()) {
        _ if !is_offered => Relation::Contradicts,
        (false, false) if within(&one.vendor, &other.vendor) || within(&other.vendor, &one.vendor) => {
            Relation::Contradicts
        }
        (false, false) => Relation::Apart,
        (true, true) => Relation::Contradicts,
        _ if one.value.as_ref().is_some_and(super::Amount::is_date) => Relation::Contradicts,
        _ => Relation::MayContradict,
    }
}

/// Returns whether one amount is the other with a usual tax, and the two are told with and without it, or only one is.
pub fn is_taxed(one: &Proposition, other: &Proposition) -> bool {
    if one.tax == other.tax {
        return false;
    }
    let ratio = one.value.as_ref().zip(other.value.as_ref()).and_then(|(a, b)| a.ratio(b));
    ratio.is_some_and(|ratio| (ratio - Decimal::new(119, 2)).abs() < Decimal::new(1, 3))
}

fn of_qualifiers(one: &Proposition, other: &Proposition) -> Relation {
    // What was never done was not done at any time, and what is not done anywhere not in any place.
    let (claims, denied_first) = (one.negated != other.negated, one.negated);
    let ever = one.ever || other.ever;
    let kinds = [QualifierKind::Time, QualifierKind::Condition, QualifierKind::Other];
    let each = kinds.into_iter().map(|kind| {
        let of = |proposition: &'_ Proposition| -> Vec<Qualifier> {
            proposition.qualifiers.iter().filter(|qualifier| qualifier.kind == kind).cloned().collect()
        };
        let (a, b) = (of(one), of(other));
        if !claims {
            return of_kind(&a, &b, kind);
        }
        let (denied, affirmed) = if denied_first { (a, b) } else { (b, a) };
        match (denied.is_empty(), affirmed.is_empty()) {
            (true, _) if ever || kind != QualifierKind::Other => Relation::Contradicts,
            _ => of_kind(&denied, &affirmed, kind),
        }
    });
    each.min().unwrap_or(Relation::Contradicts)
}

fn of_kind(one: &[Qualifier], other: &[Qualifier], kind: QualifierKind) -> Relation {
    let (a, b) = (stems(one), stems(other));
    let shared = a.iter().filter(|stem| b.contains(stem)).count();
    let date = |of: &[Qualifier]| of.iter().find_map(|qualifier| qualifier.date);
    match (a.is_empty(), b.is_empty()) {
        (true, true) => Relation::Contradicts,
        (true, false) | (false, true) => Relation::MayContradict,
        // "On day 1" and "on day 2" share a word, and are two times.
        _ if kind == QualifierKind::Time => of_times(date(one), date(other), shared == a.len().min(b.len())),
        _ if shared == a.len() && shared == b.len() => Relation::Contradicts,
        _ if shared == a.len() || shared == b.len() => Relation::MayContradict,
        _ => Relation::Apart,
    }
}

fn of_times(one: Option<PartialDate>, other: Option<PartialDate>, is_within: bool) -> Relation {
    match (one, other) {
        (Some(one), Some(other)) if date_excludes(one, other) => Relation::Apart,
        (Some(_), Some(_)) => Relation::Contradicts,
        _ if is_within => Relation::Contradicts,
        _ => Relation::Apart,
    }
}

fn stems(of: &[Qualifier]) -> Vec<&String> {
    of.iter().flat_map(|qualifier| &qualifier.stems).collect()
}
