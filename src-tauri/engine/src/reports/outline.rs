//! A report as its outline shows it, and one section at a time: what a window needs of a report of any length.

use std::collections::HashMap;

use factly_core::discovery::EntityLabel;
use factly_core::reports::citation::citations_by;
use factly_core::reports::front_matter::opening;
use factly_core::reports::{CitedIds, OutlineLine, Report};
use uuid::Uuid;

use super::stale::{CitedEntities, Stale};
use super::{ReportSummary, Reports, no_section, row, titled, tree};
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::store::Reader;
use crate::store::reports::{BodyRow, ReportRow};

/// A report without its bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportOutline {
    pub summary: ReportSummary,
    /// Stale citations before the first section.
    pub preface_stale: usize,
    /// In reading order.
    pub lines: Vec<ReportLine>,
    /// A model's changes are applied without asking.
    pub apply_at_once: bool,
}

/// A section in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    pub id: Uuid,
    pub number: String,
    /// 1 for the first level.
    pub depth: usize,
    pub title: String,
    pub appendix: bool,
    /// Citations in it of what does not stand any more as it was cited.
    pub stale: usize,
}

/// A section as it is read and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionBody {
    pub body_md: String,
    /// Each label once, in the order of the body.
    pub citations: Vec<(EntityLabel, Option<Stale>)>,
}

/// Words of a body and where they stand, in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPlace {
    pub section: Uuid,
    pub from: usize,
    pub to: usize,
    pub words: String,
}

/// Places that are counted; more are as good as these.
const MOST_PLACES: usize = 10_000;

impl Reports<'_> {
    /// Lists the reports whose Outputs stand.
    pub fn list(&self, discovery: Uuid) -> Result<Vec<ReportSummary>> {
        self.ctx.read(|r| {
            let rows = r.reports(discovery_row(r, discovery)?.seq)?;
            let outlines = rows.iter().filter_map(|row| outline(r, row).transpose());
            outlines.map(|outline| outline.map(|outline| outline.summary)).collect()
        })
    }

    /// Returns a report without its bodies.
    pub fn outline(&self, report: Uuid) -> Result<ReportOutline> {
        self.ctx.read(|r| outline(r, &row(r, report)?)?.ok_or_else(super::report_not_found))
    }

    /// Returns the body of a section, or what stands before the first, with what is to be said of its citations.
    pub fn section(&self, report: Uuid, section: Uuid) -> Result<SectionBody> {
        self.ctx.read(|r| {
            let row = row(r, report)?;
            let (body_md, cited) = if section == Report::ITSELF {
                (opening(&row.front_md).to_owned(), row.cited)
            } else {
                let section = r.report_section(row.seq, section)?.ok_or_else(no_section)?;
                (section.body_md, section.cited)
            };
            let ids = tree::cited_ids(cited.as_deref())?;
            let mut known = CitedEntities::new(r, row.discovery);
            let mut cited: Vec<(EntityLabel, Option<Stale>)> = Vec::new();
            for citation in citations_by(&body_md, &ids) {
                let why = known.why(&citation)?;
                match cited.iter_mut().find(|(label, _)| *label == citation.label) {
                    Some((_, reason)) => *reason = reason.or(why),
                    None => cited.push((citation.label, why)),
                }
            }
            Ok(SectionBody { body_md, citations: cited })
        })
    }

    /// Returns where a text stands in the bodies, in reading order.
    pub fn find(&self, report: Uuid, text: &str, match_case: bool) -> Result<Vec<BodyPlace>> {
        let mut places = Vec::new();
        self.ctx.read(|r| {
            each_text(r, &row(r, report)?, &mut |section, body, _| {
                let found = occurrences(body, text, match_case).into_iter();
                places.extend(found.map(|(at, words)| body_span(section, body, at, words)));
                Ok(places.len() < MOST_PLACES)
            })
        })?;
        places.truncate(MOST_PLACES);
        Ok(places)
    }

    /// Returns where the stale citations stand, in reading order.
    pub fn stale_places(&self, report: Uuid) -> Result<Vec<BodyPlace>> {
        let mut places = Vec::new();
        self.ctx.read(|r| {
            let row = row(r, report)?;
            let mut known = CitedEntities::new(r, row.discovery);
            each_text(r, &row, &mut |section, body, ids| {
                for citation in citations_by(body, ids) {
                    if known.why(&citation)?.is_some() {
                        places.push(body_span(section, body, citation.span.start, &body[citation.span]));
                    }
                }
                Ok(true)
            })
        })?;
        Ok(places)
    }
}

fn body_span(section: Uuid, body: &str, at: usize, words: &str) -> BodyPlace {
    let units = |text: &str| text.encode_utf16().count();
    let from = units(&body[..at]);
    BodyPlace { section, from, to: from + units(words), words: words.to_owned() }
}

/// Returns the occurrences of `text` in `body`, from left to right and none over another.
fn occurrences<'b>(body: &'b str, text: &str, match_case: bool) -> Vec<(usize, &'b str)> {
    if text.is_empty() {
        return Vec::new();
    }
    if match_case {
        return body.match_indices(text).collect();
    }
    let wanted: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = body[at..].chars().next() {
        let length = length_of(&body[at..], &wanted);
        found.extend(length.map(|length| (at, &body[at..at + length])));
        at += length.unwrap_or(first.len_utf8());
    }
    found
}

/// The bytes at the beginning of a text that say what is wanted, in whatever case.
fn length_of(text: &str, wanted: &[char]) -> Option<usize> {
    let (mut left, mut length) = (wanted, 0);
    for char in text.chars() {
        for lower in char.to_lowercase() {
            let (first, rest) = left.split_first()?;
            if *first != lower {
                return None;
            }
            left = rest;
        }
        length += char.len_utf8();
        if left.is_empty() {
            return Some(length);
        }
    }
    None
}

/// A report whose Output stands; none otherwise.
fn outline(r: &Reader, row: &ReportRow) -> Result<Option<ReportOutline>> {
    let Some((label, title)) = titled(r, row)? else { return Ok(None) };
    let mut known = CitedEntities::new(r, row.discovery);
    let mut words = 0;
    let (mut first_stale, mut stale) = (None, HashMap::<Uuid, usize>::new());
    each_text(r, row, &mut |section, body, ids| {
        words += words_in(body);
        for citation in citations_by(body, ids) {
            if let Some(why) = known.why(&citation)? {
                first_stale.get_or_insert((citation.label, why));
                *stale.entry(section).or_default() += 1;
            }
        }
        Ok(true)
    })?;
    let bare = tree::bare(r, row)?;
    let line = |of: OutlineLine<'_>| ReportLine {
        id: of.section.id,
        number: of.number,
        depth: of.depth,
        title: of.section.title.clone(),
        appendix: of.section.appendix,
        stale: stale.get(&of.section.id).copied().unwrap_or_default(),
    };
    let lines: Vec<ReportLine> = bare.outline().into_iter().map(line).collect();
    let summary = ReportSummary {
        id: row.id,
        label,
        title,
        sections: lines.len(),
        words,
        stale: stale.values().sum(),
        first_stale,
        waiting: r.count_waiting_report_suggestions(row.seq)?,
    };
    let preface_stale = stale.get(&Report::ITSELF).copied().unwrap_or_default();
    Ok(Some(ReportOutline { summary, preface_stale, lines, apply_at_once: row.apply_at_once }))
}

/// Lets `hear` have what stands before the first section and each body, with the ids that are kept beside them, in
/// reading order and for as long as it says to go on.
fn each_text(r: &Reader, row: &ReportRow, hear: &mut dyn FnMut(Uuid, &str, &CitedIds) -> Result<bool>) -> Result<()> {
    if !hear(Report::ITSELF, opening(&row.front_md), &tree::cited_ids(row.cited.as_deref())?)? {
        return Ok(());
    }
    r.each_report_body(row.seq, &mut |BodyRow { section, body_md, cited }| {
        hear(section, body_md, &tree::cited_ids(cited.as_deref())?)
    })
}

fn words_in(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_whatever_case_where_that_is_wanted() {
        let check = |text: &str, match_case: bool, expected: &[(usize, &str)]| {
            assert_eq!(occurrences("The wall. Äpfel ÄPFEL walls", text, match_case), expected, "{text}");
        };
        check("wall", true, &[(4, "wall"), (24, "wall")]);
        check("THE", false, &[(0, "The")]);
        check("THE", true, &[]);
        check("äpfel", false, &[(10, "Äpfel"), (17, "ÄPFEL")]);
        check("", false, &[]);
        check("ll", false, &[(6, "ll"), (26, "ll")]);
    }
}
