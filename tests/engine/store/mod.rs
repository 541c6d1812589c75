//! The truth store: what it promises to whoever reads and writes through it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../../support/soak.rs"]
mod soak;
#[path = "../../support/world.rs"]
mod world;

mod backups;
mod chance;
#[cfg(target_os = "linux")]
mod closed_handles;
mod damage;
mod elsewhere;
mod failing_disk;
mod fill;
mod library;
mod migrations;
mod plans;
#[cfg(unix)]
mod reading_only;
mod row_checks;
mod rules;
mod stray_log;
mod torn_log;
mod two_processes;
mod undo;
mod writes;
