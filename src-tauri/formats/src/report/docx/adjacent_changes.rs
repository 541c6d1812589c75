//! Changes that touch across the end of a paragraph.
//!
//! LibreOffice takes two changes of one kind, author and time for one where the first ends a paragraph and the second begins
//! the next: what is between them, the end of the paragraph, would go with both. So the second has another time.

use crate::report::diff::ChangeMark;

#[derive(Default)]
pub(super) struct AdjacentChanges {
    /// The one of two times that a change has.
    pub(super) is_apart: bool,
    /// The end of the paragraph before, where it stays.
    before: ChangeMark,
    last: ChangeMark,
    end: ChangeMark,
    has_begun: bool,
}

impl AdjacentChanges {
    /// A paragraph begins, whose end is tracked so.
    pub(super) fn begin(&mut self, end: ChangeMark) {
        self.before = if self.end == ChangeMark::None { self.last } else { ChangeMark::None };
        (self.last, self.end, self.has_begun) = (ChangeMark::None, end, false);
        if end != ChangeMark::None {
            self.run(end);
        }
    }

    pub(super) fn run(&mut self, mark: ChangeMark) {
        if !self.has_begun && mark != ChangeMark::None && mark == self.before {
            self.is_apart = !self.is_apart;
        }
        (self.last, self.has_begun) = (mark, true);
    }
}
