//! A model that a long document names: `MODEL` of the server that the chat is set to, or `PROVIDER:MODEL`.

use std::time::Duration;

use factly_core::long_documents::price as shipped;
use factly_core::long_documents::wallet::TokenRate;
use factly_core::message;

use crate::error::{Error, Result};
use crate::providers::calls::Model;
use crate::providers::choose::ProviderEndpoint;
use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::price::{day, origin};
use crate::providers::settings::{ModelChoice, Task};
use crate::providers::wire::StopSignal;
use crate::providers::{Price, ProviderKind, Providers};
use crate::store::DiscoverySeq;
use crate::wallet::TOKENS;

/// A model, where it is, and the price that the analyst gave of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedModel {
    pub kind: ProviderKind,
    pub origin: String,
    pub model: String,
    /// On this machine.
    pub is_local: bool,
    pub price: Option<Price>,
}

impl NamedModel {
    /// Returns what its tokens cost in the wallet's unit, and where that is from: `local`, `tokens`, the day of
    /// the price that the analyst gave, or `table` with the day of the shipped table.
    pub(crate) fn rate(&self, unit: &str) -> Result<(TokenRate, String)> {
        // Who counts tokens counts those of any machine.
        if unit == TOKENS {
            return Ok((TokenRate::TOKENS, TOKENS.to_owned()));
        }
        // A machine of one's own costs no money, unless the analyst says what it does.
        if self.is_local && self.price.is_none() {
            return Ok((TokenRate::FREE, "local".to_owned()));
        }
        let given = self.price.as_ref().map(|price| {
            (TokenRate { input: price.input, output: price.output }, price.since.clone(), price.currency.clone())
        });
        let of_table = || {
            let (found, table) = (shipped::of_model(&self.model)?, shipped::shipped());
            Some((found.rate(), format!("table {}", table.since), table.currency.clone()))
        };
        let (rate, since, currency) = given.or_else(of_table).ok_or_else(|| {
            Error::refused(message!("Nobody gave the price of {} at {}.", self.model, self.origin))
                .hint("Give it with `factly provider price`, so that the run cannot cost more than you allow.")
        })?;
        if currency != unit {
            return Err(Error::refused(message!(
                "{} is priced in {}, and the wallet holds {}.",
                self.model,
                currency,
                unit
            ))
            .hint("Give its price in the wallet's unit with `factly provider price`."));
        }
        Ok((rate, since))
    }
}

impl<'c> Providers<'c> {
    /// Finds the model of a name; the chat's own where there is none. Sends nothing.
    pub fn named_model(&self, name: Option<&str>) -> Result<NamedModel> {
        let to = self.named_destination(name)?;
        let model = to.model.clone().ok_or_else(|| {
            Error::invalid(message!("It is not said which model of {} is meant.", to.base.host()))
                .hint("Name one, as with `--model NAME`.")
        })?;
        self.priced_model(&to, &model)
    }

    pub(super) fn priced_model(&self, to: &ProviderEndpoint, model: &str) -> Result<NamedModel> {
        let origin = to.base.origin().to_string();
        let price = self.price_today(&origin, model)?;
        Ok(NamedModel { kind: to.kind, origin, model: model.to_owned(), is_local: to.base.is_loopback(), price })
    }

    /// Connects a model by its name, as [`Self::model_for`] does a task's. Its calls are made once: the job that makes one
    /// is tried again, after [`Self::pause_after`].
    pub(crate) fn model_named(
        &self,
        discovery: DiscoverySeq,
        name: Option<&str>,
        stop: &dyn StopSignal,
    ) -> Result<Model<'c>> {
        let to = self.named_destination(name)?;
        self.check_consent(discovery, &to)?;
        Ok(Model::of_a_job(self.ctx, self.connect_by(&self.provider_context().wire.once(), &to, stop)?, discovery))
    }

    /// Returns how long a job waits whose call failed at its try number `tried`; none if it should not be tried again.
    pub(crate) fn pause_after(&self, tried: u32, error: &ProviderError) -> Option<Duration> {
        self.provider_context().wire.pause_after(tried, error)
    }

    pub(super) fn named_destination(&self, name: Option<&str>) -> Result<ProviderEndpoint> {
        let settings = self.provider_settings()?;
        let (kind, model) = split(name);
        let chosen =
            Task::IN_WORDS.into_iter().find(|task| kind.is_none_or(|kind| settings.for_task(*task).kind == kind));
        let task = if kind.is_none() { Some(Task::Chat) } else { chosen };
        let (choice, of_environment) = match task {
            Some(task) => {
                (settings.for_task(task).clone(), self.destination(task)?.is_some_and(|to| to.is_of_environment))
            }
            None => (ModelChoice { kind: kind.unwrap_or(ProviderKind::Offline), ..ModelChoice::OFFLINE }, false),
        };
        let choice = ModelChoice { model: model.map(str::to_owned).or(choice.model.clone()), ..choice };
        let to = self.destination_of(&choice)?.ok_or_else(|| {
            ProviderError::new(ProviderFault::NoModel, "This recipe needs a model, and none is set. Nothing was sent.")
        })?;
        Ok(ProviderEndpoint { is_of_environment: of_environment, ..to })
    }

    fn price_today(&self, of: &str, model: &str) -> Result<Option<Price>> {
        let today = day(self.ctx.world().clock.now_ms()).unwrap_or_default();
        let origin = origin(of).unwrap_or_default();
        let held = |price: &Price| price.origin == origin && price.model == model && price.since <= today;
        let prices = self.stored_settings()?.prices;
        Ok(prices.into_iter().filter(held).max_by(|a, b| a.since.cmp(&b.since)))
    }
}

/// `anthropic:claude-x` names a provider; other names may have a colon of their own, as Ollama's `llama3:8b`.
fn split(name: Option<&str>) -> (Option<ProviderKind>, Option<&str>) {
    let name = name.filter(|name| !name.is_empty());
    match name.and_then(|name| name.split_once(':')) {
        Some((kind, model)) if ProviderKind::parse(kind).is_some() => (ProviderKind::parse(kind), Some(model)),
        _ => (None, name),
    }
}
