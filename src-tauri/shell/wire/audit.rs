//! The outcome of every part of an Input, the ledger at a point in time, saved views, and evidence packs.

use factly_core::audit::coverage as classes;
use factly_core::extraction::offline;
use factly_core::knowledge::LineOutcome;
use factly_engine::{audit as domain, evidence_pack};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    facts::{FactFilter, FactRow, FactStatus},
    knowledge::BlockWords,
    message::UserMessage,
    run::RunStats,
};

wire_enum! {
    /// The outcome of a part of a text.
    CoverageClass = classes::CoverageClass { Facts, Unaligned, Rejected, Skipped, Nothing, Unread }
}

wire_enum! {
    /// The reason that the built-in parser skipped a part of a text.
    SkipReason = offline::SkipKind {
        Code,
        FrontMatter,
        Heading,
        Comment,
        Link,
        Speaker,
        TableHead,
        LongRow,
        Question,
        LeadIn,
        LongSentence,
        Interviewer,
        Mention,
    }
}

wire_enum! {
    Reading = domain::ReadState { Read, Waiting, Failed }
}

wire_struct! {
    Coverage = domain::Coverage as covered {
        input_id: String = covered.input.id.to_string(),
        label: String = covered.input.label,
        title: String = covered.input.title,
        totals: CoverageTotals,
        pieces: Vec<CoveredPiece>,
        /// Empty in a list of Inputs.
        stretches: Vec<CoveredStretch>,
    }
}

wire_struct! {
    #[derive(Copy)]
    CoverageTotals = domain::Totals as totals {
        /// Characters by what became of them.
        facts_chars: u32 = totals.chars_of(classes::CoverageClass::Facts),
        unaligned_chars: u32 = totals.chars_of(classes::CoverageClass::Unaligned),
        rejected_chars: u32 = totals.chars_of(classes::CoverageClass::Rejected),
        skipped_chars: u32 = totals.chars_of(classes::CoverageClass::Skipped),
        nothing_chars: u32 = totals.chars_of(classes::CoverageClass::Nothing),
        unread_chars: u32 = totals.chars_of(classes::CoverageClass::Unread),
        pieces: u32,
        read: u32,
        failed: u32,
        facts: u32,
        ops: u32,
        /// Proposals that did not align or could not be read, and facts that the analyst rejected.
        refused: u32,
        rejected: u32,
        unchanged: u32,
    }
}

wire_struct! {
    CoveredPiece = domain::CoveredPiece as piece {
        bundle_id: String = piece.bundle.to_string(),
        part: u32,
        parts: u32,
        reading: Reading,
        run_id: Option<String> = piece.run.map(|run| run.to_string()),
        model: Option<String>,
        error: Option<UserMessage>,
        stats: RunStats,
        refused: Vec<RefusedOp>,
    }
}

wire_struct! {
    RefusedOp = domain::RefusedOp as op {
        key: String,
        quote: String,
        reason: UserMessage,
        fact: Option<CoveredFact>,
        /// A stretch shows words near to it.
        placed: bool = op.is_placed,
    }
}

wire_struct! {
    CoveredFact = domain::QuotedLabel {
        id: String,
        label: String,
    }
}

wire_struct! {
    /// A part of an Input's text, in UTF-16 units of it.
    CoveredStretch = domain::CoveredStretch as stretch {
        class: CoverageClass,
        start: u32 = stretch.utf16.start,
        end: u32 = stretch.utf16.end,
        block: u32,
        piece: u32,
        excerpt: String,
        facts: Vec<CoveredFact>,
        /// Only of what was skipped.
        why: Option<SkipReason>,
    }
}

/// A point to look back to: one of the two is given.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PointInTime {
    /// Just after a step; 0 is the beginning.
    Step(i64),
    /// Milliseconds since 1970.
    Time(i64),
}

impl From<PointInTime> for domain::Point {
    fn from(point: PointInTime) -> Self {
        match point {
            PointInTime::Step(step) => Self::Step(step),
            PointInTime::Time(time) => Self::Time(time),
        }
    }
}

wire_enum! {
    Which = domain::PastFilter { All, Changed }
}

wire_struct! {
    /// The step that a point comes to.
    Moment = domain::Moment {
        /// 0 is before the first.
        step: i64,
        name: Option<UserMessage>,
        at: Option<i64>,
        /// Steps done since.
        since: u32,
    }
}

wire_struct! {
    /// The changes of facts since.
    #[derive(Copy)]
    Since = domain::FactChanges {
        added: u32,
        removed: u32,
        accepted: u32,
        rejected: u32,
        superseded: u32,
        conflict: u32,
        proposed: u32,
        reviewed: u32,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactThen {
    /// As it stood.
    pub fact: FactRow,
    /// Its status now; none: it is gone.
    pub now: Option<FactStatus>,
    pub changed: bool,
}

wire_struct! {
    LedgerThen = domain::LedgerThen {
        moment: Moment,
        since: Since,
        facts: Vec<FactThen>,
        next: Option<String>,
        /// Not known where words are looked for.
        total: Option<u32>,
    }
}

wire_struct! {
    /// The blocks of a scope as they stood.
    BlocksThen = domain::BlocksThen {
        moment: Moment,
        blocks: Vec<BlockThen>,
    }
}

wire_struct! {
    BlockThen = domain::BlockThen as block {
        key: String = block.key.as_str().to_owned(),
        title: String = block.key.title().to_owned(),
        lines: Vec<LineThen>,
        /// Lines that are there now, and nothing in their place then.
        came: Vec<BlockWords>,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LineThen {
    pub words: BlockWords,
    /// It stands in the block now as well.
    pub is_current: bool,
    /// The block's words in its place now, where they differ.
    pub now: Option<BlockWords>,
}

wire_struct! {
    /// A filter of the ledger under a name.
    SavedView = domain::SavedView {
        id: String,
        name: String,
        filter: FactFilter,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PackMade {
    pub path: String,
    pub bytes: i64,
    pub bundles: u32,
    pub facts: u32,
    pub quotes: u32,
    pub seal: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PackCheck {
    pub path: String,
    pub title: String,
    pub seal: Option<String>,
    pub bundles: u32,
    pub facts: u32,
    pub quotes: u32,
    /// The first of them.
    pub problems: Vec<PackProblem>,
    pub problems_total: u32,
}

wire_struct! {
    PackProblem = evidence_pack::PackProblem {
        /// The entry of the zip; none: the zip itself.
        entry: Option<String>,
        fact: Option<String>,
        message: UserMessage,
    }
}

impl From<domain::FactThen> for FactThen {
    fn from(then: domain::FactThen) -> Self {
        let changed = then.has_changed();
        Self { now: then.now.map(|(status, _)| status.into()), fact: then.fact.into(), changed }
    }
}
wire_from!(FactThen = domain::FactThen);

impl From<domain::LineThen> for LineThen {
    fn from(domain::LineThen { line, now }: domain::LineThen) -> Self {
        let (is_current, now) = match now {
            LineOutcome::Unchanged => (true, None),
            LineOutcome::Changed(now) => (false, Some(now.into())),
            LineOutcome::Removed => (false, None),
        };
        Self { words: line.into(), is_current, now }
    }
}
wire_from!(LineThen = domain::LineThen);

impl PackMade {
    pub fn new(path: String, made: evidence_pack::PackSummary) -> Self {
        Self {
            path,
            bytes: i64::try_from(made.bytes).unwrap_or(i64::MAX),
            bundles: count(made.bundles),
            facts: count(made.facts),
            quotes: count(made.quotes),
            seal: made.seal,
        }
    }
}

impl PackCheck {
    pub fn new(path: String, report: evidence_pack::PackReport) -> Self {
        Self {
            path,
            title: report.title,
            seal: report.seal,
            bundles: count(report.bundles),
            facts: count(report.facts),
            quotes: count(report.quotes),
            problems: report.problems.into_iter().map(Into::into).collect(),
            problems_total: count(report.problems_total),
        }
    }
}
