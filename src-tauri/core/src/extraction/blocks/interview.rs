//! The questions of an interview, told by its turns: each with the words that answer it.

use std::ops::Range;

use super::TextStructure;
use super::turns::{SpeakerTurn, is_asked};
use crate::extraction::offline::sentences_in;
use crate::language::{Token, tokens};

/// A question with fewer words asks for a repetition, or goes on with one before it.
const LEAST_WORDS: usize = 5;

/// A question that an interviewer asks, and what is answered before the next. Ranges are in bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    pub question: Range<usize>,
    /// From the first words of whoever answers to the last before another question; what the interviewer throws in between
    /// is within it.
    pub answer: Range<usize>,
}

/// Returns the questions of an interview in their order; none where nobody asks, or nobody answers.
pub fn asked_questions(text: &str) -> Vec<AskedQuestion> {
    let structure = TextStructure::of_text(text);
    let turns = structure.turns();
    let questions: Vec<Vec<Range<usize>>> = turns.iter().map(|turn| questions_of(text, turn)).collect();
    let mut asked = Vec::new();
    for (at, questions_here) in questions.iter().enumerate().filter(|(_, found)| !found.is_empty()) {
        let answers = |turn: &SpeakerTurn| turn.speaker.is_some() && !turn.asks;
        let Some(first) = (at + 1..turns.len()).find(|next| answers(&turns[*next])) else { continue };
        let end = (first + 1..turns.len()).find(|next| !questions[*next].is_empty()).unwrap_or(turns.len());
        let last = (first..end).rfind(|next| answers(&turns[*next])).unwrap_or(first);
        let answer = turns[first].range.start..turns[last].range.end;
        asked.extend(
            questions_here
                .iter()
                .map(|question| AskedQuestion { question: question.clone(), answer: trimmed(text, answer.clone()) }),
        );
    }
    asked
}

fn questions_of(text: &str, turn: &SpeakerTurn) -> Vec<Range<usize>> {
    if !turn.asks {
        return Vec::new();
    }
    let has_words = |range: &Range<usize>| tokens(&text[range.clone()]).filter(Token::is_word).count() >= LEAST_WORDS;
    let sentences = sentences_in(text, turn.range.clone()).map(|range| trimmed(text, range));
    sentences.filter(|range| is_asked(&text[range.clone()]) && has_words(range)).collect()
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let words = &text[range.clone()];
    let start = range.start + (words.len() - words.trim_start().len());
    start..start + words.trim().len()
}
