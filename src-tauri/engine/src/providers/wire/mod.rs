//! One request out, one stream in: everything about HTTP and event streams that both formats share.
//!
//! It promises that a request goes only to the address it was made for, that no memory grows with what a server sends,
//! that a call ends exactly once, and that Stop and silence are noticed while nothing comes. It knows nothing of what
//! the events mean: a [`WireFormat`] reads them.
//!
//! The engine is synchronous and so is this: a call blocks its thread, on which its events are told. Underneath runs a
//! small runtime of its own. A call must not be made on a thread that drives another runtime, nor from within the
//! function that is told of another call's events.

mod answer_reader;
mod client;
mod exchange;
mod retry;
mod silence;
mod status;

use std::fmt;
use std::time::Duration;

use serde_json::Value;
use url::Url;

pub(super) use answer_reader::{EventOutcome, WireFormat, last, replay};
pub use client::HttpTransport;
pub(super) use status::error_in;

use crate::error::Result;
use crate::providers::fault::ProviderError;
use crate::providers::origin::is_loopback;
use crate::providers::reply::ReplyEvent;
use crate::secrets::Secret;
use crate::task::{CancelToken, Progress, ProgressThrottle};

/// The waiting times of a call, and how it tries again.
#[derive(Clone, Copy, Debug)]
pub struct CallPatience {
    pub connect: Duration,
    /// From the request to the first of an answer: a large prompt takes a small machine minutes.
    pub first: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// For both of these at least, where the server is this machine: it may be slow, and to wait for it costs nothing.
    pub local: Duration,
    /// While a server keeps the line alive with comments, pings and empty events, and says nothing.
    pub alive: Duration,
    /// After the finish reason, for the usage and the end.
    pub rest: Duration,
    /// Before the first retry; doubled for the second.
    pub backoff: Duration,
    /// A server that asks for more is not waited for.
    pub longest_wait: Duration,
    /// Number of times that a request is repeated; not at all by a call whose job is tried again.
    pub repeats: u32,
}

impl Default for CallPatience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first: Duration::from_secs(180),
            idle: Duration::from_secs(60),
            local: Duration::from_secs(15 * 60),
            alive: Duration::from_secs(15 * 60),
            rest: Duration::from_secs(3),
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(30),
            repeats: retry::REPEATS,
        }
    }
}

impl CallPatience {
    fn with_server(self, url: &Url) -> Self {
        if !is_loopback(url) {
            return self;
        }
        Self { first: self.first.max(self.local), idle: self.idle.max(self.local), ..self }
    }
}

/// A request, ready to be sent any number of times.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) url: Url,
    pub(super) auth: Auth,
    /// `anthropic-version` and the like; none is secret.
    pub(super) headers: Vec<(&'static str, &'static str)>,
    /// None is a GET.
    pub(super) body: Option<Value>,
}

/// The way a key travels. Shown, it shows no key.
#[derive(Clone, Debug)]
pub(super) enum Auth {
    None,
    Bearer(Secret),
    XApiKey(Secret),
}

/// A request as it went out, but for the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub url: String,
    /// One a line, as `name: value`; a key stands as `***`.
    pub headers: String,
    pub body: String,
}

/// The outcome of a request that went out.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    pub status: Option<u16>,
    pub usage: super::reply::Usage,
    pub model: Option<String>,
    /// `stop`, `length`, `stopped`, or the code of a fault.
    pub outcome: &'static str,
    pub error: Option<String>,
}

/// Keeps what was sent. Asked before each try, so that nothing goes out that was not written down.
pub trait Journal {
    /// Returns a number that [`Journal::received`] is told.
    fn sending(&self, sent: &Sent) -> Result<i64>;
    /// `words` are those that came.
    fn received(&self, number: i64, received: &Received, words: &str);
}

/// For what carries nothing of the analyst's: a list of models, a test.
pub struct NoJournal;

impl Journal for NoJournal {
    fn sending(&self, _: &Sent) -> Result<i64> {
        Ok(0)
    }

    fn received(&self, _: i64, _: &Received, _: &str) {}
}

/// The companions of a call: who may stop it, and who keeps what was sent.
pub struct CallContext<'a> {
    pub stop: &'a dyn StopSignal,
    pub journal: &'a dyn Journal,
}

/// Interval between looks at Stop while nothing comes.
pub(super) const GLANCE: Duration = Duration::from_millis(20);

/// Looked at every few milliseconds while a call is under way.
pub trait StopSignal {
    fn is_stopped(&self) -> bool;
}

impl StopSignal for CancelToken {
    fn is_stopped(&self) -> bool {
        self.is_cancelled()
    }
}

/// Whoever watches a task can stop its calls.
pub struct ProgressStop<'a>(pub &'a dyn Progress);

impl StopSignal for ProgressStop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_cancelled()
    }
}

impl StopSignal for ProgressThrottle<'_> {
    fn is_stopped(&self) -> bool {
        self.is_cancelled()
    }
}

pub(super) type ReplySink<'a> = &'a mut dyn FnMut(ReplyEvent);

/// The result of a JSON call.
pub(super) type JsonAnswer<T> = Result<T, ProviderError>;

impl fmt::Debug for HttpTransport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Wire")
    }
}

#[cfg(test)]
mod tests {
    use super::CallPatience;

    #[test]
    fn a_server_on_this_machine_is_waited_for_longer() {
        let usual = CallPatience::default();
        let of = |url: &str| usual.with_server(&url.parse().unwrap());
        assert_eq!(of("https://api.example.com/v1").idle, usual.idle);
        for near in [of("http://127.0.0.1:8080/v1"), of("http://localhost:11434/v1"), of("http://[::1]/v1")] {
            assert!(near.idle >= usual.local && near.first >= usual.local);
        }
    }
}
