//! The library's provider calls: settings, keys, tests, and the three calls with consent and record around them.

use std::time::{Duration, Instant};

use factly_core::long_documents::tokens;
use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::lookup::discovery_row;
use crate::providers::Providers;
use crate::providers::choose::ConnectedProvider;
use crate::providers::detect::{DetectedServer, detect};
use crate::providers::price;
use crate::providers::record::{Purpose, RequestRecorder};
use crate::providers::reply::{ProviderReply, ReplyEvent, ReplyOutcome};
use crate::providers::request::{ChatRequest, JsonRequest, PromptMessage};
use crate::providers::settings::{ModelChoice, PREFERENCE, Settings, Task};
use crate::providers::token_use::TokenPayment;
use crate::providers::wire::{CallContext, NoJournal, StopSignal};
use crate::providers::{ModelInfo, ProviderError, ProviderFault, ProviderKind, Vectors};
use crate::secrets::{KeyPlace, Secret};
use crate::store::{DiscoverySeq, Op, Topic};

/// The verdict of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestVerdict {
    pub model: Option<String>,
    /// Models that the server lists; empty where it lists nothing.
    pub models: Vec<ModelInfo>,
    /// Until the answer was there.
    pub took: Duration,
    /// None: it works.
    pub error: Option<Error>,
}

/// A task's provider, connected and allowed for one discovery. Made anew for each piece of work.
pub struct Model<'l> {
    pub(super) ctx: &'l Context,
    connected: ConnectedProvider,
    discovery: DiscoverySeq,
    pub(super) task: Task,
    pub(super) pays: Option<TokenPayment>,
    keeps_answers: bool,
}

impl<'c> Providers<'c> {
    /// Returns what is set, whatever the environment says.
    pub fn stored_settings(&self) -> Result<Settings> {
        Ok(self.ctx.preference(PREFERENCE)?.map_or_else(Settings::default, |stored| Settings::parse(&stored)))
    }

    /// The variables that stand in the place of settings in this run.
    pub fn provider_variables(&self) -> Vec<&'static str> {
        self.provider_context().environment.names()
    }

    /// Returns where text would go if it were sent, in a word: the hosts of all tasks, or "Offline".
    pub fn provider_label(&self) -> Result<String> {
        let mut hosts = Vec::new();
        for task in Task::ALL {
            // A setting that makes no sense is told where it is used.
            if let Ok(Some(to)) = self.destination(task) {
                hosts.push(to.base.host());
            }
        }
        hosts.sort_by(Ord::cmp);
        hosts.dedup();
        Ok(if hosts.is_empty() { ProviderKind::Offline.title().to_owned() } else { hosts.join(", ") })
    }

    /// Saves settings whose every address is allowed.
    pub fn set_providers(&self, settings: &Settings) -> Result<()> {
        let mut settings = settings.clone().within_limits();
        for task in Task::ALL {
            let choice = settings.for_task_mut(task);
            let named = |text: &Option<String>| {
                text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
            };
            *choice = ModelChoice { kind: choice.kind, base_url: named(&choice.base_url), model: named(&choice.model) };
            self.destination_for(choice, task)?;
        }
        settings.prices = price::checked(&settings.prices)?;
        self.ctx.set_preference(PREFERENCE, &settings.to_json())
    }

    /// Returns the place of a choice's key. Asks the keyring: it may take seconds.
    pub fn key_place(&self, choice: &ModelChoice) -> Result<KeyPlace> {
        Ok(self.destination_of(choice)?.map_or(KeyPlace::None, |to| self.key_for(&to).1))
    }

    /// Keeps a key for the exact origin of a choice.
    pub fn keep_key(&self, choice: &ModelChoice, secret: Secret) -> Result<KeyPlace> {
        let origin = self.origin_of(choice)?;
        let key_place = self.provider_context().keys.keep(&origin, secret);
        self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Preferences);
            Ok(())
        })?;
        Ok(key_place)
    }

    pub fn forget_key(&self, choice: &ModelChoice) -> Result<KeyPlace> {
        let origin = self.origin_of(choice)?;
        let key_place = self.provider_context().keys.forget(&origin);
        self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Preferences);
            Ok(())
        })?;
        Ok(key_place)
    }

    /// The origin that a choice's key belongs to.
    pub fn origin_of(&self, choice: &ModelChoice) -> Result<String> {
        let to = self.destination_of(choice)?;
        let to = to.ok_or_else(|| Error::invalid("What is built in needs no key."))?;
        Ok(to.base.origin().to_string())
    }

    pub fn provider_models(&self, choice: &ModelChoice, stop: &dyn StopSignal) -> Result<Vec<ModelInfo>> {
        let Some(mut to) = self.destination_of(choice)? else { return Ok(Vec::new()) };
        // To list models, none needs to be chosen.
        to.model.get_or_insert_default();
        Ok(self.connect(&to, stop)?.provider.models(&CallContext { stop, journal: &NoJournal })?)
    }

    /// Asks for the list of models and for one word, or for the vector of one. Sends nothing of the analyst's.
    pub fn test_provider(&self, choice: &ModelChoice, task: Task, stop: &dyn StopSignal) -> TestVerdict {
        let begun = Instant::now();
        let models = self.provider_models(choice, stop).unwrap_or_default();
        let result = self.one_word(choice, task, stop);
        let (model, error) = match result {
            Ok(model) => (model, None),
            Err(error) => (choice.model.clone(), Some(error)),
        };
        TestVerdict { model, models, took: begun.elapsed(), error }
    }

    fn one_word(&self, choice: &ModelChoice, task: Task, stop: &dyn StopSignal) -> Result<Option<String>> {
        let Some(to) = self.destination_for(choice, task)? else { return Ok(None) };
        let connected = self.connect(&to, stop)?;
        if task == Task::Search {
            connected.provider.embed(&["OK"], &CallContext { stop, journal: &NoJournal })?;
            return Ok(Some(connected.model));
        }
        let request = ChatRequest {
            messages: vec![PromptMessage::User("Reply with the word OK.".to_owned())],
            max_tokens: 64,
            ..ChatRequest::default()
        };
        let during = CallContext { stop, journal: &NoJournal };
        match connected.provider.chat(&request, &during, &mut |_| {}).end {
            ReplyOutcome::Done(_) => Ok(Some(connected.model)),
            ReplyOutcome::Stopped => Err(Error::from(crate::task::Cancelled)),
            ReplyOutcome::Failed(error) => Err(error.into()),
        }
    }

    /// Model servers on this machine.
    pub fn detect_servers(&self) -> Vec<DetectedServer> {
        detect(&self.provider_context().wire)
    }

    /// The model of a task, to be asked about a discovery. None: the task is done by what is built in. An error if the
    /// analyst has not allowed it, or it cannot be reached.
    pub fn model_for(&self, discovery: Uuid, task: Task, stop: &dyn StopSignal) -> Result<Option<Model<'c>>> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.model_at(row.seq, task, stop)
    }

    pub(crate) fn model_at(
        &self,
        discovery: DiscoverySeq,
        task: Task,
        stop: &dyn StopSignal,
    ) -> Result<Option<Model<'c>>> {
        let Some(to) = self.destination(task)? else { return Ok(None) };
        self.check_consent(discovery, &to)?;
        let connected = self.connect(&to, stop)?;
        let pays = self.paying(&to, &connected.model)?;
        Ok(Some(Model { ctx: self.ctx, connected, discovery, task, pays, keeps_answers: false }))
    }
}

impl<'l> Model<'l> {
    /// One that a job of a long document asks: the job books the calls, and their answers are kept for it.
    pub(super) fn of_a_job(ctx: &'l Context, connected: ConnectedProvider, discovery: DiscoverySeq) -> Self {
        Self { ctx, connected, discovery, task: Task::Chat, pays: None, keeps_answers: true }
    }
}

impl Model<'_> {
    pub fn kind(&self) -> ProviderKind {
        self.connected.kind
    }

    /// As it is asked for.
    pub fn name(&self) -> &str {
        &self.connected.model
    }

    /// Goes on with a conversation. `message` is what the requests are kept under.
    pub fn chat(
        &self,
        ask: &ChatRequest,
        message: Option<Uuid>,
        stop: &dyn StopSignal,
        hear: &mut dyn FnMut(ReplyEvent),
    ) -> ProviderReply {
        let record = self.record(self.purpose(message));
        let during = CallContext { stop, journal: &record };
        self.paid(ask.tokens(), ask.max_tokens, || self.connected.provider.chat(ask, &during, hear))
    }

    /// One answer in JSON; [`ProviderReply::json`] reads it.
    pub fn answer(&self, ask: &JsonRequest, stop: &dyn StopSignal) -> ProviderReply {
        self.answer_for(ask, self.purpose(None), stop)
    }

    pub(crate) fn answer_for(&self, ask: &JsonRequest, purpose: Purpose, stop: &dyn StopSignal) -> ProviderReply {
        let record = self.record(purpose);
        let during = CallContext { stop, journal: &record };
        self.paid(ask.tokens(), ask.max_tokens, || self.connected.provider.answer(ask, &during))
    }

    /// A vector for each text, in their order.
    pub fn embed(&self, texts: &[&str], stop: &dyn StopSignal) -> Result<Vectors, ProviderError> {
        let record = self.record(self.purpose(None));
        let mut made = None;
        let reply = self.paid(tokens::with_margin(tokens::count_all(texts.iter().copied())), 0, || {
            match self.connected.provider.embed(texts, &CallContext { stop, journal: &record }) {
                Ok(vectors) => made.insert(vectors).as_reply(),
                Err(error) => ProviderReply::failed(error),
            }
        });
        match (made, reply.end) {
            (Some(vectors), _) => Ok(vectors),
            (None, ReplyOutcome::Failed(error)) => Err(error),
            (None, _) => Err(ProviderError::new(ProviderFault::Cut, "The call was stopped.")),
        }
    }

    fn paid(&self, input: u64, most_output: u32, ask: impl FnOnce() -> ProviderReply) -> ProviderReply {
        match &self.pays {
            Some(paying) => paying.pay(self.ctx, (self.task, self.name()), (input, most_output), ask),
            None => ask(),
        }
    }

    pub(crate) fn purpose(&self, message: Option<Uuid>) -> Purpose {
        Purpose { discovery: self.discovery, task: self.task, run: None, message }
    }

    fn record(&self, purpose: Purpose) -> RequestRecorder<'_> {
        let (kind, keeps_answers) = (self.connected.kind, self.keeps_answers);
        RequestRecorder { ctx: self.ctx, purpose, kind, model: &self.connected.model, keeps_answers }
    }
}
