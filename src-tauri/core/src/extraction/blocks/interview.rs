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
pub struct InterviewQuestion {
    pub question: Range<usize>,
    /// The turns of whoever answers up to the next question, without the labels that name the speaker; never none.
    pub answer: Vec<Range<usize>>,
}

/// Returns the questions of an interview in their order; none where nobody asks, or nobody answers.
pub fn asked_questions(text: &str) -> Vec<InterviewQuestion> {
    let structure = TextStructure::of_text(text);
    let turns = structure.turns();
    let questions: Vec<Vec<Range<usize>>> = turns.iter().map(|turn| questions_of(text, turn)).collect();
    let mut exchanges = Vec::new();
    for (at, questions_here) in questions.iter().enumerate().filter(|(_, found)| !found.is_empty()) {
        let answers = |turn: &SpeakerTurn| turn.speaker.is_some() && !turn.asks;
        let Some(first) = (at + 1..turns.len()).find(|next| answers(&turns[*next])) else { continue };
        let end = (first + 1..turns.len()).find(|next| !questions[*next].is_empty()).unwrap_or(turns.len());
        let answering = turns[first..end].iter().filter(|turn| answers(turn));
        let answer: Vec<Range<usize>> = answering.map(|turn| trimmed(text, turn.range.clone())).collect();
        let with_answer =
            |question: &Range<usize>| InterviewQuestion { question: question.clone(), answer: answer.clone() };
        exchanges.extend(questions_here.iter().map(with_answer));
    }
    exchanges
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
