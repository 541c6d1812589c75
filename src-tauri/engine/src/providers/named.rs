//! A model that a long document names: `MODEL` of the server that the chat is set to, or `PROVIDER:MODEL`.

use crate::error::{Error, Result};
use crate::providers::calls::Model;
use crate::providers::choose::Destination;
use crate::providers::fault::{Fault, ProviderError};
use crate::providers::price::{day, origin};
use crate::providers::settings::{Choice, Task};
use crate::providers::wire::Stop;
use crate::providers::{Kind, Price, Providers};
use crate::store::DiscoverySeq;

/// A model, where it is, and the price that the analyst gave of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedModel {
    pub kind: Kind,
    pub origin: String,
    pub model: String,
    /// On this machine.
    pub is_local: bool,
    pub price: Option<Price>,
}

impl<'c> Providers<'c> {
    /// Finds the model of a name; the chat's own where there is none. Sends nothing.
    pub fn named_model(&self, name: Option<&str>) -> Result<NamedModel> {
        let to = self.named_destination(name)?;
        let model = to.model.clone().ok_or_else(|| {
            Error::invalid(format!("It is not said which model of {} is meant.", to.base.host()))
                .hint("Name one, as with `--model NAME`.")
        })?;
        let origin = to.base.origin().to_string();
        let price = self.price_today(&origin, &model)?;
        Ok(NamedModel { kind: to.kind, origin, model, is_local: to.base.is_loopback(), price })
    }

    /// Connects a model by its name, as [`Self::model_for`] does a task's.
    pub(crate) fn model_named(
        &self,
        discovery: DiscoverySeq,
        name: Option<&str>,
        stop: &dyn Stop,
    ) -> Result<Model<'c>> {
        let to = self.named_destination(name)?;
        self.check_consent(discovery, &to)?;
        Ok(Model::new(self.ctx, self.connect(&to, stop)?, discovery, Task::Chat))
    }

    fn named_destination(&self, name: Option<&str>) -> Result<Destination> {
        let settings = self.provider_settings()?;
        let (kind, model) = split(name);
        let chosen = Task::ALL.into_iter().find(|task| kind.is_none_or(|kind| settings.of(*task).kind == kind));
        let task = if kind.is_none() { Some(Task::Chat) } else { chosen };
        let (choice, of_environment) = match task {
            Some(task) => (settings.of(task).clone(), self.destination(task)?.is_some_and(|to| to.is_of_environment)),
            None => (Choice { kind: kind.unwrap_or(Kind::Offline), ..Choice::OFFLINE }, false),
        };
        let choice = Choice { model: model.map(str::to_owned).or(choice.model.clone()), ..choice };
        let to = self.destination_of(&choice)?.ok_or_else(|| {
            ProviderError::new(Fault::NoModel, "This recipe needs a model, and none is set. Nothing was sent.")
        })?;
        Ok(Destination { is_of_environment: of_environment, ..to })
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
fn split(name: Option<&str>) -> (Option<Kind>, Option<&str>) {
    let name = name.filter(|name| !name.is_empty());
    match name.and_then(|name| name.split_once(':')) {
        Some((kind, model)) if Kind::parse(kind).is_some() => (Kind::parse(kind), Some(model)),
        _ => (None, name),
    }
}
