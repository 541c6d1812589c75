//! The parts that were read and not proposed, so that they can be told from what was not looked at: what the parser
//! skips, what an interviewer says, and mentions.

use std::borrow::Cow;
use std::ops::Range;

use super::ranked_text::{Background, RankedText};
use crate::extraction::blocks::{StructureBlock, TextStructure};
use crate::extraction::offline::{Parser, SkipKind, Skipped, outline, skipped_in};
use crate::inputs::{BundleSection, SectionSpan, Stage};
use crate::items::Items;
use crate::keys::Registry;

/// So much of what stands around a part of a text tells who speaks there.
const AROUND: usize = 32_000;
/// As much of its start tells who asks.
const HEAD: usize = 8_000;

/// Returns what of `text[range]` is not proposed, or would not be: in order, without overlaps. A mention that a fact was
/// made of is among them; whoever knows the facts takes them out.
///
/// `placed` are the blocks that a reader placed in `text[range]`, by their bytes in it.
pub fn unproposed(text: &str, range: Range<usize>, placed: Vec<StructureBlock>) -> Vec<Skipped> {
    let from = text.ceil_char_boundary(range.start.saturating_sub(AROUND));
    let to = text.ceil_char_boundary(range.end + AROUND);
    let (before, behind) = (text[from..range.start].to_owned(), text[range.end..to].to_owned());
    let head = text[..text.ceil_char_boundary(HEAD.min(from))].to_owned();
    let share = |at: usize| at as f64 / text.len().max(1) as f64;
    let extent = share(range.start)..share(range.end);
    let background = Background { before, behind, head, extent, ..Background::default() };
    let part = &text[range.clone()];
    let span = crate::text::Span::new(0, u32::try_from(part.chars().count()).unwrap_or(u32::MAX));
    let sections = [SectionSpan { section: BundleSection::FreeChat, span }];
    let structure = TextStructure::of_bundle(part, &sections, placed, &background);
    let mut mentions = candidates(part, &sections, &structure, &background);
    let questions = skipped_in(part, 0..part.len(), &structure);
    let overlaps = |one: &Skipped, others: &[Skipped]| {
        let at = others.partition_point(|other| other.range.end <= one.range.start);
        others.get(at).is_some_and(|other| other.range.start < one.range.end)
    };
    let questions: Vec<Skipped> = questions.into_iter().filter(|one| !overlaps(one, &mentions)).collect();
    mentions.retain(|one| !overlaps(one, &questions));
    mentions.extend(questions);
    mentions.sort_by_key(|one| one.range.start);
    mentions.iter_mut().for_each(|one| one.range = one.range.start + range.start..one.range.end + range.start);
    mentions
}

/// The statements of a text and the sentences of whoever asks in it, in order.
fn candidates(
    text: &str,
    sections: &[SectionSpan],
    structure: &TextStructure,
    background: &Background,
) -> Vec<Skipped> {
    let registry = Registry::default();
    let scene = RankedText::with_structure(text, sections, Cow::Borrowed(structure), background);
    let ops = Parser::new(&registry, Stage::Ideation).parse_in(structure, text, sections, &Items::default());
    let statements = ops.iter().filter_map(|op| scene.bytes(op));
    let mut all: Vec<Skipped> = statements
        .filter(|range| !scene.asks(range.clone()))
        .map(|range| Skipped { range, why: SkipKind::Mention })
        .collect();
    let sentences = outline(text, 0..text.len(), structure).into_iter().map(|one| one.range);
    let questions =
        sentences.filter(|range| scene.asks(range.clone()) && !text[range.clone()].trim_end().ends_with('?'));
    all.extend(questions.map(|range| Skipped { range, why: SkipKind::Interviewer }));
    all.sort_by_key(|one| one.range.start);
    all.dedup_by(|next, previous| next.range.start < previous.range.end);
    all
}
