//! Raised and lowered figures of a line, told by their size and their base beside the words that they touch.

use super::words::PdfWord;
use crate::inline::{self, ScriptPosition};

/// A word that is smaller than this share of its neighbour may be raised or lowered.
const SMALL: f64 = 0.85;
/// Shares of a size: a gap that still touches, and how far raised, lowered and large raised words stand off the base.
const NEAR: f64 = 0.35;
const RAISED: std::ops::Range<f64> = 0.12..0.9;
const LOWERED: std::ops::Range<f64> = 0.06..0.5;
const RAISED_LARGE: std::ops::Range<f64> = 0.25..0.7;
/// So many words before tell the meaning of a figure.
const BEFORE: usize = 4;

/// The way a word goes on from the one before it, where its place does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordJoin {
    Glued,
    Apart,
}

/// The marks of notes among the words of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct WordNote {
    /// It may be the mark of the note of this name, or an exponent.
    pub(super) uncertain: Option<String>,
    /// A note of this name begins with it.
    pub(super) head: Option<String>,
}

/// Writes the raised and lowered figures of a line, whose words stand from left to right.
pub(super) fn write(words: &mut Vec<PdfWord>) {
    let mut scripts = scripts(words);
    let mut at = 0;
    while at < words.len() {
        let Some(script) = scripts[at] else {
            at += 1;
            continue;
        };
        let goes_on = |next: &usize| {
            scripts[*next] == Some(script) && gap(&words[*next - 1], &words[*next]) < NEAR * words[at].size
        };
        let end = (at + 1..words.len()).take_while(goes_on).last().map_or(at + 1, |last| last + 1);
        let text: String = words[at..end].iter().map(|word| word.text.as_str()).collect();
        if text.contains(|char: char| char.is_ascii_digit()) {
            let (word, is_parted) = written(words, at..end, script, &text);
            if let Some(next) = words.get_mut(end).filter(|_| is_parted) {
                next.joint = Some(WordJoin::Apart);
            }
            words.splice(at..end, [word]);
            scripts.splice(at..end, [None]);
        } else {
            at = end;
        }
    }
}

fn written(words: &[PdfWord], run: std::ops::Range<usize>, script: ScriptPosition, text: &str) -> (PdfWord, bool) {
    let (first, last) = (&words[run.start], &words[run.end - 1]);
    let left = run.start.checked_sub(1).map(|left| &words[left]);
    let is_near = left.is_some_and(|left| gap(left, first) < NEAR * left.size);
    let before: Vec<&str> = words[run.start.saturating_sub(BEFORE)..run.start].iter().map(|word| &*word.text).collect();
    let before = before.join(" ") + if is_near || before.is_empty() { "" } else { " " };
    let after = words.get(run.end).filter(|next| gap(last, next) < NEAR * next.size && !next.spaced);
    let after = after.map_or(" ", |next| next.text.as_str());
    let written = inline::write(script, &before, text, after, false);
    let joint = match () {
        () if written.text.starts_with(' ') => Some(WordJoin::Apart),
        () if is_near && script == ScriptPosition::Raised => Some(WordJoin::Glued),
        () => None,
    };
    let note = WordNote {
        uncertain: written.is_uncertain.then(|| written.note.clone().unwrap_or_default()),
        head: written.note.filter(|_| left.is_none() && !written.is_uncertain),
    };
    let mut word = first.clone();
    word.text = written.text.trim().to_owned();
    (word.joint, word.note, word.is_written) = (joint, note, true);
    word.end = last.end;
    (word, written.text.ends_with(' '))
}

/// Of each word whether it is raised or lowered.
fn scripts(words: &[PdfWord]) -> Vec<Option<ScriptPosition>> {
    let mut scripts: Vec<Option<ScriptPosition>> = vec![None; words.len()];
    // The word that the ones before are raised over.
    let mut reference: Option<usize> = None;
    for at in 0..words.len() {
        let word = &words[at];
        let is_near = at > 0 && gap(&words[at - 1], word) < NEAR * words[at - 1].size;
        let left = reference.filter(|_| is_near).map(|left| &words[left]);
        let right = words.get(at + 1).filter(|next| left.is_none() && gap(word, next) < NEAR * next.size);
        scripts[at] = match (left, right) {
            _ if word.is_written || word.is_invisible => None,
            (Some(left), _) => script(left, word, gap(&words[at - 1], word)),
            (None, Some(right)) => {
                script(right, word, gap(word, right)).filter(|script| *script == ScriptPosition::Raised)
            }
            (None, None) => None,
        };
        if scripts[at].is_none() {
            reference = Some(at);
        }
    }
    scripts
}

fn script(by: &PdfWord, word: &PdfWord, gap: f64) -> Option<ScriptPosition> {
    let up = (by.base - word.base) / by.size;
    let is_small = word.size < SMALL * by.size;
    let is_alike = word.size < 1.05 * by.size && gap < super::words::TOUCHING * by.size;
    if is_small && RAISED.contains(&up) || is_alike && RAISED_LARGE.contains(&up) {
        return Some(ScriptPosition::Raised);
    }
    (is_small && LOWERED.contains(&-up)).then_some(ScriptPosition::Lowered)
}

fn gap(one: &PdfWord, other: &PdfWord) -> f64 {
    other.start - one.end
}
