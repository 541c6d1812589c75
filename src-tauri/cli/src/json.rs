//! The names on the wire of `--json`. They stay: scripts read them.

use factly_core::chat::card::{CardContent, EntityDeletion, NamedEntity};
use factly_core::discovery::{EntityLabel, OutputType};
use factly_core::extraction::salience::Salience;
use factly_core::facts::{AcceptedBy, Scope, Status};
use factly_core::keys::KeyDef;
use factly_core::language::Language;
use factly_core::message::UserMessage;
use factly_core::propositions::{Proposition, Qualifier};
use factly_core::reports::{OutlineLine, Report, Section};
use factly_engine::chat::cards::CardView;
use factly_engine::discovery::{
    DerivedSuggestion, Discovery, Entity, EntityDetail, EntityVersion, LinkEnd, TraceNode, TraceQuote,
};
use factly_engine::duplicates::Duplicate;
use factly_engine::duplicates::LikeInput;
use factly_engine::evidence::VerifyReport;
use factly_engine::extraction::{OpOutcome, ParseRunSummary};
use factly_engine::facts::{Fact, FactDetail, FactEvidence};
use factly_engine::inputs::{BundleSummary, InputSummary};
use factly_engine::items::Item;
use factly_engine::originals::{Document, PlaceLabel, PlacedPart, place_words};
use factly_engine::reports::{NumberedHunk, ReviewSuggestion};
use factly_engine::store::UndoState;
use factly_engine::undo::{UndoResult, UndoStep};
use serde_json::{Value, json};

use crate::out::error_json;

pub(crate) fn discovery(found: &Discovery) -> Value {
    json!({
        "id": found.id,
        "title": found.title,
        "goal": found.goal,
        "stage": found.stage.as_str(),
        "packs": found.packs,
        "kind": found.kind,
        "archived": found.archived,
        "created_at": found.created_at,
        "updated_at": found.updated_at,
        "input_count": found.inputs,
        "fact_count": found.facts,
        "waiting_count": found.waiting,
    })
}

pub(crate) fn input(found: &InputSummary, bundles: &[BundleSummary]) -> Value {
    json!({
        "label": found.label,
        "id": found.id,
        "title": found.title,
        "origin": found.origin.as_str(),
        "file_name": found.file_name,
        "format": found.format,
        "pages": found.pages,
        "kind": found.kind.as_str(),
        "chars": found.chars,
        "added_at": found.added_at,
        "parsed": found.parsed,
        "failed": found.failed,
        "fact_count": found.facts,
        "bundles": bundles.iter().map(bundle).collect::<Vec<_>>(),
        "runs": bundles.iter().filter_map(|bundle| bundle.run.as_ref()).map(run).collect::<Vec<_>>(),
    })
}

pub(crate) fn bundle(found: &BundleSummary) -> Value {
    json!({
        "id": found.id,
        "sha256": found.sha256,
        "input": found.input.as_ref().map(|(label, _)| label),
        "part": found.part,
        "parts": found.parts,
        "chars": found.chars,
        "created_at": found.created_at,
    })
}

pub(crate) fn run(found: &ParseRunSummary) -> Value {
    json!({
        "id": found.id,
        "bundle_id": found.bundle,
        "status": found.status.as_str(),
        "model": found.model,
        "forced": found.forced,
        "stats": found.stats,
        "started_at": found.started_at,
        "finished_at": found.finished_at,
        "error": found.error.as_ref().map(UserMessage::to_string),
    })
}

pub(crate) fn outcome(found: &OpOutcome) -> Value {
    json!({
        "index": found.index,
        "op": found.op,
        "key": found.key,
        "value": found.value,
        "quote": found.quote,
        "alignment": found.alignment,
        "outcome": found.verdict.as_str(),
        "reason": found.reason.to_string(),
        "fact_id": found.fact,
        "fact_label": found.fact_label,
    })
}

pub(crate) fn fact(found: &Fact) -> Value {
    // A statement whose words say one value has that, in the form of a typed one.
    let stated = found.said_value().unwrap_or(&found.value);
    json!({
        "label": found.label,
        "id": found.id,
        "version": found.version,
        "key": found.key,
        "value_type": stated.value_type().as_str(),
        "value": stated.to_json(),
        "reading": stated.reading(),
        "text": found.text,
        "status": found.status.as_str(),
        "needs_review": found.needs_review,
        "accepted_by": found.accepted_by.map(AcceptedBy::as_str),
        "confidence": found.confidence,
        "source_kind": found.source_kind.as_str(),
        "scope": scope(&found.scope),
        "evidence": found.evidence.as_ref().map(|from| evidence(from, &found.salience)),
        "missing": found.missing,
        "reason": found.reason.to_string(),
        "created_at": found.created_at,
        "condition": found.condition,
        "worth": f64::from(found.worth) / 100.0,
        "question": found.salience.question,
        "propositions": found.propositions.iter().filter(|one| one.value.is_some() || one.negated).map(proposition).collect::<Vec<_>>(),
    })
}

/// Builds the JSON of the proposition that a fact states.
fn proposition(found: &Proposition) -> Value {
    let value = found.value.as_ref().map(|amount| &amount.value);
    let qualifier = |one: &Qualifier| json!({ "kind": one.kind.as_str(), "words": one.stems });
    json!({
        "subject": found.subject.text,
        "property": found.property.text,
        "value_type": value.map(|value| value.value_type().as_str()),
        "value": value.map(factly_core::values::Value::to_json),
        "reading": found.reading(),
        "qualifiers": found.qualifiers.iter().map(qualifier).collect::<Vec<_>>(),
        "per": found.per,
        "negated": found.negated,
        "modality": found.modality.as_str(),
        "speaker": found.speaker,
    })
}

fn scope(scope: &Scope) -> Value {
    json!({ "type": scope.type_str(), "item_id": scope.item_id() })
}

/// Builds the JSON of speaker and heading, by its location, or as it was read.
fn evidence(found: &FactEvidence, read: &Salience) -> Value {
    let location = found.location.as_ref();
    json!({
        "bundle_id": found.bundle,
        "quote": found.quote,
        "start_char": found.start_char,
        "end_char": found.end_char,
        "source_section": found.section.as_str(),
        "input": found.input.as_ref().map(|input| &input.label),
        "place": found.location.as_ref().and_then(PlaceLabel::words),
        "heading": location.and_then(|place| place.heading.as_deref()).or(read.heading.as_deref()),
        "speaker": location.and_then(|place| place.speaker.as_deref()).or(read.speaker.as_deref()),
    })
}

/// Returns the fields of an Input's document, to go beside those of the Input.
pub(crate) fn document(found: &Document, places: &[PlacedPart]) -> [(&'static str, Value); 6] {
    [
        ("size", json!(found.size)),
        ("original_sha256", json!(found.sha256)),
        ("reference", json!(found.cited_as)),
        ("metadata", json!({ "title": found.title, "authors": found.authors, "date": found.date })),
        ("notes", json!(found.notes)),
        ("places", places.iter().map(placed).collect()),
    ]
}

fn placed(found: &PlacedPart) -> Value {
    let mut value = json!(found.place);
    if let Value::Object(fields) = &mut value {
        fields.insert("place".to_owned(), json!(place_words(&found.place, Language::English)));
        fields.insert("start_char".to_owned(), json!(found.chars.start));
        fields.insert("end_char".to_owned(), json!(found.chars.end));
    }
    value
}

pub(crate) fn fact_detail(found: &FactDetail) -> Value {
    let mut value = fact(&found.fact);
    let context = found.context.as_ref().map(|context| json!({ "before": context.before, "after": context.after }));
    let more = [
        ("salience", json!({ "score": found.fact.salience.score, "reasons": found.fact.salience.reasons })),
        ("context", json!(context)),
        ("hint", json!(found.hint)),
        ("statement", json!(found.statement)),
        ("conditions", json!(found.conditions)),
        ("others", found.others.iter().map(|other| fact(&other.fact)).collect()),
        ("rival", json!(found.rival.as_ref().map(|rival| fact(&rival.fact)))),
        ("versions", found.versions.iter().map(fact).collect()),
        ("reaffirmed", json!(found.reaffirmed)),
        ("run_id", json!(found.run)),
    ];
    if let Value::Object(fields) = &mut value {
        fields.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    value
}

pub(crate) fn entity(found: &Entity) -> Value {
    json!({
        "label": found.label.to_string(),
        "id": found.id,
        "type": found.label.kind.as_str(),
        "text": found.text,
        "status": found.status.as_str(),
        "state": found.state.as_str(),
        "version": found.version,
        "archived": found.archived,
        "because": found.because,
        "output_type": found.output_type.map(OutputType::as_str),
        "fact_status": found.fact_status.map(Status::as_str),
        "created_at": found.created_at,
        "links": { "up": labels(&found.up), "down": labels(&found.down) },
        "up": labels(&found.up),
        "down": labels(&found.down),
    })
}

pub(crate) fn entity_detail(found: &EntityDetail) -> Value {
    let end = |end: &LinkEnd| {
        let (label, status) = (end.label.to_string(), end.status.as_str());
        json!({ "label": label, "text": end.text, "status": status, "evidence": end.evidence })
    };
    let version = |version: &EntityVersion| {
        json!({
            "version": version.version,
            "text": version.text,
            "made_at": version.made_at,
            "restores": version.restores,
        })
    };
    let more = json!({
        "full_text": found.text,
        "ends": {
            "up": found.up.iter().map(end).collect::<Vec<_>>(),
            "down": found.down.iter().map(end).collect::<Vec<_>>(),
        },
        "versions": found.versions.iter().map(version).collect::<Vec<_>>(),
    });
    with(entity(&found.entity), more)
}

/// One value with the fields of another added.
pub(crate) fn with(mut value: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut value, more) {
        fields.extend(more);
    }
    value
}

pub(crate) fn labels(labels: &[EntityLabel]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}

/// An Input that a text is like: as any duplicate, and in what they differ.
pub(crate) fn like_input(found: &LikeInput) -> Value {
    with(duplicate(&found.clone().into()), json!({ "only_here": found.only_here, "only_there": found.only_there }))
}

pub(crate) fn duplicate(found: &Duplicate) -> Value {
    json!({ "label": found.label.to_string(), "text": found.text, "score": found.score, "reason": found.reason.to_string() })
}

pub(crate) fn duplicates(found: &[Duplicate]) -> Value {
    json!({ "duplicates": found.iter().map(duplicate).collect::<Vec<_>>() })
}

pub(crate) fn suggestion(found: &DerivedSuggestion) -> Value {
    json!({
        "id": found.id,
        "type": found.kind.as_str(),
        "text": found.text,
        "output_type": found.output_type.map(OutputType::as_str),
        "links": labels(&found.links),
        "model": found.model,
        "duplicates": found.duplicates.iter().map(duplicate).collect::<Vec<_>>(),
    })
}

pub(crate) fn card(found: &CardView) -> Value {
    json!({
        "id": found.id,
        "message_id": found.message,
        "tool": found.tool.as_str(),
        "params": found.params,
        "status": found.status.as_str(),
        "fingerprint": found.fingerprint,
        "stale": found.stale.as_ref().map(UserMessage::to_string),
        "shown": shown(&found.shown),
        "error": found.error.as_ref().map(error_json),
        "became": found.became.map(|label| label.to_string()),
    })
}

fn shown(found: &CardContent) -> Value {
    let named = |named: &NamedEntity| json!({ "label": named.label.to_string(), "text": named.text });
    let all = |all: &[NamedEntity]| all.iter().map(named).collect::<Vec<_>>();
    match found {
        CardContent::Add(found) => json!({
            "type": "add",
            "kind": found.kind.as_str(),
            "text": found.text,
            "links": all(&found.links),
            "output_type": found.output_type.map(OutputType::as_str),
        }),
        CardContent::Delete(found) => json!({
            "type": "delete",
            "entities": found.entities.iter().map(doomed).collect::<Vec<_>>(),
            "downstream": all(&found.downstream),
            "downstream_total": found.downstream_total,
        }),
        CardContent::Edit(found) => json!({
            "type": "edit",
            "label": found.label.to_string(),
            "kind": found.label.kind.as_str(),
            "before": found.before,
            "after": found.after,
            "version": found.version,
        }),
    }
}

fn doomed(found: &EntityDeletion) -> Value {
    json!({
        "label": found.label.to_string(),
        "kind": found.label.kind.as_str(),
        "text": found.text,
        "status": found.status.as_str(),
        "version": found.version,
    })
}

pub(crate) fn trace_node(found: &TraceNode) -> Value {
    let quote = |quote: &TraceQuote| {
        let (input, title) = quote.input.as_ref().map(|(label, title)| (label.to_string(), title)).unzip();
        json!({
            "text": quote.text,
            "before": quote.before,
            "after": quote.after,
            "section": quote.section.as_str(),
            "fact_id": quote.fact,
            "bundle_id": quote.bundle,
            "start_char": quote.start_char,
            "input": input,
            "input_title": title,
        })
    };
    json!({
        "label": found.label.to_string(),
        "type": found.label.kind.as_str(),
        "text": found.text,
        "status": found.status.as_str(),
        "quote": found.quote.as_ref().map(quote),
        "again": found.again.iter().map(quote).collect::<Vec<_>>(),
        "repeated": found.repeated,
        "children": found.children.iter().map(trace_node).collect::<Vec<_>>(),
    })
}

pub(crate) fn step(found: &UndoStep) -> Value {
    json!({ "seq": found.seq, "name": found.name.to_string(), "at": found.at, "done": found.done })
}

pub(crate) fn key(found: &KeyDef) -> Value {
    json!({
        "path": found.path,
        "label": found.label,
        "value_type": found.value_type.as_str(),
        "unit": found.unit,
        "currency": found.currency,
        "values": found.values.iter().map(|choice| &choice.name).collect::<Vec<_>>(),
        "block": found.block,
        "high_risk": found.high_risk,
    })
}

pub(crate) fn verify(report: &VerifyReport) -> Value {
    let problem = |found: &factly_engine::evidence::Problem| json!({ "what": found.what, "id": found.id, "message": found.message });
    json!({
        "ok": report.problems.is_empty(),
        "bundles": report.bundles,
        "facts": report.facts,
        "problems": report.problems.iter().map(problem).collect::<Vec<_>>(),
    })
}

/// Builds the JSON of the next undo and redo steps, by name.
pub(crate) fn undo_state(state: &UndoState) -> Value {
    let name = |step: &Option<UserMessage>| step.as_ref().map(UserMessage::to_string);
    json!({ "undo": name(&state.undo), "redo": name(&state.redo) })
}

pub(crate) fn undo_result(UndoResult { done, kept_drafts, state, .. }: &UndoResult) -> Value {
    let mut value = undo_state(state);
    value["done"] = json!(done.as_ref().map(UserMessage::to_string));
    value["kept_drafts"] = json!(kept_drafts);
    value
}

pub(crate) fn item(found: &Item) -> Value {
    json!({
        "id": found.id,
        "item": found.reference(),
        "name": found.name,
        "aliases": found.aliases,
        "description": found.description,
        "archived": found.archived,
    })
}

pub(crate) fn sections(report: &Report) -> Value {
    let numbers = report.outline();
    report.sections.iter().map(|one| section(one, &numbers)).collect()
}

fn section(found: &Section, numbers: &[OutlineLine<'_>]) -> Value {
    let number = numbers.iter().find(|line| line.section.id == found.id).map(|line| line.number.as_str());
    json!({
        "id": found.id,
        "number": number,
        "title": found.title,
        "bodyMd": found.body_md,
        "appendix": found.appendix,
        "children": found.children.iter().map(|child| section(child, numbers)).collect::<Vec<_>>(),
    })
}

pub(crate) fn report_suggestion(found: &ReviewSuggestion) -> Value {
    let hunk = |one: &NumberedHunk| json!({ "number": one.number, "before": one.hunk.before, "after": one.hunk.after });
    json!({
        "id": found.id,
        "kind": found.kind,
        "section": found.section,
        "number": found.number,
        "title": found.title,
        "author": found.author,
        "turn": found.turn,
        "state": found.standing.as_str(),
        "before": found.before,
        "after": found.after,
        "hunks": found.hunks.iter().map(hunk).collect::<Vec<_>>(),
    })
}
