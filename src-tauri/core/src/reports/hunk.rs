//! A suggestion's changes of a body, as hunks of whole words that can be taken one by one.
//!
//! A token is a word, a run of white space or a sign; a citation, a link's target, an image, `[IMAGE:x]` and code are one
//! token each, so that no hunk begins or ends inside one.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use super::citation::{citations, code_spans};

/// One change: `before` stands at `at` of the body that the hunk was made for, and `after` comes in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// Start of `before`, in bytes.
    pub at: usize,
    pub before: String,
    pub after: String,
}

impl Hunk {
    const fn span(&self) -> Range<usize> {
        self.at..self.at + self.before.len()
    }
}

/// Above so many tokens on both sides, multiplied, lines are compared instead: a body of a megabyte in a moment.
const MOST: usize = 40_000_000;

/// Returns what turns `before` into `after`, in order, none touching another.
#[must_use]
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let (old, new) = (tokens(before), tokens(after));
    if old.len().saturating_mul(new.len()) > MOST {
        return changed(
            &before.split_inclusive('\n').collect::<Vec<_>>(),
            &after.split_inclusive('\n').collect::<Vec<_>>(),
        );
    }
    changed(&old, &new)
}

/// Returns `base` with the chosen of its hunks applied.
#[must_use]
pub fn take(base: &str, hunks: &[Hunk], is_chosen: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(base.len());
    let mut at = 0;
    for (_, hunk) in hunks.iter().enumerate().filter(|(index, _)| is_chosen(*index)) {
        out.push_str(base.get(at..hunk.at).unwrap_or_default());
        out.push_str(&hunk.after);
        at = hunk.span().end;
    }
    out.push_str(base.get(at..).unwrap_or_default());
    out
}

/// Moves hunks that were made for `base` to a body as it is now; none for those whose words were changed meanwhile.
#[must_use]
pub fn rebase(pending: &[Hunk], base: &str, now: &str) -> Vec<Option<Hunk>> {
    let edits = hunks(base, now);
    pending.iter().map(|hunk| moved(hunk, &edits)).collect()
}

/// Moves a hunk to the text that edits of the same text make; none where one of them changed its words.
#[must_use]
pub fn moved(hunk: &Hunk, edits: &[Hunk]) -> Option<Hunk> {
    let span = hunk.span();
    let mut at = hunk.at;
    for edit in edits {
        let edited = edit.span();
        if edited.end <= span.start && !(edited.is_empty() && edited.start == span.start && span.is_empty()) {
            at = at + edit.after.len() - edit.before.len();
        } else if edited.start < span.end || edited.start == span.start {
            return None;
        }
    }
    Some(Hunk { at, ..hunk.clone() })
}

fn changed(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let starts: Vec<usize> = starts(old);
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for operation in operations.iter().filter(|operation| operation.tag() != DiffTag::Equal) {
        let (from, to) = (operation.old_range(), operation.new_range());
        match found.last_mut() {
            Some(last) if is_gap(&old[last.0.end..from.start]) => {
                *last = (last.0.start..from.end, last.1.start..to.end)
            }
            _ => found.push((from, to)),
        }
    }
    let hunk = |(from, to): (Range<usize>, Range<usize>)| Hunk {
        at: starts[from.start],
        before: old[from].concat(),
        after: new[to].concat(),
    };
    found.into_iter().map(hunk).collect()
}

/// Returns whether two changes are one to a reader: nothing but a space parts them.
fn is_gap(between: &[&str]) -> bool {
    between.iter().all(|token| token.chars().all(char::is_whitespace) && !token.contains('\n'))
}

/// Returns the start of each token, and the end of the last.
fn starts(tokens: &[&str]) -> Vec<usize> {
    let ends = tokens.iter().scan(0, |end, token| {
        *end += token.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

fn tokens(body: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for whole in whole(body) {
        tokens.extend(body[at..whole.start].split_word_bounds());
        tokens.push(&body[whole.clone()]);
        at = whole.end;
    }
    tokens.extend(body[at..].split_word_bounds());
    tokens
}

/// Returns what is never cut, by position, none overlapping another.
fn whole(body: &str) -> Vec<Range<usize>> {
    let mut spans = code_spans(body);
    spans.extend(citations(body).into_iter().map(|citation| citation.span));
    spans.extend(targets(body));
    spans.extend(images_by_name(body));
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    spans.retain(|span| {
        let apart = span.start >= end && !span.is_empty();
        if apart {
            end = span.end;
        }
        apart
    });
    spans
}

/// `](target)` of links, and images as a whole.
fn targets(body: &str) -> Vec<Range<usize>> {
    let of = |(event, span): (Event<'_>, Range<usize>)| match event {
        Event::Start(Tag::Image { .. }) => Some(span),
        Event::Start(Tag::Link { .. }) => body[span.clone()].rfind("](").map(|at| span.start + at..span.end),
        _ => None,
    };
    Parser::new_ext(body, super::front_matter::options()).into_offset_iter().filter_map(of).collect()
}

/// `[IMAGE:x]`.
pub(super) fn images_by_name(body: &str) -> impl Iterator<Item = Range<usize>> {
    body.match_indices("[IMAGE:").filter_map(|(at, _)| body[at..].find(']').map(|end| at..at + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_stay_whole_is_one_token() {
        let body = "See [F-12](factly://fact/0190) and ![a plan](p.png), [text](http://x.y/z), [IMAGE:wall] and `a b`.";
        let tokens = tokens(body);
        for whole in ["[F-12](factly://fact/0190)", "![a plan](p.png)", "](http://x.y/z)", "[IMAGE:wall]", "`a b`"] {
            assert!(tokens.contains(&whole), "{whole} in {tokens:?}");
        }
        assert_eq!(tokens.concat(), body);
    }
}
