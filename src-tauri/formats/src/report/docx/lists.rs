//! The numbered lists of a body whose changes are tracked.
//!
//! A list begins where the Markdown has a new one, which what is suggested may move: so an item can be of one list if all
//! is accepted and of another if all is rejected.

use crate::report::block::{DEEPEST, ReportBlock, Shape};
use crate::report::diff::Change;

/// Returns which list each block is an item of if all is rejected, and if all is accepted; adds the first number of each
/// list to `starts`.
pub(super) fn numbered(changes: &[Change<'_>], starts: &mut Vec<u64>) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let (old, begun) = lists(changes.iter().map(|change| match change {
        Change::Same(block, _) | Change::Reworded(block, _) | Change::Deleted(block) => Some(*block),
        Change::Inserted(_) => None,
    }));
    let (mut new, first_numbers) = lists(changes.iter().map(|change| match change {
        Change::Same(_, block) | Change::Reworded(_, block) | Change::Inserted(block) => Some(*block),
        Change::Deleted(_) => None,
    }));
    let first = starts.len();
    let mut taken = vec![false; begun.len()];
    // A list that goes on as it was is the same list.
    let names: Vec<usize> = (0..first_numbers.len())
        .map(|list| {
            let goes_on = |was: &usize| !taken[*was] && begun[*was] == first_numbers[list];
            let shared = new.iter().zip(&old).filter(|(now, _)| **now == Some(list)).find_map(|(_, was)| *was);
            match shared.filter(goes_on) {
                Some(was) => {
                    taken[was] = true;
                    first + was
                }
                None => {
                    starts.push(first_numbers[list]);
                    begun.len() + starts.len() - 1
                }
            }
        })
        .collect();
    starts.splice(first..first, begun.iter().copied());
    new.iter_mut().flatten().for_each(|list| *list = names[*list]);
    (old.into_iter().map(|list| list.map(|list| first + list)).collect(), new)
}

/// The list that an item is of, and its level.
pub(super) fn list_level(block: &ReportBlock, numbered: Option<usize>) -> Option<(u32, u8)> {
    let list = match block.shape {
        Shape::Bullet => 3,
        Shape::Number { .. } => u32::try_from(numbered?).unwrap_or(u32::MAX).saturating_add(4),
        _ => return None,
    };
    Some((list, block.lists.clamp(1, DEEPEST) - 1))
}

/// Returns the list that each block is an item of, and the first number of each.
fn lists<'b>(blocks: impl Iterator<Item = Option<&'b ReportBlock>>) -> (Vec<Option<usize>>, Vec<u64>) {
    let mut starts = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let of = |block: Option<&'b ReportBlock>| {
        let block = block?;
        let Shape::Number { number, begins } = block.shape else { return None };
        let level = usize::from(block.lists.clamp(1, DEEPEST) - 1);
        open.truncate(level + 1);
        if begins || open.len() <= level {
            starts.push(number);
            open.truncate(level);
            open.resize(level + 1, starts.len() - 1);
        }
        open.last().copied()
    };
    (blocks.map(of).collect(), starts)
}
