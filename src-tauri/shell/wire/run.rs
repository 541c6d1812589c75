//! Bundles and the runs that read them.

use factly_core::{evidence, facts, text::CharIndex};
use factly_engine::{extraction, inputs, store::bundles, store::runs};
use serde::Serialize;
use specta::Type;
use uuid::Uuid;

use super::message::UserMessage;
use super::source::SourceSpan;

wire_struct! {
    #[derive(Copy)]
    #[derive(Default)]
    RunStats = facts::RunStats {
        ops_in: u32,
        facts_added: u32,
        facts_updated: u32,
        conflicts: u32,
        notes: u32,
        needs_review: u32,
        rejected: u32,
        unchanged: u32,
    }
}

wire_enum! {
    RunStatus = runs::RunStatus { Queued, Running, Succeeded, Failed }
}

wire_struct! {
    RunSummary = extraction::ParseRunSummary {
        id: String,
        status: RunStatus,
        model: String,
        stats: RunStats,
        started_at: Option<i64>,
        finished_at: Option<i64>,
        error: Option<UserMessage>,
        forced: bool,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleRow {
    pub id: String,
    pub sha256: String,
    pub input_label: Option<String>,
    pub input_title: Option<String>,
    /// The source of a turn, where it is one and no piece of an Input.
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

wire_struct! {
    BundlePage = inputs::BundlePage {
        bundles: Vec<BundleRow>,
        next: Option<String>,
        total: u32,
        /// Of all pages: those whose last run failed.
        failed: u32,
    }
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
    Outcome = extraction::OpVerdict { Accepted, Proposed, Conflict, Superseding, Note, Rejected, Unchanged, Malformed }
}

wire_struct! {
    /// The outcome of one op of a parser's answer.
    OpOutcome = extraction::OpOutcome as outcome {
        index: u32,
        op: String,
        key: String,
        value: String,
        quote: String,
        alignment: Option<Alignment>,
        outcome: Outcome = outcome.verdict.into(),
        reason: UserMessage,
        fact_id: Option<String> = outcome.fact.as_ref().map(Uuid::to_string),
        fact_label: Option<String>,
    }
}

wire_struct! {
    RunView = extraction::ParseRunView as view {
        bundle_id: String = view.summary.bundle.to_string(),
        summary: RunSummary,
        raw: String,
        repairs: Vec<String>,
        outcomes: Vec<OpOutcome>,
    }
}

wire_struct! {
    RunReport = extraction::RunReport {
        run: RunSummary,
        /// The bundle had been parsed before, and this is that run.
        reused: bool,
        repairs: Vec<String>,
        faults: Vec<String>,
    }
}

impl From<inputs::BundleSummary> for BundleRow {
    fn from(bundle: inputs::BundleSummary) -> Self {
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
wire_from!(BundleRow = inputs::BundleSummary);

impl From<inputs::BundleView> for BundleView {
    fn from(view: inputs::BundleView) -> Self {
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
