//! The text of an Input in blocks, so that only what is in view is sent and drawn.
//!
//! Offsets here are UTF-16 units, half-open.

use factly_engine::{evidence, originals};

use super::{
    count,
    facts::{AcceptedBy, FactRow, FactStatus},
    location::Place,
    originals::PageRect,
};

wire_struct! {
    SourceOutline = evidence::SourceOutline as outline {
        input_id: String = outline.input.to_string(),
        title: String,
        label: String,
        block_count: u32 = count(outline.lengths.len()),
        /// One for each block.
        lengths: Vec<u32>,
        /// Facts that begin in each block.
        fact_counts: Vec<u32>,
        /// For the strip at the scroll bar: one for each fact, thinned to 2,000.
        marks: Vec<SourceMark>,
        /// Bundles that no run has read yet.
        unread: u32,
        failed: u32,
        /// Number of pages that can be drawn.
        pages: Option<u32>,
    }
}

wire_struct! {
    SourceMark = evidence::SourceMark {
        block: u32,
        status: FactStatus,
        needs_review: bool,
        accepted_by: Option<AcceptedBy>,
    }
}

wire_struct! {
    SourceBlock = evidence::SourceBlock {
        index: u32,
        text: String,
        /// The start of the block in the Input.
        start: u32,
        /// The first page, slide, cell, time or message that begins here; no page that begins within it.
        place: Option<Place>,
        /// The pages that begin within it, behind its first character.
        page_breaks: Vec<PageBreak>,
        spans: Vec<SourceSpan>,
        /// Those that begin here, in reading order.
        facts: Vec<FactRow>,
    }
}

wire_struct! {
    /// The beginning of a page within a block, in UTF-16 units of it.
    PageBreak = evidence::PageBreak {
        at: u32,
        place: Place,
    }
}

wire_struct! {
    /// The part of a fact's quote that lies in one block: `begins` and `ends` tell whether it goes on in its neighbours.
    SourceSpan = evidence::SourceSpan as span {
        fact_id: String = span.fact.to_string(),
        label: String,
        status: FactStatus,
        needs_review: bool,
        accepted_by: Option<AcceptedBy>,
        start: u32,
        end: u32,
        begins: bool,
        ends: bool,
    }
}

wire_struct! {
    /// The location of words of an Input, in UTF-16 units of it.
    SourcePlace = evidence::SourcePlace {
        input: String,
        block: u32,
        start: u32,
        end: u32,
    }
}

wire_struct! {
    /// A part of a drawn page that holds some words.
    WordsOnPage = originals::PageRect {
        /// Counts from 1.
        page: u32,
        rect: PageRect,
    }
}

wire_struct! {
    FactPlace = evidence::FactPlace as place {
        input_id: String = place.input.to_string(),
        block: u32,
        /// The drawn page that the words begin on.
        page: Option<u32>,
    }
}
