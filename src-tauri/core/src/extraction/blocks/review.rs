//! The rule over blocks: whose words a part of a text is, and why Factly must not accept by itself what it says.

use std::ops::Range;

use super::{BlockKind, StructureBlock, TextStructure};
use crate::message;
use crate::message::UserMessage;

/// Returns why what `quote` says waits for the analyst, whoever proposed it; none where the blocks say nothing against
/// it.
pub fn doubt(structure: &TextStructure, text: &str, quote: &Range<usize>) -> Option<UserMessage> {
    // Of several of a kind the innermost: a quotation in a quotation has its own writer.
    let of_block = structure.over(quote).filter_map(|block| Some(((rank(block), block.range.len()), of_kind(block)?)));
    let worst = of_block.min_by_key(|(rank, _)| *rank).map(|(_, why)| why);
    worst.or_else(|| {
        structure
            .addresses_machine(text, quote)
            .then(|| message!("it tells an assistant what to say, and is no statement"))
    })
}

/// Returns the speaker and the date of the words, where another wrote the text: the innermost quotation's writer.
pub fn quoted<'s>(structure: &'s TextStructure, quote: &Range<usize>) -> Option<(Option<&'s str>, Option<&'s str>)> {
    let quotations = structure.over(quote).filter_map(|block| match &block.kind {
        BlockKind::Quotation { by, date } => Some((block.range.len(), by.as_deref(), date.as_deref())),
        _ => None,
    });
    quotations.min_by_key(|(length, ..)| *length).map(|(_, by, date)| (by, date))
}

/// Ranks a block; what weighs most comes first.
fn rank(block: &StructureBlock) -> u8 {
    match block.kind {
        BlockKind::Hidden => 0,
        BlockKind::Struck => 1,
        BlockKind::Uncertain => 2,
        _ => 3,
    }
}

fn of_kind(block: &StructureBlock) -> Option<UserMessage> {
    match &block.kind {
        BlockKind::Hidden => Some(message!("it is hidden in its document")),
        BlockKind::Struck => Some(message!("it is struck out in its document")),
        BlockKind::Uncertain => Some(message!("it may be meant otherwise than it reads here")),
        BlockKind::Quotation { by: Some(by), .. } => Some(message!("these are words of {}, quoted here", by)),
        BlockKind::Quotation { by: None, .. } => Some(message!("these are words of another, quoted here")),
        BlockKind::Row(cells) if cells.is_head => Some(message!("it names the columns of a table")),
        BlockKind::Row(cells) if cells.cells.len() > 2 => Some(message!("its row has several values")),
        BlockKind::Row(_) | BlockKind::Heading | BlockKind::Turn { .. } | BlockKind::Note | BlockKind::Message => None,
    }
}
