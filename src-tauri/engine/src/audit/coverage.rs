//! Coverage: for each Input what was read, what gave facts, what did not align, what was rejected, what was passed over,
//! and what was never read.
//!
//! Computed from the runs, the quotes and the text at each call, so that it cannot be out of date. Only the parser that
//! is built in passes over anything: a model is given all of a piece.

use crate::prepared::PreparedCache;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use factly_core::audit::coverage::{self, CoverageClass, CoveragePiece, CoverageStretch};
use factly_core::extraction::offline::SkipKind;
use factly_core::extraction::salience::unproposed;
use factly_core::facts::{RunStats, Status};
use factly_core::message::UserMessage;
use factly_core::text::{CharIndex, Span, Utf16Span};
use uuid::Uuid;

use crate::audit::Audit;
use crate::context::Cache;
use crate::error::Result;
use crate::extraction::{OFFLINE, refused_of};
use crate::facts::InputReference;
use crate::lookup::discovery_row;
use crate::lookup::input_row;
use crate::originals::PlaceMap;
use crate::prepared::PreparedText;
use crate::store::bundles::BundleRow;
use crate::store::inputs::InputRow;
use crate::store::runs::{RunRow, RunStatus};
use crate::store::{BundleSeq, Reader};
use crate::task::{Cancelled, Progress, ProgressThrottle, TaskStep};

/// Length of the excerpt of a stretch, in characters.
const EXCERPT_CHARS: usize = 120;

#[derive(Clone, Debug)]
pub struct Coverage {
    pub input: InputReference,
    pub totals: Totals,
    pub pieces: Vec<CoveredPiece>,
    /// In the order of the text.
    pub stretches: Vec<CoveredStretch>,
}

/// Of an Input. What has no letter and no digit is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Code points by class, in the order of [`CoverageClass::ALL`].
    pub chars: [u32; CoverageClass::ALL.len()],
    pub pieces: u32,
    pub read: u32,
    pub failed: u32,
    /// Facts that stand on its words, each once.
    pub facts: u32,
    /// Proposals of its runs, those of them that were refused, since they did not align or could not be read, and those
    /// that the ledger held already.
    pub ops: u32,
    pub refused: u32,
    pub unchanged: u32,
    /// Facts of its words that the analyst rejected, each once.
    pub rejected: u32,
}

impl Totals {
    pub const fn chars_of(&self, class: CoverageClass) -> u32 {
        self.chars[class as usize]
    }
}

/// The extent to which a piece is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadState {
    Read,
    /// Its run waits or is under way, or was undone.
    Waiting,
    Failed,
}

#[derive(Clone, Debug)]
pub struct CoveredPiece {
    pub bundle: Uuid,
    pub part: u32,
    pub parts: u32,
    pub reading: ReadState,
    /// The run that read it; else the last that tried.
    pub run: Option<Uuid>,
    pub model: Option<String>,
    pub error: Option<UserMessage>,
    pub stats: RunStats,
    pub refused: Vec<RefusedOp>,
}

/// An op that gave no fact with evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedOp {
    pub key: String,
    pub quote: String,
    pub reason: UserMessage,
    /// The note that it became.
    pub fact: Option<QuotedLabel>,
    /// True if words near to it were found, so that a stretch shows where.
    pub is_placed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedLabel {
    pub id: Uuid,
    pub label: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredStretch {
    pub class: CoverageClass,
    /// In code points of the Input, and in UTF-16 units.
    pub span: Span,
    pub utf16: Utf16Span,
    /// The block of the Input that it begins in.
    pub block: u32,
    /// Number of the piece that it is of.
    pub piece: u32,
    pub excerpt: String,
    pub facts: Vec<QuotedLabel>,
    /// The reason it was skipped.
    pub why: Option<SkipKind>,
}

impl Audit<'_> {
    /// Every Input that is not put aside, in the order of the labels, without the stretches. `progress` sees the Inputs go by.
    pub fn coverage(&self, discovery: Uuid, progress: &dyn Progress) -> Result<Vec<Coverage>> {
        let throttle = ProgressThrottle::new(progress);
        self.ctx.read(|r| {
            let inputs = r.inputs(discovery_row(r, discovery)?.seq)?;
            let total = inputs.len();
            let bare = |(done, row): (usize, InputRow)| {
                let look = || throttle.at(|| TaskStep { title: row.title.clone(), done, total, facts: 0 });
                look()?;
                // Not from the cache of prepared texts, which is for what is on the screen.
                let covered = self.covered(r, &row, &PreparedText::read(r, row.seq)?, look)?;
                Ok(Coverage { stretches: Vec::new(), ..covered })
            };
            inputs.into_iter().enumerate().map(bare).collect()
        })
    }

    pub fn coverage_of_input(&self, input: Uuid) -> Result<Coverage> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            self.covered(r, &row, &text, || Ok(()))
        })
    }

    /// `look` is called before each piece, and calls the work off.
    fn covered(
        &self,
        r: &Reader,
        row: &InputRow,
        text: &PreparedText,
        look: impl Fn() -> std::result::Result<(), Cancelled>,
    ) -> Result<Coverage> {
        let mut owners = Owners::default();
        let mut totals = Totals::default();
        let (mut live, mut rejected) = (HashSet::new(), HashSet::new());
        let (mut pieces, mut covered_pieces) = (Vec::new(), Vec::new());
        let places = PlaceMap::read(r, row.seq)?;
        let cache = self.ctx.cache::<SkippedCache>();
        for bundle in r.bundles_of_input(row.seq)? {
            let Some(prepared) = text.piece(bundle.seq) else { continue };
            look()?;
            let (run, reading) = run_of(r, &bundle)?;
            let mut piece = CoveragePiece {
                span: prepared.span_in_input(),
                is_read: reading == ReadState::Read,
                ..CoveragePiece::default()
            };
            for fact in r.quotes_in_bundle(bundle.seq)? {
                let span = Span::new(prepared.to_input(fact.span.start), prepared.to_input(fact.span.end));
                let owned = (span, owners.number(fact.id, format!("F-{}", fact.label_no)));
                match fact.status {
                    Status::Rejected => {
                        rejected.insert(fact.id);
                        piece.rejected.push(owned);
                    }
                    Status::Superseded => piece.facts.push(owned),
                    Status::Proposed | Status::Accepted | Status::Conflict => {
                        live.insert(fact.id);
                        piece.facts.push(owned);
                    }
                }
            }
            let refused = refused(r, run.as_ref(), &text.index, &mut piece, &mut owners)?;
            if run.as_ref().is_some_and(|run| piece.is_read && run.model == OFFLINE) {
                piece.skipped = cache.of(bundle.seq, || passed_over(&text.index, piece.span, &places));
            }
            totals.count(&reading, run.as_ref(), refused.len());
            covered_pieces.push(covered_piece(&bundle, run, reading, refused));
            pieces.push(piece);
        }
        totals.facts = u32::try_from(live.len()).unwrap_or(u32::MAX);
        totals.rejected = u32::try_from(rejected.len()).unwrap_or(u32::MAX);
        let stretches = coverage::stretches(&text.index, &pieces);
        for stretch in &stretches {
            totals.chars[stretch.class as usize] += stretch.span.len();
        }
        Ok(Coverage {
            input: InputReference { id: row.id, label: format!("I-{}", row.label_no), title: row.title.clone() },
            totals,
            pieces: covered_pieces,
            stretches: stretches.into_iter().map(|stretch| covered_stretch(stretch, text, &owners)).collect(),
        })
    }
}

/// The skipped parts of the pieces that were looked at. A piece never changes, so that this is never out of date.
#[derive(Default)]
struct SkippedCache(Mutex<HashMap<BundleSeq, Vec<(Span, SkipKind)>>>);

impl Cache for SkippedCache {}

impl SkippedCache {
    fn of(&self, bundle: BundleSeq, find: impl FnOnce() -> Vec<(Span, SkipKind)>) -> Vec<(Span, SkipKind)> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&bundle) {
            return known.clone();
        }
        let found = find();
        all().insert(bundle, found.clone());
        found
    }
}

/// The owners of words, by number: what a stretch is of.
#[derive(Default)]
struct Owners {
    labels: Vec<QuotedLabel>,
    numbers: HashMap<Uuid, usize>,
}

impl Owners {
    fn number(&mut self, id: Uuid, label: String) -> usize {
        *self.numbers.entry(id).or_insert_with(|| {
            self.labels.push(QuotedLabel { id, label });
            self.labels.len() - 1
        })
    }
}

impl Totals {
    fn count(&mut self, reading: &ReadState, run: Option<&RunRow>, refused: usize) {
        self.pieces += 1;
        match reading {
            ReadState::Read => self.read += 1,
            ReadState::Failed => self.failed += 1,
            ReadState::Waiting => {}
        }
        if let Some(run) = run.filter(|_| *reading == ReadState::Read) {
            self.ops += run.stats.ops_in;
            self.refused += u32::try_from(refused).unwrap_or(u32::MAX);
            self.unchanged += run.stats.unchanged;
        }
    }
}

fn run_of(r: &Reader, bundle: &BundleRow) -> Result<(Option<RunRow>, ReadState)> {
    if let Some(run) = r.run_that_succeeded(bundle.seq)? {
        return Ok((Some(run), ReadState::Read));
    }
    let last = r.last_run(bundle.seq)?;
    let failed = last.as_ref().is_some_and(|run| run.status == RunStatus::Failed);
    Ok((last, if failed { ReadState::Failed } else { ReadState::Waiting }))
}

/// Returns the refused parts of a piece; where words near to them occur in the piece, they are marked.
fn refused(
    r: &Reader,
    run: Option<&RunRow>,
    text: &CharIndex<String>,
    piece: &mut CoveragePiece,
    owners: &mut Owners,
) -> Result<Vec<RefusedOp>> {
    let Some(run) = run.filter(|run| run.status == RunStatus::Succeeded) else { return Ok(Vec::new()) };
    // Ops that could not be read are counted nowhere but in the outcomes; without an answer there are none.
    if run.stats.rejected == 0 && !r.run_has_answer(run.seq)? {
        return Ok(Vec::new());
    }
    let mut ops = Vec::new();
    for (op, passage) in refused_of(r, run.seq)? {
        let match_span = passage.as_deref().and_then(|passage| found(text, piece.span, passage));
        let fact = op.fact.zip(op.fact_label).map(|(id, label)| QuotedLabel { id, label });
        if let (Some(match_span), Some(fact)) = (match_span, &fact) {
            piece.unaligned.push((match_span, owners.number(fact.id, fact.label.clone())));
        }
        let is_placed = match_span.is_some() && fact.is_some();
        ops.push(RefusedOp { key: op.key, quote: op.quote, reason: op.reason, fact, is_placed });
    }
    Ok(ops)
}

/// Returns what the built-in parser skipped or does not propose, by the code that it parses with.
fn passed_over(text: &CharIndex<String>, within: Span, places: &PlaceMap) -> Vec<(Span, SkipKind)> {
    let span = |bytes: Range<usize>| Span::new(text.char_of(bytes.start), text.char_of(bytes.end));
    let placed = places.blocks(within.start..within.end, &CharIndex::new(text.slice(within)), 0);
    unproposed(text.text(), text.bytes_of(within), placed)
        .into_iter()
        .map(|part| (span(part.range), part.why))
        .collect()
}

/// Finds where words first occur within a span.
fn found(text: &CharIndex<String>, within: Span, words: &str) -> Option<Span> {
    let bytes = text.bytes_of(within);
    let at = bytes.start + text.text().get(bytes)?.find(words)?;
    Some(Span::new(text.char_of(at), text.char_of(at + words.len())))
}

fn covered_piece(bundle: &BundleRow, run: Option<RunRow>, reading: ReadState, refused: Vec<RefusedOp>) -> CoveredPiece {
    CoveredPiece {
        bundle: bundle.id,
        part: bundle.part,
        parts: bundle.parts,
        reading,
        run: run.as_ref().map(|run| run.id),
        model: run.as_ref().map(|run| run.model.clone()),
        error: run
            .as_ref()
            .and_then(|run| run.error.as_deref())
            .filter(|_| reading == ReadState::Failed)
            .map(UserMessage::from_stored),
        stats: run.map(|run| run.stats).unwrap_or_default(),
        refused,
    }
}

fn covered_stretch(stretch: CoverageStretch, text: &PreparedText, owners: &Owners) -> CoveredStretch {
    let CoverageStretch { span, class, piece, of, why } = stretch;
    let (start, end) = (text.index.utf16_of(span.start), text.index.utf16_of(span.end));
    CoveredStretch {
        class,
        span,
        utf16: Utf16Span { start, end },
        block: u32::try_from(text.block_at(span.start)).unwrap_or(u32::MAX),
        piece: u32::try_from(piece).unwrap_or(u32::MAX),
        excerpt: excerpt(text.index.slice(span)),
        facts: of.into_iter().filter_map(|at| owners.labels.get(at).cloned()).collect(),
        why,
    }
}

fn excerpt(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(EXCERPT_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
