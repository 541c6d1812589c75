//! A library that may ask a model on loopback: keys kept in memory, answers as a real server streams them.
#![allow(dead_code, reason = "each suite takes what it needs")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use factly_engine::Library;
use factly_engine::providers::{
    CallPatience, ConsentByEnvironment, Environment, HttpTransport, ModelChoice, ProviderContext, ProviderKind,
};
use factly_engine::secrets::{KeyRing, KeyringError, Secret, Vault};
use factly_engine::world::World;
use serde_json::json;

use super::library::Fixture;
use super::model_server::{Scripted, Server};
use super::world;

pub(crate) const KEY: &str = "sk-canary-81c2";

#[derive(Default)]
struct Memory(Mutex<HashMap<String, Secret>>);

impl Vault for Memory {
    fn get(&self, name: &str) -> Result<Option<Secret>, KeyringError> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), KeyringError> {
        self.0.lock().unwrap().insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), KeyringError> {
        self.0.lock().unwrap().remove(name);
        Ok(())
    }
}

pub(crate) fn connected(set: &[(&str, &str)], consent: ConsentByEnvironment) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let library = connected_at(&folder.path().join("library.factly"), world::fixed(), set, consent);
    Fixture { library, folder }
}

pub(crate) fn connected_at(path: &Path, world: World, set: &[(&str, &str)], consent: ConsentByEnvironment) -> Library {
    let environment = Environment::from_lookup(|name| {
        set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    });
    let patience = CallPatience { backoff: Duration::ZERO, ..CallPatience::default() };
    let wire = HttpTransport::new(patience, world::fixed());
    let outside =
        ProviderContext { environment, keys: KeyRing::new(Arc::new(Memory::default())), wire, consent, log: None };
    Library::connected(path, world, outside).unwrap()
}

pub(crate) fn compatible(server: &Server) -> ModelChoice {
    ModelChoice {
        kind: ProviderKind::OpenAiCompatible,
        base_url: Some(server.url()),
        model: Some("test-model".to_owned()),
    }
}

/// As a stream, a few bytes in each event.
pub(crate) fn streamed(answer: &str) -> Scripted {
    let mut stream = String::new();
    let letters: Vec<char> = answer.chars().collect();
    for piece in letters.chunks(9) {
        let piece: String = piece.iter().collect();
        stream.push_str(&format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": piece } }] })));
    }
    stream.push_str("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    stream.push_str("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":900,\"completion_tokens\":80,\"cost\":0.0015}}\n\ndata: [DONE]\n\n");
    Scripted::stream(stream)
}
