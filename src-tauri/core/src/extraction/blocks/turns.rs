//! The speakers and headings of a text, told by structure: lines and marks that name a speaker, and who asks.
//!
//! Whom the text names as the interviewer, and whoever asks far more than the others and says less, asks the questions: what
//! is said there is said to learn, and is no fact. No name is known; where a text names nobody, nobody is told.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::derive::attribution::header;
use super::{LineKind, TextStructure};
use crate::extraction::offline::{lines_of_speakers, sentences_in};
use crate::extraction::salience::Background;
use crate::language::class::{
    ADDRESSEE, ARTICLE, ASKER, Classes, FILLER, FINITE_AUXILIARY, FIRST_PERSON, HUM, PERSON, QUESTION, SECOND_PERSON,
    TITLE,
};
use crate::language::sentence::ends_sentence;
use crate::language::{Token, classes, tokens};

/// A name has no more words.
const MAX_NAME: usize = 4;

/// A text has no more speakers: more names than these are a list.
const MAX_SPEAKERS: usize = 12;

/// Of so many marks of a talk one names whoever is spoken to, or stands alone in its line.
const SAID_OF: usize = 3;

/// A name is no longer, in bytes.
const NAME: usize = 60;
/// So many bytes behind a mark tell whether somebody speaks there.
const SPOKEN: usize = 240;

/// The words of one speaker without a break, or those under a heading before anybody speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::extraction) struct SpeakerTurn {
    pub(in crate::extraction) range: Range<usize>,
    /// The label that names the speaker, before the words.
    pub(in crate::extraction) label: Option<Range<usize>>,
    pub(in crate::extraction) speaker: Option<String>,
    pub(in crate::extraction) heading: Option<String>,
    /// Its speaker asks the questions.
    pub(in crate::extraction) asks: bool,
}

/// An interview is told by what it opens with: so many bytes.
const OPENING: usize = 64 * 1024;

/// Returns whether somebody asks in a text and others answer.
pub fn is_interview(text: &str) -> bool {
    let structure = TextStructure::of_text(&text[..text.floor_char_boundary(OPENING)]);
    let turns = structure.turns();
    let speakers: HashSet<&str> = turns.iter().filter_map(|turn| turn.speaker.as_deref()).collect();
    speakers.len() > 1 && turns.iter().any(|turn| turn.asks)
}

/// Returns the bytes of the words of whoever asks in an interview, in order; none where nobody asks, or nobody answers.
pub fn asking_turns(text: &str) -> Vec<Range<usize>> {
    let structure = TextStructure::of_text(text);
    let turns = structure.turns();
    let is_answered = turns.iter().any(|turn| turn.speaker.is_some() && !turn.asks);
    turns.iter().filter(|turn| is_answered && turn.asks).map(|turn| turn.range.clone()).collect()
}

/// Returns the turns of `text[range]` in order; `background` has what stands before and behind it in its source, and what
/// its source opens with.
pub(super) fn turns(
    text: &str,
    range: Range<usize>,
    structure: &TextStructure,
    background: &Background,
) -> Vec<SpeakerTurn> {
    let Background { before, behind, head, .. } = background;
    let whole = |text: &str| TextStructure::of_part(text, &(0..text.len()));
    let structures = [&whole(before), structure, &whole(behind)];
    let texts = [(before.as_str(), 0..before.len()), (text, range), (behind.as_str(), 0..behind.len())];
    let marks = [0, 1, 2].map(|at| marks(texts[at].0, texts[at].1.clone(), structures[at]));
    let marks = retain_speakers(&texts, marks);
    let mut open = SpeakerTurn::default();
    let [before, mut turns, behind] = [0, 1, 2].map(|at| {
        let (text, range) = &texts[at];
        if at == 2 {
            open = SpeakerTurn::default();
        }
        cut(text, range.clone(), &marks[at], &mut open)
    });
    let mut tally: HashMap<String, SpeakerTally> = HashMap::new();
    for (turns, (text, _)) in [&before, &turns, &behind].into_iter().zip(&texts) {
        turns.iter().for_each(|turn| turn.count(text, &mut tally));
    }
    let untold = [&before, &turns].into_iter().zip(&texts).flat_map(|(turns, (text, _))| {
        turns.iter().filter(|turn| turn.speaker.is_none()).map(|turn| &text[turn.range.clone()])
    });
    let named = sentences_of_askers(untold.chain([head.as_str()]));
    let mut known: HashMap<String, bool> = HashMap::new();
    for turn in &mut turns {
        let Some(name) = &turn.speaker else { continue };
        turn.asks = match known.get(name) {
            Some(asks) => *asks,
            None => {
                let asks = asks(name, &tally) || is_named_as_asking(name, &named);
                known.insert(name.clone(), asks);
                asks
            }
        };
    }
    turns
}

/// The sentences that speak of somebody who asks.
fn sentences_of_askers<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let sentences = texts.flat_map(|text| sentences_in(text, 0..text.len()).map(move |at| &text[at]));
    sentences.filter(|sentence| speaks_of_asker(sentence)).collect()
}

fn speaks_of_asker(text: &str) -> bool {
    tokens(text).any(|word| word.is(ASKER))
}

/// Returns whether a speaker is named as whoever asks: "Interviewer is Jonas Rosland."
fn is_named_as_asking(name: &str, sentences: &[&str]) -> bool {
    let names = |sentence: &&str| name.split_whitespace().all(|part| tokens(sentence).any(|word| word.text == part));
    speaks_of_asker(name) || sentences.iter().any(names)
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
        // A name within the mark of another begins nothing.
        if mark.range.start < at {
            continue;
        }
        close(at, mark.range.start, open);
        at = mark.range.end;
        open.label = (!mark.is_heading).then(|| mark.range.clone());
        if mark.is_heading {
            (open.heading, open.speaker) = (Some(mark.name.clone()), None);
        } else {
            open.speaker = Some(mark.name.clone());
        }
    }
    close(at.min(range.end), range.end, open);
    // The label of the turn that goes on in the next text does not stand there.
    open.label = None;
    turns
}

/// A line, or the start of one, that names who speaks or what follows is about.
struct TurnMark {
    range: Range<usize>,
    name: String,
    is_heading: bool,
    /// Its line tells the time, as no other does.
    is_timed: bool,
    /// The line names the speaker or the addressee, or has nothing else in it.
    is_said: bool,
    /// It has its line for itself.
    is_line: bool,
}

fn marks(text: &str, range: Range<usize>, structure: &TextStructure) -> Vec<TurnMark> {
    let mut marks = Vec::new();
    let mut start = range.start;
    let borders = structure.borders(&range);
    for line in text[range].split_inclusive('\n') {
        let content = line.trim();
        let whole = start..start + line.len();
        start = whole.end;
        let next = borders.lines.partition_point(|(one, _)| one.end <= whole.start);
        let of_line = borders.lines.get(next).filter(|(one, _)| one.start < whole.end).map(|(_, kind)| *kind);
        let is_marked = content.starts_with('#') && content.trim_start_matches('#').starts_with(' ');
        if of_line == Some(LineKind::Row) || header(content).is_some() {
            continue;
        }
        if is_marked || of_line == Some(LineKind::Heading) {
            let name = content.trim_matches(['#', ' ', '*', '_']).to_owned();
            marks.push(TurnMark {
                range: whole,
                name,
                is_heading: true,
                is_timed: false,
                is_said: false,
                is_line: true,
            });
        } else if lines_of_speakers(content) {
            let is_timed = content.contains(|c: char| c.is_ascii_digit());
            let name = name_of(content);
            marks.push(TurnMark { range: whole, name, is_heading: false, is_timed, is_said: is_timed, is_line: true });
        } else if let Some((name, end)) = prefix(content) {
            let end = whole.start + line.len() - line.trim_start().len() + end;
            let is_said = text[end..whole.end].trim().is_empty() || speaks(&text[end..whole.end]);
            let range = whole.start..end;
            marks.push(TurnMark { range, name, is_heading: false, is_timed: false, is_said, is_line: false });
        }
    }
    marks
}

/// Returns whether somebody speaks of himself or to somebody.
fn speaks(words: &str) -> bool {
    tokens(words).any(|word| word.is(SPEAKER_OR_ADDRESSEE))
}

const SPEAKER_OR_ADDRESSEE: Classes = FIRST_PERSON | SECOND_PERSON | FILLER | QUESTION | PERSON | HUM | ADDRESSEE;

/// Words of a text by which somebody speaks of himself or to somebody, found as far as they are asked for: each word is read
/// once, however many marks stand before it.
#[derive(Default)]
struct PersonWords<'t> {
    text: &'t str,
    read_to: usize,
    /// Their starts.
    found: Vec<usize>,
}

impl PersonWords<'_> {
    /// Returns whether one stands within [`SPOKEN`] bytes behind a place. Places are asked for in order.
    fn speak_behind(&mut self, offset: usize) -> bool {
        let end = self.text.ceil_char_boundary((offset + SPOKEN).min(self.text.len()));
        let from = offset.max(self.read_to);
        if from < end {
            let words = tokens(&self.text[from..end]).filter(|word| word.is(SPEAKER_OR_ADDRESSEE));
            self.found.extend(words.map(|word| from + word.start));
            self.read_to = end;
        }
        self.found.last().is_some_and(|start| *start >= offset)
    }
}

/// Leaves of the marks those that name a speaker: a name that comes again, or with the time, where people talk. A list of
/// things has marks too ("Width: 6 m"), a report has short lines, and a manual says "Returns:" again and again, and "you"
/// behind one of them. A name that was seen to speak, and a colon, begins a turn wherever it stands.
fn retain_speakers(texts: &[(&str, Range<usize>); 3], mut marks: [Vec<TurnMark>; 3]) -> [Vec<TurnMark>; 3] {
    let things = things(texts, &marks);
    for (marks, (text, range)) in marks.iter_mut().zip(texts) {
        marks.retain(|mark| !mark.is_line || mark.is_timed || mark.is_heading || !things.contains(&mark.name));
        mark_spoken_lines(text, range, marks);
    }
    let names: HashSet<String> =
        marks.iter().flatten().filter(|mark| !mark.is_heading && !mark.is_line).map(|mark| mark.name.clone()).collect();
    for (marks, (text, range)) in marks.iter_mut().zip(texts) {
        let inner = inner_marks(text, range.clone(), &names, marks);
        marks.extend(inner);
        marks.sort_by_key(|mark| mark.range.start);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for mark in marks.iter().flatten().filter(|mark| !mark.is_heading) {
        // "Herr Brandt:" speaks where he speaks only once.
        *counts.entry(&mark.name).or_default() += if mark.is_timed || is_titled(&mark.name) { 2 } else { 1 };
    }
    let again = |mark: &TurnMark| counts.get(mark.name.as_str()).is_some_and(|count| *count > 1);
    let speakers = counts.values().filter(|count| **count > 1).count();
    let (speaking, all) = marks
        .iter()
        .flatten()
        .filter(|mark| !mark.is_heading && again(mark))
        .fold((0, 0), |(speaking, all), mark| (speaking + usize::from(mark.is_said), all + 1));
    let is_talk = speakers <= MAX_SPEAKERS && speaking > 0 && speaking * SAID_OF >= all;
    let retained: Vec<Vec<bool>> = marks
        .iter()
        .map(|marks| marks.iter().map(|mark| mark.is_heading || is_talk && again(mark)).collect())
        .collect();
    let mut retained = retained.into_iter();
    marks.map(|marks| {
        let retained = retained.next().unwrap_or_default();
        marks.into_iter().zip(retained).filter(|(_, is_retained)| *is_retained).map(|(mark, _)| mark).collect()
    })
}

/// Returns whether a name has a title before it, and so is somebody's.
fn is_titled(name: &str) -> bool {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    classes(&first.trim_end_matches('.').to_lowercase()) & TITLE != 0 && rest.starts_with(char::is_uppercase)
}

/// The lines that could name somebody and name things: their last word, which says of what kind a thing is, stands in
/// lower case or behind an article elsewhere in the text.
fn things(texts: &[(&str, Range<usize>); 3], marks: &[Vec<TurnMark>; 3]) -> HashSet<String> {
    let lone = marks.iter().flatten().filter(|mark| mark.is_line && !mark.is_timed && !mark.is_heading);
    let kind = |name: &str| name.split_whitespace().last().map(str::to_lowercase);
    let names: HashMap<String, String> = lone.filter_map(|mark| Some((mark.name.clone(), kind(&mark.name)?))).collect();
    let kinds: HashSet<&str> = names.values().map(String::as_str).collect();
    let mut found: HashSet<String> = HashSet::new();
    for (text, range) in texts.iter().filter(|_| !kinds.is_empty()) {
        let mut is_behind_article = false;
        for word in text[range.clone()].split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let lower = word.to_lowercase();
            if kinds.contains(lower.as_str()) && (is_behind_article || word.starts_with(char::is_lowercase)) {
                found.insert(lower.clone());
            }
            is_behind_article = classes(&lower) & ARTICLE != 0;
        }
    }
    names.into_iter().filter(|(_, kind)| found.contains(kind)).map(|(name, _)| name).collect()
}

/// A name that has a line of its own speaks if somebody speaks below it.
fn mark_spoken_lines(text: &str, range: &Range<usize>, marks: &mut [TurnMark]) {
    let starts: Vec<usize> = marks.iter().skip(1).map(|mark| mark.range.start).chain([range.end]).collect();
    for (mark, end) in marks.iter_mut().zip(starts).filter(|(mark, _)| mark.is_line && !mark.is_heading) {
        mark.is_said |= speaks(&text[mark.range.end..end]);
    }
}

/// Marks within lines: of names that lines begin with anywhere, of others where a sentence could begin.
fn inner_marks(text: &str, range: Range<usize>, names: &HashSet<String>, marks: &[TurnMark]) -> Vec<TurnMark> {
    let mut found: Vec<TurnMark> = Vec::new();
    let mut persons = PersonWords { text: &text[..range.end], ..PersonWords::default() };
    for colon in text[range.clone()].match_indices(": ").map(|(at, _)| range.start + at) {
        let Some(name) = name_before(&text[range.start..colon], names) else { continue };
        let start = colon - name.len();
        let end = colon + 2;
        let next = marks.partition_point(|mark| mark.range.end <= start);
        let is_told = |mark: &TurnMark| mark.range.start < end;
        if marks.get(next).is_some_and(is_told) || found.last().is_some_and(|last| start < last.range.end) {
            continue;
        }
        let is_said = persons.speak_behind(end);
        let name = name.to_owned();
        found.push(TurnMark { range: start..end, name, is_heading: false, is_timed: false, is_said, is_line: false });
    }
    found
}

/// The name that a text ends with, behind a space.
fn name_before<'t>(before: &'t str, names: &HashSet<String>) -> Option<&'t str> {
    let from = before.floor_char_boundary(before.len().saturating_sub(NAME));
    // Looked up word by word: a list has as many names as lines.
    let behind_space = before[from..].char_indices().filter(|(_, c)| c.is_whitespace() && *c != '\n');
    let known = behind_space.map(|(at, c)| &before[from + at + c.len_utf8()..]).find(|name| names.contains(*name));
    if known.is_some() {
        return known;
    }
    let mut ended = before[from..].match_indices(' ').filter(|(at, _)| {
        let preceding = before[from..from + at].trim_end_matches(['"', '”', '’', ')', ']']);
        preceding.ends_with(ends_sentence)
    });
    let start = from + ended.next_back()?.0 + 1;
    let name = &before[start..];
    let is_name = (1..=MAX_NAME).contains(&name.split(' ').count())
        && !name.contains(['\n', ':'])
        && name.split(' ').enumerate().all(|(at, word)| {
            word.starts_with(char::is_uppercase)
                || at > 0 && !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
        });
    is_name.then_some(name)
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

/// A speaker's name without signs of emphasis and the time; a number that tells two apart belongs to it: "Speaker 2".
fn name_of(marked: &str) -> String {
    let mut name: Vec<String> = Vec::new();
    for word in marked.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let tells_apart =
            !name.is_empty() && bare.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
        if !bare.is_empty() && (tells_apart || !bare.starts_with(|c: char| c.is_ascii_digit())) {
            name.push(word.trim_matches(['*', '_', '(', ')', '[', ']', ':', '>', '-', '–']).to_owned());
        }
    }
    name.join(" ")
}

/// Returns whether a speaker asks the questions: far more a word than whoever says most, and with less than half of
/// the words. What stands around counts too, so that a cut through a talk does not hide who asks.
fn asks(speaker: &str, tally: &HashMap<String, SpeakerTally>) -> bool {
    let Some(own) = tally.get(speaker) else { return false };
    let all: f64 = tally.values().map(|one| one.words).sum();
    let tells = tally.values().max_by(|one, other| one.words.total_cmp(&other.words)).map_or(0.0, SpeakerTally::rate);
    own.questions > 0.0 && own.words * 2.0 < all && own.rate() >= 4.0 * tells
}

impl SpeakerTurn {
    fn count(&self, text: &str, tally: &mut HashMap<String, SpeakerTally>) {
        if let Some(name) = &self.speaker {
            tally.entry(name.clone()).or_default().add(text, self.range.clone());
        }
    }
}

/// The amount that somebody says and asks.
#[derive(Default)]
struct SpeakerTally {
    words: f64,
    questions: f64,
}

impl SpeakerTally {
    fn add(&mut self, text: &str, range: Range<usize>) {
        self.words += text[range.clone()].split_whitespace().count() as f64;
        self.questions += sentences_in(text, range).filter(|sentence| is_asked(&text[sentence.clone()])).count() as f64;
    }

    /// Questions a word.
    fn rate(&self) -> f64 {
        self.questions / self.words.max(1.0)
    }
}

/// Returns whether a sentence asks somebody: with its mark, or by a word that asks before a verb ("how did you …") and
/// an addressee. A verb that has its subject before it tells ("when we're done").
pub(super) fn is_asked(sentence: &str) -> bool {
    let marked = sentence.trim_end_matches(['*', '_', '"', '”', ')', ' ']).ends_with(crate::language::sentence::asks);
    let words: Vec<Token<'_>> = tokens(sentence).filter(Token::is_word).collect();
    let is_turned = |word: &Token<'_>| word.is(FINITE_AUXILIARY) && !word.is(FIRST_PERSON | SECOND_PERSON);
    let asks = words.windows(2).any(|pair| pair[0].is(QUESTION) && is_turned(&pair[1]));
    marked && words.len() > 2 || asks && words.iter().any(|word| word.is(SECOND_PERSON))
}
