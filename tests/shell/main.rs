//! The shell without its window.

#![allow(clippy::unwrap_used, reason = "what these helpers cannot get is a failure of the test")]

mod bridge;
mod chat;
mod chat_events;
mod contract;
mod library_handle;
mod log;
mod preferences;
mod starts;
mod window;
