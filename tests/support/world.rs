//! A world in which nothing is left to chance: a clock that ticks when it is read, and ids that count.
#![allow(dead_code, reason = "each suite takes what it needs")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use factly_engine::world::{Clock, Ids, World};
use uuid::Uuid;

/// 2026-01-01T00:00:00Z.
pub(crate) const NEW_YEAR: i64 = 1_767_225_600_000;

/// The same ids and times at every run.
pub(crate) fn fixed() -> World {
    at(NEW_YEAR)
}

/// As [`fixed`], with a clock that begins at `now_ms`.
pub(crate) fn at(now_ms: i64) -> World {
    World { clock: Arc::new(Ticking(AtomicI64::new(now_ms))), ids: Arc::new(Counting::default()) }
}

struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now_ms(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

#[derive(Default)]
struct Counting(AtomicU64);

impl Ids for Counting {
    fn next(&self) -> Uuid {
        let count = u128::from(self.0.fetch_add(1, Ordering::Relaxed));
        Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 | count)
    }
}
