//! Providers against a scripted server on loopback: what is sent, what comes back however it is cut, and every failure.

mod asked;
mod failures;
mod openai_ways;
mod requests;
mod splits;
mod theirs;
