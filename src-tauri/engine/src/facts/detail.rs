//! One fact with everything that is needed to judge it: the words around its quote, its rival, its versions.

use std::sync::Arc;

use factly_core::evidence::DiffWord;
use factly_core::extraction::learning::LearnedWorth;
use factly_core::facts::Status;
use factly_core::keys::{KeyDef, NOTE_KEY, Registry};
use factly_core::language::sentence::around;
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::error::Result;
use crate::facts::decide::{contradicted, other_version};
use crate::facts::fact::{Fact, FactEvidence, Hint, evidence_from, fact_from, locate, locate_quotes};
use crate::facts::settle::few_values_beside;
use crate::facts::{Facts, LearnedRankings, WAITING};
use crate::lookup::fact_row;
use crate::store::facts::{FactRow, StoredEvidence};
use crate::store::{FactSeq, Reader};

/// Characters of the source shown on each side of a quote.
const CONTEXT_CHARS: u32 = 600;
/// Nobody reads more quotes of one fact.
const AGAIN_SHOWN: u32 = 20;
/// A chain of versions longer than this is shown from its newest on.
const VERSIONS_SHOWN: usize = 200;

#[derive(Clone, Debug)]
pub struct FactDetail {
    pub fact: Fact,
    pub context: Option<QuoteContext>,
    pub hint: Option<Hint>,
    /// The whole sentence that says the value: a value and its sentence are one fact.
    pub statement: Option<String>,
    /// Its worth by what was decided in its discovery, where that tells of it.
    pub learned: Option<LearnedWorth>,
    /// The accepted fact that a conflict is with.
    pub rival: Option<Rival>,
    /// The other values of its key that are decided with it, where there are several.
    pub others: Vec<Rival>,
    /// Words of its quote that may be the condition that it holds under.
    pub conditions: Vec<String>,
    /// The chain of supersession, newest first, with the fact itself.
    pub versions: Vec<Fact>,
    /// Number of times that the sources say it again.
    pub reaffirmed: u32,
    /// The first of these places.
    pub again: Vec<Reaffirmation>,
    pub run: Option<Uuid>,
    /// The item that it is about, "i1": where that was merged, the one that stands.
    pub item: Option<String>,
    /// True if the analyst may say which item it is about.
    pub takes_item: bool,
}

/// The words before and behind a quote, within its section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuoteContext {
    pub before: String,
    pub after: String,
}

/// A place where the sources say a fact again.
#[derive(Clone, Debug)]
pub struct Reaffirmation {
    pub evidence: FactEvidence,
    pub context: Option<QuoteContext>,
}

#[derive(Clone, Debug)]
pub struct Rival {
    pub fact: Fact,
    pub context: Option<QuoteContext>,
    /// Words of its quote that may be the condition that it holds under.
    pub conditions: Vec<String>,
    /// From the rival's words to the fact's.
    pub diff: Vec<DiffWord>,
}

impl Facts<'_> {
    pub fn fact_detail(&self, id: Uuid) -> Result<FactDetail> {
        self.ctx.read(|r| {
            let row = fact_row(r, id)?;
            let registry = self.registry_of(r, row.discovery)?;
            detail_of(self.ctx, r, row, &registry)
        })
    }
}

pub(super) fn detail_of(
    ctx: &crate::context::Context,
    r: &Reader,
    row: FactRow,
    registry: &Arc<Registry>,
) -> Result<FactDetail> {
    let rival = match rival_seq(r, &row)? {
        Some(seq) => r.fact_at(seq)?.map(|rival| rival_of(r, &row, rival, registry)).transpose()?,
        None => None,
    };
    let others = others_of(r, &row, rival.as_ref(), registry)?;
    let run = row.run.map(|seq| r.run_at(seq)).transpose()?.map(|run| run.id);
    let reaffirmed = r.reaffirmation_count(row.seq)?;
    let mut detail = FactDetail {
        context: context_of(r, row.evidence.as_ref())?,
        hint: row.hint.as_deref().and_then(|json| serde_json::from_str(json).ok()),
        statement: statement_of(r, &row)?,
        conditions: conditions_of(&row),
        learned: learned_of(ctx, r, &row)?,
        rival,
        others,
        versions: versions_of(r, &row)?.into_iter().map(|row| fact_from(row, registry)).collect(),
        again: if reaffirmed > 0 { again(r, row.seq)? } else { Vec::new() },
        reaffirmed,
        run,
        item: item_of(r, &row)?,
        takes_item: takes_item(&row, registry),
        fact: fact_from(row, registry),
    };
    let facts = [Some(&mut detail.fact), detail.rival.as_mut().map(|rival| &mut rival.fact)];
    locate(ctx, r, facts.into_iter().flatten())?;
    locate_quotes(ctx, r, detail.again.iter_mut().map(|again| &mut again.evidence))?;
    Ok(detail)
}

/// Returns what decisions tell of a fact that waits for one.
fn learned_of(ctx: &crate::context::Context, r: &Reader, row: &FactRow) -> Result<Option<LearnedWorth>> {
    if !WAITING.contains(&(row.status, row.needs_review)) {
        return Ok(None);
    }
    ctx.cache::<LearnedRankings>().worth(r, row.discovery, row.id)
}

fn item_of(r: &Reader, row: &FactRow) -> Result<Option<String>> {
    let Some(item) = row.scope.item_id() else { return Ok(None) };
    Ok(r.item_meant(row.discovery, item)?.map(|item| item.reference()))
}

fn takes_item(row: &FactRow, registry: &Registry) -> bool {
    let is_live = !matches!(row.status, Status::Rejected | Status::Superseded);
    is_live && registry.get(&row.key).is_some_and(KeyDef::is_of_an_item)
}

fn again(r: &Reader, fact: FactSeq) -> Result<Vec<Reaffirmation>> {
    let places = r.reaffirmations(fact, AGAIN_SHOWN)?.into_iter().filter_map(|row| row.evidence);
    places
        .map(|stored| Ok(Reaffirmation { context: context_of(r, Some(&stored))?, evidence: evidence_from(stored) }))
        .collect()
}

/// Returns what a fact that waits contradicts, or may contradict; else what was accepted though it may contradict this
/// one. A conflict is with the other version of the same fact; else with what holds for its key now, which may be another
/// than when it came; where nothing holds any more, with what held then.
fn rival_seq(r: &Reader, row: &FactRow) -> Result<Option<FactSeq>> {
    if row.status != Status::Conflict {
        let is_open = matches!(row.status, Status::Proposed | Status::Accepted) && row.conflicts_with.is_none();
        return if is_open { Ok(r.accepted_against(row)?) } else { Ok(row.conflicts_with) };
    }
    if let Some(other) = other_version(r, row)? {
        return Ok(Some(other.seq));
    }
    let accepted = match contradicted(r, row)? {
        Some(statement) => Some(statement.seq),
        None => r.accepted_fact(row.discovery, &row.key, row.scope.item_id().unwrap_or_default())?,
    };
    Ok(accepted.or(row.conflicts_with))
}

/// The values of the key that are decided with one that contradicts what stands, but for its rival.
fn others_of(r: &Reader, row: &FactRow, rival: Option<&Rival>, registry: &Arc<Registry>) -> Result<Vec<Rival>> {
    if row.status != Status::Conflict || other_version(r, row)?.is_some() {
        return Ok(Vec::new());
    }
    let is_other = |other: &FactRow| other.seq != row.seq && rival.is_none_or(|rival| rival.fact.id != other.id);
    let others = few_values_beside(r, row)?.into_iter().filter(is_other);
    others.map(|other| rival_of(r, row, other, registry)).collect()
}

/// The sentence that a value's quote stands in.
fn statement_of(r: &Reader, row: &FactRow) -> Result<Option<String>> {
    let Some(evidence) = row.evidence.as_ref().filter(|_| row.key != NOTE_KEY) else { return Ok(None) };
    let Some(section) = r.bundle_section(evidence.bundle, evidence.found.section)? else { return Ok(None) };
    let text = CharIndex::new(r.bundle_text(evidence.bundle)?.text);
    let (quote, section) = (text.bytes_of(evidence.found.span), text.bytes_of(section));
    let sentence = text.text().get(around(text.text(), &quote, &section));
    Ok(sentence.map(|sentence| sentence.split_whitespace().collect::<Vec<_>>().join(" ")))
}

fn conditions_of(row: &FactRow) -> Vec<String> {
    let quote = row.evidence.as_ref().filter(|_| row.key != NOTE_KEY).map(|evidence| &evidence.found.quote);
    quote.map(|quote| factly_core::evidence::conditions_in(quote)).unwrap_or_default()
}

fn rival_of(r: &Reader, row: &FactRow, rival: FactRow, registry: &Registry) -> Result<Rival> {
    let context = context_of(r, rival.evidence.as_ref())?;
    let quote = |row: &FactRow| row.evidence.as_ref().map(|evidence| evidence.found.quote.clone());
    // Of two that quote the same words, what is said differs.
    let (old, new) = match (quote(&rival), quote(row)) {
        (Some(old), Some(new)) if old == new => (rival.text.clone(), row.text.clone()),
        (old, new) => (old.unwrap_or_else(|| rival.text.clone()), new.unwrap_or_else(|| row.text.clone())),
    };
    let (diff, _) = factly_core::evidence::compare(&old, &new);
    Ok(Rival { conditions: conditions_of(&rival), fact: fact_from(rival, registry), context, diff })
}

pub(crate) fn context_of(r: &Reader, evidence: Option<&StoredEvidence>) -> Result<Option<QuoteContext>> {
    let Some(evidence) = evidence else { return Ok(None) };
    let section = r.bundle_section(evidence.bundle, evidence.found.section)?.unwrap_or(Span::new(0, u32::MAX));
    let text = CharIndex::new(r.bundle_text(evidence.bundle)?.text);
    let quote = evidence.found.span;
    let from = quote.start.saturating_sub(CONTEXT_CHARS).max(section.start);
    let to = quote.end.saturating_add(CONTEXT_CHARS).min(section.end);
    Ok(Some(QuoteContext {
        before: text.slice(Span::new(from, quote.start)).to_owned(),
        after: text.slice(Span::new(quote.end, to)).to_owned(),
    }))
}

fn versions_of(r: &Reader, row: &FactRow) -> Result<Vec<FactRow>> {
    let mut newest = row.clone();
    let mut steps = 0;
    while let Some(next) = successor(r, newest.seq)?.filter(|_| steps < VERSIONS_SHOWN) {
        newest = next;
        steps += 1;
    }
    let mut versions = vec![newest];
    while let Some(older) = versions.last().and_then(|row| row.supersedes).filter(|_| versions.len() < VERSIONS_SHOWN) {
        match r.fact_at(older)? {
            Some(row) => versions.push(row),
            None => break,
        }
    }
    Ok(versions)
}

fn successor(r: &Reader, fact: FactSeq) -> Result<Option<FactRow>> {
    match r.successor_of(fact)? {
        Some(seq) => Ok(r.fact_at(seq)?),
        None => Ok(None),
    }
}
