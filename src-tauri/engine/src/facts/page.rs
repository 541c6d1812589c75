//! Facts page by page: by keyset, so that the last page of a million is as quick as the first.

use crate::facts::counts::CountCache;
use crate::keys::Registries;
use std::sync::Arc;

use factly_core::facts::{AcceptedBy, Status};
use factly_core::items::number_of;
use factly_core::keys::Registry;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::WAITING;
use crate::facts::detail::{FactDetail, detail_of};
use crate::facts::fact::{Fact, fact_from, label, locate};
use crate::facts::{Facts, LearnedRankings};
use crate::lookup::discovery_row;
use crate::lookup::input_row;
use crate::store::facts::{FactRow, LedgerStanding, ReadingPosition};
use crate::store::{DiscoverySeq, FactSeq, InputSeq, Reader};

/// A filter of facts; `None` is everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactFilter {
    pub statuses: Option<Vec<Status>>,
    pub needs_review: Option<bool>,
    /// Accepted facts alone, and of them those that one accepted. Nobody says of what was imported that the rules did.
    pub accepted_by: Option<AcceptedBy>,
    /// Facts whose evidence stands in this Input, in its reading order.
    pub input: Option<Uuid>,
    /// Words of the statement, the quote or the key, or a label, without regard to case.
    pub text: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct FactPage {
    pub facts: Vec<Fact>,
    /// Cursor of the next page; `None` on the last.
    pub next: Option<String>,
    /// Of all pages. With words to look for it is known on the first page only, since only that one reads everything.
    pub total: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub struct ReviewPage {
    pub items: Vec<FactDetail>,
    pub next: Option<String>,
    pub total: u32,
}

impl Facts<'_> {
    /// Facts in the order of the ledger, or in an Input's reading order if one is named.
    pub fn facts(&self, discovery: Uuid, filter: &FactFilter, after: Option<&str>, limit: u32) -> Result<FactPage> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let standings = standings(filter);
        let counts = self.ctx.cache::<CountCache>().load(self.ctx.store(), &row)?;
        let words = filter.text.as_deref().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty());
        self.ctx.read(|r| {
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let input = filter.input.map(|id| input_row(r, id)).transpose()?.map(|row| row.seq);
            let statements = if words.is_some() { self.statements(r, row.seq)? } else { None };
            let says = |fact: &FactRow, words: &str| {
                let shown = statements.as_ref().and_then(|statements| statements.of_row(fact));
                says(fact, words) || shown.is_some_and(|shown| shown.to_lowercase().contains(words))
            };
            let mut gathered = GatheredPage::new(registry, limit, words.as_deref(), after.is_none());
            let order = PageOrder { discovery: row.seq, input, standings: &standings, accepted_by: filter.accepted_by };
            order.each(r, after, |fact| gathered.take(fact, &says))?;
            let total = match (input, &words) {
                (None, None) => Some(match filter.accepted_by {
                    Some(by) => counts.accepted_by(by, &standings),
                    None => counts.of_all(&standings),
                }),
                (Some(input), None) => Some(r.count_facts_of_input(input, &standings, filter.accepted_by)?),
                (_, Some(_)) => after.is_none().then_some(gathered.seen),
            };
            let mut page = FactPage { total, ..gathered.page(input.is_some()) };
            locate(self.ctx, r, &mut page.facts)?;
            let facts = page.facts.iter().map(|fact| fact.id);
            let scores = self.ctx.cache::<LearnedRankings>().scores(r, row.seq, facts)?;
            for fact in &mut page.facts {
                fact.worth = scores.get(&fact.id).copied().unwrap_or(fact.worth);
            }
            Ok(page)
        })
    }

    /// Returns the accepted statements about an item, which are values of none of its fields, oldest first.
    pub fn statements_about(&self, discovery: Uuid, item: &str) -> Result<Vec<Fact>> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let Some(number) = number_of(item) else { return Ok(Vec::new()) };
            let mut facts = Vec::new();
            for seq in r.statements_of_item(row.seq, number)? {
                facts.extend(r.fact_at(seq)?.map(|fact| fact_from(fact, &registry)));
            }
            locate(self.ctx, r, &mut facts)?;
            Ok(facts)
        })
    }

    pub fn fact(&self, id: Uuid) -> Result<Fact> {
        self.ctx.read(|r| {
            let row = crate::lookup::fact_row(r, id)?;
            let mut fact = fact_from(row.clone(), self.registry_of(r, row.discovery)?.as_ref());
            locate(self.ctx, r, [&mut fact])?;
            Ok(fact)
        })
    }

    /// Returns the first of what waits, in the order of [`Self::waiting`]; what is said of the items that are looked at
    /// comes before all else.
    pub fn review_about(&self, discovery: Uuid, items: &[String], limit: u32) -> Result<ReviewPage> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let total = self.ctx.cache::<CountCache>().load(self.ctx.store(), &row)?.of_all(&WAITING);
        let waiting = self.waiting(discovery)?;
        self.ctx.read(|r| {
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let mut scopes = Vec::new();
            for item in items {
                scopes.extend(r.scopes_of_item(row.seq, item)?);
            }
            let (mut of_scopes, mut others) = (Vec::new(), Vec::new());
            for waits in waiting {
                if scopes.is_empty() && others.len() == limit as usize {
                    break;
                }
                let Some(fact) = r.fact(waits.id)? else { continue };
                let is_of_scope = fact.scope.item_id().is_some_and(|item| scopes.iter().any(|scope| scope == item));
                if is_of_scope { of_scopes.push(fact) } else { others.push(fact) }
            }
            let first = of_scopes.into_iter().chain(others).take(limit as usize);
            let items = first.map(|fact| detail_of(self.ctx, r, fact, &registry)).collect::<Result<_>>()?;
            Ok(ReviewPage { items, next: None, total })
        })
    }

    pub(crate) fn registry_of(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Arc<Registry>> {
        match r.discovery_at(discovery)? {
            Some(row) => self.ctx.cache::<Registries>().get(r, &row),
            None => Err(Error::not_found("There is no such discovery.")),
        }
    }
}

pub(crate) fn standings(filter: &FactFilter) -> Vec<LedgerStanding> {
    let statuses = filter.statuses.as_deref().unwrap_or(&Status::ALL);
    let all = Status::ALL.into_iter().filter(|status| statuses.contains(status));
    all.flat_map(|status| [(status, false), (status, true)])
        .filter(|(_, needs_review)| filter.needs_review.is_none_or(|wanted| wanted == *needs_review))
        .filter(|(status, _)| filter.accepted_by.is_none() || *status == Status::Accepted)
        .collect()
}

/// The facts of a page, and their order.
struct PageOrder<'a> {
    discovery: DiscoverySeq,
    input: Option<InputSeq>,
    standings: &'a [LedgerStanding],
    accepted_by: Option<AcceptedBy>,
}

impl PageOrder<'_> {
    fn each(&self, r: &Reader, after: Option<&str>, more: impl FnMut(FactRow) -> bool) -> Result<()> {
        match self.input {
            Some(input) => {
                let after = after.map_or(Ok(START), place_cursor)?;
                Ok(r.each_fact_of_input_after(input, self.standings, self.accepted_by, after, more)?)
            }
            None => {
                let after = after.map_or(Ok(0), number)?;
                Ok(r.each_fact_after(self.discovery, self.standings, self.accepted_by, FactSeq(after), more)?)
            }
        }
    }
}

const START: ReadingPosition = ReadingPosition { part: 0, start: 0, seq: FactSeq(0) };

/// A page while it is being gathered: one more is looked at than is shown, to know whether there is a next.
struct GatheredPage<'a> {
    registry: Arc<Registry>,
    limit: usize,
    words: Option<&'a str>,
    /// With words, the first page goes on to the end to count.
    counts_all: bool,
    seen: u32,
    rows: Vec<FactRow>,
}

impl<'a> GatheredPage<'a> {
    fn new(registry: Arc<Registry>, limit: u32, words: Option<&'a str>, is_first: bool) -> Self {
        let limit = limit.clamp(1, 1_000) as usize;
        Self { registry, limit, words, counts_all: is_first && words.is_some(), seen: 0, rows: Vec::new() }
    }

    /// Takes it, and returns whether more are wanted.
    fn take(&mut self, row: FactRow, says: &impl Fn(&FactRow, &str) -> bool) -> bool {
        if self.words.is_none_or(|words| says(&row, words)) {
            self.seen += 1;
            if self.rows.len() <= self.limit {
                self.rows.push(row);
            }
        }
        self.counts_all || self.rows.len() <= self.limit
    }

    fn page(mut self, of_input: bool) -> FactPage {
        let more = self.rows.len() > self.limit;
        self.rows.truncate(self.limit);
        let next = self.rows.last().filter(|_| more).map(|row| match &row.evidence {
            Some(found) if of_input => format!("{}.{}.{}", found.part, found.found.span.start, row.seq.0),
            _ => row.seq.0.to_string(),
        });
        let facts = self.rows.into_iter().map(|row| fact_from(row, &self.registry)).collect();
        FactPage { facts, next, total: None }
    }
}

pub(crate) fn says(row: &FactRow, words: &str) -> bool {
    let quote = row.evidence.as_ref().map_or("", |found| &found.found.quote);
    [row.text.as_str(), quote, &row.key].iter().any(|text| text.to_lowercase().contains(words))
        || label(row).to_lowercase() == words
}

fn place_cursor(cursor: &str) -> Result<ReadingPosition> {
    let parts: Vec<&str> = cursor.split('.').collect();
    let [part, start, seq] = parts.as_slice() else { return Err(bad_cursor()) };
    let (part, start) = part.parse().ok().zip(start.parse().ok()).ok_or_else(bad_cursor)?;
    Ok(ReadingPosition { part, start, seq: FactSeq(number(seq)?) })
}

pub(crate) fn number(text: &str) -> Result<i64> {
    text.parse().map_err(|_| bad_cursor())
}

pub(super) fn bad_cursor() -> Error {
    Error::invalid("The place to continue from is not one that a page gave.")
}
