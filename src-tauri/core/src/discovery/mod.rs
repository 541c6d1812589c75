//! The rules of a discovery's five columns: how an entity is named, what says the same, and what becomes of what rests
//! on an entity that changes.

pub mod derivation;
pub mod duplicates;
pub mod impact;
pub mod judgement;
pub mod kind;
pub mod label;
pub mod propagation;
pub mod status;

pub use kind::{DiscoveryKind, KindSigns};
pub use label::{EntityKind, EntityLabel};
pub use status::{EntityStatus, OutputType, ReviewMark};

/// The type of an Input of ours in a field that the web Factly has and we do not.
pub const INPUT_TYPE: &str = "text";
