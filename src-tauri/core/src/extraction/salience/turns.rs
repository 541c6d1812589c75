//! Who speaks where, and under which heading, told by structure: lines and marks that name a speaker, and who asks.
//!
//! Whom the text names as the interviewer, and whoever asks far more than the others and says less, asks the questions: what
//! is said there is said to learn, and is no fact. No name is known; where a text names nobody, nobody is told.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::extraction::offline::{lines_of_speakers, sentences_in};
use crate::language::class::{
    ADDRESSEE, ASKER, FILLER, FINITE_AUXILIARY, FIRST_PERSON, HUM, PERSON, QUESTION, SECOND_PERSON,
};
use crate::language::{Token, tokens};

/// A name has no more words.
const MAX_NAME: usize = 4;

/// A text has no more speakers: more names than these are a list.
const MAX_SPEAKERS: usize = 12;

/// Of so many marks of a talk one names whoever is spoken to, or stands alone in its line.
const SAID_OF: usize = 3;

/// What one speaker says without a break, or what stands under a heading before anybody speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SpeakerTurn {
    pub(super) range: Range<usize>,
    pub(super) speaker: Option<String>,
    pub(super) heading: Option<String>,
    /// Its speaker asks the questions.
    pub(super) asks: bool,
}

/// An interview is told by what it opens with: so many bytes.
const OPENING: usize = 64 * 1024;

/// Whether somebody asks in a text and others answer.
pub fn is_interview(text: &str) -> bool {
    let turns = turns(text, 0..text.floor_char_boundary(OPENING), ["", ""], "");
    let speakers: HashSet<&str> = turns.iter().filter_map(|turn| turn.speaker.as_deref()).collect();
    speakers.len() > 1 && turns.iter().any(|turn| turn.asks)
}

/// Returns the turns of `text[range]` in order; `around` is what stands before and behind it in its source, `head` what its
/// source opens with.
pub(super) fn turns(text: &str, range: Range<usize>, around: [&str; 2], head: &str) -> Vec<SpeakerTurn> {
    let texts = [(around[0], 0..around[0].len()), (text, range), (around[1], 0..around[1].len())];
    let marks = spoken(texts.clone().map(|(text, range)| marks(text, range)));
    let mut open = SpeakerTurn::default();
    let [before, mut turns, behind] = [0, 1, 2].map(|at| {
        let (text, range) = &texts[at];
        if at == 2 {
            open = SpeakerTurn::default();
        }
        cut(text, range.clone(), &marks[at], &mut open)
    });
    let mut tally: HashMap<String, Tally> = HashMap::new();
    for (turns, (text, _)) in [&before, &turns, &behind].into_iter().zip(&texts) {
        turns.iter().for_each(|turn| turn.count(text, &mut tally));
    }
    let untold = [&before, &turns].into_iter().zip(&texts).flat_map(|(turns, (text, _))| {
        turns.iter().filter(|turn| turn.speaker.is_none()).map(|turn| &text[turn.range.clone()])
    });
    let told: Vec<&str> = untold.chain([head]).collect();
    turns.iter_mut().for_each(|turn| turn.asks = asks(turn, &tally) || is_named_as_asking(turn, &told));
    turns
}

/// Whether the speaker of a turn is named as whoever asks: "Interviewer is Jonas Rosland."
fn is_named_as_asking(turn: &SpeakerTurn, told: &[&str]) -> bool {
    let Some(name) = &turn.speaker else { return false };
    let asks = |text: &str| tokens(text).any(|word| word.is(ASKER));
    let names = |sentence: &str| name.split_whitespace().all(|part| tokens(sentence).any(|word| word.text == part));
    let sentences =
        |text: &str| sentences_in(text, 0..text.len()).any(|at| asks(&text[at.clone()]) && names(&text[at]));
    asks(name) || told.iter().any(|text| sentences(text))
}

/// A text in turns; `open` is the one that goes on at its start, and then the one that is open at its end.
fn cut(text: &str, range: Range<usize>, marks: &[TurnMark], open: &mut SpeakerTurn) -> Vec<SpeakerTurn> {
    let mut turns = Vec::new();
    let mut close = |from: usize, to: usize, open: &SpeakerTurn| {
        if !text[from..to].trim().is_empty() {
            turns.push(SpeakerTurn { range: from..to, ..open.clone() });
        }
    };
    let mut at = range.start;
    for mark in marks {
        close(at, mark.range.start, open);
        at = mark.range.end;
        if mark.is_heading {
            (open.heading, open.speaker) = (Some(mark.name.clone()), None);
        } else {
            open.speaker = Some(mark.name.clone());
        }
    }
    close(at, range.end, open);
    turns
}

/// A line, or the start of one, that names who speaks or what follows is about.
struct TurnMark {
    range: Range<usize>,
    name: String,
    is_heading: bool,
    /// Its line tells the time, as no other does.
    is_timed: bool,
    /// Who speaks or is spoken to is named in its line, or nothing else stands there.
    is_said: bool,
}

fn marks(text: &str, range: Range<usize>) -> Vec<TurnMark> {
    let mut marks = Vec::new();
    let mut start = range.start;
    for line in text[range].split_inclusive('\n') {
        let said = line.trim();
        let whole = start..start + line.len();
        start = whole.end;
        if said.starts_with('#') && said.trim_start_matches('#').starts_with(' ') {
            let name = said.trim_matches(['#', ' ', '*', '_']).to_owned();
            marks.push(TurnMark { range: whole, name, is_heading: true, is_timed: false, is_said: false });
        } else if lines_of_speakers(said) {
            let is_timed = said.contains(|c: char| c.is_ascii_digit());
            marks.push(TurnMark { range: whole, name: name_of(said), is_heading: false, is_timed, is_said: true });
        } else if let Some((name, end)) = prefix(said) {
            let end = whole.start + line.len() - line.trim_start().len() + end;
            let person = FIRST_PERSON | SECOND_PERSON | FILLER | QUESTION | PERSON | HUM | ADDRESSEE;
            let rest = &text[end..whole.end];
            let is_said = rest.trim().is_empty() || tokens(rest).any(|word| word.is(person));
            marks.push(TurnMark { range: whole.start..end, name, is_heading: false, is_timed: false, is_said });
        }
    }
    marks
}

/// Leaves of the marks those that name a speaker: a name that comes again, or with the time, where people talk. A list of
/// things has marks too ("Width: 6 m"), a report has short lines, and a manual says "Returns:" again and again, and "you"
/// behind one of them.
fn spoken(marks: [Vec<TurnMark>; 3]) -> [Vec<TurnMark>; 3] {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for mark in marks.iter().flatten().filter(|mark| !mark.is_heading) {
        *counts.entry(&mark.name).or_default() += if mark.is_timed { 2 } else { 1 };
    }
    let again = |mark: &TurnMark| counts.get(mark.name.as_str()).is_some_and(|count| *count > 1);
    let speakers = counts.values().filter(|count| **count > 1).count();
    let (said, all) = marks
        .iter()
        .flatten()
        .filter(|mark| !mark.is_heading && again(mark))
        .fold((0, 0), |(said, all), mark| (said + usize::from(mark.is_said), all + 1));
    let is_talk = speakers <= MAX_SPEAKERS && said > 0 && said * SAID_OF >= all;
    let kept: Vec<Vec<bool>> = marks
        .iter()
        .map(|marks| marks.iter().map(|mark| mark.is_heading || is_talk && again(mark)).collect())
        .collect();
    let mut kept = kept.into_iter();
    marks.map(|marks| {
        let kept = kept.next().unwrap_or_default();
        marks.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(mark, _)| mark).collect()
    })
}

/// The name before a colon at the start of a line, and where what is said begins: "**Dr Amari (0:33):** We …".
fn prefix(line: &str) -> Option<(String, usize)> {
    let colon = line
        .char_indices()
        .find(|(at, c)| *c == ':' && !line[at + 1..].starts_with(|next: char| next.is_ascii_digit() || next == '/'))?;
    let marked = &line[..colon.0];
    let name = name_of(marked);
    let named = !name.is_empty() && name.split_whitespace().count() <= MAX_NAME && name.starts_with(char::is_uppercase);
    let capitals =
        name.split_whitespace().all(|word| word.starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic()));
    let behind = &line[colon.0 + 1..];
    let end = line.len() - behind.trim_start_matches(['*', '_', ' ', '\u{a0}']).len();
    (named && capitals).then_some((name, end))
}

/// A speaker's name without signs of emphasis and the time.
fn name_of(marked: &str) -> String {
    let word = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        !bare.is_empty() && !bare.starts_with(|c: char| c.is_ascii_digit())
    };
    let bare = |word: &str| word.trim_matches(['*', '_', '(', ')', '[', ']', ':', '>', '-', '–']).to_owned();
    marked.split_whitespace().filter(word).map(bare).collect::<Vec<_>>().join(" ")
}

/// Whether the speaker of a turn asks the questions: far more a word than whoever says most, and with less than half of
/// the words. What stands around counts too, so that a cut through a talk does not hide who asks.
fn asks(turn: &SpeakerTurn, tally: &HashMap<String, Tally>) -> bool {
    let Some(own) = turn.speaker.as_ref().and_then(|name| tally.get(name)) else { return false };
    let all: f64 = tally.values().map(|one| one.words).sum();
    let tells = tally.values().max_by(|one, other| one.words.total_cmp(&other.words)).map_or(0.0, Tally::rate);
    own.asked > 0.0 && own.words * 2.0 < all && own.rate() >= 4.0 * tells
}

impl SpeakerTurn {
    fn count(&self, text: &str, tally: &mut HashMap<String, Tally>) {
        if let Some(name) = &self.speaker {
            tally.entry(name.clone()).or_default().add(text, self.range.clone());
        }
    }
}

/// How much somebody says and asks.
#[derive(Default)]
struct Tally {
    words: f64,
    asked: f64,
}

impl Tally {
    fn add(&mut self, text: &str, range: Range<usize>) {
        self.words += text[range.clone()].split_whitespace().count() as f64;
        self.asked += sentences_in(text, range).filter(|sentence| is_asked(&text[sentence.clone()])).count() as f64;
    }

    /// Questions a word.
    fn rate(&self) -> f64 {
        self.asked / self.words.max(1.0)
    }
}

/// Whether a sentence asks somebody: with its mark, or by a word that asks before a verb ("how did you …") and who is
/// spoken to.
fn is_asked(sentence: &str) -> bool {
    let marked = sentence.trim_end_matches(['*', '_', '"', '”', ')', ' ']).ends_with(crate::language::sentence::asks);
    let words: Vec<Token<'_>> = tokens(sentence).filter(Token::is_word).collect();
    let asks = words.windows(2).any(|pair| pair[0].is(QUESTION) && pair[1].is(FINITE_AUXILIARY));
    marked && words.len() > 2 || asks && words.iter().any(|word| word.is(SECOND_PERSON))
}
