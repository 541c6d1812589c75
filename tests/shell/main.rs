//! The shell without its window.

#![allow(clippy::unwrap_used, reason = "what these helpers cannot get is a failure of the test")]

mod bridge;
mod chat;
mod contract;
mod door;
mod log;
mod pace;
mod preferences;
mod starts;
mod window;
