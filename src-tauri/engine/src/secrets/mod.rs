//! Keys: where they are kept, and for how long.

mod secret;

pub use secret::Secret;
