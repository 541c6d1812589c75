//! The duplicates in a column: asked for a text that is to be added or accepted, and over a whole column.
//!
//! The texts of a column are kept prepared, and before each question brought up to what changed since the last. What is
//! put aside is not compared with, and what the analyst kept beside a text is not found for it. Inputs are
//! sources, not statements, and are compared otherwise: by the sentences that they share.

use crate::context::Cache;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::discovery::derivation::Premise;
use factly_core::discovery::duplicates::{Comparison, DuplicateIndex, DuplicateReason, TextGroup, prepare};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::sha256_hex;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::duplicates::DuplicatePolicy;
use crate::duplicates::Duplicates;
use crate::duplicates::field::{by_field, fill_others, filling};
use crate::duplicates::scan;
use crate::duplicates::variants::{ComparedText, VariantPairs};
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::marks::Judge;
use crate::store::board::ReadUpTo;
use crate::store::discoveries::DiscoveryRow;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, Reader};
use crate::task::{NoProgress, Progress, ProgressThrottle, TaskStep};

/// More are no help in deciding.
const SHOWN: usize = 10;

/// From this score on two texts have enough in common for a model to be asked about them.
const NEAR: f64 = 0.3;
/// A model is asked about so many at once.
const MOST_NEAR: usize = 12;
/// The score of what a model says is the same, where the words are less alike.
const SAID_THE_SAME: f64 = 0.55;

/// The duplicates found, and a sentence where a model was to judge and what is built in did.
#[derive(Default)]
pub(crate) struct DuplicateMatches {
    pub(crate) duplicates: Vec<Duplicate>,
    pub(crate) note: Option<UserMessage>,
}

/// An entity that says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicate {
    pub label: EntityLabel,
    pub text: String,
    /// 0 to 1.
    pub score: f64,
    /// A sentence.
    pub reason: UserMessage,
}

/// Entities of one column that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateGroup {
    /// In the order of their labels.
    pub labels: Vec<EntityLabel>,
    pub texts: Vec<String>,
    /// Of the pair that is least sure.
    pub score: f64,
    pub reason: UserMessage,
}

impl Duplicates<'_> {
    /// Returns the variants that a text to be added is kept beside, and a sentence where a model was to say so and
    /// could not.
    pub(crate) fn beside(
        &self,
        row: &DiscoveryRow,
        kind: EntityKind,
        text: &str,
        anyway: DuplicatePolicy,
    ) -> Result<(Vec<EntityLabel>, Option<UserMessage>)> {
        let note = match anyway {
            DuplicatePolicy::Hold => return Ok((Vec::new(), None)),
            DuplicatePolicy::Allow => None,
            DuplicatePolicy::Report => Duplicates::new(self.ctx).duplicates_judged(row, kind, text, None)?.note,
        };
        Ok((Duplicates::new(self.ctx).variants_to_record(row, kind, text, None)?, note))
    }

    /// Returns the entities of a column that say the same as a text, surest first.
    pub fn duplicates_of(&self, discovery: Uuid, kind: EntityKind, text: &str) -> Result<Vec<Duplicate>> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.duplicates_in(&row, kind, text, None)
    }

    /// Groups of entities of a column that say the same, largest first.
    pub fn duplicate_groups(&self, discovery: Uuid, kind: EntityKind) -> Result<Vec<DuplicateGroup>> {
        self.scan_duplicates(discovery, kind, &NoProgress)
    }

    /// As [`Self::duplicate_groups`], watched: a column of 100,000 takes a while.
    pub fn scan_duplicates(
        &self,
        discovery: Uuid,
        kind: EntityKind,
        progress: &dyn Progress,
    ) -> Result<Vec<DuplicateGroup>> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        if kind == EntityKind::Input {
            return self.inputs_alike(&row, progress);
        }
        let throttle = ProgressThrottle::new(progress);
        let reading = |read| TaskStep { title: row.title.clone(), done: read, ..TaskStep::default() };
        let column = self.column_watched(&row, kind, &mut |read| Ok(throttle.at(|| reading(read))?), Arc::clone)?;
        let apart = self.ctx.read(|r| VariantPairs::of_column(r, row.seq, kind, &column))?;
        let groups = scan::groups(&column, &apart, &row.title, progress)?;
        let text = |label: &EntityLabel| column.get(label).map(|text| text.text().to_owned()).unwrap_or_default();
        let group = |mut group: TextGroup<EntityLabel>| {
            group.members.sort_unstable();
            DuplicateGroup {
                texts: group.members.iter().map(text).collect(),
                labels: group.members,
                score: group.verdict.score,
                reason: sentence(&group.verdict),
            }
        };
        let groups: Vec<DuplicateGroup> = groups.into_iter().map(group).flat_map(|group| apart.parts(group)).collect();
        if kind != EntityKind::Fact {
            return Ok(groups);
        }
        let mut of_fields = Vec::with_capacity(groups.len());
        for group in groups {
            of_fields.extend(self.ctx.read(|r| by_field(r, row.seq, group))?);
        }
        Ok(of_fields)
    }

    /// Returns what a text is kept beside, where it is wanted anyway: what a model judged to be the same when it was
    /// asked a moment ago, else what is found without one. It is not asked for this.
    pub(crate) fn variants_to_record(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<Vec<EntityLabel>> {
        let mut variants: Vec<EntityLabel> =
            self.duplicates_in(discovery, kind, text, but)?.into_iter().map(|found| found.label).collect();
        if let Some(verdict) = self.ctx.cache::<ColumnCache>().verdict_for(&ModelVerdict::key(discovery, kind, text)) {
            variants.retain(|label| verdict.of.contains_key(label));
            for (label, words) in verdict.of {
                let is_unchanged =
                    self.ctx.read(|r| Ok(r.member(discovery.seq, label)?.is_some_and(|now| now.text == words)))?;
                if is_unchanged && !variants.contains(&label) {
                    variants.push(label);
                }
            }
        }
        Ok(variants)
    }

    /// As [`Self::duplicates_in`], by the judgement of the model that is set for it, if one is: it is asked about what
    /// is near, and what it leaves open is decided as without one.
    pub(crate) fn duplicates_judged(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<DuplicateMatches> {
        let built_in =
            || Ok(DuplicateMatches { duplicates: self.duplicates_in(discovery, kind, text, but)?, note: None });
        if kind == EntityKind::Input || !Judge::new(self.ctx).has_judge() {
            return built_in();
        }
        let near = self.near(discovery, kind, text, but)?;
        // The same letters are the same, whatever anybody says.
        if near.is_empty() || near.iter().any(|(_, verdict)| verdict.reason == DuplicateReason::SameText) {
            return built_in();
        }
        let given = near.iter().map(|(given, _)| given.clone()).collect();
        let judged = Judge::new(self.ctx).judge_duplicates(discovery.seq, kind, text, given);
        let duplicates = near.into_iter().filter_map(|(given, verdict)| {
            let (is_same, reason) = match judged.of.get(&given.label) {
                Some(judgement) if judgement.reason.is_empty() => (judgement.yes, sentence(&verdict)),
                Some(judgement) => (judgement.yes, UserMessage::verbatim(&judgement.reason)),
                None => (verdict.duplicate, sentence(&verdict)),
            };
            let score = verdict.score.max(SAID_THE_SAME);
            is_same.then_some(Duplicate { label: given.label, text: given.text, score, reason })
        });
        let duplicates: Vec<Duplicate> = duplicates.take(SHOWN).collect();
        let of = duplicates.iter().map(|found| (found.label, found.text.clone())).collect();
        self.ctx
            .cache::<ColumnCache>()
            .remember_verdict(ModelVerdict { key: ModelVerdict::key(discovery, kind, text), of });
        Ok(DuplicateMatches { duplicates, note: judged.note })
    }

    /// Returns the entities of a column that may say the same, most alike first.
    fn near(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<Vec<(Premise, Comparison)>> {
        let (prepared, query) = (prepare(text), self.duplicate_query(discovery, text, but)?);
        self.column(discovery, kind, |column| {
            let mut candidates = column.candidates(&prepared);
            candidates.retain(|(_, verdict)| verdict.duplicate || verdict.score >= NEAR);
            self.first_of(&query, column, candidates, MOST_NEAR)
        })?
    }

    /// As [`Self::duplicates_of`]; `but` is the entity whose own text it is.
    pub(crate) fn duplicates_in(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<Vec<Duplicate>> {
        if kind == EntityKind::Input {
            let like =
                self.inputs_like(discovery.seq, (text, &sha256_hex(text)), &ProgressThrottle::new(&NoProgress))?;
            return Ok(like.into_iter().take(SHOWN).map(Into::into).collect());
        }
        let (prepared, query) = (prepare(text), self.duplicate_query(discovery, text, but)?);
        let found =
            self.column(discovery, kind, |column| self.first_of(&query, column, column.find(&prepared), SHOWN))??;
        let duplicate = |(given, verdict): (Premise, Comparison)| Duplicate {
            label: given.label,
            text: given.text,
            score: verdict.score,
            reason: sentence(&verdict),
        };
        Ok(found.into_iter().map(duplicate).collect())
    }

    fn duplicate_query<'t>(
        &self,
        discovery: &DiscoveryRow,
        text: &'t str,
        of: Option<EntityLabel>,
    ) -> Result<DuplicateQuery<'t>> {
        let field = of.map_or(Ok(None), |of| self.ctx.read(|r| filling(r, discovery.seq, of)))?;
        Ok(DuplicateQuery { held: ComparedText { discovery: discovery.seq, of, text }, field })
    }

    /// The first of what was found that may say the same: it is another, fills no other field, and was not kept beside
    /// it.
    fn first_of(
        &self,
        query: &DuplicateQuery<'_>,
        column: &DuplicateIndex<EntityLabel>,
        found: Vec<(EntityLabel, Comparison)>,
        most: usize,
    ) -> Result<Vec<(Premise, Comparison)>> {
        let mut first = Vec::new();
        for (label, verdict) in found {
            let Some(text) = column.get(&label).map(|text| text.text().to_owned()) else { continue };
            if first.len() < most && self.ctx.read(|r| query.may_be(r, label, &text))? {
                first.push((Premise { label, text }, verdict));
            }
        }
        Ok(first)
    }

    /// Looks at the texts of a column as they stand now.
    fn column<T>(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        look: impl FnOnce(&Arc<DuplicateIndex<EntityLabel>>) -> T,
    ) -> Result<T> {
        self.column_watched(discovery, kind, &mut |_| Ok(()), look)
    }

    /// As [`Self::column`]; `tell` hears how many texts were read, where they have to be, and may end it.
    fn column_watched<T>(
        &self,
        discovery: &DiscoveryRow,
        kind: EntityKind,
        tell: ReadWatcher<'_>,
        look: impl FnOnce(&Arc<DuplicateIndex<EntityLabel>>) -> T,
    ) -> Result<T> {
        let slot = self.ctx.cache::<ColumnCache>().column_slot(discovery.id, kind);
        let mut slot = locked(&slot);
        // Taken out first: what fails halfway is not kept.
        let before = slot.take();
        let column = self.ctx.read(|r| current(r, discovery.seq, kind, before, tell))?;
        let seen = look(&column.index);
        *slot = Some(column);
        Ok(seen)
    }
}

/// A text that is held against a column, and the fact whose own it is, if that fills a field.
struct DuplicateQuery<'t> {
    held: ComparedText<'t>,
    field: Option<FactRow>,
}

impl DuplicateQuery<'_> {
    fn may_be(&self, r: &Reader, label: EntityLabel, text: &str) -> Result<bool> {
        if self.held.of == Some(label) {
            return Ok(false);
        }
        let other = self.field.as_ref().map_or(Ok(None), |own| filling(r, own.discovery, label))?;
        let is_of_another = self.field.as_ref().zip(other).is_some_and(|(own, other)| fill_others(own, &other));
        Ok(!is_of_another && !self.held.is_known_variant(r, label, text)?)
    }
}

/// A model's verdict of what is the same as a text, with the words that each had.
#[derive(Clone)]
struct ModelVerdict {
    key: (DiscoverySeq, EntityKind, String),
    of: HashMap<EntityLabel, String>,
}

impl ModelVerdict {
    fn key(discovery: &DiscoveryRow, kind: EntityKind, text: &str) -> (DiscoverySeq, EntityKind, String) {
        (discovery.seq, kind, sha256_hex(text))
    }
}

/// The columns that were asked about last, and what models said of texts.
#[derive(Default)]
pub(crate) struct ColumnCache {
    columns: Mutex<Vec<((Uuid, EntityKind), ColumnSlot)>>,
    verdicts: Mutex<Vec<ModelVerdict>>,
}

/// Locked by whoever asks, so that others who ask wait for it to be made once.
type ColumnSlot = Arc<Mutex<Option<ColumnIndex>>>;

impl Cache for ColumnCache {}

impl ColumnCache {
    const KEPT: usize = 8;
    /// As many as wait in a dialog at once, and more.
    const MOST_TOLD: usize = 64;

    fn remember_verdict(&self, verdict: ModelVerdict) {
        let mut all = locked(&self.verdicts);
        all.retain(|other| other.key != verdict.key);
        all.insert(0, verdict);
        all.truncate(Self::MOST_TOLD);
    }

    fn verdict_for(&self, key: &(DiscoverySeq, EntityKind, String)) -> Option<ModelVerdict> {
        locked(&self.verdicts).iter().find(|verdict| verdict.key == *key).cloned()
    }

    fn column_slot(&self, discovery: Uuid, kind: EntityKind) -> ColumnSlot {
        let mut columns = locked(&self.columns);
        let at = columns.iter().position(|(name, _)| *name == (discovery, kind));
        let found = at.map_or_else(|| ((discovery, kind), Arc::default()), |at| columns.remove(at));
        let column = Arc::clone(&found.1);
        columns.insert(0, found);
        columns.truncate(Self::KEPT);
        column
    }
}

/// The texts of one column, and how far they have been read.
pub(crate) struct ColumnIndex {
    /// Shared with a scan that is under way; a change meanwhile makes another.
    index: Arc<DuplicateIndex<EntityLabel>>,
    up_to: ReadUpTo,
}

/// Watcher of the count of texts that were read; an error ends the reading.
type ReadWatcher<'t> = &'t mut dyn FnMut(usize) -> Result<()>;

fn current(
    r: &Reader,
    discovery: DiscoverySeq,
    kind: EntityKind,
    before: Option<ColumnIndex>,
    tell: ReadWatcher<'_>,
) -> Result<ColumnIndex> {
    let up_to = r.read_up_to(discovery)?;
    if let Some(mut column) = before {
        if column.up_to == up_to {
            return Ok(column);
        }
        if let Some(touched) = r.touched_since(discovery, &column.up_to)? {
            for label in touched.entities.into_iter().filter(|label| label.kind == kind) {
                exchange(r, discovery, &mut column, label)?;
            }
            return Ok(ColumnIndex { up_to, ..column });
        }
    }
    let mut index = DuplicateIndex::new();
    let mut outcome = Ok(());
    r.each_member(discovery, kind, |member| {
        if outcome.is_ok() && !member.archived {
            index.add(member.label, prepare(&member.text));
            outcome = tell(index.len());
        }
    })?;
    outcome?;
    Ok(ColumnIndex { index: Arc::new(index), up_to })
}

fn exchange(r: &Reader, discovery: DiscoverySeq, column: &mut ColumnIndex, label: EntityLabel) -> Result<()> {
    let now = r.member(discovery, label)?.filter(|member| !member.archived);
    let before = column.index.get(&label).map(|text| text.text());
    if before == now.as_ref().map(|member| member.text.as_str()) {
        return Ok(());
    }
    let index = Arc::make_mut(&mut column.index);
    match now {
        Some(member) => index.add(label, prepare(&member.text)),
        None => drop(index.remove(&label)),
    }
    Ok(())
}

fn sentence(verdict: &Comparison) -> UserMessage {
    verdict.reason.message().sentence()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
