//! The effects of Factly: everything that reads a clock, writes a file or waits.
//!
//! Core decides, the engine does. A driver here gathers what a rule of `factly-core` needs, asks it, and carries out
//! what it answered in one transaction of the [`store`].

pub mod store;
pub mod world;
