//! One fact a span: a value and the sentence that says it are one fact, the value with its statement.
//!
//! Facts of a run come out so ([`factly_core::facts::is_one_fact`]). A sentence that was there before its value, by
//! another run, by hand or in a file, is decided with it: a value that is accepted takes its place, and one that is
//! rejected, or that another takes the place of, takes it along, unless another value that stands is said by it too:
//! then the analyst is asked. When such a sentence is rejected, the analyst is asked about its values: it may be left out
//! because its value says enough.

use factly_core::discovery::EntityLabel;
use factly_core::discovery::status::MarkEvent;
use factly_core::facts::{SourceKind, Status, is_one_fact};
use factly_core::keys::NOTE_KEY;

use crate::error::Result;
use crate::marks::{EntityEvent, Reach, fact_label, mark_dependants};
use crate::store::facts::FactRow;
use crate::store::{Reader, Writer};

/// Decides about the facts that say, by the same words, what `ended` said and no longer says. Returns the entities that
/// this marked.
pub(super) fn end_same_span(w: &mut Writer<'_>, ended: &FactRow, reach: Reach<'_>) -> Result<Vec<EntityLabel>> {
    let Some(evidence) = &ended.evidence else { return Ok(Vec::new()) };
    let mut others = w.facts_over(evidence.bundle, evidence.found.span)?;
    others.retain(|other| other.label_no != ended.label_no);
    let mut marked = Vec::new();
    for other in &others {
        match (is_statement(ended), is_statement(other)) {
            (false, true) if holds(other, ended) => {
                if states_accepted_value(w, other, ended)? {
                    ask(w, other)?;
                } else {
                    w.set_fact_status(other.seq, Status::Rejected, false)?;
                    let of = fact_label(other.label_no);
                    let event = EntityEvent { of, what: MarkEvent::Rejected, was: Some(&other.text), is: None };
                    marked.extend(mark_dependants(w, other.discovery, &event, reach, &[])?);
                }
            }
            (true, false) if holds(ended, other) => ask(w, other)?,
            _ => {}
        }
    }
    Ok(marked)
}

/// Lets a value that is accepted take the place of the sentences that say it, with what rests on them. What the analyst
/// added by hand stays beside it. Returns the entities that this marked.
pub(super) fn take_sentences(w: &mut Writer<'_>, value: &FactRow) -> Result<Vec<EntityLabel>> {
    let Some(evidence) = value.evidence.as_ref().filter(|_| !is_statement(value)) else { return Ok(Vec::new()) };
    let mut marked = Vec::new();
    for sentence in w.facts_over(evidence.bundle, evidence.found.span)? {
        let Some(quoted) = sentence.evidence.as_ref().filter(|_| is_statement(&sentence)) else { continue };
        let is_made = sentence.source_kind != SourceKind::Manual && sentence.label_no != value.label_no;
        if is_made && is_one_fact(&quoted.found.quote, quoted.found.span, evidence.found.span) {
            w.set_fact_status(sentence.seq, Status::Superseded, false)?;
            if sentence.status == Status::Accepted {
                marked.extend(superseded_by(w, &sentence, fact_label(value.label_no), &value.text)?);
            }
        }
    }
    Ok(marked)
}

/// Returns whether a statement says a value, besides the one that ended, that is accepted and not asked about.
fn states_accepted_value(r: &Reader, statement: &FactRow, ended: &FactRow) -> Result<bool> {
    let Some(evidence) = &statement.evidence else { return Ok(false) };
    let is_accepted = |fact: &FactRow| {
        fact.status == Status::Accepted && !fact.needs_review && fact.label_no != ended.label_no && !is_statement(fact)
    };
    let within = r.facts_over(evidence.bundle, evidence.found.span)?;
    Ok(within.iter().any(|fact| is_accepted(fact) && holds(statement, fact)))
}

/// Puts an accepted fact before the analyst again. What waits already goes on waiting.
fn ask(w: &mut Writer<'_>, fact: &FactRow) -> Result<()> {
    if fact.status == Status::Accepted {
        w.set_fact_status(fact.seq, Status::Accepted, true)?;
    }
    Ok(())
}

fn is_statement(fact: &FactRow) -> bool {
    fact.key == NOTE_KEY
}

/// Returns whether the words of `value` are within those of `statement`.
fn holds(statement: &FactRow, value: &FactRow) -> bool {
    let spans = statement.evidence.as_ref().zip(value.evidence.as_ref());
    spans
        .is_some_and(|(around, within)| around.bundle == within.bundle && around.found.span.contains(within.found.span))
}

/// A fact of another label took the place of one that stood: what rested on the old one rests on the new one, and is
/// to be looked at.
pub(crate) fn superseded_by(
    w: &mut Writer<'_>,
    old: &FactRow,
    new: EntityLabel,
    text: &str,
) -> Result<Vec<EntityLabel>> {
    w.copy_links_below(old.discovery, fact_label(old.label_no), new)?;
    mark_dependants(w, old.discovery, &superseding(old, text), Reach::All, &[])
}

pub(super) fn superseding<'t>(old: &'t FactRow, text: &'t str) -> EntityEvent<'t> {
    let of = fact_label(old.label_no);
    EntityEvent { of, what: MarkEvent::Superseded, was: Some(&old.text), is: Some(text) }
}
