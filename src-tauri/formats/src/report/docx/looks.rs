//! Looks of paragraphs, and of the rest once the tracked content before it is gone.

use crate::report::block::{DEEPEST_TEXT, ReportBlock, Shape};
use crate::report::diff::Change;

/// The looks of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) style: String,
    pub(super) list: Option<(u32, u8)>,
}

/// The looks of the content behind a section, once all that is suggested is accepted, or rejected.
pub(super) struct FollowingLooks {
    pub(super) accepted: Looks,
    pub(super) rejected: Looks,
}

impl FollowingLooks {
    pub(super) fn always(looks: &Looks) -> Self {
        Self { accepted: looks.clone(), rejected: looks.clone() }
    }
}

impl Looks {
    pub(super) fn normal() -> Self {
        Self { style: "normal".to_owned(), list: None }
    }

    pub(super) fn of_contents() -> Self {
        Self { style: "toc heading".to_owned(), list: None }
    }

    pub(super) fn of_sources() -> Self {
        Self { style: "heading 1".to_owned(), list: Some((0, 0)) }
    }

    pub(super) fn of_heading(depth: usize, appendix: bool) -> Self {
        let level = u8::try_from(depth.clamp(1, 9) - 1).unwrap_or(8);
        Self { style: format!("heading {}", depth.clamp(1, 9)), list: Some((if appendix { 2 } else { 1 }, level)) }
    }
}

pub(super) fn style_name(block: &ReportBlock) -> String {
    match &block.shape {
        Shape::Text if block.lists > 0 => format!("item text {}", block.lists.min(DEEPEST_TEXT)),
        Shape::Text if block.quote => "quote".to_owned(),
        Shape::Text | Shape::Table { .. } => "normal".to_owned(),
        Shape::Heading(level) => format!("inner heading {level}"),
        Shape::Bullet | Shape::Number { .. } => "list paragraph".to_owned(),
        Shape::Code { .. } => "source code".to_owned(),
        Shape::Html => "raw markup".to_owned(),
        Shape::Rule => "rule line".to_owned(),
    }
}

/// Returns the looks of the rest behind some changes once they are gone, and whether the paragraph before `rest` joins
/// that: the last one before a table cannot, and leaves an empty paragraph.
///
/// A word processor gives what is left the looks of what went, or its own: so both are to look the same.
pub(super) fn what_follows(
    (rest, looks): (&[Change<'_>], &[Looks]),
    behind: &Looks,
    goes: impl Fn(&Change<'_>) -> bool,
) -> (Looks, bool) {
    match rest.iter().position(|change| !goes(change) || is_table(change)) {
        Some(at) if is_table(&rest[at]) => (Looks::normal(), at > 0),
        Some(at) => (looks[at].clone(), true),
        None => (behind.clone(), true),
    }
}

fn is_table(change: &Change<'_>) -> bool {
    let (Change::Same(block, _) | Change::Reworded(block, _) | Change::Deleted(block) | Change::Inserted(block)) =
        change;
    matches!(block.shape, Shape::Table { .. })
}
