//! API keys: kept in the system's keyring, else in memory for this run, and never anywhere else.
//!
//! A key belongs to an exact origin. It goes into a request's header and into the keyring; nothing reads it back to a
//! shell, a log, the library or an export.

mod keyring;
mod keys;
mod secret;

pub use keyring::{KeyringError, SystemKeyring, Vault};
pub(crate) use keys::NoVault;
pub use keys::{KeyPlace, KeyRing};
pub use secret::Secret;
