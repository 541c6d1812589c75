//! Outside sources that a test must be able to fix: the time and new ids.
//!
//! Nothing else in the engine reads a clock or draws a random number. Order never comes from here: it is a table's `seq`.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970. May jump in either direction.
    fn now_ms(&self) -> i64;
}

/// Draws new identities.
pub trait Ids: Send + Sync {
    /// A UUIDv7: later ones sort after earlier ones, so that an index over them grows at its end.
    fn next(&self) -> Uuid;
}

/// The clock and the ids that a store, and whoever drives it, work with.
#[derive(Clone)]
pub struct World {
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

impl World {
    /// The real one.
    pub fn system() -> Self {
        Self { clock: Arc::new(SystemClock), ids: Arc::new(SystemIds) }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World")
    }
}

struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        Timestamp::now().as_millisecond()
    }
}

struct SystemIds;

impl Ids for SystemIds {
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
