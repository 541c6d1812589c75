//! Blocks that a text shows by its own letters, where no reader placed any.

use super::{Block, TextStructure};

/// The blocks of what `placed` leaves open.
pub(super) fn blocks(_text: &str, _placed: &TextStructure) -> Vec<Block> {
    Vec::new()
}
