//! A talk as passages: the runs of its sentences that are thoughts, how much each is worth, and the question that it answers.

use std::ops::Range;

use super::ranked_text::RankedText;
use crate::evidence::MAX_QUOTE_CHARS;
use crate::extraction::learning::PassageSignals;
use crate::extraction::offline::WordShape;
use crate::extraction::passages::{
    FITTED_STRUCTURE, RankedPassage, StructureModel, StructureRow, TalkSentence, is_cut_at_end, is_cut_at_start,
    is_ended, readable, segments, structure_rows, up_to_a_pause,
};
use crate::extraction::wording::plain;
use crate::language::class::{FILLER, HUM};
use crate::language::sentence::asks;
use crate::language::{Language, Token, detect, tokens};

/// Least words of a long source; a shorter one is decided sentence by sentence, unless it is written as it was spoken.
const LONG: usize = 1_500;
/// Least share of words that fill or come twice in a talk that is written as it was spoken.
const VERBATIM: f64 = 0.03;
/// Bytes of running text for each word, about.
const LETTERS: usize = 6;
/// Least words of a sentence at an edge of a passage: fewer answer a nod and are no part of a thought.
const REMARK: usize = 4;
/// Least words of a passage: fewer state nothing.
const LEAST: usize = 6;
/// Length of the end of a question that is shown, in characters.
const QUESTION: usize = 300;

/// The passages of a text where people talk.
#[derive(Debug, Default)]
pub(super) struct ConversationPassages {
    sentences: Vec<TalkSentence>,
    /// None of a text without passages.
    language: Option<Language>,
    /// The log of the odds that a reader would code each sentence; none of a question.
    logits: Vec<Option<f64>>,
    /// Most of its sentences end in a mark, so that one without it is cut.
    is_marked: bool,
    pub(super) passages: Vec<RankedPassage>,
}

/// A sentence of a talk with its signals of structure, for the script that fits their weights.
#[derive(Clone, Debug)]
pub struct CodedSentence {
    /// In characters of the text.
    pub chars: Range<u32>,
    pub signals: Vec<f64>,
    /// The passage that it stands in, by its number.
    pub passage: Option<usize>,
    pub words: usize,
}

/// The form of a spoken sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SentenceShape {
    /// It has a subject and a verb, and needs no other sentence.
    Whole,
    /// It opens on a pronoun, and is whole behind the sentence that tells for what.
    Leaning,
    /// It was cut, asks, or says too little.
    Broken,
}

impl SentenceShape {
    fn classify(text: &str, range: Range<usize>) -> Self {
        let (sentence, shape) = (&text[range.clone()], WordShape::in_text(text, range));
        let is_cut = is_cut_at_end(sentence) || is_cut_at_start(sentence);
        if is_cut || sentence.trim_end().ends_with(asks) || shape.words < LEAST || !shape.is_sentence || shape.dangles {
            return Self::Broken;
        }
        if shape.leans { Self::Leaning } else { Self::Whole }
    }
}

/// Returns whether a text is written as it was spoken.
fn is_verbatim(text: &str, language: Language) -> bool {
    let (mut words, mut noise, mut last) = (0_usize, 0_usize, String::new());
    for word in tokens(text).filter(Token::is_word) {
        let norm = word.norm();
        words += 1;
        noise += usize::from(word.is_in(language, FILLER | HUM) || norm == last.as_str());
        last.clear();
        last.push_str(&norm);
    }
    noise as f64 > VERBATIM * words as f64
}

impl RankedText<'_> {
    /// Returns the passages of a talk; none of a written text, or of a talk that is short and edited.
    pub(super) fn talk(&self) -> &ConversationPassages {
        self.talk.get_or_init(|| {
            let language = detect(self.text).unwrap_or(Language::English);
            if self.is_talk() && (self.is_long() || is_verbatim(self.text, language)) {
                self.read_talk(language)
            } else {
                ConversationPassages::default()
            }
        })
    }

    /// Returns whether the source is so long that a position in it tells something.
    pub(super) fn is_long(&self) -> bool {
        self.words() + self.around / LETTERS >= LONG
    }

    fn read_talk(&self, language: Language) -> ConversationPassages {
        let sentences = self.talk_sentences();
        let mut logits = StructureModel::fitted().logits(&self.rows(&sentences, language)).into_iter();
        let logits = sentences.iter().map(|one| if one.asks { None } else { logits.next() }).collect();
        let marks = sentences.iter().filter(|one| is_ended(&self.text[one.range.clone()])).count();
        let is_marked = marks * 2 > sentences.len();
        let mut talk =
            ConversationPassages { sentences, language: Some(language), logits, is_marked, passages: Vec::new() };
        talk.passages = segments(&talk.sentences).into_iter().filter_map(|run| self.passage(&talk, run)).collect();
        talk
    }

    fn rows(&self, sentences: &[TalkSentence], language: Language) -> Vec<StructureRow> {
        structure_rows((self.text, language), sentences, &self.extent, |words| self.keyness(words))
    }

    fn talk_sentences(&self) -> Vec<TalkSentence> {
        let mut all: Vec<TalkSentence> = Vec::new();
        let (mut turn, mut speaker, mut labelled) = (0, None, None);
        for one in &self.sentences {
            let range = one.outline.range.clone();
            let Some(own) = self.turn_of(&range).filter(|turn| turn.speaker.is_some()) else { continue };
            turn += usize::from(speaker.as_ref() != Some(&own.speaker));
            speaker = Some(own.speaker.clone());
            if labelled != Some(own.range.start) {
                labelled = Some(own.range.start);
                self.join(all.last_mut(), turn, &range);
            }
            all.push(TalkSentence {
                chars: self.index.char_of(range.start)..self.index.char_of(range.end),
                labelled: own.range.start,
                turn,
                asks: own.asks,
                stems: self.stems(range.clone()),
                words: tokens(&self.text[range.clone()]).filter(Token::is_word).count(),
                goes_on: false,
                range,
            });
        }
        all
    }

    /// Marks the last sentence behind a label if it goes on behind the next.
    fn join(&self, last: Option<&mut TalkSentence>, turn: usize, next: &Range<usize>) {
        let Some(last) = last.filter(|last| last.turn == turn) else { return };
        let (before, behind) = (&self.text[last.range.clone()], &self.text[next.clone()]);
        last.goes_on = is_cut_at_end(before) || is_cut_at_start(behind);
    }

    /// Returns a passage without sentences at its edges that are cut or say no more than yes.
    fn passage(&self, talk: &ConversationPassages, mut run: Range<usize>) -> Option<RankedPassage> {
        let sentence = |at: usize| &self.text[talk.sentences[at].range.clone()];
        let is_cut_before = |at: usize| talk.is_marked && is_cut_at_start(sentence(at));
        let is_cut_behind = |at: usize| talk.is_marked && is_cut_at_end(sentence(at));
        while run.len() > 1 && (is_cut_before(run.start) || talk.sentences[run.start].words < REMARK) {
            run.start += 1;
        }
        while run.len() > 1 && (is_cut_behind(run.end - 1) || talk.sentences[run.end - 1].words < REMARK) {
            run.end -= 1;
        }
        let (first, last) = (&talk.sentences[run.start], &talk.sentences[run.end - 1]);
        let words: usize = talk.sentences[run.clone()].iter().map(|one| one.words).sum();
        if is_cut_before(run.start) || is_cut_behind(run.end - 1) || words < LEAST {
            return None;
        }
        let range = up_to_a_pause(self.text, first.range.start..last.range.end, MAX_QUOTE_CHARS);
        Some(RankedPassage { logit: talk.logit(&run)?, learned: self.learned(&range), range, sentences: run })
    }

    /// Returns the log of the odds that the decisions of the discovery add for words of a talk.
    fn learned(&self, bytes: &Range<usize>) -> f64 {
        let Some(learned) = &self.learned else { return 0.0 };
        let question = self.question(bytes);
        learned.added(&PassageSignals::new(&self.text[bytes.clone()], question.as_deref(), 50))
    }

    /// Returns how much words of a talk are worth, in per cent, by their position in it.
    pub(super) fn talk_worth(&self, bytes: &Range<usize>) -> Option<u8> {
        let talk = self.talk();
        let first = talk.sentences.partition_point(|one| one.range.end <= bytes.start);
        let last = talk.sentences.partition_point(|one| one.range.start < bytes.end);
        let logit = talk.logit(&(first..last.max(first)))?;
        Some((100.0 / (1.0 + (-logit).exp())).clamp(1.0, 100.0).round() as u8)
    }

    /// Returns the words of whoever asked last before some words.
    pub(super) fn question(&self, bytes: &Range<usize>) -> Option<String> {
        let turns = self.structure.turns();
        let own = turns.partition_point(|turn| turn.range.end <= bytes.start);
        turns.get(own).filter(|turn| !turn.asks && turn.speaker.is_some())?;
        let last = turns[..own].iter().rposition(|turn| turn.asks)?;
        let first = turns[..last].iter().rposition(|turn| !turn.asks).map_or(0, |answer| answer + 1);
        let question_text: Vec<String> =
            turns[first..=last].iter().map(|turn| plain(&self.text[turn.range.clone()])).collect();
        let question_text = question_text.join(" ");
        let from = question_text.char_indices().rev().nth(QUESTION - 1).map_or(0, |(at, _)| at);
        let shown = question_text[from..].trim();
        (!shown.is_empty()).then(|| shown.to_owned())
    }

    /// Returns the statement of a passage: its strongest whole sentence, behind the one that it leans on; where none is
    /// whole, all of it.
    pub(super) fn statement(&self, passage: &RankedPassage) -> String {
        let language = self.talk().language.unwrap_or(Language::English);
        let sentences = &self.talk().sentences[passage.sentences.clone()];
        let within = |one: &TalkSentence| one.range.start..one.range.end.min(passage.range.end);
        let strength = |one: &TalkSentence| self.signals(self.span(&within(one))).weigh().0;
        let runs = self.standalone_runs(passage);
        let strongest = runs.iter().max_by_key(|run| (strength(&sentences[run.end - 1]), usize::MAX - run.end));
        let run = strongest.cloned().unwrap_or(0..sentences.len());
        let readings: Vec<String> =
            sentences[run].iter().map(|one| readable(&self.text[within(one)], language)).collect();
        readings.join(" ")
    }

    /// Returns the runs of sentences of a passage that can be understood by themselves: whole ones, and behind a whole one
    /// the one that leans on it.
    fn standalone_runs(&self, passage: &RankedPassage) -> Vec<Range<usize>> {
        let shapes: Vec<SentenceShape> = self.talk().sentences[passage.sentences.clone()]
            .iter()
            .map(|one| SentenceShape::classify(self.text, one.range.start..one.range.end.min(passage.range.end)))
            .collect();
        let is_whole = |at: usize| shapes[at] == SentenceShape::Whole;
        let leans = |at: usize| at > 0 && shapes[at] == SentenceShape::Leaning && is_whole(at - 1);
        let run = |at: usize| if is_whole(at) { Some(at..at + 1) } else { leans(at).then(|| at - 1..at + 1) };
        (0..shapes.len()).filter_map(run).collect()
    }

    /// Returns whether a passage has a statement that can be understood by itself.
    pub(super) fn has_statement(&self, passage: &RankedPassage) -> bool {
        !self.standalone_runs(passage).is_empty()
    }

    /// Returns the sentences of a talk with their signals, in the order of [`STRUCTURE_NAMES`] and then those averages.
    ///
    /// [`STRUCTURE_NAMES`]: crate::extraction::passages::STRUCTURE_NAMES
    pub fn coded_sentences(&self) -> Vec<CodedSentence> {
        let talk = self.talk();
        let answers = (0..talk.sentences.len()).filter(|at| !talk.sentences[*at].asks);
        let passage = |at: usize| talk.passages.iter().position(|one| one.sentences.contains(&at));
        answers
            .zip(self.rows(&talk.sentences, talk.language.unwrap_or(Language::English)))
            .map(|(at, row)| {
                let one = &talk.sentences[at];
                debug_assert_eq!(row.len() + 1, FITTED_STRUCTURE, "a constant is fitted too");
                CodedSentence {
                    chars: one.chars.clone(),
                    signals: row.to_vec(),
                    passage: passage(at),
                    words: one.words,
                }
            })
            .collect()
    }
}

impl ConversationPassages {
    /// Returns the average over some sentences, by their words.
    fn logit(&self, run: &Range<usize>) -> Option<f64> {
        let known =
            run.clone().filter_map(|at| Some((self.logits.get(at).copied().flatten()?, self.sentences[at].words)));
        let (sum, words) = known.fold((0.0, 0.0), |(sum, all), (logit, words)| {
            let words = words as f64 + 0.1;
            (sum + logit * words, all + words)
        });
        (words > 0.0).then(|| sum / words)
    }
}
