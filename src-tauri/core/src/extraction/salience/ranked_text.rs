//! A bundle's text as it is ranked: who speaks where, and how much each of its sentences is worth a look.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rust_stemmers::Stemmer;

use super::Salience;
use super::conversation::ConversationPassages;
use super::rank::centrality;
use super::signals::SalienceSignals;
use crate::extraction::blocks::{SpeakerTurn, TextStructure, review};
use crate::extraction::learning::LearnedRanking;
use crate::extraction::offline::{OutlineSentence, WordShape, outline};
use crate::inputs::{BundleSection, SectionSpan};
use crate::language::class::{
    ADDRESSEE, DECISION, EMPTY, FILLER, FIRST_PERSON, FUNCTION, HUM, LIGHT, NEED, NUMBER_WORD, OPINION, PAUSE, PROBLEM,
    STOP,
};
use crate::language::stem::{Stems, stem};
use crate::language::{Token, tokens};
use crate::retrieval::background::background_idf;
use crate::text::{CharIndex, Span};

/// So many sentences are ranked together: more would make the time grow with their square.
const RANKED_TOGETHER: usize = 256;

/// Before so many facts are accepted, nearly all is new, and being so tells nothing.
const TELLS_WHAT_IS_NEW: usize = 20;

/// The knowledge at hand when a text is read.
#[derive(Clone, Debug, Default)]
pub struct Background {
    /// The goal of the discovery.
    pub goal: String,
    /// The accepted statements.
    pub known: Vec<String>,
    /// The text before this one in its source, for who speaks there and under which heading.
    pub before: String,
    /// The text behind it.
    pub behind: String,
    /// The opening of its source, where that is not in `before`.
    pub head: String,
    /// The shares of its source before the text and up to its end; empty where it is all of it.
    pub extent: Range<f64>,
    /// The ranking that the decisions of the discovery taught.
    pub learned: Option<Arc<LearnedRanking>>,
}

/// A text as it is ranked.
pub struct RankedText<'t> {
    pub(super) text: &'t str,
    pub(super) index: CharIndex<&'t str>,
    stems: Stems,
    pub(super) structure: Cow<'t, TextStructure>,
    pub(super) sentences: Vec<RankedSentence>,
    goal: HashSet<u64>,
    known: HashSet<u64>,
    knows_much: bool,
    /// The shares of the source before the text and up to its end.
    pub(super) extent: Range<f64>,
    /// Number of bytes of the source that are known around the text.
    pub(super) around: usize,
    pub(super) learned: Option<Arc<LearnedRanking>>,
    pub(super) talk: OnceLock<ConversationPassages>,
}

/// A sentence with its place among the others.
pub(super) struct RankedSentence {
    pub(super) outline: OutlineSentence,
    centrality: f64,
}

impl<'t> RankedText<'t> {
    /// A text of which no reader said anything.
    pub fn new(text: &'t str, sections: &[SectionSpan], background: &Background) -> Self {
        let structure = TextStructure::of_bundle(text, sections, Vec::new(), background);
        Self::with_structure(text, sections, Cow::Owned(structure), background)
    }

    pub fn with_structure(
        text: &'t str,
        sections: &[SectionSpan],
        structure: Cow<'t, TextStructure>,
        background: &Background,
    ) -> Self {
        let index = CharIndex::new(text);
        let is_prose =
            |part: &&SectionSpan| matches!(part.section, BundleSection::FreeChat | BundleSection::AgentOutput);
        let ranges: Vec<Range<usize>> =
            sections.iter().filter(is_prose).map(|part| index.bytes_of(part.span)).collect();
        let prose: &str = ranges.first().map_or("", |range| &text[range.clone()]);
        let stems = Stems::for_text(prose);
        let mut scene = Self {
            text,
            index,
            stems,
            structure,
            sentences: Vec::new(),
            goal: stems_of(&background.goal, stems),
            known: background.known.iter().flat_map(|known| stems_of(known, stems)).collect(),
            knows_much: background.known.len() >= TELLS_WHAT_IS_NEW,
            extent: if background.extent.is_empty() { 0.0..1.0 } else { background.extent.clone() },
            around: background.before.len() + background.behind.len(),
            learned: background.learned.clone(),
            talk: OnceLock::new(),
        };
        scene.sentences = ranges.into_iter().flat_map(|range| scene.ranked(range)).collect();
        scene
    }

    fn ranked(&self, range: Range<usize>) -> Vec<RankedSentence> {
        let outlines = outline(self.text, range, &self.structure);
        let mut all = Vec::with_capacity(outlines.len());
        for together in outlines.chunks(RANKED_TOGETHER) {
            let stems: Vec<Vec<u64>> = together
                .iter()
                .map(|one| if self.asks(one.range.clone()) { Vec::new() } else { self.stems(one.range.clone()) })
                .collect();
            let ranks = centrality(&stems);
            let ranked = together
                .iter()
                .zip(ranks)
                .map(|(outline, centrality)| RankedSentence { outline: outline.clone(), centrality });
            all.extend(ranked);
        }
        all
    }

    pub(super) fn stems(&self, range: Range<usize>) -> Vec<u64> {
        let mut stems: Vec<u64> = stems_of(&self.text[range], self.stems).into_iter().collect();
        stems.sort_unstable();
        stems
    }

    /// Returns whether the words are an interviewer's own.
    pub fn asks(&self, bytes: Range<usize>) -> bool {
        self.turn_of(&bytes).is_some_and(|turn| turn.asks)
    }

    pub(super) fn turn_of(&self, bytes: &Range<usize>) -> Option<&SpeakerTurn> {
        self.structure.turn_of(bytes)
    }

    /// Counts the words in the text.
    pub(super) fn words(&self) -> usize {
        self.text.split_whitespace().count()
    }

    /// Returns whether people talk.
    pub fn is_talk(&self) -> bool {
        self.structure.turns().iter().any(|turn| turn.speaker.is_some())
    }

    /// Returns how much the words of a span are worth a look.
    pub fn rate(&self, span: Span) -> Salience {
        let bytes = self.index.bytes_of(span);
        let turn = self.turn_of(&bytes);
        let (score, reasons) = self.signals(span).weigh();
        let of_talk = self.talk_worth(&bytes);
        Salience {
            score: of_talk.unwrap_or(score),
            reasons,
            speaker: self.speaker(&bytes),
            heading: turn.and_then(|turn| turn.heading.clone()),
            question: self.question(&bytes),
        }
    }

    /// Returns the speaker of the words: whom the text quotes, or else whoever speaks.
    fn speaker(&self, bytes: &Range<usize>) -> Option<String> {
        match review::quoted(&self.structure, bytes) {
            Some((by, _)) => by.map(str::to_owned),
            None => self.turn_of(bytes).and_then(|turn| turn.speaker.clone()),
        }
    }

    /// The sentence before some words that lean on it, in the same turn and paragraph.
    pub(super) fn leans_on(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let at = self.sentences.iter().position(|one| one.outline.range.end > bytes.start)?;
        let (own, before) = (self.sentences.get(at)?, self.sentences.get(at.checked_sub(1)?)?);
        let same_turn = self.turn_of(bytes) == self.turn_of(&before.outline.range);
        let follows = own.outline.is_prose && before.outline.is_prose && !own.outline.opens && same_turn;
        let states = !self.text[before.outline.range.clone()].trim_end().ends_with(crate::language::sentence::asks);
        let leans = WordShape::in_text(self.text, bytes.clone()).leans;
        (follows && states && leans).then(|| before.outline.range.clone())
    }

    pub(super) fn span(&self, bytes: &Range<usize>) -> Span {
        Span::new(self.index.char_of(bytes.start), self.index.char_of(bytes.end))
    }

    pub(super) fn bytes_of(&self, chars: Range<u32>) -> Range<usize> {
        self.index.bytes_of(Span::new(chars.start, chars.end))
    }

    pub(super) fn words_of(&self, bytes: &Range<usize>) -> &'t str {
        &self.text[bytes.clone()]
    }

    /// Returns whether somebody settles something. In a name the word settles nothing: "the Switch launch".
    fn decides(&self, bytes: &Range<usize>) -> bool {
        let words: Vec<Token<'_>> = tokens(&self.text[bytes.clone()]).filter(Token::is_word).collect();
        let is_named = |at: usize| at > 0 && (words[at].is_capital() || at > 1 && words[at - 1].is_capital());
        (0..words.len()).any(|at| words[at].is(DECISION) && !is_named(at))
    }

    /// Returns what tells how much the words of a span are worth.
    pub fn signals(&self, span: Span) -> SalienceSignals {
        let bytes = self.index.bytes_of(span);
        let over = |one: &&RankedSentence| one.outline.range.start < bytes.end && bytes.start < one.outline.range.end;
        let sentences: Vec<&RankedSentence> = self.sentences.iter().filter(over).collect();
        let passage = &self.text[bytes.clone()];
        let stems = self.stems(bytes.clone());
        let has = |class| tokens(passage).any(|word| word.is(class));
        let whole: usize = sentences.iter().map(|one| one.outline.range.len()).sum();
        let shape = WordShape::in_text(self.text, bytes.clone());
        let share = |count: usize| count as f64 / shape.words.max(1) as f64;
        let of = |is: bool| f64::from(u8::from(is));
        let is_part = whole > 0 && bytes.len() * 10 < whole * 7;
        let ends = passage.trim_end().ends_with(['.', '!', '…', '"', '”', ')', '。']);
        SalienceSignals {
            goal: stems.iter().filter(|stem| self.goal.contains(stem)).count().min(3) as f64,
            is_known: shape.figures == 0
                && !self.known.is_empty()
                && stems.iter().all(|stem| self.known.contains(stem)),
            is_new: self.knows_much && stems.iter().filter(|stem| self.known.contains(stem)).count() * 2 < stems.len(),
            figure: of(shape.figures > 0),
            counted: of(shape.figures == 0 && has(NUMBER_WORD) && shape.matter > 3),
            decision: of(self.decides(&bytes)),
            need: of(has(NEED)),
            problem: of(has(PROBLEM)),
            centrality: sentences.iter().map(|one| one.centrality).fold(0.0, f64::max),
            alone: of(shape.is_sentence && !shape.dangles && !shape.leans && !is_part && ends),
            leans: of(shape.leans),
            part: of(is_part),
            dangles: of(shape.dangles),
            matter: stems.len().min(12) as f64 / 12.0,
            noise: share(shape.noise),
            away: share(shape.away),
            keyness: self.keyness(passage),
            talk: of(self.is_talk()),
        }
    }

    /// Returns how rare the words that carry matter are in their language, on average.
    pub(super) fn keyness(&self, text: &str) -> f64 {
        let rare: Vec<f64> =
            carriers(text).map(|word| f64::from(background_idf(&[self.stems], &word.norm()))).collect();
        rare.iter().sum::<f64>() / rare.len().max(1) as f64
    }
}

/// The stems of the words that carry matter, each once, by their hashes.
fn stems_of(text: &str, stems: Stems) -> HashSet<u64> {
    let stemmer: Option<Stemmer> = stems.stemmer();
    carriers(text).map(|word| hash(&stem(stemmer.as_ref(), &word.norm()))).collect()
}

/// The words that carry matter.
pub(in crate::extraction) fn carriers(text: &str) -> impl Iterator<Item = Token<'_>> {
    let empty = STOP | FUNCTION | FILLER | HUM | PAUSE | LIGHT | EMPTY | OPINION | ADDRESSEE | FIRST_PERSON;
    tokens(text).filter(move |word| word.is_word() && word.text.chars().nth(2).is_some() && !word.is(empty))
}

/// FNV-1a: the same at every start, so that an order of equals is too.
fn hash(stem: &str) -> u64 {
    stem.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
