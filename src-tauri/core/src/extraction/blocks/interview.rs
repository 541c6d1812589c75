//! The questions of an interview, told by its turns: each with the words that answer it.

use std::ops::Range;

use super::TextStructure;
use super::turns::{SpeakerTurn, is_asked};
use crate::extraction::offline::sentences_in;
use crate::language::class::{FILLER, HUM};
use crate::language::sentence::ends_sentence;
use crate::language::{Token, tokens};

/// A question with fewer words asks for a repetition, or goes on with one before it.
const LEAST_WORDS: usize = 5;
/// In a talk of so many turns none has more than half of all words: one that has is a text behind a talk.
const MANY_TURNS: usize = 12;

/// A question that an interviewer asks, and what is answered before the next. Ranges are in bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterviewQuestion {
    pub question: Range<usize>,
    /// The turns of whoever answers up to the next question, without the labels that name the speaker; never none.
    pub answer: Vec<Range<usize>>,
}

/// Returns the questions of an interview in their order; none where nobody asks, or nobody answers, or where a talk is only
/// a part of something else.
pub fn asked_questions(text: &str) -> Vec<InterviewQuestion> {
    let structure = TextStructure::of_text(text);
    let turns = structure.turns();
    let longest = turns.iter().map(|turn| turn.range.len()).max().unwrap_or_default();
    if turns.len() >= MANY_TURNS && longest > text.len() / 2 {
        return Vec::new();
    }
    let questions: Vec<Vec<Range<usize>>> = turns.iter().map(|turn| questions_of(text, turn)).collect();
    let mut exchanges = Vec::new();
    for (at, questions_here) in questions.iter().enumerate().filter(|(_, found)| !found.is_empty()) {
        let answers = |turn: &SpeakerTurn| turn.speaker.is_some() && !turn.asks;
        let Some(first) = (at + 1..turns.len()).find(|next| answers(&turns[*next])) else { continue };
        let end = (first + 1..turns.len()).find(|next| !questions[*next].is_empty()).unwrap_or(turns.len());
        let answering = turns[first..end].iter().filter(|turn| answers(turn));
        let mut answer: Vec<Range<usize>> = answering.map(|turn| trimmed(text, turn.range.clone())).collect();
        if let Some(opening) = answer.first_mut().filter(|_| first == at + 1) {
            *opening = own_words(text, &turns[at], opening.clone());
        }
        let with_answer =
            |question: &Range<usize>| InterviewQuestion { question: question.clone(), answer: answer.clone() };
        exchanges.extend(questions_here.iter().map(with_answer));
    }
    exchanges
}

/// Returns an answer without the end of a question that ran over into it: "What did you find" / "so far? Not much."
fn own_words(text: &str, asking: &SpeakerTurn, answer: Range<usize>) -> Range<usize> {
    let begun = text[asking.range.clone()].trim_end();
    let opening = tokens(&text[answer.clone()]).find(Token::is_word);
    let goes_on = |word: Token<'_>| word.text.starts_with(char::is_lowercase) && !word.is(FILLER | HUM);
    if begun.ends_with(ends_sentence) || !opening.is_some_and(goes_on) {
        return answer;
    }
    let rest = sentences_in(text, answer.clone()).nth(1).map(|next| trimmed(text, next.start..answer.end));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(answer)
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
