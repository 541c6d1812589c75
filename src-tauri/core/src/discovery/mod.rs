//! The rules of a discovery's five columns: how an entity is named, and what becomes of what rests on it.

pub mod label;
pub mod propagation;
pub mod status;

pub use label::{EntityLabel, Kind};
pub use status::{EntityStatus, Mark, OutputType};
