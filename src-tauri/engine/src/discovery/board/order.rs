//! The cards of a column that a query shows, and their order.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::discovery::{EntityKind, EntityStatus};
use factly_core::facts::{AcceptedBy, Status};

use crate::discovery::board::Board;
use crate::discovery::board::card::count;
use crate::discovery::board::query_words::QueryWords;
use crate::error::Result;

/// A query of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnQuery {
    pub kind: EntityKind,
    /// Only these; all if empty.
    pub statuses: Vec<EntityStatus>,
    /// Words that all stand in the text, without regard to case, or a label. Of an Input, its title and its text; of a
    /// fact, its statement as it is stored or as it is shown.
    pub search: String,
    pub sort: Sort,
    /// Those put aside, instead of those in use.
    pub archived: bool,
    /// Only those that rest on nothing, or, of Inputs, that nothing rests on.
    pub orphans: bool,
    /// Without those that wait for a decision, unless something rests on them.
    pub hides_undecided: bool,
    /// Without those that the rules accepted, unless something rests on them or they are few.
    pub folds_by_rules: bool,
}

impl ColumnQuery {
    /// All that is in use, as the analyst arranged it.
    pub const fn all(kind: EntityKind) -> Self {
        Self {
            kind,
            statuses: Vec::new(),
            search: String::new(),
            sort: Sort::Manual,
            archived: false,
            orphans: false,
            hides_undecided: false,
            folds_by_rules: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Manual,
    Label,
    /// The status that calls loudest for the analyst first.
    Status,
    /// The last label first: labels are given in the order of making.
    Newest,
}

/// The result of a query: positions in the column.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    pub(super) rows: Vec<u32>,
    /// Of the column as it was asked for, archived or not, whatever else was asked.
    pub(super) total: u32,
    pub(super) by_status: [u32; EntityStatus::ALL.len()],
    /// Undecided ones that the query would show, and hides.
    pub(super) undecided: u32,
    /// Those that the rules accepted and that the query would show, and folds.
    pub(super) by_rules: u32,
}

/// Facts that the rules accepted, which are shown unfolded.
const FEW: usize = 20;

/// Reads what is searched behind the cards of a column, each text with the number of its card.
pub(super) type TextsBehind<'a> = dyn Fn(EntityKind, &mut dyn FnMut(i64, &str)) -> Result<()> + 'a;

/// The queries last asked, with their answers.
#[derive(Debug, Default)]
pub(super) struct Orders(Mutex<Vec<(ColumnQuery, Arc<Ordered>)>>);

impl Orders {
    /// Five columns, and some that were just left.
    const KEPT: usize = 20;

    pub(super) fn forget(&self, kind: EntityKind) {
        self.lock().retain(|(query, _)| query.kind != kind);
    }

    fn get(&self, query: &ColumnQuery) -> Option<Arc<Ordered>> {
        self.lock().iter().find(|(other, _)| other == query).map(|(_, order)| Arc::clone(order))
    }

    fn keep(&self, query: &ColumnQuery, order: &Arc<Ordered>) {
        let mut cached = self.lock();
        if cached.len() == Self::KEPT {
            cached.remove(0);
        }
        cached.push((query.clone(), Arc::clone(order)));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(ColumnQuery, Arc<Ordered>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board {
    /// `texts` is read only where words are looked for, and once for as long as nothing changes.
    pub(super) fn ordered(&self, query: &ColumnQuery, texts: &TextsBehind<'_>) -> Result<Arc<Ordered>> {
        if let Some(order) = self.orders.get(query) {
            return Ok(order);
        }
        let order = Arc::new(self.order(query, texts)?);
        self.orders.keep(query, &order);
        Ok(order)
    }

    fn order(&self, query: &ColumnQuery, texts: &TextsBehind<'_>) -> Result<Ordered> {
        let column = &self.columns[query.kind as usize];
        let entries = column.entries();
        let words = QueryWords::parse(query.kind, &query.search);
        let mut saying = BTreeSet::new();
        if !words.are_none() {
            texts(query.kind, &mut |no, text| {
                if column.get(no).is_some_and(|entry| words.stand_in_either(entry, text)) {
                    saying.insert(no);
                }
            })?;
        }
        let (mut found, mut by_rules) = (Ordered::default(), Vec::new());
        for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.archived == query.archived) {
            found.total += 1;
            found.by_status[entry.status as usize] += 1;
            let wanted = (query.statuses.is_empty() || query.statuses.contains(&entry.status))
                && (saying.contains(&entry.no) || words.stand_in(entry))
                && (!query.orphans || self.is_orphan(query.kind, entry.no));
            let is_loose = || self.below(query.kind, entry.no).is_empty();
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            if wanted && query.hides_undecided && entry.fact_status == Some(Status::Proposed) && is_loose() {
                found.undecided += 1;
            } else if wanted && query.folds_by_rules && entry.accepted_by == Some(AcceptedBy::Rules) && is_loose() {
                by_rules.push(at);
            } else if wanted {
                found.rows.push(at);
            }
        }
        if by_rules.len() > FEW {
            found.by_rules = count(by_rules.len());
        } else {
            found.rows.append(&mut by_rules);
            found.rows.sort_unstable();
        }
        let entry = |at: &u32| &entries[*at as usize];
        match query.sort {
            // The entries are in the order of labels.
            Sort::Label => {}
            Sort::Newest => found.rows.reverse(),
            Sort::Manual => found.rows.sort_by_key(|at| entry(at).sort_rank()),
            Sort::Status => found.rows.sort_by_key(|at| (urgency(entry(at).status), entry(at).sort_rank())),
        }
        Ok(found)
    }
}

const fn urgency(status: EntityStatus) -> u8 {
    match status {
        EntityStatus::Unsupported | EntityStatus::Weak | EntityStatus::Risky => 0,
        EntityStatus::NeedsReview | EntityStatus::NeedsRefresh => 1,
        EntityStatus::Outdated => 2,
        EntityStatus::Draft => 3,
        EntityStatus::Validated => 4,
    }
}
