//! What became of every part of an Input, the ledger as it stood, saved views, and evidence packs.

use factly_core::audit::coverage as classes;
use factly_core::extraction::offline;
use factly_core::knowledge::Fate;
use factly_engine::{audit as domain, pack};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    fact::{FactFilter, FactRow, FactStatus},
    knowledge::BlockWords,
    mirror::wire_enum,
    run::RunStats,
};

wire_enum! {
    /// What became of a part of a text.
    CoverageClass = classes::Class { Facts, Unaligned, Rejected, Skipped, Nothing, Unread }
}

wire_enum! {
    /// Why the parser that is built in passed over a part of a text.
    SkipReason = offline::Skip {
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
    }
}

wire_enum! {
    Reading = domain::Reading { Read, Waiting, Failed }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    pub input_id: String,
    pub label: String,
    pub title: String,
    pub totals: CoverageTotals,
    pub pieces: Vec<CoveredPiece>,
    /// Empty in a list of Inputs.
    pub stretches: Vec<CoveredStretch>,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CoverageTotals {
    /// Characters by what became of them.
    pub facts_chars: u32,
    pub unaligned_chars: u32,
    pub rejected_chars: u32,
    pub skipped_chars: u32,
    pub nothing_chars: u32,
    pub unread_chars: u32,
    pub pieces: u32,
    pub read: u32,
    pub failed: u32,
    pub facts: u32,
    pub ops: u32,
    /// Proposals that did not align or could not be read, and facts that the analyst rejected.
    pub refused: u32,
    pub rejected: u32,
    pub unchanged: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CoveredPiece {
    pub bundle_id: String,
    pub part: u32,
    pub parts: u32,
    pub reading: Reading,
    pub run_id: Option<String>,
    pub model: Option<String>,
    pub error: Option<String>,
    pub stats: RunStats,
    pub refused: Vec<RefusedOp>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RefusedOp {
    pub key: String,
    pub quote: String,
    pub reason: String,
    pub fact: Option<CoveredFact>,
    /// A stretch shows words near to it.
    pub placed: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CoveredFact {
    pub id: String,
    pub label: String,
}

/// A part of an Input's text, in UTF-16 units of it.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CoveredStretch {
    pub class: CoverageClass,
    pub start: u32,
    pub end: u32,
    pub block: u32,
    pub piece: u32,
    pub excerpt: String,
    pub facts: Vec<CoveredFact>,
    /// Only of what was skipped.
    pub why: Option<SkipReason>,
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
    Which = domain::Which { All, Changed }
}

/// The step that a point comes to.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// 0 is before the first.
    pub step: i64,
    pub name: Option<String>,
    pub at: Option<i64>,
    /// Steps done since.
    pub since: u32,
}

/// What became of facts since.
#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Since {
    pub added: u32,
    pub gone: u32,
    pub accepted: u32,
    pub rejected: u32,
    pub superseded: u32,
    pub conflict: u32,
    pub proposed: u32,
    pub reviewed: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactThen {
    /// As it stood.
    pub fact: FactRow,
    /// Where it stands now; none: it is gone.
    pub now: Option<FactStatus>,
    pub changed: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LedgerThen {
    pub moment: Moment,
    pub since: Since,
    pub facts: Vec<FactThen>,
    pub next: Option<String>,
    /// Not known where words are looked for.
    pub total: Option<u32>,
}

/// The blocks of a scope as they stood.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlocksThen {
    pub moment: Moment,
    pub blocks: Vec<BlockThen>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockThen {
    pub key: String,
    pub title: String,
    pub lines: Vec<LineThen>,
    /// Lines that are there now, and nothing in their place then.
    pub came: Vec<BlockWords>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LineThen {
    pub words: BlockWords,
    /// It stands in the block now as well.
    pub stands: bool,
    /// What is in its place now, where that is something else.
    pub now: Option<BlockWords>,
}

/// A filter of the ledger under a name.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    pub id: String,
    pub name: String,
    pub filter: FactFilter,
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

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PackProblem {
    /// The entry of the zip; none: the zip itself.
    pub entry: Option<String>,
    pub fact: Option<String>,
    pub message: String,
}

impl From<domain::Coverage> for Coverage {
    fn from(covered: domain::Coverage) -> Self {
        Self {
            input_id: covered.input.id.to_string(),
            label: covered.input.label,
            title: covered.input.title,
            totals: covered.totals.into(),
            pieces: covered.pieces.into_iter().map(Into::into).collect(),
            stretches: covered.stretches.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::Totals> for CoverageTotals {
    fn from(totals: domain::Totals) -> Self {
        let domain::Totals { pieces, read, failed, facts, ops, refused, unchanged, rejected, .. } = totals;
        Self {
            facts_chars: totals.of(classes::Class::Facts),
            unaligned_chars: totals.of(classes::Class::Unaligned),
            rejected_chars: totals.of(classes::Class::Rejected),
            skipped_chars: totals.of(classes::Class::Skipped),
            nothing_chars: totals.of(classes::Class::Nothing),
            unread_chars: totals.of(classes::Class::Unread),
            pieces,
            read,
            failed,
            facts,
            ops,
            refused,
            rejected,
            unchanged,
        }
    }
}

impl From<domain::CoveredPiece> for CoveredPiece {
    fn from(piece: domain::CoveredPiece) -> Self {
        Self {
            bundle_id: piece.bundle.to_string(),
            part: piece.part,
            parts: piece.parts,
            reading: piece.reading.into(),
            run_id: piece.run.map(|run| run.to_string()),
            model: piece.model,
            error: piece.error,
            stats: piece.stats.into(),
            refused: piece.refused.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::RefusedOp> for RefusedOp {
    fn from(op: domain::RefusedOp) -> Self {
        let fact = op.fact.map(Into::into);
        Self { key: op.key, quote: op.quote, reason: op.reason, fact, placed: op.is_placed }
    }
}

impl From<domain::QuotedLabel> for CoveredFact {
    fn from(fact: domain::QuotedLabel) -> Self {
        Self { id: fact.id.to_string(), label: fact.label }
    }
}

impl From<domain::CoveredStretch> for CoveredStretch {
    fn from(stretch: domain::CoveredStretch) -> Self {
        Self {
            class: stretch.class.into(),
            start: stretch.utf16.start,
            end: stretch.utf16.end,
            block: stretch.block,
            piece: stretch.piece,
            excerpt: stretch.excerpt,
            facts: stretch.facts.into_iter().map(Into::into).collect(),
            why: stretch.why.map(Into::into),
        }
    }
}

impl From<domain::Moment> for Moment {
    fn from(domain::Moment { step, name, at, since }: domain::Moment) -> Self {
        Self { step, name, at, since }
    }
}

impl From<domain::Since> for Since {
    fn from(since: domain::Since) -> Self {
        let domain::Since { added, gone, accepted, rejected, superseded, conflict, proposed, reviewed } = since;
        Self { added, gone, accepted, rejected, superseded, conflict, proposed, reviewed }
    }
}

impl From<domain::FactThen> for FactThen {
    fn from(then: domain::FactThen) -> Self {
        let changed = then.has_changed();
        Self { now: then.now.map(|(status, _)| status.into()), fact: then.fact.into(), changed }
    }
}

impl From<domain::LedgerThen> for LedgerThen {
    fn from(then: domain::LedgerThen) -> Self {
        let domain::LedgerThen { moment, since, facts, next, total } = then;
        let facts = facts.into_iter().map(Into::into).collect();
        Self { moment: moment.into(), since: since.into(), facts, next, total }
    }
}

impl From<domain::BlocksThen> for BlocksThen {
    fn from(then: domain::BlocksThen) -> Self {
        Self { moment: then.moment.into(), blocks: then.blocks.into_iter().map(Into::into).collect() }
    }
}

impl From<domain::BlockThen> for BlockThen {
    fn from(block: domain::BlockThen) -> Self {
        let domain::BlockThen { key, lines, came, .. } = block;
        Self {
            key: key.as_str().to_owned(),
            title: key.title().to_owned(),
            lines: lines.into_iter().map(Into::into).collect(),
            came: came.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::LineThen> for LineThen {
    fn from(domain::LineThen { line, now }: domain::LineThen) -> Self {
        let (stands, now) = match now {
            Fate::Stands => (true, None),
            Fate::Changed(now) => (false, Some(now.into())),
            Fate::Gone => (false, None),
        };
        Self { words: line.into(), stands, now }
    }
}

impl From<domain::SavedView> for SavedView {
    fn from(view: domain::SavedView) -> Self {
        Self { id: view.id.to_string(), name: view.name, filter: view.filter.into() }
    }
}

impl PackMade {
    pub fn of(path: String, made: pack::Packed) -> Self {
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
    pub fn of(path: String, report: pack::PackReport) -> Self {
        let problem = |problem: pack::PackProblem| PackProblem {
            entry: problem.entry,
            fact: problem.fact,
            message: problem.message,
        };
        Self {
            path,
            title: report.title,
            seal: report.seal,
            bundles: count(report.bundles),
            facts: count(report.facts),
            quotes: count(report.quotes),
            problems: report.problems.into_iter().map(problem).collect(),
            problems_total: count(report.problems_total),
        }
    }
}
