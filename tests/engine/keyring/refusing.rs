//! A secret service that holds a locked key and whose owner dismisses every question for the password.

use std::collections::HashMap;

use zbus::blocking::{Connection, connection::Builder};
use zbus::fdo;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};

const ITEM: &str = "/org/freedesktop/secrets/collection/login/1";
const PROMPT: &str = "/org/freedesktop/secrets/prompt/1";

struct Service;

#[zbus::interface(name = "org.freedesktop.Secret.Service")]
impl Service {
    /// Nothing is ever sent under the key that is agreed on here.
    fn open_session(&self, _algorithm: &str, _input: Value<'_>) -> fdo::Result<(OwnedValue, OwnedObjectPath)> {
        let public = OwnedValue::try_from(Value::from(vec![7_u8; 128])).map_err(zbus::Error::from)?;
        Ok((public, path("/org/freedesktop/secrets/session/1")))
    }

    fn search_items(&self, _attributes: HashMap<String, String>) -> (Vec<OwnedObjectPath>, Vec<OwnedObjectPath>) {
        (Vec::new(), vec![path(ITEM)])
    }

    fn unlock(&self, _objects: Vec<OwnedObjectPath>) -> (Vec<OwnedObjectPath>, OwnedObjectPath) {
        (Vec::new(), path(PROMPT))
    }

    fn read_alias(&self, _name: &str) -> OwnedObjectPath {
        path("/org/freedesktop/secrets/collection/login")
    }
}

struct Prompt;

#[zbus::interface(name = "org.freedesktop.Secret.Prompt")]
impl Prompt {
    async fn prompt(&self, #[zbus(signal_emitter)] emitter: SignalEmitter<'_>, _window: &str) -> fdo::Result<()> {
        Self::completed(&emitter, true, Value::from("")).await?;
        Ok(())
    }

    #[zbus(signal)]
    async fn completed(emitter: &SignalEmitter<'_>, dismissed: bool, result: Value<'_>) -> zbus::Result<()>;
}

fn path(text: &'static str) -> OwnedObjectPath {
    ObjectPath::from_static_str_unchecked(text).into()
}

/// There until the connection is dropped.
pub(super) fn start() -> Connection {
    let builder = Builder::session().expect("there is a bus").name("org.freedesktop.secrets").expect("a name");
    let builder = builder.serve_at("/org/freedesktop/secrets", Service).expect("a path");
    builder.serve_at(PROMPT, Prompt).expect("a path").build().expect("the bus takes it")
}
