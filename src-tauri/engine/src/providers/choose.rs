//! From what is set to whom a task's requests go: address, key, model.

use std::sync::mpsc;
use std::thread;

use factly_core::message;

use crate::error::{Error, Result};
use crate::providers::Providers;
use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::origin::BaseUrl;
use crate::providers::settings::{ModelChoice, Settings, Task};
use crate::providers::wire::{CallContext, GLANCE, HttpTransport, NoJournal, StopSignal};
use crate::providers::{Access, Provider, ProviderContext, ProviderKind, connect};
use crate::secrets::{KeyPlace, Secret};
use crate::task::Cancelled;

/// The destination of a task's requests.
#[derive(Clone, Debug)]
pub(super) struct ProviderEndpoint {
    pub(super) kind: ProviderKind,
    pub(super) base: BaseUrl,
    pub(super) model: Option<String>,
    /// The environment names the provider, for this run.
    pub(super) is_of_environment: bool,
}

/// A provider that a task was connected to.
pub(super) struct ConnectedProvider {
    pub(super) provider: Box<dyn Provider>,
    pub(super) kind: ProviderKind,
    pub(super) model: String,
}

/// OpenAI's model of vectors, where no other model is named.
const USUAL_VECTORS: &str = "text-embedding-3-small";

/// Returns what a provider is known for; the servers of others name their own.
const fn usual_model(kind: ProviderKind) -> Option<&'static str> {
    match kind {
        ProviderKind::Anthropic => Some("claude-sonnet-4-5"),
        ProviderKind::OpenAi => Some("gpt-4.1-mini"),
        ProviderKind::Offline | ProviderKind::OpenAiCompatible => None,
    }
}

impl Providers<'_> {
    /// Returns the settings of this run: those stored, with what the environment says instead.
    pub fn provider_settings(&self) -> Result<Settings> {
        self.provider_context().environment.over(&self.stored_settings()?)
    }

    /// None: the task is done by what is built in.
    pub(super) fn destination(&self, task: Task) -> Result<Option<ProviderEndpoint>> {
        let settings = self.provider_settings()?;
        let is_of_environment = task != Task::Search && self.provider_context().environment.names_provider();
        let to = self.destination_for(settings.for_task(task), task)?;
        Ok(to.map(|to| ProviderEndpoint { is_of_environment, ..to }))
    }

    /// As [`Self::destination_of`], of a choice for a task. What is kept of a search is kept by its model, so that one is
    /// always named.
    pub(super) fn destination_for(&self, choice: &ModelChoice, task: Task) -> Result<Option<ProviderEndpoint>> {
        if task != Task::Search {
            return self.destination_of(choice);
        }
        let model = match (choice.kind, &choice.model) {
            (ProviderKind::Offline, _) => None,
            (ProviderKind::Anthropic, _) => {
                return Err(Error::invalid("Anthropic makes no embeddings, which a search by meaning needs.")
                    .hint("Choose OpenAI or an OpenAI-compatible server for the search."));
            }
            (_, Some(model)) => Some(model.clone()),
            (ProviderKind::OpenAi, None) => Some(USUAL_VECTORS.to_owned()),
            (ProviderKind::OpenAiCompatible, None) => {
                return Err(Error::invalid("It is not said which model makes the embeddings for the search.")
                    .hint("Name one that the server has, such as nomic-embed-text."));
            }
        };
        Ok(self.destination_of(choice)?.map(|to| ProviderEndpoint { model, ..to }))
    }

    pub(super) fn destination_of(&self, choice: &ModelChoice) -> Result<Option<ProviderEndpoint>> {
        let kind = choice.kind;
        if kind == ProviderKind::Offline {
            return Ok(None);
        }
        let url = choice.base_url.as_deref().or_else(|| kind.default_url());
        let url = url.ok_or_else(|| {
            Error::invalid("An OpenAI-compatible server needs its base URL.")
                .hint("Ollama's is http://localhost:11434/v1.")
        })?;
        let model = choice.model.clone().or_else(|| usual_model(kind).map(str::to_owned));
        Ok(Some(ProviderEndpoint { kind, base: BaseUrl::parse(url)?, model, is_of_environment: false }))
    }

    /// The key for a destination, and where it is.
    pub(super) fn key_for(&self, to: &ProviderEndpoint) -> (Option<Secret>, KeyPlace) {
        key_at(&self.provider_context(), to)
    }

    /// As [`Self::key_for`]. A keyring that asks its owner is not waited for once nobody wants the answer.
    fn key_unless_stopped(&self, to: &ProviderEndpoint, stop: &dyn StopSignal) -> Result<(Option<Secret>, KeyPlace)> {
        // Not the library, whose file would stay open for as long.
        let (outside, wanted) = (self.provider_context().clone(), to.clone());
        let (tell, receiver) = mpsc::sync_channel(1);
        let look = move || {
            let _ = tell.send(key_at(&outside, &wanted));
        };
        if thread::Builder::new().name("factly-key".to_owned()).spawn(look).is_err() {
            return Ok(self.key_for(to));
        }
        loop {
            if stop.is_stopped() {
                return Err(Cancelled.into());
            }
            match receiver.recv_timeout(GLANCE) {
                Ok(found) => return Ok(found),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(self.key_for(to)),
            }
        }
    }

    /// Connects; asks a server for its first model where none is named.
    pub(super) fn connect(&self, to: &ProviderEndpoint, stop: &dyn StopSignal) -> Result<ConnectedProvider> {
        self.connect_by(&self.provider_context().wire, to, stop)
    }

    pub(super) fn connect_by(
        &self,
        wire: &HttpTransport,
        to: &ProviderEndpoint,
        stop: &dyn StopSignal,
    ) -> Result<ConnectedProvider> {
        let (key, key_place) = self.key_unless_stopped(to, stop)?;
        if key.is_none() && !to.base.is_loopback() {
            return Err(key_missing(to, &key_place).into());
        }
        let access = |model: String| Access { kind: to.kind, base: to.base.clone(), key: key.clone(), model };
        let model = match &to.model {
            Some(model) => model.clone(),
            None => {
                let listed = models_that_talk(&*connect(access(String::new()), wire), stop)?;
                if listed.len() > 1 && self.provider_context().environment.names_no_model_at(&to.base) {
                    return Err(model_missing(&to.base, &listed));
                }
                listed
                    .into_iter()
                    .next()
                    .ok_or_else(|| ProviderError::new(ProviderFault::NotFound, "The server lists no model."))?
            }
        };
        Ok(ConnectedProvider { provider: connect(access(model.clone()), wire), kind: to.kind, model })
    }
}

fn key_at(outside: &ProviderContext, to: &ProviderEndpoint) -> (Option<Secret>, KeyPlace) {
    let origin = to.base.origin();
    match outside.environment.key(to.kind, &origin) {
        Some((name, key)) => (Some(key), KeyPlace::Environment(name)),
        None => outside.keys.find(origin.as_str()),
    }
}

fn key_missing(to: &ProviderEndpoint, key_place: &KeyPlace) -> ProviderError {
    let origin = to.base.origin();
    let message = match key_place {
        KeyPlace::Unknown(trouble) => message!("The key for {} could not be looked up: {}.", origin, trouble.message()),
        _ => message!("There is no key for {}. A key is kept for one address and goes to no other.", origin),
    };
    ProviderError::new(ProviderFault::KeyMissing, message)
}

/// Servers on one's own machine list what they have loaded; a model for vectors cannot talk.
fn models_that_talk(provider: &dyn Provider, stop: &dyn StopSignal) -> Result<Vec<String>> {
    let models = provider.models(&CallContext { stop, journal: &NoJournal })?;
    let talks = |id: &String| !id.to_ascii_lowercase().contains("embed");
    Ok(models.into_iter().map(|model| model.id).filter(talks).collect())
}

/// Nobody chose among them: the settings are about another server.
fn model_missing(base: &BaseUrl, listed: &[String]) -> Error {
    const SHOWN: usize = 5;
    let more = if listed.len() > SHOWN { Some("…") } else { None };
    let names: Vec<&str> = listed.iter().take(SHOWN).map(String::as_str).chain(more).collect();
    let count = listed.len();
    Error::invalid(message!("FACTLY_MODEL is not set, and the server at {} lists {} models.", base.host(), count))
        .kept("Nothing was sent.")
        .hint(message!("Set FACTLY_MODEL to one of them: {}", names.join(", ")))
}
