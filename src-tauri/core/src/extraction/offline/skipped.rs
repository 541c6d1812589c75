//! The text that the parser skips, and why: a reader who finds nothing there is told that nothing was looked for.
//!
//! Found by the code that parses, when somebody asks. Parsing itself keeps no account of it.

use std::ops::Range;

use super::segment::{self, TextSegment};
use super::skip_kind::SkipKind;
use super::typed;
use super::word;
use crate::extraction::blocks::TextStructure;
use crate::language::sentence::trim;

/// A part that was passed over, by its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub range: Range<usize>,
    pub why: SkipKind,
}

/// Returns what the parser skips in `text[range]`, the free words of a turn: in order, without white space at the ends
/// and without what has no letter and no digit. Neighbours with one reason are one.
pub fn skipped(text: &str, range: Range<usize>) -> Vec<Skipped> {
    skipped_in(text, range, &TextStructure::of_text(text))
}

/// As [`skipped`], of a text whose blocks are known.
pub(in crate::extraction) fn skipped_in(text: &str, range: Range<usize>, structure: &TextStructure) -> Vec<Skipped> {
    let mut all: Vec<Skipped> = Vec::new();
    segment::parts(text, range, structure, |part| {
        let (range, why) = match part {
            TextSegment::Skipped(range, why) => (trim(text, range), Some(why)),
            TextSegment::Read(sentence) => (sentence.range.clone(), of_sentence(text, sentence.range)),
        };
        let Some(why) = why.filter(|_| text[range.clone()].chars().any(char::is_alphanumeric)) else { return };
        match all.last_mut() {
            Some(last) if last.why == why && text[last.range.end..range.start].trim().is_empty() => {
                last.range.end = range.end;
            }
            _ => all.push(Skipped { range, why }),
        }
    });
    all
}

fn of_sentence(text: &str, range: Range<usize>) -> Option<SkipKind> {
    states_nothing(&text[range.clone()]).or_else(|| is_long(text, range).then_some(SkipKind::LongSentence))
}

/// A question, what announces a list, a link alone.
pub(super) fn states_nothing(sentence: &str) -> Option<SkipKind> {
    let sentence = sentence.trim_end_matches(['*', '_', '"', '”', '’', ')', '»']);
    if sentence.ends_with(['?', '？', '؟']) {
        return Some(SkipKind::Question);
    }
    if sentence.ends_with([':', '：']) {
        return Some(SkipKind::LeadIn);
    }
    let link =
        sentence.starts_with('[') && sentence.rsplit_once("](").is_some_and(|(_, rest)| !rest.contains([' ', ')']));
    link.then_some(SkipKind::Link)
}

/// Returns whether values are not looked for.
fn is_long(text: &str, range: Range<usize>) -> bool {
    let mut words = Vec::new();
    word::split(text, range.start, range.end, &mut words);
    typed::is_too_long(&words)
}
