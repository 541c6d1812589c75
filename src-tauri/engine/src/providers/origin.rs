//! The address of requests: a base URL that was checked, and its origin, which a key belongs to.
//!
//! https, or http to this very machine; no user name or password, no query, no fragment. A key is kept for an exact
//! origin (scheme, host, port), so that another address never gets it.

use std::fmt;

use factly_core::message;
use factly_core::message::UserMessage;
use url::{Host, Url};

use crate::providers::fault::{ProviderError, ProviderFault};

/// A checked base URL, without a slash at its end.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    pub fn parse(text: &str) -> Result<Self, ProviderError> {
        let refused = |why: UserMessage| {
            ProviderError::new(ProviderFault::Address, message!("This base URL is refused: {}.", why))
        };
        let mut url = Url::parse(text.trim()).map_err(|error| refused(UserMessage::verbatim(error)))?;
        if !url.username().is_empty() || url.password().is_some() {
            // The text is not repeated: it holds a secret.
            return Err(refused(message!("it holds a user name or a password; a key is given apart from it")));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(refused(message!("it holds a query or a fragment")));
        }
        let loopback = is_loopback(&url);
        match url.scheme() {
            "https" => {}
            "http" if loopback => {}
            "http" => return Err(refused(message!("http is only for a server on this machine; use https"))),
            _ => return Err(refused(message!("it is neither https nor http"))),
        }
        if url.host().is_none() {
            return Err(refused(message!("it names no host")));
        }
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Scheme, host and port: what a key belongs to.
    pub fn origin(&self) -> Origin {
        Origin(self.0.origin().ascii_serialization())
    }

    /// The host, and the port where it is not the usual one.
    pub fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }

    /// The address of a call. A version that both the base and `path` begin with is said once: people copy either.
    pub(super) fn join(&self, path: &str) -> Url {
        let base = self.0.path().trim_end_matches('/');
        let base = ENDPOINTS.iter().find_map(|end| base.strip_suffix(end)).unwrap_or(base);
        let joined = match base.strip_suffix("/v1") {
            Some(before) if path.starts_with("/v1/") => format!("{before}{path}"),
            _ => format!("{base}{path}"),
        };
        let mut url = self.0.clone();
        url.set_path(&joined);
        url
    }

    /// Returns whether the base names nothing but a host.
    pub(super) fn is_bare(&self) -> bool {
        self.0.path().trim_matches('/').is_empty()
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }
}

/// Endpoints often copied along from a provider's documentation.
const ENDPOINTS: [&str; 3] = ["/chat/completions", "/messages", "/embeddings"];

impl fmt::Debug for BaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// As `https://api.example.com` or `http://127.0.0.1:11434`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(String);

impl Origin {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// `localhost` is by its definition this machine; any other name could be made to point elsewhere.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => {
            address.is_loopback() || address.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::BaseUrl;

    #[test]
    fn https_or_this_machine_and_nothing_hidden_in_it() {
        let refused = |text: &str| assert!(BaseUrl::parse(text).is_err(), "{text} is refused");
        let check = |text: &str, origin: &str| {
            let url = BaseUrl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(url.origin().as_str(), origin, "{text}");
        };
        check("https://api.openai.com/v1/", "https://api.openai.com");
        check("https://API.OpenAI.com:443", "https://api.openai.com");
        check("http://localhost:11434", "http://localhost:11434");
        check("http://127.9.9.9:1", "http://127.9.9.9:1");
        check("http://[::1]:8080/v1", "http://[::1]:8080");
        check(" https://openrouter.ai/api/v1 ", "https://openrouter.ai");
        refused("http://api.openai.com/v1");
        refused("http://192.168.1.2:11434");
        refused("http://0.0.0.0:11434");
        refused("http://localhost.example.com");
        refused("http://127.0.0.1.example.com");
        refused("https://user:pass@api.openai.com");
        refused("https://sk-key@api.openai.com");
        refused("https://api.openai.com/v1?key=x");
        refused("https://api.openai.com/v1#x");
        refused("ftp://localhost");
        refused("file:///etc/passwd");
        refused("localhost:11434");
        refused("");
    }

    #[test]
    fn a_secret_in_a_url_is_not_repeated_in_the_words() {
        let error = BaseUrl::parse("https://me:hunter2@api.openai.com").unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }

    #[test]
    fn a_call_stands_below_the_base_however_it_was_copied() {
        let check = |base: &str, path: &str, expected: &str| {
            assert_eq!(BaseUrl::parse(base).unwrap().join(path).as_str(), expected, "{base} + {path}");
        };
        check("https://api.anthropic.com", "/v1/messages", "https://api.anthropic.com/v1/messages");
        check("https://api.anthropic.com/v1/", "/v1/messages", "https://api.anthropic.com/v1/messages");
        check("https://a.b/anthropic/v1/messages", "/v1/messages", "https://a.b/anthropic/v1/messages");
        check("https://openrouter.ai/api/v1", "/chat/completions", "https://openrouter.ai/api/v1/chat/completions");
        check("http://localhost:1/v1/chat/completions", "/models", "http://localhost:1/v1/models");
    }
}
