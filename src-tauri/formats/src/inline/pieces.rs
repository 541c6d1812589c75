//! A text with marks as pieces: words, and where a look begins and ends.

use super::{Look, ScriptPosition, is_mark, is_marked, write};

/// A piece of a text whose raised and lowered characters are written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MarkedPiece {
    Text(String),
    Begin(Look),
    End(Look),
    /// Raised characters that may be the mark of a note; where the document has no note of this mark, it is uncertain.
    NoteMark {
        text: String,
        mark: String,
    },
    /// The mark at the head of a note, as it stands in the text.
    NoteHead {
        text: String,
        mark: String,
    },
}

/// So much before a raised character tells its meaning.
const BEFORE: usize = 40;

/// A text as pieces; `before` is what stands before it in its block.
pub(crate) fn pieces(before: &str, text: &str) -> Vec<MarkedPiece> {
    let mut cutter = Cutter { shown: tail(before).to_owned(), pieces: Vec::new() };
    let mut rest = text;
    while let Some(at) = rest.find(is_mark) {
        cutter.words(&rest[..at]);
        let mark = rest[at..].chars().next().unwrap_or_default();
        rest = &rest[at + mark.len_utf8()..];
        rest = match Look::from_mark(mark) {
            Some((look @ (Look::Raised | Look::Lowered), false)) => cutter.script(look, rest),
            Some((look @ (Look::Hidden | Look::Struck | Look::Uncertain), is_end)) => {
                cutter.pieces.push(if is_end { MarkedPiece::End(look) } else { MarkedPiece::Begin(look) });
                rest
            }
            Some((Look::NoteLink, false)) => cutter.link(rest),
            _ => rest,
        };
    }
    cutter.words(rest);
    cutter.pieces
}

/// A text as a name: without its marks, and without words that nobody sees.
pub(crate) fn plain(text: &str) -> String {
    if !is_marked(text) {
        return text.to_owned();
    }
    let mut hidden = 0usize;
    let mut name = String::new();
    for piece in pieces("", text) {
        match piece {
            MarkedPiece::Begin(Look::Hidden) => hidden += 1,
            MarkedPiece::End(Look::Hidden) => hidden = hidden.saturating_sub(1),
            MarkedPiece::Text(words)
            | MarkedPiece::NoteMark { text: words, .. }
            | MarkedPiece::NoteHead { text: words, .. }
                if hidden == 0 =>
            {
                name.push_str(&words);
            }
            _ => {}
        }
    }
    name
}

struct Cutter {
    /// The end of what stands before.
    shown: String,
    pieces: Vec<MarkedPiece>,
}

impl Cutter {
    fn words(&mut self, words: &str) {
        if !words.is_empty() {
            self.shown.push_str(words);
            self.pieces.push(MarkedPiece::Text(words.to_owned()));
        }
    }

    /// Writes a link out; where all of it is raised, or it is raised itself, it leads to a note.
    fn link<'t>(&mut self, rest: &'t str) -> &'t str {
        let (inside, after) = inside(Look::NoteLink, rest);
        let raised = inside.trim().strip_prefix(Look::Raised.sign(false));
        match raised.and_then(|words| words.strip_suffix(Look::Raised.sign(true))) {
            Some(words) => self.written(ScriptPosition::Raised, words, after, true),
            None => return rest,
        }
        after
    }

    fn script<'t>(&mut self, look: Look, rest: &'t str) -> &'t str {
        let (inside, after) = inside(look, rest);
        let script = if look == Look::Raised { ScriptPosition::Raised } else { ScriptPosition::Lowered };
        self.written(script, inside, after, inside.contains(Look::NoteLink.sign(false)));
        after
    }

    fn written(&mut self, script: ScriptPosition, words: &str, after: &str, is_link: bool) {
        let looks =
            words.chars().filter_map(Look::from_mark).filter(|(look, _)| matches!(look, Look::Hidden | Look::Struck));
        let ends: Vec<Look> = looks.filter(|(_, is_end)| !is_end).map(|(look, _)| look).collect();
        let words: String = words.chars().filter(|char| !is_mark(*char)).collect();
        let after: String = after.chars().filter(|char| !is_mark(*char)).take(4).collect();
        let is_head = self.shown.is_empty();
        let written = write(script, tail(&self.shown), &words, &after, is_link);
        self.shown.push_str(&written.text);
        self.pieces.extend(ends.iter().map(|look| MarkedPiece::Begin(*look)));
        let text = written.text;
        self.pieces.push(match written.note {
            Some(mark) if written.is_uncertain => MarkedPiece::NoteMark { text, mark },
            Some(mark) if is_head => MarkedPiece::NoteHead { text, mark },
            _ if written.is_uncertain => MarkedPiece::NoteMark { text, mark: String::new() },
            _ => MarkedPiece::Text(text),
        });
        self.pieces.extend(ends.iter().map(|look| MarkedPiece::End(*look)));
    }
}

/// Returns the text up to the end of a look, and the text that follows.
fn inside(look: Look, rest: &str) -> (&str, &str) {
    let end = look.sign(true);
    rest.split_once(end).unwrap_or((rest, ""))
}

/// The last characters of a text's last line.
fn tail(text: &str) -> &str {
    let of_line = text.char_indices().rev().take(BEFORE + 1).take_while(|(_, char)| *char != '\n');
    &text[of_line.last().map_or(text.len(), |(at, _)| at)..]
}
