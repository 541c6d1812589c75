//! Providers against a scripted server on loopback: what is sent, what comes back however it is cut, and every failure.

mod failures;
mod openai_ways;
mod recordings;
mod requests;
mod scripted_provider;
mod splits;
