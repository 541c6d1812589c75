//! Permitted targets of a link of a report in a file that goes out.

use factly_core::chat::markdown::address;

/// A link leads to a page, to a mailbox, to a place of the file or to what Factly cites; any other is the words alone.
pub(crate) fn may_lead(target: &str) -> bool {
    target.starts_with('#') || target.starts_with("factly://") || address(target).is_some()
}
