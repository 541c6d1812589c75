//! Quotations in plain letters: lines behind `>`, and originals that stand below their own header lines.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::{BlockKind, StructureBlock, TextStructure};
use super::TextLine;
use super::attribution::{attribution, header, reported_date};

/// A header of a forwarded original has at least so many lines, one of which says who it is from: a letter has a date and
/// a subject of its own.
const HEADER_LINES: usize = 2;

/// Nobody answers an answer so often: more marks than these open no further quotation.
const DEEPEST: usize = 16;

pub(super) fn quotations(text: &str, lines: &[TextLine<'_>], placed: &TextStructure) -> Vec<StructureBlock> {
    let mut found = Vec::new();
    let depths: Vec<usize> = lines.iter().map(|line| marks(line.text).0.min(DEEPEST)).collect();
    marked(lines, &depths, 1, &mut found);
    originals(text, lines, placed, &mut found);
    let is_quotation = |block: &&StructureBlock| matches!(block.kind, BlockKind::Quotation { .. });
    let known: HashSet<&Range<usize>> = placed.blocks().iter().filter(is_quotation).map(|block| &block.range).collect();
    found.retain(|one| !known.contains(&one.range));
    found
}

/// Runs of lines with `depth` marks or more, and in each those with more. `depths` has the marks of each line.
fn marked(lines: &[TextLine<'_>], depths: &[usize], depth: usize, found: &mut Vec<StructureBlock>) {
    let mut at = 0;
    while at < lines.len() {
        let run = depths[at..].iter().take_while(|marks| **marks >= depth).count();
        if run == 0 {
            at += 1;
            continue;
        }
        let quoted = at..at + run;
        let (by, date) = writer(&lines[..at]).unwrap_or_default();
        let range = lines[at].range.start..lines[at + run - 1].range.end;
        found.push(StructureBlock { range, kind: BlockKind::Quotation { by, date } });
        if depth < DEEPEST {
            marked(&lines[quoted.clone()], &depths[quoted], depth + 1, found);
        }
        at += run;
    }
}

/// Splits a line into its number of opening marks and the rest.
fn marks(line: &str) -> (usize, &str) {
    let rest = line.trim_start().trim_start_matches(['>', ' ']);
    let lead = &line[..line.len() - rest.len()];
    (lead.matches('>').count(), rest)
}

/// More lines without a word part a quotation from what leads in to it.
const APART: usize = 8;

/// Returns the named writer of what follows: by the last line before it, which may be wrapped.
fn writer(before: &[TextLine<'_>]) -> Option<(Option<String>, Option<String>)> {
    let has_words = |line: &TextLine<'_>| !marks(line.text).1.trim().is_empty();
    let last = before.iter().enumerate().rev().take(APART).find(|(_, line)| has_words(line)).map(|(at, _)| at)?;
    let of = |line: &TextLine<'_>| marks(line.text).1.trim().to_owned();
    let own = of(&before[last]);
    let wrapped = || last.checked_sub(1).map(|above| format!("{} {own}", of(&before[above])));
    attribution(&own).filter(|(by, date)| by.is_some() && date.is_some()).or_else(|| {
        let wrapped = wrapped().and_then(|both| attribution(&both)).filter(|(by, date)| by.is_some() && date.is_some());
        wrapped.or_else(|| attribution(&own))
    })
}

/// So many messages may lie in one another.
const NESTED: usize = 32;

/// Originals below header lines, each to the next one's or to the end of its message. Header lines that open a message are
/// its own. Originals that lay in one another to that end would all be over each of its words, the square of their number.
fn originals(text: &str, lines: &[TextLine<'_>], placed: &TextStructure, found: &mut Vec<StructureBlock>) {
    let messages: Vec<&Range<usize>> =
        placed.blocks().iter().filter(|one| matches!(one.kind, BlockKind::Message)).map(|one| &one.range).collect();
    let Some(last) = lines.last().map(|line| line.range.end) else { return };
    let mut open: HashMap<usize, usize> = HashMap::new();
    let mut at = 0;
    while at < lines.len() {
        let names: Vec<(&str, &str)> = lines[at..].iter().map_while(|line| header(marks(line.text).1)).collect();
        let start = lines[at].range.start;
        let begun = messages.partition_point(|message| message.start <= start);
        let within = messages[..begun].iter().rev().take(NESTED).find(|message| start < message.end);
        let opens = within.map_or(lines[0].range.start, |message| message.start);
        let is_original = names.len() >= HEADER_LINES && names.iter().any(|(name, _)| *name == "from");
        if is_original && text[opens..start].trim().is_empty() {
            let heads = lines[at..at + names.len()].iter();
            found.extend(heads.map(|line| StructureBlock { range: line.range.clone(), kind: BlockKind::Heading }));
        } else if is_original {
            let value = |of: &str| names.iter().find(|(name, _)| *name == of).map(|(_, value)| (*value).to_owned());
            let date = value("date").map(|date| reported_date(&date).unwrap_or(date));
            let end = within.map_or(last, |message| message.end.min(last));
            if let Some(before) = open.insert(end, found.len()) {
                found[before].range.end = start;
            }
            found.push(StructureBlock { range: start..end, kind: BlockKind::Quotation { by: value("from"), date } });
        }
        at += names.len().max(1);
    }
}
