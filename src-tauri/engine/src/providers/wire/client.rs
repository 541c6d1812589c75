//! The one place that makes HTTP clients, and the runtime that they live on.
//!
//! No redirect is followed: reqwest takes `Authorization` off one to another host, but not `x-api-key`. There is no limit
//! on the whole of a call, since an answer may take minutes; what may not last is silence. A client for this machine
//! asks no proxy.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use tokio::runtime::{Builder, Runtime};

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::wire::CallPatience;
use crate::providers::wire::retry::unbounded_retry_delay;
use crate::world::World;

/// The way out. Cheap to clone; nothing is made before the first call.
#[derive(Clone)]
pub struct HttpTransport {
    parts: Arc<LazyClients>,
    pub(super) patience: CallPatience,
    pub(super) world: World,
}

#[derive(Default)]
struct LazyClients {
    runtime: OnceLock<Option<Runtime>>,
    near: OnceLock<Option<Client>>,
    far: OnceLock<Option<Client>>,
}

impl HttpTransport {
    pub fn new(patience: CallPatience, world: World) -> Self {
        Self { parts: Arc::default(), patience, world }
    }

    /// The same connections, with other limits.
    #[must_use]
    pub fn with(&self, patience: CallPatience) -> Self {
        Self { patience, ..self.clone() }
    }

    /// Returns how long whoever repeats a failed call by itself waits before it does; none if it should not.
    pub(in crate::providers) fn pause_after(&self, tried: u32, error: &ProviderError) -> Option<Duration> {
        unbounded_retry_delay(tried, error, self.patience.backoff, self.chance())
    }

    /// The same connections, for calls that are made once.
    pub(in crate::providers) fn once(&self) -> Self {
        self.with(CallPatience { repeats: 0, ..self.patience })
    }

    pub(super) fn runtime(&self) -> Result<&Runtime, ProviderError> {
        let made = self.parts.runtime.get_or_init(|| {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(1).thread_name("factly-wire").enable_all().build().ok()
        });
        made.as_ref().ok_or_else(|| {
            ProviderError::new(ProviderFault::Unreachable, "The system gives no thread for the network.")
        })
    }

    pub(super) fn client(&self, loopback: bool) -> Result<&Client, ProviderError> {
        let slot = if loopback { &self.parts.near } else { &self.parts.far };
        let made = slot.get_or_init(|| {
            let builder = prepared(self.patience);
            let builder = if loopback { builder.no_proxy() } else { builder };
            builder.build().ok()
        });
        made.as_ref().ok_or_else(|| {
            ProviderError::new(
                ProviderFault::Unreachable,
                "The system's certificates cannot be read, so nothing was sent.",
            )
        })
    }
}

fn prepared(patience: CallPatience) -> ClientBuilder {
    // Without one, building a client panics. A second call finds one there, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().redirect(Policy::none()).connect_timeout(patience.connect).referer(false)
}
