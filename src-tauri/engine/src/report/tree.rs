//! A report as rows and back: sections in reading order, each with its depth.
//!
//! Storing a report writes the rows that differ and no others, so that a step of undo holds what was changed.

use std::collections::HashMap;

use factly_core::report::{Report, Section};
use uuid::Uuid;

use crate::error::Result;
use crate::store::reports::{ReportRow, SectionRow};
use crate::store::{Reader, StoreError, Writer};

/// Room between two sections for what is put between them.
const STEP: i64 = 1 << 20;

pub(super) fn read(r: &Reader, row: &ReportRow) -> Result<Report> {
    let rows = r.report_sections(row.seq)?;
    Ok(Report { front_md: row.front_md.clone(), sections: tree(rows)? })
}

/// Stores what `report` has otherwise than the rows.
pub(super) fn write(w: &mut Writer<'_>, row: &ReportRow, report: &Report) -> Result<()> {
    w.set_report_front(row.seq, &report.front_md)?;
    let before = w.report_sections(row.seq)?;
    let ranks: HashMap<Uuid, i64> = before.iter().map(|row| (row.id, row.rank)).collect();
    let after = flat(report, &ranks)?;
    let stored: HashMap<Uuid, &SectionRow> = before.iter().map(|row| (row.id, row)).collect();
    for section in after.iter().filter(|section| stored.get(&section.id) != Some(section)) {
        w.put_report_section(row, section)?;
    }
    let kept: HashMap<Uuid, ()> = after.iter().map(|section| (section.id, ())).collect();
    for gone in before.iter().filter(|section| !kept.contains_key(&section.id)) {
        w.hide_report_section(row.seq, gone.id)?;
    }
    Ok(())
}

/// A section stands under the nearest one before it that is less deep.
fn tree(rows: Vec<SectionRow>) -> Result<Vec<Section>> {
    let mut open: Vec<(u32, Section)> = Vec::new();
    let mut first_level = Vec::new();
    let mut close = |open: &mut Vec<(u32, Section)>, depth: u32| {
        while open.last().is_some_and(|(of, _)| *of >= depth) {
            let Some((_, section)) = open.pop() else { return };
            match open.last_mut() {
                Some((_, parent)) => parent.children.push(section),
                None => first_level.push(section),
            }
        }
    };
    for row in rows {
        close(&mut open, row.depth);
        open.push((row.depth, section(row)?));
    }
    close(&mut open, 0);
    Ok(first_level)
}

fn section(row: SectionRow) -> Result<Section> {
    let heading = row.heading.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?;
    let mut section = Section::new(row.id, row.title, row.body_md);
    section.appendix = row.appendix;
    section.heading = heading;
    Ok(section)
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// The sections in reading order, with the ranks that they have where those still fit.
fn flat(report: &Report, ranks: &HashMap<Uuid, i64>) -> Result<Vec<SectionRow>> {
    let lines = report.outline();
    let had: Vec<Option<i64>> = lines.iter().map(|line| ranks.get(&line.section.id).copied()).collect();
    let given = ranked(&had);
    let row = |(line, rank): (&factly_core::report::OutlineLine<'_>, i64)| {
        let heading = line.section.heading.as_ref().map(serde_json::to_string).transpose().map_err(unreadable)?;
        Ok(SectionRow {
            id: line.section.id,
            rank,
            depth: u32::try_from(line.depth).unwrap_or(u32::MAX),
            title: line.section.title.clone(),
            body_md: line.section.body_md.clone(),
            appendix: line.section.appendix,
            heading,
        })
    };
    lines.iter().zip(given).map(row).collect()
}

/// Rising ranks for a sequence: most of those that are there stay, and the others go between them. Where there is no room
/// between two, all are given anew.
fn ranked(had: &[Option<i64>]) -> Vec<i64> {
    let kept = longest_rising(had);
    let mut ranks = Vec::with_capacity(had.len());
    let mut at = 0;
    while at < had.len() {
        if kept[at] {
            ranks.push(had[at].unwrap_or_default());
            at += 1;
            continue;
        }
        let end = (at..had.len()).find(|next| kept[*next]).unwrap_or(had.len());
        let low = ranks.last().copied();
        let count = i64::try_from(end - at).unwrap_or(i64::MAX);
        let (low, step) = match (low, had.get(end).copied().flatten()) {
            (low, None) => (low.unwrap_or_default(), STEP),
            (None, Some(high)) => (high - STEP * (count + 1), STEP),
            (Some(low), Some(high)) => (low, (high - low) / (count + 1)),
        };
        if step == 0 {
            return (1..).map(|place| place * STEP).take(had.len()).collect();
        }
        ranks.extend((1..=count).map(|place| low + place * step));
        at = end;
    }
    ranks
}

/// Which of the ranks are of one longest rising sequence.
fn longest_rising(had: &[Option<i64>]) -> Vec<bool> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; had.len()];
    for (at, rank) in had.iter().enumerate().filter_map(|(at, rank)| Some((at, (*rank)?))) {
        let length = ends.partition_point(|end| had[*end] < Some(rank));
        before[at] = length.checked_sub(1).map(|last| ends[last]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut kept = vec![false; had.len()];
    let mut at = ends.last().copied();
    while let Some(place) = at {
        kept[place] = true;
        at = before[place];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_rise_and_most_stay() {
        let rising = |ranks: &[i64]| ranks.windows(2).all(|pair| pair[0] < pair[1]);
        let check = |had: &[Option<i64>], changed: usize| {
            let ranks = ranked(had);
            assert!(rising(&ranks), "{had:?} became {ranks:?}");
            let other = had.iter().zip(&ranks).filter(|(had, rank)| **had != Some(**rank)).count();
            assert_eq!(other, changed, "{had:?} became {ranks:?}");
        };
        check(&[], 0);
        check(&[None, None, None], 3);
        check(&[Some(10), Some(20), Some(30)], 0);
        check(&[Some(20), Some(30), Some(10)], 1);
        check(&[Some(30), Some(10), Some(20)], 1);
        check(&[Some(10), None, None, Some(40)], 2);
        check(&[None, Some(10)], 1);
        check(&[Some(10), None, Some(11)], 3);
    }
}
