//! The paragraphs of a text in sentences, read once for all the quotes that are looked at in it.

use std::ops::Range;
use std::sync::OnceLock;

use super::TextStructure;
use super::address::{addresses_machine, bids, is_to_machine};
use crate::extraction::offline::{sentence_at, sentences_of};

/// A paragraph, by bytes of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParagraphSpan {
    range: Range<usize>,
    sentences: Vec<Range<usize>>,
    addressing: OnceLock<Addressing>,
}

/// The sentences of a paragraph that speak to a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Addressing {
    /// The places of those that bid somebody to say that something is so.
    bids: Vec<usize>,
    /// Byte at which the first sentence begins that names who is spoken to as a machine.
    first: Option<usize>,
}

impl ParagraphSpan {
    pub(super) fn read(text: &str, range: Range<usize>) -> Self {
        Self { sentences: sentences_of(text, range.clone()), range, addressing: OnceLock::new() }
    }

    /// Returns whether a sentence of `quote`, or one before it, speaks to a machine.
    pub(super) fn addresses_machine(&self, text: &str, quote: &Range<usize>) -> bool {
        let addressing = self.addressing.get_or_init(|| self.addressing_in(text));
        let overlaps = |at: &usize| {
            let sentence = &self.sentences[*at];
            sentence.start < quote.end && quote.start < sentence.end
        };
        addressing.first.is_some_and(|first| first < quote.end) || addressing.bids.iter().any(overlaps)
    }

    fn addressing_in(&self, text: &str) -> Addressing {
        let words = |sentence: &Range<usize>| &text[sentence.clone()];
        let bids = self.sentences.iter().enumerate().filter(|(_, sentence)| bids(words(sentence)));
        let first = self.sentences.iter().find(|sentence| is_to_machine(words(sentence)));
        Addressing { bids: bids.map(|(at, _)| at).collect(), first: first.map(|sentence| sentence.start) }
    }

    /// The sentence that holds all of `bytes`.
    fn sentence_around(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let begun = self.sentences.partition_point(|sentence| sentence.start <= bytes.start);
        self.sentences[..begun].last().filter(|sentence| bytes.end <= sentence.end).cloned()
    }
}

impl TextStructure {
    /// The sentence of its text that `bytes` stand in, as [`sentence_at`] finds it.
    pub fn sentence_at(&self, text: &str, bytes: &Range<usize>, within: &Range<usize>) -> Option<Range<usize>> {
        match self.paragraph_around(text, bytes) {
            Some(paragraph) if within.start <= paragraph.range.start && paragraph.range.end <= within.end => {
                paragraph.sentence_around(bytes)
            }
            _ => sentence_at(text, bytes, within),
        }
    }

    pub(super) fn addresses_machine(&self, text: &str, quote: &Range<usize>) -> bool {
        match self.paragraph_around(text, quote) {
            Some(paragraph) => paragraph.addresses_machine(text, quote),
            None => addresses_machine(text, quote),
        }
    }

    /// The paragraph of its text that holds all of `bytes`.
    fn paragraph_around(&self, text: &str, bytes: &Range<usize>) -> Option<&ParagraphSpan> {
        let paragraphs =
            self.paragraphs.get_or_init(|| self.parts.iter().flat_map(|part| paragraphs(text, part)).collect());
        let begun = paragraphs.partition_point(|paragraph| paragraph.range.start <= bytes.start);
        paragraphs[..begun].last().filter(|paragraph| bytes.end <= paragraph.range.end)
    }
}

fn paragraphs(text: &str, part: &Range<usize>) -> Vec<ParagraphSpan> {
    let mut start = part.start;
    let ranges = text[part.clone()].split("\n\n").map(|paragraph| {
        let range = start..start + paragraph.len();
        start = range.end + 2;
        range
    });
    ranges.map(|range| ParagraphSpan::read(text, range)).collect()
}
