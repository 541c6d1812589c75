//! A secret: shown, it shows nothing; dropped, it is wiped.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// An API key. There is no way to print, compare or serialise one.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// A key as it was entered: without the space and line ends around it. None if nothing is left.
    pub fn new(entered: &str) -> Option<Self> {
        let key = entered.trim();
        (!key.is_empty()).then(|| Self(key.into()))
    }

    /// For the header of a request and for the keyring, and nothing else.
    pub(crate) fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(***)")
    }
}
