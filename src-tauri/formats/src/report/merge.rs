//! A body as it was edited elsewhere: what is as it was keeps its bytes, and a reworded paragraph keeps its markers.

use super::block::{ReportBlock, RunContent, Shape, TextRun, address};
use super::diff::{self, Change};
use super::markdown::blocks;
use super::write_markdown::{between, inline, write};

/// Carries edits from one wording of a text to another: `(before, after, here)`; none where they do not fit.
pub type EditRebase<'c> = dyn Fn(&str, &str, &str) -> Option<String> + 'c;

/// Returns the body with what was edited elsewhere; none where nothing was.
#[must_use]
pub fn merged_body(here: &str, incoming: &[ReportBlock], rebase: &EditRebase<'_>) -> Option<String> {
    let old: Vec<ReportBlock> = blocks(here).into_iter().filter(|block| !block.is_blank()).collect();
    let changes = diff::blocks(&old, incoming);
    if changes.iter().all(|change| matches!(change, Change::Same(..))) {
        return None;
    }
    let mut merging = BodyMerge { here, old: &old, next: 0, out: String::new(), last: None };
    for change in &changes {
        match change {
            Change::Same(block, _) => merging.keep(block, &here[block.source.clone()]),
            Change::Reworded(block, new) => merging.keep(block, &reworded(here, block, new, rebase)),
            Change::Deleted(_) => merging.drop(),
            Change::Inserted(block) => merging.insert(block),
        }
    }
    Some(merging.finish()).filter(|body| body != here)
}

/// A body with a paragraph of its own behind the so many of its blocks.
#[must_use]
pub fn with_quote(body: &str, behind: usize, quote: &str) -> String {
    let mut shown = blocks(body).into_iter().filter(|block| !block.is_blank());
    let at = behind.checked_sub(1).and_then(|before| shown.nth(before)).map_or(0, |block| block.source.end);
    let (before, after) = (body[..at].trim_end_matches('\n'), body[at..].trim_start_matches('\n'));
    let lead = if before.is_empty() { &body[..body.len() - body.trim_start_matches('\n').len()] } else { "\n\n" };
    format!("{before}{lead}{quote}\n{}{after}", if after.is_empty() { "" } else { "\n" })
}

struct BodyMerge<'m> {
    here: &'m str,
    old: &'m [ReportBlock],
    /// The index of the next old block.
    next: usize,
    out: String,
    /// The last written block, and whether it is the old block before the next.
    last: Option<(&'m ReportBlock, bool)>,
}

impl<'m> BodyMerge<'m> {
    /// Returns the text between the block before the next one and the next.
    fn gap(&self) -> &'m str {
        let start = self.next.checked_sub(1).map_or(0, |before| self.old[before].source.end);
        let end = self.old.get(self.next).map_or(self.here.len(), |block| block.source.start);
        self.here.get(start..end).unwrap_or_default()
    }

    fn keep(&mut self, block: &'m ReportBlock, text: &str) {
        let gap = self.gap();
        match self.last {
            None if self.next == 0 => self.out.push_str(gap),
            Some((_, true)) => self.out.push_str(gap),
            _ => {
                self.definitions(gap);
                self.part_from(block);
            }
        }
        self.out.push_str(text);
        self.next += 1;
        self.last = Some((block, true));
    }

    fn drop(&mut self) {
        let gap = self.gap();
        if self.next == 0 && self.last.is_none() {
            // What a body begins with, such as an empty line under its heading, stays.
            self.out.push_str(gap);
        } else {
            self.definitions(gap);
        }
        self.next += 1;
        self.last = self.last.map(|(block, _)| (block, false));
    }

    fn insert(&mut self, block: &'m ReportBlock) {
        if self.last.is_none() && self.next == 0 {
            let blank = self.gap();
            self.out.push_str(if self.here.is_empty() { "" } else { blank });
        }
        self.part_from(block);
        self.out.push_str(&write(block));
        self.last = Some((block, false));
    }

    fn part_from(&mut self, block: &ReportBlock) {
        if let Some((last, _)) = self.last {
            self.out.push_str(between(last, block));
        }
    }

    /// Addresses of links, which stand between blocks, outlive what stood around them.
    fn definitions(&mut self, gap: &str) {
        let gap = gap.trim();
        if !gap.trim_matches(['>', ' ', '\n']).is_empty() {
            if !self.out.is_empty() && !self.out.ends_with("\n\n") {
                self.out.push_str("\n\n");
            }
            self.out.push_str(gap);
        }
    }

    fn finish(mut self) -> String {
        let end = self.gap();
        match self.last {
            Some((_, true)) => self.out.push_str(end),
            _ => {
                self.definitions(end);
                if !self.out.is_empty() && !self.out.ends_with('\n') {
                    self.out.push('\n');
                }
            }
        }
        self.out
    }
}

/// An old block with the words of the new one.
fn reworded(here: &str, old: &ReportBlock, new: &ReportBlock, rebase: &EditRebase<'_>) -> String {
    let new = &linked_as(old, new);
    match &old.shape {
        Shape::Text | Shape::Heading(_) | Shape::Bullet | Shape::Number { .. } => {
            let content = &here[old.content.clone()];
            let (before, after) = (inline(&old.runs), inline(&new.runs));
            let words = if before == content { after } else { rebase(&before, &after, content).unwrap_or(after) };
            format!("{}{words}{}", &here[old.source.start..old.content.start], &here[old.content.end..old.source.end])
        }
        _ => write(new),
    }
}

/// The new words in what a word processor does not say of the old block: language, alignment, depth, how addresses are
/// spelled, and which citations were typed by hand.
fn linked_as(old: &ReportBlock, new: &ReportBlock) -> ReportBlock {
    let mut out = ReportBlock { lists: old.lists, quote: old.quote, ..new.clone() };
    match (&mut out.shape, &old.shape) {
        (Shape::Code { language }, Shape::Code { language: was }) => language.clone_from(was),
        (Shape::Table { aligns, .. }, Shape::Table { aligns: was, .. }) => aligns.clone_from(was),
        _ => {}
    }
    let links: Vec<&String> = old.runs.iter().filter_map(|run| run.link.as_ref()).collect();
    for link in out.runs.iter_mut().filter_map(|run| run.link.as_mut()) {
        links.iter().find(|was| address(was) == *link).into_iter().for_each(|was| link.clone_from(was));
    }
    let typed = typed(&old.runs);
    out.runs.iter_mut().for_each(|run| unlink(run, &typed));
    if let (Shape::Table { rows, .. }, Shape::Table { rows: was, .. }) = (&mut out.shape, &old.shape) {
        let typed: Vec<String> = was.iter().flatten().flat_map(|cell| typed_of(cell)).collect();
        rows.iter_mut().flatten().flatten().for_each(|run| unlink(run, &typed));
    }
    out
}

fn typed(runs: &[TextRun]) -> Vec<String> {
    typed_of(runs).collect()
}

fn typed_of(runs: &[TextRun]) -> impl Iterator<Item = String> {
    runs.iter().filter_map(|run| match &run.content {
        RunContent::Citation { label, target: None } => Some(label.clone()),
        _ => None,
    })
}

fn unlink(run: &mut TextRun, typed: &[String]) {
    if let RunContent::Citation { label, target } = &mut run.content
        && typed.contains(label)
    {
        *target = None;
    }
}
