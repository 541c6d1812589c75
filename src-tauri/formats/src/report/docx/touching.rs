//! Changes that touch across the end of a paragraph.
//!
//! LibreOffice takes two changes of one kind, author and time for one where the first ends a paragraph and the second begins
//! the next: what is between them, the end of the paragraph, would go with both. So the second has another time.

use crate::report::diff::Mark;

#[derive(Default)]
pub(super) struct Touching {
    /// The one of two times that a change has.
    pub(super) is_apart: bool,
    /// The end of the paragraph before, where it stays.
    before: Mark,
    last: Mark,
    end: Mark,
    has_begun: bool,
}

impl Touching {
    /// A paragraph begins, whose end is tracked so.
    pub(super) fn begin(&mut self, end: Mark) {
        self.before = if self.end == Mark::None { self.last } else { Mark::None };
        (self.last, self.end, self.has_begun) = (Mark::None, end, false);
        if end != Mark::None {
            self.run(end);
        }
    }

    pub(super) fn run(&mut self, mark: Mark) {
        if !self.has_begun && mark != Mark::None && mark == self.before {
            self.is_apart = !self.is_apart;
        }
        (self.last, self.has_begun) = (mark, true);
    }
}
