//! The prices that a fact tells: by its value, or by what its words say of what.
//!
//! Omissions of the words are read from their document: the quantity from the row that they stand in, vendor, day and
//! terms from what it says of all that it offers.

use std::sync::Arc;

use factly_core::catalogue::{OfferedPrice, PricedUnit, offered_prices, stated_unit};
use factly_core::facts::SourceKind;
use factly_core::propositions::{OfferTerms, Proposition, RowPart};
use factly_core::values::{PartialDate, Value};
use rust_decimal::Decimal;

use crate::catalogue::Catalogue;
use crate::error::Result;
use crate::facts::{NearDuplicateIndex, Propositions};
use crate::store::Reader;
use crate::store::facts::{FactRow, StoredEvidence};

impl Catalogue<'_> {
    pub(super) fn propositions(&self) -> Arc<Propositions> {
        Arc::clone(self.ctx.cache::<NearDuplicateIndex>().propositions())
    }

    /// Returns what the words of a fact say; nothing of a fact that no source says.
    pub(super) fn fact_propositions(&self, r: &Reader, fact: &FactRow) -> Result<Vec<Proposition>> {
        let evidence = fact.evidence.as_ref().filter(|_| fact.source_kind == SourceKind::User);
        let stated = evidence
            .map(|evidence| self.propositions().of_evidence(r, evidence.bundle, &evidence.found))
            .transpose()?;
        Ok(stated.unwrap_or_default())
    }

    /// Returns the prices that a fact tells, in the order of its words. A value that is a price is one, whatever stands
    /// around it; its words tell only whether the tax is in it.
    pub(super) fn fact_prices(&self, r: &Reader, fact: &FactRow, words: &str) -> Result<Vec<OfferedPrice>> {
        let offered = offered_prices(&self.fact_propositions(r, fact)?);
        let value = match self.value_of(r, fact)? {
            Value::Currency(money) => money,
            Value::Note(_) => return Ok(offered.into_iter().map(|one| with_unit(one, words)).collect()),
            _ => return Ok(Vec::new()),
        };
        let tax = offered.iter().find(|one| one.price == value).and_then(|one| one.tax);
        Ok(vec![with_unit(OfferedPrice { price: value, unit: PricedUnit::One, tax }, words)])
    }

    /// Returns what the document of a fact says of all that it offers. Where no word of it names its day, the day is that
    /// which its file has.
    pub(super) fn terms_of(&self, r: &Reader, fact: &FactRow) -> Result<OfferTerms> {
        let Some(evidence) = fact.evidence.as_ref().filter(|_| fact.source_kind == SourceKind::User) else {
            return Ok(OfferTerms::default());
        };
        let terms = self.propositions().terms(r, evidence.bundle)?;
        let date = terms.date.or(terms.valid_from);
        Ok(OfferTerms { date: date.map_or_else(|| file_date(r, evidence), |date| Ok(Some(date)))?, ..terms })
    }

    /// Returns how many the row of a fact says that there are.
    pub(super) fn quantity_in_row(&self, r: &Reader, fact: &FactRow) -> Result<Option<Decimal>> {
        let stated = self.fact_propositions(r, fact)?;
        let row: Option<&RowPart> = stated.iter().find_map(|one| one.row.as_ref());
        let (Some(row), Some(evidence)) = (row, &fact.evidence) else { return Ok(None) };
        let cells = self.propositions().of_row(r, evidence.bundle, row)?;
        Ok(cells.iter().filter(|one| one.is_count()).find_map(|one| match &one.value.as_ref()?.value {
            Value::Number(number) => Some(*number),
            Value::Dimension(quantity) => Some(quantity.amount),
            _ => None,
        }))
    }
}

/// The unit that stands behind the price in the words of a fact comes before any other.
fn with_unit(price: OfferedPrice, words: &str) -> OfferedPrice {
    match stated_unit(words, price.price) {
        Some(unit) => OfferedPrice { unit: PricedUnit::Of(unit), ..price },
        None => price,
    }
}

fn file_date(r: &Reader, evidence: &StoredEvidence) -> Result<Option<PartialDate>> {
    let Some(input) = &evidence.input else { return Ok(None) };
    let date = r.document(input.seq)?.map(|document| document.description.date).unwrap_or_default();
    Ok(date.get(..10).and_then(PartialDate::parse_iso).and_then(std::result::Result::ok))
}
