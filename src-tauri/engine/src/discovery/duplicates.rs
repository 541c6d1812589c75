//! What a column says already: asked for a text that is to be added or accepted, and over a whole column.
//!
//! The texts of a column are kept prepared, and before each question brought up to what changed since the last. What is
//! put aside is not compared with. Inputs are sources, not statements: they are the same only if their texts are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::bundle::sha256_hex;
use factly_core::discovery::duplicates::{Index, Verdict, prepare};
use factly_core::discovery::{EntityLabel, Kind};
use uuid::Uuid;

use super::add::Anyway;
use super::discovery_row;
use crate::error::Result;
use crate::ledger::fact_row;
use crate::library::Library;
use crate::store::board::ReadUpTo;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{DiscoverySeq, Reader};

/// More are no help in deciding.
const SHOWN: usize = 10;

/// An entity that says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicate {
    pub label: EntityLabel,
    pub text: String,
    /// 0 to 1.
    pub score: f64,
    /// A sentence.
    pub reason: String,
}

/// Entities of one column that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateGroup {
    /// In the order of their labels.
    pub labels: Vec<EntityLabel>,
    pub texts: Vec<String>,
    /// Of the pair that is least sure.
    pub score: f64,
    pub reason: String,
}

/// What became of facts that were to be accepted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AcceptReport {
    pub accepted: Vec<EntityLabel>,
    /// Facts that were not accepted, each with what its column says already.
    pub held_back: Vec<(EntityLabel, Vec<Duplicate>)>,
}

impl Library {
    /// What a column holds that says the same as a text, surest first.
    pub fn duplicates_of(&self, discovery: Uuid, kind: Kind, text: &str) -> Result<Vec<Duplicate>> {
        let row = self.read(|r| discovery_row(r, discovery))?;
        self.duplicates_in(&row, kind, text, None)
    }

    /// Groups of entities of a column that say the same, largest first.
    pub fn duplicate_groups(&self, discovery: Uuid, kind: Kind) -> Result<Vec<DuplicateGroup>> {
        let row = self.read(|r| discovery_row(r, discovery))?;
        if kind == Kind::Input {
            return self.read(|r| same_inputs(r, row.seq));
        }
        self.column(&row, kind, |column| {
            let text = |label: &EntityLabel| column.get(label).map(|text| text.text().to_owned()).unwrap_or_default();
            let groups = column.groups().into_iter().map(|mut group| {
                group.members.sort_unstable();
                DuplicateGroup {
                    texts: group.members.iter().map(text).collect(),
                    labels: group.members,
                    score: group.verdict.score,
                    reason: sentence(&group.verdict),
                }
            });
            groups.collect()
        })
    }

    /// Accepts facts as one step, but for those whose column says the same already: unless it is wanted anyway, those
    /// are left for the analyst to merge or to keep.
    pub fn accept_checked(&self, facts: &[Uuid], anyway: Anyway) -> Result<AcceptReport> {
        let mut report = AcceptReport::default();
        let mut clear = Vec::new();
        for fact in facts {
            let (row, label, discovery) = self.read(|r| {
                let row = fact_row(r, *fact)?;
                let label = EntityLabel::new(Kind::Fact, row.label_no);
                let discovery = r.discovery_at(row.discovery)?;
                Ok((row, label, discovery))
            })?;
            let duplicates = match (anyway, discovery) {
                (Anyway::No, Some(discovery)) => self.duplicates_in(&discovery, Kind::Fact, &row.text, Some(label))?,
                _ => Vec::new(),
            };
            if duplicates.is_empty() {
                clear.push(*fact);
                report.accepted.push(label);
            } else {
                report.held_back.push((label, duplicates));
            }
        }
        self.accept(&clear)?;
        Ok(report)
    }

    /// As [`Self::duplicates_of`]; `but` is the entity whose own text it is.
    pub(crate) fn duplicates_in(
        &self,
        discovery: &DiscoveryRow,
        kind: Kind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<Vec<Duplicate>> {
        if kind == Kind::Input {
            return self.read(|r| same_input(r, discovery.seq, text));
        }
        let prepared = prepare(text);
        self.column(discovery, kind, |column| {
            let found = column.find(&prepared).into_iter().filter(|(label, _)| Some(*label) != but).take(SHOWN);
            let duplicate = |(label, verdict): (EntityLabel, Verdict)| Duplicate {
                label,
                text: column.get(&label).map(|text| text.text().to_owned()).unwrap_or_default(),
                score: verdict.score,
                reason: sentence(&verdict),
            };
            found.map(duplicate).collect()
        })
    }

    /// Looks at the texts of a column as they stand now.
    fn column<T>(
        &self,
        discovery: &DiscoveryRow,
        kind: Kind,
        look: impl FnOnce(&Index<EntityLabel>) -> T,
    ) -> Result<T> {
        let kept = self.columns().of(discovery.id, kind);
        let mut kept = locked(&kept);
        // Taken out first: what fails halfway is not kept.
        let before = kept.take();
        let column = self.read(|r| current(r, discovery.seq, kind, before))?;
        let seen = look(&column.index);
        *kept = Some(column);
        Ok(seen)
    }
}

/// The columns that were asked about last.
#[derive(Default)]
pub(crate) struct Columns(Mutex<Vec<((Uuid, Kind), KeptColumn)>>);

/// Locked by whoever asks, so that others who ask wait for it to be made once.
type KeptColumn = Arc<Mutex<Option<Column>>>;

impl Columns {
    const KEPT: usize = 8;

    fn of(&self, discovery: Uuid, kind: Kind) -> KeptColumn {
        let mut kept = locked(&self.0);
        let at = kept.iter().position(|(name, _)| *name == (discovery, kind));
        let found = at.map_or_else(|| ((discovery, kind), Arc::default()), |at| kept.remove(at));
        let column = Arc::clone(&found.1);
        kept.insert(0, found);
        kept.truncate(Self::KEPT);
        column
    }
}

/// The texts of one column, and how far they have been read.
pub(crate) struct Column {
    index: Index<EntityLabel>,
    up_to: ReadUpTo,
    /// How many texts were exchanged since it was made: the index keeps a trace of each.
    exchanged: usize,
}

/// A column that was exchanged this many times over is made anew.
const TRACES: usize = 10_000;

fn current(r: &Reader, discovery: DiscoverySeq, kind: Kind, before: Option<Column>) -> Result<Column> {
    let up_to = r.read_up_to(discovery)?;
    if let Some(mut column) = before.filter(|column| column.exchanged <= TRACES + column.index.len()) {
        if column.up_to == up_to {
            return Ok(column);
        }
        if let Some(touched) = r.touched_since(discovery, &column.up_to)? {
            for label in touched.entities.into_iter().filter(|label| label.kind == kind) {
                exchange(r, discovery, &mut column, label)?;
            }
            return Ok(Column { up_to, ..column });
        }
    }
    let mut index = Index::new();
    r.each_member(discovery, kind, |member| {
        if !member.archived {
            index.add(member.label, prepare(&member.text));
        }
    })?;
    Ok(Column { index, up_to, exchanged: 0 })
}

fn exchange(r: &Reader, discovery: DiscoverySeq, column: &mut Column, label: EntityLabel) -> Result<()> {
    let now = r.member(discovery, label)?.filter(|member| !member.archived);
    let before = column.index.get(&label).map(|text| text.text());
    if before == now.as_ref().map(|member| member.text.as_str()) {
        return Ok(());
    }
    column.exchanged += 1;
    match now {
        Some(member) => column.index.add(label, prepare(&member.text)),
        None => drop(column.index.remove(&label)),
    }
    Ok(())
}

fn same_input(r: &Reader, discovery: DiscoverySeq, text: &str) -> Result<Vec<Duplicate>> {
    let twin = r.input_with_hash(discovery, &sha256_hex(text))?;
    Ok(twin
        .into_iter()
        .map(|row| Duplicate {
            label: EntityLabel::new(Kind::Input, row.label_no),
            text: row.title,
            score: 1.0,
            reason: "The same text.".to_owned(),
        })
        .collect())
}

fn same_inputs(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<DuplicateGroup>> {
    let mut by_text: HashMap<String, DuplicateGroup> = HashMap::new();
    for row in r.inputs(discovery)? {
        let group = by_text.entry(row.sha256).or_insert_with(|| DuplicateGroup {
            labels: Vec::new(),
            texts: Vec::new(),
            score: 1.0,
            reason: "The same text.".to_owned(),
        });
        group.labels.push(EntityLabel::new(Kind::Input, row.label_no));
        group.texts.push(row.title);
    }
    let mut groups: Vec<DuplicateGroup> = by_text.into_values().filter(|group| group.labels.len() > 1).collect();
    groups.sort_by(|a, b| b.labels.len().cmp(&a.labels.len()).then_with(|| a.labels.cmp(&b.labels)));
    Ok(groups)
}

fn sentence(verdict: &Verdict) -> String {
    let reason = verdict.reason.to_string();
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
