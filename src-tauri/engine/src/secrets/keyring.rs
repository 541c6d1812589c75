//! The system's keyring: Secret Service on Linux, the keychain on macOS, the Credential Manager on Windows.
//!
//! A keyring that is locked asks its owner and blocks for as long as that takes, so each visit runs on a thread of its own
//! and is waited for only so long. While one is stuck there, others are told so at once. The store is opened anew for
//! each visit: a service that was away once may have come back.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use factly_core::message;
use factly_core::message::UserMessage;
use keyring_core::api::CredentialStoreApi as _;
use keyring_core::{Entry, Error};

use crate::secrets::Secret;

/// The vault where keys outlive the application. A test brings its own.
pub trait Vault: Send + Sync {
    fn get(&self, name: &str) -> Result<Option<Secret>, KeyringError>;
    fn set(&self, name: &str, secret: &Secret) -> Result<(), KeyringError>;
    /// Taking away what is not there is no trouble.
    fn remove(&self, name: &str) -> Result<(), KeyringError>;

    /// Returns whether a key may be in it all the same when it says that there is no service: one that went away may
    /// come back.
    fn may_hold_keys(&self) -> bool {
        true
    }
}

/// The reason the keyring is of no use now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyringError {
    /// There is no keyring service.
    NoService,
    /// There was one, or one is installed, and it cannot be reached.
    Gone,
    /// It is locked, and stayed so.
    Locked,
    /// It did not answer in time: it may be asking its owner.
    Silent,
    /// Something else, in the system's words.
    Other(String),
}

impl KeyringError {
    pub fn message(&self) -> UserMessage {
        match self {
            Self::NoService => message!("this system runs no keyring"),
            Self::Gone => message!("the keyring cannot be reached"),
            Self::Locked => message!("the keyring is locked"),
            Self::Silent => message!("the keyring did not answer; it may be asking for its password"),
            Self::Other(words) => UserMessage::verbatim(words),
        }
    }
}

impl fmt::Display for KeyringError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(out)
    }
}

const SERVICE: &str = "Factly";
const LIMIT: Duration = Duration::from_secs(4);

/// The keyring of whoever runs this.
#[derive(Default)]
pub struct SystemKeyring {
    /// One visit at a time.
    turn: Mutex<()>,
    is_stuck: Arc<AtomicBool>,
    /// There was a service: what it keeps is on the disk, whether it runs or not.
    was_there: AtomicBool,
}

impl Vault for SystemKeyring {
    fn get(&self, name: &str) -> Result<Option<Secret>, KeyringError> {
        self.visit(name, |entry| match entry.get_password() {
            Ok(key) => Ok(Secret::new(&key)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(trouble(&error)),
        })
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), KeyringError> {
        let secret = secret.clone();
        self.visit(name, move |entry| entry.set_password(secret.expose()).map_err(|error| trouble(&error)))
    }

    fn remove(&self, name: &str) -> Result<(), KeyringError> {
        self.visit(name, |entry| match entry.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(trouble(&error)),
        })
    }

    fn may_hold_keys(&self) -> bool {
        self.was_there.load(Ordering::SeqCst) || is_installed()
    }
}

impl SystemKeyring {
    /// A visit, which remembers that there was somebody to visit.
    fn visit<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&Entry) -> Result<T, KeyringError> + Send + 'static,
    ) -> Result<T, KeyringError> {
        let came = self.run_with_timeout(name, work);
        match came {
            Err(KeyringError::NoService) if self.was_there.load(Ordering::SeqCst) => return Err(KeyringError::Gone),
            Err(KeyringError::NoService | KeyringError::Other(_)) => {}
            Ok(_) | Err(KeyringError::Gone | KeyringError::Locked | KeyringError::Silent) => {
                self.was_there.store(true, Ordering::SeqCst);
            }
        }
        came
    }

    fn run_with_timeout<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&Entry) -> Result<T, KeyringError> + Send + 'static,
    ) -> Result<T, KeyringError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_stuck.swap(true, Ordering::SeqCst) {
            return Err(KeyringError::Silent);
        }
        let (tell, receiver) = mpsc::sync_channel(1);
        let (name, is_stuck) = (name.to_owned(), Arc::clone(&self.is_stuck));
        let visit = move || {
            let free = KeyringGuard(is_stuck);
            let done = open(&name).and_then(|entry| work(&entry));
            drop(free);
            let _ = tell.send(done);
        };
        if thread::Builder::new().name("factly-keyring".to_owned()).spawn(visit).is_err() {
            self.is_stuck.store(false, Ordering::SeqCst);
            return Err(KeyringError::Other("the system gives no thread".to_owned()));
        }
        match receiver.recv_timeout(LIMIT) {
            Ok(done) => done,
            Err(mpsc::RecvTimeoutError::Timeout) => Err(KeyringError::Silent),
            // The visit panicked.
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(KeyringError::NoService),
        }
    }
}

/// Says that the visit is over, also when it panics.
struct KeyringGuard(Arc<AtomicBool>);

impl Drop for KeyringGuard {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Returns whether the bus could start a service that does not run.
#[cfg(target_os = "linux")]
fn is_installed() -> bool {
    let set = |name: &str, usual: String| std::env::var(name).ok().filter(|set| !set.is_empty()).unwrap_or(usual);
    let own = set("XDG_DATA_HOME", format!("{}/.local/share", set("HOME", String::new())));
    let folders = format!("{own}:{}", set("XDG_DATA_DIRS", "/usr/local/share:/usr/share".to_owned()));
    let services = folders.split(':').filter_map(|folder| std::fs::read_dir(format!("{folder}/dbus-1/services")).ok());
    services.flatten().flatten().any(|entry| {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        text.lines().any(|line| line.trim() == "Name=org.freedesktop.secrets")
    })
}

/// These systems have one always.
#[cfg(not(target_os = "linux"))]
const fn is_installed() -> bool {
    true
}

fn open(name: &str) -> Result<Entry, KeyringError> {
    #[cfg(target_os = "linux")]
    let store = zbus_secret_service_keyring_store::Store::new();
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new();
    #[cfg(windows)]
    let store = windows_native_keyring_store::Store::new();
    store.and_then(|store| store.build(SERVICE, name, None)).map_err(|error| trouble(&error))
}

/// The error itself is not repeated where it could hold what was read.
fn trouble(error: &Error) -> KeyringError {
    match error {
        Error::PlatformFailure(_) | Error::NoDefaultStore => KeyringError::NoService,
        Error::NoStorageAccess(_) => KeyringError::Locked,
        Error::TooLong(..) => KeyringError::Other("the key is longer than the keyring takes".to_owned()),
        Error::Ambiguous(_) => KeyringError::Other("the keyring holds several keys for this address".to_owned()),
        _ => KeyringError::Other("the keyring holds something else in this place".to_owned()),
    }
}
