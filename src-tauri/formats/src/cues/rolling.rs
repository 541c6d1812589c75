//! Words that are shown again: lines that roll up, captions that grow word by word, and cues that two segments share.

use std::collections::HashSet;

use super::Cue;
use super::marks::CueLine;

/// Cues with no longer a gap between them are shown one upon the other.
const TOUCHING_MS: u64 = 100;
/// Fewer words may be said twice in a row.
const SHORT: usize = 3;

/// The cues with each word once; those that show nothing new are gone.
pub(super) fn without_repeats(cues: Vec<Cue>) -> Vec<Cue> {
    let mut seen = HashSet::new();
    let mut shown = ShownLines::default();
    let mut remaining = Vec::with_capacity(cues.len());
    for mut cue in cues {
        let words: Vec<String> = cue.lines.iter().map(|line| line.text.clone()).collect();
        if words.is_empty() || !seen.insert((cue.start_ms, cue.end_ms, words.clone())) {
            continue;
        }
        if cue.start_ms <= shown.end_ms.saturating_add(TOUCHING_MS) && cue.start_ms >= shown.start_ms {
            shown.take_from(&mut cue.lines);
        }
        shown = ShownLines { start_ms: cue.start_ms, end_ms: cue.end_ms, lines: words };
        remaining.push(cue);
    }
    remaining.retain(|cue| !cue.lines.is_empty());
    remaining
}

/// The lines of the cue before.
#[derive(Default)]
struct ShownLines {
    start_ms: u64,
    end_ms: u64,
    lines: Vec<String>,
}

impl ShownLines {
    /// Takes from the next cue what was shown already.
    fn take_from(&self, lines: &mut Vec<CueLine>) {
        if self.has_grown(lines) {
            return;
        }
        let rolled = (1..=self.lines.len().min(lines.len())).rev().find(|count| {
            let last = &self.lines[self.lines.len() - count..];
            last.iter().zip(lines.iter()).all(|(before, line)| *before == line.text)
        });
        if let Some(count) = rolled.filter(|count| *count < lines.len() || self.word_count() >= SHORT) {
            lines.drain(..count);
        }
    }

    /// Returns whether the next cue is the line before and more words, which alone are left then.
    fn has_grown(&self, lines: &mut [CueLine]) -> bool {
        let (Some(before), Some(line)) = (self.lines.last(), lines.first_mut()) else { return false };
        let rest = line.text.strip_prefix(before.as_str()).filter(|rest| rest.starts_with(' '));
        match rest.map(|rest| rest.trim_start().to_owned()) {
            Some(rest) if before.split(' ').count() >= SHORT => {
                line.text = rest;
                true
            }
            _ => false,
        }
    }

    fn word_count(&self) -> usize {
        self.lines.iter().map(|line| line.split(' ').count()).sum()
    }
}
