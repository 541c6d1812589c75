//! A report as rows and back: sections in reading order, each with its depth.
//!
//! Storing a report writes the rows that differ and no others, so that a step of undo holds what was changed.

use std::collections::{HashMap, HashSet};

use factly_core::reports::citation::collect_cited_ids;
use factly_core::reports::front_matter::opening;
use factly_core::reports::markdown::original_front;
use factly_core::reports::{CitedIds, Operation, OperationFault, OutlineLine, Report, Section};
use uuid::Uuid;

use super::{refused, report_not_found, titled};
use crate::discovery::Pipeline;
use crate::error::Result;
use crate::lookup::{checked_title, member};
use crate::store::reports::{ReportRow, SectionRow};
use crate::store::{DiscoverySeq, Reader, StoreError, Writer};

/// Room between two sections for what is put between them.
const STEP: i64 = 1 << 20;

pub(super) fn read(r: &Reader, row: &ReportRow) -> Result<Report> {
    let rows = r.report_sections(row.seq)?;
    whole(r, row, rows)
}

/// The report without its bodies, and without what it was read from.
pub(super) fn bare(r: &Reader, row: &ReportRow) -> Result<Report> {
    whole(r, row, r.report_lines(row.seq)?)
}

/// As [`bare`], with some sections whole.
pub(super) fn partly(r: &Reader, row: &ReportRow, with_bodies: &[Uuid]) -> Result<Report> {
    let mut lines = r.report_lines(row.seq)?;
    for line in lines.iter_mut().filter(|line| with_bodies.contains(&line.id)) {
        if let Some(section) = r.report_section(row.seq, line.id)? {
            *line = section;
        }
    }
    whole(r, row, lines)
}

fn whole(r: &Reader, row: &ReportRow, rows: Vec<SectionRow>) -> Result<Report> {
    let title = titled(r, row)?.map(|(_, title)| title).unwrap_or_default();
    let (front_md, front_came) = (row.front_md.clone(), row.front_came.clone());
    Ok(Report { title, front_md, front_came, cited: cited_ids(row.cited.as_deref())?, sections: tree(rows)? })
}

/// Stores the title and what stands before the first section; of a report without a title its Output keeps its own.
fn write_head(w: &mut Writer<'_>, row: &ReportRow, report: &Report) -> Result<()> {
    let cited = cited_in(w, row.discovery, opening(&report.front_md), &report.cited)?;
    w.set_report_front(row.seq, &original_front(report), cited.as_deref())?;
    let Some((label, title)) = titled(w, row)? else { return Ok(()) };
    if !report.title.is_empty() && report.title != title {
        let text = member(w, row.discovery, label)?.text;
        let text = text.replacen(&title, &checked_title(&report.title)?, 1);
        Pipeline::rename_output_in(w, row.discovery, label, &text)?;
    }
    Ok(())
}

/// Carries an operation out on the rows that it is about; what else a long report has is not read.
pub(super) fn apply(w: &mut Writer<'_>, row: &ReportRow, operation: &Operation) -> Result<()> {
    match operation {
        Operation::Update { id: Report::ITSELF, .. } => {
            // Another operation of the same step may have written it.
            let row = w.report_at(row.seq)?.ok_or_else(report_not_found)?;
            let mut head = whole(w, &row, Vec::new())?;
            head.apply(operation).map_err(refused)?;
            write_head(w, &row, &head)
        }
        Operation::Update { id, .. } => {
            let had = w.report_section(row.seq, *id)?.ok_or_else(|| refused(OperationFault::Unknown))?;
            let (rank, depth) = (had.rank, had.depth);
            let mut alone = Report { sections: vec![section(had.clone())?], ..Report::default() };
            alone.apply(operation).map_err(refused)?;
            let now = &alone.sections[0];
            let mut now = section_row(now, rank, depth)?;
            now.cited = cited_in(w, row.discovery, &now.body_md, &alone.sections[0].cited)?;
            if now != had {
                w.put_report_section(row, &now)?;
            }
            Ok(())
        }
        Operation::Batch { operations } => operations.iter().try_for_each(|operation| apply(w, row, operation)),
        Operation::Add { .. } | Operation::Move { .. } | Operation::Delete { .. } => {
            let mut report = bare(w, row)?;
            report.apply(operation).map_err(refused)?;
            arrange(w, row, &report)
        }
    }
}

/// Stores where sections stand, those that are new, and which are gone; the bodies of others stay as they are.
fn arrange(w: &mut Writer<'_>, row: &ReportRow, report: &Report) -> Result<()> {
    let before = w.report_lines(row.seq)?;
    let stored: HashMap<Uuid, &SectionRow> = before.iter().map(|row| (row.id, row)).collect();
    let ranks: HashMap<Uuid, i64> = before.iter().map(|row| (row.id, row.rank)).collect();
    let mut after = flat(report, &ranks)?;
    for section in &mut after {
        match stored.get(&section.id) {
            None => {
                cite(w, row.discovery, section)?;
                w.put_report_section(row, section)?;
            }
            Some(had) if **had != *section => w.place_report_section(row.seq, section)?,
            Some(_) => {}
        }
    }
    hide_gone(w, row, &before, &after)
}

fn hide_gone(w: &mut Writer<'_>, row: &ReportRow, before: &[SectionRow], after: &[SectionRow]) -> Result<()> {
    let remaining: HashSet<Uuid> = after.iter().map(|section| section.id).collect();
    for deleted in before.iter().filter(|section| !remaining.contains(&section.id)) {
        w.hide_report_section(row.seq, deleted.id)?;
    }
    Ok(())
}

/// Stores what `report` has otherwise than the rows.
pub(super) fn write(w: &mut Writer<'_>, row: &ReportRow, report: &Report) -> Result<()> {
    write_head(w, row, report)?;
    let before = w.report_sections(row.seq)?;
    let ranks: HashMap<Uuid, i64> = before.iter().map(|row| (row.id, row.rank)).collect();
    let mut after = flat(report, &ranks)?;
    after.iter_mut().try_for_each(|section| cite(w, row.discovery, section))?;
    let stored: HashMap<Uuid, &SectionRow> = before.iter().map(|row| (row.id, row)).collect();
    for section in after.iter().filter(|section| stored.get(&section.id) != Some(section)) {
        w.put_report_section(row, section)?;
    }
    hide_gone(w, row, &before, &after)
}

/// Keeps beside a section which ids the labels of its body have.
fn cite(r: &Reader, discovery: DiscoverySeq, section: &mut SectionRow) -> Result<()> {
    let known = cited_ids(section.cited.as_deref())?;
    section.cited = cited_in(r, discovery, &section.body_md, &known)?;
    Ok(())
}

fn cited_in(r: &Reader, discovery: DiscoverySeq, text: &str, known: &CitedIds) -> Result<Option<String>> {
    let id_of = |label| r.member(discovery, label).ok().flatten().map(|member| member.id);
    cited_json(&collect_cited_ids(text, known, &id_of))
}

/// The ids that are kept beside a text.
pub(super) fn cited_ids(json: Option<&str>) -> Result<CitedIds> {
    Ok(json.map(serde_json::from_str).transpose().map_err(unreadable)?.unwrap_or_default())
}

fn cited_json(ids: &CitedIds) -> Result<Option<String>> {
    Ok((!ids.is_empty()).then(|| serde_json::to_string(ids)).transpose().map_err(unreadable)?)
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
    section.cited = cited_ids(row.cited.as_deref())?;
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
    let row = |(line, rank): (&OutlineLine<'_>, i64)| {
        section_row(line.section, rank, u32::try_from(line.depth).unwrap_or(u32::MAX))
    };
    lines.iter().zip(given).map(row).collect()
}

fn section_row(of: &Section, rank: i64, depth: u32) -> Result<SectionRow> {
    let heading = of.heading.as_ref().map(serde_json::to_string).transpose().map_err(unreadable)?;
    let (title, body_md) = (of.title.clone(), of.body_md.clone());
    let cited = cited_json(&of.cited)?;
    Ok(SectionRow { id: of.id, rank, depth, title, body_md, cited, appendix: of.appendix, heading })
}

/// Rising ranks for a sequence: most of those that are there stay, and the others go between them. Where there is no room
/// between two, all are given anew.
fn ranked(had: &[Option<i64>]) -> Vec<i64> {
    let in_order = longest_rising(had);
    let mut ranks = Vec::with_capacity(had.len());
    let mut at = 0;
    while at < had.len() {
        if in_order[at] {
            ranks.push(had[at].unwrap_or_default());
            at += 1;
            continue;
        }
        let end = (at..had.len()).find(|next| in_order[*next]).unwrap_or(had.len());
        let low = ranks.last().copied();
        let count = i64::try_from(end - at).unwrap_or(i64::MAX);
        let (low, step) = match (low, had.get(end).copied().flatten()) {
            (low, None) => (low.unwrap_or_default(), STEP),
            (None, Some(high)) => (high - STEP * (count + 1), STEP),
            (Some(low), Some(high)) => (low, (high - low) / (count + 1)),
        };
        if step == 0 {
            return (1..).map(|position| position * STEP).take(had.len()).collect();
        }
        ranks.extend((1..=count).map(|position| low + position * step));
        at = end;
    }
    ranks
}

/// Returns which of the ranks are of one longest rising sequence.
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
    let mut in_order = vec![false; had.len()];
    let mut at = ends.last().copied();
    while let Some(index) = at {
        in_order[index] = true;
        at = before[index];
    }
    in_order
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
