//! The evidence of a fact when there is a new version of it.

use factly_core::discovery::status::MarkEvent;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::evidence::{Evidence, EvidenceText, Missing, support};
use factly_core::extraction::unescape;
use factly_core::facts::{FactContent, Status};
use factly_core::inputs::BundleSection;
use factly_core::values::NumberFormat;
use factly_core::values::Value;

use crate::error::Result;
use crate::facts::fact::{content_of, stored_value};
use crate::marks::{EntityEvent, fact_label, mark_one};
use crate::store::facts::{FactRow, FactToInsert, StoredEvidence};
use crate::store::reaffirmations::EvidenceElsewhere;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, Writer};

/// Gives a new version what proves the old ones further, as far as it says the new one too: words that lack no more of
/// it than they did of the version that they were found for.
pub(super) fn copy_evidence(w: &mut Writer<'_>, row: &FactRow, new: &FactContent, to: FactSeq) -> Result<()> {
    if new.text == row.text {
        return Ok(w.copy_reaffirmations(row.seq, to)?);
    }
    let own = row.evidence.as_ref().map(|evidence| evidence.found.quote.as_str());
    let value = stored_value(new.value_type, &new.value, None);
    for version in w.fact_versions(row.discovery, row.label_no)? {
        for reaffirmation in w.reaffirmations(version.seq, u32::MAX)? {
            let Some(stored) = &reaffirmation.evidence else { continue };
            // The fact's own words, found again where the text of their Input was edited: they stay what they are.
            let is_own = own == Some(stored.found.quote.as_str());
            if is_own || says(w, stored.bundle, &stored.found, &value_of(&reaffirmation), &value)? {
                w.copy_reaffirmation(version.seq, to, stored.bundle, stored.found.span)?;
            }
        }
    }
    Ok(())
}

/// Returns whether words that were evidence of one value are of another.
fn says(r: &Reader, bundle: BundleSeq, evidence: &Evidence, was: &Value, now: &Value) -> Result<bool> {
    let bundle = r.bundle_text(bundle)?;
    let source = EvidenceText::new(&bundle.text, &bundle.sections);
    let lacked = lacking(&source, was, evidence);
    Ok(lacking(&source, now, evidence).iter().all(|lack| lacked.contains(lack)))
}

fn lacking(source: &EvidenceText<'_>, value: &Value, evidence: &Evidence) -> Vec<Missing> {
    let mut missing = missing_from(source, value, evidence);
    if let Value::Note(statement) = value {
        missing.extend(support::check_wording(statement, &evidence.quote, &missing));
    }
    missing
}

fn value_of(row: &FactRow) -> Value {
    stored_value(row.value_type, &row.value, None)
}

/// Lets the facts of an Input that is about to go, which are said elsewhere too, rest on that.
pub(crate) fn move_elsewhere(w: &mut Writer<'_>, discovery: DiscoverySeq, input: i64) -> Result<()> {
    let of = EntityLabel::new(EntityKind::Input, input);
    let stays = |evidence: &StoredEvidence| evidence.input.as_ref().is_none_or(|of| of.label_no != input);
    for elsewhere in w.evidence_elsewhere(discovery, input)? {
        rest_on(w, elsewhere, stays, (Some(of), MarkEvent::Deleted))?;
    }
    Ok(())
}

/// Gives a fact whose own words are about to go a version that rests on other words, and on those of its other places
/// that stay. One whose value they do not carry is to be looked at, for what happened to the entity that had the old
/// words, or to the fact itself.
pub(crate) fn rest_on(
    w: &mut Writer<'_>,
    elsewhere: EvidenceElsewhere,
    stays: impl Fn(&StoredEvidence) -> bool,
    (of, what): (Option<EntityLabel>, MarkEvent),
) -> Result<()> {
    let EvidenceElsewhere { fact, there } = elsewhere;
    let Some(old) = w.fact_at(fact)? else { return Ok(()) };
    let Some(stored) = &there.evidence else { return Ok(()) };
    let discovery = old.discovery;
    let bundle = w.bundle_text(stored.bundle)?;
    let source = EvidenceText::new(&bundle.text, &bundle.sections);
    let missing = missing_from(&source, &value_of(&there), &stored.found);
    let was: Vec<Missing> = content_of(&old).missing;
    let lacks_more = missing.iter().any(|lack| !was.contains(lack));
    let content = FactContent { missing, ..content_of(&there) };
    let version = w.newest_version(discovery, old.label_no)? + 1;
    let before = w.member(discovery, fact_label(old.label_no))?;
    w.set_fact_status(fact, Status::Superseded, false)?;
    let seq = w.insert_fact(&FactToInsert {
        discovery,
        label_no: old.label_no,
        version,
        content: &content,
        bundle: Some(stored.bundle),
        run: there.run,
        supersedes: Some(fact),
        conflicts_with: old.conflicts_with,
        hint: None,
        status: old.status,
        needs_review: old.needs_review,
        accepted_by: old.accepted_by,
    })?;
    w.take_place_of(seq, fact)?;
    for other in w.reaffirmations(fact, u32::MAX)?.into_iter().filter_map(|reaffirmation| reaffirmation.evidence) {
        if stays(&other) && (other.bundle, other.found.span) != (stored.bundle, stored.found.span) {
            w.copy_reaffirmation(fact, seq, other.bundle, other.found.span)?;
        }
    }
    let label = fact_label(old.label_no);
    if let Some(before) = before.filter(|before| before.mark.is_some()) {
        w.set_mark(discovery, label, before.mark, before.because.as_deref())?;
    }
    if lacks_more {
        let lost = old.evidence.as_ref().map(|evidence| evidence.found.quote.as_str());
        mark_one(w, discovery, label, &EntityEvent { of: of.unwrap_or(label), what, was: lost, is: None })?;
    }
    Ok(())
}

/// Returns the parts of a value that its quote does not say, and what is just beside the quote and changes what it
/// says.
pub(crate) fn missing_from(source: &EvidenceText<'_>, value: &Value, evidence: &Evidence) -> Vec<Missing> {
    let mut missing = match value {
        // A statement that is its own quote lacks nothing, and most statements are.
        Value::Note(note) if *note == evidence.quote => Vec::new(),
        // An answer is escaped where it stands, and says what was typed.
        _ if evidence.section == BundleSection::UserAnswers => {
            let answer = unescape(&evidence.quote);
            support::check_value(value, &answer, NumberFormat::detect(&answer))
        }
        _ => support::check_value(value, &evidence.quote, source.number_format()),
    };
    for beside in support::left_out(source, evidence) {
        if !missing.contains(&beside) {
            missing.push(beside);
        }
    }
    missing
}
