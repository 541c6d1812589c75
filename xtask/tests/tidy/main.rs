//! Rules that no compiler checks: the invariants of ARCHITECTURE.md that are about where things may stand.

#![allow(clippy::expect_used, reason = "a test may stop at what it did not expect")]

mod architecture;
mod behaviours;
mod borders;
mod docs;
mod file_rules;
mod layers;
mod licences;
mod names;
mod tree;
mod vocabulary;
