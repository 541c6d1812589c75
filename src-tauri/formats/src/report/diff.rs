//! Changes between two bodies: blocks first, then the words in those that are still the same paragraph.

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::block::{ReportBlock, RunContent, TextRun, words};

/// A block of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<'b> {
    Same(&'b ReportBlock, &'b ReportBlock),
    Reworded(&'b ReportBlock, &'b ReportBlock),
    Deleted(&'b ReportBlock),
    Inserted(&'b ReportBlock),
}

/// Presence of a piece in both, or in one only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChangeMark {
    #[default]
    None,
    Inserted,
    Deleted,
}

/// Two paragraphs are one that was reworded when they share so much of their words.
const ALIKE: f64 = 0.4;

pub(crate) fn blocks<'b>(before: &'b [ReportBlock], after: &'b [ReportBlock]) -> Vec<Change<'b>> {
    let key = |block: &ReportBlock| {
        let flat = block.flattened();
        (format!("{:?}", flat.shape), flat.lists, flat.quote, format!("{:?}", flat.runs))
    };
    let (old, new): (Vec<_>, Vec<_>) = (before.iter().map(key).collect(), after.iter().map(key).collect());
    let mut changes = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (from, to) = (&before[operation.old_range()], &after[operation.new_range()]);
        match operation.tag() {
            DiffTag::Equal => changes.extend(from.iter().zip(to).map(|(old, new)| Change::Same(old, new))),
            _ => replaced(from, to, &mut changes),
        }
    }
    changes
}

/// Pairs those that are alike, in order; the rest goes and comes.
fn replaced<'b>(from: &'b [ReportBlock], to: &'b [ReportBlock], changes: &mut Vec<Change<'b>>) {
    if let ([old], [new]) = (from, to)
        && old.is_shaped_like(new)
    {
        changes.push(Change::Reworded(old, new));
        return;
    }
    let mut next = 0;
    for old in from {
        let found = to[next..].iter().position(|new| old.is_shaped_like(new) && likeness(old, new) >= ALIKE);
        match found {
            Some(behind) => {
                changes.extend(to[next..next + behind].iter().map(Change::Inserted));
                changes.push(Change::Reworded(old, &to[next + behind]));
                next += behind + 1;
            }
            None => changes.push(Change::Deleted(old)),
        }
    }
    changes.extend(to[next..].iter().map(Change::Inserted));
}

/// Returns the share of the words of two blocks that is in both, 0 to 1.
fn likeness(old: &ReportBlock, new: &ReportBlock) -> f64 {
    text_likeness(&text_of(old), &text_of(new))
}

fn text_of(block: &ReportBlock) -> String {
    match &block.shape {
        super::block::Shape::Table { rows, .. } => {
            rows.iter().flatten().map(|cell| words(cell)).collect::<Vec<_>>().join(" ")
        }
        _ => words(&block.runs),
    }
}

/// Returns the share of the words of two texts that is in both, in any order: 0 to 1.
#[must_use]
pub fn text_likeness(old: &str, new: &str) -> f64 {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        words.sort_unstable();
        words
    };
    let (old, new) = (sorted(old), sorted(new));
    if old.is_empty() && new.is_empty() {
        return 1.0;
    }
    let (mut shared, mut at) = (0_usize, 0);
    for word in &old {
        while at < new.len() && new[at] < *word {
            at += 1;
        }
        if new.get(at) == Some(word) {
            shared += 1;
            at += 1;
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "counts of words are far below what a float holds exactly")]
    let share = (2 * shared) as f64 / (old.len() + new.len()) as f64;
    share
}

/// The runs of a reworded paragraph, each with what became of it.
pub(crate) fn runs(before: &[TextRun], after: &[TextRun]) -> Vec<(ChangeMark, TextRun)> {
    let (old, new) = (tokens(before), tokens(after));
    let key = |run: &TextRun| format!("{run:?}");
    let (old_keys, new_keys): (Vec<_>, Vec<_>) = (old.iter().map(key).collect(), new.iter().map(key).collect());
    let mut out = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old_keys, &new_keys) {
        match operation.tag() {
            DiffTag::Equal => out.extend(new[operation.new_range()].iter().map(|run| (ChangeMark::None, run.clone()))),
            _ => {
                out.extend(old[operation.old_range()].iter().map(|run| (ChangeMark::Deleted, run.clone())));
                out.extend(new[operation.new_range()].iter().map(|run| (ChangeMark::Inserted, run.clone())));
            }
        }
    }
    merged(out)
}

fn merged(pieces: Vec<(ChangeMark, TextRun)>) -> Vec<(ChangeMark, TextRun)> {
    let mut out: Vec<(ChangeMark, TextRun)> = Vec::new();
    for (mark, run) in pieces {
        match (&run.content, out.last_mut()) {
            (RunContent::Text(text), Some((of, TextRun { content: RunContent::Text(last), style, link })))
                if *of == mark && *style == run.style && *link == run.link =>
            {
                last.push_str(text);
            }
            _ => out.push((mark, run)),
        }
    }
    out
}

/// Runs cut into words.
fn tokens(runs: &[TextRun]) -> Vec<TextRun> {
    let mut out = Vec::new();
    for run in runs {
        let RunContent::Text(text) = &run.content else {
            out.push(run.clone());
            continue;
        };
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|char| kind(char) != kind(first)).unwrap_or(rest.len());
            let end = if kind(first) == 2 { first.len_utf8() } else { end };
            out.push(TextRun { content: RunContent::Text(rest[..end].to_owned()), ..run.clone() });
            rest = &rest[end..];
        }
    }
    out
}

fn kind(char: char) -> u8 {
    match char {
        char if char.is_whitespace() => 0,
        char if char.is_alphanumeric() => 1,
        _ => 2,
    }
}
