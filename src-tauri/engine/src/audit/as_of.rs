//! The ledger as it stood at a chosen step or time, and what became of it since.
//!
//! A way of looking: nothing here writes. The past is the history that stands, so a step that was undone later never was,
//! and what was there before the first step (a sample, an imported discovery) always was.

use crate::audit::Timelines;
use crate::keys::Registries;
use std::collections::BTreeSet;
use std::sync::Arc;

use factly_core::audit::timeline::FactState;
use factly_core::facts::{AcceptedBy, Status};
use factly_core::items::number_of;
use factly_core::keys::Registry;
use factly_core::knowledge::{BlockKey, ItemField, KnowledgeLine, LineOutcome, compare};
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::audit::Audit;
use crate::audit::timelines::WantedHistory;
use crate::error::{Error, Result};
use crate::facts::{Fact, FactFilter, cursor, fact_from, says, standings};
use crate::knowledge::Knowledge;
use crate::knowledge::KnowledgeBlock;
use crate::lookup::discovery_row;
use crate::store::discoveries::DiscoveryRow;
use crate::store::facts::FactRow;
use crate::store::past::PastFactState;
use crate::store::{DiscoverySeq, FactSeq, Reader, Stack, StoreError};

/// The point that the analyst asks to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Just after a step; 0 is the beginning.
    Step(i64),
    /// In milliseconds since 1970.
    Time(i64),
}

impl Point {
    /// As it is written: the number of a step, a time ("2026-03-01T14:30:00Z"), or a day, which is its end. What names no
    /// zone is in UTC.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        if let Ok(step) = text.parse() {
            return Ok(Self::Step(step));
        }
        if let Ok(time) = text.parse::<jiff::Timestamp>() {
            return Ok(Self::Time(time.as_millisecond()));
        }
        let day = || {
            let date = text.parse::<jiff::civil::Date>().ok().filter(|_| !text.contains([':', 'T', ' ']))?;
            Some(date.at(23, 59, 59, 999_000_000))
        };
        let civil = day().or_else(|| text.parse::<jiff::civil::DateTime>().ok());
        let utc = civil.and_then(|civil| civil.to_zoned(jiff::tz::TimeZone::UTC).ok());
        utc.map(|zoned| Self::Time(zoned.timestamp().as_millisecond())).ok_or_else(|| {
            Error::invalid(message!("“{}” is no point to look back to.", text))
                .hint("Give the number of a step, as `factly history` prints it, or a time as 2026-03-01T14:30:00Z.")
        })
    }
}

/// The step that a point comes to: the last one that stands and was done by then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// 0 is before the first.
    pub step: i64,
    pub name: Option<UserMessage>,
    pub at: Option<i64>,
    /// Number of steps done since.
    pub since: u32,
}

/// The changes of facts between a moment and now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactChanges {
    pub added: u32,
    pub removed: u32,
    /// Those that stand elsewhere now, by where that is.
    pub accepted: u32,
    pub rejected: u32,
    pub superseded: u32,
    pub conflict: u32,
    pub proposed: u32,
    /// Looked at, or to be looked at again, and nothing else.
    pub reviewed: u32,
}

/// A fact as it stood, and where it stands now.
#[derive(Clone, Debug)]
pub struct FactThen {
    pub fact: Fact,
    /// `None`: it is not there any more.
    pub now: Option<(Status, bool)>,
}

impl FactThen {
    pub fn has_changed(&self) -> bool {
        self.now != Some((self.fact.status, self.fact.needs_review))
    }
}

#[derive(Clone, Debug, Default)]
pub struct LedgerThen {
    pub moment: Moment,
    pub since: FactChanges,
    pub facts: Vec<FactThen>,
    pub next: Option<String>,
    /// Of all pages; not known where words are looked for.
    pub total: Option<u32>,
}

/// A filter of the facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PastFilter {
    #[default]
    All,
    /// Those that stand elsewhere now, or are gone.
    Changed,
}

impl Audit<'_> {
    /// The moment that a point comes to.
    pub fn moment(&self, discovery: Uuid, point: Point) -> Result<Moment> {
        self.ctx.read(|r| moment(r, &discovery_row(r, discovery)?, point))
    }

    /// The ledger as it stood, in its order, from behind `after`.
    pub fn facts_as_of(
        &self,
        discovery: Uuid,
        point: Point,
        filter: &FactFilter,
        which: PastFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<LedgerThen> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let history = self.ctx.cache::<Timelines>().load(self.ctx.store(), &row, WantedHistory::Facts)?;
        self.ctx.read(|r| {
            let moment = moment(r, &row, point)?;
            let then = history.timeline.at(moment.step);
            let since = since(&then, &history.now);
            let wanted = wanted(r, &then, &history.now, filter, which)?;
            let mut page = LedgerPage::new(limit, filter);
            let from = after.map_or(Ok(0), cursor)?;
            let total = u32::try_from(wanted.len()).unwrap_or(u32::MAX);
            for (fact, state) in wanted.into_iter().filter(|(fact, _)| *fact > from) {
                if !page.take(r, fact, state)? {
                    break;
                }
            }
            let total = page.words.is_none().then_some(total);
            let (rows, next) = page.end();
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let facts = rows.into_iter().map(|row| {
                let now = place_of(&history.now, row.seq.0).map(|state| (state.status, state.needs_review));
                FactThen { fact: fact_from(row, &registry), now }
            });
            Ok(LedgerThen { moment, since, facts: facts.collect(), next, total })
        })
    }
}

/// The blocks of a scope as they stood.
#[derive(Clone, Debug)]
pub struct BlocksThen {
    pub moment: Moment,
    pub blocks: Vec<BlockThen>,
}

#[derive(Clone, Debug)]
pub struct BlockThen {
    pub key: BlockKey,
    pub json: String,
    pub markdown: String,
    pub lines: Vec<LineThen>,
    /// Lines that are there now, and nothing in their place then.
    pub came: Vec<KnowledgeLine>,
}

#[derive(Clone, Debug)]
pub struct LineThen {
    pub line: KnowledgeLine,
    pub now: LineOutcome,
}

impl Audit<'_> {
    /// The blocks of the project or of an item as they stood, by the keys that there were.
    pub fn blocks_as_of(&self, discovery: Uuid, item: Option<&str>, point: Point) -> Result<BlocksThen> {
        let (moment, blocks) = self.looking_back(discovery, point, PastFacts::Scope(item), |r, row, registry| {
            crate::knowledge::blocks_made(r, row.seq, registry, item)
        })?;
        // An item that is gone now has no blocks now.
        let mut now = Knowledge::new(self.ctx).blocks(discovery, item).unwrap_or_default();
        let mut seen = Vec::new();
        for block in blocks {
            let later = now.iter().position(|later| later.key == block.key).map(|at| now.swap_remove(at));
            seen.push(BlockThen::new(block, &later.map(KnowledgeBlock::into_lines).unwrap_or_default()));
        }
        // Of another scope's keys a scope has no block until one of them has a value.
        let came = now.into_iter().filter(|block| !block.lines.is_empty());
        seen.extend(came.map(|block| BlockThen::new(KnowledgeBlock::empty(block.key), &block.into_lines())));
        seen.sort_by_key(|block| block.key);
        Ok(BlocksThen { moment, blocks: seen })
    }

    /// The fields of the project or of an item as they stood.
    pub fn fields_as_of(&self, discovery: Uuid, item: Option<&str>, point: Point) -> Result<(Moment, Vec<ItemField>)> {
        self.looking_back(discovery, point, PastFacts::Scope(item), |r, row, registry| {
            crate::knowledge::fields_made(r, row.seq, registry, item)
        })
    }

    pub(crate) fn looking_back<T>(
        &self,
        discovery: Uuid,
        point: Point,
        of: PastFacts<'_>,
        look: impl FnOnce(&Reader, &DiscoveryRow, &Arc<Registry>) -> Result<T>,
    ) -> Result<(Moment, T)> {
        let (row, moment, is_recent) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let moment = moment(r, &row, point)?;
            let is_recent = r.is_recent(row.seq, moment.step)?;
            Ok((row, moment, is_recent))
        })?;
        let timelines = self.ctx.cache::<Timelines>();
        let history = match (of, timelines.known(&row, WantedHistory::Knowledge)) {
            (PastFacts::Scope(_), None) if !is_recent => {
                Some(timelines.load(self.ctx.store(), &row, WantedHistory::Knowledge)?)
            }
            (_, known) => known,
        };
        let facts = |r: &Reader| -> Result<Vec<PastFactState>, StoreError> {
            let PastFacts::Scope(item) = of else { return Ok(Vec::new()) };
            let items = items_of(r, row.seq, item)?;
            let Some(history) = history else { return r.recent_facts(row.seq, moment.step, &items) };
            let mut facts = history.made_of(moment.step, &items);
            facts.retain(|(_, state)| matches!(state.status, Status::Accepted | Status::Conflict));
            Ok(facts.into_iter().map(|(fact, state)| (fact, Some(state))).collect())
        };
        let seen =
            self.ctx.read_past(moment.step, facts, |r| look(r, &row, &self.ctx.cache::<Registries>().get(r, &row)?))?;
        Ok((moment, seen))
    }
}

/// Of which facts something is made that is looked back at.
#[derive(Clone, Copy)]
pub(crate) enum PastFacts<'s> {
    NoFacts,
    /// Those of the project, or of an item.
    Scope(Option<&'s str>),
}

/// The numbers of the items whose facts count as those of a scope; 0 is the project. None where there is no such item.
fn items_of(r: &Reader, discovery: DiscoverySeq, item: Option<&str>) -> Result<BTreeSet<i64>, StoreError> {
    let Some(item) = item else { return Ok(BTreeSet::from([0])) };
    let Some(resolved) = r.item_meant(discovery, item)? else { return Ok(BTreeSet::new()) };
    let scopes = r.scopes_of_item(discovery, &resolved.reference())?;
    Ok(BTreeSet::from_iter(scopes.iter().filter_map(|scope| number_of(scope))))
}

impl BlockThen {
    fn new(block: KnowledgeBlock, now: &[KnowledgeLine]) -> Self {
        let (key, json, markdown) = (block.key, block.json.clone(), block.markdown.clone());
        let compared = compare(&block.into_lines(), now);
        let lines = compared.then.into_iter().map(|(line, now)| LineThen { line, now });
        Self { key, json, markdown, lines: lines.collect(), came: compared.came }
    }
}

pub(super) fn moment(r: &Reader, row: &DiscoveryRow, point: Point) -> Result<Moment> {
    let stack = Stack::Discovery(row.seq);
    let (step, at) = match point {
        Point::Step(step) if step < 0 => return Err(Error::invalid("There is no such step.")),
        Point::Step(step) => (step, i64::MAX),
        Point::Time(at) => (i64::MAX, at),
    };
    let found = r.last_step(stack, step, at)?;
    let step = found.as_ref().map_or(0, |found| found.seq.0);
    Ok(Moment {
        step,
        at: found.as_ref().map(|found| found.at),
        name: found.map(|found| found.name),
        since: r.steps_since(stack, step)?,
    })
}

fn wanted(
    r: &Reader,
    then: &[(i64, FactState)],
    now: &[(i64, FactState)],
    filter: &FactFilter,
    which: PastFilter,
) -> Result<Vec<(i64, FactState)>> {
    let standings = standings(filter);
    let input = filter.input.map(|input| crate::lookup::input_row(r, input)).transpose()?.map(|row| row.seq);
    let live = input.map(|input| r.live_facts_of_input(input)).transpose()?;
    let mut wanted = Vec::new();
    for (fact, state) in then {
        let later = place_of(now, *fact);
        if filter.accepted_by.is_some() && !r.fact_ever(FactSeq(*fact))?.is_some_and(|row| is_accepted_by(&row, filter))
        {
            continue;
        }
        let is_wanted = standings.contains(&(state.status, state.needs_review))
            && (which == PastFilter::All || later != Some(*state))
            && match &live {
                None => true,
                Some(live) if later.is_some() => live.binary_search(fact).is_ok(),
                // One that is gone is in no index.
                Some(_) => input == r.fact_ever(FactSeq(*fact))?.and_then(|row| Some(row.evidence?.input?.seq)),
            };
        if is_wanted {
            wanted.push((*fact, *state));
        }
    }
    Ok(wanted)
}

/// Returns whether a filter lets through a fact that was accepted, by who accepted it last.
fn is_accepted_by(row: &FactRow, filter: &FactFilter) -> bool {
    let by_rules = |by: AcceptedBy| by == AcceptedBy::Rules;
    filter.accepted_by.is_none_or(|wanted| by_rules(wanted) == row.accepted_by.is_some_and(by_rules))
}

/// Returns the state of a fact in an ascending list.
fn place_of(states: &[(i64, FactState)], fact: i64) -> Option<FactState> {
    let at = states.binary_search_by_key(&fact, |(fact, _)| *fact).ok()?;
    states.get(at).map(|(_, state)| *state)
}

/// Both are ascending.
fn since(then: &[(i64, FactState)], now: &[(i64, FactState)]) -> FactChanges {
    let mut since = FactChanges::default();
    let mut later = now.iter().peekable();
    for (fact, before) in then {
        while later.next_if(|(other, _)| other < fact).is_some() {
            since.added += 1;
        }
        match later.next_if(|(other, _)| other == fact) {
            None => since.removed += 1,
            Some((_, after)) if after.status != before.status => *since.count_mut(after.status) += 1,
            Some((_, after)) => since.reviewed += u32::from(after.needs_review != before.needs_review),
        }
    }
    since.added += u32::try_from(later.count()).unwrap_or(u32::MAX);
    since
}

impl FactChanges {
    const fn count_mut(&mut self, status: Status) -> &mut u32 {
        match status {
            Status::Accepted => &mut self.accepted,
            Status::Rejected => &mut self.rejected,
            Status::Superseded => &mut self.superseded,
            Status::Conflict => &mut self.conflict,
            Status::Proposed => &mut self.proposed,
        }
    }
}

/// A page while it is gathered: one more is looked at than is shown, to know whether there is a next.
struct LedgerPage {
    limit: usize,
    words: Option<String>,
    rows: Vec<FactRow>,
}

impl LedgerPage {
    fn new(limit: u32, filter: &FactFilter) -> Self {
        let words = filter.text.as_deref().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty());
        Self { limit: limit.clamp(1, 1_000) as usize, words, rows: Vec::new() }
    }

    /// Takes it, and returns whether more are wanted.
    fn take(&mut self, r: &Reader, fact: i64, state: FactState) -> Result<bool> {
        let Some(row) = r.fact_ever(FactSeq(fact))? else { return Ok(true) };
        if self.words.as_deref().is_none_or(|words| says(&row, words)) {
            // What did not stand held under no condition.
            let condition = if state.status == Status::Accepted { row.condition } else { String::new() };
            self.rows.push(FactRow { status: state.status, needs_review: state.needs_review, condition, ..row });
        }
        Ok(self.rows.len() <= self.limit)
    }

    fn end(mut self) -> (Vec<FactRow>, Option<String>) {
        let more = self.rows.len() > self.limit;
        self.rows.truncate(self.limit);
        let next = self.rows.last().filter(|_| more).map(|row| row.seq.0.to_string());
        (self.rows, next)
    }
}
