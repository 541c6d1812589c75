//! What no compiler checks: the invariants of ARCHITECTURE.md that are about where things may stand.

mod architecture;
mod borders;
mod licences;
mod places;
mod tree;
