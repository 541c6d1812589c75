//! Blocks while the text still comes.

use super::cut::unit;
use super::segment::{MarkdownSegment, Segmenter};
use super::{MarkdownBlock, SEGMENT};

/// Takes a text piece by piece. What was told as settled never changes again.
#[derive(Debug)]
pub struct Stream {
    segmenter: Segmenter,
    /// Text that no unit was made of yet.
    rest: String,
    after_return: bool,
    /// Settled blocks that were not told yet.
    fresh: Vec<MarkdownBlock>,
    emitted: usize,
}

/// The changes since the last update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownUpdate {
    /// The blocks take the place of all that were told from this one on.
    pub from: usize,
    pub blocks: Vec<MarkdownBlock>,
    /// So many of the blocks are settled.
    pub settled: usize,
}

impl Default for Stream {
    fn default() -> Self {
        let segmenter = Segmenter::new(SEGMENT);
        Self { segmenter, rest: String::new(), after_return: false, fresh: Vec::new(), emitted: 0 }
    }
}

impl Stream {
    pub fn push(&mut self, text: &str) {
        self.add(text);
        let mut ended = Vec::new();
        let mut at = 0;
        while let Some(length) = unit(&self.rest[at..], self.segmenter.longest_unit()) {
            self.segmenter.take(&self.rest[at..at + length], &mut ended);
            at += length;
        }
        self.rest.drain(..at);
        self.settle(ended);
    }

    /// Nothing more comes: all is settled.
    pub fn finish(&mut self) {
        let mut ended = Vec::new();
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            self.segmenter.take(&rest, &mut ended);
        }
        ended.extend(self.segmenter.end(""));
        self.segmenter = Segmenter::new(SEGMENT);
        self.settle(ended);
    }

    pub fn update(&mut self) -> MarkdownUpdate {
        let mut blocks = std::mem::take(&mut self.fresh);
        let (from, settled) = (self.emitted, blocks.len());
        self.emitted += settled;
        let open = self.segmenter.end(self.shown_rest());
        blocks.extend(open.into_iter().flat_map(|open| open.blocks(SEGMENT)));
        MarkdownUpdate { from, blocks, settled }
    }

    fn settle(&mut self, ended: Vec<MarkdownSegment>) {
        self.fresh.extend(ended.into_iter().flat_map(|segment| segment.blocks(SEGMENT)));
    }

    /// Line ends become `\n`.
    fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = if std::mem::take(&mut self.after_return) { text.strip_prefix('\n').unwrap_or(text) } else { text };
        for (at, line) in text.split('\r').enumerate() {
            if at > 0 {
                self.rest.push('\n');
            }
            self.rest.push_str(if at > 0 { line.strip_prefix('\n').unwrap_or(line) } else { line });
        }
        self.after_return = text.ends_with('\r');
    }

    /// Without a line that has only begun and would, as it is, make a title of the words above it, or end a code block.
    fn shown_rest(&self) -> &str {
        let line = self.rest.trim_ascii();
        let first = line.bytes().next().filter(|byte| b"-=`~".contains(byte));
        let is_mark = first.is_some_and(|first| line.bytes().all(|byte| byte == first));
        if is_mark { "" } else { &self.rest }
    }
}
