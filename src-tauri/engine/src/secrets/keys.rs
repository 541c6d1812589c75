//! The keys of this run: in the keyring where there is one, else in memory, and always said which.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::secrets::{KeyringError, Secret, SystemKeyring, Vault};

/// The place of a key. Never the key itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the system's keyring.
    Keyring,
    /// In memory until the application ends, because of this.
    ThisRun(KeyringError),
    /// In this environment variable, for this run.
    Environment(&'static str),
    None,
    /// The keyring could not be asked, so nobody knows.
    Unknown(KeyringError),
}

/// Keys by the origin that they belong to.
#[derive(Clone)]
pub struct KeyRing {
    vault: Arc<dyn Vault>,
    held: Arc<Mutex<HashMap<String, UnsavedKey>>>,
}

struct UnsavedKey {
    secret: Secret,
    because: KeyringError,
}

impl KeyRing {
    pub fn new(vault: Arc<dyn Vault>) -> Self {
        Self { vault, held: Arc::default() }
    }

    pub fn system() -> Self {
        Self::new(Arc::new(SystemKeyring::default()))
    }

    /// The key of `origin`, and where it is. A keyring that cannot be asked holds none for now.
    pub(crate) fn find(&self, origin: &str) -> (Option<Secret>, KeyPlace) {
        if let Some(held) = self.held().get(origin) {
            return (Some(held.secret.clone()), KeyPlace::ThisRun(held.because.clone()));
        }
        match self.vault.get(origin) {
            Ok(Some(secret)) => (Some(secret), KeyPlace::Keyring),
            Ok(None) => (None, KeyPlace::None),
            Err(trouble) => (None, KeyPlace::Unknown(trouble)),
        }
    }

    pub fn locate(&self, origin: &str) -> KeyPlace {
        self.find(origin).1
    }

    /// Keeps a key in the keyring, or for this run where that cannot be; never says nothing.
    pub fn keep(&self, origin: &str, secret: Secret) -> KeyPlace {
        match self.vault.set(origin, &secret) {
            Ok(()) => {
                self.held().remove(origin);
                KeyPlace::Keyring
            }
            Err(because) => {
                self.held().insert(origin.to_owned(), UnsavedKey { secret, because: because.clone() });
                KeyPlace::ThisRun(because)
            }
        }
    }

    /// Forgets a key. `Unknown` where the keyring could not be asked to forget it: it would be used again.
    pub fn forget(&self, origin: &str) -> KeyPlace {
        self.held().remove(origin);
        match self.vault.remove(origin) {
            Ok(()) => KeyPlace::None,
            // Where there is no keyring, there is no key in it.
            Err(KeyringError::NoService) if !self.vault.may_hold_keys() => KeyPlace::None,
            Err(KeyringError::NoService) => KeyPlace::Unknown(KeyringError::Gone),
            Err(trouble) => KeyPlace::Unknown(trouble),
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, UnsavedKey>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A vault of a system that has none.
pub(crate) struct NoVault;

impl Vault for NoVault {
    fn get(&self, _: &str) -> Result<Option<Secret>, KeyringError> {
        Err(KeyringError::NoService)
    }

    fn set(&self, _: &str, _: &Secret) -> Result<(), KeyringError> {
        Err(KeyringError::NoService)
    }

    fn remove(&self, _: &str) -> Result<(), KeyringError> {
        Err(KeyringError::NoService)
    }

    fn may_hold_keys(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex};

    use super::{KeyPlace, KeyRing, NoVault};
    use crate::secrets::{KeyringError, Secret, Vault};

    #[derive(Default)]
    struct Memory {
        keys: Mutex<HashMap<String, Secret>>,
        trouble: Mutex<Option<KeyringError>>,
    }

    impl Memory {
        fn ready(&self) -> Result<(), KeyringError> {
            self.trouble.lock().unwrap().clone().map_or(Ok(()), Err)
        }
    }

    impl Vault for Memory {
        fn get(&self, name: &str) -> Result<Option<Secret>, KeyringError> {
            self.ready()?;
            Ok(self.keys.lock().unwrap().get(name).cloned())
        }

        fn set(&self, name: &str, secret: &Secret) -> Result<(), KeyringError> {
            self.ready()?;
            self.keys.lock().unwrap().insert(name.to_owned(), secret.clone());
            Ok(())
        }

        fn remove(&self, name: &str) -> Result<(), KeyringError> {
            self.ready()?;
            self.keys.lock().unwrap().remove(name);
            Ok(())
        }
    }

    fn key() -> Secret {
        Secret::new(" sk-1\n").unwrap()
    }

    #[test]
    fn a_key_is_of_its_exact_origin() {
        let keys = KeyRing::new(Arc::new(Memory::default()));
        assert_eq!(keys.keep("https://a.example", key()), KeyPlace::Keyring);
        assert_eq!(keys.find("https://a.example").0.unwrap().expose(), "sk-1", "without the space around it");
        for other in ["https://b.example", "http://a.example", "https://a.example:444", "https://a.example."] {
            assert_eq!(keys.locate(other), KeyPlace::None, "{other} never gets it");
        }
        assert_eq!(keys.forget("https://a.example"), KeyPlace::None);
        assert_eq!(keys.locate("https://a.example"), KeyPlace::None);
    }

    #[test]
    fn in_every_state_of_the_keyring_it_is_said_where_the_key_is() {
        for trouble in [
            KeyringError::NoService,
            KeyringError::Gone,
            KeyringError::Locked,
            KeyringError::Silent,
            KeyringError::Other("odd".to_owned()),
        ] {
            let memory = Arc::new(Memory::default());
            let keys = KeyRing::new(memory.clone());
            *memory.trouble.lock().unwrap() = Some(trouble.clone());
            assert_eq!(keys.locate("https://a"), KeyPlace::Unknown(trouble.clone()));
            assert_eq!(keys.keep("https://a", key()), KeyPlace::ThisRun(trouble.clone()));
            assert_eq!(keys.locate("https://a"), KeyPlace::ThisRun(trouble.clone()), "and it works for this run");
            assert!(keys.find("https://a").0.is_some());
            *memory.trouble.lock().unwrap() = None;
            assert_eq!(keys.keep("https://a", key()), KeyPlace::Keyring, "once the keyring is back it goes there");
            *memory.trouble.lock().unwrap() = Some(trouble);
            assert!(matches!(keys.forget("https://a"), KeyPlace::Unknown(_)), "what was not forgotten is not gone");
        }
        let keys = KeyRing::new(Arc::new(NoVault));
        assert_eq!(keys.forget("https://a"), KeyPlace::None, "where there is no keyring, nothing is in it");
    }

    #[test]
    fn a_secret_shows_nothing() {
        assert!(!format!("{:?}", key()).contains("sk-1"));
        assert!(Secret::new(" \n").is_none());
    }
}
