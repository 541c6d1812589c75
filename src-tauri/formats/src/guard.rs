//! A wall around readers that are not ours: a panic of theirs costs what they would have read.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the result of a foreign reader, or `None` where it panicked.
pub(crate) fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(read)).ok()
}
