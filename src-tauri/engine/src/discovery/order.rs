//! The order of a column by hand: a number between the neighbours', or the whole column numbered anew where there is no
//! room between them.

use factly_core::message;
use std::collections::HashMap;

use factly_core::discovery::EntityLabel;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::add::counted;
use crate::error::{Error, Result};
use crate::lookup::discovery_row;
use crate::lookup::member;
use crate::marks::touch_columns;
use crate::store::entities::{ColumnPosition, RANK_STEP};
use crate::store::{Op, Stack};

/// Small, so that what is added later, whose place is by its label, comes behind.
const STEP_AT_THE_END: i64 = 1 << 6;

impl Pipeline<'_> {
    /// Moves entities of one column before another of it, or to the end, in the order given.
    pub fn move_entities(&self, discovery: Uuid, labels: &[EntityLabel], before: Option<EntityLabel>) -> Result<()> {
        let Some(first) = labels.first() else { return Ok(()) };
        if labels.iter().chain(&before).any(|label| label.kind != first.kind) {
            return Err(Error::refused("Entities are moved within their column."));
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.ctx.write(Op::named(Stack::Discovery(row.seq), message!("Move {}", counted(labels))), |w| {
            for label in labels.iter().chain(&before) {
                member(w, row.seq, *label)?;
            }
            let mut rest = w.column_order(row.seq, first.kind)?;
            let moved = taken_out(&mut rest, labels);
            let at = match before.filter(|before| !labels.contains(before)) {
                Some(before) => rest.iter().position(|slot| slot.label == before).unwrap_or(rest.len()),
                None if before.is_some() => return Ok(()),
                None => rest.len(),
            };
            for (slot, rank) in ranks(&rest, &moved, at) {
                w.set_rank(slot, rank)?;
            }
            touch_columns(w, row.seq, &[first.kind])
        })?;
        Ok(())
    }
}

/// The places of `labels`, in their order, which are no longer in `column`.
fn taken_out(column: &mut Vec<ColumnPosition>, labels: &[EntityLabel]) -> Vec<ColumnPosition> {
    let mut wanted: HashMap<EntityLabel, Option<ColumnPosition>> = labels.iter().map(|label| (*label, None)).collect();
    column.retain(|slot| match wanted.get_mut(&slot.label) {
        Some(found) => {
            *found = Some(*slot);
            false
        }
        None => true,
    });
    labels.iter().filter_map(|label| wanted.get_mut(label).and_then(Option::take)).collect()
}

/// Returns the ranks to write so that `moved` comes before the position `at` of the rest of its column.
fn ranks(rest: &[ColumnPosition], moved: &[ColumnPosition], at: usize) -> Vec<(ColumnPosition, i64)> {
    let count = i64::try_from(moved.len()).unwrap_or(i64::MAX);
    let previous = at.checked_sub(1).and_then(|at| rest.get(at)).map(|slot| slot.rank);
    let next = rest.get(at).map(|slot| slot.rank);
    let (from, step) = match (previous, next) {
        (Some(previous), Some(next)) => (previous, (next - previous) / (count + 1)),
        (Some(previous), None) => (previous, STEP_AT_THE_END),
        (None, Some(next)) => (next - RANK_STEP * (count + 1), RANK_STEP),
        (None, None) => (0, RANK_STEP),
    };
    if step > 0 {
        return (1..).zip(moved).map(|(nth, slot)| (*slot, from + step * nth)).collect();
    }
    let (before, after) = rest.split_at(at);
    let anew = before.iter().chain(moved).chain(after);
    (1..)
        .zip(anew)
        .map(|(nth, slot): (i64, _)| (*slot, nth * RANK_STEP))
        .filter(|(slot, rank)| slot.rank != *rank)
        .collect()
}

#[cfg(test)]
mod tests {
    use factly_core::discovery::EntityKind;

    use super::*;

    fn column(ranks: &[i64]) -> Vec<ColumnPosition> {
        let slot = |(no, rank): (i64, &i64)| ColumnPosition {
            rank: *rank,
            label: EntityLabel::new(EntityKind::Insight, no),
            seq: no,
        };
        (1..).zip(ranks).map(slot).collect()
    }

    #[test]
    fn what_is_moved_stands_where_it_was_put() {
        let check = |of_rest: &[i64], moved: usize, at: usize, writes: usize| {
            let rest = column(of_rest);
            let moved: Vec<ColumnPosition> = (0..moved)
                .map(|no| ColumnPosition {
                    rank: 0,
                    label: EntityLabel::new(EntityKind::Insight, 100 + no as i64),
                    seq: 0,
                })
                .collect();
            let set = ranks(&rest, &moved, at);
            let mut after: Vec<ColumnPosition> = rest.iter().chain(&moved).copied().collect();
            for slot in &mut after {
                if let Some((_, rank)) = set.iter().find(|(of, _)| of.label == slot.label) {
                    slot.rank = *rank;
                }
            }
            after.sort_by_key(|slot| (slot.rank, slot.label.no));
            let mut expected: Vec<i64> = rest.iter().map(|slot| slot.label.no).collect();
            expected.splice(at..at, moved.iter().map(|slot| slot.label.no));
            let got: Vec<i64> = after.iter().map(|slot| slot.label.no).collect();
            assert_eq!(got, expected, "{of_rest:?}, {} at {at}", moved.len());
            assert_eq!(set.len(), writes, "{of_rest:?}: no more is written than must be");
        };
        check(&[RANK_STEP, 2 * RANK_STEP], 1, 1, 1);
        check(&[RANK_STEP, 2 * RANK_STEP], 2, 0, 2);
        check(&[RANK_STEP, 2 * RANK_STEP], 3, 2, 3);
        check(&[], 2, 0, 2);
        check(&[5, 6, 7], 1, 1, 4);
        check(&[5, 7, 8], 1, 1, 1);
        check(&[5, 5, 5], 1, 1, 4);
    }
}
