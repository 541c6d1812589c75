//! Citations of an answer, and the marks behind its sentences.

use super::{Inline, MarkdownBlock};
use crate::chat::sources::citation::citations_in;

/// The character that marks the first sentence; those of the others follow it. No text that comes from outside has any.
pub const MARK: char = '\u{e000}';
const LAST_MARK: char = '\u{f8ff}';

/// Reads what begins where `text` begins, with its length.
pub(super) fn found(text: &str) -> Option<(usize, Inline)> {
    let first = text.chars().next()?;
    if (MARK..=LAST_MARK).contains(&first) {
        return Some((first.len_utf8(), Inline::Mark(first as u32 - MARK as u32)));
    }
    if first != '[' {
        return None;
    }
    let end = text.find(']')? + 1;
    let (bytes, id) = citations_in(&text[..end]).into_iter().next().filter(|(bytes, _)| bytes.start == 0)?;
    Some((bytes.len(), Inline::Citation { id: id.to_owned(), index: 0 }))
}

/// Numbers the citations of a whole text in their order.
pub fn number_citations(blocks: &mut [MarkdownBlock]) {
    let mut next = 0;
    blocks.iter_mut().for_each(|block| number(block, &mut next));
}

fn number(block: &mut MarkdownBlock, next: &mut u32) {
    match block {
        MarkdownBlock::Paragraph(content) | MarkdownBlock::Heading { content, .. } => number_in(content, next),
        MarkdownBlock::List { items, .. } => items.iter_mut().flatten().for_each(|block| number(block, next)),
        MarkdownBlock::Quote(inner) => inner.iter_mut().for_each(|block| number(block, next)),
        MarkdownBlock::Table(table) => {
            let cells = table.head.iter_mut().chain(table.rows.iter_mut().flatten());
            cells.for_each(|cell| number_in(cell, next));
        }
        MarkdownBlock::Code { .. } | MarkdownBlock::Rule => {}
    }
}

fn number_in(content: &mut [Inline], next: &mut u32) {
    for inline in content {
        match inline {
            Inline::Citation { index, .. } => {
                *index = *next;
                *next += 1;
            }
            Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Strike(inner) => number_in(inner, next),
            Inline::Link { content, .. } => number_in(content, next),
            _ => {}
        }
    }
}
