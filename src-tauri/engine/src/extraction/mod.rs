//! Parse runs.

/// The parser that is built in.
pub const OFFLINE: &str = "offline";
