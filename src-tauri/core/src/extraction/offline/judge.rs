//! A check whether words state something, and how sure that can be without understanding them.

use super::Tone;
use super::clause::{self, finite};
use super::courtesy;
use super::segment::SentenceKind;
use super::speaker;
use super::word::{ClauseWord, DENIAL, Figure, SUPPOSING};
use crate::language::class::{
    BIDDING, COURTESY_WORD, DOUBT, EVENT, FILLER, FINITE_AUXILIARY, FIRST_PERSON, FUNCTION, FUTURE, MONTH_NAME,
    NUMBER_WORD, OPINION, PARTICIPLE, PAST_FORM, PRONOUN, QUESTION, SECOND_PERSON, SITUATION, URGING, VERB,
};

/// The judgement of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StatementJudgement {
    pub(super) confidence: f64,
    pub(super) needs_review: bool,
    /// The matter that the analyst is to look at; empty where nothing in particular.
    pub(super) why: &'static str,
}

impl StatementJudgement {
    pub(super) const fn sure(confidence: f64) -> Self {
        Self { confidence, needs_review: false, why: "" }
    }

    pub(super) const fn doubtful(confidence: f64, why: &'static str) -> Self {
        Self { confidence, needs_review: true, why }
    }

    /// Of what cannot be understood without what stands before it.
    pub(super) fn leaning(self) -> Self {
        Self { needs_review: true, why: LEANS, ..self }
    }
}

/// Reason for the analyst to look at a row: nobody knows what a table is made for.
pub(in crate::extraction) const ROW: &str = "it is a row of a table";
const LEANS: &str = "what it speaks of was said before it";

/// The surroundings of a clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseContext {
    pub(super) tone: Tone,
    pub(super) kind: SentenceKind,
    /// Its sentence opens a paragraph.
    pub(super) opens: bool,
    /// It is an item of a list that a sentence introduces.
    pub(super) led: bool,
    /// Somebody says it: it is looked at before it is what is so.
    pub(super) spoken: bool,
}

/// Judges the words of one clause; none if it states nothing.
pub(super) fn judge(words: &[ClauseWord], text: &str, setting: ClauseContext) -> Option<StatementJudgement> {
    if words.is_empty() || setting.kind != SentenceKind::TableRow && courtesy::is_one(&words[speaker::mark(words)..]) {
        return None;
    }
    let seen = ClauseFeatures::look(words, text);
    if setting.kind == SentenceKind::TableRow {
        let has_figures = seen.amounts + seen.years + seen.number_words > 0;
        return (has_figures || words.len() >= 2)
            .then_some(StatementJudgement::doubtful(if has_figures { 0.7 } else { 0.5 }, ROW));
    }
    if !setting.tone.english {
        return foreign(&seen, words, text, setting);
    }
    if seen.asks || seen.courtesies(words.len(), setting.tone.talk) || seen.noise(words.len()) {
        return None;
    }
    let has_figures = seen.amounts > 0 || seen.number_words > 0;
    match setting.kind {
        SentenceKind::ListItem
            if seen.finite == 0 && !setting.led && !(seen.amounts > 0 || seen.verbs > 0 && words.len() >= 4) =>
        {
            return None;
        }
        SentenceKind::Prose
            if seen.finite == 0 && !(seen.amounts > 0 && words.len() <= 12 && seen.matter > seen.names) =>
        {
            return None;
        }
        _ => {}
    }
    if setting.tone.figures && !has_figures && seen.frames(setting) {
        return None;
    }
    if !setting.tone.figures && !seen.has_matter(words) {
        return None;
    }
    let verdict = seen.verdict(words, setting.tone.talk);
    Some(StatementJudgement { needs_review: verdict.needs_review || setting.spoken, ..verdict })
}

/// The features seen in a clause.
#[derive(Default)]
struct ClauseFeatures {
    amounts: usize,
    years: usize,
    number_words: usize,
    months: usize,
    names: usize,
    finite: usize,
    verbs: usize,
    matter: usize,
    hedges: usize,
    fillers: usize,
    firsts: usize,
    opinions: usize,
    states: usize,
    progressive: bool,
    events: usize,
    courtesy: usize,
    future: bool,
    condition: bool,
    repeated: usize,
    /// "did not approve", "we approved": what was decided or left undone needs no figure.
    settled: bool,
    /// "does not cover", "did not rise": somebody or something acts, and how is denied.
    denies: bool,
    /// "has no dealer".
    lacks: bool,
    /// A verb that tells what somebody does or did, with no auxiliary before it that makes it what is done to it.
    acts: bool,
    auxiliaries: usize,
    past: bool,
    /// "I was like, …": what follows was thought or played.
    acted: bool,
    asks: bool,
    leans: bool,
}

impl ClauseFeatures {
    fn look(words: &[ClauseWord], text: &str) -> Self {
        let mut seen = Self {
            asks: asks(words) || asks(&words[speaker::mark(words)..]),
            leans: clause::leans(words),
            ..Self::default()
        };
        for (at, word) in words.iter().enumerate() {
            let count = |class| usize::from(word.is(class));
            seen.amounts += usize::from(word.figure == Figure::Amount);
            seen.years += usize::from(word.figure == Figure::Year);
            seen.number_words += count(NUMBER_WORD);
            seen.months += usize::from(word.is(MONTH_NAME) && word.capital);
            seen.names += usize::from(
                at > 0 && word.capital && !word.is(FUNCTION | FIRST_PERSON | FILLER) && word.end - word.start > 1,
            );
            seen.finite += usize::from(finite(words, at));
            seen.verbs += count(VERB);
            seen.matter +=
                usize::from(!word.is(FUNCTION | FILLER | DOUBT | OPINION | COURTESY_WORD) && word.end - word.start > 2);
            seen.hedges += count(DOUBT);
            seen.fillers += filler(words, at, text);
            seen.firsts += count(FIRST_PERSON);
            seen.opinions += count(OPINION);
            seen.states += count(SITUATION);
            seen.progressive |= word.is(PARTICIPLE) && at > 0 && words[at - 1].is(FINITE_AUXILIARY);
            seen.events += count(EVENT);
            seen.courtesy += usize::from(word.is(COURTESY_WORD) && !says_more(words, at, text));
            seen.future |= word.is(FUTURE);
            seen.acted |= at > 0 && words[at - 1].is(FINITE_AUXILIARY) && word.text(text) == "like";
            seen.condition |= word.is(SUPPOSING);
            seen.settled |=
                denied(words, at, text) || words[0].is(FIRST_PERSON) && word.is(EVENT) && told_of(*word, text);
            seen.denies |= denies(words, at, text);
            seen.lacks |=
                at > 0 && word.text(text) == "no" && matches!(words[at - 1].text(text), "has" | "have" | "had");
            seen.acts |= acts(words, at);
            seen.auxiliaries += count(FINITE_AUXILIARY);
            seen.past |= acts(words, at) && (word.is(PAST_FORM) || told_of(*word, text));
            seen.repeated += usize::from(at > 0 && word.text(text).eq_ignore_ascii_case(words[at - 1].text(text)));
        }
        seen
    }

    fn courtesies(&self, words: usize, talk: bool) -> bool {
        self.courtesy > 0 && (talk || words <= 14) && self.amounts == 0
    }

    /// More of hesitation than of words.
    fn noise(&self, words: usize) -> bool {
        let hesitation = self.fillers + 2 * self.repeated;
        words < 3 || hesitation * 4 > words || self.repeated >= 2 || hesitation >= 5
    }

    /// Returns whether a sentence without an amount, among others that have one, only says what they are about.
    fn frames(&self, setting: ClauseContext) -> bool {
        let dated = self.years + self.months > 0;
        let state = self.states > 0 || self.progressive || self.opinions > 0;
        if (self.events > 0 && self.settled || self.is_plain(setting)) && !state {
            return false;
        }
        match (self.events > 0, dated) {
            (true, true) => state && setting.opens && self.progressive,
            (true, false) => state || self.names == 0,
            (false, true) => state || setting.opens,
            (false, false) => true,
        }
    }

    /// Returns whether it tells something by itself. The opening of a paragraph may still only announce what that
    /// tells, as long as it does so in the present: "Several factors explain the slowdown."
    fn is_plain(&self, setting: ClauseContext) -> bool {
        let reports_act = self.acts && self.auxiliaries == 0 && (!setting.opens || self.past);
        self.matter >= 2 && (self.denies || reports_act || self.lacks && self.names > 0)
    }

    /// Returns whether anything is said beyond pointing and liking.
    fn has_matter(&self, words: &[ClauseWord]) -> bool {
        let specifics = self.amounts + self.names + self.years;
        let judged_only = self.opinions > 0 && self.leans && specifics == 0;
        let needed = if self.leans && !self.denies { 4 } else { 2 };
        !judged_only && (self.matter >= needed || (specifics > 0 && self.matter >= 2)) && words.len() >= 4
    }

    fn verdict(&self, words: &[ClauseWord], talk: bool) -> StatementJudgement {
        let is_specific = self.amounts + self.years + self.names > 0;
        if self.leans && !words.first().is_some_and(|word| word.is(FIRST_PERSON)) {
            return StatementJudgement::doubtful(if is_specific { 0.6 } else { 0.5 }, LEANS);
        }
        if self.opinions > 0 && self.amounts == 0 {
            return StatementJudgement::doubtful(0.5, "it tells how somebody finds it");
        }
        let sure = if self.amounts > 0 {
            0.92
        } else if is_specific && !(talk && self.years == 0) {
            0.88
        } else {
            0.8
        };
        let doubt = self.hedges > 0 || self.condition || (self.future && self.amounts == 0);
        let hesitation = 0.05 * f64::from(u8::try_from(self.fillers + self.repeated).unwrap_or(4).min(4));
        let confidence = if doubt { 0.65 } else { sure } - hesitation;
        StatementJudgement { why: self.doubt(), ..StatementJudgement::sure(confidence) }
    }

    const fn doubt(&self) -> &'static str {
        if self.condition {
            "it holds under a condition"
        } else if self.hedges > 0 {
            "it is said with a doubt"
        } else if self.future && self.amounts == 0 {
            "it tells what is to come"
        } else {
            ""
        }
    }
}

/// Questions, which are often spoken without their mark, and urging: "let us".
fn asks(words: &[ClauseWord]) -> bool {
    let [first, second, ..] = words else { return false };
    let inverted = first.is(FINITE_AUXILIARY)
        && second.is(FIRST_PERSON | SECOND_PERSON | PRONOUN)
        && !first.is(PRONOUN | FIRST_PERSON | SECOND_PERSON);
    let urges = first.is(URGING) && second.is(FIRST_PERSON | FUNCTION) || first.is(BIDDING) && second.is(FIRST_PERSON);
    urges
        || inverted
        || (first.is(QUESTION)
            && (second.is(FINITE_AUXILIARY) || words.iter().skip(1).take(5).any(|word| word.is(SECOND_PERSON))))
}

/// Returns whether the word at `at` says of the past that something was not so.
fn denied(words: &[ClauseWord], at: usize, text: &str) -> bool {
    let past = |word: &ClauseWord| matches!(word.text(text), "did" | "was" | "were" | "had");
    let short = matches!(words[at].text(text), "didn't" | "wasn't" | "weren't" | "didn’t" | "wasn’t" | "weren’t");
    short || words[at].is(DENIAL) && at > 0 && past(&words[at - 1])
}

/// Returns whether the word at `at` says that something is not done, rather than what is not so.
fn denies(words: &[ClauseWord], at: usize, text: &str) -> bool {
    let does = |word: &ClauseWord| matches!(word.text(text), "do" | "does" | "did");
    let word = words[at];
    at > 0
        && (matches!(word.text(text), "don't" | "doesn't" | "didn't" | "don’t" | "doesn’t" | "didn’t")
            || word.is(DENIAL) && does(&words[at - 1])
            || word.text(text) == "never"
                && !words[at - 1].is(FINITE_AUXILIARY)
                && words.get(at + 1).is_some_and(|next| next.is(VERB)))
}

/// Returns whether the word at `at` tells what its subject does: no participle behind "is", "been".
fn acts(words: &[ClauseWord], at: usize) -> bool {
    words[at].is(VERB)
        && !words[at].is(SITUATION | OPINION | DOUBT)
        && finite(words, at)
        && !words[at.saturating_sub(3)..at].iter().any(|before| before.is(FINITE_AUXILIARY))
}

/// "Thanks to the pump, …" and "Dogs are welcome." are no courtesies, though one of their words is.
fn says_more(words: &[ClauseWord], at: usize, text: &str) -> bool {
    let next = words.get(at + 1).map(|next| next.text(text));
    match words[at].text(text) {
        "Thanks" | "thanks" => next == Some("to"),
        "welcome" => at > 0 && words[at - 1].is(FINITE_AUXILIARY) && !words[0].is(FIRST_PERSON | SECOND_PERSON),
        _ => false,
    }
}

fn told_of(word: ClauseWord, text: &str) -> bool {
    word.is(VERB) && word.text(text).ends_with("ed")
}

/// 1 where a word, or a pair of words, only fills.
fn filler(words: &[ClauseWord], at: usize, text: &str) -> usize {
    if words[at].end - words[at].start > 4 {
        return usize::from(words[at].is(FILLER));
    }
    let pair = |first: &str, second: &str| {
        words[at].text(text).eq_ignore_ascii_case(first)
            && words.get(at + 1).is_some_and(|next| next.text(text).eq_ignore_ascii_case(second))
    };
    let filled =
        words[at].is(FILLER) || pair("you", "know") || pair("i", "mean") || pair("kind", "of") || pair("sort", "of");
    usize::from(filled)
}

/// Text in a language whose words are not known: a sentence that ends is a statement.
fn foreign(
    seen: &ClauseFeatures,
    words: &[ClauseWord],
    text: &str,
    setting: ClauseContext,
) -> Option<StatementJudgement> {
    let (first, last) = (words.first()?, words.last()?);
    let extent = &text[first.start as usize..last.end as usize];
    let letters = extent.chars().filter(|c| c.is_alphabetic()).take(13).count();
    let long_enough = words.len() >= 4 || letters >= 8 && !extent.is_ascii();
    if !long_enough || letters < 8 || (setting.kind != SentenceKind::Prose && seen.amounts == 0 && words.len() < 4) {
        return None;
    }
    let sure = if seen.amounts + seen.years > 0 { 0.85 } else { 0.75 };
    let verdict = StatementJudgement::sure(if seen.hedges > 0 { 0.65 } else { sure });
    Some(StatementJudgement { needs_review: setting.spoken, ..verdict })
}
