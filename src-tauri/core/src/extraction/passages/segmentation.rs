//! The borders of thoughts, told by the words on both sides of each gap (TextTiling, Hearst 1997) and by a length that
//! thoughts have; the cheapest cuts of a run are found together, by dynamic programming.

use std::ops::Range;

use super::{TalkSentence, shared};
use crate::evidence::MAX_QUOTE_CHARS;

/// Length of a passage where nothing else tells, in words: the median of what researchers code in interviews is 53, and a
/// quote holds no more than about so many.
const WORDS: f64 = 50.0;
/// Weight of the words that two sides share, which hold them together, against a length that is off by all of [`WORDS`].
const COHESION: f64 = 1.0;
/// Number of sentences compared on each side of a gap.
const BLOCK: usize = 2;
/// Cost of a cut within a sentence.
const WITHIN: f64 = 4.0;

/// Returns the passages of a talk, by the numbers of their sentences: in order, none of whoever asks.
pub(in crate::extraction) fn segments(sentences: &[TalkSentence]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < sentences.len() {
        let mut end = from + 1;
        while end < sentences.len() && is_one_run(&sentences[end - 1], &sentences[end]) {
            end += 1;
        }
        if !sentences[from].asks {
            found.extend(cheapest(sentences, from..end));
        }
        from = end;
    }
    found
}

fn is_one_run(before: &TalkSentence, next: &TalkSentence) -> bool {
    before.turn == next.turn && before.asks == next.asks && (before.labelled == next.labelled || before.goes_on)
}

/// Returns the passages of a run of sentences that its cheapest cuts make.
fn cheapest(sentences: &[TalkSentence], run: Range<usize>) -> Vec<Range<usize>> {
    // The cost of the cheapest cuts up to each gap, and the start of the last passage before it.
    let mut best: Vec<(f64, usize)> = vec![(0.0, run.start)];
    for end in run.start + 1..=run.end {
        let mut words = 0.0;
        let mut cheapest = (f64::INFINITY, end - 1);
        let cut = gap(sentences, end, &run);
        for start in (run.start..end).rev() {
            words += sentences[start].words as f64;
            let is_long = (sentences[end - 1].chars.end - sentences[start].chars.start) as usize > MAX_QUOTE_CHARS;
            if is_long && end - start > 1 {
                break;
            }
            let cost = best[start - run.start].0 + ((words - WORDS) / WORDS).powi(2) + cut;
            if cost < cheapest.0 {
                cheapest = (cost, start);
            }
        }
        best.push(cheapest);
    }
    let mut found = Vec::new();
    let mut end = run.end;
    while end > run.start {
        let start = best[end - run.start].1;
        found.push(start..end);
        end = start;
    }
    found.reverse();
    found
}

/// Returns the cost of a cut before a sentence: the likeness of its two sides.
fn gap(sentences: &[TalkSentence], at: usize, run: &Range<usize>) -> f64 {
    if at == run.end {
        return 0.0;
    }
    let side = |range: Range<usize>| {
        let mut stems: Vec<u64> = sentences[range].iter().flat_map(|one| one.stems.iter().copied()).collect();
        stems.sort_unstable();
        stems.dedup();
        stems
    };
    let (before, behind) = (side(at.saturating_sub(BLOCK).max(run.start)..at), side(at..(at + BLOCK).min(run.end)));
    let norm = ((before.len() * behind.len()) as f64).sqrt();
    let likeness = if norm > 0.0 { shared(&before, &behind) as f64 / norm } else { 0.0 };
    let within = if sentences[at - 1].goes_on { WITHIN } else { 0.0 };
    COHESION * likeness + within
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(at: usize, words: usize, stems: &[u64]) -> TalkSentence {
        let start = at * 100;
        TalkSentence {
            range: start..start + 99,
            chars: u32::try_from(start).unwrap()..u32::try_from(start + 99).unwrap(),
            labelled: 0,
            turn: 0,
            asks: false,
            stems: stems.to_vec(),
            words,
            goes_on: false,
        }
    }

    #[test]
    fn a_passage_ends_where_the_words_change_and_where_a_quote_is_full() {
        let talk: Vec<TalkSentence> = [&[1, 2][..], &[1, 2], &[7, 8], &[7, 8]]
            .iter()
            .enumerate()
            .map(|(at, stems)| sentence(at, 24, stems))
            .collect();
        assert_eq!(segments(&talk), [0..2, 2..4], "the words are others from the third sentence on");
        let mut with_question = talk.clone();
        with_question[1].asks = true;
        assert_eq!(segments(&with_question), [0..1, 2..4], "nothing of whoever asks, and no run over a question");
        let mut parted = talk.clone();
        parted[1].labelled = 1;
        assert_eq!(segments(&parted)[0], 0..1, "a label ends a thought");
        parted[0].goes_on = true;
        assert_eq!(segments(&parted)[0], 0..2, "but not where it was cut within a sentence");
    }
}
