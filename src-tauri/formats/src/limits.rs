//! Limits of the cost of a document.

/// The wish to stop: asked at least once a page, an entry or a megabyte.
pub type ShouldStop<'a> = dyn Fn() -> bool + Sync + 'a;

/// Limits that keep a hostile document to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text that come out.
    pub text: usize,
    /// Bytes of all unpacked parts together.
    pub unpacked: u64,
    /// Entries of an archive, nodes of a tree and rows of a table are counted against their own multiples of this.
    pub entries: usize,
    /// Nested elements.
    pub depth: usize,
    /// Pages, sheets and slides.
    pub pages: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { text: 64 << 20, unpacked: 256 << 20, entries: 10_000, depth: 400, pages: 10_000 }
    }
}
