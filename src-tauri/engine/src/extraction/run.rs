//! Carrying out a run: the ops are checked outside, held against the ledger and written inside one transaction.

use crate::facts::View;
use crate::locale::number_format;
use factly_core::values::NumberFormat;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use factly_core::evidence::{EvidenceText, Located};
use factly_core::extraction::blocks::TextStructure;
use factly_core::extraction::learning::LearnedRanking;
use factly_core::extraction::offline::{Parser, contradict};
use factly_core::extraction::op::FactOp;
use factly_core::extraction::salience::{Background, RankedText};
use factly_core::facts::{FactRef, OutcomeKind, RunStats, Scope, reconcile};
use factly_core::inputs::Stage;
use factly_core::items::Items;
use factly_core::keys::{NOTE_KEY, Registry};
use factly_core::text::Span;

use crate::error::Result;
use crate::extraction::Runs;
use crate::extraction::check::{CheckedOps, check_ops, claim_of};
use crate::extraction::keep_key::with_kept_keys;
use crate::extraction::outcome::{OutcomeDetail, StoredOutcome, outcomes_of};
use crate::extraction::submit::new_run;
use crate::extraction::{FILLED_IN, OFFLINE};
use crate::facts::NearDuplicateIndex;
use crate::facts::PlanOrigin;
use crate::facts::apply_plan;
use crate::items::ItemMentions;
use crate::originals::{PlaceCache, blocks_of_bundle};
use crate::store::bundles::{BundleRow, BundleText};
use crate::store::runs::{RunAnswer, RunEnd, RunStatus};
use crate::store::{BundleSeq, DiscoverySeq, Op, OpSeq, Reader, RunSeq, Topic, Writer};

/// The owner of the run that waits to be carried out. Another step's is hidden and a new one takes its place, so that
/// undo brings back what was there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunOwnership {
    OfThisStep,
    OfAnother,
}

/// The parser that is built in, made once for all the bundles of a task.
pub(crate) struct BuiltInParser<'r> {
    registry: &'r Registry,
    by_stage: [Parser<'r>; 3],
    learned: Option<Arc<LearnedRanking>>,
    is_wanted: &'r dyn Fn() -> bool,
}

impl<'r> BuiltInParser<'r> {
    /// `format` is of whoever uses the library, where a text does not tell how it writes numbers.
    pub(crate) fn new(registry: &'r Registry, format: NumberFormat) -> Self {
        let by_stage = STAGES.map(|stage| Parser::new(registry, stage).written(format));
        Self { registry, by_stage, learned: None, is_wanted: &|| true }
    }

    /// Chooses passages of talk by what the decisions of the discovery taught, too.
    pub(crate) fn learned(self, learned: Option<Arc<LearnedRanking>>) -> Self {
        Self { learned, ..self }
    }

    /// Reads as long as it `is_wanted`: each sentence asks, and of a bundle that was not read to its end nothing is stored.
    pub(crate) fn wanted_while(self, is_wanted: &'r dyn Fn() -> bool) -> Self {
        Self { is_wanted, ..self }
    }

    fn is_wanted(&self) -> bool {
        (self.is_wanted)()
    }

    /// Returns what is found in a bundle; none once it is not wanted.
    fn parse(
        &self,
        stage: Stage,
        text: &BundleText,
        structure: &TextStructure,
        items: &Items<'_>,
    ) -> Option<Vec<FactOp>> {
        self.at(stage).parse_while(structure, &text.text, &text.sections, items, self.is_wanted)
    }

    fn at(&self, stage: Stage) -> &Parser<'r> {
        &self.by_stage[STAGES.iter().position(|known| *known == stage).unwrap_or_default()]
    }
}

const STAGES: [Stage; 3] = [Stage::Ideation, Stage::Planning, Stage::Solutioning];

/// So many pieces before and behind tell who speaks in one.
const AROUND: u32 = 4;

/// So many facts, the newest, tell what is new.
const KNOWN: u32 = 50;

/// The result of a run of the built-in parser.
#[derive(Default)]
pub(crate) struct Parsed {
    pub(crate) facts: usize,
    /// Number of bundles that were read: fewer than all once it was called off.
    pub(crate) bundles: usize,
    pub(crate) operation: Option<OpSeq>,
}

/// Ops that were checked, and how they are to be kept.
pub(super) struct OpsToKeep<'a> {
    pub(super) ops: &'a [(usize, FactOp)],
    pub(super) checked: CheckedOps,
    pub(super) keep: OutcomeDetail,
    pub(super) raw: &'a str,
    pub(super) repairs: &'a [String],
    pub(super) malformed: Vec<StoredOutcome<'a>>,
    pub(super) started_at: i64,
}

impl Runs<'_> {
    /// Fills in what a model left out of a bundle, as part of `op`.
    pub(crate) fn fill_in(&self, parser: &BuiltInParser<'_>, bundle: BundleSeq, op: Op) -> Result<Parsed> {
        let written = self.ctx.write(op, |w| {
            fill_in(w, (&self.ctx.cache::<NearDuplicateIndex>(), &self.ctx.cache::<PlaceCache>()), parser, bundle)
        })?;
        Ok(Parsed { facts: written.value, bundles: 1, operation: written.operation })
    }

    /// Reads bundles with the parser that is built in, as part of `op`, in one transaction, as long as it is wanted: the
    /// bundles that were read by then are stored. Passes over what was read meanwhile.
    pub(crate) fn parse_offline(
        &self,
        parser: &BuiltInParser<'_>,
        bundles: &[BundleSeq],
        op: Op,
        waiting: RunOwnership,
    ) -> Result<Parsed> {
        let written = self.ctx.write(op, |w| {
            let caches = (&*self.ctx.cache::<NearDuplicateIndex>(), &*self.ctx.cache::<PlaceCache>());
            let (mut facts, mut read) = (0, 0);
            for bundle in bundles {
                let Some(found) = parse_wanted(w, caches, parser, *bundle, waiting)? else { break };
                facts += found;
                read += 1;
            }
            Ok((facts, read))
        })?;
        let (facts, bundles) = written.value;
        Ok(Parsed { facts, bundles, operation: written.operation })
    }
}

/// Takes what a bundle answers by a plain yes or no, without a parser. Its run waits on, for whoever reads the rest.
pub(crate) fn take_quick_answers(
    w: &mut Writer<'_>,
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
    run: RunSeq,
) -> Result<usize> {
    let (row, text) = (w.bundle_at(bundle)?, w.bundle_text(bundle)?);
    let source = EvidenceText::new(&text.text, &text.sections).written(number_format(w)?);
    let mut ops = parser.at(row.stage).parse_quick(&text.text, &text.sections);
    contradict(&mut ops, parser.registry, |scope: &Scope, key: &str| accepted_value(w, row.discovery, scope, key))?;
    let spoken = ItemMentions::read(w, row.discovery)?;
    let items = spoken.of_bundle(&row, &text.text);
    let checked = check_ops(
        ops.iter(),
        &source,
        parser.registry,
        &items,
        &row,
        (&RankedText::new(&text.text, &text.sections, &Background::default()), &TextStructure::default()),
    );
    let plan = reconcile(checked.candidates, bundle.0, &View::new(w, row.discovery))?;
    let origin = PlanOrigin { discovery: row.discovery, bundle: Some(bundle), run: Some(run) };
    Ok(apply_plan(w, origin, &plan, &HashMap::new())?.added.len())
}

/// Reads one bundle and returns how many facts that gave. What is accepted is looked up in the transaction that writes,
/// so that no decision can come between.
pub(crate) fn parse_one(
    w: &mut Writer<'_>,
    caches: (&NearDuplicateIndex, &PlaceCache),
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
    waiting: RunOwnership,
) -> Result<usize> {
    Ok(parse_wanted(w, caches, parser, bundle, waiting)?.unwrap_or_default())
}

/// As [`parse_one`]; none once it is not wanted, and then nothing of the bundle is written.
fn parse_wanted(
    w: &mut Writer<'_>,
    caches: (&NearDuplicateIndex, &PlaceCache),
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
    waiting: RunOwnership,
) -> Result<Option<usize>> {
    if !parser.is_wanted() {
        return Ok(None);
    }
    if w.run_that_succeeded(bundle)?.is_some() {
        return Ok(Some(0));
    }
    read_bundle(w, caches, parser, bundle, None, |w, row| run_to_carry_out(w, row, waiting))
}

/// As [`parse_one`], of a bundle that was read before: by other keys it may say more.
pub(super) fn read_again(
    w: &mut Writer<'_>,
    caches: (&NearDuplicateIndex, &PlaceCache),
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
) -> Result<usize> {
    let forced = w.run_that_succeeded(bundle)?.is_some();
    let run = |w: &mut Writer<'_>, row: &BundleRow| Ok(w.insert_run(&new_run(row, OFFLINE, forced))?);
    Ok(read_bundle(w, caches, parser, bundle, None, run)?.unwrap_or_default())
}

/// Fills in what a model left out of a part of an Input, and returns how many facts that gave: values of which none is
/// quoted there by now, and statements that no quote shares words with.
fn fill_in(
    w: &mut Writer<'_>,
    caches: (&NearDuplicateIndex, &PlaceCache),
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
) -> Result<usize> {
    if w.bundle_at(bundle)?.location.is_none() {
        return Ok(0);
    }
    let quoted = w.quoted(bundle)?;
    let is_left_out = |op: &FactOp| {
        let is_value = op.key != NOTE_KEY;
        let overlaps = |span: Span| quoted.iter().any(|one| (one.is_value || !is_value) && one.span.overlaps(span));
        op.span().is_some_and(|span| !overlaps(span))
    };
    let run = |w: &mut Writer<'_>, row: &BundleRow| Ok(w.insert_run(&new_run(row, FILLED_IN, true))?);
    Ok(read_bundle(w, caches, parser, bundle, Some(&is_left_out), run)?.unwrap_or_default())
}

/// Reads a bundle; of what is found there only what is `wanted`, if that is told, and then without a run where it is nothing.
/// None once it is not to be read any more: then nothing is written.
fn read_bundle(
    w: &mut Writer<'_>,
    (twins, places): (&NearDuplicateIndex, &PlaceCache),
    parser: &BuiltInParser<'_>,
    bundle: BundleSeq,
    wanted: Option<&dyn Fn(&FactOp) -> bool>,
    run: impl FnOnce(&mut Writer<'_>, &BundleRow) -> Result<RunSeq>,
) -> Result<Option<usize>> {
    let started_at = w.now_ms();
    let (row, text) = (w.bundle_at(bundle)?, w.bundle_text(bundle)?);
    let source = EvidenceText::new(&text.text, &text.sections).written(number_format(w)?);
    let spoken = ItemMentions::read(w, row.discovery)?;
    let items = spoken.of_bundle(&row, &text.text);
    let background = Background { learned: parser.learned.clone(), ..background(w, &row)? };
    let placed = blocks_of_bundle(w, places, &row, &text)?;
    let structure = TextStructure::of_bundle(&text.text, &text.sections, placed, &background);
    let scene = RankedText::with_structure(&text.text, &text.sections, Cow::Borrowed(&structure), &background);
    let Some(found) = parser.parse(row.stage, &text, &structure, &items) else { return Ok(None) };
    // Of a chat all statements are proposed. The value of a key has its own sentence, whatever passage that is in.
    let mut ops = if row.location.is_some() { scene.candidates(found) } else { found };
    with_kept_keys(w, twins.propositions(), parser.registry, bundle, &mut ops)?;
    let mut ops = if row.location.is_some() { scene.best_of(ops) } else { ops };
    // A sentence that was cut within a word or a number proves nothing: there is nothing to ask the analyst.
    ops.retain(|op| op.evidence.is_none() || matches!(source.locate(&claim_of(op)), Located::Found { .. }));
    if let Some(is_wanted) = wanted {
        ops.retain(is_wanted);
        if ops.is_empty() {
            return Ok(Some(0));
        }
    }
    contradict(&mut ops, parser.registry, |scope: &Scope, key: &str| accepted_value(w, row.discovery, scope, key))?;
    let ops: Vec<(usize, FactOp)> = ops.into_iter().enumerate().collect();
    let checked = check_ops(ops.iter().map(|(_, op)| op), &source, parser.registry, &items, &row, (&scene, &structure));
    let answer = OpsToKeep {
        ops: &ops,
        checked,
        keep: OutcomeDetail::FactsOnly,
        raw: "",
        repairs: &[],
        malformed: Vec::new(),
        started_at,
    };
    let run = run(w, &row)?;
    let stats = carry_out(w, twins, &row, run, answer)?;
    Ok(Some((stats.facts_added + stats.facts_updated + stats.conflicts + stats.notes) as usize))
}

/// Returns the background that a bundle is read with.
pub(super) fn background(r: &Reader, bundle: &BundleRow) -> Result<Background> {
    let goal = r.discovery_at(bundle.discovery)?.map(|row| format!("{} {}", row.title, row.goal)).unwrap_or_default();
    let known = r.accepted_texts(bundle.discovery, KNOWN)?;
    let Some((input, _)) = bundle.location else { return Ok(Background { goal, known, ..Background::default() }) };
    let before = r.pieces(input, bundle.part.saturating_sub(AROUND)..bundle.part)?;
    let behind = r.pieces(input, bundle.part + 1..bundle.part + 1 + AROUND)?;
    let head = if bundle.part > AROUND + 1 { r.pieces(input, 1..2)? } else { String::new() };
    let share = |part: u32| f64::from(part) / f64::from(bundle.parts.max(1));
    let position = share(bundle.part.saturating_sub(1))..share(bundle.part);
    Ok(Background { goal, known, before, behind, head, extent: position, learned: None })
}

/// The accepted value of a scope and a key, as the ledger holds it.
fn accepted_value(r: &Reader, discovery: DiscoverySeq, scope: &Scope, key: &str) -> Result<Option<serde_json::Value>> {
    let accepted = r.accepted_fact(discovery, key, scope.item_id().unwrap_or_default())?;
    let row = accepted.map(|seq| r.fact_at(seq)).transpose()?.flatten();
    Ok(row.and_then(|row| serde_json::from_str(&row.value).ok()))
}

fn run_to_carry_out(w: &mut Writer<'_>, bundle: &BundleRow, waiting: RunOwnership) -> Result<RunSeq> {
    match (w.run_to_do(bundle.seq)?, waiting) {
        (Some(queued), RunOwnership::OfThisStep) => return Ok(queued.seq),
        (Some(queued), RunOwnership::OfAnother) => w.hide_run(queued.seq)?,
        (None, _) => {}
    }
    Ok(w.insert_run(&new_run(bundle, OFFLINE, false))?)
}

/// Holds an answer against the ledger and writes what follows, with the run's end.
pub(super) fn carry_out(
    w: &mut Writer<'_>,
    twins: &NearDuplicateIndex,
    bundle: &BundleRow,
    run: RunSeq,
    answer: OpsToKeep<'_>,
) -> Result<RunStats> {
    let CheckedOps { candidates, checks } = answer.checked;
    let plan = reconcile(candidates, bundle.seq.0, &View::comparing(w, bundle.discovery, twins))?;
    let mut hints = HashMap::new();
    for (check, outcome) in checks.iter().zip(&plan.outcomes) {
        if let (Some(hint), FactRef::New(position), OutcomeKind::Rejected) = (&check.hint, outcome.fact, outcome.what) {
            hints.entry(position).or_insert_with(|| serde_json::to_string(hint).unwrap_or_default());
        }
    }
    let origin = PlanOrigin { discovery: bundle.discovery, bundle: Some(bundle.seq), run: Some(run) };
    let applied = apply_plan(w, origin, &plan, &hints)?;
    let mut outcomes = outcomes_of(answer.ops, &checks, &plan, &applied, answer.keep);
    let mut stats = plan.stats;
    stats.ops_in += u32::try_from(answer.malformed.len()).unwrap_or(u32::MAX);
    outcomes.extend(answer.malformed);
    let record = RunAnswer { raw: answer.raw.to_owned(), repairs: json(answer.repairs), outcomes: json(&outcomes) };
    w.end_run(
        run,
        &RunEnd {
            status: RunStatus::Succeeded,
            started_at: answer.started_at,
            stats: &stats,
            error: None,
            record: &record,
        },
    )?;
    w.touch_discovery(bundle.discovery)?;
    [Topic::Runs, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
    Ok(stats)
}

pub(super) fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "[]".to_owned())
}
