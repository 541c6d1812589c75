//! A document of Word as it came in, before it is held against a report.

use super::comments::Comment;
use crate::report::block::{ReportBlock, RunContent, Shape, TextRun};

/// A document as it came in.
#[derive(Debug, Default)]
pub struct IncomingDocx {
    /// The report that it was written from, if it was.
    pub report: Option<String>,
    pub title: Option<String>,
    /// The blocks before the first heading.
    pub opening: Vec<ReportBlock>,
    pub sections: Vec<IncomingSection>,
    /// The sections as they went out, in their order.
    pub base: Vec<BaseSection>,
    /// The person who saved it last, or tracked a change.
    pub author: Option<String>,
    /// Images by the name of their part.
    pub images: Vec<(String, Vec<u8>)>,
    /// Content that is not taken over, by kind.
    pub left_out: Vec<(&'static str, u64)>,
}

/// A heading with what stands under it.
#[derive(Debug, Default)]
pub struct IncomingSection {
    /// The ids that its heading carries: none of a new one, several where headings were joined.
    pub ids: Vec<u128>,
    /// 1 for the first level.
    pub depth: usize,
    pub appendix: bool,
    pub title: String,
    pub blocks: Vec<ReportBlock>,
    pub comments: Vec<Comment>,
    /// The author of the first tracked change in it.
    pub author: Option<String>,
}

/// A section as it was when the document was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseSection {
    pub id: u128,
    pub depth: usize,
    pub appendix: bool,
    pub title: String,
    pub body_md: String,
    /// The spelling of its heading, as the export recorded it.
    pub written: String,
}

impl IncomingDocx {
    pub(super) fn blocks(&self) -> impl Iterator<Item = &ReportBlock> {
        self.opening.iter().chain(self.sections.iter().flat_map(|section| &section.blocks))
    }

    /// Gives the images of the document the names that they have in the library; one without a name stays as its words.
    pub fn name_images(&mut self, name: &dyn Fn(&str) -> Option<String>) {
        let blocks = self.opening.iter_mut().chain(self.sections.iter_mut().flat_map(|section| &mut section.blocks));
        for block in blocks {
            block.runs.iter_mut().for_each(|run| named(run, name));
            if let Shape::Table { rows, .. } = &mut block.shape {
                rows.iter_mut().flatten().flatten().for_each(|run| named(run, name));
            }
        }
    }
}

fn named(run: &mut TextRun, name: &dyn Fn(&str) -> Option<String>) {
    let RunContent::Image { target, alt, .. } = &run.content else { return };
    let Some(part) = target.strip_prefix(super::PART) else { return };
    run.content = match name(part) {
        Some(target) => RunContent::Image { target, alt: alt.clone(), named: true },
        None => RunContent::Text(alt.clone()),
    };
}
