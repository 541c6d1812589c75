//! Size of a costly test: a little in a run of all tests, all of it in `cargo xtask soak`, which sets `FACTLY_SOAK` to
//! how often chance strikes.
#![allow(dead_code, reason = "each suite takes what it needs")]

const SOAK: &str = "FACTLY_SOAK";

/// Returns `few` in a run of all tests, and `many` in a soak.
pub(crate) fn sized<T>(few: T, many: T) -> T {
    if std::env::var_os(SOAK).is_some() { many } else { few }
}

/// Returns how often chance strikes: `few` times in a run of all tests, and in a soak as often as `FACTLY_SOAK` says.
pub(crate) fn strikes(few: usize) -> usize {
    std::env::var(SOAK).ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}
