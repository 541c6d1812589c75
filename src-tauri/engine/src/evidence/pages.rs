//! The drawn pages of an Input's document, with the facts whose words stand on them.

use std::ops::Range;

use factly_core::facts::{AcceptedBy, Status};
use factly_core::text::Span;
use factly_formats::{Boxed, Rect};
use uuid::Uuid;

use crate::error::Result;
use crate::evidence::Sources;
use crate::evidence::source::facts_over;
use crate::lookup::input_row;
use crate::originals::{PlaceCache, rects_in};
use crate::prepared::PreparedCache;

/// A page's facts in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourcePage {
    /// Counts from 1.
    pub page: u32,
    pub facts: Vec<PageFact>,
}

/// The location of a fact's quote on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFact {
    pub fact: Uuid,
    pub label: String,
    pub status: Status,
    pub needs_review: bool,
    pub accepted_by: Option<AcceptedBy>,
    pub rects: Vec<Rect>,
}

impl Sources<'_> {
    /// The facts on pages, which count from 1.
    pub fn source_pages(&self, input: Uuid, pages: Range<u32>) -> Result<Vec<SourcePage>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let boxes = self.ctx.cache::<PlaceCache>().boxes(r, row.seq)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let mut found = Vec::new();
            for page in pages {
                let mut shown = SourcePage { page, ..SourcePage::default() };
                if let Some(covered) = covered(&boxes, page) {
                    for (span, fact) in facts_over(r, &text, covered)? {
                        let rects = rects_in(&boxes, span.start..span.end).into_iter().filter(|one| one.page == page);
                        let rects: Vec<Rect> = rects.map(|one| one.rect).collect();
                        let label = crate::facts::label(&fact);
                        shown.facts.push(PageFact {
                            fact: fact.id,
                            label,
                            status: fact.status,
                            needs_review: fact.needs_review,
                            accepted_by: fact.accepted_by,
                            rects,
                        });
                    }
                    shown.facts.retain(|fact| !fact.rects.is_empty());
                }
                found.push(shown);
            }
            Ok(found)
        })
    }
}

/// The characters that stand on a page.
fn covered(boxes: &[Boxed], page: u32) -> Option<Span> {
    let on_it = boxes.iter().filter(|one| one.page == page);
    on_it.fold(None, |covered: Option<Span>, one| {
        let (start, end) =
            covered.map_or((one.start, one.end), |span| (span.start.min(one.start), span.end.max(one.end)));
        Some(Span::new(start, end))
    })
}
