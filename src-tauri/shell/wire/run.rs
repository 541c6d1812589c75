//! Bundles and the runs that read them.

use factly_core::{evidence, ledger, text::CharIndex};
use factly_engine::{bundle, extraction, store::bundles, store::runs};
use serde::Serialize;
use specta::Type;
use uuid::Uuid;

use super::{count, mirror::wire_enum, source::SourceSpan};

#[derive(Clone, Copy, Debug, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunStats {
    pub ops_in: u32,
    pub facts_added: u32,
    pub facts_updated: u32,
    pub conflicts: u32,
    pub notes: u32,
    pub needs_review: u32,
    pub rejected: u32,
    pub unchanged: u32,
}

wire_enum! {
    RunStatus = runs::RunStatus { Queued, Running, Succeeded, Failed }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    pub id: String,
    pub status: RunStatus,
    pub model: String,
    pub stats: RunStats,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub error: Option<String>,
    pub forced: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleRow {
    pub id: String,
    pub sha256: String,
    pub input_label: Option<String>,
    pub input_title: Option<String>,
    /// What it is made of, where it is a turn and no piece of an Input.
    pub turn: Option<TurnSource>,
    pub part: u32,
    pub parts: u32,
    pub chars: u32,
    pub created_at: i64,
    pub run: Option<RunSummary>,
}

wire_enum! {
    TurnSource = bundles::TurnSource { StructuredQuestions, Chat, Mixed }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundlePage {
    pub bundles: Vec<BundleRow>,
    pub next: Option<String>,
    pub total: u32,
    /// Of all pages: those whose last run failed.
    pub failed: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleView {
    pub row: BundleRow,
    pub text: String,
    pub hash_ok: bool,
    pub sections: Vec<SectionView>,
    pub spans: Vec<SourceSpan>,
}

/// A section's content in the bundle's text, in UTF-16 units.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SectionView {
    pub section: String,
    pub start: u32,
    pub end: u32,
}

wire_enum! {
    Alignment = evidence::Alignment { Exact, Moved, Typeset }
}

wire_enum! {
    Outcome = extraction::Verdict { Accepted, Proposed, Conflict, Superseding, Note, Rejected, Unchanged, Malformed }
}

/// What became of one op of a parser's answer.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpOutcome {
    pub index: u32,
    pub op: String,
    pub key: String,
    pub value: String,
    pub quote: String,
    pub alignment: Option<Alignment>,
    pub outcome: Outcome,
    pub reason: String,
    pub fact_id: Option<String>,
    pub fact_label: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunView {
    pub summary: RunSummary,
    pub bundle_id: String,
    pub raw: String,
    pub repairs: Vec<String>,
    pub outcomes: Vec<OpOutcome>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunReport {
    pub run: RunSummary,
    /// The bundle had been parsed before, and this is that run.
    pub reused: bool,
    pub repairs: Vec<String>,
    pub faults: Vec<String>,
}

impl From<ledger::RunStats> for RunStats {
    fn from(stats: ledger::RunStats) -> Self {
        Self {
            ops_in: stats.ops_in,
            facts_added: stats.facts_added,
            facts_updated: stats.facts_updated,
            conflicts: stats.conflicts,
            notes: stats.notes,
            needs_review: stats.needs_review,
            rejected: stats.rejected,
            unchanged: stats.unchanged,
        }
    }
}

impl From<extraction::RunSummary> for RunSummary {
    fn from(run: extraction::RunSummary) -> Self {
        Self {
            id: run.id.to_string(),
            status: run.status.into(),
            model: run.model,
            stats: run.stats.into(),
            started_at: run.started_at,
            finished_at: run.finished_at,
            error: run.error,
            forced: run.forced,
        }
    }
}

impl From<bundle::BundleSummary> for BundleRow {
    fn from(bundle: bundle::BundleSummary) -> Self {
        let (input_label, input_title) = bundle.input.unzip();
        Self {
            id: bundle.id.to_string(),
            sha256: bundle.sha256,
            input_label,
            input_title,
            turn: bundle.turn.map(Into::into),
            part: bundle.part,
            parts: bundle.parts,
            chars: bundle.chars,
            created_at: bundle.created_at,
            run: bundle.run.map(Into::into),
        }
    }
}

impl From<bundle::BundlePage> for BundlePage {
    fn from(page: bundle::BundlePage) -> Self {
        let bundle::BundlePage { bundles, next, total, failed } = page;
        Self { bundles: bundles.into_iter().map(Into::into).collect(), next, total, failed }
    }
}

impl From<bundle::BundleView> for BundleView {
    fn from(view: bundle::BundleView) -> Self {
        let index = CharIndex::new(view.text.as_str());
        let sections = view.sections.iter().map(|found| SectionView {
            section: found.section.as_str().to_owned(),
            start: index.utf16_of(found.span.start),
            end: index.utf16_of(found.span.end),
        });
        Self {
            sections: sections.collect(),
            row: view.summary.into(),
            hash_ok: view.hash_ok,
            spans: view.spans.into_iter().map(Into::into).collect(),
            text: view.text,
        }
    }
}

impl From<extraction::OpOutcome> for OpOutcome {
    fn from(outcome: extraction::OpOutcome) -> Self {
        Self {
            index: count(outcome.index),
            op: outcome.op,
            key: outcome.key,
            value: outcome.value,
            quote: outcome.quote,
            alignment: outcome.alignment.map(Into::into),
            outcome: outcome.verdict.into(),
            reason: outcome.reason,
            fact_id: outcome.fact.as_ref().map(Uuid::to_string),
            fact_label: outcome.fact_label,
        }
    }
}

impl From<extraction::RunView> for RunView {
    fn from(view: extraction::RunView) -> Self {
        Self {
            bundle_id: view.summary.bundle.to_string(),
            summary: view.summary.into(),
            raw: view.raw,
            repairs: view.repairs,
            outcomes: view.outcomes.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<extraction::RunReport> for RunReport {
    fn from(report: extraction::RunReport) -> Self {
        Self { run: report.run.into(), reused: report.reused, repairs: report.repairs, faults: report.faults }
    }
}
