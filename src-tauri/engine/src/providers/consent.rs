//! Before a discovery's text is sent anywhere for the first time, the analyst sees to whom.

use factly_core::message;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::providers::ProviderKind;
use crate::providers::Providers;
use crate::providers::choose::ProviderEndpoint;
use crate::providers::context::ConsentByEnvironment;
use crate::providers::settings::Task;
use crate::store::{DiscoverySeq, Op, Topic};

/// To whom the text of a discovery may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    pub provider: ProviderKind,
    pub origin: String,
    pub given_at: i64,
}

/// To whom a task would send, and whether it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendTo {
    pub provider: ProviderKind,
    pub origin: String,
    /// None is the first that the server lists.
    pub model: Option<String>,
    pub is_allowed: bool,
}

impl Providers<'_> {
    /// To whom a task would send the text of a discovery. None: nothing would leave.
    pub fn would_send(&self, discovery: Uuid, task: Task) -> Result<Option<SendTo>> {
        self.destination(task)?.map(|to| self.send_to(discovery, to)).transpose()
    }

    /// Allows what [`Self::would_send`] says, from now on.
    pub fn allow_sending(&self, discovery: Uuid, task: Task) -> Result<Option<SendTo>> {
        self.destination(task)?.map(|to| self.allow(discovery, to)).transpose()
    }

    /// To whom a long document would send the text of a discovery by a model of this name.
    pub fn model_would_send(&self, discovery: Uuid, model: Option<&str>) -> Result<SendTo> {
        self.send_to(discovery, self.named_destination(model)?)
    }

    /// Allows what [`Self::model_would_send`] says, from now on.
    pub fn allow_sending_to_model(&self, discovery: Uuid, model: Option<&str>) -> Result<SendTo> {
        self.allow(discovery, self.named_destination(model)?)
    }

    fn send_to(&self, discovery: Uuid, to: ProviderEndpoint) -> Result<SendTo> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let is_allowed = self.is_allowed(row.seq, &to)?;
        let origin = to.base.origin().to_string();
        Ok(SendTo { provider: to.kind, origin, model: to.model, is_allowed })
    }

    fn allow(&self, discovery: Uuid, to: ProviderEndpoint) -> Result<SendTo> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.ctx.write(Op::silent(), |w| {
            w.about(row.seq);
            w.topic(Topic::Discovery);
            Ok(w.give_consent(row.seq, to.kind.as_str(), to.base.origin().as_str())?)
        })?;
        self.send_to(discovery, to)
    }

    /// Takes every consent of a discovery back. What was sent was sent.
    pub fn forbid_sending(&self, discovery: Uuid) -> Result<()> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.ctx.write(Op::silent(), |w| {
            w.about(row.seq);
            w.topic(Topic::Discovery);
            Ok(w.withdraw_consents(row.seq)?)
        })?;
        Ok(())
    }

    pub fn consents(&self, discovery: Uuid) -> Result<Vec<Consent>> {
        let rows = self.ctx.read(|r| Ok(r.consents(discovery_row(r, discovery)?.seq)?))?;
        Ok(rows
            .into_iter()
            .filter_map(|row| {
                Some(Consent {
                    provider: ProviderKind::parse(&row.provider)?,
                    origin: row.origin,
                    given_at: row.given_at,
                })
            })
            .collect())
    }

    pub(super) fn check_consent(&self, discovery: DiscoverySeq, to: &ProviderEndpoint) -> Result<()> {
        if self.is_allowed(discovery, to)? {
            return Ok(());
        }
        let origin = to.base.origin();
        let message = message!("The text of this discovery would go to {} at {}.", to.kind.title(), origin);
        Err(Error::new(Code::ConsentNeeded, message).kept("Nothing was sent.").hint(
            "Allow it for this discovery first, as with `factly provider allow`, or set the provider to offline.",
        ))
    }

    fn is_allowed(&self, discovery: DiscoverySeq, to: &ProviderEndpoint) -> Result<bool> {
        if to.is_of_environment && self.provider_context().consent == ConsentByEnvironment::Given {
            return Ok(true);
        }
        self.ctx.read(|r| Ok(r.has_consent(discovery, to.kind.as_str(), to.base.origin().as_str())?))
    }
}
