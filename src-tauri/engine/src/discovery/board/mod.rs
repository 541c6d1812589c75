//! The board: a discovery's five columns in memory, for a grid that asks for a few cards at a time.
//!
//! It is derived from the tables and can be thrown away at any time. One read of the discovery makes it; after that only
//! the rows that changed are read. It answers with pages, places and counts, and never with a column.
//!
//! It is read only and changes nothing. Rejected and superseded facts are not in it, nor are old versions.

mod build;
mod cache;
mod card;
mod column;
mod graph;
mod links;
mod mention;
mod order;
mod query_words;
mod reach;

use std::sync::atomic::{AtomicU64, Ordering};

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::message;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::lookup::discovery_row;

pub use card::Card;
pub use order::{ColumnQuery, Sort};
pub use reach::EntityReach;

pub(crate) use card::abridged;
use card::{CARD_CHARS, count};
pub(super) use column::Entry;

use column::BoardColumn;
use links::BoardLinks;
use order::{Orders, TextsBehind};

/// More cards than this are not asked for at once.
const PAGE: u32 = 1_000;

#[derive(Debug)]
pub(crate) struct Board {
    /// Of this state of the discovery; another state has another.
    revision: u64,
    columns: [BoardColumn; 5],
    links: [BoardLinks; 4],
    orders: Orders,
}

static REVISIONS: AtomicU64 = AtomicU64::new(1);

/// The contents of each column, and what its query shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardColumns {
    pub revision: u64,
    pub columns: Vec<ColumnSummary>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSummary {
    pub kind: EntityKind,
    /// Of the column, archived or not as was asked.
    pub total: u32,
    pub shown: u32,
    /// Undecided ones that the query hides.
    pub undecided: u32,
    /// Those that the rules accepted and that the query folds.
    pub by_rules: u32,
    /// Of `total`; statuses that none has are left out.
    pub by_status: Vec<(EntityStatus, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPage {
    pub revision: u64,
    pub shown: u32,
    pub cards: Vec<Card>,
}

impl Pipeline<'_> {
    pub fn pipeline_columns(&self, discovery: Uuid, queries: &[ColumnQuery]) -> Result<BoardColumns> {
        self.board(discovery, |board| {
            let columns = queries.iter().map(|query| board.summary(query, &self.texts_behind(discovery)));
            Ok(BoardColumns { revision: board.revision, columns: columns.collect::<Result<_>>()? })
        })?
    }

    pub fn pipeline_cards(&self, discovery: Uuid, query: &ColumnQuery, from: u32, limit: u32) -> Result<CardPage> {
        let texts = self.texts_behind(discovery);
        let found = self.board(discovery, |board| board.page(query, &texts, from as usize, limit.min(PAGE) as usize));
        let mut page = found??;
        if query.kind == EntityKind::Fact {
            self.localize_statements(discovery, &mut page.cards)?;
        }
        Ok(page)
    }

    /// Gives the cards of facts the words of whoever reads them.
    fn localize_statements(&self, discovery: Uuid, cards: &mut [Card]) -> Result<()> {
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            let Some(statements) = Facts::new(self.ctx).statements(r, discovery)? else { return Ok(()) };
            for card in cards {
                if let Some(statement) = statements.of(r, card.id)? {
                    card.text = abridged(&statement, CARD_CHARS);
                }
            }
            Ok(())
        })
    }

    /// The row of an entity under a query, if the query shows it.
    pub fn pipeline_place(&self, discovery: Uuid, query: &ColumnQuery, label: EntityLabel) -> Result<Option<u32>> {
        self.board(discovery, |board| board.row_index(query, &self.texts_behind(discovery), label))?
    }

    /// Returns what is searched behind the cards of a column: the texts of Inputs, and the statements of typed facts in the
    /// reader's language, which are not stored.
    #[allow(clippy::type_complexity, reason = "a type of its own would say no more")]
    pub(super) fn texts_behind(&self, discovery: Uuid) -> impl Fn(EntityKind, &mut dyn FnMut(i64, &str)) -> Result<()> {
        move |kind, each| {
            self.ctx.read(|r| {
                let discovery = discovery_row(r, discovery)?.seq;
                match kind {
                    EntityKind::Input => Ok(r.each_input_text(discovery, each)?),
                    EntityKind::Fact => {
                        let stated = Facts::new(self.ctx).typed_statements(r, discovery)?;
                        stated.iter().for_each(|(row, text)| each(row.label_no, text));
                        Ok(())
                    }
                    _ => Ok(()),
                }
            })
        }
    }

    pub fn card(&self, discovery: Uuid, label: EntityLabel) -> Result<Card> {
        self.board(discovery, |board| board.entry(label).map(|entry| board.card(label.kind, entry)))?
            .ok_or_else(|| absent(label))
    }
}

impl Board {
    fn new(columns: [BoardColumn; 5], links: [BoardLinks; 4]) -> Self {
        Self { revision: next_revision(), columns, links, orders: Orders::default() }
    }

    /// Forgets the order of a column, which does not hold any more.
    fn reorder(&mut self, kind: EntityKind) {
        self.orders.forget(kind);
        self.revision = next_revision();
    }

    pub(super) fn entry(&self, label: EntityLabel) -> Option<&Entry> {
        self.columns[label.kind as usize].get(label.no)
    }

    fn summary(&self, query: &ColumnQuery, texts: &TextsBehind<'_>) -> Result<ColumnSummary> {
        let order = self.ordered(query, texts)?;
        let by_status = EntityStatus::ALL.map(|status| (status, order.by_status[status as usize]));
        Ok(ColumnSummary {
            kind: query.kind,
            total: order.total,
            shown: count(order.rows.len()),
            undecided: order.undecided,
            by_rules: order.by_rules,
            by_status: by_status.into_iter().filter(|(_, count)| *count > 0).collect(),
        })
    }

    fn page(&self, query: &ColumnQuery, texts: &TextsBehind<'_>, from: usize, limit: usize) -> Result<CardPage> {
        let order = self.ordered(query, texts)?;
        let entries = self.columns[query.kind as usize].entries();
        let rows = order.rows.iter().skip(from).take(limit);
        Ok(CardPage {
            revision: self.revision,
            shown: count(order.rows.len()),
            cards: rows.map(|at| self.card(query.kind, &entries[*at as usize])).collect(),
        })
    }

    fn row_index(&self, query: &ColumnQuery, texts: &TextsBehind<'_>, label: EntityLabel) -> Result<Option<u32>> {
        if label.kind != query.kind {
            return Ok(None);
        }
        let entries = self.columns[query.kind as usize].entries();
        let order = self.ordered(query, texts)?;
        Ok(order.rows.iter().position(|at| entries[*at as usize].no == label.no).map(count))
    }
}

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed)
}

pub(crate) fn absent(label: EntityLabel) -> Error {
    Error::not_found(message!("There is no {} in the discovery.", label))
        .hint("It may have been deleted or rejected: undo brings it back.")
}
