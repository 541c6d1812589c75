//! The blocks of a text: what a window shows, so that only what is in view is ever sent and drawn.
//!
//! A block is a paragraph, or a piece of a long one. Blocks are in reading order and never overlap; the blank lines
//! between paragraphs belong to none, everything else belongs to exactly one. Each knows where it begins in bytes, in
//! code points and in UTF-16 units, so that an offset of one kind is turned into another by reading one block.

use std::ops::Range;

/// A block is at most this many code points: about a screenful.
pub const BLOCK_CHARS: usize = 1_500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBlock {
    pub bytes: Range<usize>,
    /// Code points from the start of the text.
    pub chars: Range<u32>,
    /// UTF-16 units from the start of the text.
    pub utf16: Range<u32>,
}

/// Cuts `text` into blocks, in time linear in it.
pub fn blocks(text: &str) -> Vec<TextBlock> {
    blocks_at(text, BLOCK_CHARS)
}

fn blocks_at(text: &str, limit: usize) -> Vec<TextBlock> {
    let mut walk = BlockWalk { text, at: TextOffsets::default(), blocks: Vec::new() };
    for paragraph in paragraphs(text) {
        let mut start = paragraph.start;
        while start < paragraph.end {
            let end = piece_end(&text[start..paragraph.end], limit).map_or(paragraph.end, |len| start + len);
            walk.block(start..start + text[start..end].trim_end().len());
            start = end;
        }
    }
    walk.blocks
}

#[derive(Clone, Copy, Default)]
struct TextOffsets {
    byte: usize,
    chars: u32,
    utf16: u32,
}

/// Counts once through the text, whatever number of blocks is asked for.
struct BlockWalk<'a> {
    text: &'a str,
    at: TextOffsets,
    blocks: Vec<TextBlock>,
}

impl BlockWalk<'_> {
    fn block(&mut self, bytes: Range<usize>) {
        if bytes.is_empty() {
            return;
        }
        let start = self.forward(bytes.start);
        let end = self.forward(bytes.end);
        self.blocks.push(TextBlock { bytes, chars: start.chars..end.chars, utf16: start.utf16..end.utf16 });
    }

    fn forward(&mut self, byte: usize) -> TextOffsets {
        for character in self.text[self.at.byte..byte].chars() {
            self.at.chars += 1;
            self.at.utf16 += if character > '\u{ffff}' { 2 } else { 1 };
        }
        self.at.byte = byte;
        self.at
    }
}

/// Runs of lines that are not blank.
fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    std::iter::from_fn(move || {
        let (start, first) = lines.by_ref().find(|(_, line)| !line.trim().is_empty())?;
        let rest = lines.by_ref().take_while(|(_, line)| !line.trim().is_empty()).last();
        let end = rest.map_or(start + first.len(), |(at, line)| at + line.len());
        Some(start..end)
    })
}

/// Returns the end of a piece of a too long paragraph: after a line, a sentence or a word, and only then anywhere.
fn piece_end(paragraph: &str, limit: usize) -> Option<usize> {
    let (window, _) = paragraph.char_indices().nth(limit)?;
    let window = &paragraph[..window];
    let after_half = |at: &usize| *at > window.len() / 2;
    let line = window.rfind('\n').map(|at| at + 1).filter(after_half);
    let sentence = || {
        let ends = ["\u{3002}", ". ", "? ", "! ", "\u{ff1f}", "\u{ff01}"];
        ends.iter().filter_map(|end| window.rfind(end).map(|at| at + end.len())).max().filter(after_half)
    };
    let word = || {
        let space = window.char_indices().rev().find(|(_, c)| c.is_whitespace());
        space.map(|(at, c)| at + c.len_utf8()).filter(after_half)
    };
    line.or_else(sentence).or_else(word).or(Some(window.len()))
}

#[cfg(test)]
mod tests {
    use super::{blocks, blocks_at};

    fn check(text: &str, limit: usize, expected: &[&str]) {
        let found = blocks_at(text, limit);
        let texts: Vec<&str> = found.iter().map(|block| &text[block.bytes.clone()]).collect();
        assert_eq!(texts, expected, "blocks of {text:?} at {limit}");
        for block in &found {
            let before = &text[..block.bytes.start];
            let own = &text[block.bytes.clone()];
            assert_eq!(block.chars.start as usize, before.chars().count(), "code points before {own:?}");
            assert_eq!(block.chars.len(), own.chars().count(), "code points of {own:?}");
            assert_eq!(block.utf16.start as usize, before.encode_utf16().count(), "UTF-16 units before {own:?}");
            assert_eq!(block.utf16.len(), own.encode_utf16().count(), "UTF-16 units of {own:?}");
        }
    }

    #[test]
    fn a_block_is_a_paragraph_or_a_piece_of_one() {
        check("", 10, &[]);
        check(" \n\t\n", 10, &[]);
        check("one\ntwo\n\n \n\nthree\n", 20, &["one\ntwo", "three"]);
        check("  indented\nlines", 20, &["  indented\nlines"]);
        check("One two. Three four.", 12, &["One two.", "Three four."]);
        check("one two three", 9, &["one two", "three"]);
        check("one\ntwo\nthree", 8, &["one\ntwo", "three"]);
        check("abcdefghij", 4, &["abcd", "efgh", "ij"]);
        check("日本語。日本語。", 6, &["日本語。", "日本語。"]);
        check("👩‍👩‍👧 a\n\n𝒳 b\n\nc", 20, &["👩‍👩‍👧 a", "𝒳 b", "c"]);
    }

    #[test]
    fn a_line_of_millions_is_cut_in_linear_time() {
        assert_eq!(blocks(&"x".repeat(3_000_000)).len(), 2_000);
    }
}
